"""A form that is stale or sent twice: merged field by field or refused with both values, and done once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from itertools import permutations
from typing import Any

import pytest

from tests.build import being_played, director_of, logged_in, make_director, make_event
from tests.tournament.pages.forms import form_with
from tests.tournament.services.results.typed import FIRST, SECOND, typed
from tournament.day.lists.lines import RosterLine
from tournament.desk.event_forms import settings_of
from tournament.models import Change, Event, TableReport
from tournament.models.queries import record_of
from tournament.record.acts import Act
from tournament.record.event import SeatRecord, TableRecord
from tournament.record.vocabulary import FineTiming, PenaltyKind
from tournament.services.changes import Actor, By, merged_fields
from tournament.services.changes.refusals import ConflictError, DoneBeforeError, RefusedError
from tournament.services.entries import Particulars, add_entries, edit_entry, particulars_of
from tournament.services.events import change_settings, create_event
from tournament.services.results.official import ResultConflictError
from tournament.services.results.reports import (
    correct_result,
    record_result,
    record_results,
)
from tournament.services.rounds import close_round
from tournament.services.seats import swap_players
from tournament.slices.penalties import PenaltyOrder, give_penalty

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    """Eight players at two tables, round 1 being played, with the first result of table 1."""
    made = being_played(8)
    record_result(made, director_of(made), 1, typed(made, 1, FIRST))
    return made


def page(event: Event) -> Actor:
    """The director before a page that shows the event as it is now."""
    return Actor(director_of(event), seen=Event.objects.get(pk=event.pk).version)


def with_seat(figures: TableRecord, seat: int, **typed: Any) -> TableRecord:
    """The figures with something else typed in one seat, from 1."""
    seats = list(figures.seats)
    seats[seat - 1] = replace(seats[seat - 1], **typed)
    return replace(figures, seats=tuple(seats))


def stands(event: Event, table: int = 1) -> TableRecord:
    row = record_of(event).table(1, table)
    return TableRecord(
        table,
        tuple(
            SeatRecord(seat.player, cash=seat.cash, cash_reason=seat.cash_reason, timed_out=seat.timed_out)
            for seat in row.seats
        ),
        ended_by=row.ended_by,
    )


# The rule itself


@pytest.mark.parametrize(
    ("shown", "stored", "typed", "kept"),
    [
        (1, 1, 1, 1),  # nobody touched it
        (1, 1, 2, 2),  # only this page did
        (1, 2, 1, 2),  # only the other page did
        (1, 2, 2, 2),  # both to the same
    ],
)
def test_a_field_is_kept_as_whoever_touched_it_left_it(shown: int, stored: int, typed: int, kept: int) -> None:
    assert merged_fields({"field": shown}, {"field": stored}, {"field": typed}) == {"field": kept}


def test_a_field_that_both_changed_is_shown_with_both_values_and_only_that() -> None:
    with pytest.raises(ConflictError) as conflict:
        merged_fields({"one": 1, "two": 1}, {"one": 2, "two": 2}, {"one": 3, "two": 1})
    assert conflict.value.conflicts == {"one": (2, 3)}


# Results


@dataclass(frozen=True)
class Typing:
    """What one of two pages types into the same table."""

    name: str
    type_into: Callable[[TableRecord], TableRecord]


TYPINGS = (
    Typing("cash", lambda figures: with_seat(figures, 1, cash=41_000)),
    Typing("other cash", lambda figures: with_seat(figures, 2, cash=34_000)),
    Typing("mark", lambda figures: with_seat(figures, 3, timed_out=True)),
    Typing("reason", lambda figures: with_seat(figures, 1, cash_reason="counted twice")),
    Typing("ending", lambda figures: replace(figures, ended_by="all safe")),
)


@pytest.mark.parametrize(("first", "second"), list(permutations(TYPINGS, 2)), ids=lambda typing: typing.name)
def test_two_pages_that_type_different_things_into_a_table_lose_nothing(
    event: Event, first: Typing, second: Typing
) -> None:
    shown, actor = stands(event), page(event)
    record_result(event, actor, 1, first.type_into(shown))
    record_result(event, actor, 1, second.type_into(shown))
    assert stands(event) == second.type_into(first.type_into(shown))


@pytest.mark.parametrize(
    ("first", "second", "field", "values"),
    [
        ({"cash": 41_000}, {"cash": 42_000}, "cash", (41_000, 42_000)),
        ({"cash": None}, {"cash": 42_000}, "cash", (None, 42_000)),
        (
            {"cash_reason": "counted twice"},
            {"cash_reason": "a coin was found"},
            "cash_reason",
            ("counted twice", "a coin was found"),
        ),
    ],
)
def test_what_both_pages_typed_differently_is_refused_with_both_and_nothing_is_stored(
    event: Event, first: Mapping[str, Any], second: Mapping[str, Any], field: str, values: tuple[Any, Any]
) -> None:
    shown, actor = stands(event), page(event)
    record_result(event, actor, 1, with_seat(shown, 1, **first))
    after = (stands(event), event.version, TableReport.objects.count())
    with pytest.raises(ResultConflictError, match="Somebody else changed this while you were typing") as conflict:
        record_result(event, actor, 1, with_seat(with_seat(shown, 1, **second), 4, timed_out=True))
    assert conflict.value.fields == {(field, shown.seats[0].player): values}
    assert conflict.value.typed.cash[shown.seats[0].player] == second.get("cash", 40_000)
    assert (stands(event), Event.objects.get(pk=event.pk).version, TableReport.objects.count()) == after


def test_a_page_that_showed_no_result_yet_collides_with_the_first_one(event: Event) -> None:
    shown, actor = stands(event, 2), page(event)
    record_result(event, actor, 1, typed(event, 2, FIRST))
    with pytest.raises(ResultConflictError) as conflict:
        record_result(event, actor, 1, typed(event, 2, SECOND))
    assert list(conflict.value.stored.cash.values()) == list(FIRST)
    assert list(conflict.value.typed.cash.values()) == list(SECOND)
    assert len(conflict.value.fields) == 1
    record_result(event, actor, 1, shown)
    assert stands(event, 2) == typed(event, 2, FIRST)


def test_an_older_page_that_says_the_same_leaves_no_trace(event: Event) -> None:
    actor = page(event)
    record_result(event, actor, 1, typed(event, 1, SECOND))
    version = event.version
    record_result(event, actor, 1, typed(event, 1, SECOND))
    assert Event.objects.get(pk=event.pk).version == version


def test_of_several_tables_one_that_collides_holds_no_other_up(event: Event) -> None:
    actor = page(event)
    record_result(event, actor, 1, typed(event, 1, SECOND))
    refusals = record_results(event, actor, 1, [typed(event, 1, (42_000, *FIRST[1:])), typed(event, 2, FIRST)])
    assert {table: type(refusal) for table, refusal in refusals.items()} == {1: ResultConflictError}
    assert (stands(event), stands(event, 2)) == (typed(event, 1, SECOND), typed(event, 2, FIRST))


def test_a_table_that_was_loaded_again_knows_what_it_shows_whatever_the_page_is(event: Event) -> None:
    """After a refusal one table of the page is shown as it is now: its own version counts, the others keep the page's."""
    actor = page(event)
    record_result(event, actor, 1, typed(event, 1, SECOND))
    anew = with_seat(stands(event), 1, cash=42_000)
    seen = {1: event.version}
    assert record_results(event, actor, 1, [anew, typed(event, 2, FIRST)], seen) == {}
    assert [seat.cash for seat in stands(event).seats] == [42_000, *FIRST[1:]]


