"""Single turns as people write them, each on a board that allows what they tell: what each is read as, and what of it is told."""

import pytest

from games.acquire.errors import LogError
from games.acquire.logs import LogReading, read_people, read_text, write_text

HEAD = "edition: mso\nplayers: Ann = Ann Demo, Ben = Ben Example, Cai\n"
#: All chains are on the board, and 4C, 9F, 10F and 11B touch none of them.
BOARD = HEAD + "".join(
    f"position board {chain}: {tiles}\n"
    for chain, tiles in {
        "Luxor": "1A 2A",
        "Tower": "4A 5A",
        "American": "7A 8A",
        "Festival": "10A 10B 10C",
        "Worldwide": "1I 2I",
        "Continental": "4I 5I",
        "Imperial": "7I 8I",
    }.items()
)
#: Luxor takes over Tower by 4C.
MERGER = HEAD + (
    "position board Luxor: 1C 2C 3C\nposition board Tower: 5C 6C\n"
    "position shares Ann: Luxor 1, Tower 6\nposition shares Ben: Tower 6\nposition shares Cai: Tower 1\n"
)

#: A purchase or what is said behind one, and the turn of Ann as the writer has it.
BOUGHT = [
    ("1) Ann Demo, 4C, 2 Luxor", "1 Ann: 4C; buy Luxor 2"),
    ("Ann 4C buy Luxor 2", "Ann: 4C; buy Luxor 2"),
    ("*Ann: 4C", "Ann: 4C"),
    ("1 Ann: 4C; L2 T1", "1 Ann: 4C; buy Luxor 2, Tower 1"),
    ("1 Ann: 4C | buy Luxor 2", "1 Ann: 4C; buy Luxor 2"),
    ("1 Ann: skip", "1 Ann: pass"),
    ("1 Ann: 4C; buy L2, 1C", "1 Ann: 4C; buy Luxor 2, Continental 1"),
    ("1 Ann: 4C; buy 2L1T", "1 Ann: 4C; buy Luxor 2, Tower 1"),
    ("1 Ann: 4C; buy 2 Luxor, 0 Tower", "1 Ann: 4C; buy Luxor 2"),
    ("1 Ann: 4C; buys Luxor", "1 Ann: 4C; buy Luxor 1"),
    ("1 Ann: 4C; buys Luxor, Luxor and Tower", "1 Ann: 4C; buy Luxor 2, Tower 1"),
    ("1 Ann: 4C; buy L I T", "1 Ann: 4C; buy Luxor 1, Imperial 1, Tower 1"),
    ("1 Ann: 4C, kupuje 1 L i 2 I", "1 Ann: 4C; buy Luxor 1, Imperial 2"),
    ("1 Ann: 4C, kupuje 2 a, 1 t", "1 Ann: 4C; buy American 2, Tower 1"),
    ("1 Ann: 4C; 2 L a 1 T", "1 Ann: 4C; buy Luxor 2, Tower 1"),
    ("1 Ann: 4C FFI", "1 Ann: 4C; buy Festival 2, Imperial 1"),
    ("1 Ann: 4C; buy l American, l Worldwide", "1 Ann: 4C; buy American 1, Worldwide 1"),
    ("1 Ann: llB; buy 2 Irnperia1", "1 Ann: 11B; buy Imperial 2"),
    ("1 Ann: 4C, takes a Worldwide and two Imperials", "1 Ann: 4C; buy Worldwide 1, Imperial 2"),
    ("1 Ann: 4C; Luxor +1 Festival +2", "1 Ann: 4C; buy Luxor 1, Festival 2"),
    ("1 Ann: ~~9F~~ 10F; ~~2 Worldwide~~ 3 Worldwide", "1 Ann: 10F; buy Worldwide 3"),
    ("1 Ann: 4C, n/a", "1 Ann: 4C; buy -"),
    ("1 Ann: 4C; buy 2 Luxor -400", "1 Ann: 4C; buy Luxor 2"),
    ("1 Ann: 4C; buy 2 Luxor @ 200", "1 Ann: 4C; buy Luxor 2"),
    ("1 Ann: 4C, bought 2 Luxor for $400 ($5,600 left)", "1 Ann: 4C; buy Luxor 2; cash Ann 5600"),
    ("1 Ann: 4C; buy 1 Luxor -> 5800", "1 Ann: 4C; buy Luxor 1; cash Ann 5800"),
    ("1 Ann: 4C; cash 5600", "1 Ann: 4C; cash Ann 5600"),
    ("1 Ann: 4C\nCash: Ann 4000, Ben 2,000 and Cai 300", "1 Ann: 4C; cash Ann 4000; cash Ben 2000; cash Cai 300"),
    ("1 Ann: 4C / - / - / 6000\n2 Ben: 9F / 3 Luxor / 5400", "1 Ann: 4C; buy -; cash Ann 6000\n2 Ben: 9F; buy Luxor 3; cash Ben 5400"),
    ("1 Ann: 4C; buy - [6k]\n2 Ben: 9F; buy 2 Luxor [5.6k]", "1 Ann: 4C; buy -; cash Ann 6000\n2 Ben: 9F; buy Luxor 2; cash Ben 5600"),
    ("Final: Ann $41,300; Ben 38.200, Cai 17 600", "final: Ann 41300, Ben 38200, Cai 17600"),
]  # fmt: skip

