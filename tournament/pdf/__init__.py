"""Everything the hall runs on, on paper: each sheet a pure function of the event's values, the choices and the time of print.

`sheet` prints one sheet by its name, `round_pack` all sheets of a round in the order in which they are used; the same arguments always
give the same bytes. `missing_characters` tells, before anything is printed, what of a name no face on this machine can show.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from tournament.draw.seating import StartingTileError
from tournament.pdf.catalogue import SHEETS, Scope, SheetKind, pack_sheets, sheets_with_address
from tournament.pdf.fonts import missing_characters, packages_for
from tournament.pdf.job import Job
from tournament.pdf.layout import render
from tournament.pdf.options import Options, PackPart, Paper, PaperError, SlipsPerPage, Sort
from tournament.pdf.sheets.handover import checksum
from tournament.record.event import EventRecord
from tournament.scores.scoring import ScoringError

__all__ = [
    "SHEETS",
    "Options",
    "PackPart",
    "Paper",
    "PaperError",
    "Scope",
    "SheetKind",
    "SlipsPerPage",
    "Sort",
    "checksum",
    "missing_characters",
    "packages_for",
    "round_pack",
    "sheet",
    "sheets_with_address",
]


def sheet(name: str, record: EventRecord, options: Options, printed_at: datetime) -> bytes:
    """One sheet as a PDF; ``name`` is a key of SHEETS. Raises PaperError where it does not exist or cannot be printed yet."""
    kind = SHEETS.get(name)
    if kind is None:
        raise PaperError(f'There is no sheet "{name}"; choose one of {", ".join(SHEETS)}.')
    job = Job(record, options, printed_at)
    return _print(job, [kind])


def round_pack(record: EventRecord, round_number: int, options: Options, printed_at: datetime) -> bytes:
    """All sheets of a round as one PDF, in the order in which they are used; PaperError where the round has not been drawn."""
    job = Job(record, replace(options, round_number=round_number), printed_at)
    names = pack_sheets(job)
    if not names:
        raise PaperError(f"Round {round_number} is not closed, so nothing follows from it yet; close it first.")
    return _print(job, [SHEETS[name] for name in names])


def _print(job: Job, kinds: list[SheetKind]) -> bytes:
    """Build the sheets and print them; what cannot be scored or read is refused in the words of the rule that refuses it."""
    try:
        sheets = [kind.build(job) for kind in kinds]
    except (ScoringError, StartingTileError) as error:
        raise PaperError(str(error)) from error
    return render(job, sheets)