def test_a_correction_from_an_older_page_is_merged_like_a_result(event: Event) -> None:
    record_result(event, director_of(event), 1, typed(event, 2, FIRST))
    close_round(event, director_of(event), 1)
    shown, actor = stands(event), page(event)
    correct_result(event, actor, 1, with_seat(shown, 1, cash=41_000), "recount")
    correct_result(event, actor, 1, with_seat(shown, 2, timed_out=True), "seen later")
    assert stands(event) == with_seat(with_seat(shown, 1, cash=41_000), 2, timed_out=True)
    with pytest.raises(ResultConflictError):
        correct_result(event, actor, 1, with_seat(shown, 1, cash=42_000), "recount")


def test_a_page_older_than_a_swap_is_refused_whole(event: Event) -> None:
    actor, shown = page(event), stands(event, 2)
    record_result(event, director_of(event), 1, typed(event, 1, (None,) * 4))
    one, other = (record_of(event).table(1, table).seats[0].player for table in (1, 2))
    swap_players(event, director_of(event), 1, one, other)
    with pytest.raises(RefusedError, match="This has changed since you opened it"):
        record_result(event, actor, 1, with_seat(shown, 1, cash=40_000))


# Entries


def particulars(event: Event, **typed: Any) -> Particulars:
    return replace(particulars_of(event.entries.get(number=1)), **typed)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ({"note": "left-handed"}, {"country": "NL"}),
        ({"country": "NL"}, {"note": "left-handed"}),
        ({"name": "Ada Sample"}, {"is_junior": True}),
        ({"fixed_table": 1}, {"contestant_id": "501"}),
    ],
)
def test_a_note_written_on_another_page_is_not_lost(first: Mapping[str, Any], second: Mapping[str, Any]) -> None:
    event = make_event(3)
    shown, actor = particulars(event), page(event)
    edit_entry(event, actor, 1, replace(shown, **first))
    edit_entry(event, actor, 1, replace(shown, **second))
    assert particulars(event) == replace(shown, **first, **second)


