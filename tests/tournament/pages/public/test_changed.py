"""A result, a standing or a medal list that changes after it was public says so, on its pages and in JSON."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone

from tests.acts.seating import exchanged
from tests.build import director_of, make_event, play_round, play_to
from tests.tournament.pages.reading import html, words_of
from tournament.day.lists.lines import RosterLine
from tournament.desk.event_forms import settings_of
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.event import SeatRecord, TableRecord
from tournament.record.vocabulary import FineTiming, PenaltyKind, SitOutKind, Status
from tournament.services.changes import Actor
from tournament.services.entries import add_entries, edit_entry, particulars_of
from tournament.services.events import change_settings, publish_final_list
from tournament.services.results.reports import correct_result, record_result, restore_result
from tournament.services.results.seating import correct_seats
from tournament.services.rounds import close_round, reopen_round
from tournament.services.showing import hide_event, show_event
from tournament.services.undoing import undo_changes
from tournament.slices.leaving import disqualify, withdraw
from tournament.slices.penalties import PenaltyOrder, cancel_penalty, give_penalty
from tournament.tellings.changed import PublicChange, PublicChangeKind

pytestmark = pytest.mark.django_db

PAGES = ("standings/", "rounds/1/results/", "rounds/1/tables/1/")


def today() -> Event:
    """Eight players of whom round 1 is closed, on the day on which the tests run."""
    return play_to(make_event(8, date=timezone.localdate()), round_closed=1)


def correct(event: Event, table: int = 1, number: int = 1, by: Any = None) -> int:
    """Correct a table of a closed round; the version that did."""
    seats = record_of(event).round(number).table(table).seats
    figures = tuple(SeatRecord(seat.player, cash=(seat.cash or 0) + 500 * seat.position) for seat in seats)
    correct_result(event, by or director_of(event), number, TableRecord(table, figures), "counted again by Ada")
    return event.version


def fine(event: Event, player: int, kind: PenaltyKind = PenaltyKind.FINE, number: int = 1) -> int:
    """A penalty; its key."""
    order = PenaltyOrder(player, number, kind, "misread a tile", 5_000, timing=FineTiming.BEFORE_BONUS)
    return give_penalty(event, director_of(event), order).pk


def said(client: Client, event: Event, page: str) -> list[str]:
    """The sentences of a page that say what changed, without their time, the latest first."""
    found = re.findall(r"Changed at \d\d:\d\d: (.+?)</(?:p|li)>", html(client, f"/{event.slug}/{page}"))
    return [re.sub(r"\d\d:\d\d", "TIME", sentence) for sentence in found]


def told(client: Client, event: Event, document: str) -> list[dict[str, Any]]:
    """The same in JSON."""
    changes: list[dict[str, Any]] = client.get(f"/{event.slug}/{document}").json()["changes"]
    return changes


@pytest.fixture
def event(db: None) -> Event:
    """The event of most tests here."""
    return today()


def test_nothing_is_said_of_an_event_in_which_nothing_changed(event: Event, client: Client) -> None:
    fine(event, 1, PenaltyKind.WARNING)
    assert [said(client, event, page) for page in PAGES] == [[], [], []]
    assert told(client, event, "standings.json") == []


def test_a_corrected_result_says_so_on_results_standings_the_tables_and_the_players_page(
    event: Event, client: Client
) -> None:
    correct(event)
    sentence = "the result of table 1, round 1 was corrected."
    assert [said(client, event, page) for page in PAGES] == [[sentence]] * 3
    seats = {table.number: table.seats[0].player for table in record_of(event).round(1).tables}
    assert said(client, event, f"players/{seats[1]}/") == [sentence]
    assert said(client, event, f"players/{seats[2]}/") == []
    assert said(client, event, "rounds/1/tables/2/") == []
    (change,) = told(client, event, "rounds/1/results.json")
    assert (change["kind"], change["round"], change["table"], change["words"]) == ("result-corrected", 1, 1, None)
    assert change["sentence"].endswith(sentence)
    assert told(client, event, "standings.json") == [change]


def test_the_directors_words_stand_there_only_where_they_were_released(
    event: Event, client: Client, director: Client
) -> None:
    correct(event)
    assert "counted again" not in html(client, f"/{event.slug}/standings/")
    correct(event, by=Actor(director_of(event), releases=True))
    assert "The director: “counted again by Ada”" in words_of(html(client, f"/{event.slug}/standings/"))
    assert [change["words"] for change in told(client, event, "standings.json")] == [None, "counted again by Ada"]
    assert "reason on public pages: yes" in words_of(html(director, f"/desk/{event.slug}/changes/"))
    page = html(director, f"/desk/{event.slug}/rounds/1/tables/1/correct/")
    (box,) = re.findall(r'<input type="checkbox" name="release"[^>]*>', page)
    assert "checked" not in box


def test_the_box_beside_the_reason_releases_it(event: Event, client: Client, director: Client) -> None:
    pk = fine(event, 1)
    cancel = f"/desk/{event.slug}/penalties/{pk}/cancel/"
    assert 'name="release"' in html(director, cancel)
    director.post(cancel, {"reason": "it was another player", "release": "yes", "confirmed": "yes"})
    table = 1 if any(seat.player == 1 for seat in record_of(event).round(1).table(1).seats) else 2
    assert said(client, event, "standings/") == [
        f"fines at table {table}, round 1. The director: “it was another player”",
        f"fines at table {table}, round 1.",
    ]


def test_an_undo_is_said_with_what_it_takes_back(event: Event, client: Client) -> None:
    fine(event, 1)
    undo_changes(event, director_of(event), [event.version])
    (sentence,) = said(client, event, "standings/")
    assert re.fullmatch(r"fines at table \d, round 1. Taken back at TIME\.", sentence)
    (change,) = told(client, event, "standings.json")
    assert change["taken_back_at"] is not None


def test_what_was_not_public_before_is_not_said_but_its_undo_is(client: Client) -> None:
    last = play_to(make_event(4, date=timezone.localdate(), rounds_planned=1, name="Short Cup 2026"), round_closed=1)
    correct(last)
    given = fine(last, 1)
    publish_final_list(last, director_of(last))
    assert said(client, last, "medals/") == []
    cancel_penalty(last, director_of(last), given, "a mistake")
    assert said(client, last, "medals/") == ["fines at table 1, round 1."]
    assert said(client, last, "rounds/1/results/") == ["fines at table 1, round 1."]


def test_what_changed_while_the_event_was_hidden_is_said_if_players_had_seen_it_before(
    event: Event, client: Client
) -> None:
    hide_event(event, director_of(event))
    correct(event)
    show_event(event, director_of(event))
    assert said(client, event, "standings/") == ["the result of table 1, round 1 was corrected."]
    unseen = make_event(8, date=timezone.localdate(), name="Hidden Cup 2026")
    hide_event(unseen, director_of(unseen))
    play_round(unseen)
    correct(unseen)
    show_event(unseen, director_of(unseen))
    assert said(client, unseen, "standings/") == []


def test_a_change_in_the_final_says_the_final() -> None:
    event = play_to(make_event(16), round_closed=4)
    change = PublicChange(9, PublicChangeKind.CORRECTED, datetime(2026, 8, 20, 17, 12, tzinfo=UTC), 4, 1)
    said = change.sentence(record_of(event), ZoneInfo("Europe/London"))
    assert said == "Changed at 18:12: the result of table 1 in the final was corrected."


def test_medals_say_what_changed_after_they_were_published_alone(client: Client) -> None:
    event = play_to(make_event(8, date=timezone.localdate(), rounds_planned=2), round_closed=2)
    correct(event)
    publish_final_list(event, director_of(event))
    assert (len(said(client, event, "standings/")), said(client, event, "medals/")) == (1, [])
    change_settings(event, director_of(event), {"dilution": settings_of(event)["dilution"] + 1_000})
    entry = event.entries.get(number=1)
    stands = particulars_of(entry)
    edit_entry(event, director_of(event), 1, type(stands)(**{**_values(stands), "is_junior": True}))
    disqualify(event, director_of(event), 2, "left with the tiles")
    assert said(client, event, "medals/") == [
        "a player was disqualified.",
        "the list of juniors was corrected.",
        "the settings for Pentamind points.",
    ]
    assert said(client, event, "standings/") == [
        "a player was disqualified.",
        "the result of table 1, round 1 was corrected.",
    ]
    kinds = [change["kind"] for change in told(client, event, "medals.json")]
    assert kinds == ["points-changed", "juniors-changed", "player-disqualified"]


def _values(particulars: Any) -> dict[str, Any]:
    return {name: getattr(particulars, name) for name in particulars.__slots__}


def test_a_reopened_round_says_so_and_which_of_its_tables_came_back_otherwise(event: Event, client: Client) -> None:
    director = director_of(event)
    reopen_round(event, director, 1)
    first, second = record_of(event).round(1).tables
    figures = tuple(SeatRecord(seat.player, cash=(seat.cash or 0) + 700 * seat.position) for seat in first.seats)
    record_result(event, director, 1, TableRecord(1, figures, ended_by="all safe"))
    same = tuple(SeatRecord(seat.player, cash=seat.cash) for seat in second.seats)
    record_result(event, director, 1, TableRecord(2, same, ended_by=second.ended_by))
    close_round(event, director, 1)
    assert said(client, event, "rounds/1/results/") == [
        "the result of table 1, round 1 was corrected.",
        "round 1 was reopened.",
    ]


def test_a_restored_result_is_said_as_one(event: Event, client: Client) -> None:
    before = event.changes.filter(act="results.record").latest("version").version
    table = int(next(iter(event.changes.get(version=before).after["tables"])))
    correct(event, table)
    restore_result(event, director_of(event), 1, table, before, "the first count was right")
    assert said(client, event, "standings/") == [
        f"the result of table {table}, round 1 was corrected.",
        f"the result of table {table}, round 1 was corrected.",
    ]


def test_on_another_day_the_sentence_names_the_day(client: Client) -> None:
    event = play_to(make_event(8), round_closed=1)
    correct(event)
    page = words_of(html(client, f"/{event.slug}/standings/"))
    now = timezone.localtime()
    assert f"Changed on {now.day} {now:%B %Y} at" in page


def test_who_sat_where_put_right_is_said_of_every_table_concerned(event: Event, client: Client) -> None:
    played = record_of(event).round(1)
    one, other = played.table(1).seats[0].player, played.table(2).seats[1].player
    correct_seats(event, director_of(event), 1, exchanged(played, one, other), "they had exchanged seats")
    assert sorted(said(client, event, "rounds/1/results/")) == [
        "who sat at table 1, round 1 was corrected.",
        "who sat at table 2, round 1 was corrected.",
    ]
    assert said(client, event, "rounds/1/tables/2/") == ["who sat at table 2, round 1 was corrected."]


def test_a_withdrawal_that_costs_a_medal_is_said_with_the_medals_alone(client: Client) -> None:
    event = play_to(make_event(8, date=timezone.localdate(), rounds_planned=1), round_closed=1)
    gone = mark_missing(event)
    publish_final_list(event, director_of(event))
    withdraw(event, director_of(event), gone)
    assert said(client, event, "medals/") == ["a player was withdrawn before the end."]
    assert said(client, event, "rounds/1/results/") == []


def mark_missing(event: Event) -> int:
    """A player who entered late and played nothing."""
    add_entries(event, director_of(event), [RosterLine(1, "Late Demo")], Status.PRESENT, SitOutKind.MISSED)
    return max(entry.player for entry in record_of(event).entries)
