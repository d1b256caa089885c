"""The help topics that are shown below every page of the desk."""

from __future__ import annotations

import re
from typing import Any

from django import template
from django.template.context import Context
from django.utils.html import escape
from django.utils.safestring import SafeString

from tournament.record.books import Topic, lacked_by, topics_of
from tournament.record.formats import MSO_ACQUIRE
from tournament.record.settings import EXTRAS, NO_EXTRAS

register = template.Library()


@register.simple_tag(takes_context=True)
def topics_here(context: Context) -> tuple[Topic, ...]:
    """Return the help topics for the current page, without those about what the event has switched off or its format lacks."""
    request: Any = context.get("request")
    found = request.resolver_match if request else None
    event = context.get("event")
    extras, form = getattr(event, "extras", NO_EXTRAS), getattr(event, "format", MSO_ACQUIRE)
    topics = topics_of(found.url_name or "") if found else ()
    shown = {"", *str(extras).split(), *(part for part in form.parts if part not in EXTRAS), *["cuts"] * form.has_cut}
    return tuple(topic for topic in topics if topic.extra in shown)


@register.simple_tag(takes_context=True)
def lacked_here(context: Context) -> str:
    """Return what the format of the page's event lacks, as the address of a topic has it; empty where it lacks nothing."""
    lacked = lacked_by(getattr(context.get("event"), "format", MSO_ACQUIRE))
    return f"&without={','.join(lacked)}" if lacked else ""


@register.filter
def in_bold(step: str) -> SafeString:
    """Return the markup of a help step: text between ``**`` is bold, text between backquotes is code."""
    words = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", escape(step))
    return SafeString(re.sub(r"`(.+?)`", r"<code>\1</code>", words))  # escaped above
