"""How `serve` and `demo` end: in order and without a word of the machinery, whoever is told to end, how often, and how early."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.run.patience import PATIENCE
from tests.tournament.serving.running import fetch, free_port, hall_database, is_taken, put_migrated, started, wait

SENT = (
    b"GET /login/ HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET / HT",
    b"POST /login/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nabc",
    b"",
)
"""What browsers have sent when all of it ends: a whole request on a connection that is kept, half a head, half a form, nothing."""

STARTED = {"serve": 4, "demo": 6}
"""How many processes a command starts: what has loaded the servers, two of the desk's, one of the crowd's, and the demo's two that play."""


def behind(number: int) -> list[int]:
    """The programs that a command has started."""
    said = subprocess.run(["ps", "-o", "pid=", "--ppid", str(number)], capture_output=True, text=True, check=False)
    return [int(each) for each in said.stdout.split()]


def are_gone(programs: list[int]) -> bool:
    """Whether none of these runs."""
    return not any(Path(f"/proc/{number}").exists() for number in programs)


def answers(port: int) -> bool:
    """Whether the pages answer: the desk's server or the crowd's stands."""
    try:
        return fetch(port, "/")[0] == 200
    except OSError:
        return False


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("serve", signal.SIGTERM),
        ("demo", signal.SIGINT),
        # Both ends of both commands are one piece of code; the other two are tried by hand, `-m load`.
        pytest.param("serve", signal.SIGINT, marks=pytest.mark.load),
        pytest.param("demo", signal.SIGTERM, marks=pytest.mark.load),
    ],
)
def test_told_to_end_all_at_once_and_twice_it_ends_in_order(
    tmp_path: Path, kept_database: Path, name: str, told: signal.Signals
) -> None:
    """As systemd does it, which tells every program of a unit; browsers keep connections open meanwhile."""
    put_migrated(kept_database, tmp_path / "demo.sqlite3")
    port = free_port()
    line = [sys.executable, "manage.py", name, "--port", str(port)]
    with started(line, tmp_path / "home", DATABASE_URL=f"sqlite:///{tmp_path}/demo.sqlite3") as (program, said):
        wait(lambda: len(behind(program.pid)) >= STARTED[name] and "Ctrl+C" in said.read_text())
        assert len(behind(program.pid)) == STARTED[name], said.read_text()
        wait(lambda: answers(port))
        with ExitStack() as connections:
            for words in SENT:
                connection = connections.enter_context(socket.create_connection(("127.0.0.1", port), timeout=PATIENCE))
                connection.sendall(words)
            servers = behind(program.pid)
            for _ in range(2):
                for number in [program.pid, *(servers if told is signal.SIGTERM else [])]:
                    if Path(f"/proc/{number}").exists():
                        os.kill(number, told)
                time.sleep(0.2)
            program.wait(PATIENCE)
        wait(lambda: are_gone(servers))
        assert "Traceback" not in said.read_text(), said.read_text()
        assert (program.returncode, are_gone(servers)) == (0, True), said.read_text()


@pytest.mark.parametrize("stand", [1, STARTED["serve"]])
def test_killed_before_its_servers_stand_it_leaves_none_of_them(
    tmp_path: Path, kept_database: Path, stand: int
) -> None:
    port = free_port()
    home = tmp_path / "home"
    put_migrated(kept_database, hall_database(home))
    with started([sys.executable, "manage.py", "serve", "--port", str(port)], home) as (program, said):
        wait(lambda: len(behind(program.pid)) == stand)
        servers = behind(program.pid)
        program.kill()
        program.wait()
        wait(lambda: are_gone(servers))
        left = [number for number in servers if Path(f"/proc/{number}").exists()]
        for number in left:
            os.killpg(number, signal.SIGKILL)
        assert (left, is_taken(port)) == ([], False), said.read_text()


def test_a_command_that_ctrl_c_ends_says_so_in_a_sentence(tmp_path: Path) -> None:
    with started([sys.executable, "-u", "manage.py", "bench_draw", "12", "1000", "--draws", "99"], tmp_path) as (
        program,
        said,
    ):
        wait(lambda: bool(said.read_text()))
        program.send_signal(signal.SIGINT)
        program.wait(PATIENCE)
        assert (program.returncode, said.read_text().splitlines()[-1:]) == (130, ["Stopped by Ctrl+C."])
