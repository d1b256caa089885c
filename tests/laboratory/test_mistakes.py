"""What measures the judge: each slip changes one thing, the games alone say whether a log determines what happened, habits are true."""

from __future__ import annotations

import ast
import json
from dataclasses import replace
from pathlib import Path

import pytest

import laboratory.mistakes
from games.acquire.actions import Action, ActKind
from games.acquire.editions.values import EDITIONS
from games.acquire.logs.reading import read_text
from games.acquire.logs.writer import write_text
from games.acquire.record import GameRecord
from games.acquire.replay.findings import Severity
from games.acquire.replay.judging.judge import replay
from laboratory.commands import main
from laboratory.mistakes.course import finals_of_game
from laboratory.mistakes.habits import HABITS, Habit
from laboratory.mistakes.habits.telling import split_text, text_of
from laboratory.mistakes.measuring import KINDS, TEXT_PART, Spoilt, samples, truth_of, verdict_on
from laboratory.mistakes.sheets import SampleLog, sensible_sheet
from laboratory.mistakes.slips import EDITS, Kind, miswritten
from laboratory.mistakes.truthful import tellings, welcome_of
from laboratory.mistakes.undoing import finals_of

OF_ONE_LINE = (
    "one more or less",
    "a hundred more or less",
    "another digit",
    "a digit lost",
    "two digits exchanged",
    "numbers of a line exchanged",
    "shares moved within a line",
    "another tile",
    "another chain",
    "another player",
)


def _sheet(seed: int = 1) -> SampleLog:
    return sensible_sheet(seed, 4).of_scribe()


def _first(part: str, kind: Kind) -> tuple[Spoilt, SampleLog]:
    """The first log with a slip of a kind."""
    return next(samples(part, 20, is_wanted=lambda name: name == kind.name))


# Slips.


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_game_of_sensible_players_ends_and_its_log_is_faultless(edition: str) -> None:
    sheet = sensible_sheet(0, 3, edition)
    for log in (sheet, sheet.of_scribe()):
        answer = replay(log.record)
        assert [found for found in answer.findings if found.severity is not Severity.NOTE] == []
        assert answer.final == sheet.final
    assert sensible_sheet.__wrapped__(0, 3, edition) == sheet, "the same seed gives the same log"


def _named(value: str | Kind) -> str:
    """A part or a kind by its name, for a test is called alike by all who collect it."""
    return value if isinstance(value, str) else value.name


@pytest.mark.parametrize(("part", "kind"), [(part, kind) for part in KINDS for kind in KINDS[part]], ids=_named)
def test_each_kind_is_drawn_and_spoils_a_log_in_the_same_way_each_time(part: str, kind: Kind) -> None:
    spoilt, sheet = _first(part, kind)
    assert (spoilt, sheet) == _first(part, kind)
    assert spoilt.kind == kind.name
    assert 0 <= spoilt.turn <= len(sheet.blocks())
    assert (spoilt.text or spoilt.record) != (write_text(sheet.record) if spoilt.text else sheet.record)


@pytest.mark.parametrize("name", OF_ONE_LINE)
def test_a_slip_of_the_pen_changes_one_line_and_nothing_else(name: str) -> None:
    kind = next(kind for kind in EDITS if kind.name == name)
    spoilt, sheet = _first("edits", kind)
    assert spoilt.record is not None
    pairs = [*zip(sheet.events, spoilt.record.events, strict=True)]
    ((true, told),) = [(true, told) for true, told in pairs if true != told]
    assert miswritten(true, 4)[told] == name
    assert true.act is told.act


def test_an_amount_may_be_written_with_every_wrong_digit_and_for_every_other_player() -> None:
    told = miswritten(Action(ActKind.CASH, 0, 1200), 3)
    by_kind: dict[str, set[tuple[int, int]]] = {}
    for line, kind in told.items():
        by_kind.setdefault(kind, set()).add((line.player, line.value))
    assert by_kind["one more or less"] == {(0, 1199), (0, 1201)}
    assert by_kind["a hundred more or less"] == {(0, 1100), (0, 1300)}
    assert by_kind["two digits exchanged"] == {(0, 2100), (0, 1020)}
    assert by_kind["a digit lost"] == {(0, 100), (0, 120)}, "200 is another digit as well"
    assert by_kind["another player"] == {(1, 1200), (2, 1200)}
    assert len(by_kind["another digit"]) == 4 * 9 - len({1201, 1100, 1300})


