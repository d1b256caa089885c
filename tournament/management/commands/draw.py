"""`manage.py draw`: draw random rounds for numbered players, or for an event as it stands."""

from __future__ import annotations

import json
import secrets
from argparse import ArgumentTypeError
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
from django.core.management.base import CommandParser

from tournament.access.commands import SentenceCommand, add_format, need_events, refuse, whole_number
from tournament.draw.allocation import AllocationError, arrangements, free_arrangement, parse_sizes, random_rounds
from tournament.draw.forecast import planned_from
from tournament.draw.lines import named, said
from tournament.draw.pairings.planning import plan
from tournament.draw.pairings.report import PlannedDraw
from tournament.draw.pairings.request import Apart, DrawRequest, PairingError, RoundPlan, Table
from tournament.draw.sitouts import players_who_sat_out
from tournament.record.formats import MSO_ACQUIRE, Format, shipped_format
from tournament.record.vocabulary import PlayerId, Reading, RoundKind, SeatSource

LARGEST_SEED = 10**6


def group(text: str) -> tuple[PlayerId, ...]:
    """Parse players who are never to share a table, typed like "3,9"; raises ArgumentTypeError for fewer than two."""
    numbers = tuple(PlayerId(whole_number(part)) for part in text.split(","))
    if len(numbers) < 2:
        raise ArgumentTypeError(f'"{text}" names one player; enter two or more like 3,9')
    return numbers


@dataclass(frozen=True, slots=True)
class _Players:
    """The players of a draw, and what it has to take into account: numbered players, or those of an event.

    ``history`` holds the tables of each round played, ``planned`` those of rounds drawn but not begun, and ``players_who_sat_out`` the
    players who have sat out already.
    """

    players: tuple[PlayerId, ...]
    rounds_planned: int
    history: tuple[tuple[Table, ...], ...] = ()
    sat_out: tuple[PlayerId, ...] = ()
    apart: tuple[Apart, ...] = ()
    fixed_tables: tuple[tuple[PlayerId, int], ...] = ()
    rules: Format = MSO_ACQUIRE
    planned: tuple[tuple[Table, ...], ...] = ()
    names: dict[PlayerId, str] = field(default_factory=dict)


class Command(SentenceCommand):
    """``manage.py draw --players 17 [--format KEY] [--sizes 4,4,3,3,3] [--rounds 3] [--seed 7] [--json]``, or ``--event SLUG`` (R44)."""

    help = "Draw random rounds with as few repeats as possible."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the players, the sizes of tables, how many rounds to draw, and who is to be kept apart."""
        parser.add_argument("--players", type=whole_number, help="the number of players, numbered from 1")
        parser.add_argument("--event", metavar="SLUG", help="draw for an event, from its entries and rounds")
        add_format(parser, default=None)
        parser.add_argument("--sizes", help="table sizes like 4,4,3,3,3 (the sizes that the rules recommend)")
        parser.add_argument("--sit-outs", type=whole_number, help="how many sit out each round (0)")
        parser.add_argument("--rounds", type=whole_number, help="how many rounds to draw (all remaining random rounds)")
        parser.add_argument("--seed", type=whole_number, help="the seed of the draw (a random one)")
        parser.add_argument("--steps", type=whole_number, help="draw once more what was stopped after so many steps")
        parser.add_argument(
            "--reading", choices=[reading.value for reading in Reading], help="how to read the rule on opponents (R44)"
        )
        parser.add_argument(
            "--seats", choices=[SeatSource.TILES.value, SeatSource.CHART.value], default=SeatSource.TILES.value
        )
        parser.add_argument(
            "--apart",
            type=group,
            action="append",
            default=[],
            metavar="P,P",
            help="players who must not meet; may be repeated",
        )
        parser.add_argument("--history", metavar="FILE", help="rounds already played: JSON, a list of rounds of tables")
        parser.add_argument("--json", action="store_true", help="print JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        """Draw and print."""
        try:
            request = _request_of(options)
            draw = plan(request)
        except (PairingError, AllocationError) as refusal:
            refuse(refusal)
        if options["json"]:
            self.stdout.write(json.dumps(as_json(request, draw)))
            return
        self.stdout.write("\n".join(as_lines(request, draw)))


def _request_of(options: dict[str, Any]) -> DrawRequest:
    """The draw that the command's options ask for; raises CommandError where they do not fit together."""
    entered = _players_of(options)
    sizes, sit_outs = _sizes_of(options, len(entered.players), entered.rules)
    count = options["rounds"]
    if count is None:
        count = max(1, random_rounds(sizes, entered.rounds_planned, entered.rules, len(entered.history) + 1))
    elif count < 1:
        refuse(f"{count} rounds cannot be drawn; ask for at least 1.")
    for wish in options["apart"]:
        for player in wish:
            if player not in entered.players:
                refuse(f"Player {player} is to be kept apart but is not in the draw; name players of the draw.")
    seed = options["seed"]
    return DrawRequest(
        players=entered.players,
        rounds=(RoundPlan(sizes, sit_outs),) * min(count, 1000),
        history=entered.history,
        sat_out=entered.sat_out,
        apart=(*entered.apart, *(Apart(wish) for wish in options["apart"])),
        fixed_tables=entered.fixed_tables,
        reading=Reading(options["reading"] or entered.rules.rounds[0].reading),
        seat_source=SeatSource(options["seats"]),
        seed=secrets.randbelow(LARGEST_SEED) if seed is None else seed,
        steps=options["steps"],
        planned=entered.planned if options["seats"] == SeatSource.CHART.value else (),
        names=entered.names,
    )


