"""Keeping players apart, and letting them meet again."""

from __future__ import annotations

import pytest

from tests.build import director_of, make_event, publish
from tournament.models.queries import record_of
from tournament.record.acts import Act
from tournament.services.changes import RefusedError
from tournament.slices.apart import drop_rule, keep_apart
from tournament.tellings.diary import differences, sentence_of

pytestmark = pytest.mark.django_db


def test_a_pair_and_a_group_are_two_rules_in_one_change() -> None:
    event = make_event(9)
    version = event.version
    keep_apart(event, director_of(event), [[2, 1], [5, 4, 6]], reason="same household", is_hard=False)
    assert [(rule.players, rule.is_hard, rule.reason) for rule in record_of(event).aparts] == [
        ((1, 2), False, "same household"),
        ((4, 5, 6), False, "same household"),
    ]
    assert event.version == version + 1


def test_a_hard_rule_holds_in_the_next_draw() -> None:
    event = make_event(9)
    keep_apart(event, director_of(event), [[1, 2, 3]])
    tables = [{seat.player for seat in table.seats} for table in publish(event).tables]
    assert [len(table & {1, 2, 3}) for table in tables] == [1, 1, 1]


@pytest.mark.parametrize(
    ("groups", "words"),
    [
        ([], "at least two different players"),
        ([[1, 1]], "at least two different players"),
        ([[1, 99]], "no entry 99"),
        ([[1, 2], [2, 1]], "Ada Demo and Ben Demo are already kept apart"),
    ],
)
def test_a_rule_that_says_nothing_is_refused_and_none_is_kept(groups: list[list[int]], words: str) -> None:
    event = make_event(4)
    with pytest.raises(RefusedError, match=words):
        keep_apart(event, director_of(event), groups)
    assert not event.keep_aparts.exists()


def test_a_dropped_rule_is_gone_and_the_log_tells_what_it_was() -> None:
    event = make_event(4)
    (rule,) = keep_apart(event, director_of(event), [[1, 2]])
    drop_rule(event, director_of(event), rule.pk)
    change = event.changes.first()
    assert change is not None
    record = record_of(event)
    assert (change.act, change.entries) == (Act.LET_MEET.value, [1, 2])
    assert sentence_of(change, record) == "Ada Demo and Ben Demo may meet again"
    assert [row.words for row in differences(change, record)] == ["Ada Demo, Ben Demo: without exception → nothing"]
    with pytest.raises(RefusedError, match="already been done"):
        drop_rule(event, director_of(event), rule.pk)


def test_a_rule_of_another_event_is_out_of_reach() -> None:
    event, other = make_event(4), make_event(4, name="Other Cup 2026")
    (rule,) = keep_apart(other, director_of(other), [[1, 2]])
    with pytest.raises(RefusedError, match="already been done"):
        drop_rule(event, director_of(event), rule.pk)
