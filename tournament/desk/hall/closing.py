"""The question before a round is closed while a game on devices has not been played out."""

from __future__ import annotations

from django.http import HttpResponse

from tournament.day.ondevices import going_on, said_of_going_on
from tournament.desk.desk import Desk
from tournament.draw.naming import name_of_round
from tournament.record.event import RoundRecord


def ask_to_close(desk: Desk, round_: RoundRecord) -> HttpResponse:
    """Ask why a round is closed while a game on devices has not been played out."""
    name = name_of_round(desk.record, round_.number)
    return desk.ask(
        f"Close {name}",
        f"{said_of_going_on(round_, going_on(round_))} Its game stays as it is; nothing of it is handed in once the round is closed.",
        desk.address("desk_boards", round_.number),
        title=f"Close {name} while a table still plays?",
        action=desk.address("desk_close", round_.number),
        reason="Why it is closed all the same",
    )
