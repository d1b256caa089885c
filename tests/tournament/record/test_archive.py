"""An event as JSON text: nothing is left out, and the checksum on paper stays what it was."""

from __future__ import annotations

import json
from dataclasses import fields, is_dataclass, replace
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from tests.tournament.scores.worked import records, with_entry
from tournament.record.archive import ARCHIVE_FORMAT, ENTRIES_SINCE_3_5, NOT_OF_ROUNDS, SINCE_3_3, archive
from tournament.record.event import EventRecord, TableRecord
from tournament.record.formats import FillInCash
from tournament.record.names import NameForm
from tournament.record.printing import PaperSize
from tournament.record.settings import NO_EXTRAS, ScoreOwner, with_settings


def whole_record() -> EventRecord:
    """An event in which every field of every record has another value than its default."""
    return msgspec.json.decode(Path(__file__).with_name("whole.json").read_text(encoding="utf-8"), type=EventRecord)


def _defaults_left(value: object, where: str = "event") -> list[str]:
    """The fields that still have the value they would have without being stored."""
    left: list[str] = []
    if is_dataclass(value):
        for each in fields(value):
            found = getattr(value, each.name)
            if found == each.default:
                left.append(f"{where}.{each.name}")
            left += _defaults_left(found, f"{where}.{each.name}")
    elif isinstance(value, tuple) and value:
        left += _defaults_left(value[0], f"{where}[0]")
    return left


def _names(value: object, where: str = "event") -> set[str]:
    """The path of every field of a record and of what it holds; of a list the first row counts."""
    if is_dataclass(value):
        found = {f"{where}.{each.name}" for each in fields(value)}
        return found.union(*(_names(getattr(value, each.name), f"{where}.{each.name}") for each in fields(value)))
    return _names(value[0], f"{where}[0]") if isinstance(value, tuple) and value else set()


def _members(value: object, where: str = "event") -> set[str]:
    """The path of every member of an object of JSON and of what it holds; of a list the first item counts."""
    if isinstance(value, dict):
        return {f"{where}.{name}" for name in value}.union(
            *(_members(row, f"{where}.{key}") for key, row in value.items())
        )
    return _members(value[0], f"{where}[0]") if isinstance(value, list) and value else set()


def test_the_text_holds_every_field_of_every_record() -> None:
    unwritten = {"event.rounds[0].sit_outs[0].stored", "event.former"}  # numbers for the database, and the log's own
    assert {*_defaults_left(whole_record())} == unwritten | {f"event.rounds[0].{name}" for name in NOT_OF_ROUNDS}
    content = json.loads(archive(whole_record()))
    assert (set(content), content["format"]) == ({"format", "event"}, ARCHIVE_FORMAT)
    unwritten |= {f"event.rounds[0].{name}" for name in NOT_OF_ROUNDS} | {"event.counted_by", "event.format"}
    assert _names(whole_record()) - unwritten == _names(whole_record()) & _members(content["event"])


def test_the_text_is_that_of_3_0_to_the_byte() -> None:
    """Checksums on handover pages that were printed before an upgrade are those of the same event after it."""
    full = whole_record()
    entries = tuple(replace(entry, name=entry.as_entered, entered="", **ENTRIES_SINCE_3_5) for entry in full.entries)
    since = {**SINCE_3_3, "name_form": NameForm(SINCE_3_3["name_form"]), "extras": NO_EXTRAS, "paper": PaperSize.A4}
    since["score_owner"] = ScoreOwner.FIRST
    rules = with_settings(full.format, {"fill_in_cash": FillInCash.COUNTS})
    rounds = tuple(
        replace(played, pauses=(), tables=tuple(map(_with_one_figure, played.tables))) for played in full.rounds
    )
    as_then = replace(full, entries=entries, format=rules, rounds=rounds, **since)
    assert sha256(archive(as_then).encode()).hexdigest() == (
        "e2285158f912e317f9966678445954558e55fab2325f9cb8cf6803dd582da896"
    )


def _with_one_figure(table: TableRecord) -> TableRecord:
    """A table without second figures, as every table was then."""
    return replace(table, seats=tuple(replace(seat, second=None) for seat in table.seats))


@given(records)
def test_an_event_that_differs_in_one_figure_has_another_text(event: EventRecord) -> None:
    assert archive(replace(event)) == archive(event)
    assert archive(replace(event, version=event.version + 1)) != archive(event)
    assert archive(replace(event, rounds=event.rounds[:-1])) != archive(event) or not event.rounds


TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=40)


@given(TEXTS, TEXTS, st.datetimes(timezones=st.just(UTC)), st.integers(-(2**63) + 1, 2**63 - 1))
def test_texts_times_and_numbers_stand_in_it_whole(name: str, note: str, moment: datetime, cash: int) -> None:
    full = whole_record()
    seat = replace(full.rounds[0].tables[0].seats[0], cash=cash)
    table = replace(full.rounds[0].tables[0], seats=(seat,))
    event = replace(full, name=name, rounds=(replace(full.rounds[0], tables=(table,), starts_at=moment),))
    written = json.loads(archive(with_entry(event, 1, name=note, entered=note, note=name)))["event"]
    (played,) = written["rounds"]
    assert (written["name"], written["entries"][0]["name"], written["entries"][0]["note"]) == (name, note, name)
    assert (played["starts_at"], played["tables"][0]["seats"][0]["cash"]) == (moment.isoformat(), cash)
