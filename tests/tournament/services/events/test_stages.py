"""A practice event plays its first rounds with what goes wrong in a real hall, and is deleted with every row of it."""

from __future__ import annotations

from random import Random

import pytest

from tests.build import director_of, make_director, make_event
from tournament.models import Dispute, Event, GameLog, Scribing
from tournament.models.queries import record_of
from tournament.record.acts import Act
from tournament.record.vocabulary import DisputeState
from tournament.scores.scoring import score_round
from tournament.services.practice import make_practice_event, play_to_dispute, play_to_second_round
from tournament.services.showing import delete_event, put_away

pytestmark = pytest.mark.django_db


def practice(players: int = 22) -> Event:
    return make_practice_event(make_director(), "Trial", players, 4)


def test_the_first_rounds_hold_what_goes_wrong_in_a_hall() -> None:
    event = practice()
    play_to_second_round(event, director_of(event), Random(3))
    record = record_of(event)
    assert (Act.SWAP_SEATS.value, 1) in set(event.changes.values_list("act", "round_number"))
    assert len(score_round(record, 1)[0].winners) == 2
    assert record.entries[-1].first_round == 2
    assert [round_.state.value for round_ in record.rounds] == ["closed", "published"]


def test_the_dispute_of_practice_lies_on_a_table_of_four_with_the_log_of_its_own_players() -> None:
    event = practice(8)
    play_to_dispute(event, director_of(event), Random(3))
    (dispute,) = Dispute.objects.filter(table__round__event=event)
    assert (dispute.state, dispute.log is not None) == (DisputeState.OPEN.value, True)
    (log,) = record_of(event).logs
    table = record_of(event).table(2, log.table)
    text = dispute.log
    assert text is not None
    assert [f"={record_of(event).name_of(seat.player)}" in text.text for seat in table.seats] == [True] * 4


@pytest.mark.parametrize("is_away", [False, True])
def test_a_practice_event_is_deleted_with_every_row_of_it(is_away: bool) -> None:
    other = make_event(8)
    event = practice(12)
    play_to_dispute(event, director_of(event), Random(3))
    for log in GameLog.objects.all():
        Scribing.objects.create(table=log.table, log=log, opening={})
    if is_away:
        put_away(event, event.created_by)
    before = (other.changes.count(), other.entries.count())
    delete_event(event, event.created_by)
    assert list(Event.objects.all()) == [other]
    assert (other.changes.count(), other.entries.count()) == before
    assert [model.objects.count() for model in (Dispute, GameLog, Scribing)] == [0, 0, 0]
