"""What the replay finds in a log, and what it takes as it stands."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import pytest

from games.acquire.actions import ActKind
from games.acquire.logs.reading import read_text
from games.acquire.replay.findings import CODES, Finding, Severity
from games.acquire.replay.judging.judge import replay
from tests.games.acquire.blocks import cases

HEAD = """edition: mso
players: Ann, Ben, Cai
start: Ann 1C, Ben 2A, Cai 7F
hand Ann: 4C 5C 6D 7E 8H 9G
hand Ben: 2B 3I 5I 7I 9I 11I
hand Cai: 7G 1D 12A 12C 12E 12G
"""

# Two turns in: Ben has founded Luxor (2A 2B) and Cai Tower (7F 7G).
OPENING = """1 Ann: 4C; buy -; draw 9A
2 Ben: 2B; found Luxor; buy Luxor 3; cash Ben 5400; draw 10A
3 Cai: 7G; found Tower; buy Tower 3; cash Cai 5400; draw 10C
"""


BOTH_SAFE = """edition: mso
players: Ann, Ben, Cai
position board Luxor: 1A 2A 3A 4A 5A 1B 2B 3B 4B 5B 5C
position board Tower: 7A 8A 9A 10A 11A 7B 8B 9B 10B 11B 7C
position hands Ann: 6A 6B 6C
position to_play: Ann
"""


def _codes(text: str) -> list[str]:
    return [finding.code for finding in replay(read_text(text)).findings]


@pytest.mark.parametrize(("log", "told"), cases(Path(__file__).with_name("findings.txt")))
def test_each_mistake_is_its_own_finding_at_its_code_and_a_right_log_has_none(log: str, told: list[str]) -> None:
    found = replay(read_text(log)).findings
    assert [finding.code for finding in found] == [line.partition(": ")[0] for line in told]
    for finding, line in zip(found, told, strict=True):
        assert line in (finding.code, f"{finding.code}: {finding.message}")


STANDSTILL = """edition: ah1999
players: Ann, Ben
position board Sackson: 1A 2A
position board Zeta: 4A 5A
position board Hydra: 7A 8A
position board Fusion: 10A 11A
position board America: 1C 2C
position board Phoenix: 4C 5C
position board Quantum: 7C 8C
position board: 1E 3E 5E 7E 9E 11E 1G 3G 5G 7G 9G 11G
position hands Ann: 2E 4E 6E 8E 10E 12E
position hands Ben: 2G 4G 6G 8G 10G 12G
position to_play: Ann
"""


@pytest.mark.parametrize("clock", ["", "; clock"])
def test_the_market_draws_at_the_end_also_where_nobody_called_it_because_nothing_could_change(clock: str) -> None:
    first, second = f"1 Ann: pass; buy -{clock}\n", f"2 Ben: pass; buy -{clock}"
    chains = ("Sackson", "Zeta", "Hydra", "Fusion", "America", "Phoenix", "Quantum")
    drawn = "".join(f"; market {chain} {column}I" for column, chain in enumerate(chains, 1))
    answer = replay(read_text(f"{STANDSTILL}{first}{second}{drawn}\n"))
    assert ([finding.code for finding in answer.findings], answer.complete) == ([], True)
    early = f"{STANDSTILL}{first.strip()}; market Sackson 1I\n{second}\n"
    assert _codes(early)[0] == "market-unexpected"


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_turn_whose_beginning_is_not_told_is_one_finding(number: int) -> None:
    record = read_text(HEAD + OPENING + "4 Ann: 9G; buy -; draw ?\n5 Ben: 3I; buy -; draw ?\n")
    events = [event for event in record.events if (event.act, event.value) != (ActKind.TURN, number)]
    (finding,) = replay(dataclasses.replace(record, events=events)).findings
    assert (finding.code, finding.turn) == ("act-out-of-turn", number)
    assert "the log does not say that" in finding.message


def test_a_finding_tells_where_what_and_which_rule() -> None:
    answer = replay(read_text(HEAD + OPENING + "4 Ann: 9G; buy Luxor 1; cash Ann 5700; draw ?"))
    assert answer.findings == (
        Finding(
            code="cash-wrong",
            severity=Severity.ERROR,
            line=10,
            turn=4,
            player="Ann",
            said=answer.findings[0].said,
            expected=5800,
            recorded=5700,
            rule="R11",
        ),
    )
    assert answer.findings[0].message == "Ann has 5700; according to the log as written, it should be 5800."


def test_the_answer_is_the_document_of_the_notation() -> None:
    text = BOTH_SAFE + "1 Ann: end\nfinal: Ann 6000, Ben 6000, Cai 6100\n"
    answer = Path(__file__).with_name("answer.json").read_text(encoding="utf-8")
    assert replay(read_text(text)).document() == json.loads(answer)


def test_a_starting_tile_after_the_beginning_is_told_and_does_not_come_to_the_board() -> None:
    head = "edition: mso\nplayers: Ann, Ben, Cai\nposition board Luxor: 1A 2A\nposition to_play: Ann\n"
    answer = replay(read_text(f"{head}1 Ann: 4C; draw ?\nstart: Ben 9E\n2 Ben: 9E; draw ?\n"))
    assert [(finding.code, finding.line) for finding in answer.findings] == [("start-unexpected", 6)]


def test_a_slip_that_makes_the_log_impossible_is_read_right_and_found_once() -> None:
    # Ben wrote that he bought three of Tower; he bought two, as his cash and his later sale say.
    text = (
        "edition: mso\nplayers: Ann, Ben, Cai\nposition board Luxor: 1A 2A 3A 4A\nposition board Tower: 6A 7A\n"
        "position hands Ben: 12I ? ? ? ? ?\nposition hands Cai: 5A ? ? ? ? ?\nposition to_play: Ben\n"
        "1 Ben: 12I; buy Tower 3; cash Ben 5600; draw ?\n"
        "2 Cai: 5A\n bonus Ben Tower 3000\n dispose Ben Tower sell 2 hold 0; cash Ben 9000\n buy -; draw ?\n"
    )
    (finding,) = replay(read_text(text)).findings
    assert (finding.code, finding.line) == ("cash-wrong", 8)
    assert finding.message.endswith("The rest of the log fits if turn 1 (line 8) should say: buy Tower 2.")


def test_a_hand_returned_and_drawn_anew_is_followed() -> None:
    body = "1 Ann: redraw 1A 1B 4C 12I 11H 10G; 4C; draw ?\n"
    assert _codes(HEAD + body) == []


@pytest.mark.parametrize(
    ("order", "count"),
    [
        ("Ann Cai Ben Ann Ben Cai", 1),  # Ben plays at once; then Ann, as if nothing had happened
        ("Ann Cai Ann Ben Cai Ann", 1),  # Ben has lost his turn
        ("Ann Ann Ben Cai Ann Ben", 1),  # Ann played twice
        ("Ann Cai Ben Cai Ann Ben", 1),  # the table goes on after Ben
        ("Ann Cai Cai Ann Ben Cai", 2),
        ("Ann Cai Ben Ann Cai Ben", 2),
    ],
)
def test_a_turn_out_of_order_is_found_once(order: str, count: int) -> None:
    tiles = ["1I", "3I", "5I", "7I", "9I", "11I"]
    head = "edition: mso\nplayers: Ann, Ben, Cai\nstart: Ann 1C, Ben 2A, Cai 7F\n"
    turns = [f"{who}: {tile}; buy -; draw ?\n" for who, tile in zip(order.split(), tiles, strict=True)]
    assert _codes(head + "".join(turns)) == ["turn-order"] * count


def test_the_table_of_codes_is_complete_and_well_formed() -> None:
    for code, row in CODES.items():
        assert code == row.code == code.lower()
        assert row.rule.startswith("R")
        assert row.meaning


def test_in_an_edition_that_ends_by_itself_going_on_is_found_once() -> None:
    body = "1 Ann: 12I; buy -; draw ?\n2 Ben: 12G; buy -; draw ?\n3 Cai: 12E; buy -; draw ?\n"
    text = BOTH_SAFE.replace("mso", "codewar").replace("Luxor", "Amazon").replace("Tower", "Google")
    assert _codes(text.replace("6A 6B 6C", "12I 12A ? ? ? ?") + body) == ["end-missed"]


def test_a_shown_tile_called_dead_at_the_wrong_time_does_not_come_back() -> None:
    """A broken log is judged to its end, whatever it says."""
    log = """edition: mso
players: Ann, Ben, Cai
1 Ann: pass; show 6C 12E 9F 9D 10E 9H; dead 6C 9F; return 12E 9D 10E 9H
"""
    codes = [finding.code for finding in replay(read_text(log)).findings]
    assert codes[:3] == ["start-missing", "pass-with-legal", "dead-unexpected"]


def test_the_last_player_to_run_out_of_time_ends_the_game_also_after_a_tile() -> None:
    answer = replay(
        read_text(HEAD + "1 Ann: timeout\n2 Ben: timeout\n3 Cai: 12A; timeout\nfinal: Ann 6000, Ben 6000, Cai 6000\n")
    )
    assert answer.complete
    assert answer.findings == ()
