"""Practice events play themselves, the demo's days are played from scripts, and trials stand where something can be tried.

All of it is done by the acts that the pages use. Plausible cash: a table's total is near 150,000 whatever its size and a player's share
spreads by about 8,700 dollars, as in finished online games of four; amounts are hundreds. Much goes wrong in the first rounds of a trial,
as on a real day: a player is late, two sit down in each other's seats, a table ties for first, a result is disputed with a log.
"""

from __future__ import annotations

import json
import random
from collections import ChainMap
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from enum import StrEnum
from pathlib import Path
from typing import Any, Final

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from tournament.access import events_to_direct
from tournament.access.slices import slices
from tournament.day.lists.lines import LineState, RosterLine
from tournament.day.lists.rosters import read_roster
from tournament.draw.allocation import choices
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.acts import DIRECTORS
from tournament.record.event import EventRecord, RoundRecord, SeatRecord, TableRecord
from tournament.record.formats import Amount, Typed
from tournament.record.vocabulary import Dollars, PlayerId, RoundState, SeatSource, SitOutKind, Status
from tournament.services.attendance import check_in
from tournament.services.changes import Actor, By, actor_of, check_key
from tournament.services.changes.refusals import RefusedError
from tournament.services.draws import DrawOrder, with_plan
from tournament.services.entries import add_entries
from tournament.services.events import create_event, publish_final_list
from tournament.services.results.reports import record_results
from tournament.services.rounds import close_round, draft_round, publish_round
from tournament.services.seats import set_starting_tiles, swap_players
from wording import gettext as _


@transaction.atomic
def make_practice_event(by: By, name: str, players: int, rounds_planned: int, **more: Any) -> Event:
    """Make a hidden practice event with today's date and that many players entered, none of them checked in.

    ``more`` are further settings of the event, by the names of their columns.
    """
    settings = {
        "name": name,
        "date": timezone.localdate(),
        "rounds_planned": rounds_planned,
        "is_practice": True,
        **more,
    }
    event = create_event(by, settings)
    width = len(str(players))
    lines = [RosterLine(line, _("Player {number}", number=f"{line:0{width}}")) for line in range(1, players + 1)]
    add_entries(event, actor_of(by).user, lines)
    return event


COLUMNS: Final = range(1, 13)
ROWS: Final = "ABCDEFGHI"
TABLE_TOTAL: Final[Dollars] = 150_000
TOTAL_SPREAD: Final[Dollars] = 11_000
SHARE_SPREAD: Final[Dollars] = 8_700
LEAST_CASH: Final[Dollars] = 4_000
MOST: Final = 100


def play_round(event: Event, by: By, rng: random.Random) -> int:
    """Play the current or the next round to its end, and return its number.

    That takes several acts, of which the last one carries the one-use key of the form that asked for it. Raises RefusedError where all
    rounds are closed, and where a table has a report that is not official yet.
    """
    actor = actor_of(by)
    check_key(actor)
    by = Actor(actor.user, reason=actor.reason)
    record = record_of(event)
    current = next((round_ for round_ in record.rounds if not round_.is_closed), None)
    if current is None:
        current = draft_next(event, by, rng)
    if reported := [table.number for table in current.tables if table.has_reported and not table.has_result]:
        raise RefusedError(
            _(
                "Table {table} in round {round} has a report that is not official yet. Accept or correct it under “Results” first.",
                table=reported[0],
                round=current.number,
            )
        )
    if current.state is RoundState.DRAFT:
        publish_round(event, by, current.number)
    if current.seat_source is SeatSource.TILES:
        fill_tiles(event, by, current.number, rng)
    report_plausibly(event, by, current.number, [table for table in current.tables if not table.has_result], rng)
    close_round(event, actor, current.number)
    return current.number


def play_to_end(event: Event, by: By, rng: random.Random) -> int:
    """Play all rounds that are not closed, and return how many there were; raises RefusedError where there are none."""
    played = 0
    while len(record_of(event).closed_rounds) < event.rounds_planned:
        play_round(event, by, rng)
        played += 1
    if not played:
        raise RefusedError(_("All rounds of {event} are already closed.", event=event.name))
    return played


