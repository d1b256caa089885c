"""Who may try the program by one press, without a password."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.models import User
from django.http import HttpRequest

from tournament.installation.this_machine import comes_from_this_machine

DEMO_DIRECTOR = "director"
"""The user name of the demo's director (management/commands/demo.py)."""


def director_of_the_demo(request: HttpRequest) -> User | None:
    """Return the demo's director for a request from the machine on which the demo runs; None for every other request."""
    if settings.DEMO and comes_from_this_machine(request):
        return User.objects.filter(username=DEMO_DIRECTOR, is_active=True).first()
    return None
