"""The program in its own pages: commands as they are entered where it runs, and its version."""

from __future__ import annotations

from django import template

from tournament.installation import watching
from tournament.installation.folders import command_line
from wording import gettext as _
from wording import gettext_noop

gettext_noop("Top Table in the start menu")  # folders.START_MENU, which stands alone

register = template.Library()
register.simple_tag(watching.program_version)


@register.simple_tag
def command(words: str) -> str:
    """Return a command as it is entered here: ``{% command "serve" as serve %}``."""
    return _(command_line(words))