#: What is said of the merger by 4C, and how the writer has it.
MERGED = [
    ("bonus T A 3000", "bonus Ann Tower 3000"),
    ("Ben gets 1500 for Tower", "bonus Ben Tower 1500"),
    ("Ann and Ben 2300 each for Tower", "bonus Ann Tower 2300; bonus Ben Tower 2300"),
    ("dispose Ben Tower sell 3; trade 2; hold 1", "dispose Ben Tower sell 3 trade 2 hold 1"),
    ("dispose Ann Tower sell 6, Ben sell 2", "dispose Ann Tower sell 6\n    dispose Ben Tower sell 2"),
    ("Ann 6/0/0; Ben 2/2/2", "dispose Ann Tower sell 6 hold 0\n    dispose Ben Tower sell 2 trade 2 hold 2"),
]  # fmt: skip

#: A turn of which something fits nothing, and what is read of the rest.
PASSED_OVER = [
    ("1 Ann: 4C; buy Luxor 2, 5C", "1 Ann: 4C; buy Luxor 2"),
    ("1 Ann: 4C; buy Luxor 2 not 3", "1 Ann: 4C; buy Luxor 2"),
    ("1 Ann: 4C; buy Luxor 2 (3?)", "1 Ann: 4C; buy Luxor 2"),
    ("1 Ann: 4C; buy Luxor 2 or Tower 2", "1 Ann: 4C; buy Luxor 1, Tower 2"),
    ("1 Ann: 4C; cash Ann 5000 or 6000", "1 Ann: 4C; cash Ann 6000"),
    ("1 Ann: 4C; buy Luxor, Tower, American, Festival", "1 Ann: 4C; buy Luxor 1, Tower 1, American 1"),
    ("1 Ann: 4C (Luxor; buy -", "1 Ann: 4C; buy -"),
    ("1 Ann: 4C; draw 1", "1 Ann: 4C"),
    ("1 Ann: 4C; bonus Dot Tower 4000", "1 Ann: 4C"),
    ("1 Ann: 4C; dispose Ann Tower 3", "1 Ann: 4C; buy Tower 3"),
    ("1 Ann: 4C; cash Ann 12345678901234567890", "1 Ann: 4C"),
    ("1 Ann: 4C; 5 D", "1 Ann: 4C"),
    ("1 Ann: 4C; sees 9I", "1 Ann: 9I"),
    ("1 Ann: 4C\nStart: Ann 4C 5C", "1 Ann: 4C"),
    ("buy 2 Luxor\n1 Ann: 4C", "1 Ann: 4C"),
]


def lines_of(reading: LogReading) -> str:
    """What the writer makes of a reading below its header and its position."""
    _, _, body = write_text(reading.record).partition("\n\n")
    return "\n".join(line for line in body.splitlines() if not line.startswith(("start:", "position")))


@pytest.mark.parametrize(("written", "read"), BOUGHT)
def test_a_turn_is_read_as_it_is_meant(written: str, read: str) -> None:
    reading = read_people(f"{BOARD}{written}\n")
    assert [str(problem) for problem in reading.problems] == []
    assert lines_of(reading) == read
    assert reading.notes != ()


@pytest.mark.parametrize(("written", "read"), MERGED)
def test_what_is_said_of_a_merger_is_read_as_it_is_meant(written: str, read: str) -> None:
    reading = read_people(f"{MERGER}1 Ann: 4C; {written}\n")
    assert [str(problem) for problem in reading.problems] == []
    assert lines_of(reading) == f"1 Ann: 4C\n    {read}"


@pytest.mark.parametrize(("written", "read"), PASSED_OVER)
def test_what_fits_nothing_is_told_and_the_rest_of_the_turn_read(written: str, read: str) -> None:
    reading = read_people(f"{BOARD}{written}\n")
    assert [str(problem).partition("; ")[0] for problem in reading.problems] == [
        f"“{gap.text}” was not recognised" for gap in reading.record.unread
    ]
    assert reading.record.unread != ()
    assert lines_of(reading) == read


