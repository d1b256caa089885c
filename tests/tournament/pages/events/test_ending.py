"""The end of an event: stopped early with what follows said before, and the prize-giving."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
from django.test import Client

from tests.build import director_of, draw_round, make_event, play_round, play_to, publish
from tests.tournament.pages.forms import Answer, form_with, press
from tests.tournament.pages.pages import desk
from tests.tournament.pages.pages import words as marked_words
from tests.tournament.pages.reading import words_of
from tests.tournament.pages.words import press_undo, told, words
from tests.tournament.pdf.reading import text_of
from tournament.models import Event
from tournament.models.queries import read_event, record_of
from tournament.pdf.document import sheet
from tournament.pdf.job import Options
from tournament.record.vocabulary import Medal, PenaltyKind, PlayerId
from tournament.scores.explaining import Scores
from tournament.scores.medals import medals, pentamind
from tournament.scores.totals import standings
from tournament.services.events import publish_final_list
from tournament.services.showing import hide_event
from tournament.slices.disputes.acts import open_dispute
from tournament.slices.leaving import withdraw
from tournament.slices.penalties import PenaltyOrder, give_penalty
from tournament.slices.prizes import medals_not_given
from tournament.slices.ties import rule_tie
from tournament.tellings.prizes import awards, still_waiting

pytestmark = pytest.mark.django_db


def two_are_left() -> Event:
    """Three players, of whom the winner of round 1 has left."""
    event = play_to(make_event(3), round_closed=1)
    withdraw(event, director_of(event), winner_of(event))
    return event


def winner_of(event: Event) -> int:
    return standings(record_of(event))[0].player


def confirm(client: Client, asked: Answer) -> None:
    """Press the button of a page that asks."""
    form = form_with(asked, "confirmed")
    client.post(form.action, form.filled(button=next(each for each in form.buttons if each.name == "confirmed")))


def test_the_overview_offers_the_end_where_too_few_are_left(director: Client) -> None:
    event = two_are_left()
    page = director.get(desk(event))
    assert ("Round 1 is closed. 2 of 3 players are here; you need 3 to play.") in words(page)
    assert page.context["next"]["label"] == "End the event here"
    assert page.context["next"]["other"]["label"] == "Check players in"


def test_the_page_of_the_next_round_offers_the_end_where_too_few_are_left(director: Client) -> None:
    event = two_are_left()
    page = director.get(desk(event, "rounds/2/arrangement/"))
    assert "2 players are not enough" in words(page)
    assert f'<a class="button primary" href="{desk(event, "end/")}">End the event here</a>' in page.content.decode()
    assert "The event has to end early" in words(director.get(desk(event, "end/"))), "the help topic"


def test_the_page_of_round_1_and_one_with_enough_players_offer_no_end(director: Client) -> None:
    for event in (make_event(2), play_to(make_event(9), round_closed=1)):
        number = len(record_of(event).rounds) + 1
        assert "End the event here" not in words(director.get(desk(event, f"rounds/{number}/arrangement/")))
    page = director.get(desk(make_event(1), "rounds/1/arrangement/")).content.decode()
    assert 'class="button primary"' in page.partition("<main")[2]


def test_what_follows_is_said_and_done_and_taken_back(director: Client) -> None:
    event = two_are_left()
    name = record_of(event).name_of(standings(record_of(event))[0].player)
    page = director.get(desk(event, "end/"))
    said = words(page)
    assert "Round 1 will count as the last round." in said
    assert "Not played: round 2, round 3 and round 4." in said
    assert f"Medals on the current totals: gold for {name} with" in said
    assert f"{name} withdrew, but counts as having played in the last round" in said
    assert "The results of round 1 will be hidden from the public pages until you publish the final list." in said
    done = press(director, page, "End the event here")
    assert told(done) == ["Event ended after round 1."]
    record = read_event(event.slug)
    assert record.is_complete
    assert next((record.name_of(place.player), place.medal) for place in medals(record)) == (name, Medal.GOLD)
    assert all(place.points > 0 for place in pentamind(record)[:2])
    asked = press_undo(director, done)
    assert f"{name} withdrew and does not count as having played in the last round" in words(asked)
    confirm(director, asked)
    assert read_event(event.slug).rounds_planned == 4


def test_the_end_of_a_hidden_event_says_nothing_of_public_pages(director: Client) -> None:
    event = play_to(make_event(9), round_closed=2)
    assert "will be hidden from the public pages" in words(director.get(desk(event, "end/")))
    hide_event(event, director_of(event))
    assert "will be hidden from the public pages" not in words(director.get(desk(event, "end/")))


def test_a_list_that_the_undo_of_the_end_withdrew_is_not_offered_to_be_withdrawn(director: Client) -> None:
    event = play_to(make_event(9), round_closed=2)
    done = press(director, director.get(desk(event, "end/")), "End the event here")
    event.refresh_from_db()
    publish_final_list(event, director_of(event))
    confirm(director, press_undo(director, done))
    event.refresh_from_db()
    assert (event.rounds_planned, event.is_final_published) == (4, False)
    page = words(director.get(desk(event, "changes/")))
    assert "This has already been done; reload the page." in page


def test_a_final_that_is_not_played_leaves_gold_to_the_best_total(director: Client) -> None:
    event = play_to(make_event(16), round_closed=3)
    assert "gold goes to the best total (R43, R64)" in words(director.get(desk(event, "end/")))


@pytest.mark.parametrize(
    ("stage", "sentence"),
    [
        ("new", "No rounds have been closed yet, so there are no medals to award."),
        ("draft", "Round 2 is a draft. Discard the draft first, then end the event."),
        (
            "playing",
            "Round 2 is being played. Close the round so that it counts, or unpublish it and discard its draft",
        ),
        ("over", "All rounds are closed. Announce the medals, or publish the final list."),
    ],
)
def test_where_it_cannot_end_the_page_says_what_to_do_first(director: Client, stage: str, sentence: str) -> None:
    event = make_event(9, rounds_planned=2, last_round="drawn")
    if stage != "new":
        play_round(event, 1)
    if stage == "draft":
        draw_round(event, 2)
    elif stage == "playing":
        publish(event, 2)
    elif stage == "over":
        play_round(event, 2)
    page = words(director.get(desk(event, "end/")))
    assert sentence in page
    version = Event.objects.get(pk=event.pk).version
    director.post(desk(event, "end/"), {"confirmed": "yes"})
    assert Event.objects.get(pk=event.pk).version == version


def test_what_was_shown_of_the_end_is_asked_again_where_somebody_leaves_meanwhile(director: Client) -> None:
    event = play_to(make_event(9), round_closed=1)
    page = director.get(desk(event, "end/"))
    withdraw(event, director_of(event), winner_of(event))
    assert press(director, page, "End the event here").status_code == 409


def test_the_settings_ask_before_fewer_rounds_give_somebody_who_left_a_medal(director: Client) -> None:
    event = two_are_left()
    name = record_of(event).name_of(standings(record_of(event))[0].player)
    page = director.get(desk(event, "settings/"))
    asked = press(director, page, "Save", {"rounds_planned": "1"})
    assert "No totals change, but players who have left could win different medals and points." in words(asked)
    assert read_event(event.slug).rounds_planned == 4
    done = press(director, asked, "Save anyway")
    assert told(done) == [
        f"Settings changed: rounds. {name} withdrew, but counts as having played in the last "
        "round: a medal is possible, and Pentamind points count (R54)."
    ]
    assert medals(read_event(event.slug))[0].medal is Medal.GOLD


# The prize-giving: what is called in which order and why, what waits before it, and the one form that makes the final list public


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
def of_three(db: None) -> Event:
    """The event of most tests here."""
    return three_players()


def test_three_players_make_gold_and_silver_and_nobody_is_called_for_bronze(of_three: Event) -> None:
    assert [title for title, _, _ in called(of_three)] == ["Silver", "Gold"]
    assert medals_not_given(record_of(of_three)) == "Not awarded: Bronze."


def test_who_shares_a_place_is_called_together_and_two_golds_leave_no_silver() -> None:
    event = tied_in_front()
    first, second, third, fourth = (record_of(event).name_of(PlayerId(player)) for player in order_of(event)[:4])
    assert [(title, names) for title, names, _ in called(event)] == [
        ("Bronze, shared", [third, fourth]),
        ("Gold, shared", [first, second]),
    ]
    assert medals_not_given(record_of(event)) == "Not awarded: Silver."
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
    assert (awards(record_of(event)), medals_not_given(record_of(event))) == ((), "")
    page = marked_words(director.get(desk(event, "prizes/")))
    assert "1 of 2 rounds has been closed; medals are awarded after the last." in page
    assert "Begin the prize-giving" not in page
    answer = director.get(desk(event, "prizes/give/"))
    assert (answer.status_code, answer["Location"]) == (302, desk(event, "prizes/"))


def test_names_are_called_as_entries_chose_and_the_director_reads_the_whole_one(
    of_three: Event, director: Client
) -> None:
    best = order_of(of_three)[0]
    whole = record_of(of_three).name_of(PlayerId(best))
    of_three.entries.filter(number=best).update(shown_as="number")
    assert f"Player {best} full name: {whole}" in words_of(director.get(desk(of_three, "prizes/")).content.decode())
    steps = marked_words(director.get(desk(of_three, "prizes/give/")))
    assert f"Player {best}" in steps
    assert whole not in steps


def test_the_last_step_makes_the_final_list_public_once(of_three: Event, director: Client, client: Client) -> None:
    best = record_of(of_three).name_of(PlayerId(order_of(of_three)[0]))
    page = director.get(desk(of_three, "prizes/give/"))
    assert Event.objects.get().is_final_published is False
    assert best not in marked_words(client.get(f"/{of_three.slug}/medals/"))
    answer = press(director, page, "Yes")
    assert (answer.status_code, answer["Location"]) == (302, f"{desk(of_three, 'prizes/give/')}#public")
    assert best in marked_words(client.get(f"/{of_three.slug}/medals/"))
    after = director.get(desk(of_three, "prizes/give/"))
    assert "The final list has been published" in marked_words(after)
    assert "Publish the final list?" not in marked_words(after)


def test_of_a_hidden_event_no_page_says_that_the_final_list_is_public(
    of_three: Event, director: Client, client: Client
) -> None:
    hide_event(of_three, director_of(of_three))
    page = director.get(desk(of_three, "prizes/give/"))
    assert "is hidden from players" in marked_words(page)
    press(director, page, "Yes")
    assert client.get(f"/{of_three.slug}/medals/").status_code == 404
    pages = {path: marked_words(director.get(desk(of_three, path))) for path in ("", "final/", "prizes/give/")}
    assert all(f"{of_three.name} is hidden from players" in said for said in pages.values()), pages
    assert "final list is public" not in pages["prizes/give/"]
    assert "<svg" not in pages["prizes/give/"].replace("icon.svg", "")


def test_what_is_open_is_settled_or_excused_before_it_begins_and_the_hall_sees_no_question(
    of_three: Event, director: Client
) -> None:
    open_dispute(of_three, director_of(of_three), 1, 1, "cash for seat 2")
    before = director.get(desk(of_three, "prizes/"))
    assert "Some results are disputed and may change: round 1, table 1." in marked_words(before)
    assert ">Begin the prize-giving<" not in before.content.decode()
    assert director.get(desk(of_three, "prizes/give/"))["Location"] == desk(of_three, "prizes/")
    unexcused = press(director, before, "Begin the prize-giving anyway")
    assert director.get(unexcused["Location"])["Location"] == desk(of_three, "prizes/")
    begun = press(director, before, "Begin the prize-giving anyway", {"over_dispute": "it moves no medal"})
    assert "medal" not in begun["Location"]
    hall = director.get(begun["Location"])
    assert "disput" not in words_of(hall.content.decode())
    assert words_of(hall.content.decode()).endswith("will appear on phones and screens. Yes Later")
    press(director, hall, "Yes")
    assert Event.objects.get().is_final_published is True
    assert of_three.changes.latest("version").reason == "it moves no medal"


def test_over_a_dispute_that_nobody_excused_it_is_not_published(of_three: Event, director: Client) -> None:
    page = director.get(desk(of_three, "prizes/give/"))
    open_dispute(of_three, director_of(of_three), 1, 1, "cash for seat 2")
    refused = press(director, page, "Yes")
    assert refused["Location"] == desk(of_three, "prizes/")
    assert Event.objects.get().is_final_published is False


def test_a_tie_without_a_ruling_needs_no_reason_but_a_press(director: Client) -> None:
    event = tied_in_front()
    page = director.get(desk(event, "prizes/"))
    assert ">Begin the prize-giving<" not in page.content.decode()
    begun = press(director, page, "Begin the prize-giving anyway")
    assert "Gold, shared" in marked_words(director.get(begun["Location"]))


def test_what_moves_medals_meanwhile_is_said_and_stops_the_last_step(of_three: Event, director: Client) -> None:
    page = director.get(desk(of_three, "prizes/give/"))
    address = re.findall(r'data-since="([^"]+)"', page.content.decode())[0]
    assert director.get(address).status_code == 204
    give_penalty(
        of_three, director_of(of_three), PenaltyOrder(order_of(of_three)[0], 1, PenaltyKind.FINE, "late", 5_000)
    )
    told = director.get(address)
    assert told.status_code == 200
    assert re.fullmatch(
        r"Somebody has made a change: .+\. Check the prize-giving again before you go on\.", told.content.decode()
    )
    refused = press(director, page, "Yes")
    assert refused["Location"] == desk(of_three, "prizes/")
    assert "Check the list again, then publish it." in marked_words(director.get(desk(of_three, "prizes/")))
    assert Event.objects.get().is_final_published is False
