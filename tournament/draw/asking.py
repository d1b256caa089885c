"""What a draw is asked for an event: its players, who has met, who sat out, and every wish."""

from __future__ import annotations

from collections.abc import Sequence

from tournament.draw.pairings import Apart, DrawRequest, RoundPlan
from tournament.draw.sitouts import sat_out
from tournament.record.event import EventRecord
from tournament.record.vocabulary import RoundState


def request_for(record: EventRecord, number: int, rounds: Sequence[RoundPlan]) -> DrawRequest:
    """The request for these random rounds, the first of them round ``number``, on the meetings of the rounds before it (R44)."""
    return DrawRequest(
        players=tuple(entry.player for entry in record.active),
        rounds=tuple(rounds),
        history=tuple(
            tuple(tuple(seat.player for seat in table.seats) for table in round_.tables)
            for round_ in record.rounds
            if round_.number < number and round_.state is not RoundState.DRAFT
        ),
        sat_out=tuple(sorted(sat_out(record))),
        apart=tuple(Apart(rule.players, rule.is_hard) for rule in record.aparts),
        fixed_tables=tuple(
            (entry.player, entry.fixed_table) for entry in record.entries if entry.fixed_table is not None
        ),
        reading=record.ruleset.reading,
        names={player: entry.name for player, entry in record.people.items()},
    )
