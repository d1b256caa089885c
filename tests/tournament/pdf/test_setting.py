"""How a sheet is set: paper is used, tables and paragraphs flow over pages, names of any script fit."""

from __future__ import annotations

import io
import shutil
import subprocess
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from pypdf import PdfReader

from tests.tournament.pdf.events import PRINTED_AT, event
from tests.tournament.pdf.reading import pages_of, sizes_of
from tournament.pdf.document import round_pack, sheet
from tournament.pdf.flow import (
    FULL_ENOUGH,
    LARGEST,
    SMALLEST,
    Block,
    PageBreak,
    Piece,
    Space,
    Text,
    Titled,
    _pages,
    largest_size,
    paginate,
    share_filled,
)
from tournament.pdf.fonts import missing_characters, package_of, script_of
from tournament.pdf.job import Job, Options, PaperError
from tournament.pdf.layout import Box
from tournament.pdf.lines import (
    LEADING,
    Direction,
    Weight,
    face_runs,
    fit,
    letters,
    printable_text,
    settle,
    text_width,
    wrap,
)
from tournament.pdf.listed import SideBySide
from tournament.pdf.sheets import SHEETS
from tournament.pdf.tables import PrintedTable, TableColumn, TableRow
from tournament.record.printing import Sides
from wording.directions import END, ISOLATE, by_itself

# Pages of 1.0 on A4 after round 4, by sheet and number of players.
BEFORE = {
    "pairings-by-player": {17: 1, 25: 2, 100: 5, 250: 11},
    "pairings-by-table": {17: 2, 25: 2, 100: 9, 250: 21},
    "results": {17: 3, 25: 3, 100: 13, 250: 32},
    "standings": {17: 1, 25: 1, 100: 4, 250: 13},
}
INSIDE = Box(0, 0, 500, 600)
FOREIGN = ("สมชาย ตัวอย่าง", "अभिनव उदाहरण", "தமிழ் மாதிரி", "ខ្មែរ ឧទាហរណ៍", "מדגם לדוגמה", "محمد تجريبي", "Emoji 😀")


def names(rows: int, size: float) -> list[Block]:
    return [PrintedTable((TableColumn("Name"),), tuple(TableRow((f"Player {row}",)) for row in range(rows)), size=size)]


@pytest.mark.parametrize("players", [17, 25, 100, pytest.param(250, marks=pytest.mark.load)])
def test_posted_sheets_take_a_third_fewer_pages_than_in_the_first_edition_where_names_are_many(players: int) -> None:
    of = event(players, closed=4, drawn=0)
    job = Job(of, Options(), PRINTED_AT)
    counted = {name: len(SHEETS[name].build(job).pages) for name in BEFORE}
    allowed = {name: before[players] * (2 if players >= 100 else 3) // 3 for name, before in BEFORE.items()}
    assert {name: count for name, count in counted.items() if count > allowed[name]} == {}


@pytest.mark.parametrize("rows", [1, 27, 28, 29, 30, 56, 60, 61, 90])
def test_no_page_but_a_single_one_stands_nearly_empty(rows: int) -> None:
    pages = _pages(INSIDE, names(rows, SMALLEST))
    assert len(pages) == 1 or min(share_filled(page, INSIDE.height) for page in pages) >= FULL_ENOUGH


def test_a_page_that_must_stand_alone_does_though_it_is_short() -> None:
    assert len(_pages(INSIDE, [Text("one"), PageBreak(), Space(5), Text("two")])) == 2


def test_type_grows_as_far_as_its_pages_hold_and_no_further() -> None:
    assert largest_size(INSIDE, lambda size: names(5, size), 1) == LARGEST
    assert SMALLEST < largest_size(INSIDE, lambda size: names(22, size), 1) < LARGEST
    assert largest_size(INSIDE, lambda size: names(100, size), 2) == SMALLEST


def test_a_pack_is_portrait_from_the_first_page_to_the_last_and_can_be_walked_by_its_bookmarks() -> None:
    content = round_pack(event(17, closed=1), 1, Options(), PRINTED_AT)
    assert sizes_of(content) == {(595, 842)}
    reader = PdfReader(io.BytesIO(content))
    titles = [str(entry.title) for entry in _entries(reader.outline)]
    names = ("Pairings by player, Round 1", "Pairings by table, Round 1", "Table 5", "Log of the event, After round 1")
    assert [titles.count(each) for each in names] == [1, 1, 3, 1]


def _entries(outline: list[Any]) -> list[Any]:
    """The bookmarks of every level in their order."""
    return [each for entry in outline for each in (_entries(entry) if isinstance(entry, list) else [entry])]


def test_a_sheet_says_what_it_is_to_whoever_keeps_the_file() -> None:
    reader = PdfReader(io.BytesIO(sheet("results", event(3, closed=4, drawn=0), Options(), PRINTED_AT)))
    assert reader.metadata is not None
    assert reader.metadata.title == "Results, Round 4 - Example Acquire Championship"
    assert reader.metadata.author == "Example Acquire Championship"
    assert reader.metadata.subject == "version 17 · printed 20 Aug 2026, 11:32"
    assert reader.metadata.creation_date == PRINTED_AT


@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="poppler-utils are not installed")
def test_names_of_any_script_are_found_when_the_file_is_searched(tmp_path: Path) -> None:
    known = [name for name in FOREIGN if not missing_characters(name)]
    path = tmp_path / "names.pdf"
    path.write_bytes(sheet("pairings-by-player", event(9, names=tuple(known)), Options(), PRINTED_AT))
    text = subprocess.run(["pdftotext", str(path), "-"], check=True, capture_output=True, text=True).stdout
    assert len(known) >= 3  # Hebrew, Arabic and emoji are in the face that ships with the project
    assert [name for name in known if name not in text] == []


