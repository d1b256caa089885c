"""`serve` as a director starts it: a real server on a real port, killed, started again, moved to another network."""

from __future__ import annotations

import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from functools import partial
from pathlib import Path
from threading import Event, Thread

import pytest
from django.core.management.base import CommandError

from tests.conftest import ROOT
from tests.tournament.keeping.browsing import Browser
from tests.tournament.serving.running import (
    Served,
    can_leave_the_network,
    command,
    fetch,
    hall_database,
    put_migrated,
    serving,
    started,
    surroundings,
    wait,
)
from tournament.installation.addresses import network_address
from tournament.installation.copies.snapshots import check_copy
from tournament.installation.serve_folder import change_state
from tournament.management.serving.place import code_of, open_sockets
from tournament.management.serving.wall import SHORTEST_LIFE

KEPT = "the key that printed codes and log-ins need on another machine; guard both files like the laptop itself."
PASSWORD = "seven hotels on a board"
NEEDS_A_NETWORK_OF_ITS_OWN = pytest.mark.skipif(
    not can_leave_the_network(), reason="this machine lets no program have a network of its own (unshare, ip)"
)


@pytest.fixture
def new_home(tmp_path: Path) -> Path:
    """A home in which nothing was ever started."""
    return tmp_path / "home"


@pytest.fixture
def home(new_home: Path, kept_database: Path) -> Path:
    """A home with an empty database, as a first start has left it."""
    put_migrated(kept_database, hall_database(new_home))
    return new_home


def ask(database: Path, question: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)) as connection:
        return connection.execute(question).fetchall()


def send(served: Served, path: str, **fields: str) -> str:
    """Open a page, fill its form in and send it; where that leads."""
    return Browser(served.port).open(path).send(path, **fields).address


def test_a_first_start_makes_everything_and_a_killed_one_loses_nothing(new_home: Path) -> None:
    home = new_home
    with serving(home) as first:
        first.until_up()
        assert "Nobody can log in yet" in fetch(first.port, "/")[1]
        link = first.link
        sent = {"username": "ada", "password1": PASSWORD, "password2": PASSWORD}
        assert send(first, link, **sent) == "/desk/"
        port = first.port
        first.kill()
    with serving(home, port=port) as second:
        second.until_up()
        assert "/let-in/" not in second.said, "there is an account, so no link is shown"
        assert send(second, "/login/", username="ada", password=PASSWORD) == "/desk/"
        assert second.status(link) == 410
        second.stop()
        assert second.program.returncode == 0
        assert "Stopping; finishing requests ..." in second.said
    assert ask(hall_database(home), "SELECT username, is_superuser FROM auth_user") == [("ada", 1)]
    assert {path.stat().st_mode & 0o077 for path in (home / "data" / "top-table").iterdir()} == {0}


def test_one_host_answers_alone_and_says_that_phones_stay_outside(home: Path) -> None:
    with serving(home, "--host", "127.0.0.1") as served:
        served.until_up()
        assert "Only this machine can open the pages, because of --host." in served.said
        assert "█" not in served.said, "no code leads phones to themselves"
        if network_address():
            assert served.status("/", network_address()) == 0


def test_a_second_place_that_is_not_there_is_refused(home: Path, tmp_path: Path) -> None:
    refused = command(home, "serve", "--second-place", str(tmp_path / "stick"))
    assert refused.stderr == (
        f"CommandError: {tmp_path}/stick is not there; plug in the stick and name its folder, such as /media/stick.\n"
    )


def test_the_variables_that_are_set_decide(new_home: Path, tmp_path: Path, kept_database: Path) -> None:
    own = tmp_path / "own.sqlite3"
    put_migrated(kept_database, own)
    with serving(new_home, DATABASE_URL=f"sqlite:///{own}", TOPTABLE_PUBLIC_ADDRESS="http://cup.example:81") as served:
        served.until_up()
        assert "Phones in the hall: http://cup.example:81/" in served.said
        assert served.status("/", name="cup.example:81") == 200
        assert f"Everything is kept in {own}." in served.said
    assert not hall_database(new_home).exists()
    assert ask(own, "SELECT COUNT(*) FROM auth_user") == [(0,)]


def test_a_port_in_use_is_told_before_anything_is_touched(new_home: Path) -> None:
    with socket.socket() as other:
        other.bind(("", 0))
        other.listen()
        port = other.getsockname()[1]
        refused = command(new_home, "serve", "--port", str(port))
    assert refused.stderr == (
        f"CommandError: Port {port} is in use; stop the program that uses it, or run: python3 manage.py serve --port {port + 2}\n"
    )
    assert hall_database(new_home).stat().st_size == 0


@pytest.mark.parametrize("port", [0, -1, 65536])
def test_a_port_that_cannot_exist_is_refused(port: int) -> None:
    with pytest.raises(CommandError) as refusal:
        open_sockets("", port)
    assert str(refusal.value) == f"There is no port {port}; use one from 1024 to 65535."


