"""The commands of the games library, their arguments and exit statuses.

``replay`` reads logs as people write them and answers for each: exit status 0 = no finding, 1 = findings or a place that
cannot be read, 2 = no turn of a file can be read, with a line on standard error for each place that names file, line, column and
what was expected. ``convert`` writes a log in the other spelling, ``editions`` lists the editions with every parameter. The commands
of series are defined in `games.series.commands`. Those that measure are defined in the folder ``laboratory`` of a checkout; an installed
library works without it.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, replace
from importlib import import_module
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import TypeVar

from games.acquire.editions import EDITIONS, LABEL_SETS, TIER_NAMES
from games.acquire.errors import LogError, Problem
from games.acquire.logs import (
    Note,
    Reading,
    is_archive,
    read_archive,
    read_log,
    read_people,
    write_json,
    write_text,
)
from games.acquire.record import GameRecord, Header, Spelling
from games.acquire.replay import Possible, Replay, Settling
from games.acquire.replay import replay as replay_record
from games.directing import director_document, director_lines
from games.ending import INTERRUPTED, ended_in_order
from games.series.commands import add_commands as add_series

NO_FINDING, FINDINGS, UNREADABLE = 0, 1, 2
MEASURING = ("bench", "errors", "check-core", "bench-core", "strength", "learn")
"""The commands that `laboratory.commands` adds."""
_Read = TypeVar("_Read")


def main(arguments: Sequence[str]) -> int:
    """Run one command; the exit status."""
    if arguments and arguments[0] in MEASURING and not _has_laboratory():
        _complain(
            f"{arguments[0]} is in the folder “laboratory”, which is missing here; run it in a checkout of Top Table."
        )
        return UNREADABLE
    parser = _parser()
    choice, unknown = parser.parse_known_args(arguments)
    if unknown:
        hint = "; write -- before a program whose words begin with a dash" if hasattr(choice, "command") else ""
        parser.error(f"unrecognized arguments: {shlex.join(unknown)}{hint}")
    run: Callable[[argparse.Namespace], int] = choice.run
    try:
        with ended_in_order():
            return run(choice)
    except KeyboardInterrupt:
        sys.stderr.write("Ended before its end.\n")
        return INTERRUPTED
    except BrokenPipeError:
        # The reader of our output went away; say nothing more, also not at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return UNREADABLE


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m games", description="Acquire: editions, logs and their replay.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    replay = commands.add_parser("replay", help="replay logs by the rules and list what is wrong in them")
    replay.add_argument(
        "files", nargs="+", metavar="FILE", help="a log, an archive (.jsonl, .jsonl.gz), or - for standard input"
    )
    replay.add_argument(
        "--edition", choices=EDITIONS, help="replay by the rules of this edition, whatever the log says"
    )
    replay.add_argument("--json", action="store_true", help="one JSON answer a line")
    replay.set_defaults(run=_replay)
    editions = commands.add_parser("editions", help="list the editions with every parameter")
    editions.add_argument("--json", action="store_true", help="as JSON")
    editions.set_defaults(run=_editions)
    convert = commands.add_parser("convert", help="write a log in the other spelling to standard output")
    convert.add_argument("file", metavar="FILE", help="a log, or - for standard input")
    convert.add_argument("--to", choices=("text", "json"), help="the spelling to write (default: the other one)")
    convert.set_defaults(run=_convert)
    if _has_laboratory():
        import_module("laboratory.commands").add_commands(commands)
    add_series(commands)
    return parser


def _has_laboratory() -> bool:
    """Whether the folder of the commands that measure lies beside this library."""
    return find_spec("laboratory") is not None


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")


def _complain(text: object) -> None:
    sys.stderr.write(f"{text}\n")


class _UnreadableError(Exception):
    """A file that cannot be read; its text is the lines for standard error."""


def _standard_input() -> str:
    """All of standard input; bytes that are no UTF-8 are refused whatever the locale lets pass."""
    text = sys.stdin.read()
    text.encode("utf-8", "surrogateescape").decode("utf-8")
    return text


def _text(name: str, newline: str | None = None) -> str:
    """The text of one file; with an empty ``newline`` the ends of its lines stay as they are."""
    if name == "-":
        return _standard_input()
    with Path(name).open(encoding="utf-8", newline=newline) as file:
        return file.read()


def _records(name: str) -> Iterator[GameRecord]:
    """The records of one file, by the notation."""
    yield from _refusing(name, lambda: read_archive(Path(name)) if is_archive(name) else [read_log(_text(name))])


def _readings(name: str, edition: str | None) -> Iterator[Reading]:
    """The readings of one file, as people write; ``edition`` is that of a log that names none."""
    defaults = Header(edition, ()) if edition else None
    yield from _refusing(
        name,
        lambda: (
            map(Reading, read_archive(Path(name))) if is_archive(name) else [read_people(_text(name, ""), defaults)]
        ),
    )


def _refusing(name: str, read: Callable[[], Iterable[_Read]]) -> Iterator[_Read]:
    """What is read from a file; whatever it is that cannot be read, it is said in lines with their places."""
    try:
        yield from read()
    except LogError as error:
        problems = error.problems or (Problem(error.line, error.column, "", error.problem, error.expected),)
        raise _UnreadableError("\n".join(f"{name}, {_place(problem)}: {problem}" for problem in problems)) from None
    except OSError as problem:
        raise _UnreadableError(
            f"{name}, line 0, column 0: {problem.strerror or problem}; expected a file that can be read."
        ) from None
    except UnicodeDecodeError as problem:
        raise _UnreadableError(
            f"{name}, line 0, column 0: byte {problem.start} is not UTF-8; expected UTF-8 text."
        ) from None


def _replay(choice: argparse.Namespace) -> int:
    status = NO_FINDING
    for name in choice.files:
        try:
            for reading in _readings(name, choice.edition):
                judged = record = reading.record
                if choice.edition:
                    # The names stay those the log was read with; only the rules change.
                    labels = record.header.labels().name
                    judged = replace(record, header=replace(record.header, edition=choice.edition, chains=labels))
                answer = replay_record(judged)
                status = max(status, FINDINGS if answer.findings or reading.problems else NO_FINDING)
                compact = choice.json or is_archive(name)
                _say(_document(answer, reading) if compact else _told(name, answer, reading))
        except _UnreadableError as problem:
            _complain(problem)
            status = UNREADABLE
    return status


def _place(place: Note | Problem) -> str:
    return f"line {place.line}, column {place.column}"


def _pointed(problem: Problem) -> list[str]:
    """The line of a problem with a caret under its place; nothing where the line is cut before it."""
    if not 1 <= problem.column <= len(problem.text) + 1:
        return []
    line = problem.text.expandtabs(1)
    return [f"    {line}", f"    {' ' * (problem.column - 1)}^"]


def _document(answer: Replay, reading: Reading) -> str:
    """An answer as JSON on one line, with the liberties taken in reading, the places that cannot be read, and the director's acts."""
    notes = [{**asdict(note), "message": str(note)} for note in reading.notes]
    problems = [{**asdict(problem), "message": str(problem)} for problem in reading.problems]
    told = {"notes": notes, "problems": problems, "director": director_document(reading.record)}
    return json.dumps({**answer.document(), **told}, ensure_ascii=False)


