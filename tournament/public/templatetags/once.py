"""The hidden fields of every form that changes something: a one-use key, and the version of the event that its page shows."""

from __future__ import annotations

import secrets

from django import template
from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.template.context import Context
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tournament.installation.device_mark import is_same, keyed_digest
from wording.digits import whole_number

register = template.Library()

KEY_BYTES = 12
CHANCE, MARK = 16, 14
"""The lengths of the random part and of the signature of a key. A page's script may append to a key, up to 40 characters in all."""


def new_key(user: AbstractBaseUser | AnonymousUser | None) -> str:
    """Return a new random one-use key, signed for this user."""
    chance = secrets.token_urlsafe(KEY_BYTES)
    return chance + _signature(chance, user)


def is_made_for(key: str, user: AbstractBaseUser | AnonymousUser) -> bool:
    """Whether this key was signed for this user."""
    return is_same(key[CHANCE : CHANCE + MARK], _signature(key[:CHANCE], user))


def _signature(chance: str, user: AbstractBaseUser | AnonymousUser | None) -> str:
    """Return the signature of a key's random part for a user."""
    return keyed_digest("tournament.once", f"{chance} {getattr(user, 'pk', None)}")[:MARK]


@register.simple_tag(takes_context=True)
def once(context: Context) -> SafeString:
    """Return the hidden fields ``key`` (one-use key) and, on a page about an event, ``seen`` (the version that the page shows).

    A page that shows a refused form again keeps the version of the page on which it was filled in, unless it shows the conflicts with
    what others have stored since.
    """
    request = context.get("request")
    fresh = new_key(getattr(request, "user", None))
    key = format_html('<input type="hidden" name="key" value="{}">', fresh)
    version = getattr(context.get("event"), "version", None)
    if version is None:
        return key
    typed = request.POST.get("seen", "") if request is not None and request.method == "POST" else ""
    seen = version if context.get("conflicts") else whole_number(typed) or version
    return format_html('{}<input type="hidden" name="seen" value="{}">', key, seen)


@register.simple_tag
def csrf_cookie() -> str:
    """Return the name of the cookie with the token of forms, for a script that sends the token of now."""
    return settings.CSRF_COOKIE_NAME


@register.simple_tag(takes_context=True)
def shown(context: Context) -> SafeString:
    """Return the hidden field ``shown``: the digest of a confirmation page, so that its button confirms only what the page shows."""
    mark = context.get("shown_mark")
    return format_html('<input type="hidden" name="shown" value="{}">', mark) if mark else SafeString()
