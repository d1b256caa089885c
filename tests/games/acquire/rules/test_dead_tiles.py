"""Dead tiles: what is laid out of the game in an exchange (R18), and what is found where they were to be replaced and were not."""

from __future__ import annotations

import pytest

from games.acquire.actions import Action, ActKind
from games.acquire.board import LONE, parse_tile
from games.acquire.editions import EDITIONS
from games.acquire.errors import IllegalActionError
from games.acquire.logs import read_text
from games.acquire.replay import replay
from games.acquire.rules import apply, legal_actions
from games.acquire.state import Phase, State
from tests.games.acquire.rules.test_rules import _hold, _with

SAFE = {"Luxor": "1A 2A 3A 4A 5A 1B 2B 3B 4B 5B 5C", "Tower": "7A 8A 9A 10A 11A 7B 8B 9B 10B 11B 7C"}
OTHERS = {"American": "1E 2E", "Worldwide": "4E 5E", "Festival": "7E 8E", "Imperial": "10E 11E", "Continental": "1G 2G"}
DEAD, EIGHTH = ("6A", "6B"), ("11I", "12H")


def tiles(*names: str) -> tuple[int, ...]:
    return tuple(sorted(map(parse_tile, names)))


def shown(no_play: str) -> State:
    """A hand of two dead tiles and two that would found an eighth chain, shown because none of them can be placed."""
    edition = EDITIONS["mso"].with_rules({"no_play": no_play})
    state = _with(edition, 3, **SAFE, **OTHERS)
    lone = parse_tile("12I")
    state.spaces[lone] = LONE
    state.seen.add(lone)
    state.bag -= 1
    state = _hold(state, 0, " ".join((*DEAD, *EIGHTH)))
    state = apply(state, Action(ActKind.PASS, 0))
    return apply(state, Action(ActKind.SHOW, 0, tiles(*DEAD, *EIGHTH)))


@pytest.mark.parametrize(
    ("no_play", "laid"),
    [
        ("mso", DEAD),  # the others go back into the bag once new ones are drawn (R19)
        ("redraw_all", (*DEAD, *EIGHTH)),  # the whole hand is set aside
    ],
)
def test_an_exchange_lays_out_what_the_edition_lays_out_and_nothing_else(no_play: str, laid: tuple[str, ...]) -> None:
    state = shown(no_play)
    assert state.phase is Phase.LAY
    assert legal_actions(state) == [Action(ActKind.DEAD, 0, tiles(*laid))]
    other = EIGHTH if laid == DEAD else DEAD
    with pytest.raises(IllegalActionError, match="dead must name"):
        apply(state, Action(ActKind.DEAD, 0, tiles(*other)))
    after = apply(state, Action(ActKind.DEAD, 0, tiles(*laid)))
    assert after.dead == set(tiles(*laid))
    assert after.hands[0] == set(tiles(*DEAD, *EIGHTH)) - set(tiles(*laid))


# Where dead tiles are replaced, one that is kept is one finding, whatever is drawn instead.

REPLACING = """edition: {edition}
players: Ann, Ben, Cai
position board {one}: 1A 2A 3A 4A 5A 1B 2B 3B 4B 5B 5C
position board {other}: 7A 8A 9A 10A 11A 7B 8B 9B 10B 11B 7C
position hands Ann: 6A 12I 10I 8I 1I 3I
position to_play: Ann
"""
AT_THE_END = {"netacquire": ("Luxor", "Tower"), "wikipedia": ("Luxor", "Tower"), "ah1999": ("Sackson", "Zeta")}
AT_THE_START = {"codewar": ("Windward", "Google")}
SMALL = "position board Amazon: 4G 5G\n"  # with every chain safe that edition's games have to end
NEXT = "2 Ben: 12E; draw ?\n3 Cai: 1E; draw ?\n"


def codes(edition: str, body: str) -> list[str]:
    one, other = (AT_THE_END | AT_THE_START)[edition]
    head = REPLACING.format(edition=edition, one=one, other=other)
    if edition in AT_THE_START:
        head = head.replace("position hands", f"{SMALL}position hands")
    text = head + body + NEXT
    return [finding.code for finding in replay(read_text(text)).findings]


@pytest.mark.parametrize("edition", AT_THE_END)
@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("1 Ann: 12I; draw 5I; dead 6A; draw 7I\n", []),
        ("1 Ann: 12I; draw 5I; draw 7I\n", ["dead-kept"]),
        ("1 Ann: 12I; draw 5I\n", ["dead-kept"]),
    ],
)
def test_a_dead_tile_kept_at_the_end_of_a_turn_is_one_finding(edition: str, body: str, found: list[str]) -> None:
    assert codes(edition, body) == found


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("1 Ann: dead 6A; draw 7I; 12I; draw 5I\n", []),
        ("1 Ann: 12I; draw 5I\n", ["dead-kept"]),
        ("1 Ann: draw 5I\n", ["dead-kept", "place-missing"]),
    ],
)
def test_a_dead_tile_kept_at_the_start_of_a_turn_is_one_finding_and_the_turn_goes_on(
    body: str, found: list[str]
) -> None:
    assert codes("codewar", body) == found


def test_dead_tiles_of_a_full_hand_are_replaced_also_where_the_game_might_have_been_ended_instead() -> None:
    edition = EDITIONS["ah1999"].with_rules({"hand_size": 3})
    state = _hold(_with(edition, 3, Sackson=SAFE["Luxor"], Zeta=SAFE["Tower"]), 0, "6A 6B 6C")
    for action in (Action(ActKind.PASS, 0), Action(ActKind.BUY, 0, ()), Action(ActKind.CLOCK, 0)):
        state = apply(state, action)
    assert (state.phase, legal_actions(state)) == (Phase.REPLACE, [Action(ActKind.DEAD, 0, tiles("6A", "6B", "6C"))])
