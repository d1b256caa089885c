"""Entering players, correcting what is written down about them, and removing who never took part."""

from __future__ import annotations

import pytest

from tests.build import (
    director_of,
    enter_results,
    make_event,
    play_round,
    player_name,
    publish,
)
from tests.tournament.services.people.entered import late_comer
from tournament.day.lists.lines import RosterLine
from tournament.models import Change
from tournament.models.queries import record_of
from tournament.record.vocabulary import PlayerId, SitOutKind, Status
from tournament.scores import standings
from tournament.services.attendance import check_in
from tournament.services.changes import RefusedError
from tournament.services.entries import Particulars, add_entries, edit_entry, remove_entry
from tournament.services.rounds import close_round
from tournament.services.seats import mark_no_show
from tournament.slices.apart import keep_apart
from tournament.tellings.diary import differences, sentence_of, told_figures

pytestmark = pytest.mark.django_db


def test_players_are_numbered_in_the_order_of_the_roster() -> None:
    event = make_event(3)
    assert late_comer(event).number == 4
    assert [(entry.player, entry.name, entry.status) for entry in record_of(event).entries] == [
        (1, player_name(1), Status.PRESENT),
        (2, player_name(2), Status.PRESENT),
        (3, player_name(3), Status.PRESENT),
        (4, "Late Demo", Status.REGISTERED),
    ]


def test_two_people_of_one_name_are_two_players() -> None:
    event = make_event(names=["Ada Demo", "Ada Demo"])
    assert [(entry.player, entry.name) for entry in record_of(event).entries] == [(1, "Ada Demo"), (2, "Ada Demo")]


def test_name_country_and_number_belong_to_the_entry_so_that_an_edit_changes_no_other_event() -> None:
    first, second = make_event(0), make_event(0, name="Second Cup 2026")
    add_entries(first, director_of(first), [RosterLine(1, "Ada Demo", "NL", False, "501")])
    published = (record_of(first).entries, record_of(first).version, record_of(first).public_version)
    add_entries(second, director_of(second), [RosterLine(1, "Ada Demo-Trial", "", True, "501")])
    edit_entry(second, director_of(second), 1, Particulars("Ada Sample", "GB", contestant_id="501"))
    (entry,) = record_of(second).entries
    assert (entry.name, entry.country, entry.is_junior, entry.contestant_id) == ("Ada Sample", "GB", False, "501")
    assert (record_of(first).entries, record_of(first).version, record_of(first).public_version) == published


def test_one_roster_does_not_give_an_organisers_number_twice() -> None:
    event = make_event(0)
    lines = [RosterLine(1, "Ada Demo", contestant_id="501"), RosterLine(2, "Ben Demo", contestant_id="501")]
    with pytest.raises(RefusedError, match="501 belongs to another player"):
        add_entries(event, director_of(event), lines)
    assert not event.entries.exists()


def test_an_organisers_number_enters_an_event_once_and_a_refusal_enters_nobody() -> None:
    event = make_event(0)
    add_entries(event, director_of(event), [RosterLine(1, "Ada Demo", contestant_id="501")])
    with pytest.raises(RefusedError, match="501 belongs to another player"):
        add_entries(
            event, director_of(event), [RosterLine(1, "Ben Demo"), RosterLine(2, "Ada D.", contestant_id="501")]
        )
    assert [entry.name for entry in record_of(event).entries] == ["Ada Demo"]


def test_entering_nobody_is_refused_and_writes_no_change() -> None:
    event = make_event(3)
    with pytest.raises(RefusedError, match="Nothing is selected"):
        add_entries(event, director_of(event), [])
    assert Change.objects.filter(event=event, version__gt=event.version).count() == 0


