"""The commands of ``python -m laboratory``, which measure the library, its judge and its opponents; `README.md` says what each measures."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from time import monotonic
from typing import Any

import games
from games.acquire.editions import Edition
from games.acquire.editions.values import EDITIONS
from games.acquire.errors import AcquireError, LogError
from games.arguments import number_type, whole_type
from games.commands import run_command

# Each command imports its measuring modules itself, because some compile code when they are imported.
PASSED, NOT_PASSED, WRONG = 0, 1, 2
#: The parts of `errors`; what stands apart is looked at only where it is asked for.
HABIT_PART = "habits"
USUAL_PARTS = ("edits", "text", HABIT_PART)
PARTS = (*USUAL_PARTS, "apart")
#: Seconds between two lines of progress.
BETWEEN = 10.0
LONGEST_HOURS = 10_000
MOST_JOBS = 64
#: The module that holds the weights of the search.
LEARNED = Path(games.__file__).parent / "opponents/search/learned.py"


def main(arguments: Sequence[str]) -> int:
    """Run one command with its arguments, and return the exit status."""
    return run_command(_parser(), arguments)


def _parser() -> argparse.ArgumentParser:
    """Return the parser of all commands that measure."""
    parser = argparse.ArgumentParser(
        prog="python -m laboratory", description="Measure the library of the game, its judge and its opponents."
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    bench = commands.add_parser("bench", help="measure the replay of an archive, or random games of every edition")
    bench.add_argument("file", nargs="?", metavar="FILE", help="an archive (.jsonl, .jsonl.gz)")
    bench.add_argument("--play", action="store_true", help="play every edition at random, one row each")
    bench.add_argument(
        "--games", type=whole_type(), default=200, metavar="N", help="games of each edition (default 200)"
    )
    bench.set_defaults(run=_bench)
    errors = commands.add_parser(
        "errors", help="measure what the judge makes of logs with a slip, and of truthful logs in the habits of scribes"
    )
    text = "logs of each part, and of each habit (default 20)"
    errors.add_argument("--games", type=whole_type(), default=20, metavar="N", help=text)
    errors.add_argument(
        "--kind", action="append", metavar="WORDS", help="only what has these words in its name; may be repeated"
    )
    text = f"this part alone; may be repeated (default {', '.join(USUAL_PARTS)})"
    errors.add_argument("--part", action="append", choices=PARTS, help=text)
    errors.add_argument(
        "--first", type=whole_type(), default=0, metavar="N", help="the number of the first game (default 0)"
    )
    errors.add_argument(
        "--players", type=int, choices=range(3, 7), help="games with slips of so many players (default 3 to 5 in turn)"
    )
    errors.add_argument("--json", action="store_true", help="one JSON row a line")
    errors.set_defaults(run=_errors)
    check = commands.add_parser(
        "check-core", help="play games by the core and by the rules at once and compare everything"
    )
    check.add_argument("--games", type=whole_type(), default=10_000, metavar="N", help="games of each edition (10000)")
    _add_jobs(check)
    check.add_argument("--edition", choices=EDITIONS, help="this edition alone")
    check.set_defaults(run=_check)
    core = commands.add_parser("bench-core", help="measure random games a CPU second through the core")
    core.add_argument("--games", type=whole_type(), default=5_000, metavar="N", help="games of each edition (5000)")
    core.set_defaults(run=_bench_core)
    strength = commands.add_parser("strength", help="measure how strong the opponents are, match by match")
    strength.add_argument(
        "--hours",
        type=number_type(0, LONGEST_HOURS, "hours"),
        metavar="H",
        help="stop after so many hours; resume later",
    )
    strength.add_argument("--gate", action="append", metavar="NAME", help="this gate alone; may be repeated")
    strength.add_argument(
        "--games", type=whole_type(), metavar="N", help="games of a match at most (396); fewer may leave it undecided"
    )
    strength.add_argument(
        "--resume", type=Path, default=Path(".local/strength.json"), metavar="FILE", help="where results are kept"
    )
    _add_jobs(strength)
    strength.add_argument("--json", action="store_true", help="one JSON row a gate")
    strength.set_defaults(run=_strength)
    learn = commands.add_parser("learn", help="learn the weights by which the search foresees the end of a game")
    learn.add_argument("--games", type=whole_type(), default=2_400, metavar="N", help="learn from so many games (2400)")
    learn.add_argument(
        "--out", type=Path, default=LEARNED, metavar="FILE", help="write them there (the module that the search reads)"
    )
    _add_jobs(learn)
    learn.set_defaults(run=_learn)
    return parser


def _add_jobs(parser: argparse.ArgumentParser) -> None:
    """Add the option for the number of processes."""
    text = "play in so many processes side by side, each with a processor for itself (1)"
    parser.add_argument("--jobs", type=whole_type(MOST_JOBS), default=1, metavar="N", help=text)


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def _complain(text: str) -> None:
    """Write a line on standard error: a refusal, or progress, which are no part of the command's result."""
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


