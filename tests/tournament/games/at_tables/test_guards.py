"""What a table played is never lost: acts that would lose it are refused; before it has begun the game follows its table."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from games.acquire.play.devices.deciding import ARBITER, decide
from tests.acts.seating import exchanged
from tests.build import director_of, enter_result, make_event, publish
from tests.tournament.devices.phones import device_at
from tests.tournament.games.at_tables.hall import game_of, phone_at, play, play_table, seat_now, seated
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.play.games.models import Game, GameSeat
from tournament.play.games.services.acting import moment_in, rule_by_arbiter, write
from tournament.play.games.services.seats import seat_with, take_seat
from tournament.play.games.services.sessions import chooser_of, session_of
from tournament.play.games.tables.opening import play_at_the_table, play_on_devices
from tournament.play.games.tables.seating import take_hand
from tournament.record.acts import Act
from tournament.record.event import SeatRecord, TableRecord
from tournament.record.vocabulary import OnDevices, PlayerId, SeatSource, SitOutKind
from tournament.services.changes import Actor
from tournament.services.changes.refusals import RefusedError
from tournament.services.events import change_settings
from tournament.services.results.phones import report_by_phone
from tournament.services.results.seating import correct_seats
from tournament.services.rounds import close_round, reopen_round, withdraw_round
from tournament.services.seats import join_table, mark_no_show, set_seat_source, swap_players
from tournament.services.tables import (
    let_clock_go_on,
    move_player,
    pause_clock,
    renumber_table,
    retire_table,
    withdraw_phone,
)
from tournament.services.undoing import undo_changes

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    """Three tables of four in round 1, the first open on devices."""
    made = make_event(12, name="Guarded Cup 2026", rounds_planned=2, multiplier_six=1_500, minutes_six=16)
    publish(made)
    play_on_devices(made, director_of(made), 1, 1)
    return made


def at(event: Event, table: int) -> list[PlayerId]:
    """Who sits at a table, in the order of the draw."""
    return [seat.player for seat in record_of(event).table(1, table).seats]


def begun(event: Event) -> Game:
    """The game of the first table, with its starting tiles drawn and a little played."""
    seated(event)
    return play(game_of(event), most=6)


def retired(event: Event) -> None:
    """Take the first table out, two of its players to each of the others."""
    there = at(event, 1)
    to = dict.fromkeys(there[:2], 2) | dict.fromkeys(there[2:], 3)
    retire_table(event, director_of(event), 1, 1, to)


MOVES: dict[str, Callable[[Event], object]] = {
    "swap": lambda event: swap_players(event, director_of(event), 1, at(event, 1)[0], at(event, 2)[0]),
    "no-show": lambda event: mark_no_show(event, director_of(event), 1, at(event, 1)[0], SitOutKind.MISSED, ""),
    "move away": lambda event: move_player(event, director_of(event), 1, at(event, 1)[0], 2),
    "move there": lambda event: move_player(event, director_of(event), 1, at(event, 2)[0], 1),
    "renumber": lambda event: renumber_table(event, director_of(event), 1, 1, 7),
    "exchange": lambda event: renumber_table(event, director_of(event), 1, 2, 1),
    "retire": lambda event: retired(event),
    "unpublish": lambda event: withdraw_round(event, director_of(event), 1),
    "chart": lambda event: set_seat_source(event, director_of(event), 1, SeatSource.CHART),
    "take back": lambda event: play_at_the_table(event, director_of(event), 1, 1),
}


@pytest.mark.parametrize("move", MOVES)
def test_no_act_loses_what_a_table_played(event: Event, move: str) -> None:
    game = begun(event)
    with pytest.raises(RefusedError, match=r"devices|phones or tablets|moves cannot be undone"):
        MOVES[move](event)
    assert game_of(event).last == game.last >= 6


@pytest.mark.parametrize("move", ["swap", "no-show", "move away", "move there", "renumber", "chart"])
def test_before_it_has_begun_the_game_follows_its_table_and_phones_keep_their_hands(event: Event, move: str) -> None:
    before = game_of(event)
    stays = at(event, 1)[1]
    take_hand(phone_at(event, stays))
    MOVES[move](event)
    game = Game.objects.get(code=before.code)
    assert game.opened_at == before.opened_at
    assert game.table is not None
    number = game.table.number
    players = [seat.player for seat in record_of(event).table(1, number).seats]
    assert [player["id"] for player in game.terms["header"]["players"]] == [f"P{player}" for player in players]
    assert [seat.entry.number for seat in game.seats.order_by("place") if seat.entry] == players
    assert game.seats.get(entry__number=stays).hello_at is not None


def test_opening_is_an_act_that_is_undone_until_the_game_has_begun(event: Event) -> None:
    assert record_of(event).table(1, 1).on_devices is OnDevices.OPEN
    with pytest.raises(RefusedError, match="has started playing"):
        play_on_devices(event, director_of(event), 1, 1)
    change = event.changes.get(act=Act.PLAY_ON_DEVICES.value)
    assert undo_changes(event, director_of(event), [change.version]) == "Table 1 in round 1 opened on phones or tablets"
    assert record_of(event).table(1, 1).on_devices is OnDevices.NONE
    event.refresh_from_db()
    play_on_devices(event, director_of(event), 1, 1)
    begun(event)
    change = event.changes.filter(act=Act.PLAY_ON_DEVICES.value).order_by("-version")[0]
    with pytest.raises(RefusedError, match="has begun"):
        undo_changes(event, director_of(event), [change.version])


def test_a_round_that_is_unpublished_takes_games_that_have_not_begun_with_it(event: Event) -> None:
    seated(event)  # everybody has come, and nobody drew a tile
    assert game_of(event).state == "playing"
    withdraw_round(event, director_of(event), 1)
    assert not Game.objects.exists()


def test_a_table_that_is_retired_takes_a_game_that_has_not_begun_with_it(event: Event) -> None:
    retired(event)
    assert not Game.objects.exists()


def test_a_table_that_has_reported_does_not_play_on_devices(event: Event) -> None:
    enter_result(event, 1, record_of(event).table(1, 2), (40_000, 30_000, 20_000, 10_000))
    with pytest.raises(RefusedError, match="has already reported"):
        play_on_devices(event, director_of(event), 1, 2)


def test_a_hand_is_held_by_one_phone_until_the_director_withdraws_it(event: Event) -> None:
    player = at(event, 1)[0]
    first, second = phone_at(event, player), phone_at(event, player)
    seat = take_hand(first)
    assert take_hand(first).pk == seat.pk
    with pytest.raises(RefusedError, match="Another phone has"):
        take_hand(second)
    withdraw_phone(event, director_of(event), first.pk)
    assert take_hand(second).token_hash == second.token_hash
    with pytest.raises(RefusedError, match="shares this phone"):
        take_hand(device_at(event))
    with pytest.raises(RefusedError, match="is not playing on phones or tablets"):
        take_hand(phone_at(event, at(event, 2)[0], 2))


def test_programs_and_strangers_never_sit_at_a_table_of_an_event(event: Event) -> None:
    game = game_of(event)
    with pytest.raises(RefusedError, match="table's slip"):
        take_seat(game, "Stranger")
    GameSeat.objects.filter(game=game, place=0).update(token_hash="a" * 64)
    assert seat_with("anything") is None
    assert not game.terms["lists_legal"]
    assert not game.terms["opens_hands"]
    assert (game.terms["minutes"], game.terms["holdings"]) == (25, "open")


def test_a_round_is_closed_over_a_game_under_way_only_with_a_reason_and_the_game_stays(event: Event) -> None:
    game = begun(event)
    for table in record_of(event).round(1).tables:
        enter_result(event, 1, table, (40_000, 30_000, 20_000, 10_000))
    with pytest.raises(RefusedError, match="Table 1 is still playing"):
        close_round(event, director_of(event), 1)
    close_round(event, director_of(event), 1, "the tablet broke")
    assert game_of(event).last == game.last
    reopen_round(event, director_of(event), 1)
    assert record_of(event).table(1, 1).on_devices is OnDevices.PLAYING


def closed_over(event: Event) -> None:
    """Every table reported by the desk, and the round closed whatever is still played."""
    for table in record_of(event).round(1).tables:
        enter_result(event, 1, table, (40_000, 30_000, 20_000, 10_000))
    close_round(event, director_of(event), 1, "the tablet broke")


def test_who_held_a_hand_of_a_game_that_has_begun_stays_when_a_closed_round_is_put_right(event: Event) -> None:
    begun(event)
    closed_over(event)
    one, other = at(event, 1)[0], at(event, 2)[0]
    with pytest.raises(RefusedError, match="Table 1's game shows who sat there"):
        correct_seats(event, director_of(event), 1, exchanged(record_of(event).round(1), one, other), "they told me")
    third = at(event, 3)[0]
    correct_seats(event, director_of(event), 1, exchanged(record_of(event).round(1), other, third), "they told me")


def test_a_game_that_has_not_begun_follows_who_sat_at_its_table(event: Event) -> None:
    closed_over(event)
    one, other = at(event, 1)[0], at(event, 2)[0]
    correct_seats(event, director_of(event), 1, exchanged(record_of(event).round(1), one, other), "they told me")
    seats = game_of(event).seats.order_by("place").values_list("entry__number", flat=True)
    assert list(seats) == at(event, 1)
    assert other in at(event, 1)


def test_the_phone_of_a_table_on_devices_types_no_result(event: Event) -> None:
    change_settings(event, director_of(event), {"players_report": True})
    player = at(event, 1)[0]
    device = phone_at(event, player)
    figures = TableRecord(1, tuple(SeatRecord(each, cash=10_000) for each in at(event, 1)))
    with pytest.raises(RefusedError, match="on phones or tablets"):
        report_by_phone(event, Actor(None, device=device), figures)


def test_nothing_is_done_in_a_game_that_was_handed_in(event: Event) -> None:
    from games.acquire.play.devices.messages import Acts

    game = play_table(event)
    done = rule_by_arbiter(game, Acts("back", game.last + 1, ({"act": "rewind", "to": 10, "reason": "late"},)))
    assert (done.answer[0]["t"], done.answer[0]["code"]) == ("no", "game-handed-in")
    assert seat_now(game, 0).agreed_at is not None


def test_a_late_comer_joins_a_table_before_its_game_has_begun(event: Event) -> None:
    leaves = at(event, 2)[0]
    mark_no_show(event, director_of(event), 1, leaves, SitOutKind.MISSED, "")
    join_table(event, director_of(event), 1, leaves, 1)
    assert game_of(event).terms["minutes"] == 20
    assert game_of(event).seats.count() == 5


def test_the_rounds_clock_pauses_the_games_of_its_tables_but_no_ruling_of_the_arbiter_ends_with_it(
    event: Event,
) -> None:
    game, director = begun(event), director_of(event)

    def is_paused() -> bool:
        return session_of(Game.objects.get(pk=game.pk)).paused

    pause_clock(event, director, 1)
    assert is_paused()
    let_clock_go_on(event, director, 1)
    assert not is_paused()
    undo_changes(event, director, [Event.objects.get(pk=event.pk).version])
    assert is_paused()
    let_clock_go_on(event, director, 1)
    row = Game.objects.get(pk=game.pk)
    write(
        row,
        session_of(row),
        decide(session_of(row), ARBITER, {"act": "pause"}, at=moment_in(row), choose=chooser_of(row.seed)),
    )
    with time_machine.travel(timezone.now() + timedelta(minutes=1)):
        pause_clock(event, director, 1)
        let_clock_go_on(event, director, 1)
    assert is_paused()
