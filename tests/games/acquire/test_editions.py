"""Tiles, editions, labels, prices and bonuses against the printed tables."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.acquire.board import (
    FOUR_NEIGHBOURS,
    LONE,
    NEIGHBOURS,
    OUTSIDE,
    TILES,
    empty_spaces,
    loose_group,
    parse_tile,
    row_first,
    tile_name,
)
from games.acquire.editions import SoleHolder, SplitRounding, canonical_rule
from games.acquire.editions.bonus import (
    BonusPayments,
    BonusRole,
    BonusShare,
    bonus_payments,
    majority_bonus,
    minority_bonus,
    price,
    split_bonus,
)
from games.acquire.editions.labels import LABEL_SETS, label_set
from games.acquire.editions.values import EDITIONS, edition_named
from games.acquire.errors import ChainError, EditionError, TileError

MSO = EDITIONS["mso"]


# Price; both bonuses split by 2 to 6; the minority bonus split by 2 to 5.
SPLITS = """
200 1500 1000 800 600 500 500 400 300 200
300 2300 1500 1200 900 800 800 500 400 300
400 3000 2000 1500 1200 1000 1000 700 500 400
500 3800 2500 1900 1500 1300 1300 900 700 500
600 4500 3000 2300 1800 1500 1500 1000 800 600
700 5300 3500 2700 2100 1800 1800 1200 900 700
800 6000 4000 3000 2400 2000 2000 1400 1000 800
900 6800 4500 3400 2700 2300 2300 1500 1200 900
1000 7500 5000 3800 3000 2500 2500 1700 1300 1000
1100 8300 5500 4200 3300 2800 2800 1900 1400 1100
1200 9000 6000 4500 3600 3000 3000 2000 1500 1200
"""


@pytest.mark.parametrize("tier", range(3))
def test_a_price_is_that_of_the_band_and_both_bonuses_are_ten_and_five_times_it(tier: int) -> None:
    """Those of the bands stand in acquire.md, which `tests/test_documents.py` compares with the code."""
    for size in range(2, 109):
        of_band = price(MSO, tier, max(band for band in MSO.bands if band <= size))
        assert price(MSO, tier, size) == of_band
        assert (majority_bonus(MSO, tier, size), minority_bonus(MSO, tier, size)) == (10 * of_band, 5 * of_band)


@pytest.mark.parametrize("row", SPLITS.strip().splitlines())
def test_split_bonuses_are_rounded_up_to_100_as_in_the_table(row: str) -> None:
    cost, *amounts = map(int, row.split())
    tied = [split_bonus(MSO, 10 * cost, 5 * cost, [3] * n)[0][1] for n in range(2, 7)]
    second = [split_bonus(MSO, 10 * cost, 5 * cost, [4] + [3] * n)[1][1] for n in range(2, 6)]
    assert tied + second == amounts


def test_a_clear_majority_and_a_tie_for_second_show_every_step() -> None:
    assert bonus_payments(MSO, 0, 2, [0, 4, 3, 3, 3, 3]) == BonusPayments(
        price=200,
        majority=2000,
        minority=1000,
        paid=(
            BonusShare(1, 4, BonusRole.MAJORITY, Fraction(2000), 2000),
            *(BonusShare(n, 3, BonusRole.TIED_MINORITY, Fraction(250), 300) for n in range(2, 6)),
        ),
    )


def test_the_only_holder_is_paid_both_bonuses_or_the_majority_bonus_by_edition() -> None:
    assert EDITIONS["neu2013"].sole_holder is SoleHolder.MAJORITY_ONLY
    assert [split_bonus(EDITIONS[name], 4000, 2000, [0, 1])[0] for name in ("mso", "neu2013")] == [(1, 6000), (1, 4000)]


def test_nobody_is_paid_for_a_chain_without_holders() -> None:
    assert split_bonus(MSO, 4000, 2000, [0, 0, 0]) == []


@pytest.mark.parametrize(
    ("rounding", "third"),
    [("up100", 700), ("floor100", 600), ("nearest1", 667), ("floor1", 666), ("exact", Fraction(2000, 3))],
)
def test_each_rounding_of_a_third_of_2000(rounding: str, third: int | Fraction) -> None:
    edition = MSO.with_rules({"split_rounding": rounding})
    assert edition.split_rounding is SplitRounding(rounding)
    assert split_bonus(edition, 4000, 2000, [5, 1, 1, 1])[1:] == [(1, third), (2, third), (3, third)]


@given(st.integers(0, 2), st.integers(2, 108), st.lists(st.integers(0, 25), max_size=6))
def test_exact_shares_add_up_to_what_is_paid_out(tier: int, size: int, holdings: list[int]) -> None:
    payments = bonus_payments(MSO, tier, size, holdings)
    expected = payments.majority + payments.minority if any(holdings) else 0
    assert sum(share.exact for share in payments.paid) == expected
    assert all(0 <= share.rounded - share.exact < 100 for share in payments.paid)


def test_the_required_editions_are_there_in_order() -> None:
    assert list(EDITIONS) == [
        "mso",
        "ah1999",
        "ah2008",
        "neu2013",
        "wikipedia",
        "montecarlo",
        "codewar",
        "netacquire",
    ]
    assert {name: edition.name for name, edition in EDITIONS.items()} == {name: name for name in EDITIONS}


def test_every_parameter_survives_being_written_and_read_as_a_rule() -> None:
    for edition in EDITIONS.values():
        rules = {k: v for k, v in edition.parameters().items() if k not in ("name", "title", "labels")}
        assert MSO.with_rules(rules).parameters() | {"name": 0, "title": 0, "labels": 0} == edition.parameters() | {
            "name": 0,
            "title": 0,
            "labels": 0,
        }


@pytest.mark.parametrize(
    ("key", "text", "value"),
    [
        ("start_tiles", "0", 0),
        ("cards", "yes", True),
        ("cards", "False", False),
        ("zero_size_prices", "0, 200, 300", [0, 200, 300]),
        ("end", "mandatory", "mandatory"),
    ],
)
def test_rules_are_understood_as_text(key: str, text: str, value: object) -> None:
    assert canonical_rule(key, text) == value


@pytest.mark.parametrize(
    ("key", "value", "sentence"),
    [
        ("split", "x", "There is no rule called 'split'; expected one of "),
        ("cards", "perhaps", "Rule cards cannot be set to 'perhaps'; expected yes or no."),
        ("end", "never", "Rule end cannot be set to 'never'; expected one of optional_any_point, "),
        ("safe_size", "-1", "Rule safe_size cannot be set to '-1'; expected a whole number."),
        ("safe_size", 1.5, "Rule safe_size cannot be set to 1.5; expected a whole number."),
        ("bands", "2,3", "Rule bands cannot be set to '2,3'; expected 9 whole numbers in ascending order."),
        ("name", "x", "There is no rule called 'name'; "),
    ],
)
def test_a_wrong_rule_is_refused_with_what_is_right(key: str, value: object, sentence: str) -> None:
    with pytest.raises(EditionError) as refusal:
        canonical_rule(key, value)
    assert str(refusal.value).startswith(sentence)


def test_unknown_editions_and_label_sets_are_refused_with_the_known_ones() -> None:
    with pytest.raises(EditionError, match="There is no edition called 'mos'; expected one of mso, ah1999"):
        edition_named("mos")
    with pytest.raises(EditionError, match="There is no label set called '1976'; expected one of classic, 1999"):
        label_set("1976")


@pytest.mark.parametrize(
    ("labels", "text", "name"),
    [("classic", "t", "Tower"), ("classic", "AMER", "American"), ("1999", "am", "America"), ("codewar", "hp", "HP")],
)
def test_a_chain_is_found_by_any_unambiguous_beginning(labels: str, text: str, name: str) -> None:
    chosen = LABEL_SETS[labels]
    assert chosen.names[chosen.find(text)] == name


@pytest.mark.parametrize("text", ["", "Zeta", "Luxory"])
def test_what_is_no_chain_of_the_labels_is_refused(text: str) -> None:
    with pytest.raises(ChainError, match="is not a chain in the label set classic; expected one of Luxor, Tower"):
        LABEL_SETS["classic"].find(text)


def test_tower_is_cheap_in_the_classic_chart_and_dear_in_that_of_2008() -> None:
    tiers = {name: dict(zip(s.names, s.tiers, strict=True)).get("Tower") for name, s in LABEL_SETS.items()}
    assert tiers == {"classic": 0, "1999": None, "2008": 2, "2008-luxor": 2, "codewar": None}


@pytest.mark.parametrize("tier_and_size", [(3, 2), (-1, 2), (0, 109), (0, -1)])
def test_prices_outside_the_chart_are_refused(tier_and_size: tuple[int, int]) -> None:
    with pytest.raises(EditionError, match="There is no price for tier"):
        price(MSO, *tier_and_size)


def test_negative_holdings_are_refused() -> None:
    with pytest.raises(EditionError, match="Share counts cannot be negative"):
        bonus_payments(MSO, 0, 2, [1, -1])


def test_ascending_tiles_are_number_first_then_letter() -> None:
    names = ["10B", "3C", "2H", "3A"]
    assert [tile_name(tile) for tile in sorted(map(parse_tile, names))] == ["2H", "3A", "3C", "10B"]


def test_every_name_names_its_own_tile() -> None:
    assert [parse_tile(tile_name(tile)) for tile in range(TILES)] == list(range(TILES))


@pytest.mark.parametrize("text", ["12I", "12-I", "i12", "I-12", " 12i ", "12 - i"])
def test_a_tile_is_read_in_every_usual_spelling(text: str) -> None:
    assert parse_tile(text) == 107


@pytest.mark.parametrize("text", ["", "13A", "0A", "1J", "A", "7", "1A2", "?", "AA1", "١A"])
def test_what_is_no_tile_is_refused_with_the_text(text: str) -> None:
    with pytest.raises(TileError, match="is not a tile; write its column and row, from 1A to 12I"):
        parse_tile(text)


@pytest.mark.parametrize("number", [-1, 108])
def test_a_number_outside_the_board_names_no_tile(number: int) -> None:
    with pytest.raises(TileError, match=f"{number} is not a tile"):
        tile_name(number)


@pytest.mark.parametrize(
    ("name", "neighbours"),
    [("1A", {"1B", "2A"}), ("12I", {"11I", "12H"}), ("6E", {"5E", "7E", "6D", "6F"}), ("1E", {"1D", "1F", "2E"})],
)
def test_neighbours_are_orthogonal_only(name: str, neighbours: set[str]) -> None:
    assert {tile_name(tile) for tile in NEIGHBOURS[parse_tile(name)]} == neighbours


def test_neighbours_filled_up_to_four_are_the_same_ones() -> None:
    assert [tuple(n for n in four if n != OUTSIDE) for four in FOUR_NEIGHBOURS] == list(NEIGHBOURS)


def test_a_loose_group_reaches_over_several_lone_tiles_and_stops_at_gaps() -> None:
    spaces = empty_spaces()
    for name in ("5E", "4E", "6D", "1A"):
        spaces[parse_tile(name)] = LONE
    assert {tile_name(tile) for tile in loose_group(spaces, parse_tile("6E"))} == {"6E", "5E", "4E", "6D"}


def test_topmost_row_comes_first_where_the_booklet_orders_by_letter() -> None:
    assert min(map(parse_tile, ["1B", "9A"]), key=row_first) == parse_tile("9A")