def _bench(choice: argparse.Namespace) -> int:
    """Run the command `bench`; return its exit status."""
    from games.acquire.logs.json import archive_lines, read_json
    from laboratory.library import measure_play, measure_replay

    if choice.play:
        for row in measure_play(choice.games):
            _say(row)
    if choice.file is None:
        if not choice.play:
            _complain("bench, line 0, column 0: nothing to measure; expected an archive or --play.")
        return PASSED if choice.play else WRONG
    try:
        report = measure_replay(lambda: (line for _, line in archive_lines(Path(choice.file))), read_json)
    except LogError as problem:
        _complain(f"{choice.file}, {problem}")
        return WRONG
    except OSError as problem:
        _complain(f"{choice.file}, line 0, column 0: {problem.strerror}; expected an archive.")
        return WRONG
    _say(report)
    return PASSED


def _errors(choice: argparse.Namespace) -> int:
    """Run the command `errors`; return its exit status."""
    from laboratory.mistakes import printing
    from laboratory.mistakes.habits import HABITS
    from laboratory.mistakes.measuring import KINDS, samples, tallies, verdict_on
    from laboratory.mistakes.truthful import habit_tallies

    def is_wanted(name: str) -> bool:
        return not choice.kind or any(words in name for words in choice.kind)

    def tell(rows: Iterator[Any], head: str, lines: Callable[[Any], Iterator[str]]) -> list[Any]:
        told = []
        if not choice.json:
            _say(head)
        for row in rows:
            for line in [json.dumps(asdict(row))] if choice.json else lines(row):
                _say(line)
            told.append(row)
        return told

    parts = [
        part for part in choice.part or USUAL_PARTS if part in KINDS and any(is_wanted(k.name) for k in KINDS[part])
    ]
    habits = [habit for habit in HABITS if HABIT_PART in (choice.part or USUAL_PARTS) and is_wanted(habit.name)]
    if not parts and not habits:
        _complain("No kind of slip and no habit has these words in its name; leave out --kind to see all.")
        return WRONG
    summary = {}
    for part in parts:
        drawn = samples(part, choice.games, choice.first, choice.players, is_wanted)
        verdicts = _with_progress((verdict_on(*one) for one in drawn), lambda done: f"{done} logs ...")
        *_, whole = tell(tallies(part, verdicts), printing.head(part), printing.rows_of)
        summary[part] = asdict(whole)
    if habits:
        rows = _with_progress(habit_tallies(choice.games, habits, choice.first), lambda done: f"{done} habits ...")
        *_, whole = tell(rows, printing.habit_head(), printing.habit_rows)
        summary[HABIT_PART] = asdict(whole)
    if choice.json:
        _say(json.dumps({"summary": summary}))
    return PASSED


def _check(choice: argparse.Namespace) -> int:
    """Run the command `check-core`; return its exit status."""
    from laboratory.opponents.checking import DifferenceError

    editions = [EDITIONS[choice.edition]] if choice.edition else list(EDITIONS.values())
    status = PASSED
    for edition in editions:
        try:
            acts = _acts_checked(edition, choice.games, choice.jobs)
            _say(f"{edition.name}: {choice.games} game{'s' * (choice.games != 1)}, {acts} acts, core and rules agree")
        except DifferenceError as difference:
            _say(str(difference))
            status = NOT_PASSED
    return status


