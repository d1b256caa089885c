"""Servers of every kind that an installation is put together from, each in a folder of its own and ended with it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.conftest import ROOT
from tests.run import programs
from tests.run.programs import Running, begin
from tests.tournament.serving.running import fetch, free_port, is_taken, surroundings, wait

NGINX = Path("/usr/sbin/nginx")
SECRET = "good for tests of whole installations alone"
ROOM = "worker_rlimit_nofile 16384;\nevents { worker_connections 8192; }"
"""What docs/running/deployment.md sets beside the configuration."""
KEY_FILE, CERTIFICATE = "key.pem", "certificate.pem"


@contextmanager
def program(line: Sequence[str], folder: Path, given: Mapping[str, str], name: str) -> Iterator[Running]:
    """A program that runs, in a group of its own; whatever it has started is ended with it. What it says is in ``name``.said."""
    with (folder / f"{name}.said").open("ab") as said:
        running = begin(line, given, said, has_group=True)
    try:
        yield running
    finally:
        end(running)


def end(running: Running, by: int = signal.SIGKILL) -> None:
    """End a program with all that it has started."""
    with suppress(ProcessLookupError):
        os.killpg(running.pid, by)
    running.wait()


def run(given: Mapping[str, str], *words: str) -> str:
    """Run a command of Python on an installation; what it said."""
    done = programs.run([sys.executable, *words], given)
    assert done.returncode == 0, done.stderr
    return done.stdout


def installation(home: Path, database: str, **more: str) -> dict[str, str]:
    """The environment of an installation on a server."""
    home.mkdir(exist_ok=True)
    given = {"DATABASE_URL": database, "TOPTABLE_SECRET_KEY": SECRET, "TOPTABLE_SNAPSHOTS": str(home / "snapshots")}
    return surroundings(home, **given, **more)


def exec_start(unit: str) -> list[str]:
    """The web server's own line in a unit, with this test's Python in the place of the installation's, as nice as the unit lets it be."""
    text = (ROOT / "deploy" / "systemd" / unit).read_text(encoding="utf-8")
    words = re.findall(r"^ExecStart=(.+)$", text, re.MULTILINE)[0].split()
    assert words[0] == "/opt/top-table/.venv/bin/gunicorn"
    nice = [word for steps in re.findall(r"^Nice=(\d+)$", text, re.MULTILINE) for word in ("nice", "-n", steps)]
    return [*nice, sys.executable, "-m", "gunicorn", *words[1:]]


@contextmanager
def host(
    given: Mapping[str, str], folder: Path, name: str, *, port: int = 0, workers: int = 1, crowd: int = 0
) -> Iterator[int]:
    """An application host as the unit starts it, or with a port of its own the crowd's server there; the port on which it answers."""
    bind = port or free_port()
    number = crowd or bind
    told = {**given, "TOPTABLE_BIND": f"127.0.0.1:{bind}", "TOPTABLE_WORKERS": str(workers)}
    told |= {"TOPTABLE_CROWD_BIND": f"127.0.0.1:{crowd}"} if crowd else {}
    unit = "top-table-crowd.service" if crowd else "top-table.service"
    with program(exec_start(unit), folder, told, name) as running:
        wait(lambda: fetch(number, "/healthz")[0] == 200 or running.poll() is not None)
        assert fetch(number, "/healthz") == (200, "ok\n"), (folder / f"{name}.said").read_text()
        yield number


def certify(folder: Path, name: str) -> None:
    """Make a certificate of one's own for a name, with its key, in a folder."""
    line = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    files = ["-days", "2", "-keyout", str(folder / KEY_FILE), "-out", str(folder / CERTIFICATE)]
    named = ["-subj", f"/CN={name}", "-addext", f"subjectAltName=DNS:{name},IP:127.0.0.1"]
    subprocess.run([*line, *files, *named], check=True, capture_output=True)


@contextmanager
def nginx(
    folder: Path,
    hosts: Sequence[int],
    name: str = "cup.example",
    crowds: Sequence[int] = (),
    more: str = "",
    *,
    is_slow: bool = False,
) -> Iterator[int]:
    """Nginx of this machine on the project's own configuration, with a certificate of its own, before these hosts; its port for TLS.

    ``crowds`` are the ports of the crowd's servers, where these are not the hosts' own; ``more`` are further lines for all servers.
    With ``is_slow`` one address may ask a tenth as often, which a busy machine reaches too.
    """
    secure, plain = free_port(), free_port()
    certify(folder, name)
    site = folder / "top-table.conf"
    text = site_of(folder, hosts, crowds or hosts, name, secure, plain)
    assert "rate=200r/s" in text
    site.write_text(text.replace("rate=200r/s", "rate=20r/s") if is_slow else text, encoding="utf-8")
    main = folder / "nginx.conf"
    places = "".join(
        f"{kind}_temp_path {folder}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    user = "user root;\n" if os.geteuid() == 0 else ""
    main.write_text(
        f"daemon off;\n{user}pid {folder}/nginx.pid;\nerror_log stderr;\nworker_processes auto;\n{ROOM}\n"
        f"http {{\naccess_log off;\n{places}{more}include {site};\n}}\n",
        encoding="utf-8",
    )
    with program([str(NGINX), "-p", str(folder), "-c", str(main)], folder, os.environ, "nginx") as running:
        wait(lambda: is_taken(secure) or running.poll() is not None)
        assert is_taken(secure), (folder / "nginx.said").read_text()
        yield secure


def servers_of(ports: Iterable[int]) -> str:
    """The lines of the hosts at these ports."""
    return "".join(f"server 127.0.0.1:{port} max_fails=2 fail_timeout=10s;\n" for port in ports)


def site_of(folder: Path, hosts: Sequence[int], crowds: Sequence[int], name: str, secure: int, plain: int) -> str:
    """The project's configuration of nginx, on these hosts, ports and files; everything else of it is as it is written."""
    text = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
    for found, instead in (
        (r"server 127\.0\.0\.1:8001 .*;\n", servers_of(hosts)),
        (r"server 127\.0\.0\.1:8003 .*;\n", servers_of(crowds)),
        (r"server 127\.0\.0\.1:8002 .*;\n", servers_of(port + 1 for port in hosts)),
        (r"127\.0\.0\.1:8004", f"127.0.0.1:{free_port()}"),
        (r"acquire\.example;", f"{name};"),
        (r"/var/cache/top-table", f"{folder}/kept"),
        (r"/var/www/html", f"{folder}/web"),
        (r"listen \[::\].*;\n", ""),
        (r"listen 80;", f"listen 127.0.0.1:{plain};"),
        (r"listen 443 ssl http2;", f"listen 127.0.0.1:{secure} ssl http2;"),
        (r"/etc/letsencrypt/\S+fullchain\.pem", str(folder / CERTIFICATE)),
        (r"/etc/letsencrypt/\S+privkey\.pem", str(folder / KEY_FILE)),
    ):
        text, count = re.subn(found, instead.replace("\\", r"\\"), text)
        assert count, f"deploy/nginx.conf has no {found}"
    return text
