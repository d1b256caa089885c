"""Two PostgreSQL servers of this machine, the second a streaming replica of the first: killed and promoted (docs/running/deployment.md).

A commit waits until the second has it too (`synchronous_standby_names`), so what was answered as saved is on both.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from tests.run.postgres import FAST, OWNER, PostgresError, call, newest_binaries
from tests.tournament.serving.running import wait

FIRST, SECOND = 5433, 5434
"""Numbers of their sockets; neither listens on the network."""


@dataclass
class Pair:
    """Both servers: their folder, the line that runs a tool as their owner."""

    folder: Path
    prefix: list[str]

    @property
    def address(self) -> str:
        """The DATABASE_URL that finds whichever of the two can be written to."""
        both = f"{quote(str(self.folder))},{quote(str(self.folder))}"
        return f"postgresql://{OWNER}@/{OWNER}?host={both}&port={FIRST},{SECOND}&target_session_attrs=read-write"

    def begin(self) -> None:
        """Make the first, copy it as the second, and let commits wait for both."""
        first, second = self.folder / "first", self.folder / "second"
        self._run("initdb", "-D", str(first), "-U", OWNER, "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync")
        self._start(first, FIRST)
        there = ("-h", str(self.folder), "-p", str(FIRST), "-U", OWNER)
        copied = ("-D", str(second), "--write-recovery-conf", "--wal-method=stream", "--checkpoint=fast", "--no-sync")
        self._run("pg_basebackup", *there, *copied)
        self._start(second, SECOND)
        for line in ("ALTER SYSTEM SET synchronous_standby_names = '*'", "SELECT pg_reload_conf()"):
            self._run("psql", *there, "-d", OWNER, "-q", "-c", line)

    def kill_first(self) -> None:
        """Pull the plug of the first: kill -9 to it and to every process of it."""
        number = int((self.folder / "first" / "postmaster.pid").read_text().split()[0])
        children = Path(f"/proc/{number}/task/{number}/children").read_text().split()
        for each in (number, *map(int, children)):
            os.kill(each, signal.SIGKILL)
        wait(lambda: not Path(f"/proc/{number}").exists() or " Z " in Path(f"/proc/{number}/stat").read_text())

    def promote(self) -> None:
        """Let the second be written to; the one command of docs/running/deployment.md."""
        self._run("pg_ctl", "-D", str(self.folder / "second"), "-w", "promote")
        there = ("-h", str(self.folder), "-p", str(SECOND), "-U", OWNER, "-d", OWNER, "-q", "-c")
        for line in ("ALTER SYSTEM SET synchronous_standby_names = ''", "SELECT pg_reload_conf()"):
            self._run("psql", *there, line)

    def end(self) -> None:
        """Stop what still runs."""
        for name in ("first", "second"):
            if (self.folder / name / "postmaster.pid").exists():
                try:
                    self._run("pg_ctl", "-D", str(self.folder / name), "-w", "-m", "immediate", "stop")
                except PostgresError:
                    continue  # it was killed before

    def _start(self, cluster: Path, port: int) -> None:
        options = f"{FAST} -c listen_addresses='' -c unix_socket_directories={self.folder} -c port={port} -c synchronous_commit=on"
        self._run("pg_ctl", "-D", str(cluster), "-w", "-l", str(self.folder / "log"), "-o", options, "start")

    def _run(self, tool: str, *words: str) -> None:
        call([*self.prefix, str(newest_binaries() / tool), *words], self.folder)


@contextmanager
def running_pair() -> Iterator[Pair]:
    """The pair, gone afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="top-table-"))
    pair = Pair(folder, [])
    try:
        if os.geteuid() == 0:  # the server refuses to run as root
            owner = pwd.getpwnam(OWNER)
            os.chown(folder, owner.pw_uid, owner.pw_gid)
            pair.prefix = ["runuser", "-u", OWNER, "--"]
        try:
            pair.begin()
            yield pair
        finally:
            pair.end()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
