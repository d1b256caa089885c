"""Everything the hall runs on, on paper: the sheets as values, their print as PDF, and how what was printed compares with today."""

from __future__ import annotations

from tournament.pdf.document import fronts_of, pack_of, papers_of, round_pack, several, sheet
from tournament.pdf.due import OFFERED, USES, DueSheet, SheetUse, Why, due, paper_of_round, wanted
from tournament.pdf.fonts import MissingScript, missing_characters, missing_scripts, packages_for, wanted_packages
from tournament.pdf.job import (
    MOST_PIECES,
    DisputedError,
    Job,
    Options,
    PackPart,
    PaperError,
    SlipsPerPage,
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
    "OFFERED",
    "SHEETS",
    "USES",
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
    "SheetUse",
    "SlipsPerPage",
    "Sort",
    "Takes",
    "Why",
    "checksum",
    "due",
    "fronts_of",
    "in_use",
    "missing_characters",
    "missing_scripts",
    "pack_of",
    "packages_for",
    "paper_of_round",
    "papers_of",
    "round_pack",
    "several",
    "sheet",
    "sheets_with_address",
    "wanted",
    "wanted_packages",
]
