"""A page that another desk has overtaken: what it saved stays, what the page showed otherwise is asked again, and nothing typed is lost."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.build import director_of, draw_round, make_event
from tests.tournament.pages.forms import Answer, form_with, forms_of, press
from tests.tournament.pages.pages import desk
from tests.tournament.pages.words import told, words
from tournament.day.leaving import planned_of
from tournament.day.lists.lines import RosterLine
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.event import TableRecord
from tournament.record.vocabulary import PlayerId, SitOutKind
from tournament.services.attendance import check_in
from tournament.services.entries import add_entries
from tournament.services.rounds import discard_draft
from tournament.services.seats import swap_players
from tournament.slices.notices import set_notice

pytestmark = pytest.mark.django_db


def table(event: Event, number: int) -> TableRecord:
    return record_of(event).table(1, number)


def tiles(event: Event, number: int = 1) -> list[str]:
    return [seat.starting_tile for seat in sorted(table(event, number).seats, key=lambda seat: seat.player)]


def drawn(event: Event, number: int, letter: str) -> dict[str, str]:
    """Tiles typed for a table: 1 and the letter, 2 and the letter ..., by the number of the player."""
    seats = sorted(seat.player for seat in table(event, number).seats)
    return {f"tile-{player}": f"{place}{letter}" for place, player in enumerate(seats, 1)}


def save(client: Client, page: Answer, typed: dict[str, str]) -> Answer:
    return press(client, page, "Save", dict(typed))


# Starting tiles


def test_two_helpers_who_type_the_tiles_of_different_tables_keep_both(event: Event, director: Client) -> None:
    one, other = (director.get(desk(event, "rounds/1/tiles/")) for _ in range(2))
    save(director, one, drawn(event, 1, "A"))
    save(director, other, drawn(event, 2, "B"))
    assert (tiles(event, 1), tiles(event, 2)) == (["1A", "2A", "3A", "4A"], ["1B", "2B", "3B", "4B"])


def test_a_tile_that_two_typed_differently_is_shown_and_saved_by_a_second_press(event: Event, director: Client) -> None:
    one, other = (director.get(desk(event, "rounds/1/tiles/")) for _ in range(2))
    save(director, one, drawn(event, 1, "A"))
    first = min(seat.player for seat in table(event, 1).seats)
    both = save(director, other, {f"tile-{first}": "9C"})
    name = record_of(event).name_of(first)
    assert f"1A has since been entered for {name}. Check it." in words(both)
    assert tiles(event) == ["1A", "2A", "3A", "4A"]
    assert form_with(both, f"tile-{first}").values[f"tile-{first}"] == ["9C"]
    save(director, both, {})
    assert tiles(event) == ["9C", "2A", "3A", "4A"]


def test_a_tile_goes_to_no_table_to_which_its_player_was_moved(event: Event, director: Client) -> None:
    page = director.get(desk(event, "rounds/1/tiles/"))
    typed = drawn(event, 1, "A")
    moved, other = table(event, 1).seats[0].player, table(event, 2).seats[0].player
    swap_players(event, director_of(event), 1, moved, other)
    asked = save(director, page, typed)
    assert f"{record_of(event).name_of(moved)} is now at table 2. Enter the tile drawn there." in words(asked)
    assert tiles(event, 1) + tiles(event, 2) == [""] * 8
    save(director, asked, {f"tile-{moved}": ""})
    assert sorted(tiles(event, 1)) == [
        "",
        *sorted(typed[f"tile-{seat.player}"] for seat in table(event, 1).seats if seat.player != other),
    ]


# The notice


def notice(client: Client, page: Answer, text: str) -> Answer:
    form = form_with(page, "notice")
    return client.post(form.action, form.filled({"notice": text}))


@pytest.mark.parametrize("before", ["", "Welcome"])
def test_a_notice_that_another_desk_set_is_not_overwritten_unseen(director: Client, before: str) -> None:
    event = make_event(3)
    if before:
        set_notice(event, director_of(event), before)
    page = director.get(desk(event, "players/"))
    set_notice(event, director_of(event), "Lunch until 14:00")
    refused = notice(director, page, "Round 2 at 13:30")
    assert told(refused) == [
        "Not saved: somebody else has changed the notice to “Lunch until 14:00”. You entered “Round 2 at 13:30”."
    ]
    assert Event.objects.get(pk=event.pk).notice == "Lunch until 14:00"
    notice(director, director.get(desk(event, "players/")), "Round 2 at 13:30")
    assert Event.objects.get(pk=event.pk).notice == "Round 2 at 13:30"


def test_a_notice_that_another_desk_removed_is_not_set_again_unasked(director: Client) -> None:
    event = make_event(3)
    set_notice(event, director_of(event), "Welcome")
    page = director.get(desk(event, "players/"))
    set_notice(event, director_of(event), "")
    assert told(notice(director, page, "Lunch")) == [
        "Somebody else has removed the notice. Set “Lunch” again if it still applies."
    ]
    assert Event.objects.get(pk=event.pk).notice == ""


# Drawing, and discarding a draft


def come(event: Event) -> None:
    """One more player is entered and checked in on another desk."""
    (entry,) = add_entries(event, director_of(event), [RosterLine(1, "Late Demo")])
    check_in(event, director_of(event), [entry.number])


def test_a_draw_for_other_players_than_the_page_showed_is_asked_again(director: Client) -> None:
    event = make_event(6)
    page = director.get(desk(event, "rounds/1/arrangement/"))
    come(event)
    asked = press(director, page, "Draw 3 3")
    assert "This has changed since you opened it. Check it, then try again." in words(asked)
    assert not event.rounds.exists()
    press(director, asked, "Draw 4 3")
    assert record_of(event).round(1).sizes == (4, 3)


def test_the_one_press_that_draws_is_asked_again_too(director: Client) -> None:
    event = make_event(4)
    page = director.get(desk(event))
    (form,) = [form for form in forms_of(page) if form.action.endswith("/draw/")]
    come(event)
    asked = director.post(form.action, form.filled())
    assert "This has changed since you opened it." in words(asked)
    assert not event.rounds.exists()


def test_a_draft_that_another_desk_drew_anew_is_not_discarded_unseen(director: Client) -> None:
    event = make_event(8)
    draw_round(event, 1)
    pages = [director.get(desk(event, address)) for address in ("rounds/1/", "rounds/1/discard/")]
    discard_draft(event, director_of(event), 1)
    draw_round(event, 1, seed=99)
    for page in pages:
        refused = _discard(director, page)
        assert told(refused)[-1] == ("This has changed since you opened it. Check it, then try again.")
        assert record_of(event).has_round(1)
    _discard(director, director.get(desk(event, "rounds/1/")))
    assert not record_of(event).has_round(1)


def _discard(client: Client, page: Any) -> Answer:
    (form,) = [form for form in forms_of(page) if form.action.endswith("/discard/")]
    return client.post(form.action, form.filled(button=form.buttons[0]))


# Planned absences


def test_two_desks_that_plan_different_rounds_of_a_player_keep_both(director: Client) -> None:
    event = make_event(9)
    one, other = (director.get(desk(event, "entries/3/")) for _ in range(2))
    away = SitOutKind.MISSED
    for page, number in ((one, 2), (other, 3)):
        form = form_with(page, f"round-{number}")
        director.post(form.action, form.filled({f"round-{number}": away.value}))
    assert planned_of(record_of(event), PlayerId(3)) == {2: away, 3: away}
    form = form_with(one, "round-2")
    refused = director.post(form.action, form.filled({"round-2": "standard"}) | {"key": "another"})
    assert told(refused)[-1:] == ["This has changed since you opened it. Check it, then try again."]
    assert planned_of(record_of(event), PlayerId(3)) == {2: away, 3: away}
