"""Numbers are stored and names are said: what the log of changes has, and what a reader is told of it."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from tests.build import director_of, make_event, play_round
from tournament.day.lists.lines import RosterLine
from tournament.models.queries import record_of
from tournament.services.entries import Particulars, add_entries, edit_entry, remove_entry
from tournament.services.undoing import undo_changes
from tournament.slices.taking_over import Newcomer, take_over
from tournament.tellings.diary import differences, sentence_of

pytestmark = pytest.mark.django_db


def test_a_change_is_told_by_the_name_that_its_player_had_then_also_where_the_number_was_given_anew() -> None:
    event = make_event(names=["Ada Demo", "Zoe Anfang"])
    director = director_of(event)
    edit_entry(event, director, 2, Particulars("Zoe Ende"))
    remove_entry(event, director, 2)
    add_entries(event, director, [RosterLine(1, "Cai Demo")])
    edit_entry(event, director, 2, Particulars("Cai Sample"))
    record = record_of(event)
    told = [sentence_of(change, record) for change in event.changes.order_by("version")]
    assert told[-4:] == [
        "Details of Zoe Ende changed",
        "Zoe Ende removed",
        "Cai Demo entered",
        "Details of Cai Sample changed",
    ]
    (renamed,) = event.changes.filter(version=event.version)
    assert [row.words for row in differences(renamed, record)] == ["Cai Sample, name: Cai Demo → Cai Sample"]
    stored = json.dumps(list(event.changes.values("before", "after")))
    assert not {"Anfang", "Ende", "Cai"} & {*re.findall(r"\w+", stored)}


def test_undoing_gives_a_name_back_although_the_log_has_none() -> None:
    event = make_event(names=["Ada Demo", "Ben Demo", "Cai Demo"])
    director = director_of(event)
    edit_entry(event, director, 2, Particulars("Ben Sample", note="late", email="ben@cup.example"))
    undo_changes(event, director, [event.version])
    assert particulars(event, 2) == ("Ben Demo", "", "")
    play_round(event, 1)
    take_over(event, director, 1, Newcomer("Nova Next", "Nova", "Next"), 2)
    undo_changes(event, director, [event.version])
    undone = record_of(event)
    assert undone.entries[0].taken is None
    assert sentence_of(event.changes.get(version=event.version - 1), undone).startswith("Nova Next takes over")


def particulars(event: Any, number: int) -> tuple[str, str, str]:
    entry = event.entries.get(number=number)
    return entry.name, entry.note, entry.email


def test_what_an_entry_was_is_never_changed() -> None:
    event = make_event(2)
    edit_entry(event, director_of(event), 1, Particulars("Zoe Anfang", note="vegan"))
    told: tuple[dict[str, Any], ...] = ({"named": {}}, {"private": {}}, {"number": 2}, {"version": 1}, {"ends": True})
    for values in told:
        with pytest.raises(IntegrityError), transaction.atomic():
            event.former_entries.update(**values)
