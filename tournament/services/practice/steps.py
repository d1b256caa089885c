"""The first rounds of a practice event, with much that goes wrong on a real day, for the trials.

A player is late, two sit down in each other's seats, a table ties for first, a result is disputed with a log.
"""

from __future__ import annotations

import random
from pathlib import Path

from django.contrib.auth.models import User
from django.db import transaction

from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.event import EventRecord, RoundRecord, TableRecord
from tournament.record.vocabulary import Dollars, SeatSource, SitOutKind
from tournament.services.disputes import open_dispute
from tournament.services.gamelogs import attach_log
from tournament.services.hall.seats import set_starting_tiles, swap_players
from tournament.services.people.attendance import check_in
from tournament.services.practice.rounds import counted, draft_next, fill_tiles, plausible_cash
from tournament.services.results.reports import record_results
from tournament.services.rounds import close_round, publish_round
from wording import gettext as _

DISPUTED_LOG = Path(__file__).parent / "scripts" / "second-holder-underpaid.acq"
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
            cash = _tied(cash)
        figures.append(counted(table, LOG_CASH if table == disputed else cash))
    for refusal in record_results(event, user, number, figures).values():
        raise refusal


def _of_four(round_: RoundRecord) -> TableRecord:
    """Return the first table of four."""
    return next(table for table in round_.tables if table.size == len(LOG_CASH))


def _tied(cash: tuple[Dollars, ...]) -> tuple[Dollars, ...]:
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
