"""Everything the hall runs on, on paper: the sheets as values, their print as PDF, and how what was printed compares with today."""

from __future__ import annotations

from tournament.pdf.document import fronts_of, pack_of, round_pack, sheet, sheets_as_pdf
from tournament.pdf.fonts import MissingScript, missing_characters, missing_scripts, wanted_packages
from tournament.pdf.job import (
    DisputedError,
    Job,
    Options,
    PaperError,
)
from tournament.pdf.prints import DueSheet, Place, Prints, SheetState, Why, due_sheets, in_use, sheets_with_address
from tournament.pdf.sheet import PaperSheet, Scope, Takes
from tournament.pdf.sheets import NOW_ON, SHEETS
from tournament.pdf.sheets.handover import HANDOVER, checksum
from tournament.record.printing import PaperSize

__all__ = [
    "HANDOVER",
    "NOW_ON",
    "SHEETS",
    "DisputedError",
    "DueSheet",
    "Job",
    "MissingScript",
    "Options",
    "PaperError",
    "PaperSheet",
    "PaperSize",
    "Place",
    "Prints",
    "Scope",
    "SheetState",
    "Takes",
    "Why",
    "checksum",
    "due_sheets",
    "fronts_of",
    "in_use",
    "missing_characters",
    "missing_scripts",
    "pack_of",
    "round_pack",
    "sheet",
    "sheets_as_pdf",
    "sheets_with_address",
    "wanted_packages",
]
