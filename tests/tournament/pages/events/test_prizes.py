"""The prize-giving: what is called in which order and why, what waits before it, and the one form that makes the final list public."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
from django.test import Client

from tests.build import director_of, make_event, play_round, play_to
from tests.tournament.pages.forms import press
from tests.tournament.pages.pages import desk, words
from tests.tournament.pages.reading import words_of
from tests.tournament.pdf.reading import text_of
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.pdf import Options, sheet
from tournament.record.vocabulary import Medal, PenaltyKind, PlayerId
from tournament.scores import Scores
from tournament.services.events import rule_tie
from tournament.services.gamelogs import open_dispute
from tournament.services.showing import hide_event
from tournament.slices.penalties import PenaltyOrder, give_penalty
from tournament.tellings.prizes import awards, not_given, still_waiting

pytestmark = pytest.mark.django_db

EQUAL = (40_000, 30_000, 20_000)


def called(event: Event) -> list[tuple[str, list[str], str]]:
    """Title, names and sentence of every award in its order."""
    return [(award.title, [winner.name for winner in award.winners], award.why) for award in awards(record_of(event))]


def three_players() -> Event:
    """Three players and one round, which make gold and silver."""
    event = make_event(3, rounds_planned=1)
    play_round(event, 1, cash={1: EQUAL})
    return Event.objects.get(pk=event.pk)


def tied_in_front() -> Event:
    """Six players and one round at two tables with the same cash, so that every place is shared by two."""
    event = make_event(6, rounds_planned=1)
    play_round(event, 1, sizes=(3, 3), cash={1: EQUAL, 2: EQUAL})
    return Event.objects.get(pk=event.pk)


def order_of(event: Event) -> list[int]:
    """The players in order of the medal list."""
    return [place.player for place in Scores(record_of(event)).medals]


def test_juniors_are_called_first_then_bronze_silver_and_gold_each_with_what_decided_it() -> None:
    event = make_event(12, rounds_planned=2)
    event.entries.filter(number__lte=4).update(is_junior=True, country="NL")
    event = play_to(event, round_closed=2)
    scores = Scores(record_of(event))
    by_medal = {
        is_junior: {place.medal: place for place in places}
        for is_junior, places in ((True, scores.juniors), (False, scores.medals))
    }
    titles = ["Junior bronze", "Junior silver", "Junior gold", "Bronze", "Silver", "Gold"]
    medals = [Medal.BRONZE, Medal.SILVER, Medal.GOLD] * 2
    expected = []
    for title, medal, is_junior in zip(titles, medals, [True] * 3 + [False] * 3, strict=True):
        place = by_medal[is_junior][medal]
        expected.append((title, [scores.record.name_of(place.player)], place.why))
    assert called(event) == expected
    assert awards(record_of(event))[0].winners[0].country == "NL"


def test_a_junior_who_also_has_a_medal_is_called_without_what_would_tell_it(director: Client) -> None:
    event = make_event(12, rounds_planned=1)
    event = play_to(event, round_closed=1)
    for has_medal in (True, False):
        best = [place.player for place in Scores(record_of(event)).medals]
        event.entries.update(is_junior=False)
        event.entries.filter(number__in=best[:4] if has_medal else best[3:8]).update(is_junior=True)
        juniors = [award for award in awards(record_of(event)) if award.is_junior]
        steps = director.get(desk(event, "prizes/give/")).content.decode().split('<section class="step')
        hall = [words_of(step) for step in steps if "Junior" in step]
        totals = [award.winners[0].total for award in juniors]
        assert [total in step for total, step in zip(totals, hall, strict=True)] == [not has_medal] * 3
        assert ["ahead of the next" in step for step in hall] == [not has_medal] * 3
        gold = awards(record_of(event))[-1].winners[0].total
        printed = text_of(sheet("prize-giving", record_of(event), Options(), datetime(2026, 8, 20, tzinfo=UTC)))
        assert printed.count(gold) == 2  # beside the winner of gold and in the sentence below, and nowhere before


@pytest.fixture
def event(db: None) -> Event:
    """The event of most tests here."""
    return three_players()


def test_three_players_make_gold_and_silver_and_nobody_is_called_for_bronze(event: Event) -> None:
    assert [title for title, _, _ in called(event)] == ["Silver", "Gold"]
    assert not_given(record_of(event)) == "Not awarded: Bronze."


def test_who_shares_a_place_is_called_together_and_two_golds_leave_no_silver() -> None:
    event = tied_in_front()
    first, second, third, fourth = (record_of(event).name_of(PlayerId(player)) for player in order_of(event)[:4])
    assert [(title, names) for title, names, _ in called(event)] == [
        ("Bronze, shared", [third, fourth]),
        ("Gold, shared", [first, second]),
    ]
    assert not_given(record_of(event)) == "Not awarded: Silver."
    assert [line.split(" Rule ")[0] for line in still_waiting(record_of(event))] == [
        f"{third} and {fourth} are level on {total(event, 2)} and share a medal (Bronze).",
        f"{first} and {second} are level on {total(event, 0)} and share a medal (Gold).",
    ]


def total(event: Event, index: int) -> str:
    return awards(record_of(event))[-1 if index == 0 else 0].winners[0].total


def test_a_ruling_on_a_tie_is_told_with_the_last_of_them_and_gives_nobody_away_before() -> None:
    event = tied_in_front()
    first, second = order_of(event)[:2]
    rule_tie(event, director_of(event), [PlayerId(second), PlayerId(first)], "result in the final round")
    silver, gold = called(event)[-2:]
    record = record_of(event)
    assert (silver[:2], gold[:2]) == (
        ("Silver", [record.name_of(PlayerId(first))]),
        ("Gold", [record.name_of(PlayerId(second))]),
    )
    assert record.name_of(PlayerId(second)) not in silver[2]
    assert silver[2].endswith("with the player who is called next; what decided the tie will be read out then.")
    assert "the director ruled: result in the final round." in gold[2]


def test_nobody_is_called_before_every_round_is_closed(director: Client) -> None:
    event = play_to(make_event(8, rounds_planned=2), round_closed=1)
    assert (awards(record_of(event)), not_given(record_of(event))) == ((), "")
    page = words(director.get(desk(event, "prizes/")))
    assert "1 of 2 rounds has been closed; medals are awarded after the last." in page
    assert "Begin the prize-giving" not in page
    answer = director.get(desk(event, "prizes/give/"))
    assert (answer.status_code, answer["Location"]) == (302, desk(event, "prizes/"))


def test_names_are_called_as_entries_chose_and_the_director_reads_the_whole_one(event: Event, director: Client) -> None:
    best = order_of(event)[0]
    whole = record_of(event).name_of(PlayerId(best))
    event.entries.filter(number=best).update(shown_as="number")
    assert f"Player {best} full name: {whole}" in words_of(director.get(desk(event, "prizes/")).content.decode())
    steps = words(director.get(desk(event, "prizes/give/")))
    assert f"Player {best}" in steps
    assert whole not in steps


def test_the_last_step_makes_the_final_list_public_once(event: Event, director: Client, client: Client) -> None:
    best = record_of(event).name_of(PlayerId(order_of(event)[0]))
    page = director.get(desk(event, "prizes/give/"))
    assert Event.objects.get().is_final_published is False
    assert best not in words(client.get(f"/{event.slug}/medals/"))
    answer = press(director, page, "Yes")
    assert (answer.status_code, answer["Location"]) == (302, f"{desk(event, 'prizes/give/')}#public")
    assert best in words(client.get(f"/{event.slug}/medals/"))
    after = director.get(desk(event, "prizes/give/"))
    assert "The final list has been published" in words(after)
    assert "Publish the final list?" not in words(after)


def test_of_a_hidden_event_no_page_says_that_the_final_list_is_public(
    event: Event, director: Client, client: Client
) -> None:
    hide_event(event, director_of(event))
    page = director.get(desk(event, "prizes/give/"))
    assert "is hidden from players" in words(page)
    press(director, page, "Yes")
    assert client.get(f"/{event.slug}/medals/").status_code == 404
    pages = {path: words(director.get(desk(event, path))) for path in ("", "final/", "prizes/give/")}
    assert all(f"{event.name} is hidden from players" in said for said in pages.values()), pages
    assert "final list is public" not in pages["prizes/give/"]
    assert "<svg" not in pages["prizes/give/"].replace("icon.svg", "")


def test_what_is_open_is_settled_or_excused_before_it_begins_and_the_hall_sees_no_question(
    event: Event, director: Client
) -> None:
    open_dispute(event, director_of(event), 1, 1, "cash for seat 2")
    before = director.get(desk(event, "prizes/"))
    assert "Some results are disputed and may change: round 1, table 1." in words(before)
    assert ">Begin the prize-giving<" not in before.content.decode()
    assert director.get(desk(event, "prizes/give/"))["Location"] == desk(event, "prizes/")
    unexcused = press(director, before, "Begin the prize-giving anyway")
    assert director.get(unexcused["Location"])["Location"] == desk(event, "prizes/")
    begun = press(director, before, "Begin the prize-giving anyway", {"over_dispute": "it moves no medal"})
    assert "medal" not in begun["Location"]
    hall = director.get(begun["Location"])
    assert "disput" not in words_of(hall.content.decode())
    assert words_of(hall.content.decode()).endswith("will appear on phones and screens. Yes Later")
    press(director, hall, "Yes")
    assert Event.objects.get().is_final_published is True
    assert event.changes.latest("version").reason == "it moves no medal"


def test_over_a_dispute_that_nobody_excused_it_is_not_published(event: Event, director: Client) -> None:
    page = director.get(desk(event, "prizes/give/"))
    open_dispute(event, director_of(event), 1, 1, "cash for seat 2")
    refused = press(director, page, "Yes")
    assert refused["Location"] == desk(event, "prizes/")
    assert Event.objects.get().is_final_published is False


def test_a_tie_without_a_ruling_needs_no_reason_but_a_press(director: Client) -> None:
    event = tied_in_front()
    page = director.get(desk(event, "prizes/"))
    assert ">Begin the prize-giving<" not in page.content.decode()
    begun = press(director, page, "Begin the prize-giving anyway")
    assert "Gold, shared" in words(director.get(begun["Location"]))


def test_what_moves_medals_meanwhile_is_said_and_stops_the_last_step(event: Event, director: Client) -> None:
    page = director.get(desk(event, "prizes/give/"))
    address = re.findall(r'data-since="([^"]+)"', page.content.decode())[0]
    assert director.get(address).status_code == 204
    give_penalty(event, director_of(event), PenaltyOrder(order_of(event)[0], 1, PenaltyKind.FINE, "late", 5_000))
    told = director.get(address)
    assert told.status_code == 200
    assert re.fullmatch(
        r"Somebody has made a change: .+\. Check the prize-giving again before you go on\.", told.content.decode()
    )
    refused = press(director, page, "Yes")
    assert refused["Location"] == desk(event, "prizes/")
    assert "Check the list again, then publish it." in words(director.get(desk(event, "prizes/")))
    assert Event.objects.get().is_final_published is False
