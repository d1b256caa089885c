"""Logs as people write them: what can mean only one thing is read, and all that cannot be read is told at once."""

import pytest

from games.acquire.actions import ActKind
from games.acquire.board import parse_tile
from games.acquire.errors import LogError, Problem
from games.acquire.logs import LogReading, read_people, read_text, write_json, write_text
from games.acquire.record import GameRecord, Header, Player, Unread
from games.acquire.replay import replay
from tests.games.acquire.people.variants import HEAD, LOOSE, PLAIN, REFUSED, STRICT, TRADED, Variant


def told(problems: tuple[Problem, ...]) -> list[str]:
    return [f"line {problem.line}, column {problem.column}: {problem}" for problem in problems]


def notes_of(body: str) -> list[str]:
    reading = read_people(HEAD + body)
    assert told(reading.problems) == []
    return [str(note) for note in reading.notes]


def body_of(record: GameRecord) -> list[str]:
    """What the writer makes of a record below its header and its starting tiles."""
    _, _, body = write_text(record).partition("\n\n")
    return [line for line in body.splitlines() if not line.startswith("start:")]


@pytest.mark.parametrize("log", [PLAIN, TRADED])
def test_the_logs_are_faultless(log: str) -> None:
    assert replay(read_text(log)).findings == ()


@pytest.mark.parametrize("variant", STRICT, ids=lambda variant: repr(variant.new))
def test_what_the_notation_allows_is_read_without_a_note(variant: Variant) -> None:
    assert read_people(variant.text) == LogReading(read_text(variant.text))
    assert read_text(variant.text) == read_text(variant.plain)


@pytest.mark.parametrize("variant", LOOSE, ids=lambda variant: repr(variant.new))
def test_what_can_mean_only_one_thing_is_read_with_a_note(variant: Variant) -> None:
    reading = read_people(variant.text)
    assert told(reading.problems) == []
    assert reading.notes != ()
    assert reading.record == read_text(variant.plain)


@pytest.mark.parametrize("variant", REFUSED, ids=lambda variant: repr(variant.new))
def test_what_may_mean_two_things_is_told_with_its_place_and_the_rest_is_read(variant: Variant) -> None:
    reading = read_people(variant.text)
    (problem,) = reading.problems
    column, said = variant.told or (0, "")
    assert (problem.column, problem.problem[: len(said)]) == (column, said)
    assert problem.text == variant.text.splitlines()[problem.line - 1]
    assert len(reading.record.unread) == 1
    assert reading.record.events == read_text(variant.plain).events


def test_all_problems_of_a_sheet_are_told_at_once_and_reading_goes_on() -> None:
    body = "1 Ann: 13A; found Luxor\n2 Dot: 4C; buy Luxor 1\n    bonus Ann Tower 4000\n3 Cai: 4D; buy Zeta 1; draw ?\nCoffee\n4 Ann: 5C\n"
    reading = read_people(HEAD + body)
    assert [(problem.line, problem.column, problem.problem) for problem in reading.problems] == [
        (4, 8, "'13A' is not a tile"),
        (5, 3, "'Dot' is not a player in this log"),
        (7, 16, "'Zeta' is not a chain in the label set classic"),
    ]
    assert body_of(reading.record) == ["1 Ann: found Luxor", "3 Cai: 4D; draw ?", "4 Ann: 5C"]
    assert reading.record.unread == (
        Unread(4, 4, 8, "13A", 0, ActKind.PLAY),
        Unread(5, 5, 1, "2 Dot: 4C; buy Luxor 1"),
        Unread(5, 6, 5, "bonus Ann Tower 4000"),
        Unread(7, 7, 12, "buy Zeta 1", 2, ActKind.BUY),
    )


def test_a_log_without_a_turn_that_can_be_read_is_refused_with_every_problem() -> None:
    with pytest.raises(LogError) as error:
        read_people("Edition: mso\nplayers: Ann, Ben\n1 Ann: 13A\n2 Dot: 4C\nhello\n")
    assert (error.value.line, error.value.column) == (3, 8)
    assert [problem.problem for problem in error.value.problems] == [
        "'13A' is not a tile",
        "'Dot' is not a player in this log",
        "'hello' cannot begin a line or a turn",
    ]


# A log without its header.

DEFAULTS = Header("ah1999", (Player("Ann", "Ann Demo"), Player("Ben", "Ben Example"), Player("Cai", "Cai")), "1999")


def test_edition_players_and_chains_default_to_those_given() -> None:
    reading = read_people("1 Ann: 4C\n2 Example: 4D; found Hydra\n", DEFAULTS)
    assert reading.record.header == DEFAULTS
    assert [str(note) for note in reading.notes] == [
        "took edition: ah1999",
        "took players: Ann, Ben, Cai",
        'read "2 Example:" as 2 Ben:',
    ]


