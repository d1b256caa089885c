"""Every sheet of paper, in the order of the day; each is one value in the module of its own that this tuple takes it from."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from games import plugins
from tournament.pdf.sheet import PaperSheet
from tournament.pdf.sheets.added import guarded_sheet
from tournament.pdf.sheets.blank import BLANK_SET
from tournament.pdf.sheets.cards import PLACE_CARDS, POSTER, TABLE_CARDS
from tournament.pdf.sheets.final import CERTIFICATES, FINAL_LIST, MEDAL_FORM, PRIZE_GIVING
from tournament.pdf.sheets.handover import HANDOVER
from tournament.pdf.sheets.information import INFORMATION_CARD
from tournament.pdf.sheets.pairings import CHECK_IN, MOVEMENT_CHART, PAIRINGS_BY_PLAYER, PAIRINGS_BY_TABLE
from tournament.pdf.sheets.record_sheet import RECORD_SHEET
from tournament.pdf.sheets.results import RESULTS, STANDINGS
from tournament.pdf.sheets.slips import RESULT_SLIPS

_IN_ORDER = (
    POSTER,
    CHECK_IN,
    TABLE_CARDS,
    PLACE_CARDS,
    INFORMATION_CARD,
    BLANK_SET,
    MOVEMENT_CHART,
    PAIRINGS_BY_PLAYER,
    PAIRINGS_BY_TABLE,
    RESULT_SLIPS,
    RECORD_SHEET,
    RESULTS,
    STANDINGS,
    HANDOVER,
    FINAL_LIST,
    MEDAL_FORM,
    PRIZE_GIVING,
    CERTIFICATES,
)

NOW_ON: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(("arrangement", "incidents", "draw-protocol"), HANDOVER.name),
        "prize-receipts": MEDAL_FORM.name,
    }
)
"""By the name of each sheet of versions before 4.0 that is gone: the sheet that has now what stood on it."""

OTHER_PRINTS = ("pack", "round-pack", "due")
"""Names in addresses that print several sheets."""

SHEETS: plugins.Registry[PaperSheet] = plugins.Registry(
    plugins.SHEETS, PaperSheet, {sheet.name: sheet for sheet in _IN_ORDER}, OTHER_PRINTS, guarded_sheet
)
"""All sheets by name: those of the project, those that slices add, and then those of plug-ins."""
