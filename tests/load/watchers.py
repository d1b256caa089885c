"""What the world may watch: nginx of Debian before the application, on this machine, by deploy/nginx.conf where it keeps pages.

By hand: ``python -m tests.load.watchers`` (30 seconds, 200 connections), or with ``--seconds`` and ``--connections``. It needs nginx and
wrk (``apt-get install nginx wrk``). It makes an installation with an event of 40 players, moves what everybody may see every three
seconds, and lets wrk ask for the version and for pages as fast as it can. It prints the figures and ends with 1 where a bar is missed:
at least 5,000 answers a second, nothing older than 5 seconds, at most 5 requests a second at the application.
"""

from __future__ import annotations

import argparse
import json
import os
import pwd
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread

ROOT = Path(__file__).resolve().parents[2]
CONFIGURATION = ROOT / "deploy" / "nginx.conf"
NAME = "acquire.example"

FEWEST_ANSWERS, OLDEST, MOST_ASKED = 5_000, 5.0, 5.0
"""Answers a second, seconds, requests a second at the application."""
OWN = 1.0
"""Seconds for which a browser itself may keep the version (docs/developing/json.md)."""
MOVES_EVERY = 3.0
PAGES = ("", "standings/", "rounds/1/results/", "rounds/2/", "standings.json")
VERSION_TO_PAGES = 9
"""Of ten requests so many ask for the version."""


@dataclass
class Seen:
    """When the version moved, and how much later it was seen behind nginx."""

    moved: dict[int, float] = field(default_factory=dict)
    lags: dict[str, list[float]] = field(default_factory=lambda: {"version": [0.0], "page": [0.0]})


def main() -> int:
    """Measure, print, and give the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=int, default=30)
    parser.add_argument("--connections", type=int, default=200)
    parser.add_argument("--port", type=int, default=8150, help="the first of two ports that are free")
    given = parser.parse_args()
    missing = [name for name in ("nginx", "wrk") if shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin") is None]
    if missing:
        sys.exit(f"This needs {' and '.join(missing)}: apt-get install {' '.join(missing)}")
    with TemporaryDirectory(prefix="watchers-") as folder, installed(Path(folder), given.port) as slug:
        return measured(Path(folder), slug, given.port + 1, given.seconds, given.connections)


def measured(folder: Path, slug: str, port: int, seconds: int, connections: int) -> int:
    """Let wrk ask while the version moves; the exit status."""
    from tournament.models import Event as Tournament

    seen, stop = Seen(), Event()
    page = Tournament.objects.get(slug=slug)
    threads = [
        Thread(target=watch, args=(port, f"/{slug}/now.json", version_told, "version", seen, stop)),
        Thread(target=watch, args=(port, f"/{slug}/", version_shown, "page", seen, stop)),
    ]
    for thread in threads:
        thread.start()
    log = folder / "asked.log"
    before = len(log.read_text().splitlines())
    began = time.monotonic()
    wrk = ["wrk", "-t", "2", "-c", str(connections), "-d", f"{seconds}s", "--timeout", "10s", "--latency"]
    asking = subprocess.Popen(
        [
            "nice",
            "-n",
            "10",
            *wrk,
            "-s",
            str(script(folder, slug)),
            f"http://127.0.0.1:{port}",
        ],  # watchers have processors of their own
        stdout=subprocess.PIPE,
        text=True,
    )
    while asking.poll() is None:
        time.sleep(MOVES_EVERY)
        move(page, seen)
    took = time.monotonic() - began
    stop.set()
    for thread in threads:
        thread.join()
    said = asking.communicate()[0]
    asked = (len(log.read_text().splitlines()) - before) / took
    return report(said, asked, seen)


def report(said: str, asked: float, seen: Seen) -> int:
    """Print the figures beside the bars."""
    answers = float((re.findall(r"Requests/sec:\s+([\d.]+)", said) or ["0"])[0])
    wrong = re.findall(r"(Non-2xx.*|Socket errors.*)", said)
    version = max(seen.lags["version"]) + OWN
    page = max(seen.lags["page"])
    write(said)
    load = os.getloadavg()[0]
    write(f"load of the machine (1 minute)   {load:10.1f}")
    write(f"answers a second                 {answers:10,.0f}   at least {FEWEST_ANSWERS:,}")
    write(f"asked of the application a second{asked:10.2f}   at most {MOST_ASKED}")
    write(
        f"the version is at most           {version:10.2f} s old, of which a browser keeps it {OWN:.0f}; at most {OLDEST}"
    )
    write(f"a page is at most                {page:10.2f} s old; at most {OLDEST}")
    write(f"the version moved                {len(seen.moved):10} times")
    missed = [
        words
        for words, is_missed in {
            "too few answers": answers < FEWEST_ANSWERS,
            "the application was asked too often": asked > MOST_ASKED,
            "something was too old": max(version, page) > OLDEST,
            "; ".join(wrong) or "answers were wrong": bool(wrong),
        }.items()
        if is_missed
    ]
    write(f"Missed: {', '.join(missed)}." if missed else "Every bar is kept.")
    return 1 if missed else 0


def move(page: object, seen: Seen) -> None:
    """Let everybody see something new, by an act of the desk."""
    from tests.build import director_of
    from tournament.models import Event as Tournament
    from tournament.services.events.showing import set_notice

    event = Tournament.objects.get(pk=page.pk)  # type: ignore[attr-defined]
    set_notice(event, director_of(event), f"It is {time.monotonic():.3f}.")
    seen.moved[Tournament.objects.get(pk=event.pk).public_version] = time.monotonic()


def watch(port: int, path: str, version_of: Callable[[str], int], name: str, seen: Seen, stop: Event) -> None:
    """Ask again and again, and note how much later than its moment each version is first told; an older one afterwards counts too."""
    connection = HTTPConnection("127.0.0.1", port, timeout=20)
    while not stop.is_set():
        asked_at = time.monotonic()
        connection.request("GET", path, headers={"Host": NAME})
        told = version_of(connection.getresponse().read().decode())
        for version, moment in list(seen.moved.items()):
            if told < version:  # what came is older than that version, which was there already
                seen.lags[name].append(asked_at - moment)
        time.sleep(0.05)


def version_told(text: str) -> int:
    """The version that now.json tells."""
    return int(json.loads(text)["version"])


def version_shown(text: str) -> int:
    """The version that a page shows."""
    return int(re.findall(r"live/\?v=(\d+)", text)[0])


def script(folder: Path, slug: str) -> Path:
    """What wrk asks for: mostly the version, and pages in turn."""
    pages = ", ".join(f'"/{slug}/{page}"' for page in PAGES)
    path = folder / "watchers.lua"
    path.write_text(
        f"""local pages = {{{pages}}}
