"""Reading and writing JSON logs, which programs use, and archives with one JSON log on each line.

There is a fast and a careful reader with the same result. The fast one splits the list of events at ``},{"act":"``, which cannot
occur inside a JSON text because of its bare quotes, and looks up each piece in a cache. A document that does not fit this pattern,
or has a mistake, is read by the careful one, which parses the whole document and tells line and column of the mistake.
"""

from __future__ import annotations

import gzip
import json
import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from games.acquire.actions import NOBODY, OF_THE_TABLE, Action, ActKind
from games.acquire.editions.labels import label_set
from games.acquire.errors import LogError
from games.acquire.logs import fields
from games.acquire.logs.forms import FIELDS, LONGEST_NUMBER, REQUIRED, ActField, values_of
from games.acquire.logs.header import read_header, write_header
from games.acquire.logs.language.tokens import MOST_MILLISECONDS
from games.acquire.record import GameRecord, Header, Spelling, Stamp, stamps_of_events
from games.sentences import gettext_lazy as _

FORMAT: Final = "acquire-log-1"

#: The beginning of the list and the text between two events, compact and with spaces.
_STYLES: Final = (
    ('"events":[{"act":"', '},{"act":"'),
    ('"events": [{"act": "', '}, {"act": "'),
)
_DECODER: Final = json.JSONDecoder()
_SPACE: Final = re.compile(r"[ \t\r\n]*")
_ENDLESS: Final = re.compile(r"\d{4301}")
#: The most events in the cache for one set of players and chains; an event has some 60 characters.
_REMEMBERED: Final = 20_000


@lru_cache(maxsize=16)
def _vocabulary(ids: tuple[str, ...], labels: str) -> fields.Vocabulary:
    """Return the vocabulary for these IDs and this label set; it is cached, so logs of the same players share it."""
    return fields.Vocabulary(ids, label_set(labels))


_ACTS: Final = {act.word: act for act in ActKind}
_COMMON: Final = frozenset({"act", "player", "line", "at", "lag"})
#: The keys of each act's event.
_KEYS: Final = {
    act: (_COMMON - {"player"} if act in OF_THE_TABLE else _COMMON).union(field.key for field in FIELDS.get(act, ()))
    for act in ActKind
}


def read_json(text: str) -> GameRecord:
    """Return the record of a JSON log.

    Raises:
        LogError: if it is not well-formed.
    """
    return _read_fast(text) or _read_carefully(text)


def _words(header: Header) -> fields.Vocabulary:
    """Return the vocabulary of a header."""
    return _vocabulary(tuple([player.id for player in header.players]), header.labels().name)


def _read_fast(text: str) -> GameRecord | None:
    """Return the record of a JSON log, or None if it needs the careful reader."""
    body = text.rstrip()
    for opening, between in _STYLES:
        cut = text.find(opening)
        if cut < 0 or not body.endswith("}]}"):
            continue
        try:
            document = json.loads(text[:cut] + '"events": []}')
            if document.get("format") != FORMAT or len(document) != 3:
                return None
            header = read_header(document.get("header"), ())
            return _with_pieces(header, body[cut + len(opening) : -3].split(between))
        except ValueError:
            # The careful reader finds the same mistake, with line and column.
            return None
    return None


def _with_pieces(header: Header, pieces: list[str]) -> GameRecord:
    """Return the record with the events in ``pieces``, each a text without ``{"act":"`` and the closing brace.

    Events with neither line nor time are cached.
    """
    words = _words(header)
    known = words.actions
    events: list[Any] = list(map(known.get, pieces))
    if None not in events:
        return GameRecord(header, events)
    lines: list[int | None] = [None] * len(pieces)
    stamps: list[Stamp | None] = [None] * len(pieces)
    for index, known_event in enumerate(events):
        if known_event is not None:
            continue
        event = json.loads('{"act":"' + pieces[index] + "}")
        events[index] = read_event(event, words, ())
        stamps[index] = _stamp(event, ())
        if "line" in event:
            lines[index] = fields.whole_value(event["line"], ())
        elif stamps[index] is None:
            if len(known) >= _REMEMBERED:
                known.clear()
            known[pieces[index]] = events[index]
    return GameRecord(header, events, lines, stamps=stamps_of_events(stamps))


