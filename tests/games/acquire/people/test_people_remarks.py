"""Remarks on a scribe's sheet are kept as notes and touch nothing else; what may be an act or an amount stays a question."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from games.acquire.logs import read_people, write_text
from games.acquire.record import GameRecord
from games.acquire.replay import replay
from tests.games.acquire.people.variants import HEAD, PLAIN
from tests.games.acquire.tellings import cut, told_game

#: What scribes write on lines of their own.
LINES = [
    "page 2",
    "14:35",
    "break 5 min",
    "director called",
    "(Ben asks whether Luxor is safe)",
    "NB: P1 was late",
]
LINES += [
    "* P2 has the majority",
    "14.35 h, the clock was stopped",
    "20.11.2026",
    "p. 3/4",
    "P1 has 5 minutes left",
    "!!!",
]
#: What scribes write behind a clause.
TAILS = [" -- NB", " ?", " ok", "!", " (long think)", " - at last", " (Luxor is safe)", " well played"]
#: What may be an act, a chain, a tile or an amount, and fits nothing where it stands.
QUESTIONS = [
    "now 2 Luxor there",
    "Ben and Cai 1300 each",
    "2 L or T",
    "see 9C",
    "Ben 9.2k",
    "majority in Luxor $3000",
    "Luxor",
]


@cache
def scribes_log(seed: int) -> GameRecord:
    """A whole game as a scribe writes it: without hands and draws, with everybody's cash every ten turns and at the end."""
    players = 3 + seed % 3
    seats = range(players)
    whole = told_game("mso", players, seed)
    return cut(whole, {(seat, kind) for seat in seats for kind in ("hands", "draws", "dead")})


def with_line(text: str, written: str, random: Random) -> str:
    """A log with one more line somewhere below its first turn."""
    lines = text.splitlines()
    first = next(at for at, line in enumerate(lines) if line.startswith("1 "))
    lines.insert(random.randrange(first + 1, len(lines)), written)
    return "\n".join(lines)


def with_tail(text: str, written: str, random: Random) -> str:
    """A log with words behind one clause, as often as not behind a disposal."""
    lines = text.splitlines()
    first = next(at for at, line in enumerate(lines) if line.startswith("1 "))
    disposals = [at for at, line in enumerate(lines) if "dispose" in line]
    last = next(at for at, line in enumerate(lines) if line.startswith("final"))
    at = random.choice([random.choice(disposals), random.randrange(first, last)])
    lines[at] += written
    return "\n".join(lines)


def assert_untouched(text: str, record: GameRecord) -> None:
    reading = read_people(text)
    assert reading.record.events == record.events
    assert len(reading.notes) == 1
    answer = replay(reading.record)
    assert {finding.code for finding in answer.findings} <= {"line-unread"}
    assert answer.final == answer.recorded_final
    assert len(answer.final) == len(record.header.players)


@pytest.mark.parametrize("written", LINES)
@pytest.mark.parametrize("seed", [2])
def test_a_remark_on_a_line_of_its_own_takes_nobodys_proof_away(written: str, seed: int) -> None:
    record = scribes_log(seed)
    assert_untouched(with_line(write_text(record), written, Random(f"{written} {seed}")), record)


@pytest.mark.parametrize("written", TAILS)
@pytest.mark.parametrize("seed", [3])
def test_a_remark_behind_a_clause_takes_nobodys_proof_away(written: str, seed: int) -> None:
    record = scribes_log(seed)
    assert_untouched(with_tail(write_text(record), written, Random(f"{written} {seed}")), record)


def test_a_remark_between_the_lines_of_a_purchase_does_not_part_them() -> None:
    written = PLAIN.replace("buy Luxor 1, American 1; draw ?", "buy Luxor 1,\npage 2\n    American 1; draw ?")
    reading = read_people(written)
    assert reading.problems == ()
    assert reading.record.events == read_people(PLAIN).record.events


@pytest.mark.parametrize("written", QUESTIONS)
def test_what_may_mean_something_and_fits_nothing_is_a_remark_that_is_told(written: str) -> None:
    text = f"{HEAD}1 Ann: 4C; buy -\n2 Ben: 5D; buy -\n    {written}\n3 Cai: 9I; buy -\n"
    reading = read_people(text)
    assert reading.record.events == read_people(text.replace(f"    {written}\n", "")).record.events
    assert [(note.line, note.written, note.read) for note in reading.notes] == [(6, written, "a remark")]
    assert {(gap.before, gap.line, gap.player) for gap in reading.record.unread} == {(9, 6, 1)}
    assert len(reading.problems) == len(reading.record.unread)


@pytest.mark.parametrize("written", ["Ben", "at last", "-----", "(a good one)"])
def test_what_can_mean_nothing_alone_is_a_remark_and_no_more(written: str) -> None:
    reading = read_people(f"{HEAD}1 Ann: 4C; buy -\n    {written}\n2 Ben: 5D; buy -\n")
    assert reading.problems == ()
    assert {note.read for note in reading.notes} <= {"a remark"}
