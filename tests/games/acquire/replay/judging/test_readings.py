"""What the judge makes of a log that does not say what happened: the one reading that fits, several, or none."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random

import pytest

from games.acquire.actions import Action, ActKind
from games.acquire.record import GameRecord
from games.acquire.replay import Fact, MissingFact, Replay, Severity, replay
from games.acquire.replay.judging.edits import Edit, EditKind
from games.acquire.replay.judging.whole_turns import in_words
from laboratory.mistakes.sheets import SampleLog, full_sheet
from tests.conftest import tried
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
