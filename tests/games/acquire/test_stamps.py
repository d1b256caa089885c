"""When things were done, and what the director did beside the game: read in both spellings, and as people write it."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.acquire.actions import NOBODY, Action, ActKind
from games.acquire.editions import EDITIONS
from games.acquire.errors import LogError
from games.acquire.logs import read_json, read_people, read_text, write_json, write_text
from games.acquire.record import GameRecord, Header, Stamp, deviations
from games.acquire.replay import replay

HEAD = "edition: mso\nplayers: Ann, Ben\n"
LOGS = sorted((Path(__file__).resolve().parents[3] / "fixtures/logs").glob("*.acq"))


def times_of(text: str) -> list[tuple[str, Stamp | None]]:
    """What a log tells, by words, each with its time."""
    record = read_text(HEAD + text)
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
    assert write_text(read_json(write_json(read_text(HEAD + text)))) == write_text(read_text(HEAD + text))


@pytest.mark.parametrize("path", LOGS[::5], ids=lambda path: str(path.stem))
def test_a_log_without_times_has_none_and_writes_none(path: Path) -> None:
    reading = read_people(path.read_text(encoding="utf-8"))
    assert reading.record.stamps == ()
    assert "@" not in write_text(reading.record).partition("\n\n")[2]
    assert '"at"' not in write_json(reading.record)


def test_the_acts_of_the_director_belong_to_no_turn() -> None:
    record = read_text(
        HEAD + "pause\nresume @5\nstart: Ann 1C, Ben 2A\ntime Ann +120\n1 Ann: 4C; peek Ben; Pause; time Ben -5\n"
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
        read_text(HEAD + body)
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
    reading = read_people(f"{HEAD}1. Ann: 4C, well @5\n2 Ben: 5D\n")
    assert [event.act for event in reading.record.events] == [ActKind.TURN, ActKind.PLAY] * 2
    assert (reading.record.stamps, [note.read for note in reading.notes]) == ((), ["1 Ann: 4C"])


def test_starting_tiles_that_the_table_knows_are_counted_by_a_rewind() -> None:
    text = f"{HEAD}1 Ann: 4C; rewind 1 wrong; 5C @5\n"
    reading = read_people(text, None, {"Ann": 2, "Ben": 9})
    assert reading.record.events[4] == Action(ActKind.REWIND, NOBODY, (3, "wrong"))
    assert reading.record.stamps == (None, None, None, None, None, Stamp(5_000))


def test_clauses_put_in_order_keep_their_times_and_none_are_where_statements_are_counted() -> None:
    text = f"{HEAD}1 Ann: 4C @1; buy Luxor 2 @2; found Luxor @3; draw ? @4\n"
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
    header = Header(name, read_text(HEAD).header.players, rules=deviations(played_by))
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
