"""The folder of the installation that `serve` locks, its current address, and the environment variables for its server."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from urllib.parse import urlsplit

from django.conf import settings
from django.core.management.base import CommandError
from django.utils import timezone
from filelock import FileLock, Timeout

from tournament.installation.addresses import in_address, is_loopback, network_address, own_names
from tournament.installation.environment import joined
from tournament.installation.local import LocalFolderError
from tournament.installation.serve_folder import (
    NOWHERE,
    ServeState,
    change_state,
    read_state,
    serves_own_key,
    stored_key,
)
from tournament.management.serving.server import Variables

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

    def look(self) -> Variables:
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
        return joined(
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
