"""Seats taken over: somebody else plays on in a player's place, under the score of the entry (R71).

Planned absences: rounds to come that a player will not play, without leaving the event (R69).

Such a round is stored as a `PlannedAbsence` until it begins and as a `SitOut` from then on, so that it is scored like every round that
somebody did not play. A round that is unpublished turns the one into the other again.

Fill-ins: entries that only complete tables and are not ranked (R70).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from tournament.day.leaving import reason_not_to_plan
from tournament.draw.lines import line
from tournament.models import Change, Entry, Event, FillIn, PlannedAbsence, Round, SitOut, TakenOver
from tournament.models.queries import record_of
from tournament.record.acts import BY_DESK, Act, Part, Publicity
from tournament.record.event import LEFT, EventRecord
from tournament.record.figures import ChangeFacts, ChangeRow, Figures, figures_of, of_entries
from tournament.record.settings import ScoreOwner
from tournament.record.vocabulary import PlayerId, SitOutKind, SitOutSource, Status
from tournament.services.attendance import drop_late_scores, entries_in, round_sat_out
from tournament.services.changes import (
    Actor,
    By,
    Doing,
    DoneError,
    RefusedError,
    UnchangedError,
    act,
    act_on,
    before_of,
)
from tournament.tellings.changed import news_of_juniors
from tournament.tellings.undoing import people_of
from wording import gettext as _
from wording import ngettext
from wording.figures import listed

MAY_BE_AWAY = frozenset(Status) - LEFT
Planned = Mapping[int, SitOutKind]
"""The rounds that a player will be away in, each with how it is scored."""


def planned_of(record: EventRecord, player: PlayerId) -> dict[int, SitOutKind]:
    """Return the rounds to come in which a player will be away, in order."""
    away = {number: record.absence(player, number) for number in record.absences}
    return {number: row.kind for number, row in away.items() if row is not None}


def begin_absences(begun: Round) -> None:
    """Turn the absences planned for a round that begins into sit-outs, within an act; of players who are not here, nothing counts."""
    away = PlannedAbsence.objects.filter(entry__event=begun.event, round_number=begun.number)
    for absence in away.filter(entry__status=Status.PRESENT.value).select_related("entry"):
        entry, kind = absence.entry, SitOutKind(absence.kind)
        entry.event = begun.event
        absence.delete()
        if kind.counts_as_sit_out and round_sat_out(entry) is not None:
            kind = SitOutKind.MISSED  # nobody sits out twice (R49)
        SitOut.objects.create(
            round=begun,
            entry=entry,
            kind=kind.value,
            source=SitOutSource.ABSENCE.value,
            reason=line("sit-out.absence"),
        )


def plan_absences_again(unpublished: Round) -> None:
    """Turn the sit-outs of planned absences into planned absences again, within the act that makes their round a draft."""
    rows = unpublished.sit_outs.filter(source=SitOutSource.ABSENCE.value).select_related("entry")
    for row in rows:
        row.entry.planned_absences.update_or_create(round_number=unpublished.number, defaults={"kind": row.kind})
    rows.delete()


def _figures(number: int, planned: Planned) -> Figures:
    """Return planned absences as the log of changes stores them."""
    return of_entries({number: {"misses": {str(at): kind.value for at, kind in sorted(planned.items())}}})


def _sides(before: Figures, after: Figures) -> tuple[set[int], set[int]]:
    """Return the rounds that were planned to be missed before a change, and after it."""
    sides = []
    for side in (before, after):
        rows = side.get("entries", {}).values()
        sides.append({int(at) for row in rows for at in row.get("misses", {})})
    return sides[0], sides[1]


def _sentence(facts: ChangeFacts) -> str:
    """Return the sentence of the log of changes about planned absences."""
    was, now = _sides(facts.before, facts.after)
    added, dropped = sorted(now - was), sorted(was - now)
    if added and not dropped:
        return ngettext(
            "{players} will be away in round {rounds}",
            "{players} will be away in rounds {rounds}",
            len(added),
            players=facts.who,
            rounds=listed(added),
        )
    if dropped and not added:
        return ngettext(
            "{players} will play in round {rounds} after all",
            "{players} will play in rounds {rounds} after all",
            len(dropped),
            players=facts.who,
            rounds=listed(dropped),
        )
    return _("{players}: planned absences changed", players=facts.who)


def _has_begun(change: ChangeRow, record: EventRecord) -> str:
    """Return why a change of planned absences cannot be undone any more: one of its rounds has begun; empty where it can."""
    begun = [number for side in _sides(*figures_of(change)) for number in side if number < record.next_round]
    if begun:
        return _("Round {number} has begun since then; correct who sat at its tables instead.", number=min(begun))
    return ""


@act(
    Act.PLAN_ABSENCE,
    Part.ENTRIES,
    may=BY_DESK,
    sentence=_sentence,
    rows=("PlannedAbsence",),
    not_undone=_has_begun,
)
def plan_absence(doing: Doing, number: int, planned: Planned, reason: str = "") -> Entry:
    """Store in which rounds to come the player with that number will be away, in place of those planned before; return the entry.

    Raises RefusedError for a round that has begun, for the last round, and for a second sit-out (R49); UnchangedError where all of it is
    planned already.
    """
    doing.about(entries=[number], reason=reason)
    (entry,) = entries_in(doing.event, [number], MAY_BE_AWAY)
    record, player = record_of(doing.event), PlayerId(number)
    before = planned_of(record, player)
    if planned == before:
        raise UnchangedError
    if wrong := reason_not_to_plan(record, player, planned):
        raise RefusedError(wrong)
    entry.planned_absences.filter(round_number__gte=record.next_round).delete()
    PlannedAbsence.objects.bulk_create(
        PlannedAbsence(entry=entry, round_number=at, kind=kind.value) for at, kind in sorted(planned.items())
    )
    doing.before, doing.after = _figures(number, before), _figures(number, planned)
    return entry


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


def _sentence_of_fill_in(facts: ChangeFacts) -> str:
    """Return the sentence of the log of changes about an entry that was made a fill-in, or is ranked again."""
    is_fill_in = any(row.get("fills_in") for row in facts.after.get("entries", {}).values())
    if is_fill_in:
        return _("{players} is now a fill-in and is not ranked", players=facts.who)
    return _("{players} is now ranked like everybody else", players=facts.who)


def _has_played(change: ChangeRow, record: EventRecord) -> str:
    """Return why the change cannot be undone any more: the player has taken part since; empty where it can."""
    players = [PlayerId(number) for number in change.entries if number in record.people]
    return next(filter(None, (reason_to_stay_ranked(record, player) for player in players)), "")


@act(
    Act.SET_FILL_IN,
    Part.ENTRIES,
    Publicity.ALWAYS,
    sentence=_sentence_of_fill_in,
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
    if wrong := reason_to_stay_ranked(record, PlayerId(entry.number)):
        raise RefusedError(wrong)
    if is_fill_in:
        FillIn.objects.create(entry=entry)
        drop_late_scores(entry)
    else:
        FillIn.objects.filter(entry=entry).delete()
    doing.before = of_entries({number: {"fills_in": was}})
    doing.after = of_entries({number: {"fills_in": is_fill_in}})
    return entry


@dataclass(frozen=True, slots=True)
class Newcomer:
    """Who plays on in the seat of somebody else."""

    name: str
    given_name: str = ""
    family_name: str = ""
    country: str = ""
    is_junior: bool = False


PERSON = ("name", "given_name", "family_name", "country", "is_junior")
"""The columns of an entry, and of who shares its seat, that say who somebody is."""


def rounds_to_take_over(record: EventRecord, player: PlayerId) -> tuple[int, ...]:
    """Return the rounds from which somebody else may play on for a player: the one being played, and the next one.

    Ruling: the player has taken part in a round before that one, else there is no score to take over.
    """
    entry = record.entry(player)
    begun = [row.number for row in record.begun_rounds if row.table_of(player) or _sat_out(record, player, row.number)]
    if entry.taken or entry.status is not Status.PRESENT or player in record.fill_ins or not begun:
        return ()
    playing = [row.number for row in record.begun_rounds if not row.is_closed]
    following = [record.next_round] if record.next_round <= record.rounds_planned else []
    return tuple(number for number in (*playing, *following) if number > begun[0])


def _sat_out(record: EventRecord, player: PlayerId, number: int) -> bool:
    """Return whether a player sat out a round by the draw."""
    return any(row.player == player and row.takes_part for row in record.round(number).sit_outs)


def reason_not_to_take_over(record: EventRecord, player: PlayerId) -> str:
    """Return why nobody can take over the seat of a player; empty where somebody can."""
    entry = record.entry(player)
    if entry.taken:
        return _("{player}'s seat has already been taken over. Undo that first.", player=entry.name)
    if entry.status is not Status.PRESENT:
        return _("{player} is not playing. Check the player in or reinstate them first.", player=entry.name)
    if not rounds_to_take_over(record, player):
        return _(
            "{player} has no score from an earlier round to take over, or there are no rounds left to play. "
            "Enter the other person as a player.",
            player=entry.name,
        )
    return ""


def give_back(event: Event, by: By, number: int) -> Entry:
    """Take back that somebody else plays on for the entry with that number: the first person's particulars are the entry's again."""
    with act_on(event, by, Act.TAKE_OVER, entries=[number]) as doing:
        (entry,) = entries_in(doing.event, [number], frozenset(Status))
        row = TakenOver.objects.filter(entry=entry).first()
        if row is None:
            raise DoneError
        doing.before = of_entries({number: {**_person(entry), **_takeover_figures(row)}})
        if row.owner == ScoreOwner.NEW.value:
            _become(entry, _person(row))
        row.delete()
        doing.after = of_entries({number: {**_person(entry), "taken_from": None}})
    return entry


def _store(doing: Doing, entry: Entry, newcomer: Newcomer, from_round: int, owner: ScoreOwner) -> None:
    """Store within an act that somebody else plays on for an entry; the new person's particulars are the entry's if they own the score."""
    first, new = _person(entry), asdict(newcomer)
    is_new = owner is ScoreOwner.NEW
    other = first if is_new else new
    row = TakenOver.objects.create(entry=entry, round_number=from_round, owner=owner.value, **other)
    if is_new:
        _become(entry, new)
    doing.before = of_entries({entry.number: {**first, "taken_from": None}})
    doing.after = of_entries({entry.number: {**_person(entry), **_takeover_figures(row)}})


def _person(row: Entry | TakenOver) -> dict[str, Any]:
    """Return who somebody is, by the names of the columns."""
    return {name: getattr(row, name) for name in PERSON}


def _become(entry: Entry, person: dict[str, Any]) -> None:
    """Store that an entry is this person's."""
    for name, value in person.items():
        setattr(entry, name, value)
    entry.save(update_fields=list(PERSON))


