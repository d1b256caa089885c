"""The way from a table's phone to its game: a player's own phone takes the hand, a shared phone shows the board."""

from __future__ import annotations

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournament.access.devices import DeviceRefusedError, check_in_play, spend
from tournament.play.games.tables.seating import redirect_to_game
from tournament.public.devices.at_table import seen_by, table_context
from tournament.public.devices.holding import COOKIE, event_of, phone_request, refusal_page
from tournament.record.devices import table_subject
from tournament.services.changes import RefusedError


@login_not_required
@never_cache
@require_POST
def take(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Take the hand of this phone's player and redirect to it; a phone that the table shares is redirected to the board."""
    subject = table_subject(number, table)
    try:
        holds = phone_request(request, slug, subject)
        check_in_play(holds.device)
        spend(holds.device)
        return redirect_to_game(holds.device, request.COOKIES[COOKIE])
    except RefusedError as refusal:
        context = table_context(holds, seen_by(holds), problems=[str(refusal)])
        return render(request, "public/devices/table.html", context, status=409)
    except DeviceRefusedError as refusal:
        return refusal_page(request, event_of(slug), str(refusal))
