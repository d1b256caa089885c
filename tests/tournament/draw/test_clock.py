"""Minutes of players and rounds (R29-R30)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tournament.draw.seating import ClockError, RoundTime, minutes_per_player, round_time
from tournament.record.rulesets import MSO_ACQUIRE

SIX = replace(MSO_ACQUIRE, minutes={**MSO_ACQUIRE.minutes, 6: 17})


@pytest.mark.parametrize(("size", "minutes"), [(3, 33), (4, 25), (5, 20)])
def test_the_time_of_a_player_depends_on_the_size_of_the_table(size: int, minutes: int) -> None:
    assert minutes_per_player(size, MSO_ACQUIRE) == minutes


def test_a_table_of_six_has_no_time_before_it_is_confirmed() -> None:
    with pytest.raises(ClockError) as refusal:
        minutes_per_player(6, MSO_ACQUIRE)
    assert str(refusal.value) == (
        "The time per player at a table of six has not been confirmed (R29); set it for the event, usually 16 minutes."
    )
    assert minutes_per_player(6, SIX) == 17


def test_a_table_of_two_has_no_time() -> None:
    with pytest.raises(ClockError, match=r"A table of 2 is not possible: tables have 3 to 6 players"):
        minutes_per_player(2, MSO_ACQUIRE)


@pytest.mark.parametrize("sizes", [(3, 3), (4, 4, 3), (5, 5), (4, 4, 5)])
def test_a_round_takes_a_hundred_minutes_of_play_and_the_allowance(sizes: tuple[int, ...]) -> None:
    assert round_time(sizes, MSO_ACQUIRE) == RoundTime(play=100, allowance=10)


def test_a_round_takes_as_long_as_its_slowest_table() -> None:
    assert round_time((4, 6), SIX) == RoundTime(play=102, allowance=10)


def test_a_round_with_an_unconfirmed_table_has_no_end() -> None:
    with pytest.raises(ClockError, match="not been confirmed"):
        round_time((4, 6), MSO_ACQUIRE)
