"""Logs in both spellings, with the times of what was done and with what the director did beside the game."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.acquire.actions import NOBODY, Action, ActKind
from games.acquire.editions import EDITIONS
from games.acquire.errors import LogError
from games.acquire.logs import read_archive, read_json, read_log, read_people, read_text, write_json, write_text
from games.acquire.logs.json import record_from
from games.acquire.record import GameRecord, Header, Stamp, deviations
from games.acquire.replay import replay
from tests.games.acquire.build import records

HEAD = "edition: mso\nplayers: Ann = Ann Smith, Ben\n"


@given(records())
def test_text_and_json_carry_the_same_record(record: GameRecord) -> None:
    assert read_log(write_text(record)) == record
    assert read_log(write_json(record)) == record


@given(records())
def test_converting_to_the_other_spelling_and_back_gives_the_same_letters(record: GameRecord) -> None:
    text, document = write_text(record), write_json(record)
    assert write_text(read_json(write_json(read_text(text)))) == text
    assert write_json(read_text(write_text(read_json(document)))) == document


@given(records())
def test_the_fast_and_the_careful_reader_agree(record: GameRecord) -> None:
    document = write_json(record)
    spaced = json.dumps(json.loads(document), indent=1)
    assert read_json(document) == read_json(spaced) == record_from(json.loads(document))


def test_the_text_of_the_notation_is_read() -> None:
    record = read_text(
        HEAD
        + """
        # a comment; and no clause
start: Ann 1c, Ben A-2   # spellings
hand Ann: 4C 5C ? ? ? ?
1 Ann: 4C; buy -; draw 9A
Ben:
    2B; found Lux
    bonus Ann Tower 4000; dispose Ben Tower sell 3 trade 4 hold 1
    order Tower, Festival; buy Luxor 2, t 1; draw ?; by Ann clock
