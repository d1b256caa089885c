"""A disposal told otherwise than it was, a wrong sum that something explains, and clauses in any order: nothing wrong is proved."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.acquire.actions import Action, ActKind
from games.acquire.logs import read_people, write_json, write_text
from games.acquire.record import GameRecord
from games.acquire.replay import Replay, replay
from games.acquire.replay.judging.edits import Clue, Scene, edits_at
from games.acquire.replay.replayer import Replayer
from games.acquire.replay.walk import walk
from laboratory.mistakes.kinds import KINDS, SCRIBE, Family, Kind
from laboratory.mistakes.measuring import samples, verdicts
from laboratory.mistakes.sheets import SampleLog, sensible_sheet
from tests.conftest import tried

OF_DISPOSALS = [kind for kind in KINDS if kind.family is Family.DISPOSAL]


@pytest.mark.parametrize("kind", OF_DISPOSALS, ids=lambda kind: kind.name)
def test_no_edit_of_a_disposal_makes_a_wrong_amount_certain_or_blames_an_innocent_turn(kind: Kind) -> None:
    found = list(verdicts(kind, SCRIBE, tried(3), players=4))
    assert found
    assert not any(verdict.is_wrong_certain or verdict.is_innocent_blamed for verdict in found)


def test_most_edits_of_a_disposal_are_settled_by_the_counts_behind_them() -> None:
    right = [next(verdicts(kind, SCRIBE, 1, players=4)).is_final_right for kind in OF_DISPOSALS]
    assert sum(right) > len(right) // 2


@given(st.sampled_from(KINDS), st.integers(0, 40))
def test_nothing_proved_contradicts_the_logs_final_and_a_count_together(kind: Kind, first: int) -> None:
    for spoilt, _ in samples(kind, SCRIBE, 1, first):
        answer = replay(spoilt.record)
        miscounted = {found.player for found in answer.findings if found.code == "cash-wrong"}
        proved = {player for player, cash in answer.final.items() if cash is not None}
        differing = {player for player, cash in answer.recorded_final.items() if cash != answer.final.get(player)}
        assert not miscounted & proved & differing


def test_the_lines_of_two_holders_written_for_each_other_are_told_as_that() -> None:
    kind = next(kind for kind in OF_DISPOSALS if kind.name == "two holders' disposals exchanged")
    told = []
    for spoilt, sheet in samples(kind, SCRIBE, 3, players=4):
        answer = replay(spoilt.record)
        told += [one.message for one in answer.findings if re.search("the disposals of .* were swapped", one.message)]
        assert all(cash in (None, sheet.final[player]) for player, cash in answer.final.items())
    assert told


def test_no_number_in_a_log_lets_anybody_be_tried_with_more_shares_than_a_chain_has() -> None:
    (spoilt, _), *_rest = samples(OF_DISPOSALS[0], SCRIBE, 1, players=4)
    events = [
        event._replace(value=(event.value[0], 9_999, 0, None)) if event.act is ActKind.DISPOSE else event
        for event in spoilt.record.events
    ]
    replayer = Replayer(GameRecord(spoilt.record.header, events))
    scene = Scene(replayer, Clue("cash-wrong", 0), frozenset())
    sold = []
    for place, event in enumerate(events):
        walk(replayer, place)
        scene.at = place
        meant = [
            edit.clause.value for edit in edits_at(scene) if event.act is ActKind.DISPOSE and edit.clause is not None
        ]
        sold += [sell + trade for _chain, sell, trade, _hold in meant if sell != 9_999]
    assert sold
    assert max(sold) <= 25


def _purchases_first(sheet: SampleLog) -> GameRecord:
    """The log with the purchase of each turn directly behind its tile, before what follows from the tile."""
    events: list[Action] = []
    for event in sheet.record.events:
        tile = max((at for at, other in enumerate(events) if other.act is ActKind.PLAY), default=-1)
        events.insert(tile + 1 if event.act is ActKind.BUY else len(events), event)
    return GameRecord(sheet.record.header, events)


@pytest.mark.parametrize("seed", range(3))
def test_clauses_out_of_order_are_judged_alike_at_every_door(seed: int) -> None:
    sheet = sensible_sheet(seed, 4).of_scribe()
    record = _purchases_first(sheet)
    assert record.events != sheet.record.events

    def is_clean(answer: Replay) -> bool:
        return answer.final == sheet.final and not answer.findings

    assert is_clean(replay(record))
    for text in (write_json(record), write_text(record)):
        reading = read_people(text)
        assert reading.record.events == sheet.record.events
        assert reading.notes
        assert is_clean(replay(reading.record))


def test_numbers_that_do_not_add_up_are_not_explained_by_two_others() -> None:
    kind = next(kind for kind in KINDS if kind.name == "founder's share")
    assert not any(verdict.is_wrong_certain for verdict in verdicts(kind, SCRIBE, 3, 20))
