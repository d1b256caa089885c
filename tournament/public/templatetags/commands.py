"""The program in its own pages: commands as they are entered where it runs, and its version."""

from __future__ import annotations

from django import template

from tournament.installation.folders import command_line
from tournament.installation.watching import program

register = template.Library()
register.simple_tag(program.program_version)


@register.simple_tag
def command(words: str) -> str:
    """Return a command as it is entered here: ``{% command "serve" as serve %}``."""
    return command_line(words)
