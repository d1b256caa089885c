"""A PostgreSQL server of the tests' own: in a new directory, behind a socket in it, gone afterwards."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

OWNER = "postgres"
# Nothing here must survive a power cut, so nothing waits for the disk.
FAST = "-c fsync=off -c synchronous_commit=off -c full_page_writes=off -c max_connections=60"


class PostgresError(RuntimeError):
    """The server cannot be made or started; the message carries what it said."""


@dataclass(frozen=True, slots=True)
class Cluster:
    """A server that runs: the DATABASE_URL of its empty database, and how it is stopped and started again."""

    address: str
    folder: Path
    control: tuple[str, ...]
    options: str

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        call([*self.control, "-w", "-l", str(self.folder / "log"), "-o", self.options, "start"], self.folder)

    def stop(self, how: str = "immediate") -> None:
        """Stop the server: `fast` in order, `immediate` as if its plug were pulled."""
        call([*self.control, "-w", "-m", how, "stop"], self.folder)


@contextmanager
def running_server() -> Iterator[str]:
    """Start a server and yield the DATABASE_URL of its empty database; it is stopped and removed whatever happens then."""
    with running_cluster(FAST) as cluster:
        yield cluster.address


@contextmanager
def running_cluster(how: str) -> Iterator[Cluster]:
    """The same with options of its own, as something that can be stopped and started."""
    binaries = newest_binaries()
    folder = Path(tempfile.mkdtemp(prefix="top-table-"))  # short, since a socket's path may have 107 characters
    prefix: list[str] = []
    try:
        if os.geteuid() == 0:  # the server refuses to run as root
            owner = pwd.getpwnam(OWNER)
            os.chown(folder, owner.pw_uid, owner.pw_gid)
            prefix = ["runuser", "-u", OWNER, "--"]
        data = folder / "cluster"
        options = f"{how} -c listen_addresses='' -c unix_socket_directories={folder}"
        address = f"postgresql://{OWNER}@/{OWNER}?host={quote(str(folder))}"
        cluster = Cluster(address, folder, (*prefix, str(binaries / "pg_ctl"), "-D", str(data)), options)
        initdb = [*prefix, str(binaries / "initdb"), "-D", str(data), "-U", OWNER, "-A", "trust", "-E", "UTF8"]
        call([*initdb, "--locale=C.UTF-8", "--no-sync"], folder)
        cluster.start()
        try:
            yield cluster
        finally:
            cluster.stop()
    finally:
        shutil.rmtree(folder)


def newest_binaries() -> Path:
    """The folder of the newest installed server's programs; raises PostgresError where there is none."""
    found = [path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    if not found:
        raise PostgresError("No PostgreSQL server is installed; on Debian run: apt-get install postgresql")
    return max(found, key=lambda folder: float(folder.parent.name))


def call(command: list[str], folder: Path) -> None:
    """Run one of the server's programs in its folder; raises PostgresError with what it and the server's log said."""
    # Its output goes to a file: the server inherits it, and a pipe would stay open as long as the server runs.
    with (folder / "said").open("w+", encoding="utf-8") as said:
        status = subprocess.run(command, cwd=folder, stdout=said, stderr=said, stdin=subprocess.DEVNULL).returncode
    if status:
        log = folder / "log"
        lines = (folder / "said").read_text(encoding="utf-8") + (
            log.read_text(encoding="utf-8") if log.exists() else ""
        )
        raise PostgresError(f"{command[-1]} ended with status {status}:\n{lines.strip()}")