def test_a_poster_needs_an_address_and_has_one_page() -> None:
    of = event(3)
    assert len(pages_of(sheet("poster", of, Options(), PRINTED_AT))) == 1
    with pytest.raises(PaperError, match=r"^Phones cannot reach this event yet"):
        sheet("poster", replace(of, public_address=""), Options(), PRINTED_AT)


# How tables and paragraphs share out over pages


ROW = 20.0


def table(rows: int, *, is_whole: bool = False) -> PrintedTable:
    return PrintedTable(
        (TableColumn("Name"),), tuple(TableRow((str(row),)) for row in range(rows)), row_height=ROW, is_whole=is_whole
    )


HEAD = table(0)._head_height((100.0,))


def rows_per_page(pages: tuple[tuple[tuple[float, Piece], ...], ...]) -> list[int]:
    return [round((sum(piece.height for _, piece in page) - HEAD) / ROW) for page in pages]


@given(st.integers(4, 200), st.integers(4, 40))
def test_no_row_of_a_table_is_left_alone_on_a_page(rows: int, fitting: int) -> None:
    pages = rows_per_page(paginate([table(rows)], 100, HEAD + fitting * ROW))
    assert sum(pages) == rows
    assert min(pages) >= 2
    assert max(pages) <= fitting


def test_one_row_too_many_takes_a_second_one_along() -> None:
    assert rows_per_page(paginate([table(11)], 100, HEAD + 10 * ROW)) == [9, 2]


def test_a_table_kept_together_moves_to_the_next_page_whole() -> None:
    pages = paginate([table(6), table(5, is_whole=True)], 100, 2 * HEAD + 10 * ROW)
    assert rows_per_page(pages) == [6, 5]


def test_a_table_kept_together_that_no_page_holds_is_parted_after_all() -> None:
    assert rows_per_page(paginate([table(15, is_whole=True)], 100, HEAD + 10 * ROW)) == [10, 5]


def test_a_title_goes_with_its_table() -> None:
    title = Text("Title", 10, Weight.BOLD)
    height = HEAD + 10 * ROW
    pages = paginate([table(7), Titled(title, table(4))], 100, height)
    assert len(pages) == 2
    assert len(pages[1]) == 1


