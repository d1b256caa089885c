"""A series: its bots at their seats, game after game, and the table at the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from games.acquire.editions import edition_named
from games.acquire.logs import write_text
from games.acquire.play.devices import Session, log_of
from games.series.conduct import Conduct
from games.series.deciding import Seat
from games.series.following import Follower, Nobody, StopError
from games.series.plan import Sitting, sittings
from games.series.playing import cash_of, play_game, terms_of
from games.series.programs import Program
from games.series.sitting import Limits, OwnSitter, ProgramSitter, Sitter
from games.series.table import Row, enter
from games.series.tracing import Trace

if TYPE_CHECKING:  # whose players may have to be compiled
    from games.opponents.players import Player

#: A bot that is a program of somebody's own is written so, its command behind.
COMMAND: Final = "cmd:"
#: A bot that is a client from elsewhere is written so, its name behind; a follower alone knows how to reach it.
REMOTE: Final = "remote:"
#: Who sits where no bot was named.
FILLS: Final = "house"


class SeriesError(ValueError):
    """A series that cannot be played as it was asked for, in a sentence."""


@dataclass(frozen=True, slots=True)
class Series:
    """What a series is: edition, bots as they are written, seats, bags, limits, seed, folder for the logs or none."""

    edition: str
    bots: tuple[str, ...]
    seats: int
    bags: int
    limits: Limits
    seed: str
    duplicate: bool = False
    logs: Path | None = None


def check(series: Series) -> None:
    """Refuse what cannot be played.

    Raises:
        SeriesError: with the reason.
    """
    edition = edition_named(series.edition)
    if not edition.min_players <= series.seats <= edition.max_players:
        raise SeriesError(
            f"{edition.name} is played by {edition.min_players} to {edition.max_players}, not by {series.seats}; "
            "name other --seats."
        )
    if len(series.bots) > series.seats:
        raise SeriesError(
            f"{len(series.bots)} bots do not fit on {series.seats} seats; name more --seats or fewer bots."
        )


def seed_of(series: Series, sitting: Sitting) -> str:
    """The seed of a game: the same for every game with one bag."""
    return f"{series.seed} {sitting.bag}"


def rows_of(series: Series) -> list[Row]:
    """A row for each bot, those that fill the seats behind."""
    missing = (FILLS,) * (series.seats - len(series.bots))
    return [
        Row(bot, place + 1, place >= len(series.bots), Conduct()) for place, bot in enumerate((*series.bots, *missing))
    ]


@contextmanager
def seated(
    bots: Sequence[str], own: Callable[[str, int], Player], limits: Limits, follower: Follower
) -> Iterator[list[Sitter]]:
    """A sitter for each bot; ``own`` gives our players by name and place. All programs are ended in the end, whatever happens.

    Raises:
        NoProgramError: if one cannot be started.
    """
    sitters: list[Sitter] = []
    try:
        for place, bot in enumerate(bots):
            theirs = follower.sitter(bot, place)
            if theirs is not None:
                sitters.append(theirs)
            elif bot.startswith(COMMAND):
                sitters.append(ProgramSitter(Program(bot.removeprefix(COMMAND)), limits))
            else:
                sitters.append(OwnSitter(own(bot, place), limits))
        yield sitters
    finally:
        for sitter in sitters:
            sitter.hang_up()
        for sitter in sitters:
            sitter.end()


def play_series(
    series: Series,
    own: Callable[[str, int], Player],
    *,
    trace: Trace,
    say: Callable[[str], None],
    follower: Follower | None = None,
) -> list[Row]:
    """Play all games and give the rows of the table; ``say`` is told how it goes, a line a game.

    Where the ``follower`` ends it before its end, the rows have what was played to the end of a game.

    Raises:
        SeriesError: if it cannot be played so.
        NoProgramError: if a program cannot be started.
    """
    check(series)
    rows = rows_of(series)
    games = list(sittings(series.bags, series.seats, duplicate=series.duplicate))
    follower = follower or Nobody()
    with seated([row.bot for row in rows], own, series.limits, follower) as sitters:
        say(f"{len(games)} game{'s' if len(games) > 1 else ''}; --seed {series.seed} plays them again.")
        follower.begin(rows, len(games))
        for sitting in games:
            try:
                session = _played(series, sitting, sitters, rows, trace, follower)
            except StopError as why:
                say(str(why) or f"stopped in game {sitting.number} of {len(games)}, which does not count")
                break
            cash = cash_of(session)
            enter(rows, sitting.bag, sitting.bots, cash)
            told = ", ".join(f"{rows[bot].bot} {amount:,.0f}" for bot, amount in zip(sitting.bots, cash, strict=True))
            say(f"game {sitting.number} of {len(games)}: {told}")
            follower.ended(sitting, session)
    return rows


def _played(
    series: Series,
    sitting: Sitting,
    sitters: Sequence[Sitter],
    rows: Sequence[Row],
    trace: Trace,
    follower: Follower,
) -> Session:
    seats = tuple(
        [
            Seat(
                place,
                sitters[bot],
                rows[bot].conduct,
                {"game": sitting.number, "seat": f"P{place + 1}", "bot": bot + 1},
            )
            for place, bot in enumerate(sitting.bots)
        ]
    )
    terms = terms_of(series.edition, [rows[bot].bot for bot in sitting.bots], f"G{sitting.number}")
    seed, game = seed_of(series, sitting), str(sitting.number)
    opened = follower.open(sitting)
    session = play_game(terms, seats, seed=seed, trace=trace, game=game, opened=opened, follower=follower)
    if series.logs is not None:
        name = f"game-{sitting.number:03}.acq"
        (series.logs / name).write_text(write_text(log_of(session)), encoding="utf-8")
    return session
