"""The JSON archive: a whole event as text and back."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import fields, is_dataclass, replace
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournament.record.whole import whole_record
from tests.tournament.scores.worked import make_record, random_record, records, with_entry
from tournament.record.archive import (
    ARCHIVE_FORMAT,
    ArchiveError,
    archive,
    read_archive,
)
from tournament.record.event import (
    EventRecord,
)
from tournament.tellings import standings_csv


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


def test_an_archive_holds_every_field_of_every_record() -> None:
    assert _defaults_left(whole_record()) == []
    assert read_archive(archive(whole_record())) == whole_record()


@given(records)
def test_an_archive_reads_back_as_the_same_event(event: EventRecord) -> None:
    again = read_archive(archive(event))
    assert again == event
    assert archive(again) == archive(event)
    assert standings_csv(again) == standings_csv(event)


TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=40)


@given(TEXTS, TEXTS, st.datetimes(timezones=st.just(UTC)), st.integers(-(2**63) + 1, 2**63 - 1))
def test_texts_times_and_numbers_survive_the_archive(name: str, note: str, moment: datetime, cash: int) -> None:
    full = whole_record()
    seat = replace(full.rounds[0].tables[0].seats[0], cash=cash)
    table = replace(full.rounds[0].tables[0], seats=(seat,))
    event = replace(full, name=name, rounds=(replace(full.rounds[0], tables=(table,), starts_at=moment),))
    event = with_entry(event, 1, name=note, note=name)
    assert read_archive(archive(event)) == event


def test_a_byte_order_mark_before_an_archive_does_no_harm() -> None:
    assert read_archive("\ufeff" + archive(whole_record())) == whole_record()


def test_fields_with_a_default_may_be_missing() -> None:
    content = json.loads(archive(make_record(3)))
    del content["event"]["ties"], content["event"]["ruleset"]
    assert read_archive(json.dumps(content)) == make_record(3)


@pytest.mark.parametrize("text", ["", "{", "PK\x03\x04", "[" * 100_000, '{"format": 1' + "0" * 5_000, "Rank,Number"])
def test_what_is_not_json_is_refused(text: str) -> None:
    with pytest.raises(ArchiveError) as refusal:
        read_archive(text)
    assert (
        str(refusal.value)
        == "This is no archive of an event; choose a file that Top Table wrote, ending in .toptable or .json."
    )


@pytest.mark.parametrize("text", ["[]", "1", "null", "{}", '{"event": {}}', '{"format": 1, "event": {}, "more": 1}'])
def test_json_of_another_kind_is_refused(text: str) -> None:
    with pytest.raises(ArchiveError, match='An archive has the members "format" and "event" alone'):
        read_archive(text)


@pytest.mark.parametrize("version", ["top-table-archive-3", "", 1, None, [1]])
def test_another_format_is_refused_by_its_name(version: object) -> None:
    shown = "a list" if isinstance(version, list) else json.dumps(version)
    with pytest.raises(ArchiveError) as refusal:
        read_archive(json.dumps({"format": version, "event": {}}))
    assert str(refusal.value) == f'The format is {shown}, but only "{ARCHIVE_FORMAT}" can be read here.'


NEW_SINCE_1_0 = {
    "event": "public_version seat_source is_practice is_fine_timing_settled aparts disputes logs",
    "ruleset": "last_round",
    "entries": "fixed_table",
    "sit_outs": "source chosen",
    "rounds": "draw",
    "tables": "official waiting is_disputed",
    "penalties": "subject key",
}
"""The members that the first format did not have, by the list or object that holds them."""


def _as_first_format(content: Any, name: str = "event") -> Any:
    """An archive's event as the first format had it."""
    if isinstance(content, list):
        return [_as_first_format(each, name) for each in content]
    if not isinstance(content, dict):
        return content
    new = NEW_SINCE_1_0.get(name, "").split()
    return {
        "place" if (name, key) == ("event", "venue") else key: _as_first_format(value, key)
        for key, value in content.items()
        if key not in new
    }


def test_an_archive_of_the_first_format_is_read_with_what_it_did_not_know_left_at_its_default() -> None:
    content = json.loads(archive(whole_record()))
    older = {"format": "top-table-archive-1", "event": _as_first_format(content["event"])}
    event = read_archive(json.dumps(older))
    assert (event.venue, event.entries[0].fixed_table, event.aparts) == ("Hall 3", None, ())
    assert event.rounds[0].tables[0].seats == whole_record().rounds[0].tables[0].seats
    assert _as_first_format(json.loads(archive(event))["event"]) == older["event"]


def _set(*path: str | int, to: Any) -> Callable[[dict[str, Any]], None]:
    def change(event: dict[str, Any]) -> None:
        place: Any = event
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = to

    return change


