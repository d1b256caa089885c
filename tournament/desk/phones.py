"""The page of phones and copies: how phones get in, which paper leads elsewhere, and where the copies are."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from tournament.access import events_to_direct, user_of
from tournament.desk.reprints import sheets_underway
from tournament.installation.keeping import safety
from tournament.record.acts import IN_THE_HALL


@require_safe
def show(request: HttpRequest) -> HttpResponse:
    """Show the address with its code, and how safe everything is."""
    context = {
        "address": f"{settings.PUBLIC_ADDRESS}/" if settings.PUBLIC_ADDRESS else "",
        "own_address": settings.OWN_ADDRESS,
        "live_port": settings.LIVE_PORT,
        "earlier": settings.EARLIER_ADDRESS,
        "changed_at": settings.ADDRESS_CHANGED,
        "sheets": sheets_underway(events_to_direct(user_of(request), IN_THE_HALL), settings.ADDRESS_CHANGED),
        "safety": safety(),
        "find_url": reverse("desk_find_everywhere"),
    }
    return render(request, "director/installation.html", context)
