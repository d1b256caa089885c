"""Whose word counts about reports by phone: that of every player's own browser, and for players without one the last that was said."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet

from tournament.models import Device, ReportAnswer, TableReport


@dataclass(frozen=True, slots=True)
class Word:
    """A word that stands for a player: about which report, whether it agrees, when it was said, and by which browser."""

    player: int
    report: int
    agrees: bool
    said_at: datetime
    voice: str


def words_at(reports: Iterable[TableReport]) -> tuple[Word, ...]:
    """The words that stand for every player who spoke to one of these reports of a round; one query.

    Ruling: a browser has one voice at a table. Who says yes under a second name takes back what was said under the first; only a phone that
    the table shares, and says so, speaks for several. What a player's own browser said, no other turns: it stands until that browser
    says something else or lets go of the table, or the desk withdraws it. Where two own browsers of one player differ, both words stand.
    """
    rows = ReportAnswer.objects.filter(report__in=list(reports)).annotate(is_let_in=Exists(_let_in()))
    said = list(rows.select_related("entry", "device").order_by("pk"))
    latest = {_voice(row): row.entry_id for row in said if _is_own(row)}
    own: dict[int, dict[str, Word]] = defaultdict(dict)
    last: dict[int, Word] = {}
    for row in said:
        if _is_own(row) and latest[_voice(row)] != row.entry_id:
            continue
        word = Word(row.entry.number, row.report_id, row.agrees, row.said_at, _voice(row))
        last[word.player] = word
        if _is_own(row) and row.is_let_in:
            own[word.player][word.voice] = word
    return tuple(word for player in last for word in (own[player].values() if player in own else [last[player]]))


def browsers_agreed(reports: Iterable[TableReport]) -> dict[int, int]:
    """From how many browsers the yes to each of these reports came, by the report's key; one query."""
    voices: dict[int, set[str]] = defaultdict(set)
    for word in words_at(reports):
        if word.agrees:
            voices[word.report].add(word.voice)
    return {key: len(said) for key, said in voices.items()}


def _let_in() -> QuerySet[Device]:
    """The phones by which the browser of an answer speaks for the same player now; a browser that is not known is its one phone."""
    same = Q(browser=OuterRef("device__browser")) & ~Q(browser="")
    return Device.objects.filter(
        Q(pk=OuterRef("device_id")) | same,
        event=OuterRef("device__event"),
        kind=OuterRef("device__kind"),
        round_number=OuterRef("device__round_number"),
        number=OuterRef("device__number"),
        entry=OuterRef("entry"),
        withdrawn_at=None,
    )


def _is_own(row: ReportAnswer) -> bool:
    """Whether it was said on a phone that speaks for one player."""
    return row.device is not None and row.device.entry_id is not None


def _voice(row: ReportAnswer) -> str:
    """The browser by which it was said; where that is not known any more, each player stands for one."""
    return voice_at(row.device) if row.device is not None else f"player {row.entry_id}"


def voice_at(device: Device) -> str:
    """What stands for the browser of a phone at its table; at another table the same browser is another voice."""
    return f"{device.round_number}/{device.number} {device.voice}"
