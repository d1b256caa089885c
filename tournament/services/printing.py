"""Store what was opened and printed, and how an event prints; none of it is a recorded change, and the event's version stays."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import TypedDict

from django.contrib.auth.models import User
from django.db.models.functions import Coalesce
from django.utils import timezone

from tournament.access.devices import player_codes
from tournament.models import Event, PrintedSheet
from tournament.models.at_table import calls_of
from tournament.record.printing import (
    EARLIER_DIGITS,
    Contents,
    PaperSize,
    Printed,
    Sides,
    Supplement,
)
from tournament.services.changes import checked_text
from tournament.tellings.hall import CallLine, book_of


class Supplements(TypedDict, total=False):
    """Data that sheets need beside the event's record, by the names of their options."""

    codes: dict[int, str]
    calls: tuple[CallLine, ...]


def supplements_of(event: Event, wanted: Collection[Supplement], now: datetime) -> Supplements:
    """Return the wanted supplements of a print, read from the database."""
    found: Supplements = {}
    if Supplement.PLAYER_CODES in wanted:
        found["codes"] = player_codes(event)
    if Supplement.CALLS in wanted:
        found["calls"] = tuple(book_of(calls_of(event), now, timezone.get_current_timezone()))
    return found


def store_printed(
    event: Event,
    printed_by: User | None,
    sheets: Sequence[Contents],
    printed_at: datetime,
    version: int,
    reason: str = "",
    *,
    is_printed: bool = True,
) -> None:
    """Store the contents of each of these sheets; ``reason`` is why they were printed although a dispute is open.

    With ``is_printed`` false their PDF was only opened, and somebody has yet to say whether they came out of the printer.
    """
    PrintedSheet.objects.bulk_create(
        PrintedSheet(
            event=event,
            sheet=sheet.sheet,
            round_number=sheet.round,
            printed_at=printed_at,
            printed_by=printed_by,
            version=version,
            fingerprint=sheet.fingerprint,
            parts=dict(sheet.parts),
            is_whole=sheet.is_whole,
            is_printed=is_printed,
            reason=checked_text(reason),
        )
        for sheet in sheets
    )


def store_answer(event: Event, places: Iterable[tuple[str, int | None]], *, is_printed: bool) -> int:
    """Store for opened sheets, each by its name and round, whether they came out of the printer; return how many sheets were answered.

    A sheet that did not is as it was before it was opened.
    """
    answered = 0
    for sheet, number in places:
        opened = event.printed.filter(sheet=sheet, round_number=number, is_printed=False)
        answered += bool(opened.update(is_printed=True) if is_printed else opened.delete()[0])
    return answered


def store_way(
    event: Event,
    *,
    paper: PaperSize | None = None,
    sides: Sides | None = None,
    prints: Sequence[str] | None = None,
) -> None:
    """Store how an event prints from now on: the size of its paper, the sides, and which sheets; None leaves one as it is."""
    wanted = {
        "paper": None if paper is None else paper.value,
        "sides": None if sides is None else sides.value,
        "prints": None if prints is None else list(prints),
    }
    changed = {name: value for name, value in wanted.items() if value is not None and value != getattr(event, name)}
    if changed:
        Event.objects.filter(pk=event.pk).update(**changed)
        for name, value in changed.items():
            setattr(event, name, value)


def prints_of(event: Event) -> tuple[Printed, ...]:
    """Return every sheet that was printed or opened from the desk, in order of time, with its local time."""
    columns = (
        "sheet",
        "round_number",
        "printed_at",
        Coalesce("printed_by__username", "printed_by_name"),
        "version",
        "parts",
        "is_whole",
        "pk",
        "fingerprint",
        "is_printed",
    )
    rows = event.printed.order_by("pk").values_list(*columns)
    return tuple(
        Printed(
            *(sheet, number, timezone.localtime(printed_at), by or "", version, parts, is_whole, row),
            is_earlier=len(fingerprint) == EARLIER_DIGITS,
            is_opened=not is_printed,
        )
        for sheet, number, printed_at, by, version, parts, is_whole, row, fingerprint, is_printed in rows
    )
