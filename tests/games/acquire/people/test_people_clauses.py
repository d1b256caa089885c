"""Single turns as people write them: what each is read as, or which place of it cannot be read and what is read beside it."""

import pytest

from games.acquire.errors import LogError
from games.acquire.logs import LogReading, read_people, read_text, write_text

HEAD = "edition: mso\nplayers: Ann = Ann Demo, Ben = Ben Example, Cai\nstart: Ann 1C, Ben 2A, Cai 7F\n"

#: A turn, and its lines as the writer has them.
READ = [
    ("1) Ben Example, 4C, 2 Luxor", "1 Ben: 4C; buy Luxor 2"),
    ("Ann 4C buy Luxor 2", "Ann: 4C; buy Luxor 2"),
    ("*Ann: 4C", "Ann: 4C"),
    ("1 Ann: 4C; L2 T1; draw", "1 Ann: 4C; buy Luxor 2, Tower 1; draw ?"),
    ("1 Ann: 4C | found Luxor | buy Luxor 2", "1 Ann: 4C; found Luxor; buy Luxor 2"),
    ("1 Ann: skip; draw ?", "1 Ann: pass; draw ?"),
    ("1 Ann: 4C; buy L2, 2C", "1 Ann: 4C; buy Luxor 2, Continental 2"),
    ("1 Ann: 4C; buy 2L1T", "1 Ann: 4C; buy Luxor 2, Tower 1"),
    ("1 Ann: 4C; buy 2 Luxor, 0 Tower", "1 Ann: 4C; buy Luxor 2"),
    ("1 Ann: 4C; buy Luxor,", "1 Ann: 4C; buy Luxor 1"),
    ("1 Ann: 4C; buy L I T", "1 Ann: 4C; buy Luxor 1, Imperial 1, Tower 1"),
    ("1 Ann: 4C, kupuje 1 L i 2 I", "1 Ann: 4C; buy Luxor 1, Imperial 2"),
    ("1 Ann: 4C, kupuje 2 a, 1 t", "1 Ann: 4C; buy American 2, Tower 1"),
    ("1 Ann: 4C; 2 L a 1 T", "1 Ann: 4C; buy Luxor 2, Tower 1"),
    ("1 Ann: 4C FFI", "1 Ann: 4C; buy Festival 2, Imperial 1"),
    ("1 Ann: 4C; buy l American, l Worldwide", "1 Ann: 4C; buy American 1, Worldwide 1"),
    ("1 Ann: llB; buy 2 Irnperia1", "1 Ann: 11B; buy Imperial 2"),
    ("1 Ann: 4C; bonus T A 4000", "1 Ann: 4C\n    bonus Ann Tower 4000"),
    ("1 Ann: 4C; cash 5600", "1 Ann: 4C; cash Ann 5600"),
    ("1 Ann: 4C\nCash: Ann 4000, Ben 2,000 and Cai 300", "1 Ann: 4C; cash Ann 4000; cash Ben 2000; cash Cai 300"),
    ("1 Ann: 4C, takes a Worldwide and two Imperials", "1 Ann: 4C; buy Worldwide 1, Imperial 2"),
    ("1 Ann: 4C; Luxor +1 Festival +2", "1 Ann: 4C; buy Luxor 1, Festival 2"),
    ("1 Ann: ~~9I~~ 10I; ~~2 Worldwide~~ 3 Worldwide", "1 Ann: 10I; buy Worldwide 3"),
    ("1 Ann: 4C, n/a", "1 Ann: 4C; buy -"),
    ("1 Ann: 4C, bought 2 Imperial for $800 ($5,200 left)", "1 Ann: 4C; buy Imperial 2; cash Ann 5200"),
    ("1 Ann: 4C; buy 1 Luxor -> 5000", "1 Ann: 4C; buy Luxor 1; cash Ann 5000"),
    ("1 Ann: 4C / - / - / 6000\n2 Ben: 9F / 3 Luxor / 3000", "1 Ann: 4C; buy -; cash Ann 6000\n2 Ben: 9F; buy Luxor 3; cash Ben 3000"),
    ("1 Ann: 4C; buy - [6k]\n2 Ben: 9F; buy 2 Luxor [2.1k]", "1 Ann: 4C; buy -; cash Ann 6000\n2 Ben: 9F; buy Luxor 2; cash Ben 2100"),
    ("1 Ann: 4C; hols 2 Tower", "1 Ann: 4C\n    dispose Ann Tower hold 2"),
    ("1 Ann: 4C; dispose Ben Tower sell 3; trade 2; hold 1", "1 Ann: 4C\n    dispose Ben Tower sell 3 trade 2 hold 1"),
    (
        "1 Ann: 4C; dispose Ann Tower sell 3, Ben sell 2, Cai Festival hold none",
        "1 Ann: 4C\n    dispose Ann Tower sell 3\n    dispose Ben Tower sell 2\n    dispose Cai Festival hold 0",
    ),
    ("1 Ann: 4C; order T I", "1 Ann: 4C; order Tower, Imperial"),
    ("1 Ann: 4C; draw 4-C, 5-D", "1 Ann: 4C; draw 4C 5D"),
    ("1 Ann: 4C; Ben times out", "1 Ann: 4C; by Ben timeout"),
    ("Final: Ann $41,300; Ben 38.200, Cai 17 600", "final: Ann 41300, Ben 38200, Cai 17600"),
]  # fmt: skip

