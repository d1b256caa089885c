"""What the replay finds in a log, and what it takes as it stands."""

from __future__ import annotations

import dataclasses

import pytest

from games.acquire.actions import ActKind
from games.acquire.logs import read_text
from games.acquire.replay import CODES, Finding, Severity, replay

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

# Two chains that one tile (5A) merges: Luxor with four tiles, Tower with two.
MERGER = """edition: mso
players: Ann, Ben, Cai
position board Luxor: 1A 2A 3A 4A
position board Tower: 6A 7A
position shares Ann: Tower 6
position shares Ben: Tower 4
position shares Cai: Tower 2
position hands Ann: 5A 12I ? ? ? ?
position to_play: Ann
"""

PAID = "1 Ann: 5A\n {}\n dispose Ann Tower sell 6; dispose Ben Tower; dispose Cai Tower\n buy -; draw ?\n"

BOTH_SAFE = """edition: mso
players: Ann, Ben, Cai
position board Luxor: 1A 2A 3A 4A 5A 1B 2B 3B 4B 5B 5C
position board Tower: 7A 8A 9A 10A 11A 7B 8B 9B 10B 11B 7C
position hands Ann: 6A 6B 6C
position to_play: Ann
"""


def _codes(text: str) -> list[str]:
    return [finding.code for finding in replay(read_text(text)).findings]


