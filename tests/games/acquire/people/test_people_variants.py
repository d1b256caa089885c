"""Logs as people write them: what can mean only one thing is read, and all that cannot be read is told at once."""

from contextlib import suppress

import pytest

from games.acquire.actions import Action, ActKind
from games.acquire.board import parse_tile
from games.acquire.errors import LogError
from games.acquire.logs.json import write_json
from games.acquire.logs.language.diagnostics import LogReading
from games.acquire.logs.reading import read_people, read_text
from games.acquire.logs.writer import write_text
from games.acquire.record import GameRecord, Header, Player, Unread
from games.acquire.replay.findings import Severity
from games.acquire.replay.judging.judge import replay
from tests.games.acquire.people.variants import HEAD, LOOSE, NOT_NEEDED, PLAIN, STRICT, TRADED, Variant


def told(reading: LogReading) -> list[str]:
    return [f"line {problem.line}, column {problem.column}: {problem}" for problem in reading.problems]


def events_of(record: GameRecord) -> list[Action]:
    """The events that tell something: a tile drawn that nobody saw tells nothing."""
    return [event for event in record.events if event != event._replace(act=ActKind.DRAW, value=(-1,))]


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
    reading, plain = read_people(variant.text), read_text(variant.plain)
    assert told(reading) == []
    assert reading.notes != ()
    assert reading.record.header == plain.header
    assert events_of(reading.record) == events_of(plain)


@pytest.mark.parametrize("variant", NOT_NEEDED, ids=lambda variant: repr(variant.new))
def test_what_fits_nothing_is_told_and_the_rest_is_read(variant: Variant) -> None:
    reading, plain = read_people(variant.text), read_text(variant.plain)
    assert reading.problems != ()
    assert len(reading.record.unread) == len(reading.problems)
    assert all(
        f"“{gap.text}” was not recognised" in str(told)
        for gap, told in zip(reading.record.unread, reading.problems, strict=True)
    )
    assert events_of(reading.record) == events_of(plain)


@pytest.mark.parametrize("words", ["see page 12, 600", "Cai 9.2k", "bonus?"])
def test_what_is_passed_over_never_makes_an_error_but_of_itself(words: str) -> None:
    plain = PLAIN.replace("; draw ?", "")
    reading = read_people(plain.replace("buy American 1, Luxor 1", f"buy American 1, Luxor 1 {words}"))
    assert body_of(reading.record) == body_of(read_text(plain))
    assert {finding.code for finding in replay(reading.record).findings if finding.severity is Severity.ERROR} <= {
        "line-unread"
    }


@pytest.mark.parametrize("drawn", ["draw ?", "draw", "draws a tile"])
def test_a_tile_drawn_and_not_seen_is_read_in_a_row_that_is_not_in_the_notation_too(drawn: str) -> None:
    reading = read_people(PLAIN.replace("found Luxor; buy Luxor 2; draw ?", f"founds Luxor; buys 2 Luxor; {drawn}"))
    assert reading.record == read_text(PLAIN)


def test_each_row_that_is_not_in_the_notation_has_one_note_of_what_it_was_read_as() -> None:
    reading = read_people(
        HEAD + "1 Ann places 4C\n2 Ben: 2B; found Luxor\nwhat a nice day\n3 Cai - 4D, founds American, buys 2 of it\n"
    )
    assert [(note.line, note.written, note.read) for note in reading.notes] == [
        (4, "1 Ann places 4C", "1 Ann: 4C"),
        (6, "what a nice day", "a remark"),
        (7, "3 Cai - 4D, founds American, buys 2 of it", "3 Cai: 4D; found American"),
    ]
    assert [(gap.before, gap.line, gap.text, gap.player) for gap in reading.record.unread] == [(11, 7, "2", 2)]