# The header.


def test_a_header_in_capitals_with_rules_a_position_and_keys_of_its_own_is_read() -> None:
    text = (
        "Edition: Mso\nRule split_rounding: NEAREST1\nPlayers: Ann Demo & Ben Example\nVenue: Hall 1\n"
        "Scribe name: Dot\nPosition board Luxor: 1A 2A\nposition cash: Ann 5600, Ben x\n1 Ann: 4C\nDate: 2026-11-20\n"
    )
    reading = read_people(text)
    plain = (
        "edition: mso\nplayers: Ann = Ann Demo, Ben = Ben Example\nrule split_rounding: nearest1\nvenue: Hall 1\n"
        '"scribe name": Dot\ndate: 2026-11-20\nposition board Luxor: 1A 2A\nposition cash: Ann 5600\n1 Ann: 4C\n'
    )
    assert [(problem.line, problem.problem) for problem in reading.problems] == [(7, "'x' is not a whole number")]
    assert reading.record == read_text(plain)
    assert {note.line for note in reading.notes} == {1, 2, 3, 4, 5, 6, 9}


@pytest.mark.parametrize(
    ("header", "problem"),
    [
        ("Edition: chess\nplayers: Ann, Ben", "'chess' does not belong here"),
        ("edition: mso\nplayers: Ann, Ben\nEdition: mso", "'edition' appears twice"),
        ("edition: mso\nplayers: Ann, Ben\nRule cards: maybe", "Rule cards cannot be set to 'maybe'"),
        ("edition: mso\nplayers: Ann, Ben\nRule cards: yes\nrule Cards: yes", "'cards' appears twice"),
        ("edition: mso\nplayers: Ann, Ben\nChains: 1976", "'1976' does not belong here"),
        ("edition: mso\nplayers: Ann, Ben\nposition shop: 4C", "'shop' is not part of a position"),
        ("edition: mso\nplayers: Ann, Ben\nnote: 1\nNote: 2", "'note' appears twice"),
    ],
)
def test_a_line_of_the_header_that_cannot_be_read_is_told_and_the_game_read(header: str, problem: str) -> None:
    reading = read_people(f"{header}\n1 Ann: 4C\n")
    assert [told.problem for told in reading.problems] == [problem]
    assert lines_of(reading) == "1 Ann: 4C"


@pytest.mark.parametrize(
    ("players", "problem"),
    [
        ("Ann Demo and Ann Demo", "'AnnDemo' appears twice"),
        ("Ann, hand", "'hand' cannot be used as an ID"),
        (", ".join(f"p{i}" for i in range(1000)), "this line has 5,897 characters"),
    ],
)
def test_a_list_of_players_that_cannot_be_read_is_told_and_refuses_the_log(players: str, problem: str) -> None:
    with pytest.raises(LogError) as error:
        read_people(f"edition: mso\nplayers: {players}\n1 Ann: 4C\n")
    assert problem in [told.problem for told in error.value.problems]
    assert len(error.value.problems) <= 2


def test_players_of_one_first_name_have_their_whole_names_for_ids() -> None:
    reading = read_people("edition: mso\nplayers: Ann Demo, Ann Example\n1 Ann Example: 4C\n")
    assert [(player.id, player.name) for player in reading.record.header.players] == [
        ("AnnDemo", "Ann Demo"),
        ("AnnExample", "Ann Example"),
    ]
    assert lines_of(reading) == "1 AnnExample: 4C"


@pytest.mark.parametrize("said", ["Start: A 1C\n1 Ann: 4C"])
def test_an_initial_that_two_players_bear_is_neither_of_them(said: str) -> None:
    reading = read_people(f"edition: mso\nplayers: Ann, Amy\n{said}\n")
    assert reading.problems != ()
    assert lines_of(reading) == "1 Ann: 4C"


def test_a_letter_that_begins_no_chain_of_the_labels_is_that_of_a_tile() -> None:
    reading = read_people("edition: ah1999\nplayers: Ann, Ben\n1 Ann: buy 2 Hydra, 4C\n")
    assert lines_of(reading) == "1 Ann: 4C; buy Hydra 2"


def test_starting_tiles_may_stand_behind_initials() -> None:
    reading = read_people("edition: mso\nplayers: Ann, Ben\nstart: A 1C, B B2\n1 A: 4C\n")
    assert reading.record == read_text("edition: mso\nplayers: Ann, Ben\nstart: Ann 1C, Ben 2B\n1 Ann: 4C\n")
