"""Base classes of management commands, which refuse in one sentence and end with status 2."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentTypeError
from typing import Any, NoReturn

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError, connection
from django.db.models import Model
from django.utils import translation

from tournament.installation.folders import command_line
from tournament.migrations import applied_and_pending, applied_in, why_too_old
from tournament.models import Event
from tournament.record.format_check import shipped_keys
from tournament.record.formats import MSO_ACQUIRE
from wording.digits import plain_digits
from wording.languages import SOURCE_LANGUAGE

REFUSED = 2


class SentenceParser(CommandParser):
    """A parser of arguments whose errors are one sentence, without the usage text before it."""

    def error(self, message: str) -> NoReturn:
        """Raise CommandError with the message as a sentence."""
        words = message.removeprefix("argument ").rstrip(".")
        raise CommandError(f"{words[:1].upper()}{words[1:]}.", returncode=REFUSED)


class SentenceCommand(BaseCommand):
    """A command that needs neither database nor checks; any refusal, also of its arguments, is one sentence on standard error."""

    requires_system_checks = ()

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        """Return Django's parser with `SentenceParser` as its class, for which Django has no other setting."""
        parser = super().create_parser(prog_name, subcommand, **kwargs)
        parser.__class__ = SentenceParser
        return parser

    def run_from_argv(self, argv: list[str]) -> None:
        """Parse the command line and run; a refusal ends the program with its sentence and status 2."""
        try:
            options = vars(self.create_parser(argv[0], argv[1]).parse_args(argv[2:]))
            with translation.override(SOURCE_LANGUAGE):  # the terminal is English in every installation
                self.execute(*options.pop("args", ()), **options)
            self.stdout.flush()
        except CommandError as refusal:
            self.stderr.write(str(refusal))
            sys.exit(refusal.returncode)
        except (
            BrokenPipeError
        ):  # the reader (such as `head`) has closed the pipe; devnull avoids a second error at exit
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class EventCommand(SentenceCommand):
    """A command about a stored event; without a database of this version it ends with a sentence instead of a traceback."""

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Run the command after a check that the database has its tables."""
        need_events()
        return super().execute(*args, **options)


def need_events() -> None:
    """End the command with a sentence where the database was never migrated, or is of an earlier version and cannot be read."""
    need_table(Event, "events")
    try:
        Event.objects.first()
    except DatabaseError:
        if refusal := why_too_old(applied_in(connection)):
            refuse(refusal)
        if applied_and_pending()[1]:
            refuse(
                f"The database is from an earlier version; enter first: {command_line('serve')}, or {command_line('migrate')}."
            )
        raise


def need_table(model: type[Model], kept: str) -> None:
    """End the command with a sentence where the database was never migrated; ``kept`` is what the table of the model keeps."""
    if model._meta.db_table not in connection.introspection.table_names():
        refuse(
            f"The database has no table of {kept} yet; enter: {command_line('demo')}, or “migrate” with your own settings."
        )


def event_named(slug: str) -> Event:
    """Return the event with this slug; end the command with a sentence where there is none."""
    event = Event.objects.filter(slug=slug).first()
    if event is None:
        refuse(f"There is no event “{slug}”.")
    return event


def refuse(sentence: object) -> NoReturn:
    """End a command with a sentence and status 2."""
    raise CommandError(str(sentence), returncode=REFUSED)


def add_format(parser: CommandParser, default: str | None = MSO_ACQUIRE.key) -> None:
    """Take the key of a format that comes with Top Table."""
    parser.add_argument(
        "--format", choices=shipped_keys(), default=default, help="the format that is played (mso-acquire)"
    )


def whole_number(text: str) -> int:
    """Return the whole number that was typed, with or without commas between thousands.

    Raises ArgumentTypeError with a sentence that quotes another text.
    """
    digits = plain_digits(text).replace(",", "")
    if not (digits.removeprefix("-").isascii() and digits.removeprefix("-").isdecimal() and len(digits) < 13):
        raise ArgumentTypeError(f'"{text}" is not a whole number; enter one like 17')
    return int(digits)
