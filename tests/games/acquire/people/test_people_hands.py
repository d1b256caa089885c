"""Sixteen truthful logs in hands that are new to the reader: of those that it reads, everybody's cash is proved and nobody accused."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.acquire.board import parse_tile
from games.acquire.editions import Money
from games.acquire.errors import LogError
from games.acquire.logs import read_people
from games.acquire.replay import Severity, replay

HANDS = Path(__file__).parent / "hands"
#: The hands that are not read clean: to be mended, none may be added.
NOT_YET = frozenset({"bullets_under_name", "chess_like"})
#: The finding of a place that was passed over, which accuses nobody.
NOT_NEEDED = "line-unread"


def rights() -> dict[str, tuple[dict[str, int], dict[str, int]]]:
    """By the name of a hand everybody's right final cash and starting tile."""
    found = {}
    for line in (HANDS / "right.txt").read_text(encoding="utf-8").splitlines():
        name, cash, starts = (part.split(", ") for part in line.split(" | "))
        amounts = {player: int(amount) for player, amount in (said.split() for said in cash)}
        found[name[0]] = (amounts, {player: parse_tile(tile) for player, tile in (said.split() for said in starts)})
    return found


def answer_of(name: str) -> tuple[dict[str, Money | None], list[str]]:
    """What is proved of a hand with its table's starting tiles: everybody's final cash, and the errors besides places not needed."""
    reading = read_people((HANDS / f"{name}.txt").read_text(encoding="utf-8"), None, rights()[name][1])
    answer = replay(reading.record)
    errors = [
        finding.code for finding in answer.findings if finding.severity is Severity.ERROR and finding.code != NOT_NEEDED
    ]
    return dict(answer.final), errors


@pytest.mark.parametrize("name", sorted(set(rights()) - NOT_YET))
def test_a_hand_that_is_read_proves_everybody_and_accuses_nobody(name: str) -> None:
    assert answer_of(name) == (rights()[name][0], [])


@pytest.mark.parametrize("name", sorted(rights()))
def test_no_hand_is_misread_so_that_a_wrong_amount_is_proved(name: str) -> None:
    try:
        final, errors = answer_of(name)
    except LogError:
        return
    assert errors or final == rights()[name][0]


def test_every_hand_has_its_right_end() -> None:
    assert {path.stem for path in HANDS.glob("*.txt")} == {*rights(), "right"}
