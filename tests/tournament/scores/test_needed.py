"""What a player needs in the last round, checked against every amount tried by the rules in fractions, and against the medal list."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import ceil, floor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournament.scores.worked import last_round_being_played, make_record, make_round, make_table, with_entry
from tournament.draw.allocation import FINAL
from tournament.record.event import EventRecord, RoundRecord, SeatRecord, TableRecord
from tournament.record.settings import with_settings
from tournament.record.vocabulary import Dollars, PlayerId, RoundState, SitOutKind, Status
from tournament.scores.explaining import Scores
from tournament.scores.medals import medals
from tournament.scores.needed import STEP, Needed, Needs, needs_of
from tournament.scores.totals import standings


def closed_with(event: EventRecord, number: int, cash: dict[PlayerId, Dollars]) -> EventRecord:
    """The event after its last round, with that cash at one table and equal shares everywhere else."""
    played = event.rounds[-1]
    tables = tuple(_filled(table, cash if table.number == number else {}) for table in played.tables)
    last: RoundRecord = replace(played, tables=tables, state=RoundState.CLOSED)
    return replace(event, rounds=(*event.rounds[:-1], last))


def _filled(table: TableRecord, cash: dict[PlayerId, Dollars]) -> TableRecord:
    seats = tuple(SeatRecord(seat.player, seat.position, "", cash.get(seat.player, STEP)) for seat in table.seats)
    return TableRecord(table.number, seats, equal_shares_ruling="" if cash else "assumed")


def shares_at(size: int, own: Dollars, total: Dollars) -> tuple[Fraction, Fraction]:
    """Basic percentages of a player and of each mate, in fractions: the mates have equal parts of the rest (R55-R57)."""
    bonus = {1: "1.06", 2: "1.03", 3: "1.02", 4: "1.015", 5: "1.012", 6: "1.01"}
    mates = size - 1
    each = Fraction(total - own, mates)
    best = max(Fraction(own), each)
    first = (own == best) + mates * (each == best)

    def after_bonus(amount: Fraction) -> Fraction:
        return ceil(amount * Fraction(bonus[first]) / 100) * Fraction(100) if amount == best else amount

    mine, theirs = after_bonus(Fraction(own)), after_bonus(each)
    return 100 * mine / (mine + mates * theirs), 100 * theirs / (mine + mates * theirs)


def told_of(event: EventRecord, player: PlayerId) -> Needs:
    needs = needs_of(Scores(event), player)
    assert needs is not None
    return needs


def to_thousandths(percent: Fraction) -> int:
    return floor(percent * 1000 + Fraction(1, 2))


def score_of_share(percent: Fraction, size: int, event: EventRecord) -> int:
    return to_thousandths(Fraction(to_thousandths(percent), 1000) * event.format.multipliers[size] / 1000)


def brute_places(event: EventRecord, player: PlayerId, total: Dollars) -> list[int]:
    """The place on the medal list for every amount from nothing to everything, counted from the rules (R43, R54, R64-R67)."""
    played, before = event.rounds[-1], {row.player: row.total for row in standings(event) if row.rank is not None}
    can_win = [each for each in before if not event.has_left_early(each)]
    table = played.table_of(player)
    assert table is not None
    fixed = {row.player: event.format.score_of(row.kind) for row in played.sit_outs}
    for other in played.tables:
        equal = score_of_share(Fraction(100, other.size), other.size, event)
        fixed |= {seat.player: equal for seat in other.seats}
    top = {seat.player for seat in played.tables[0].seats} if played.top_table_wins else set()
    if event.gold_from_room or not any(each in can_win for each in top):
        top = set()
    places = []
    for own in range(0, total + 1, STEP):
        mine, theirs = (score_of_share(share, table.size, event) for share in shares_at(table.size, own, total))
        here = {seat.player: mine if seat.player == player else theirs for seat in table.seats}
        totals = {each: before[each] + (fixed | here).get(each, 0) for each in can_win}
        best = max((totals[each] for each in top if each in totals), default=None)
        golden = {each for each in totals if each in top and totals[each] == best}
        if player in golden:
            places.append(1)
            continue
        places.append(1 + len(golden | {each for each in totals if totals[each] > totals[player]}))
    return places


def lines_of(places: list[int]) -> list[tuple[int, Dollars]]:
    """The lines that these places allow: the best place that each amount is the first to reach."""
    reached: list[tuple[int, Dollars]] = []
    for hundreds, place in enumerate(places):
        if not reached or place < reached[0][0]:
            reached.insert(0, (place, hundreds * STEP))
    return reached


@given(st.integers(6, 25), st.integers(0, 2**20), st.randoms(use_true_random=False))
def test_every_line_is_what_trying_every_amount_gives_and_more_cash_is_never_worse(
    players: int, seed: int, chance: object
) -> None:
    event = last_round_being_played(players, seed)
    seated = [seat.player for table in event.rounds[-1].tables for seat in table.seats]
    player, gone = chance.sample(seated, 2)  # type: ignore[attr-defined]
    event = with_entry(event, gone, status=(Status.PRESENT, Status.WITHDRAWN, Status.DISQUALIFIED)[seed % 3])
    needs = told_of(event, player)
    places = brute_places(event, player, needs.total)
    assert places == sorted(places, reverse=True)
    assert [(line.place, line.cash) for line in needs.lines] == lines_of(places)


@pytest.mark.parametrize("size", [3, 4, 5, 6])
def test_every_line_holds_at_a_table_of_each_size(size: int) -> None:
    here, there = range(1, size + 1), range(size + 1, 2 * size + 1)
    first = make_round(
        1,
        {player: 20_000 + 1_000 * player for player in here},
        {player: 32_000 - 700 * player for player in there},
    )
    second = make_round(2, dict.fromkeys(here), dict.fromkeys(there), state=RoundState.PUBLISHED, form=FINAL)
    plain = make_record(2 * size, first, second, rounds_planned=2)
    rules = with_settings(plain.format, {"multiplier_six": 1_500})
    event = replace(plain, format=rules)
    for player in (*here, *there)[::2]:
        needs = told_of(event, PlayerId(player))
        places = brute_places(event, PlayerId(player), needs.total)
        assert places == sorted(places, reverse=True)
        assert [(line.place, line.cash) for line in needs.lines] == lines_of(places)


def test_three_others_who_share_the_rest_are_first_together_and_none_of_them_alone() -> None:
    """126,700 at the table and 26,300 for the player leave 33,466.67 to each of the others, who share the bonus: 2 % each."""
    mine, theirs = shares_at(4, 26_300, 126_700)
    # 33,466.67 x 1.02 is 34,136, rounded up 34,200; 26,300 of 128,900 is 20.403 %
    assert (to_thousandths(mine), to_thousandths(theirs)) == (20_403, 26_532)
    first = make_round(1, dict.fromkeys((1, 2, 3, 4), 31_700))
    second = make_round(2, dict.fromkeys((1, 2, 3, 4)), state=RoundState.PUBLISHED)
    event = make_record(
        4, replace(first, tables=(make_table([31_700, 31_700, 31_700, 31_600]),)), second, rounds_planned=2
    )
    needs = told_of(event, PlayerId(1))
    assert needs.total == 126_700
    assert [(line.place, line.cash) for line in needs.lines] == lines_of(brute_places(event, PlayerId(1), 126_700))


def test_what_is_told_agrees_with_the_medal_list_wherever_the_shares_are_whole_dollars() -> None:
    for seed in range(4):
        event = last_round_being_played(16, seed)
        for table in event.rounds[-1].tables:
            player, *mates = (seat.player for seat in table.seats)
            needs = told_of(event, player)
            places = brute_places(event, player, needs.total)
            whole = [cash for cash in range(0, needs.total + 1, STEP) if (needs.total - cash) % len(mates) == 0]
            for cash in whole[:: max(1, len(whole) // 12)]:
                amounts = {player: cash} | dict.fromkeys(mates, (needs.total - cash) // len(mates))
                given = medals(closed_with(event, table.number, amounts))
                assert next(place.place for place in given if place.player == player) == places[cash // STEP]


def test_who_sits_the_last_round_out_scores_for_it() -> None:
    """Player 7 leads and sits out for 25.000 (R51), which whoever wants the first place has to beat."""
    first = make_round(1, dict.fromkeys((1, 2, 3), 30_000), {4: 30_000, 5: 30_000, 6: 30_000, 7: 33_000})
    second = make_round(
        2,
        dict.fromkeys((1, 4, 5)),
        dict.fromkeys((2, 3, 6)),
        state=RoundState.PUBLISHED,
        sit_outs={7: SitOutKind.STANDARD},
    )
    event = make_record(7, first, second, rounds_planned=2)
    needs = told_of(event, PlayerId(1))
    # 7: 35,000 of 125,000 is 28.000, and 25.000; 1: 25.000 and 0.75 of what the last round brings, 28.000 at least
    # 31,400 x 1.06 is 33,300 of 91,900: 36.235, and 27.176; 32,600 gives 34,600 of 92,000: 37.609, and 28.207
    assert (needs.total, needs.lines[0].place) == (90_000, 1)
    assert lines_of(brute_places(event, PlayerId(1), 90_000))[0] == (1, needs.lines[0].cash)
    assert 31_400 < needs.lines[0].cash <= 32_600


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
    needs = told_of(event, PlayerId(1))
    assert (needs.total, needs.is_known, needs.is_below_top) == (90_000, True, False)
    assert needs.lines[0] == Needed(1, 30_000, 33_333)