def _read_carefully(text: str) -> GameRecord:
    """Parse a whole JSON log and return its record.

    Raises:
        LogError: if it is not well-formed, with line and column.
    """
    try:
        return record_from(json.loads(text))
    except json.JSONDecodeError as problem:
        found = _("this is not JSON: {fault}", fault=problem.msg[:1].lower() + problem.msg[1:])
        raise LogError(found, problem.lineno, problem.colno, _("JSON text")) from None
    except RecursionError:
        raise LogError(_("the JSON is nested too deeply"), 1, 1, _("a log")) from None
    except fields.WrongValueError as problem:
        line, column = _place_of(text, problem.path)
        raise LogError(problem.problem, line, column, problem.expected) from None
    except ValueError:  # Python turns no text of thousands of digits into a number
        number = _ENDLESS.search(text)
        line, column = _line_and_column(text, number.start() if number else 0)
        raise LogError(
            _("this number is too long"), line, column, _("at most {most} digits", most=LONGEST_NUMBER)
        ) from None


def record_from(document: object) -> GameRecord:
    """Return the record of a parsed JSON document.

    Raises:
        WrongValueError: if it is not well-formed, with the path of the value.
    """
    members = fields.mapping(document, ())
    if members.get("format") != FORMAT:
        found = (
            _("the format is {value!r}", value=members["format"])
            if "format" in members
            else _("the log does not name a format")
        )
        raise fields.WrongValueError(("format",), found, f"{FORMAT!r}")
    unknown = [key for key in members if key not in {"format", "header", "events"}]
    if unknown:
        raise fields.WrongValueError(
            (unknown[0],), _("{key!r} is not part of a log", key=unknown[0]), _("format, header and events")
        )
    header = read_header(fields.member(members, "header", ()), ("header",))
    try:
        return _with_events(header, members)
    except fields.WrongValueError:
        for other in header.other_readings():
            with suppress(fields.WrongValueError):
                return _with_events(other, members)
        raise


def _with_events(header: Header, members: Mapping[str, Any]) -> GameRecord:
    """Return the record of a parsed document, whose header is read already."""
    words = _words(header)
    events: list[Action] = []
    lines: list[int | None] = []
    stamps: list[Stamp | None] = []
    for index, event in enumerate(fields.listing(fields.member(members, "events", ()), ("events",))):
        path = ("events", index)
        events.append(read_event(event, words, path))
        line = event.get("line")
        lines.append(None if line is None else fields.whole_value(line, (*path, "line")))
        stamps.append(_stamp(event, path))
    return GameRecord(header, events, lines, stamps=stamps_of_events(stamps))


def write_json(record: GameRecord) -> str:
    """Return the record as JSON text on one line; lines of events are only written if a JSON log gave them."""
    return json.dumps(document(record), ensure_ascii=False, separators=(",", ":"))


def document(record: GameRecord) -> dict[str, Any]:
    """Return the JSON document of a record."""
    ids = [player.id for player in record.header.players]
    names = record.header.labels().names
    events = [event_document(event, ids, names) for event in record.events]
    for index, when in enumerate(record.stamps):
        if when is not None:
            events[index] |= {"at": when.at, "lag": when.lag} if when.lag else {"at": when.at}
    if record.spelling is Spelling.JSON:
        for index, line in enumerate(record.lines):
            if line is not None:
                events[index]["line"] = line
    return {"format": FORMAT, "header": write_header(record.header), "events": events}


def event_document(event: Action, ids: Sequence[str], names: Sequence[str]) -> dict[str, Any]:
    """Return the JSON object of an event; ``ids`` are the players' IDs by seat, ``names`` the chains' names."""
    act, player, value = event
    written: dict[str, Any] = {"act": act.word}
    if act not in OF_THE_TABLE:
        written["player"] = ids[player]
    for field, part in zip(FIELDS.get(act, ()), values_of(act, value), strict=False):
        if not (field.implied and part == field.default):
            written[field.key] = field.kind.write_json(part, names)
    return written


def read_event(event: object, words: fields.Vocabulary, path: fields.JsonPath) -> Action:
    """Return the action of a JSON event.

    Raises:
        WrongValueError: if the event is not well-formed.
    """
    members = fields.mapping(event, path)
    name = fields.word(fields.member(members, "act", path), (*path, "act"))
    act = _ACTS.get(name)
    if act is None:
        raise fields.WrongValueError(
            (*path, "act"), _("{name!r} is not an action", name=name), _("one of {choices}", choices=", ".join(_ACTS))
        )
    is_of_table = act in OF_THE_TABLE
    player = NOBODY if is_of_table else words.player(fields.member(members, "player", path), (*path, "player"))
    if not members.keys() <= _KEYS[act]:
        extra = next(key for key in members if key not in _KEYS[act])
        raise fields.WrongValueError(
            (*path, extra),
            _("{key!r} does not belong to {name!r}", key=extra, name=name),
            _("only keys for this action"),
        )
    values = [_value(field, members, words, path) for field in FIELDS.get(act, ())]
    return Action(act, player, (values[0] if values else None) if len(values) < 2 else tuple(values))


