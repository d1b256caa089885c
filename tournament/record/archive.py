"""The JSON archive: a whole event as text, and back without loss.

The text is an object of two members: ``format`` names the version of the format, ``event`` is the `EventRecord` field by field.
Reading checks everything that the program expects of a stored event, so that a wrongly edited archive is refused as a whole, with a
sentence.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import MISSING, Field, fields, is_dataclass, replace
from datetime import date, datetime
from enum import Enum
from functools import cache
from types import MappingProxyType, NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from tournament.record.event import EventRecord, RoundRecord, TableRecord
from tournament.record.printing import Sides
from tournament.record.rulesets import LARGEST_TABLE, SMALLEST_TABLE, Ruleset

ARCHIVE_FORMAT = "top-table-archive-2"
EARLIER_FORMATS = {"top-table-archive-1": {"place": "venue"}}
"""Members of the event whose names differ in earlier formats: by format, the present name for each old one."""

LARGEST_NUMBER = 2**63 - 1  # what a database can hold


class ArchiveError(ValueError):
    """Raised for a text that is not an archive of an event; the message says what is wrong in it and what to do."""


def archive(record: EventRecord) -> str:
    """Return the event as JSON text, one member a line; equal events give equal texts."""
    return json.dumps({"format": ARCHIVE_FORMAT, "event": _plain(record)}, ensure_ascii=False, indent=1) + "\n"


def with_own_keys(record: EventRecord) -> EventRecord:
    """Return the event without anything of its installation: rows numbered from 1 in order, no address and no printer settings."""
    disputes = {row.key: number for number, row in enumerate(record.disputes, 1)}
    logs = {row.key: number for number, row in enumerate(record.logs, 1)}
    draws = sorted({round_.draw.key for round_ in record.rounds if round_.draw})
    reports = sorted(key for round_ in record.rounds for table in round_.tables for key in _report_keys(table))
    return replace(
        record,
        public_address="",
        sides=Sides.TWO,
        disputes=tuple(
            replace(row, key=disputes[row.key], log=logs.get(row.log) if row.log else None) for row in record.disputes
        ),
        logs=tuple(replace(row, key=logs[row.key]) for row in record.logs),
        penalties=tuple(replace(row, key=number) for number, row in enumerate(record.penalties, 1)),
        aparts=tuple(replace(row, key=number) for number, row in enumerate(record.aparts, 1)),
        rounds=tuple(
            replace(
                round_,
                draw=replace(round_.draw, key=draws.index(round_.draw.key) + 1) if round_.draw else None,
                tables=tuple(_numbered(table, reports) for table in round_.tables),
            )
            for round_ in record.rounds
        ),
    )


def _report_keys(table: TableRecord) -> list[int]:
    """Return the keys of all reports of a table, including that of its official result."""
    return [*([table.official.key] if table.official else []), *(row.key for row in table.reports)]


def _numbered(table: TableRecord, reports: Sequence[int]) -> TableRecord:
    """Return a table with its reports numbered by their position in ``reports``, the sorted keys of all reports."""
    return replace(
        table,
        official=replace(table.official, key=reports.index(table.official.key) + 1) if table.official else None,
        reports=tuple(replace(row, key=reports.index(row.key) + 1) for row in table.reports),
    )


def read_archive(text: str) -> EventRecord:
    """Return the event of an archive; raises ArchiveError with a sentence for any text that `archive` cannot have written."""
    try:
        content = json.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError):
        raise ArchiveError(
            "This is no archive of an event; choose a file that Top Table wrote, ending in .toptable or .json."
        ) from None
    if not isinstance(content, dict) or set(content) != {"format", "event"}:
        raise ArchiveError('An archive has the members "format" and "event" alone; choose the file that was exported.')
    if content["format"] not in (ARCHIVE_FORMAT, *EARLIER_FORMATS):
        raise ArchiveError(f'The format is {_shown(content["format"])}, but only "{ARCHIVE_FORMAT}" can be read here.')
    names = EARLIER_FORMATS.get(content["format"], {})
    members = content["event"]
    if isinstance(members, dict):
        members = {names.get(name, name): value for name, value in members.items()}
    event: EventRecord = _record(EventRecord, members, "event")
    _check_whole(event)
    return event


def _plain(value: object) -> object:
    """Return a value as JSON can write it: dates and times in ISO 8601, keys of mappings as text."""
    if is_dataclass(value):
        return {each.name: _plain(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Mapping):
        return {str(key): _plain(value[key]) for key in sorted(value)}
    if isinstance(value, tuple | list):
        return [_plain(each) for each in value]
    return value


@cache
def _hints(kind: Any) -> Mapping[str, Any]:
    """Return the types of the fields of a class."""
    return get_type_hints(kind)


def _record(kind: Any, content: object, where: str) -> Any:
    """Return a value of the dataclass ``kind`` from a JSON object; raises ArchiveError for unknown or missing members.

    ``where`` is the path in the archive, for messages.
    """
    if not isinstance(content, dict):
        raise _wrong(where, "an object", content)
    known: dict[str, Field[Any]] = {each.name: each for each in fields(kind)}
    unknown = sorted(set(content) - set(known))
    if unknown:
        raise ArchiveError(
            f"{where} has a member {_shown(unknown[0])} that this version does not know; update Top Table to read it."
        )
    needed = [name for name, each in known.items() if each.default is MISSING and each.default_factory is MISSING]
    missing = [name for name in needed if name not in content]
    if missing:
        raise ArchiveError(f'{where} has no member "{missing[0]}"; export the event again.')
    hints = _hints(kind)
    return kind(**{name: _value(hints[name], each, f"{where}.{name}") for name, each in content.items()})


def _value(declared: Any, content: object, where: str) -> Any:
    """Return JSON content as a value of the declared type of a field; raises ArchiveError, with the path ``where``, if it is not one."""
    kind: Any = getattr(declared, "__supertype__", declared)
    origin = get_origin(kind)
    if origin in (Union, UnionType):
        return None if content is None else _value(_without_none(kind), content, where)
    if origin is tuple:
        if not isinstance(content, list):
            raise _wrong(where, "a list", content)
        (item, _) = get_args(kind)
        return tuple(_value(item, each, f"{where}[{index}]") for index, each in enumerate(content))
    if origin is not None and issubclass(origin, Mapping):
        return _figures(content, where) if get_args(kind)[0] is str else _mapping(get_args(kind)[1], content, where)
    if is_dataclass(kind):
        return _record(kind, content, where)
    return _scalar(kind, content, where)


def _without_none(kind: Any) -> Any:
    """Return the one type of an optional type."""
    (only,) = (each for each in get_args(kind) if each is not NoneType)
    return only


def _mapping(kind: Any, content: object, where: str) -> Mapping[int, Any]:
    """Return a mapping from whole numbers, which JSON can only write as text."""
    if not isinstance(content, dict):
        raise _wrong(where, "an object", content)
    wrong = [key for key in content if not (key.isascii() and key.isdecimal() and len(key) < 4)]
    if wrong:
        raise ArchiveError(
            f"{where} has the key {_shown(wrong[0])}, which should be a small whole number; export the event again."
        )
    return MappingProxyType({int(key): _value(kind, each, f"{where}.{key}") for key, each in content.items()})


def _figures(content: object, where: str) -> Mapping[str, Any]:
    """Return a mapping of names to any JSON values; only the code that uses them checks the values."""
    if not isinstance(content, dict):
        raise _wrong(where, "an object", content)
    _text(json.dumps(content, ensure_ascii=False), where)
    return content


def _scalar(kind: Any, content: object, where: str) -> Any:
    """Return JSON content as a bool, whole number, text, date, time or enumeration."""
    if kind is bool:
        if not isinstance(content, bool):
            raise _wrong(where, "true or false", content)
        return content
    if kind is int:
        if not isinstance(content, int) or isinstance(content, bool) or abs(content) > LARGEST_NUMBER:
            raise _wrong(where, "a whole number", content)
        return content
    text = _text(content, where)
    if kind is str:
        return text
    return _parsed(kind, text, where)


def _text(content: object, where: str) -> str:
    """Return JSON content as text; raises ArchiveError for anything else and for characters that cannot be stored."""
    if not isinstance(content, str):
        raise _wrong(where, "text", content)
    # A null character and half of a pair of surrogates can be neither stored nor sent.
    if "\x00" in content or any("\ud800" <= character <= "\udfff" for character in content):
        raise ArchiveError(f"{where} has a character that no text can hold; take it out of the archive.")
    return content


def _parsed(kind: Any, text: str, where: str) -> Any:
    """Return text as a date, a time with its zone, or a value of an enumeration."""
    names = {datetime: "a date and time with its zone, like 2025-08-20T10:15:00+01:00", date: "a date, like 2025-08-20"}
    try:
        value = kind.fromisoformat(text) if kind in (date, datetime) else kind(text)
    except ValueError:
        expected = names.get(kind) or "one of " + ", ".join(f'"{each.value}"' for each in kind)
        raise _wrong(where, expected, text) from None
    if isinstance(value, datetime) and value.tzinfo is None:
        raise _wrong(where, names[datetime], text)
    return value


def _wrong(where: str, expected: str, content: object) -> ArchiveError:
    """Return the error that the content at ``where`` is not what was expected."""
    return ArchiveError(f"{where} is {_shown(content)}, but should be {expected}; export the event again.")


def _shown(content: object) -> str:
    """Return JSON content shortened for a message."""
    if isinstance(content, dict | list):
        return "an object" if isinstance(content, dict) else "a list"
    text = json.dumps(content)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _check_whole(record: EventRecord) -> None:
    """Raise ArchiveError if parts of an event contradict each other: duplicate numbers, or unknown players and rounds."""
    players = [entry.player for entry in record.entries]
    _refuse_twice(players, "The event lists player")
    _refuse_twice((round_.number for round_ in record.rounds), "The event has round")
    if [round_.number for round_ in record.rounds] != sorted(round_.number for round_ in record.rounds):
        raise ArchiveError("The rounds are not in order of their numbers; export the event again.")
    if record.rounds_planned < 1:
        raise ArchiveError(f"The event plans {record.rounds_planned} rounds; an event has at least one.")
    _check_ruleset(record.ruleset)
    known = set(players)
    for round_ in record.rounds:
        _check_round(round_, known)
    named = [("A penalty", penalty.player) for penalty in record.penalties]
    named += [("A ruling on a tie", player) for tie in record.ties for player in tie.players]
    named += [("The movement chart", player) for row in record.chart for player in row.players]
    named += [("A rule that keeps players apart", player) for rule in record.aparts for player in rule.players]
    for what, player in named:
        if player not in known:
            raise ArchiveError(f"{what} names player {player}, who is not among the entries; export the event again.")
    for tie in record.ties:
        if tie.places and len(tie.places) != len(tie.players):
            raise ArchiveError(
                f"A ruling on a tie of {len(tie.players)} players has {len(tie.places)} places; export the event again."
            )
    _check_papers(record)


def _check_papers(record: EventRecord) -> None:
    """Raise ArchiveError if a dispute or a log is about a table that does not exist."""
    tables = {(round_.number, table.number) for round_ in record.rounds for table in round_.tables}
    about = [("A dispute is about", dispute.round, dispute.table) for dispute in record.disputes]
    about += [("A log is of", log.round, log.table) for log in record.logs]
    for what, number, table in about:
        if (number, table) not in tables:
            raise ArchiveError(
                f"{what} table {table} of round {number}, which is not in the event; export the event again."
            )


def _check_round(round_: RoundRecord, known: set[Any]) -> None:
    """Raise ArchiveError if a round has a table, seat or player twice, or players who are not among ``known``."""
    where = f"Round {round_.number}"
    _refuse_twice((table.number for table in round_.tables), f"{where} has table")
    for table in round_.tables:
        _refuse_twice((seat.position for seat in table.seats), f"{where}, table {table.number} has seat")
    seated = [seat.player for table in round_.tables for seat in table.seats]
    placed = [*seated, *(sit_out.player for sit_out in round_.sit_outs)]
    _refuse_twice(placed, f"{where} has player")
    strangers = sorted(set(placed) - known)
    if strangers:
        raise ArchiveError(f"{where} has player {strangers[0]}, who is not among the entries; export the event again.")


def _check_ruleset(ruleset: Ruleset) -> None:
    """Raise ArchiveError if multipliers, times or sizes of the ruleset are missing or impossible."""
    sizes = range(SMALLEST_TABLE, LARGEST_TABLE + 1)
    if set(ruleset.bonus_multipliers) != set(range(1, LARGEST_TABLE + 1)):
        raise ArchiveError(
            f"The winning bonus needs a multiplier for 1 to {LARGEST_TABLE} winners (R56); export the event again."
        )
    for what, by_size in (("multiplier", ruleset.size_multipliers), ("time per player", ruleset.minutes)):
        needed = [size for size in sizes if size not in by_size and size != LARGEST_TABLE]
        if needed or not set(by_size) <= set(sizes):
            raise ArchiveError(
                f"Each table size from 3 to 5, and at most 6 besides, has a {what} (R29, R58); export the event again."
            )
    numbers = (
        ruleset.bonus_rounding,
        ruleset.swiss_from_tables,
        *ruleset.bonus_multipliers.values(),
        *ruleset.size_multipliers.values(),
        *ruleset.minutes.values(),
    )
    if min(numbers) < 1 or ruleset.preferred_size not in sizes:
        raise ArchiveError(
            "The ruleset has a multiplier, a time or a size below what can be played; export the event again."
        )


def _refuse_twice(numbers: Iterable[int], what: str) -> None:
    """Raise ArchiveError if a number occurs twice or is below 1; ``what`` begins the sentence."""
    for number, times in Counter(numbers).items():
        if times > 1:
            raise ArchiveError(
                f"{what} {number} {'twice' if times == 2 else f'{times} times'}; export the event again."
            )
        if number < 1:
            raise ArchiveError(f"{what} {number}, but numbers begin at 1; export the event again.")