@pytest.mark.parametrize(
    ("body", "codes"),
    [
        ("1 Ann: 4C; draw 9A\n", []),
        ("1 Ann: 4D; draw 9A\n", ["tile-not-in-hand"]),
        ("1 Ann: 2A; draw 9A\n", ["tile-on-board"]),
        ("1 Ann: 2B; draw 9A\n", ["tile-elsewhere"]),
        ("1 Ann: 4C; draw 7F\n", ["tile-on-board"]),
        ("1 Ann: 4C; draw 11I\n", ["tile-elsewhere"]),
        ("1 Ann: 4C; draw 5C\n", ["tile-twice"]),
        ("1 Ann: 4C; draw 9A 9B\n", ["draw-count"]),
        ("1 Ann: 4C; draw ?; 5C\n", ["play-after-draw"]),
        ("1 Ann: 4C; draw ?; buy Luxor 1\n", ["buy-after-draw"]),
        ("1 Ann: 4C; draw ?; end\n", ["end-after-draw"]),
        ("1 Ann: 4C; 6D; draw ?\n", ["place-twice"]),
        ("1 Ann: 4C; found Luxor; draw ?\n", ["found-not-founding"]),
        ("1 Ann: pass; show 4C 5C 6D 7E 8H 9G\n", ["pass-with-legal"]),
        ("1 Ann: buy -; draw -\n2 Ben: 3I; draw ?\n", ["place-missing"]),
        ("1 Ben: 3I; draw ?\n", ["turn-order"]),
        ("2 Ann: 4C; draw ?\n", ["turn-number"]),
        ("1 Ann: 4C; buy -\n2 Ben: 3I; draw ?\n", ["draw-missing"]),
        ("1 Ann: 4C; by Ben draw ?; draw ?\n", ["draw-out-of-turn"]),
        ("1 Ann: 4C; end\n", ["end-not-reached"]),
        ("1 Ann: 4C; bonus Ann Luxor 2000; draw ?\n", ["bonus-unexpected"]),
        ("1 Ann: 4C; dispose Ann Luxor sell 1; draw ?\n", ["dispose-not-asked"]),
        ("1 Ann: 4C; survivor Luxor; draw ?\n", ["survivor-not-asked"]),
        ("1 Ann: 4C; order Luxor; draw ?\n", ["order-not-asked"]),
        ("1 Ann: 4C; dead 5C; draw ?\n", ["dead-unexpected"]),
        ("1 Ann: 4C; return 5C; draw ?\n", ["return-unexpected"]),
        ("1 Ann: takeback; 4C; draw ?\n", ["takeback-nothing"]),
        ("1 Ann: card BUY_5_STOCK; 4C; draw ?\n", ["card-unexpected"]),
        ("1 Ann: 4C; market Luxor 1A; draw ?\n", ["market-unexpected"]),
        ("1 Ann: 4C; swap Luxor Tower; draw ?\n", ["swap-not-allowed"]),
        ("1 Ann: redraw 1A 9B 3C\n", ["redraw-count"]),
        ("1 Ann: 4C; draw ?; clock\n", ["clock-unexpected"]),
        ("hand Ben: 4C 1A ? ? ? ?\n1 Ann: 4C; draw ?\n", ["tile-elsewhere"]),
        ("hand Ann: 4C 5C 6D 7E 8H 9G 9H\n1 Ann: 4C; draw ?\n", ["hand-count"]),
        ("hand Ann: 4C 5C 6D 7E 8H 9I\n1 Ann: 4C; draw ?\n", ["hand-differs", "tile-elsewhere"]),
        ("start: Ann 1E\n1 Ann: 4C; draw ?\n", ["start-unexpected"]),
        ("1 Ann: 4C; draw ?\nfinal: Ann 6000, Ben 6000, Cai 6000\n", ["end-missing"]),
        ("1 Ann: timeout; by Ann timeout\n", ["timeout-unexpected"]),
        ("1 Ann: timeout\n2 Ben: 3I; draw ?\n3 Cai: 12A; draw ?\n4 Ann: 5C\n", ["turn-timed-out"]),
        (OPENING + "4 Ann: 9G; buy American 1; draw ?\n", ["buy-off-board"]),
        (OPENING + "4 Ann: 9G; found American; buy Luxor 2; draw ?\n", ["found-not-founding"]),
        (OPENING + "4 Ann: 9G; buy Luxor 2, Tower 2; draw ?\n", ["buy-too-many"]),
        (OPENING + "4 Ann: 9G; buy Luxor 0; draw ?\n", ["buy-negative"]),
        (OPENING + "4 Ann: 9G; buy Luxor 1; buy Tower 1; draw ?\n", ["buy-twice"]),
        (OPENING + "4 Ann: 9G; by Ben buy Tower 1; draw ?\n", ["buy-out-of-turn"]),
        (OPENING + "4 Ann: 9G; buy Luxor 1; cash Ann 5700; draw ?\n", ["cash-wrong"]),
        (OPENING + "4 Ann: 9G; draw ?; cash Ann 5800\n", ["cash-unrecorded"]),
        (MERGER + PAID.format("bonus Ann Tower 2000; bonus Ben Tower 1000"), []),
        (MERGER + PAID.format("bonus Ann Tower 3000; bonus Ben Tower 1000"), ["bonus-wrong"]),
        (MERGER + PAID.format("bonus Ann Tower 2000; bonus Cai Tower 1000"), ["bonus-misdirected"]),
        (MERGER + PAID.format("bonus Ann Tower 2000; bonus Ben Luxor 1000"), ["bonus-misdirected"]),
        (MERGER + PAID.format("bonus Ann Tower 2000"), ["bonus-missing"]),
        (MERGER + PAID.format("bonus Ann Tower 2000; bonus Ann Tower 2000; bonus Ben Tower 1000"), ["bonus-twice"]),
        (MERGER + "1 Ann: 5A; dispose Ann Tower sell 7; dispose Ben Tower; dispose Cai Tower; buy -; draw ?\n", ["dispose-too-many"]),
        (MERGER + "1 Ann: 5A; dispose Ann Tower trade 3; dispose Ben Tower; dispose Cai Tower; buy -; draw ?\n", ["dispose-odd-trade"]),
        (MERGER + "1 Ann: 5A; dispose Ann Tower sell -1; dispose Ben Tower; dispose Cai Tower; buy -; draw ?\n", ["dispose-negative"]),
        (MERGER + "1 Ann: 5A; dispose Ann Tower sell 2 hold 3; dispose Ben Tower; dispose Cai Tower; buy -; draw ?\n", ["dispose-hold"]),
        (MERGER + "1 Ann: 5A; dispose Ben Tower; dispose Ann Tower; dispose Cai Tower; buy -; draw ?\n", []),
        (MERGER + "1 Ann: 5A; dispose Ann Tower; dispose Ben Tower; buy -; draw ?\n", ["dispose-missing"]),
        (MERGER + "1 Ann: 5A; survivor Tower; dispose Ann Tower; dispose Ben Tower; dispose Cai Tower; buy -\n", ["survivor-not-asked"]),
        (MERGER + "1 Ann: 5A; end\n", ["end-in-merger"]),
        (MERGER + "1 Ann: 5A; dispose Ann Tower; takeback; 12I; buy -; draw ?\n", ["takeback-late"]),
        (BOTH_SAFE + "1 Ann: 6A; buy -; draw ? ? ?\n", ["place-two-safe"]),
        (BOTH_SAFE + "1 Ann: pass; buy -; draw ? ? ?\n", ["show-missing"]),
        (BOTH_SAFE + "1 Ann: pass; show 6A 6B 12I; dead 6A 6B 6C; draw ? ? ?; 12H; buy -; draw ?\n", ["show-differs"]),
        (BOTH_SAFE + "1 Ann: pass; show 6A 6B 6C; dead 6A 6B; draw ? ? ?; return 6C; 12H; draw ? ? ? ?\n", ["dead-kept"]),
        (BOTH_SAFE + "1 Ann: pass; show 6A 6B 6C; dead 6A 6B 6C; draw ? ? ?; buy Luxor 1; draw ? ? ?\n", ["end-forced"]),
        (BOTH_SAFE + "1 Ann: pass; show 6A 6B 6C; dead 6A 6B 6C; draw ? ? ?; end\n", []),
        (BOTH_SAFE + "1 Ann: end\n2 Ben: 12I; draw ?\n", ["play-after-end"]),
        (BOTH_SAFE + "1 Ann: end\nfinal: Ann 6000, Ben 6000, Cai 6100\n", ["final-wrong"]),
    ],
)  # fmt: skip
def test_each_mistake_is_its_own_finding(body: str, codes: list[str]) -> None:
    text = body if body.startswith("edition") else HEAD + body
    assert _codes(text) == codes


