"""`manage.py paper SLUG SHEET`: print a sheet, or the pack of a round, of an event into a PDF file."""

from __future__ import annotations

from argparse import SUPPRESS, ArgumentParser
from dataclasses import replace
from pathlib import Path
from typing import Any

from django.utils import timezone

from tournament.access.commands import EventCommand, refuse
from tournament.access.devices import printed_codes
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.pdf.document import pack_of, sheets_as_pdf
from tournament.pdf.job import Job, Options, PaperError
from tournament.pdf.sheets import NOW_ON, SHEETS
from tournament.record.lengths import LONGEST_REASON, too_long
from tournament.record.printing import PaperSize, Sides, Supplement
from tournament.services.printing import store_printed, store_way, supplements_of
from wording.digits import plain_digits
from wording.languages import speaking

PACK = "pack"


class Command(EventCommand):
    """``manage.py paper SLUG SHEET``: make the same PDF of a sheet, or of all sheets of a round, as the event's pages do."""

    help = "Print a sheet of an event as PDF; SHEET is the name of a sheet, or “pack” for all sheets of a round."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the event, the sheet, and the choices for printing."""
        parser.add_argument("slug", help="the event, as in its address")
        parser.add_argument("sheet", choices=[*SHEETS, PACK, *NOW_ON], metavar="SHEET", help=", ".join([*SHEETS, PACK]))
        parser.add_argument("--round", type=int, help="the round (the last one published)")
        parser.add_argument(
            "--paper", choices=[paper.value for paper in PaperSize], help="the size of the paper (the event's own)"
        )
        parser.add_argument(
            "--sides",
            choices=[sides.value for sides in Sides],
            help="1: single-sided; 2: double-sided, turned on the long edge (as the event last printed)",
        )
        for gone in ("--slips", "--sort", "--copies", "--part"):  # of versions before 4.0; they mean nothing any more
            parser.add_argument(gone, help=SUPPRESS)
        parser.add_argument("--tables", help="a range of tables, such as 3-7 or 5")
        parser.add_argument("--players", help="a range of players by number, such as 1-40 or 5")
        parser.add_argument(
            "--printed",
            action="store_true",
            help="record that it has been put up, so that the desk shows when to replace it",
        )
        parser.add_argument("--reason", default="", help="why the medal form is printed while a dispute is open")
        parser.add_argument("-o", "--output", type=Path, help="the file (SLUG-SHEET.pdf in this folder)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the PDF file and print its name and size; raises CommandError where the sheet cannot be printed."""
        try:
            stored = Event.objects.get(slug=options["slug"])
            event = record_of(stored)
        except Event.DoesNotExist:
            known = ", ".join(Event.objects.order_by("slug").values_list("slug", flat=True)) or "none yet"
            refuse(f'There is no event "{options["slug"]}"; the events are: {known}.')
        try:
            now = timezone.localtime()
            with speaking(event.printed_in):
                choices = replace(_choices(options), **supplements_of(stored, frozenset(Supplement), now))
                name = NOW_ON.get(options["sheet"], options["sheet"])
                number = Job(event, choices, now).round.number if name == PACK else 0
                orders = pack_of(event, number, choices) if name == PACK else ((name, choices),)
                content = sheets_as_pdf(event, orders, now, printed_codes(stored.pk, event))
                contents = [SHEETS[each].contents(Job(event, chosen, now)) for each, chosen in orders]
        except PaperError as error:
            refuse(str(error))
        path = options["output"] or Path(f"{options['slug']}-{options['sheet']}.pdf")
        path.write_bytes(content)
        store_way(stored, sides=choices.sides)
        if options["printed"]:
            store_printed(stored, None, contents, now, event.version, options["reason"].strip())
        self.stdout.write(f"{path}: {len(content):,} bytes")


def _choices(options: dict[str, Any]) -> Options:
    """The choices for printing that the command's options make; raises CommandError for one that cannot be read."""
    first, last = _range_in(options["tables"], "tables")
    first_player, last_player = _range_in(options["players"], "players")
    return Options(
        paper=PaperSize(options["paper"]) if options["paper"] else None,
        sides=Sides(options["sides"]) if options["sides"] else None,
        first_table=first,
        last_table=last,
        first_player=first_player,
        last_player=last_player,
        round_number=options["round"],
        over_dispute=_short_enough(options["reason"].strip()),
    )


def _short_enough(reason: str) -> str:
    """The reason unchanged; raises CommandError where it is longer than can be stored."""
    if refusal := too_long(reason, LONGEST_REASON):
        refuse(refusal)
    return reason


def _range_in(text: str | None, what: str) -> tuple[int | None, int | None]:
    """The first and last number of a range typed like "3-7" or "5"; None for both where nothing was typed.

    ``what`` is what the numbers count, for the refusal. Raises CommandError.
    """
    if text is None:
        return None, None
    first, _, last = plain_digits(text).partition("-")
    if not first.isdecimal() or not (last or first).isdecimal():
        refuse(f'"{text}" is not a range of {what}; enter it like 3-7, or 5 for one of them.')
    return int(first), int(last or first)
