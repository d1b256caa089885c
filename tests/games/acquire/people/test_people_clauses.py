"""Single turns and lines as people write them: what each is read as, what of it is told, and what looks like something else."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.acquire.actions import ActKind
from games.acquire.errors import LogError
from games.acquire.logs.language.diagnostics import LogReading
from games.acquire.logs.reading import read_people, read_text
from games.acquire.logs.writer import write_text
from games.acquire.record import StartPosition
from games.commands import main
from tests.games.acquire.blocks import cases
from tests.games.acquire.people.variants import PLAIN

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


def lines_of(reading: LogReading) -> str:
    """What the writer makes of a reading below its header and its position."""
    _, _, body = write_text(reading.record).partition("\n\n")
    return "\n".join(line for line in body.splitlines() if not line.startswith(("start:", "position")))


@pytest.mark.parametrize(("log", "told"), cases(Path(__file__).with_name("turns.txt")))
def test_a_turn_is_read_as_it_is_meant_and_what_fits_nothing_is_told(log: str, told: list[str]) -> None:
    """The answer has the turns as the writer writes them, and behind a question mark what was not recognised."""
    reading = read_people(log)
    gaps = [gap.text for gap in reading.record.unread]
    _, _, body = write_text(reading.record).partition("\n\n")
    assert [line for line in body.splitlines() if line and not line.startswith("position")] + [
        f"? {gap}" for gap in gaps
    ] == told
    assert [str(problem).partition("; ")[0] for problem in reading.problems] == [
        f"“{gap}” was not recognised" for gap in gaps
    ]
    assert reading.notes != ()


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


def test_a_row_in_the_notation_is_read_exactly_whatever_liberties_the_others_take() -> None:
    text = "edition: mso\nplayers: Ann, Ben, Cai\n\n1 Ann: 4C\n2 Ben: 5I; peek Ann; time Cai +9\n{} Cai: 5C\n"
    reading = read_people(text.format("3."))
    assert reading.record == read_text(text.format("3"))
    assert [(note.line, note.written, note.read) for note in reading.notes] == [(6, "3. Cai: 5C", "3 Cai: 5C")]


def test_clauses_out_of_order_are_put_in_order_and_all_else_stays_as_the_notation_has_it() -> None:
    text = "edition: mso\nplayers: Ann, Ben\n\n1 Ann: 4C; timeout; draw ?\n2 Ben: 4D; clock; {}; draw ?\n"
    written = text.format("buy Luxor 1; found Luxor")
    reading = read_people(written)
    assert reading.record == read_text(text.format("found Luxor; buy Luxor 1"))
    assert [note.line for note in reading.notes] == [5]


OF_TWO = "edition: mso\nplayers: Ann, Ben\n"


def body_of(text: str) -> str:
    """The turns of a log that is read without a problem, as the notation has them."""
    reading = read_people(text)
    assert reading.problems == ()
    return write_text(reading.record).partition("\n\n")[2].strip()


def test_comments_beside_turns_stay_comments() -> None:
    assert body_of(OF_TWO + "1 Ann: 4C\n# Turn 1 - Ann: 5I\n# Turn 2 - Ben: 6I\n2 Ben: 5D") == "1 Ann: 4C\n2 Ben: 5D"


def test_a_log_whose_turns_are_all_comments_is_refused_in_a_sentence() -> None:
    with pytest.raises(LogError, match="this comment could be one"):
        read_people(OF_TWO + "# Ann: 4C\n# Ben: 5D")


@pytest.mark.parametrize("line", ["Then: 3 Luxor", "Paid: Ann 500"])
def test_a_key_that_may_tell_of_the_game_is_told_and_makes_no_turn(line: str) -> None:
    reading = read_people(f"{OF_TWO}Start: Ann 1C, Ben 2A\n{line}\n1 Ann: 4C\n")
    assert {problem.line for problem in reading.problems} == {4} or set(reading.record.header.other) == {
        line.partition(":")[0].lower()
    }
    assert write_text(reading.record).endswith("\nstart: Ann 1C, Ben 2A\n1 Ann: 4C\n")


@pytest.mark.parametrize("words", ["FFLT", "sees 3", "1Sac+1Hyd", "page 2", "(see p. 3)", "after 5 min"])
def test_behind_a_tile_what_fits_nothing_is_passed_over(words: str) -> None:
    reading = read_people(f"{OF_TWO}1 Ann: 4C {words}\n2 Ben: 5D")
    assert [event[:2] for event in reading.record.events] == [
        (ActKind.TURN, 0),
        (ActKind.PLAY, 0),
        (ActKind.TURN, 1),
        (ActKind.PLAY, 1),
    ]
    assert [(note.line, note.read.split()[-1]) for note in reading.notes] == [(3, "4C")]


@pytest.mark.parametrize(
    ("listed", "ids"),
    [
        ("Ann Ben Cai and Dot", ["Ann", "Ben", "Cai", "Dot"]),
        ("Ann Ben and Cai", ["Ann", "Ben", "Cai"]),
        ("Ann, Ben (in order of play)", ["Ann", "Ben"]),
        ('Ann "Annie", Ben "Benny"', ["Ann", "Ben"]),
    ],
)
def test_a_list_of_players_is_parted_where_names_end(listed: str, ids: list[str]) -> None:
    turns = "".join(f"{number} {name}: {number}A\n" for number, name in enumerate(ids, 1))
    reading = read_people(f"edition: mso\nPlayers: {listed}\n{turns}")
    assert reading.problems == ()
    assert [player.id for player in reading.record.header.players] == ids


TURNS = "1 Ann: 4C\n2 Ben: 5D\n3 Cai: 6E\n4 Ann: 7F\n"


@pytest.mark.parametrize(
    "line",
    [
        "Ann, Ben and Cai played on Tuesday.",
        "order: Ann > Ben > Cai",
        "club thread, seats Ann Ben Cai",
        "3 players, seated Ann-Ben-Cai",
        "ann ben cai",
    ],
)
def test_players_are_found_in_a_line_that_lists_those_of_the_turns(line: str) -> None:
    reading = read_people(f"{line}\n{TURNS}")
    assert [player.id.title() for player in reading.record.header.players] == ["Ann", "Ben", "Cai"]


def test_a_line_of_names_that_begin_no_turns_lists_no_players() -> None:
    with pytest.raises(LogError, match="does not name any players"):
        read_people("Dot, Eve and Cai were late.\nAnn: 4C\nBen: 5D\n")


def test_players_are_found_in_a_column_of_a_table_between_semicolons() -> None:
    heading = "Runde;Zug;Spieler;Stein;Gekauft\n"
    read = body_of(heading + "1;1;Ann;4C;\n1;2;Ben;5D;\n2;3;Ann;6E;\n")
    assert [turn.lstrip("123 ") for turn in read.splitlines()] == ["Ann: 4C; buy -", "Ben: 5D; buy -", "Ann: 6E; buy -"]


def test_a_sign_for_a_new_page_counts_no_line() -> None:
    reading = read_people(f"{OF_TWO}1 Ann: 4C\n\f2 Ben: 5D\nwell, well\n3 Ann: 6E\n")
    assert [reading.record.lines[at] for at in (0, 2, 4)] == [3, 4, 6]
    assert [note.line for note in reading.notes] == [5]


def test_a_turn_of_somebody_who_does_not_play_is_told() -> None:
    reading = read_people(f"{OF_TWO}1 Ann: 4C\n2 Ben: 5D\n3 Dot 6E\n")
    assert [problem.line for problem in reading.problems] == [5]


def test_a_place_in_a_merger_begins_no_turn() -> None:
    reading = read_people(f"{OF_TWO}20 Ben 5D\n  1st: Ann $2.300\n  Ben: kept 1\n21 Ann 4C\n")
    assert [event.player for event in reading.record.events if event.act is ActKind.TURN] == [1, 0]


@pytest.mark.parametrize(
    "turns",
    [
        "2 Ben: 2B; found Luxor; buy Luxor 2 3 Cai: 4D",
        "2 Ben: 2B; found Luxor; buy Luxor 2 Cai: 4D",
        "2 Ben: 2B -> Luxor. Luxor 2. 3. Cai 4D",
        "Ben: 2B; found Luxor; buy Luxor 2 Cai: 4D",
        "2 Ben: 2B; found Luxor; buy Luxor 2 Turn 3 Cai 4D",
    ],
)
def test_two_turns_on_one_line_are_two_turns_with_a_note(turns: str) -> None:
    head = PLAIN.partition("2 Ben:")[0]
    reading, plain = read_people(head + turns), read_text(f"{head}2 Ben: 2B; found Luxor; buy Luxor 2\n3 Cai: 4D")
    assert reading.problems == ()
    assert [note.written for note in reading.notes] == [turns]
    unnumbered = [event._replace(value=None) if event.act is ActKind.TURN else event for event in reading.record.events]
    assert unnumbered == [event._replace(value=None) if event.act is ActKind.TURN else event for event in plain.events]


@pytest.mark.parametrize(
    "line", ["Cai: sells 1 American, Ann: 1A sold", "start: Ann 1C, Ben: 2A, Cai 7F", "hand Ann: 2A, Ben: 3A"]
)
def test_a_name_before_a_tile_that_is_none_of_a_turn_begins_none(line: str) -> None:
    reading = read_people(PLAIN.replace("6 Cai:", f"{line}\n6 Cai:"))
    assert [event.value for event in reading.record.events if event.act is ActKind.TURN] == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize("kept", ["order-wrong line 14", "dead-not-dead", "nothing", "end-not-reached line 5"])
def test_a_key_of_the_header_is_one_although_its_value_begins_like_a_clause(kept: str) -> None:
    text = PLAIN.replace("players:", f"expect: {kept}\nPlayers:")
    reading = read_people(text)
    assert reading.problems == ()
    assert reading.record == read_text(text.replace("Players:", "players:"))
    assert reading.record.header.other == {"expect": kept}


def test_a_minus_before_a_number_of_shares_is_told_or_sells_them() -> None:
    reading = read_people(PLAIN.replace("dispose Cai American sell 1 hold 1", "Cai: -1 American"))
    sold = [event.value[:2] for event in reading.record.events if event.act is ActKind.DISPOSE and event.player == 2]
    assert sold == [(2, 1)] or [problem.line for problem in reading.problems] == [11]


#: A log in which American is larger than Luxor, as far as its tiles tell.
LOG = """\
edition: mso
players: Ann, Ben, Cai
start: Ann 1C, Ben 2A, Cai 7F
1 Ann: 4C; buy -
2 Ben: 2B; found Luxor; buy Luxor 2
3 Cai: 4D; found American; buy American 2
4 Ann: 3B; buy American 1
5 Ben: 5D; buy -
6 Cai: 3C; {said}
    {paid}
    buy Luxor 1
