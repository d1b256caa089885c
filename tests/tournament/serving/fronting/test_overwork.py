"""A request that does not end costs one process of `serve`, which another takes the place of, and no other request its answer."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from threading import Thread

import pytest
from django.conf import settings

from tests.run.patience import PATIENCE
from tests.tournament.serving.fronting.burning import ANSWERS, BURNS
from tests.tournament.serving.running import surroundings, wait
from tournament.management.serving.backends import LOOKS_EVERY, Backend, Behind
from tournament.management.serving.forking import Nursery
from tournament.management.serving.fronting.lanes import takes_long

A_LITTLE = 0.05
"""The part of the seconds that a request may take elsewhere."""


@pytest.fixture(params=[pytest.param(True, id="copies"), pytest.param(False, id="programs")])
def backend(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Backend]:
    """A server of two processes with a page that never ends: copies of one, and programs of their own as on Windows."""
    nursery = Nursery(copies=request.param)
    found = Backend(nursery, "crowd's server", "crowd", 2)
    given = {
        "DJANGO_SETTINGS_MODULE": "tests.tournament.serving.fronting.burning",
        "TOPTABLE_SECRET_KEY": settings.SECRET_KEY,
    }
    found.start(surroundings(tmp_path, DATABASE_URL=f"sqlite:///{tmp_path}/none.sqlite3", **given))
    try:
        wait(lambda: len(found.standing) == 2)
        yield found
    finally:
        found.stop()
        nursery.stop()


def ask(server: Behind, path: str, *, is_long: bool = False) -> int:
    """Ask a server as the front does, and return the status of its answer; 0 where it ends before."""
    connection = HTTPConnection("127.0.0.1", server.pages, timeout=PATIENCE)
    with server.answering(is_long=is_long), suppress(OSError, HTTPException):
        connection.request("GET", path)
        return connection.getresponse().status
    return 0


def burn(server: Behind, *, is_long: bool = False) -> Thread:
    """Ask a server for the page that never ends."""
    asking = Thread(target=ask, args=(server, BURNS), kwargs={"is_long": is_long})
    asking.start()
    wait(lambda: server.busy == 1)
    return asking


def test_a_process_that_works_for_one_request_alone_is_replaced_after_its_other_requests(backend: Backend) -> None:
    stuck, other = backend.standing
    burn(other, is_long=True)
    wait(lambda: other.look(A_LITTLE) or max(each.work for each in other.requests) > 2)
    burning = burn(stuck)
    wait(lambda: stuck.look(A_LITTLE))  # what is done from now on is charged to the next request as well
    replaced: list[Behind] = []

    def is_replaced() -> bool:
        replaced.extend(backend.replace_overworked(A_LITTLE))
        return bool(replaced)

    with stuck.answering():  # another request, which is not answered yet
        wait(is_replaced)
        assert replaced == [stuck]
        assert stuck not in backend.standing, "no new request comes to it"
        time.sleep(4 * LOOKS_EVERY)  # long enough to end it, if it were ended now
        assert stuck.process.poll() is None
    burning.join(PATIENCE)
    assert not burning.is_alive()
    wait(lambda: len(backend.standing) == 2)
    assert other in backend.standing, "what may take long has bounds of its own"
    other.process.kill()
    assert ask(backend.standing[1], ANSWERS) == 200


def test_copies_sheets_and_draws_may_take_long_and_pages_may_not() -> None:
    long = ["/let-in/copy/", "/desk/restore/", "/desk/cup/sheets/pack.pdf", "/desk/cup/rounds/2/draw/"]
    short = ["/", "/cup/", "/desk/", "/desk/cup/", "/desk/cup/entries/paste/", "/desk/cup/rounds/2/tables/1/logs/"]
    assert [takes_long(path) for path in (*long, *short)] == [True] * len(long) + [False] * len(short)
