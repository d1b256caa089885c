"""What the database itself refuses, whatever the code above it thinks; on SQLite and PostgreSQL alike."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import DatabaseError, IntegrityError, transaction
from django.utils import timezone
from pytest_django import Settings

from tests.build import (
    asked_by_phone,
    director_of,
    draw_round,
    enter_results,
    make_director,
    make_event,
    play_round,
    play_to,
    publish,
)
from tests.tournament.games.tables import begun, starts
from tests.tournament.scribe.test_writing import a_table, turn, write
from tests.tournament.services.people.registering import opened, registered
from tournament.day.lists.lines import RosterLine
from tournament.models import (
    Change,
    ChartSeat,
    Entry,
    Event,
    Helper,
    LetIn,
    PlayerRequest,
    ReportedSeat,
    ScribedEntry,
    Seat,
    SitOut,
    Table,
    TableReport,
)
from tournament.play.games.models import Game, GameAct
from tournament.record.acts import Act
from tournament.record.devices import RequestKind
from tournament.record.vocabulary import SitOutKind, SitOutSource
from tournament.services.attendance import check_in
from tournament.services.entries import add_entries
from tournament.slices.apart import keep_apart
from tournament.slices.helping import withdraw_helper
from tournament.slices.ties import rule_tie


@pytest.fixture
def drawn(db: None) -> Event:
    """Seven players at two tables of three, one of them sitting out, in a draft."""
    event = make_event(7)
    draw_round(event, 1, sizes=(3, 3))
    return event


def refused(write: object, *, by: type[DatabaseError] = IntegrityError) -> None:
    """Check that the database refuses a write whatever the code above it thinks."""
    with pytest.raises(by), transaction.atomic():
        write()  # type: ignore[operator]


def test_the_database_seats_nobody_twice_in_a_round(drawn: Event) -> None:
    seat = Seat.objects.filter(round__event=drawn)[0]
    other = Table.objects.filter(round__event=drawn).exclude(pk=seat.table_id).get()
    refused(lambda: Seat.objects.create(round=seat.round, table=other, entry=seat.entry, position=4))


def test_the_database_has_no_two_tables_of_one_number_and_no_two_rounds(drawn: Event) -> None:
    played = drawn.rounds.get()
    refused(lambda: Table.objects.create(round=played, number=1))
    refused(lambda: drawn.rounds.create(number=1))


def test_the_database_lets_nobody_both_play_and_sit_out(drawn: Event) -> None:
    played = drawn.rounds.get()
    seat, idle = played.seats.first(), played.sit_outs.get()
    assert seat is not None
    refused(lambda: SitOut.objects.create(round=played, entry=seat.entry, kind=SitOutKind.STANDARD.value))
    refused(lambda: Seat.objects.create(round=played, table=seat.table, entry=idle.entry, position=4))
    refused(lambda: played.seats.filter(pk=seat.pk).update(entry=idle.entry))
    refused(lambda: played.sit_outs.filter(pk=idle.pk).update(entry=seat.entry))


@pytest.mark.django_db
def test_a_seat_lies_in_the_round_of_its_table() -> None:
    event = play_to(make_event(8), round_closed=1)
    draw_round(event, 2)
    seat = Seat.objects.filter(round__event=event, round__number=2).first()
    elsewhere = Table.objects.get(round__event=event, round__number=1, number=1)
    assert seat is not None
    refused(lambda: Seat.objects.filter(pk=seat.pk).update(table=elsewhere, position=6))
    refused(lambda: Seat.objects.filter(pk=seat.pk).update(round=elsewhere.round))


def test_the_database_takes_no_tile_twice_and_no_seventh_seat(drawn: Event) -> None:
    table = Table.objects.filter(round__event=drawn)[0]
    refused(lambda: table.seats.update(starting_tile="1A"))
    refused(lambda: table.seats.update(position=7))


@pytest.fixture
def closed(db: None) -> Event:
    """Seven players, round 1 closed at two tables of three: one sat out, and Late Demo came after it with a sit-out's score."""
    event = make_event(7)
    play_round(event, 1, sizes=(3, 3))
    (late,) = add_entries(event, director_of(event), [RosterLine(1, "Late Demo")])
    check_in(event, director_of(event), [late.number], SitOutKind.STANDARD)
    return event


def another_report(table: Table, cash: int | None, why: str) -> TableReport:
    """A report beside the official one that gives every seat of a table this cash."""
    said = TableReport.objects.create(
        table=table, reported_at=timezone.now(), official_at=timezone.now(), official_version=999, why=why
    )
    for seat in table.seats.all():
        ReportedSeat.objects.create(report=said, entry=seat.entry, cash=cash)
    return said


def table_of(event: Event, number: int) -> Table:
    return Table.objects.get(round__event=event, round__number=1, number=number)


