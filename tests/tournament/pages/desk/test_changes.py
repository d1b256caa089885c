"""The log of changes: every act with before and after, filtered and paged."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.build import being_played, director_of, make_event, play_to
from tests.tournament.pages.words import words
from tournament.models import Change, Event
from tournament.models.queries import record_of
from tournament.record.acts import Act, Part
from tournament.record.vocabulary import PenaltyKind
from tournament.services.events import change_settings
from tournament.slices.leaving import withdraw
from tournament.slices.penalties import PenaltyOrder, give_penalty
from tournament.tellings.diary import Difference, differences

pytestmark = pytest.mark.django_db


def shown(client: Client, event: Event, query: str = "") -> list[Act]:
    """What was done, as the page lists it."""
    answer = client.get(f"/desk/{event.slug}/changes/{query}")
    return [Act(group.latest.act) for group in answer.context["page"].object_list]


def test_changed_settings_are_shown_in_the_figures_of_the_rules(director: Client) -> None:
    event = make_event(0)
    change_settings(event, director_of(event), {"multiplier_five": 1_250, "fine_amount": 3_000})
    page = words(director.get(f"/desk/{event.slug}/changes/"))
    assert "Settings changed: multiplier for a table of 5 and fine." in page
    assert "fine: 5,000 → 3,000 · multiplier for a table of 5: 1.200 → 1.250" in page


def test_the_filter_parts_changes_by_what_they_are_about(director: Client) -> None:
    event = play_to(make_event(6), round_closed=1)
    give_penalty(event, director_of(event), PenaltyOrder(1, 1, PenaltyKind.WARNING, "misread a tile"))
    withdraw(event, director_of(event), 1)
    assert {part.value: set(shown(director, event, f"?kind={part.value}")) for part in Part} == {
        "entries": {Act.WITHDRAW, Act.CHECK_IN, Act.ENTER_PLAYERS},
        "draws and rounds": {Act.DRAW_ROUND, Act.PUBLISH_ROUND, Act.CLOSE_ROUND},
        "results": {Act.RECORD_RESULT},
        "penalties": {Act.GIVE_PENALTY},
        "settings and medals": {Act.CREATE_EVENT},
        "helpers": set(),
    }


def test_words_are_looked_for_in_subject_reason_and_user(director: Client) -> None:
    event = make_event(6)
    withdraw(event, director_of(event), 1, "train")
    assert shown(director, event, "?q=ada+train") == [Act.WITHDRAW]
    assert len(shown(director, event, "?q=director")) == 4
    assert "No changes match. Try another filter." in words(director.get(f"/desk/{event.slug}/changes/?q=zeppelin"))


def test_the_filter_takes_person_round_and_table(director: Client) -> None:
    event = play_to(make_event(8), round_closed=1)
    assert shown(director, event, "?who=nobody") == []
    assert set(shown(director, event, "?who=director&round=1")) >= {Act.DRAW_ROUND, Act.CLOSE_ROUND}
    assert shown(director, event, "?round=1&table=2") == [Act.RECORD_RESULT]
    assert shown(director, event, "?round=1&table=9") == []


def test_the_diary_is_told_newest_first_by_day(director: Client) -> None:
    event = being_played(6)
    page = director.get(f"/desk/{event.slug}/changes/").context["page"]
    versions = [version for line in page.object_list for version in line.versions]
    assert versions == list(range(event.version, 0, -1))


# Undo


def test_each_line_has_its_undo_a_page_for_it_or_the_reason_why_not(event: Event, director: Client) -> None:
    change_settings(event, director_of(event), {"venue": "Great hall"})
    page = director.get(f"/desk/{event.slug}/changes/")
    (today,) = [lines for _, lines in page.context["days"]]
    told = {line.sentence: (line.undo.versions, line.undo.label, line.undo.why) for line in today}
    assert told["Settings changed: venue"] == (str(event.version), "", "")
    assert told["Round 1 drawn"] == ("", "", "Undo first: Round 1 published.")
    assert told["Event created"] == ("", "", "Undo it by hand on its own page.")
    assert 'value="6">Undo<span class="sr">: Settings changed: venue</span>' in page.content.decode()


def test_undo_from_the_diary_leads_back_to_it_and_says_what_was_undone(director: Client) -> None:
    event = make_event(0)
    change_settings(event, director_of(event), {"venue": "Great hall"})
    answer = director.post(f"/desk/{event.slug}/changes/undo/", {"versions": str(event.version)})
    assert answer["Location"] == f"/desk/{event.slug}/changes/"
    event.refresh_from_db()
    assert event.venue == ""
    page = words(director.get(f"/desk/{event.slug}/changes/"))
    assert "Undone: Settings changed: venue." in page
    assert "Settings changed: venue (undo)." in page
    again = director.post(f"/desk/{event.slug}/changes/undo/", {"versions": "2"}, follow=True)
    assert "This has already been done" in words(again)
    director.post(f"/desk/{event.slug}/changes/undo/", {"versions": "\x00 99999999999999999999 -1 x"})
    assert Event.objects.get(pk=event.pk).version == event.version


def test_long_logs_come_in_pages_of_fifty_and_whole_in_the_csv(director: Client) -> None:
    event = make_event(0)
    Change.objects.bulk_create(
        Change(event=event, version=number, act=Act.MEND, words=f"deed {number}") for number in range(100, 180)
    )
    assert len(shown(director, event)) == 50
    assert "Page 1 of" in words(director.get(f"/desk/{event.slug}/changes/"))
    assert "Previous" in words(director.get(f"/desk/{event.slug}/changes/?page=2"))
    lines = director.get(f"/desk/{event.slug}/changes/?q=deed&_export=csv").content.decode("utf-8-sig").splitlines()
    assert len(lines) == 81
    assert lines[0] == "Version,When,Who,What,Before → after,Reason"


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ({}, {}, ()),
        ({"fields": {"a": 1}}, {"fields": {"a": 1}}, ()),
        ({"fields": {"is_hard": True}}, {"fields": {"is_hard": False}}, (Difference("how strictly", "yes", "no"),)),
        ({"fields": {"fixed_table": None}}, {"fields": {"fixed_table": 3}}, (Difference("always at table", "", "3"),)),
        ({}, {"draw": {"kind": "swiss"}}, (Difference("kind", "", "seated from the standings"),)),
        ({"draw": {"kind": "random"}}, {}, (Difference("kind", "random draw", ""),)),
        ({"draw": {"sizes": [4, 3]}}, {}, (Difference("table sizes", "4 3", ""),)),
        ({}, {"entries": {"1": {"tile": "2B"}}}, (Difference("Ada Demo", "", "2B"),)),
        ({}, {"tables": {"2": {"seats": {"3": {"cash": 40_700}}}}}, (Difference("Cai Demo", "", "40,700"),)),
        (
            {"tables": {"2": {"seats": {"3": {"cash": 40_700}}}}},
            {"tables": {"2": {"seats": {"3": {"cash": 40_700, "timed_out": True}}, "ended_by": "Ada"}}},
            (Difference("Cai Demo, out of time", "", "yes"), Difference("ended by", "", "Ada")),
        ),
    ],
)
def test_a_difference_is_told_in_words(before: Any, after: Any, expected: tuple[Difference, ...]) -> None:
    record = record_of(make_event(3))
    assert differences(Change(act=Act.EDIT_ENTRY, before=before, after=after), record) == expected
