"""The demo command: its director, its database and its refusals; serving itself is tried by the installation test."""

from __future__ import annotations

import io
import socket
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.core.management.base import CommandError

from tournament.installation.local import kept_secret
from tournament.management.commands.demo import LET_IN, address_of, forget, keep_director
from tournament.management.serving.place import open_sockets
from tournament.models import Event


@pytest.mark.django_db
def test_the_demo_loads_two_events_once_and_tells_the_log_in_each_time() -> None:
    said = [io.StringIO(), io.StringIO()]
    for out in said:
        call_command("demo", "--no-serve", stdout=out)
    assert Event.objects.count() == 2
    assert list(Event.objects.values_list("created_by__username", flat=True)) == ["director", "director"]
    last = [
        "Top Table's demo: http://127.0.0.1:8000/",
        f"Log in as director with the password {kept_secret('demo-password')}",
        "Not running: start it without --no-serve.",
    ]
    assert [out.getvalue().splitlines()[-3:] for out in said] == [last, last]


@pytest.mark.django_db
def test_the_demos_director_gets_the_password_back_that_is_printed() -> None:
    keep_director("the first password")
    director = User.objects.get(username="director")
    director.set_password("changed in the demo")
    director.save()
    keep_director("the first password")
    assert User.objects.get(username="director").check_password("the first password")


def test_fresh_deletes_the_demos_database_with_its_journals_and_no_other(tmp_path: Path) -> None:
    for name in ("demo.sqlite3", "demo.sqlite3-wal", "demo.sqlite3-shm", "demo-password", "top-table.sqlite3"):
        (tmp_path / name).touch()
    forget(tmp_path / "demo.sqlite3")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["demo-password", "top-table.sqlite3"]
    with pytest.raises(CommandError) as refusal:
        forget(tmp_path / "top-table.sqlite3")
    assert str(refusal.value) == (
        f"--fresh would delete {tmp_path}/top-table.sqlite3, which is not the demo's; run it as: python3 manage.py demo --fresh"
    )


def test_a_port_in_use_is_told_with_the_next_one() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(CommandError) as refusal:
            open_sockets("127.0.0.1", port, "demo", LET_IN)
    assert str(refusal.value) == (
        f"Port {port} on 127.0.0.1 is in use; stop the program that uses it, or run: python3 manage.py demo --port {port + 2}"
    )


@pytest.mark.parametrize("host", ["no such host", "a..b"])
def test_a_host_that_no_machine_has_is_refused(host: str) -> None:
    with pytest.raises(CommandError, match=rf"Cannot serve on {host}: .*; use 127.0.0.1, or 0.0.0.0 to let phones in"):
        open_sockets(host, 8000, "demo", LET_IN)


@pytest.mark.parametrize("port", [0, -1, 65536])
def test_a_port_that_cannot_exist_is_refused(port: int) -> None:
    with pytest.raises(CommandError) as refusal:
        open_sockets("127.0.0.1", port, "demo", LET_IN)
    assert str(refusal.value) == f"There is no port {port}; use one from 1024 to 65535."


def test_an_address_in_brackets_is_printed_for_the_newer_protocol() -> None:
    assert [address_of(host) for host in ("127.0.0.1", "desk.example", "::1")] == ["127.0.0.1", "desk.example", "[::1]"]