def _told(name: str, answer: Replay, reading: Reading) -> str:
    """An answer for people."""
    count = len(answer.findings)
    end = "complete" if answer.complete else "not played to its end"
    findings = "no finding" if not count else f"{count} finding{'s' if count > 1 else ''}"
    lines = [f"{name}: edition {answer.edition}, {answer.turns} turns, {end}: {findings}"]
    for problem in reading.problems:
        lines += [f"  unread {_place(problem)}: {problem}", *_pointed(problem)]
    lines += [f"  note {_place(note)}: {note}" for note in reading.notes]
    lines += [f"  {line}" for line in director_lines(reading.record)]
    for finding in answer.findings:
        where = [f"line {finding.line}"] if finding.line is not None else []
        where += [f"turn {finding.turn}"] if finding.turn is not None else []
        lines.append(f"  {finding.severity} {finding.code} ({finding.rule}) {', '.join(where)}: {finding.message}")
    for player, cash in answer.final.items():
        if cash is None:
            lines.append(f"  final {player} not proved: {_possible(answer.possible[player])}")
            continue
        recorded = answer.recorded_final.get(player, cash)
        lines.append(f"  final {player} {cash}" + (f" (recorded {recorded})" if recorded != cash else ""))
    lines += [f"  ask the table: {_asked(fact)}" for fact in answer.settles]
    return "\n".join(lines)


def _asked(fact: Settling) -> str:
    """A fact that would settle the cash: "turn 28, Ann, holding, Tower"."""
    return ", ".join(filter(None, (f"turn {fact.turn}", fact.player, fact.kind.value, fact.chain)))


def _possible(possible: Possible) -> str:
    """What an unproved player may have."""
    return "possibly " + " or ".join(map(str, possible.amounts)) if possible.amounts else "any amount"


def _editions(choice: argparse.Namespace) -> int:
    if choice.json:
        listed = {
            "editions": [edition.parameters() for edition in EDITIONS.values()],
            "label_sets": {
                name: [{"chain": chain.name, "tier": TIER_NAMES[chain.tier]} for chain in labels.chains]
                for name, labels in LABEL_SETS.items()
            },
        }
        _say(json.dumps(listed, indent=2))
        return NO_FINDING
    for edition in EDITIONS.values():
        _say(f"{edition.name}: {edition.title}")
        for key, value in edition.parameters().items():
            if key not in ("name", "title"):
                _say(f"    {key}: {value}")
    return NO_FINDING


def _convert(choice: argparse.Namespace) -> int:
    try:
        records = list(islice(_records(choice.file), 2))
    except _UnreadableError as problem:
        _complain(problem)
        return UNREADABLE
    if len(records) != 1:
        held = "more than one log" if records else "no log"
        _complain(f"{choice.file}, line {len(records) or 1}, column 1: the archive holds {held}; expected one log.")
        return UNREADABLE
    (record,) = records
    spelling = choice.to or ("text" if record.spelling is Spelling.JSON else "json")
    sys.stdout.write(write_text(record) if spelling == "text" else write_json(record) + "\n")
    return NO_FINDING
