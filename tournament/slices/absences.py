"""Planned absences: rounds to come that a player will not play, without leaving the event (R69); from the entry's page and from check-in.

Such a round is stored as a `PlannedAbsence` until it begins and as a `SitOut` from then on, so that it is scored like every round that
somebody did not play. A round that is unpublished turns the one into the other again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.http import HttpResponse
from django.urls import path

from tournament.access.pages import for_acts
from tournament.access.slices import Mark, Slice
from tournament.day.leaving import next_draw, planned_of, reason_not_to_miss_round, rounds_to_miss
from tournament.desk.acting import looks_again
from tournament.desk.desk import Desk, desk_act
from tournament.draw.lines import line
from tournament.draw.seating import name_of_round, title_of_round
from tournament.draw.sitouts import reason_not_to_sit_out
from tournament.models import Entry, PlannedAbsence, Round, SitOut
from tournament.models.queries import record_of
from tournament.record.acts import BY_DESK, Act, Part
from tournament.record.event import LEFT, EntryRecord, EventRecord
from tournament.record.figures import ChangeFacts, ChangeRow, Figures, figures_of, of_entries
from tournament.record.vocabulary import DECIDED_BY_RESULTS, MISSED_KINDS, PlayerId, SitOutKind, SitOutSource, Status
from tournament.services.attendance import entries_in, round_sat_out
from tournament.services.changes import Doing, act
from tournament.services.changes.refusals import RefusedError, StaleError, UnchangedError
from tournament.tellings.words import thousandths
from wording import gettext as _
from wording import gettext_noop, ngettext
from wording.digits import whole_number
from wording.figures import decimals, listed

MAY_BE_AWAY = frozenset(Status) - LEFT
PLAYS = "plays"
"""The value of the choice that a player plays a round."""
AWAY_SCORES = {
    SitOutKind.MISSED: gettext_noop("away, {score} (R69)"),
    SitOutKind.STANDARD: gettext_noop("away, {score}, as their one sit-out (R51)"),
    SitOutKind.PAIRING_PROBLEM: gettext_noop("away, {score}, as their one sit-out, for a pairing problem (R52)"),
}
"""How a round is scored that a player will miss, the usual way first, for `gettext`."""


def _begin(_doing: Doing, begun: Round) -> None:
    """Turn the absences planned for a round that begins into sit-outs, within an act; of players who are not here, nothing counts."""
    away = PlannedAbsence.objects.filter(entry__event=begun.event, round_number=begun.number).exclude(
        kind=SitOutKind.OUT.value
    )
    for absence in away.filter(entry__status=Status.PRESENT.value).select_related("entry"):
        entry, kind = absence.entry, SitOutKind(absence.kind)
        entry.event = begun.event
        absence.delete()
        if kind.counts_as_sit_out and round_sat_out(entry) is not None:
            kind = SitOutKind.MISSED  # nobody sits out twice (R49)
        source, reason = SitOutSource.ABSENCE.value, "" if kind is SitOutKind.WAITS else line("sit-out.absence")
        SitOut.objects.create(round=begun, entry=entry, kind=kind.value, source=source, reason=reason)


def _plan_again(_doing: Doing, unpublished: Round) -> None:
    """Turn the sit-outs of planned absences into planned absences again, within the act that makes their round a draft."""
    rows = unpublished.sit_outs.filter(source=SitOutSource.ABSENCE.value).select_related("entry")
    for row in rows:
        row.entry.planned_absences.update_or_create(round_number=unpublished.number, defaults={"kind": row.kind})
    rows.delete()


def _sides(before: Figures, after: Figures) -> tuple[set[int], set[int]]:
    """Return the rounds that were planned to be missed before a change, and after it."""
    was, now = (
        {int(at) for row in side.get("entries", {}).values() for at in row.get("misses", {})}
        for side in (before, after)
    )
    return was, now


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


@act(Act.PLAN_ABSENCE, Part.ENTRIES, may=BY_DESK, sentence=_sentence, rows=("PlannedAbsence",), not_undone=_has_begun)
def plan_absence(doing: Doing, number: int, planned: Mapping[int, SitOutKind], reason: str = "") -> Entry:
    """Store in which rounds to come the player with that number will be away, each with its score, in place of those planned before.

    Return the entry. Raises RefusedError for a round that has begun, for the last round, and for a second sit-out (R49); UnchangedError
    where all of it is planned already.
    """
    doing.about(entries=[number], reason=reason)
    (entry,) = entries_in(doing.event, [number], MAY_BE_AWAY)
    record, player = record_of(doing.event), PlayerId(number)
    before = planned_of(record, player)
    if planned == before:
        raise UnchangedError
    if wrong := _reason_not_to_plan(record, player, planned):
        raise RefusedError(wrong)
    planned_before = entry.planned_absences.filter(round_number__gte=record.next_round)
    planned_before.exclude(kind__in=DECIDED_BY_RESULTS).delete()
    PlannedAbsence.objects.bulk_create(
        PlannedAbsence(entry=entry, round_number=at, kind=kind.value) for at, kind in sorted(planned.items())
    )
    doing.before, doing.after = (
        of_entries({number: {"misses": {str(at): kind.value for at, kind in sorted(side.items())}}})
        for side in (before, planned)
    )
    return entry


def _reason_not_to_plan(record: EventRecord, player: PlayerId, planned: Mapping[int, SitOutKind]) -> str:
    """Return why a player cannot be away in these rounds, each scored so; empty where that is possible.

    Rounds that were planned before may stay, whatever has become of them.
    """
    for number in sorted(planned):
        row = record.absence(player, number)
        if row is not None and row.kind in DECIDED_BY_RESULTS:
            return _(
                "{player} does not play in {round} anyway.",
                player=record.name_of(player),
                round=name_of_round(record, number),
            )
        if row is None and (wrong := reason_not_to_miss_round(record, number)):
            return wrong
    counting = [number for number, kind in planned.items() if kind.counts_as_sit_out]
    if len(counting) > 1:
        return _("Only one of these rounds can count as the player's sit-out (R49); score the others as not played.")
    others = {number: tuple(row for row in rows if row.player != player) for number, rows in record.absences.items()}
    without = replace(record, absences=others)
    return next(filter(None, (reason_not_to_sit_out(without, number, player) for number in counting)), "")


def if_away(record: EventRecord, entry: EntryRecord, planned: Mapping[int, SitOutKind]) -> tuple[str, ...]:
    """Return the consequences if a player will be away in these rounds, each scored so (R69)."""
    numbers = sorted(planned)
    if not numbers:
        return ()
    scores = {decimals(record.format.score_of(kind), 3) for kind in planned.values()}
    lines = [
        ngettext(
            "{player} stays in the event but will not be drawn in {rounds}.",
            "{player} stays in the event but will not be drawn in rounds {rounds}.",
            len(numbers),
            player=entry.name,
            rounds=name_of_round(record, numbers[0]) if len(numbers) == 1 else listed(numbers),
        ),
        ngettext(
            "The round scores {scores} (R69).",
            "Each of these rounds scores {scores} (R69).",
            len(numbers),
            scores=listed(sorted(scores)),
        ),
    ]
    if record.next_round in planned:
        lines += next_draw(record, entry, -1)
    return tuple(lines)


def _choices(record: EventRecord, entry: EntryRecord) -> list[dict[str, Any]]:
    """Return for each round to come what can be chosen for a player; empty where no absence can be planned, or none is needed (R70)."""
    if entry.status not in MAY_BE_AWAY or entry.player in record.fill_ins:
        return []
    planned = planned_of(record, entry.player)
    found = []
    decided = {at for at, rows in record.absences.items() if entry.player in {row.player for row in rows}} - set(
        planned
    )
    for number in sorted({*rounds_to_miss(record), *planned} - decided):
        scores = [
            (kind.value, _(words, score=thousandths(record.format.score_of(kind))))
            for kind, words in AWAY_SCORES.items()
            if planned.get(number) is kind  # what was planned before version 3.7 may be the score of a pairing problem
            or (
                not (kind.counts_as_sit_out and reason_not_to_sit_out(record, number, entry.player))
                and kind in record.format.offered(MISSED_KINDS)
            )
        ]
        chosen = planned[number].value if number in planned else PLAYS
        offers = [(PLAYS, _("plays")), *scores]
        found.append({"number": number, "title": title_of_round(record, number), "offers": offers, "chosen": chosen})
    return found


def _of_player(context: Mapping[Any, Any]) -> dict[str, Any]:
    """Return what a player's page shows of absences: the choices, and the round being played, in which only a no-show is marked."""
    record = context["event"]
    playing = next((row.number for row in record.begun_rounds if not row.is_closed), None)
    return {"absences": _choices(record, context["entry"]), "playing": playing}


