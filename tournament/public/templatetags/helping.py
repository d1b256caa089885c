"""The help topics that are shown below every page of the desk."""

from __future__ import annotations

import re
from typing import Any

from django import template
from django.template.context import Context
from django.utils.html import escape
from django.utils.safestring import SafeString

from tournament.record.books import Topic, topics_of
from tournament.record.settings import NO_EXTRAS

register = template.Library()


@register.simple_tag(takes_context=True)
def topics_here(context: Context) -> tuple[Topic, ...]:
    """Return the help topics for the current page, without those about what the event has switched off."""
    request: Any = context.get("request")
    found = request.resolver_match if request else None
    extras = getattr(context.get("event"), "extras", NO_EXTRAS)
    topics = topics_of(found.url_name or "") if found else ()
    return tuple(topic for topic in topics if not topic.extra or getattr(extras, topic.extra))


@register.filter
def in_bold(step: str) -> SafeString:
    """Return the markup of a help step: text between ``**`` is bold, text between backquotes is code."""
    words = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", escape(step))
    return SafeString(re.sub(r"`(.+?)`", r"<code>\1</code>", words))  # escaped above
