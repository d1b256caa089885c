"""What a player needs in the last round, checked against the medal list that so much cash would really give."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournament.scores.worked import make_record, make_round, random_record
from tournament.record.event import EventRecord, RoundRecord, SeatRecord, TableRecord
from tournament.record.vocabulary import Dollars, PlayerId, RoundState, Status
from tournament.scores import Scores, medals
from tournament.scores.needed import STEP, Needed, needs_of


def last_round_being_played(players: int, seed: int) -> EventRecord:
    """Three rounds closed, the fourth published, nobody fined or ruled about; one has withdrawn before it."""
    event = random_record(players, 3, seed)
    rounds = tuple(
        replace(played, state=RoundState.PUBLISHED if played.number == 4 else RoundState.CLOSED)
        for played in event.rounds
    )
    seated = {seat.player for table in rounds[3].tables for seat in table.seats}
    entries = tuple(
        replace(entry, status=Status.PRESENT if entry.player in seated else Status.WITHDRAWN, last_round=None)
        for entry in event.entries
    )
    return replace(event, rounds=rounds, entries=entries, penalties=(), ties=(), gold_from_room=seed % 5 == 0)


def closed_with(event: EventRecord, number: int, cash: dict[PlayerId, Dollars]) -> EventRecord:
    """The event after its last round, with that cash at one table and equal shares everywhere else."""
    played = event.rounds[-1]
    tables = tuple(_filled(table, cash if table.number == number else {}) for table in played.tables)
    last: RoundRecord = replace(played, tables=tables, state=RoundState.CLOSED)
    return replace(event, rounds=(*event.rounds[:-1], last))


def _filled(table: TableRecord, cash: dict[PlayerId, Dollars]) -> TableRecord:
    seats = tuple(SeatRecord(seat.player, seat.position, "", cash.get(seat.player, STEP)) for seat in table.seats)
    return TableRecord(table.number, seats, equal_shares_ruling="" if cash else "assumed")


def place_with(event: EventRecord, player: PlayerId, table: TableRecord, cash: Dollars, total: Dollars) -> int:
    """The place on the medal list if the player had that much, and the others at the table the rest in equal shares."""
    rest = [seat.player for seat in table.seats if seat.player != player]
    shared, left = divmod((total - cash) // STEP, len(rest))
    amounts = {each: (shared + (at < left)) * STEP for at, each in enumerate(rest)} | {player: cash}
    listed = medals(closed_with(event, table.number, amounts))
    return next(place.place for place in listed if place.player == player)


@settings(max_examples=12)
@given(st.integers(12, 20), st.integers(0, 2**20), st.randoms(use_true_random=False))
def test_the_amounts_are_exact(players: int, seed: int, chance: object) -> None:
    event = last_round_being_played(players, seed)
    scores = Scores(event)
    player = chance.choice([seat.player for table in event.rounds[-1].tables for seat in table.seats])  # type: ignore[attr-defined]
    table = event.rounds[-1].table_of(player)
    needs = needs_of(scores, player)
    assert table is not None
    assert needs is not None
    assert [line.place for line in needs.lines] == sorted({line.place for line in needs.lines})
    for line in (needs.lines[0], needs.lines[-1]):
        assert place_with(event, player, table, line.cash, needs.total) <= line.place
        if line.cash:
            assert place_with(event, player, table, line.cash - STEP, needs.total) > line.place
    assert needs.lines[-1].cash == 0
    worst = place_with(event, player, table, 0, needs.total)
    assert needs.lines[-1].place == worst


def test_gold_is_out_of_reach_below_the_top_table() -> None:
    event = replace(last_round_being_played(17, 1), gold_from_room=False)
    scores = Scores(event)
    told = {seat.player: needs_of(scores, seat.player) for table in event.rounds[-1].tables for seat in table.seats}
    top = {seat.player for seat in event.rounds[-1].tables[0].seats}
    assert {player for player, needs in told.items() if needs is not None and not needs.is_below_top} == top
    assert all(needs.lines[0].place > 1 for player, needs in told.items() if needs is not None and player not in top)


def test_nothing_is_told_before_the_last_round_or_after_it() -> None:
    event = last_round_being_played(9, 3)
    player = event.rounds[-1].tables[0].seats[0].player
    assert needs_of(Scores(event), player) is not None
    for other in (
        replace(event, rounds_planned=5),
        replace(event, rounds=event.rounds[:-1]),
        replace(event, rounds=(*event.rounds[:-1], replace(event.rounds[-1], state=RoundState.DRAFT))),
        closed_with(event, 0, {}),
    ):
        assert needs_of(Scores(other), player) is None
    assert needs_of(Scores(event), PlayerId(99)) is None


def test_a_place_that_is_shared_is_reached() -> None:
    first = make_round(1, dict.fromkeys((1, 2, 3), 30_000), dict.fromkeys((4, 5, 6), 30_000))
    second = make_round(2, dict.fromkeys((1, 4, 5)), dict.fromkeys((2, 3, 6)), state=RoundState.PUBLISHED)
    event = make_record(6, first, second, rounds_planned=2)
    needs = needs_of(Scores(event), PlayerId(1))
    assert needs is not None
    assert (needs.total, needs.is_known, needs.is_below_top) == (90_000, True, False)
    assert needs.lines[0] == Needed(1, 30_000, 33_333)
