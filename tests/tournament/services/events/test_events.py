"""Creating an event, its settings, the final list and rulings on ties."""

from __future__ import annotations

import pytest

from tests.build import DAY, director_of, enter_results, make_director, make_event, play_round, play_to, publish
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.acts import Act
from tournament.record.formats import MSO_ACQUIRE
from tournament.record.rounds import TieRuling
from tournament.record.settings import with_settings
from tournament.record.vocabulary import PlayerId
from tournament.services.changes.refusals import RefusedError
from tournament.services.events import (
    change_settings,
    create_event,
    publish_final_list,
    withdraw_final_list,
)
from tournament.services.rounds import close_round
from tournament.slices.ties import cancel_tie, rule_tie

pytestmark = pytest.mark.django_db


def latest(event: Event) -> tuple[Act, dict[str, object], dict[str, object]]:
    change = event.changes.latest("version")
    return Act(change.act), change.before, change.after


# Creating


def test_an_event_of_name_and_date_has_the_rules_of_the_mso() -> None:
    event = create_event(make_director(), {"name": "Sample Cup", "date": DAY})
    assert event.format == MSO_ACQUIRE
    assert (event.rounds_planned, event.is_practice, event.version) == (4, False, 1)
    assert event.format.open_sizes([3, 4, 5, 6]) == [6]


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Sample Cup", "sample-cup-2026"),
        ("Sample Cup 2026", "sample-cup-2026"),
        ("Desk", "desk-2026"),
        ("示例杯", "event-2026"),
        ("Coupe d’Ærøskøbing “Łódź” Großer Cup", "coupe-daeroskobing-lodz-grosser-cup-2026"),
        ("A" * 60 + " Cup", "a" * 48 + "-2026"),
        ("A" * 47 + " Cup", "a" * 47 + "-2026"),
    ],
)
def test_the_address_of_an_event_is_made_of_its_name_and_year(name: str, slug: str) -> None:
    assert create_event(make_director(), {"name": name, "date": DAY}).slug == slug


def test_a_second_event_of_the_same_name_gets_an_address_of_its_own() -> None:
    director = make_director()
    slugs = [create_event(director, {"name": "Sample Cup", "date": DAY}).slug for _ in range(3)]
    assert slugs == ["sample-cup-2026", "sample-cup-2026-2", "sample-cup-2026-3"]


# Settings


def test_a_changed_setting_is_logged_with_both_values() -> None:
    event = make_event(0)
    change_settings(event, director_of(event), {"multiplier_five": 1_250, "venue": ""}, "levels the means")
    assert latest(event) == (
        Act.CHANGE_SETTINGS,
        {"settings": {"multiplier_five": 1_200}},
        {"settings": {"multiplier_five": 1_250}},
    )


def test_every_kind_of_setting_reaches_the_ruleset() -> None:
    event = make_event(0)
    changed = change_settings(
        event,
        director_of(event),
        {"fine_timing": "after_bonus", "reading": "literal", "sit_out_score": 24_000, "dilution": 950},
    )
    assert changed.format == with_settings(
        MSO_ACQUIRE, {"fine_timing": "after_bonus", "reading": "literal", "sit_out_score": 24_000, "dilution": 950}
    )


def test_saving_the_same_settings_writes_no_change() -> None:
    event = make_event(0)
    with pytest.raises(RefusedError, match="Nothing was changed"):
        change_settings(event, director_of(event), {"rounds_planned": 4, "name": event.name})
    assert event.changes.count() == 1


def test_fewer_rounds_than_are_drawn_cannot_be_planned() -> None:
    event = play_to(make_event(6), round_closed=2)
    with pytest.raises(RefusedError, match="Round 2 has already been drawn, so the event cannot have only 1 round"):
        change_settings(event, director_of(event), {"rounds_planned": 1})
    change_settings(event, director_of(event), {"rounds_planned": 2})
    assert record_of(event).rounds_planned == 2


def test_the_final_stays_the_final() -> None:
    event = play_to(make_event(16), round_closed=3)
    publish(event, 4)
    with pytest.raises(RefusedError, match=r"The final has been drawn \(R45\), so it stays the last round"):
        change_settings(event, director_of(event), {"rounds_planned": 5})


def test_a_drawn_table_of_six_keeps_its_multiplier() -> None:
    event = make_event(6, multiplier_six=1_500, minutes_six=16)
    publish(event, 1, sizes=[6])
    with pytest.raises(RefusedError, match=r"Round 1 has a table of 6; enter its multiplier and minutes"):
        change_settings(event, director_of(event), {"multiplier_six": None})
    change_settings(event, director_of(event), {"multiplier_six": 1_400})
    assert record_of(event).format.multipliers[6] == 1_400


