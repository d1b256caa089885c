"""Positions to be played on: acts and positions as text, the way back, what a board shows and what has no answer yet."""

from __future__ import annotations

import re
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.acquire import AcquireError, IllegalActionError, NotOverError, Position, PositionError, read_log
from games.acquire.actions import Action, ActKind
from games.acquire.editions.values import EDITIONS
from games.acquire.play.notation import PARTS, position_text, state_from_text
from games.acquire.rules.ending import worths
from games.acquire.rules.game import outcome
from games.acquire.rules.legal import interventions, legal_actions
from games.acquire.state import EndReason, Phase, State
from tests.conftest import ROOT, trying
from tests.games.acquire.play.games import NAMES, positions, walk

PLAYERS = ("Ann", "Ben", "Cai")
PURCHASE = (
    "mso buy; turn 17; bag 64; player 0; placed 6F; board Tower 6H 6I, American 6A 6B 6C 6D 6E 6F, - 9A; "
    "seat 2300, Tower 5, 2B 3C 4D 9E 10F; seat 4100, Tower 2 American 3, 1F 6G 7A 8B 11I 12H; seat 900, American 4, ? ? ? ? ? ?"
)


@st.composite
def states(draw: st.DrawFn) -> State:
    """A position of a random game of some edition, as it is or as one seat knows it."""
    edition = EDITIONS[draw(st.sampled_from(NAMES))]
    seats = draw(st.integers(edition.min_players, min(6, edition.max_players)))
    game = walk(edition.name, seats, draw(st.integers(0, 3)), draw(st.booleans()))
    state = game[draw(st.integers(0, len(game) - 1))]
    seat = draw(st.none() | st.integers(-1, seats - 1))
    return state if seat is None else state.known_to(seat if seat >= 0 else None)


@trying(60)
@given(states())
def test_a_position_comes_back_from_its_line_and_allows_the_same(state: State) -> None:
    line = position_text(state)
    assert "\n" not in line
    read = state_from_text(line)
    assert position_text(read) == line
    assert read == state
    assert legal_actions(read) == legal_actions(state)


@pytest.mark.parametrize("name", NAMES)
def test_every_act_comes_back_from_its_text(name: str) -> None:
    acts = set()
    for state in positions(name, 6):
        position = Position.of(state)
        for act in (*legal_actions(state), *interventions(state)):
            assert position.act_from(position.act_text(act)) == act
            acts.add(act.act)
    assert {ActKind.DRAW, ActKind.PLAY, ActKind.FOUND, ActKind.BUY} <= acts


def test_an_act_is_of_the_player_who_is_due_unless_it_names_another_one() -> None:
    position = Position.from_text(PURCHASE, PLAYERS)
    assert position.act_from("buy tower 2, american 1") == Action(ActKind.BUY, 0, ((1, 2), (2, 1)))
    assert position.act_text(Action(ActKind.TIMEOUT, 0)) == "timeout"
    assert position.act_text(Action(ActKind.TIMEOUT, 1)) == "by Ben timeout"
    assert position.act_from("by Ben timeout") == Action(ActKind.TIMEOUT, 1)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "'' is not an action: the clause ends too early; expected a tile or a clause."),
        ("by Ann buy -; by Ann draw 2A", "'by Ann buy -; by Ann draw 2A' contains 2 actions; write only one."),
        (
            "by Dot buy -",
            "'by Dot buy -' is not an action: 'Dot' is not a player in this log; expected one of Ann, Ben, Cai.",
        ),
        (
            "buy Sackson 1",
            "'buy Sackson 1' is not a chain in this game; name one of Luxor, Tower, American, Festival, Worldwide, "
            "Continental, Imperial.",
        ),
    ],
)
def test_what_is_no_act_is_refused_in_a_sentence(text: str, sentence: str) -> None:
    position = Position.from_text(PURCHASE, PLAYERS)
    with pytest.raises(AcquireError) as refused:
        position.play(text)
    assert str(refused.value) == sentence
    assert position.text() == PURCHASE


def test_a_refused_act_changes_nothing_and_leaves_nothing_to_undo() -> None:
    position = Position.from_text(PURCHASE, PLAYERS)
    with pytest.raises(IllegalActionError, match="At most 3 shares can be bought, not 4"):
        position.play("buy Tower 4")
    assert position.text() == PURCHASE
    with pytest.raises(AcquireError, match="Nothing has been played"):
        position.undo()


