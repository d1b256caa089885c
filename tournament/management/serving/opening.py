"""The page in the browser of this machine, opened by `serve --open` as soon as it answers."""

from __future__ import annotations

import time
import webbrowser
from http.client import HTTPConnection, HTTPException
from urllib.parse import urlsplit

LONGEST = 300.0
"""Seconds after which nothing is opened any more: a first start reads every program from the disk."""
LOOKS_EVERY = 0.3
ANSWERS_WITHIN = 30.0
SAME_FOR_ALL = "/robots.txt"
"""What is asked for: a page that is no other for the browser on this machine, so that the front need not find out who asks."""


def open_when_answered(address: str) -> None:
    """Wait until a page is answered there, then open an address of this machine in its browser; do nothing for an empty one."""
    last = time.monotonic() + LONGEST
    while address and time.monotonic() < last:
        if is_answered(address):
            webbrowser.open(address)
            return
        time.sleep(LOOKS_EVERY)


def is_answered(address: str) -> bool:
    """Whether the server at this address (`http://…`) answers with a page, not with a refusal and not with silence."""
    parts = urlsplit(address)
    connection = HTTPConnection(parts.hostname or "", parts.port, timeout=ANSWERS_WITHIN)
    try:
        connection.request("HEAD", SAME_FOR_ALL)
        return connection.getresponse().status < 400
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()
