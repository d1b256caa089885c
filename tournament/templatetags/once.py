"""What every form that changes something carries beside its token: a one-use key, and the version of the event that its page shows."""

from __future__ import annotations

import secrets

from django import template
from django.template.context import Context
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tournament.record.vocabulary import whole_number

register = template.Library()

KEY_BYTES = 12


@register.simple_tag(takes_context=True)
def once(context: Context) -> SafeString:
    """Write the hidden fields ``key`` and, on a page about an event, ``seen``.

    A page that shows again what was typed keeps the version of the page on which it was typed, until both values of what collides
    are shown.
    """
    key = format_html('<input type="hidden" name="key" value="{}">', secrets.token_urlsafe(KEY_BYTES))
    version = getattr(context.get("event"), "version", None)
    if version is None:
        return key
    request = context.get("request")
    typed = request.POST.get("seen", "") if request is not None and request.method == "POST" else ""
    seen = version if context.get("conflicts") else whole_number(typed) or version
    return format_html('{}<input type="hidden" name="seen" value="{}">', key, seen)