def test_a_name_that_two_pages_corrected_differently_is_shown_with_both() -> None:
    event = make_event(3)
    shown, actor = particulars(event), page(event)
    edit_entry(event, actor, 1, replace(shown, name="Ada Sample"))
    edit_entry(event, director_of(event), 2, Particulars("Ben Sample"))
    with pytest.raises(ConflictError) as conflict:
        edit_entry(event, actor, 1, replace(shown, name="Ada Trial", note="left-handed"))
    assert conflict.value.conflicts == {"name": ("Ada Sample", "Ada Trial")}
    assert particulars(event) == replace(shown, name="Ada Sample")


# Settings


def test_a_hall_written_on_another_page_is_not_lost() -> None:
    event = make_event(0)
    shown = {"venue": "", "network_name": "", "multiplier_five": 1_200}
    actor = page(event)
    change_settings(event, actor, {**shown, "venue": "Great hall"})
    change_settings(event, actor, {**shown, "network_name": "hall"})
    change_settings(event, actor, {**shown, "multiplier_five": 1_250})
    stored = Event.objects.get(pk=event.pk)
    assert (stored.venue, stored.network_name, settings_of(stored)["multiplier_five"]) == ("Great hall", "hall", 1_250)


@pytest.mark.parametrize(
    ("name", "first", "second"),
    [
        ("venue", "Great hall", "Small hall"),
        ("multiplier_five", 1_250, 1_300),
        ("fine_timing", FineTiming.AFTER_BONUS.value, "neither"),
    ],
)
def test_a_setting_that_two_pages_changed_differently_is_shown_with_both(name: str, first: Any, second: Any) -> None:
    event = make_event(0)
    actor = page(event)
    change_settings(event, actor, {name: first})
    with pytest.raises(ConflictError) as conflict:
        change_settings(event, actor, {name: second, "network_name": "hall"})
    assert conflict.value.conflicts == {name: (first, second)}
    stored = Event.objects.get(pk=event.pk)
    assert (getattr(stored, name), stored.network_name) == (first, "")


def test_who_acts_without_a_page_is_never_stale() -> None:
    event = make_event(0)
    by: By = director_of(event)
    for hall in ("Great hall", "Small hall", "Great hall"):
        change_settings(event, by, {"venue": hall})
    assert Event.objects.get(pk=event.pk).venue == "Great hall"


def test_a_setting_put_back_on_another_page_is_as_the_older_page_showed_it() -> None:
    """Changed and changed back: what the older page types is no collision, for it showed what stands."""
    event = make_event(0)
    actor = page(event)
    change_settings(event, director_of(event), {"venue": "Great hall"})
    change_settings(event, director_of(event), {"venue": ""})
    change_settings(event, actor, {"venue": "Small hall"})
    assert Event.objects.get(pk=event.pk).venue == "Small hall"


# A form that is sent twice acts once: by its one-use key, which a form may also lack and nobody may make too long


FINE = PenaltyOrder(1, 1, PenaltyKind.FINE, "misread a tile again", 5_000)
CUP = {"name": "Double Cup", "date": date(2026, 8, 20)}


@pytest.fixture
def of_four() -> Event:
    """Four players, round 1 being played."""
    return being_played(4)


# The services


def test_a_fine_of_a_form_sent_twice_is_given_once(of_four: Event) -> None:
    form = Actor(director_of(of_four), key="one-use", seen=of_four.version)
    give_penalty(of_four, form, FINE)
    given = Change.objects.get(key="one-use")
    with pytest.raises(DoneBeforeError) as done:
        give_penalty(of_four, form, FINE)
    assert done.value.change == given
    assert [penalty.amount for penalty in record_of(of_four).penalties] == [5_000]
    assert Event.objects.get(pk=of_four.pk).version == given.version


