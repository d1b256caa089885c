"""Everything the hall runs on, on paper: the sheets as values, their print as PDF, and how what was printed compares with today."""

from __future__ import annotations

from tournament.pdf.document import pack_of, round_pack, several, sheet
from tournament.pdf.fonts import MissingScript, missing_characters, missing_scripts, packages_for, wanted_packages
from tournament.pdf.job import (
    MOST_PIECES,
    DisputedError,
    Job,
    Options,
    PackPart,
    PaperError,
    PaperSize,
    SlipsPerPage,
    Sort,
)
from tournament.pdf.prints import Place, Prints, SheetState, expected, in_use, sheets_with_address
from tournament.pdf.sheet import PaperSheet, Scope, Takes
from tournament.pdf.sheets import SHEETS
from tournament.pdf.sheets.handover import HANDOVER, checksum

__all__ = [
    "HANDOVER",
    "MOST_PIECES",
    "SHEETS",
    "DisputedError",
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
    "SlipsPerPage",
    "Sort",
    "Takes",
    "checksum",
    "expected",
    "in_use",
    "missing_characters",
    "missing_scripts",
    "pack_of",
    "packages_for",
    "round_pack",
    "several",
    "sheet",
    "sheets_with_address",
    "wanted_packages",
]
