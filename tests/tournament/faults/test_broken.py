"""A database that is held by something else, a form cut off on its way, a browser that sends everything twice: one server meets all."""

from __future__ import annotations

import shutil
import socket
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from urllib.parse import urlencode

import pytest

from tests.run.patience import PATIENCE
from tests.tournament.faults.house import Desk, House, Prepared, standing
from tests.tournament.faults.prepare import TOKEN
from tests.tournament.serving.running import free_port, wait
from tournament.public.form_words import OF_THE_FORM

Met = tuple[House, Desk, Path]


@pytest.fixture(scope="module")
def met(tmp_path_factory: pytest.TempPathFactory, filled: tuple[Path, Prepared]) -> Iterator[Met]:
    """A server whose writers wait two seconds for each other, as long as a test has patience for."""
    folder = tmp_path_factory.mktemp("met")
    made, prepared = filled
    database = Path(shutil.copy(made, folder))
    with standing(folder, f"sqlite:///{database}?timeout=2", free_port()) as house:
        yield house, Desk(house.port, prepared), database


def changes(database: Path, key: str = "%") -> int:
    with closing(sqlite3.connect(database)) as connection:
        (found,) = connection.execute("SELECT COUNT(*) FROM tournament_change WHERE key LIKE ?", (key,)).fetchone()
    return int(found)


def test_a_locked_database_is_read_and_a_save_says_what_holds_it_up(met: Met) -> None:
    house, desk, database = met
    with closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        save = desk.next_save()
        answer = desk.send(save)
        page = desk.get(f"/desk/{desk.prepared.slug}/rounds/1/results/")
        other.execute("ROLLBACK")
    assert (answer.status, answer.headers["Retry-After"], page.status) == (503, "5", 200)
    assert answer.text.startswith("Something else is using the database. Wait a few seconds and try again.")
    assert "tournament.faults: POST /desk/fault-cup-2026/rounds/1/results/: Something else is using" in house.said
    assert desk.send(save).status == 200


def test_a_browser_that_sends_everything_twice_saves_once(met: Met) -> None:
    _, desk, database = met
    with ThreadPoolExecutor(2) as both:
        for _ in range(10):
            save = desk.next_save()
            answers = list(both.map(desk.send, (save, save)))
            assert {answer.status for answer in answers} <= {200, 302}, [answer.text[:200] for answer in answers]
            assert changes(database, f"{save.key[:OF_THE_FORM]}%") == 1


def test_half_a_form_changes_nothing(met: Met) -> None:
    """Outcome would make a result: all figures, and a part of the words behind them."""
    house, desk, database = met
    save = desk.next_save()
    body = urlencode({"csrfmiddlewaretoken": "a" * 32, **desk.fields(save)}).encode()
    before = changes(database)
    path = f"/desk/{desk.prepared.slug}/rounds/1/results/"
    send_part(desk, path, "application/x-www-form-urlencoded", body, len(body) - 3)
    told = f"WARNING tournament.faults: POST {path}: 3 bytes of the request never came; nothing of it was read."
    wait(lambda: told in house.said)
    assert told in house.said
    assert desk.get(path).status == 200
    assert changes(database) == before
    assert desk.send(save).status == 200


def test_half_a_file_is_no_file_and_leaves_nothing_behind(met: Met) -> None:
    _, desk, database = met
    part = b'--x\r\nContent-Disposition: form-data; name="%s"%s\r\n\r\n%s\r\n'
    body = part % (b"csrfmiddlewaretoken", b"", b"a" * 32)
    body += part % (b"file", b'; filename="cup.toptable"', b"\x1f\x8b" + bytes(400_000)) + b"--x--\r\n"
    before = changes(database)
    for kept in (100, 200_000, len(body) - 4):
        send_part(desk, "/desk/restore/", "multipart/form-data; boundary=x", body, kept)
    assert desk.get("/desk/restore/").status == 200
    assert changes(database) == before
    whole = desk.ask("POST", "/desk/restore/", body, {"Content-Type": "multipart/form-data; boundary=x"})
    assert whole.status == 409, "and a whole one that is no archive is refused in a sentence"


def send_part(desk: Desk, path: str, kind: str, body: bytes, size: int) -> None:
    """Announce a whole body, send a part of it and break off."""
    head = (
        f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{desk.port}\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n"
        f"Origin: http://127.0.0.1:{desk.port}\r\nX-CSRFToken: {TOKEN}\r\n"
        f"Cookie: {desk.prepared.cookies}\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", desk.port), timeout=PATIENCE) as connection:
        connection.sendall(head.encode() + body[:size])
        connection.shutdown(socket.SHUT_WR)
        while connection.recv(65_536):
            pass
