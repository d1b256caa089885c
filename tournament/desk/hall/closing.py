"""The question before a round is closed while a game on devices has not been played out."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from tournament.day.ondevices import going_on, said_of_going_on
from tournament.desk.acting import ask, page
from tournament.draw.naming import name_of_round
from tournament.models import Event
from tournament.record.event import EventRecord, RoundRecord


def ask_to_close(request: HttpRequest, event: Event, record: EventRecord, played: RoundRecord) -> HttpResponse:
    """Ask why a round is closed while a game on devices has not been played out."""
    name = name_of_round(record, played.number)
    return ask(
        request,
        event,
        record,
        title=f"Close {name} while a table still plays?",
        loses=f"{said_of_going_on(played, going_on(played))} Its game stays as it is; nothing of it is handed in once the round is closed.",
        action=page("desk_close", event, played.number),
        label=f"Close {name}",
        cancel_url=page("desk_boards", event, played.number),
        reason="Why it is closed all the same",
    )
