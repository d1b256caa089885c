"""Remarks on a scribe's sheet are kept as notes and touch nothing else; what may be an act or an amount stays a question."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from games.acquire.actions import ActKind
from games.acquire.logs import read_people, write_text
from games.acquire.record import GameRecord, Unread
from games.acquire.replay import replay
from tests.games.acquire.people.variants import HEAD, PLAIN
from tests.games.acquire.tellings import cut, told_game

#: What scribes write on lines of their own.
LINES = [
    "page 2",
    "14:35",
    "break 5 min",
    "-----",
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
#: What may be an act or an amount, and the act that it may be.
QUESTIONS = [
    ("now 2 Luxor there", ActKind.BUY),
    ("Ben and Cai 1300 each", ActKind.CASH),
    ("American merges into Luxor", None),
    ("2 L or T", ActKind.BUY),
    ("(Ben sells all)", ActKind.DISPOSE),
    ("Cai kept the rest", ActKind.DISPOSE),
    ("see 9C", None),
    ("Ben 9.2k", ActKind.CASH),
    ("majority in Luxor $3000", ActKind.BONUS),
    ("founds Zzz", ActKind.FOUND),
    ("game over?? for Ben", ActKind.END),
    ("12", None),
    ("Luxor", None),
    ("Ben", None),
]  # fmt: skip


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
    assert [f"{problem.line}: {problem} {problem.text}" for problem in reading.problems] == []
    assert reading.record.events == record.events
    assert any(note.read == "a remark" or not note.read for note in reading.notes)
    answer = replay(reading.record)
    assert [finding.code for finding in answer.findings] == []
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


@pytest.mark.parametrize(("written", "act"), QUESTIONS)
def test_what_may_be_an_act_or_an_amount_stays_a_question_and_says_what_it_may_be(
    written: str, act: ActKind | None
) -> None:
    reading = read_people(f"{HEAD}1 Ann: 4C; buy -\n2 Ben: 5D; buy -\n    {written}\n3 Cai: 9I; buy -\n")
    assert len(reading.problems) == 1
    assert [gap.act for gap in reading.record.unread] == [act]


@pytest.mark.parametrize(
    "written",
    ["buy Luxor 2 or Tower 2", "buy Luxor 2 not 3", "cash Ann 5000 or 6000", "buy Luxor 2 (3?)", "sell 1 Luxor T"],
)
def test_words_that_may_change_the_clause_before_them_are_no_remark(written: str) -> None:
    reading = read_people(f"{HEAD}1 Ann: 4C; {written}\n")
    assert len(reading.problems) == 1
    assert len(reading.record.unread) == 1


def test_an_unread_place_tells_whose_it_may_be_and_what_was_expected() -> None:
    reading = read_people(f"{HEAD}1 Ann: 4C; buy -\n    Ben gets 2 Luxor\n")
    (gap,) = reading.record.unread
    assert gap == Unread(6, 5, 5, "Ben gets 2 Luxor", 1, ActKind.BONUS)
    assert gap.expected == "a player, a chain and an amount, as in 'bonus Ann Tower 4000'"
    (finding,) = [finding for finding in replay(reading.record).findings if finding.code == "line-unread"]
    assert finding.message == (
        "“Ben gets 2 Luxor” cannot be read; expected a player, a chain and an amount, as in 'bonus Ann Tower 4000'. "
        "If it is a remark, put # before it."
    )


def test_a_sheet_of_nothing_but_remarks_is_no_log() -> None:
    with pytest.raises(ValueError, match="'hello' cannot begin a line or a turn"):
        read_people(f"{HEAD}hello\nto everybody here\n")