# The final list and ties


def test_the_final_list_waits_for_every_round() -> None:
    event = play_to(make_event(6), round_closed=3)
    publish(event, 4)
    enter_results(event, 4)
    with pytest.raises(RefusedError, match="3 of 4 rounds are closed; close the rest, or plan fewer rounds"):
        publish_final_list(event, director_of(event))
    close_round(event, director_of(event), 4)
    publish_final_list(event, director_of(event))
    assert record_of(event).is_final_published
    with pytest.raises(RefusedError, match="This has already been done"):
        publish_final_list(event, director_of(event))


def test_the_final_list_can_be_taken_back() -> None:
    event = play_to(make_event(4, rounds_planned=1), round_closed=1)
    with pytest.raises(RefusedError, match="This has already been done"):
        withdraw_final_list(event, director_of(event))
    publish_final_list(event, director_of(event))
    withdraw_final_list(event, director_of(event))
    assert not record_of(event).is_final_published


ALL_ALIKE = {1: [30_000] * 4}


def test_a_ruling_on_a_tie_is_kept_in_its_order_and_replaced_by_a_later_one() -> None:
    event = make_event(4, rounds_planned=1)
    play_round(event, 1, cash=ALL_ALIKE)
    one, two, three, four = (PlayerId(number) for number in range(1, 5))
    rule_tie(event, director_of(event), [one, two, three, four], "result in the final round")
    rule_tie(event, director_of(event), [two, four, one, three], "the slip was misread", [1, 2, 2, 4])
    assert record_of(event).ties == (TieRuling((two, four, one, three), "the slip was misread", 25_000, (1, 2, 2, 4)),)
    cancel_tie(event, director_of(event), [one, two, three, four])
    assert record_of(event).ties == ()
    with pytest.raises(RefusedError, match="This has already been done"):
        cancel_tie(event, director_of(event), [one, two, three, four])


@pytest.mark.parametrize("places", [[1, 1, 1, 1], [1, 2], [2, 1, 3, 4]])
def test_a_ruling_has_a_place_for_everybody_and_parts_somebody(places: list[int]) -> None:
    event = make_event(4, rounds_planned=1)
    play_round(event, 1, cash=ALL_ALIKE)
    with pytest.raises(RefusedError, match="Give each tied player a place, best first"):
        rule_tie(event, director_of(event), [PlayerId(number) for number in range(1, 5)], "dice", places)


@pytest.mark.parametrize("players", [[1, 2], [1, 2, 3]])
def test_only_a_tie_of_the_final_list_is_ruled_on(players: list[int]) -> None:
    """All four are tied, so two or three of them are no tie."""
    event = make_event(4, rounds_planned=1)
    play_round(event, 1, cash=ALL_ALIKE)
    with pytest.raises(RefusedError, match=r"are no longer tied on the final list; check its ties again \(R65\)"):
        rule_tie(event, director_of(event), [PlayerId(number) for number in players], "dice")
    assert record_of(event).ties == ()


@pytest.mark.parametrize(
    ("players", "reason", "words"),
    [
        ([1, 2], " ", "Give a reason for the order"),
        ([1], "x", "List each tied player once"),
        ([1, 1], "x", "List each tied player once"),
        ([1, 9], "x", "There is no entry 9"),
    ],
)
def test_a_ruling_needs_a_reason_and_the_players_of_the_tie(players: list[int], reason: str, words: str) -> None:
    event = make_event(4)
    with pytest.raises(RefusedError, match=words):
        rule_tie(event, director_of(event), [PlayerId(player) for player in players], reason)
    assert record_of(event).ties == ()


def test_another_round_planned_takes_the_final_list_back() -> None:
    """With a round still to play nothing is final: the list has to be published anew after it."""
    event = play_to(make_event(9, rounds_planned=2), round_closed=2)
    publish_final_list(event, director_of(event))
    change_settings(event, director_of(event), {"venue": "Great hall"})
    assert record_of(event).is_final_published
    change_settings(event, director_of(event), {"rounds_planned": 3})
    assert not record_of(event).is_final_published


def test_a_tie_is_ruled_only_once_every_round_is_closed() -> None:
    """A ruling given earlier would silently decide another tie of the same players after the last round (R65)."""
    event = play_to(make_event(8, rounds_planned=2), round_closed=1)
    with pytest.raises(RefusedError, match="1 of 2 rounds has been closed; medals are awarded after the last"):
        rule_tie(event, director_of(event), (PlayerId(1), PlayerId(2)), "dice")
