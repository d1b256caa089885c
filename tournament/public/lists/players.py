"""The tables of the public pages: draw, results of a table, standings, medals, Pentamind."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import django_tables2 as tables
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tournament.pdf.sheets.results import place_text
from tournament.pdf.sheets.standings import cell_text
from tournament.public.lists import NUM, PageTable, link
from tournament.public.lists.rows import body
from tournament.record.event import EntryRecord
from tournament.record.vocabulary import (
    MedalPlace,
    PentamindPlace,
    PlayerId,
    RoundCell,
    SeatScore,
    Standing,
    Status,
    TableScore,
    Thousandths,
    format_dollars,
    format_thousandths,
)
from tournament.scores.scoring import NO_BONUS, NO_MULTIPLIER, format_multiplier

LEFT = {Status.WITHDRAWN: "withdrawn", Status.DISQUALIFIED: "disqualified"}
TOTAL = {"td": {"class": "total"}, "th": {"class": "total"}}
NAME = {"td": {"scope": "row"}}


def _labelled(label: str, kind: str = "num") -> dict[str, dict[str, str]]:
    """The attributes of a column whose cells say on a phone what they are."""
    return {"td": {"class": kind, "data-label": label}, "th": {"class": kind}}


class PlayersTable(PageTable):
    """A table in which each row is about a player: the row is marked for "Find me", the name leads to the player's page."""

    people: Mapping[PlayerId, EntryRecord]

    def __init__(
        self, rows: Any, *, slug: str, people: Mapping[PlayerId, EntryRecord], caption: str, **options: Any
    ) -> None:
        """``rows`` have a ``player``, whose name and status ``people`` tell; ``caption`` stands above the table."""
        self.slug, self.people, self.caption = slug, people, caption
        options.setdefault("row_attrs", {"data-p": lambda record: record.player})
        super().__init__(rows, orderable=False, **options)

    def body(self) -> SafeString:
        """The rows as markup, for templates/public/_table.html."""
        return body(self.columns, self.row_attrs, self.data)

    def render_player(self, record: Any) -> SafeString:
        """The name, leading to the player's page; who left says so."""
        entry = self.people[record.player]
        name = link(entry.name, "player", self.slug, record.player)
        left = LEFT.get(entry.status)
        return format_html('{} <span class="tag loss">{}</span>', name, left) if left else name

    def value_player(self, record: Any) -> str:
        """The bare name for CSV."""
        return self.people[record.player].name


class PlacesTable(PlayersTable):
    """Where everybody sits in a round, from A to Z."""

    player = tables.Column(verbose_name="Name", attrs=NAME)
    table = tables.Column(attrs=NUM, empty_values=())
    seat = tables.Column(attrs=NUM, default="")

    class Meta:
        """As wide as its words."""

        template_name = "public/_table.html"
        attrs = {"class": "places"}

    def render_table(self, record: Any) -> str:
        """The number of the table, or why there is none."""
        return record.words or str(record.table)


class ResultTable(PlayersTable):
    """One table of a round with every step from cash to score (R55-R58), the winner first."""

    place = tables.Column()
    player = tables.Column(verbose_name="Name", attrs=NAME)
    cash = tables.Column()
    fine = tables.Column()
    net = tables.Column()
    bonus_multiplier = tables.Column(verbose_name="Winning bonus", footer="Sum")
    adjusted = tables.Column(footer=lambda table: format_dollars(table.scored.total_adjusted))
    basic = tables.Column(
        verbose_name="Basic %",
        footer=lambda table: format_thousandths(sum(row.basic for row in table.scored.rows)),
    )
    size_multiplier = tables.Column(verbose_name="Multiplier")
    score = tables.Column(
        attrs={**TOTAL, "tf": {"class": "total"}},
        footer=lambda table: format_thousandths(sum(row.score for row in table.scored.rows)),
    )

    class Meta:
        """Figures under figures; the class ``figures`` sets them right without a word in every cell."""

        template_name = "public/_table.html"
        attrs = {"class": "wide figures steps"}

    def __init__(self, score: TableScore, *, caption_note: str, **options: Any) -> None:
        """``score`` is the scored table, ``caption_note`` what is to be known beside its number."""
        self.caption_note = caption_note
        self.scored = score
        super().__init__(sorted(score.rows, key=lambda row: (row.place, row.seat)), **options)

    def render_place(self, record: SeatScore) -> str:
        """The place at the table, with an equals sign where it is shared."""
        return place_text(record, self.scored)

    def render_cash(self, value: int) -> str:
        """Dollars before fines (R55)."""
        return format_dollars(value)

    def render_fine(self, value: int) -> str:
        """Dollars taken off, nothing where there is no fine."""
        return f"-{format_dollars(value)}" if value else ""

    def render_net(self, record: SeatScore) -> str:
        """Dollars after fines, and what they count as where that is something else (R55)."""
        if record.net == record.scored_net:
            return format_dollars(record.net)
        return f"{format_dollars(record.net)}, counts {format_dollars(record.scored_net)}"

    def render_bonus_multiplier(self, record: SeatScore) -> str:
        """The multiplier of a winner (R56), nothing for the others."""
        return f"× {format_multiplier(record.bonus_multiplier, NO_BONUS)}" if record.is_winner else ""

    def render_adjusted(self, value: int) -> str:
        """Dollars after the winning bonus."""
        return format_dollars(value)

    def render_basic(self, value: Thousandths) -> str:
        """The share of the table's sum in percent (R57)."""
        return format_thousandths(value)

    def render_size_multiplier(self, value: Thousandths) -> str:
        """The multiplier of the table's size (R58)."""
        return f"× {format_multiplier(value, NO_MULTIPLIER)}"

    def render_score(self, value: Thousandths) -> str:
        """What counts."""
        return format_thousandths(value)


