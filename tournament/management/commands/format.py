"""What an event can play by: the formats that come with Top Table, and those that people write as files."""

from __future__ import annotations

import json
import sys
from inspect import cleandoc
from pathlib import Path
from typing import Any

import msgspec
from django.core.management.base import CommandParser

from tournament.access.commands import SentenceCommand, refuse
from tournament.record.format_check import FormatError, checked_format, shipped_keys
from tournament.record.formats import SHIPPED, Format, shipped_format
from tournament.tellings.running import in_three_lines


class Command(SentenceCommand):
    """``manage.py format check FILE``, ``list``, ``show KEY`` or ``schema`` ``[--json]``; exit status 1 where a file is no format."""

    help = "Check a file with a format that an event can play by, or show the formats there are."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take what to do, and with which file or format."""
        parser.add_argument("act", choices=["check", "list", "show", "schema"], help="what to do")
        parser.add_argument("name", nargs="?", default="", help="the file to check, or the key of the format to show")
        parser.add_argument("--json", action="store_true", help="print JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        """Check a file, or print what is asked for."""
        match options["act"]:
            case "check":
                self._check(options["name"], as_json=options["json"])
            case "show":
                if options["name"] not in shipped_keys():
                    refuse(f"There is no format “{options['name']}”; there are {', '.join(shipped_keys())}.")
                self.stdout.write((SHIPPED / f"{options['name']}.json").read_text(encoding="utf-8"))
            case "schema":
                self.stdout.write(json.dumps(_schema(), indent=2))
            case _:
                names = {key: shipped_format(key).name for key in shipped_keys()}
                lines = [f"{key}  {name}" for key, name in names.items()]
                self.stdout.write(json.dumps(names) if options["json"] else "\n".join(lines))

    def _check(self, file: str, *, as_json: bool) -> None:
        """Print what a format means, or all that is wrong with it."""
        wrong: tuple[str, ...] = ()
        lines: tuple[str, ...]
        try:
            form = checked_format(Path(file).read_text(encoding="utf-8", errors="replace"))
            lines = (form.name, *in_three_lines(form))
        except OSError as error:
            refuse(f"The format {file} cannot be read ({error.strerror}); name a file that can.")
        except FormatError as refusal:
            lines = wrong = refusal.sentences
        self.stdout.write(json.dumps({"file": file, "wrong": wrong}) if as_json else "\n".join(lines))
        if wrong:
            sys.exit(1)


def _schema() -> dict[str, Any]:
    """The JSON schema of a format, with a description of every part of it."""
    schema = msgspec.json.schema(Format)
    for part in schema["$defs"].values():
        part["description"] = cleandoc(part.get("description", "")).replace("``", "")
    return schema
