"""A practice event plays itself to every stage of the day, whatever its size, with all that goes wrong in a real hall."""

from __future__ import annotations

from random import Random

import pytest

from tests.build import make_director, make_event
from tournament.models import Dispute, Event, GameLog, Scribing
from tournament.models.queries import record_of
from tournament.record.acts import Act
from tournament.record.vocabulary import DisputeState, SitOutKind, Status
from tournament.scores import standings
from tournament.scores.scoring import score_round
from tournament.services.changes import Actor, DoneBeforeError, RefusedError
from tournament.services.disputes import settle_dispute
from tournament.services.events.removing import delete_event
from tournament.services.events.showing import put_away
from tournament.services.practice import (
    make_practice_event,
    play_step,
    play_to_stage,
    stand_of,
    steps_of,
    steps_to,
)

pytestmark = pytest.mark.django_db


def practice(players: int = 17, rounds: int = 4) -> Event:
    return make_practice_event(make_director(), "Trial", players, rounds)


def play(event: Event, stage: str) -> None:
    play_to_stage(event, event.created_by, stage, Random(3))


def stages(event: Event) -> list[str]:
    return [step.key for step in steps_of(stand_of(event))]


def acts(event: Event) -> set[tuple[str, int | None]]:
    return set(event.changes.values_list("act", "round_number"))


def test_a_day_of_four_rounds_plays_itself_to_each_of_its_steps() -> None:
    assert stages(practice()) == [
        "here",
        *("draft-1", "publish-1", "seats-1", "results-1", "close-1", "late-1"),
        *("draft-2", "publish-2", "results-2", "dispute-2", "ruling-2", "close-2", "leave-2"),
        *("draft-3", "publish-3", "results-3", "close-3"),
        *("draft-4", "publish-4", "results-4", "close-4", "final-list"),
    ]


def test_a_day_of_three_promises_nothing_for_which_a_fourth_is_needed() -> None:
    event = practice(3)
    play(event, "final-list")
    told = [(step.words, step.is_done) for step in steps_of(stand_of(event))]
    assert all(done for _, done in told)
    assert not [
        words for words, _ in told if any(part in words for part in ("late", "seats", "withdrawn", "log", "sits"))
    ]
    assert {Act.CHECK_IN.value, Act.OPEN_DISPUTE.value, Act.RULE_DISPUTE.value} <= {act for act, _ in acts(event)}


def test_one_day_holds_everything_that_goes_wrong_in_a_hall() -> None:
    event = practice()
    play(event, "here")
    (late,) = (entry for entry in record_of(event).entries if entry.status is Status.REGISTERED)
    play(event, "seats-1")
    assert (Act.SWAP_SEATS.value, 1) in acts(event)
    play(event, "results-1")
    assert len(score_round(record_of(event), 1)[0].winners) == 2
    play(event, "late-1")
    assert record_of(event).entry(late.player).first_round == 2
    play(event, "dispute-2")
    (dispute,) = Dispute.objects.filter(table__round__event=event)
    assert (dispute.state, dispute.log is not None) == (DisputeState.OPEN.value, True)
    play(event, "leave-2")
    dispute.refresh_from_db()
    assert dispute.state == DisputeState.RULED.value
    ruled = record_of(event).table(2, dispute.table.number)
    assert [seat.cash for seat in ruled.seats] == [23_600, 18_000, 38_100, 37_300]
    assert [entry.status for entry in record_of(event).entries].count(Status.WITHDRAWN) == 1
    play(event, "publish-3")
    assert [row.kind for row in record_of(event).round(3).sit_outs] == [SitOutKind.STANDARD]
    play(event, "final-list")
    record = record_of(event)
    assert (len(record.closed_rounds), record.is_final_published, event.is_shown) == (4, True, False)
    assert all(row.total for row in standings(record))


@pytest.mark.parametrize(
    ("players", "rounds"), [(3, 4), (4, 2), (5, 3), (6, 4), (7, 4), (8, 1), (9, 5), (13, 3), (26, 4)]
)
@pytest.mark.alike
def test_events_of_any_size_play_themselves_through_every_stage(players: int, rounds: int) -> None:
    event = practice(players, rounds)
    for stage in stages(event):
        play(event, stage)
        assert steps_to(event, stage).next is None
    assert record_of(event).is_final_published


def test_the_dispute_of_practice_lies_on_a_table_of_four_with_the_log_of_its_own_players() -> None:
    event = practice(8)
    play(event, "dispute-2")
    (log,) = record_of(event).logs
    table = record_of(event).table(2, log.table)
    text = Dispute.objects.get().log
    assert text is not None
    assert [f"={record_of(event).name_of(seat.player)}" in text.text for seat in table.seats] == [True] * 4


def test_what_a_director_did_by_hand_is_not_done_again() -> None:
    event = practice(8)
    play(event, "dispute-2")
    settle_dispute(event, event.created_by, Dispute.objects.get(), DisputeState.RULED, "It stands.")
    play(event, "close-4")
    assert [row.ruling for row in Dispute.objects.all()] == ["It stands."]


def test_a_step_sent_twice_is_done_once() -> None:
    event = practice(8)
    by = Actor(event.created_by, key="a key")
    play_step(event, by, "draft-1", Random(1))
    version = event.version
    with pytest.raises(DoneBeforeError):
        play_step(event, by, "draft-1", Random(1))
    assert Event.objects.get().version == version


def test_an_event_of_people_is_not_played_and_no_stage_is_made_up() -> None:
    with pytest.raises(RefusedError, match="is not a practice event"):
        play_step(make_event(8), make_director(), "here", Random(1))
    with pytest.raises(RefusedError, match="Choose how far"):
        play_step(practice(), make_director(), "lunch-2", Random(1))


@pytest.mark.parametrize(
    "stage",
    [
        *(pytest.param(name, marks=pytest.mark.alike) for name in ("here", "draft-1", "dispute-2", "publish-3")),
        "final-list",
    ],
)
@pytest.mark.parametrize("is_away", [False, True])
def test_a_practice_event_is_deleted_at_any_stage_with_every_row_of_it(stage: str, is_away: bool) -> None:
    other = make_event(8)
    event = practice(12)
    play(event, stage)
    for log in GameLog.objects.all():
        Scribing.objects.create(table=log.table, log=log, opening={})
    if is_away:
        put_away(event, event.created_by)
    before = (other.changes.count(), other.entries.count())
    delete_event(event, event.created_by)
    assert list(Event.objects.all()) == [other]
    assert (other.changes.count(), other.entries.count()) == before
    assert [model.objects.count() for model in (Dispute, GameLog, Scribing)] == [0, 0, 0]
