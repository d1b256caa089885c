"""Reading the worked examples of the rules, and events made of plain values for the tests of pure modules."""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from random import Random

from hypothesis import strategies as st

from tournament.draw.allocation import DRAWN, FINAL, RoundForm, arrangements, cut_sizes, form_by_rule
from tournament.record.event import EntryRecord, EventRecord, RoundRecord, SeatRecord, TableRecord
from tournament.record.rounds import PenaltyRecord, SitOutRecord, TieRuling
from tournament.record.settings import with_settings
from tournament.record.vocabulary import (
    STORED_SEAT_SOURCES,
    Dollars,
    PenaltyKind,
    PlayerId,
    RoundState,
    SitOutKind,
    Status,
    Thousandths,
    format_thousandths,
)

FIXTURES = Path(__file__).resolve().parents[3] / "fixtures"
CLOSED = RoundState.CLOSED


def rows_of(name: str, folder: str = "rules") -> list[dict[str, str]]:
    """The rows of a table of the rules, or of another folder, by their column names."""
    with (FIXTURES / folder / f"{name}.csv").open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def cases_of(name: str) -> dict[str, list[dict[str, str]]]:
    """The rows of a table of worked examples by their case."""
    cases: dict[str, list[dict[str, str]]] = defaultdict(list)
    for row in rows_of(name):
        cases[row["case"]].append(row)
    return dict(cases)


def thousandths(text: str, unit: int = 1000) -> Thousandths:
    """A decimal of the rules as whole thousandths, or in another unit; it has no more decimals than that."""
    whole, _, decimals = text.removeprefix("-").partition(".")
    digits = len(str(unit)) - 1
    value = int(whole) * unit + int(decimals.ljust(digits, "0") or 0)
    return -value if text.startswith("-") else value


def make_table(cash: Sequence[Dollars | None], *, number: int = 1, first: int = 1, ruling: str = "") -> TableRecord:
    """A table of players numbered on from ``first``, with that cash in order of seats."""
    seats = tuple(SeatRecord(PlayerId(first + index), index + 1, cash=amount) for index, amount in enumerate(cash))
    return TableRecord(number, seats, equal_shares_ruling=ruling)


def make_tables(*tables: Mapping[int, Dollars | None]) -> tuple[TableRecord, ...]:
    """Tables numbered from 1, each from cash by player in order of seats."""
    return tuple(
        TableRecord(
            number,
            tuple(
                SeatRecord(PlayerId(player), seat, cash=amount) for seat, (player, amount) in enumerate(by.items(), 1)
            ),
        )
        for number, by in enumerate(tables, 1)
    )


def make_round(
    number: int,
    *tables: Mapping[int, Dollars | None],
    state: RoundState = CLOSED,
    form: RoundForm = DRAWN,
    sit_outs: Mapping[int, SitOutKind] | None = None,
) -> RoundRecord:
    """A round of these tables, closed unless told otherwise."""
    idle = tuple(SitOutRecord(PlayerId(player), why) for player, why in (sit_outs or {}).items())
    return RoundRecord(number, form.kind, state, make_tables(*tables), idle, top_table_wins=form.top_table_wins)


def make_entries(players: int, **changes: object) -> tuple[EntryRecord, ...]:
    """That many entries, "Guest 1" and on; ``changes`` go to all of them."""
    return tuple(
        replace(EntryRecord(PlayerId(number), f"Guest {number}"), **changes)  # type: ignore[arg-type]
        for number in range(1, players + 1)
    )


def make_record(players: int, *rounds: RoundRecord, **fields: object) -> EventRecord:
    """An event with that many present players and these rounds."""
    event = EventRecord("sample", "Sample Cup", date(2026, 8, 20), 1, entries=make_entries(players), rounds=rounds)
    return replace(event, **fields)  # type: ignore[arg-type]


def with_entry(event: EventRecord, player: int, **changes: object) -> EventRecord:
    """The event with one entry changed."""
    entries = tuple(
        replace(entry, **changes) if entry.player == player else entry  # type: ignore[arg-type]
        for entry in event.entries
    )
    return replace(event, entries=entries)


def without_player(played: RoundRecord, player: int) -> RoundRecord:
    """The round in which that player did not sit, and is not mentioned."""
    return replace(
        played,
        tables=tuple(
            replace(table, seats=tuple(seat for seat in table.seats if seat.player != player))
            for table in played.tables
        ),
    )


