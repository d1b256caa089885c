"""Listings as CSV: the standings, the results of a round, and the lists of the end (section 5, items 9, 10 and 12).

Scores have three decimals and minus signs are hyphens, as spreadsheets read them; lines end as RFC 4180 has it. Heads and values are
those of the first edition, in English whatever the reader's language: a column may be added at the end, none may change.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from tournament.day.lists.cells import FORMULA_INSIDE, FORMULA_STARTS
from tournament.record.event import EventRecord
from tournament.scores import Scores
from tournament.tellings.draw import chart_listing
from tournament.tellings.listing import ColumnKind, Listing
from tournament.tellings.medals import form_listing, junior_listing, medal_listing, pentamind_listing
from tournament.tellings.results import every_seat
from tournament.tellings.standings import standings_listing
from tournament.tellings.words import in_english

Heads = Sequence[tuple[str, str]]
"""The columns of a file: for each the key of the column in the listing, and its heading in the file."""

FORM: Heads = (
    ("contestant", "ContestantId"),
    ("name", "Name"),
    ("score", "Score"),
    ("tie-break", "Tie-break"),
    ("rank", "Rank"),
    ("medal", "Medal"),
    ("junior-medal", "JuniorMedal"),
    ("absent", "Absent"),
    ("withdrawn", "Withdrawn"),
)
RESULTS: Heads = (
    ("table", "Table"),
    ("size", "Size"),
    ("seat", "Seat"),
    ("number", "Number"),
    ("name", "Name"),
    ("cash", "Cash"),
    ("fine", "Fine"),
    ("net", "Net"),
    ("bonus", "Winning bonus"),
    ("adjusted", "Adjusted"),
    ("basic", "Percentage"),
    ("multiplier", "Multiplier"),
    ("score", "Score"),
    ("place", "Place"),
)
MEDALS: Heads = (
    ("place", "Place"),
    ("name", "Name"),
    ("medal", "Medal"),
    ("total", "Total"),
    ("why", "What decided"),
)
PENTAMIND: Heads = (
    ("average", "Place"),
    ("name", "Name"),
    ("total", "Total"),
    ("points", "Pentamind points"),
)
DESK_PENTAMIND: Heads = (
    ("rank", "Rank"),
    ("average", "Average place"),
    ("player", "Player"),
    ("total", "Score"),
    ("points", "Pentamind points"),
)
PENALTIES: Heads = (
    ("name", "Player"),
    ("round", "Round"),
    ("count", "Offence"),
    ("subject", "About"),
    ("kind", "What"),
    ("reason", "Reason"),
    ("given_at", "Given"),
    ("given_by", "By"),
)
FIGURES = frozenset({ColumnKind.NUMBER, ColumnKind.FIGURE, ColumnKind.TOTAL})


@in_english
def standings_csv(record: EventRecord) -> str:
    """Return the standings as CSV: one column a round, empty while it is pending, and columns for rounds sat out and not played."""
    listing = standings_listing(Scores(record))
    # Programs read these files, so the headings of rounds never change.
    first = {"rank": "Rank"}
    heads = [
        (column.key, first.get(column.key) or (column.key.upper() if column.full else column.title))
        for column in listing.columns
    ]
    return listing_csv(listing, heads)


@in_english
def results_csv(record: EventRecord, number: int) -> str:
    """Return every seat of a round with each step of its score as CSV; the steps are empty where the table has no result.

    Raises KeyError where there is no such round and ScoringError where a result cannot be scored.
    """
    return listing_csv(every_seat(Scores(record), number), RESULTS)


@in_english
def medal_form_csv(record: EventRecord) -> str:
    """Return every entry in the columns of the Olympiad's medal form: rank by total, unsplit, and medal (R66, section 5 item 12)."""
    return listing_csv(form_listing(Scores(record)), FORM)


@in_english
def medals_csv(record: EventRecord) -> str:
    """Return the medal list with what decided each place as CSV (R64-R65)."""
    return listing_csv(medal_listing(Scores(record)), MEDALS)


@in_english
def juniors_csv(record: EventRecord) -> str:
    """Return the list of juniors with what decided each place as CSV."""
    return listing_csv(junior_listing(Scores(record)), MEDALS)


@in_english
def pentamind_csv(record: EventRecord, heads: Heads = PENTAMIND) -> str:
    """Return the Pentamind list as CSV, with the headings for players or with ``heads`` (R66)."""
    return listing_csv(pentamind_listing(Scores(record)), heads)


@in_english
def chart_csv(record: EventRecord) -> str:
    """Return the movement chart as CSV (R6)."""
    return listing_csv(chart_listing(record).without("number"))


def listing_csv(listing: Listing, heads: Heads | None = None) -> str:
    """Return a listing as CSV: all its columns, or those of ``heads`` under the headings given there."""
    wanted = heads or [(column.key, column.title) for column in listing.columns]
    shown = listing.only(key for key, _ in wanted)
    kinds = [column.kind for column in shown.columns]
    lines = ([_cell(cell.in_a_file, kind) for cell, kind in zip(row.cells, kinds, strict=True)] for row in shown.rows)
    return _csv([title for _, title in wanted], lines)


def _cell(text: str, kind: ColumnKind) -> str:
    """Return the text of a cell for a file: a number unchanged, a moment in universal time, any other text made safe for spreadsheets."""
    if kind is ColumnKind.MOMENT and text:
        return str(datetime.fromisoformat(text).astimezone(UTC))
    is_figure = kind in FIGURES and text.removeprefix("-").replace(".", "", 1).isdecimal()
    return text if is_figure else plain(text)


def plain(text: str) -> str:
    """Return a text with an apostrophe before it if a spreadsheet would run it as a formula; `day.lists.cells` takes it off again.

    An apostrophe is also put after each semicolon, tab or line break that a formula would follow, since spreadsheets of some countries
    begin a new cell there. Where apostrophes stand there already one more is put before them, so that one can be taken off.
    """
    inside = FORMULA_INSIDE.sub(r"\1'", text)
    return f"'{inside}" if text.lstrip(" '").startswith(FORMULA_STARTS) else inside


def _csv(header: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    """Return rows as CSV below a header."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(header)
    writer.writerows(lines)
    return text.getvalue()