#: A turn, the column and words of the problem, and what is read of the rest.
TOLD = [
    ("1 Ann: 4C; buy L i T", 18, "'i' could be a chain or the word 'and'", "1 Ann: 4C"),
    ("1 Ann: 4C; buy Luxor 2, 5C", 25, "'5C' could be a tile or shares", "1 Ann: 4C"),
    ("1 Ann: 4C; buy Luxor 1; Luxor 2", 25, "a chain in this purchase has only just been bought", "1 Ann: 4C; buy Luxor 1"),
    ("1 Ann: 2B -> Luxor; buy -\n2 Ben: 9I -> Luxor", 11, "Luxor does not fit 9I: the chain is elsewhere on the board",
     "1 Ann: 2B; found Luxor; buy -\n2 Ben:"),
    ("1 Ann: 4C\n    dispose Ben Tower sell 1\n    Ben gets 300 for Tower", 14, "this could be a bonus or the money from a sale",
     "1 Ann: 4C\n    dispose Ben Tower sell 1"),
    ("1 Ann: 4C\n-2 Ben 5C", 1, "'-' cannot begin a line or a turn", "1 Ann: 4C"),
    ("buy 2 Luxor\n1 Ann: 4C", 5, "no turn has begun", "1 Ann: 4C"),
    ("Start: Ann 1C, 2A\n1 Ann: 4C", 18, "the clause ends too early", "1 Ann: 4C"),
    ("1 Ann: 4C; buy WW", 16, "'WW' could be Worldwide or one share for each letter", "1 Ann: 4C"),
    ("1 Ann: 4C; buy Luxor, Tower, American, Festival", 16, "this makes 4 shares; at most 3 can be bought in a turn", "1 Ann: 4C"),
    ("1 Ann: plays ?; draw ?", 14, "the tile has not been named", "1 Ann: draw ?"),
    ("1 Ann: 4C (Luxor; buy -", 17, "the bracket is not closed", "1 Ann: buy -"),
    ("1 Ann: 4C1; buy -", 8, "'4C1' is not a tile", "1 Ann: buy -"),
    ("1 Ann: draw 9A, 4C; buy -", 15, "it is not clear which tile was drawn and which was placed", "1 Ann: buy -"),
    ("1 Ann: 4C; draw 1", 17, "'1' is not a tile", "1 Ann: 4C"),
    ("1 Ann: 4C; bonus A A 4000", 18, "'A' could be a player or a chain", "1 Ann: 4C"),
    ("1 Ann: 4C; bonus Ann Tower 4000 2000", 33, "'2000' is one amount too many", "1 Ann: 4C"),
    ("1 Ann: 4C; bonus Dot Tower 4000", 18, "'Dot' does not belong here", "1 Ann: 4C"),
    ("1 Ann: 4C; cash Ann $x", 17, "something is missing here", "1 Ann: 4C"),
    ("1 Ann: 4C; cash Ann 12345678901234567890", 21, "this number has 20 digits", "1 Ann: 4C"),
    ("1 Ann: 4C; dispose Ann Tower 3", 30, "'3' has no action word before it", "1 Ann: 4C"),
    ("1 Ann: 4C; sell all Tower", 17, "'all' is not a whole number", "1 Ann: 4C"),
    ("1 Ann: 4C; 5 D", 12, "there is no chain for this number", "1 Ann: 4C"),
    ("1 Ann: 4C\nStart: Ann 4C 5C", 15, "'5' does not belong here", "1 Ann: 4C"),
    ("1 Ann: 4C\nStart: Ann ?", 12, "the tile has not been named", "1 Ann: 4C"),
    ("1 Ann: 4C\nFinal: Ann, Ben 4000", 11, "',' does not belong here", "1 Ann: 4C\nfinal: Ben 4000"),
]  # fmt: skip


def lines_of(reading: LogReading) -> str:
    """What the writer makes of a reading below its header and its starting tiles."""
    _, _, body = write_text(reading.record).partition("\n\n")
    return "\n".join(line for line in body.splitlines() if not line.startswith("start:"))


@pytest.mark.parametrize(("written", "read"), READ)
def test_a_turn_is_read_as_it_is_meant(written: str, read: str) -> None:
    reading = read_people(f"{HEAD}{written}\n")
    assert [str(problem) for problem in reading.problems] == []
    assert lines_of(reading) == read
    assert bool(reading.notes) == (written != read)


@pytest.mark.parametrize(("written", "column", "problem", "read"), TOLD)
def test_a_place_that_is_not_clear_is_told_and_the_rest_of_the_turn_read(
    written: str, column: int, problem: str, read: str
) -> None:
    reading = read_people(f"{HEAD}{written}\n")
    assert [(told.column, told.problem) for told in reading.problems] == [(column, problem)]
    assert lines_of(reading) == read
    assert len(reading.record.unread) == 1
    assert len(reading.notes) <= written.count(";") + 2


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


def test_two_players_whom_an_initial_may_mean_are_both_told() -> None:
    reading = read_people("edition: mso\nplayers: Ann, Amy\n1 Ann: 4C; cash A 6000\n")
    assert [str(told) for told in reading.problems] == [
        "'A' could be any of Ann, Amy; expected more letters of the name."
    ]
    reading = read_people("edition: mso\nplayers: Ann, Amy\nStart: A 1C\n1 Ann: 4C\n")
    assert [str(told) for told in reading.problems] == [
        "'A' could be any of Ann, Amy; expected more letters of the name."
    ]


def test_a_letter_that_begins_no_chain_of_the_labels_is_that_of_a_tile() -> None:
    reading = read_people("edition: ah1999\nplayers: Ann, Ben\n1 Ann: buy 2 Hydra, 4C\n")
    assert lines_of(reading) == "1 Ann: 4C; buy Hydra 2"


def test_starting_tiles_may_stand_behind_initials() -> None:
    reading = read_people("edition: mso\nplayers: Ann, Ben\nstart: A 1C, B B2\n1 A: 4C\n")
    assert reading.record == read_text("edition: mso\nplayers: Ann, Ben\nstart: Ann 1C, Ben 2B\n1 Ann: 4C\n")
