"""The calculation of a replay: what decided each amount, every step of a turn, positions turn by turn, and boards as pictures."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

import pytest

from games.acquire.board import parse_tile
from games.acquire.editions.bonus import BonusRole
from games.acquire.editions.labels import LABEL_SETS
from games.acquire.logs.json import read_archive
from games.acquire.logs.reading import read_text
from games.acquire.record import GameRecord
from games.acquire.replay.calculations import (
    Account,
    BonusCalculation,
    DisposalCalculation,
    Holder,
    MoneyKind,
    MoneyLine,
    PurchaseCalculation,
    WantedShares,
)
from games.acquire.replay.steps import HandView, StepKind, positions, walk_through
from games.acquire.svg import board_svg, chain_letters, describe

FIXTURES = Path(__file__).resolve().parents[4] / "fixtures"
DISPUTED = FIXTURES.parent / "tournament/slices/practice/scripts/second-holder-underpaid.acq"
LOGS = [*sorted((FIXTURES / "logs").glob("*.acq")), DISPUTED]
GAMES = [game for number, game in enumerate(read_archive(FIXTURES / "games/random.jsonl.gz")) if number % 10 == 0]

MERGER = """edition: mso
players: Ann, Ben, Cai
position board Festival: 6A 6B 6C 6D 6E
position board Tower: 6G 6H 6I
position cash: Ann 2300, Ben 4100, Cai 900
position shares Ann: Tower 3
position shares Ben: Festival 3, Tower 3
position shares Cai: Festival 1, Tower 2
position to_play: Cai
17 Cai: 6F; bonus Ann Tower 2200; bonus Ben Tower 2300
    dispose Cai Tower sell 2; dispose Ann Tower sell 1 trade 2; dispose Ben Tower hold 3
    buy Festival 1; draw ?; cash Cai 700
18 Ann: 1A; buy Festival 2; draw ?
19 Ben: 1C; buy -; draw ?; cash Ann 3000
"""
"""A merger with a tie, a bonus that is short by 100, and a count of Ann's cash that is wrong by 300 more."""


def record() -> GameRecord:
    return read_text(MERGER)


TOWER = BonusCalculation(
    "Tower",
    3,
    300,
    3_000,
    1_500,
    (
        Holder("Ann", 3, BonusRole.TIED_MAJORITY, Fraction(2_250), 2_300),
        Holder("Ben", 3, BonusRole.TIED_MAJORITY, Fraction(2_250), 2_300),
        Holder("Cai", 2, None, Fraction(0), 0),
    ),
)


def test_a_turn_is_shown_after_tile_bonuses_each_disposal_and_purchase() -> None:
    steps = [step for step in walk_through(record()).steps if step.turn == 1]
    assert [(step.kind, dict(step.view.cash), step.view.sizes) for step in steps] == [
        (StepKind.TILE, {"Ann": 2_300, "Ben": 4_100, "Cai": 900}, {"Festival": 9}),
        (StepKind.BONUSES, {"Ann": 4_600, "Ben": 6_400, "Cai": 900}, {"Festival": 9}),
        (StepKind.DISPOSAL, {"Ann": 4_600, "Ben": 6_400, "Cai": 1_500}, {"Festival": 9}),
        (StepKind.DISPOSAL, {"Ann": 4_900, "Ben": 6_400, "Cai": 1_500}, {"Festival": 9}),
        (StepKind.DISPOSAL, {"Ann": 4_900, "Ben": 6_400, "Cai": 1_500}, {"Festival": 9}),
        (StepKind.PURCHASE, {"Ann": 4_900, "Ben": 6_400, "Cai": 800}, {"Festival": 9}),
    ]
    assert steps[1].view.shares == {
        "Ann": {"Tower": 3},
        "Ben": {"Tower": 3, "Festival": 3},
        "Cai": {"Tower": 2, "Festival": 1},
    }


def test_a_bonus_is_worked_out_from_tiles_price_holders_tie_and_rounding() -> None:
    bonuses = next(step for step in walk_through(record()).steps if step.kind is StepKind.BONUSES)
    assert bonuses.calculations == (TOWER,)
    assert bonuses.money == (
        MoneyLine(1, 17, "Ann", MoneyKind.BONUS, "Tower", 0, 0, 2_300),
        MoneyLine(1, 17, "Ben", MoneyKind.BONUS, "Tower", 0, 0, 2_300),
    )


def test_a_disposal_has_what_was_owned_its_price_and_the_survivors_shares_in_the_bank() -> None:
    disposals = [step.calculations for step in walk_through(record()).steps if step.kind is StepKind.DISPOSAL]
    assert disposals[:2] == [
        (DisposalCalculation("Cai", "Tower", 2, 300, 2, 0, None, "Festival", 21),),
        (DisposalCalculation("Ann", "Tower", 3, 300, 1, 2, None, "Festival", 21),),
    ]


def test_a_wrong_bonus_stands_at_its_step_with_the_working_of_its_chain() -> None:
    walked = walk_through(record())
    found = walked.answer.findings[0]
    assert (found.code, found.player, found.expected, found.recorded) == ("bonus-wrong", "Ann", 2_300, 2_200)
    assert (walked.steps[walked.placed[0].step].kind, walked.placed[0].calculations) == (StepKind.BONUSES, (TOWER,))


