"""Who may try the program by one press, without being a director of anything yet."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.models import User
from django.http import HttpRequest

from tournament.access import may_make_events
from tournament.installation.this_machine import is_at_the_machine

DEMO_DIRECTOR = "director"
"""The user name of the demo's director (management/commands/demo.py)."""


def who_tries(request: HttpRequest) -> User | None:
    """Return as whom the visitor tries: the account that is logged in and makes events, or on the demo's own machine its director.

    None for everybody else.
    """
    if isinstance(request.user, User):
        return request.user if may_make_events(request.user) else None
    if settings.DEMO and is_at_the_machine(request):
        return User.objects.filter(username=DEMO_DIRECTOR, is_active=True).first()
    return None
