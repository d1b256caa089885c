"""Planned absences: rounds to come that a player will not play, without leaving the event (R69).

Such a round is stored as a `PlannedAbsence` until it begins and as a `SitOut` from then on, so that it is scored like every round that
somebody did not play. A round that is unpublished turns the one into the other again.
"""

from __future__ import annotations

from collections.abc import Mapping

from tournament.day.leaving import reason_not_to_plan
from tournament.draw.lines import line
from tournament.models import Change, Entry, Event, PlannedAbsence, Round, SitOut
from tournament.models.queries import record_of
from tournament.record.acts import BY_DESK, Act, Part, declare
from tournament.record.event import LEFT, EventRecord
from tournament.record.figures import ChangeFacts, ChangeRow, Figures, figures_of, of_entries
from tournament.record.vocabulary import PlayerId, SitOutKind, SitOutSource, Status
from tournament.services.changes import Actor, By, RefusedError, UnchangedError, act_on
from tournament.services.people.attendance import entries_in, round_sat_out
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


def plan_absence(event: Event, by: By, number: int, planned: Planned, reason: str = "") -> Entry:
    """Store in which rounds to come the player with that number will be away, in place of those planned before; return the entry.

    Raises RefusedError for a round that has begun, for the last round, and for a second sit-out (R49); UnchangedError where all of it is
    planned already.
    """
    with act_on(event, by, Act.PLAN_ABSENCE, entries=[number], reason=reason) as act:
        (entry,) = entries_in(act.event, [number], MAY_BE_AWAY)
        record, player = record_of(act.event), PlayerId(number)
        before = planned_of(record, player)
        if planned == before:
            raise UnchangedError
        if wrong := reason_not_to_plan(record, player, planned):
            raise RefusedError(wrong)
        entry.planned_absences.filter(round_number__gte=record.next_round).delete()
        PlannedAbsence.objects.bulk_create(
            PlannedAbsence(entry=entry, round_number=at, kind=kind.value) for at, kind in sorted(planned.items())
        )
        act.before, act.after = _figures(number, before), _figures(number, planned)
    return entry


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


def _plan_as_before(event: Event, by: Actor, change: Change) -> None:
    """Undo a change of planned absences: those of before are planned again."""
    (number,) = change.entries
    rows = figures_of(change)[0]["entries"][str(number)]["misses"]
    plan_absence(event, by, number, {int(at): SitOutKind(kind) for at, kind in rows.items()})


def _has_begun(change: ChangeRow, record: EventRecord) -> str:
    """Return why a change of planned absences cannot be undone any more: one of its rounds has begun; empty where it can."""
    begun = [number for side in _sides(*figures_of(change)) for number in side if number < record.next_round]
    if begun:
        return _("Round {number} has begun since then; correct who sat at its tables instead.", number=min(begun))
    return ""


declare(
    Act.PLAN_ABSENCE,
    Part.ENTRIES,
    may=BY_DESK,
    sentence=_sentence,
    opposite=_plan_as_before,
    not_undone=_has_begun,
)
