"""Write down what was printed, and on which sides of the paper: no Change of the event and no version."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.contrib.auth.models import User
from django.db.models.functions import Coalesce

from tournament.models import Event, PrintedSheet
from tournament.record.printing import Contents, Printed, Sides
from tournament.services.changes import whole


def note_printed(
    event: Event,
    printed_by: User | None,
    sheets: Sequence[Contents],
    printed_at: datetime,
    version: int,
    reason: str = "",
) -> None:
    """Keep what each of these sheets listed; ``reason`` is why it was printed over an open dispute."""
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


def keep_sides(event: Event, sides: Sides | None) -> None:
    """Print on these sides of the paper from now on; None leaves it as it is."""
    if sides is not None and sides.value != event.sides:
        Event.objects.filter(pk=event.pk).update(sides=sides.value)
        event.sides = sides.value


def prints_of(event: Event) -> tuple[Printed, ...]:
    """Every sheet that was printed from the desk, in order of time."""
    columns = (
        "sheet",
        "round_number",
        "printed_at",
        Coalesce("printed_by__username", "printed_by_name"),
        "version",
        "parts",
        "is_whole",
    )
    rows = event.printed.order_by("pk").values_list(*columns)
    return tuple(
        Printed(sheet, number, printed_at, by or "", version, parts, is_whole)
        for sheet, number, printed_at, by, version, parts, is_whole in rows
    )
