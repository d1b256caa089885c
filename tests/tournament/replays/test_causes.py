"""What a replay finds and works out, in sentences: causes with their money, calculations, facts that would settle it, steps."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from games.acquire.editions.bonus import BonusRole
from games.acquire.logs.writer import write_text
from games.acquire.replay.calculations import (
    Account,
    BonusCalculation,
    Calculation,
    DisposalCalculation,
    Holder,
    MoneyKind,
    MoneyLine,
    PurchaseCalculation,
    WantedShares,
)
from games.acquire.replay.judging.certainty import Fact, MissingFact, Possible
from games.acquire.replay.judging.judge import replay
from games.sentences import Sentence
from laboratory.mistakes.sheets import full_sheet
from laboratory.mistakes.slips import EDITS, Kind
from tests.tournament.pages.logs import DISPUTED, LOGS
from tournament.replays.causes import causes_in, spoken_finding
from tournament.replays.reading import read_game, record_with_names
from tournament.replays.steps import spoken_step
from tournament.replays.workings import judge_words, spoken_calculation, spoken_fact

HEADER = "edition: mso\nplayers: Ann, Ben, Cai\n"


@pytest.mark.parametrize("path", sorted(LOGS.glob("*.acq")), ids=lambda path: str(path.stem))
def test_a_log_judged_once_for_all_names_says_what_the_replay_says(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    reading = read_game(text)
    assert reading.answer == replay(reading.record)
    others = tuple(f"{player.id} Demo" for player in reading.players)
    assert reading.with_names(others).answer == replay(record_with_names(reading.record, others))


def test_a_cause_is_a_sentence_with_its_money_and_what_follows_is_under_it() -> None:
    (cause,) = causes_in(read_game(DISPUTED))
    assert (cause.number, cause.turn.title, cause.finding.code) == (0, "50 Ben", "bonus-wrong")
    assert cause.sentence == "Turn 50: Cai was paid 1,500 for Worldwide; 2,500 was due: 1,000 more for Cai."
    assert [follower.sentence for follower in cause.following] == [
        "At the end: Cai was recorded with 37,100; 38,100 is right: 1,000 more for Cai."
    ]


def test_a_wrong_bonus_of_a_log_whose_final_is_right_moves_no_final_cash() -> None:
    reading = read_game(DISPUTED.replace("Cai 37100", "Cai 38100"))
    assert reading.final["Cai"] == 38_100
    assert [cause.sentence for cause in causes_in(reading)] == [
        "Turn 50: Cai was paid 1,500 for Worldwide; 2,500 was due: "
        "no final cash changes, as the log's own final cash for Cai is right."
    ]


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("sell 2 trade 2 hold 2", "Dot holds 2 of Worldwide, but 1 are left."),
        ("sell 5 hold 1", "Dot holds 1 of Worldwide, but 0 are left."),
        ("hold 4", "Dot holds 4 of Worldwide, but 5 are left."),
    ],
)
def test_a_wrong_number_held_is_told_with_what_is_left(written: str, said: str) -> None:
    right = DISPUTED.replace("Cai Worldwide 1500", "Cai Worldwide 2500").replace("Cai 37100", "Cai 38100")
    reading = read_game(
        right.replace("dispose Dot Worldwide sell 2 trade 2 hold 1", f"dispose Dot Worldwide {written}")
    )
    assert [cause.sentence for cause in causes_in(reading) if cause.finding.code == "dispose-hold"] == [
        f"Turn 50: {said}"
    ]


def test_dollars_in_a_judges_sentence_are_written_as_elsewhere_and_lines_and_years_are_not() -> None:
    finding = read_game(DISPUTED).answer.findings[0]
    for said, told in (
        (
            Sentence("Ann has {cash}, not {due} or {other}.", {"cash": 37_100, "due": -1_200, "other": 900}),
            "Ann has 37,100, not -1,200 or 900.",
        ),
        (
            Sentence("It fits if line {line} meant {cash}.", {"line": 1012, "cash": 5_000}),
            "It fits if line 1012 meant 5,000.",
        ),
        (Sentence("It is {cash}.", {"cash": Fraction(24_691, 2)}), "It is 12345.50."),
        ("By ah1999 it is 1000-2000.", "By ah1999 it is 1000-2000."),
    ):
        assert judge_words(replace(finding, said=said).said) == told
    years = replace(finding, said=Sentence("The chains are named as in {labels}.", {"labels": "1999"}))
    assert judge_words(years.said) == years.message


def test_a_purchase_that_is_not_told_is_told_by_the_next_count() -> None:
    text = f"{HEADER}start: Ann 1C, Ben 2A, Cai 7F\n1 Ann: 1B; found Luxor; buy -; draw ?\n2 Ben: 6E; draw ?; cash Ben 5600\n"
    (cause,) = causes_in(read_game(text))
    assert cause.sentence == (
        "Turn 2: Ben was counted as having 5,600; it would be 6,000 but for a purchase that the log does not record."
    )


def test_a_likely_reading_stands_beside_a_cause_whose_working_is_that_of_the_log_as_written() -> None:
    text = DISPUTED.replace("Worldwide 1500", "Worldwide 2500").replace("Cai 37100", "Cai 38100")
    (cause,) = causes_in(read_game(text.replace("found Festival; buy Festival 3", "found Festival; buy Festival 4")))
    assert (cause.sentence, cause.hint) == (
        "Turn 3: Cai: At most 3 shares can be bought, not 4.",
        "The rest of the log fits if turn 3 (line 10) should say: buy Festival 3.",
    )
    assert cause.calculations == (PurchaseCalculation("Cai", 6_000, 3, (WantedShares("Festival", 4, 300, 24),)),)


def test_errors_lead_before_warnings_and_notes() -> None:
    text = f"{HEADER}1 Ann: 1B; buy -; draw ?\n2 Ben: 6E; buy -; draw ?; cash Ben 5000\n"
    assert [(cause.finding.code, cause.sentence) for cause in causes_in(read_game(text))] == [
        ("cash-wrong", "Turn 2: Ben was counted as having 5,000; 6,000 is right: 1,000 more for Ben."),
        ("start-missing", "Start: 3 starting tiles were not recorded, so they may be missing from the board."),
    ]


def test_nobody_is_promised_money_that_the_log_does_not_prove() -> None:
    reading = read_game(DISPUTED)
    opened = replace(reading.answer, final={"Cai": None}, possible={"Cai": Possible((37_100, 38_100))})
    assert spoken_finding(replace(reading, answer=opened), 0) == (
        "Turn 50: Cai was paid 1,500 for Worldwide; if the rest of the log is right, 2,500 was due."
    )


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (
            "bonus Dot Worldwide 5000; bonus Cai Worldwide 1500",
            "",
            "Turn 50: No bonus was recorded for Worldwide; expected Dot 5,000 and Cai 2,500.",
        ),
        (
            "bonus Cai Worldwide 1500",
            "bonus Cai Worldwide 2500; bonus Cai Worldwide 100",
            "Turn 50: Cai was paid 100 for Worldwide; nothing was due: "
            "no final cash changes, as the log's own final cash for Cai is right.",
        ),
    ],
    ids=["not written down", "twice"],
)
def test_wrong_bonuses_are_told_with_what_was_due(old: str, new: str, sentence: str) -> None:
    text = DISPUTED.replace(old, new).replace("Cai 37100", "Cai 38100")
    assert causes_in(read_game(text))[0].sentence == sentence


def holders(*held: tuple[str | None, int, BonusRole | None, int, int]) -> tuple[Holder, ...]:
    return tuple(Holder(who, shares, role, Fraction(exact), due) for who, shares, role, exact, due in held)


@pytest.mark.parametrize(
    ("calculation", "words"),
    [
        (
            BonusCalculation(
                "Festival",
                5,
                600,
                6_000,
                3_000,
                holders(
                    ("Nia", 6, BonusRole.TIED_MAJORITY, 4_500, 4_500), ("Quy", 6, BonusRole.TIED_MAJORITY, 4_500, 4_500)
                ),
            ),
            "Festival 5 tiles, 600 a share: 6,000 + 3,000. Nia (6) and Quy (6) tie: 4,500 each.",
        ),
        (
            BonusCalculation(
                "Tower",
                3,
                300,
                3_000,
                1_500,
                holders(
                    ("Ann", 5, BonusRole.MAJORITY, 3_000, 3_000),
                    ("Ben", 2, BonusRole.TIED_MINORITY, 750, 800),
                    (None, 2, BonusRole.TIED_MINORITY, 750, 800),
                    ("Cai", 1, None, 0, 0),
                ),
            ),
            "Tower 3 tiles, 300 a share: 3,000 + 1,500. Ann (5): 3,000. "
            "Ben (2) and Market (2) tie for second: 750 each, rounded to 800. Cai (1): nothing.",
        ),
        (
            BonusCalculation("Luxor", 2, 200, 2_000, 1_000, holders(("Ann", 1, BonusRole.SOLE, 3_000, 3_000))),
            "Luxor 2 tiles, 200 a share: 2,000 + 1,000. Ann (1) alone: 3,000.",
        ),
        (
            PurchaseCalculation("Ben", 1_000, 3, (WantedShares("Luxor", 2, 300, 5), WantedShares("Tower", 2, 400, 1))),
            "Ben: 2 Luxor at 300 + 2 Tower at 400 = 1,400; 1,000 in cash, 5 Luxor, 1 Tower in the bank, at most 3 shares a turn.",
        ),
        (
            DisposalCalculation("Ben", "Tower", 5, 300, 1, 2, 3, "Luxor", 4),
            "Ben has 5 Tower at 300: sells 1, trades 2 for 1 Luxor, holds 3. The bank has 4 Luxor.",
        ),
        (DisposalCalculation("Ben", "Tower", 2, 300, 2, 0, None, "Luxor", 4), "Ben has 2 Tower at 300: sells 2."),
        (
            Account(
                "Ben", 40, 700, (MoneyLine(9, 41, "Ben", MoneyKind.PURCHASE, "Luxor", 2, 300, -600),), 50, 100, 300
            ),
            "Ben's lines up to turn 50 add up to 100, but the log has 300: 200 too much. "
            "One mistake would explain that exactly: turn 41, bought 2 Luxor at 300, paid at 200 a share.",
        ),
    ],
    ids=["tie", "tie for second, rounded", "alone", "purchase", "trade", "sale", "account"],
)
def test_a_working_is_told_in_a_line(calculation: Calculation, words: str) -> None:
    assert spoken_calculation(calculation) == words


@pytest.mark.parametrize(
    ("fact", "words"),
    [
        (MissingFact(Fact.HOLDING, "Ann", "Tower", 28), "How many shares of Tower did Ann have after turn 28?"),
        (MissingFact(Fact.HOLDING, "Ann", "Tower", 0), "How many shares of Tower did Ann have at the start?"),
        (MissingFact(Fact.TURN, "Ann", None, 28), "What did Ann play in turn 28?"),
        (MissingFact(Fact.TURN, None, None, 35, last=42), "What did everybody play in turns 35 to 42?"),
        (MissingFact(Fact.TURN, None, None, 28), "What did the player whose turn it was play in turn 28?"),
        (MissingFact(Fact.TILE, "Ann", None, 28), "Which tile did Ann place in turn 28?"),
        (MissingFact(Fact.TILE, "Ann", None, 0), "Which tile did Ann place at the start?"),
        (MissingFact(Fact.CASH, "Ann", None, 28), "How much cash did Ann have after turn 28?"),
        (MissingFact(Fact.CASH, "Ann", None, 28, (600, 900)), "Did Ann have 600 or 900 after turn 28?"),
        (MissingFact(Fact.PURCHASE, "Ann", None, 28), "What did Ann buy in turn 28?"),
        (MissingFact(Fact.PURCHASE, "Ann", None, 28, (600, 900)), "What did Ann buy in turn 28? Was it 600 or 900?"),
        (MissingFact(Fact.BONUS, "Ben", "Imperial", 43), "What was Ben paid for Imperial in turn 43?"),
        (
            MissingFact(Fact.BONUS, "Ben", "Imperial", 43, (3_000, 4_000)),
            "Was Ben paid 3,000 or 4,000 for Imperial in turn 43?",
        ),
    ],
)
def test_the_fact_that_would_settle_it_is_a_question_to_the_table(fact: MissingFact, words: str) -> None:
    assert spoken_fact(fact) == words


def test_slips_beyond_those_told_are_counted() -> None:
    lines = [MoneyLine(turn, turn, "Ann", MoneyKind.PURCHASE, "Luxor", 1, 300, -300) for turn in range(1, 8)]
    for count, words in (
        (4, "One of these mistakes would explain"),
        (5, "or 1 other, would explain"),
        (6, "or one of 2 others, would explain"),
    ):
        account = Account("Ann", None, 6_000, tuple(lines[:count]), 8, 6_000 - 300 * count, 6_300 - 300 * count)
        told = spoken_calculation(account)
        assert words in told, told
        assert told.count("not paid") == 4, told


def test_the_steps_of_a_turn_have_their_words() -> None:
    reading = read_game(DISPUTED)
    turn = reading.turns[45]
    steps = reading.steps[turn.first : turn.last + 1]
    assert [spoken_step(step, reading.players, reading.chains) for step in steps] == [
        "2B, founds Luxor",
        "buys nothing",
    ]
    last = reading.turns[55]
    steps = reading.steps[last.first : last.last + 1]
    told = [spoken_step(step, reading.players, reading.chains) for step in steps]
    assert (told[1], told[-2:]) == ("bonuses", ["Cai ends the game", "final sale"])


VIEWS = ("full", "scribe")


def spoilt_text(kind: Kind, view: str) -> str:
    """The log of the first game that has an occasion for a slip."""
    for seed in range(40):
        sheet = full_sheet(seed, 3)
        log = sheet if view == "full" else sheet.of_scribe()
        lines = kind.make(log, Random(seed))
        if isinstance(lines, list) and not any(isinstance(line.value, int) and line.value < 0 for line in lines):
            return write_text(replace(log.record, events=lines, lines=()))
    raise AssertionError(f"No game has an occasion for: {kind.name}.")


EVERY = [(kind, view) for kind in EDITS for view in VIEWS]
SOME = {kind.name: VIEWS[number % 2] for number, kind in enumerate(EDITS)}
"""Each slip in one kind of log; in the other kind with the tests that are run by hand."""


@pytest.mark.parametrize(
    ("kind", "view"),
    [row if SOME[row[0].name] == row[1] else pytest.param(*row, marks=pytest.mark.load) for row in EVERY],
    ids=lambda value: value if isinstance(value, str) else value.name,
)
def test_every_slip_is_told_in_whole_sentences_at_a_step_of_the_game(kind: Kind, view: str) -> None:
    reading = read_game(spoilt_text(kind, view)).with_names(("Ada Demo", "Ben Demo", "Cai Demo"))
    causes = causes_in(reading)
    told = [(cause.step, cause.sentence) for cause in causes]
    told += [(follower.step, follower.sentence) for cause in causes for follower in cause.following]
    told += [(cause.step, spoken_calculation(calculation)) for cause in causes for calculation in cause.calculations]
    asked = [spoken_fact(fact) for fact in reading.answer.missing_facts]
    assert [question for question in asked if not question.endswith("?")] == []
    told += [
        (place, f"{spoken_step(step, reading.players, reading.chains)}.") for place, step in enumerate(reading.steps)
    ]
    places = range(len(reading.steps))
    assert [row for row in told if row[0] not in places or not row[1].endswith(".")] == []
    assert {
        mark
        for words in [*(words for _, words in told), *asked]
        for mark in words
        if ord(mark) >= 0xE000 or mark in "{}"
    } == set()
    assert sum(1 + len(cause.following) for cause in causes) == len(reading.findings)


def test_a_finding_of_a_kind_that_pages_do_not_know_is_told_in_its_own_words() -> None:
    reading = read_game(DISPUTED)
    first, *others = reading.answer.findings
    unknown = replace(first, code="not-known-here", said="Something else is odd.", hinted="")
    answer = replace(reading.answer, findings=(unknown, *others))
    (cause,) = causes_in(replace(reading, answer=answer))
    assert cause.sentence == "Turn 50: Something else is odd."
    whole = replace(
        answer, findings=(replace(unknown, code="turn-missing", said="Turns 35 to 42 were not written down."), *others)
    )
    assert causes_in(replace(reading, answer=whole))[0].sentence == "Turns 35 to 42 were not written down."


def test_a_final_that_is_right_although_the_log_comes_to_another_is_not_called_wrong() -> None:
    reading = read_game(DISPUTED)
    final_wrong = reading.answer.findings[1]
    proved = replace(reading.answer, final={**reading.answer.final, "Cai": 37_100}, findings=(final_wrong,))
    placed = (reading.placed[1],)
    assert spoken_finding(replace(reading, answer=proved, placed=placed), 0) == (
        "At the end: Cai was recorded with 37,100, which is right; the log as written gives 38,100."
    )
