"""The entries of a scribe, who writes down a game at the table tap by tap, and the record that they make together."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from games.acquire.actions import Action, ActKind
from games.acquire.errors import LogError
from games.acquire.logs.json import document, read_json
from games.acquire.logs.reading import read_people, read_text
from games.acquire.logs.writer import write_text
from games.acquire.record import GameRecord, Header
from tournament.record.vocabulary import ScribeMark
from tournament.replays.table_log import MAX_EVENTS, TOURNAMENT_EDITION, TableHeader
from wording import gettext as _
from wording import ngettext
from wording.figures import whole

MAX_ENTRY_EVENTS = 40
"""The most events of one entry, such as the bonuses of a merger, a final count or a typed line."""


LONGEST_LINE = 500
"""The most characters of a typed line."""

GOES_ON = "    "
"""The indent of a line that continues the turn above."""


class EntryError(ValueError):
    """Raised if an entry is not a statement of a log; the message says what was expected."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One tap of a scribe: its key, its events, and how it came about; an entry without events removes the entry before it."""

    key: str
    events: tuple[Action, ...]
    mark: ScribeMark = ScribeMark.NONE


@dataclass(frozen=True, slots=True)
class ReadLine:
    """A typed line: its events as JSON values, and sentences on what the reader had to interpret."""

    events: tuple[dict[str, Any], ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ScribedLog:
    """Everything that a scribe wrote: the record with its opening, and the entries that were not taken back.

    ``owners`` has for each event of the record the index of its entry in ``entries``, -1 for events of the opening.
    """

    record: GameRecord
    entries: tuple[LogEntry, ...]
    owners: tuple[int, ...]


def open_log(table: TableHeader, about: Mapping[str, object]) -> dict[str, Any]:
    """Return the JSON document with which the log of a table begins: header and starting tiles.

    ``about`` are further keys of the header that are only stored. Raises EntryError if nobody sits at the table.
    """
    if not table.players:
        raise EntryError(_("Nobody is sitting at this table, so there is no game to write down."))
    header = Header(TOURNAMENT_EDITION, table.players, table.chains, other=dict(about))
    seats = {player.id: seat for seat, player in enumerate(table.players)}
    starts = [Action(ActKind.START, seats[log_id], tile) for log_id, tile in table.starts]
    return document(GameRecord(header, starts))


def read_entry(opening: Mapping[str, Any], events: object) -> tuple[Action, ...]:
    """Return the events of an entry, read by the strict reader; raises EntryError if they are not statements of a log.

    ``opening`` is the document with which the log begins.
    """
    if not isinstance(events, list) or len(events) > MAX_ENTRY_EVENTS:
        raise EntryError(_("An entry must be a list of at most {most} events.", most=MAX_ENTRY_EVENTS))
    try:
        read = tuple(read_json(json.dumps({**opening, "events": events})).events)
    except LogError as error:
        raise EntryError(
            _(
                "This is not a log statement: {problem}; expected {expected}.",
                problem=error.problem,
                expected=error.expected,
            )
        ) from None
    _refuse_rewind(read)
    return read


def _refuse_rewind(events: Sequence[Action]) -> None:
    """Raise EntryError for a rewind among the events.

    A scribe takes back entry by entry, whereas a rewind counts statements of the whole log, and one purchase may be several entries.
    """
    if any(event.act is ActKind.REWIND for event in events):
        raise EntryError(_("A scribe's log cannot be rewound; take back the last entries one by one."))


def read_entries(opening: Mapping[str, Any], stored: Sequence[Sequence[Mapping[str, Any]]]) -> list[tuple[Action, ...]]:
    """Return the events of stored entries, which were checked when they were written; all are read at once."""
    all_events = [event for events in stored for event in events]
    read = iter(read_json(json.dumps({**opening, "events": all_events})).events)
    return [tuple(next(read) for _event in events) for events in stored]


def read_line(log: ScribedLog, line: str) -> ReadLine:
    """Return the events of a typed line that continues the log: read strictly if possible, else as people write logs.

    Raises EntryError with the reason if the line cannot be read, or if it would change something written before it.
    """
    if len(line) > LONGEST_LINE:
        raise EntryError(
            ngettext(
                "The line has {n} character; write at most {most} at a time.",
                "The line has {n} characters; write at most {most} at a time.",
                len(line),
                most=LONGEST_LINE,
            )
        )
    record, notes = _record_with(log.record, line)
    before = len(log.record.events)
    if list(record.events[:before]) != list(log.record.events):
        raise EntryError(_("This line belongs before the last entries; take those back first, then write the line."))
    if not before < len(record.events) <= before + MAX_ENTRY_EVENTS:
        raise EntryError(_("Write a line for the log, such as “17 Ben: 4C; buy Luxor 2” or “buy Luxor 2”."))
    _refuse_rewind(record.events[before:])
    written: list[dict[str, Any]] = document(GameRecord(record.header, tuple(record.events[before:])))["events"]
    return ReadLine(tuple(written), notes)


def _record_with(record: GameRecord, line: str) -> tuple[GameRecord, tuple[str, ...]]:
    """Return the record continued by a line, and sentences on what the reader had to interpret in the line."""
    text, typed = text_of(record), line.strip()
    has_turn = any(event.act is ActKind.TURN for event in record.events)
    with suppress(LogError):
        behind = typed if not has_turn or _begins_line(typed, record) else f"{GOES_ON}{typed}"
        return read_text(f"{text}{behind}\n"), ()
    lead = GOES_ON if has_turn else ""
    try:
        reading = read_people(f"{text}{lead}{typed}\n", record.header)
    except LogError as error:
        place = error.problems[0] if error.problems else error
        raise _unread(place.column - len(lead), place.problem, place.expected) from None
    for problem in reading.problems:
        raise _unread(problem.column - len(lead), problem.problem, problem.expected)
    first = text.count("\n") + 1
    notes = [replace(note, words=note.written.strip()) for note in reading.notes if note.line >= first]
    return reading.record, tuple(str(note) for note in notes)


def _unread(column: int, problem: str, expected: str) -> EntryError:
    """Return the error that a line cannot be read at a column."""
    return EntryError(
        _("Column {column}: {problem}; expected {expected}.", column=max(1, column), problem=problem, expected=expected)
    )


def _begins_line(line: str, record: GameRecord) -> bool:
    """Return whether a line begins a turn or a statement of its own, and does not continue the turn before it."""
    head = line.split(":")[0].split()
    return (
        ":" in line and bool(head) and head[-1] in {player.id for player in record.header.players} | {"final", "start"}
    )


def fold_entries(opening: Mapping[str, Any], entries: Sequence[LogEntry]) -> ScribedLog:
    """Return the record made of all entries: entries taken back are left out, and purchases of single shares are joined into one.

    ``opening`` is the document with which the log begins.
    """
    remaining: list[LogEntry] = []
    for entry in entries:
        if entry.events:
            remaining.append(entry)
        elif remaining:
            remaining.pop()
    begun = read_json(json.dumps(opening))
    events, owners = list(begun.events), [-1] * len(begun.events)
    for place, entry in enumerate(remaining):
        for event in entry.events:
            last = events[-1] if events else None
            if last is not None and event.act is last.act is ActKind.BUY and event.player == last.player:
                events[-1], owners[-1] = _joined_purchase(last, event), place
            else:
                events.append(event)
                owners.append(place)
    return ScribedLog(GameRecord(begun.header, tuple(events)), tuple(remaining), tuple(owners))


def _joined_purchase(first: Action, second: Action) -> Action:
    """Return two purchases of a turn as one."""
    shares = dict(first.value)
    for chain, count in second.value:
        shares[chain] = shares.get(chain, 0) + count
    return Action(ActKind.BUY, first.player, tuple(sorted(shares.items())))


def text_of(record: GameRecord) -> str:
    """Return the log as text; raises EntryError if it has more statements than any game."""
    if len(record.events) > MAX_EVENTS:
        raise EntryError(
            ngettext(
                "The log has {n} statement; a game can have at most {most}.",
                "The log has {n} statements; a game can have at most {most}.",
                len(record.events),
                most=whole(MAX_EVENTS),
            )
        )
    return write_text(record)