def _of_draw(context: Mapping[Any, Any]) -> dict[str, Any]:
    """Return who of those who are here will be away in the round of the page, each with the score of the round in words."""
    record = context["event"]
    rows = record.absences.get(context["number"], ())
    away = [(record.entry(row.player), row.kind) for row in rows if row.kind not in DECIDED_BY_RESULTS]
    scores = ((entry, thousandths(record.format.score_of(kind))) for entry, kind in away if entry.is_active)
    return {"away": list(scores)}


def _store_absences(desk: Desk, player: PlayerId, planned: Mapping[int, SitOutKind], to: str) -> HttpResponse:
    """Store the planned absences of a player in place of those before, tell what follows, and redirect to ``to``."""
    before = planned_of(desk.record, player)
    new = {number: kind for number, kind in planned.items() if before.get(number) is not kind}
    follows = if_away(desk.record, desk.entry(player), new)
    plan_absence(desk.event, desk.actor, player, planned)
    return desk.done(" ".join(follows), to) if follows else desk.did(to)


def _press(desk: Desk, pressed: str, *, is_away: bool) -> tuple[PlayerId, HttpResponse]:
    """Plan that a player misses a round, scored as not played, or plays it after all, as pressed at check-in ("7:3").

    Return who, and the answer; raises RefusedError where the round cannot be missed.
    """
    record = desk.record
    player, number = (whole_number(part) for part in (*pressed.split(":"), "")[:2])
    if player not in record.people:
        raise RefusedError(_("There is no entry {number}; reload the page.", number=player))
    who = PlayerId(player)
    planned = planned_of(record, who)
    if not is_away:
        planned.pop(number, None)
    elif number in planned:
        title = name_of_round(record, number)
        raise RefusedError(_("{player} is already down as away in {round}.", player=record.name_of(who), round=title))
    elif wrong := reason_not_to_miss_round(record, number):
        raise RefusedError(wrong)
    else:
        planned[number] = SitOutKind.MISSED
    desk.is_compared()
    return who, _store_absences(desk, who, planned, f"{desk.request.path}#entry-{player}")


