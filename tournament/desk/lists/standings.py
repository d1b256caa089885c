"""Standings, medal list and Pentamind list as tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import django_tables2 as tables
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tournament.draw.allocation import AllocationError, arrangements, final_sizes, is_swiss_final
from tournament.public.lists import NUM, TEMPLATE, PageTable, link
from tournament.record.event import EventRecord
from tournament.record.vocabulary import (
    CellKind,
    MedalPlace,
    PentamindPlace,
    PlayerId,
    RoundCell,
    Standing,
    Status,
    format_thousandths,
)

MARKS = {
    CellKind.SIT_OUT: ("S", "sat out"),
    CellKind.PAIRING_PROBLEM: ("S", "sat out, pairing problem"),
    CellKind.MISSED: ("–", "not played"),
    CellKind.WITHDRAWN: ("–", "not played"),
}


class CellColumn(tables.Column):
    """One round: the score, marked W for a win, S for a sit-out, – for a round not played (section 5, item 10)."""

    def render(self, value: RoundCell) -> SafeString | str:
        """The cell in words and figures."""
        if value.score is None:
            return ""
        score = format_thousandths(value.score)
        if value.kind in MARKS:
            sign, words = MARKS[value.kind]
            return format_html('{} <abbr title="{}">{}</abbr>', score, words, sign)
        return (
            format_html('<strong>{}</strong> <abbr title="won the table">W</abbr>', score) if value.is_winner else score
        )


class StandingsTable(PageTable):
    """The standings over the closed rounds; the sentence about a tie opens under the name."""

    rank = tables.Column(verbose_name="Place", attrs=NUM, empty_values=())
    name = tables.Column(verbose_name="Player", attrs={"td": {"scope": "row"}}, empty_values=())
    wins = tables.Column(verbose_name="Wins", attrs=NUM)
    total = tables.Column(verbose_name="Total", attrs={"td": {"class": "num total"}, "th": {"class": "num"}})

    class Meta:
        """In the order of totals."""

        template_name = TEMPLATE
        orderable = False

    def __init__(
        self, rows: Sequence[Standing], *, record: EventRecord, slug: str, cut_after: frozenset[PlayerId]
    ) -> None:
        """``cut_after`` are the players under whom a line of the final's cut is drawn."""
        self.names = {entry.player: entry for entry in record.entries}
        self.slug = slug
        rounds = [cell.round for cell in rows[0].cells] if rows else []
        column: Any = CellColumn
        columns = [
            (f"r{number}", column(accessor=f"cells__{place}", verbose_name=f"R{number}", attrs=NUM))
            for place, number in enumerate(rounds)
        ]
        order = ("rank", "name", *(name for name, _ in columns), "wins", "total")
        super().__init__(
            rows,
            extra_columns=columns,
            sequence=order,
            row_attrs={"class": lambda record: "cut" if record.player in cut_after else ""},
        )
        self.caption = "Standings"

    def render_rank(self, record: Standing) -> str:
        """The place, with a sign where it is shared."""
        if record.rank is None:
            return "–"
        return f"={record.rank}" if record.is_tied else str(record.rank)

    def render_name(self, record: Standing) -> SafeString:
        """The name with status, leading to the entry, and what is to be said about the place."""
        entry = self.names[record.player]
        name = link(entry.name, "desk_entry", self.slug, record.player)
        marks = [format_html(' <span class="tag loss">{}</span>', entry.status.value)] if entry.status in GONE else []
        why = [format_html("<details><summary>why</summary>{}</details>", record.why)] if record.why else []
        return format_html("{}" * (1 + len(marks) + len(why)), name, *marks, *why)

    def render_total(self, value: int) -> str:
        """The sum of the rounded scores."""
        return format_thousandths(value)


GONE = frozenset({Status.WITHDRAWN, Status.DISQUALIFIED})