def test_shares_of_a_disposal_may_be_written_under_every_other_head() -> None:
    told = miswritten(Action(ActKind.DISPOSE, 0, (2, 1, 2, 0)), 3)
    moved = {line.value[1:] for line, kind in told.items() if kind == "shares moved within a line"}
    assert moved == {(0, 3, 0), (0, 2, 1), (3, 0, 0), (1, 1, 1), (2, 1, 0), (1, 0, 2)} - {
        line.value[1:] for line, kind in told.items() if kind == "numbers of a line exchanged"
    }


@pytest.mark.parametrize("kind", KINDS[TEXT_PART], ids=lambda kind: kind.name)
def test_a_slip_in_a_text_changes_one_line_of_it_or_exchanges_two(kind: Kind) -> None:
    spoilt, sheet = _first(TEXT_PART, kind)
    true, told = (split_text(text)[1] for text in (write_text(sheet.record), spoilt.text))
    if len(true) == len(told):
        assert sum(one != other for one, other in zip(true, told, strict=True)) <= 2
    else:
        longer, shorter = sorted((true, told), key=len, reverse=True)
        assert any([*longer[:at], *longer[at + 1 :]] == shorter for at in range(len(longer)))


def test_what_measures_imports_nothing_of_the_judge_but_its_verdict() -> None:
    folder = Path(laboratory.mistakes.__file__).parent
    found = set()
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("games.acquire.replay"):
                found |= {(node.module, name.name) for name in node.names}
    assert found == {("games.acquire.replay.judging.judge", "replay"), ("games.acquire.replay.findings", "Severity")}


# Whether a log determines what happened.


def _game(purchases: dict[int, str], finals: str = "") -> GameRecord:
    """A log of Luxor growing along row A and Tower along row I, both to eleven tiles; a turn that has no purchase here buys nothing.

    An empty purchase is not written at all. Cash is counted after the fourth turn: the third bought for 200, the fourth for 300.
    """
    names = ("Ann", "Ben", "Cai")
    cash = {"Ann": 6000 - 300 * (4 in purchases), "Ben": 6000, "Cai": 6000 - 200 * (3 in purchases)}
    lines = ["edition: mso", "players: Ann, Ben, Cai", "", "start: Ann 1A, Ben 1I, Cai 5E"]
    for number in range(1, 21):
        clauses = [f"{number // 2 + 2 - (number % 2 == 0)}{'A' if number % 2 else 'I'}"]
        clauses += [f"found {'Luxor' if number == 1 else 'Tower'}"] if number <= 2 else []
        clauses += [f"buy {bought}"] if (bought := purchases.get(number, "-")) else []
        clauses += [f"cash {name} {amount}" for name, amount in cash.items()] if number == 4 else []
        lines.append(f"{number} {names[(number - 1) % 3]}: {'; '.join(clauses)}")
    lines += ["21 Cai: end", *([f"final: {finals}"] if finals else [])]
    return replace(read_text("\n".join(lines) + "\n"), lines=())


def _lost_at(number: int, record: GameRecord) -> int:
    """The place at which the purchase of a turn is not written."""
    return next(at for at, line in enumerate(record.events) if line == Action(ActKind.TURN, number % 3, number + 1))


def test_a_lost_purchase_is_determined_if_only_one_chain_had_the_price_that_the_count_lacks() -> None:
    log = _game({3: ""})
    assert finals_of(log, _lost_at(3, log)) == {(17200, 12000, 11800)}, "Luxor cost 300, Tower 200"


def test_a_lost_purchase_of_one_of_two_chains_at_one_price_is_not_determined() -> None:
    log = _game({4: ""})
    assert finals_of(log, _lost_at(4, log)) == {(17600, 17200, 6000), (22900, 12000, 6000)}, "both cost 300"


def test_the_final_decides_between_two_chains_at_one_price() -> None:
    log = _game({4: ""}, "Ann 22900, Ben 12000, Cai 6000")
    assert finals_of(log, _lost_at(4, log)) == {(22900, 12000, 6000)}


def test_a_purchase_of_another_chain_at_one_price_behind_the_last_count_is_not_determined() -> None:
    true, told = _game({6: "Tower 1"}), _game({6: "Luxor 1"})
    place = _lost_at(6, told) - 1
    assert finals_of_game(true) == (17200, 12000, 11600)
    assert finals_of(told, place) == {(12000, 17200, 11600)}, "it is true as it is written"
    lost = _game({6: ""})
    assert {(17200, 12000, 11600), (12000, 17200, 11600)} < (finals_of(lost, _lost_at(6, lost)) or set())


