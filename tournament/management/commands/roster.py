"""Print how a list of players in a file is understood: what its page on the desk would show, without entering anybody."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentTypeError
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from tournament.access.commands import SentenceCommand, refuse
from tournament.day.lists.columns import Choices
from tournament.day.lists.headings import PlayerField
from tournament.day.lists.rosters import NOT_USED, SIGNS, as_json
from tournament.day.office.sources.texts import MAX_FILE

STDIN = "-"
UNUSED = "unused"


def column(text: str) -> tuple[int, PlayerField | None]:
    """Parse "3=country": a column, counted from 1, and what it holds; raises ArgumentTypeError for any other text."""
    place, _, kind = text.partition("=")
    if not (place.isascii() and place.isdigit() and 0 < int(place) < 1000):
        raise ArgumentTypeError(f'"{text}" names no column; write it like 3=country')
    if kind in {UNUSED, NOT_USED}:
        return int(place) - 1, None
    if kind.upper() not in PlayerField.__members__:
        kinds = ", ".join(part.name.lower() for part in PlayerField)
        raise ArgumentTypeError(f'"{kind}" is nothing that a column holds; choose one of {kinds}, {UNUSED}')
    return int(place) - 1, PlayerField[kind.upper()]


class Command(SentenceCommand):
    """``manage.py roster FILE [--column 3=country] [--sheet 2] [--separator tab] [--headings no] [--encoding cp1250] [--json]``."""

    help = "Print how a list of players is read, before anybody enters it."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the file, and what the page of a list lets its director choose."""
        parser.add_argument("file", help="the list, as any file that the page of lists takes; - for standard input")
        parser.add_argument(
            "--column", type=column, action="append", default=[], metavar="N=KIND", help="what a column holds"
        )
        parser.add_argument("--sheet", type=int, help="which sheet of a workbook is read, counted from 1")
        parser.add_argument("--separator", choices=[*SIGNS, "blocks"], help="what separates the cells of a line")
        parser.add_argument("--headings", choices=["yes", "no"], help="whether the list has column headings")
        parser.add_argument("--encoding", help="the encoding of a text file, where it is guessed wrongly")
        parser.add_argument("--json", action="store_true", help="print JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the columns and the rows of the list."""
        name, content = self._content(options["file"])
        choices = Choices(
            sheet=options["sheet"] - 1 if options["sheet"] else None,
            separator=SIGNS.get(options["separator"]) if options["separator"] else None,
            has_headings={"yes": True, "no": False}.get(options["headings"]),
            fields=dict(options["column"]),
        )
        try:
            found = as_json(name, content, choices, encoding=options["encoding"] or "")
        except ValueError as refusal:
            refuse(refusal)
        if options["json"]:
            self.stdout.write(json.dumps(found, ensure_ascii=False))
            return
        self.stdout.write("\n".join(as_lines(found)))

    def _content(self, file: str) -> tuple[str, bytes]:
        """Return the name and the bytes of the file; one that is too large is read only so far as to be refused."""
        try:
            if file == STDIN:
                return "the list", sys.stdin.buffer.read(MAX_FILE + 1)
            with Path(file).open("rb") as opened:
                return Path(file).name, opened.read(MAX_FILE + 1)
        except (OSError, ValueError) as error:
            refuse(f"{file} cannot be read ({error}).")


def as_lines(found: dict[str, Any]) -> list[str]:
    """A list as lines for a terminal: the columns, the questions, then each row with a mark for selected ones and its doubts below."""
    lines = [f"{each['heading'] or 'column'}: {each['kind']}" for each in found["columns"]]
    lines += [f"? {question}" for question in found["questions"]]
    for row in found["rows"]:
        beside = [
            row["country"],
            "junior" if row["junior"] else "",
            row["number"],
            row["club"],
            row["team"],
            row["fee"],
        ]
        lines.append(
            f"{'x' if row['selected'] else ' '} {row['line']:>4}  {', '.join(filter(None, (row['name'], *beside)))}"
        )
        lines += [f"        ? {doubt}" for doubt in row["doubts"] if doubt not in found["questions"]]
        lines += [f"        not used: {' · '.join(row['unused'])}"] if row["unused"] else []
    return lines