final: Ann 41300, Ben 38200
"""
    )
    assert record.events == [
        Action(ActKind.START, 0, 2),
        Action(ActKind.START, 1, 9),
        Action(ActKind.HAND, 0, (29, 38, -1, -1, -1, -1)),
        Action(ActKind.TURN, 0, 1),
        Action(ActKind.PLAY, 0, 29),
        Action(ActKind.BUY, 0, ()),
        Action(ActKind.DRAW, 0, (72,)),
        Action(ActKind.TURN, 1, None),
        Action(ActKind.PLAY, 1, 10),
        Action(ActKind.FOUND, 1, 0),
        Action(ActKind.BONUS, 0, (1, 4000)),
        Action(ActKind.DISPOSE, 1, (1, 3, 4, 1)),
        Action(ActKind.ORDER, 1, (1, 3)),
        Action(ActKind.BUY, 1, ((0, 2), (1, 1))),
        Action(ActKind.DRAW, 1, (-1,)),
        Action(ActKind.CLOCK, 0, None),
        Action(ActKind.FINAL, 0, 41300),
        Action(ActKind.FINAL, 1, 38200),
    ]
    assert record.lines[:4] == [5, 5, 6, 7]


@pytest.mark.parametrize(
    ("body", "line", "column", "problem"),
    [
        ("1 Ann: 4Z", 3, 8, "'4Z' is neither a tile nor a clause"),
        ("1 Cai: 4C", 3, 1, "'1 Cai' is neither a key in lower case nor a player's turn (Ann, Ben)"),
        ("1 Ann: 4C\n2 Cai: 5C", 4, 3, "'Cai' is not a player in this log"),
        ("x Ann: 4C", 3, 1, "'x' is not a whole number"),
        ("Cai: 4C", 3, 1, "'Cai' is neither a key in lower case nor a player's turn"),
        ("1 Ann: 4C; buy Luxor", 3, 21, "the clause ends too early"),
        ("1 Ann: 4C; buy Luxor 2 3", 3, 24, "'3' does not belong here"),
        ("1 Ann: 4C; buy Luxor 2, Lux 1", 3, 25, "'Lux' appears twice"),
        ("1 Ann: found Zetta", 3, 14, "'Zetta' is not a chain in the label set classic; expected one of Luxor, Tower"),
        ("1 Ann: 4C\n  draw 5X", 4, 8, "'5X' is not a tile"),
        ("1 Ann: dispose Ann Luxor keep 2", 3, 26, "'keep' does not belong here"),
        ("1 Ann: card JOKER", 3, 13, "'JOKER' is not a card"),
        ("    4C", 3, 5, "no turn has begun"),
        ("4C", 3, 1, "'4C' cannot begin a line or a turn"),
        ("start: Ann 4C 5C", 3, 15, "'5C' does not belong here"),
        ("chains: 1976", 3, 9, "There is no label set called '1976'"),
        ("rule cards: maybe", 3, 13, "Rule cards cannot be set to 'maybe'"),
        ("rule deck: 3", 3, 12, "There is no rule called 'deck'"),
        ("round: 1\nround: 2", 4, 1, "'round' appears twice"),
        ("position shop: 4C", 3, 10, "'shop' is not part of a position"),
        ("position:", 3, 10, "this part of the position is empty"),
        (f"final: Ann {'9' * 5000}", 3, 12, "this number has 5000 digits"),
    ],
)
def test_every_error_of_a_text_tells_line_and_column(body: str, line: int, column: int, problem: str) -> None:
    with pytest.raises(LogError) as error:
        read_text(HEAD + body)
    assert (error.value.line, error.value.column) == (line, column)
    assert error.value.problem.startswith(problem)
    assert str(error.value).endswith(f"; expected {error.value.expected}.")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "the log does not name an edition"),
        ("edition: mso", "the log does not name any players"),
        ("edition: mos", "There is no edition called 'mos'"),
        ("edition: mso\nplayers: Ann, Ann", "'Ann' appears twice"),
        ("edition: mso\nplayers: Ann Smith", "'Ann Smith' cannot be used as an ID"),
        ("edition: mso\nplayers: start", "'start' cannot be used as an ID"),
    ],
)
def test_a_header_must_name_edition_and_players(text: str, problem: str) -> None:
    with pytest.raises(LogError) as error:
        read_text(text)
    assert error.value.problem.startswith(problem)


def _json(event: str, header: str = '"edition": "mso", "players": [{"id": "Ann"}]') -> str:
    return f'{{"format": "acquire-log-1", "header": {{{header}}},\n "events": [\n  {event}]}}'


@pytest.mark.parametrize(
    ("text", "line", "column", "problem"),
    [
        (_json('{"act": "play", "player": "Ann", "tile": "4Z"}'), 3, 44, "'4Z' is not a tile"),
        (_json('{"act": "jump", "player": "Ann"}'), 3, 11, "'jump' is not an action"),
        (_json('{"act": "pass", "player": "Cai"}'), 3, 29, "'Cai' is not a player in this log"),
        (_json('{"act": "pass"}'), 3, 3, "'player' is missing"),
        (_json('{"act": "pass", "player": "Ann", "tile": "4C"}'), 3, 44, "'tile' does not belong to 'pass'"),
        (_json('{"act": "cash", "player": "Ann", "amount": 1.5}'), 3, 46, "1.5 does not belong here"),
        (_json('{"act": "cash", "player": "Ann", "amount": true}'), 3, 46, "True does not belong here"),
        (_json('{"act": "draw", "player": "Ann", "tiles": ["4C", 7]}'), 3, 52, "7 does not belong here"),
        (_json('{"act": "buy", "player": "Ann", "shares": []}'), 3, 45, "a list does not belong here"),
        (_json('{"act": "found", "player": "Ann", "chain": "Zetta"}'), 3, 46, "'Zetta' is not a chain"),
        (_json("7"), 3, 3, "7 does not belong here"),
        (_json("", '"edition": "mso", "players": []'), 1, 69, "the log does not name any players"),
        (_json("", '"players": []'), 1, 39, "'edition' is missing"),
        ('{"format": "pgn"}', 1, 12, "the format is 'pgn'"),
        ("{\n  7}", 2, 3, "this is not JSON"),
        ("[" * 100_000, 1, 1, ""),
        (_json(f'{{"act": "cash", "player": "Ann", "amount": {"9" * 5000}}}'), 3, 46, "this number is too long"),
    ],
)
def test_every_error_of_json_tells_line_and_column(text: str, line: int, column: int, problem: str) -> None:
    with pytest.raises(LogError) as error:
        read_json(text)
    assert (error.value.line, error.value.column) == (line, column)
    assert error.value.problem.startswith(problem)


def test_a_line_given_in_json_is_kept_and_pointed_to() -> None:
    text = _json('{"act": "pass", "player": "Ann", "line": 17}')
    record = read_json(text)
    assert record.line_of(0) == 17
    assert json.loads(write_json(record)) == json.loads(text) | {
        "header": {"edition": "mso", "players": [{"id": "Ann", "name": "Ann"}]}
    }


def test_an_archive_is_read_line_by_line_and_says_which_line_is_no_log(tmp_path: Path) -> None:
    path = tmp_path / "two.jsonl.gz"
    good = write_json(read_text(HEAD + "1 Ann: 4C"))
    with gzip.open(path, "wt", encoding="utf-8") as out:
        out.write(f"{good}\n\n{good}\n{{}}\n")
    records = read_archive(path)
    assert next(records) == next(records)
    with pytest.raises(LogError, match="line 4, column 1: the log does not name a format; expected 'acquire-log-1'"):
        next(records)


def test_logs_of_2008_may_say_luxor_for_sackson_without_being_renamed() -> None:
    text = "edition: ah2008\nplayers: Ann, Ben, Cai\n\n1 Ann: 4C; found Luxor\n"
    record = read_text(text)
    assert record.header.labels().names[0] == "Luxor"
    assert write_text(record) == text
    assert read_json(write_json(record)) == record


def test_a_log_may_use_the_names_of_another_label_set_and_the_replay_says_so() -> None:
    text = "edition: mso\nplayers: Ann, Ben, Cai\nchains: 1999\nstart: Ann 1C, Ben 2A, Cai 7F\n1 Ann: 1D; found Luxor; draw ?\n"
    record = read_text(text)
    assert record.header.labels().name == "classic"
    assert [finding.code for finding in replay(record).findings] == ["labels-differ"]
    with pytest.raises(LogError, match="line 5, column 18: 'Luxor' is not a chain in the label set 1999"):
        read_text(text + "2 Ben: 3C; found Zeta; draw ?\n")


OF_TWO = "edition: mso\nplayers: Ann, Ben\n"
LOGS = sorted((Path(__file__).resolve().parents[3] / "fixtures/logs").glob("*.acq"))


def times_of(text: str) -> list[tuple[str, Stamp | None]]:
    """What a log tells, by words, each with its time."""
    record = read_text(OF_TWO + text)
    return [(event.act.word, record.stamp_of(place)) for place, event in enumerate(record.events)]


def test_every_statement_of_a_log_may_tell_when_it_was_made() -> None:
    text = (
        "start: Ann 1C @3, Ben 2A @4.5 +0.4\n"
        "hand Ann: 4C ? ? ? ? ? @5\n"
        "1 Ann: @6; 4C @7.25; bonus Ben Tower 2000; buy - @0.001; draw 9A\n"
        "    cash Ben 5600 @10 +0.004; by Ben clock @11; peek Ben @12; rewind 5 the wrong tile @13.5\n"
        "final: Ann 100 @723.4 +3, Ben 200\n"
    )
    assert times_of(text) == [
        ("start", Stamp(3_000)),
        ("start", Stamp(4_500, 400)),
        ("hand", Stamp(5_000)),
        ("turn", Stamp(6_000)),
        ("play", Stamp(7_250)),
        ("bonus", None),
        ("buy", Stamp(1)),
        ("draw", None),
        ("cash", Stamp(10_000, 4)),
        ("clock", Stamp(11_000)),
        ("peek", Stamp(12_000)),
        ("rewind", Stamp(13_500)),
        ("final", Stamp(723_400, 3_000)),
        ("final", None),
    ]
    assert write_text(read_json(write_json(read_text(OF_TWO + text)))) == write_text(read_text(OF_TWO + text))


@pytest.mark.parametrize("path", LOGS[::5], ids=lambda path: str(path.stem))
def test_a_log_without_times_has_none_and_writes_none(path: Path) -> None:
    reading = read_people(path.read_text(encoding="utf-8"))
    assert reading.record.stamps == ()
    assert "@" not in write_text(reading.record).partition("\n\n")[2]
    assert '"at"' not in write_json(reading.record)


def test_the_acts_of_the_director_belong_to_no_turn() -> None:
    record = read_text(
        OF_TWO + "pause\nresume @5\nstart: Ann 1C, Ben 2A\ntime Ann +120\n1 Ann: 4C; peek Ben; Pause; time Ben -5\n"
        'rewind 4 "too late, and: wrong"\nrewind 0\n    rewind -2 one, two\n'
    )
    assert record.events == [
        Action(ActKind.PAUSE, NOBODY),
        Action(ActKind.RESUME, NOBODY),
        Action(ActKind.START, 0, 2),
        Action(ActKind.START, 1, 9),
        Action(ActKind.TIME, 0, 120),
        Action(ActKind.TURN, 0, 1),
        Action(ActKind.PLAY, 0, 29),
        Action(ActKind.PEEK, 1),
        Action(ActKind.PAUSE, NOBODY),
        Action(ActKind.TIME, 1, -5),
        Action(ActKind.REWIND, NOBODY, (4, "too late, and: wrong")),
        Action(ActKind.REWIND, NOBODY, (0, "")),
        Action(ActKind.REWIND, NOBODY, (-2, "one, two")),
    ]
    assert json.loads(write_json(record))["events"][-4:] == [
        {"act": "time", "player": "Ben", "seconds": -5},
        {"act": "rewind", "to": 4, "reason": "too late, and: wrong"},
        {"act": "rewind", "to": 0},
        {"act": "rewind", "to": -2, "reason": "one, two"},
    ]


def test_players_whose_ids_look_like_times_and_words_are_still_players() -> None:
    text = "edition: mso\nplayers: @5, pause, +2\n\n1 @5: 4C\n2 pause: peek @5 @7 +2; time +2 +9; by pause 5C\n"
    record = read_text(text)
    assert [event.player for event in record.events] == [0, 0, 1, 0, 2, 1]
    assert record.stamps == (None, None, None, Stamp(7_000, 2_000), None, None)
    assert read_text(write_text(record)) == record


@pytest.mark.parametrize(
    ("body", "line", "column", "problem"),
    [
        ("1 Ann: 4C @x", 3, 11, "'@x' is not a time"),
        ("1 Ann: 4C @1.2345", 3, 11, "'@1.2345' is not a time"),
        ("1 Ann: 4C @1 +y", 3, 14, "'+y' is not a time"),
        ("1 Ann: 4C @1 5C", 3, 14, "'5C' does not belong here"),
        ("1 Ann: 4C @1 +1 +1", 3, 17, "'+1' does not belong here"),
        ("1 Ann: 4C; @1", 3, 12, "this time is on its own"),
        ("1 Ann: @1; @2", 3, 12, "this time is on its own"),
        ("start: Ann 1C\n    @1", 4, 5, "this time is on its own"),
        ("position cash: Ann 5 @1", 3, 22, "'@1' does not belong here"),
        ("1 Ann: time Ann 120", 3, 17, "'120' is not a number of seconds given or taken"),
        ("1 Ann: time Ann", 3, 16, "the clause ends too early"),
        ("1 Ann: time +5", 3, 13, "'+5' is not a player in this log"),
        ("1 Ann: peek", 3, 12, "the clause ends too early"),
        ("1 Ann: rewind the tile", 3, 15, "'the' is not a whole number"),
        ("1 Ann: by Ann pause", 3, 8, "'pause' is an action for the director, not for a player"),
        ("pause now", 3, 7, "'now' does not belong here"),
    ],
)
def test_what_is_no_time_and_no_act_of_the_director_is_refused_with_its_place(
    body: str, line: int, column: int, problem: str
) -> None:
    with pytest.raises(LogError) as error:
        read_text(OF_TWO + body)
    assert (error.value.line, error.value.column, error.value.problem) == (line, column, problem)


@pytest.mark.parametrize(
    ("event", "problem"),
    [
        ('{"act": "pass", "player": "Ann", "at": -1}', "-1 does not belong here"),
        ('{"act": "pass", "player": "Ann", "at": 1.5}', "1.5 does not belong here"),
        ('{"act": "pass", "player": "Ann", "at": true}', "True does not belong here"),
        ('{"act": "pass", "player": "Ann", "at": 1000000000000}', "a long number does not belong here"),
        ('{"act": "pass", "player": "Ann", "at": 5, "lag": "0"}', "'0' does not belong here"),
        ('{"act": "pass", "player": "Ann", "lag": 5}', "there is a lag but no time"),
        ('{"act": "pause", "player": "Ann"}', "'player' does not belong to 'pause'"),
        ('{"act": "time", "seconds": 5}', "'player' is missing"),
        ('{"act": "time", "player": "Ann"}', "'seconds' is missing"),
        ('{"act": "rewind", "reason": "slip"}', "'to' is missing"),
        ('{"act": "rewind", "to": 3, "reason": 4}', "4 does not belong here"),
        ('{"act": "peek", "player": "Cai"}', "'Cai' is not a player in this log"),
    ],
)
def test_what_is_no_time_and_no_act_of_the_director_is_refused_in_json(event: str, problem: str) -> None:
    header = '{"edition": "mso", "players": [{"id": "Ann"}]}'
    with pytest.raises(LogError) as error:
        read_json(f'{{"format": "acquire-log-1", "header": {header},\n "events": [{event}]}}')
    assert (error.value.line, error.value.problem) == (2, problem)


def test_a_time_that_is_not_in_the_notation_is_passed_over() -> None:
    reading = read_people(f"{OF_TWO}1. Ann: 4C, well @5\n2 Ben: 5D\n")
    assert [event.act for event in reading.record.events] == [ActKind.TURN, ActKind.PLAY] * 2
    assert (reading.record.stamps, [note.read for note in reading.notes]) == ((), ["1 Ann: 4C"])


def test_starting_tiles_that_the_table_knows_are_counted_by_a_rewind() -> None:
    text = f"{OF_TWO}1 Ann: 4C; rewind 1 wrong; 5C @5\n"
    reading = read_people(text, None, {"Ann": 2, "Ben": 9})
    assert reading.record.events[4] == Action(ActKind.REWIND, NOBODY, (3, "wrong"))
    assert reading.record.stamps == (None, None, None, None, None, Stamp(5_000))


def test_clauses_put_in_order_keep_their_times_and_none_are_where_statements_are_counted() -> None:
    text = f"{OF_TWO}1 Ann: 4C @1; buy Luxor 2 @2; found Luxor @3; draw ? @4\n"
    record = read_people(text).record
    assert [event.act.word for event in record.events] == ["turn", "play", "found", "buy", "draw"]
    assert record.stamps == (None, *(Stamp(second * 1000) for second in (1, 3, 2, 4)))
    counting = read_people(f"{text}2 Ben: 5C; rewind 6\n")
    assert [event.act.word for event in counting.record.events][:3] == ["turn", "play", "buy"]


@given(
    st.sampled_from(sorted(EDITIONS)), st.dictionaries(st.sampled_from(["buy_max", "safe_size"]), st.integers(1, 50))
)
def test_a_header_carries_the_parameters_by_which_its_game_was_played(name: str, rules: dict[str, object]) -> None:
    rules = {**rules, "split_rounding": "nearest1", "bands": [2, 3, 4, 5, 6, 7, 8, 9, 10]}
    played_by = EDITIONS[name].with_rules(rules)
    header = Header(name, read_text(OF_TWO).header.players, rules=deviations(played_by))
    record = GameRecord(header, [])
    for read in (read_text(write_text(record)), read_json(write_json(record))):
        assert read.header.rulebook() == played_by
    assert deviations(EDITIONS[name]) == {}


def test_a_game_of_other_parameters_is_replayed_by_its_own() -> None:
    text = "edition: mso\nplayers: Ann, Ben, Cai\n{}start: Ann 1C, Ben 2A, Cai 7F\n1 Ann: 1D; found Luxor; buy Luxor 4; draw ?\n"
    codes = [
        [found.code for found in replay(read_text(text.format(rule))).findings] for rule in ("", "rule buy_max: 4\n")
    ]
    assert codes == [["buy-too-many"], []]
