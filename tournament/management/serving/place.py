"""The folder of the installation that `serve` locks, its current address, and the environment variables for its server.

The listening sockets of `serve`: one port for pages, phones and the sockets of games, opened before anything is touched.

The page in the browser of this machine, opened by `serve --open` as soon as it answers.

The messages of `serve` at the terminal: addresses for phones and the director, the link that makes an account, changes.
"""

from __future__ import annotations

import errno
import os
import socket
import time
import webbrowser
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from urllib.parse import urlsplit

import segno
from django.conf import settings
from django.core.management.base import CommandError
from django.utils import timezone
from filelock import FileLock, Timeout

from tournament.installation.addresses import (
    EVERYWHERE,
    in_address,
    is_inside_windows,
    is_loopback,
    network_address,
    own_names,
)
from tournament.installation.environment import Environment, joined_environment
from tournament.installation.folders import command_line
from tournament.installation.local import LocalFolderError
from tournament.installation.serve_folder import (
    NOWHERE,
    ServeState,
    change_state,
    read_state,
    serves_own_key,
    stored_key,
)
from tournament.record.devices import shown_code

WAITING = 512
"""Connections that wait until they are accepted."""


def open_sockets(
    host: str,
    port: int,
    command: str = "serve",
    advice: str = "leave out --host to answer on every address of this machine",
) -> list[socket.socket]:
    """Open the sockets that listen at a host and port: for an empty host, or one of `EVERYWHERE`, at all of this machine, IPv4 first.

    Raises CommandError with a sentence where that is not possible; ``command`` is what was entered, ``advice`` what to do about the host.
    """
    if not 1 <= port <= 65535:
        raise CommandError(f"There is no port {port}; use one from 1024 to 65535.")
    try:
        if host and host not in EVERYWHERE:
            family, _kind, _protocol, _name, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
            return [_listen(family, where)]
        everywhere = [_listen(socket.AF_INET, ("", port))]
    except OSError as error:
        raise CommandError(_refusal(error, f" on {host}" if host else "", port, command, advice)) from None
    except UnicodeError:
        raise CommandError(f"Cannot serve on {host}: this is not a valid name of a machine; {advice}.") from None
    try:
        everywhere.append(_listen(socket.AF_INET6, ("::", port)))
    except OSError:
        return everywhere  # no IPv6 on this machine: phones in a hall use IPv4
    return everywhere


def _listen(family: int, where: tuple[object, ...]) -> socket.socket:
    """A socket of this address family that listens at the address ``where``; raises OSError."""
    opened = socket.socket(family, socket.SOCK_STREAM)
    try:
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            opened.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        opened.bind(where)
        opened.listen(WAITING)
    except OSError:
        opened.close()
        raise
    return opened


def _refusal(error: OSError, where: str, port: int, command: str, advice: str) -> str:
    """Why the pages cannot be served there, and what to do."""
    if error.errno == errno.EADDRINUSE:
        another = command_line(f"{command} --port {port + 2}")
        return f"Port {port}{where} is in use; stop the program that uses it, or run: {another}"
    if error.errno == errno.EACCES:
        return f"Port {port} is reserved for the administrator; use one from 1024 to 65535."
    return f"Cannot serve{where}: {error.strerror}; {advice}."


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


OFFLINE = (
    "This machine is not on a network, so only it can open the pages. Join the hall's Wi-Fi or create a hotspot;\n"
    "the address for phones is shown here as soon as there is one."
)
ALONE = "Only this machine can open the pages, because of --host. Leave out --host to let phones in: {command}"
CONTAINED = (
    "This is a container, which cannot find the address that phones reach. Stop it, and start it with that of the machine in the hall's\n"
    "network, such as TOPTABLE_PUBLIC_ADDRESS=http://192.168.1.20:8000; until then phones and codes are sent to the address below."
)
QUIET = 4
"""The width of the white edge that a scanner needs around a QR code, in modules (the code's small squares)."""
HALVES = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}
"""A letter for each pair of modules, one above the other; 1 is dark."""
BLACK_ON_WHITE, AS_BEFORE = "\x1b[30;107m", "\x1b[0m"
INSIDE_WINDOWS = "This is Linux inside Windows (WSL): phones reach it only if Windows mirrors its network. See docs/running/laptop.md."