def test_what_the_log_says_itself_goes_before_the_defaults() -> None:
    text = "edition: mso\nplayers: Dot, Eve\n1 Dot: 4C; draw ?\n"
    assert read_people(text, DEFAULTS) == LogReading(read_text(text))


def test_chain_names_given_are_those_of_a_log_of_the_same_edition_that_names_none() -> None:
    text = "edition: mso\nplayers: Ann, Ben\n1 Ann: 4C; found Hydra\n"
    defaults = Header("mso", DEFAULTS.players, "1999")
    assert read_people(text, defaults).record.header == Header(
        "mso", (Player("Ann", "Ann"), Player("Ben", "Ben")), "1999"
    )
    assert read_people(text, DEFAULTS) == LogReading(read_text(text))


def test_starting_tiles_given_are_taken_where_the_log_tells_of_none() -> None:
    starts = {"Ann": parse_tile("1C"), "Ben": parse_tile("2A"), "Cai": parse_tile("7F")}
    bare = PLAIN.replace("start: Ann 1C, Ben 2A, Cai 7F\n", "")
    reading = read_people(bare, None, starts)
    assert reading.record == read_text(PLAIN)
    assert [str(note) for note in reading.notes] == ["took start: Ann 1C, Ben 2A, Cai 7F"]
    assert read_people(PLAIN, None, starts) == LogReading(read_text(PLAIN))
    other = {"Dot": 1, "Ben": 2, "Cai": 3}
    assert read_people(bare, None, other) == LogReading(read_text(bare))


def test_what_was_unread_keeps_its_place_behind_starting_tiles_given() -> None:
    starts = {"Ann": 2, "Ben": 9}
    reading = read_people("edition: mso\nplayers: Ann, Ben\n1 Ann: 4C; found Luxor; buy Zeta 1\n", None, starts)
    assert [(gap.before, gap.act) for gap in reading.record.unread] == [(5, ActKind.BUY)]


def test_a_log_without_an_edition_and_without_a_default_is_read_by_the_notations_own_with_a_note() -> None:
    reading = read_people("players: Ann, Ben\n1 Ann: 4C\n")
    assert reading.record.header.edition == "mso"
    assert [str(note) for note in reading.notes] == ["took edition: mso"]
    assert reading.problems == ()


def test_a_log_without_an_edition_whose_chains_are_those_of_other_editions_is_asked_for_it() -> None:
    reading = read_people("players: Ann, Ben\n1 Ann: 4C; found Zeta\n")
    assert [problem.problem for problem in reading.problems] == ["the log does not name an edition"]


def test_json_is_read_as_it_is() -> None:
    record = read_text(PLAIN)
    assert read_people(write_json(record)) == LogReading(record)
    with pytest.raises(LogError, match="the format is 'pgn'"):
        read_people('{"format": "pgn"}')


# Names.


@pytest.mark.parametrize(
    ("players", "head", "problem"),
    [
        ("Ann, Amy", "1 A:", "'A' could be any of Ann, Amy"),
        ("Ann = Ann Demo, Ben = Ben Demo", "1 Demo:", "'Demo' could be any of Ann, Ben"),
        ("P10, P12", "1 P11:", "'P11' is not a player in this log"),
        ("Hans, Hanne", "1 Han:", "'Han' could be any of Hans, Hanne"),
    ],
)
def test_a_name_that_two_may_bear_is_nobodys(players: str, head: str, problem: str) -> None:
    with pytest.raises(LogError) as error:
        read_people(f"edition: mso\nplayers: {players}\n{head} 4C\n")
    assert error.value.problem == problem


def test_a_slip_is_read_only_where_one_name_is_near() -> None:
    assert notes_of("1 Ann: 4C; buy Festivel 1\n") == ['read "Festivel" as Festival']
    reading = read_people("edition: mso\nplayers: Anna, Anne\n1 Anna: 4C\n2 Anni: 5C\n")
    assert [problem.problem for problem in reading.problems] == ["'Anni' is not a player in this log"]


def test_a_log_of_two_label_sets_is_read_by_the_one_named_and_the_other_chains_are_told() -> None:
    reading = read_people(HEAD + "1 Ann: 4C; found Luxor\n2 Ben: 4E; found Zeta\n3 Cai: 6A, founds Hydra\n")
    assert reading.record.header.variant is None
    assert [problem.problem for problem in reading.problems] == [
        "'Zeta' is not a chain in the label set classic",
        "'Hydra' is not a chain in the label set classic",
    ]


# Lines and clauses.


