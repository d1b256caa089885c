"""The JSON spelling of a log, for programs.

Reading has a fast way and a careful one with the same result. The fast way splits the list of
events at ``},{"act":"``, which cannot occur inside a JSON text because of its bare quotes, and looks each
piece up among those read before. Whatever does not fit that pattern, and every mistake, goes
the careful way, which parses the whole document and tells line and column.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any, Final

from games.acquire.actions import OF_THE_TABLE, Act, Action
from games.acquire.board import TILE_NAMES
from games.acquire.editions import label_set
from games.acquire.errors import LogError
from games.acquire.logs.fields import Vocabulary, WrongValueError, action, listing, mapping, member, stamp, whole
from games.acquire.logs.header import read_header, tile_list, write_header
from games.acquire.logs.places import line_and_column, place_of
from games.acquire.record import GameRecord, Header, Spelling, Stamp, stamped

FORMAT: Final = "acquire-log-1"

#: The list's opening and what stands between two events, compact and with spaces.
_STYLES: Final = (
    ('"events":[{"act":"', '},{"act":"'),
    ('"events": [{"act": "', '}, {"act": "'),
)
_ENDLESS: Final = re.compile(r"\d{4301}")
#: Distinct events remembered for one set of players and chains; an event is some 60 characters.
_REMEMBERED: Final = 20_000


@lru_cache(maxsize=16)
def _vocabulary(ids: tuple[str, ...], labels: str) -> Vocabulary:
    return Vocabulary(ids, label_set(labels))


def read_json(text: str) -> GameRecord:
    """The record of a JSON log.

    Raises:
        LogError: if it is not well-formed.
    """
    return _read_fast(text) or _read_carefully(text)


def _words(header: Header) -> Vocabulary:
    return _vocabulary(tuple([player.id for player in header.players]), header.labels().name)


def _read_fast(text: str) -> GameRecord | None:
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
            # Said again, with line and column, by the careful way.
            return None
    return None


def _with_pieces(header: Header, pieces: list[str]) -> GameRecord:
    words = _words(header)
    known = words.actions
    events: list[Any] = list(map(known.get, pieces))
    if None not in events:
        return GameRecord(header, events)
    lines: list[int | None] = [None] * len(pieces)
    stamps: list[Stamp | None] = [None] * len(pieces)
    for index, event in enumerate(events):
        if event is not None:
            continue
        fields = json.loads('{"act":"' + pieces[index] + "}")
        events[index] = action(fields, words, ())
        stamps[index] = stamp(fields, ())
        if "line" in fields:
            lines[index] = whole(fields["line"], ())
        elif stamps[index] is None:
            if len(known) >= _REMEMBERED:
                known.clear()
            known[pieces[index]] = events[index]
    return GameRecord(header, events, lines, stamps=stamped(stamps))


def _read_carefully(text: str) -> GameRecord:
    try:
        return record_from(json.loads(text))
    except json.JSONDecodeError as problem:
        fault = problem.msg[:1].lower() + problem.msg[1:]
        if fault.startswith("expecting "):
            raise LogError(
                "this is not JSON", problem.lineno, problem.colno, fault.removeprefix("expecting ")
            ) from None
        raise LogError(f"this is not JSON: {fault}", problem.lineno, problem.colno, "JSON") from None
    except RecursionError:
        raise LogError("the JSON is nested too deeply", 1, 1, "a log") from None
    except WrongValueError as problem:
        line, column = place_of(text, problem.path)
        raise LogError(problem.problem, line, column, problem.expected) from None
    except ValueError:  # Python turns no text of thousands of digits into a number
        number = _ENDLESS.search(text)
        line, column = line_and_column(text, number.start() if number else 0)
        raise LogError("this number is too long", line, column, "a shorter one") from None


def record_from(document: object) -> GameRecord:
    """The record of a JSON document that is parsed already.

    Raises:
        WrongValueError: if it is not well-formed; its path tells where.
    """
    members = mapping(document, ())
    if members.get("format") != FORMAT:
        found = f"the format is {members['format']!r}" if "format" in members else "the log names no format"
        raise WrongValueError(("format",), found, f"{FORMAT!r}")
    unknown = [key for key in members if key not in {"format", "header", "events"}]
    if unknown:
        raise WrongValueError((unknown[0],), f"{unknown[0]!r} is no part of a log", "format, header and events")
    header = read_header(member(members, "header", ()), ("header",))
    try:
        return _with_events(header, members)
    except WrongValueError:
        for other in header.other_readings():
            with suppress(WrongValueError):
                return _with_events(other, members)
        raise


def _with_events(header: Header, members: Mapping[str, Any]) -> GameRecord:
    words = _words(header)
    events: list[Action] = []
    lines: list[int | None] = []
    stamps: list[Stamp | None] = []
    for index, event in enumerate(listing(member(members, "events", ()), ("events",))):
        path = ("events", index)
        events.append(action(event, words, path))
        line = event.get("line")
        lines.append(None if line is None else whole(line, (*path, "line")))
        stamps.append(stamp(event, path))
    return GameRecord(header, events, lines, stamps=stamped(stamps))


def write_json(record: GameRecord) -> str:
    """The JSON text of a record on one line; lines are written where a JSON log gave them."""
    return json.dumps(document(record), ensure_ascii=False, separators=(",", ":"))


def document(record: GameRecord) -> dict[str, Any]:
    """The JSON document of a record."""
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
    """The JSON object of one event of players with these IDs and chains with these names."""
    act, player, value = event
    written: dict[str, Any] = {"act": act.word}
    if act not in OF_THE_TABLE:
        written["player"] = ids[player]
    if act in (Act.START, Act.PLAY):
        written["tile"] = TILE_NAMES[value]
    elif act in (Act.FOUND, Act.SURVIVOR):
        written["chain"] = names[value]
    elif act is Act.ORDER:
        written["chains"] = [names[chain] for chain in value]
    elif act is Act.BUY:
        written["shares"] = {names[chain]: count for chain, count in value}
    elif act in _NUMBER_KEYS:
        written[_NUMBER_KEYS[act]] = value
    elif act is Act.CARD:
        written["card"] = str(value)
    elif isinstance(value, tuple):
        written |= _tuple_members(act, value, names)
    return written


def _tuple_members(act: Act, value: tuple[Any, ...], names: Sequence[str]) -> dict[str, Any]:
    if act is Act.SWAP:
        return {"give": names[value[0]], "take": names[value[1]]}
    if act is Act.REWIND:
        return {"to": value[0], "reason": value[1]} if value[1] else {"to": value[0]}
    return _chain_members(act, value, names) if act in _CHAIN_FIRST else {"tiles": tile_list(value)}


def _chain_members(act: Act, value: tuple[Any, ...], names: Sequence[str]) -> dict[str, Any]:
    written: dict[str, Any] = {"chain": names[value[0]]}
    if act is Act.BONUS:
        written["amount"] = value[1]
    elif act is Act.MARKET:
        written["tile"] = TILE_NAMES[value[1]]
    else:
        written |= {"sell": value[1], "trade": value[2]}
        if value[3] is not None:
            written["hold"] = value[3]
    return written


_NUMBER_KEYS: Final = {Act.TURN: "number", Act.CASH: "amount", Act.FINAL: "cash", Act.TIME: "seconds"}
_CHAIN_FIRST: Final = frozenset({Act.BONUS, Act.DISPOSE, Act.MARKET})