def test_a_gap_vanishes_at_the_head_of_a_page_and_a_break_does_not_double() -> None:
    pages = paginate([PageBreak(), table(4), PageBreak(), Space(50), table(4)], 100, HEAD + 4 * ROW)
    assert rows_per_page(pages) == [4, 4]


@pytest.mark.parametrize("name", ["standings", "pairings-by-player", "check-in"])
def test_tables_continue_with_their_heads(name: str) -> None:
    pages = pages_of(sheet(name, event(100, closed=1), Options(sides=Sides.ONE), PRINTED_AT))
    assert len(pages) > 1
    assert all("Name" in page for page in pages)


@example(1, 19)
@given(st.integers(1, 60), st.integers(0, 30))
def test_columns_never_reach_below_their_page(rows: int, above: int) -> None:
    height = HEAD + 20 * ROW
    blocks = [Text("x", size=ROW / LEADING, after=0)] * above + [Titled(Text("Title"), SideBySide((table(rows),)))]
    pages = paginate(blocks, 200, height)
    assert max(distance + piece.height for page in pages for distance, piece in page if piece.is_solid) <= height + 0.02


def test_a_table_without_rows_ends_wherever_it_stands() -> None:
    assert len(paginate([table(0)], 100, HEAD / 2)) == 1
    assert len(paginate([SideBySide((table(0),))], 200, 500)) == 1


# Names in any script: readable, never wider than their place, never an error


def seen(text: str, direction: Direction = Direction.OWN) -> str:
    """A line as its runs stand from left to right."""
    return "".join(run.text for run in face_runs(text, Weight.REGULAR, direction))


@pytest.mark.parametrize(
    "name",
    [
        "Player 07",
        "Nguyễn Thị Ánh Mẫu",
        "Zażółć Gęślą-Jaźń",
        "Δοκιμή",
        "Пример",
        "דוגמה",
        "مثال تجريبي",
        "😀",
        "",
        "  ",
    ],
)
def test_our_own_face_has_the_characters_of_most_names(name: str) -> None:
    assert missing_characters(name) == ""


def test_characters_that_no_face_has_are_named_once_and_in_order() -> None:
    assert missing_characters("A\U000f0001b\U000f0002\U000f0001") == "\U000f0001\U000f0002"


@pytest.mark.parametrize(
    ("character", "script", "package"),
    [
        ("ส", "Thai", "fonts-noto-core"),
        ("ឧ", "Khmer", "fonts-noto-core"),
        ("ि", "Devanagari", "fonts-noto-core"),
        ("\U00010300", "Old Italic", "fonts-noto-core"),
        ("样", "Chinese", "fonts-wqy-microhei"),
        ("한", "Korean", "fonts-wqy-microhei"),
        ("🎲", "emoji", "fonts-symbola"),
        ("\U000f0001", "", ""),
    ],
)
def test_a_character_is_told_by_its_script_and_the_package_that_has_it(
    character: str, script: str, package: str
) -> None:
    assert (script_of(character), package_of(character)) == (script, package)


def test_joiners_and_direction_marks_are_not_missing() -> None:
    assert missing_characters("A\u200d\u200e\ufe0fB") == ""


def test_what_no_face_has_is_printed_as_a_replacement_sign() -> None:
    assert seen("A\U000f0001") == "A\ufffd"


def test_hebrew_stands_from_right_to_left() -> None:
    assert seen("אבג") == "גבא"


def test_arabic_letters_are_joined() -> None:
    assert seen("ببب") == "\ufe90\ufe92\ufe91"  # final, medial and initial form, from the left


def test_brackets_open_towards_what_they_hold_in_both_directions() -> None:
    assert seen("אב (Guide) 42") == "42 (Guide) בא"
    assert seen("אב (גד)") == "(דג) בא"
    assert seen("Guide (אב)") == "Guide (בא)"


def test_a_sentence_reads_from_the_left_though_it_begins_with_a_name_that_does_not() -> None:
    assert seen("אב beat Player 07", Direction.LEFT_TO_RIGHT) == "בא beat Player 07"


def test_marks_stay_on_their_letters() -> None:
    assert printable_text("Ne\u0301") == "Né"
    assert letters("Dạ\u0304x") == ["D", "ạ\u0304", "x"]
    assert text_width("ạ\u0304", 10) == pytest.approx(text_width("ạ", 10))


