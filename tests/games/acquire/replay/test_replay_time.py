"""Early clocks, time-outs and take-backs in the replay (R9, R23-R26, R31-R34)."""

import pytest

from games.acquire.logs import read_text
from games.acquire.replay import replay
from tests.games.acquire.replay.test_replay import HEAD, MERGER, OPENING


def _codes(text: str) -> list[str]:
    return [finding.code for finding in replay(read_text(text)).findings]


def _messages(text: str) -> list[str]:
    return [finding.message for finding in replay(read_text(text)).findings]


NEXT = "2 Ben: 12G; draw ?\n"


@pytest.mark.parametrize(
    ("body", "codes"),
    [
        ("1 Ann: 5A; timeout; dispose Ben Tower; dispose Cai Tower\n" + NEXT, []),
        ("1 Ann: 5A; timeout; dispose Ann Tower sell 6; dispose Ben Tower; dispose Cai Tower\n" + NEXT, []),
        ("1 Ann: 5A; dispose Ann Tower; by Ben timeout; dispose Ben Tower sell 4; dispose Cai Tower; cash Ben 7800\n"
         " buy Luxor 1; draw ?\n2 Cai: 12G; draw ?\n", []),
        ("1 Ann: 5A; timeout; dispose Ann Tower trade 6; dispose Ben Tower; dispose Cai Tower\n" + NEXT, ["dispose-out-of-time"]),
        ("1 Ann: 5A; timeout; dispose Ann Tower hold 6; dispose Ben Tower; dispose Cai Tower\n" + NEXT, ["dispose-out-of-time"]),
        ("1 Ann: 5A; timeout; dispose Ben Tower; dispose Cai Tower; buy Luxor 1\n" + NEXT, ["buy-after-draw"]),
    ],
)  # fmt: skip
def test_who_runs_out_of_time_in_a_merger_sells_all_and_does_not_buy(body: str, codes: list[str]) -> None:
    assert _codes(MERGER + body) == codes


NAMED_LATER = [
    (HEAD + "1 Ann: 4C; draw ?\n2 Ben: 2B; timeout; found Luxor\n3 Cai: 12A; draw ?\n4 Ann: 9G; draw ?\n5 Cai: 12C; draw ?\n", "Ben"),
    (MERGER.replace("Luxor: 1A 2A 3A 4A", "Luxor: 3A 4A") + "1 Ann: 5A; timeout; survivor Luxor; dispose Ben Tower; dispose Cai Tower\n"
     + NEXT, "Ann"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "player"), NAMED_LATER)
def test_a_chain_is_named_before_a_time_that_was_called_meanwhile_has_run_out(text: str, player: str) -> None:
    found = replay(read_text(text)).findings
    told = (
        f"{player}'s time was called before a chain was named; the chain is named first, then {player} is out of time."
    )
    assert [(finding.code, finding.severity.value, finding.message) for finding in found] == [
        ("time-called-early", "note", told)
    ]
    named_first = text.replace("timeout; found Luxor", "found Luxor; timeout").replace(
        "timeout; survivor Luxor", "survivor Luxor; timeout"
    )
    assert named_first != text
    assert replay(read_text(named_first)).findings == ()


def test_the_last_player_to_run_out_of_time_ends_the_game_also_after_a_tile() -> None:
    answer = replay(
        read_text(HEAD + "1 Ann: timeout\n2 Ben: timeout\n3 Cai: 12A; timeout\nfinal: Ann 6000, Ben 6000, Cai 6000\n")
    )
    assert answer.complete
    assert answer.findings == ()


@pytest.mark.parametrize(
    ("act", "text"),
    [
        ("draw ?; buy Luxor 1", "Ann bought Luxor 1 after the turn was over."),
        ("clock; buy Luxor 1", "Ann bought Luxor 1 after the turn was over."),
        ("timeout; buy Luxor 1", "Ann bought Luxor 1 after the turn was over."),
        ("clock; 5C", "Ann placed 5C after the turn was over."),
    ],
)
def test_a_finding_says_that_the_turn_was_over(act: str, text: str) -> None:
    assert _messages(HEAD + OPENING + f"4 Ann: 9G; {act}\n")[0] == text


@pytest.mark.parametrize(
    ("body", "codes"),
    [
        ("4 Ann: 5C; found American; takeback; 9G; draw ?\n", []),
        ("4 Ann: 5C; takeback; 6D; takeback; 9G; draw ?\n", []),
        ("4 Ann: 9G; draw ?\n5 Ben: takeback; 3I; buy -; draw ?\n6 Cai: 12A; draw ?\n", ["takeback-nothing"]),
        ("4 Ann: 5C; found Luxor; takeback; 9G; buy American 1; draw ?\n", ["found-taken", "buy-off-board"]),
        ("4 Ann: 9G; survivor Luxor; takeback; 5C; found Tower; draw ?\n", ["survivor-not-asked", "found-taken"]),
    ],
)  # fmt: skip
def test_a_tile_taken_back_leaves_the_position_before_it(body: str, codes: list[str]) -> None:
    assert _codes(HEAD + OPENING + body) == codes
