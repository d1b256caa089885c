"""A whole series: start its bots, let them play game after game, and return the rows of its table.

One game of a series: its bag, its seats, the follower that is told of it, and how it is played to its end.
"""

from __future__ import annotations

import time
from asyncio import AbstractEventLoop
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final

from games.acquire.board import TILES
from games.acquire.editions.values import edition_named
from games.acquire.logs.writer import write_text
from games.acquire.play.devices.deeds import Holdings, Terms
from games.acquire.play.devices.session import Chooser, Session, log_of, open_session, settle
from games.acquire.record import Header, Player
from games.acquire.rules.game import outcome
from games.running import raise_if_interrupted
from games.series.bots import Limits, OwnBot, RunningGame, SeriesBot, SeriesError, SeriesSeat, loop_of_programs
from games.series.programs import Program
from games.series.table import BotRow, Conduct, add_game
from games.series.tracing import Trace

if TYPE_CHECKING:
    from games.opponents.players import GamePlayer


class Bag:
    """A bag whose seed fixes the order in which tiles are drawn, whoever draws them, so that it can be played again. It is a `Chooser`."""

    def __init__(self, seed: str) -> None:
        self._random = Random(seed)
        self._places = [self._random.random() for _ in range(TILES)]
        self._drawn = 0.0

    def __call__(self, tiles: Sequence[int]) -> int:
        """Choose the next tile to be drawn among those that are left."""
        for tile in tiles:
            if (
                self._places[tile] <= self._drawn
            ):  # it was put back into the bag, so it gets a new place among those that are left
                self._places[tile] = self._drawn + (1 - self._drawn) * self._random.random()
        tile = min(tiles, key=self._places.__getitem__)
        self._drawn = self._places[tile]
        return tile


@dataclass(frozen=True, slots=True)
class PlannedGame:
    """One game of a series: its number, counted from 1; ``bots`` has the index of the bot at each seat."""

    number: int
    bots: tuple[int, ...]


def planned_games(games: int, seats: int) -> Iterator[PlannedGame]:
    """Plan the games of a series: from one to the next all bots move one seat further."""
    for number in range(games):
        yield PlannedGame(number + 1, tuple([(seat + number) % seats for seat in range(seats)]))


class StopError(Exception):
    """Ends a series before its last game; games played so far count. The text says why; it is empty if a user ended the series."""


class Follower:
    """Is told how a series goes, and may change it. This class does nothing; methods of subclasses may wait, or raise `StopError`."""

    def begin(self, rows: Sequence[BotRow]) -> None:
        """Take the rows of the table, whose figures change with every game; called before the first game."""

    def wait_for_programs(self, names: Sequence[str]) -> bool:
        """Take the names of the programs that have not joined, at last none; return whether to begin without them."""
        return False

    def open(self, planned: PlannedGame, terms: Terms, bag: Chooser) -> Session:
        """Begin a game whose tiles are drawn by ``bag``, and return its session."""
        return settle(open_session(terms), 0, bag)[0]

    def ready(self, session: Session) -> Session:
        """Return the session in which the next decision is made, which may have more acts than the given one (called before each)."""
        return session

    def done(self, before: Session, session: Session) -> None:
        """Take the session after a decision, and the one before it."""

    def ended(self, planned: PlannedGame, session: Session) -> None:
        """Take a game that is over, after it was added to the rows of the table."""


_LONGEST_NAME: Final = 60


def terms_of(edition: str, names: Sequence[str], code: str) -> Terms:
    """Return the terms of a game of a series: players P1, P2 and so on by seat, open holdings, and no clock."""
    players = tuple([Player(f"P{place + 1}", _printable_name(name)) for place, name in enumerate(names)])
    return Terms(Header(edition, players), None, Holdings.OPEN, code, lists_legal=True)


def _printable_name(name: str) -> str:
    """A name as the header of a log can hold it: shortened, and with "?" for unprintable characters."""
    return "".join([letter if letter.isprintable() else "?" for letter in name[:_LONGEST_NAME]])


