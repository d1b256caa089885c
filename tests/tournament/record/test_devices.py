"""Codes on paper and how much a phone may write (pure)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from tournament.record.devices import (
    BURST,
    CODE_LENGTH,
    REFILL,
    Allowance,
    code_of,
    is_code,
    player_subject,
    table_subject,
)
from tournament.record.letin import LETTERS

KEY = "a key of this installation"
NOON = datetime(2026, 8, 20, 12, tzinfo=UTC)


def test_a_reprint_carries_the_same_code_and_nothing_else_does() -> None:
    told = code_of(KEY, 1, table_subject(2, 5), 0)
    others = {
        code_of("another key", 1, table_subject(2, 5), 0),
        code_of(KEY, 2, table_subject(2, 5), 0),
        code_of(KEY, 1, table_subject(5, 2), 0),
        code_of(KEY, 1, table_subject(2, 5), 1),
        code_of(KEY, 1, player_subject(5), 0),
    }
    assert told == code_of(KEY, 1, table_subject(2, 5), 0)
    assert (len(told), set(told) <= set(LETTERS), len(others), told in others) == (CODE_LENGTH, True, 5, False)


def test_a_code_is_known_as_people_type_it() -> None:
    code = code_of(KEY, 1, table_subject(2, 5), 0)
    assert is_code(f" {code[:4].upper()}-{code[4:8]} {code[8:]}", code)
    assert not any(is_code(wrong, code) for wrong in ("", code[:-1], f"{code}a", f"{code[:-1]}é"))


@given(st.lists(st.integers(0, 40), max_size=60))
def test_a_phone_never_writes_more_than_the_burst_and_what_time_gave_back(pauses: list[int]) -> None:
    allowance, now, written = Allowance(BURST, NOON), NOON, 0
    for pause in pauses:
        now += timedelta(seconds=pause)
        left = allowance.spent(now)
        if left is None:
            assert allowance.at(now).left == 0
            continue
        allowance, written = left, written + 1
    assert written <= BURST + (now - NOON) // REFILL


def test_a_phone_that_wrote_everything_waits_and_a_clock_set_back_gives_nothing() -> None:
    empty = Allowance(0, NOON)
    assert empty.spent(NOON + REFILL - timedelta(seconds=1)) is None
    assert empty.spent(NOON - timedelta(days=1)) is None
    assert empty.spent(NOON + REFILL) == Allowance(0, NOON + REFILL)
    assert empty.at(NOON + timedelta(days=1)) == Allowance(BURST, NOON + timedelta(days=1))
