"""The diary: what each change did, told from its act and figures when it is read.

Figures stand under stable keys: ``entries`` by number (status, particulars, table, tile, scored_as), ``names`` of players entered,
``settings`` by their names, ``tables`` by number (seats by entry with cash, timed_out, reason; ended_by; equal_shares), and ``round``,
``draw``, ``chart``, ``penalty``, ``dispute``, ``log``, ``tie``, ``apart``, ``clock``, ``fields`` with values by name; ``helpers`` by
account, ``own_table`` with the number of a player who did something about their own table, ``phone`` with table and holder of the phone
that did it, ``answer`` to a report, ``sat`` with the seats of tables in order, and ``released`` where public pages may show the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from typing import Any, Protocol

from tournament.draw.naming import name_of_round
from tournament.record.acts import Act
from tournament.record.event import EventRecord
from tournament.record.names import has_words
from tournament.record.roles import read_roles, roles_listed
from tournament.record.vocabulary import PlayerId, RoundKind, format_dollars, format_sizes, format_thousandths
from tournament.tellings.history.phrases import Subject, phrase

ENDS_HERE = "the event ends here"
"""The reason that the end of an event is stored with, by which the diary tells it from any other count of rounds."""

LEADING = frozenset({"name", "kind", "status"})
"""Figures that say what a thing is; they are told before the others."""

THOUSANDTHS = frozenset(
    {
        "multiplier_three",
        "multiplier_four",
        "multiplier_five",
        "multiplier_six",
        "sit_out_score",
        "pairing_problem_score",
        "dilution",
    }
)
DOLLARS = frozenset({"fine_amount", "amount", "cash"})
TITLES = {
    "is_junior": "junior",
    "family_name": "surname",
    "contestant_id": "organiser's number",
    "shown_as": "name on public pages",
    "timed_out": "out of time",
    "starts_at": "started",
    "scored_as": "scored as",
    "ended_by": "ended by",
    "equal_shares": "equal shares",
    "is_hard": "strength",
    "plays_as": "plays as number",
    "released": "reason on public pages",
}
ROUND_KINDS = {RoundKind.RANDOM.value: "random draw", RoundKind.SWISS.value: "cut from the standings"}
UNTOLD = frozenset({"id", "seconds", "report", "source", "chosen", "left", "merged"})
"""Keys of rows, and what only an undo needs: they lead somewhere and say nothing, or stand in the sentence already."""
MOMENTS = frozenset({"starts_at"})
CODES = frozenset(
    {
        "scored_as",
        "kind",
        "reading",
        "cut_tie_break",
        "last_round",
        "fine_timing",
        "negative_cash",
        "seating",
        "seat_source",
    }
)
"""Settings and kinds whose value is a key of one of our words, told without its strokes."""


class Told(Protocol):
    """A change as it is stored: what the diary needs of it."""

    version: int
    act: str
    round_number: int | None
    table_number: int | None
    entries: Sequence[int]
    words: str
    before: Any
    after: Any
    undoes: int | None
    reason: str


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that changed, in words; ``before`` or ``after`` is empty where there was or is nothing."""

    name: str
    before: str
    after: str

    @property
    def words(self) -> str:
        """The difference as it is read: "name: before → after", without an arrow where there was nothing."""
        name = f"{self.name}: " if self.name else ""
        return f"{name}{self.before} → {self.after or 'nothing'}" if self.before else f"{name}{self.after}"


def sentence_of(change: Told, record: EventRecord) -> str:
    """A change in one line, as it is told in the hall: "Result of table 2 of round 1 entered"; an undo says that it is one."""
    act = Act(change.act)
    if act is Act.MEND:
        return change.words[:1].upper() + change.words[1:]
    told = f"{phrase(act, _subject(change, record))}{_by_phone(change, record)}"
    return f"{told} (undo)" if change.undoes is not None else told


def _by_phone(change: Told, record: EventRecord) -> str:
    """By whose phone it was done, with a blank before; empty where by none."""
    phone = _figures(change.after).get("phone")
    if not phone:
        return ""
    player = phone["player"]
    whose = f"the phone of {name_told(change, record, player)}" if player else "the phone"
    return f", by {whose} at table {phone['table']}"