def play_game(
    terms: Terms,
    seats: tuple[SeriesSeat, ...],
    *,
    seed: str,
    trace: Trace,
    planned: PlannedGame = PlannedGame(1, ()),
    follower: Follower | None = None,
) -> Session:
    """Play a game to its end and return its session.

    ``seed`` fixes its bag, and with the number of the game the random acts for bots that are out of time.

    Raises:
        StopError: if the follower ends it.
    """
    follower, bag = follower or Follower(), Bag(f"{seed} bag")
    session = follower.open(planned, terms, bag)
    running = RunningGame(seats, bag, Random(f"{seed} {planned.number} chance"), trace, time.monotonic())
    while not session.is_over:
        raise_if_interrupted()
        session = follower.ready(session)
        before, session = session, running.decide_next(session)
        follower.done(before, session)
    running.send_end(session)
    return session


def cash_of(session: Session) -> tuple[float, ...]:
    """Return the final cash by seat, in dollars; nothing before the game is over."""
    ended = outcome(session.state)
    return tuple([float(cash) for cash in ended.cash]) if ended is not None else ()


#: The beginning of the name of a bot that is a user's program; its command follows.
COMMAND: Final = "cmd:"
#: The beginning of the name of a bot that is a program from elsewhere; the program's name follows.
REMOTE: Final = "remote:"
#: The most letters of that name.
LONGEST_NAME: Final = 40
#: The host and port at which programs from elsewhere join, unless told.
HERE: Final = ("127.0.0.1", 8765)
#: Seconds between two looks whether all have joined.
LOOKS_EVERY: Final = 0.1
#: The name of the bots that fill the seats for which no bot was named.
FILLS: Final = "house"


class BotKind(Enum):
    """The kind of a bot, which its name on the command line tells."""

    OWN = auto()
    PROGRAM = auto()
    REMOTE = auto()


def parse_bot(name: str) -> tuple[BotKind, str]:
    """Return the kind of a bot, and the rest of its name: a program's command, the name of one from elsewhere, or that of our player."""
    for prefix, kind in ((COMMAND, BotKind.PROGRAM), (REMOTE, BotKind.REMOTE)):
        if name.startswith(prefix):
            return kind, name.removeprefix(prefix)
    return BotKind.OWN, name


@dataclass(frozen=True, slots=True)
class SeriesOrder:
    """What is to be played as a series: edition, names of the bots, numbers of seats and games, limits of time, and seed.

    ``logs`` is the folder for logs of the games, None for no logs. ``listens``
    is the host and port at which programs from elsewhere join.

    Raises:
        SeriesError: if seats and bots do not fit the edition, or a program from elsewhere has no name.
    """

    edition: str
    bots: tuple[str, ...]
    seats: int
    games: int
    limits: Limits
    seed: str
    logs: Path | None = None
    listens: tuple[str, int] = HERE

    def __post_init__(self) -> None:
        edition, least, most = (each := edition_named(self.edition)).name, each.min_players, each.max_players
        if not least <= self.seats <= most:
            raise SeriesError(f"{edition} is played by {least} to {most}, not by {self.seats}; name other --seats.")
        if len(self.bots) > self.seats:
            raise SeriesError(
                f"{len(self.bots)} bots do not fit on {self.seats} seats; name more --seats or fewer bots."
            )
        for kind, name in map(parse_bot, self.bots):
            if kind is BotKind.REMOTE and not (1 <= len(name.strip()) <= LONGEST_NAME and name.isprintable()):
                raise SeriesError(
                    f"A program from elsewhere needs a name of 1 to {LONGEST_NAME} letters, as in {REMOTE}NAME."
                )


def rows_of(series: SeriesOrder) -> list[BotRow]:
    """Return an empty row of the table for each bot; bots that fill seats without a named bot come last."""
    missing = (FILLS,) * (series.seats - len(series.bots))
    return [
        BotRow(bot, place + 1, place >= len(series.bots), Conduct())
        for place, bot in enumerate((*series.bots, *missing))
    ]


@contextmanager
def started_bots(
    series: SeriesOrder, rows: Sequence[BotRow], own: Callable[[str, int], GamePlayer], say: Callable[[str], None]
) -> Iterator[list[SeriesBot]]:
    """Start a bot for each row and yield the bots; at the end of the ``with`` all programs are ended.

    ``own`` makes one of our players from its name and its place in the list, from 0. ``say`` gets a line for each program from elsewhere:
    where it joins, and its token.

    Raises:
        SeriesError: if a program cannot be started, or nobody can join here.
    """
    bots: list[SeriesBot] = []
    with ExitStack() as stack:
        loop = stack.enter_context(loop_of_programs())
        try:
            for place, row in enumerate(rows):
                kind, name = parse_bot(row.bot)
                if kind is BotKind.OWN:
                    bots.append(OwnBot(own(name, place), series.limits))
                elif kind is BotKind.PROGRAM:
                    bots.append(Program(name, loop, series.limits))
                else:
                    bots.append(_join_program(name.strip(), loop, series.limits))
            if joining := [bot for bot in bots if bot.is_away]:
                from games.series.joining import open_door

                for line in stack.enter_context(open_door(loop, *series.listens, joining)):
                    say(line)
            yield bots
        finally:
            for bot in bots:
                bot.close_input()
            for bot, row in zip(bots, rows, strict=False):
                row.conduct.has_ended = bot.end()