def _drop(name: str) -> Callable[[dict[str, Any]], None]:
    def change(event: dict[str, Any]) -> None:
        del event[name]

    return change


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (_set("name", to=7), "event.name is 7, but should be text; export the event again."),
        (_set("name", to="a\x00"), "event.name has a character that no text can hold; take it out of the archive."),
        (_set("name", to="\ud800"), "event.name has a character that no text can hold; take it out of the archive."),
        (_set("version", to=True), "event.version is true, but should be a whole number; export the event again."),
        (_set("version", to=1.5), "event.version is 1.5, but should be a whole number; export the event again."),
        (
            _set("version", to=2**63),
            "event.version is 9223372036854775808, but should be a whole number; export the event again.",
        ),
        (
            _set("gold_from_room", to=0),
            "event.gold_from_room is 0, but should be true or false; export the event again.",
        ),
        (
            _set("date", to="20 August"),
            'event.date is "20 August", but should be a date, like 2025-08-20; export the event again.',
        ),
        (
            _set("rounds", 0, "starts_at", to="2026-08-20T10:15:00"),
            'event.rounds[0].starts_at is "2026-08-20T10:15:00", but should be a date and time with its zone, '
            "like 2025-08-20T10:15:00+01:00; export the event again.",
        ),
        (
            _set("rounds", 0, "state", to="open"),
            'event.rounds[0].state is "open", but should be one of "draft", "published", "closed"; export the event again.',
        ),
        (_set("entries", to={}), "event.entries is an object, but should be a list; export the event again."),
        (
            _set("entries", 0, to="Guest"),
            'event.entries[0] is "Guest", but should be an object; export the event again.',
        ),
        (
            _set("ruleset", "minutes", to=[]),
            "event.ruleset.minutes is a list, but should be an object; export the event again.",
        ),
        (
            _set("ruleset", "minutes", "four", to=25),
            'event.ruleset.minutes has the key "four", which should be a small whole number; export the event again.',
        ),
        (
            _set("colour", to="red"),
            'event has a member "colour" that this version does not know; update Top Table to read it.',
        ),
        (_drop("slug"), 'event has no member "slug"; export the event again.'),
        (_set("entries", 1, "player", to=1), "The event lists player 1 twice; export the event again."),
        (
            _set("entries", 3, "player", to=0),
            "The event lists player 0, but numbers begin at 1; export the event again.",
        ),
        (_set("rounds_planned", to=0), "The event plans 0 rounds; an event has at least one."),
        (
            _set("rounds", 0, "sit_outs", 0, "player", to=9),
            "Round 2 has player 9, who is not among the entries; export the event again.",
        ),
        (_set("rounds", 0, "sit_outs", 0, "player", to=1), "Round 2 has player 1 twice; export the event again."),
        (
            _set("rounds", 0, "tables", 0, "seats", 1, "position", to=1),
            "Round 2, table 1 has seat 1 twice; export the event again.",
        ),
        (
            _set("penalties", 0, "player", to=9),
            "A penalty names player 9, who is not among the entries; export the event again.",
        ),
        (
            _set("ties", 0, "players", 1, to=9),
            "A ruling on a tie names player 9, who is not among the entries; export the event again.",
        ),
        (
            _set("aparts", 0, "players", 1, to=9),
            "A rule that keeps players apart names player 9, who is not among the entries; export the event again.",
        ),
        (
            _set("disputes", 0, "table", to=5),
            "A dispute is about table 5 of round 2, which is not in the event; export the event again.",
        ),
        (
            _set("logs", 0, "round", to=3),
            "A log is of table 1 of round 3, which is not in the event; export the event again.",
        ),
        (
            _set("ruleset", "bonus_multipliers", to={"1": 10_600}),
            "The winning bonus needs a multiplier for 1 to 6 winners (R56); export the event again.",
        ),
        (
            _set("ruleset", "minutes", to={"4": 25}),
            "Each table size from 3 to 5, and at most 6 besides, has a time per player (R29, R58); export the event again.",
        ),
        (
            _set("ruleset", "bonus_rounding", to=0),
            "The ruleset has a multiplier, a time or a size below what can be played; export the event again.",
        ),
    ],
)
def test_an_archive_that_does_not_hold_together_is_refused_in_a_sentence(
    change: Callable[[dict[str, Any]], None], sentence: str
) -> None:
    content = json.loads(archive(whole_record()))
    change(content["event"])
    with pytest.raises(ArchiveError) as refusal:
        read_archive(json.dumps(content))
    assert str(refusal.value) == sentence


def test_rounds_out_of_order_are_refused() -> None:
    content = json.loads(archive(random_record(8, 3, 1)))
    content["event"]["rounds"].reverse()
    with pytest.raises(ArchiveError, match="The rounds are not in order of their numbers"):
        read_archive(json.dumps(content))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


@given(st.sampled_from([each.name for each in fields(EventRecord)]), JSON)
def test_whatever_stands_in_a_field_is_read_or_refused(name: str, value: object) -> None:
    content = json.loads(archive(whole_record()))
    content["event"][name] = value
    with suppress(ArchiveError):
        event = read_archive(json.dumps(content))
        assert read_archive(archive(event)) == event