def test_the_official_result_of_a_closed_round_changes_only_to_a_whole_report_with_a_reason(closed: Event) -> None:
    one, two = table_of(closed, 1), table_of(closed, 2)
    here = Table.objects.filter(pk=one.pk)
    refused(lambda: here.update(official=None))
    refused(lambda: here.update(official=another_report(one, 30_000, "")))
    refused(lambda: here.update(official=another_report(one, None, "recount")))
    refused(lambda: here.update(official=another_report(two, 30_000, "recount")))
    right = another_report(one, 30_000, "recount")
    here.update(official=right)
    assert Table.objects.get(pk=one.pk).official == right


def test_a_round_being_played_takes_any_report(closed: Event) -> None:
    closed.rounds.update(state="published")
    table = table_of(closed, 1)
    Table.objects.filter(pk=table.pk).update(official=another_report(table, None, ""))
    assert table_of(closed, 1).official_id != table.official_id


def test_what_was_reported_is_never_changed_in_an_open_round_or_a_closed_one(closed: Event) -> None:
    for state in ("closed", "published"):
        closed.rounds.update(state=state)
        figures = ReportedSeat.objects.filter(report__table__round__event=closed)
        reports = TableReport.objects.filter(table__round__event=closed)
        refused(lambda figures=figures: figures.update(cash=100))
        refused(lambda figures=figures: figures.update(timed_out=True))
        refused(lambda figures=figures: figures.update(reason="counted twice"))
        refused(lambda reports=reports: reports.update(ended_by="director"))
        refused(lambda reports=reports: reports.update(equal_shares="the bank was lost"))
        refused(lambda reports=reports: reports.update(source="player"))
        refused(lambda reports=reports: reports.update(reported_at=timezone.now()))


def test_a_report_has_one_line_a_player(drawn: Event) -> None:
    table = Table.objects.filter(round__event=drawn)[0]
    said = another_report(table, 0, "")
    refused(lambda: ReportedSeat.objects.create(report=said, entry=said.figures.all()[0].entry, cash=0))


def test_an_official_report_knows_since_when(drawn: Event) -> None:
    table = Table.objects.filter(round__event=drawn)[0]
    now = timezone.now()
    refused(lambda: TableReport.objects.create(table=table, reported_at=now, official_at=now))
    refused(lambda: TableReport.objects.create(table=table, reported_at=now, official_version=5))
    another_report(table, 0, "")
    refused(lambda: another_report(table, 100, ""))  # one version makes one report of a table official


def test_nothing_of_a_closed_round_is_deleted(closed: Event) -> None:
    played = closed.rounds.get()
    refused(lambda: played.seats.all()[0].delete())
    refused(lambda: ReportedSeat.objects.filter(report__table__round=played)[0].delete())
    refused(lambda: TableReport.objects.filter(pk=another_report(table_of(closed, 1), 0, "").pk).delete())
    refused(lambda: played.sit_outs.filter(source=SitOutSource.DRAW.value).delete())
    with pytest.raises(DatabaseError), transaction.atomic():
        played.delete()
    assert (played.seats.count(), played.sit_outs.count()) == (6, 2)


MAY_GO = (SitOutSource.LATE_ENTRY, SitOutSource.ABSENCE)
"""What goes with the status of a player who has not taken part."""


@pytest.mark.parametrize("goes", MAY_GO)
@pytest.mark.parametrize("source", [source for source in SitOutSource if source not in MAY_GO])
def test_every_sit_out_of_a_closed_round_stays_but_that_of_a_late_entry_or_an_absence(
    closed: Event, source: SitOutSource, goes: SitOutSource
) -> None:
    late = closed.rounds.get().sit_outs.get(source=SitOutSource.LATE_ENTRY.value)
    SitOut.objects.filter(pk=late.pk).update(source=source.value)
    refused(lambda: SitOut.objects.filter(pk=late.pk).delete())
    SitOut.objects.filter(pk=late.pk).update(source=goes.value)
    SitOut.objects.filter(pk=late.pk).delete()
    assert closed.rounds.get().sit_outs.count() == 1


def test_nobody_is_exchanged_in_a_closed_round(closed: Event) -> None:
    played = closed.rounds.get()
    late = Entry.objects.get(event=closed, name="Late Demo")
    played.sit_outs.filter(entry=late).delete()
    seat, idle = played.seats.all()[0], played.sit_outs.get()
    refused(lambda: Seat.objects.filter(pk=seat.pk).update(entry=late))
    refused(lambda: SitOut.objects.filter(pk=idle.pk).update(entry=late))
    refused(lambda: SitOut.objects.filter(pk=idle.pk).update(kind=SitOutKind.MISSED.value))
    Seat.objects.filter(pk=seat.pk).update(starting_tile="1A")  # what nothing is scored by may still be written down


def test_what_was_done_stays_as_it_was_written(closed: Event) -> None:
    changes = Change.objects.filter(event=closed)
    refused(lambda: changes.filter(version=2).update(act=Act.MEND.value))
    refused(lambda: changes.filter(version=2).update(version=99))
    refused(lambda: changes.filter(version=2).update(words="nothing"))
    refused(lambda: changes.filter(version=2).update(reason="another"))
    refused(lambda: changes.filter(version=2).update(made_at=timezone.now()))


