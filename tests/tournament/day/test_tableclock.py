"""The clock of a table worked out from its presses: every order of sending gives the same times, and no second is lost."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.day.at_table import PlayerTime, Press, PressKind, clock_at, read_out

ORDER = (3, 1, 4)
BUDGET = 60_000
KINDS = st.sampled_from(list(PressKind))


def told(*presses: tuple[int, PressKind, int], at: int, given_ms: int = 0) -> tuple[dict[int, int], int, int]:
    """What is left to everybody, whose clock runs and who is on turn, after presses of moment, kind and player."""
    rows = [Press(f"k{n}", moment, kind, player, given_ms) for n, (moment, kind, player) in enumerate(presses)]
    time = clock_at(ORDER, BUDGET, rows, at)
    return {row.player: row.left for row in time.players}, time.running, time.turn


TURN, DECIDE, STOP, GIVE, HOLD, GO = PressKind


def test_a_clock_that_was_not_started_gives_everybody_the_whole_budget() -> None:
    time = clock_at(ORDER, BUDGET, [], 5_000)
    assert ([row.left for row in time.players], time.running, time.has_begun, time.next) == ([60_000] * 3, 0, False, 3)


def test_a_pass_runs_the_next_clock_and_a_bonus_stops_all_r35() -> None:
    presses = (0, TURN, 3), (10_000, TURN, 1), (15_000, STOP, 0)
    assert told(*presses, at=99_000) == ({3: 50_000, 1: 55_000, 4: 60_000}, 0, 1)


def test_in_a_merger_the_clock_runs_for_who_decides_and_the_turn_stays_r36() -> None:
    presses = (0, TURN, 3), (1_000, DECIDE, 4), (6_000, TURN, 3)
    assert told(*presses[:2], at=6_000) == ({3: 59_000, 1: 60_000, 4: 55_000}, 4, 3)
    assert told(*presses, at=8_000) == ({3: 57_000, 1: 60_000, 4: 55_000}, 3, 3)


def test_the_director_holds_all_clocks_and_they_go_on_for_who_was_pressed() -> None:
    presses = (0, TURN, 3), (1_000, HOLD, 0), (50_000, TURN, 1), (60_000, GO, 0)
    assert told(*presses, at=63_000) == ({3: 59_000, 1: 57_000, 4: 60_000}, 1, 1)


def test_who_is_out_of_time_stops_at_nothing_and_is_passed_over_r34() -> None:
    time = clock_at(ORDER, BUDGET, [Press("a", 0, TURN, 1), Press("b", 100_000, TURN, 3)], 100_000)
    assert (time.of(1), time.out, time.next) == (PlayerTime(1, 60_000, 0, 0), (1,), 4)


def test_two_minutes_taken_put_out_of_time_and_given_back_let_in_again_r27() -> None:
    taken, back = Press("a", 0, GIVE, 3, -120_000), Press("b", 1, GIVE, 3, 120_000)
    assert clock_at(ORDER, BUDGET, [taken], 5).out == (3,)
    assert clock_at(ORDER, BUDGET, [taken, back], 5).of(3) == PlayerTime(3, 0, 0, 60_000)


def test_a_press_of_somebody_who_left_the_table_moves_nothing() -> None:
    assert told((0, TURN, 3), (1_000, TURN, 9), at=2_000) == ({3: 58_000, 1: 60_000, 4: 60_000}, 3, 3)


def test_a_begun_second_is_read_as_a_whole_one() -> None:
    assert [read_out(ms) for ms in (1_500_000, 1_499_001, 1, 0, -5)] == ["25:00", "25:00", "0:01", "0:00", "0:00"]


@st.composite
def games(draw: st.DrawFn) -> list[Press]:
    """Presses of anything by anybody, at moments that may be equal."""
    rows = draw(st.lists(st.tuples(st.integers(0, 200_000), KINDS, st.sampled_from((*ORDER, 9))), max_size=25))
    return [
        Press(f"k{n:03}", at, kind, player, draw(st.integers(-90_000, 90_000)) if kind is GIVE else 0)
        for n, (at, kind, player) in enumerate(rows)
    ]


@settings(max_examples=40)
@given(games(), st.randoms(use_true_random=False), st.integers(0, 300_000))
def test_resending_in_any_order_changes_nothing_and_no_time_is_lost(presses: list[Press], lot: object, at: int) -> None:
    sent = [*presses, *presses[::2]]
    lot.shuffle(sent)  # type: ignore[attr-defined]
    time = clock_at(ORDER, BUDGET, sent, at)
    assert time == clock_at(ORDER, BUDGET, presses, at)
    assert [row.used + row.left for row in time.players] == [BUDGET + row.given for row in time.players]
    assert sum(row.used for row in time.players) <= at