@pytest.mark.parametrize(
    ("edition", "body", "codes"),
    [
        ("neu2013", "position board Tower: 1A 2A\n1 Ann: 12I; buy Tower 1, Continental 1; draw ?\n", ["buy-mixed"]),
        ("neu2013", "position board Tower: 1A 2A\nposition board: 3B\n1 Ann: 3A; buy -; draw ?\n", ["place-beside-loose"]),
        ("neu2013", "position board Tower: 1A 2A\n1 Ann: 12I; buy Sackson 1; draw ?\n", ["buy-off-board"]),
        ("neu2013", "position board Tower: 1A 2A\n1 Ann: 12I; buy Continental 2; cash Ann 7400; draw ?\n", []),
        ("montecarlo", BOTH_SAFE.split("players")[1][len(": Ann, Ben, Cai\n") :] + "1 Ann: end\n", ["end-too-early"]),
        ("codewar", "1 Ann: card BUY_5_STOCK; 12I; draw ?\n", ["card-unexpected"]),
        ("codewar", "position board Amazon: 1A 2A\n1 Ann: 12I; card BUY_5_STOCK; buy Amazon 5; cash Ann 5000; draw ?\n", []),
        ("codewar", "position board Amazon: 1A 2A\n1 Ann: 12I; card BUY_5_STOCK; card FREE_3_STOCK; buy -; draw ?\n", ["card-used"]),
        ("codewar", "position board Amazon: 1A 2A\n1 Ann: 12I; card TRADE_2_STOCK; swap Amazon Google; buy -; draw ?\n", ["swap-too-few"]),
        ("codewar", "1 Ann: 12I; draw ?; end\n", ["end-not-called"]),
        ("netacquire", "start: Ann 7F, Ben 2A, Cai 1C\n1 Ann: 12I; draw ?\n", ["start-order"]),
        ("netacquire", "1 Ann: 12I; draw ?\n", ["start-missing"]),
    ],
)  # fmt: skip
def test_each_edition_has_its_own_mistakes(edition: str, body: str, codes: list[str]) -> None:
    assert _codes(f"edition: {edition}\nplayers: Ann, Ben, Cai\n{body}") == codes


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