@pytest.mark.parametrize("host", ["192.0.2.77", "no such host", "a..b"])
def test_a_host_that_is_not_ours_is_refused(host: str) -> None:
    with pytest.raises(CommandError, match=rf"Cannot serve on {host}: .*; leave out --host to answer on every address"):
        open_sockets(host, 8000)


# One server for all that can be asked of one


def test_one_installation_is_served_to_everybody_and_ends_together(home: Path, tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    with serving(home) as served:
        served.until_up()
        it_answers_on_every_address_and_to_no_other_name(served)
        it_is_copied_while_it_serves(served, home, tmp_path / "copy.sqlite3")
        link = beside_it_a_link_is_shown_and_a_second_server_is_not_started(served, home)
        while_a_new_server_takes_over_no_request_is_refused(served, home, stick)
        who_forgot_the_password_gets_a_link_for_it(served, home, link)
        a_part_that_dies_is_started_again_and_all_of_it_ends_together(served)


def it_answers_on_every_address_and_to_no_other_name(served: Served) -> None:
    address = network_address()
    hosts = ["127.0.0.1", "localhost", *([address] if address else [])]
    assert [served.status("/", host) for host in hosts] == [200] * len(hosts)
    assert served.status("/", name="evil.example") == 400
    if address:
        assert f"Phones in the hall: http://{address}:{served.port}/" in served.said
        assert code_of(f"http://{address}:{served.port}/") in served.said


def it_is_copied_while_it_serves(served: Served, home: Path, copy: Path) -> None:
    done = command(home, "backup", str(copy))
    assert served.status("/") == 200
    assert (done.stdout, done.returncode) == (
        f"{copy}: {copy.stat().st_size:,} bytes, checked.\n{copy}.key: {KEPT}\nIt contains no event.\n",
        0,
    )
    check_copy(copy)
    assert copy.stat().st_mode & 0o777 == 0o600
    again = command(home, "backup", str(copy))
    assert (again.stderr, again.returncode) == (f"{copy} already exists; name another file.\n", 2)


def beside_it_a_link_is_shown_and_a_second_server_is_not_started(served: Served, home: Path) -> str:
    beside = command(home, "serve", "--new-link")
    link = re.findall(r"http://127\.0\.0\.1:(\d+)(/let-in/\w+/)", beside.stdout)
    assert beside.returncode == 0, beside.stderr
    assert served.status(served.link) == 410, "the newer link has taken the place of the first"
    assert [(int(port), served.status(path)) for port, path in link] == [(served.port, 200)]
    again = command(home, "serve")
    assert (again.returncode, again.stderr) == (
        1,
        f"CommandError: Top Table is already running at http://127.0.0.1:{served.port}/; use it, or stop it first.\n",
    )
    return str(link[0][1])


def while_a_new_server_takes_over_no_request_is_refused(served: Served, home: Path, stick: Path) -> None:
    stop, statuses = Event(), []

    def read_on() -> None:
        while not stop.is_set():
            statuses.append(served.status("/"))

    stick.mkdir()
    reader = Thread(target=read_on)
    reader.start()
    try:
        assert command(home, "serve", "--second-place", str(stick)).stdout == (
            "The running server will use the backup drive within a few seconds.\n"
        )
        served.until(f"Snapshots are also kept in {stick}/top-table-snapshots.")
        assert (stick / "top-table-snapshots").is_dir()
        before = parts_of(served)
        change_state(hall_database(home).parent, taken_over="2026-08-20T14:15:00+00:00")
        served.until("A copy from another machine is in use now.")
        wait(lambda: len(parts_of(served)) == 3 and not parts_of(served) & before)
        seen = len(statuses)
        wait(lambda: len(statuses) > seen + 100)
    finally:
        stop.set()
        reader.join()
    assert set(statuses) == {200}


def who_forgot_the_password_gets_a_link_for_it(served: Served, home: Path, link: str) -> None:
    assert send(served, link, username="ada", password1=PASSWORD, password2=PASSWORD) == "/desk/"
    beside = command(home, "serve", "--new-link")
    assert "Set a new password for ada: open this link once on this machine, within 60 minutes:" in beside.stdout
    path = re.findall(r"/let-in/\w+/", beside.stdout)[0]
    new = "another board with hotels"
    assert send(served, path, new_password1=new, new_password2=new) == "/desk/"
    assert send(served, "/login/", username="ada", password=PASSWORD) == "/login/"
    assert send(served, "/login/", username="ada", password=new) == "/desk/"
    nobody = command(home, "serve", "--new-link", "zoe")
    assert nobody.stderr == (
        'CommandError: There is no account "zoe"; choose one: python3 manage.py serve --new-link NAME. The accounts are ada.\n'
    )


def children(served: Served) -> set[int]:
    """The numbers of the processes that a `serve` has: what has loaded the servers, and the servers."""
    said = subprocess.run(["ps", "-o", "pid=", "--ppid", str(served.program.pid)], capture_output=True, text=True)
    return set(map(int, said.stdout.split()))


def parts_of(served: Served) -> set[int]:
    """The numbers of its servers, each with a lifeline: two of the desk's, one of the crowd's."""
    return {number for number in children(served) if has_lifeline(number)}


def has_lifeline(number: int) -> bool:
    """Whether the standard input of a process is a pipe."""
    try:
        return str(Path(f"/proc/{number}/fd/0").readlink()).startswith("pipe:")
    except OSError:  # it has ended
        return False


def layout(number: int) -> str:
    """Where the system has put its own code in a process's memory: by chance, and at one place in copies."""
    lines = Path(f"/proc/{number}/maps").read_text(encoding="utf-8").splitlines()
    return next(line for line in lines if line.endswith("[vdso]"))


def is_whole_without(served: Served, ended: int) -> bool:
    """Whether three servers run, and that one is not among them."""
    now = parts_of(served)
    return len(now) == 3 and ended not in now


def a_part_that_dies_is_started_again_and_all_of_it_ends_together(served: Served) -> None:
    time.sleep(SHORTEST_LIFE)  # what ends sooner after its start is not started again
    before = parts_of(served)
    assert len(before) == 3
    assert len({layout(number) for number in children(served)}) == 1, "what they load is there once"
    (seed,) = children(served) - before
    os.kill(seed, signal.SIGKILL)
    served.until_up()
    assert parts_of(served) == before, "they need no longer what they were copied from"
    for number in before:
        os.kill(number, signal.SIGKILL)
        wait(partial(is_whole_without, served, number))
    served.until_up()
    after = parts_of(served)
    assert (len(after), after & before) == (3, set())
    for name in ("desk's server", "crowd's server"):
        assert f"The {name} stopped unexpectedly (status -9) and has been restarted." in served.said
    served.stop()
    assert served.program.returncode == 0
    assert not [number for number in after if Path(f"/proc/{number}").exists()]


# Other networks


def in_a_network_of_its_own(home: Path, script: str) -> list[str]:
    """The line that runs a shell script in a network that has a loopback and nothing else."""
    return ["unshare", "-rn", "sh", "-ec", f"PATH=$PATH:/usr/sbin:/sbin; ip link set lo up; {script}"]


@NEEDS_A_NETWORK_OF_ITS_OWN
def test_without_a_network_it_serves_this_machine_alone_and_says_so(home: Path) -> None:
    line = in_a_network_of_its_own(home, f"exec {sys.executable} manage.py serve --port 8123")
    with started(line, home) as (program, said):
        served = Served(program, said, 8123)
        text = served.until("Stop with Ctrl+C.")
        page = subprocess.run(
            [
                "nsenter",
                "-t",
                str(program.pid),
                "-U",
                "-n",
                "--preserve-credentials",
                sys.executable,
                "-c",
                LOOK.format("127.0.0.1", 8123),
            ],
            capture_output=True,
            text=True,
            cwd=ROOT,
            env=surroundings(home),
        )
    assert text.startswith(
        "On this machine: http://127.0.0.1:8123/\nThis machine is not on a network, so only it can open the pages."
    )
    assert "http://127.0.0.1:8123/let-in/" in text
    assert "█" not in text
    assert page.stdout == "200 True\n", page.stderr


LOOK = """
import sys, time
sys.path.insert(0, ".")
from tests.tournament.serving.running import fetch
for _ in range(300):
    status, text = fetch({1}, "/", "{0}")
    if status:
        break
    time.sleep(0.1)
print(status, "Nobody can log in yet" in text)
"""


@NEEDS_A_NETWORK_OF_ITS_OWN
def test_a_changed_address_is_noticed_answered_on_and_shown_anew(home: Path) -> None:
    joined = "ip addr add 10.20.0.5/24 dev lo; ip route add default dev lo src 10.20.0.5"
    line = in_a_network_of_its_own(home, f"{joined}; exec {sys.executable} manage.py serve --port 8124")

    def inside(*words: str) -> str:
        enter = ["nsenter", "-t", str(program.pid), "-U", "-n", "--preserve-credentials", *words]
        return subprocess.run(
            enter, capture_output=True, text=True, cwd=ROOT, env=surroundings(home), check=True
        ).stdout

    with started(line, home) as (program, said):
        served = Served(program, said, 8124)
        served.until("Stop with Ctrl+C.")
        assert "Phones in the hall: http://10.20.0.5:8124/" in served.said
        assert inside(sys.executable, "-c", LOOK.format("10.20.0.5", 8124)) == "200 True\n"
        inside("ip", "addr", "add", "192.168.7.9/24", "dev", "lo")
        inside("ip", "route", "replace", "default", "dev", "lo", "src", "192.168.7.9")
        inside("ip", "addr", "del", "10.20.0.5/24", "dev", "lo")
        text = served.until("The address for phones has changed; it was http://10.20.0.5:8124/.")
        assert "Phones in the hall: http://192.168.7.9:8124/" in text
        assert code_of("http://192.168.7.9:8124/") in text
        assert inside(sys.executable, "-c", LOOK.format("192.168.7.9", 8124)) == "200 True\n"
        assert inside(sys.executable, "-c", LOOK.format("127.0.0.1", 8124)) == "200 True\n"
    wait(lambda: '"address": "http://192.168.7.9:8124"' in (home / "data/top-table/hall.json").read_text())
