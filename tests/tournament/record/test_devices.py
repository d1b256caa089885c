"""Codes on paper, and how often something may happen: what a bucket holds, who is refused, and who waits."""

from __future__ import annotations

import asyncio
import time
from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from tournament.record.devices import CODE_LENGTH, LETTERS, code_of, is_code, player_subject, table_subject
from tournament.record.pace import (
    GAMES_OF_AN_ADDRESS,
    MESSAGES_IN_AN_EVENT,
    MESSAGES_OF_A_PROGRAM,
    MOST_KNOWN,
    WRITES_OF_A_PHONE,
    Bucket,
    Pace,
    Rate,
    RateLimit,
)

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


BURST, REFILL = WRITES_OF_A_PHONE.burst, WRITES_OF_A_PHONE.refill


def test_a_phone_and_an_address_may_do_so_much() -> None:
    assert (BURST, REFILL) == (30, 4)
    assert (GAMES_OF_AN_ADDRESS.burst, GAMES_OF_AN_ADDRESS.refill) == (10, 60)


@given(st.lists(st.integers(0, 40), max_size=60))
def test_a_phone_never_writes_more_than_the_burst_and_what_time_gave_back(pauses: list[int]) -> None:
    bucket, now, written = Bucket(BURST, 0.0), 0.0, 0
    for pause in pauses:
        now += pause
        spent = bucket.spent(now, WRITES_OF_A_PHONE)
        if spent is None:
            assert bucket.at(now, WRITES_OF_A_PHONE).left == 0
            continue
        bucket, written = spent, written + 1
    assert written <= BURST + now // REFILL


def test_a_phone_that_wrote_everything_waits_and_a_clock_set_back_gives_nothing() -> None:
    empty = Bucket(0, 1_000.0)
    assert empty.spent(1_003.0, WRITES_OF_A_PHONE) is None
    assert empty.spent(0.0, WRITES_OF_A_PHONE) is None
    assert empty.spent(1_004.0, WRITES_OF_A_PHONE) == Bucket(0, 1_004.0)
    assert empty.spent(1_007.0, WRITES_OF_A_PHONE) == Bucket(0, 1_004.0), "three seconds of the next refill have passed"
    assert empty.at(9_999.0, WRITES_OF_A_PHONE) == Bucket(BURST, 9_999.0)


def test_a_token_that_asks_very_much_is_held_up_and_the_others_are_not() -> None:
    limit = RateLimit(MESSAGES_OF_A_PROGRAM)
    assert [limit.let_ask(1, 10.0) for _ in range(401)] == [True] * 400 + [False]
    assert limit.let_ask(2, 10.0)
    assert [limit.let_ask(1, 11.0) for _ in range(201)] == [True] * 200 + [False]


def test_only_the_keys_that_asked_last_are_remembered() -> None:
    limit = RateLimit(Rate(refill=60, burst=1))
    assert limit.let_ask("first", 0.0)
    assert all(limit.let_ask(key, 0.0) for key in range(MOST_KNOWN - 1))
    assert not limit.let_ask("first", 0.0), "it is remembered, and asked last now"
    assert limit.let_ask("one more", 0.0)
    assert not limit.let_ask("first", 0.0)
    assert limit.let_ask(0, 0.0), "the one that asked longest ago is forgotten"


def test_a_socket_is_read_at_once_while_its_burst_lasts_and_then_later() -> None:
    rate = Rate(refill=4, burst=3)
    assert [Bucket(left, 100.0).wait(101.0, rate) for left in (3, 1, 0)] == [0.0, 0.0, 3.0]
    assert Bucket(0, 100.0).wait(104.0, rate) == 0.0
    assert Rate(refill=0.05, burst=60) == MESSAGES_IN_AN_EVENT


def test_a_socket_that_waited_is_read_on() -> None:
    async def turns() -> Bucket:
        pace = Pace(Rate(refill=0.01, burst=1))
        for _ in range(4):
            await pace.turn()
        return pace.bucket

    began = time.monotonic()
    assert asyncio.run(turns()).counted_at >= began + 3 * 0.01, "three turns were counted with what time gave back"
