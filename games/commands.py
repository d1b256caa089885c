"""The commands of the games library, their arguments and exit statuses.

``replay`` reads logs as people write them and answers for each: exit status 0 = no finding, 1 = findings or a place that
cannot be read, 2 = no turn of a file can be read, with a line on standard error for each place that names file, line, column and
what was expected. ``convert`` writes a log in the other spelling, ``editions`` lists the editions with every parameter. The commands of
series are defined in `games.series.commands`. What measures the library is another program, ``python -m laboratory`` of a checkout.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

from games.acquire.actions import BESIDE_THE_GAME, Action, ActKind
from games.acquire.editions.labels import LABEL_SETS, TIER_NAMES
from games.acquire.editions.values import EDITIONS
from games.acquire.errors import LogError, Problem
from games.acquire.logs.json import document as json_document
from games.acquire.logs.json import is_archive, read_archive, write_json
from games.acquire.logs.language.diagnostics import Liberty, LogReading
from games.acquire.logs.reading import read_log, read_people, text_of
from games.acquire.logs.writer import body_lines, write_text
from games.acquire.record import GameRecord, Header, Spelling
from games.acquire.replay.judging.certainty import MissingFact, Possible
from games.acquire.replay.judging.judge import Replay
from games.acquire.replay.judging.judge import replay as replay_record
from games.acquire.replay.proof import UNCONFIRMED, UNCONFIRMED_PROOFS, proof_of
from games.acquire.rewinding import rewinds
from games.running import INTERRUPTED, interruptible
from games.series.commands import add_commands as add_series

NO_FINDING, FINDINGS, UNREADABLE = 0, 1, 2
_Read = TypeVar("_Read")


def main(arguments: Sequence[str], program: str = "python -m games") -> int:
    """Run one command with its arguments, and return the exit status; ``program`` is what its help calls itself."""
    return run_command(_parser(program), arguments)


def run_command(parser: argparse.ArgumentParser, arguments: Sequence[str]) -> int:
    """Run the command of a parser that the arguments name, and return its exit status; each command is the default ``run``."""
    choice, unknown = parser.parse_known_args(arguments)
    if unknown:
        hint = "; put -- before a program whose arguments begin with a dash" if hasattr(choice, "command") else ""
        parser.error(f"unrecognized arguments: {shlex.join(unknown)}{hint}")
    run: Callable[[argparse.Namespace], int] = choice.run
    try:
        with interruptible():
            return run(choice)
    except KeyboardInterrupt:
        sys.stderr.write("Stopped before the end.\n")
        return INTERRUPTED
    except BrokenPipeError:
        # The reader of our output went away; say nothing more, also not at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return UNREADABLE


def _parser(program: str) -> argparse.ArgumentParser:
    """The parser of all commands that are available here."""
    parser = argparse.ArgumentParser(prog=program, description="Acquire: editions, logs and their replay.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    replay = commands.add_parser("replay", help="replay logs by the rules and list their mistakes")
    replay.add_argument(
        "files", nargs="+", metavar="FILE", help="a log, an archive (.jsonl, .jsonl.gz), or - for standard input"
    )
    replay.add_argument(
        "--edition", choices=EDITIONS, help="replay by the rules of this edition, whichever the log names"
    )
    replay.add_argument(
        "--word",
        action="append",
        default=[],
        type=_word_and_meaning,
        metavar="WORD=MEANING",
        help="what a word of the log means that was asked for, such as Kassensturz=cash; may be given several times",
    )
    replay.add_argument("--json", action="store_true", help="print one JSON answer per line")
    replay.set_defaults(run=_replay)
    editions = commands.add_parser("editions", help="list the editions with every parameter")
    editions.add_argument("--json", action="store_true", help="print JSON")
    editions.set_defaults(run=_editions)
    convert = commands.add_parser("convert", help="write a log in the other format to standard output")
    convert.add_argument("file", metavar="FILE", help="a log, or - for standard input")
    convert.add_argument("--to", choices=("text", "json"), help="the format to write (default: the other one)")
    convert.set_defaults(run=_convert)
    add_series(commands)
    return parser


def _word_and_meaning(answer: str) -> tuple[str, str]:
    """Return the word and the key of its meaning in an answer such as "Kassensturz=cash"."""
    word, is_one, meaning = answer.rpartition("=")
    if not is_one:
        raise argparse.ArgumentTypeError(f"{answer} is not a word and its meaning; write WORD=MEANING")
    return word, meaning


def _say(text: str) -> None:
    """Write a line to standard output."""
    sys.stdout.write(f"{text}\n")


def _complain(text: object) -> None:
    """Write a line to standard error."""
    sys.stderr.write(f"{text}\n")


class _UnreadableError(Exception):
    """A file cannot be read; the text of the exception is the lines for standard error."""


def _content(name: str) -> bytes:
    """Return the bytes of one file, or of standard input for "-"."""
    if name != "-":
        return Path(name).read_bytes()
    buffer = getattr(sys.stdin, "buffer", None)
    return buffer.read() if buffer is not None else sys.stdin.read().encode("utf-8", "surrogateescape")


def _text(name: str) -> str:
    """Return the text of one file, or of standard input for "-", with plain ends of lines."""
    text, _ = text_of(_content(name))
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _records(name: str) -> Iterator[GameRecord]:
    """Yield the records of a log or an archive, read strictly by the notation; _UnreadableError where it cannot be read."""
    yield from _with_refusals(name, lambda: read_archive(Path(name)) if is_archive(name) else [read_log(_text(name))])


def _readings(name: str, edition: str | None, words: Mapping[str, str]) -> Iterator[LogReading]:
    """Yield the readings of a log or an archive; a log is read leniently, as people write.

    ``edition`` is for a log that names none, ``words`` are the meanings of words that were asked for.
    """
    defaults = Header(edition, ()) if edition else None
    yield from _with_refusals(
        name,
        lambda: (
            map(LogReading, read_archive(Path(name)))
            if is_archive(name)
            else [read_people(_content(name), defaults, words=words)]
        ),
    )


def _with_refusals(name: str, read: Callable[[], Iterable[_Read]]) -> Iterator[_Read]:
    """Yield what ``read`` returns; where that fails, raise _UnreadableError with a line of text for each problem and its place."""
    try:
        yield from read()
    except LogError as error:
        problems = error.problems or (Problem(error.line, error.column, "", error.what, error.wanted),)
        raise _UnreadableError("\n".join(f"{name}, {_place(problem)}: {problem}" for problem in problems)) from None
    except OSError as problem:
        raise _UnreadableError(
            f"{name}, line 0, column 0: {problem.strerror or problem}; expected a file that can be read."
        ) from None


def _only_log(name: str, logs: Iterator[_Read]) -> _Read:
    """Return the only log of a file; _UnreadableError if it is an archive that holds none or several."""
    found = list(islice(logs, 2))
    if len(found) != 1:
        held = "more than one log" if found else "no log"
        raise _UnreadableError(
            f"{name}, line {len(found) or 1}, column 1: the archive contains {held}; expected one log."
        )
    return found[0]


def _replay(choice: argparse.Namespace) -> int:
    """Replay the files of a command line and print the answers; return the status."""
    status = NO_FINDING
    for name in choice.files:
        try:
            for reading in _readings(name, choice.edition, dict(choice.word)):
                judged = record = reading.record
                if choice.edition:
                    # The names stay those the log was read with; only the rules change.
                    labels = record.header.labels().name
                    judged = replace(record, header=replace(record.header, edition=choice.edition, chains=labels))
                answer = replay_record(judged)
                status = max(status, FINDINGS if answer.findings or reading.problems else NO_FINDING)
                compact = choice.json or is_archive(name)
                _say(_document(answer, reading) if compact else _report(name, answer, reading))
        except _UnreadableError as problem:
            _complain(problem)
            status = UNREADABLE
    return status


def _place(place: Liberty | Problem) -> str:
    """The line and column of something in a log, in words."""
    return f"line {place.line}, column {place.column}"


def _with_caret(problem: Problem) -> list[str]:
    """Return the line of a problem and a caret under its place; empty where the stored part of the line ends before it."""
    if not 1 <= problem.column <= len(problem.text) + 1:
        return []
    line = problem.text.expandtabs(1)
    return [f"    {line}", f"    {' ' * (problem.column - 1)}^"]


def _document(answer: Replay, reading: LogReading) -> str:
    """Return an answer as JSON on one line, with notes on what was read leniently, unreadable places, and the director's acts."""
    notes = [
        {"line": note.line, "column": note.column, "written": note.written, "read": note.read, "message": str(note)}
        for note in reading.notes
    ]
    problems = [
        {
            "line": problem.line,
            "column": problem.column,
            "text": problem.text,
            "problem": problem.problem,
            "expected": problem.expected,
            "message": str(problem),
        }
        for problem in reading.problems
    ]
    reading_notes = {"notes": notes, "problems": problems, "director": _director_document(reading.record)}
    proofs = {player: proof_of(answer, player).value for player in answer.final}
    return json.dumps({**answer.document(), "proof": proofs, **reading_notes}, ensure_ascii=False)


