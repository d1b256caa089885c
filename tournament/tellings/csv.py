"""Listings as CSV: the standings, the results of a round, and the lists of the end (section 5, items 9, 10 and 12).

Scores have three decimals and minus signs are hyphens, as spreadsheets read them; lines end as RFC 4180 has it. Heads and values are
those of the first edition, in English whatever the reader's language: a column may be added at the end, none may change.

Listings for people who open them in a spreadsheet: XLSX in the reader's language.

Files for programs are `tellings.csv`; theirs never change. Here heads are the page's own, numbers are numbers, and no text is run as a
formula, not even after somebody has edited its cell.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from tournament.day.lists.cells import FORMULA_INSIDE, FORMULA_STARTS
from tournament.record.event import EventRecord
from tournament.scores.explaining import Scores
from tournament.tellings.draw import chart_listing
from tournament.tellings.listing import ColumnKind, Listing
from tournament.tellings.medals import form_listing, junior_listing, medal_listing, pentamind_listing
from tournament.tellings.results import every_seat
from tournament.tellings.standings import standings_listing
from tournament.tellings.words import in_english

if TYPE_CHECKING:
    from openpyxl.cell import Cell


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
RESULTS: Heads = (  # what is typed has the name that the format gives it
    ("table", "Table"),
    ("size", "Size"),
    ("seat", "Seat"),
    ("number", "Number"),
    ("name", "Name"),
    ("cash", ""),
    ("second", ""),
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
FIGURES = frozenset({ColumnKind.NUMBER, ColumnKind.FIGURE, ColumnKind.AMOUNT, ColumnKind.TOTAL})


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
    listing = every_seat(Scores(record), number)
    titles = {column.key: column.title for column in listing.columns}
    return listing_csv(listing, [(key, title or titles[key]) for key, title in RESULTS if key in titles])


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
    return text if is_figure else spreadsheet_text(text)


def spreadsheet_text(text: str) -> str:
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


_NUMBER = re.compile(r"-?\d+(?:\.(\d+))?")
LONGEST_SHEET_NAME = 31
"""The most letters of a sheet's name in a workbook."""
WIDEST = 60
"""The widest column, in characters."""
_MOMENT = re.compile(rb"<dcterms:(created|modified)\b.*?</dcterms:\1>")
EARLIEST = (1980, 1, 1, 0, 0, 0)
"""The earliest moment that an archive can name."""
_FORBIDDEN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")
"""Control characters, which no sheet may hold."""


def _sheet_name(listing: Listing) -> str:
    """Return the name of a list's sheet: its caption if workbooks allow so long a name, else its key."""
    caption = re.sub(r"[\[\]:*?/\\]", " ", listing.caption)
    return caption if 0 < len(caption) <= LONGEST_SHEET_NAME else listing.key


def xlsx(listing: Listing) -> bytes:
    """Return a listing as a workbook of one sheet: a head that stays in sight, numbers as numbers, columns as wide as what they hold."""
    from openpyxl import Workbook

    book = Workbook(write_only=True)
    sheet = book.create_sheet(_sheet_name(listing))
    sheet.freeze_panes = "A2"
    heads = [_head(column.full or column.title) for column in listing.columns]
    kinds = [column.kind for column in listing.columns]
    values = [
        [_for_people(cell.in_a_file, kind) for cell, kind in zip(row.cells, kinds, strict=True)] for row in listing.rows
    ]
    for number, head in enumerate(heads):
        widest = max((len(row[number]) for row in values), default=0)
        sheet.column_dimensions[_letters(number)].width = min(max(len(head), widest) + 2, WIDEST)
    sheet.append([_text(sheet, head, is_head=True) for head in heads])
    for row in values:
        sheet.append([_value(sheet, value, kind) for value, kind in zip(row, kinds, strict=True)])
    file = io.BytesIO()
    book.save(file)
    return _without_moments(file.getvalue())


def _without_moments(book: bytes) -> bytes:
    """Return a workbook without the moments at which it was written, so that the same list is always the same file."""
    file = io.BytesIO()
    with ZipFile(io.BytesIO(book)) as written, ZipFile(file, "w", ZIP_DEFLATED) as out:
        for name in written.namelist():
            part = written.read(name)
            if name == "docProps/core.xml":
                part = _MOMENT.sub(rb"", part)
            out.writestr(ZipInfo(name, date_time=EARLIEST), part, ZIP_DEFLATED)
    return file.getvalue()


def _for_people(value: str, kind: ColumnKind) -> str:
    """Return a value as people read it: a moment without its offset from universal time."""
    return f"{datetime.fromisoformat(value):%Y-%m-%d %H:%M:%S}" if kind is ColumnKind.MOMENT and value else value


def _head(title: str) -> str:
    return " ".join(title.split())


def _is_number(value: str, kind: ColumnKind) -> bool:
    return kind in FIGURES and bool(_NUMBER.fullmatch(value))


def _letters(number: int) -> str:
    """Return a column's letters, 0 is "A", 26 is "AA"."""
    before, last = divmod(number, 26)
    return (_letters(before - 1) if before else "") + chr(ord("A") + last)


def _value(sheet: Any, value: str, kind: ColumnKind) -> Cell | None:
    """Return a value as a cell: a number with the decimals that it is written with, a moment, anything else as text."""
    from openpyxl.cell import WriteOnlyCell

    if not value:
        return None
    if kind is ColumnKind.MOMENT:
        moment = WriteOnlyCell(sheet, datetime.fromisoformat(value))
        moment.number_format = "yyyy-mm-dd hh:mm:ss"
        return moment
    if not _is_number(value, kind):
        return _text(sheet, value)
    decimals = value.partition(".")[2]
    cell = WriteOnlyCell(sheet, float(value) if decimals else int(value))
    cell.number_format = f"0.{'0' * len(decimals)}" if decimals else "0"
    return cell


def _text(sheet: Any, text: str, *, is_head: bool = False) -> Cell:
    """Return a text as a cell that no spreadsheet runs as a formula."""
    from openpyxl.cell import WriteOnlyCell
    from openpyxl.styles import Font

    shown = _FORBIDDEN.sub("", text)
    cell = WriteOnlyCell(sheet, shown)
    cell.data_type, cell.quotePrefix = "s", shown.startswith(FORMULA_STARTS)
    if is_head:
        cell.font = Font(bold=True)
    return cell
