"""Fill-ins: entries that only complete tables and are not ranked (R70)."""

from __future__ import annotations

from tournament.models import Change, Entry, Event, FillIn
from tournament.models.queries import record_of
from tournament.record.acts import Act, Part, Publicity, declare
from tournament.record.event import EventRecord
from tournament.record.figures import ChangeFacts, ChangeRow, figures_of, of_entries
from tournament.record.vocabulary import PlayerId, Status
from tournament.services.changes import Actor, By, RefusedError, UnchangedError, act_on
from tournament.services.people.attendance import drop_late_scores, entries_in
from wording import gettext as _


def reason_to_stay_ranked(record: EventRecord, player: PlayerId) -> str:
    """Return why an entry cannot become a fill-in, or a fill-in a player who is ranked; empty where that is possible."""
    if record.has_taken_part(player) or any(
        row.player == player for round_ in record.begun_rounds for row in round_.sit_outs
    ):
        return _(
            "{player} has already taken part, so it is too late to change whether they are ranked. Withdraw "
            "the player, and enter the person again.",
            player=record.name_of(player),
        )
    return ""


def set_fill_in(event: Event, by: By, number: int, *, is_fill_in: bool) -> Entry:
    """Store whether the entry with that number only completes tables; refused once it has taken part in a round."""
    with act_on(event, by, Act.SET_FILL_IN, entries=[number]) as act:
        (entry,) = entries_in(act.event, [number], frozenset(Status))
        record = record_of(act.event)
        was = entry.number in record.fill_ins
        if was == is_fill_in:
            raise UnchangedError
        if wrong := reason_to_stay_ranked(record, PlayerId(entry.number)):
            raise RefusedError(wrong)
        if is_fill_in:
            FillIn.objects.create(entry=entry)
            drop_late_scores(entry)
        else:
            FillIn.objects.filter(entry=entry).delete()
        act.before = of_entries({number: {"fills_in": was}})
        act.after = of_entries({number: {"fills_in": is_fill_in}})
    return entry


def _sentence(facts: ChangeFacts) -> str:
    """Return the sentence of the log of changes about an entry that was made a fill-in, or is ranked again."""
    is_fill_in = any(row.get("fills_in") for row in facts.after.get("entries", {}).values())
    if is_fill_in:
        return _("{players} is now a fill-in and is not ranked", players=facts.who)
    return _("{players} is now ranked like everybody else", players=facts.who)


def _ranked_as_before(event: Event, by: Actor, change: Change) -> None:
    """Undo the change of whether an entry is ranked."""
    (number,) = change.entries
    before = figures_of(change)[0]["entries"][str(number)]
    set_fill_in(event, by, number, is_fill_in=before["fills_in"])


def _has_played(change: ChangeRow, record: EventRecord) -> str:
    """Return why the change cannot be undone any more: the player has taken part since; empty where it can."""
    players = [PlayerId(number) for number in change.entries if number in record.people]
    return next(filter(None, (reason_to_stay_ranked(record, player) for player in players)), "")


declare(
    Act.SET_FILL_IN,
    Part.ENTRIES,
    Publicity.ALWAYS,
    sentence=_sentence,
    opposite=_ranked_as_before,
    not_undone=_has_played,
)
