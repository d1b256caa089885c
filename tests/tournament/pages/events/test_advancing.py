"""Days that end with a cut: every page, sheet and file at every stage, who plays told at the desk, and settled again at one press."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import reverse

from tests.build import director_of, make_event
from tests.tournament.pages.acting.test_parts import astray
from tests.tournament.pages.words import words
from tournament.draw.allocation import arrangements
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.event import EventRecord, RoundRecord, SeatRecord, TableRecord
from tournament.record.formats import Format, Part, Typed, shipped_format
from tournament.record.vocabulary import PlayerId, SeatSource, SitOutKind
from tournament.scores.explaining import Scores
from tournament.scores.medals import medals
from tournament.services.changes.refusals import RefusedError
from tournament.services.draws import DrawOrder, with_plan
from tournament.services.events import publish_final_list
from tournament.services.results.reports import record_results
from tournament.services.rounds import close_round, draft_round, publish_round, reopen_round
from tournament.services.seats import swap_players
from tournament.slices.leaving import withdraw
from tournament.tellings.prizes import awards, if_it_ended_now

pytestmark = [pytest.mark.django_db, pytest.mark.whole]


def made(key: str, players: int) -> Event:
    """An event of a format that comes with Top Table."""
    form = shipped_format(key)
    return make_event(
        players, name=f"{key} {players}", format=form, rounds_planned=form.rounds_planned, players_report=True
    )


def drafted(event: Event) -> RoundRecord:
    """The draft of the next round, in the first arrangement."""
    record = record_of(event)
    record = with_plan(record, record.next_round)
    sizes = arrangements(len(record.active), record.rules_of(record.next_round))[0].sizes
    number = draft_round(event, director_of(event), DrawOrder(sizes, 7, SeatSource.DRAWN)).number
    return record_of(event).round(number)


def play(event: Event) -> RoundRecord:
    """Play the next round to its end; the first player of each table in the order of seats wins."""
    drawn = drafted(event)
    publish_round(event, director_of(event), drawn.number)
    rows = [result(record_of(event).format, table) for table in drawn.tables]
    assert record_results(event, director_of(event), drawn.number, rows) == {}
    close_round(event, director_of(event), drawn.number)
    event.refresh_from_db()
    return record_of(event).round(drawn.number)


def result(form: Format, table: TableRecord) -> TableRecord:
    """A result in which the player of the first seat wins."""
    second = int(table.number == 2)  # where two are first, the first seat too
    amounts = [1, second, *[0] * 4] if form.amount.typed is Typed.WINNER else [10, 8 + 2 * second, 7, 6, 5]
    if form.amount.is_money:
        amounts = [each * 5_000 for each in amounts]
    seats = (SeatRecord(seat.player, cash=amount) for seat, amount in zip(table.seats, amounts, strict=False))
    return TableRecord(table.number, tuple(seats))


def strange(event: Event) -> list[str]:
    """What stands on a page, sheet or file of an event although its format lacks it; those of Acquire have its words."""
    return [found for found in astray(record_of(event).format, event) if not record_of(event).has(Part.CHAINS)]


@pytest.mark.parametrize(
    ("key", "players", "rounds"),
    [("catan", 13, 4), ("catan", 29, 5), ("wbc-acquire", 9, 4), ("commander", 18, 4), ("commander", 37, 6)],
)
def test_every_page_sheet_and_file_of_a_day_with_a_cut(key: str, players: int, rounds: int) -> None:
    event = made(key, players)
    play(event)
    assert record_of(event).rounds_planned == rounds
    while len(record_of(event).closed_rounds) < rounds - 1:
        play(event)
    assert strange(event) == []
    last = drafted(event)
    assert strange(event) == []
    publish_round(event, director_of(event), last.number)
    assert strange(event) == []
    assert (
        record_results(
            event, director_of(event), last.number, [result(record_of(event).format, table) for table in last.tables]
        )
        == {}
    )
    close_round(event, director_of(event), last.number)
    publish_final_list(event, director_of(event))
    assert strange(event) == []
    assert medals(record_of(event))[0].player == last.tables[0].seats[0].player


def before_the_cut() -> Event:
    """An event of which three rounds of heats are closed, and the best four play on."""
    event = made("catan", 13)
    for _round in range(3):
        play(event)
    return event


def out_of(event: Event) -> set[PlayerId]:
    """Who is out of the next round."""
    record = record_of(event)
    return {row.player for row in record.absences.get(record.next_round, ()) if row.kind is SitOutKind.OUT}


def test_the_desk_says_who_plays_on_and_settles_it_again_at_one_press(director: Client) -> None:
    event = before_the_cut()
    page = reverse("desk_arrangement", args=[event.slug, 4])
    assert "4 players play on" in words(director.get(page))
    assert len(out_of(event)) == 9
    gone = next(entry for entry in record_of(event).active)
    withdraw(event, director_of(event), gone.player)
    assert "have changed since this was settled" in words(director.get(page))
    with pytest.raises(RefusedError, match="settle again who plays"):
        drafted(event)
    answer = director.post(reverse("desk_field", args=[event.slug, 4]), follow=True)
    assert "have changed since this was settled" not in words(answer)
    assert len(record_of(event).active) == 4
    assert gone not in record_of(event).active


def test_a_round_that_is_opened_again_forgets_who_plays_on() -> None:
    event = before_the_cut()
    reopen_round(event, director_of(event), 3)
    assert out_of(event) == set()
    close_round(event, director_of(event), 3)
    assert len(out_of(event)) == 9


def test_a_last_table_of_chosen_seats_tells_what_decided_its_places(director: Client) -> None:
    event = before_the_cut()
    last = drafted(event)
    publish_round(event, director_of(event), 4)
    page = words(director.get(reverse("table", args=[event.slug, 4, 1])))
    assert "Players choose their seats in the order of the list." in page
    assert "starts, followed by" not in page
    (table,) = last.tables
    seats = (SeatRecord(seat.player, cash=cash) for seat, cash in zip(table.seats, (10, 6, 8, 8), strict=True))
    first, second, third, fourth = (seat.player for seat in table.seats)
    totals = {row.player: row.total for row in Scores(record_of(event)).standings()}
    assert [totals[each] for each in (first, second, third, fourth)] == [3_000, 2_000, 2_000, 1_000]
    assert if_it_ended_now(Scores(record_of(event)), fourth) == "Rank 4 of 13. 1.000 behind the rank above."
    assert record_results(event, director_of(event), 4, [TableRecord(1, tuple(seats))]) == {}
    close_round(event, director_of(event), 4)
    event.refresh_from_db()
    bronze, silver, gold = (award.why for award in awards(record_of(event)))
    shared = "Compared before the total: last round reached: round 4, place 2."
    assert gold == "Compared before the total: last round reached: round 4, place 1."
    assert silver == f"{shared} Total 2.000, 1.000 ahead of the next player."
    assert bronze == f"{shared} Total 1.000."


def days(record: EventRecord) -> Iterator[int]:
    """The numbers of the rounds that count."""
    return (number for number in range(1, record.rounds_planned + 1) if record.stage_of(number).counts)


def test_a_semifinal_for_which_too_few_are_here_is_left_out() -> None:
    event = made("wbc-acquire", 32)
    for _heat in range(2):
        play(event)
    assert record_of(event).rounds_planned == 5
    leaving = [entry.player for entry in record_of(event).entries][8:]
    last = drafted(event)
    publish_round(event, director_of(event), 3)
    assert (
        record_results(event, director_of(event), 3, [result(record_of(event).format, table) for table in last.tables])
        == {}
    )
    for player in leaving:
        withdraw(event, director_of(event), player)
    close_round(event, director_of(event), 3)
    event.refresh_from_db()
    record = record_of(event)
    assert record.rounds_planned == 4
    assert [*days(record)] == [1, 2, 3]
    assert len(record.active) == 4


def test_a_round_by_levels_is_swapped_drawn_again_and_restored_like_any_other(director: Client) -> None:
    event = made("commander", 18)
    play(event)
    drawn = drafted(event)
    one, other = (table.seats[0].player for table in drawn.tables[:2])
    swap_players(event, director_of(event), 2, one, other)
    page = reverse("desk_round", args=[event.slug, 2])
    assert director.get(page).status_code == 200
    draw = record_of(event).round(2).draw
    assert draw is not None
    form = {"again": "yes", "use": "4 4 4 4|levels", "replaces": draw.key}
    assert director.post(reverse("desk_draw", args=[event.slug, 2]), form, follow=True).status_code == 200
    again = record_of(event).round(2)
    assert [len(table.seats) for table in again.tables] == [4, 4, 4, 4]
    assert len(again.sit_outs) == 2