def test_control_characters_and_direction_overrides_are_not_printed() -> None:
    assert printable_text("A\u202eB\x00\tC\n D") == "AB C D"


def test_a_long_name_breaks_at_its_blanks_and_after_a_hyphen() -> None:
    assert wrap("Maximilian-Example von und zu", 80, 12) == ("Maximilian-", "Example von", "und zu")


def test_a_word_too_wide_for_its_line_is_parted_and_loses_nothing() -> None:
    lines = wrap("W" * 60, 100, 12)
    assert "".join(lines) == "W" * 60
    assert max(text_width(line, 12) for line in lines) <= 100


def test_figures_and_short_words_are_set_smaller_before_they_are_parted() -> None:
    setting = settle("126,300 W 1,000", 36, 14)
    assert setting.lines == ("126,300", "W", "1,000")
    assert setting.size < 14
    assert max(text_width(line, setting.size) for line in setting.lines) == pytest.approx(36)


def test_a_name_is_never_set_smaller_for_a_long_word() -> None:
    assert settle("W" * 60, 100, 14).size == 14


@given(st.text(max_size=60), st.sampled_from(list(Weight)), st.floats(30, 300), st.floats(8, 60))
def test_any_text_fits_its_place(text: str, weight: Weight, width: float, height: float) -> None:
    setting = fit(text, width, height, 14, weight)
    widest = max(text_width(line, setting.size, weight) for line in setting.lines)
    single = any(len(letters(line)) <= 1 for line in setting.lines)
    assert widest <= width + 0.01 or single
    assert len(setting.lines) * setting.size * LEADING <= height + 0.02 or setting.size < 1


@settings(max_examples=12)
@given(st.lists(st.text(max_size=60), min_size=3, max_size=3))
def test_no_name_keeps_a_sheet_from_being_printed(names: list[str]) -> None:
    of = event(3, closed=1, drawn=0, names=tuple(names))
    for name in ("pairings-by-player", "result-slips", "standings", "place-cards"):
        assert sheet(name, of, Options(), PRINTED_AT).startswith(b"%PDF")


def test_a_name_with_half_a_surrogate_pair_is_printed() -> None:
    assert sheet("pairings-by-player", event(3, names=("Half \ud83d",)), Options(), PRINTED_AT).startswith(b"%PDF")


@given(
    st.lists(st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=12), min_size=1),
    st.integers(130, 500),
)
def test_lines_are_filled_as_far_as_their_width_goes_and_lose_nothing(words: list[str], width: int) -> None:
    text = " ".join(words)
    lines = wrap(text, width, 10)
    assert " ".join(lines) == text
    assert [line for line in lines if text_width(line, 10) > width + 1e-6] == []
    joined = [f"{above} {below.partition(' ')[0]}" for above, below in pairwise(lines)]
    assert [line for line in joined if text_width(line, 10) < width - 1e-6] == []


@pytest.mark.parametrize("direction", list(Direction))
def test_a_number_behind_a_name_from_the_right_keeps_its_place(direction: Direction) -> None:
    name = by_itself("דוגמה")
    assert seen(f"{name} 12", direction) == "המגוד 12"
    assert seen(f"1 {name}", direction) == "1 המגוד"
    assert seen(f"{name}, {by_itself('דוד')} and 3 more", direction) == "המגוד, דוד and 3 more"
    assert seen(f"{by_itself('Ada')} 12", direction) == "Ada 12"
    assert seen(f"דו{END} 12", direction) == "וד 12"


@given(st.text(st.sampled_from(f"aבגd1 ,(){ISOLATE}{END}"), max_size=20), st.sampled_from(list(Direction)))
def test_isolated_names_lose_no_letter_wherever_their_marks_stand(text: str, direction: Direction) -> None:
    shown = seen(text, direction)
    assert sorted(filter(str.isalnum, shown)) == sorted(filter(str.isalnum, text))
    assert ISOLATE not in shown
    assert END not in shown
