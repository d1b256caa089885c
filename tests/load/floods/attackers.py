"""Those who mean harm, as a program of its own: `python -m tests.load.floods.attackers FLOOD TARGET`, until it is ended.

It says "at it" once all of it stands, and at its end, by SIGTERM, as JSON how many answers of each status it had, how often it was hung up
on, and how many connections it held then. Its addresses are 127.0.0.1 to 127.0.0.8, of which the first is the desk's own.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import resource
import secrets
import signal
import string
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial

from tests.load.floods.target import Target, device, target_of

BODY = 2_400_000
"""Bytes of a form that is sent up to its last one: just below what a stranger may send."""
SENT_A_SECOND = 20_000_000
"""Bytes that all half-sent forms together send: a good Wi-Fi's."""
HALF_SENT, HELD, SOCKETS, GUESSING, LINKS = 600, 4_300, 2_000, 16, 16
RAMP = 2.0
"""Seconds in which connections that are held are opened."""
SHORTEST = 0.05
"""Seconds between two tries of one connection."""
LONGEST = 60.0
SLOW = ("/{slug}/?me={word}", "/floor/rules/?q={word}", "/{slug}/prices/?q={word}", "/{slug}/standings/?q={word}")
"""Pages that whoever makes up a word gets made anew."""


OTHER_DEVICE = "Via: 1.1 hall"
"""The field by which `serve` does not take the sender for a browser on its own machine, although it comes from there: it would look for it
in the list of all connections, as it does for no other device."""

OF_THE_DESK = ("/desk/{slug}/", "/desk/{slug}/rounds/2/results/?q={word}")


@dataclass
class Attack:
    """A flood under way."""

    target: Target
    heard: Counter[str] = field(default_factory=Counter)
    held: int = 0
    spare: float = 0.0
    """Bytes that may be sent now."""

    async def line(self, number: int, port: int = 0) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A new connection of a device."""
        tls, own = self.target.tls_of_strangers(), (device(number), 0)
        named = self.target.name if tls else None
        return await asyncio.open_connection(
            "127.0.0.1", port or self.target.port, local_addr=own, ssl=tls, server_hostname=named
        )

    def head(self, path: str, *more: str, method: str = "GET") -> bytes:
        """The head of a request."""
        lines = [f"{method} {path} HTTP/1.1", f"Host: {self.target.name}", OTHER_DEVICE, *more, "", ""]
        return "\r\n".join(lines).encode()

    async def answer(self, reader: asyncio.StreamReader) -> tuple[str, str]:
        """The head and the body of an answer, counted; both empty where the other side hung up."""
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        except asyncio.IncompleteReadError:
            self.heard["hung up"] += 1
            return "", ""
        self.heard[head.split()[1]] += 1
        length = re.search(r"\r\ncontent-length: *(\d+)", head, re.IGNORECASE)
        body = await reader.readexactly(int(length[1])) if length else b""
        return head, body.decode("utf-8", "replace")


def word() -> str:
    """A word that nobody asked for yet."""
    return "".join(secrets.choice(string.ascii_lowercase) for _ in range(12))


async def half_sent(attack: Attack, number: int) -> None:
    """Send a form but for its last byte; every second one is a small one, of which three bytes come."""
    length = 1_000 if number % 2 else BODY
    reader, writer = await attack.line(number)
    try:
        kind = "Content-Type: application/x-www-form-urlencoded"
        writer.write(attack.head("/login/", kind, f"Content-Length: {length}", method="POST"))
        left = 3 if number % 2 else length - 1
        ended = asyncio.ensure_future(reader.read(200))
        while not ended.done():
            part = min(left, 65_536, int(attack.spare))
            if part:
                attack.spare -= part
                left -= part
                writer.write(b"x" * part)
                await writer.drain()
            await asyncio.wait([ended], timeout=0.25 if left else 5.0)
        status = ended.result().split()
        attack.heard[status[1].decode() if len(status) > 1 else "hung up"] += 1
    finally:
        writer.close()


async def held(attack: Attack, number: int) -> None:
    """Send a whole request for a page that is made anew, and wait for its answer."""
    reader, writer = await attack.line(number)
    try:
        writer.write(attack.head(SLOW[number % len(SLOW)].format(slug=attack.target.slug, word=word())))
        await attack.answer(reader)
    finally:
        writer.close()


async def reading(attack: Attack, number: int, *more: str) -> None:
    """Ask for one page after the other past every cache."""
    reader, writer = await attack.line(number)
    try:
        for turn in range(number, 100_000):
            pages = SLOW if turn % 2 or not more else OF_THE_DESK
            writer.write(attack.head(pages[turn % len(pages)].format(slug=attack.target.slug, word=word()), *more))
            head, _body = await attack.answer(reader)
            if not head or "connection: close" in head.lower():
                return
    finally:
        writer.close()


async def from_one(attack: Attack, _number: int) -> None:
    """Ask for one page after the other past every cache, all from one address."""
    await reading(attack, 1)


async def marked(attack: Attack, number: int) -> None:
    """The same and the desk's, half with the mark of a device of a former helper, half with made-up ones."""
    mark = attack.target.mark if number % 2 else f"{word()}:{word()}:{word()}"
    await reading(attack, number, f"Cookie: known_device={mark}")


