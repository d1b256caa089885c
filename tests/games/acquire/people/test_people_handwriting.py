"""Whole sheets of scribes: most are read whole, none is misread, and what is told of the others says what to write instead."""

import pytest

from games.acquire.logs import read_people
from tests.games.acquire.people.handwriting import Outcome, Sheet, sheets, strangers

#: The files of which every sheet is read whole: what stands on lines, in tables and in headers.
WHOLE = ("encodings", "finals", "headers", "positions", "remarks", "tables")
#: Of all sheets at least so many in a hundred are read whole.
LEAST = 85
#: Of the 60 logs of a stranger at least so many are.
LEAST_OF_STRANGERS = 24


@pytest.mark.parametrize(
    "sheet", [sheet for sheet in sheets() if sheet.kind in WHOLE], ids=lambda sheet: f"{sheet.kind} {sheet.name}"
)
def test_a_sheet_is_read_whole_with_a_note_of_every_liberty(sheet: Sheet) -> None:
    assert sheet.outcome() is Outcome.WHOLE
    reading = sheet.read()
    is_plain = sheet.name == "as the notation has it"
    assert (reading.notes == ()) == is_plain


@pytest.mark.parametrize("sheet", sheets(), ids=lambda sheet: f"{sheet.kind} {sheet.name}")
def test_no_sheet_is_misread(sheet: Sheet) -> None:
    assert sheet.outcome() is not Outcome.MISREAD


def test_of_146_sheets_most_are_read_whole() -> None:
    outcomes = [sheet.outcome() for sheet in sheets()]
    assert len(outcomes) == 146
    assert 100 * outcomes.count(Outcome.WHOLE) >= LEAST * len(outcomes)


#: The strangers' logs of which something is read that did not happen, besides what is told: to be mended, none may be added.
STILL_MISREAD = {"ocr photo", "final breakdown"}


@pytest.mark.parametrize("sheet", strangers(), ids=lambda sheet: sheet.name)
def test_no_log_of_a_stranger_is_misread_but_those_that_are_known(sheet: Sheet) -> None:
    assert sheet.name in STILL_MISREAD or sheet.outcome() is not Outcome.MISREAD


def test_of_60_logs_of_a_stranger_some_are_read_whole() -> None:
    outcomes = [sheet.outcome() for sheet in strangers()]
    assert len(outcomes) == 60
    assert outcomes.count(Outcome.WHOLE) >= LEAST_OF_STRANGERS


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
def test_bytes_are_read_as_their_text_is(encoding: str) -> None:
    text = "edition: mso\nplayers: Änn, Bén\n1 Änn: 4C\n2 Bén: 5D\n"
    reading = read_people(text.encode(encoding))
    assert reading.record == read_people(text).record
    name = "Windows-1252" if encoding == "cp1252" else "UTF-16"
    assert [str(note) for note in reading.notes] == ([] if "8" in encoding else [f"took the file to be {name}"])


@pytest.mark.parametrize("content", [b"\x89PNG\r\n\x1a\n\x00\x00", b"\xff\xfe\x00", b"\xe9\x07"])
def test_bytes_that_are_no_text_are_refused_in_a_sentence(content: bytes) -> None:
    with pytest.raises(ValueError, match="this is not text"):
        read_people(content)


HEAD = "edition: mso\nplayers: Ann, Ben, Cai\n"


@pytest.mark.parametrize(
    ("written", "problem"),
    [
        ("1 | Ann | 4C | Luxor | -\n2 | Dot | 5D | | -", "'2' cannot begin"),
        ("1 Ann: 4C\nAnn 6000, Ben 5900, Cai 5800", "'Ann'"),
        ("1 Ann: 4C\nfinal: 6000, 5900", "',' is not a player in this log"),
        ("1 Ann: 4C\nfinal: Ann 6000 5900, Ben 3", "'5900'"),
        ("chain red = Zeta Hydra\n1 Ann: 4C", "does not declare a nickname"),
    ],
)  # fmt: skip
def test_what_may_mean_two_things_on_a_sheet_is_a_question(written: str, problem: str) -> None:
    try:
        reading = read_people(HEAD + written + "\n")
        told = [str(one) for one in reading.problems]
    except ValueError as error:
        told = [str(error)]
    assert any(problem in one for one in told), told
