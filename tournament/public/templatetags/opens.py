"""What whoever looks may open: menus and buttons ask the gate, so that none leads to a refusal."""

from __future__ import annotations

from collections.abc import Mapping

from django import template

register = template.Library()


@register.filter
def opens(may: Mapping[str, bool], page: str) -> bool:
    """Whether ``may`` opens the page of that name; a page that it does not name is the director's alone.

    ``may`` is what `tournament.access.desk_permissions` puts into every template.
    """
    return may.get(page, may.get("direct", False)) if may else False