def _report(name: str, answer: Replay, reading: LogReading) -> str:
    """Return the answer of a replay for people, line by line; ``name`` is that of the file."""
    found = [finding for finding in answer.findings if finding.code != "line-unread"]  # the place itself is shown
    count = len(found)
    end = "complete" if answer.complete else "not played to its end"
    findings = "no finding" if not count else f"{count} finding{'s' if count > 1 else ''}"
    lines = [f"{name}: edition {answer.edition}, {answer.turns} turns, {end}: {findings}"]
    for problem in reading.problems:
        lines += [f"  unread {_place(problem)}", *_with_caret(problem)]
    for asked in reading.asked:
        guess = asked.guess or "what is it"
        lines.append(f"  asked {asked.word}, {asked.times} times, first in line {asked.line}: {guess}?")
    lines += [f"  note {_place(note)}: {note}" for note in reading.notes]
    lines += [f"  {line}" for line in _director_lines(reading.record)]
    for finding in found:
        where = [f"line {finding.line}"] if finding.line is not None else []
        where += [f"turn {finding.turn}"] if finding.turn is not None else []
        lines.append(f"  {finding.severity} {finding.code} ({finding.rule}) {', '.join(where)}: {finding.message}")
    lines += [f"  final {player} {_final_words(answer, player)}" for player in answer.final]
    if any(proof_of(answer, player) in UNCONFIRMED_PROOFS for player in answer.final):
        lines.append(f"  {UNCONFIRMED}")
    lines += [f"  ask the table: {_missing_fact_words(fact)}" for fact in answer.missing_facts]
    return "\n".join(lines)