def _subject(change: Told, record: EventRecord) -> Subject:
    """Whom and what a change was about; of a tie the players in the order that was ruled."""
    numbers = (_figures(change.after).get("tie") or _figures(change.before).get("tie") or {}).get("order")
    names = [name_told(change, record, number) for number in numbers or change.entries]
    called = "" if change.round_number is None else name_of_round(record, change.round_number)
    before, after = _figures(change.before), _figures(change.after)
    is_end = change.reason == ENDS_HERE and "rounds_planned" in after.get("settings", {}) and change.undoes is None
    return Subject(names, called, tables_of(change), before, after, is_end)


def tables_of(change: Told) -> tuple[int, ...]:
    """The tables that a change was about, in order: those of its figures, else the one where it was done."""
    tables = sorted(map(int, _figures(change.after).get("tables", {})))
    return tuple(tables) if tables else (change.table_number,) if change.table_number is not None else ()


def _figures(figures: Any) -> Mapping[str, Any]:
    return figures if isinstance(figures, Mapping) else {}


def differences(change: Told, record: EventRecord) -> tuple[Difference, ...]:
    """What a change changed, thing by thing in the order of their keys."""
    before = dict(_flat(change, change.before, record))
    after = dict(_flat(change, change.after, record))
    names = [*before, *(name for name in after if name not in before)]
    rows = (Difference(name, before.get(name, ""), after.get(name, "")) for name in names)
    return tuple(row for row in rows if row.before != row.after)


def is_found(change: Told, record: EventRecord, words: Sequence[str], more: Sequence[str] = ()) -> bool:
    """Whether every word stands in what is told of a change; ``more`` are further texts, such as reason and user."""
    if not words:
        return True
    told = (sentence_of(change, record), *(row.words for row in differences(change, record)), *more)
    return has_words(" ".join(words), *told)


def name_told(change: Told, record: EventRecord, number: int) -> str:
    """The name of an entry as the change itself has it, for a number may have been another's; else as it is now."""
    for figures in (change.after, change.before):
        names = figures.get("names", {}) if isinstance(figures, Mapping) else {}
        entry = figures.get("entries", {}).get(str(number), {}) if isinstance(figures, Mapping) else {}
        if found := names.get(str(number)) or (entry.get("name") if isinstance(entry, Mapping) else ""):
            return str(found)
    return record.name_of(PlayerId(number)) if PlayerId(number) in record.people else f"player {number}"


def _flat(change: Told, figures: Any, record: EventRecord) -> Iterator[tuple[str, str]]:
    """Every figure as a name and its value in words."""
    if not isinstance(figures, Mapping):
        yield "", _value("", figures)
        return
    for group, values in _in_order(figures):
        if group in GROUPS:
            yield from GROUPS[group](change, values, record)
        elif isinstance(values, Mapping) and group not in UNTOLD:
            yield from ((_title(name), _value(name, value)) for name, value in _in_order(values) if name not in UNTOLD)
        elif group not in UNTOLD:
            yield _title(group), _value(group, values)


def _of_entries(change: Told, entries: Mapping[str, Any], record: EventRecord) -> Iterator[tuple[str, str]]:
    for number, row in _in_order(entries):
        yield from _of_player(name_told(change, record, int(number)), row)


def _of_names(_change: Told, names: Mapping[str, str], _record: EventRecord) -> Iterator[tuple[str, str]]:
    yield from ((f"No. {number}", name) for number, name in _in_order(names))


def _of_aparts(change: Told, rules: Sequence[Mapping[str, Any]], record: EventRecord) -> Iterator[tuple[str, str]]:
    for rule in rules:
        names = ", ".join(name_told(change, record, number) for number in rule["players"])
        yield names, "never" if rule["is_hard"] else "if it can be avoided"


def _of_plan(_change: Told, plan: Mapping[str, str], record: EventRecord) -> Iterator[tuple[str, str]]:
    for key in sorted(plan):
        number, _, what = key.partition("-")
        yield f"{name_of_round(record, int(number))}, planned {what}", plan[key]


