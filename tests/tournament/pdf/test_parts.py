"""Every sheet takes the choices that its value names, and no other: order, tables, players, one part of several."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tournament.pdf.events import PRINTED_AT, event
from tests.tournament.pdf.reading import pages_of, text_of
from tournament.pdf import SHEETS, Job, Options, PaperError, Sort, Takes, sheet

PLAYED = event(13, closed=4, drawn=0)
LISTS = {name: set(each.takes) for name, each in SHEETS.items() if each.takes}
"""What the sheets take; those that are not named are one thing and go out whole."""


def parts(name: str, **options: Any) -> dict[str, str]:
    listed = SHEETS[name].contents(Job(PLAYED, Options(**options), PRINTED_AT))
    assert listed.is_whole == (not options or "sort" in options or not SHEETS[name].has_parts)
    return dict(listed.parts)


def about(what: str, listed: dict[str, str]) -> dict[str, str]:
    """What is listed of players or tables; a player at a table counts as a player."""
    told = {f"player:{key.partition('/')[2]}" if "/" in key else key: mark for key, mark in listed.items()}
    return {key: mark for key, mark in told.items() if key.startswith(f"{what}:")}


def text(name: str, **options: Any) -> str:
    return text_of(sheet(name, PLAYED, Options(**options), PRINTED_AT))


def numbers(name: str, **options: Any) -> list[str]:
    """The players of a sheet as they stand on it."""
    lines = text(name, **options).splitlines()
    return [line for line in lines if line.startswith("Player ") and line[7:9].isdecimal()]


def test_every_choice_is_taken_by_some_sheets_and_some_sheets_take_none() -> None:
    assert all(sum(choice in takes for takes in LISTS.values()) >= 4 for choice in Takes)
    assert {name for name in SHEETS if name not in LISTS} >= {"poster", "arrangement", "incidents", "final-list"}


@pytest.mark.parametrize("name", [name for name, takes in LISTS.items() if takes - {Takes.ORDER}])
def test_the_parts_of_a_sheet_together_are_the_whole_of_it(name: str) -> None:
    what = "player" if Takes.PLAYERS in LISTS[name] else "table"
    whole = about(what, parts(name))
    count = 2
    pieces = [about(what, parts(name, piece=piece, pieces=count)) for piece in range(1, count + 1)]
    assert all(pieces)
    assert {key: mark for piece in pieces for key, mark in piece.items()} == whole
    assert sum(map(len, pieces)) == len(whole)
    assert "part 2 of 2" in text(name, piece=2, pieces=count)


@pytest.mark.parametrize("name", [name for name, takes in LISTS.items() if Takes.TABLES in takes])
def test_a_stretch_of_tables_is_printed_alone(name: str) -> None:
    whole, alone = parts(name), parts(name, first_table=2, last_table=2)
    if Takes.PLAYERS in LISTS[name]:
        seats = next(table for table in PLAYED.rounds[-1].tables if table.number == 2).seats
        assert set(about("player", alone)) == {f"player:{seat.player}" for seat in seats}
    else:
        assert about("table", alone) == {"table:2": whole["table:2"]}
    assert len(pages_of(sheet(name, PLAYED, Options(first_table=2, last_table=2), PRINTED_AT))) <= 4


@pytest.mark.parametrize("name", [name for name, takes in LISTS.items() if Takes.PLAYERS in takes])
def test_a_stretch_of_players_is_printed_alone(name: str) -> None:
    first = 6 if name == "certificates" else 4
    wanted = [key for key in about("player", parts(name)) if first <= int(key.partition(":")[2]) <= 13]
    assert wanted
    assert set(about("player", parts(name, first_player=first, last_player=13))) == set(wanted)
    with pytest.raises(PaperError, match=r"you chose"):
        sheet(name, PLAYED, Options(first_player=90), PRINTED_AT)


@pytest.mark.parametrize("name", [name for name, takes in LISTS.items() if Takes.ORDER in takes])
def test_players_stand_in_the_order_that_was_chosen(name: str) -> None:
    by_number = [f"Player {number:02d}" for number in range(1, 14)]
    found = numbers(name, sort=Sort.NUMBER)
    assert [line[:9] for line in found if line[:9] in by_number][:13] == by_number
    assert [line[:9] for line in numbers(name, sort=Sort.COUNTRY)][:13] != by_number


def test_standings_keep_their_own_order_and_lose_the_lines_of_the_cut_in_another() -> None:
    base = event(17, closed=3, drawn=0)
    own = text_of(sheet("standings", base, Options(), PRINTED_AT))
    by_name = text_of(sheet("standings", base, Options(sort=Sort.NAME), PRINTED_AT))
    assert ("the top table" in own, "the top table" in by_name) == (True, False)


@pytest.mark.parametrize("name", [name for name in SHEETS if name not in LISTS])
def test_what_is_one_thing_goes_out_whole_whatever_was_chosen(name: str) -> None:
    chosen = {"piece": 2, "pieces": 2, "first_table": 2, "first_player": 5, "sort": Sort.NUMBER}
    assert parts(name, **chosen) == parts(name)
    assert text(name, **chosen) == text(name)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"piece": 3, "pieces": 2}, r"^There is no part 3 of 2\. A sheet can be divided into 2 to 20 parts\.$"),
        ({"first_player": 5, "last_player": 4}, r"^Players 5 to 4: put the smaller number first\.$"),
    ],
)
def test_parts_that_make_no_sense_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(PaperError, match=message):
        Options(**options)


def test_more_parts_than_there_are_tables_are_refused() -> None:
    with pytest.raises(PaperError, match=r"^There are 4 tables, too few for 9 parts; choose fewer\.$"):
        sheet("result-slips", PLAYED, Options(piece=1, pieces=9), PRINTED_AT)
