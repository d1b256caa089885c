"""Who goes first, and how much anybody may bring, without a server."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from tournament.management.serving.fronting.lanes import AT_THE_DOOR, OF_AN_ADDRESS, Lane
from tournament.management.serving.fronting.limits import Asked, RefusedRequestError, check_size


def test_one_address_has_so_many_places_at_the_door_and_leaves_the_others_theirs() -> None:
    async def run() -> None:
        door = Lane(AT_THE_DOOR, of_an_address=OF_AN_ADDRESS)
        may_go = asyncio.Event()

        async def logs_in(peer: str) -> bool:
            try:
                async with door.taken(peer):
                    await may_go.wait()
            except RefusedRequestError:
                return False
            return True

        greedy = [asyncio.create_task(logs_in("10.0.0.66")) for _ in range(50)]
        other = asyncio.create_task(logs_in("10.0.0.7"))
        proxied = [asyncio.create_task(logs_in("127.0.0.1")) for _ in range(2 * OF_AN_ADDRESS)]
        await asyncio.sleep(0)
        may_go.set()
        assert sum(await asyncio.gather(*greedy)) == OF_AN_ADDRESS
        assert await other
        assert all(await asyncio.gather(*proxied)), "a proxy on this machine asks for everybody"

    asyncio.run(run())


def test_what_is_too_large_without_a_file_is_to_be_shortened() -> None:
    form = Asked("POST", "/", 9_000_000, "application/x-www-form-urlencoded")
    with pytest.raises(RefusedRequestError, match="Shorten it and send it again"):
        check_size(form, "")
    with pytest.raises(RefusedRequestError, match="Choose a smaller file"):
        check_size(replace(form, content_type="multipart/form-data"), "")
