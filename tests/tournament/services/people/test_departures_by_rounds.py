"""What a departure is worth follows from the rounds that were played, in whatever order it came about (R54)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import pytest
from django.db import transaction
from hypothesis import example, given
from hypothesis import strategies as st

from tests.build import director_of, draw_round, make_event, play_round, publish
from tests.tournament.services.people.entered import late_comer
from tournament.desk.acting import REFUSALS
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.event import SeatRecord, TableRecord
from tournament.record.rulesets import SMALLEST_TABLE
from tournament.record.vocabulary import Medal, MedalPlace, PentamindPlace, PlayerId, SitOutKind, Standing, Status
from tournament.scores import medals, pentamind, standings
from tournament.services.attendance import check_in
from tournament.services.departures import disqualify, reinstate, withdraw
from tournament.services.events.settings import change_settings
from tournament.services.results.official import clear_result
from tournament.services.results.reports import record_result
from tournament.services.rounds import close_round, discard_draft, publish_round, withdraw_round
from tournament.services.seats import join_table, mark_no_show, swap_players
from tournament.services.tables import move_player

pytestmark = pytest.mark.django_db

WHO = PlayerId(8)
"""The player who wins round 1 and leaves."""


def play(event: Event, number: int) -> None:
    """Enter and close a round in which everybody has a thousand dollars times the number."""
    enter(event, number)
    close_round(event, director_of(event), number)


def last_round_published() -> Event:
    """Eight players, of whom the eighth won round 1; the second and last round is being played."""
    event = make_event(8, rounds_planned=2, last_round="drawn")
    publish(event, 1)
    play(event, 1)
    publish(event, 2)
    return event


def table_of_who(event: Event) -> int:
    table = record_of(event).round(2).table_of(WHO)
    assert table is not None
    return table.number


def redraw(event: Event) -> None:
    """Unpublish, draw again by the same seed, publish."""
    withdraw_round(event, director_of(event), 2)
    discard_draft(event, director_of(event), 2)
    draw_round(event, 2)
    publish_round(event, director_of(event), 2)


def unpublish(event: Event) -> None:
    withdraw_round(event, director_of(event), 2)
    publish_round(event, director_of(event), 2)


def shorten(event: Event) -> None:
    """Plan a round more, and take it back."""
    for rounds in (3, 2):
        change_settings(event, director_of(event), {"rounds_planned": rounds})


def elsewhere(event: Event) -> tuple[int, PlayerId]:
    """The table at which the player does not sit, and the first player there."""
    home = record_of(event).round(2).table_of(WHO)
    other = next(table for table in record_of(event).round(2).tables if table != home)
    return other.number, other.seats[0].player


def enter(event: Event, number: int = 2) -> None:
    """Enter the results of the round that is played, a thousand dollars times the number each."""
    for table in record_of(event).round(number).tables:
        seats = tuple(SeatRecord(seat.player, cash=1_000 * seat.player) for seat in table.seats)
        record_result(event, director_of(event), number, TableRecord(table.number, seats, ended_by="all safe"))


def clear(event: Event) -> None:
    """Clear every table of the round that is played."""
    for table in record_of(event).round(2).tables:
        if table.has_reported:
            clear_result(event, director_of(event), 2, table.number)


ACTS: Mapping[str, Callable[[Event], object]] = {
    "withdraw": lambda event: withdraw(event, director_of(event), WHO),
    "disqualify": lambda event: disqualify(event, director_of(event), WHO, "collusion"),
    "reinstate": lambda event: reinstate(event, director_of(event), WHO),
    "no-show": lambda event: mark_no_show(event, director_of(event), 2, WHO, SitOutKind.MISSED, ""),
    "comes": lambda event: join_table(event, director_of(event), 2, WHO, 1),
    "unpublish": unpublish,
    "redraw": redraw,
    "shorten": shorten,
    "move": lambda event: move_player(event, director_of(event), 2, WHO, elsewhere(event)[0]),
    "swap": lambda event: swap_players(event, director_of(event), 2, WHO, elsewhere(event)[1]),
    "enter": enter,
    "clear": clear,
}


def tried(event: Event, name: str) -> None:
    """Do an act, or nothing of it where it is refused."""
    try:
        with transaction.atomic():
            ACTS[name](event)
    except REFUSALS:
        pass
    event.refresh_from_db()


Worth = tuple[tuple[MedalPlace, ...], tuple[PentamindPlace, ...], tuple[Standing, ...]]


def worth(event: Event) -> Worth:
    record = record_of(event)
    return medals(record), pentamind(record), standings(record)


@given(st.lists(st.sampled_from(sorted(ACTS)), max_size=8), st.booleans())
@example(["withdraw", "no-show"], False)
@example(["no-show", "withdraw"], False)
@example(["withdraw", "no-show", "reinstate", "withdraw"], False)
@example(["no-show", "withdraw", "reinstate", "comes", "withdraw"], True)
@example(["withdraw", "move", "no-show", "comes", "swap"], False)
@example(["enter", "withdraw", "clear", "no-show"], False)
@example(["swap", "withdraw", "move", "enter", "clear"], True)
def test_any_order_of_acts_that_leads_to_the_same_rounds_gives_the_same_medals_and_points(
    names: list[str], is_seated: bool
) -> None:
    with transaction.atomic():
        event = last_round_published()
        for name in names:
            tried(event, name)
        clear(event)
        if record_of(event).entry(WHO).status is not Status.PRESENT:
            ACTS["reinstate"](event)
        if record_of(event).round(2).table_of(WHO) is None:
            ACTS["comes"](event)
        if names[-1:] == ["withdraw"]:
            ACTS["withdraw"](event)
        if not is_seated:
            if record_of(event).round(2).table(table_of_who(event)).size == SMALLEST_TABLE:
                ACTS["swap"](event)  # nobody is taken off a table of three
            ACTS["no-show"](event)
        if record_of(event).entry(WHO).status is Status.PRESENT:
            ACTS["withdraw"](event)
        play(event, 2)
        found = worth(event)
        # The same rounds, in an event in which nothing of the departure was stored at the press.
        record = record_of(event)
        bare = replace(record, entries=tuple(replace(entry, last_round=None) for entry in record.entries))
        assert found == (medals(bare), pentamind(bare), standings(bare))
        has_medal = WHO in {place.player for place in found[0]}
        points = next(place for place in found[1] if place.player == WHO)
        assert (has_medal, points.points > 0, points.is_withdrawn) == (is_seated, is_seated, not is_seated)
        transaction.set_rollback(True)


def test_an_event_that_is_shortened_gives_the_medal_to_who_had_played_it_to_the_end() -> None:
    event = make_event(8, rounds_planned=2, last_round="drawn")
    publish(event, 1)
    play(event, 1)
    withdraw(event, director_of(event), WHO)
    assert WHO not in {place.player for place in medals(record_of(event))}
    change_settings(event, director_of(event), {"rounds_planned": 1})
    assert (medals(record_of(event))[0].player, medals(record_of(event))[0].medal) == (WHO, Medal.GOLD)


def test_a_late_comer_who_plays_a_round_that_was_drawn_again_came_with_that_round() -> None:
    event = make_event(12)
    play_round(event, 1)
    publish(event, 2)
    entry = late_comer(event)
    check_in(event, director_of(event), [entry.number], SitOutKind.MISSED)
    player = PlayerId(entry.number)
    assert record_of(event).first_round_of(player) == 3
    withdraw_round(event, director_of(event), 2)
    discard_draft(event, director_of(event), 2)
    assert record_of(event).first_round_of(player) == 2
    play_round(event, 2)
    assert record_of(event).round(2).table_of(player) is not None
    assert record_of(event).first_round_of(player) == 2
