"""Names in any script: readable, never wider than their place, never an error."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournament.pdf.events import PRINTED_AT, event
from tournament.pdf import Options, missing_characters, sheet
from tournament.pdf.fonts import package_of, script_of
from tournament.pdf.lines import LEADING, Direction, Weight, fit, letters, printable, runs, settle, text_width, wrap
from wording.directions import END, ISOLATE, by_itself


def seen(text: str, direction: Direction = Direction.OWN) -> str:
    """A line as its runs stand from left to right."""
    return "".join(run.text for run in runs(text, Weight.REGULAR, direction))


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
    assert printable("Ne\u0301") == "Né"
    assert letters("Dạ\u0304x") == ["D", "ạ\u0304", "x"]
    assert text_width("ạ\u0304", 10) == pytest.approx(text_width("ạ", 10))


def test_control_characters_and_direction_overrides_are_not_printed() -> None:
    assert printable("A\u202eB\x00\tC\n D") == "AB C D"


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