def report_plausibly(event: Event, by: By, number: int, tables: Sequence[TableRecord], rng: random.Random) -> None:
    """Report made-up results for these tables of round ``number``; raises what refuses one of them."""
    figures = [plausible_result(table, record_of(event).format.amount, rng) for table in tables]
    for refusal in record_results(event, by, number, figures).values() if figures else ():
        raise refusal


def table_with_cash(table: TableRecord, cash: Sequence[Dollars]) -> TableRecord:
    """Return a table with this final cash, in the order of its seats."""
    return TableRecord(
        table.number,
        tuple(SeatRecord(seat.player, cash=amount) for seat, amount in zip(table.seats, cash, strict=True)),
    )


def draw_tiles(table: TableRecord, rng: random.Random) -> dict[PlayerId, str]:
    """Return a different starting tile for each player of a table; tiles that are stored already stay (R4)."""
    taken = {seat.starting_tile for seat in table.seats}
    free = [f"{column}{row}" for column in COLUMNS for row in ROWS if f"{column}{row}" not in taken]
    rng.shuffle(free)
    return {seat.player: seat.starting_tile or free.pop() for seat in table.seats}


def plausible_result(table: TableRecord, amount: Amount, rng: random.Random) -> TableRecord:
    """Return a table with a made-up figure of every kind for each of its seats."""
    made: dict[str, Any] = {name: plausible_amounts(each, table.size, rng) for name, each in amount.figures.items()}
    lines = ({name: figures[at] for name, figures in made.items()} for at in range(table.size))
    seats = (SeatRecord(seat.player, **line) for seat, line in zip(table.seats, lines, strict=True))
    return TableRecord(table.number, tuple(seats))


def plausible_amounts(amount: Amount, size: int, rng: random.Random) -> tuple[int, ...]:
    """Return random amounts for each seat of a table of ``size``: places, one winner, or usual numbers, else possible ones."""
    if amount.is_money:
        return plausible_cash(size, rng)
    if amount.typed is Typed.NUMBER:
        low, high = amount.usual or (amount.least or 0, amount.most or MOST)
        return tuple(rng.randrange(low, high + 1, amount.step) for _ in range(size))
    places = rng.sample(range(1, size + 1), size)
    return tuple(places if amount.typed is Typed.PLACE else (int(place == 1) for place in places))


def plausible_cash(size: int, rng: random.Random) -> tuple[Dollars, ...]:
    """Return random final cash for each seat of a table of ``size``, in dollars, rounded to hundreds."""
    total = rng.gauss(TABLE_TOTAL, TOTAL_SPREAD)
    amounts = (rng.gauss(total / size, SHARE_SPREAD) for _ in range(size))
    return tuple(max(round(amount / 100) * 100, LEAST_CASH) for amount in amounts)


def draft_next(event: Event, by: By, rng: random.Random) -> RoundRecord:
    """Draw the next round in the first arrangement that the rules allow, and return the draft."""
    record = record_of(event)
    record = with_plan(record, record.next_round)
    choice = choices(len(record.active), record.rounds_planned, record.rules_of(record.next_round))[0]
    order = DrawOrder(choice.arrangement.sizes, rng.randrange(2**31), SeatSource(event.seat_source))
    made = draft_round(event, by, order)
    return record_of(event).round(made.number)


def fill_tiles(event: Event, by: By, number: int, rng: random.Random) -> None:
    """Draw and store the starting tiles that are missing in round ``number`` (R4)."""
    tiles = {
        table.number: draw_tiles(table, rng)
        for table in record_of(event).round(number).tables
        if not all(seat.starting_tile for seat in table.seats)
    }
    if tiles:
        set_starting_tiles(event, by, number, tiles)


Step = Mapping[str, Any]
"""A script, or one act of it with its parameters."""

SCRIPTS = Path(__file__).parent / "scripts"
"""The events and rosters of the demo, and the log of a game for a practice event; they are installed with the program."""


def load_events(actor: User) -> list[Event]:
    """Create every demo event that is missing, and return the new ones."""
    scripts = [json.loads(path.read_text(encoding="utf-8")) for path in sorted((SCRIPTS / "events").iterdir())]
    return [
        load_event(script, actor)
        for script in scripts
        if not Event.objects.filter(name=script["name"], date=script["date"]).exists()
    ]


