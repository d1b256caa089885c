"""What a page says beside a secret that is the same in each answer: it is then sent without compression, whose lengths tell of it."""

from __future__ import annotations

from django import template
from django.template.context import Context
from django.utils.safestring import SafeString

from tournament.public.answers import keep_plain

register = template.Library()


@register.simple_tag(takes_context=True)
def lasting_secret(context: Context) -> SafeString:
    """Have the page sent without compression; write this beside every link or code on a page that lets somebody in."""
    keep_plain(context["request"])
    return SafeString("")
