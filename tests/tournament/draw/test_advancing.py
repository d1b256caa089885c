"""Who plays a round to which the results choose its players: cuts with seeds that wait, winners of tables, and who is not here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import msgspec.structs
import pytest

from tests.tournament.scores.worked import make_record, make_round
from tournament.draw.advancing import advance
from tournament.draw.pairings.dealing import dealt
from tournament.record.event import EventRecord
from tournament.record.formats import Amounts, Format, Stage, shipped_format
from tournament.record.rounds import SitOutRecord
from tournament.record.vocabulary import Key, PlayerId, RoundKind, SitOutKind, Status, Who
from tournament.scores.totals import standings

WAITING = {40: 8, 16: 0, 13: 1, 10: 2, 7: 3, 4: 0}
"""How many seeds wait after a cut to so many players; the others play at tables of four, whose winners go on."""


def cut_to(players: int) -> Format:
    """A format with one round in which the amounts are the scores, and then a cut."""
    levels = Stage(rounds=1, how=RoundKind.LEVELS)
    best = Stage(rounds=1, how=RoundKind.DEALT, who=Who.BEST, count=players, waits=WAITING[players], counts=False)
    stages, left = [levels, best], players
    while left > 4:
        left = WAITING[left] + (left - WAITING[left]) // 4
        stages.append(Stage(rounds=1, how=RoundKind.DEALT, who=Who.WINNERS, waits=WAITING[left], counts=False))
    form = shipped_format("commander")
    return msgspec.structs.replace(
        form, game=(Amounts(),), rounds=tuple(stages), plans={}, order=(Key.REACHED, Key.TOTAL)
    )


def after_round_one(players: int, cut: int) -> EventRecord:
    """An event of so many players, of whom player 1 is the best seed, player 2 the second and so on."""
    seats: list[dict[int, int | None]] = [
        {player: 1_000 - player for player in range(first, first + 4)} for first in range(1, players, 4)
    ]
    form = cut_to(cut)
    return make_record(players, make_round(1, *seats), format=form, rounds_planned=form.rounds_planned)


def with_round(event: EventRecord, winners: Mapping[int, int] = {}) -> EventRecord:
    """The event with the next round played by whom the results chose; of table n the winner is ``winners[n]``, else the last seed."""
    number = event.next_round
    field = advance(event, number)
    assert field is not None
    tables = dealt(field.plays, [4] * (len(field.plays) // 4), RoundKind.DEALT)
    scored: list[dict[int, int | None]] = [
        {player: 10 + (player == winners.get(at, table[-1])) for player in table} for at, table in enumerate(tables, 1)
    ]
    waits = tuple(SitOutRecord(player, SitOutKind.WAITS) for player in field.waits)
    played = replace(make_round(number, *scored), sit_outs=waits)
    return replace(event, rounds=(*event.rounds, played))


@pytest.mark.parametrize(
    ("cut", "waits", "tables"),
    [
        (4, (), ((1, 2, 3, 4),)),
        (7, (1, 2, 3), ((4, 5, 6, 7),)),
        (10, (1, 2), ((3, 5, 7, 9), (4, 6, 8, 10))),
        (13, (1,), ((2, 5, 8, 11), (3, 6, 9, 12), (4, 7, 10, 13))),
        (16, (), ((1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15), (4, 8, 12, 16))),
    ],
)
def test_the_best_seeds_wait_and_the_others_are_dealt_to_the_tables(
    cut: int, waits: tuple[int, ...], tables: tuple[tuple[int, ...], ...]
) -> None:
    field = advance(after_round_one(44, cut), 2)
    assert field is not None
    assert (field.waits, dealt(field.plays, [4] * len(tables), RoundKind.DEALT)) == (waits, tables)
    assert field.out == tuple(range(cut + 1, 45))


def test_of_forty_eight_wait_and_sixteen_go_on_in_the_order_of_seeds() -> None:
    event = with_round(after_round_one(44, 40))
    assert [seat.player for seat in event.rounds[1].tables[7].seats] == [16, 24, 32, 40]
    second = advance(event, 3)
    assert second is not None
    assert (second.waits, second.plays) == ((), (*range(1, 9), *range(33, 41)))
    last = advance(with_round(event), 4)
    assert last is not None
    assert last.plays == (37, 38, 39, 40)


def test_of_a_drawn_game_the_higher_seed_goes_on() -> None:
    event = after_round_one(16, 10)
    drawn = make_round(2, {3: 1, 5: 1, 7: 1, 9: 0}, {4: 0, 6: 1, 8: 0, 10: 1})
    waits = tuple(SitOutRecord(PlayerId(player), SitOutKind.WAITS) for player in (1, 2))
    field = advance(replace(event, rounds=(*event.rounds, replace(drawn, sit_outs=waits))), 3)
    assert field is not None
    assert field.plays == (1, 2, 3, 6)


def test_by_how_a_cut_ended_a_draw_is_before_a_loss_and_a_win_before_a_draw() -> None:
    event = after_round_one(16, 10)
    event = replace(event, format=msgspec.structs.replace(event.format, order=(Key.CUT, Key.TOTAL)))
    waits = tuple(SitOutRecord(PlayerId(player), SitOutKind.WAITS) for player in (1, 2))
    semi = replace(make_round(2, {3: 1, 5: 1, 7: 1, 9: 0}, {4: 0, 6: 0, 8: 0, 10: 1}), sit_outs=waits)
    event = replace(event, rounds=(*event.rounds, semi))
    assert [row.player for row in standings(event)][:11] == [1, 2, 10, 3, 5, 7, 4, 6, 8, 9, 11]
    # Of seeds 10 and 3, who draw the last game, 10 is ahead, who won; the other stays behind seeds 1 and 2, who waited.
    rows = standings(replace(event, rounds=(*event.rounds, make_round(3, {1: 0, 2: 0, 3: 1, 10: 1}))))
    assert [(row.player, row.rank) for row in rows[:5]] == [(10, 1), (1, 2), (2, 3), (3, 4), (5, 5)]
    assert rows[0].why == "Compared before the total: in the cut, the last round first: drew and went on, won."


def without(event: EventRecord, *players: int) -> EventRecord:
    """The event after these players have left."""
    entries = (replace(row, status=Status.WITHDRAWN) if row.player in players else row for row in event.entries)
    return replace(event, entries=tuple(entries))


def test_for_who_is_not_here_the_next_comes() -> None:
    by_rank = advance(without(after_round_one(16, 4), 2), 2)
    assert by_rank is not None
    assert by_rank.plays == (1, 3, 4, 5)
    # Of the tables 1-5-9-13 and so on the last seeds won; of those who were second the best seed is 1.
    of_tables = advance(without(with_round(after_round_one(16, 16)), 14), 3)
    assert of_tables is not None
    assert of_tables.plays == (1, 13, 15, 16)


def test_equal_players_at_the_cut_are_parted_by_a_lot_that_stays() -> None:
    event = after_round_one(16, 4)
    level = make_round(1, *[dict.fromkeys(range(first, first + 4), 5) for first in (1, 5, 9, 13)])
    fields = {advance(replace(event, rounds=(level,), version=version), 2) for version in range(3)}
    assert len(fields) == 1
    (field,) = fields
    assert field is not None
    assert field.plays != (1, 2, 3, 4)


def test_the_last_round_reached_counts_before_the_total_and_a_cut_adds_nothing_to_it() -> None:
    event = with_round(with_round(after_round_one(44, 16), {1: 13}), {1: 15})
    rows = standings(event)
    assert [(row.player, row.rank) for row in rows[:6]] == [(15, 1), (13, 2), (14, 3), (16, 4), (1, 5), (2, 6)]
    assert {row.player: row.total for row in rows}[PlayerId(15)] == 985_000
    assert rows[0].why == "Compared before the total: last round reached: round 3, place 1."
