"""The two sizes that are flooded: `serve` on a laptop, and the servers of deploy/ behind nginx with TLS, and PostgreSQL."""

from __future__ import annotations

import json
import os
import socket
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.load.floods.made import PLAYERS
from tests.load.floods.target import Target
from tests.load.floods.watching import Watch, children_of, put_first
from tests.run.postgres import FAST, running_cluster
from tests.tournament.serving.deployed.servers import CERTIFICATE, host, nginx, run
from tests.tournament.serving.running import free_port, serving, surroundings

NAME = "cup.example"
SECRET = "known to everybody and good for measuring alone"
UPGRADE = (
    "GET /live/ HTTP/1.1\r\nHost: {name}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
)
KEY = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"


@dataclass
class Size:
    """An installation that runs: where it answers, and what its programs use."""

    target: Target
    programs: tuple[int, ...]
    folder: Path
    first: set[str] = field(default_factory=set)
    """The sessions of programs that go before whatever else runs on this machine; none where all take their turn."""

    def hurry(self, *others: int) -> None:
        """Put its programs and ``others`` first, if anything is."""
        if self.first:
            put_first((*self.programs, *others), self.first)

    def watched(self) -> Watch:
        """A look at all of its programs."""
        return Watch(self.programs, self.folder)


@contextmanager
def laptop(players: int = PLAYERS) -> Iterator[Size]:
    """`serve` as a director starts it, on SQLite."""
    with TemporaryDirectory(prefix="top-table-floods-") as name:
        home = Path(name)
        (home / "temporary").mkdir()
        given = {
            "DATABASE_URL": f"sqlite:///{home}/hall.sqlite3",
            "TOPTABLE_SECRET_KEY": SECRET,
            "TOPTABLE_GAMES": "on",
        }
        given |= {"TMPDIR": str(home / "temporary"), "TOPTABLE_SNAPSHOTS": "off", "TOPTABLE_PROGRAMS": "off"}
        made = _made(surroundings(home, **given, TOPTABLE_PUBLIC_ADDRESS="http://nowhere.example"), players)
        with serving(home, "--host", "127.0.0.1", port=free_port(), **given) as served:
            served.until_up(f"/{made['slug']}/")
            named = f"127.0.0.1:{served.port}"
            sockets = served.port if takes_sockets(served.port, named) else served.port + 1
            yield Size(Target(served.port, sockets, named, "", **made), (served.program.pid,), home)
            served.stop()


@contextmanager
def server() -> Iterator[Size]:
    """Nginx by deploy/nginx.conf before the desk's server and the crowd's, each as its unit starts it."""
    with ExitStack() as parts:
        folder = Path(parts.enter_context(TemporaryDirectory(prefix="top-table-floods-")))
        (folder / "temporary").mkdir()
        cluster = parts.enter_context(running_cluster(FAST.replace("max_connections=60", "max_connections=100")))
        given = {"DATABASE_URL": cluster.address, "TOPTABLE_SECRET_KEY": SECRET, "TOPTABLE_GAMES": "on"}
        given |= {"TOPTABLE_PUBLIC_ADDRESS": f"https://{NAME}", "TOPTABLE_BEHIND_PROXY": "on"}
        given |= {"TMPDIR": str(folder / "temporary"), "TOPTABLE_SNAPSHOTS": "off", "TOPTABLE_LOG_LEVEL": "ERROR"}
        told = surroundings(folder, **given)
        made = _made(told)
        bind, crowd = free_port(), free_port()
        workers = (os.cpu_count() or 1) + 1
        both = {**told, "TOPTABLE_CROWD_BIND": f"127.0.0.1:{crowd}"}
        parts.enter_context(host(both, folder, "desk", port=bind, workers=workers))
        parts.enter_context(host(told, folder, "crowd", port=bind, workers=workers, crowd=crowd))
        secure = parts.enter_context(nginx(folder, [bind], NAME, [crowd]))
        step_back()
        postmaster = int((cluster.folder / "cluster" / "postmaster.pid").read_text().split()[0])
        programs = (*children_of(os.getpid()), postmaster)
        target = Target(secure, secure, NAME, str(folder / CERTIFICATE), **made)
        yield Size(target, programs, folder)
        for name in ("desk", "crowd"):
            said = (folder / f"{name}.said").read_text(encoding="utf-8")
            sys.stderr.write(f"{name} said:\n{said[-2000:]}\n" if "Traceback" in said else "")


CROWD_WEIGHT = 5
"""What the unit's CPUWeight of 30 in a hundred is among sessions, which stand for systemd's services here."""


def step_back() -> None:
    """Give the crowd's server the share of the processors that its unit gives it."""
    for number in children_of(os.getpid()):
        if b"proxied_crowd" in Path(f"/proc/{number}/cmdline").read_bytes():
            with suppress(OSError):  # this system knows no such groups
                Path(f"/proc/{number}/autogroup").write_text(str(CROWD_WEIGHT), encoding="ascii")


def _made(given: dict[str, str], players: int = PLAYERS) -> dict[str, str]:
    """The names of what is in the installation, which is filled first."""
    told: dict[str, str] = json.loads(run(given, "-m", "tests.load.floods.made", str(players)))
    return told


def takes_sockets(port: int, name: str) -> bool:
    """Whether sockets of games are served at the port of the pages."""
    with socket.create_connection(("127.0.0.1", port), 5) as asking:
        asking.sendall((UPGRADE.format(name=name) + KEY).encode())
        return asking.recv(12).endswith(b" 101")


SIZES = {"laptop": laptop, "server": server}
