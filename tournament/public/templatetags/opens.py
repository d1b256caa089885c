"""What whoever looks may open: menus and buttons ask the gate, so that none leads to a refusal."""

from __future__ import annotations

from collections.abc import Mapping

from django import template

register = template.Library()


@register.filter
def opens(may: Mapping[str, bool], page: str) -> bool:
    """Whether ``may`` (see `tournament.access.here`) opens a page by its name; one of which nothing is said is the director's."""
    return may.get(page, may.get("direct", False)) if may else False
