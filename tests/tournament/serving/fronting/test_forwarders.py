"""Whoever forwards others' requests from this machine, and says so or not, gives nobody what only the browser before it has."""

from __future__ import annotations

import os
import re
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Thread

import pytest

from tests.run.patience import PATIENCE
from tests.tournament.keeping.browsing import Browser
from tests.tournament.serving.deployed.servers import NGINX, program
from tests.tournament.serving.running import command, free_port, hall_database, is_taken, put_migrated, serving, wait

BUTTONS = ("Create your account", "Continue from a stick", "New password:")
PASSWORD = "tiles and chains"
Change = Callable[[bytes], bytes]


@contextmanager
def forwarder(to: int, change: Change = bytes) -> Iterator[int]:
    """A forwarder at a port of this machine, which changes the head of each connection's first request."""
    with socket.create_server(("127.0.0.1", 0)) as opened:
        Thread(target=_accept, args=(opened, to, change), daemon=True).start()
        yield opened.getsockname()[1]


def _accept(opened: socket.socket, to: int, change: Change) -> None:
    while True:
        try:
            client, _address = opened.accept()
        except OSError:  # closed
            return
        Thread(target=_forward, args=(client, to, change), daemon=True).start()


def _forward(client: socket.socket, to: int, change: Change) -> None:
    """Pass a connection on, both ways, until either end closes it."""
    with client, socket.create_connection(("127.0.0.1", to), PATIENCE) as server:
        head = b""
        while b"\r\n\r\n" not in head:
            head += client.recv(65_536)
        server.sendall(change(head))
        Thread(target=_pour, args=(client, server), daemon=True).start()
        _pour(server, client)


def _pour(source: socket.socket, target: socket.socket) -> None:
    try:
        while part := source.recv(65_536):
            target.sendall(part)
        target.shutdown(socket.SHUT_WR)
    except OSError:  # the other end has closed
        pass


@contextmanager
def nginx(to: int, folder: Path) -> Iterator[int]:
    """A nginx with one line of its own."""
    port = free_port()
    main = folder / "nginx.conf"
    user = "user root;\n" if os.getuid() == 0 else ""
    main.write_text(
        f"daemon off;\n{user}pid {folder}/nginx.pid;\nerror_log stderr;\nevents {{}}\nhttp {{ access_log off; server {{ listen"
        f" 127.0.0.1:{port}; location / {{ proxy_pass http://127.0.0.1:{to}; }} }} }}\n"
    )
    with program([str(NGINX), "-p", str(folder), "-c", str(main)], folder, os.environ, "nginx"):
        wait(lambda: is_taken(port))
        yield port


def naming_the_client(head: bytes) -> bytes:
    """As a proxy that names its client in a field of its own."""
    return head.replace(b"\r\n", b"\r\nX-Client-IP: 203.0.113.9\r\nX-Original-Host: cup.example\r\n", 1)


def of_the_first_version(head: bytes) -> bytes:
    """As a proxy that speaks HTTP/1.0."""
    return head.replace(b" HTTP/1.1\r\n", b" HTTP/1.0\r\n", 1)


def calling(port: int) -> Change:
    """As a forwarder that calls the server by the name under which it reaches it."""
    return lambda head: re.sub(rb"(?m)^(Host|Origin): (http://)?[^\r]+", rb"\1: \g<2>127.0.0.1:%d" % port, head)


@pytest.fixture
def home(tmp_path: Path, kept_database: Path) -> Path:
    """A laptop on which nobody has an account."""
    put_migrated(kept_database, hall_database(tmp_path))
    return tmp_path


def test_no_forwarder_gives_strangers_what_the_browser_at_the_machine_has(home: Path) -> None:
    with serving(home) as served, ExitStack() as held:
        served.until_up()
        at = {
            "plain": held.enter_context(forwarder(served.port)),
            "two in a row": held.enter_context(forwarder(held.enter_context(forwarder(served.port)))),
            "one that names the client": held.enter_context(forwarder(served.port, naming_the_client)),
            "HTTP/1.0": held.enter_context(forwarder(served.port, of_the_first_version)),
            "Host rewritten": held.enter_context(forwarder(served.port, calling(served.port))),
        }
        if NGINX.exists():
            at["nginx"] = held.enter_context(nginx(served.port, home))
        own = Browser(served.port).show(served.code)
        for kind, port in at.items():
            closed(kind, port, "/")
        assert [words in own.open("/").words for words in BUTTONS] == [True, True, False]
        own.send("/let-in/link/")
        assert own.send(own.address, username="ada", password1=PASSWORD, password2=PASSWORD).address == "/desk/"
        for kind, port in at.items():
            closed(kind, port, "/login/")
        by_link(home, served.port, at["plain"])
        assert "New password: ada" in Browser(served.port).show(served.code).words
        guesses = [Browser(at["plain"]).show(f"abcd-ef{n}g").status for n in range(2, 10)] + [
            Browser(at["plain"]).show("abcd-efgh").status
        ]
        assert (guesses[0], guesses[-1]) == (410, 429), "wrong codes are counted"


def closed(kind: str, port: int, page: str) -> None:
    """See that a stranger's browser behind a forwarder has no button, and that none of the doors behind them opens."""
    stranger = Browser(port).open(page)
    assert stranger.status == 200, kind
    assert [words for words in BUTTONS if words in stranger.words] == [], kind
    for door in ("/let-in/link/", "/let-in/copy/", "/let-in/copy/use/"):
        stranger.open("/login/").send(door, account="ada")
        assert "/let-in/" not in stranger.address or stranger.status in {403, 405}, (kind, door, stranger.words)
    assert "Set the password" not in stranger.words, kind


def by_link(home: Path, port: int, forwarded: int) -> None:
    """The address that `serve --open` opens knows one browser, once, and leads it to the desk."""
    beside = command(home, "serve", "--open", BROWSER="/bin/echo OPENED %s")
    (path,) = re.findall(rf"OPENED http://127\.0\.0\.1:{port}(/let-in/\w+/)", beside.stdout)
    first = Browser(port).open(path)
    assert first.address == "/login/?next=/desk/"
    assert "New password: ada" in first.words
    again = Browser(forwarded).open(path)
    assert (again.status, "Set the password" in again.words) == (410, False)
