"""Names become numbers where they are stored, and are said again where they are read."""

from __future__ import annotations

import json
import re
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tournament.draw.lines import exchanged, line, named, said
from tournament.draw.numbering import number_names, present_columns
from tournament.record.former import FormerEntries, FormerEntry, all_put_apart


def test_lines_of_a_draw_have_numbers_and_are_read_with_names() -> None:
    why = line("sit-out.next", name=2)
    stored = line("sit-out", name=1, round=2, why=why)
    assert said(named(stored, {1: "Ada", 2: "Ben"})) == "Ada sits out round 2: Next: Ben."
    assert said(named(stored, {1: "Ada"})) == "Ada sits out round 2: Next: Player 2."
    lot = line("cut.dice", first=1, last=2, total=50_000, seats=[[1, [7]], [2, [8]]], rolls=[[7, "6"], [8, "1"]])
    assert exchanged(named(lot, {7: "Gil", 8: "Hal"}), {"Gil": 7, "Hal": 8}.get) == lot
    assert named({"text": "Ada", "lines": [stored]}, {}) != {"text": "Ada", "lines": [stored]}


def test_a_name_of_an_earlier_version_that_means_no_single_entry_stays() -> None:
    entries = [{"id": number, "number": number, "name": name} for number, name in ((1, "Ada"), (2, "Ben"), (3, "Ben"))]
    rows = {"Round": [{"protocol": [line("hall.corrected-seats", names=["Ada", "Ben", "Eve"]), "Ada sits out"]}]}
    number_names(rows, present_columns(entries, {}))
    assert rows["Round"] == [{"protocol": [line("hall.corrected-seats", names=[1, "Ben", "Eve"]), "Ada sits out"]}]
    assert rows["FormerEntry"] == []


WORDS = st.sampled_from(["Ada", "Ben", "", "vegan"])
ROW = st.dictionaries(st.sampled_from(["name", "note", "country", "taken_name"]), WORDS) | st.just({"table": 4})
SIDE = st.fixed_dictionaries(
    {},
    optional={
        "entries": st.dictionaries(st.sampled_from("123"), ROW),
        "names": st.dictionaries(st.sampled_from("123"), WORDS),
    },
)


@given(st.lists(st.tuples(SIDE, SIDE), max_size=6), st.dictionaries(st.integers(1, 3), ROW))
def test_nothing_is_lost_of_a_log_of_an_earlier_version(sides: list[Any], present: dict[int, Any]) -> None:
    changes = [(version, before, after) for version, (before, after) in enumerate(sides, 1)]
    emptied, former = all_put_apart(changes, present)
    told = FormerEntries(former, present)
    for version, *whole in changes:
        assert [told.figures(emptied[version][after], version, is_after=bool(after)) for after in (0, 1)] == whole
        assert not {"Ada", "Ben", "vegan"} & {*re.findall(r"\w+", json.dumps(emptied[version]))}


def test_a_later_entry_of_a_number_says_nothing_of_an_earlier_one() -> None:
    told = FormerEntries([FormerEntry(2, 5, {"name": "Zoe"}, ends=True)], {2: {"name": "Cai", "note": "late"}})
    assert [told.value(2, "name", version, is_after=False) for version in (3, 5, 6)] == ["Zoe", "Zoe", "Cai"]
    assert [told.value(2, "note", version, is_after=False) for version in (3, 6)] == ["", "late"]
    assert told.value(7, "name", 1, is_after=True) is None
