"""Who goes first, and how much anybody may bring, without a server."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from tournament.management.serving.fronting.lanes import (
    AT_THE_DOOR,
    MOST_WAITING,
    OF_A_STRANGER,
    OF_THE_CROWD,
    Asked,
    Lane,
    RefusedRequestError,
    check_size,
)

GREEDY, OTHER = "10.0.0.66", "10.0.0.7"


async def goes(lane: Lane, who: str, log: list[str]) -> bool:
    """Go through a lane once, and note it; whether it was let through."""
    try:
        async with lane.taken(who):
            log.append(who)
            await asyncio.sleep(0)
    except RefusedRequestError:
        return False
    return True


@pytest.mark.parametrize("lane", [lambda: Lane(AT_THE_DOOR), lambda: Lane(OF_THE_CROWD, OF_A_STRANGER)])
def test_whoever_has_least_under_way_goes_next(lane: Callable[[], Lane]) -> None:
    async def run() -> None:
        queue, log = lane(), list[str]()
        all_of_them = [goes(queue, GREEDY, log) for _ in range(50)] + [goes(queue, OTHER, log)]
        assert all(await asyncio.gather(*all_of_them)), "nobody is refused"
        assert log.index(OTHER) <= 2 * AT_THE_DOOR, "before those who wait longer for one who asks much"

    asyncio.run(run())


def test_one_stranger_has_so_much_under_way_and_whoever_else_comes_is_let_through_at_once() -> None:
    async def run() -> None:
        lane, log, may_go = Lane(OF_THE_CROWD, OF_A_STRANGER), list[str](), asyncio.Event()

        async def held() -> None:
            async with lane.taken(GREEDY):
                log.append(GREEDY)
                await may_go.wait()

        tasks = [asyncio.create_task(held()) for _ in range(24)]
        await asyncio.sleep(0)
        assert log == [GREEDY] * OF_A_STRANGER
        assert await goes(lane, OTHER, log)
        may_go.set()
        await asyncio.gather(*tasks)
        assert log.count(GREEDY) == 24

    asyncio.run(run())


def test_where_too_many_wait_the_last_of_who_has_most_is_refused_and_nobody_else() -> None:
    async def run() -> None:
        lane, log = Lane(1), list[str]()
        async with lane.taken("first"):
            greedy = [asyncio.create_task(goes(lane, GREEDY, log)) for _ in range(MOST_WAITING + 120)]
            await asyncio.sleep(0)
            others = [asyncio.create_task(goes(lane, f"10.0.1.{number}", log)) for number in range(100)]
            await asyncio.sleep(0)
        assert all(await asyncio.gather(*others))
        told = await asyncio.gather(*greedy)
        assert sum(told) == MOST_WAITING - len(others)
        assert told == sorted(told, reverse=True), "those who came first keep their place"

    asyncio.run(run())


@pytest.mark.parametrize("seed", range(5))
def test_whoever_gives_up_leaves_no_place_taken(seed: int) -> None:
    async def run() -> None:
        lane, log, chance = Lane(3, 2, patience=0.02), list[str](), Random(seed)
        most = [0, 0]

        async def comes(who: str) -> None:
            async with lane.taken(who):
                most[0] += 1
                most[1] = max(most)
                try:
                    await asyncio.sleep(chance.random() / 100)
                finally:
                    most[0] -= 1

        tasks = [asyncio.create_task(comes(chance.choice("abcd"))) for _ in range(200)]
        for each in chance.sample(tasks, 60):
            await asyncio.sleep(chance.choice((0, 0.001)))
            each.cancel()
        ended = await asyncio.gather(*tasks, return_exceptions=True)
        assert {type(each) for each in ended if each} <= {RefusedRequestError, asyncio.CancelledError}
        assert most[1] <= 3
        assert all(await asyncio.gather(*(goes(lane, who, log) for who in "abc"))), "all places are free again"

    asyncio.run(run())


def test_what_is_too_large_without_a_file_is_to_be_shortened() -> None:
    form = Asked("POST", "/", 9_000_000, "application/x-www-form-urlencoded")
    with pytest.raises(RefusedRequestError, match="Shorten it and send it again"):
        check_size(form, "")
    with pytest.raises(RefusedRequestError, match="Choose a smaller file"):
        check_size(replace(form, content_type="multipart/form-data"), "")
