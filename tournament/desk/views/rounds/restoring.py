"""An old draw as the draft again: who sits elsewhere by it, before it is done."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from tournament.access import event_to_direct
from tournament.desk.acting import act_and_go, actor_of, page
from tournament.desk.collisions import confirmed
from tournament.desk.hall.questions import Question, put
from tournament.draw.naming import name_of_round, title_of_round
from tournament.draw.pairings import moved_players, read_report
from tournament.models.queries import draw_of, record_of
from tournament.record.event import DrawRecord, EventRecord
from tournament.record.vocabulary import whole_number
from tournament.services.hall import restore_draw
from tournament.services.hall.restoring import number_of, reason_not_to_restore

NAMED = 6


@require_http_methods(["GET", "HEAD", "POST"])
@confirmed
def restore(request: HttpRequest, slug: str, key: int) -> HttpResponse:
    """Make an old draw the draft of its round again, after showing what that changes."""
    event = event_to_direct(request, slug)
    row = event.draws.filter(pk=key).first()
    if row is None:
        raise Http404(f"There is no such draw in {event.name}.")
    old, name, record = draw_of(row), number_of(event, key), record_of(event)
    number = old.first_round
    draft = record.round(number).draw if record.has_round(number) else None
    address = page("desk_restore_draw", event, key)
    if request.method == "POST":
        seen = whole_number(request.POST.get("replaces", "")) or None
        return act_and_go(
            request,
            lambda: restore_draw(event, actor_of(request), key, seen),
            f"Draw {name} is the draft of {name_of_round(record, number)} again.",
            page("desk_round", event, number),
            refused_to=page("desk_draws", event),
        )
    problem = reason_not_to_restore(record, old, name)
    return put(
        request,
        event,
        record,
        Question(
            f"Restore draw {name} for {name_of_round(record, number)}?",
            f"Restore draw {name}",
            address,
            page("desk_draws", event),
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
        played = record.round(old.first_round)
        now = [tuple(seat.player for seat in table.seats) for table in played.tables]
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
