"""Results as they are shown: the check of a table in a line, and every scored seat of a round with all columns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import django_tables2 as tables
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tournament.public.lists import TEMPLATE, PageTable, link
from tournament.record.event import EventRecord
from tournament.record.vocabulary import Dollars, SeatScore, TableScore, format_dollars, format_thousandths
from tournament.scores.scoring import NO_BONUS, NO_MULTIPLIER, format_multiplier


@dataclass(frozen=True, slots=True)
class ScoredSeat:
    """A row of the scores: the seat's score with its table, name and marks."""

    table: int
    name: str
    score: SeatScore
    timed_out: bool
    is_first_of_table: bool
    is_ruled: bool


def scored_seats(record: EventRecord, scores: Iterable[TableScore]) -> tuple[ScoredSeat, ...]:
    """Every scored seat in order of tables and seats."""
    late = {
        (played.number, seat.player)
        for played in record.rounds
        for table in played.tables
        for seat in table.seats
        if seat.timed_out
    }
    return tuple(
        ScoredSeat(
            table.table,
            record.entry(row.player).name,
            row,
            (table.round, row.player) in late,
            place == 0,
            table.ruled_equal,
        )
        for table in scores
        for place, row in enumerate(table.rows)
    )


def labelled(label: str) -> dict[str, dict[str, str]]:
    """A column of figures that carries its label into the cards of a narrow screen."""
    return {"td": {"class": "num", "data-label": label}, "th": {"class": "num"}}


class ScoreTable(PageTable):
    """The scores of a round with every column, so that anybody can check them by hand (section 5, item 9)."""

    table = tables.Column(verbose_name="Table")
    name = tables.Column(verbose_name="Player", attrs={"td": {"scope": "row"}})
    cash = tables.Column(accessor="score__cash", verbose_name="Cash", attrs=labelled("Cash"))
    fine = tables.Column(accessor="score__fine", verbose_name="Fine", attrs=labelled("Fine"))
    bonus = tables.Column(
        accessor="score__bonus_multiplier", verbose_name="Winning bonus", attrs=labelled("Winning bonus")
    )
    adjusted = tables.Column(accessor="score__adjusted", verbose_name="Adjusted", attrs=labelled("Adjusted"))
    basic = tables.Column(accessor="score__basic", verbose_name="Percentage", attrs=labelled("Percentage"))
    multiplier = tables.Column(accessor="score__size_multiplier", verbose_name="Table of", attrs=labelled("Table of"))
    score = tables.Column(accessor="score__score", verbose_name="Score", attrs=labelled("Score"))

    class Meta:
        """In order of tables and seats."""

        template_name = TEMPLATE
        orderable = False
        attrs = {"class": "wide cards"}
        sequence = ("table", "name", "cash", "fine", "bonus", "adjusted", "basic", "multiplier", "score")

    def __init__(self, rows: Sequence[ScoredSeat], *, slug: str, number: int) -> None:
        """``slug`` and round ``number`` for the links."""
        super().__init__(rows)
        self.slug, self.number = slug, number
        self.caption = f"Scores of round {number}"

    def render_table(self, value: int, record: ScoredSeat) -> SafeString | str:
        """The table's number once, leading to its page."""
        return link(f"Table {value}", "desk_table", self.slug, self.number, value) if record.is_first_of_table else ""

    def value_table(self, value: int) -> int:
        """The number on every line of the file."""
        return value

    def render_name(self, value: str, record: ScoredSeat) -> SafeString | str:
        """The name, with a mark for a player who ran out of time."""
        return format_html('{} <span class="tag doubt">out of time</span>', value) if record.timed_out else value

    def value_name(self, value: str) -> str:
        """The bare name."""
        return value

    def render_cash(self, value: Dollars) -> str:
        """Dollars."""
        return format_dollars(value)

    def render_fine(self, value: Dollars) -> str:
        """A fine as what is taken off."""
        return f"−{format_dollars(value)}" if value else ""

    def render_bonus(self, value: int) -> str:
        """The winner's multiplier (R56)."""
        return f"× {format_multiplier(value, NO_BONUS)}" if value != NO_BONUS else ""

    def render_adjusted(self, value: Dollars) -> str:
        """Dollars."""
        return format_dollars(value)

    def render_basic(self, value: int) -> str:
        """A percentage with three decimals."""
        return format_thousandths(value)

    def render_multiplier(self, value: int) -> str:
        """The multiplier of the table's size (R58)."""
        return f"× {format_multiplier(value, NO_MULTIPLIER)}"

    def render_score(self, value: int) -> SafeString:
        """The round's score."""
        return format_html("<strong>{}</strong>", format_thousandths(value))

    def value_score(self, value: int) -> str:
        """The bare score."""
        return format_thousandths(value)


def cash_by_name(record: EventRecord, amounts: Mapping[Any, Dollars | None]) -> str:
    """Amounts in a line: "Ada 41,200, Ben nothing"."""
    return ", ".join(
        f"{record.entry(player).name} {'nothing' if cash is None else format_dollars(cash)}"
        for player, cash in amounts.items()
    )