def is_of_the_demo(event: Event) -> bool:
    """Return whether an event is one of those that the demo brings along."""
    scripts = (json.loads(path.read_text(encoding="utf-8")) for path in (SCRIPTS / "events").iterdir())
    return (event.name, event.date.isoformat()) in {(script["name"], script["date"]) for script in scripts}


@transaction.atomic
def load_event(script: Step, actor: User) -> Event:
    """Create the event of a script and do the script's acts in order."""
    settings = {"name": script["name"], "date": date.fromisoformat(script["date"]), "venue": script["place"]}
    event = create_event(actor, settings | {"is_shown": True})
    roster = read_roster((SCRIPTS / script["roster"]).read_text(encoding="utf-8"))
    add_entries(event, actor, [line for line in roster if line.state is LineState.NEW])
    for step in script["acts"]:
        _do(event, actor, step)
    event.refresh_from_db()
    return event


def _do(event: Event, actor: User, step: Step) -> None:
    """Do a step of a script; one of a slice that was taken away is left out."""
    acts = ChainMap(*(dict(each.plays) for each in slices(event.format)), dict(ACTS))
    if act := acts.get(step["act"]):
        act(event, actor, step)


def _check_in(event: Event, actor: User, step: Step) -> None:
    """Check in the players of the script's act."""
    missed = SitOutKind(step["missed"]) if "missed" in step else None
    check_in(event, actor, step["players"], missed)


def _enter(event: Event, actor: User, step: Step) -> None:
    """Enter a late player as present."""
    add_entries(event, actor, read_roster(step["line"]), Status.PRESENT, SitOutKind(step["missed"]))


def _draw(event: Event, actor: User, step: Step) -> None:
    """Draw the next round, publish it and draw its starting tiles."""
    order = DrawOrder(tuple(step["sizes"]), step["seed"], SeatSource.TILES)
    number = draft_round(event, actor, order).number
    publish_round(event, actor, number)
    rng = random.Random(step["seed"])
    tables = record_of(event).round(number).tables
    set_starting_tiles(event, actor, number, {table.number: draw_tiles(table, rng) for table in tables})


def _results(event: Event, actor: User, step: Step) -> None:
    """Record the results of the round being played, with the script's cash by table number."""
    current = next(round_ for round_ in record_of(event).rounds if round_.state is RoundState.PUBLISHED)
    reported = [
        table_with_cash(table, cash) for table in current.tables if (cash := step["cash"].get(str(table.number)))
    ]
    for refusal in record_results(event, actor, current.number, reported).values():
        raise refusal


ACTS: Mapping[str, Callable[[Event, User, Step], object]] = {
    "check-in": _check_in,
    "enter": _enter,
    "draw": _draw,
    "results": _results,
    "close": lambda event, actor, step: close_round(event, actor, step["round"]),
    "publish-final": lambda event, actor, _step: publish_final_list(event, actor),
}
"""What a step of a script does, by its name; slices add theirs."""


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
            best, _second, *others = sorted(cash, reverse=True)
            cash = (best, best, *others)
        figures.append(table_with_cash(table, LOG_CASH if table == disputed else cash))
    for refusal in record_results(event, user, number, figures).values():
        raise refusal


def _of_four(round_: RoundRecord) -> TableRecord:
    """Return the first table of four."""
    return next(table for table in round_.tables if table.size == len(LOG_CASH))


@transaction.atomic
def _dispute(event: Event, user: User) -> None:
    """Open a dispute, with the log, at the table with the log's slip."""
    record = record_of(event)
    table = _of_four(record.round(DISPUTED_ROUND))
    step = {"act": "dispute", "round": DISPUTED_ROUND, "table": table.number, "log": _log_of(table, record)}
    words = {"title": _("The scribe's sheet"), "question": _("The bonus for Worldwide: was it 1,000 short?")}
    _do(event, user, step | words)


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
        fill_tiles(event, user, RUNNING_ROUND, rng)
        tables = record_of(event).round(RUNNING_ROUND).tables
        report_plausibly(event, user, RUNNING_ROUND, [table for table in tables if table.number <= REPORTED], rng)
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
