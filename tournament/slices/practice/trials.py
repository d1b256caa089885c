"""What can be tried at once on a new installation and in the demo: practice events that stand where the trial begins.

Much goes wrong in their first rounds, as on a real day: a player is late, two sit down in each other's seats, a table ties for first, a
result is disputed with a log.
"""

from __future__ import annotations

import random
from enum import StrEnum

from django.contrib.auth.models import User
from django.db import transaction

from tournament.access import events_to_direct
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.acts import DIRECTORS
from tournament.record.event import EventRecord, RoundRecord, TableRecord
from tournament.record.vocabulary import Dollars, RoundState, SeatSource, SitOutKind
from tournament.services.attendance import check_in
from tournament.services.changes import By, RefusedError, actor_of
from tournament.services.gamelogs import attach_log, open_dispute
from tournament.services.results.reports import record_results
from tournament.services.rounds import close_round, publish_round
from tournament.services.seats import set_starting_tiles, swap_players
from tournament.slices.practice.demo import SCRIPTS
from tournament.slices.practice.playing import (
    draft_next,
    fill_tiles,
    make_practice_event,
    plausible_cash,
    report_plausibly,
    table_with_cash,
)
from wording import gettext as _

DISPUTED_LOG = SCRIPTS / "second-holder-underpaid.acq"
LOG_NAMES = ("Ann", "Ben", "Cai", "Dot")
LOG_TILES = ("2H", "4D", "8G", "9D")
LOG_CASH: tuple[Dollars, ...] = (23_600, 18_000, 37_100, 37_300)
"""What belongs to that log, of a game of four in which a bonus was paid short: players, starting tiles, and cash on the slip.

Tiles and cash are in turn order.
"""

LATE_ROUND, DISPUTED_ROUND = 1, 2
"""The round with a late player, wrong seats and a tie; the round with a disputed result."""


def play_to_second_round(event: Event, user: User, rng: random.Random) -> None:
    """Play round 1 of a new practice event, and draw and publish round 2."""
    coming = [entry.player for entry in record_of(event).entries]
    check_in(event, user, coming[:-1])
    _publish_next(event, user, rng)
    first, second = (table.seats[0].player for table in record_of(event).round(LATE_ROUND).tables[:2])
    swap_players(event, user, LATE_ROUND, first, second)
    _report(event, user, rng, LATE_ROUND)
    close_round(event, user, LATE_ROUND)
    check_in(event, user, coming[-1:], SitOutKind.MISSED)
    _publish_next(event, user, rng)


def play_to_dispute(event: Event, user: User, rng: random.Random) -> None:
    """Play a new practice event until a result of round 2 is disputed, with a game log."""
    play_to_second_round(event, user, rng)
    _report(event, user, rng, DISPUTED_ROUND)
    _dispute(event, user)


def _publish_next(event: Event, user: User, rng: random.Random) -> None:
    """Draw the next round and publish it."""
    publish_round(event, user, draft_next(event, user, rng).number)


@transaction.atomic
def _report(event: Event, user: User, rng: random.Random, number: int) -> None:
    """Store starting tiles and a plausible result for every table.

    In `LATE_ROUND` table 1 has a tie for first; in `DISPUTED_ROUND` a table of four gets the slip that the log contradicts.
    """
    round_ = record_of(event).round(number)
    disputed = _of_four(round_) if number == DISPUTED_ROUND else None
    if round_.seat_source is SeatSource.TILES:
        if disputed is not None:
            seats = (seat.player for seat in disputed.seats)
            set_starting_tiles(event, user, number, {disputed.number: dict(zip(seats, LOG_TILES, strict=True))})
        fill_tiles(event, user, number, rng)
    figures = []
    for table in round_.tables:
        cash = plausible_cash(table.size, rng)
        if number == LATE_ROUND and table.number == 1:
            cash = _amounts_tied(cash)
        figures.append(table_with_cash(table, LOG_CASH if table == disputed else cash))
    for refusal in record_results(event, user, number, figures).values():
        raise refusal


