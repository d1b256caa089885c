"""Several causes in one log: wrong sums on different lines, a manner kept throughout, two mistakes, and what cannot be read."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.acquire.actions import ActKind
from games.acquire.record import GameRecord, Unread
from games.acquire.replay import Fact, Replay, Severity, replay
from laboratory.mistakes.sheets import SampleLog, sensible_sheet
from tests.conftest import tried
from tests.games.acquire.kept import logs_with


def _causes(answer: Replay) -> list[str]:
    """The codes of all errors and warnings that no other finding explains."""
    return [found.code for found in answer.findings if found.severity is not Severity.NOTE and found.cause is None]


def _answers(name: str, logs: int) -> list[tuple[Replay, SampleLog]]:
    """The answers to scribes' logs that are spoilt in one way, each with the faultless log."""
    return [(replay(record), sheet) for record, sheet in logs_with(name, logs)]


@pytest.mark.parametrize(
    "name",
    [
        "majority and minority of wrong size",
        "second tie split wrongly",
        "tie rounded down",
    ],
)
def test_wrong_sums_on_different_lines_are_told_apart_and_the_correct_cash_is_proved(name: str) -> None:
    for answer, sheet in _answers(name, tried(2)):
        assert answer.final == sheet.final != answer.recorded_final
        assert set(_causes(answer)) <= {"bonus-wrong", "bonus-missing", "cash-wrong", "final-wrong"}


@pytest.mark.parametrize("name", ["price and bonus wrong", "change between two players"])
def test_wrong_sums_that_no_line_states_are_told_apart_and_leave_the_correct_cash_possible(name: str) -> None:
    answers = _answers(name, tried(2))
    assert any(answer.possible for answer, _ in answers)
    for answer, sheet in answers:
        assert answer.as_written == sheet.final != answer.recorded_final
        assert set(_causes(answer)) <= {"bonus-wrong", "bonus-missing", "cash-wrong", "final-wrong"}
        assert all(sheet.final[player] in possible.amounts for player, possible in answer.possible.items())
        assert all(cash in (None, sheet.final[player]) for player, cash in answer.final.items())


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("two finals exchanged", "Everything fits if the final cash of P"),
        ("finals in hundreds", "Everything fits if cash is written in units of 100 dollars."),
        (
            "trades as received, always",
            "Everything fits if every trade gives the shares received, not the shares given up.",
        ),
        ("two names exchanged from a turn on", " were mixed up."),
        ("two names exchanged in mergers", " were mixed up in mergers."),
        ("two chains exchanged from a turn on", " were mixed up."),
    ],
)
def test_a_manner_kept_through_the_log_is_one_cause_in_one_sentence(name: str, words: str) -> None:
    answer, sheet = next(
        (answer, sheet)
        for answer, sheet in _answers(name, 4)
        if words in " ".join(one.message for one in answer.findings)
    )
    assert _causes(answer) == ["manner-kept"]
    assert answer.final == sheet.final
    assert all(answer.as_written[player] == answer.recorded_final[player] for player in answer.confirmed)


def test_a_house_that_rounds_otherwise_is_one_cause_that_names_the_rule_and_the_edition_decides() -> None:
    answers = _answers("house rounds down throughout", 4)
    assert all(answer.final == sheet.final != answer.recorded_final for answer, sheet in answers)
    kept = [answer for answer, _ in answers if _causes(answer) == ["manner-kept"]]
    assert kept
    assert all("`rule split_rounding: floor100`" in answer.findings[0].message for answer in kept)


def test_a_wrong_bonus_that_is_not_proved_asks_which_of_two_amounts_was_paid() -> None:
    sheet = sensible_sheet(1, 3).of_scribe()
    events = sheet.events
    place = next(at for at, event in enumerate(events) if event.act is ActKind.BONUS)
    chain, due = events[place].value
    events[place] = events[place]._replace(value=(chain, due + 1000))
    # The final cash of nobody fits, so nothing is proved.
    events = [
        event._replace(value=event.value + 70 * (event.player + 1)) if event.act is ActKind.FINAL else event
        for event in events
    ]
    answer = replay(replace(sheet.record, events=events))
    name = sheet.record.header.players[events[place].player].id
    asked = [fact for fact in answer.missing_facts if fact.kind is Fact.BONUS]
    assert [(fact.player, fact.amounts) for fact in asked] == [(name, (due + 1000, due))]
    assert asked[0].document()["amounts"] == [due + 1000, due]


def _with_unread(record: GameRecord, player: int | None, act: ActKind | None) -> GameRecord:
    """The record with a clause that cannot be read in its eleventh turn; there are counts after the twentieth."""
    turns = [at for at, event in enumerate(record.events) if event.act is ActKind.TURN]
    return replace(record, unread=(Unread(turns[10] + 1, 99, 1, "2 of these", player, act),))


def _without(record: GameRecord, *acts: ActKind) -> GameRecord:
    events = [event for event in record.events if event.act not in acts]
    return replace(record, events=events, lines=range(1, len(events) + 1))


@pytest.mark.parametrize("act", [ActKind.BUY, ActKind.BONUS, ActKind.DISPOSE, ActKind.PLAY, None])
def test_a_clause_that_cannot_be_read_takes_no_proof_away_where_counts_and_final_cash_fit(act: ActKind | None) -> None:
    sheet = sensible_sheet(2, 3).of_scribe()
    answer = replay(_with_unread(sheet.record, 1, act))
    assert [(found.code, found.severity, found.message) for found in answer.findings] == [
        ("line-unread", Severity.NOTE, "“2 of these” was not needed.")
    ]
    assert answer.final == sheet.final


def test_after_a_purchase_that_cannot_be_read_the_next_count_that_fits_is_enough() -> None:
    sheet = sensible_sheet(2, 3).of_scribe()
    counted = _without(sheet.record, ActKind.FINAL)
    assert replay(_with_unread(counted, 1, ActKind.BUY)).final == sheet.final
    uncounted = _without(counted, ActKind.CASH)
    assert None in replay(_with_unread(uncounted, 1, ActKind.BUY)).final.values()


@pytest.mark.parametrize("act", [ActKind.DISPOSE, None])
def test_after_words_that_may_have_moved_shares_no_count_is_enough_without_final_cash(act: ActKind | None) -> None:
    sheet = sensible_sheet(2, 3).of_scribe()
    answer = replay(_with_unread(_without(sheet.record, ActKind.FINAL), 1, act))
    assert None in answer.final.values()


def test_two_mistakes_of_a_scribe_are_explained_one_after_the_other() -> None:
    right = 0
    for answer, sheet in _answers("two random errors", 6):
        assert all(cash in (None, sheet.final[player]) for player, cash in answer.final.items())
        right += answer.final == sheet.final
    assert right


def test_a_log_without_final_cash_confirms_nobody() -> None:
    sheet = sensible_sheet(2, 3).of_scribe()
    silent = replay(_without(sheet.record, ActKind.FINAL))
    assert (silent.final, silent.confirmed) == (sheet.final, ())
    assert replay(sheet.record).confirmed == tuple(player.id for player in sheet.record.header.players)
