"""A day of the present version for a fixture: reports of every kind, a dispute ruled and one left open, a log begun at a table."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tournament.services.gamelogs import SentEntry


def main() -> None:
    """Play the day in the database at hand."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    import django

    django.setup()
    from tests.build import director_of
    from tests.tournament.tellings.awkward import awkward_event, play_through
    from tournament.models.queries import record_of
    from tournament.record.vocabulary import DisputeState
    from tournament.services.disputes import open_dispute, settle_dispute
    from tournament.services.results.reports import SeatFigures, TableFigures, correct_result

    event = awkward_event("A Day of Reports")
    list(play_through(event))
    actor = director_of(event)
    seats = record_of(event).round(1).table(1).seats
    dispute = open_dispute(event, actor, 1, 1, "was a share counted twice?")
    figures = tuple(SeatFigures(seat.player, (seat.cash or 0) + 100) for seat in seats)
    correct_result(event, actor, 1, TableFigures(1, figures), "counted again")
    settle_dispute(event, actor, dispute, DisputeState.RULED, "counted again, and it was")
    open_dispute(event, actor, 4, 1, "which chain went first?")
    _write_at_the_table()


def _write_at_the_table() -> None:
    """Begin the log of a table on the scribe's board: a turn, one taken back, and one against the rules."""
    from tests.build import director_of, make_event, publish
    from tournament.models.queries import record_of
    from tournament.services.gamelogs import SentEntry, begun_at, write_entries
    from tournament.services.hall.seats import set_starting_tiles

    event = make_event(4, name="A Scribe's Cup")
    publish(event, 1)
    actor = director_of(event)
    seats = record_of(event).round(1).table(1).seats
    drawn = zip((seat.player for seat in seats), ("1A", "4C", "7F", "12I"), strict=True)
    set_starting_tiles(event, actor, 1, {1: dict(drawn)})
    players = [row["id"] for row in begun_at(event, 1, 1).opening["header"]["players"]]
    first, second = (_turn(1, players[0], "2C"), _turn(2, players[1], "9H"))
    another = SentEntry("turn 2 again", _turn(2, players[1], "1A").events, True)
    write_entries(event, actor, 1, 1, 0, [first, second, SentEntry("back"), another])


def _turn(number: int, player: str, tile: str) -> SentEntry:
    from tournament.services.gamelogs import SentEntry

    events: list[dict[str, object]] = [
        {"act": "turn", "player": player, "number": number},
        {"act": "play", "player": player, "tile": tile},
    ]
    return SentEntry(f"turn {number}", events)