def _takeover_figures(row: TakenOver) -> dict[str, Any]:
    """Return a seat taken over as the log of changes stores it."""
    other = {f"taken_{name}": value for name, value in _person(row).items()}
    return {"taken_from": row.round_number, **other, "score_owner": row.owner}


def _undo(event: Event, by: Actor, change: Change) -> None:
    """Undo that a seat was taken over, or that this was taken back."""
    (number,) = change.entries
    before: Mapping[str, Any] = before_of(change)["entries"][str(number)]
    if not before["taken_from"]:
        give_back(event, by, number)
        return
    owner = ScoreOwner(before["score_owner"])
    prefix = "taken_" if owner is ScoreOwner.FIRST else ""
    newcomer = Newcomer(*(before[f"{prefix}{name}"] for name in PERSON))
    with act_on(event, by, Act.TAKE_OVER, entries=[number]) as doing:
        (entry,) = entries_in(doing.event, [number], frozenset(Status))
        if TakenOver.objects.filter(entry=entry).exists():
            raise RefusedError(_("{player}'s seat has already been taken over. Undo that first.", player=entry.said))
        _store(doing, entry, newcomer, before["taken_from"], owner)


def _sentence_of_taking_over(facts: ChangeFacts) -> str:
    """Return the sentence of the log of changes about a seat that was taken over, or that this was taken back."""
    rows = facts.after.get("entries", {}).values()
    row = next((row for row in rows if row.get("taken_from")), None)
    if row is None:
        return _("{players} is playing again: nobody else has the seat any more", players=facts.who)
    is_new = row["score_owner"] == ScoreOwner.NEW.value
    other, own = row["taken_name"], row["name"]
    return _(
        "{new} takes over {first}'s seat from round {round}",
        new=own if is_new else other,
        first=other if is_new else own,
        round=row["taken_from"],
    )


@act(
    Act.TAKE_OVER,
    Part.ENTRIES,
    Publicity.ALWAYS,
    sentence=_sentence_of_taking_over,
    opposite=_undo,
    rests_on=people_of,
    public_news=news_of_juniors,
)
def take_over(doing: Doing, number: int, newcomer: Newcomer, from_round: int) -> Entry:
    """Let somebody else play on for the entry with that number from a round on; score, seats and draws stay as they are.

    Who owns the score is the event's setting. Raises RefusedError where nobody can take over.
    """
    doing.about(entries=[number])
    (entry,) = entries_in(doing.event, [number], frozenset(Status))
    record = record_of(doing.event)
    if wrong := reason_not_to_take_over(record, PlayerId(number)):
        raise RefusedError(wrong)
    offered = rounds_to_take_over(record, PlayerId(number))
    if from_round not in offered:
        words = _("Reload the page and choose one of these rounds: {rounds}.", rounds=listed(offered))
        raise RefusedError(words)
    _store(doing, entry, newcomer, from_round, ScoreOwner(doing.event.score_owner))
    return entry
