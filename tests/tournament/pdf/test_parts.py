"""Every sheet takes the choices that its value names, and no other: a range of tables, a range of players."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tournament.pdf.events import PRINTED_AT, event
from tests.tournament.pdf.reading import pages_of, text_of
from tournament.pdf import SHEETS, Job, Options, PaperError, Takes, sheet

PLAYED = event(13, closed=4, drawn=0)
LISTS = {name: set(each.takes) for name, each in SHEETS.items() if each.takes}
"""What the sheets take; those that are not named are one thing and go out whole."""


def parts(name: str, **options: Any) -> dict[str, str]:
    listed = SHEETS[name].contents(Job(PLAYED, Options(**options), PRINTED_AT))
    assert listed.is_whole == (not options or not SHEETS[name].has_parts)
    return dict(listed.parts)


def about(what: str, listed: dict[str, str]) -> dict[str, str]:
    """What is listed of players or tables; a player at a table counts as a player."""
    told = {f"player:{key.partition('/')[2]}" if "/" in key else key: mark for key, mark in listed.items()}
    return {key: mark for key, mark in told.items() if key.startswith(f"{what}:")}


def text(name: str, **options: Any) -> str:
    return text_of(sheet(name, PLAYED, Options(**options), PRINTED_AT))


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


@pytest.mark.parametrize("name", [name for name in SHEETS if name not in LISTS])
def test_what_is_one_thing_goes_out_whole_whatever_was_chosen(name: str) -> None:
    chosen = {"first_table": 2, "first_player": 5}
    assert parts(name, **chosen) == parts(name)
    assert text(name, **chosen) == text(name)
