"""The verdict on a log: what happened, for whom the final cash is proved, what to ask the table, and which amounts are on offer."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from games.acquire.replay import Fact, MissingFact, Possible, Proof
from tests.tournament.pages.logs import DISPUTED, UNPROVED, UNREAD
from tests.tournament.replays.test_replays import ENTERED, SEATS, a_table, named
from tournament.replays import (
    GameReading,
    Offer,
    Verdict,
    asks_for_sums_only,
    causes_in,
    compare,
    offers,
    propose_ruling,
    read_game,
    verdict_of,
)

NAMES = named("Ann", "Ben", "Cai", "Dot")
RIGHT = DISPUTED.replace("Worldwide 1500", "Worldwide 2500").replace("Cai 37100", "Cai 38100")
WITHOUT_FINAL = re.sub(r"(?m)^final: .*\n", "", DISPUTED)


def verdict(text: str | GameReading) -> Verdict:
    reading = read_game(text) if isinstance(text, str) else text
    return verdict_of(reading, compare(reading, ENTERED, SEATS), NAMES)


def opened(final: dict[str, int | None], possible: dict[str, Possible], *facts: MissingFact) -> GameReading:
    """The disputed log as if its final cash were proved for some players only."""
    reading = read_game(DISPUTED)
    confirmed = tuple(player for player, cash in final.items() if cash is not None)
    answer = replace(reading.answer, final=final, possible=possible, missing_facts=facts, confirmed=confirmed)
    return replace(reading, answer=answer)


@pytest.mark.parametrize(
    ("text", "happened", "proved", "why"),
    [
        (
            DISPUTED,
            "Turn 50: Cai was paid 1,500 for Worldwide; 2,500 was due: 1,000 more for Cai.",
            "Proved for everybody: 1,000 more for Cai than was entered.",
            "",
        ),
        (
            WITHOUT_FINAL,
            "Turn 50: Cai was paid 1,500 for Worldwide; 2,500 was due: 1,000 more for Cai.",
            "Taken as written for everybody: 1,000 more for Cai than was entered.",
            "Nothing in the log contradicts or confirms this cash.",
        ),
        (
            RIGHT,
            "The log has no errors: every turn follows the rules.",
            "Proved for everybody: 1,000 more for Cai than was entered.",
            "",
        ),
        (UNPROVED, "Turn 28 by Dot was not written down.", "Not proved for anybody.", ""),
        (
            DISPUTED[: DISPUTED.index("55 Cai")],
            "Turn 50: Cai was paid 1,500 for Worldwide; 2,500 was due: 1,000 more for Cai.",
            "The log stops after turn 54, before the end of the game, so it gives no final cash.",
            "",
        ),
    ],
    ids=["proved", "without final", "right", "turn missing", "stops"],
)
def test_a_verdict_says_what_happened_and_for_whom_the_cash_is_proved(
    text: str, happened: str, proved: str, why: str
) -> None:
    found = verdict(text)
    assert (found.happened, found.proved, found.why) == (happened, proved, why)


def test_what_is_proved_for_some_names_them_and_the_others_with_what_they_may_have() -> None:
    reading = opened(
        {"Ann": 23_600, "Ben": 18_000, "Cai": None, "Dot": None},
        {"Cai": Possible((37_100, 38_100)), "Dot": Possible(())},
        MissingFact(Fact.BONUS, "Cai", "Worldwide", 50, (1_500, 2_500)),
    )
    found = verdict(reading)
    assert found.proved == "Proved for Ann and Ben. Not proved for Cai (possibly 37,100 or 38,100) and Dot."
    assert (found.is_open, found.questions) == (True, ("Was Cai paid 1,500 or 2,500 for Worldwide in turn 50?",))


def test_a_wrong_sum_that_moves_nobodys_cash_is_not_told_first() -> None:
    found = verdict(DISPUTED.replace("Dot Worldwide 5000", "Dot Worldwide 4000"))
    assert found.cause
    assert found.cause.finding.player == "Cai"


def test_a_place_that_cannot_be_read_is_told_before_what_may_come_of_it() -> None:
    reading = read_game(re.sub(r"(?m)^28 .*\n", "", UNREAD.replace("9 Ann:", "9 Xaver:", 1)))
    open_ = replace(reading, answer=replace(reading.answer, final=dict.fromkeys(SEATS), confirmed=()))
    assert any(cause.is_unread for cause in causes_in(open_))
    assert not all(cause.is_unread for cause in causes_in(open_))
    found = verdict(open_)
    assert (found.happened, found.cause) == ("2 parts of the log cannot be read.", None)


def test_a_warning_leads_where_there_is_no_error() -> None:
    found = verdict("edition: mso\nplayers: Ann, Ben, Cai, Dot\n1 Ann: 1B; buy -; draw ?\n")
    assert found.happened == "Start: 4 starting tiles were not recorded, so they may be missing from the board."


def test_names_with_a_comma_are_parted_by_semicolons() -> None:
    names = named("Иванова, Ольга", "Nine, Player", "Cai", "Dot")
    table = a_table(29_600, 33_800, 38_100, 37_300)
    rows = compare(read_game(DISPUTED), table, SEATS)
    assert verdict_of(read_game(DISPUTED), rows, names).proved == (
        "Proved for everybody: 6,000 less for Иванова, Ольга; 15,800 less for Nine, Player than was entered."
    )


def test_a_manner_kept_through_the_log_leads_and_is_cited_by_the_ruling() -> None:
    text = RIGHT.replace("Ann 23600, Ben 18000", "Ann 18000, Ben 23600")
    found = verdict(text)
    manner = "Everything fits if the final cash of Ann and Ben was swapped."
    assert (found.happened, found.proved) == (
        manner,
        "Proved for Cai and Dot. Taken as written for Ann and Ben: 1,000 more for Cai than was entered.",
    )
    reading = read_game(text)
    assert propose_ruling(reading, compare(reading, ENTERED, SEATS), NAMES).splitlines() == [
        f"{manner.removesuffix('.')} (R11).",
        "The correct amount is (R11): Cai 38,100 (37,100 was entered).",
    ]


def test_a_ruling_by_a_log_that_nothing_confirms_says_so() -> None:
    reading = read_game(WITHOUT_FINAL)
    rows = compare(reading, ENTERED, SEATS)
    assert {row.proof for row in rows} == {Proof.AS_WRITTEN}
    assert propose_ruling(reading, rows, NAMES).splitlines()[1:] == [
        "According to this log, the correct amount is (R11): Cai 38,100 (37,100 was entered). "
        "Nothing in the log contradicts or confirms this cash."
    ]


def test_an_amount_is_offered_once_with_everybody_who_states_it() -> None:
    reading = opened({"Cai": None}, {"Cai": Possible((37_100, 38_100, 39_000))})
    assert offers(reading, "Cai", 37_100) == (
        Offer(38_100, "according to the log as written, from an explanation that fits the log"),
        Offer(37_100, "the log’s own final cash, as entered, from an explanation that fits the log"),
        Offer(39_000, "from an explanation that fits the log"),
    )


def test_the_amounts_as_written_are_the_likely_ones_only_where_wrong_sums_are_all_that_is_found() -> None:
    odd_final = DISPUTED.replace("Cai 37100", "Cai 37600")
    for text, likely in ((odd_final, True), (UNPROVED, False), (UNREAD, False), (RIGHT, False)):
        assert asks_for_sums_only(read_game(text)) is likely, text


def test_cash_of_a_player_whom_nobody_found_in_the_log_is_not_proved() -> None:
    rows = compare(read_game(DISPUTED), a_table(1, 2, 3, 4), {})
    assert {(row.computed, row.written, row.proof) for row in rows} == {(None, None, Proof.NOT_PROVED)}
