"""Standings, medals, ties and the final list on the desk: how a tie is ruled and what becomes of the ruling (R65)."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from tests.build import director_of, enter_results, make_event, play_round, play_to, publish
from tests.tournament.pages.forms import form_with, press
from tests.tournament.pages.pages import desk, said, typed_into, words
from tests.tournament.pages.reading import words_of
from tests.tournament.pages.stages import decided
from tests.tournament.pdf.reading import text_of
from tournament.models import Change, Event
from tournament.models.queries import record_of
from tournament.pdf.document import sheet
from tournament.pdf.job import Options
from tournament.record.acts import Act
from tournament.record.event import SeatRecord, TableRecord
from tournament.record.vocabulary import Dollars, Medal, PlayerId
from tournament.scores.explaining import Scores
from tournament.scores.medals import junior_medals, results_to_rank
from tournament.scores.order import ranked
from tournament.scores.tiebreaks import OLYMPIAD
from tournament.services.events import publish_final_list
from tournament.services.results.reports import correct_result
from tournament.services.rounds import close_round
from tournament.slices.leaving import disqualify
from tournament.slices.ties import rule_tie
from tournament.tellings.prizes import awards, still_waiting

pytestmark = pytest.mark.django_db


ALIKE = [30_000] * 4


def page_of(client: Client, event: Event, rest: str) -> str:
    return words_of(client.get(desk(event, rest)).content.decode())


def sixteen_alike() -> tuple[Event, PlayerId]:
    """Sixteen equal for three rounds; one of the top table ends on 100.000, as do the twelve of the other tables."""
    event = make_event(16)
    for number in (1, 2, 3):
        play_round(event, number, cash=dict.fromkeys((1, 2, 3, 4), ALIKE))
    final = play_round(event, 4, cash={1: [40_000, 30_000, 24_000, 23_600]} | dict.fromkeys((2, 3, 4), ALIKE))
    alone = next(seat.player for seat in final.table(1).seats if seat.cash == 30_000)
    return Event.objects.get(pk=event.pk), alone


def test_all_steps_together_are_one_button_and_the_top_table_alone_gets_silver(director: Client) -> None:
    event, alone = sixteen_alike()
    name = record_of(event).name_of(alone)
    page = page_of(director, event, "final/")
    assert f"Step 1, board in the final: {name} (table 1) before " in page
    assert page.count("are tied for a medal") == 1
    before = record_of(event)
    ranking = ranked(Scores(before).ties[0].players, OLYMPIAD, results_to_rank(before)).places
    press(director, director.get(desk(event, "final/")), f"Follow the tie-break steps: {name} first")
    places = Scores(record_of(event)).medals
    assert (places[1].player, places[1].medal, places[1].is_shared) == (alone, Medal.SILVER, False)
    assert [place.player for place in places[1:]] == [
        *ranking,
        *(place.player for place in places[1 + len(ranking) :]),
    ]
    assert "the director ruled: the Olympiad's step" in places[1].why
    assert name not in record_of(event).ties[0].reason
    after = page_of(director, event, "final/")
    assert "are tied for a medal" not in after
    assert f"Ruling: {name} before " in after
    press(director, director.get(desk(event, "final/")), "Let them share the place")
    assert Scores(record_of(event)).medals[1].is_shared


def test_steps_that_say_something_else_by_now_are_not_applied(director: Client) -> None:
    event, _ = sixteen_alike()
    tied = " ".join(map(str, Scores(record_of(event)).ties[0].players))
    answer = director.post(desk(event, "final/tie/"), {"players": tied, "steps": "1 2 3"})
    assert said(director.get(answer["Location"])) == ["This has changed since you opened it. Check it, then try again."]
    assert record_of(event).ties == ()


def four_alike(rounds: int = 2) -> Event:
    event = make_event(4, rounds_planned=rounds)
    for number in range(1, rounds + 1):
        play_round(event, number, cash={1: ALIKE})
    return Event.objects.get(pk=event.pk)


def test_an_order_of_the_directors_own_may_have_shared_places(director: Client) -> None:
    event = four_alike()
    assert "The steps do not break the tie, so these players share the place." in page_of(director, event, "final/")
    typed = {"players": "1 2 3 4", "place-3": "1", "place-1": "2", "place-4": "2", "place-2": "4", "reason": "dice"}
    director.post(desk(event, "final/tie/"), typed)
    assert [(place.player, place.place, place.medal) for place in Scores(record_of(event)).medals] == [
        (3, 1, Medal.GOLD),
        (1, 2, Medal.SILVER),
        (4, 2, Medal.SILVER),
        (2, 4, None),
    ]
    page = page_of(director, event, "final/")
    names = {number: record_of(event).name_of(PlayerId(number)) for number in (1, 2, 3, 4)}
    told = f"Ruling: {names[3]} before {names[1]} and {names[4]} (shared) before {names[2]}, level on 50.000; dice."
    assert told in page
    assert "are tied for a medal" not in page
    assert (still_waiting(record_of(event)), awards(record_of(event))[0].title) == ((), "Silver, shared")
    change = Change.objects.get(event=event, act=Act.RULE_TIE)
    assert change.after == {"tie": {"order": [3, 1, 4, 2], "places": [1, 2, 2, 4]}}
    assert f"{names[1]} (shared)" in page_of(director, event, "changes/")


def ruled_and_public() -> Event:
    event = four_alike()
    rule_tie(event, director_of(event), [PlayerId(number) for number in (4, 3, 2, 1)], "step 2, as announced")
    publish_final_list(event, director_of(event))
    return event


def amounts(event: Event, cash: Sequence[Dollars]) -> tuple[SeatRecord, ...]:
    """The cash of players 1 to 4 in order of the seats of round 1."""
    return tuple(
        SeatRecord(seat.player, cash=cash[seat.player - 1]) for seat in record_of(event).round(1).table(1).seats
    )


PAIRS = (40_000, 40_000, 32_000, 32_000)

"""Round 1 corrected: 28.142 for players 1 and 2, 21.858 for 3 and 4."""


def look_at(client: Client, event: Event, cash: Sequence[Dollars]) -> str:
    address = desk(event, "rounds/1/tables/1/correct/")
    seats: list[Any] = [row.cash for row in amounts(event, cash)]
    said_too = {"t1-why": "recount", "t1-reason": "seen", "t1-confirmed": "on", "look": "yes"}
    typed = typed_into(form_with(client.get(address), "t1-why"), {1: seats}) | said_too
    return words_of(client.post(address, typed).content.decode())


def test_the_preview_of_a_correction_says_that_a_ruling_was_for_another_tie(director: Client) -> None:
    event = ruled_and_public()
    names = [record_of(event).name_of(PlayerId(number)) for number in (1, 2, 3, 4)]
    tied = f"The ruling on {', '.join(names[:3])} and {names[3]}, level on 50.000,"
    assert f"{tied} no longer counts because the tie has changed" in look_at(director, event, PAIRS)
    correct_result(event, director_of(event), 1, TableRecord(1, amounts(event, PAIRS)), "recount")
    assert f"{tied} counts again because the tie is back as it was (R65)." in look_at(director, event, ALIKE)


def test_no_page_says_that_the_director_ruled_what_nobody_ruled(director: Client, client: Client) -> None:
    event = ruled_and_public()
    site = f"/{event.slug}/"
    assert "the director ruled: step 2, as announced" in client.get(f"{site}medals/").content.decode()
    correct_result(event, director_of(event), 1, TableRecord(1, amounts(event, PAIRS)), "recount")
    record = record_of(event)
    one, two, three, four = (record.name_of(PlayerId(number)) for number in (1, 2, 3, 4))
    answer = io.StringIO()
    call_command("standings", event.slug, "--json", stdout=answer)
    rows = json.loads(answer.getvalue())["rows"]
    told = {
        "public page": words_of(client.get(f"{site}medals/").content.decode()),
        "public JSON": client.get(f"{site}medals.json").content.decode(),
        "standings": client.get(f"{site}standings.json").content.decode(),
        "command": answer.getvalue(),
        "medal form": director.get(desk(event, "final/?_export=csv")).content.decode(),
        "final list": text_of(sheet("final-list", record, Options(), datetime(2026, 8, 20, 18, tzinfo=UTC))),
        "prize-giving": page_of(director, event, "prizes/give/"),
    }
    assert [where for where, text in told.items() if "ruled" in text or "ruling" in text] == []
    assert [row["medal_place"] for row in rows] == [1, 1, 3, 3]
    assert rows[0]["medal_why"] == f"{one} and {two} are level on 53.142 and share the place."
    medals = json.loads(told["public JSON"])["medals"]
    assert [(row["place"], row["is_shared"], row["decided_by"]) for row in medals] == [
        (1, True, "total"),
        (1, True, "total"),
        (3, True, "total"),
        (3, True, "total"),
    ]
    page = page_of(director, event, "final/")
    was = f"{four} before {three} before {two} before {one}, level on 50.000; step 2, as announced."
    assert page.count(f"for a different tie; rule again. Ruling: {was}") == 3  # at both ties, and below the list
    assert "This ruling was made for a different tie; rule again." in page_of(director, event, "prizes/")
    log = text_of(sheet("handover", record, Options(), datetime(2026, 8, 20, 18, tzinfo=UTC)))
    assert "no longer valid because different players are now tied" in log.replace("\n", " ")
    press(director, director.get(desk(event, "final/")), "Withdraw the ruling")
    assert record_of(event).ties == ()


def test_a_ruling_anew_replaces_what_was_ruled_on_another_tie_and_leaves_other_rulings(director: Client) -> None:
    event = ruled_and_public()
    correct_result(event, director_of(event), 1, TableRecord(1, amounts(event, PAIRS)), "recount")
    rule_tie(event, director_of(event), [PlayerId(2), PlayerId(1)], "dice")
    rule_tie(event, director_of(event), [PlayerId(4), PlayerId(3)], "dice")
    assert [(tie.players, tie.total) for tie in record_of(event).ties] == [((2, 1), 53_142), ((4, 3), 46_858)]
    assert [place.player for place in Scores(record_of(event)).medals] == [2, 1, 4, 3]
    assert "Ruled for another tie" not in page_of(director, event, "final/")


def test_a_disqualification_says_before_it_is_done_that_it_makes_another_tie(director: Client) -> None:
    event = ruled_and_public()
    said_so = "level on 50.000, no longer counts because the tie has changed. Rule again on the final list (R65)."
    assert said_so in page_of(director, event, "entries/4/disqualify/")
    disqualify(event, director_of(event), 4, "collusion")
    assert "level on 50.000, counts again" in page_of(director, event, "entries/4/reinstate/")
    assert "are tied for a medal" in page_of(director, event, "final/")


# Standings, medals, ties and the final list on the desk


NOTHING_RULED = "All these players already share this place. Give at least one of them a different place."


def seats(event: Event, number: int, table: int = 1) -> list[int]:
    return [seat.player for seat in record_of(event).round(number).tables[table - 1].seats]


def test_the_final_list_is_published_after_the_last_round_and_can_be_taken_back(director: Client) -> None:
    event = play_to(make_event(4, rounds_planned=2), round_closed=1)
    page = words(director.get(desk(event, "final/")))
    assert "After round 1. Medals are awarded after the last round." in page
    assert "Publish the final list" not in page
    play_round(event, 2)
    page = words(director.get(desk(event, "final/")))
    ways = page.index("Announce the prizes on screen, then publish"), page.index("Publish the final list")
    assert ways[0] < ways[1]  # announcing comes before the press that shows everything
    assert "Read out the medals" not in page
    assert "<p>Not published yet.</p>" in page  # nobody is tied, so there are no ties to read
    director.post(desk(event, "final/publish/"))
    assert Event.objects.get(pk=event.pk).is_final_published
    page = director.get(desk(event, "final/")).content.decode()
    assert (page.count("Read out the medals"), page.count("Prize-giving")) == (1, 0)
    assert f'href="{desk(event, "prizes/")}">Read out the medals' in page
    assert f'href="{desk(event, "prizes/")}">Read out the medals' in director.get(desk(event)).content.decode()
    assert "Unpublish the final list?" in words(director.get(desk(event, "final/withdraw/")))
    director.post(desk(event, "final/withdraw/"))
    assert not Event.objects.get(pk=event.pk).is_final_published


def test_the_standings_have_one_heading_one_button_and_a_bracket_for_each_tie(director: Client) -> None:
    event = make_event(8, rounds_planned=3)
    publish(event, 1)
    assert "No rounds have been closed yet." in words(director.get(desk(event, "standings/")))
    enter_results(event, 1, cash={1: (50000, 40000, 30000, 20000), 2: (50000, 40000, 30000, 20000)})
    close_round(event, director_of(event), 1)
    page = words(director.get(desk(event, "standings/")))
    main = page.partition("<main")[2].partition("</main>")[0]
    assert main.count("Standings after round 1") == 2, "the heading, and the name of the box that can be scrolled"
    assert "<caption" not in main
    assert (main.count('<tr class="tied first">'), main.count('<tr class="tied">')) == (4, 4), "four ties of two"
    assert main.count('<td>=1<span class="sr"> shared</span></td>') == 2
    head, table, foot = main.partition("<table")[0], *main.partition("<table")[2].partition("</table>")[::2]
    assert "Print</a>" in head
    assert "_export" not in head
    assert "<summary>why</summary>" in table
    assert all(words_ in foot for words_ in ("Who met whom", "_export=xlsx", "_export=csv"))


def test_a_tie_for_a_junior_medal_can_be_ruled_too(director: Client) -> None:
    """Fourth and fifth of eight: no medal of the event, but gold and silver of the juniors (R65, section 2.1)."""
    event = make_event(8, rounds_planned=1)
    publish(event, 1)
    young = [seats(event, 1, 1)[2], seats(event, 1, 2)[2]]
    for entry in event.entries.filter(number__in=[*young, seats(event, 1, 1)[3], seats(event, 1, 2)[3]]):
        entry.is_junior = True
        entry.save()
    enter_results(event, 1, cash={1: (50000, 40000, 30000, 20000), 2: (50000, 40000, 30000, 20000)})
    close_round(event, director_of(event), 1)
    one, two = sorted(young)
    assert f'name="players" value="{one} {two}"' in words(director.get(desk(event, "final/")))
    director.post(
        desk(event, "final/tie/"),
        {"players": f"{one} {two}", f"place-{one}": "2", f"place-{two}": "1", "reason": "dice"},
    )
    assert [(place.player, place.medal) for place in junior_medals(record_of(event))][:2] == [
        (two, Medal.GOLD),
        (one, Medal.SILVER),
    ]


def test_a_refused_ruling_keeps_the_places_and_the_reason_that_were_typed(director: Client) -> None:
    event, one, two = decided(), 1, 2
    typed = {"players": f"{one} {two}", f"place-{one}": "1", f"place-{two}": "1", "reason": "head to head"}
    answer = director.post(f"/desk/{event.slug}/final/tie/", typed)
    page = answer.content.decode()
    assert NOTHING_RULED in page
    assert f'name="place-{two}" value="1"' in page
    assert 'value="head to head"' in page