def _final_words(answer: Replay, player: str) -> str:
    """The final cash of a player in words, how far it is proved, and the amounts that the log states or that its lines come to.

    Examples: "38100 proved (recorded 37100)", "38100 as written", "not proved: any amount (as written 38100, recorded 37100)".
    """
    cash, proof = answer.final[player], proof_of(answer, player)
    words = f"{proof}: {_possible_words(answer.possible[player])}" if cash is None else f"{cash} {proof}"
    others = {"as written": answer.as_written.get(player), "recorded": answer.recorded_final.get(player)}
    told = [f"{what} {amount}" for what, amount in others.items() if amount not in (None, cash)]
    return f"{words} ({', '.join(told)})" if told else words


def _director_lines(record: GameRecord) -> Iterator[str]:
    """Yield a line for each act of the director that was not undone; a rewind is followed by the lines that it undid."""
    for place, undone in _director_acts(record):
        line = record.line_of(place)
        where = f"line {line}, statement {place + 1}" if line is not None else f"statement {place + 1}"
        yield f"director {where}: {' '.join(_statements(record, [place]))}"
        yield from (f"    undone: {text}" for text in _statements(record, undone))


def _director_document(record: GameRecord) -> list[dict[str, Any]]:
    """Return the director's acts as JSON: each event as the log has it, its number from 1, its line, and which events it undid."""
    acts = list(_director_acts(record))
    events = json_document(GameRecord(record.header, record.events, stamps=record.stamps))["events"] if acts else []
    return [
        {**events[place], "statement": place + 1, "line": record.line_of(place), "undone": [at + 1 for at in undone]}
        for place, undone in acts
    ]


def _director_acts(record: GameRecord) -> Iterator[tuple[int, Sequence[int]]]:
    """Yield the places (from 0, in the record's events) of the director's acts that were not undone, each with the places it undid."""
    events = record.events
    if not any(event.act is ActKind.REWIND or event.act in BESIDE_THE_GAME for event in events):
        return
    found = {rewind.place: rewind.undone for rewind in rewinds(events)}
    gone = {place for undone in found.values() for place in undone}
    for place, event in enumerate(events):
        if (event.act in BESIDE_THE_GAME or event.act is ActKind.REWIND) and place not in gone:
            yield place, found.get(place, ())


def _statements(record: GameRecord, places: Sequence[int]) -> list[str]:
    """Return some events of a record in the text notation, line by line; each names its player if its turn is not among them."""
    header = Header(
        record.header.edition, record.header.players, chains=record.header.chains, variant=record.header.variant
    )
    events: list[Action] = [record.events[place] for place in places]
    stamps = tuple(record.stamp_of(place) for place in places)
    return [line.strip() for line in body_lines(GameRecord(header, events, stamps=stamps))]


def _missing_fact_words(fact: MissingFact) -> str:
    """Return words for a fact that would settle the cash, such as "turn 28, Ann, holding, Tower"."""
    amounts = " or ".join(map(str, fact.amounts))
    turns = f"turns {fact.turn} to {fact.last}" if fact.last > fact.turn else f"turn {fact.turn}"
    return ", ".join(filter(None, (turns, fact.player, fact.kind.value, fact.chain, amounts)))


def _possible_words(possible: Possible) -> str:
    """Return words for the amounts that a player may have whose cash is not proved."""
    return "possibly " + " or ".join(map(str, possible.amounts)) if possible.amounts else "any amount"


def _editions(choice: argparse.Namespace) -> int:
    """Print all editions with their parameters; return the status."""
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
    """Print the log of a command line in the other notation; return the status."""
    try:
        record = _only_log(choice.file, _records(choice.file))
    except _UnreadableError as problem:
        _complain(problem)
        return UNREADABLE
    spelling = choice.to or ("text" if record.spelling is Spelling.JSON else "json")
    sys.stdout.write(write_text(record) if spelling == "text" else write_json(record) + "\n")
    return NO_FINDING
