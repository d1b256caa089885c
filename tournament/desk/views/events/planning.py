"""The planned times of an event's rounds: start and hall of each, shown until its clock is started."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from tournament.access import event_to_direct
from tournament.desk.acting import actor_of
from tournament.desk.forms.planning import PlanForm
from tournament.desk.frame import desk_context
from tournament.draw.allocation import AllocationError, choices
from tournament.draw.clock import ClockError, round_time
from tournament.draw.naming import title_of_round
from tournament.models.queries import record_of
from tournament.record.event import EventRecord
from tournament.services.changes import ConflictError, RefusedError, UnchangedError
from tournament.services.events.planning import plan_times


@require_http_methods(["GET", "HEAD", "POST"])
def plan(request: HttpRequest, slug: str) -> HttpResponse:
    """Start and hall of every round; what is wrong with a time stands beside it."""
    event = event_to_direct(request, slug)
    record = record_of(event)
    form = PlanForm(request.POST or None, record=record)
    problems: list[str] = []
    conflicts: list[tuple[str, str, str]] = []
    if request.method == "POST" and form.is_valid():
        try:
            plan_times(event, actor_of(request), form.plan())
        except UnchangedError as nothing:
            messages.info(request, str(nothing))
            return redirect("desk_plan", slug)
        except ConflictError as conflict:
            problems = [str(conflict)]
            conflicts = [(_label(record, key), *values) for key, values in conflict.conflicts.items()]
        except RefusedError as refusal:
            problems = [str(refusal)]
        else:
            messages.success(request, "The planned times are saved; players see them until a round's clock is started.")
            if twice := form.twice():
                messages.warning(request, twice)
            return redirect("desk_plan", slug)
    context = desk_context(event, record, "settings", problems=problems, conflicts=conflicts, **plan_part(record, form))
    return render(request, "director/event/plan.html", context, status=409 if conflicts else 200)


def _label(record: EventRecord, key: str) -> str:
    number, _, what = key.partition("-")
    return f"{title_of_round(record, int(number))}, {what}"


def plan_part(record: EventRecord, form: PlanForm | None = None) -> dict[str, Any]:
    """What templates/director/event/_plan.html needs: a row a round with its fields, its minutes, and when it really began."""
    shown = form or PlanForm(record=record)
    begun = {played.number: played.starts_at for played in record.rounds}
    return {
        "plan_form": shown,
        "plan_rows": [(number, fields, _minutes(record, number), begun.get(number)) for number, fields in shown.rows()],
    }


def _minutes(record: EventRecord, number: int) -> str:
    """How long the round takes with its tables, or with the first ones that the rules offer for who plays now (R30)."""
    try:
        if record.has_round(number):
            sizes = record.round(number).sizes
        else:
            sizes = choices(len(record.active), record.rounds_planned, record.ruleset)[0].arrangement.sizes
        time = round_time(sizes, record.ruleset)
    except (AllocationError, ClockError):
        return ""
    return f"{time.play} + {time.allowance}"
