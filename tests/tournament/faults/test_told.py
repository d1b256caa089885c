"""What a fault is called, what its page says, and what it gives back."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from tournament.installation import faults
from tournament.installation.faults import BrokenOffError, WholeBody, fault_of, with_whole_bodies
from tournament.public.answers import answer_to_error


def full(folder: Path) -> None:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute("PRAGMA max_page_count = 2")
        connection.execute("CREATE TABLE one (a)")
        connection.execute("INSERT INTO one VALUES (zeroblob(100000))")


def read_only(folder: Path) -> None:
    sqlite3.connect(folder / "file").execute("CREATE TABLE one (a)")
    with closing(sqlite3.connect(f"file:{folder / 'file'}?mode=ro", uri=True)) as connection:
        connection.execute("INSERT INTO one VALUES (1)")


def locked(folder: Path) -> None:
    with (
        closing(sqlite3.connect(folder / "file", isolation_level=None)) as one,
        closing(sqlite3.connect(folder / "file", timeout=0)) as other,
    ):
        one.execute("BEGIN EXCLUSIVE")
        other.execute("CREATE TABLE one (a)")


def no_database(folder: Path) -> None:
    (folder / "file").write_bytes(b"no database" * 1_000)
    with closing(sqlite3.connect(folder / "file")) as connection:
        connection.execute("SELECT * FROM sqlite_master")


def no_folder(folder: Path) -> None:
    sqlite3.connect(folder / "none" / "file")


def no_server(folder: Path) -> None:
    psycopg.connect(host=str(folder), user="nobody", dbname="none")


def no_room_for_a_file(folder: Path) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize(
    ("do", "fault"),
    [
        (full, faults.FULL),
        (read_only, faults.READ_ONLY),
        (locked, faults.LOCKED),
        (no_database, faults.DAMAGED),
        (no_folder, faults.UNREACHABLE),
        (no_server, faults.UNREACHABLE),
        (no_room_for_a_file, faults.FULL),
    ],
)
def test_what_really_fails_is_called_by_its_name(
    do: Callable[[Path], None], fault: faults.Fault, tmp_path: Path
) -> None:
    with pytest.raises(Exception) as failure:  # noqa: PT011
        do(tmp_path)
    assert fault_of(failure.value) is fault
    wrapped = OperationalError(str(failure.value))
    wrapped.__cause__ = failure.value
    assert fault_of(wrapped) is fault


def test_what_is_nobodys_fault_below_is_our_own() -> None:
    assert fault_of(KeyError("round")) is faults.OTHER
    assert fault_of(psycopg.errors.DiskFull("full")) is faults.FULL
    assert fault_of(psycopg.errors.UniqueViolation("twice")) is faults.OTHER
    assert fault_of(None) is faults.OTHER


def answered(request: HttpRequest, error: Exception) -> HttpResponse:
    try:
        raise error
    except Exception:  # noqa: BLE001  as the program's own last resort does
        return answer_to_error(request)


def test_a_form_is_given_back_to_be_sent_once_more_and_what_it_holds_stays_text() -> None:
    sent = {"key": "k1", "name": '"><script>alert(1)</script>', "tile": ["1A", "2B"]}
    answer = answered(RequestFactory().post("/desk/cup/entries/", sent), OSError(errno.ENOSPC, "full"))
    page = answer.content.decode()
    assert (answer.status_code, answer["Retry-After"], answer["Cache-Control"]) == (503, "60", "no-store")
    assert "<h1>The disk of this installation is full</h1>" in page
    assert 'action="/desk/cup/entries/"' in page
    assert page.count('type="hidden"') == 4
    assert "<script>alert" not in page


def test_neither_a_password_nor_a_file_is_given_back() -> None:
    log_in = RequestFactory().post("/login/", {"username": "ada", "password": "secret words"})
    file = RequestFactory().post("/desk/cup/", {"key": "k1", "list": SimpleUploadedFile("list.csv", b"Ada")})
    for request in (log_in, file):
        page = answered(request, OSError(errno.ENOSPC, "full")).content.decode()
        assert ("hidden" in page, "secret words" in page) == (False, False)
    assert "This page cannot keep a file" in page


def test_a_reader_is_told_that_nothing_changed_and_a_script_in_its_own_way() -> None:
    full_disk = OSError(errno.ENOSPC, "full")
    page = answered(RequestFactory().get("/cup/?page=2"), full_disk).content.decode()
    assert "Nothing was changed." in page
    assert 'href="/cup/?page=2"' in page
    script = answered(RequestFactory().get("/", headers={"accept": "*/*"}), full_disk)
    device = answered(RequestFactory().post("/", "{}", content_type="application/json"), full_disk)
    assert script["Content-Type"] == "text/plain; charset=utf-8"
    assert device["Content-Type"] == "application/json"
    own = answered(RequestFactory().post("/", {}), KeyError("x"))
    assert (own.status_code, "Something failed on our side" in own.content.decode()) == (500, True)


@pytest.mark.django_db
def test_what_cannot_be_read_is_refused_in_a_sentence() -> None:
    client = Client(raise_request_exception=False)
    large = client.post("/login/", "a=" + "x" * 3_000_000, content_type="application/x-www-form-urlencoded")
    many = client.post("/login/", "&".join(["a"] * 10_001), content_type="application/x-www-form-urlencoded")
    cut = client.post("/login/", b"nothing", content_type="multipart/form-data")
    elsewhere = client.get("/", headers={"host": "evil.example"})
    assert [answer.status_code for answer in (large, many, cut, elsewhere)] == [413, 413, 400, 400]
    for answer in (large, many, cut, elsewhere):
        page = answer.content.decode()
        assert ("This request was not accepted" in page, "Nothing was changed." in page) == (True, True)


class Stream:
    """What comes over a connection, in pieces of at most three bytes."""

    def __init__(self, content: bytes) -> None:
        self._content = content

    def read(self, size: int) -> bytes:
        taken, self._content = self._content[: min(size, 3)], self._content[min(size, 3) :]
        return taken


def test_a_body_is_read_whole_or_not_at_all() -> None:
    assert WholeBody(Stream(b"abcdefgh"), 8).read() == b"abcdefgh"
    body = WholeBody(Stream(b"abcdefgh"), 5)
    assert (body.read(2), body.read(100), body.read()) == (b"ab", b"cde", b"")
    with pytest.raises(BrokenOffError, match="2 bytes of the request never came"):
        WholeBody(Stream(b"abc"), 5).read()


def test_what_nobody_reads_of_a_body_is_taken_all_the_same_so_that_the_answer_is_heard() -> None:
    """A server that closes with the rest unread resets the connection, and what it has said is lost on the way."""
    stream = Stream(b"a form that is much too large")

    def refuses(environ: dict[str, Any], _start: object) -> list[bytes]:
        environ["wsgi.input"].read(6)
        return [b"It is too large."]

    assert with_whole_bodies(refuses)({"wsgi.input": stream, "CONTENT_LENGTH": "29"}, None) == [b"It is too large."]
    assert stream.read(1) == b""
    broken = Stream(b"half of it")
    assert with_whole_bodies(refuses)({"wsgi.input": broken, "CONTENT_LENGTH": "4000"}, None) == [b"It is too large."]