def test_a_log_that_is_true_as_it_is_written_is_believed() -> None:
    sheet = _sheet()
    assert finals_of(sheet.record, 40) == {truth_of(sheet)}
    assert finals_of(replace(sheet.record, events=sheet.events[:-1]), 40) == {truth_of(sheet)}


def test_money_that_count_and_final_both_lack_may_be_missing_by_a_slip_that_nobody_knows() -> None:
    log = _game({4: "Luxor 1"}, "Ann 17600, Ben 17210, Cai 6000")
    assert finals_of(log, _lost_at(4, log)) == {(17600, 17200, 6000)}, "the final alone is miswritten"
    lines = [line._replace(value=6010) if line[:2] == (ActKind.CASH, 1) else line for line in log.events]
    found = finals_of(replace(log, events=lines), lines.index(Action(ActKind.CASH, 1, 6010)))
    assert found == {(17600, 17200, 6000), (17600, 17210, 6000)}


def test_nothing_is_determined_where_more_would_have_to_be_tried() -> None:
    log = _game({4: ""})
    assert finals_of(log, _lost_at(4, log), 3) is None


# Verdicts.


def test_a_wrong_amount_that_is_proved_is_wrong_without_doubt() -> None:
    sheet = _sheet()
    spoilt = Spoilt("nothing", 0, sheet.record, "", {truth_of(sheet)})
    right = verdict_on(spoilt, sheet)
    assert (right.is_final_right, right.is_found, right.is_determined) == (True, False, True)
    wrong = verdict_on(spoilt, replace(sheet, final=dict.fromkeys(sheet.final, 0)))
    assert (wrong.is_wrong_certain, wrong.is_as_written, wrong.is_hidden, wrong.is_determined) == (
        True,
        False,
        True,
        False,
    )


def test_a_text_of_which_nothing_can_be_read_is_found_and_leaves_everything_open() -> None:
    verdict = verdict_on(Spoilt("nothing", 0, None, "no log at all", None), _sheet())
    assert (verdict.is_found, verdict.is_final_right, verdict.is_wrong_certain) == (True, False, False)


# Habits.


@pytest.mark.parametrize("habit", HABITS, ids=lambda habit: habit.name)
def test_each_habit_has_a_definition_and_some_game_has_an_occasion_for_it(habit: Habit) -> None:
    assert habit.definition.endswith(".")
    text, sheet = next(tellings(habit, 10))
    log = sheet if habit.is_full else sheet.of_scribe()
    is_plain = text == text_of(log, log.record.events)
    assert is_plain == (habit.name in ("everything told", "tiles that run out"))


def test_names_of_kinds_and_habits_are_all_different_and_a_third_of_the_kinds_stands_apart() -> None:
    names = [kind.name for kinds in KINDS.values() for kind in kinds] + [habit.name for habit in HABITS]
    assert len(set(names)) == len(names)
    assert 3 * len(KINDS["apart"]) >= sum(map(len, KINDS.values()))


def test_a_log_that_says_too_little_is_welcomed_as_unproved() -> None:
    sheet = _sheet()
    events = [event for event in sheet.record.events if event.act is not ActKind.BUY]
    met = welcome_of(text_of(sheet, events), sheet)
    assert met.is_unproved
    assert met.codes
    assert not met.is_wrong_certain
    assert welcome_of("", sheet).codes == ("refused",)


def test_the_command_prints_each_part_and_keeps_the_keys_of_its_rows(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["errors", "--games", "2", "--kind", "another digit", "--kind", "word", "--kind", "arrows"]) == 0
    told = capsys.readouterr().out
    assert [line.split("  ")[0] for line in told.splitlines() if line.startswith(("edits", "text", "apart"))] == [
        "edits",
        "text",
    ]
    assert "stands behind an arrow" in told
    assert "all habits" in told
    assert main(["errors", "--games", "1", "--kind", "another digit", "--part", "edits", "--json"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    kept = {
        "error",
        "logs",
        "found",
        "innocent_blamed",
        "right_final",
        "wrong_certain",
        "causes",
        "determined",
        "honest",
    }
    assert [row["error"] for row in rows[:-1]] == ["another digit", "all kinds"]
    assert all(kept < row.keys() for row in rows[:-1])
    assert rows[-1] == {"summary": {"edits": rows[-2]}}
    assert main(["errors", "--kind", "no such words"]) == 2