def _sizes_of(options: dict[str, Any], players: int, rules: Format) -> tuple[tuple[int, ...], int]:
    """The sizes of the tables, and how many of the players sit out each round; raises CommandError."""
    sit_outs = options["sit_outs"]
    if options["sizes"] is None:
        if sit_outs:
            refuse(f"{sit_outs} sit out, but no table sizes are named; name them too, like --sizes 4,4,4.")
        first = arrangements(players, rules)[0]
        return first.sizes, first.sit_outs
    sizes = parse_sizes(options["sizes"])
    if sit_outs is None:
        return sizes, free_arrangement(sizes, players, rules).sit_outs
    return sizes, sit_outs


def _players_of(options: dict[str, Any]) -> _Players:
    """The players that the options name: those of an event, or numbered ones; raises CommandError."""
    slug, count = options["event"], options["players"]
    if (slug is None) == (count is None):
        refuse("Name either --players with their number or --event with its slug.")
    if slug is not None:
        if options["history"] is not None:
            refuse("An event has its own history; use --history only with --players.")
        if options["format"] is not None:
            refuse("An event has its own format; use --format only with --players.")
        return _players_of_event(slug)
    if not 1 <= count <= 5000:
        refuse(f"{count} players cannot be drawn; name 3 to 5,000.")
    players = tuple(PlayerId(number) for number in range(1, count + 1))
    history = () if options["history"] is None else read_history(Path(options["history"]))
    for player in (player for tables in history for table in tables for player in table):
        if not 1 <= player <= count:
            refuse(f"Player {player} of the history is not among {count} players; correct the file or the number.")
    # With one arrangement for all rounds, whoever is at no table of a round played sat out.
    absent = [player for tables in history for player in players if not any(player in table for table in tables)]
    rules = shipped_format(options["format"] or MSO_ACQUIRE.key)
    return _Players(players, rules.rounds_planned, history, sat_out=tuple(sorted(set(absent))), rules=rules)


