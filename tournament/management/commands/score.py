"""Score one table from its final cash, or from what is typed in another format, every step shown."""

from __future__ import annotations

import json
from argparse import ArgumentTypeError
from decimal import Decimal, InvalidOperation
from typing import Any

from django.core.management.base import CommandParser

from tournament.access.commands import SentenceCommand, add_format, refuse, whole_number
from tournament.record.event import SeatRecord, TableRecord
from tournament.record.formats import Fines, Format, shipped_format
from tournament.record.settings import SIZES, with_settings
from tournament.record.vocabulary import (
    LARGEST_TABLE,
    Dollars,
    FineTiming,
    PlayerId,
    SeatScore,
    TableScore,
    Thousandths,
    Writing,
    format_thousandths,
)
from tournament.scores.explaining import explain
from tournament.scores.scoring import score_table
from tournament.scores.steps import NothingToShareError
from tournament.tellings.plain import plain_figures

LARGEST_MULTIPLIER = 10
TIMINGS = {"before": FineTiming.BEFORE_BONUS, "after": FineTiming.AFTER_BONUS}


def multiplier(text: str) -> Thousandths:
    """Parse a multiplier above zero with at most three decimals, in thousandths; raises ArgumentTypeError for any other text."""
    try:
        thousandths = Decimal(text) * 1000
    except InvalidOperation:
        thousandths = Decimal("NaN")
    if not thousandths.is_finite() or thousandths % 1 or not 0 < thousandths <= LARGEST_MULTIPLIER * 1000:
        raise ArgumentTypeError(f'"{text}" is not a multiplier; enter one like 1.5, with at most three decimals')
    return int(thousandths)


class Command(SentenceCommand):
    """``manage.py score CASH... [--fines FINE...] [--fines-count after] [--multiplier M] [--format KEY] [--json]``: scores (R55-R60)."""

    help = "Score one table from its final cash in dollars, in seat order."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take cash and fines by seat, and the multiplier that six players need."""
        parser.add_argument("cash", nargs="+", type=whole_number, help="final cash by seat, before fines")
        parser.add_argument("--fines", nargs="+", type=whole_number, help="fine by seat, 0 for none")
        parser.add_argument(
            "--fines-count",
            choices=list(TIMINGS),
            default="before",
            help="deduct fines before or after the winning bonus, as set for the event (R55; before)",
        )
        parser.add_argument(
            "--multiplier", type=multiplier, help="the multiplier for six players, for which the rules have none (R60)"
        )
        add_format(parser)
        parser.add_argument("--json", action="store_true", help="print JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        """Compute the scores of the table, and print a line for each seat."""
        cash: list[Dollars] = options["cash"]
        fines: list[Dollars] = options["fines"] or [0] * len(cash)
        form = shipped_format(options["format"])
        check_amounts(cash, fines, form)
        timing = TIMINGS[options["fines_count"]]
        rules = with_settings(rules_for(len(cash), options["multiplier"], form), {"fine_timing": timing})
        seats = tuple(SeatRecord(PlayerId(seat), seat, cash=amount) for seat, amount in enumerate(cash, start=1))
        by_player = {seat.player: fine for seat, fine in zip(seats, fines, strict=True)}
        try:
            table = score_table(1, TableRecord(1, seats), by_player, rules)
        except NothingToShareError:
            refuse("The amounts less fines sum to 0, so there is nothing to share (R62); check the amounts.")
        if options["json"]:
            self.stdout.write(json.dumps({"rows": [as_json(row, table) for row in table.rows]}))
            return
        for row in table.rows:
            self.stdout.write(as_line(row, table, rules))


def check_amounts(cash: list[Dollars], fines: list[Dollars], form: Format) -> None:
    """Raise CommandError for a table of no allowed size, fines that are not one for each seat, and amounts below the least."""
    name, least = form.amount.name, form.amount.least
    if not form.tables.least <= len(cash) <= form.tables.most:
        many = f"1 amount of {name} makes" if len(cash) == 1 else f"{len(cash)} amounts of {name} make"
        refuse(f"{many} no table; enter {form.tables.least} to {form.tables.most}, one for each seat.")
    if any(fines) and not form.has(Fines):
        refuse("This format has no fines.")
    if len(fines) != len(cash):
        refuse(f"{len(cash)} seats need {len(cash)} fines, not {len(fines)}; enter one for each seat, 0 for none.")
    below = [amount for amount in cash if least is not None and amount < least] + [fine for fine in fines if fine < 0]
    if below:
        refuse(f"{below[0]} is below {least or 'zero'}; enter {name} before fines, and fines as positive amounts.")


def rules_for(players: int, given: Thousandths | None, form: Format) -> Format:
    """The format for a table of ``players``, with the multiplier ``given`` for a size that has none (None where none was typed).

    Raises CommandError where such a size has none (R60), and where one is given that the format has already (R58) or has no use for.
    """
    is_open = bool(form.multipliers) and players not in form.multipliers
    if given is None and is_open:
        refuse(f"The rules have no multiplier for {SIZES[players]} players (R60); enter one, like --multiplier 1.5.")
    if given is None:
        return form
    if not form.multipliers:
        refuse("This format has no multipliers.")
    if not is_open:
        refuse(
            f"The rules set the multiplier for a table of {players} (R58); use --multiplier only for tables of {LARGEST_TABLE}."
        )
    return with_settings(form, {f"multiplier_{SIZES[players]}": given})


def as_json(row: SeatScore, table: TableScore) -> dict[str, Any]:
    """A seat's score as plain values: dollars as numbers, percentages as text with three decimals, no factors."""
    factors = {column.key for column in table.columns if column.writing is Writing.FACTOR}
    return {key: figure for key, figure in plain_figures(row, table).items() if key not in factors}


def as_line(row: SeatScore, table: TableScore, rules: Format) -> str:
    """A seat's score, followed by how it is computed, in words."""
    return f"Seat {row.seat}: {format_thousandths(row.score)}  {' '.join(explain(row, table, rules))}"
