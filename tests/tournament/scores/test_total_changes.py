"""Whom a change moves, before it is saved: E13 of the rules, where a fine changes the winner."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from tournament.record.event import EntryRecord, EventRecord, PenaltyRecord, RoundRecord, SeatRecord, TableRecord
from tournament.record.vocabulary import FineTiming, PenaltyKind, PlayerId, RoundKind, RoundState
from tournament.scores.scoring import ScoringError
from tournament.scores.totals import TotalChange, total_changes

NAMES = ("Ada Demo", "Ben Demo", "Cai Demo", "Dot Demo")
FINE = PenaltyRecord(PlayerId(1), 1, PenaltyKind.FINE, 5_000, "misread a tile again")


def event(cash: tuple[int, ...] = (40_000, 36_000, 30_000, 20_000)) -> EventRecord:
    seats = tuple(SeatRecord(PlayerId(number), number, cash=amount) for number, amount in enumerate(cash, 1))
    return EventRecord(
        "cup",
        "Cup",
        date(2026, 8, 20),
        1,
        entries=tuple(EntryRecord(PlayerId(number), name) for number, name in enumerate(NAMES, 1)),
        rounds=(RoundRecord(1, RoundKind.RANDOM, RoundState.CLOSED, (TableRecord(1, seats),)),),
    )


def test_a_fine_before_the_bonus_changes_the_winner_and_every_total() -> None:
    before = event()
    after = replace(before, penalties=(FINE,))
    # Without the fine: 40,000 x 1.06 = 42,400 of 128,400; with it E13: 35,000 and 36,000 x 1.06 = 38,200 of 123,200.
    assert total_changes(before, after) == (
        TotalChange(PlayerId(2), "Ben Demo", 28_037, 31_006, 2, 1),
        TotalChange(PlayerId(1), "Ada Demo", 33_022, 28_409, 1, 2),
        TotalChange(PlayerId(3), "Cai Demo", 23_364, 24_351, 3, 3),
        TotalChange(PlayerId(4), "Dot Demo", 15_576, 16_234, 4, 4),
    )


def test_a_setting_moves_totals_too() -> None:
    before = replace(event(), penalties=(FINE,))
    after = replace(before, ruleset=replace(before.ruleset, fine_timing=FineTiming.AFTER_BONUS))
    assert [(row.player, row.after) for row in total_changes(before, after)] == [  # E14
        (1, 30_308),
        (2, 29_173),
        (3, 24_311),
        (4, 16_207),
    ]


def test_nothing_moves_where_nothing_counts_yet() -> None:
    playing = replace(event(), rounds=(replace(event().rounds[0], state=RoundState.PUBLISHED),))
    assert total_changes(playing, replace(playing, penalties=(FINE,))) == ()
    assert total_changes(event(), event()) == ()


def test_a_change_that_leaves_nothing_to_share_is_refused() -> None:
    poor = event((4_000, 0, 0, 0))
    with pytest.raises(ScoringError):
        total_changes(poor, replace(poor, penalties=(FINE,)))