def test_a_corrected_entry_keeps_its_number_and_the_change_tells_what_differs() -> None:
    event = make_event(3)
    edit_entry(event, director_of(event), 2, Particulars("Ben Sample", "NL", fixed_table=1))
    change = event.changes.first()
    assert change is not None
    assert change.before == {"entries": {"2": {"name": None, "country": None, "fixed_table": None}}}
    assert change.after == {"entries": {"2": {"name": None, "country": None, "fixed_table": 1}}}
    assert told_figures(change, record_of(event)) == (
        {"entries": {"2": {"name": "Ben Demo", "country": "", "fixed_table": None}}},
        {"entries": {"2": {"name": "Ben Sample", "country": "NL", "fixed_table": 1}}},
    )
    assert [row.words for row in differences(change, record_of(event))] == [
        "Ben Sample, name: Ben Demo → Ben Sample",
        "Ben Sample, country: NL",
        "Ben Sample, always at table: 1",
    ]
    assert record_of(event).entry(PlayerId(2)).name == "Ben Sample"


def test_an_organisers_number_of_somebody_else_is_refused() -> None:
    event = make_event(2)
    edit_entry(event, director_of(event), 1, Particulars("Ada Demo", contestant_id="501"))
    with pytest.raises(RefusedError, match="501 belongs to another player"):
        edit_entry(event, director_of(event), 2, Particulars("Ben Demo", contestant_id="501"))


def test_saving_an_entry_as_it_is_writes_no_change() -> None:
    event = make_event(2)
    version = event.version
    with pytest.raises(RefusedError, match="Nothing was changed"):
        edit_entry(event, director_of(event), 1, Particulars("Ada Demo"))
    event.refresh_from_db()
    assert event.version == version


def test_a_removed_entry_is_gone_and_keep_apart_rules_forget_its_number() -> None:
    event = make_event(5)
    keep_apart(event, director_of(event), [[4, 5], [1, 2, 5]])
    remove_entry(event, director_of(event), 5)
    assert [entry.player for entry in record_of(event).entries] == [1, 2, 3, 4]
    assert [rule.players for rule in record_of(event).aparts] == [(1, 2)]
    change = event.changes.first()
    assert change is not None
    assert sentence_of(change, record_of(event)) == "Eve Demo removed"


def test_somebody_who_has_a_seat_cannot_be_removed() -> None:
    event = make_event(6)
    publish(event)
    with pytest.raises(RefusedError, match="has a seat, a score, a report or a penalty; withdraw the player instead"):
        remove_entry(event, director_of(event), 1)


@pytest.mark.parametrize("closed", [True, False])
def test_somebody_who_sits_out_a_round_cannot_be_removed(closed: bool) -> None:
    event = make_event(7)
    played = play_round(event, 1, sizes=(3, 3)) if closed else publish(event, 1, sizes=(3, 3))
    idle = played.sit_outs[0].player
    with pytest.raises(RefusedError, match="has a seat, a score, a report or a penalty; withdraw the player instead"):
        remove_entry(event, director_of(event), idle)


@pytest.mark.parametrize("kind", list(SitOutKind))
def test_somebody_whose_absence_a_closed_round_scored_cannot_be_removed(kind: SitOutKind) -> None:
    """Marked as a no-show, a player has a row in a closed round, whatever it scores; nothing of it is deleted."""
    event = make_event(8)
    played = publish(event, 1)
    absent = played.tables[0].seats[0].player
    mark_no_show(event, director_of(event), 1, absent, kind, "no-show")
    enter_results(event, 1)
    close_round(event, director_of(event), 1)
    with pytest.raises(RefusedError, match="has a seat, a score, a report or a penalty; withdraw the player instead"):
        remove_entry(event, director_of(event), absent)
    assert [row.player for row in record_of(event).round(1).sit_outs] == [absent]


def test_a_late_comer_entered_by_mistake_is_removed_with_the_score_of_the_missed_round() -> None:
    event = make_event(6)
    play_round(event)
    number = late_comer(event).number
    check_in(event, director_of(event), [number], SitOutKind.STANDARD)
    remove_entry(event, director_of(event), number)
    assert record_of(event).round(1).sit_outs == ()
    assert len(standings(record_of(event))) == 6
