"""An old draw as the draft again: who sits elsewhere by it, before it is done."""

from __future__ import annotations

from django.http import Http404, HttpResponse

from tournament.desk.desk import Desk, desk_confirmation
from tournament.desk.questions import Question
from tournament.draw.naming import name_of_round, title_of_round
from tournament.draw.pairings import moved_players, read_report
from tournament.models.queries import draw_of
from tournament.record.event import DrawRecord, EventRecord
from tournament.record.vocabulary import whole_number
from tournament.services.hall import restore_draw
from tournament.services.hall.restoring import number_of, reason_not_to_restore

NAMED = 6


@desk_confirmation
def restore(desk: Desk, key: int) -> HttpResponse:
    """Make an old draw the draft of its round again, after showing what that changes."""
    row = desk.event.draws.filter(pk=key).first()
    if row is None:
        raise Http404(f"There is no such draw in {desk.event.name}.")
    old, name, record = draw_of(row), number_of(desk.event, key), desk.record
    number = old.first_round
    draft = record.round(number).draw if record.has_round(number) else None
    if desk.is_post:
        seen = whole_number(desk.typed("replaces")) or None
        return desk.act(
            lambda: restore_draw(desk.event, desk.actor, key, seen),
            f"Draw {name} is the draft of {name_of_round(record, number)} again.",
            desk.address("desk_round", number),
            refused_to=desk.address("desk_draws"),
        )
    problem = reason_not_to_restore(record, old, name)
    return desk.put(
        Question(
            f"Restore draw {name} for {name_of_round(record, number)}?",
            f"Restore draw {name}",
            desk.address("desk_draws"),
            follows=() if problem else _follows(record, old, draft),
            sends={"replaces": draft.key if draft else ""},
            problem=problem,
        ),
    )


def _follows(record: EventRecord, old: DrawRecord, draft: DrawRecord | None) -> list[str]:
    """What restoring does: who sits elsewhere than in the draft of now, and what the draw is worth."""
    title = title_of_round(record, old.first_round)
    lines = [f"{title} has no draft now; nobody but the desk sees the restored one until it is published."]
    if draft is not None:
        round_ = record.round(old.first_round)
        now = [tuple(seat.player for seat in table.seats) for table in round_.tables]
        moved = moved_players(now, old.plan[0].tables)
        names = ", ".join(record.name_of(move.player) for move in moved[:NAMED])
        more = f" and {len(moved) - NAMED} more" if len(moved) > NAMED else ""
        lines = [
            f"Sitting elsewhere than in the draft of now: {names}{more}."
            if moved
            else "Everybody sits as in the draft of now.",
            "The draft of now is replaced; its draw stays in the list and can be restored too.",
            "Sheets printed of the draft of now are wrong.",
        ]
    if report := read_report(old.report):
        lines.append(report.plain)
    return lines