"""
SAID = (
    "American into Luxor",
    "merger: American into Luxor",
    "American taken over by Luxor",
    "Luxor takes over American",
    "Luxor <- American",
)


def _read(said: str, paid: str, *, starts: str = "") -> LogReading:
    log = LOG.format(said=said, paid=paid)
    return read_people(log.replace("start: Ann 1C, Ben 2A, Cai 7F\n", starts))


@pytest.mark.parametrize("said", SAID)
@pytest.mark.parametrize("starts", ["", "start: Ann 1C\n"], ids=["no starts", "one start"])
def test_the_bonuses_and_the_shares_are_of_the_chain_that_the_scribe_says_is_taken_over(said: str, starts: str) -> None:
    reading = _read(said, "bonus Cai 3000, Ann 1500; Cai sold 1, kept 2", starts=starts)
    assert reading.problems == ()
    assert (
        "6 Cai: 3C; survivor Luxor\n    bonus Cai American 3000; bonus Ann American 1500\n    dispose Cai American sell 1 hold 2\n"
        in write_text(reading.record)
    )


def test_a_sentence_that_goes_with_the_known_tiles_is_no_choice_of_the_survivor() -> None:
    reading = _read("Luxor into American", "bonus Ben 3000; Ben sold 1, kept 2")
    assert reading.problems == ()
    assert "survivor" not in write_text(reading.record)
    assert "dispose Ben Luxor sell 1 hold 2" in write_text(reading.record)


def test_where_all_starting_tiles_are_told_a_contradiction_is_told() -> None:
    larger = LOG.replace("5 Ben: 5D", "5 Ben: 5D; buy -\n5 Cai: 5C").format(said="American into Luxor", paid="buy -")
    assert read_people(larger).problems != ()


LOGS = Path(__file__).resolve().parents[4] / "fixtures" / "logs"
FIELD = LOGS / "field"
NOTES = {
    "log-in-utf-16": "took the file to be UTF-16",
    "log-in-latin-1": "took the file to be Windows-1252",
    "log-in-capitals": 'read "POSITION" as position',
}


def game_of(reading: LogReading) -> tuple[object, ...]:
    """What a reading holds, whatever the case of its names."""
    record = reading.record
    events = [(event.act, event.player, event.value) for event in record.events]
    return events, repr(record.header.position).lower(), len(reading.problems)


@pytest.mark.parametrize("name", sorted(NOTES))
def test_a_file_of_a_hall_is_read_and_a_note_says_how(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    reading = read_people((FIELD / f"{name}.acq").read_bytes())
    chains = ((0, (0, 9, 18, 27)), (1, (45, 54)))
    assert reading.record.header.position == StartPosition(chains, lone=(37,), shares=((1, 1, 1),), to_play=0)
    assert not reading.problems
    assert any(NOTES[name] in str(note) for note in reading.notes)
    assert len(reading.record.events) == 8
    assert main(["replay", str(FIELD / f"{name}.acq")]) == 0
    assert "no finding" in capsys.readouterr().out


@pytest.mark.parametrize("letters", [str.upper, str.lower, str.title])
def test_every_word_of_the_notation_is_read_in_any_case(letters: object) -> None:
    for path in sorted(LOGS.glob("*.acq")):
        text = path.read_text(encoding="utf-8")
        assert game_of(read_people(letters(text))) == game_of(read_people(text)), path.name  # type: ignore[operator]
