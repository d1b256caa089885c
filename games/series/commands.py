"""The commands ``series`` and ``bots check``: let programs and our players play a series; check one program."""

from __future__ import annotations

import argparse
import json
import os
import secrets
import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TextIO

from games.acquire.editions.values import EDITIONS
from games.arguments import number_type, whole_type
from games.running import INTERRUPTED, interruptible
from games.series.bots import Limits, SeriesError
from games.series.programs import check_command, sentences, usual_seats
from games.series.running import COMMAND, HERE, BotKind, Follower, SeriesOrder, parse_bot, play_series
from games.series.table import document, table_lines
from games.series.tracing import Trace

if TYPE_CHECKING:  # whose players may have to be compiled
    from games.opponents.players import GamePlayer

DONE, AT_FAULT, REFUSED = 0, 1, 2
MOST_GAMES: Final = 10_000
LARGEST_PORT: Final = 65_535
#: The argument type for the limit of a decision.
SECONDS: Final = number_type(0.001, 3_600, "seconds")
BOT: Final = "random, house, search[:seconds], seed002[:iterations], cmd:COMMAND or remote:NAME"
OF_COMMAND: Final = "the program and its arguments; put -- before it if any begin with a dash"


def add_commands(commands: Any) -> None:
    """Add both commands to those of ``python -m games``."""
    series = commands.add_parser("series", help="let programs play a series of games, and print the table")
    add_series_words(series)
    series.set_defaults(run=_refused_in_sentences(lambda choice: play_and_print(choice, series_of(choice))))
    _add_bots(commands)


def add_series_words(series: argparse.ArgumentParser) -> None:
    """Add the arguments of a series to a parser."""
    series.add_argument("bots", nargs="+", metavar="BOT", help=BOT)
    _add_game_words(series)
    series.add_argument(
        "--games", type=whole_type(MOST_GAMES), default=10, metavar="N", help="the number of games (default 10)"
    )
    series.add_argument(
        "--seats", type=whole_type(), metavar="N", help="players of each game (default: as many as bots)"
    )
    series.add_argument("--duplicate", action="store_true", help=argparse.SUPPRESS)  # means nothing any more
    series.add_argument(
        "--listen",
        type=_host_and_port,
        default=HERE,
        metavar="HOST:PORT",
        help="where programs from elsewhere join (default 127.0.0.1:8765)",
    )
    series.add_argument("--logs", type=Path, metavar="FOLDER", help="write the log of each game to this folder")
    series.add_argument(
        "--out", type=Path, metavar="FILE.json", help="write the table to this file, replacing an existing one"
    )
    series.add_argument("--json", action="store_true", help="print the table as JSON")