def _players_of_event(slug: str) -> _Players:
    """The players of the event with this slug; raises CommandError where there is none, or fewer than 3 are checked in."""
    # Models are imported only here, so that numbered players can be drawn without a database.
    need_events()
    from tournament.models import Event
    from tournament.models.queries import read_event

    try:
        record = read_event(slug)
    except Event.DoesNotExist:
        refuse(f'There is no event "{slug}"; name one by the last part of its address.')
    if record.begun_rounds and record.stage_of(record.next_round).how is RoundKind.LEVELS:
        refuse(f"The rounds of {record.name} are drawn among players of equal total; draw the next one at the desk.")
    played = [row for row in record.begun_rounds if row.kind is RoundKind.RANDOM]
    if len(record.active) < 3:
        refuse(f"{record.name} has {len(record.active)} players checked in; check in at least 3.")
    return _Players(
        players=tuple(entry.player for entry in record.active),
        rounds_planned=record.rounds_planned,
        history=tuple(tuple(tuple(seat.player for seat in table.seats) for table in row.tables) for row in played),
        sat_out=tuple(sorted(players_who_sat_out(record))),
        apart=tuple(Apart(rule.players, rule.is_hard) for rule in record.all_aparts),
        fixed_tables=tuple(
            (entry.player, entry.fixed_table) for entry in record.entries if entry.fixed_table is not None
        ),
        rules=record.format,
        planned=planned_from(record, len(played) + 1),
        names={player: entry.name for player, entry in record.people.items()},
    )


def read_history(path: Path) -> tuple[tuple[Table, ...], ...]:
    """Read rounds already played from a JSON file: a list of rounds, each a list of tables of player numbers.

    Raises CommandError where the file is missing or holds anything else.
    """
    try:
        return msgspec.convert(msgspec.json.decode(path.read_bytes()), tuple[tuple[Table, ...], ...])
    except OSError as error:
        refuse(f"The history {path} cannot be read ({error.strerror}); name a file that can.")
    except msgspec.ValidationError:
        refuse(
            f"The history {path} is not a list of rounds of tables of player numbers; write it like [[[1,2,3],[4,5,6]]]."
        )
    except (ValueError, RecursionError):
        refuse(f"The history {path} is not JSON; write a list of rounds, each a list of tables like [[1,2,3],[4,5,6]].")


def as_json(request: DrawRequest, draw: PlannedDraw) -> dict[str, Any]:
    """A draw as plain values for JSON: the rounds, each a list of tables of players in seat order, and the figures of its report."""
    report = draw.report
    return {
        "seed": report.seed,
        "sizes": list(request.rounds[0].sizes),
        "reading": report.reading.value,
        "rounds": [[list(table) for table in drawn.tables] for drawn in draw.rounds],
        "sit_outs": [list(drawn.sit_outs) for drawn in draw.rounds],
        "repeats": report.repeats,
        "max_meetings": report.max_meetings,
        "minimum": report.minimum.value,
        "is_least": report.is_least,
        "proof": report.minimum.proof,
        "opponents": list(report.opponents),
        "seat_repeats": report.seat_repeats,
        "method": report.method,
        "fingerprint": report.fingerprint,
        "steps": report.steps,
    }


def as_lines(request: DrawRequest, draw: PlannedDraw) -> list[str]:
    """A draw as lines for a terminal: every table in one line, the reasons for it below, and the report at the end."""
    reasons = {(row.round, row.table): tuple(map(said, named(row.lines, request.names))) for row in draw.report.tables}
    lines = []
    for index, drawn in enumerate(draw.rounds):
        number = request.number_of(index)
        lines.append(f"Round {number}")
        for table, players in enumerate(drawn.tables, start=1):
            lines.append(f"  Table {table}: {', '.join(_name_or_number(request, player) for player in players)}")
            lines += [f"    {reason}" for reason in reasons[number, table]]
        if drawn.sit_outs:
            lines.append(f"  Sits out: {', '.join(_name_or_number(request, player) for player in drawn.sit_outs)}")
    return [*lines, *map(said, named(draw.report.stored_lines, request.names))]


def _name_or_number(request: DrawRequest, player: PlayerId) -> str:
    """The player's name, or the number where the player has none."""
    return request.names.get(player) or str(player)