def _of_tie(change: Told, tie: Mapping[str, Any], record: EventRecord) -> Iterator[tuple[str, str]]:
    names = [name_told(change, record, number) for number in tie["order"]]
    places = tie.get("places") or range(1, len(names) + 1)
    shared = {place for place, after in pairwise(places) if place == after}
    yield (
        "order",
        ", ".join(
            f"{name} (shares place {place})" if place in shared else name
            for name, place in zip(names, places, strict=False)
        ),
    )


def _of_helpers(_change: Told, helpers: Mapping[str, Any], _record: EventRecord) -> Iterator[tuple[str, str]]:
    for row in helpers.values():
        name = f"{row['name']}, " if row["name"] else ""
        yield f"{name}roles", roles_listed(read_roles(row["roles"]))
        yield f"{name}{_title('plays_as')}", _value("plays_as", row["plays_as"])


def _of_invitation(change: Told, row: Mapping[str, Any], record: EventRecord) -> Iterator[tuple[str, str]]:
    yield from _of_helpers(change, {"": row}, record)


def _of_own_table(change: Told, number: int, record: EventRecord) -> Iterator[tuple[str, str]]:
    yield "by a player of the table, as nobody else may", name_told(change, record, number)


def _of_player(name: str, row: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for key, value in _in_order(row):
        if key in UNTOLD:
            continue
        if key == "status" or (key == "tile" and "table" not in row):
            yield name, _value(key, value)
        elif key == "table":
            yield name, "sits out" if value is None else f"table {value}"
        else:
            yield f"{name}, {_title(key)}", _value(key, value)


def _of_tables(change: Told, tables: Mapping[str, Any], record: EventRecord) -> Iterator[tuple[str, str]]:
    for number, told in _in_order(tables):
        prefix = f"table {number}, " if len(tables) > 1 else ""
        for player, row in _in_order(told.get("seats", {})):
            name = name_told(change, record, int(player))
            yield f"{prefix}{name}", _value("cash", row.get("cash"))
            yield from (
                (f"{prefix}{name}, {_title(key)}", _value(key, row[key]))
                for key in sorted(row, key=_rank)
                if key != "cash"
            )
        yield from (
            (f"{prefix}{_title(key)}", _value(key, told[key])) for key in sorted(told, key=_rank) if key != "seats"
        )


def _in_order(figures: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """Figures in an order of their own: a database may keep their keys in another one than they were written in."""
    return sorted(figures.items(), key=lambda pair: _rank(pair[0]))


def _rank(key: str) -> tuple[int, int, str]:
    """Numbers first, then what a thing is, then the rest."""
    return (0, int(key), "") if key.isdigit() else (1 + (key not in LEADING), 0, key)


def _title(name: str) -> str:
    return TITLES.get(name, name.replace("_", " "))


def _value(name: str, value: Any) -> str:
    if value is None or value == "":
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int) and name in THOUSANDTHS:
        return format_thousandths(value)
    if isinstance(value, int) and name in DOLLARS:
        return format_dollars(value)
    if name == "sizes" and isinstance(value, list):
        return format_sizes(value)
    if isinstance(value, list):
        return ", ".join(_value("", item) for item in value)
    if isinstance(value, Mapping):
        return ", ".join(f"{_title(str(key))} {_value(str(key), item)}" for key, item in _in_order(value))
    if name == "kind" and value in ROUND_KINDS:
        return ROUND_KINDS[value]
    if name in MOMENTS:
        return datetime.fromisoformat(str(value)).astimezone().strftime("%H:%M")
    return str(value).replace("_", " ").replace("-", " ") if name in CODES else str(value)


def _of_nothing(_change: Told, _figures: Any, _record: EventRecord) -> Iterator[tuple[str, str]]:
    """Which phone it was, how it was named, and what was answered, stands in the sentence; who sat in which seat is for an undo."""
    return iter(())


GROUPS: Mapping[str, Callable[[Told, Any, EventRecord], Iterator[tuple[str, str]]]] = {
    "entries": _of_entries,
    "names": _of_names,
    "tables": _of_tables,
    "apart": _of_aparts,
    "plan": _of_plan,
    "tie": _of_tie,
    "helpers": _of_helpers,
    "invitation": _of_invitation,
    "own_table": _of_own_table,
    "phone": _of_nothing,
    "named": _of_nothing,
    "answer": _of_nothing,
    "sat": _of_nothing,
}
"""How groups of figures that are no plain names and values are told."""
