"""Whose word counts about reports by phone: the last of every seat, and one of every browser, under whatever names it spoke."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from tournament.models import Device, ReportAnswer, TableReport


@dataclass(frozen=True, slots=True)
class Word:
    """The last word of a seat: about which report, whether it agrees, when it was said, and by which browser."""

    report: int
    agrees: bool
    said_at: datetime
    voice: str


def words_at(reports: Iterable[TableReport]) -> dict[int, Word]:
    """The last word of every player who spoke to one of these reports of a round, by entry number; one query.

    Ruling: a browser has one voice at a table. Who says yes under a second name takes back what was said under the first; only a phone that
    the table shares, and says so, speaks for several.
    """
    said = list(ReportAnswer.objects.filter(report__in=list(reports)).select_related("entry", "device").order_by("pk"))
    latest = {_voice(row): row.entry_id for row in said if _is_own(row)}
    return {
        row.entry.number: Word(row.report_id, row.agrees, row.said_at, _voice(row))
        for row in said
        if not _is_own(row) or latest[_voice(row)] == row.entry_id
    }


def browsers_agreed(reports: Iterable[TableReport]) -> dict[int, int]:
    """From how many browsers the yes to each of these reports came, by the report's key; one query."""
    voices: dict[int, set[str]] = defaultdict(set)
    for word in words_at(reports).values():
        if word.agrees:
            voices[word.report].add(word.voice)
    return {key: len(said) for key, said in voices.items()}


def _is_own(row: ReportAnswer) -> bool:
    """Whether it was said on a phone that speaks for one player."""
    return row.device is not None and row.device.entry_id is not None


def _voice(row: ReportAnswer) -> str:
    """The browser by which it was said; where that is not known any more, each player stands for one."""
    return voice_at(row.device) if row.device is not None else f"player {row.entry_id}"


def voice_at(device: Device) -> str:
    """What stands for the browser of a phone at its table; at another table the same browser is another voice."""
    return f"{device.round_number}/{device.number} {device.voice}"
