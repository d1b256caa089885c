"""What the judge makes of a log that does not say what happened: one reading, several, none, several causes, or one slip."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random

import pytest

from games.acquire.actions import Action, ActKind
from games.acquire.logs.reading import read_people
from games.acquire.record import GameRecord, Unread
from games.acquire.replay.calculations import Account, MoneyKind, MoneyLine, MoneySlip, SlipKind, slips_of
from games.acquire.replay.findings import Severity
from games.acquire.replay.judging.certainty import Fact, MissingFact
from games.acquire.replay.judging.edits import Edit, EditKind
from games.acquire.replay.judging.judge import Replay, replay
from games.acquire.replay.judging.whole_turns import in_words
from games.acquire.replay.steps import walk_through
from laboratory.mistakes.sheets import SampleLog, full_sheet, sensible_sheet
from tests.conftest import tried
from tests.games.acquire.kept import logs_with
from tests.games.acquire.spoilt import (
    exchange_turns,
    forget_turn,
    forget_turn_and_number_on,
    keep_founders_share,
    misplace_purchase,
    pay_wrong_price,
    write_nothing_bought,
)


def _sheet(seed: int) -> SampleLog:
    return full_sheet(seed, 3).of_scribe()


def _turn(sheet: SampleLog, number: int) -> tuple[int, int]:
    """The place of the first event of a turn and the one after its last, counts left out."""
    return sheet.blocks()[number - 1]


def _without(sheet: SampleLog, first: int, last: int) -> GameRecord:
    events = [*sheet.events[:first], *sheet.events[last:]]
    return replace(sheet.record, events=events, lines=range(1, len(events) + 1))


def _codes(answer: Replay) -> list[tuple[int | None, str]]:
    return [(found.turn, found.code) for found in answer.findings if found.severity is not Severity.NOTE]


def test_a_number_left_out_with_its_player_is_one_missing_turn_told_as_it_fits() -> None:
    sheet = _sheet(0)
    spoilt = _without(sheet, *_turn(sheet, 15))
    answer = replay(spoilt)
    name = sheet.record.header.players[sheet.events[_turn(sheet, 15)[0]].player].id
    assert _codes(answer) == [(15, "turn-missing")]
    assert answer.findings[0].message.startswith(f"Turn 15 by {name} was not written down. The rest of the log fits if")
    assert (answer.final, answer.possible, answer.missing_facts) == (sheet.final, {}, ())


@pytest.mark.parametrize("numbers", ["left out", "numbered on", "none"])
def test_a_turn_missing_after_the_last_count_is_not_proved_by_the_final_alone(numbers: str) -> None:
    sheet = _sheet(0)
    events = sheet.events
    last_count = max(place for place, event in enumerate(events) if event.act is ActKind.CASH)
    number = next(
        number
        for number, (first, last) in enumerate(sheet.blocks(), 1)
        if first > last_count
        and any(event.act is ActKind.BUY and event.value for event in events[first:last])
        and not any(event.act in (ActKind.DISPOSE, ActKind.BONUS) for event in events[first:last])
    )
    spoilt = _without(sheet, *_turn(sheet, number))
    if numbers != "left out":
        written = {turn: turn - (turn > number) if numbers == "numbered on" else None for turn in range(1, 200)}
        told = [
            event._replace(value=written[event.value]) if event.act is ActKind.TURN else event
            for event in spoilt.events
        ]
        spoilt = replace(spoilt, events=told)
    answer = replay(spoilt)
    assert all(cash in (None, sheet.final[player]) for player, cash in answer.final.items())
    assert None in answer.final.values()
    buyer = sheet.record.header.players[events[_turn(sheet, number)[0]].player].id
    assert answer.missing_facts[0] == MissingFact(Fact.TURN, buyer, None, number)
    assert sheet.final[buyer] in answer.possible[buyer].amounts


def test_a_founders_share_that_was_not_taken_leaves_open_what_he_would_have_done_with_it_and_nothing_else() -> None:
    sheet = _sheet(0)
    spoilt = keep_founders_share(sheet, Random(1))
    answer = replay(spoilt.record)
    (open_player,) = answer.possible
    assert answer.findings[0].message == (
        f"P2 holds 0 of American, but 1 are left. P2 founded this chain in turn {spoilt.turn}; was the free share taken?"
    )
    assert [code for _, code in _codes(answer)] == ["dispose-hold"]
    assert {player: cash for player, cash in answer.final.items() if player != open_player} == {
        player: cash for player, cash in sheet.final.items() if player != open_player
    }
    assert answer.possible[open_player].amounts == (answer.recorded_final[open_player], sheet.final[open_player])
    assert [(fact.kind, fact.player) for fact in answer.missing_facts] == [(Fact.HOLDING, open_player)]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_purchase_written_into_the_next_turn_is_put_back_where_it_belongs(seed: int) -> None:
    sheet = _sheet(seed)
    spoilt = misplace_purchase(sheet, Random(seed))
    answer = replay(spoilt.record)
    assert answer.final == sheet.final
    assert "The rest of the log fits if the clause “buy " in next(
        found.message for found in answer.findings if found.severity is not Severity.NOTE
    )


def test_a_turn_left_out_of_the_count_is_a_turn_of_whoever_was_passed_over() -> None:
    for seed in (0, 2):
        sheet = _sheet(seed)
        spoilt = forget_turn_and_number_on(sheet, Random(f"forget_turn_and_number_on {seed}"))
        answer = replay(spoilt.record)
        assert answer.final == sheet.final
        assert answer.findings[0].code == "turn-order"
        assert "this turn is missing before turn " in answer.findings[0].message


def test_what_two_players_did_written_for_each_other_is_told_as_an_exchange() -> None:
    sheet = full_sheet(1, 3)
    spoilt = exchange_turns(sheet, Random(1))
    answer = replay(spoilt.record)
    assert answer.final == sheet.final
    assert [found.turn for found in answer.findings] == [spoilt.turn]
    assert "were each written down for the other's player" in answer.findings[0].message


def test_nothing_written_for_something_bought_is_found_by_the_counts() -> None:
    sheet = _sheet(2)
    spoilt = write_nothing_bought(sheet, Random(2))
    assert replay(spoilt.record).final == sheet.final


def test_one_wrong_final_leaves_everybody_else_proved() -> None:
    for seed in range(tried(2)):
        sheet = _sheet(seed)
        events = sheet.events
        place = next(at for at, event in enumerate(events) if event.act is ActKind.FINAL)
        events[place] = events[place]._replace(value=events[place].value - 100)
        answer = replay(
            replace(sheet.record, events=[event for event in events if event.act is not ActKind.CASH], lines=())
        )
        name = sheet.record.header.players[events[place].player].id
        assert {player: cash for player, cash in answer.final.items() if player != name} == {
            player: cash for player, cash in sheet.final.items() if player != name
        }
        if answer.final[name] is None:
            assert sheet.final[name] in answer.possible[name].amounts


def test_where_many_readings_fit_the_message_names_three_and_counts_the_others() -> None:
    spoilt = pay_wrong_price(_sheet(34), Random(34))
    answer = replay(spoilt.record)
    hint = answer.findings[0].hint
    assert re.fullmatch(r"The rest of the log fits if .+, if .+, if .+, or by \d+ other explanations\.", hint)
    assert hint.count(", if ") == 2
    assert None in answer.final.values()


def test_a_reading_makes_no_finding_before_the_first_of_the_log_as_written() -> None:
    for seed in range(tried(3)):
        sheet = _sheet(seed)
        spoilt = forget_turn(sheet, Random(seed))
        answer = replay(spoilt.record)
        turns = [found.turn for found in answer.findings if found.severity is not Severity.NOTE]
        assert turns
        assert min(turn for turn in turns if turn is not None) >= spoilt.turn


def test_a_lost_founding_is_found_by_the_chain_that_is_bought_later() -> None:
    sheet = _sheet(3)
    place = next(place for place, event in enumerate(sheet.events) if event.act is ActKind.FOUND)
    answer = replay(_without(sheet, place, place + 1))
    assert answer.final == sheet.final
    assert answer.findings[0].code == "found-missing"


def test_a_hypothesis_is_told_in_the_words_of_the_notation() -> None:
    record = _sheet(0).record
    put = (Action(ActKind.TURN, 1, 7), Action(ActKind.PLAY, 1, 0), Action(ActKind.BUY, 1, ((0, 2), (3, 1))))
    names = record.header.labels().names
    missing = Edit(EditKind.MISSING, 30, 0, put, at=30)
    assert (
        str(in_words(missing, record))
        == f"this turn is missing before turn 9 (line 31): P2: play 1A; buy {names[0]} 2, {names[3]} 1"
    )
    value = Edit(EditKind.VALUE, 30, 1, (Action(ActKind.FOUND, 0, 2),), at=30, clause=Action(ActKind.FOUND, 0, 2))
    assert str(in_words(value, record)) == f"turn 9 (line 31) should say: found {names[2]}"


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


def _without_acts(record: GameRecord, *acts: ActKind) -> GameRecord:
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
    counted = _without_acts(sheet.record, ActKind.FINAL)
    assert replay(_with_unread(counted, 1, ActKind.BUY)).final == sheet.final
    uncounted = _without_acts(counted, ActKind.CASH)
    assert None in replay(_with_unread(uncounted, 1, ActKind.BUY)).final.values()


@pytest.mark.parametrize("act", [ActKind.DISPOSE, None])
def test_after_words_that_may_have_moved_shares_no_count_is_enough_without_final_cash(act: ActKind | None) -> None:
    sheet = sensible_sheet(2, 3).of_scribe()
    answer = replay(_with_unread(_without_acts(sheet.record, ActKind.FINAL), 1, act))
    assert None in answer.final.values()


def test_two_mistakes_of_a_scribe_are_explained_one_after_the_other() -> None:
    right = 0
    for answer, sheet in _answers("two random errors", 6):
        assert all(cash in (None, sheet.final[player]) for player, cash in answer.final.items())
        right += answer.final == sheet.final
    assert right


def test_a_log_without_final_cash_confirms_nobody() -> None:
    sheet = sensible_sheet(2, 3).of_scribe()
    silent = replay(_without_acts(sheet.record, ActKind.FINAL))
    assert (silent.final, silent.confirmed) == (sheet.final, ())
    assert replay(sheet.record).confirmed == tuple(player.id for player in sheet.record.header.players)


BOUGHT = MoneyLine(40, 12, "Ben", MoneyKind.PURCHASE, "Luxor", 2, 300, -600)
PAID = MoneyLine(52, 14, "Ben", MoneyKind.BONUS, "Tower", 0, 0, 4500)
SOLD = MoneyLine(53, 14, "Ben", MoneyKind.SALE, "Tower", 3, 500, 1500)
BENS = Account("Ben", 10, 2000, (BOUGHT, PAID, SOLD), 20, 7400, 7400)


def _slips(difference: int) -> list[tuple[SlipKind, str | None, object]]:
    found = slips_of(replace(BENS, counted=BENS.due + difference))
    return [(slip.slip, slip.line.chain, slip.paid) for slip in found]


def test_a_right_count_has_no_slip() -> None:
    assert slips_of(BENS) == ()


def test_two_shares_paid_by_the_row_below_are_two_hundred_too_much_in_the_purse() -> None:
    assert _slips(200) == [(SlipKind.ROW, "Luxor", -400)]
    assert _slips(-200) == [(SlipKind.ROW, "Luxor", -800)]


def test_one_share_paid_less_or_more() -> None:
    assert _slips(300) == [(SlipKind.SHARE, "Luxor", -300), (SlipKind.ROW, "Tower", 1800)]
    assert _slips(500) == [(SlipKind.SHARE, "Tower", 2000)]


def test_a_sum_that_was_never_paid_or_twice_or_the_wrong_way() -> None:
    assert _slips(600) == [(SlipKind.NEVER, "Luxor", 0)]
    assert _slips(-600) == [(SlipKind.TWICE, "Luxor", -1200)]
    assert _slips(1200) == [(SlipKind.WRONG_WAY, "Luxor", 600)]
    assert _slips(-4500) == [(SlipKind.NEVER, "Tower", 0)]
    assert _slips(-1500) == [(SlipKind.NEVER, "Tower", 0)]


def test_what_no_single_slip_comes_to_has_none() -> None:
    assert _slips(-50) == []


def test_a_wrong_price_in_a_game_is_among_the_slips_of_the_interval_in_which_it_happened() -> None:
    found = 0
    for seed in range(12):
        sheet = full_sheet(seed, 3).of_scribe()
        spoilt = pay_wrong_price(sheet, Random(seed))
        walked = walk_through(spoilt.record)
        for finding, placed in zip(walked.answer.findings, walked.placed, strict=True):
            for account in placed.calculations:
                if finding.cause is None and isinstance(account, Account):
                    found += 1
                    slips: tuple[MoneySlip, ...] = slips_of(account)
                    assert (SlipKind.ROW, spoilt.turn) in {(slip.slip, slip.line.turn) for slip in slips}
                    assert (account.since or 0) <= spoilt.turn <= account.turn
    assert found >= 10


HEAD = "edition: mso\nplayers: Ann, Ben, Cai\nstart: Ann 1C, Ben 2A, Cai 7F\n"


def test_a_line_that_cannot_be_read_is_a_note_at_its_place_and_accuses_nobody() -> None:
    record = read_people(HEAD + "1 Ann: 4C; buy -; draw ?\n2 Ben: 4Z\n3 Cai: 12A; buy -; draw ?\n").record
    answer = replay(record)
    first = answer.findings[0]
    assert (first.code, first.severity, first.line, first.recorded, first.cause) == (
        "line-unread",
        Severity.NOTE,
        5,
        "4Z",
        None,
    )
    assert first.message == "“4Z” was not recognised."
    assert {finding.cause for finding in answer.findings[1:]} <= {0}
    assert record.events[-1].value == (-1,)


def test_a_clause_that_cannot_be_read_at_the_end_is_told_with_the_last_turn() -> None:
    record = read_people(HEAD + "1 Ann: 4C; buy 99 Zebra\n").record
    (finding,) = replay(record).findings
    assert (finding.code, finding.line, finding.turn, finding.player) == ("line-unread", 4, 1, "Ann")
