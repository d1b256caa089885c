"""The findings of a replay as a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import django_tables2 as tables
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy

from games.acquire.replay import Finding, Severity
from tournament.desk.lists import NUM, TEMPLATE, PageTable
from tournament.public.replays.viewer import SIGNS, severity_word, step_query
from tournament.replays import GameReading, spoken_message, spoken_value
from wording import gettext as _


@dataclass(frozen=True, slots=True)
class FoundAt:
    """A finding with its number from 0, the place and title of its turn, and the query that shows its step in the viewer."""

    number: int
    place: int
    title: str
    finding: Finding
    query: str

    @property
    def weight(self) -> int:
        """The severity as a number for sorting, the gravest first."""
        return list(Severity).index(self.finding.severity)


def found_in(reading: GameReading) -> list[FoundAt]:
    """Return every finding of a game in order."""
    return [
        FoundAt(number, turn.place, turn.title, finding, step_query(reading, reading.placed[number].step))
        for number, (turn, finding) in enumerate(reading.findings)
    ]


def _labelled(label: Any) -> dict[str, dict[str, Any]]:
    """Return the attributes of a column whose cells are labelled where a narrow screen shows rows as cards."""
    return {"td": {"data-label": label}}


class FindingTable(PageTable):
    """The findings of a replay, each with a link to its turn."""

    message = tables.Column(
        accessor="finding__message", verbose_name=gettext_lazy("Finding"), attrs={"td": {"scope": "row"}}
    )
    severity = tables.Column(
        accessor="finding__severity",
        verbose_name=gettext_lazy("Severity"),
        attrs=_labelled(gettext_lazy("Severity")),
        orderable=True,
        order_by=("weight", "place"),
    )
    turn = tables.Column(
        accessor="title",
        verbose_name=gettext_lazy("Turn"),
        attrs=_labelled(gettext_lazy("Turn")),
        orderable=True,
        order_by=("place",),
    )
    line = tables.Column(
        accessor="finding__line",
        verbose_name=gettext_lazy("Line"),
        default="",
        attrs={**NUM, "td": {"class": "num", "data-label": gettext_lazy("Line")}},
    )
    player = tables.Column(
        accessor="finding__player",
        verbose_name=gettext_lazy("Player"),
        default="",
        attrs=_labelled(gettext_lazy("Player")),
    )
    expected = tables.Column(
        accessor="finding__expected",
        verbose_name=gettext_lazy("Expected"),
        default="",
        attrs=_labelled(gettext_lazy("Expected")),
    )
    recorded = tables.Column(
        accessor="finding__recorded",
        verbose_name=gettext_lazy("Recorded"),
        default="",
        attrs=_labelled(gettext_lazy("Recorded")),
    )
    rule = tables.Column(
        accessor="finding__rule",
        verbose_name=gettext_lazy("Rule"),
        attrs=_labelled(gettext_lazy("Rule")),
        orderable=True,
        order_by=("finding__rule", "place"),
    )
    code = tables.Column(
        accessor="finding__code", verbose_name=gettext_lazy("Code"), attrs=_labelled(gettext_lazy("Code"))
    )
    dispute = tables.Column(
        accessor="number",
        verbose_name=gettext_lazy("Dispute"),
        attrs={"td": {"class": "whole", "data-label": gettext_lazy("Dispute")}},
    )

    class Meta:
        template_name = TEMPLATE
        orderable = False
        attrs = {"class": "wide cards findings"}  # not said
        sequence = ("severity", "turn", "message", "expected", "recorded", "rule", "code", "player", "line", "dispute")

    def __init__(self, rows: list[FoundAt], *, address: str = "", dispute: str = "") -> None:
        """``address`` is the viewer's page, to which the query of a turn is added; ``dispute`` is the page that opens a dispute."""
        super().__init__(rows)
        self.address = address
        self.question_address = dispute
        self.caption = _("Findings")

    def render_severity(self, value: Severity) -> SafeString:
        """Return the severity as a tag with its word."""
        return format_html('<span class="tag {}">{}</span>', SIGNS[value], severity_word(value))  # not said

    def render_turn(self, value: str, record: FoundAt) -> SafeString:
        """Return the turn as a link to its board."""
        return format_html('<a href="{}?{}#replay" data-turn>{}</a>', self.address, record.query, value)

    def render_message(self, record: FoundAt) -> str:
        """Return the message of the finding, with dollars written as on pages."""
        return spoken_message(record.finding)

    def render_expected(self, value: Any) -> str:
        """Return the value that the rules demand."""
        return spoken_value(value)

    def render_recorded(self, value: Any) -> str:
        """Return the value that the log has."""
        return spoken_value(value)

    def render_dispute(self, value: int, record: FoundAt) -> SafeString:
        """Return a link that opens a dispute about the finding."""
        return format_html(
            '<a class="no-print" href="{}&amp;finding={}">{}</a>',
            self.question_address,
            value,
            format_html(_('Dispute this…<span class="sr"> finding on turn {turn}</span>'), turn=record.title),
        )
