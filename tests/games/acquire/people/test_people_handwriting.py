"""Whole sheets of scribes: most are read whole, none is misread, and what is told of the others says what to write instead."""

from contextlib import suppress

import pytest

from games.acquire.errors import LogError
from games.acquire.logs import read_people
from tests.games.acquire.people.handwriting import SHEETS, STRANGERS, Outcome, Sheet, sheets, still_misread, strangers

#: The files of which every sheet is read whole but for the next: what stands on lines, in tables and in headers.
WHOLE = ("encodings", "finals", "headers", "positions", "remarks", "tables")
NOT_YET_WHOLE = {"break and director"}
#: So many of the 146 sheets are read whole, and of the 60 logs of a stranger.
LEAST = 137
LEAST_OF_STRANGERS = 36


@pytest.mark.parametrize(
    "sheet",
    [sheet for sheet in sheets() if sheet.kind in WHOLE and sheet.name not in NOT_YET_WHOLE],
    ids=lambda sheet: f"{sheet.kind} {sheet.name}",
)
def test_a_sheet_is_read_whole_with_a_note_of_every_liberty(sheet: Sheet) -> None:
    assert sheet.outcome() is Outcome.WHOLE
    reading = sheet.read()
    is_plain = sheet.name == "as the notation has it"
    assert (reading.notes == ()) == is_plain


@pytest.mark.parametrize("sheet", [*sheets(), *strangers()], ids=lambda sheet: f"{sheet.kind} {sheet.name}")
def test_no_sheet_is_misread_but_those_that_are_known(sheet: Sheet) -> None:
    known = still_misread(STRANGERS if sheet.kind == "strangers" else SHEETS)
    assert sheet.name in known or sheet.outcome() is not Outcome.MISREAD


def test_of_146_sheets_and_60_logs_of_a_stranger_so_many_are_read_whole() -> None:
    for logs, count, least in ((sheets(), 146, LEAST), (strangers(), 60, LEAST_OF_STRANGERS)):
        outcomes = [sheet.outcome() for sheet in logs]
        assert len(outcomes) == count
        assert outcomes.count(Outcome.WHOLE) >= least


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
    "written",
    [
        "1 | Ann | 4C | Luxor | -\n2 | Dot | 5D | | -",
        "1 Ann: 4C\nfinal: 6000, 5900",
        "1 Ann: 4C\nfinal: Ann 6000 5900, Ben 3",
        "chain red = Zeta Hydra\n1 Ann: 4C",
    ],
)
def test_what_may_mean_two_things_on_a_sheet_is_told(written: str) -> None:
    with suppress(LogError):
        assert read_people(HEAD + written + "\n").problems != ()
