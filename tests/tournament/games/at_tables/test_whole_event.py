"""A whole event on devices: its standings are those of the same results typed by hand, its logs replay without a finding."""

from __future__ import annotations

import pytest

from games.acquire.logs import read_log
from games.acquire.replay import replay
from tests.build import director_of, draw_round, make_event, publish
from tests.tournament.games.at_tables.hall import game_of, play_table
from tournament.models import Event, GameLog, TableReport
from tournament.models.queries import record_of
from tournament.play.games.models import Game
from tournament.record.acts import Act
from tournament.record.event import SeatRecord, TableRecord
from tournament.record.vocabulary import OnDevices, PlayerId, ReportSource, ResultState, SeatSource
from tournament.scores import standings
from tournament.services.on_devices import close_with_agreed
from tournament.services.results.reports import record_results
from tournament.services.rounds import close_round, publish_round

pytestmark = pytest.mark.django_db


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
