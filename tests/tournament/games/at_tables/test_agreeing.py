"""A game at a table of an event: whose hand it is, its end, and whole events played so."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape

from games.acquire.logs.reading import read_log
from games.acquire.play.devices.messages import Acts
from games.acquire.replay.judging.judge import replay
from games.acquire.rules.game import outcome
from tests.build import director_of, draw_round, make_event, publish
from tests.tournament.devices.phones import code_of_table
from tests.tournament.games.at_tables.hall import all_agree, ended, game_of, hands_of, play_table, seat_now, seated
from tests.tournament.pages.forms import press
from tournament.access.devices import player_codes
from tournament.models import Call, Event, GameLog, ReportAnswer, TableReport
from tournament.models.queries import record_of
from tournament.play.games.models import Game
from tournament.play.games.services.acting import rule_by_arbiter
from tournament.play.games.services.agreeing import agree, refuse_to_agree
from tournament.play.games.services.sessions import fingerprints_of, session_of
from tournament.play.games.tables.ending import accept_for_seat
from tournament.public.devices.holding import COOKIE
from tournament.record.acts import Act
from tournament.record.event import SeatRecord, TableRecord
from tournament.record.vocabulary import OnDevices, PlayerId, ReportSource, ResultCheck, ResultState, SeatSource
from tournament.scores.totals import standings
from tournament.services.changes.refusals import RefusedError
from tournament.services.on_devices import close_with_agreed
from tournament.services.results.confirming import hand_in
from tournament.services.results.reports import record_results
from tournament.services.rounds import close_round, publish_round

pytestmark = pytest.mark.django_db


def over(check: ResultCheck = ResultCheck.NONE) -> tuple[Event, Game]:
    """An event of one table of three whose game is over, nobody having agreed."""
    event = make_event(3, name=f"Ended {check} 2026", rounds_planned=1, on_devices=True, result_check=check.value)
    publish(event)
    seated(event)
    return event, ended(game_of(event))


def figures(event: Event, game: Game, add: int = 0) -> TableRecord:
    """What the game says of its table; the first has ``add`` more."""
    ended = outcome(session_of(game).state)
    assert ended is not None
    seats = [PlayerId(seat.entry.number) for seat in game.seats.order_by("place").select_related("entry") if seat.entry]
    return TableRecord(
        1,
        tuple(
            SeatRecord(PlayerId(player), cash=int(ended.cash[place]) + (add if not place else 0))
            for place, player in enumerate(seats)
        ),
    )


def table(event: Event) -> TableRecord:
    """The table as it stands."""
    return record_of(event).table(1, 1)


def test_the_last_yes_hands_in_report_and_log_once() -> None:
    event, game = over()
    for place in (0, 1, 1, 0):
        agree(seat_now(game, place))
    assert not TableReport.objects.exists()
    version = Event.objects.get(pk=event.pk).version
    assert agree(seat_now(game, 2)) == [0, 1, 2]
    agree(seat_now(game, 2))
    event.refresh_from_db()
    assert event.version == version + 1
    assert (TableReport.objects.count(), GameLog.objects.count(), ReportAnswer.objects.count()) == (1, 1, 3)
    assert table(event).waiting is ResultState.AGREED
    close_with_agreed(event, director_of(event), 1)
    assert {seat.player: seat.cash for seat in table(event).seats} == figures(event, game).cash
    assert table(event).ended_by.endswith(("41 tiles", "all chains safe", "no legal play", "all out of time"))


def test_who_says_no_calls_the_director_and_takes_an_earlier_yes_back() -> None:
    event, game = over()
    agree(seat_now(game, 0))
    refuse_to_agree(seat_now(game, 0))
    refuse_to_agree(seat_now(game, 0))
    call = Call.objects.get()
    assert (call.table_number, call.kind) == (1, "dispute")
    assert "does not agree" in call.words
    agree(seat_now(game, 1))
    agree(seat_now(game, 2))
    assert not TableReport.objects.exists()
    agree(seat_now(game, 0))
    assert table(event).waiting is ResultState.AGREED


def test_a_silent_seat_is_accepted_after_five_minutes_and_once() -> None:
    event, game = over()
    agree(seat_now(game, 0))
    agree(seat_now(game, 1))
    silent = seat_now(game, 2)
    assert silent.entry is not None
    with pytest.raises(RefusedError, match="5 minutes"):
        accept_for_seat(event, director_of(event), 1, 1, PlayerId(silent.entry.number))
    Game.objects.filter(pk=game.pk).update(ended_at=timezone.now() - timedelta(minutes=5))
    accept_for_seat(event, director_of(event), 1, 1, PlayerId(silent.entry.number))
    now = seat_now(game, 2)
    assert (now.accepted_by, now.accepted_by_name) == (director_of(event), "director")
    assert table(event).waiting is ResultState.AGREED
    assert ReportAnswer.objects.count() == 2  # nobody said yes for them
    with pytest.raises(RefusedError, match="already agreed"):
        accept_for_seat(event, director_of(event), 1, 1, PlayerId(silent.entry.number))
    assert TableReport.objects.count() == 1


@pytest.mark.parametrize("check", list(ResultCheck))
def test_with_every_check_what_all_agree_to_waits_for_the_desk(check: ResultCheck) -> None:
    event, game = over(check)
    all_agree(game)
    assert (table(event).waiting, table(event).has_result) == (ResultState.AGREED, False)
    close_with_agreed(event, director_of(event), 1)
    assert record_of(event).round(1).is_closed


def test_the_same_result_typed_meanwhile_needs_no_report_and_the_log_comes_all_the_same() -> None:
    event, game = over()
    assert hand_in(event, director_of(event), 1, [figures(event, game)]) == {}
    all_agree(game)
    assert (TableReport.objects.count(), GameLog.objects.count()) == (1, 1)
    assert (table(event).waiting, table(event).has_result) == (None, True)


def test_another_result_typed_meanwhile_stands_and_the_games_is_contested_beside_it() -> None:
    event, game = over()
    assert hand_in(event, director_of(event), 1, [figures(event, game, add=100)]) == {}
    all_agree(game)
    assert {seat.player: seat.cash for seat in table(event).seats} == figures(event, game, add=100).cash
    assert table(event).is_contested
    assert GameLog.objects.count() == 1


def test_a_first_typing_that_differs_stands_beside_it_and_nobody_accepts_both_unseen() -> None:
    event, game = over(ResultCheck.REKEY)
    assert hand_in(event, director_of(event), 1, [figures(event, game, add=100)]) == {}
    all_agree(game)
    assert table(event).is_contested
    with pytest.raises(RefusedError):
        close_with_agreed(event, director_of(event), 1)


def test_in_a_round_that_was_closed_meanwhile_nothing_is_handed_in() -> None:
    event, game = over()
    assert hand_in(event, director_of(event), 1, [figures(event, game)]) == {}
    close_with_agreed(event, director_of(event), 1, "they went home")
    all_agree(game)
    assert (TableReport.objects.count(), GameLog.objects.count()) == (1, 0)


def test_a_refusal_goes_with_the_end_that_it_was_about_and_may_be_accepted_over() -> None:
    event, game = over()
    before = fingerprints_of([game.pk])
    refuse_to_agree(seat_now(game, 2))
    assert fingerprints_of([game.pk]) != before
    assert seat_now(game, 2).refused_at is not None
    Game.objects.filter(pk=game.pk).update(ended_at=timezone.now() - timedelta(minutes=5))
    silent = seat_now(game, 2)
    assert silent.entry is not None
    accept_for_seat(event, director_of(event), 1, 1, PlayerId(silent.entry.number))
    assert (seat_now(game, 2).refused_at, seat_now(game, 2).agreed_at is None) == (None, False)
    refuse_to_agree(seat_now(game, 1))
    back = Acts("back", game.last + 1, ({"act": "rewind", "to": 10, "reason": "late"},))
    assert rule_by_arbiter(Game.objects.get(pk=game.pk), back).answer[0]["t"] == "ack"
    assert not game.seats.exclude(refused_at=None).exists()


@pytest.fixture
def event() -> Event:
    """One table of three on devices."""
    made = make_event(3, name="Held Cup 2026", rounds_planned=1, on_devices=True)
    publish(made)
    return made


def claim_as(browser: Client, event: Event, player: int) -> str:
    """Scan the slip and press a name; where it leads."""
    browser.cookies.pop(COOKIE, None)
    return str(browser.post(slip(event), {"holder": str(player)})["Location"])


def slip(event: Event) -> str:
    return reverse("claim_table", args=[event.slug, 1, 1, code_of_table(event)])


def take(browser: Client, event: Event, player: int) -> int:
    """Press "My hand"; the status of the answer."""
    return browser.post(reverse("device_game", args=[event.slug, player])).status_code


def hand(game: Game) -> str:
    return f"/game/{game.code}/hand/"


def test_a_stranger_does_not_take_the_hand_that_somebody_holds(event: Event) -> None:
    player, phone = next(iter(hands_of(event).items()))
    thief = Client()
    own = reverse("mine", args=[event.slug, player])
    assert claim_as(thief, event, player) == own
    assert take(thief, event, player) == 409
    assert phone.get(hand(game_of(event))).status_code == 200
    told = escape(f"2 phones claim to be {record_of(event).name_of(PlayerId(player))}'s.")
    assert told in phone.get(own).content.decode()


def test_not_even_the_own_place_card_takes_a_hand_that_another_phone_holds(event: Event) -> None:
    player, phone = next(iter(hands_of(event).items()))
    new = Client()
    new.post(reverse("claim_player", args=[event.slug, player, player_codes(event)[player]]))
    assert take(new, event, player) == 409
    phone.post(reverse("device_leave", args=[event.slug, player]))
    assert take(new, event, player) == 302
    assert new.get(hand(game_of(event))).status_code == 200


def test_the_place_card_of_another_player_takes_nothing_over(event: Event) -> None:
    (player, _), (other, _), *_ = hands_of(event).items()
    new = Client()
    new.post(reverse("claim_player", args=[event.slug, other, player_codes(event)[other]]))
    claim_as(new, event, player)
    assert take(new, event, player) == 409


def test_who_holds_a_hand_may_leave_it_to_another_phone(event: Event) -> None:
    player, phone = next(iter(hands_of(event).items()))
    new = Client()
    claim_as(new, event, player)
    assert take(new, event, player) == 409
    assert phone.post(reverse("device_leave", args=[event.slug, 1, 1])).status_code == 302
    assert take(new, event, player) == 302
    assert new.get(hand(game_of(event))).status_code == 200


def test_a_mistaken_tap_is_taken_back_on_the_phone_itself(event: Event) -> None:
    first, second, *_ = (seat.player for seat in record_of(event).table(1, 1).seats)
    mistaken, right = Client(), Client()
    claim_as(mistaken, event, second)
    mistaken.cookies.pop(COOKIE)
    page = mistaken.get(slip(event)).content.decode()
    name = record_of(event).name_of(second)
    assert f"This is {name}’s phone" in page
    assert "Another phone has" not in page
    assert claim_as(mistaken, event, first) == hand(game_of(event))
    assert claim_as(right, event, second) == hand(game_of(event)), "the hand of the wrong name is free again"


def test_a_browser_agrees_to_the_end_of_a_game_under_one_name_alone(event: Event) -> None:
    phones = hands_of(event)
    game = ended(game_of(event))
    (first, browser), (second, other), *_ = phones.items()
    press(browser, browser.get(hand(game)), "I agree")
    assert game.seats.exclude(agreed_at=None).count() == 1
    other.post(reverse("device_leave", args=[event.slug, 1, 1]))
    assert claim_as(browser, event, second) == hand(game)
    assert game.seats.exclude(agreed_at=None).count() == 0
    press(browser, browser.get(hand(game)), "I agree")
    assert {seat.entry.number for seat in game.seats.exclude(agreed_at=None) if seat.entry} == {second} != {first}


def typed_twin(event: Event) -> Event:
    """The same event, with what its tables reported typed at the desk."""
    twin = make_event(8, name="Typed Twin 2026", rounds_planned=2)
    director = director_of(twin)
    for played in record_of(event).rounds:
        draw_round(twin, played.number)
        publish_round(twin, director, played.number)
        here = record_of(twin).round(played.number)
        assert [{s.player for s in t.seats} for t in here.tables] == [
            {s.player for s in t.seats} for t in played.tables
        ]
        wanted = [
            TableRecord(
                table.number,
                tuple(
                    SeatRecord(s.player, cash=s.cash, cash_reason=s.cash_reason, timed_out=s.timed_out)
                    for s in table.seats
                ),
                ended_by=table.ended_by,
            )
            for table in played.tables
        ]
        assert record_results(twin, director, played.number, wanted) == {}
        close_round(twin, director, played.number)
    return twin


def test_an_event_on_devices_stands_as_if_typed_and_every_log_is_found_right() -> None:
    event = make_event(8, name="Devices Cup 2026", rounds_planned=2, on_devices=True)
    for number in (1, 2):
        publish(event, number)
        assert {t.on_devices for t in record_of(event).round(number).tables} == {OnDevices.OPEN}
        for table in (1, 2):
            game = play_table(event, table, number, seed=10 * number + table)
            assert (game.state, game.reported_at is not None) == ("over", True)
            told = record_of(event).table(number, table)
            assert (told.on_devices, told.waiting) == (OnDevices.AGREED, ResultState.AGREED)
            assert all(seat.starting_tile for seat in told.seats)
        close_with_agreed(event, director_of(event), number)
    record = record_of(event)
    assert all(played.is_closed for played in record.rounds)
    sources = {r.source for r in TableReport.objects.filter(table__round__event=event)}
    assert sources == {ReportSource.PLAYER.value}
    logs = list(GameLog.objects.filter(table__round__event=event))
    assert len(logs) == 4
    for log in logs:
        assert [finding.code for finding in replay(read_log(log.text)).findings] == []
        assert not log.is_public
    twin = typed_twin(event)
    mine = [(row.player, row.rank, row.total, row.wins) for row in standings(record_of(event), 2)]
    assert mine == [(row.player, row.rank, row.total, row.wins) for row in standings(record_of(twin), 2)]


def test_where_the_chart_gives_the_order_the_tiles_are_placed_and_the_order_stays() -> None:
    event = make_event(4, rounds_planned=1, on_devices=True, seat_source=SeatSource.CHART.value)
    publish(event)
    game = play_table(event)
    record = record_of(event)
    drawn = [f"P{seat.player}" for seat in sorted(record.table(1, 1).seats, key=lambda seat: seat.position)]
    log = read_log(GameLog.objects.get().text)
    assert [player.id for player in log.header.players] == drawn
    assert game.terms["header"]["rules"] == {"start_order": "given"}
    assert all(seat.starting_tile for seat in record.table(1, 1).seats)
    assert [finding.code for finding in replay(log).findings] == []


def test_a_round_closes_by_itself_where_the_event_says_so() -> None:
    event = make_event(8, rounds_planned=1, on_devices=True, rounds_close=True)
    publish(event)
    play_table(event, 1)
    assert not record_of(event).round(1).is_closed
    play_table(event, 2, seed=2)
    event.refresh_from_db()
    assert record_of(event).round(1).is_closed
    acts = list(event.changes.order_by("version").values_list("act", flat=True))[-3:]
    assert acts == [Act.REPORT_RESULT.value, Act.CONFIRM_RESULT.value, Act.CLOSE_ROUND.value]
    assert game_of(event, 2).reported_at is not None
    assert PlayerId(1) in record_of(event).people
    assert Game.objects.count() == 2