local asked = 0
wrk.headers["Host"] = "{NAME}"
wrk.headers["Accept-Encoding"] = "gzip"
request = function()
  asked = asked + 1
  if asked % 10 < {VERSION_TO_PAGES} then return wrk.format("GET", "/{slug}/now.json") end
  return wrk.format("GET", pages[math.floor(asked / 10) % #pages + 1])
end
"""
    )
    return path


@contextmanager
def installed(folder: Path, port: int) -> Iterator[str]:
    """An installation behind gunicorn at a port and nginx at the next one; the slug of its event."""
    os.environ.update(
        DJANGO_SETTINGS_MODULE="tournament.settings",
        DATABASE_URL=f"sqlite:///{folder}/watched.sqlite3",
        TOPTABLE_SECRET_KEY="known to everybody and good for measuring alone",
        TOPTABLE_PUBLIC_ADDRESS=f"http://{NAME}",
        TOPTABLE_SNAPSHOTS="off",
        TOPTABLE_TRUSTED_PROXIES="1",
        TOPTABLE_LOG_LEVEL="ERROR",
    )
    import django

    django.setup()
    from django.core.management import call_command

    from tests.build import make_event, play_to, publish

    call_command("migrate", verbosity=0, interactive=False)
    event = play_to(make_event(40), round_closed=1)
    publish(event, 2)
    served = [sys.executable, "-m", "gunicorn", "tournament.wsgi", "--bind", f"127.0.0.1:{port}"]
    served += ["--worker-class", "gthread", "--workers", "1", "--threads", "4", "--log-level", "error"]
    application = subprocess.Popen([*served, "--no-control-socket"], cwd=ROOT)
    front = subprocess.Popen(["nginx", "-c", str(configured(folder, port)), "-p", str(folder)],
                             env={**os.environ, "PATH": f"{os.environ['PATH']}:/usr/sbin"})  # fmt: skip
    try:
        if not is_answered(port + 1, f"/{event.slug}/now.json"):
            sys.exit(f"Nothing answers at port {port + 1}: {(folder / 'error.log').read_text()[-800:]}")
        yield event.slug
    finally:
        for program in (front, application):
            program.terminate()
            program.wait()


ASKED = """log_format asked '$msec $upstream_cache_status $request_uri';
map $upstream_addr $is_asked {
    default 1;
    "" 0;
    "-" 0;
}
"""
"""What tells which requests reached the application."""


def configured(folder: Path, port: int) -> Path:
    """The configuration of the tree where it keeps pages, with this measurement's ports and folders, in a whole nginx.conf."""
    text = CONFIGURATION.read_text(encoding="utf-8")
    for found, instead in (
        (
            r"server \{\n    listen 80;.*?\n\}\n",
            "",
        ),  # it only leads to TLS, which costs the same with the application behind it or not
        (r"listen 443 ssl http2;", f"listen 127.0.0.1:{port + 1};"),
        (r"listen \[::\]:443 ssl http2;\n", ""),
        (r" +ssl_.*?;\n", ""),
        (r"server 127\.0\.0\.1:800\d .*?;", f"server 127.0.0.1:{port};"),
        (r"/var/cache/top-table", f"{folder}/kept"),
        (r"proxy_cache off;", "proxy_cache top_table_pages;"),
        (r"limit_(req|conn) .*?;", ""),  # one machine asks for the whole world
    ):
        text, count = re.subn(found, instead, text, flags=re.DOTALL)
        if not count:
            sys.exit(f"{CONFIGURATION} does not hold “{found}”; say here what stands there now.")
    temporary = "".join(
        f"{name}_temp_path {folder}/{name};\n" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    user = f"user {pwd.getpwuid(os.geteuid()).pw_name};\n" if os.geteuid() == 0 else ""
    path = folder / "nginx.conf"
    path.write_text(
        f"{user}daemon off;\npid {folder}/nginx.pid;\nerror_log {folder}/error.log;\nworker_processes 2;\n"
        f"events {{ worker_connections 4096; }}\n"
        f"http {{\n{ASKED}access_log {folder}/asked.log asked if=$is_asked;\n{temporary}{text}\n}}\n"
    )
    return path


def is_answered(port: int, path: str) -> bool:
    """Wait until pages come; whether they do."""
    for _ in range(300):
        try:
            connection = HTTPConnection("127.0.0.1", port, timeout=5)
            connection.request("GET", path, headers={"Host": NAME})
            if connection.getresponse().status == 200:
                return True
        except OSError:
            pass
        time.sleep(0.1)
    return False


def write(line: str) -> None:
    """Print at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
