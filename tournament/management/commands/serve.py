"""`manage.py serve`: a real event on one laptop, with an installation of its own, made on first use.

1. Open the sockets, before anything is touched.
2. Migrate the database, a snapshot first; DATABASE_URL and the other variables decide where they are set.
3. Tell the address for phones with its code, and, as long as nobody has an account, a one-time link that makes it.
4. Serve, the desk apart from the crowd. A changed address is told anew, with the sheets that carry the old one, and new servers take over.
"""

from __future__ import annotations

from argparse import SUPPRESS, ArgumentParser
from datetime import datetime
from pathlib import Path
from threading import Thread
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.checks import Tags
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection

from tournament.access.accounts import accounts_that_run, has_accounts
from tournament.access.links import give_code, make_link, renew_link
from tournament.installation.addresses import EVERYWHERE, is_in_container
from tournament.installation.copies.second_place import PlaceError, make_folder_in, set_second_place, start_copying
from tournament.installation.environment import Environment, variables_passed_on
from tournament.installation.folders import command_line
from tournament.installation.local import LocalFolderError
from tournament.installation.plugins import PLUGINS
from tournament.installation.serve_folder import make_folder, serve_folder
from tournament.management.serving.fronting.lanes import LETS_IN
from tournament.management.serving.place import (
    PUBLIC,
    ServedElsewhereError,
    ServingPlace,
    address_changed_message,
    code_line,
    let_in_line,
    open_sockets,
    open_when_answered,
    where_to,
)
from tournament.management.serving.unit import UnitError, write_unit
from tournament.management.serving.wall import Wall, keep_serving
from tournament.models import Event, LetIn
from tournament.play.programs.processes.runner import programs_at
from tournament.record.devices import LEADS_TO, PURPOSES, Purpose

HOME, DESK = "/", "/desk/"
"""Addresses as they are: this process answers no page, so it does not load them, which would take 17 MB."""


