"""A crowd that means harm, as a program of its own: half-sent and slow requests, find-me and wrong passwords without end.

``python -m tests.tournament.serving.besieging PORT SLUG`` goes on until it is killed, and says "at it" once all of it has begun.
"""

from __future__ import annotations

import os
import re
import socket
import sys
import time
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from itertools import count
from threading import Thread

from tests.run.patience import PATIENCE

HALF_SENT, SLOW, FINDING, GUESSING = 300, 40, 24, 16
"""Connections of each kind."""


def main(port: int, slug: str) -> None:
    """Begin all of it, each in its own thread or connection."""
    os.nice(19)  # an attacker has a processor of his own; this one is the servers'
    held = [half_sent(port) for _ in range(HALF_SENT)]
    dribbling = [half_sent(port) for _ in range(SLOW)]
    for number in range(FINDING):
        Thread(target=finding, args=(port, slug, number), daemon=True).start()
    for _ in range(GUESSING):
        Thread(target=guessing, args=(port,), daemon=True).start()
    print("at it", flush=True)  # noqa: T201
    while True:
        time.sleep(0.5)
        for each in dribbling:
            with suppress(OSError):
                each.send(b"x")
        for place, each in enumerate(held):  # what the front has given up is begun anew
            if is_closed(each):
                held[place] = half_sent(port)


def half_sent(port: int) -> socket.socket:
    """A form of which three bytes come."""
    opened = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
    head = "POST /login/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\n"
    opened.sendall(f"{head}Content-Length: 1000\r\n\r\nabc".encode())
    return opened


def is_closed(opened: socket.socket) -> bool:
    """Whether the other side has ended it."""
    opened.setblocking(False)
    try:
        return not opened.recv(1)
    except BlockingIOError:
        return False
    except OSError:
        return True


def finding(port: int, slug: str, number: int) -> None:
    """Ask for one name after the other, each another one."""
    for turn in count():
        asked(port, "GET", f"/{slug}/?me=Nobody+{number}+{turn}")


def guessing(port: int) -> None:
    """Type one wrong password after the other, for a name there is."""
    head, page = asked(port, "GET", "/login/")
    token = "".join(re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', page))
    headers = {"Cookie": head.partition(";")[0], "Content-Type": "application/x-www-form-urlencoded"}
    for turn in count():
        body = f"csrfmiddlewaretoken={token}&username=nobody{turn}&password=a+guess"
        asked(port, "POST", "/login/", body, headers)


def asked(port: int, method: str, path: str, body: str = "", headers: dict[str, str] | None = None) -> tuple[str, str]:
    """The cookie and the text of an answer, empty where none came."""
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        connection.request(method, path, body or None, headers or {})
        answer = connection.getresponse()
        return answer.headers["Set-Cookie"] or "", answer.read().decode()
    except (OSError, HTTPException):
        return "", ""
    finally:
        connection.close()


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])