@pytest.mark.django_db
def test_whatever_names_an_entry_names_one_of_its_own_event() -> None:
    event, other = make_event(4, rounds_planned=1), make_event(4, name="Other Cup 2026")
    play_round(event, 1, cash={1: [30_000] * 4})
    stranger = Entry.objects.filter(event=other)[0]
    (rule,) = keep_apart(event, director_of(event), [[1, 2]])
    rule_tie(event, director_of(event), [1, 2, 3, 4], "dice")  # type: ignore[list-item]
    event.rounds.update(state="published")
    seat = Seat.objects.filter(round__event=event)[0]
    refused(lambda: Seat.objects.filter(pk=seat.pk).update(entry=stranger))
    refused(lambda: SitOut.objects.create(round=seat.round, entry=stranger))
    refused(lambda: rule.members.create(entry=stranger))
    refused(lambda: event.medal_ties.get().members.create(entry=stranger, ordinal=5))
    refused(lambda: ChartSeat.objects.create(event=event, round_number=2, table_number=1, position=1, entry=stranger))
    refused(lambda: event.penalties.create(entry=stranger, round_number=1, kind="warning", reason="late"))


@pytest.mark.django_db
def test_a_table_of_a_closed_round_keeps_its_number_and_stays() -> None:
    event = play_to(make_event(8), round_closed=1)
    table = Table.objects.filter(round__event=event).order_by("number")[0]
    refused(lambda: Table.objects.filter(pk=table.pk).update(number=9))
    refused(lambda: Table.objects.filter(pk=table.pk).delete())


@pytest.mark.django_db
def test_nobody_sits_down_at_a_table_with_a_result_nor_leaves_it_for_another() -> None:
    event = make_event(9)
    publish(event, 1, sizes=(4, 4))
    enter_results(event, 1, apart_from=[2])
    one, two = Table.objects.filter(round__event=event).order_by("number")
    idle = SitOut.objects.get(round__event=event)
    entry = idle.entry
    idle.delete()
    refused(lambda: Seat.objects.create(round=one.round, table=one, entry=entry, position=5))
    refused(lambda: one.seats.filter(position=4).update(table=two, position=5))
    refused(lambda: two.seats.filter(position=4).update(table=one, position=5))
    Seat.objects.create(round=two.round, table=two, entry=entry, position=5)


@pytest.mark.django_db
def test_a_registration_that_is_not_accepted_has_no_entry() -> None:
    event = opened()
    registered(event, "Ash")
    row = event.registrations.get()
    row.entry = event.entries.get(number=1)
    refused(row.save)


def test_an_account_has_known_roles_once(drawn: Event) -> None:
    nora = make_director("nora")
    Helper.objects.create(event=drawn, account=nora, roles="desk")
    refused(lambda: Helper.objects.create(event=drawn, account=nora, roles="arbiter"))
    for roles in ("", "desk desk", "king", "machine"):
        other = make_director(f"x{roles}")
        refused(lambda other=other, roles=roles: Helper.objects.create(event=drawn, account=other, roles=roles))
    withdraw_helper(drawn, director_of(drawn), nora.pk)
    Helper.objects.create(event=drawn, account=nora, roles="arbiter")


@pytest.mark.django_db
def test_no_link_is_over_before_it_is_made() -> None:
    yesterday = timezone.now() - timedelta(days=1)
    refused(lambda: LetIn.objects.create(token_hash="a", purpose="account.first", expires_at=yesterday))


def test_a_player_has_one_open_request_of_a_kind(drawn: Event) -> None:
    asked = asked_by_phone(drawn, 3, RequestKind.LATE)
    refused(
        lambda: PlayerRequest.objects.create(event=drawn, entry=asked.entry, kind=asked.kind, asked_at=asked.asked_at)
    )


@pytest.mark.django_db
def test_what_was_told_of_a_game_is_never_changed() -> None:
    event = a_table()
    write(event, 0, turn(event, 1, "9A"))
    with pytest.raises(DatabaseError, match="what was told is never changed"), transaction.atomic():
        ScribedEntry.objects.update(events=[])


@pytest.mark.django_db
def test_an_act_of_a_game_is_never_changed_and_goes_with_its_game_alone(settings: Settings) -> None:
    settings.GAMES = True
    game = begun()
    starts(game)
    acts = GameAct.objects.filter(game=game)
    for harm in (
        lambda: acts.filter(number=1).update(body={"act": "start", "player": "P1", "tile": "1A"}),
        lambda: acts.filter(number=1).update(at_ms=5),
        lambda: acts.filter(number=1).delete(),
        lambda: Game.objects.filter(pk=game.pk).update(last=0),
        lambda: Game.objects.filter(pk=game.pk).update(terms={}),
        lambda: Game.objects.filter(pk=game.pk).update(begun_at=None, state="lobby"),
        lambda: GameAct.objects.create(game=game, number=1, at_ms=0, body={}),
        lambda: GameAct.objects.create(game=game, number=999, at_ms=0, seat=0, client_id="s0", body={}),
    ):
        refused(harm, by=DatabaseError)
    Game.objects.get(pk=game.pk).delete()
    assert (Game.objects.count(), GameAct.objects.count()) == (0, 0)
