"""`manage.py paper SLUG SHEET`: print a sheet, or the pack of a round, of an event into a PDF file."""

from __future__ import annotations

from argparse import ArgumentParser
from dataclasses import replace
from pathlib import Path
from typing import Any

from django.utils import timezone

from tournament.access.devices import player_codes, printed_codes
from tournament.management.sentences import EventCommand, refuse
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.pdf import SHEETS, Options, Paper, PaperError, SlipsPerPage, Sort, round_pack, sheet

PACK = "pack"


class Command(EventCommand):
    """Print from the command line what the pages of the event print."""

    help = "Print a sheet of an event as PDF; SHEET is a name of the catalogue, or 'pack' for all sheets of a round."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The event, the sheet, and the director's choices."""
        parser.add_argument("slug", help="the event, as in its address")
        parser.add_argument("sheet", choices=[*SHEETS, PACK], metavar="SHEET", help=", ".join([*SHEETS, PACK]))
        parser.add_argument("--round", type=int, help="the round; without it the last one published")
        parser.add_argument("--paper", choices=[paper.name.lower() for paper in Paper], default="a4")
        parser.add_argument("--sort", choices=[sort.value for sort in Sort], default=Sort.NAME.value)
        parser.add_argument("--copies", type=int, default=1)
        parser.add_argument("--slips", type=int, choices=[int(slips) for slips in SlipsPerPage], default=2)
        parser.add_argument("--tables", help="a stretch of tables, as 3-7 or 5")
        parser.add_argument("--reason", default="", help="why the medal form is printed while a dispute is open")
        parser.add_argument("-o", "--output", type=Path, help="the file; without it SLUG-SHEET.pdf in this folder")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print and say where the file is."""
        try:
            stored = Event.objects.get(slug=options["slug"])
            event = record_of(stored)
        except Event.DoesNotExist:
            known = ", ".join(Event.objects.order_by("slug").values_list("slug", flat=True)) or "none yet"
            refuse(f'There is no event "{options["slug"]}"; the events are: {known}.')
        try:
            choices = replace(_choices(options), codes=player_codes(stored))
            now = timezone.localtime()
            codes = printed_codes(stored, event)
            if options["sheet"] == PACK:
                content = round_pack(event, _pack_round(options), choices, now, codes)
            else:
                content = sheet(options["sheet"], event, choices, now, codes)
        except PaperError as error:
            refuse(str(error))
        path = options["output"] or Path(f"{options['slug']}-{options['sheet']}.pdf")
        path.write_bytes(content)
        self.stdout.write(f"{path}: {len(content):,} bytes")


def _choices(options: dict[str, Any]) -> Options:
    first, last = _stretch(options["tables"])
    return Options(
        paper=Paper[options["paper"].upper()],
        sort=Sort(options["sort"]),
        copies=options["copies"],
        slips=SlipsPerPage(options["slips"]),
        first_table=first,
        last_table=last,
        round_number=options["round"],
        over_dispute=options["reason"].strip()[:300],
    )


def _stretch(text: str | None) -> tuple[int | None, int | None]:
    if text is None:
        return None, None
    first, _, last = text.partition("-")
    if not first.isdecimal() or not (last or first).isdecimal():
        refuse(f'"{text}" is no stretch of tables; write it like 3-7, or 5 for one table.')
    return int(first), int(last or first)


def _pack_round(options: dict[str, Any]) -> int:
    if options["round"] is None:
        refuse("A pack is of one round; name it with --round.")
    return int(options["round"])
