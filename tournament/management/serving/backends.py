"""The servers behind the front: child processes, each at a port of this machine, which can be replaced.

Requests under way are finished by the old process; new ones wait in the front until the new process answers. None is refused. A process
is replaced as well where one request takes too much of the processor (`MOST_WORK`): that one alone is given up.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from threading import Lock, Thread

import psutil

from tournament.installation.environment import Environment
from tournament.installation.processes import end_child
from tournament.management.serving.forking import Copy, Nursery

LONGEST_END = 15.0
"""Seconds that a server may take to finish its requests, before it is killed."""
LOOKS_EVERY = 0.05
MOST_WORK, MOST_OF_LONG_ONES = 20.0, 300.0
"""Seconds of processor time that one request may take, and one of those that have bounds of their own (`Request.is_long`)."""


class Request:
    """A request under way: ``work`` is what its process did for it, in seconds; a long one brings a copy, prints or draws."""

    def __init__(self, *, is_long: bool) -> None:
        self.work, self.is_long = 0.0, is_long


class Behind:
    """One process of a server: the ports that it has told, and how many requests are under way to it."""

    def __init__(self, nursery: Nursery, part: str, variables: Environment) -> None:
        """Let ``nursery`` start the process of ``part`` (see `behind`) with these environment variables."""
        self.requests: set[Request] = set()
        """Those under way; the front alone counts them, and the sockets."""
        self.sockets_held, self.worked = 0, 0.0
        self.pages = self.sockets = 0
        """Its ports on this machine, 0 until it has told them; it has sockets for games only where it says so."""
        self.began = time.monotonic()
        self.process = nursery.start(part, variables)

    def hear(self) -> bool:
        """Wait until the process answers and has told its ports; false where it has ended before."""
        if isinstance(self.process, Copy):
            self.process.hear()
        told = self.process.stdout.readline() if self.process.stdout else b""
        if not told.strip():
            return False
        ports = json.loads(told)
        self.pages, self.sockets = int(ports["pages"]), int(ports["sockets"])
        self.look()  # its start is no request's work
        return True

    @property
    def busy(self) -> int:
        """How many requests are under way."""
        return len(self.requests)

    @contextmanager
    def answering(self, *, is_long: bool = False) -> Iterator[None]:
        """Count a request as under way within the block."""
        self.requests.add(request := Request(is_long=is_long))
        try:
            yield
        finally:
            self.requests.discard(request)

    def look(self, factor: float = 1.0) -> list[Request]:
        """Charge what the process has worked since the last look to its requests in equal parts; return those that have had too much.

        From outside nobody sees for which request it works. ``factor`` multiplies what one may take.
        """
        with suppress(psutil.Error):
            used = psutil.Process(self.process.pid).cpu_times()
            before, self.worked = self.worked, used.user + used.system
            under_way = list(self.requests)
            for each in under_way:
                each.work += (self.worked - before) / len(under_way)
            return [
                each for each in under_way if each.work > factor * (MOST_OF_LONG_ONES if each.is_long else MOST_WORK)
            ]
        return []

    def end(self, given_up: Iterable[Request] = ()) -> None:
        """End the process once its requests are answered, but those given up, or after `LONGEST_END` seconds."""
        last, given_up = time.monotonic() + LONGEST_END, set(given_up)
        while self.requests - given_up and self.process.poll() is None and time.monotonic() < last:
            time.sleep(LOOKS_EVERY)
        if given_up:
            self.process.kill()
        end_child(self.process)
        if self.process.stdout:
            self.process.stdout.close()


class Backend:
    """A server of one or more processes, which share its requests."""

    def __init__(self, nursery: Nursery, name: str, part: str, processes: int) -> None:
        """``name`` is what messages call it, ``part`` is the program's word for it (see `behind`); ``nursery`` starts its processes."""
        self.name, self._nursery = name, nursery
        self._part, self._wanted = part, processes
        self._lock = Lock()
        self._turn = 0
        """How often it was started or stopped: what belongs to an earlier turn is to end."""
        self._starting: list[Behind] = []
        self.standing: tuple[Behind, ...] = ()
        """The processes that answer now. The front reads this at every request, from another thread."""
        self._variables: Environment = {}

    def start(self, variables: Environment) -> None:
        """Start with these environment variables; processes that run finish their requests and get no more."""
        with self._lock:
            self._turn += 1
            self._variables = variables
            before, self.standing, self._starting = [*self.standing, *self._starting], (), []
        _end_apart(before)
        self._begin(self._wanted)

    def again(self) -> None:
        """Start one process more, in the place of one that has ended."""
        self._begin(1)

    def _begin(self, number: int) -> None:
        """Start processes, one after the other."""
        with self._lock:
            new, turn = Behind(self._nursery, self._part, self._variables), self._turn
            self._starting.append(new)
        Thread(target=self._await, args=(new, turn, number), daemon=True, name=f"{self._part} starts").start()

    def _await(self, new: Behind, turn: int, number: int) -> None:
        """Let a process take part as soon as it answers, and begin the next."""
        if not new.hear():
            return  # `ended` tells
        with self._lock:
            if turn != self._turn or new not in self._starting:
                return  # who began another turn ends it
            self._starting.remove(new)
            self.standing = (*self.standing, new)
        if number > 1:
            self._begin(number - 1)

    def ended(self) -> list[Behind]:
        """The processes that have ended by themselves; each is named once, and answers no more."""
        with self._lock:
            gone = [each for each in (*self._starting, *self.standing) if each.process.poll() is not None]
            self._starting = [each for each in self._starting if each not in gone]
            self.standing = tuple(each for each in self.standing if each not in gone)
        return gone

    def replace_overworked(self, factor: float = 1.0) -> list[Behind]:
        """Replace the processes one of whose requests has had too much work (`Behind.look`), and return them."""
        found = {each: late for each in self.standing if (late := each.look(factor))}
        with self._lock:
            found = {each: late for each, late in found.items() if each in self.standing}
            self.standing = tuple(each for each in self.standing if each not in found)
        for each, late in found.items():
            Thread(target=each.end, args=(late,), name="a server ends").start()
            self.again()
        return list(found)

    def free(self, *, has_sockets: bool = False) -> Behind | None:
        """The process with the fewest requests under way; None where none answers now.

        With ``has_sockets`` the one that has the fewest sockets of those that serve any.
        """
        if has_sockets:
            return min(
                (each for each in self.standing if each.sockets), key=lambda each: each.sockets_held, default=None
            )
        return min(self.standing, key=lambda each: each.busy, default=None)

    @property
    def pids(self) -> tuple[int, ...]:
        """The numbers of its processes that answer."""
        return tuple(each.process.pid for each in self.standing)

    def stop(self) -> None:
        """End all of its processes, after their current requests, and return once they have ended."""
        with self._lock:
            self._turn += 1
            ending, self.standing, self._starting = [*self.standing, *self._starting], (), []
        for each in _end_apart(ending):
            each.join()


def _end_apart(processes: Iterable[Behind]) -> list[Thread]:
    """End processes after their current requests, each in a thread, which is returned."""
    threads = [Thread(target=each.end, name="a server ends") for each in processes]
    for each in threads:
        each.start()
    return threads