def _of_four(round_: RoundRecord) -> TableRecord:
    """Return the first table of four."""
    return next(table for table in round_.tables if table.size == len(LOG_CASH))


def _amounts_tied(cash: tuple[Dollars, ...]) -> tuple[Dollars, ...]:
    """Return the same amounts with the second as high as the first, so that two players share first place."""
    best, _, *others = sorted(cash, reverse=True)
    return (best, best, *others)


@transaction.atomic
def _dispute(event: Event, user: User) -> None:
    """Open a dispute, with the log, at the table with the log's slip."""
    record = record_of(event)
    table = _of_four(record.round(DISPUTED_ROUND))
    log = attach_log(event, user, DISPUTED_ROUND, table.number, _log_of(table, record), _("The scribe's sheet"))
    open_dispute(event, user, DISPUTED_ROUND, table.number, _("The bonus for Worldwide: was it 1,000 short?"), log)


def _log_of(table: TableRecord, record: EventRecord) -> str:
    """Return the log's text with the names of this table's players."""
    text = DISPUTED_LOG.read_text(encoding="utf-8")
    called = zip(LOG_NAMES, table.seats, strict=True)
    header = ", ".join(f"{name}={record.entry(seat.player).as_entered}" for name, seat in called)
    return text.replace(", ".join(LOG_NAMES), header, 1)


PLAYERS = 22
ROUNDS = 4
RUNNING_ROUND = 2
REPORTED = 4
"""How many of the six tables of the running round have reported."""


class Trial(StrEnum):
    """What is tried: to direct a round that is being played, to be a player on a phone, or to settle a dispute from a log."""

    DIRECT = "direct"
    PLAY = "play"
    RULE = "rule"


def event_to_try(by: By, trial: Trial, rng: random.Random) -> Event:
    """Return a practice event that stands where a trial begins: one that the director has, else a new one, which takes some seconds."""
    user = actor_of(by).user
    if user is None:
        raise RefusedError(_("Log in first: a practice event needs a director."))
    for event in events_to_direct(user, DIRECTORS).filter(is_practice=True, is_put_away=False).order_by("-pk"):
        if _is_at_start(record_of(event), trial):
            return event
    if trial is Trial.RULE:
        event = make_practice_event(user, _("Practice: a dispute"), PLAYERS, ROUNDS)
        play_to_dispute(event, user, rng)
    else:
        event = make_practice_event(user, _("Practice: a round being played"), PLAYERS, ROUNDS, players_report=True)
        play_to_second_round(event, user, rng)
        _report_some(event, user, rng)
    return Event.objects.get(pk=event.pk)


def table_to_report(record: EventRecord) -> tuple[int, TableRecord]:
    """Return a table that is still playing, with its round; RefusedError where every table has reported."""
    for round_ in record.rounds:
        for table in _tables_in_play(round_):
            return round_.number, table
    raise RefusedError(_("Every table has already reported. Draw the next round first."))


def _is_at_start(record: EventRecord, trial: Trial) -> bool:
    """Return whether an event stands where the trial begins."""
    if trial is Trial.RULE:
        return any(dispute.log is not None for dispute in record.open_disputes)
    return record.players_report and any(map(_tables_in_play, record.rounds))


def _tables_in_play(round_: RoundRecord) -> list[TableRecord]:
    """Return the tables of a round that are still playing; none of a round that is not public."""
    return [table for table in round_.tables if not table.has_result] if round_.state is RoundState.PUBLISHED else []


def _report_some(event: Event, by: By, rng: random.Random) -> None:
    """Report the first tables of the running round."""
    fill_tiles(event, by, RUNNING_ROUND, rng)
    tables = [table for table in record_of(event).round(RUNNING_ROUND).tables if table.number <= REPORTED]
    report_plausibly(event, by, RUNNING_ROUND, tables, rng)