class CellColumn(tables.Column):
    """One round of the standings: the score with its mark, nothing while the round is pending."""

    def render(self, value: RoundCell) -> str:
        """Score and mark, as on paper."""
        return cell_text(value)


class StandingsTable(PlayersTable):
    """Rank, name, each round, total and wins; why a place is shared or decided by a rule on demand."""

    rank = tables.Column(empty_values=())
    player = tables.Column(verbose_name="Name", attrs=NAME)
    total = tables.Column(attrs=TOTAL)
    wins = tables.Column()

    class Meta:
        """Figures under figures, the name in sight on the left and the total on the right."""

        template_name = "public/_table.html"
        attrs = {"class": "wide figures", "id": "standings"}

    def __init__(self, rows: tuple[Standing, ...], *, cuts: Mapping[int, str], **options: Any) -> None:
        """``cuts`` are the words above the first row of each table of the final, by the row's index (R46)."""
        rounds = [cell.round for cell in rows[0].cells] if rows else []
        column: Any = CellColumn
        columns = [
            (f"r{number}", column(verbose_name=f"R{number}", accessor=f"cells__{index}"))
            for index, number in enumerate(rounds)
        ]
        self.cuts = {rows[index].player: words for index, words in cuts.items()}
        super().__init__(
            rows,
            extra_columns=columns,
            sequence=("rank", "player", *(name for name, _ in columns), "total", "wins"),
            row_attrs={
                "data-p": lambda record: record.player,
                "data-words": lambda record: (
                    f"{record.rank} of {len(rows)}, {format_thousandths(record.total)}" if record.rank else None
                ),
                "class": lambda record: "above-cut" if record.player in self.cuts else None,
            },
            **options,
        )

    def render_rank(self, record: Standing) -> str:
        """The rank by total alone, with an equals sign where it is shared; the disqualified have none (R66-R67)."""
        return rank_text(record)

    def render_player(self, record: Standing) -> SafeString:
        """The name with the cut above it and the deciding sentence below."""
        name = super().render_player(record)
        cut = self.cuts.get(record.player)
        above = format_html('<small class="cut-words">{}</small>', cut) if cut else ""
        why = format_html("<details><summary>why</summary>{}</details>", record.why) if record.why else ""
        return format_html("{}{}{}", above, name, why)

    def render_total(self, value: Thousandths) -> str:
        """The sum of the rounds (R61)."""
        return format_thousandths(value)


class MedalsTable(PlayersTable):
    """The medal list with what decided each place (R43, R64-R65)."""

    place = tables.Column(attrs=_labelled("Place"))
    player = tables.Column(verbose_name="Name", attrs={"td": {"scope": "row", "class": "whole"}})
    medal = tables.Column(default="", attrs=_labelled("Medal", ""))
    total = tables.Column(attrs=_labelled("Total"))
    why = tables.Column(verbose_name="What decided", attrs={"td": {"class": "whole words"}})

    class Meta:
        """On a phone a row is a card."""

        template_name = "public/_table.html"
        attrs = {"class": "wide cards"}

    def render_place(self, record: MedalPlace) -> str:
        """The place, with an equals sign where it is shared."""
        return f"={record.place}" if record.is_shared else str(record.place)

    def value_place(self, record: MedalPlace) -> str:
        """The bare place for CSV."""
        return str(record.place)

    def render_medal(self, record: MedalPlace) -> SafeString | str:
        """The medal by word and sign."""
        if record.medal is None:
            return ""
        word = record.medal.value
        return format_html('<span class="medal {}" data-place="{}">{}</span>', word, record.place, word.capitalize())

    def value_medal(self, record: MedalPlace) -> str:
        """The bare word for CSV."""
        return record.medal.value.capitalize() if record.medal else ""

    def render_total(self, value: Thousandths) -> str:
        """The sum of the rounds (R61)."""
        return format_thousandths(value)


class PentamindTable(PlayersTable):
    """The Pentamind list: average places by total alone, and points (R66)."""

    place_halves = tables.Column(verbose_name="Place")
    player = tables.Column(verbose_name="Name", attrs=NAME)
    total = tables.Column()
    points = tables.Column(verbose_name="Pentamind points")

    class Meta:
        """As wide as its words."""

        template_name = "public/_table.html"
        attrs = {"class": "figures"}

    def render_place_halves(self, record: PentamindPlace) -> str:
        """The average of the places that equals share: 2.5 for second and third."""
        whole, half = divmod(record.place_halves, 2)
        return f"{whole}.5" if half else str(whole)

    def render_total(self, value: Thousandths) -> str:
        """The sum of the rounds (R61)."""
        return format_thousandths(value)

    def render_points(self, value: Thousandths) -> str:
        """Points with three decimals, as the office counts them."""
        return format_thousandths(value)


def rank_text(row: Standing) -> str:
    """A rank as it is printed: "3", "=3" where it is shared, "DSQ" for the disqualified (R67)."""
    if row.rank is None:
        return "DSQ"
    return f"={row.rank}" if row.is_tied else str(row.rank)
