"""Two entries of one person: choosing the other one, what follows, and merging."""

from __future__ import annotations

from dataclasses import replace

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from tournament.access import event_to_direct
from tournament.day.doubles import Merge, merge_of
from tournament.day.likeness import pairs_alike
from tournament.desk.acting import actor_of, undo_address
from tournament.desk.collisions import Confirmation, confirmed
from tournament.desk.frame import desk_context, entry_or_404
from tournament.desk.undoing import moves_if
from tournament.models.queries import record_of
from tournament.record.event import EntryRecord, EventRecord
from tournament.record.vocabulary import whole_number
from tournament.services.changes import RefusedError
from tournament.services.entries import merge_entries
from tournament.tellings.history.moves import Moves


@require_http_methods(["GET", "HEAD", "POST"])
@confirmed
def merge(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Ask which entry is the same person (``with``), say what merging does or why it cannot be, and do it once confirmed."""
    event = event_to_direct(request, slug)
    record = record_of(event)
    kept = entry_or_404(record, number)
    asked = whole_number(request.POST.get("with") or request.GET.get("with"))
    plan = merge_of(record, kept, entry_or_404(record, asked)) if asked else None
    problems: list[str] = []
    if request.method == "POST" and plan is not None and request.POST.get("confirmed"):
        try:
            merge_entries(event, actor_of(request), number, plan.gone.player)
        except RefusedError as refusal:
            problems = [str(refusal)]
        else:
            undo = undo_address(event, event.version)
            messages.success(request, f"{plan.gone.name} is merged into {kept.player} {kept.name}.", extra_tags=undo)
            return redirect("desk_entry", slug, number)
    moves = Moves()
    if plan is not None and not plan.refusals:
        gone, by = plan.gone.player, replace(actor_of(request), key="")
        moves = moves_if(event, record, lambda tried: merge_entries(tried, by, number, gone))
    others = [entry for entry in record.entries if entry.player != kept.player]
    alike = {
        each.player for one, other, _ in pairs_alike(record.entries) if kept in (one, other) for each in (one, other)
    }
    context = desk_context(
        event,
        record,
        "entries",
        entry=kept,
        plan=plan,
        moved=moves,
        others=sorted(others, key=lambda entry: (entry.player not in alike, entry.sort_key)),
        turned=_turned(record, plan),
        problems=problems or (list(plan.refusals) if plan else []),
    )
    shown = (plan.kept, plan.gone, plan.refusals, plan.follows, moves) if plan else ()
    return Confirmation(request, "director/entries/merge.html", context, shown=shown)


def _turned(record: EventRecord, plan: Merge | None) -> EntryRecord | None:
    """The other entry, where merging cannot be done this way round and can be the other."""
    if plan is None or not plan.refusals or merge_of(record, plan.gone, plan.kept).refusals:
        return None
    return plan.gone
