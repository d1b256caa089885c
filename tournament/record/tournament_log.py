"""Tournament logs: whole tournaments as JSON, by the open format of another program for pods (GitHub: eVen-gits/EDH_matchmaker).

The format is its ``docs/tournament-log-spec.md``. A log is read into an archive (`record.archive`), which is restored like any other, and
written from an event whose tables have winners. The winner of a pod is typed as 1, and so are several who drew; all others are 0.

A log has no name of the tournament, and an event neither decks nor games lost by ruling beside a game that was played; those are left out.
Who has left is withdrawn, whatever the reason. A top cut is rounds that do not count, with byes who wait; it is left out where
the ranks of the other program do not follow from its rounds (`Log.is_cut_read`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import takewhile
from typing import Annotated, Any
from uuid import NAMESPACE_URL, UUID, uuid5

import msgspec
from msgspec.structs import replace

from tournament.record.acts import Act
from tournament.record.archive import EARLIER_FORMAT, NOT_ONE, USUAL, Bounds, EnvelopeError, json_of, pack, text_of
from tournament.record.event import EventRecord, RoundRecord, TableRecord
from tournament.record.formats import Format, Stage, Tables, Wins, shipped_format, written_format
from tournament.record.vocabulary import (
    LARGEST_TABLE,
    SMALLEST_TABLE,
    Key,
    PlayerId,
    ReportSource,
    RoundKind,
    RoundState,
    SeatsBy,
    SeatSource,
    SitOutKind,
    SitOutSource,
    Status,
    Who,
)
from wording import gettext as _
from wording import ngettext

ORDER = (Key.CUT, Key.TOTAL, Key.GAMES, Key.OPPONENTS_TOTALS, Key.BEATEN, Key.SEATS)
"""What players are compared by in the program whose format this is; it parts the rest by their random identifiers."""
CUTS = {4: (4,), 7: (7, 4), 10: (10, 4), 13: (13, 4), 16: (16, 4), 40: (40, 16, 4)}
"""How many players there are in the rounds of a cut to so many: those who wait, and the winners of tables of four."""
WAITS = {7: 3, 10: 2, 13: 1, 40: 8}
SCORING = "ScoringDefault"
DRAWN = "PairingRandom"
SEAT_UNIT = 10_000
"""The unit of `Format.seat_wins`: the file has fractions of 1."""
POINT = 1_000
"""A point in thousandths."""
Points = Annotated[int, msgspec.Meta(ge=0, le=1_000)]
Idle = tuple[SitOutKind, SitOutSource]
Rows = dict[str, list[dict[str, Any]]]
"""The rows of an archive by model."""


class Config(msgspec.Struct, kw_only=True):
    """The settings of a tournament, with the values that are written where an event has none; the points are whole."""

    pod_sizes: list[int]
    allow_bye: bool = True
    win_points: Points
    bye_points: Points
    draw_points: Points
    snake_pods: bool = False
    n_rounds: int
    max_byes: int = 1
    auto_export: bool = False
    standings_export: dict[str, Any] = msgspec.field(
        default_factory=lambda: {"fields": [0, 2, 4], "format": 0, "dir": "./logs/standings.txt"}
    )
    global_wr_seats: tuple[Annotated[float, msgspec.Meta(ge=0, le=1)], ...] = (0.2470, 0.1928, 0.1672, 0.1458)
    top_cut: int = 0
    scoring_logic: str = SCORING


class Player(msgspec.Struct):
    """A player of a tournament."""

    uid: UUID
    name: str
    decklist: str | None = None


class Pod(msgspec.Struct):
    """A table: its players in the order of seats, and the one who won, several who drew, or nobody while they play."""

    uid: UUID
    tour_round: UUID
    table: int
    cap: int
    result: list[UUID]
    players: list[UUID]


class Round(msgspec.Struct):
    """A round, counted from 0; ``stage`` is 0 before a top cut, then for how many players it is."""

    tour: UUID
    seq: int
    stage: int
    logic: str
    uid: UUID
    dropped: list[UUID]
    disabled: list[UUID]
    byes: list[UUID]
    game_loss: list[UUID]
    pods: list[Pod]

    def __post_init__(self) -> None:
        """Take away the byes that the other program gives at a cut to the best even if they have left."""
        gone = {*self.dropped} if self.stage else ()
        self.byes = [player for player in self.byes if player not in gone]

    @property
    def here(self) -> list[UUID]:
        """Those who have a bye, and those who play."""
        return [*self.byes, *(player for pod in self.pods for player in pod.players)]


class Log(msgspec.Struct, kw_only=True):
    """A whole tournament."""

    format_version: str = "1.0"
    generator: dict[str, str] = msgspec.field(default_factory=lambda: {"name": "Top Table"})
    created_at: datetime | None = None
    uid: UUID
    config: Config
    players: list[Player]
    rounds: list[Round]

    @property
    def is_cut_read(self) -> bool:
        """Whether a top cut follows the planned rounds, and nobody who won or drew in one of its rounds left in the same."""
        stages = [each.stage for each in self.rounds]
        planned = [*[0] * min(self.config.n_rounds, len(stages)), *self.cut]
        through = ({*pod.result}.isdisjoint(each.dropped) for each in self.rounds if each.stage for pod in each.pods)
        return stages == planned[: len(stages)] and all(through)

    @property
    def played(self) -> list[Round]:
        """The rounds that are read, without one that has no pods yet."""
        is_read = self.is_cut_read
        return [each for each in takewhile(lambda each: is_read or not each.stage, self.rounds) if each.pods]

    @property
    def cut(self) -> dict[int, Stage]:
        """The stages of a top cut by the number of players."""
        sizes = CUTS.get(next((each.stage for each in self.rounds if each.stage), self.config.top_cut), ())
        stage = Stage(rounds=1, how=RoundKind.SNAKE, who=Who.WINNERS, seats=SeatsBy.RANK, counts=False)
        cut = {size: replace(stage, waits=WAITS.get(size, 0)) for size in sizes}
        return cut | {size: replace(cut[size], who=Who.BEST, count=size) for size in sizes[:1]}


def is_log(content: bytes) -> bool:
    """Return whether a file may be a tournament log, and cannot be an archive."""
    return content.lstrip().startswith(b"{") and not EARLIER_FORMAT.match(content)


def read_log(content: bytes, bounds: Bounds = USUAL) -> Log:
    """Return the tournament of a file; raises EnvelopeError for a file that is none, or that no event can hold."""
    written = json_of(text_of(content, bounds))
    if not (isinstance(written, dict) and {"config", "players", "rounds"} <= set(written)):
        raise EnvelopeError(_(NOT_ONE))
    try:
        config = written["config"]  # later versions of the format have the points one level further in
        log = msgspec.convert({**written, "config": {**config, **config.get("scoring_params", {})}}, Log)
    except (msgspec.ValidationError, TypeError, AttributeError) as error:
        raise EnvelopeError(_("The tournament log is incomplete or damaged: {error}.", error=error)) from None
    for sentence in _faults(log):
        raise EnvelopeError(sentence)
    return log


def _faults(log: Log) -> Iterator[str]:
    """Yield why no event can hold a tournament."""
    if log.config.scoring_logic != SCORING:
        yield _(
            "The tournament is scored by “{name}”; only points for wins and draws can be read.",
            name=log.config.scoring_logic[:40],
        )
    known = {player.uid for player in log.players}
    if len(known) < len(log.players):
        yield _("The tournament log is incomplete or damaged: {error}.", error="uid")
    for number, round_ in enumerate(log.played, 1):
        if len({*round_.here}) < len(round_.here) or not {*round_.here, *round_.dropped, *round_.game_loss} <= known:
            yield _("In round {round} a player is unknown, or there twice.", round=number)
        if not all(pod.result for pod in round_.pods) and round_ is not log.played[-1]:
            yield _("Round {round} has a table without a result, though it is not the last round.", round=number)
        for table, pod in enumerate(round_.pods, 1):
            if not SMALLEST_TABLE <= len(pod.players) <= LARGEST_TABLE:
                yield ngettext(
                    "Table {table} of round {round} has {n} player; tables have {least} to {most}.",
                    "Table {table} of round {round} has {n} players; tables have {least} to {most}.",
                    len(pod.players),
                    table=table,
                    round=number,
                    least=SMALLEST_TABLE,
                    most=LARGEST_TABLE,
                )
            if not {*pod.result} <= {*pod.players} - {*round_.game_loss}:
                yield _(
                    "The result of table {table} of round {round} names a player who is not there or lost by a ruling.",
                    table=table,
                    round=number,
                )


def archive_of_log(content: bytes, bounds: Bounds = USUAL) -> bytes:
    """Return the archive of the event that a tournament log makes; raises EnvelopeError as `read_log` does."""
    log = read_log(content, bounds)
    form, when = format_of(log), log.created_at or datetime.now(UTC)
    moment = (when if when.tzinfo else when.replace(tzinfo=UTC)).isoformat()
    told, cut = _("Read from a tournament log."), sum(each.stage != 0 for each in log.rounds)
    if cut and not log.is_cut_read:
        told += " " + ngettext("Its top cut of {n} round was left out.", "Its top cut of {n} rounds was left out.", cut)
    event = {
        "slug": f"tournament-{str(log.uid)[:8]}",
        "name": f"{form.name}, {when.date()}",
        "date": when.date().isoformat(),
        "version": 1,
        "rounds_planned": max(log.config.n_rounds + len(form.rounds) - 1, len(log.played)),
        "format": written_format(form),
    }
    change = {"version": 1, "made_at": moment, "act": Act.CREATE_EVENT.value, "reason": told}
    return pack({"event": event, "rows": {**_rows(log, moment), "Change": [change], "FormerEntry": []}}, {}, "")


def format_of(log: Log) -> Format:
    """Return what a tournament plays by: Commander with its own points, sizes of pods, and what parts equals."""
    config = log.config
    sizes = {*config.pod_sizes, *(len(pod.players) for round_ in log.played for pod in round_.pods)}
    possible = [size for size in sizes if SMALLEST_TABLE <= size <= LARGEST_TABLE] or [4]
    wished = next((size for size in config.pod_sizes if size in possible), max(possible))
    form = shipped_format("commander")
    first = Stage(rounds=max(1, config.n_rounds), how=form.rounds[0].how)
    return Format(
        key="tournament-log",
        name=form.name,
        amount=form.amount,
        tables=Tables(least=min(possible), most=max(possible), wished=wished),
        game=(Wins(win=config.win_points * POINT, draw=config.draw_points * POINT, loss=0),),
        idle={SitOutKind.STANDARD: config.bye_points * POINT, SitOutKind.MISSED: 0},
        rounds=(first, *(log.cut.values() if log.is_cut_read else ())),
        parts=form.parts,
        order=ORDER,
        leavers_rank=True,
        cites=False,
        seat_wins=tuple(round(share * SEAT_UNIT) for share in config.global_wr_seats[:LARGEST_TABLE]),
    )


def _rows(log: Log, moment: str) -> Rows:
    """Return the rows of a tournament in an archive, where a row is named by its number from 1."""
    numbers = {player.uid: number for number, player in enumerate(log.players, 1)}
    here = [{*round_.here} for round_ in log.played]
    seen = {uid: [number for number, players in enumerate(here, 1) if uid in players] for uid in numbers}
    left = {uid for round_ in log.played[-1:] for uid in round_.dropped}
    made: Rows = defaultdict(list)
    made["Entry"] = [
        {
            "number": number,
            "name": " ".join(player.name.split()) or _("Player {number}", number=number),
            "status": (Status.WITHDRAWN if player.uid in left else Status.PRESENT).value,
            "first_round": min(seen[player.uid], default=len(log.played) + 1),
            "last_round": max(seen[player.uid], default=None) if player.uid in left else None,
        }
        for number, player in enumerate(log.players, 1)
    ]
    for number, round_ in enumerate(log.played, 1):
        kind = RoundKind.SNAKE if round_.stage else RoundKind.RANDOM if round_.logic == DRAWN else RoundKind.LEVELS
        state = RoundState.CLOSED if all(pod.result for pod in round_.pods) else RoundState.PUBLISHED
        of_round = {"seat_source": SeatSource.DRAWN.value, "published_at": moment}
        made["Round"].append(
            {"number": number, "kind": kind.value, "state": state.value, "top_table_wins": False, **of_round}
        )
        made["SitOut"] += [
            {"round": number, "entry": numbers[player], "kind": kind.value, "source": source.value}
            for player, (kind, source) in _idle(number, round_, seen, left).items()
        ]
        for table, pod in enumerate(round_.pods, 1):
            _add_table(made, {"round": number, "number": table}, pod, numbers, moment)
    return made


def _idle(number: int, round_: Round, seen: Mapping[UUID, Sequence[int]], left: Collection[UUID]) -> dict[UUID, Idle]:
    """Return why players, each seen in some rounds, have no table in one, and how that came about; nobody after leaving, or who is cut."""
    missed = {
        player: (SitOutKind.MISSED, SitOutSource.LATE_ENTRY if rounds and number < rounds[0] else SitOutSource.ABSENCE)
        for player, rounds in seen.items()
        if not (round_.stage or number in rounds or (player in left and number > max(rounds, default=0)))
    }
    bye = (SitOutKind.WAITS, SitOutSource.ABSENCE) if round_.stage else (SitOutKind.STANDARD, SitOutSource.DRAW)
    return missed | dict.fromkeys(round_.byes, bye)


def _add_table(made: Rows, row: dict[str, Any], pod: Pod, numbers: Mapping[UUID, int], moment: str) -> None:
    """Add a table with its seats, and with its official result where it has one."""
    table, report = len(made["Table"]) + 1, len(made["TableReport"]) + 1
    made["Table"].append({**row, "official": report if pod.result else None})
    made["Seat"] += [
        {"round": row["round"], "table": table, "entry": numbers[player], "position": position}
        for position, player in enumerate(pod.players, 1)
    ]
    if pod.result:
        moments = {"reported_at": moment, "official_at": moment, "official_version": 1}
        made["TableReport"].append({"table": table, "source": ReportSource.IMPORT.value, **moments})
        made["ReportedSeat"] += [
            {"report": report, "entry": numbers[player], "cash": int(player in pod.result)} for player in pod.players
        ]


def log_of(record: EventRecord) -> Log:
    """Return an event as a tournament log; raises EnvelopeError where its tables have no winner or its points are not whole."""
    form, tables = record.format, record.format.tables
    wins = form.step(Wins) if form.has(Wins) else Wins(win=1, draw=0, loss=0)
    points = [wins.win, wins.draw, form.score_of(form.sit_out_kind)]
    if wins.loss or any(score % POINT for score in points):
        raise EnvelopeError(_("Only an event with whole points for wins and draws can be written as a tournament log."))
    tour = uuid5(NAMESPACE_URL, f"{record.public_address or record.slug} {record.date}")
    stages = [record.stage_of(number) for number in range(1, record.rounds_planned + 1)]
    cut = [stage.count for stage in stages if stage.is_cut]
    sizes = CUTS[next((size for size in CUTS if size >= cut[0]), max(CUTS))] if cut else ()
    config = Config(
        pod_sizes=sorted(range(tables.least, tables.most + 1), key=lambda size: (size != tables.wished, -size)),
        win_points=points[0] // POINT,
        draw_points=points[1] // POINT,
        bye_points=points[2] // POINT,
        n_rounds=len(stages) - len(cut),
        top_cut=max(sizes, default=0),
    )
    plan = [*[0] * config.n_rounds, *sizes, *[min(CUTS)] * len(cut)]
    if form.seat_wins:
        config.global_wr_seats = tuple(count / SEAT_UNIT for count in form.seat_wins)
    return Log(
        created_at=datetime(record.date.year, record.date.month, record.date.day, tzinfo=UTC),
        uid=tour,
        config=config,
        players=[Player(_uid(tour, entry.player), entry.name) for entry in record.entries],
        rounds=[_round(tour, record, *each) for each in zip(record.begun_rounds, plan, strict=False)],
    )


def _uid(tour: UUID, *place: int) -> UUID:
    """Return the identifier of a player, or after 0 of a round or a table in it: the same whenever the event is written."""
    return uuid5(tour, "-".join(map(str, place)))


def _round(tour: UUID, record: EventRecord, round_: RoundRecord, stage: int) -> Round:
    """Return a round of an event, with its stage."""

    def uids(players: Iterable[PlayerId]) -> list[UUID]:
        return [_uid(tour, player) for player in players]

    uid = _uid(tour, 0, round_.number)
    made = Round(
        tour=tour,
        seq=round_.number - 1,
        stage=stage,
        logic=f"PairingTop{stage}" if stage else "PairingDefault" if round_.kind.rests_on_totals else DRAWN,
        uid=uid,
        dropped=[],
        disabled=[],
        byes=uids(row.player for row in round_.sit_outs if row.kind.counts_as_sit_out or row.kind is SitOutKind.WAITS),
        game_loss=[],
        pods=[
            Pod(
                uid=_uid(tour, 0, round_.number, table.number),
                tour_round=uid,
                table=table.number,
                cap=table.size,
                result=uids(_first_at(table, more_wins=record.format.amount.more_wins)),
                players=uids(seat.player for seat in table.seats),
            )
            for table in round_.tables
        ],
    )
    left = {_uid(tour, entry.player): record.left_after(entry.player) for entry in record.entries}
    made.dropped = [player for player, after in left.items() if after is not None and after <= round_.number]
    if stage:
        through = {*made.byes, *(player for pod in made.pods for player in pod.result)}
        made.dropped = [player for player in made.dropped if player not in through]
        made.disabled = [player for player in left if player not in {*made.here, *made.dropped}]
    return made


def _first_at(table: TableRecord, *, more_wins: bool) -> list[PlayerId]:
    """Return the players who are first at a table, all where equal shares were ruled; none without a result."""
    if not table.has_result:
        return []
    typed = {seat.player: 0 if table.equal_shares_ruling else seat.cash or 0 for seat in table.seats}
    best = max(typed.values()) if more_wins else min(typed.values())
    return [player for player, amount in typed.items() if amount == best]
