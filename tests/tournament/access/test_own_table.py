"""Nobody enters, confirms or rules on a table at which they play; a director who has nobody else does, and the diary says so."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.build import director_of, make_director, make_event, play_round, publish
from tests.tournament.pages.forms import form_with
from tests.tournament.pages.logs import DISPUTED
from tests.tournament.pages.pages import desk, said, typed_into
from tournament.access import may
from tournament.access.links import link_of
from tournament.models import Change, Event
from tournament.models.queries import read_event, record_of
from tournament.record.acts import ACTS, Act, Role
from tournament.record.event import SeatRecord, TableRecord
from tournament.record.vocabulary import PenaltyKind, PlayerId, ResultCheck
from tournament.services.changes.refusals import NotAllowedError, OwnTableError
from tournament.services.coming_in import come_in
from tournament.services.gamelogs import attach_log
from tournament.services.results.confirming import hand_in
from tournament.services.results.reports import (
    correct_result,
    record_result,
    record_results,
    rule_equal_shares,
)
from tournament.slices.disputes.acts import open_dispute
from tournament.slices.helping import invite_helper, set_helper
from tournament.slices.penalties import PenaltyOrder, give_penalty
from tournament.slices.scribing import write_line
from tournament.tellings.diary import differences

pytestmark = pytest.mark.django_db


def helper(event: Event, name: str, *roles: Role, plays_as: int | None = None) -> User:
    """Somebody who came in by an invitation with these roles."""
    made = invite_helper(event, director_of(event), frozenset(roles), number=plays_as)
    return come_in(link_of(made.token), name=name)


def tables_of(event: Event, player: int, number: int = 1) -> tuple[TableRecord, TableRecord]:
    """The table at which somebody plays, and another one."""
    played = record_of(event).round(number)
    own = played.table_of(PlayerId(player))
    assert own is not None
    return own, next(table for table in played.tables if table is not own)


def figures(table: TableRecord, first: int = 40_000) -> TableRecord:
    return TableRecord(
        table.number,
        tuple(SeatRecord(seat.player, cash=first - 1_000 * place) for place, seat in enumerate(table.seats)),
    )


def test_who_plays_enters_every_table_of_a_save_but_their_own() -> None:
    event = make_event(12)
    publish(event)
    nora = helper(event, "Nora", Role.DESK, plays_as=5)
    own, _ = tables_of(event, 5)
    tables = record_of(event).round(1).tables
    refusals = record_results(event, nora, 1, [figures(table) for table in tables])
    assert {number: str(refusal) for number, refusal in refusals.items()} == {
        own.number: f"You are playing at table {own.number} yourself; ask director (director)."
    }
    assert {table.number: table.has_result for table in record_of(event).round(1).tables} == {
        table.number: table.number != own.number for table in tables
    }


def test_the_row_of_the_own_table_is_closed_and_says_whom_to_ask_and_a_save_leaves_it_alone(
    event: Event, client: Client
) -> None:
    own, other = tables_of(event, 5)
    client.force_login(helper(event, "Nora", Role.DESK, plays_as=5))
    page = client.get(desk(event, "rounds/1/results/"))
    assert f"You are playing at table {own.number} yourself; ask director (director)." in page.content.decode()
    form = form_with(page, f"t{other.number}-ended_by")
    assert not [name for name in form.values if name.startswith(f"t{own.number}-")]
    sent = typed_into(form, {other.number: (40000, 30000, 20000, 10000)})
    sent |= {f"t{own.number}-cash-{seat.player}": "40000" for seat in own.seats} | {f"t{own.number}-ended_by": ""}
    answer = client.post(desk(event, "rounds/1/results/"), sent)
    assert said(answer) == [f"Saved table {other.number}."]
    assert [table.number for table in read_event(event.slug).round(1).tables if table.has_result] == [other.number]


def test_the_pages_of_the_own_table_are_closed_and_those_of_another_open(client: Client) -> None:
    event = make_event(8)
    play_round(event)
    client.force_login(helper(event, "Cai", Role.ARBITER, plays_as=5))
    own, other = tables_of(event, 5)
    for act in ("correct/", "equal-shares/", "logs/", "disputes/", "scribe/"):
        shown = client.get(desk(event, f"rounds/1/tables/{own.number}/{act}"))
        assert (act, shown.status_code) == (act, 403)
        assert f"You are playing at table {own.number} yourself; ask director (director)." in shown.content.decode()
        assert client.get(desk(event, f"rounds/1/tables/{other.number}/{act}")).status_code in (200, 302)
    mine, theirs = (client.get(desk(event, f"rounds/1/tables/{table.number}/")) for table in (own, other))
    assert f"You are playing at table {own.number} yourself; ask director (director)." in mine.content.decode()
    offered = [f"Correct table {own.number}", "Open a dispute", "Attach a log"]
    assert [words for words in offered if words in mine.content.decode()] == []
    assert [words for words in offered[1:] if words in theirs.content.decode()] == offered[1:]


def test_what_the_own_table_agreed_to_is_accepted_by_others_alone(client: Client) -> None:
    event = make_event(8, result_check=ResultCheck.TABLE.value)
    publish(event)
    own, other = tables_of(event, 5)
    slips = [figures(table) for table in (own, other)]
    hand_in(event, director_of(event), 1, slips, signed=(own.number, other.number))
    client.force_login(helper(event, "Nora", Role.DESK, Role.CHECKER, plays_as=5))
    page = client.get(desk(event, "rounds/1/results/")).content.decode()
    assert f"Accept table {other.number}" in page
    client.post(
        desk(event, "rounds/1/results/accept/"),
        form_with(client.get(desk(event, "rounds/1/results/")), "report").filled(),
    )
    assert [table.is_official for table in read_event(event.slug).round(1).tables] == [
        table.number == other.number for table in read_event(event.slug).round(1).tables
    ]


RULINGS: dict[str, Callable[[Event, User, TableRecord], object]] = {
    "enter": lambda event, user, table: record_result(event, user, 2, figures(table)),
    "equal shares": lambda event, user, table: rule_equal_shares(event, user, 2, table.number, "the bank was lost"),
    "dispute": lambda event, user, table: open_dispute(event, user, 2, table.number, "cash for seat 1"),
    "log": lambda event, user, table: attach_log(event, user, 2, table.number, DISPUTED),
    "board": lambda event, user, table: write_line(event, user, 2, table.number, "1 Ada: 4C"),
    "penalty": lambda event, user, table: give_penalty(
        event, user, PenaltyOrder(table.seats[0].player, 2, PenaltyKind.WARNING, "showed a tile")
    ),
}


@pytest.mark.parametrize("act", RULINGS)
def test_who_plays_does_nothing_about_their_own_table(act: str) -> None:
    event = make_event(8)
    play_round(event)
    publish(event, 2)
    nora = helper(event, "Nora", Role.DESK, Role.ARBITER, plays_as=5)
    own, _ = tables_of(event, 5, 2)
    before = event.changes.count()
    with pytest.raises(OwnTableError, match=f"You are playing at table {own.number} yourself; ask director"):
        RULINGS[act](event, nora, own)
    assert event.changes.count() == before


def test_a_correction_of_a_closed_round_is_not_for_who_played_at_the_table() -> None:
    event = make_event(8)
    play_round(event)
    cai = helper(event, "Cai", Role.ARBITER, plays_as=5)
    own, other = tables_of(event, 5)
    with pytest.raises(OwnTableError):
        correct_result(event, cai, 1, figures(own), "recount")
    correct_result(event, cai, 1, figures(other), "recount")
    assert Change.objects.filter(event=event, act=Act.CORRECT_RESULT.value).get().table_number == other.number


def test_a_director_who_plays_leaves_their_table_to_who_may_do_that_act(event: Event) -> None:
    maker = director_of(event)
    own, other = tables_of(event, 1)
    mate = next(seat.player for seat in own.seats if seat.player != 1)
    set_helper(event, maker, maker.pk, frozenset(), 1)
    helper(event, "Nora", Role.DESK)
    helper(event, "Cai", Role.ARBITER)
    helper(event, "Mate", Role.DESK, plays_as=mate)
    with pytest.raises(OwnTableError) as refusal:
        record_result(event, maker, 1, figures(own))
    assert str(refusal.value) == f"You are playing at table {own.number} yourself; ask Nora (desk)."
    with pytest.raises(OwnTableError) as refusal:
        open_dispute(event, maker, 1, own.number, "cash for seat 1")
    assert str(refusal.value) == f"You are playing at table {own.number} yourself; ask Nora (desk) or Cai (arbiter)."
    record_result(event, maker, 1, figures(other))


def test_a_director_alone_enters_their_own_table_and_the_diary_says_so(event: Event) -> None:
    maker = director_of(event)
    set_helper(event, maker, maker.pk, frozenset(), 1)
    helper(event, "Cai", Role.ARBITER)
    own, other = tables_of(event, 1)
    record_result(event, maker, 1, figures(own))
    written = Change.objects.filter(event=event).order_by("-version").first()
    assert written is not None
    assert written.after["own_table"] == 1
    told = [row.words for row in differences(written, record_of(event))]
    assert "by a player at the table, because nobody else was allowed to: Ada Demo" in told
    record_result(event, maker, 1, figures(other))
    written = Change.objects.filter(event=event).order_by("-version").first()
    assert written is not None
    assert "own_table" not in written.after


@pytest.mark.parametrize("role", [Role.DESK, Role.CHECKER, Role.ARBITER, Role.SCREEN])
def test_a_role_does_its_acts_and_no_others(role: Role) -> None:
    event = make_event(0)
    user = helper(event, "Nora", role)
    assert {act for act in Act if may(user, event, act)} == {act for act, row in ACTS.items() if role in row.may}
    with pytest.raises(NotAllowedError):
        set_helper(event, user, user.pk, frozenset({Role.DIRECTOR}), None)
    assert not may(make_director("stranger"), event, Act.COME_IN)