def test_two_forms_give_two_fines(of_four: Event) -> None:
    for key in ("first", "second"):
        give_penalty(of_four, Actor(director_of(of_four), key=key), FINE)
    assert len(record_of(of_four).penalties) == 2


@pytest.mark.parametrize("key", ["", None])
def test_a_form_without_a_key_and_a_command_act_every_time(of_four: Event, key: str | None) -> None:
    by = director_of(of_four) if key is None else Actor(director_of(of_four), key=key)
    for _ in range(2):
        give_penalty(of_four, by, FINE)
    assert len(record_of(of_four).penalties) == 2
    assert set(of_four.changes.values_list("key", flat=True)) == {None}


def test_an_event_of_a_form_sent_twice_is_made_once() -> None:
    form = Actor(make_director(), key="one-use")
    made = create_event(form, CUP)
    with pytest.raises(DoneBeforeError) as done:
        create_event(form, CUP)
    assert done.value.change.event == made
    assert [found.slug for found in Event.objects.all()] == ["double-cup-2026"]


def test_a_key_is_used_in_one_event_only(of_four: Event) -> None:
    """A key says that this very form was sent: it does nothing in another event either."""
    other = make_event(4, name="Other Cup 2026")
    give_penalty(of_four, Actor(director_of(of_four), key="one-use"), FINE)
    with pytest.raises(DoneBeforeError):
        change_settings(other, Actor(director_of(other), key="one-use"), {"venue": "Great hall"})
    assert Event.objects.get(pk=other.pk).venue == ""


def test_a_refused_form_may_be_sent_again(of_four: Event) -> None:
    """Nothing was done, so the key is as good as new: what was wrong is mended and sent from the same page."""
    form = Actor(director_of(of_four), key="one-use")
    with pytest.raises(RefusedError):
        add_entries(of_four, form, [])
    add_entries(of_four, form, [RosterLine(1, "Late Demo")])
    assert Change.objects.get(key="one-use").act == Act.ENTER_PLAYERS.value


# The pages


def penalty_typed() -> dict[str, str]:
    return {
        "number": "1",
        "round_number": "1",
        "kind": "fine",
        "amount": "5,000",
        "reason": "misread a tile again",
        "subject": "misplay",
        "timing": "before_bonus",
    }


def test_the_desks_forms_carry_a_key_of_their_own_each_time_they_are_shown(of_four: Event) -> None:
    client = logged_in(director_of(of_four))
    page = f"/desk/{of_four.slug}/penalties/"
    first, second = (form_with(client.get(page), "amount") for _ in range(2))
    keys = {first.values["key"][0], second.values["key"][0]}
    assert len(keys) == 2
    assert all(8 <= len(key) <= 40 for key in keys)
    assert first.values["seen"] == [str(of_four.version)]


def test_a_form_without_key_and_version_still_acts(of_four: Event) -> None:
    client = logged_in(director_of(of_four))
    for _ in range(2):
        client.post(f"/desk/{of_four.slug}/penalties/", penalty_typed())
    assert of_four.penalties.count() == 2


@pytest.mark.parametrize("key", ["x" * 41, "x" * 100_000, "x\x00" * 50, "\x00"])
def test_a_key_that_no_page_wrote_is_kept_no_longer_than_it_may_be(of_four: Event, key: str) -> None:
    client = logged_in(director_of(of_four))
    answers = [client.post(f"/desk/{of_four.slug}/penalties/", {**penalty_typed(), "key": key}) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [302, 302]
    kept = list(of_four.changes.filter(act=Act.GIVE_PENALTY.value).values_list("key", flat=True))
    assert kept == [None, None] or [(each[:20], len(each)) for each in kept if each] == [("x" * 20, 40)]


@pytest.mark.parametrize("seen", ["", "-1", "x", "9" * 30, "1.5", "²"])
def test_a_version_that_no_page_wrote_counts_as_none(of_four: Event, seen: str) -> None:
    client = logged_in(director_of(of_four))
    address = f"/desk/{of_four.slug}/settings/"
    client.post(address, form_with(client.get(address), "venue").filled({"venue": "Great hall", "seen": seen}))
    assert Event.objects.get(pk=of_four.pk).venue == "Great hall"
