"""Installs fonts that names need and this machine lacks, while the server runs, where this program may install packages.

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
from tournament.installation.environment import joined
from tournament.installation.packages import (
    NOTE_FILE,
    FetchNote,
    FetchState,
    has_apt,
    install_beside,
    rights_to_install,
    write_note,
)
from tournament.management.serving.server import Variables
from tournament.pdf import MissingScript, missing_scripts, wanted_packages

log = logging.getLogger(__name__)

LOOKS_EVERY = 20.0
"""Seconds between two looks at the names."""


class FontFetching:
    """Installs missing fonts while a server runs.

    ``folder`` holds the file with the progress, ``names`` returns the names to be printed, and ``is_wanted`` is false where the setting
    switches this off.
    """

    def __init__(self, folder: Path, names: Callable[[], Iterable[str]], *, is_wanted: bool = True) -> None:
        self._path = folder / NOTE_FILE
        self._names, self._is_wanted = names, is_wanted
        self._note = FetchNote()
        self._fetching: Thread | None = None
        self._last_look = float("-inf")
        self._announced: set[str] = set()
        self._path.unlink(missing_ok=True)  # the progress of an earlier run

    @property
    def variables(self) -> Variables:
        """What a server is told: the packages that have been installed.

        When they change a new server is started, because a running one has searched this machine for fonts already.
        """
        fetched = sorted(package for package, state in self._note.states.items() if state is FetchState.FETCHED)
        return joined(fonts_fetched=" ".join(fetched))

    def look(self, address: str) -> Variables:
        """Begin to install fonts that names need, if it is time to check, and return `variables`.

        ``address`` is the one that is served: on no network nothing is installed.
        """
        is_busy = self._fetching is not None and self._fetching.is_alive()
        if self._is_wanted and not is_busy and not is_loopback(address) and self._is_time():
            found = missing_scripts(self._names())
            new = [package for package in wanted_packages(found) if package not in self._note.states]
            if new:
                self._start_fetching(new, [lack for lack in found if lack.package in new])
        return self.variables

    def _is_time(self) -> bool:
        """Whether the last check was at least `LOOKS_EVERY` seconds ago; if so, this moment counts as the last check."""
        now = time.monotonic()
        if now - self._last_look < LOOKS_EVERY:
            return False
        self._last_look = now
        return True

    def _start_fetching(self, packages: Sequence[str], missing: Sequence[MissingScript]) -> None:
        """Install the packages in a thread; where this program may not, log once which command does it."""
        rights = rights_to_install()
        scripts = ", ".join(dict.fromkeys(lack.script for lack in missing))
        if rights is None:
            if not self._announced.issuperset(packages):
                how = (
                    f"as root run: apt install {' '.join(packages)}"
                    if has_apt()
                    else "install a TrueType font that has it"
                )
                log.info("No font prints %s; %s", scripts, how)
            self._announced.update(packages)
            return
        log.info("No font prints %s; fetching %s beside.", scripts, ", ".join(packages))
        self._store_state(packages, FetchState.FETCHING)
        self._fetching = Thread(target=self._fetch, args=(rights, packages), name="fonts", daemon=True)
        self._fetching.start()

    def _fetch(self, rights: Sequence[str], packages: Sequence[str]) -> None:
        """Install the packages, and note and log the outcome; ``rights`` are the words before apt-get."""
        failure = install_beside(rights, packages)
        if failure:
            log.warning("%s could not be fetched: %s", ", ".join(packages), failure)
        else:
            log.info("Fetched %s.", ", ".join(packages))
        self._store_state(packages, FetchState.FAILED if failure else FetchState.FETCHED, failure)

    def _store_state(self, packages: Sequence[str], state: FetchState, reason: str = "") -> None:
        """Write the new state of these packages into the file with the progress; a failure to write is ignored."""
        self._note = FetchNote({**self._note.states, **dict.fromkeys(packages, state)}, reason)
        with suppress(OSError):
            write_note(self._path, self._note)
