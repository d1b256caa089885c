"""What strangers write that looks like something else: turns and starting tiles that look like keys, names that look like others."""

import pytest

from games.acquire.actions import ActKind
from games.acquire.errors import LogError
from games.acquire.logs import read_people, write_text

HEAD = "edition: mso\nplayers: Ann, Ben\n"


def body_of(text: str) -> str:
    """The turns of a log that is read without a problem, as the notation has them."""
    reading = read_people(text)
    assert reading.problems == ()
    return write_text(reading.record).partition("\n\n")[2].strip()


def test_comments_beside_turns_stay_comments() -> None:
    assert body_of(HEAD + "1 Ann: 4C\n# Turn 1 - Ann: 5I\n# Turn 2 - Ben: 6I\n2 Ben: 5D") == "1 Ann: 4C\n2 Ben: 5D"


def test_a_log_whose_turns_are_all_comments_is_refused_in_a_sentence() -> None:
    with pytest.raises(LogError, match="this comment could be one"):
        read_people(HEAD + "# Ann: 4C\n# Ben: 5D")


@pytest.mark.parametrize("key", ["Startplättchen", "Drew"])
def test_a_key_whose_value_is_players_and_tiles_is_the_start(key: str) -> None:
    assert body_of(f"{HEAD}{key}: Ann 1C / Ben 2A\n1 Ann: 4C") == "start: Ann 1C, Ben 2A\n1 Ann: 4C"


@pytest.mark.parametrize("line", ["Then: 3 Luxor", "Paid: Ann 500"])
def test_a_key_that_may_tell_of_the_game_is_told_and_makes_no_turn(line: str) -> None:
    reading = read_people(f"{HEAD}Start: Ann 1C, Ben 2A\n{line}\n1 Ann: 4C\n")
    assert {problem.line for problem in reading.problems} == {4} or set(reading.record.header.other) == {
        line.partition(":")[0].lower()
    }
    assert write_text(reading.record).endswith("\nstart: Ann 1C, Ben 2A\n1 Ann: 4C\n")


@pytest.mark.parametrize("words", ["FFLT", "sees 3", "1Sac+1Hyd", "page 2", "(see p. 3)", "after 5 min"])
def test_behind_a_tile_what_fits_nothing_is_passed_over(words: str) -> None:
    reading = read_people(f"{HEAD}1 Ann: 4C {words}\n2 Ben: 5D")
    assert [event[:2] for event in reading.record.events] == [
        (ActKind.TURN, 0),
        (ActKind.PLAY, 0),
        (ActKind.TURN, 1),
        (ActKind.PLAY, 1),
    ]
    assert [(note.line, note.read.split()[-1]) for note in reading.notes] == [(3, "4C")]


@pytest.mark.parametrize("words", ["- none", "niente acquisti"])
def test_two_words_for_nothing_behind_a_tile_say_that_nothing_was_bought(words: str) -> None:
    assert body_of(f"{HEAD}1 Ann: 4C {words}\n2 Ben: 5D") == "1 Ann: 4C; buy -\n2 Ben: 5D"


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


@pytest.mark.parametrize("listed", ["Players: Ann (1C), Ben (2A)", "Players:\n1. Ann (1C)\n2. Ben (2A)\n"])
def test_a_tile_behind_a_listed_player_is_his_start(listed: str) -> None:
    assert body_of(f"edition: mso\n{listed}\n1 Ann: 4C") == "start: Ann 1C, Ben 2A\n1 Ann: 4C"


def test_starting_tiles_may_be_those_of_nicknames() -> None:
    text = 'edition: mso\nPlayers: Ann "Annie", Ben "Benny"\nDrawn: Annie 1C, Benny 2A\n1. Annie: 4C'
    assert body_of(text) == "start: Ann 1C, Ben 2A\n1 Ann: 4C"


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


@pytest.mark.parametrize(
    "written",
    [
        "players: Ann, Ben\n1 Ann: ~~4D~~ 4C\n2 Ben: 5D\n",
        "players: Ann, Ben\n1 Ann: 4C\n- 1 -\n2 Ben: 5D\n",
        "players: Ann, Ben\n1 Ann: 4C\n                     (cont. on next page)\n2 Ben: 5D\n",
    ],
)
def test_page_marks_and_words_struck_out_are_passed_over(written: str) -> None:
    assert body_of(written) == "1 Ann: 4C\n2 Ben: 5D"


def test_a_sign_for_a_new_page_counts_no_line() -> None:
    reading = read_people(f"{HEAD}1 Ann: 4C\n\f2 Ben: 5D\nwell, well\n3 Ann: 6E\n")
    assert [reading.record.lines[at] for at in (0, 2, 4)] == [3, 4, 6]
    assert [note.line for note in reading.notes] == [5]


def test_a_turn_of_somebody_who_does_not_play_is_told() -> None:
    reading = read_people(f"{HEAD}1 Ann: 4C\n2 Ben: 5D\n3 Dot 6E\n")
    assert [problem.line for problem in reading.problems] == [5]


def test_a_place_in_a_merger_begins_no_turn() -> None:
    reading = read_people(f"{HEAD}20 Ben 5D\n  1st: Ann $2.300\n  Ben: kept 1\n21 Ann 4C\n")
    assert [event.player for event in reading.record.events if event.act is ActKind.TURN] == [1, 0]
