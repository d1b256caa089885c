"""A log tells what it coverage: what nobody wrote down is no mistake, and what is told wrongly is still found."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.acquire.actions import ActKind
from games.acquire.editions.values import EDITIONS
from games.acquire.logs.reading import read_text
from games.acquire.record import GameRecord
from games.acquire.replay.findings import Severity
from games.acquire.replay.judging.judge import Replay, answer, replay
from games.acquire.replay.replayer import Replayer
from tests.conftest import trying
from tests.games.acquire.tellings import KINDS, cut, told_game

#: The kinds that a scribe does not see.
TILES_IN_HANDS = ("hands", "draws", "dead")


def seats_of(edition: str, seed: int) -> int:
    """From the fewest players of an edition to two more."""
    fewest = EDITIONS[edition].min_players
    return min(fewest + seed % 3, EDITIONS[edition].max_players)


def errors(told: Replay) -> list[str]:
    return [finding.message for finding in told.findings if finding.severity is Severity.ERROR]


def true_cash(record: GameRecord) -> dict[str, int]:
    """The final cash of a whole log; empty where it has fractions of a dollar."""
    ids = [player.id for player in record.header.players]
    return {ids[event.player]: event.value for event in record.events if event.act is ActKind.FINAL}


def plain(record: GameRecord) -> Replay:
    """The answer to a log as it is written; what it may have meant instead is looked for only where something is found."""
    return answer(Replayer(record))


games = st.builds(
    lambda edition, seed: told_game(edition, seats_of(edition, seed), seed),
    st.sampled_from(list(EDITIONS)),
    st.integers(0, 11),
)


@trying(60)
@given(games, st.sets(st.sampled_from(list(KINDS))))
def test_a_faultless_log_without_any_of_the_kinds_has_no_error_and_gives_no_wrong_cash(
    whole: GameRecord, kinds: set[str]
) -> None:
    seats = range(len(whole.header.players))
    told = plain(cut(whole, {(player, kind) for player in seats for kind in kinds}))
    assert errors(told) == []
    right = true_cash(whole)
    assert (
        right == {} or {player: cash for player, cash in told.final.items() if cash not in (None, right[player])} == {}
    )


@trying(40)
@given(games, st.data())
def test_a_log_that_tells_the_tiles_of_some_players_only_has_no_error_and_its_final_cash_is_proved(
    whole: GameRecord, data: st.DataObject
) -> None:
    pairs = [(player, kind) for player in range(len(whole.header.players)) for kind in TILES_IN_HANDS]
    told = plain(cut(whole, data.draw(st.sets(st.sampled_from(pairs)))))
    assert errors(told) == []
    assert told.is_proved
    assert not true_cash(whole) or told.final == true_cash(whole)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_faultless_scribes_log_has_no_finding_and_its_final_cash_is_proved(edition: str, seed: int) -> None:
    whole = told_game(edition, seats_of(edition, seed), seed)
    seats = range(len(whole.header.players))
    told = replay(cut(whole, {(player, kind) for player in seats for kind in TILES_IN_HANDS}))
    assert told.findings == ()
    assert told.is_proved
    assert not true_cash(whole) or told.final == true_cash(whole)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("edition", EDITIONS)
def test_one_players_own_record_says_nothing_about_the_tiles_of_the_others(edition: str, seed: int) -> None:
    whole = told_game(edition, max(2, seats_of(edition, seed)), seed)
    seats = range(len(whole.header.players))
    for own in seats:
        told = replay(cut(whole, {(player, kind) for player in seats if player != own for kind in TILES_IN_HANDS}))
        assert told.findings == ()
        assert told.is_proved


# What is told wrongly is still found.


def without(record: GameRecord, place: int) -> GameRecord:
    events = [event for at, event in enumerate(record.events) if at != place]
    return replace(record, events=events, lines=range(1, len(events) + 1))


def turn_at(record: GameRecord, place: int) -> int:
    return sum(event.act is ActKind.TURN for event in record.events[:place])


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("left_out", [(), TILES_IN_HANDS, ("counts",)])
def test_a_log_that_tells_all_bonuses_but_one_lacks_that_one(left_out: tuple[str, ...], seed: int) -> None:
    whole = told_game("mso", 3 + seed % 3, seed)
    record = cut(whole, {(player, kind) for player in range(6) for kind in left_out})
    bonuses = [place for place, event in enumerate(record.events) if event.act is ActKind.BONUS]
    place = Random(seed).choice(bonuses)
    found = plain(without(record, place)).findings
    first = [(finding.code, finding.turn, finding.player) for finding in found if finding.code == "bonus-missing"]
    assert first == [("bonus-missing", turn_at(record, place), f"P{record.events[place].player + 1}")]


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("others_draw", [True, False])
def test_a_log_that_tells_all_draws_of_a_player_but_one_lacks_that_one(others_draw: bool, seed: int) -> None:
    whole = told_game("ah2008", 3, seed)
    own = seed % 3
    record = whole if others_draw else cut(whole, {(player, "draws") for player in range(3) if player != own})
    draws = [place for place, event in enumerate(record.events) if event.act is ActKind.DRAW and event.player == own]
    place = draws[3]
    found = plain(without(record, place)).findings
    assert [(finding.code, finding.turn, finding.player) for finding in found if finding.code == "draw-missing"] == [
        ("draw-missing", turn_at(record, place), f"P{own + 1}")
    ]


def test_draws_told_in_fewer_than_half_of_the_turns_are_told_partly_and_none_of_them_is_missing() -> None:
    head = "edition: mso\nplayers: Ann, Ben, Cai\nstart: Ann 1C, Ben 2A, Cai 7F\n"
    players = ["Cai", "Ann", "Ben"]
    tiles = ["12I", "10I", "8I", "12G", "10G", "1I", "3I", "5I", "1G"]
    drawn = {6: "draw 9A"}  # Ann draws once in three turns
    turns = [
        f"{number} {players[number % 3]}: {tile}; buy -; {drawn.get(number + 2, '')}\n"
        for number, tile in enumerate(tiles, 1)
    ]
    assert [finding.code for finding in replay(read_text(head + "".join(turns))).findings] == []
    twice = [turn.replace("buy -; \n", "buy -; draw ?\n") if turn.startswith("1 ") else turn for turn in turns]
    assert [finding.code for finding in replay(read_text(head + "".join(twice))).findings] == ["draw-missing"]


@pytest.mark.parametrize("seed", range(4))
def test_a_wrong_price_is_found_in_a_log_without_tiles_and_bonuses(seed: int) -> None:
    whole = told_game("mso", 4, seed)
    record = cut(whole, {(player, kind) for player in range(4) for kind in (*TILES_IN_HANDS, "bonuses")})
    counts = [place for place, event in enumerate(record.events) if event.act is ActKind.CASH]
    place = Random(seed).choice(counts)
    events = list(record.events)
    events[place] = events[place]._replace(value=events[place].value + 100)
    (first, *_) = plain(replace(record, events=events)).findings
    assert (first.code, first.player) == ("cash-wrong", f"P{events[place].player + 1}")


def test_cash_that_nobody_can_compute_is_said_once_of_a_player_and_is_no_error() -> None:
    whole = told_game("mso", 3, 1)
    told = plain(cut(whole, {(player, "purchases") for player in range(3)}))
    assert sorted((finding.code, finding.player) for finding in told.findings) == [
        ("cash-unrecorded", "P1"),
        ("cash-unrecorded", "P2"),
        ("cash-unrecorded", "P3"),
    ]
    assert not told.is_proved