def where_to(
    address: str, local: str, *, is_narrow: bool, is_terminal: bool = False, is_contained: bool = False
) -> str:
    """The text with the addresses of the pages: for phones, with a QR code, and on this machine.

    ``is_narrow`` is true where --host names one address; ``is_terminal`` where the text may contain codes for colours; ``is_contained``
    where a container has found the address itself.
    """
    if is_loopback(address):
        return f"On this machine: {local}/\n{ALONE.format(command=command_line('serve')) if is_narrow else OFFLINE}"
    own = "" if local == address else f"\nOn this machine: {local}/"
    warning = f"\n{INSIDE_WINDOWS}" if is_inside_windows() else ""
    first = f"{CONTAINED}\n\n" if is_contained else ""
    return f"{first}Phones in the hall: {address}/\n\n{code_of(f'{address}/', is_terminal=is_terminal)}\n{own}{warning}".rstrip()


def code_of(address: str, *, is_terminal: bool = False) -> str:
    """An address as a QR code made of block characters, each line of text showing two rows of the code.

    With ``is_terminal`` each line sets black on white, because not every phone reads a code with its colours exchanged.
    """
    rows = [bytes(row) for row in segno.make(address, micro=False).matrix]
    blank = bytes(len(rows[0]) + 2 * QUIET)
    edge = bytes(QUIET)
    rows = [blank] * QUIET + [edge + row + edge for row in rows] + [blank] * QUIET
    if len(rows) % 2:
        rows.append(blank)
    lines = [
        "".join(HALVES[upper, lower] for upper, lower in zip(*pair, strict=True))
        for pair in zip(rows[::2], rows[1::2], strict=True)
    ]
    return "\n".join(f"{BLACK_ON_WHITE}{line}{AS_BEFORE}" if is_terminal else line for line in lines)


def code_line(code: str) -> str:
    """The text with the code by which the browser of this machine makes itself known."""
    return f"If a page on this machine asks for the code of this window: {shown_code(code)}"


def let_in_line(path: str, local: str, *, whose: str, minutes: int) -> str:
    """The text with a one-time link: for a new password of the account ``whose``, or for the first account where that is empty.

    ``path`` is the link without the address ``local`` before it; ``minutes`` is how long it works.
    """
    what = f"Set a new password for {whose}" if whose else "Create the director's account"
    lasts = f"{minutes // 60} hours" if minutes > 60 else f"{minutes} minutes"
    return f"{what}: open this link once on this machine, within {lasts}:\n\n    {local}{path}\n"


def address_changed_message(before: str, sheets: Sequence[tuple[str, Sequence[str]]]) -> str:
    """The message that the address has changed, with the titles of the printed sheets on which the old one stands, for each event."""
    lines = [f"The address for phones has changed; it was {before}/."]
    for event, titles in sheets:
        lines.append(f"Printed sheets of {event} that show the old address: {'; '.join(titles)}. Reprint them.")
    return "\n".join(lines)


LOCK, SERVED_AT = "serving.lock", "serving-at.txt"
"""The file that a running `serve` locks, and the one with its address: Windows lets nobody else read a file that is locked."""
PUBLIC, SECRET = "TOPTABLE_PUBLIC_ADDRESS", "TOPTABLE_SECRET_KEY"


class ServedElsewhereError(Exception):
    """Another `serve` has locked the folder; ``local`` is its address on this machine."""

    def __init__(self, local: str) -> None:
        super().__init__(f"Top Table is already running at {local}/; use it, or stop it first.")
        self.local = local