def cash_for_scores(scores: Mapping[int, str]) -> dict[int, Dollars]:
    """Cash at a table of four that scores exactly this; the scores sum to 100.000 and one of them is clearly first."""
    adjusted = {player: thousandths(score) * 100 for player, score in scores.items()}
    assert sum(adjusted.values()) == 10_000_000
    first = max(adjusted, key=adjusted.__getitem__)
    cash = {player: amount * 100 // 106 if player == first else amount for player, amount in adjusted.items()}
    assert all(cash[first] > amount for player, amount in cash.items() if player != first)
    return cash


def random_record(players: int, closed: int, seed: int) -> EventRecord:
    """An event as it may really stand: sit-outs, late entries, fines, leavers, juniors, rulings and a round being played."""
    random = Random(seed)
    event = make_record(players)
    everybody = [entry.player for entry in event.entries]
    rounds: list[RoundRecord] = []
    for number in range(1, min(closed + 1, 4) + 1):
        arrangement = random.choice(arrangements(players))
        order = random.sample(everybody, players)
        form = form_by_rule(number, arrangement.sizes, 4)
        tables = []
        for index, size in enumerate(cut_sizes(arrangement.sizes), 1):
            amounts = [random.choice((0, 12_000, 20_000, random.randrange(0, 60_001, 100))) for _ in range(size)]
            amounts[random.randrange(size)] = random.choice((30_000, 41_000))
            ruled = "The board was knocked over." if random.random() < 0.1 else ""
            seats = tuple(
                SeatRecord(order.pop(), seat, random.choice(("", f"{seat}A")), None if number > closed else amount)
                for seat, amount in enumerate(amounts, 1)
            )
            tables.append(TableRecord(index, seats, equal_shares_ruling=ruled))
        idle = tuple(SitOutRecord(player, random.choice(list(SitOutKind)), "by lot") for player in order)
        state = CLOSED if number <= closed else random.choice((RoundState.DRAFT, RoundState.PUBLISHED))
        started = datetime(2026, 8, 20, 9 + 2 * number, tzinfo=UTC)
        rounds.append(
            RoundRecord(
                number,
                form.kind,
                state,
                tuple(tables),
                idle,
                random.choice(STORED_SEAT_SOURCES),
                seed,
                starts_at=started,
                top_table_wins=form.top_table_wins,
            )
        )
    entries = tuple(
        replace(
            entry,
            status=random.choice((*[Status.PRESENT] * 8, Status.WITHDRAWN, Status.DISQUALIFIED)),
            is_junior=random.random() < 0.3,
        )
        for entry in event.entries
    )
    penalties = tuple(
        PenaltyRecord(
            random.choice(everybody),
            random.randint(1, 4),
            PenaltyKind.FINE,
            5_000,
            "again",
            is_cancelled=random.random() < 0.3,
        )
        for _ in range(random.randrange(4))
    )
    return replace(
        event,
        entries=entries,
        rounds=tuple(rounds),
        penalties=penalties,
        gold_from_room=random.random() < 0.2,
        ties=(TieRuling(tuple(random.sample(everybody, 3)), "dice"),),
        format=with_settings(event.format, {"multiplier_six": 1_500}),
    )


records = st.builds(random_record, players=st.integers(3, 25), closed=st.integers(0, 4), seed=st.integers(0, 2**32 - 1))
"""Events of any size of R38 at any stage."""

LETTERS = {letter: PlayerId(number) for number, letter in enumerate("ABCDE", 1)}
"""The players of E22 by their letters in the rules."""

A, B, C, D, E = LETTERS.values()


def ranking_example(case: str) -> EventRecord:
    """E22: sixteen players whose scores after three rounds and in the final are those of the rules."""
    rows = {LETTERS[row["player"]]: row for row in cases_of("ranking")[case]}
    third = {player: format_thousandths(thousandths(row["after_three"]) // 3) for player, row in rows.items()}
    drawn: tuple[dict[int, str], ...] = (
        {A: third[A], E: third[E], 6: "16.140", 7: "16.140"},
        {B: third[B], 8: "22.066", 9: "22.067", 10: "22.067"},
        {C: third[C], 11: "22.236", 12: "22.236", 13: "22.236"},
        {D: third[D], 14: "22.444", 15: "22.444", 16: "22.444"},
    )
    final: tuple[dict[int, str], ...] = (
        {player: rows[player]["final"] for player in (A, B, C, D)},
        {E: rows[E]["final"], 6: "18.300", 7: "18.300", 8: "18.300"},
        {9: "28.000", 10: "24.000", 11: "24.000", 12: "24.000"},
        {13: "28.000", 14: "24.000", 15: "24.000", 16: "24.000"},
    )
    event = make_record(
        16,
        *(make_round(number, *(cash_for_scores(scores) for scores in drawn)) for number in (1, 2, 3)),
        make_round(4, *(cash_for_scores(scores) for scores in final), form=FINAL),
    )
    if "disqualified" not in case:
        return event
    return replace(with_entry(event, A, status=Status.DISQUALIFIED, last_round=4), gold_from_room=True)


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