def test_a_market_that_drew_no_tile_is_a_warning() -> None:
    text = (
        MERGER.replace("Ann, Ben, Cai", "Ann, Ben")
        .replace("mso", "wikipedia")
        .replace("position shares Cai: Tower 2\n", "")
    )
    body = "1 Ann: 5A; {}bonus Ann Tower 2000; bonus Ben Tower 1000\n dispose Ann Tower; dispose Ben Tower; buy -; draw ?\n"
    assert _codes(text + body.format("")) == ["market-missing"]
    assert _codes(text + body.format("market Tower 1I; ")) == []


def test_too_many_or_too_few_players_are_a_warning() -> None:
    assert _codes("edition: mso\nplayers: Ann, Ben\nstart: Ann 1A, Ben 1C\n1 Ann: 12I; draw ?") == ["players-count"]


def test_an_impossible_position_is_said() -> None:
    text = (
        "edition: mso\nplayers: Ann, Ben, Cai\nposition shares Ann: Luxor 26\nposition board: 4C 4C\n1 Ann: 12I; draw ?"
    )
    assert _codes(text) == ["position-wrong", "position-wrong"]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("board Luxor: 1A", "Luxor has only one tile, 1A; it needs at least two."),
        ("cash: Ann -100", "Ann cannot have -100."),
        ("shares Ann: Luxor -2", "Ann cannot have -2 shares of Luxor."),
    ],
)
def test_a_position_with_too_little_is_said(line: str, message: str) -> None:
    text = f"edition: mso\nplayers: Ann, Ben, Cai\nposition {line}\n1 Ann: 12I; buy -; draw ?\n"
    assert [(f.code, f.message) for f in replay(read_text(text)).findings] == [("position-wrong", message)]


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
    assert replay(read_text(text)).document() == {
        "edition": "mso",
        "turns": 1,
        "complete": True,
        "findings": [
            {
                "code": "final-wrong",
                "severity": "error",
                "line": 8,
                "turn": 1,
                "player": "Cai",
                "message": "Cai has 6100; according to the log as written, it should be 6000.",
                "expected": 6000,
                "recorded": 6100,
                "rule": "R11",
                "cause": None,
            }
        ],
        "final": {"Ann": 6000, "Ben": 6000, "Cai": 6000},
        "possible": {},
        "settles": [],
        "recorded_final": {"Ann": 6000, "Ben": 6000, "Cai": 6100},
        "as_written": {"Ann": 6000, "Ben": 6000, "Cai": 6000},
        "confirmed": ["Ann", "Ben", "Cai"],
        "stories": [],
    }


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


def test_unknown_hands_are_no_mistake_and_impossible_tiles_still_are() -> None:
    head = "edition: mso\nplayers: Ann, Ben, Cai\nstart: Ann 1C, Ben 2A, Cai 7F\n"
    assert _codes(head + "1 Ann: 4C; draw ?\n2 Ben: 5E; draw 9A\n3 Cai: 12A; draw ?") == []
    assert _codes(head + "1 Ann: 4C; draw ?\n2 Ben: 4C; draw ?") == ["tile-on-board"]
    assert _codes(head + "1 Ann: 4C; draw 9A\n2 Ben: 9A; draw ?") == ["tile-elsewhere"]


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