def _value(field: ActField, members: Mapping[str, Any], words: fields.Vocabulary, path: fields.JsonPath) -> object:
    """Return the value of a field of an event, or its default."""
    is_default = members.get(field.key) is None if field.default is None else field.key not in members
    if is_default and field.default is not REQUIRED:
        return field.default
    return field.kind.read_json(fields.member(members, field.key, path), words, (*path, field.key))


def _stamp(event: Mapping[str, Any], path: fields.JsonPath) -> Stamp | None:
    """Return the time of a JSON event, or None if it has none.

    Raises:
        WrongValueError: if its time is not well-formed.
    """
    if "at" in event:
        return Stamp(_milliseconds(event, "at", path), _milliseconds(event, "lag", path) if "lag" in event else 0)
    if "lag" in event:
        raise fields.WrongValueError((*path, "lag"), _("there is a lag but no time"), _("'at' as well as 'lag'"))
    return None


def _milliseconds(event: Mapping[str, Any], key: str, path: fields.JsonPath) -> int:
    """Return the whole milliseconds at a key of an event.

    Raises:
        WrongValueError: if the value is no such number.
    """
    value = event[key]
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MOST_MILLISECONDS:
        shown = (
            _("a long number")
            if isinstance(value, int) and abs(value) > MOST_MILLISECONDS
            else fields.value_in_brief(value)
        )
        raise fields.WrongValueError(
            (*path, key), _("{value} does not belong here", value=shown), _("whole milliseconds with at most 12 digits")
        )
    return value


def _place_of(text: str, path: Sequence[str | int]) -> tuple[int, int]:
    """Return line and column (from 1) of the value at a path; if the path does not exist, of the last value on it that does.

    The text must be valid JSON.
    """
    at = _skip(text, 0)
    for step in path:
        inside = _member(text, at, step) if text[at] in "{[" else None
        if inside is None:
            break
        at = inside
    return _line_and_column(text, at)


def _line_and_column(text: str, at: int) -> tuple[int, int]:
    """Return line and column (from 1) of the character at an index."""
    line_start = text.rfind("\n", 0, at) + 1
    return text.count("\n", 0, at) + 1, at - line_start + 1


def _skip(text: str, at: int) -> int:
    """Return the index of the first character that is no space, from ``at`` on."""
    found = _SPACE.match(text, at)
    return found.end() if found else at


def _member(text: str, at: int, step: str | int) -> int | None:
    """Return the index at which the value of a key or index begins, in the object or list that begins at ``at``; None for none."""
    is_object = text[at] == "{"
    at = _skip(text, at + 1)
    index = 0
    while text[at] not in "}]":
        key: object = index
        if is_object:
            key, at = _DECODER.raw_decode(text, at)
            at = _skip(text, _skip(text, at) + 1)
        if key == step:
            return at
        _, at = _DECODER.raw_decode(text, at)
        at = _skip(text, at)
        if text[at] == ",":
            at = _skip(text, at + 1)
        index += 1
    return None


def is_archive(name: str) -> bool:
    """Whether a file name is that of an archive: ``.jsonl`` or ``.jsonl.gz``."""
    return name.endswith((".jsonl", ".jsonl.gz"))


def archive_lines(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the lines of an archive that are not empty, with their numbers from 1.

    Raises:
        OSError: if the file cannot be read.
        LogError: if it is damaged or no UTF-8 text.
    """
    number = 0
    expected = _("a complete gzip file of UTF-8 text") if path.suffix == ".gz" else _("UTF-8 text")
    try:
        with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                if line.strip():
                    yield number, line
    except (gzip.BadGzipFile, zlib.error, EOFError, UnicodeDecodeError) as problem:
        raise LogError(_("the archive is damaged ({problem})", problem=problem), number + 1, 1, expected) from None


def read_archive(path: Path) -> Iterator[GameRecord]:
    """Yield the records of an archive, one at a time.

    Raises:
        LogError: at the first line that is no log; its line number is that in the archive.
    """
    for number, line in archive_lines(path):
        try:
            yield read_json(line)
        except LogError as problem:
            raise LogError(problem.what, number, problem.column, problem.wanted) from None