def test_what_is_passed_over_says_before_which_event_it_stands_and_whose_turn_it_is() -> None:
    reading = read_people(HEAD + "1 Ann: 4C; buy Zeta 1\n2 Ben: 2B; found Luxor\n")
    assert reading.record.unread == (Unread(5, 4, 21, "1", 0),)
    assert told(reading) == [
        "line 4, column 21: “1” was not recognised; expected a tile, a chain, a player or what was done."
    ]


def test_a_text_of_nothing_but_remarks_is_refused() -> None:
    for text in ("hello\nto everybody here\n", "1 Ann: 13A\nhello\n"):
        with pytest.raises(LogError):
            read_people(HEAD + text)


# A log without its header.

DEFAULTS = Header("ah1999", (Player("Ann", "Ann Demo"), Player("Ben", "Ben Example"), Player("Cai", "Cai")), "1999")


def test_edition_players_and_chains_default_to_those_given() -> None:
    reading = read_people("1 Ann: 4C\n2 Example: 4D; found Hydra\n", DEFAULTS)
    assert reading.record.header == DEFAULTS
    assert {str(note) for note in reading.notes} == {
        "took edition: ah1999",
        "took players: Ann, Ben, Cai",
        'read "2 Example: 4D; found Hydra" as 2 Ben: 4D; found Hydra',
    }


def test_what_the_log_says_itself_goes_before_the_defaults() -> None:
    text = "edition: mso\nplayers: Dot, Eve\n1 Dot: 4C; draw ?\n"
    assert read_people(text, DEFAULTS) == LogReading(read_text(text))


def test_chain_names_given_are_those_of_a_log_of_the_same_edition_that_names_none() -> None:
    text = "edition: mso\nplayers: Ann, Ben\n1 Ann: 4C; found Hydra\n"
    defaults = Header("mso", DEFAULTS.players, "1999")
    read = read_people(text, defaults).record.header
    assert ([player.id for player in read.players], read.labels()) == (["Ann", "Ben"], defaults.labels())
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
    assert [(gap.before, gap.text) for gap in reading.record.unread] == [(5, "1")]


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
    ("players", "head"),
    [
        ("Ann, Amy", "1 A:"),
        ("Ann = Ann Demo, Ben = Ben Demo", "1 Demo:"),
        ("P10, P12", "1 P11:"),
        ("Hans, Hanne", "1 Han:"),
    ],
)
def test_a_name_that_two_may_bear_is_not_read_as_one_of_them_without_a_word(players: str, head: str) -> None:
    with suppress(LogError):
        assert read_people(f"edition: mso\nplayers: {players}\n{head} 4C\n").problems != ()


def test_a_slip_is_read_only_where_one_name_is_near() -> None:
    reading = read_people(HEAD + "1 Ann: 2B; found Festival; buy Festivel 1\n")
    assert (told(reading), [note.read for note in reading.notes]) == ([], ["1 Ann: 2B; found Festival; buy Festival 1"])
    reading = read_people("edition: mso\nplayers: Anna, Anne\n1 Anna: 4C\n2 Anni: 5C\n")
    assert ActKind.PLAY in [event.act for event in reading.record.events]
    assert reading.problems != ()


def test_a_chain_of_another_label_set_is_told() -> None:
    reading = read_people(HEAD + "1 Ann: 4C; found Luxor\n2 Ben: 4E; found Zeta\n3 Cai: 6A, founds Hydra\n")
    assert reading.record.header.variant is None
    assert [problem.line for problem in reading.problems] == [5, 6]


# Lines and clauses.


def test_a_line_longer_than_any_turn_is_told() -> None:
    reading = read_people(HEAD + "1 Ann: 4C\n" + "    buy 2 Luxor" * 400 + "\n2 Ben: 5D\n")
    assert {problem.line for problem in reading.problems} == {5}
    assert max(len(problem.text) for problem in reading.problems) == 200
    assert [event.value for event in reading.record.events if event.act is ActKind.PLAY] == [
        parse_tile("4C"),
        parse_tile("5D"),
    ]


# The order of a turn.


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