@pytest.mark.parametrize("name", NAMES)
def test_undoing_everything_leads_back_to_the_beginning(name: str) -> None:
    random, edition = Random(name), EDITIONS[name]
    position = Position(name, max(edition.min_players, 3))
    lines = [position.text()]
    while not position.is_over and len(lines) < 60:
        position.play(random.choice(position.legal_acts()))
        lines.append(position.text())
    for line in reversed(lines[:-1]):
        position.undo()
        assert position.text() == line


def test_the_bag_brings_what_is_due_and_nothing_where_a_player_decides() -> None:
    position = Position("mso", PLAYERS)
    assert [act.act for act in position.deal(Random(1))] == [ActKind.START] * 3 + [ActKind.DRAW] * 18
    assert position.actor in (0, 1, 2)
    assert position.deal(Random(1)) == []


def test_nobody_has_final_cash_before_the_end_but_everybody_is_worth_something() -> None:
    game = walk("mso", 4, 0)
    position = Position.of(game[len(game) // 2])
    with pytest.raises(NotOverError, match="The game is not over"):
        position.final_cash()
    assert [position.worth(seat) for seat in range(4)] == list(worths(position.state))
    with pytest.raises(IllegalActionError, match="There is no player -1; use 0 to 3"):
        position.worth(-1)
    over = Position.of(game[-1])
    ended = outcome(over.state)
    assert ended is not None
    assert over.final_cash() == ended.cash == tuple(over.worth(seat) for seat in range(4))


def test_a_board_shows_chains_tiles_and_what_everybody_has() -> None:
    lines = str(Position.from_text(PURCHASE.replace("- 9A", "- 9A, dead 12A"), PLAYERS)).splitlines()
    assert lines[1] == "A   .  .  .  .  .  A  .  .  o  .  .  x"
    assert lines[9] == "I   .  .  .  .  .  T  .  .  .  .  .  ."
    assert lines[10:] == [
        "* Ann: $2,300; Tower 5; 2B 3C 4D 9E 10F",
        "  Ben: $4,100; Tower 2, American 3; 1F 6G 7A 8B 11I 12H",
        "  Cai: $900; American 4; ? ? ? ? ? ?",
    ]


def test_the_picture_of_a_position_is_that_of_its_cells() -> None:
    position = Position.from_text(PURCHASE, PLAYERS)
    assert position.cells()[8 * 9] == ""
    assert "Tower, 2 tiles: 6H 6I." in position.svg()


def test_one_seat_sees_its_own_hand_alone() -> None:
    position = Position.from_text(PURCHASE, PLAYERS)
    assert [line.rpartition("; ")[2] for line in str(position.seen_by(1)).splitlines()[-3:]] == [
        "? ? ? ? ?",
        "1F 6G 7A 8B 11I 12H",
        "? ? ? ? ? ?",
    ]
    with pytest.raises(IllegalActionError, match="no player 3"):
        position.seen_by(3)


def test_a_recorded_game_is_played_on_from_any_event() -> None:
    record = read_log("edition: mso\nplayers: Ann, Ben, Cai\nstart: Ann 1C, Ben 3A, Cai 9H\n1 Ann: 2C; found Luxor\n")
    founding = Position.in_record(record, len(record.events) - 1)
    assert founding.state.phase is Phase.FOUND
    founding.play("found Tower")
    assert (founding.players, founding.state.chains_on_board()) == (PLAYERS, [1])


@pytest.mark.parametrize("players", [("Ann", "Ann", "Ben"), ("Ann", "Ben Demo", "Cai"), ("Ann", "by", "Cai")])
def test_names_that_cannot_stand_in_a_log_are_refused(players: tuple[str, ...]) -> None:
    with pytest.raises(AcquireError):
        Position("mso", players)


@pytest.mark.parametrize(
    ("written", "instead", "sentence"),
    [
        ("mso buy", "mso", "mso: an edition and a phase were expected at the beginning, such as 'mso play'."),
        ("mso buy", "chess buy", "chess: There is no edition called 'chess'; expected one of mso, "),
        ("mso buy", "mso buying", "table.phase: one of start, "),
        ("placed 6F", "placed", "placed: a value was expected behind it."),
        ("placed 6F", "6F", "6F: one of chains, order, turn, "),
        ("turn 17", "turn 17; turn 18", "turn: it stands there twice."),
        ("turn 17", "passed 17", "passed: nothing was expected behind it."),
        ("turn 17", "turn x", "table.turn: a whole number from 0 to "),
        ("6H 6I", "6H 13I", "table.board.Tower[1]: '13I' is not a tile; write its column and row, from 1A to 12I."),
        ("9A", "6A", "table.board.: 6A lies there twice."),
        ("Tower 5", "Tower", "Tower: a number was expected behind each chain."),
        ("Tower 5", "Sackson 5", "table.players[0].shares: one of Luxor, "),
        ("bag 64", "bag 108", "table.bag: at most "),
        ("turn 17", "rule chain_shares many", "chain_shares: many is no value of a rule; write it as JSON."),
        ("turn 17", "merger sizes Tower 2", "table.phase: nothing here asks for buy."),
        ("turn 17", "order 0 0 1", "table.order: each player from 0 to 2 was expected once."),
        ("2B 3C 4D", "2B 2B 4D", "hands[0]: a tile stands there twice."),
        ("seat 2300", "seat much", "table.players[0].cash: dollars were expected."),
    ],
)
def test_a_line_that_describes_no_position_is_refused_with_its_place(written: str, instead: str, sentence: str) -> None:
    with pytest.raises(PositionError) as refused:
        Position.from_text(PURCHASE.replace(written, instead, 1))
    assert str(refused.value).startswith(sentence)


@pytest.mark.parametrize(
    ("cash", "is_read"), [("20000/3", True), (f"{7:039}/2"[-40:], True), (f"{7:040}/2"[-41:], False), ("7/0", False)]
)
def test_a_fraction_of_a_dollar_has_forty_characters_at_most(cash: str, is_read: bool) -> None:
    line = PURCHASE.replace("seat 2300", f"seat {cash}").replace("mso buy", 'mso buy; rule split_rounding "exact"')
    if is_read:
        assert Position.from_text(line).state.cash[0] == Fraction(cash)
    else:
        with pytest.raises(PositionError, match=r"table.players\[0\].cash: dollars were expected"):
            Position.from_text(line)


@pytest.mark.parametrize("line", ["", ";", "mso", "mso buy", "mso buy;;", "mso buy; seat", "mso buy; rule; merger"])
def test_what_is_no_line_describes_no_position(line: str) -> None:
    with pytest.raises(PositionError):
        Position.from_text(line)


WORDS = (
    *[";", ",", "-", "?", "0", "1", "99", "7/3", "4C", "Tower", "seat", "merger"],
    "",
    "order 1 0 2",
    "[" * 9_999,
    "9" * 5_000,
)


@trying(100)
@given(states(), st.data())
def test_a_spoilt_line_is_refused_or_describes_a_position(state: State, data: st.DataObject) -> None:
    words = position_text(state).split(" ")
    for _ in range(data.draw(st.integers(1, 3))):
        words[data.draw(st.integers(0, len(words) - 1))] = data.draw(st.sampled_from((*WORDS, *words)))
    try:
        read = state_from_text(" ".join(words))
    except PositionError:
        return
    assert state_from_text(position_text(read)) == read


# docs/developing/notation.md


def test_the_position_of_the_document_is_read_and_written_as_it_stands_there() -> None:
    text = (ROOT / "docs" / "developing" / "notation.md").read_text(encoding="utf-8")
    (line,) = re.findall(r"```position\n(.*?)\n```", text)
    assert line == PURCHASE == Position.from_text(line).text()


def test_every_part_of_a_line_and_every_phase_is_in_the_document() -> None:
    section = (ROOT / "docs" / "developing" / "notation.md").read_text(encoding="utf-8").partition("## One position")[2]
    named = {
        word
        for code in re.findall(r"`([^`\n]+)`", section.partition("## What was undone")[0])
        for word in re.split(r"[ ,]+", code)
    }
    assert {*PARTS, *(phase.name.lower() for phase in Phase)} <= named
    assert EndReason.CALLED.name in named