# All seven chains are on the board and every tile of Ann's hand would found an eighth.
EIGHTH = """edition: mso
players: Ann, Ben, Cai
position board Luxor: 1A 2A
position board Tower: 4A 5A
position board American: 7A 8A
position board Worldwide: 10A 11A
position board Festival: 1C 2C
position board Imperial: 4C 5C
position board Continental: 7C 8C
position board: 12I 10I 8I 6I 1I 1G
position hands Ann: 11I 12H 9I 7I 2I 1H
position to_play: Ann
"""
SHOWN = "1 Ann: pass; show 11I 12H 9I 7I 2I 1H; "
LATER = "2 Ben: 12C; draw ?\n3 Cai: 11G; draw ?\n4 Ann: 5G; draw ?\n5 Ben: 7F; draw ?\n"
BACK = "return 11I 12H 9I 7I 2I 1H; "
STUCK = "10H 8H 6H 5I 1F 2G"
HIDDEN_HAND = BOTH_SAFE.replace("position hands Ann: 6A 6B 6C\n", "")


@pytest.mark.parametrize(
    ("body", "codes"),
    [
        ("draw 12E ? ? ? ? ?; " + BACK + "12E; buy -; draw ?\n2 Ben: 12C; draw ?\n", []),
        (f"draw {STUCK}; {BACK}buy Luxor 1; draw -\n2 Ben: 12C; draw ?\n", []),
        (f"draw {STUCK}; {BACK}pass; buy Luxor 1; draw -\n2 Ben: 12C; draw ?\n", []),
        (BACK + "draw 12E ? ? ? ? ?; 12E; buy -; draw ?\n" + LATER, ["draw-count"]),
        ("draw 12E ? ? ? ? ?; 12E; buy -; draw ?\n" + LATER, ["show-missing"]),
        ("draw 12E ? ? ? ? ?; return 12H 9I 7I 2I 1H; 12E; buy -; draw ?\n2 Ben: 12C; draw 11I\n", ["return-differs"]),
    ],
)  # fmt: skip
def test_an_exchange_is_one_finding_at_most(body: str, codes: list[str]) -> None:
    assert _codes(EIGHTH + SHOWN + body) == codes


@pytest.mark.parametrize(
    "body",
    [
        "show 6A 6B 6C ? ? ?; dead 6A 6B 6C; draw ? ? ? ? ? ?; return ? ? ?; 12I; buy -; draw ?",
        "show ? ? ? ? ? ?; draw ? ? ? ? ? ?; return ? ? ? ? ? ?; 12I; buy -; draw ?",
        "show ? ? ? ? ? ?; dead 6A; draw ? ? ? ? ? ?; return 6B ? ? ? ?; 12I; buy -; draw ?",
    ],
)
def test_an_exchange_of_which_not_all_tiles_are_known_is_no_mistake(body: str) -> None:
    later = "\n2 Ben: 12G; draw ?\n3 Cai: 12E; draw ?\n4 Ann: 12C; draw ?\n"
    assert _codes(HIDDEN_HAND + "1 Ann: pass; " + body + later) == []


def test_a_hand_of_five_is_exchanged_for_five() -> None:
    text = EIGHTH.replace(" 1H\n", "\n") + (
        "1 Ann: pass; show 11I 12H 9I 7I 2I; draw 12E ? ? ? ?; return 11I 12H 9I 7I 2I; 12E; buy -; draw ? ?\n"
        "2 Ben: 12C; draw ?\n"
    )
    assert _codes(text) == []


def test_tiles_drawn_or_placed_after_the_time_ran_out_are_one_finding() -> None:
    assert _codes(HEAD + "1 Ann: 4C; timeout; draw 9A\n2 Ben: 3I; draw ?\n") == ["draw-out-of-turn"]
    assert _codes(HEAD + "1 Ann: timeout; 4C; draw ?\n2 Ben: 3I; draw ?\n") == ["play-after-draw"]


def test_a_tile_that_cannot_be_in_the_new_hand_is_said_to_be_where_it_is() -> None:
    (finding,) = replay(read_text(HEAD + "1 Ann: redraw 2B 4A 5A 6A 7A 8A; 4A; draw ?\n")).findings
    assert finding.message == "Ann cannot have 2B: Ben holds it."
    (finding,) = replay(read_text(HEAD + "1 Ann: redraw 2A 4A 5A 6A 7A 8A; 4A; draw ?\n")).findings
    assert (finding.code, finding.message) == ("tile-on-board", "Ann cannot have 2A: it is no longer in the bag.")