def _add_game_words(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of a series that a single game has too."""
    parser.add_argument("--edition", choices=EDITIONS, default="mso", help="the edition (default mso)")
    parser.add_argument(
        "--seconds",
        type=SECONDS,
        default=Limits().decision,
        metavar="S",
        help="seconds for each decision (default 2)",
    )
    parser.add_argument("--seed", metavar="TEXT", help="play the same tiles again")
    parser.add_argument("--trace", type=Path, metavar="FILE.jsonl", help="write every message to this file")


def _host_and_port(text: str) -> tuple[str, int]:
    """Read a host and port, "192.168.1.20:8765" or "[::1]:8765"; ArgumentTypeError where it is none."""
    host, _, port = text.rpartition(":")
    if not host or not port.isascii() or not port.isdecimal() or int(port) > LARGEST_PORT:
        raise argparse.ArgumentTypeError(f'"{text}" is not a host and a port; enter them like 192.168.1.20:8765')
    return host.removeprefix("[").removesuffix("]"), int(port)


def _add_bots(commands: Any) -> None:
    """Add the command ``bots`` with its part ``check``."""
    bots = commands.add_parser("bots", help="check a program that plays").add_subparsers(required=True, metavar="WHAT")
    checked = bots.add_parser("check", help="play one game with a program and list its mistakes")
    checked.add_argument("command", nargs="+", metavar="COMMAND", help=OF_COMMAND)
    _add_game_words(checked)
    checked.set_defaults(run=_refused_in_sentences(_check))


def _report(text: str) -> None:
    """Write progress or a refusal on standard error."""
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


def run_or_refuse(run: Callable[[], int]) -> int:
    """Run a command and return its status; where it cannot be done, write a sentence to standard error and return `REFUSED`."""
    try:
        with interruptible():
            return run()
    except SeriesError as problem:
        _report(str(problem))
    except KeyboardInterrupt:
        _report("Stopped before the end; nothing was written.")
        return INTERRUPTED
    except OSError as problem:
        where = problem.filename or "the file"
        _report(f"{where} cannot be written: {problem.strerror or problem}; name another place.")
    return REFUSED


def own_players(seed: str) -> Callable[[str, int], GamePlayer]:
    """Return a function that makes our players from name and place (from 0), each with its own random source derived from ``seed``.

    The function raises SeriesError where there is no such player.
    """
    from games.opponents.players import player_of, warm_up

    def named(name: str, place: int) -> GamePlayer:
        try:
            player = player_of(name, f"{seed} {place}")
        except ValueError:
            raise SeriesError(f"{name!r} is not a bot; name {BOT}.") from None
        if name not in ("random", "house"):
            warm_up()  # so that the search is compiled before the limit of a decision runs
        return player

    return named


def _open_trace(path: Path | None) -> AbstractContextManager[TextIO | None]:
    """Open the file of a trace, if there is one."""
    return nullcontext() if path is None else path.open("w", encoding="utf-8")


def _refused_in_sentences(run: Callable[[argparse.Namespace], int]) -> Callable[[argparse.Namespace], int]:
    """Return a command that is run by `run_or_refuse`."""
    return lambda choice: run_or_refuse(lambda: run(choice))


def series_of(choice: argparse.Namespace) -> SeriesOrder:
    """Return the series that a command line asks for, whose programs and players of ours exist; those from elsewhere are not checked.

    Raises:
        SeriesError: if it cannot be played.
    """
    series = SeriesOrder(
        edition=choice.edition,
        bots=tuple(choice.bots),
        seats=choice.seats or len(choice.bots),
        games=choice.games,
        limits=Limits(choice.seconds),
        seed=choice.seed if choice.seed is not None else secrets.token_hex(8),
        logs=choice.logs,
        listens=choice.listen,
    )
    own = own_players(series.seed)
    for kind, name in map(parse_bot, series.bots):
        if kind is BotKind.PROGRAM:
            check_command(name)
        elif kind is BotKind.OWN:
            own(name, 0)
    return series


def play_and_print(choice: argparse.Namespace, series: SeriesOrder, *, follower: Follower | None = None) -> int:
    """Play a series, print and write its table as the command line asks, and return the status."""
    if choice.out is not None and choice.trace is not None and choice.out.resolve() == choice.trace.resolve():
        raise SeriesError(f"{choice.out} cannot contain both the table and the trace; name two files.")
    if choice.logs is not None:
        choice.logs.mkdir(parents=True, exist_ok=True)
    with _open_trace(choice.trace) as trace, _replaced_at_end(choice.out) as out:
        rows = play_series(series, own_players(series.seed), trace=Trace(trace), say=_report, follower=follower)
        games = sum(len(row.parts) for row in rows) // len(rows)
        table = document(series.edition, games, rows)
        if out is not None:
            out.write(json.dumps(table, indent=2) + "\n")
    for row in rows:
        for fault in row.conduct.faults[:1]:
            _report(f"{row.bot}, decision {fault.decision} ({fault.phase}): {fault.code}: {fault.sentence}")
    lines = [json.dumps(table, indent=2)] if choice.json else table_lines(table)
    sys.stdout.write("\n".join([*lines, ""]))
    return DONE


@contextmanager
def _replaced_at_end(path: Path | None) -> Iterator[TextIO | None]:
    """Yield a new file that replaces ``path`` at the end; None if ``path`` is None.

    Raises OSError at once, before anything is played, where it cannot be written there.
    """
    if path is None:
        yield None
        return
    if path.is_dir():
        raise IsADirectoryError(21, "it is a folder", str(path))
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with draft.open("w", encoding="utf-8") as file:
            yield file
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def _check(choice: argparse.Namespace) -> int:
    """Check the program of a command line and print what it does wrong; return the status."""
    seed = choice.seed if choice.seed is not None else secrets.token_hex(8)
    words = choice.command
    command = words[0] if len(words) == 1 else shlex.join(words)  # a single word is a whole command
    bot, seats = COMMAND + command.removeprefix(COMMAND), usual_seats(choice.edition)
    one_game = SeriesOrder(choice.edition, (bot,), seats, 1, Limits(choice.seconds), seed)
    with _open_trace(choice.trace) as trace:
        try:
            rows = play_series(one_game, own_players(seed), trace=Trace(trace), say=lambda _: None)
        except SeriesError as problem:
            sys.stdout.write(f"{problem}\n")
            return AT_FAULT
    sys.stdout.write("\n".join([*sentences(rows), ""]))
    if choice.seed is None:
        _report(f"--seed {seed} plays the same game again.")
    return AT_FAULT if rows[0].conduct.faults else DONE
