"""Print the arrangements of tables for a number of players, each with its consequences."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import CommandParser

from tournament.access.commands import SentenceCommand, add_format, refuse, whole_number
from tournament.draw.allocation import AllocationError, ArrangementOption, choices
from tournament.record.formats import Format, shipped_format
from tournament.tellings.running import in_three_lines

MOST_ROUNDS = 20
MOST_PLAYERS = 5_000


class Command(SentenceCommand):
    """``manage.py tables PLAYERS [--rounds 4] [--format KEY] [--json]``: sizes, sit-outs, final, minutes (R29, R38, R41-R42, R45)."""

    help = "Print the possible table sizes for a number of players, and what each choice means."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the number of players and of rounds, and the format."""
        parser.add_argument("players", type=whole_number, help="the number of players")
        parser.add_argument("--rounds", type=whole_number, help="the number of rounds (4, as the format has it)")
        add_format(parser)
        parser.add_argument("--json", action="store_true", help="print JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print every arrangement that the rules allow, their first choice first."""
        form = shipped_format(options["format"])
        players, rounds = options["players"], options["rounds"]
        form = form.planned_for(players) if rounds is None else form.planned_in(rounds)
        if rounds is None:
            rounds = form.rounds_planned
        if not 1 <= rounds <= MOST_ROUNDS:
            refuse(f"An event of {rounds} rounds cannot be planned; enter 1 to {MOST_ROUNDS} rounds.")
        if players > MOST_PLAYERS:
            refuse(f"{players:,} players are too many to arrange; enter at most {MOST_PLAYERS:,}.")
        try:
            found = choices(players, rounds, form)
        except AllocationError as refusal:
            refuse(refusal)
        if options["json"]:
            self.stdout.write(json.dumps({"players": players, "choices": [as_json(choice) for choice in found]}))
            return
        for choice in found:
            self.stdout.write("\n".join(as_lines(choice, form)))


def as_json(choice: ArrangementOption) -> dict[str, Any]:
    """An arrangement as plain values for JSON; its minutes by table size are None where the director has to confirm them."""
    return {
        "sizes": list(choice.arrangement.sizes),
        "sit_outs": choice.arrangement.sit_outs,
        "kind": choice.arrangement.kind.value,
        "random_rounds": choice.random_rounds,
        "swiss_final": choice.top_table is not None,
        "top_table": choice.top_table,
        "minutes": {str(size): minutes for size, minutes in choice.minutes.items()},
    }


def as_lines(choice: ArrangementOption, form: Format) -> list[str]:
    """An arrangement as lines for a terminal: the sizes of its tables, then its consequences indented."""
    drawn = f"{choice.random_rounds} random round{'' if choice.random_rounds == 1 else 's'}"
    final = (
        f"{drawn}, then a Swiss final with {choice.top_table} at the top table." if choice.top_table else f"{drawn}."
    )
    clock = ", ".join(
        f"{'not confirmed' if minutes is None else f'{minutes} minutes'} at a table of {size}"
        for size, minutes in choice.minutes.items()
    )
    lines = [
        f"{choice.arrangement.label} ({choice.arrangement.kind.value})",
        in_three_lines(form)[1] if form.rounds[-1].is_cut else final,
        *[f"Per player: {clock}."] * bool(form.tables.minutes),
        *[choice.gold] * bool(choice.gold),
        *[choice.sit_out] * bool(choice.sit_out),
    ]
    return [lines[0], *(f"    {line}" for line in lines[1:])]
