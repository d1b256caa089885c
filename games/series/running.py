"""A whole series: start its bots, let them play game after game, and return the rows of its table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path
from typing import TYPE_CHECKING, Final

from games.acquire.editions import edition_named
from games.acquire.logs import write_text
from games.acquire.play.devices import Session, log_of
from games.series.bots import Limits, OwnBot, ProgramBot, SeriesBot
from games.series.deciding import SeriesSeat
from games.series.playing import Follower, PlannedGame, StopError, cash_of, planned_games, play_game, terms_of
from games.series.programs import Program
from games.series.table import BotRow, Conduct, add_game
from games.series.tracing import Trace

if TYPE_CHECKING:  # whose players may have to be compiled
    from games.opponents.players import GamePlayer

#: The beginning of the name of a bot that is a user's program; its command follows.
COMMAND: Final = "cmd:"  # not said
#: The beginning of the name of a bot that is a client of a server; the client's name follows. Only a follower can use such a bot.
REMOTE: Final = "remote:"  # not said
#: The name of the bots that fill the seats for which no bot was named.
FILLS: Final = "house"


class BotKind(Enum):
    """The kind of a bot, which its name on the command line tells."""

    OWN = auto()
    PROGRAM = auto()
    REMOTE = auto()


def parse_bot(name: str) -> tuple[BotKind, str]:
    """Return the kind of a bot, and the rest of its name: the command of a program, the name of a client, or the name of our player."""
    for prefix, kind in ((COMMAND, BotKind.PROGRAM), (REMOTE, BotKind.REMOTE)):
        if name.startswith(prefix):
            return kind, name.removeprefix(prefix)
    return BotKind.OWN, name


class SeriesError(ValueError):
    """A series that cannot be played as it was asked for; the text is a sentence."""


@dataclass(frozen=True, slots=True)
class SeriesOrder:
    """What is to be played as a series: edition, names of the bots, numbers of seats and bags, limits of time, and seed.

    ``duplicate`` plays each bag in all rotations of the seats; ``logs`` is the folder for logs of the games, None for no logs.
    """

    edition: str
    bots: tuple[str, ...]
    seats: int
    bags: int
    limits: Limits
    seed: str
    duplicate: bool = False
    logs: Path | None = None


def check(series: SeriesOrder) -> None:
    """Check that seats and bots fit the edition.

    Raises:
        SeriesError: if they do not, with the reason.
    """
    edition = edition_named(series.edition)
    if not edition.min_players <= series.seats <= edition.max_players:
        raise SeriesError(
            f"{edition.name} is played by {edition.min_players} to {edition.max_players}, not by {series.seats}; "
            "name other --seats."  # not said
        )
    if len(series.bots) > series.seats:
        raise SeriesError(
            f"{len(series.bots)} bots do not fit on {series.seats} seats; name more --seats or fewer bots."  # not said
        )


def seed_of(series: SeriesOrder, planned: PlannedGame) -> str:
    """Return the seed of a game; games with the same bag have the same seed."""
    return f"{series.seed} {planned.bag}"


def rows_of(series: SeriesOrder) -> list[BotRow]:
    """Return an empty row of the table for each bot; bots that fill seats without a named bot come last."""
    missing = (FILLS,) * (series.seats - len(series.bots))
    return [
        BotRow(bot, place + 1, place >= len(series.bots), Conduct())
        for place, bot in enumerate((*series.bots, *missing))
    ]


@contextmanager
def started_bots(
    names: Sequence[str], own: Callable[[str, int], GamePlayer], limits: Limits, follower: Follower
) -> Iterator[list[SeriesBot]]:
    """Start a bot for each name and yield the bots; at the end of the ``with`` all programs are ended.

    ``own`` makes one of our players from its name and its place in the list, from 0.

    Raises:
        NoProgramError: if a program cannot be started.
    """
    bots: list[SeriesBot] = []
    try:
        for place, name in enumerate(names):
            bot = follower.bot_for(name, place)
            kind, rest = parse_bot(name)
            if bot is None and kind is BotKind.PROGRAM:
                bot = ProgramBot(Program(rest), limits)
            bots.append(bot or OwnBot(own(name, place), limits))
        yield bots
    finally:
        for bot in bots:
            bot.close_input()
        for bot in bots:
            bot.end()


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
        SeriesError: if seats and bots do not fit the edition.
        NoProgramError: if a program cannot be started.
    """
    check(series)
    rows = rows_of(series)
    games = list(planned_games(series.bags, series.seats, duplicate=series.duplicate))
    follower = follower or Follower()
    with started_bots([row.bot for row in rows], own, series.limits, follower) as bots:
        say(f"{len(games)} game{'s' if len(games) > 1 else ''}; --seed {series.seed} plays them again.")  # not said
        follower.begin(rows, len(games))
        for planned in games:
            try:
                session = _play_planned(series, planned, bots, rows, trace, follower)
            except StopError as why:
                say(str(why) or f"stopped in game {planned.number} of {len(games)}, which does not count")  # not said
                break
            cash = cash_of(session)
            add_game(rows, planned.bag, planned.bots, cash)
            amounts = ", ".join(
                f"{rows[bot].bot} {amount:,.0f}" for bot, amount in zip(planned.bots, cash, strict=True)
            )
            say(f"game {planned.number} of {len(games)}: {amounts}")  # not said
            follower.ended(planned, session)
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
    seed, game = seed_of(series, planned), str(planned.number)
    opened = follower.open(planned)
    session = play_game(terms, seats, seed=seed, trace=trace, game=game, opened=opened, follower=follower)
    if series.logs is not None:
        name = f"game-{planned.number:03}.acq"
        (series.logs / name).write_text(write_text(log_of(session)), encoding="utf-8")
    return session
