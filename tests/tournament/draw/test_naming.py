"""The last round is called the final from the morning on, where the tables announce one (R45)."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from tournament.draw.seating import label_of_round, name_of_round, title_of_round
from tournament.record.event import EntryRecord, EventRecord, RoundRecord, SeatRecord, TableRecord
from tournament.record.rulesets import MSO_ACQUIRE
from tournament.record.vocabulary import LastRound, PlayerId, RoundKind, RoundState, Status


def cup(players: int, status: Status = Status.REGISTERED) -> EventRecord:
    entries = tuple(
        EntryRecord(PlayerId(number), f"Player {number}", status=status) for number in range(1, players + 1)
    )
    return EventRecord("cup", "Cup", date(2026, 8, 20), 1, entries=entries)


def played(number: int, tables: int, kind: RoundKind = RoundKind.RANDOM) -> RoundRecord:
    seats = tuple(SeatRecord(PlayerId(seat), seat) for seat in (1, 2, 3))
    return RoundRecord(
        number, kind, RoundState.CLOSED, tuple(TableRecord(each, seats) for each in range(1, tables + 1))
    )


def labels(record: EventRecord) -> list[str]:
    return [label_of_round(record, number) for number in range(1, record.rounds_planned + 1)]


def test_seventeen_expected_play_a_final_and_eight_do_not() -> None:
    assert labels(cup(17)) == ["Round 1", "Round 2", "Round 3", "Final"]
    assert labels(cup(8)) == ["Round 1", "Round 2", "Round 3", "Round 4"]
    assert labels(cup(0)) == ["Round 1", "Round 2", "Round 3", "Round 4"]


def test_once_a_round_is_drawn_its_tables_say_it_and_a_drawn_last_round_is_what_it_is() -> None:
    announced = replace(cup(8), rounds=(played(1, 4),))
    assert (name_of_round(announced, 4), title_of_round(announced, 4)) == ("the final", "The final")
    drawn = replace(announced, rounds_planned=2, rounds=(played(1, 4), played(2, 3)))
    assert labels(drawn) == ["Round 1", "Round 2"]
    assert labels(replace(drawn, rounds=(played(1, 3), played(2, 3, RoundKind.SWISS)))) == ["Round 1", "Final"]


def test_where_the_director_had_the_last_round_drawn_nothing_is_called_the_final() -> None:
    ruleset = replace(MSO_ACQUIRE, last_round=LastRound.DRAWN)
    assert labels(replace(cup(17), rounds_planned=3, ruleset=ruleset)) == ["Round 1", "Round 2", "Round 3"]
