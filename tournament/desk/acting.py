"""How the pages of rounds and results act: one service, then a quiet line or the sentence of the refusal, and back to a page."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponseRedirect
from django.shortcuts import redirect
from django.urls import reverse

from tournament.draw.allocation import AllocationError
from tournament.draw.pairings import PairingError
from tournament.draw.seating import StartingTileError
from tournament.draw.sitouts import SitOutError
from tournament.models import Event
from tournament.record.event import EventRecord, RoundRecord
from tournament.scores.scoring import ScoringError
from tournament.services.changes import RefusedError

REFUSALS = (RefusedError, AllocationError, PairingError, SitOutError, StartingTileError, ScoringError)
"""Everything that services and pure modules say in a sentence for the director."""


def act_and_go(
    request: HttpRequest, act: Callable[[], object], done: str, to: str, undo: str = "", refused_to: str = ""
) -> HttpResponseRedirect:
    """Act, say that it is done (with "Undo" where ``undo`` is an address) or why not, and go to a page."""
    try:
        act()
    except REFUSALS as refusal:
        messages.error(request, str(refusal))
        return redirect(refused_to or to)
    messages.success(request, done, extra_tags=undo)
    return redirect(to)


def page(name: str, event: Event, *numbers: int) -> str:
    """The address of one of the event's pages."""
    return reverse(name, args=[event.slug, *numbers])


def round_of(record: EventRecord, number: int) -> RoundRecord:
    """The drawn round of that number; a page of it does not exist before."""
    for played in record.rounds:
        if played.number == number:
            return played
    raise Http404(f"Round {number} is not drawn yet.")
