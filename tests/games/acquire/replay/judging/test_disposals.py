"""One human error in a faultless log, a disposal told otherwise among them: nobody innocent is blamed and nothing wrong proved."""

from __future__ import annotations

import re
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.acquire.actions import Action, ActKind
from games.acquire.logs.json import write_json
from games.acquire.logs.reading import read_people
from games.acquire.logs.writer import write_text
from games.acquire.record import GameRecord
from games.acquire.replay.judging.judge import Replay, replay
from games.acquire.replay.judging.slots import Clue, Scene, edits_at
from games.acquire.replay.replayer import Replayer
from games.acquire.replay.walk import walk
from laboratory.mistakes.measuring import EDIT_PART, KINDS, TEXT_PART, samples, verdict_on
from laboratory.mistakes.sheets import SampleLog, full_sheet, sensible_sheet
from laboratory.mistakes.slips import EDITS, Kind, exchange_lines, miswritten
from tests.conftest import tried
from tests.games.acquire.spoilt import keep_founders_share, lose_purchase, miswrite_shares, pay_wrong_price

MOVED = (
    "shares moved within a line",
    "numbers of a line exchanged",
    "one more or less",
    "another digit",
    "another player",
)


def _told_otherwise(kind: str, seed: int) -> tuple[GameRecord, SampleLog]:
    """A log with one disposal told otherwise than it was, and the true one."""
    sheet, random = sensible_sheet(seed, 4).of_scribe(), Random(f"{kind} {seed}")
    choices = [
        (at, other)
        for at, line in enumerate(sheet.events)
        if line.act is ActKind.DISPOSE
        for other, of in miswritten(line, 4).items()
        if of == kind
    ]
    at, other = random.choice(choices)
    return GameRecord(sheet.record.header, [*sheet.events[:at], other, *sheet.events[at + 1 :]]), sheet


@pytest.mark.parametrize("kind", MOVED)
def test_no_edit_of_a_disposal_makes_a_wrong_amount_certain(kind: str) -> None:
    for seed in range(tried(6)):
        record, sheet = _told_otherwise(kind, seed)
        assert all(cash in (None, sheet.final[player]) for player, cash in replay(record).final.items())


def test_most_edits_of_a_disposal_are_settled_by_the_counts_behind_them() -> None:
    told = [_told_otherwise(kind, seed) for kind in MOVED for seed in range(3)]
    right = [replay(record).final == sheet.final for record, sheet in told]
    assert sum(right) > len(right) // 2


@given(st.sampled_from(EDITS), st.integers(0, 40))
def test_nothing_proved_contradicts_the_logs_final_and_a_count_together(kind: Kind, seed: int) -> None:
    sheet = sensible_sheet(seed, 3 + seed % 3).of_scribe()
    lines = kind.make(sheet, Random(f"{kind.name} {seed}"))
    if not isinstance(lines, list):
        return
    answer = replay(GameRecord(sheet.record.header, lines))
    miscounted = {found.player for found in answer.findings if found.code == "cash-wrong"}
    proved = {player for player, cash in answer.final.items() if cash is not None}
    differing = {player for player, cash in answer.recorded_final.items() if cash != answer.final.get(player)}
    assert not miscounted & proved & differing


def test_the_lines_of_two_holders_written_for_each_other_are_told_as_that() -> None:
    told = []
    for seed in range(3):
        sheet = sensible_sheet(seed, 4).of_scribe()
        one = next(
            one
            for one, other in pairwise(range(len(sheet.events)))
            if sheet.events[one].act is sheet.events[other].act is ActKind.DISPOSE
            and sheet.events[one].value[0] == sheet.events[other].value[0]
            and sum(sheet.events[one].value[1:]) != sum(sheet.events[other].value[1:])
        )
        answer = replay(GameRecord(sheet.record.header, next(exchange_lines(sheet.events, one, 4))))
        told += [one.message for one in answer.findings if re.search("the disposals of .* were swapped", one.message)]
        assert all(cash in (None, sheet.final[player]) for player, cash in answer.final.items())
    assert told


def test_no_number_in_a_log_lets_anybody_be_tried_with_more_shares_than_a_chain_has() -> None:
    told, _ = _told_otherwise(MOVED[0], 0)
    events = [
        event._replace(value=(event.value[0], 9_999, 0, None)) if event.act is ActKind.DISPOSE else event
        for event in told.events
    ]
    replayer = Replayer(GameRecord(told.header, events))
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
    for seed in range(20, 23):
        sheet = sensible_sheet(seed, 3 + seed % 3).of_scribe()
        answer = replay(keep_founders_share(sheet, Random(seed)).record)
        assert all(cash in (None, sheet.final[player]) for player, cash in answer.final.items())


DRAWN = [(part, kind.name) for part in (EDIT_PART, TEXT_PART) for kind in KINDS[part]]


@pytest.mark.parametrize(("part", "name"), DRAWN)
def test_one_slip_blames_no_innocent_turn_and_gives_no_wrong_cash_as_certain(part: str, name: str) -> None:
    for spoilt, sheet in samples(part, tried(2), is_wanted=lambda kind: kind == name):
        verdict = verdict_on(spoilt, sheet)
        assert not verdict.is_innocent_blamed
        assert not verdict.is_wrong_certain or verdict.is_hidden


@pytest.mark.parametrize("seed", range(6))
def test_a_faultless_sheet_has_no_finding_and_its_final_cash_is_proved(seed: int) -> None:
    whole = full_sheet(seed, 3 + seed % 4)
    for sheet in (whole, whole.of_scribe()):
        answer = replay(sheet.record)
        assert (answer.findings, answer.final, answer.possible) == ((), sheet.final, {})


def test_a_misread_number_of_shares_is_told_and_the_cash_is_that_of_the_counts() -> None:
    sheet = full_sheet(1, 3).of_scribe()
    spoilt = miswrite_shares(sheet, Random(2))
    assert replay(spoilt.record).final == sheet.final


def test_a_wrong_price_that_count_and_final_both_have_leaves_the_two_amounts_open() -> None:
    sheet = full_sheet(2, 3).of_scribe()
    spoilt = pay_wrong_price(sheet, Random(1))
    answer = replay(spoilt.record)
    assert answer.as_written == sheet.final != answer.recorded_final
    assert {player: possible.amounts for player, possible in answer.possible.items()} == {
        player: tuple(sorted((cash, answer.recorded_final[player])))
        for player, cash in sheet.final.items()
        if cash != answer.recorded_final[player]
    }


def test_what_is_not_proved_is_nothing_in_the_answer_with_what_it_may_be() -> None:
    sheet = full_sheet(4, 3).of_scribe()
    spoilt = lose_purchase(sheet, Random(1))
    document = replay(spoilt.record).document()
    unproved = {player for player, cash in document["final"].items() if cash is None}
    assert unproved == document["possible"].keys()
