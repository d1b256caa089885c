"""The diary: who did what, by day and act, each line with its undo or the reason why not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import groupby
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.timezone import localtime
from django.views.decorators.http import require_POST, require_safe

from tournament.access import event_to_direct
from tournament.desk.acting import REFUSALS, actor_of, address_of, ask, is_confirmed
from tournament.desk.frame import desk_context
from tournament.desk.lists import csv_answer
from tournament.desk.lists.changes import ChangeTable, who
from tournament.desk.undoing import UndoControl, control_of, moves_if_undone, needs_reason, offers_of
from tournament.models import Change, Event
from tournament.models.queries import record_of
from tournament.public.lists import wants_csv
from tournament.record.acts import Part, acts_of
from tournament.record.event import EventRecord
from tournament.record.vocabulary import whole_number
from tournament.services.undoing import undo_changes
from tournament.tellings.diary import Difference, differences, is_found, sentence_of, tables_of
from tournament.tellings.history.groups import Group, grouped
from tournament.tellings.history.moves import Moves
from tournament.tellings.history.undoing import Offer

PER_PAGE = 50
MOST_WORDS = 8
MOST_VERSIONS = 400


@dataclass(frozen=True, slots=True)
class Entry:
    """One change under the fold of its line."""

    change: Change
    sentence: str
    differences: tuple[Difference, ...]
    undo: UndoControl


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the diary; ``entries`` are the changes under its fold, newest first."""

    group: Group
    sentence: str
    who: str
    undo: UndoControl
    entries: tuple[Entry, ...]


@require_safe
def index(request: HttpRequest, slug: str) -> HttpResponse:
    """List what was done that fits the filter: a part of the day, a person, a round and table, and words in what is told."""
    event = event_to_direct(request, slug)
    record = record_of(event)
    every = list(event.changes.select_related("made_by", "event").order_by("-version"))
    asked = _asked(request)
    rows = [change for change in every if _fits(change, record, asked)]
    if wants_csv(request):
        return csv_answer(ChangeTable(rows, record=record), f"{slug}-changes")
    page = Paginator(grouped(rows), PER_PAGE).get_page(request.GET.get("page"))
    offered = offers_of(event, record, every)
    lines = [_line(group, record, offered) for group in page.object_list]
    query = {name: value for name, value in asked.items() if value}
    context = desk_context(
        event,
        record,
        "changes",
        page=page,
        days=[(day, list(of_day)) for day, of_day in groupby(lines, _day)],
        is_filtered=bool(query),
        kinds=[part.value for part in Part],
        people=sorted({who(change) for change in every}),
        rounds=sorted({change.round_number for change in every if change.round_number}),
        asked=asked,
        query=f"{urlencode(query)}&" if query else "",
        csv_query=urlencode({**query, "_export": "csv"}),
    )
    return render(request, "director/event/changes.html", context)


def _asked(request: HttpRequest) -> dict[str, str]:
    """What the filter says; empty for no matter."""
    return {
        name: request.GET.get(name, "").replace("\x00", "").strip() for name in ("q", "kind", "who", "round", "table")
    }


def _fits(change: Change, record: EventRecord, asked: Mapping[str, str]) -> bool:
    """Whether a change fits every part of the filter."""
    if asked["kind"] in set(Part) and change.act not in acts_of(Part(asked["kind"])):
        return False
    if asked["who"] and who(change) != asked["who"]:
        return False
    if asked["round"] and change.round_number != whole_number(asked["round"]):
        return False
    if asked["table"] and whole_number(asked["table"]) not in tables_of(change):
        return False
    return is_found(change, record, asked["q"].split()[:MOST_WORDS], (change.reason, who(change)))


def _day(line: Line) -> date:
    return localtime(line.group.latest.made_at).date()


def _line(group: Group, record: EventRecord, offered: Mapping[int, Offer]) -> Line:
    entries = tuple(
        Entry(change, sentence_of(change, record), differences(change, record), control_of([change], offered))
        for change in group.changes
    )
    return Line(group, group.sentence(record), who(group.latest), control_of(group.changes, offered), entries)


@require_POST
def undo(request: HttpRequest, slug: str) -> HttpResponse:
    """Take back the changes that a line of the diary or a message names; back to the diary, or to the page on which they stand."""
    event = event_to_direct(request, slug)
    is_from_diary = "versions" in request.POST
    named = request.POST.get("versions") or request.GET.get("versions", "")
    versions = [version for version in map(whole_number, named.split()[:MOST_VERSIONS]) if version]
    done = list(event.changes.filter(version__in=versions).select_related("event"))
    there = reverse("desk_changes", args=[slug]) if is_from_diary or not done else address_of(done[0])
    actor = replace(actor_of(request), reason=request.POST.get("reason", "").strip())
    try:
        record = record_of(event)
        moves = moves_if_undone(event, record, actor, done)
        if moves and not (is_confirmed(request, moves) and (actor.reason or not needs_reason(done))):
            return _ask_to_undo(request, event, record, done, moves, there)
        said = undo_changes(event, actor, versions)
    except REFUSALS as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, f"Undone: {said}.")
    return redirect(there)


def _ask_to_undo(
    request: HttpRequest, event: Event, record: EventRecord, changes: Sequence[Change], moves: Moves, there: str
) -> HttpResponse:
    """The question before public figures move: what is undone, everything that moves, and the reason where the act's page asks one."""
    named = " ".join(str(change.version) for change in changes)
    return ask(
        request,
        event,
        record,
        title="Undo what moves public figures?" if len(changes) > 1 else f"Undo: {sentence_of(changes[0], record)}?",
        loses="; ".join(sentence_of(change, record) for change in changes) + "." if len(changes) > 1 else "",
        action=request.get_full_path(),
        label="Undo",
        cancel_url=there,
        reason="Why it is undone",
        is_reason_optional=not needs_reason(changes),
        moves=moves,
        sends={"versions": named} if "versions" in request.POST else {},
    )


def latest_lines(event: Event, record: EventRecord, count: int, looked_at: int) -> list[dict[str, Any]]:
    """The newest lines of the diary for the overview, told as the diary tells them."""
    changes = event.changes.select_related("made_by").order_by("-version")[:looked_at]
    return [
        {
            "made_at": group.latest.made_at,
            "sentence": group.sentence(record),
            "reasons": group.reasons,
            "who": who(group.latest),
        }
        for group in grouped(changes)[:count]
    ]
