"""Store what was printed, and on which sides of the paper; neither is a recorded change, and the event's version stays."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import TypedDict

from django.contrib.auth.models import User
from django.db.models.functions import Coalesce
from django.utils import timezone

from tournament.access.devices import player_codes
from tournament.models import Event, PrintedSheet
from tournament.record.printing import EARLIER_DIGITS, Contents, Printed, Sides, Supplement, fingerprint_of_all
from tournament.services.at_table.calls import calls_of
from tournament.services.changes import whole
from tournament.tellings.news.calls import CallLine, book_of


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
) -> None:
    """Store the contents of each of these sheets; ``reason`` is why they were printed although a dispute is open."""
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
            reason=whole(reason),
        )
        for sheet in sheets
    )


def store_sides(event: Event, sides: Sides | None) -> None:
    """Store on which sides of the paper sheets are printed from now on; None changes nothing."""
    if sides is not None and sides.value != event.sides:
        Event.objects.filter(pk=event.pk).update(sides=sides.value)
        event.sides = sides.value


def prints_of(event: Event) -> tuple[Printed, ...]:
    """Return every sheet that was printed from the desk, in order of time, with its local time."""
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
    )
    rows = event.printed.order_by("pk").values_list(*columns)
    return tuple(
        Printed(
            *(sheet, number, timezone.localtime(printed_at), by or "", version, parts, is_whole, row),
            is_earlier=len(fingerprint) == EARLIER_DIGITS,
        )
        for sheet, number, printed_at, by, version, parts, is_whole, row, fingerprint in rows
    )


def store_renewed(prints: Sequence[Printed]) -> None:
    """Replace fingerprints that version 2.8 or earlier stored by those of the present format."""
    PrintedSheet.objects.bulk_update(
        [PrintedSheet(pk=row.row, parts=dict(row.parts), fingerprint=fingerprint_of_all(row.parts)) for row in prints],
        ["parts", "fingerprint"],
    )
