"""Commands in pages, as they are entered where the program runs."""

from __future__ import annotations

from django import template

from tournament.installation.folders import command_line

register = template.Library()


@register.simple_tag
def command(words: str) -> str:
    """Return a command as it is entered here: ``{% command "serve" as serve %}``."""
    return command_line(words)
