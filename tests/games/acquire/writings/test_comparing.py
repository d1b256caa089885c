"""Two logs of one table side by side: what they say alike, what only one of them says, and where they part."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from games.acquire.actions import Action, ActKind
from games.acquire.logs import read_log
from games.acquire.record import GameRecord
from games.acquire.writings import Agreement, Clause, ClausePair, compare
from games.acquire.writings.comparing import NotOneTableError
from games.commands import main
from laboratory.mistakes.sheets import full_sheet

HEAD = "edition: mso\nplayers: Ann, Ben, Cai\nstart: Ann 1A, Ben 1B, Cai 7F\n"
MERGER = """1 Ann: 1C; found Luxor; buy Luxor 2
2 Ben: 7G; found Tower; buy Tower 1
3 Cai: 12I; buy Tower 1, Luxor 1
"""


def _log(events: list[Action], of: GameRecord) -> GameRecord:
    return replace(of, events=events, lines=range(1, len(events) + 1))


def test_a_log_is_the_same_as_itself() -> None:
    record = read_log(HEAD + MERGER)
    found = compare(record, record)
    assert (found.agreement, found.first_parting) == (Agreement.SAME, None)
    assert [turn.number for turn in found.turns] == [0, 1, 2, 3]
    assert [turn.player for turn in found.turns] == [None, "Ann", "Ben", "Cai"]


def test_where_two_logs_part_both_clauses_stand_with_their_lines() -> None:
    other = "# second scribe\n" + HEAD + MERGER.replace("buy Tower 1, Luxor 1", "buy Luxor 2")
    found = compare(read_log(HEAD + MERGER), read_log(other))
    assert found.first_parting == 3
    assert found.turns[3].agreement is Agreement.PARTED
    assert [pair for pair in found.turns[3].clauses if pair.agreement is not Agreement.SAME] == [
        ClausePair(Agreement.PARTED, Clause("buy Tower 1, Luxor 1", 6), Clause("buy Luxor 2", 7))
    ]


def test_what_one_log_does_not_write_at_all_is_no_contradiction() -> None:
    sheet = full_sheet(1, 4)
    found = compare(sheet.of_scribe().record, sheet.record)
    assert (found.agreement, found.first_parting) == (Agreement.MORE, None)
    assert {type(pair.second) for turn in found.turns for pair in turn.clauses} == {Clause}


def test_the_order_of_clauses_the_number_of_lines_and_what_is_left_open_do_not_part_two_logs() -> None:
    one = "1 Ann: 1C; found Luxor; buy Luxor 1, Tower 1; draw 3C\n    bonus Ben Luxor 3000\n    dispose Cai Luxor sell 1 hold 2\n"
    other = (
        "Ann: buy Tower 1; 1C; buy Luxor 1; found Luxor; draw ?\n"
        "    dispose Cai Luxor sell 1\n    bonus Ben Luxor 2000; bonus Ben Luxor 1000\n"
    )
    found = compare(read_log(HEAD + one), read_log(HEAD + other))
    assert (found.agreement, found.first_parting) == (Agreement.SAME, None)


def test_a_bonus_to_another_player_and_a_pass_for_a_tile_part_two_logs() -> None:
    one = "1 Ann: 1C; buy -\n    bonus Ben Luxor 3000\n"
    other = "1 Ann: pass; buy -\n    bonus Cai Luxor 3000\n"
    found = compare(read_log(HEAD + one), read_log(HEAD + other))
    parted = [pair for pair in found.turns[1].clauses if pair.agreement is Agreement.PARTED]
    assert [(pair.first, pair.second) for pair in parted] == [
        (Clause("1C", 4), Clause("pass", 4)),
        (Clause("bonus Ben Luxor 3000", 5), Clause("bonus Cai Luxor 3000", 5)),
    ]


@pytest.mark.parametrize("numbered", [True, False])
def test_turns_that_only_one_log_has_stand_alone_and_the_others_stay_side_by_side(numbered: bool) -> None:
    sheet = full_sheet(0, 4).of_scribe()
    starts = sheet.blocks()
    events = [*sheet.events[: starts[33][0]], *sheet.events[starts[38][0] :]]
    if not numbered:
        events = [event._replace(value=None) if event.act is ActKind.TURN else event for event in events]
    found = compare(sheet.record, _log(events, sheet.record))
    alone = [turn.number for turn in found.turns if not turn.in_second]
    assert alone == [34, 35, 36, 37, 38]
    assert [turn.number for turn in found.turns if turn.agreement is not Agreement.SAME] == alone
    assert found.first_parting is None


def test_a_turn_that_one_log_gives_to_another_player_is_the_same_turn_and_parts_them() -> None:
    other = MERGER.replace("2 Ben: 7G", "Cai: 7G")
    found = compare(read_log(HEAD + MERGER), read_log(HEAD + other))
    assert len(found.turns) == 4
    assert found.first_parting == 2
    assert found.turns[2].clauses[0] == ClausePair(Agreement.PARTED, Clause("2 Ben", 5), Clause("2 Cai", 5))


def test_players_are_matched_by_their_names_or_else_by_their_seats() -> None:
    other = (HEAD + MERGER).replace("Ann", "A").replace("Ben", "BEN").replace("Cai", "X")
    found = compare(read_log(HEAD + MERGER), read_log(other))
    assert found.players == (("Ann", "A"), ("Ben", "BEN"), ("Cai", "X"))
    assert found.agreement is Agreement.SAME
    swapped = HEAD.replace("Ann, Ben, Cai", "Cai, Ann, Ben") + MERGER
    assert compare(read_log(HEAD + MERGER), read_log(swapped)).players == (
        ("Ann", "Ann"),
        ("Ben", "Ben"),
        ("Cai", "Cai"),
    )


def test_what_was_rewound_in_one_log_does_not_part_it_from_another() -> None:
    undone = MERGER + "4 Ann: 12H; buy Luxor 1\nrewind 14 wrong tile\n"
    record = read_log(HEAD + MERGER)
    assert compare(record, read_log(HEAD + undone.replace("rewind 14", f"rewind {len(record.events)}"))).agreement is (
        Agreement.SAME
    )


def test_logs_with_different_numbers_of_players_are_not_of_one_table() -> None:
    with pytest.raises(NotOneTableError, match=r"One log has 3 players, the other 2"):
        compare(read_log(HEAD), read_log("edition: mso\nplayers: Ann, Ben\n"))


def test_starting_tiles_are_told_with_their_players() -> None:
    found = compare(read_log(HEAD + MERGER), read_log(HEAD.replace("Ben 1B", "Ben 2B") + MERGER))
    assert found.first_parting == 0
    assert [(pair.first, pair.second) for pair in found.turns[0].clauses if pair.agreement is Agreement.PARTED] == [
        (Clause("start Ben 1B", 3), Clause("start Ben 2B", 3))
    ]


def test_the_command_tells_where_two_logs_part(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "one").write_text(HEAD + MERGER)
    (tmp_path / "other").write_text(
        HEAD + MERGER.replace("buy Tower 1, Luxor 1", "buy Luxor 2") + "4 Ann: 12H\n5 Ben: 12G\n"
    )
    one, other = str(tmp_path / "one"), str(tmp_path / "other")
    assert main(["compare", one, other]) == 1
    assert capsys.readouterr().out == (
        f"{one} and {other}: 5 turns, they part in 1 turn, first in turn 3 of Cai\n"
        f"  turn 3 of Cai: {one} says buy Tower 1, Luxor 1 (line 6); {other} says buy Luxor 2 (line 6)\n"
        f"  only in {other}: turn 4 of Ann to turn 5 of Ben\n"
    )
    assert main(["compare", "--json", one, other]) == 1
    found = json.loads(capsys.readouterr().out)
    assert (found["agreement"], found["first_parting"], found["players"][0]) == ("parted", 3, ["Ann", "Ann"])
    assert found["turns"][3]["clauses"][-1] == {
        "agreement": "parted",
        "first": {"text": "buy Tower 1, Luxor 1", "line": 6},
        "second": {"text": "buy Luxor 2", "line": 6},
    }
    assert main(["compare", one, one]) == 0
    assert "they contradict each other nowhere" in capsys.readouterr().out
    (tmp_path / "two").write_text("edition: mso\nplayers: Ann, Ben\n1 Ann: 4C\n")
    assert main(["compare", one, str(tmp_path / "two")]) == 2
    assert capsys.readouterr().err.startswith("One log has 3 players, the other 2; ")