class ServingPlace:
    """The folder and address of one running `serve`.

    ``_state`` is what the folder's file stores, ``_next`` what is to be stored once the server answers at the current address. The address
    is looked up at each call of `look`.
    """

    def __init__(self, folder: Path, host: str, port: int) -> None:
        self.folder, self.host, self.port = folder, host, port
        self._given = "" if settings.OWN_ADDRESS == NOWHERE else settings.OWN_ADDRESS
        self._state = self._next = read_state(folder)
        self._given_second = "" if self._state.second_place == settings.SECOND_PLACE else settings.SECOND_PLACE
        self._has_own_key = serves_own_key(folder)
        self._lock = FileLock(folder / LOCK, mode=0o600, thread_local=False)
        self.address = ""

    @property
    def local(self) -> str:
        """The address of the pages on this machine itself."""
        return f"http://{in_address(self.host or '127.0.0.1')}:{self.port}"

    @property
    def is_found(self) -> bool:
        """Whether the address was found on this machine, and not named by whoever started it."""
        return not (self._given or self.host)

    @property
    def earlier(self) -> str:
        """The address before the current one; empty where it never changed."""
        return self._next.earlier_address

    @property
    def changed_at(self) -> datetime | None:
        """When the address changed last; None where it never did."""
        return datetime.fromisoformat(self._next.changed_at) if self._next.changed_at else None

    @property
    def has_moved(self) -> bool:
        """Whether the current address differs from the one that was served last."""
        return bool(self._state.address) and self._next.address != self._state.address

    def hold(self) -> None:
        """Lock the folder as long as this process runs; raises ServedElsewhereError where another `serve` has locked it."""
        path = self.folder / SERVED_AT
        try:
            self._lock.acquire(blocking=False)
        except Timeout:
            raise ServedElsewhereError(_text_of(path) or self.local) from None
        except OSError as error:
            raise CommandError(
                f"Cannot write {self.folder / LOCK}: {error.strerror}; make it writable for this user."
            ) from None
        with suppress(OSError):  # only another `serve` reads it, to say where this one is
            path.touch(mode=0o600)
            path.write_text(self.local, encoding="utf-8")

    @property
    def second_place(self) -> str:
        """The folder for second copies of snapshots as it was chosen last; empty where there is none."""
        return self._given_second or self._state.second_place

    def look(self) -> Environment:
        """Look up the current address, and return the environment variables for a server at it."""
        with suppress(LocalFolderError):  # then what was read last is used
            self._state = read_state(self.folder)
        found = self.host or network_address() or "127.0.0.1"
        self.address = self._given or f"http://{in_address(found)}:{self.port}"
        self._next = self._state_at(self.address)
        wanted = {
            PUBLIC: self.address,
        }
        if self._has_own_key and (key := stored_key(self.folder)):
            wanted[SECRET] = key
        if not os.environ.get("TOPTABLE_ALLOWED_HOSTS"):
            wanted["TOPTABLE_ALLOWED_HOSTS"] = ",".join(own_names(str(urlsplit(self.address).hostname)))
        return joined_environment(
            wanted,
            earlier_address=self._next.earlier_address,
            address_changed=self._next.changed_at,
            serve_folder=str(self.folder),
            second_fixed="on" if self._given_second else "off",
            taken_over=self._state.taken_over,
        )

    def _state_at(self, address: str) -> ServeState:
        """The state to store once this address is served.

        It is the stored state where the address is the same or a loopback address (the machine is on no network for a while, which is no
        change). Otherwise it names the new address, the one before it and the moment of the change; the first address has no change.
        """
        if is_loopback(address) or address == self._state.address:
            return self._state
        if self._next.address == address:  # found before and not stored yet: the moment of the change stays
            return self._next
        if not self._state.address:
            return replace(self._state, address=address)
        now = timezone.now().isoformat(timespec="seconds")
        return replace(self._state, address=address, earlier_address=self._state.address, changed_at=now)

    def note_served(self) -> None:
        """Store the current address as served, if that is not done already, beside what pages have stored; raises LocalFolderError."""
        if self._next.address != self._state.address:
            served = {name: getattr(self._next, name) for name in ("address", "earlier_address", "changed_at")}
            self._state = self._next = change_state(self.folder, **served)


def _text_of(path: Path) -> str:
    """What a file says; an empty text where it cannot be read."""
    try:
        return path.read_text(encoding="utf-8").strip()
    except OSError:
        return ""
