"""QR codes as drawings inside a page: no second request, and sharp on paper."""

from __future__ import annotations

from functools import lru_cache

import segno
from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from wording import gettext as _

register = template.Library()


DRAWN = 64
"""How many drawn codes a process caches, because many pages show the same ones."""


@register.simple_tag
def qr(address: str) -> SafeString:
    """Return an address as a QR code, black on white in every theme so that every phone reads it; empty for an empty address."""
    if not address:
        return SafeString("")
    label = _("QR code of {address}", address=address)
    return format_html('<span role="img" aria-label="{}">{}</span>', label, _code_drawing(str(address)))


@lru_cache(maxsize=DRAWN)
def _code_drawing(address: str) -> SafeString:
    """Return the code as inline SVG."""
    drawing = segno.make(address, micro=False).svg_inline(
        border=4, dark="#000", light="#fff", omitsize=True, svgclass="qr", lineclass=None
    )
    # The SVG by segno contains only numbers; the address is in the pattern, not in the markup.
    return mark_safe(drawing)  # noqa: S308
