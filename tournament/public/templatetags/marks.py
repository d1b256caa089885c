"""What slices show at a place of the desk's pages (`tournament.access.slices`)."""

from __future__ import annotations

from django import template
from django.template import Context
from django.utils.safestring import SafeString, mark_safe

from tournament.access.slices import marks_at

register = template.Library()


@register.simple_tag(takes_context=True)
def marks(context: Context, place: str) -> SafeString:
    """Return what every slice shows at a place of a page, with the context of the page."""
    assert context.template is not None  # noqa: S101  it is being rendered
    engine = context.template.engine
    shown = []
    for mark in marks_at(place, getattr(context.get("event"), "format", None)):
        with context.push(**(mark.context(context.flatten()) if mark.context else {})):
            shown.append(engine.get_template(mark.template).render(context))
    return mark_safe("".join(shown))  # noqa: S308  each is a template's