def _join_program(name: str, loop: AbstractEventLoop, limits: Limits) -> SeriesBot:
    """Return a program from elsewhere; SeriesError where none can join."""
    try:
        from games.series.joining import JoinedProgram
    except ImportError:
        raise SeriesError(
            "Programs from elsewhere need the package websockets, which is not installed; install it."
        ) from None
    return JoinedProgram(name, loop, limits)


def _wait_for_all(
    bots: list[SeriesBot],
    rows: Sequence[BotRow],
    series: SeriesOrder,
    own: Callable[[str, int], GamePlayer],
    follower: Follower,
) -> None:
    """Wait until every program from elsewhere has joined, or the follower begins without; then our player replaces each missing one."""
    while away := [place for place, bot in enumerate(bots) if bot.is_away]:
        raise_if_interrupted()
        if follower.wait_for_programs([parse_bot(rows[place].bot)[1].strip() for place in away]):
            break
        time.sleep(LOOKS_EVERY)
    for place in away:
        bots[place].end()
        bots[place] = OwnBot(own(FILLS, place), series.limits)
        rows[place].bot, rows[place].is_filled = FILLS, True
    follower.wait_for_programs(())


def play_series(
    series: SeriesOrder,
    own: Callable[[str, int], GamePlayer],
    *,
    trace: Trace,
    say: Callable[[str], None],
    follower: Follower | None = None,
) -> list[BotRow]:
    """Play all games and return the rows of the table; ``say`` gets a line of progress for each game.

    ``own`` makes one of our players from its name and its place in the list, from 0. If the ``follower`` ends the series early, only
    games that were played to their end count in the rows.

    Raises:
        SeriesError: if a program cannot be started, or nobody can join here.
    """
    rows = rows_of(series)
    games = list(planned_games(series.games, series.seats))
    follower = follower or Follower()
    with started_bots(series, rows, own, say) as bots:
        say(f"{len(games)} game{'s' if len(games) > 1 else ''}; --seed {series.seed} plays them again.")
        follower.begin(rows)
        at = "before game 1"
        try:
            _wait_for_all(bots, rows, series, own, follower)
            for planned in games:
                at = f"in game {planned.number} of {len(games)}, which does not count"
                session = _play_planned(series, planned, bots, rows, trace, follower)
                cash = cash_of(session)
                add_game(rows, planned.bots, cash)
                amounts = ", ".join(
                    f"{rows[bot].bot} {amount:,.0f}" for bot, amount in zip(planned.bots, cash, strict=True)
                )
                say(f"game {planned.number} of {len(games)}: {amounts}")
                follower.ended(planned, session)
        except StopError as why:
            say(str(why) or f"stopped {at}")
    return rows


def _play_planned(
    series: SeriesOrder,
    planned: PlannedGame,
    bots: Sequence[SeriesBot],
    rows: Sequence[BotRow],
    trace: Trace,
    follower: Follower,
) -> Session:
    """Play one planned game and return its session; write its log if the series has a folder for logs."""
    seats = tuple(
        [
            SeriesSeat(
                place,
                bots[bot],
                rows[bot].conduct,
                {"game": planned.number, "seat": f"P{place + 1}", "bot": bot + 1},
            )
            for place, bot in enumerate(planned.bots)
        ]
    )
    terms = terms_of(series.edition, [rows[bot].bot for bot in planned.bots], f"G{planned.number}")
    seed = f"{series.seed} {planned.number}"
    session = play_game(terms, seats, seed=seed, trace=trace, planned=planned, follower=follower)
    if series.logs is not None:
        name = f"game-{planned.number:03}.acq"
        (series.logs / name).write_text(write_text(log_of(session)), encoding="utf-8")
    return session
