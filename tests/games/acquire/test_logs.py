"""Logs in both spellings, with the times of what was done and with what the director did beside the game."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.acquire.actions import NOBODY, Action, ActKind
from games.acquire.editions.values import EDITIONS
from games.acquire.errors import LogError
from games.acquire.logs.json import read_archive, read_json, record_from, write_json
from games.acquire.logs.reading import read_log, read_people, read_text
from games.acquire.logs.writer import write_text
from games.acquire.record import GameRecord, Header, Stamp, deviations
from games.acquire.replay.judging.judge import replay
from tests.games.acquire.blocks import cases
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


@pytest.mark.parametrize("name", ["notation", "times", "director"])
def test_a_text_and_its_twin_in_json_are_one_record(name: str) -> None:
    """Every clause; moments beside statements; what the director did, which belongs to no turn."""
    path = Path(__file__).parent / "spellings" / f"{name}.acq"
    twin = path.with_suffix(".json").read_text(encoding="utf-8")
    record = read_text(path.read_text(encoding="utf-8"))
    assert record == read_json(twin)
    assert json.loads(write_json(record)) == json.loads(twin)
    assert read_json(write_json(record)) == read_text(write_text(record))


def test_an_event_keeps_the_line_on_which_it_stands() -> None:
    record = read_text(
        f"{HEAD}\n        # a comment; and no clause\nstart: Ann 1c, Ben A-2   # spellings\nhand Ann: 4C 5C ?\n1 Ann: 4C"
    )
    assert record.lines[:4] == [5, 5, 6, 7]


ENDLESS = [
    ("", ["1:1 the log does not name an edition"]),
    (f"{HEAD}final: Ann {'9' * 5000}", ["3:12 this number has 5000 digits"]),
    ("[" * 100_000, ["1:1 "]),
]


@pytest.mark.parametrize(("log", "told"), [*cases(Path(__file__).with_name("refused.txt")), *ENDLESS])
def test_every_error_tells_line_and_column_and_what_was_expected(log: str, told: list[str]) -> None:
    with pytest.raises(LogError) as error:
        (read_json if log.startswith(("{", "[")) else read_text)(log)
    place, _, problem = told[0].partition(" ")
    assert f"{error.value.line}:{error.value.column}" == place
    assert error.value.problem.startswith(problem)
    assert str(error.value).endswith(f"; expected {error.value.expected}.")


def _json(event: str, header: str = '"edition": "mso", "players": [{"id": "Ann"}]') -> str:
    return f'{{"format": "acquire-log-1", "header": {{{header}}},\n "events": [\n  {event}]}}'


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


@pytest.mark.parametrize("path", LOGS[::5], ids=lambda path: str(path.stem))
def test_a_log_without_times_has_none_and_writes_none(path: Path) -> None:
    reading = read_people(path.read_text(encoding="utf-8"))
    assert reading.record.stamps == ()
    assert "@" not in write_text(reading.record).partition("\n\n")[2]
    assert '"at"' not in write_json(reading.record)


def test_players_whose_ids_look_like_times_and_words_are_still_players() -> None:
    text = "edition: mso\nplayers: @5, pause, +2\n\n1 @5: 4C\n2 pause: peek @5 @7 +2; time +2 +9; by pause 5C\n"
    record = read_text(text)
    assert [event.player for event in record.events] == [0, 0, 1, 0, 2, 1]
    assert record.stamps == (None, None, None, Stamp(7_000, 2_000), None, None)
    assert read_text(write_text(record)) == record


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
