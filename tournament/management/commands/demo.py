"""`manage.py demo`: migrate the demo's own database, load the demo events, and serve them under an address that is printed.

1. Open the sockets, before anything is touched.
2. Migrate `.local/demo.sqlite3`, or start it afresh when asked.
3. Keep the account `director`, whose password this machine made for itself, and load the demo events that are missing.
4. Print the address and the log-in, and serve, the desk apart from the crowd, as `serve` does.
5. Once it stands, fetch what makes opponents think faster; where that cannot be had, say so in one sentence and go on.

Running it again changes nothing that is there already.
"""

from __future__ import annotations

import socket
from argparse import SUPPRESS, ArgumentParser
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Thread
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from tournament.access.accounts import DEMO_DIRECTOR
from tournament.installation.addresses import ELSEWHERE, EVERYWHERE, LOOPBACK, in_address
from tournament.installation.bootstrap import add
from tournament.installation.folders import command_line
from tournament.installation.local import kept_secret
from tournament.management.serving.place import open_sockets
from tournament.management.serving.wall import Wall, keep_serving
from tournament.play.programs.processes.runner import ProgramRunner, programs_at
from tournament.slices.practice.playing import load_events

LET_IN = "use 127.0.0.1, or 0.0.0.0 to let phones in"


class Command(BaseCommand):
    """Show Top Table with two demo events, on this machine's own SQLite file."""

    help = "Load two demo events into a database of their own and serve them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take where to serve, whether to serve at all, and whether to delete what was done in the demo."""
        parser.add_argument("--port", type=int, default=8000, help="the port to serve on (8000)")
        parser.add_argument("--live-port", help=SUPPRESS)  # of earlier versions
        parser.add_argument(
            "--host", default="127.0.0.1", help="the address to serve on; 0.0.0.0 lets phones in (127.0.0.1)"
        )
        parser.add_argument("--no-serve", action="store_true", help="prepare the demo and stop")
        parser.add_argument("--fresh", action="store_true", help="first delete everything that was done in the demo")

    def handle(self, **options: Any) -> None:
        """Carry out the steps that the module's docstring lists; raises CommandError with one sentence where one fails."""
        host, port = str(options["host"]), int(options["port"])
        sockets = [] if options["no_serve"] else open_sockets(host, port, "demo", LET_IN)
        if options["fresh"]:
            forget(Path(str(settings.DATABASES["default"]["NAME"])))
        call_command("migrate", verbosity=0, interactive=False)
        password = kept_secret("demo-password", length=9)
        made = load_events(keep_director(password))
        self.stdout.write("\n".join(f"Loaded {event.name}." for event in made) or "The demo events are already loaded.")
        reachable = address_of(host)
        self.stdout.write(
            f"Top Table's demo: http://{reachable}:{port}/\nLog in as {DEMO_DIRECTOR} with the password {password}"
        )
        if options["no_serve"]:
            self.stdout.write("Not running: start it without --no-serve.")
            return
        self.stdout.write("On this computer the page needs no password.\nStop it with Ctrl+C.")
        self.stdout.flush()
        serve(sockets, host, port, reachable, self.stdout.write)


def fetch_for_opponents(tell: Callable[[str], None], programs: ProgramRunner | None = None) -> None:
    """Install the packages that make computer opponents faster, then get ``programs`` (their processes) ready.

    Where installing fails, ``tell`` gets a sentence that says why.
    """
    if refusal := add("games/requirements-bots.lock"):
        tell(f"Opponents think in plain Python for now. {refusal}")
    elif programs is not None:
        programs.make_ready()


def forget(database: Path) -> None:
    """Delete the demo's database file and its journals; raises CommandError for any database but the demo's."""
    if database.name != "demo.sqlite3":
        raise CommandError(
            f"--fresh would delete {database}, which is not the demo's; run it as: {command_line('demo --fresh')}"
        )
    connection.close()
    for ending in ("", "-wal", "-shm"):
        database.with_name(database.name + ending).unlink(missing_ok=True)


def keep_director(password: str) -> User:
    """The account of the demo's director, made or with its password set again where somebody changed it."""
    director, is_new = User.objects.get_or_create(username=DEMO_DIRECTOR)
    if is_new or not director.check_password(password):
        director.set_password(password)
        director.save()
    return director


def address_of(host: str) -> str:
    """The host in the form that a web address needs; for "all addresses" that of this machine on its network, else 127.0.0.1."""
    if host not in EVERYWHERE:
        return in_address(host)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as question:
        try:
            question.connect(ELSEWHERE)
        except OSError:
            return "127.0.0.1"
        return str(question.getsockname()[0])


def serve(sockets: Sequence[socket.socket], host: str, port: int, reachable: str, tell: Callable[[str], None]) -> None:
    """Serve the demo at these sockets under all names of this machine, until Ctrl+C; raises CommandError where the server ends by itself.

    ``reachable`` is the host that is printed, and ``tell`` prints a line.
    """
    names = [*LOOPBACK[:2], "[::1]", reachable, socket.gethostname()]
    variables = {
        "TOPTABLE_PUBLIC_ADDRESS": f"http://{reachable}:{port}",
        "TOPTABLE_ALLOWED_HOSTS": ",".join(names),
    }
    connection.close()
    programs = programs_at("" if host in EVERYWHERE else host, port, tell)
    fetching = Thread(target=fetch_for_opponents, args=(tell, programs), daemon=True)
    keep_serving(Wall(sockets, tell, programs), variables, fetching.start)
