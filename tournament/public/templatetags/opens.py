"""What whoever looks may open: menus and buttons ask the gate, so that none leads to a refusal."""

from __future__ import annotations

from collections.abc import Mapping

from django import template

register = template.Library()


@register.filter
def opens(may: Mapping[str, bool], page: str) -> bool:
    """Whether ``may`` (from `access.desk_permissions`) opens the page of that name; a page it does not name is the director's alone."""
    return may.get(page, may.get("direct", False)) if may else False