class Command(BaseCommand):
    """Serve a real event from this machine."""

    requires_system_checks = (Tags.models, PLUGINS)
    help = "Run Top Table on this machine, for phones in the hall too."
    there: Path | None = None
    """The second place as long as it is there."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take where to serve, for whom to make a log-in link, and where snapshots are copied to."""
        parser.add_argument("--host", default="", help="answer on this address only (every address of this machine)")
        parser.add_argument("--port", type=int, default=8000, help="the port to serve on (8000)")
        parser.add_argument("--live-port", help=SUPPRESS)  # of earlier versions
        parser.add_argument(
            "--new-link",
            nargs="?",
            const="",
            metavar="NAME",
            help="show a one-time link to set a new password for NAME, or to create the first account",
        )
        parser.add_argument(
            "--open",
            action="store_true",
            help="open the desk in the browser of this machine when it answers, or the link for the first account",
        )
        parser.add_argument(
            "--second-place",
            metavar="FOLDER",
            help="also keep snapshots in this folder, such as a USB stick; “off” stops that",
        )
        parser.add_argument(
            "--install-unit",
            action="store_true",
            help="start “serve” whenever this machine starts, after a power cut too",
        )

    def handle(self, **options: Any) -> None:
        """Carry out the steps that the module's docstring lists; raises CommandError with one sentence where one fails."""
        if options["install_unit"]:
            self.tell(self.unit(int(options["port"])))
            return
        folder = serve_folder()
        make_folder(folder)
        host = "" if options["host"] in EVERYWHERE else str(options["host"])
        place = ServingPlace(folder, host, int(options["port"]))
        if options["second_place"] is not None:
            set_second_place(folder, second_place(str(options["second_place"])))
        try:
            place.hold()
        except ServedElsewhereError as elsewhere:
            self.speak_beside(elsewhere, options)
            return
        sockets = open_sockets(host, place.port)
        call_command("migrate", verbosity=0, interactive=False)
        variables = place.look()
        self.tell_place(place)
        LetIn.objects.filter(purpose=Purpose.THIS_MACHINE.value).delete()  # of an earlier start
        opened = self.let_in(options, place.local)
        self.tell(code_line(give_code(make_link(Purpose.THIS_MACHINE, grants={LEADS_TO: HOME}))))
        self.tell(f"Everything is kept in {where_kept()}. Stop with Ctrl+C.")
        connection.close()

        def begun() -> None:
            self.note(place)
            Thread(target=open_when_answered, args=(opened,), daemon=True, name="opening").start()

        keep_serving(
            Wall(sockets, self.tell, programs_at(host, place.port, self.tell)),
            variables,
            begun,
            lambda: self.look(place),
            lambda before, now: self.tell_anew(place, before, now),
            lambda: self.tell("Stopping; finishing requests ..."),
        )

    def unit(self, port: int) -> str:
        """Write the systemd unit for this port, and return the text with the commands to type next; raises CommandError."""
        try:
            return write_unit(port)
        except UnitError as refusal:
            raise CommandError(str(refusal)) from None

    def look(self, place: ServingPlace) -> Environment:
        """The environment variables that a server should have now; a second place that was chosen meanwhile is told."""
        before = place.second_place
        found = place.look()
        if place.second_place != before:
            chosen = place.second_place
            self.tell(f"Snapshots are also kept in {chosen}." if chosen else "There is no backup drive now.")
        self.copy_where_it_arrives(Path(place.second_place) if place.second_place else None)
        return found

    def copy_where_it_arrives(self, place: Path | None) -> None:
        """Copy to the second place the snapshots that it lacks, in a thread, once whenever it is chosen or plugged in."""
        there = place if place and place.is_dir() else None
        if there and there != self.there and settings.SNAPSHOT_FOLDER:
            start_copying(there, Path(settings.SNAPSHOT_FOLDER))
        self.there = there

    def tell_anew(self, place: ServingPlace, before: Environment, now: Environment) -> None:
        """Print what has changed, address or all data, when a new server has been started; then store what is served now.

        ``before`` and ``now`` are the environment variables of the old server and the new one.
        """
        if before[PUBLIC] != now[PUBLIC]:
            try:
                self.tell_place(place)
            except DatabaseError as error:
                self.tell(
                    f"The sheets with the old address could not be listed ({error}); reprint the sheets in the hall."
                )
            finally:
                connection.close()
        if variables_passed_on(before)["taken_over"] != variables_passed_on(now)["taken_over"]:
            self.tell("A copy from another machine is in use now.")
        self.note(place)

    def note(self, place: ServingPlace) -> None:
        """Store the address that is served now; where that fails the reason is printed, and the server goes on."""
        try:
            place.note_served()
        except LocalFolderError as refusal:
            self.tell(str(refusal))

    def tell_place(self, place: ServingPlace) -> None:
        """Print the addresses of the pages, and the printed sheets on which an earlier address stands."""
        is_terminal = self.stdout.isatty()
        is_contained = place.is_found and is_in_container()
        shown = {"is_narrow": bool(place.host), "is_terminal": is_terminal, "is_contained": is_contained}
        self.tell(where_to(place.address, place.local, **shown))
        sheets = printed_before(place.changed_at) if place.changed_at else []
        if place.has_moved or sheets:
            self.tell(address_changed_message(place.earlier, sheets))

    def tell(self, words: str) -> None:
        """Print a paragraph, without waiting for more output."""
        self.stdout.write(f"{words}\n")
        self.stdout.flush()

    def speak_beside(self, elsewhere: ServedElsewhereError, options: dict[str, Any]) -> None:
        """Do what a second `serve` can do while another one serves: print a link, open the page, or say that the second place is set.

        Raises CommandError where the options ask for neither.
        """
        if options["new_link"] is not None or options["open"]:
            open_when_answered(self.let_in(options, elsewhere.local))
        elif options["second_place"] is None:
            raise CommandError(str(elsewhere))
        else:
            self.tell("The running server will use the backup drive within a few seconds.")

    def let_in(self, options: dict[str, Any], local: str) -> str:
        """Print a link where one is asked for or nobody has an account.

        Returns the address to open in this machine's browser, which is known then, and led to the link, or else to the desk; empty without
        `--open`. ``local`` is the server's address on this machine. Raises CommandError.
        """
        path = DESK
        if options["new_link"] is not None or not has_accounts():
            path, words = self.link(options["new_link"] or "", local)
            self.tell(words)
        if not options["open"]:
            return ""
        return f"{local}{LETS_IN}{make_link(Purpose.THIS_MACHINE, grants={LEADS_TO: path})}/"

    def link(self, name: str, local: str) -> tuple[str, str]:
        """Make a one-time link, and return its path and the text that shows it.

        It is for the first account where there is none, else for a new password. ``name`` is the account's (empty for the only one that
        runs the installation), ``local`` the server's address on this machine.
        """
        if not has_accounts():
            purpose, account = Purpose.FIRST_ACCOUNT, None
        else:
            purpose, account = Purpose.NEW_PASSWORD, account_named(name)
        path = f"{LETS_IN}{renew_link(purpose, account=account)}/"
        minutes = int(PURPOSES[purpose].lasts.total_seconds()) // 60
        whose = account.get_username() if account else ""
        return path, let_in_line(path, local, whose=whose, minutes=minutes)


def printed_before(moment: datetime) -> list[tuple[str, tuple[str, ...]]]:
    """Each event with the titles of the sheets in the hall that were printed before a moment and show the address."""
    from tournament.desk.reprints import sheets_underway  # with it comes all that prints; the address changes rarely

    return [(row.name, titles) for row, titles in sheets_underway(Event.objects.all(), moment)]


def account_named(name: str) -> User:
    """The account that is to get a new password: the one of this name or, for an empty name, the only one that runs the installation.

    Raises CommandError, which lists the names, where there is no such account.
    """
    if name:
        account = User.objects.filter(username=name, is_active=True).first()
        if account is not None:
            return account
    running = accounts_that_run()
    if not name and len(running) == 1:
        return running[0]
    known = ", ".join(User.objects.filter(is_active=True).order_by("pk").values_list("username", flat=True)[:20])
    missing = f'There is no account "{name}"' if name else "There are several accounts"
    raise CommandError(f"{missing}; choose one: {command_line('serve --new-link NAME')}. The accounts are {known}.")


def second_place(typed: str) -> Path | None:
    """The folder for second copies in the folder that was typed, which is made; None for "off". Raises CommandError."""
    try:
        return None if typed.lower() == "off" else make_folder_in(typed)
    except PlaceError as refusal:
        raise CommandError(str(refusal)) from None


def where_kept() -> str:
    """Where the data is, in words: the path of the SQLite file, or the name of the PostgreSQL database."""
    stored = settings.DATABASES["default"]
    return str(stored["NAME"]) if connection.vendor == "sqlite" else f"PostgreSQL, database {stored['NAME']}"
