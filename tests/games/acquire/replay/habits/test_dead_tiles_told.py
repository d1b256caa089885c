"""A statement about a dead tile is right from the tile of the turn to the next turn, however much else is told."""

from __future__ import annotations

import pytest

from games.acquire.board import TILE_NAMES
from games.acquire.logs import read_text
from games.acquire.replay import replay

ENDINGS = {"netacquire": ("Luxor", "Tower"), "wikipedia": ("Luxor", "Tower"), "ah1999": ("Sackson", "Zeta")}
ONE = "1A 2A 3A 4A 5A 1B 2B 3B 4B 5B 5C"
OTHER = "7A 8A 9A 10A 11A 7B 8B 9B 10B 11B 7C"
KNOWN = "position hands Ann: 6A 12I 10I 8I 1I 3I\n"
HELD = "6A 12I 10I 8I 1I 3I 12E 1E 12G 10G 8G 6G 4G 3F 1G 2E 12C 11D"  # three hands
LATER = "2 Ben: 12E{draw}\n3 Cai: 1E{draw}\n4 Ann: 10I{draw}\n"


def codes(edition: str, turn: str, *, hands: str = KNOWN, draws: bool = True, is_bag_empty: bool = False) -> list[str]:
    """The codes found in a turn of Ann, who has the dead tile 6A, and three turns after it.

    ``hands`` is the header's line of her hand; with an empty bag all tiles are laid out but those of the hands.
    """
    one, other = ENDINGS[edition]
    lines = (
        f"edition: {edition}\nplayers: Ann, Ben, Cai\nposition board {one}: {ONE}\nposition board {other}: {OTHER}\n"
    )
    if is_bag_empty:
        known = f"{ONE} {OTHER} {HELD}"
        lines += f"position board dead: {' '.join(tile for tile in TILE_NAMES if tile not in known.split())}\n"
    lines += f"{hands}position to_play: Ann\n"
    return [f.code for f in replay(read_text(lines + turn + LATER.format(draw="; draw ?" if draws else ""))).findings]


@pytest.mark.parametrize("edition", ENDINGS)
@pytest.mark.parametrize(
    "turn",
    [
        "1 Ann: 12I; dead 6A; buy -; draw 5I 7I\n",  # before the purchase
        "1 Ann: 12I; buy -; dead 6A; draw 5I 7I\n",  # before the draw
        "1 Ann: 12I; dead 6A; draw 5I; draw 7I\n",  # no purchase told
        "1 Ann: 12I; buy -; draw 5I; dead 6A; draw 7I\n",  # after the draw, with the tile drawn for it
        "1 Ann: 12I; buy -; draw 5I; dead 6A\n",  # that tile is not told
        "1 Ann: 12I; draw 5I; dead 6A\n",
        "1 Ann: 12I; buy -; dead 6A; draw 5I\n",  # one of the two drawn is not told
    ],
)
@pytest.mark.parametrize("hands", [KNOWN, ""])
def test_a_dead_tile_may_be_told_from_the_tile_to_the_next_turn(edition: str, turn: str, hands: str) -> None:
    assert codes(edition, turn, hands=hands) == []


@pytest.mark.parametrize("edition", ENDINGS)
@pytest.mark.parametrize("hands", [KNOWN, ""])
@pytest.mark.parametrize(
    "turn", ["1 Ann: 12I; dead 6A\n", "1 Ann: 12I; dead 6A; buy -\n", "1 Ann: 12I; buy -; dead 6A\n"]
)
def test_a_dead_tile_may_be_told_where_no_draw_is(edition: str, turn: str, hands: str) -> None:
    assert codes(edition, turn, hands=hands, draws=False) == []


@pytest.mark.parametrize("edition", ENDINGS)
@pytest.mark.parametrize("turn", ["1 Ann: 12I; buy -; dead 6A\n", "1 Ann: 12I; dead 6A; buy -; draw -\n"])
@pytest.mark.parametrize("hands", [KNOWN, ""])
def test_a_dead_tile_may_be_told_when_the_bag_is_empty(edition: str, turn: str, hands: str) -> None:
    assert codes(edition, turn, hands=hands, draws=False, is_bag_empty=True) == []


@pytest.mark.parametrize("edition", ENDINGS)
@pytest.mark.parametrize(
    ("turn", "found"),
    [
        ("1 Ann: 12I; dead 10I; draw 5I\n", "dead-not-dead"),  # the tile can still become legal
        ("1 Ann: 12I; dead 6B; draw 5I\n", "dead-unexpected"),  # a dead tile that is not in this hand
        ("1 Ann: 12I; buy -; dead 6A\n", "draw-missing"),  # neither the draw nor the tile for the dead one
    ],
)
def test_a_dead_tile_told_wrongly_is_found(edition: str, turn: str, found: str) -> None:
    more = "5 Ben: 12G; draw ?\n6 Cai: 10G; draw ?\n7 Ann: 8I; draw ?\n"
    one, other = ENDINGS[edition]
    head = f"edition: {edition}\nplayers: Ann, Ben, Cai\nposition board {one}: {ONE}\nposition board {other}: {OTHER}\n"
    text = head + KNOWN + "position to_play: Ann\n" + turn + LATER.format(draw="; draw ?") + more
    assert replay(read_text(text)).findings[0].code == found


def test_in_the_tournament_a_dead_tile_is_laid_out_in_the_exchange_only() -> None:
    head = f"edition: mso\nplayers: Ann, Ben, Cai\nposition board Luxor: {ONE}\nposition board Tower: {OTHER}\n"
    text = head + KNOWN + "position to_play: Ann\n1 Ann: 12I; dead 6A; draw ?\n"
    assert [finding.code for finding in replay(read_text(text)).findings] == ["dead-unexpected"]