def cut_lines(record: EventRecord, rows: Sequence[Standing]) -> tuple[frozenset[PlayerId], str]:
    """Under whom the final would be cut if it were drawn now in the rules' first arrangement, and the words for it (R45-R46)."""
    active = {entry.player for entry in record.active}
    in_order = [row.player for row in rows if row.player in active]
    if len(record.closed_rounds) != record.rounds_planned - 1 or len(record.rounds) != len(record.closed_rounds):
        return frozenset(), ""
    try:
        arrangement = arrangements(len(in_order))[0]
    except AllocationError:
        return frozenset(), ""
    if not is_swiss_final(arrangement.sizes, record.rounds_planned, record.ruleset):
        return frozenset(), ""
    sizes = final_sizes(arrangement.sizes, record.ruleset.preferred_size)
    ends = [sum(sizes[: place + 1]) for place in range(len(sizes) - 1)]
    words = f"The lines cut the final into tables of {' '.join(map(str, sizes))}, if everybody present plays."
    return frozenset(in_order[end - 1] for end in ends), words


class MedalTable(PageTable):
    """The medal list: places, medals and what decided each."""

    place = tables.Column(verbose_name="Place", attrs=NUM)
    medal = tables.Column(verbose_name="Medal", empty_values=())
    name = tables.Column(verbose_name="Player", accessor="player", attrs={"td": {"scope": "row"}})
    total = tables.Column(verbose_name="Total", attrs=NUM)

    class Meta:
        """In the order of places."""

        template_name = TEMPLATE
        orderable = False

    def __init__(self, rows: Sequence[MedalPlace], *, record: EventRecord, caption: str) -> None:
        """``record`` gives the names."""
        self.names = {entry.player: entry.name for entry in record.entries}
        super().__init__(rows)
        self.caption = caption

    def render_place(self, value: int, record: MedalPlace) -> str:
        """The place, with a sign where it is shared."""
        return f"={value}" if record.is_shared else str(value)

    def render_medal(self, record: MedalPlace) -> str:
        """The medal as word and sign."""
        return render_to_string("components/_medal.html", {"medal": record.medal.value if record.medal else ""})

    def render_name(self, value: PlayerId, record: MedalPlace) -> SafeString:
        """The name, and under it the sentence that decided the place."""
        return format_html('{}<br><small class="soft">{}</small>', self.names[value], record.why)

    def render_total(self, value: int) -> str:
        """Three decimals."""
        return format_thousandths(value)


class PentamindTable(PageTable):
    """The Pentamind list: places by total alone, ties unsplit, with the points (R66)."""

    rank = tables.Column(verbose_name="Rank", attrs=NUM)
    average = tables.Column(verbose_name="Average place", accessor="place_halves", attrs=NUM)
    name = tables.Column(verbose_name="Player", accessor="player", attrs={"td": {"scope": "row"}})
    total = tables.Column(verbose_name="Score", attrs=NUM)
    points = tables.Column(verbose_name="Pentamind points", attrs=NUM)

    class Meta:
        """In the order of totals."""

        template_name = TEMPLATE
        orderable = False

    def __init__(self, rows: Sequence[PentamindPlace], *, record: EventRecord) -> None:
        """``record`` gives the names."""
        self.names = {entry.player: entry.name for entry in record.entries}
        super().__init__(rows)
        self.caption = "Pentamind list"

    def render_average(self, value: int) -> str:
        """A place in halves: 5 is 2.5."""
        return f"{value // 2}.5" if value % 2 else str(value // 2)

    def render_name(self, value: PlayerId, record: Any) -> str:
        """The name, with the word for those who left."""
        gone = " (disqualified)" if record.is_disqualified else " (withdrawn)" if record.is_withdrawn else ""
        return f"{self.names[value]}{gone}"

    def render_total(self, value: int) -> str:
        """Three decimals."""
        return format_thousandths(value)

    def render_points(self, value: int) -> str:
        """Three decimals."""
        return format_thousandths(value)
