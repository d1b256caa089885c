"""What is not final says so in its title, and what only the end can give is not printed before it (R64-R65)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.tournament.pdf.events import PRINTED_AT, event
from tests.tournament.pdf.reading import pages_of, text_of
from tournament.pdf import SHEETS, Options, PaperError, sheet
from tournament.record.event import EventRecord
from tournament.record.vocabulary import RoundState

AT_THE_END = ("final-list", "medal-form", "prize-giving", "certificates")
MARK = "PROVISIONAL"


def marked(of: EventRecord) -> set[str]:
    """The sheets on every page of which it stands that they are provisional; on some pages alone it never does."""
    found = set()
    for name in SHEETS:
        try:
            pages = pages_of(sheet(name, of, Options(round_number=of.rounds[-1].number), PRINTED_AT))
        except PaperError:
            continue
        marks = [any(MARK in line for line in page) for page in pages]
        assert len(set(marks)) == 1, name
        found |= {name} if marks[0] else set()
    return found


def test_lists_say_that_they_are_provisional_until_the_last_round_is_closed() -> None:
    playing, between, over = event(7, closed=2, drawn=1), event(7, closed=2, drawn=0), event(7, closed=4, drawn=0)
    assert marked(playing) == {"results", "standings"}
    assert marked(between) == {"standings"}
    assert marked(over) == set()


@pytest.mark.parametrize("name", AT_THE_END)
def test_what_only_the_end_can_give_is_refused_before_the_last_round_is_closed(name: str) -> None:
    over = event(13, closed=4, drawn=0)
    last = over.rounds[-1]
    playing = over.with_round(replace(last, state=RoundState.PUBLISHED))  # every table has its result
    with pytest.raises(PaperError, match=r"^3 of 4 rounds have been closed; medals are awarded after the last\.$"):
        sheet(name, playing, Options(), PRINTED_AT)
    assert sheet(name, over, Options(), PRINTED_AT).startswith(b"%PDF")


def test_the_final_list_says_what_decided_each_medal_and_which_version_it_replaces() -> None:
    over = event(17, closed=4, drawn=0)
    text = " ".join(text_of(sheet("final-list", over, Options(replaces=12), PRINTED_AT)).split())
    assert "This replaces version 12. Destroy that version." in text
    assert "top table" in text
    assert "Replaces" not in text_of(sheet("final-list", over, Options(), PRINTED_AT))