def test_what_stands_beside_a_tile_is_founded_surviving_or_a_remark_as_the_board_has_it() -> None:
    position = (
        "position board Luxor: 1A 2A\nposition board Tower: 4A 5A\nposition board Festival: 3C 3D 3E\nposition: -\n"
    )
    turns = "1 Ann: 3A (Tower)\n2 Ben: 3B -> Festival\n2 Ben: 3B (Tower)\n3 Ann: 9I\n4 Ben: 9H -> American\n5 Ann: 9G (Luxor)\n"
    reading = read_people(f"edition: mso\nplayers: Ann, Ben\n{position}{turns}")
    assert body_of(reading.record) == [
        "1 Ann: 3A; survivor Tower",
        "2 Ben:",
        "2 Ben: 3B",
        "3 Ann: 9I",
        "4 Ben: 9H; found American",
        "5 Ann:",
    ]
    assert told(reading.problems) == [
        "line 8, column 11: Festival does not fit 3B: another merging chain is larger; expected the chain that results from the tile.",
        "line 12, column 11: Luxor does not fit 9G: the tile touches other chains; expected the chain that results from the tile.",
    ]


def test_remarks_in_brackets_are_passed_over_unless_they_speak_of_the_game() -> None:
    assert notes_of("1 Ann: 4C (at last); buy Luxor 2 (600); draw ?\n") == [
        'passed over "(at last)"',
        'passed over "(600)"',
    ]
    reading = read_people(HEAD + "1 Ann: 4C (Ben holds Tower)\n")
    assert [problem.problem for problem in reading.problems] == ["'(Ben holds Tower)' is in brackets"]
    assert body_of(reading.record) == ["1 Ann: 4C"]


def test_lines_below_a_turn_that_is_lost_do_not_fall_to_the_turn_before_it() -> None:
    reading = read_people(HEAD + "1 Ann: 4C\n5D; found Luxor\n    buy Luxor 2\n3 Cai: 5E\n")
    assert body_of(reading.record) == ["1 Ann: 4C", "3 Cai: 5E"]
    assert [gap.text for gap in reading.record.unread] == ["5D; found Luxor", "buy Luxor 2"]


def test_a_line_longer_than_any_turn_is_told_and_not_looked_at() -> None:
    reading = read_people(HEAD + "1 Ann: 4C\n" + "    buy 2 Luxor" * 400 + "\n2 Ben: 5D\n")
    assert told(reading.problems) == [
        "line 5, column 1: this line has 6,000 characters; expected at most 4,000, with one turn per line."
    ]
    assert len(reading.problems[0].text) == 200
    assert body_of(reading.record) == ["1 Ann: 4C", "2 Ben: 5D"]


# The order of a turn.


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("4D; buy Luxor 2; found Luxor; draw ?", ["1 Ann: 4D; found Luxor; buy Luxor 2; draw ?"]),
        ("buy Luxor 2; found Luxor; 4D", ["1 Ann: 4D; found Luxor; buy Luxor 2"]),
        (
            "4D; buy Luxor 1; cash Ann 5000; bonus Ann Tower 1000; cash Ben 900; dispose Ben Tower hold 2",
            [
                "1 Ann: 4D",
                "    bonus Ann Tower 1000; cash Ben 900",
                "    dispose Ben Tower hold 2",
                "    buy Luxor 1; cash Ann 5000",
            ],
        ),
        ("cash Ann 5000; 4D; buy Luxor 2", ["1 Ann: 4D; cash Ann 5000; buy Luxor 2"]),
    ],
)
def test_clauses_are_put_into_the_order_of_a_turn_with_a_note(written: str, read: list[str]) -> None:
    reading = read_people(f"{HEAD}1 Ann: {written}\n")
    assert body_of(reading.record) == read
    assert len(reading.notes) == 1
    assert reading.notes[0].written == written
    assert reading.notes[0].line == 4


@pytest.mark.parametrize(
    "written",
    [
        "4D; draw ?; buy Luxor 2",
        "4D; draw ?; end",
        "draw ?; 4D",
        "4D; takeback; 5D; buy Luxor 1; found Luxor",
        "4D; buy Luxor 1; end; bonus Ann Tower 1000",
        "4D; order Tower; dispose Ann Tower hold 1; order Festival; dispose Ann Festival hold 2; buy -",
        "timeout; 4D; buy Luxor 1; found Luxor",
    ],
)
def test_an_order_that_the_rules_know_of_stays_as_it_is_written(written: str) -> None:
    text = f"{HEAD}1 Ann: {written}\n"
    assert read_people(text) == LogReading(read_text(text))


def test_a_turn_with_something_unread_keeps_its_order() -> None:
    reading = read_people(HEAD + "1 Ann: 4D; buy Luxor 2; survivor Zeta; found Luxor\n")
    assert [event.act for event in reading.record.events[4:]] == [ActKind.PLAY, ActKind.BUY, ActKind.FOUND]
