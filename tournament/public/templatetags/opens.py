"""Which pages the user may open, so that no menu entry or button leads to a refusal."""

from __future__ import annotations

from collections.abc import Mapping

from django import template

register = template.Library()


@register.filter
def opens(may: Mapping[str, bool], page: str) -> bool:
    """Whether the user may open the page of that URL name; a page that is not in ``may`` is for directors only.

    ``may`` is what `tournament.access.desk_permissions` puts into the context of every template.
    """
    return may.get(page, may.get("direct", False)) if may else False
