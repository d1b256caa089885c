"""A day of the present version for a fixture: reports of every kind, a dispute ruled and one left open, in one event."""

from __future__ import annotations

import os


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
    from tournament.services.reports import SeatFigures, TableFigures, correct_result

    event = awkward_event("A Day of Reports")
    list(play_through(event))
    actor = director_of(event)
    seats = record_of(event).round(1).table(1).seats
    dispute = open_dispute(event, actor, 1, 1, "was a share counted twice?")
    figures = tuple(SeatFigures(seat.player, (seat.cash or 0) + 100) for seat in seats)
    correct_result(event, actor, 1, TableFigures(1, figures), "counted again")
    settle_dispute(event, actor, dispute, DisputeState.RULED, "counted again, and it was")
    open_dispute(event, actor, 4, 1, "which chain went first?")


if __name__ == "__main__":
    main()
