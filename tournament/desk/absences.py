"""Planned absences (R69), from the entry's page and from check-in; and who only completes tables (R70).

Somebody else plays on in a player's place, and that taken back (R71).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpResponse

from tournament.day.leaving import if_away, reason_not_to_miss_round, rounds_to_miss
from tournament.desk.acting import looks_again
from tournament.desk.desk import Desk, desk_act, desk_confirmation
from tournament.desk.people import doubts_about
from tournament.desk.results.forms import TakeOverForm
from tournament.draw.seating import name_of_round, title_of_round
from tournament.draw.sitouts import reason_not_to_sit_out
from tournament.record.event import EntryRecord, EventRecord
from tournament.record.settings import ScoreOwner
from tournament.record.vocabulary import MISSED_KINDS, PlayerId, SitOutKind
from tournament.services import absences as acts
from tournament.services.absences import MAY_BE_AWAY, plan_absence, planned_of, set_fill_in
from tournament.services.changes import RefusedError, StaleError
from tournament.tellings.words import thousandths
from wording import gettext as _
from wording import gettext_noop, ngettext
from wording.digits import whole_number
from wording.figures import listed

PLAYS = "plays"
"""The value of the choice that a player plays a round."""
AWAY_SCORES = {
    SitOutKind.MISSED: gettext_noop("away, {score} (R69)"),
    SitOutKind.STANDARD: gettext_noop("away, {score}, as their one sit-out (R51)"),
    SitOutKind.PAIRING_PROBLEM: gettext_noop("away, {score}, as their one sit-out, for a pairing problem (R52)"),
}
"""How a round is scored that a player will miss, the usual way first, for `gettext`."""


def absence_choices(record: EventRecord, entry: EntryRecord) -> list[dict[str, Any]]:
    """Return for each round to come what can be chosen for a player; empty where no absence can be planned, or none is needed (R70)."""
    if entry.status not in MAY_BE_AWAY or entry.player in record.fill_ins:
        return []
    planned = planned_of(record, entry.player)
    found = []
    for number in sorted({*rounds_to_miss(record), *planned}):
        scores = [
            (kind.value, _(words, score=thousandths(record.ruleset.score_of(kind))))
            for kind, words in AWAY_SCORES.items()
            if planned.get(number) is kind  # what was planned before version 3.7 may be the score of a pairing problem
            or (
                not (kind.counts_as_sit_out and reason_not_to_sit_out(record, number, entry.player))
                and kind in MISSED_KINDS
            )
        ]
        chosen = planned[number].value if number in planned else PLAYS
        offers = [(PLAYS, _("plays")), *scores]
        found.append({"number": number, "title": title_of_round(record, number), "offers": offers, "chosen": chosen})
    return found


def away_words(record: EventRecord, player: PlayerId) -> str:
    """Return in which rounds a player will be away: "away in round 3", "away in rounds 2 and 3"; empty for none."""
    numbers = list(planned_of(record, player))
    if not numbers:
        return ""
    return ngettext(
        "away in {rounds}",
        "away in rounds {rounds}",
        len(numbers),
        rounds=name_of_round(record, numbers[0]) if len(numbers) == 1 else listed(numbers),
    )


def away_in(record: EventRecord, number: int) -> list[tuple[EntryRecord, str]]:
    """Return who of those who are here will be away in a round that has not begun, each with the score of the round in words."""
    return [
        (record.entry(row.player), thousandths(record.ruleset.score_of(row.kind)))
        for row in record.absences.get(number, ())
        if record.entry(row.player).is_active
    ]


def _store_absences(desk: Desk, player: PlayerId, planned: Mapping[int, SitOutKind], to: str) -> HttpResponse:
    """Store the planned absences of a player in place of those before, tell what follows, and redirect to ``to``."""
    before = planned_of(desk.record, player)
    new = {number: kind for number, kind in planned.items() if before.get(number) is not kind}
    follows = if_away(desk.record, desk.entry(player), new)
    plan_absence(desk.event, desk.actor, player, planned)
    return desk.done(" ".join(follows), to) if follows else desk.did(to)


def with_round(record: EventRecord, player: PlayerId, number: int) -> dict[int, SitOutKind]:
    """Return the planned absences of a player with one more round, scored as not played; raises RefusedError where that cannot be."""
    planned = planned_of(record, player)
    if number in planned:
        raise RefusedError(
            _(
                "{player} is already down as away in {round}.",
                player=record.name_of(player),
                round=name_of_round(record, number),
            )
        )
    if wrong := reason_not_to_miss_round(record, number):
        raise RefusedError(wrong)
    return {**planned, number: SitOutKind.MISSED}


def without_round(record: EventRecord, player: PlayerId, number: int) -> dict[int, SitOutKind]:
    """Return the planned absences of a player without one round."""
    return {at: kind for at, kind in planned_of(record, player).items() if at != number}


def press(desk: Desk, pressed: str, *, is_away: bool) -> tuple[PlayerId, HttpResponse]:
    """Plan that a player misses a round, or plays it after all, as pressed at check-in ("7:3"); return who, and the answer."""
    player, number = (whole_number(part) for part in (*pressed.split(":"), "")[:2])
    if player not in desk.record.people:
        raise RefusedError(_("There is no entry {number}; reload the page.", number=player))
    who, change = PlayerId(player), with_round if is_away else without_round
    planned = change(desk.record, who, number)
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


@looks_again
@desk_act
def fill_in(desk: Desk, number: int) -> HttpResponse:
    """Make an entry one that only completes tables, or one that is ranked like everybody, as the pressed button says (R70)."""
    desk.entry(number)
    entry_page = desk.address("desk_entry", number)
    is_fill_in = desk.request.POST.get("fills") == "yes"
    desk.is_compared()
    return desk.act(
        lambda: set_fill_in(desk.event, desk.actor, number, is_fill_in=is_fill_in),
        entry_page,
    )


def _is_left_alone(desk: Desk, number: int, at: int, choice: str) -> bool:
    """Return whether the choice for round ``at`` is as the page showed it; a field without what it showed is not compared.

    Raises StaleError where another desk has changed it to something else since.
    """
    shown, kind = desk.request.POST.get(f"was-{at}"), planned_of(desk.record, PlayerId(number)).get(at)
    now = kind.value if kind else PLAYS
    if shown is not None and shown != now and choice not in (shown, now):
        raise StaleError
    return choice == shown


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
