"""The event ends here: what follows from playing no more rounds, and one button that does it."""

from __future__ import annotations

from django.http import HttpResponse

from tournament.day.ending import if_ended, reason_to_play_on
from tournament.desk.desk import Desk, desk_confirmation
from tournament.desk.questions import Question
from tournament.services.events import end_event


@desk_confirmation
def end(desk: Desk) -> HttpResponse:
    """End the event after the rounds that are closed, after showing what follows."""
    if desk.is_post:
        return desk.act(
            lambda: end_event(desk.event, desk.actor),
            "The event ends here. Look through the final list, then publish it.",
            desk.address("desk_final"),
            undo=desk.undo_address,
            refused_to=desk.request.path,
        )
    wrong = reason_to_play_on(desk.record)
    return desk.put(
        Question(
            f"End {desk.record.name} here?",
            "End the event here",
            desk.address("desk_event"),
            follows=() if wrong else if_ended(desk.record, is_shown=desk.event.is_shown),
            problem=wrong,
            is_grave=True,
        ),
    )
