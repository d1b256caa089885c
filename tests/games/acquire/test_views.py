"""Positions turn by turn, and boards as pictures."""

from xml.etree import ElementTree

import pytest

from games.acquire.board import parse_tile
from games.acquire.editions import LABEL_SETS
from games.acquire.logs import read_text
from games.acquire.replay import HandView, positions
from games.acquire.svg import board_svg, chain_letters, describe

LOG = """edition: mso
players: Ann, Ben, Cai
start: Ann 1C, Ben 2A, Cai 7F
hand Ann: 4C 5C 6D 7E 8H 9G
1 Ann: 4C; buy -; draw 9A
2 Ben: 2B; found Luxor; buy Luxor 3; cash Ben 5300; draw ?
"""
CLASSIC = LABEL_SETS["classic"].names


def test_there_is_a_position_before_the_first_turn_and_after_each() -> None:
    views = positions(read_text(LOG))
    assert [(view.number, view.label) for view in views] == [(0, "start"), (1, "1 Ann"), (2, "2 Ben")]
    assert dict(views[0].cells) == {parse_tile(name): "" for name in ("1C", "2A", "7F")}


def test_a_view_shows_board_shares_cash_hands_and_the_findings_of_its_turn() -> None:
    last = positions(read_text(LOG))[-1]
    cells = {"1C": "", "4C": "", "7F": "", "2A": "Luxor", "2B": "Luxor"}
    assert dict(last.cells) == {parse_tile(name): on for name, on in cells.items()}
    assert (last.placed, last.player, last.may_end, last.bag) == (parse_tile("2B"), "Ben", False, 108 - 3 - 18 - 2)
    assert last.shares == {"Ann": {}, "Ben": {"Luxor": 4}, "Cai": {}}
    assert last.cash == {"Ann": 6000, "Ben": 5400, "Cai": 6000}
    assert last.hands["Ann"] == HandView(tuple(map(parse_tile, ("5C", "6D", "7E", "8H", "9A", "9G"))), 0)
    assert last.hands["Ben"] == HandView((), 6)
    assert (last.sizes, last.prices, last.bank["Luxor"]) == ({"Luxor": 2}, {"Luxor": 200}, 21)
    assert [finding.code for finding in last.findings] == ["cash-wrong"]


def test_a_board_is_well_formed_and_says_in_words_what_it_shows() -> None:
    last = positions(read_text(LOG))[-1]
    picture = ElementTree.fromstring(board_svg(last.cells, CLASSIC, "After turn 2 <Ben>", last.placed, "b1"))  # noqa: S314 - our own picture
    space = "{http://www.w3.org/2000/svg}"
    assert picture.findtext(f"{space}title") == "After turn 2 <Ben>"
    assert picture.findtext(f"{space}desc") == "Luxor, 2 tiles: 2A 2B. Lone tiles: 1C 4C 7F."
    assert picture.get("aria-labelledby") == "b1-title b1-desc"
    classes = [
        group.get("class") for group in picture.iter(f"{space}g") if (group.get("class") or "").startswith("space")
    ]
    assert len(classes) == 108
    assert classes[parse_tile("2B")] == "space chain chain-luxor placed"
    assert classes[parse_tile("4C")] == "space lone"


def test_a_board_needs_no_colour_and_no_other_file() -> None:
    picture = board_svg({0: "Luxor", 9: "dead", 20: ""}, CLASSIC)
    assert "currentColor" in picture
    assert "#" not in picture.replace("url(#board-hatch-0)", "")
    assert "href" not in picture
    assert ">L<" in picture
    assert "×" in picture


def test_an_empty_board_is_described() -> None:
    assert describe({}, CLASSIC) == "The board is empty."


@pytest.mark.parametrize("name", LABEL_SETS)
def test_letters_tell_the_chains_of_a_set_apart(name: str) -> None:
    letters = chain_letters(LABEL_SETS[name].names)
    assert len(set(letters.values())) == 7


def test_chains_that_begin_alike_get_more_letters() -> None:
    assert chain_letters(["Tower", "Tavern", "Inn"]) == {"Tower": "To", "Tavern": "Ta", "Inn": "I"}


def test_the_sign_of_a_tile_and_its_name_do_not_touch_and_both_are_legible_on_a_phone() -> None:
    """By the size of the letters: a square reaches a sixth of it below its line, a name three quarters above its own."""
    picture = ElementTree.fromstring(board_svg({0: "Luxor", 9: "dead", 20: ""}, CLASSIC))  # noqa: S314 - our own picture
    space = "{http://www.w3.org/2000/svg}"
    signs = {}
    for group in picture.iter(f"{space}g"):
        texts = list(group.iter(f"{space}text"))
        if len(texts) == 2:
            (sign, name) = [(int(text.attrib["y"]), int(text.attrib["font-size"])) for text in texts]
            below = sign[1] / 6 if texts[0].text == "■" else 0
            signs[texts[0].text] = name[0] - 0.75 * name[1] - (sign[0] + below)
            assert name[1] * 320 / int(picture.attrib["viewBox"].split()[2]) >= 7
    assert signs.keys() == {"L", "×", "■"}
    assert min(signs.values()) >= 5
