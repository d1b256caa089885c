"""Fill-ins: entries that only complete tables and are not ranked (R70)."""

from __future__ import annotations

from django.http import HttpResponse
from django.urls import path

from tournament.access.slices import Mark, Slice
from tournament.desk.acting import looks_again
from tournament.desk.desk import Desk, desk_act
from tournament.models import Entry, FillIn
from tournament.models.queries import record_of
from tournament.record.acts import Act, Part, Publicity
from tournament.record.event import EventRecord
from tournament.record.figures import ChangeFacts, ChangeRow, of_entries
from tournament.record.vocabulary import PlayerId, Status
from tournament.services.attendance import drop_late_scores, entries_in
from tournament.services.changes import Doing, act
from tournament.services.changes.refusals import RefusedError, UnchangedError
from wording import gettext as _


def _reason_to_stay_ranked(record: EventRecord, player: PlayerId) -> str:
    """Return why an entry cannot become a fill-in, or a fill-in a player who is ranked; empty where that is possible."""
    has_sat_out = any(row.player == player for round_ in record.begun_rounds for row in round_.sit_outs)
    if record.has_taken_part(player) or has_sat_out:
        return _(
            "{player} has already taken part, so it is too late to change whether they are ranked. Withdraw "
            "the player, and enter the person again.",
            player=record.name_of(player),
        )
    return ""


def _sentence(facts: ChangeFacts) -> str:
    """Return the sentence of the log of changes about an entry that was made a fill-in, or is ranked again."""
    if any(row.get("fills_in") for row in facts.after.get("entries", {}).values()):
        return _("{players} is now a fill-in and is not ranked", players=facts.who)
    return _("{players} is now ranked like everybody else", players=facts.who)


def _has_played(change: ChangeRow, record: EventRecord) -> str:
    """Return why the change cannot be undone any more: the player has taken part since; empty where it can."""
    players = [PlayerId(number) for number in change.entries if number in record.people]
    return next(filter(None, (_reason_to_stay_ranked(record, player) for player in players)), "")


@act(
    Act.SET_FILL_IN,
    Part.ENTRIES,
    Publicity.ALWAYS,
    sentence=_sentence,
    rows=("FillIn", "SitOut"),
    not_undone=_has_played,
)
def set_fill_in(doing: Doing, number: int, *, is_fill_in: bool) -> Entry:
    """Store whether the entry with that number only completes tables; refused once it has taken part in a round."""
    doing.about(entries=[number])
    (entry,) = entries_in(doing.event, [number], frozenset(Status))
    record = record_of(doing.event)
    was = entry.number in record.fill_ins
    if was == is_fill_in:
        raise UnchangedError
    if wrong := _reason_to_stay_ranked(record, PlayerId(entry.number)):
        raise RefusedError(wrong)
    if is_fill_in:
        FillIn.objects.create(entry=entry)
        drop_late_scores(entry)
    else:
        FillIn.objects.filter(entry=entry).delete()
    doing.before = of_entries({number: {"fills_in": was}})
    doing.after = of_entries({number: {"fills_in": is_fill_in}})
    return entry


@looks_again
@desk_act
def fill_in(desk: Desk, number: int) -> HttpResponse:
    """Make an entry one that only completes tables, or one that is ranked like everybody, as the pressed button says (R70)."""
    desk.entry(number)
    is_fill_in = desk.request.POST.get("fills") == "yes"
    desk.is_compared()
    to = desk.address("desk_entry", number)
    return desk.act(lambda: set_fill_in(desk.event, desk.actor, number, is_fill_in=is_fill_in), to)


SLICE = Slice(
    "fill_ins",
    pages=(path("entries/<int:number>/fill-in/", fill_in, name="desk_fill_in"),),
    marks={
        "entry.seat": Mark(
            "director/entries/_fill_in.html",
            lambda context: {"may_fill_in": not _reason_to_stay_ranked(context["event"], context["entry"].player)},
        )
    },
)
