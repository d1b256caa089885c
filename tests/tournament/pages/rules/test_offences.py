"""Offences are counted for each subject alone (R22-R28), and an event's first fine asks when its fines count (R55)."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.build import director_of, make_event, play_round, publish
from tests.tournament.pages.forms import Answer, form_with, press
from tests.tournament.pages.pages import desk
from tests.tournament.pages.stages import once_for_all
from tests.tournament.pages.words import told, words
from tournament.models import Change, Event
from tournament.models.queries import read_event, record_of
from tournament.record.acts import Act
from tournament.record.formats import Fines
from tournament.record.vocabulary import FineTiming, PenaltyKind, Subject
from tournament.scores.totals import standings
from tournament.slices.penalties import PenaltyOrder, cancel_penalty, give_penalty
from tournament.tellings.penalties import book

pytestmark = pytest.mark.django_db

ASKED = "Deduct fines before or after the winning bonus?"

REFUSAL = "This is the event's first fine: choose when fines are deducted (R55)."

BEFORE, AFTER = FineTiming.BEFORE_BONUS, FineTiming.AFTER_BONUS


def playing() -> Event:
    """Six players, round 1 being played."""
    event = make_event(6)
    publish(event)
    return event


made, event = once_for_all(playing)

"""The event as every test finds it."""


def give(client: Client, event: Event, kind: str = "fine", **typed: str) -> Answer:
    page = client.get(desk(event, "penalties/"), {"kind": kind})
    sent = {"number": "1", "round_number": "1", "kind": kind, "reason": "misread the board"}
    sent |= {"subject": "misplay", **typed}
    return press(client, page, "Give the penalty", sent)


def warn(event: Event, subject: Subject, number: int = 1) -> int:
    order = PenaltyOrder(number, 1, PenaltyKind.WARNING, "as seen", subject=subject)
    pk: int = give_penalty(event, director_of(event), order).pk
    return pk


def test_a_first_misplay_after_talk_of_team_play_is_the_first(event: Event, director: Client) -> None:
    """R23's first offence is about misplays: a warning about something else does not make it the second."""
    warn(event, Subject.TEAM_PLAY)
    answer = give(director, event, "warning", subject="misplay")
    assert told(answer)[-1] == "Warning given to Ada Demo (round 1)."
    given = book(record_of(event))[-1]
    assert (given.penalty.subject, given.count) == (Subject.MISPLAY, 1)


def test_the_first_fine_asks_and_gives_nothing_before_it_is_answered(event: Event, director: Client) -> None:
    assert ASKED in words(director.get(desk(event, "penalties/?kind=fine")))
    asked = give(director, event)
    assert ASKED in words(asked)
    assert REFUSAL in words(asked)
    assert record_of(event).penalties == ()
    assert form_with(asked, "amount").values["reason"] == ["misread the board"]


@pytest.mark.parametrize("timing", FineTiming)
def test_the_answer_holds_for_the_event_and_is_in_the_diary(event: Event, director: Client, timing: FineTiming) -> None:
    press(director, give(director, event), "Give the penalty", {"timing": timing.value, "kind": "fine"})
    record = read_event(event.slug)
    assert (len(record.penalties), record.format.step(Fines).when, record.is_fine_timing_settled) == (1, timing, True)
    change = Change.objects.get(event=event, act=Act.GIVE_PENALTY)
    told_of = {"fine_timing": timing.value} if timing is AFTER else None
    assert change.after.get("settings") == told_of


def test_the_second_fine_asks_no_more_and_cannot_answer_otherwise(event: Event, director: Client) -> None:
    give(director, event, timing=AFTER.value)
    assert ASKED not in words(director.get(desk(event, "penalties/?kind=fine")))
    give(director, event, timing=BEFORE.value, number="2")
    record = read_event(event.slug)
    assert (len(record.penalties), record.format.step(Fines).when) == (2, AFTER)


def test_a_fine_that_is_cancelled_has_settled_it_all_the_same(event: Event, director: Client) -> None:
    give(director, event, timing=AFTER.value)
    cancel_penalty(event, director_of(event), record_of(event).penalties[0].key, "it was another player")
    assert ASKED not in words(director.get(desk(event, "penalties/?kind=fine")))


def test_other_settings_do_not_settle_it(event: Event, director: Client) -> None:
    page = director.get(desk(event, "settings/"))
    press(director, page, "Save", {"venue": "Room 2"})
    assert ASKED in words(director.get(desk(event, "penalties/?kind=fine")))


def test_in_a_closed_round_the_moves_that_are_asked_about_are_those_of_the_answer(director: Client) -> None:
    """E13 and E14: before the bonus the fine takes the win away, after it the winner keeps it."""
    asked_about = {}
    for timing in FineTiming:
        event = make_event(4, name=f"{timing.value} cup")
        play_round(event, 1, cash={1: (40_000, 36_000, 30_000, 20_000)})
        winner = record_of(event).round(1).tables[0].seats[0].player
        asked = give(director, event, timing=timing.value, number=str(winner))
        (asked_about[timing],) = (
            move.after for move in asked.context["moved"].totals if move.name == record_of(event).name_of(winner)
        )
        press(director, asked, "Give the penalty and change these totals")
        (total,) = (row.total for row in standings(read_event(event.slug)) if row.player == winner)
        assert total == asked_about[timing]
    assert asked_about == {BEFORE: 28_409, AFTER: 30_308}