# The tile 5E merges two largest chains of four tiles and two smallest of two.
FOUR = """edition: mso
players: Ann, Ben, Cai
position board Luxor: 1E 2E 3E 4E
position board Tower: 6E 7E 8E 9E
position board American: 5D 5C
position board Festival: 5F 5G
position shares Ann: Luxor 2, Tower 4, American 3, Festival 1
position shares Ben: Luxor 2, Tower 1, American 3, Festival 2
position shares Cai: Tower 1, American 1
position hands Ann: 5E 12I ? ? ? ?
position to_play: Ann
"""
TOWER = (
    " bonus Ann Tower 4000; bonus Ben Tower 1000; bonus Cai Tower 1000\n"
    " dispose Ann Tower trade 4; dispose Ben Tower sell 1; dispose Cai Tower\n"
)
LUXOR = " bonus Ann Luxor 3000; bonus Ben Luxor 3000\n dispose Ann Luxor; dispose Ben Luxor\n"
FESTIVAL = " bonus Ben Festival 3000; bonus Ann Festival 1500\n dispose Ann Festival; dispose Ben Festival trade 2\n"
AMERICAN = " bonus Ann American 2300; bonus Ben American 2300\n dispose Ann American; dispose Ben American; dispose Cai American\n"
AFTER_IT = " buy -; draw ?\n2 Ben: 12A; draw ?\n"


@pytest.mark.parametrize(
    ("body", "codes"),
    [
        ("survivor Luxor; order Festival, American\n" + TOWER + FESTIVAL + AMERICAN, []),
        ("survivor Luxor\n" + TOWER + FESTIVAL + AMERICAN, []),  # who disposes of what shows the order chosen
        ("survivor Luxor\n" + TOWER + AMERICAN + FESTIVAL, []),
        ("survivor Luxor; order Festival\n" + TOWER + FESTIVAL + AMERICAN, []),
        ("survivor Luxor; order Tower, American, Festival\n" + TOWER + AMERICAN + FESTIVAL, []),
        ("survivor Luxor; order American, Tower, Festival\n" + TOWER + AMERICAN + FESTIVAL, ["order-wrong"]),
        ("survivor Luxor; survivor Tower\n" + LUXOR + FESTIVAL + AMERICAN, []),
        ("survivor Luxor; survivor American\n" + TOWER + FESTIVAL + AMERICAN, ["survivor-wrong"]),
        ("survivor Luxor; bonus Ann Luxor 4000\n" + TOWER + FESTIVAL + AMERICAN, ["bonus-unexpected"]),
        ("survivor Luxor\n" + TOWER.replace("Ben Tower 1000", "Cai Tower 1000", 1) + FESTIVAL + AMERICAN, ["bonus-misdirected"]),
    ],
)  # fmt: skip
def test_a_merger_of_four_is_told_in_many_ways(body: str, codes: list[str]) -> None:
    answer = replay(read_text(FOUR + "1 Ann: 5E; " + body + AFTER_IT))
    assert [finding.code for finding in answer.findings] == codes


ALONE = FOUR.replace("Ben: Luxor 2, Tower 1, American 3, Festival 2", "Ben: Luxor 2, Tower 1, American 3")
OF_ONE = " bonus Ann Festival 4500\n dispose Ann Festival\n"


@pytest.mark.parametrize(
    "rest", [TOWER + OF_ONE + AMERICAN, TOWER + AMERICAN + OF_ONE], ids=["the one first", "the one last"]
)
def test_who_disposes_of_what_shows_the_order_that_nobody_named(rest: str) -> None:
    """Two equal chains, of which one has a single holder: the mergemaker's order is read from the first disposal (R14)."""
    answer = replay(read_text(ALONE + "1 Ann: 5E; survivor Luxor\n" + rest + AFTER_IT))
    assert [finding.code for finding in answer.findings] == []


CARDS = """edition: codewar
players: Ann, Ben, Cai
position board Windward: 1A 2A
position board Google: 1I 2I
position shares Ann: Google 6
position hands Ann: 6A 6B 12I 12G 12E 12C
position to_play: Ann
"""