def test_a_wrong_count_has_the_players_money_line_by_line_from_the_last_right_one() -> None:
    walked = walk_through(read_text(MERGER.replace("Ann Tower 2200", "Ann Tower 2300").replace("Cai 700", "Cai 800")))
    (found,) = walked.answer.findings
    assert (found.code, walked.steps[walked.placed[0].step].view.label) == ("cash-wrong", "19 Ben")
    assert walked.placed[0].calculations == (
        Account(
            "Ann",
            None,
            2_300,
            (
                MoneyLine(1, 17, "Ann", MoneyKind.BONUS, "Tower", 0, 0, 2_300),
                MoneyLine(5, 17, "Ann", MoneyKind.SALE, "Tower", 1, 300, 300),
                MoneyLine(12, 18, "Ann", MoneyKind.PURCHASE, "Festival", 2, 700, -1_400),
            ),
            19,
            3_500,
            3_000,
        ),
    )


def test_money_is_told_only_from_the_last_right_count_on() -> None:
    text = MERGER.replace("Ann Tower 2200", "Ann Tower 2300").replace("cash Cai 700", "cash Cai 800; cash Ann 4900")
    walked = walk_through(read_text(text))
    (calculation,) = walked.placed[0].calculations
    assert isinstance(calculation, Account)
    assert (calculation.since, calculation.start) == (17, 4_900)
    assert [(line.turn, line.amount) for line in calculation.lines] == [(18, -1_400)]
    assert (calculation.due, calculation.counted) == (3_500, 3_000)


def test_money_is_never_told_from_a_count_that_is_wrong_itself() -> None:
    text = MERGER.replace("Ann Tower 2200", "Ann Tower 2300").replace("cash Cai 700", "cash Cai 800; cash Ann 4800")
    walked = walk_through(read_text(text))
    accounts = [calculation for placed in walked.placed for calculation in placed.calculations]
    assert [(told.since, told.start, told.due, told.counted) for told in accounts if isinstance(told, Account)] == [
        (None, 2_300, 4_900, 4_800),
        (None, 2_300, 3_500, 3_000),
    ]


def test_a_purchase_that_is_refused_has_prices_bank_and_cash() -> None:
    text = MERGER.replace("buy Festival 1", "buy Festival 4").replace("Ann Tower 2200", "Ann Tower 2300")
    walked = walk_through(read_text(text))
    assert walked.answer.findings[0].code == "buy-too-many"
    (calculation,) = walked.placed[0].calculations
    assert calculation == PurchaseCalculation("Cai", 1_500, 3, (WantedShares("Festival", 4, 700, 20),))
    assert calculation.cost == 2_800


def test_the_last_step_of_a_game_sells_everything_and_comes_to_the_final_cash() -> None:
    walked = walk_through(read_text(DISPUTED.read_text()))
    sale = walked.steps[-1]
    assert (sale.kind, sale.view.cash) == (StepKind.SALE, walked.answer.final)
    assert {line.kind for line in sale.money} == {MoneyKind.FINAL_BONUS, MoneyKind.FINAL_SALE}
    wrong = next(i for i, found in enumerate(walked.answer.findings) if found.code == "final-wrong")
    (calculation,) = walked.placed[wrong].calculations
    assert isinstance(calculation, Account)
    assert calculation.start + sum(line.amount for line in calculation.lines) == calculation.due == 38_100


@pytest.mark.parametrize("path", LOGS, ids=lambda path: str(path.stem))
def test_every_event_of_a_log_belongs_to_one_step_and_every_finding_to_a_step_of_its_turn(path: Path) -> None:
    walked = walk_through(read_text(path.read_text(encoding="utf-8")))
    assert [step.place for step in walked.steps] == [
        sum(len(before.events) for before in walked.steps[:place]) for place in range(len(walked.steps))
    ]
    numbers = [walked.steps[placed.step].view.number for placed in walked.placed]
    assert numbers == [found.turn or 0 for found in walked.answer.findings]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.header.edition))
def test_the_lines_of_money_add_up_to_the_final_cash_in_every_edition(game: GameRecord) -> None:
    walked = walk_through(game)
    lines = [line for step in walked.steps for line in step.money]
    assert not [line for line in lines if line.kind is MoneyKind.OTHER]
    start = walked.steps[0].view.cash
    assert {
        name: cash + sum(line.amount for line in lines if line.player == name) for name, cash in start.items()
    } == walked.steps[-1].view.cash


@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.header.edition))
def test_the_working_of_every_bonus_comes_to_what_the_rules_pay(game: GameRecord) -> None:
    for step in walk_through(game).steps:
        paid = {
            (line.chain, line.player): line.amount
            for line in step.money
            if line.kind in (MoneyKind.BONUS, MoneyKind.FINAL_BONUS)
        }
        assert paid == {
            (calculation.chain, holder.player): holder.due
            for calculation in step.calculations
            if isinstance(calculation, BonusCalculation)
            for holder in calculation.holders
            if holder.role is not None and holder.player is not None
        }


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