@looks_again
@desk_act
def plan(desk: Desk, number: int) -> HttpResponse:
    """Plan which rounds to come a player will miss, from the entry's page: a field ``round-3`` for each round."""
    desk.entry(number)
    entry_page, planned = desk.address("desk_entry", number), planned_of(desk.record, PlayerId(number))
    try:
        for name in desk.request.POST:
            at = whole_number(name.removeprefix("round-")) if name.startswith("round-") else 0
            choice = desk.typed(name)
            if not at or _is_left_alone(desk, number, at, choice):
                continue
            if choice == PLAYS:
                planned.pop(at, None)
            elif choice in MISSED_KINDS:
                planned[at] = SitOutKind(choice)
        desk.is_compared()
        return _store_absences(desk, PlayerId(number), planned, entry_page)
    except RefusedError as refusal:
        return desk.refused(str(refusal), entry_page)


def _is_left_alone(desk: Desk, number: int, at: int, choice: str) -> bool:
    """Return whether the choice for round ``at`` is as the page showed it; a field without what it showed is not compared.

    Raises StaleError where another desk has changed it to something else since.
    """
    shown, kind = desk.request.POST.get(f"was-{at}"), planned_of(desk.record, PlayerId(number)).get(at)
    now = kind.value if kind else PLAYS
    if shown is not None and shown != now and choice not in (shown, now):
        raise StaleError
    return choice == shown


SLICE = Slice(
    "absences",
    pages=(path("entries/<int:number>/absence/", plan, name="desk_absence"),),
    opened_by={"desk_absence": for_acts(Act.PLAN_ABSENCE)},
    marks={
        "entry.attendance": Mark("director/entries/_absences_of_player.html", _of_player),
        "check-in.acts": Mark(
            "director/entries/_absence_at_check_in.html",
            lambda context: {"miss": next(iter(rounds_to_miss(context["event"])), None)},
        ),
        "draw": Mark("director/rounds/_away.html", _of_draw),
    },
    pressed={
        "away": lambda desk, pressed: _press(desk, pressed, is_away=True),
        "plays": lambda desk, pressed: _press(desk, pressed, is_away=False),
    },
    within={Act.PUBLISH_ROUND: _begin, Act.WITHDRAW_ROUND: _plan_again},
)
