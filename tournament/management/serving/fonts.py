"""The fonts that names need and this machine lacks, fetched beside the running server, where this program may install packages.

1. Nothing is looked for before the server stands, and nothing where the machine is on no network or fetching is switched off.
2. Every LOOKS_EVERY seconds the names of events that are not over are read. Scripts without a font are fetched by their packages, once
   each, in a thread and at low priority; no page and no start waits for it.
3. What goes on is noted in a file beside the database, for the desk tells it. Once a package is there a new server takes over
   (`Server.start`), for one that runs has looked through the machine's fonts already.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Thread

from tournament.installation.addresses import is_loopback
from tournament.installation.packages import FetchNote, FetchState, install_beside, rights_to_install, write_note
from tournament.management.serving.server import Variables
from tournament.pdf import MissingScript, missing_scripts, wanted_packages

log = logging.getLogger(__name__)

LOOKS_EVERY = 20.0
"""Seconds between two looks at the names."""
FETCHED, NOTES = "TOPTABLE_FONTS_FETCHED", "TOPTABLE_FONT_NOTES"
NOTE_FILE = "fonts.json"


class FontFetching:
    """Fetches fonts while a server runs; ``names`` reads the names on paper, ``is_wanted`` is the setting."""

    def __init__(self, folder: Path, names: Callable[[], Iterable[str]], *, is_wanted: bool = True) -> None:
        self._path = folder / NOTE_FILE
        self._names, self._is_wanted = names, is_wanted
        self._note = FetchNote()
        self._fetching: Thread | None = None
        self._last_look = float("-inf")
        self._announced: set[str] = set()
        self._path.unlink(missing_ok=True)  # what an earlier run noted is over

    @property
    def variables(self) -> Variables:
        """The environment variables for the next server: the packages fetched since the running one searched for fonts."""
        fetched = sorted(package for package, state in self._note.states.items() if state is FetchState.FETCHED)
        return {NOTES: str(self._path), FETCHED: " ".join(fetched)}

    def look(self, address: str) -> Variables:
        """Begin to fetch fonts that names need; the environment variables for the server now."""
        is_busy = self._fetching is not None and self._fetching.is_alive()
        if self._is_wanted and not is_busy and not is_loopback(address) and self._is_time():
            found = missing_scripts(self._names())
            new = [package for package in wanted_packages(found) if package not in self._note.states]
            if new:
                self._begin(new, [lack for lack in found if lack.package in new])
        return self.variables

    def _is_time(self) -> bool:
        now = time.monotonic()
        if now - self._last_look < LOOKS_EVERY:
            return False
        self._last_look = now
        return True

    def _begin(self, packages: Sequence[str], missing: Sequence[MissingScript]) -> None:
        rights = rights_to_install()
        scripts = ", ".join(dict.fromkeys(lack.script for lack in missing))
        if rights is None:
            if not self._announced.issuperset(packages):
                log.info("No font prints %s; as root run: apt install %s", scripts, " ".join(packages))
            self._announced.update(packages)
            return
        log.info("No font prints %s; fetching %s beside.", scripts, ", ".join(packages))
        self._keep(packages, FetchState.FETCHING)
        self._fetching = Thread(target=self._fetch, args=(rights, packages), name="fonts", daemon=True)
        self._fetching.start()

    def _fetch(self, rights: Sequence[str], packages: Sequence[str]) -> None:
        failure = install_beside(rights, packages)
        if failure:
            log.warning("%s could not be fetched: %s", ", ".join(packages), failure)
        else:
            log.info("Fetched %s.", ", ".join(packages))
        self._keep(packages, FetchState.FAILED if failure else FetchState.FETCHED, failure)

    def _keep(self, packages: Sequence[str], state: FetchState, reason: str = "") -> None:
        """Store the state of packages in the note; a full disk loses the note only."""
        self._note = FetchNote({**self._note.states, **dict.fromkeys(packages, state)}, reason)
        with suppress(OSError):
            write_note(self._path, self._note)