async def guessing(attack: Attack, number: int) -> None:
    """Type a wrong password, for a name that there is at every second time."""
    reader, writer = await attack.line(number)
    try:
        writer.write(attack.head("/login/", "Connection: close"))
        head, page = await attack.answer(reader)
    finally:
        writer.close()
    token = "".join(re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', page)[:1])
    cookie = "".join(re.findall(r"csrftoken-\w+=\w+", head))
    for turn in range(8):
        name = "director" if turn % 2 else f"nobody{number}"
        body = f"csrfmiddlewaretoken={token}&username={name}&password={word()}".encode()
        reader, writer = await attack.line(number)
        try:
            more = ("Content-Type: application/x-www-form-urlencoded", f"Origin: {attack.target.origin}")
            sent = (f"Cookie: {cookie}", f"Content-Length: {len(body)}", "Connection: close")
            writer.write(attack.head("/login/", *more, *sent, method="POST") + body)
            await attack.answer(reader)
        finally:
            writer.close()


async def let_in(attack: Attack, number: int) -> None:
    """Open a link that lets somebody in, as nobody has written it."""
    reader, writer = await attack.line(number)
    try:
        writer.write(attack.head(f"/let-in/{word()}{word()}ab/", "Connection: close"))
        await attack.answer(reader)
    finally:
        writer.close()


async def socketed(attack: Attack, number: int) -> None:
    """Open the socket of a game's page and keep it; the pings of the other side are not answered."""
    reader, writer = await attack.line(number, attack.target.sockets)
    try:
        writer.write(upgrade(attack))
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        attack.heard[head.split()[1]] += 1
        while head.split()[1] == "101" and await reader.read(65_536):
            pass
    finally:
        writer.close()


async def half_opened(attack: Attack, number: int) -> None:
    """Begin to open a socket, and say no more after half of what that needs."""
    reader, writer = await attack.line(number, attack.target.sockets)
    try:
        writer.write(upgrade(attack)[:-40])
        await reader.read(200)
        attack.heard["hung up"] += 1
    finally:
        writer.close()


def upgrade(attack: Attack) -> bytes:
    """What a browser sends to open the socket of a game's page."""
    key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
    more = ("Connection: Upgrade", "Upgrade: websocket", f"Origin: {attack.target.origin}", "Sec-WebSocket-Version: 13")
    return attack.head(f"/game/{attack.target.game}/live/", *more, key)


Device = Callable[[Attack, int], Awaitable[None]]
FLOODS: dict[str, tuple[Device, int, str]] = {
    "bodies": (half_sent, HALF_SENT, "half-sent forms of 2.4 MB and of 1 kB, 20 MB a second"),
    "held": (held, HELD, "whole requests held open on pages that are made anew"),
    "readers": (reading, 8, "readers past every cache"),
    "more readers": (reading, 24, "readers past every cache"),
    "one address": (from_one, 24, "readers past every cache at one address"),
    "very many": (from_one, 620, "readers past every cache at one address"),
    "marks": (marked, 24, "readers with the mark of a former helper, and made-up ones, of the desk's pages too"),
    "passwords": (guessing, GUESSING, "who type wrong passwords"),
    "links": (let_in, LINKS, "who try links that let in"),
    "sockets": (socketed, SOCKETS, "sockets of one game's page"),
    "half-open": (half_opened, SOCKETS, "sockets that are half asked for"),
}
"""Each flood by its name: what one connection does, how many there are, and what it is called."""


async def again(attack: Attack, act: Device, number: int, pause: float) -> None:
    """Let one connection do its work again and again, whatever becomes of it."""
    await asyncio.sleep(pause)
    while True:
        attack.held += 1
        try:
            async with asyncio.timeout(LONGEST):
                await act(attack, number)
        except (OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError) as problem:
            attack.heard[type(problem).__name__] += 1
        finally:
            attack.held -= 1
        await asyncio.sleep(SHORTEST)


async def flood(name: str, target: Target) -> None:
    """Begin all of it, and go on until the program is told to end."""
    act, many, _words = FLOODS[name]
    attack, ending = Attack(target), asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, ending.set)
    tasks = [asyncio.create_task(again(attack, act, number, RAMP * number / many)) for number in range(many)]
    asyncio.get_running_loop().call_later(RAMP + 0.5, partial(print, "at it", flush=True))
    while not ending.is_set():
        attack.spare = min(attack.spare + SENT_A_SECOND / 20, SENT_A_SECOND / 5)
        await asyncio.sleep(0.05)
    print(json.dumps({"heard": dict(attack.heard), "held": attack.held}), flush=True)  # noqa: T201
    del tasks
    os._exit(0)  # thousands of connections end at once, as if the cable were pulled


if __name__ == "__main__":
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    asyncio.run(flood(sys.argv[1], target_of(sys.argv[2])))
