"""Somebody else plays on in a player's place, and that taken back (R71)."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse

from tournament.desk.conflicts import looks_again
from tournament.desk.desk import Desk, desk_act, desk_confirmation
from tournament.desk.forms.sitting import TakeOverForm
from tournament.desk.people import doubts_about
from tournament.draw.naming import title_of_round
from tournament.record.settings import ScoreOwner
from tournament.record.vocabulary import PlayerId
from tournament.services.people import taking_over as acts


@desk_confirmation
def take_over(desk: Desk, number: int) -> HttpResponse:
    """Let somebody else play on for a player from a round on, after showing whose the score will be."""
    record, entry = desk.record, desk.entry(number)
    closed = acts.reason_not_to_take_over(record, PlayerId(number))
    offered = acts.rounds_to_take_over(record, PlayerId(number))
    form = TakeOverForm(desk.posted, rounds=[(each, title_of_round(record, each)) for each in offered])
    if not closed and desk.sent(form):
        newcomer, at = form.newcomer, form.cleaned_data["from_round"]
        with desk.refusals():
            acts.take_over(desk.event, desk.actor, number, newcomer, at)
            answer = desk.did(desk.address("desk_entry", number))
            for doubt in doubts_about(desk, newcomer.name, entry.player):
                messages.warning(desk.request, doubt)
            return answer
    is_new = record.score_owner is ScoreOwner.NEW
    return desk.confirmation(
        "director/entries/leaving/take_over.html",
        "entries",
        shown=(entry.name, entry.status, record.score_owner, *offered),
        entry=entry,
        form=form,
        is_new=is_new,
        problems=desk.problems or ([closed] if closed else []),
        is_open=not closed,
    )


@looks_again
@desk_act
def give_back(desk: Desk, number: int) -> HttpResponse:
    """Take back that somebody else plays on for a player."""
    desk.entry(number)
    entry_page = desk.address("desk_entry", number)
    desk.is_compared()
    return desk.act(
        lambda: acts.give_back(desk.event, desk.actor, number),
        entry_page,
    )
