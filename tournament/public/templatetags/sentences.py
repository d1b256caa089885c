"""``{% translate %}`` from the catalogue that Python asks: Django's own makes a lazy string and asks for the language in every row."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString

from wording import gettext, pgettext

register = template.Library()


@register.simple_tag
def translate(message: str, _context: str = "", meaning: str = "", **values: Any) -> str:
    """Return a sentence in the reader's language: ``{% translate "here" %}``, ``{% translate "here" context "a player" %}``.

    Tags in a sentence that the template itself has are tags in the catalogue too; what a variable holds is escaped. A sentence that Python
    says too is written as there, with its values after it: ``{% translate "Game {code}" code=game.code %}``.
    """
    filled = {name: conditional_escape(value) for name, value in values.items()}
    found = pgettext(meaning, message, **filled) if meaning else gettext(message, **filled)
    return SafeString(found) if isinstance(message, SafeString) else found
