"""One press takes back a check-in, a mark or a withdrawal, as long as nothing rests on it."""

from __future__ import annotations

import re

import pytest

from tests.build import director_of, make_event, play_round, publish
from tournament.day.lists.lines import RosterLine
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.acts import Act, Undo
from tournament.record.vocabulary import SitOutKind, Status
from tournament.services.attendance import check_in, set_status
from tournament.services.changes import RefusedError
from tournament.services.departures import withdraw
from tournament.services.entries import add_entries
from tournament.services.rounds import withdraw_round
from tournament.services.undoing import undo_changes
from tournament.tellings.diary import differences, sentence_of
from tournament.tellings.undoing import offers

pytestmark = pytest.mark.django_db


def statuses(event: Event) -> list[Status]:
    return [entry.status for entry in record_of(event).entries]


def test_a_check_in_of_everybody_is_taken_back_to_what_each_was() -> None:
    event = make_event(3, status=Status.REGISTERED)
    set_status(event, director_of(event), [2], Status.LATE)
    check_in(event, director_of(event), [1, 2, 3])
    undo_changes(event, director_of(event), [event.version])
    assert statuses(event) == [Status.REGISTERED, Status.LATE, Status.REGISTERED]


def test_undoing_is_itself_in_the_log() -> None:
    event = make_event(3)
    withdraw(event, director_of(event), 1, "train")
    undone = event.version
    undo_changes(event, director_of(event), [undone])
    change = event.changes.first()
    assert change is not None
    assert (change.act, change.entries, change.undoes) == (Act.UNDO_STATUSES.value, [1], undone)
    assert (change.before, change.after) == (
        {"entries": {"1": {"status": "withdrawn"}}},
        {"entries": {"1": {"status": "present"}}},
    )
    record = record_of(event)
    assert sentence_of(change, record) == "Ada Demo: earlier status restored (undo)"
    assert [row.words for row in differences(change, record)] == ["Ada Demo: withdrawn → present"]


def test_a_withdrawal_taken_back_leaves_no_last_round() -> None:
    event = make_event(6)
    play_round(event)
    withdraw(event, director_of(event), 1)
    undo_changes(event, director_of(event), [event.version])
    entry = record_of(event).entries[0]
    assert (entry.status, entry.last_round) == (Status.PRESENT, None)


def test_once_a_round_has_begun_without_the_player_the_press_is_too_late() -> None:
    event = make_event(7)
    withdraw(event, director_of(event), 1)
    version = event.version
    publish(event)
    with pytest.raises(RefusedError, match="A round has begun without Ada Demo"):
        undo_changes(event, director_of(event), [version])
    assert statuses(event)[0] is Status.WITHDRAWN


def test_once_the_player_has_played_a_check_in_stands() -> None:
    event = make_event(6)
    version = event.version
    publish(event)
    with pytest.raises(
        RefusedError,
        match=r"Ada Demo has already taken part\. "
        r"For one missed round, plan the absence or mark a no-show; withdraw a player who leaves \(R54\)\.",
    ):
        undo_changes(event, director_of(event), [version])


def test_a_late_check_in_taken_back_forgets_the_score_of_the_missed_round() -> None:
    event = make_event(6)
    play_round(event)
    (late,) = add_entries(event, director_of(event), [RosterLine(1, "Late Demo")])
    check_in(event, director_of(event), [late.number], SitOutKind.STANDARD)
    undo_changes(event, director_of(event), [event.version])
    assert record_of(event).round(1).sit_outs == ()
    assert statuses(event)[-1] is Status.REGISTERED


def test_what_was_changed_again_is_not_taken_back() -> None:
    event = make_event(3)
    withdraw(event, director_of(event), 1)
    version = event.version
    undo_changes(event, director_of(event), [version])
    with pytest.raises(RefusedError, match="This has already been done"):
        undo_changes(event, director_of(event), [version])


def test_the_diary_offers_no_undo_of_a_check_in_once_a_round_was_published_with_the_player() -> None:
    event = make_event(7, status=Status.REGISTERED)
    check_in(event, director_of(event), range(1, 8))
    everybody = event.version
    withdraw(event, director_of(event), 7, "train")
    left = event.version
    assert [offered(event, version) for version in (left, everybody)] == [
        (Undo.AT_ONCE, ""),
        (Undo.NONE, "Undo first: Gil Demo withdrew."),
    ]
    undo_changes(event, director_of(event), [left])
    withdraw(event, director_of(event), 7, "train")
    left = event.version
    publish(event)
    assert offered(event, left) == (
        Undo.NONE,
        "A round has begun without Gil Demo; reinstate the player on the entry's page.",
    )
    late = make_event(6, name="Late Cup 2026", status=Status.REGISTERED)
    check_in(late, director_of(late), range(1, 7))
    here = late.version
    publish(late)
    why = "Ada Demo has already taken part. For one missed round, plan the absence or mark a no-show; withdraw a player who leaves (R54)."
    assert offered(late, here) == (Undo.NONE, why)
    with pytest.raises(RefusedError, match=re.escape(why)):
        undo_changes(late, director_of(late), [here])
    withdraw_round(late, director_of(late), 1)
    assert offered(late, here) == (Undo.AT_ONCE, "")
    undo_changes(late, director_of(late), [here])
    assert statuses(late) == [Status.REGISTERED] * 6


def offered(event: Event, version: int) -> tuple[Undo, str]:
    """How the diary undoes a change now, and why not."""
    offer = offers(list(event.changes.order_by("-version")), record_of(event))[version]
    return offer.undo, offer.why
