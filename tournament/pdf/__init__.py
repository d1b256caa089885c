"""Everything the hall runs on, on paper: the sheets as values, their print as PDF, and how what was printed compares with today."""

from __future__ import annotations

from tournament.pdf.document import fronts_of, pack_of, papers_of, round_pack, several, sheet
from tournament.pdf.due import DueSheet, Why, due_sheets
from tournament.pdf.fonts import MissingScript, missing_characters, missing_scripts, wanted_packages
from tournament.pdf.job import (
    MOST_PIECES,
    DisputedError,
    Job,
    Options,
    PackPart,
    PaperError,
    Sort,
)
from tournament.pdf.prints import Place, Prints, SheetState, in_use, sheets_with_address
from tournament.pdf.sheet import PaperSheet, Scope, Takes
from tournament.pdf.sheets import SHEETS
from tournament.pdf.sheets.handover import HANDOVER, checksum
from tournament.record.printing import PaperSize

__all__ = [
    "HANDOVER",
    "MOST_PIECES",
    "SHEETS",
    "DisputedError",
    "DueSheet",
    "Job",
    "MissingScript",
    "Options",
    "PackPart",
    "PaperError",
    "PaperSheet",
    "PaperSize",
    "Place",
    "Prints",
    "Scope",
    "SheetState",
    "Sort",
    "Takes",
    "Why",
    "checksum",
    "due_sheets",
    "fronts_of",
    "in_use",
    "missing_characters",
    "missing_scripts",
    "pack_of",
    "papers_of",
    "round_pack",
    "several",
    "sheet",
    "sheets_with_address",
    "wanted_packages",
]