def _acts_checked(edition: Edition, games: int, jobs: int) -> int:
    """Play ``games`` games by the core and by the rules at once, in ``jobs`` processes, and return how many actions both agreed on.

    Raises DifferenceError at the first action on which they do not.
    """
    from laboratory.opponents.checking import check_numbered
    from laboratory.opponents.side_by_side import answers

    seats = range(max(2, edition.min_players), edition.max_players + 1)
    questions = [(edition.name, seats[number % len(seats)], number) for number in range(games)]
    acts = 0

    def line(done: int) -> str:
        return f"{edition.name}: {done} of {games} games, {acts} acts ..."

    for count in _with_progress(answers(check_numbered, questions, jobs), line):
        acts += count
    return acts


def _bench_core(choice: argparse.Namespace) -> int:
    """Run the command `bench-core`; return its exit status."""
    from games.opponents.core.layout import COMPILED
    from laboratory.opponents.running import core_rates

    _say(f"random games of four a CPU second, {'compiled by numba' if COMPILED else 'plain Python'}")
    for name, rate in core_rates(choice.games).items():
        _say(f"{name:<12} {rate:9.0f}")
    return PASSED


def _strength(choice: argparse.Namespace) -> int:
    """Run the command `strength`; return its exit status."""
    from laboratory.opponents.gates import MOST_GAMES, Results
    from laboratory.opponents.running import NAMES, StrengthRun

    if unknown := [name for name in choice.gate or () if name not in NAMES]:
        _complain(f"There is no gate {unknown[0]!r}; choose {', '.join(NAMES)}.")
        return WRONG
    try:
        results = Results(choice.resume)
    except AcquireError as problem:
        _complain(str(problem))
        return WRONG
    with suppress(OSError):
        os.nice(19)
    until = None if choice.hours is None else monotonic() + 3600 * choice.hours
    status = PASSED
    for row in StrengthRun(results, until, choice.games or MOST_GAMES, choice.jobs).rows(
        choice.gate or NAMES, _complain
    ):
        _say(json.dumps(row.document()) if choice.json else row.line())
        status = status if row.passed else NOT_PASSED
    return status


def _learn(choice: argparse.Namespace) -> int:
    """Run the command `learn`; return its exit status."""
    try:
        import numpy  # noqa: F401
    except ImportError:
        _complain("Learning needs numpy; install games/requirements-bots.lock.")
        return WRONG
    from laboratory.opponents.learning import learn, module_of, play_noted
    from laboratory.opponents.running import ready
    from laboratory.opponents.side_by_side import answers

    try:
        choice.out.open("a", encoding="utf-8").close()
    except OSError as problem:
        _complain(f"{choice.out} cannot be written: {problem.strerror}; name another file.")
        return WRONG
    with suppress(OSError):
        os.nice(19)
    played = answers(play_noted, range(choice.games), choice.jobs, ready)
    learned = learn(_with_progress(played, lambda done: f"learned from {done} of {choice.games} games ..."))
    choice.out.write_text(module_of(learned, choice.games), encoding="utf-8")
    for one in learned.seen:
        _say(f"{one.what}: {one.positions} positions, off by {one.error:.0f} dollars, on average by {one.bias:+.0f}")
    _say(
        f"{len(learned.weights)} weights and {len(learned.odds)} odds in {choice.out}; what was compiled before is compiled anew."
    )
    return PASSED


def _with_progress(games: Iterator[Any], words: Callable[[int], str]) -> Iterator[Any]:
    """Yield the games as they come, and write a line of progress now and then; ``words`` makes the line from the number of games so far."""
    due = monotonic() + BETWEEN
    for number, game in enumerate(games):
        yield game
        if monotonic() >= due:
            _complain(words(number + 1))
            due = monotonic() + BETWEEN