@pytest.mark.parametrize(
    ("body", "codes"),
    [
        ("12I; card TRADE_2_STOCK; swap Google Windward; buy Google 3; draw ?", []),
        ("12I; buy Google 3; card TRADE_2_STOCK; swap Google Windward; draw ?", []),
        ("card BUY_5_STOCK; 12I; buy Google 4; draw ?", ["card-unexpected"]),
        ("12I; card BUY_5_STOCK; buy Google 6; draw ?", ["buy-too-many"]),
        ("12I; buy -; draw ?; card TRADE_2_STOCK", ["card-unexpected"]),
    ],
)
def test_a_card_played_at_the_wrong_time_is_one_finding(body: str, codes: list[str]) -> None:
    answer = replay(read_text(CARDS + "1 Ann: " + body + "\n2 Ben: 11A; draw ?\n"))
    assert [finding.code for finding in answer.findings] == codes


TWO_SAFE = """edition: codewar
players: Ann, Ben, Cai
position board Windward: 1A 2A 3A 4A 5A 1B 2B 3B 4B 5B 5C
position board HP: 7A 8A 9A 10A 11A 7B 8B 9B 10B 11B 7C
position board Google: 1I 2I
position hands Ann: 6A 6B 12I ? ? ?
position to_play: Ann
"""

COURSE = """edition: neu2013
players: Ann, Ben, Cai
hand Ann: 4C 5C 6D 7E 8H 9G
hand Ben: 2B 3I 5I 7I 9I 11I
hand Cai: 7G 1D 12A 12C 12E 12G
"""


@pytest.mark.parametrize(
    ("body", "codes"),
    [
        ("1 Ann: dead 6A 6B; draw ? ?; 12I; buy -; draw ?\n", []),
        ("1 Ann: dead 6A; draw ?; dead 6B; draw ?; 12I; buy -; draw ?\n", []),
        ("1 Ann: 12I; buy -; draw ?\n2 Ben: 12G; draw ?\n3 Cai: 11F; draw ?\n4 Ann: 9F; draw ?\n", ["dead-kept"]),
        ("1 Ann: dead 6A; draw ?; 6B; buy -; draw ?\n", ["place-two-safe"]),
        ("1 Ann: card DRAW_5_TILES; draw ? ? ? ? ?; 12I; buy -\n2 Ben: 12G; draw ?\n", ["dead-kept"]),
        ("1 Ann: pass; buy -\n2 Ben: 12G; draw ?\n", ["dead-kept"]),
    ],
)
def test_dead_tiles_that_the_game_takes_away_before_the_turn(body: str, codes: list[str]) -> None:
    assert _codes(TWO_SAFE + body) == codes


def test_a_pass_with_a_legal_tile_does_not_end_the_game_of_the_course() -> None:
    body = "1 Ann: pass; buy -; draw -\n2 Ben: 3I; draw ?\n3 Cai: 12A; draw ?\n"
    assert _codes(COURSE + body) == ["pass-with-legal"]


def test_who_can_place_no_tile_may_ask_in_vain_to_buy() -> None:
    stuck = """edition: neu2013
players: Ann, Ben, Cai
position board Tower: 1A 2A 3A 4A 5A 1B 2B 3B 4B 5B 5C 4C
position board Sackson: 7A 8A 9A 10A 11A 7B 8B 9B 10B 11B 7C 8C
position board Festival: 1H 2H
position hands Ann: 6A 6B 6C
position to_play: Ann
"""
    body = "1 Ann: pass; buy Festival 2\nfinal: Ann 8000, Ben 8000, Cai 8000\n"
    assert _codes(stuck + body) == []


def test_an_end_size_below_the_safe_size_ends_the_game() -> None:
    text = (
        "edition: mso\nplayers: Ann, Ben, Cai\nrule end_size: 4\nposition board Luxor: 1A 2A 3A 4A\n"
        "position hands Ann: 12I ? ? ? ? ?\n1 Ann: 12I; end\n"
    )
    assert _codes(text) == []
