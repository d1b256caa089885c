"""Choose tables, draw them to a draft, draw again, stop, discard; who met whom, and every draw that was made."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.access import event_to_direct
from tournament.desk.acting import REFUSALS, act_and_go, actor_of, ask, page, round_of
from tournament.desk.collisions import confirmed
from tournament.desk.forms.rounds import DrawForm, locked_players, tied_across_cuts
from tournament.desk.frame import desk_context
from tournament.desk.hall.charting import chart_of_arrangement, name_or_number
from tournament.desk.lists.draws import Column, columns, late_comers, what_if
from tournament.draw.allocation import AllocationError, parse_sizes
from tournament.draw.naming import name_of_round, title_of_round
from tournament.draw.pairings import read_report
from tournament.draw.sitouts import SitOutError, suggest_sit_out
from tournament.models import Draw, Event
from tournament.models.choices import who
from tournament.models.queries import draw_of, record_of
from tournament.public.lists import csv_file, drawn, wants_csv
from tournament.record.event import EventRecord
from tournament.record.vocabulary import RoundState, whole_number
from tournament.services.draws import new_seed, seed_from
from tournament.services.hall.restoring import reason_not_to_restore
from tournament.services.rounds import discard_draft, draft_round, next_number
from tournament.tellings.charts import meetings_chart
from tournament.tellings.csv import meetings_csv
from tournament.tellings.drawn.meetings import meetings_table, repeats_of

STOPPED = "stopped_draw"
CHUNKS_BETWEEN_LOOKS = 25  # a chunk takes about two milliseconds


@require_safe
def arrangement(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The arrangements of the next round side by side, with what each leads to."""
    event = event_to_direct(request, slug)
    record = record_of(event)
    if any(row.number == number and row.state is not RoundState.DRAFT for row in record.rounds):
        return redirect(page("desk_round", event, number))
    return render(request, "director/rounds/arrangement.html", arrangement_context(request, event, record, number))


def arrangement_context(
    request: HttpRequest, event: Event, record: EventRecord, number: int, form: DrawForm | None = None
) -> dict[str, Any]:
    """Everything of the arrangement page; with a bound form what was typed stays."""
    problems = [] if form is None else [error for errors in form.errors.values() for error in errors]
    if form is None:
        typed = request.GET.get("sizes", "")
    else:
        typed = "" if "use" in form.errors else " ".join(map(str, form.cleaned_data["use"].sizes))
    draft = record.round(number) if record.has_round(number) else None
    chosen = draft.sizes if draft else ()
    draw_key = draft.draw.key if draft and draft.draw else None
    try:
        own = parse_sizes(typed) if typed else ()
        offered = columns(record, number, own, chosen)
    except AllocationError as refusal:
        problems.append(str(refusal))
        offered = _offered(record, number)
    seed = new_seed() if draft is not None else _first_seed(event, record, number)
    if form is None:
        initial = {"seed": seed, "seat_source": event.seat_source, "replaces": draw_key}
        form = DrawForm(record=record, number=number, initial=initial)
    cuts = [column.cut for column in offered if column.is_cut]
    return desk_context(
        event,
        record,
        number=number,
        columns=offered,
        form=form,
        problems=problems,
        typed_sizes=typed,
        what_if=what_if(record, number),
        late=late_comers(record),
        tied=[
            {"player": player, "name": record.name_of(player), "rolled": form.data.get(f"dice-{player}", "")}
            for player in (tied_across_cuts(record, number, cuts) if cuts else ())
        ],
        suggestion=_suggestion(record, number, seed, offered),
        has_draft=draft is not None,
        may_sit_out=not all(column.has_sit_out for column in offered),
        has_often=any(column.often for column in offered),
        crossing=_crossing(record, number, offered),
        repeats_so_far=repeats_of(tuple(row for row in record.rounds if row.number < number)),
        token=secrets.token_urlsafe(12),
        played=[row for row in record.rounds if row.number < number],
        must_close=_must_close(record, number),
        draw_key=draw_key,
        open_disputes=record.open_disputes if cuts else (),
        **chart_of_arrangement(record, number),
    )


def _first_seed(event: Event, record: EventRecord, number: int) -> int:
    """The seed of a round's first draw: one for the players present, however often the page is opened (R50)."""
    present = " ".join(str(entry.player) for entry in record.active)
    return seed_from(f"{event.pk} {event.created_at.isoformat()} {number} {present}")


def _offered(record: EventRecord, number: int) -> tuple[Column, ...]:
    try:
        return columns(record, number)
    except AllocationError:
        return ()


def _suggestion(record: EventRecord, number: int, seed: int, offered: tuple[Column, ...]) -> str:
    if not any(column.has_sit_out for column in offered):
        return ""
    try:
        named = suggest_sit_out(record, number, seed)
    except SitOutError as refusal:
        return str(refusal)
    if all(column.has_sit_out for column in offered):
        return named.reason
    return f"If one sits out: {record.name_of(named.player)}; {named.why}"


def _crossing(record: EventRecord, number: int, offered: tuple[Column, ...]) -> str:
    """What to say where the number of tables has just crossed four: whether there is a Swiss final is asked, not assumed (R45)."""
    if not any(column.is_crossing for column in offered):
        return ""
    before = next(row for row in reversed(record.rounds) if row.number < number and row.tables)
    return (
        f"{title_of_round(record, before.number)} had {len(before.tables)} tables. By the rule a Swiss final needs four in this round "
        "(R45); "
        "choose what holds for the medals."
    )


def _must_close(record: EventRecord, number: int) -> str:
    """Why the round cannot be drawn yet, or nothing."""
    for row in record.rounds:
        if row.number < number and not row.is_closed:
            return f"{title_of_round(record, row.number)} is not closed yet; {name_of_round(record, number)} can be drawn when it is."
    try:
        following = next_number(record)
    except REFUSALS as refusal:
        return str(refusal)
    return (
        ""
        if following == number
        else f"{title_of_round(record, following)} comes first; draw it before {name_of_round(record, number)}."
    )


@require_POST
def draw(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Draw the next round to a draft, or draw a draft again, locked players staying where they are."""
    event = event_to_direct(request, slug)
    record = record_of(event)
    form = DrawForm(request.POST, record=record, number=number)
    is_redraw = "again" in request.POST
    if not form.is_valid():
        refusal = _first_error(form)
    else:
        sizes = form.cleaned_data["use"].sizes
        if 6 in sizes and (6 not in record.ruleset.size_multipliers or 6 not in record.ruleset.minutes):
            back = f"{page('desk_arrangement', event, number)}?{urlencode({'sizes': ' '.join(map(str, sizes))})}"
            return redirect(f"{page('desk_six', event)}?{urlencode({'next': back})}")
        try:
            draft_round(event, actor_of(request), form.order(_locks(request, record, number)), _watch(request))
        except REFUSALS as refused:
            refusal = str(refused)
            form.add_error(None, refusal)
        else:
            messages.success(request, f"Draft of {name_of_round(record, number)} drawn; nobody else sees it.")
            return redirect(page("desk_round", event, number))
    if is_redraw:
        messages.error(request, refusal)
        locks = "&".join(
            [f"lock={value}" for value in map(whole_number, request.POST.getlist("lock"))]
            + [f"lock_table={value}" for value in map(whole_number, request.POST.getlist("lock_table"))]
        )
        return redirect(f"{page('desk_round', event, number)}?{locks}")
    record = record_of(event)
    return render(
        request, "director/rounds/arrangement.html", arrangement_context(request, event, record, number, form)
    )


def _first_error(form: DrawForm) -> str:
    """What is wrong with the form, with the field it stands at, for a page that does not show the form."""
    return str(next(iter(form.errors.values()))[0])


def _locks(request: HttpRequest, record: EventRecord, number: int) -> list[tuple[Any, int]]:
    tables = [whole_number(text) for text in request.POST.getlist("lock_table")]
    players = [whole_number(text) for text in request.POST.getlist("lock")]
    return locked_players(round_of(record, number), tables, players) if tables or players else []


def _watch(request: HttpRequest) -> Callable[[int, int], bool]:
    """Look now and then whether the director has stopped this draw; the word is left in the session, which every worker reads."""
    token, key = request.POST.get("token", ""), request.session.session_key
    looks = 0

    def go_on(done: int, most: int) -> bool:
        nonlocal looks
        looks += 1
        if not token or looks % CHUNKS_BETWEEN_LOOKS != 1:
            return True
        return type(request.session)(key).get(STOPPED) != token

    return go_on


@require_POST
def stop(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Stop a draw that is taking long; the page that waits for it has left."""
    event = event_to_direct(request, slug)
    request.session[STOPPED] = request.POST.get("token", "")
    messages.success(request, f"The draw of {name_of_round(record_of(event), number)} was stopped; nothing was drawn.")
    return redirect(page("desk_arrangement", event, number))


@require_http_methods(["GET", "HEAD", "POST"])
@confirmed
def discard(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Throw a draft away, after asking."""
    event = event_to_direct(request, slug)
    if request.method == "POST":
        return act_and_go(
            request,
            lambda: discard_draft(event, actor_of(request), number),
            f"The draft of {name_of_round(record_of(event), number)} is discarded; its draw stays in the list of draws.",
            page("desk_arrangement", event, number),
        )
    record = record_of(event)
    round_of(record, number)
    return ask(
        request,
        event,
        record,
        title=f"Discard the draft of {name_of_round(record, number)}?",
        loses="The seats of the draft are lost. Its draw stays in the list of draws, from which it can be restored.",
        action=page("desk_discard", event, number),
        label=f"Discard the draft of {name_of_round(record, number)}",
        cancel_url=page("desk_round", event, number),
    )


@require_safe
def meetings(request: HttpRequest, slug: str) -> HttpResponse:
    """Who has met whom how often, drafts included."""
    event = event_to_direct(request, slug)
    record = record_of(event)
    if wants_csv(request):
        return csv_file(meetings_csv(record), f"{slug}-meetings")
    matrix = meetings_table(record)
    context = desk_context(event, record, matrix=matrix, picture=drawn(meetings_chart(matrix)))
    return render(request, "director/rounds/meetings.html", context)


@require_safe
def index(request: HttpRequest, slug: str) -> HttpResponse:
    """Every draw that was made, those replaced included, with seed and report."""
    event = event_to_direct(request, slug)
    record = record_of(event)
    in_use = {played.draw.key for played in record.rounds if played.draw}
    rows = list(event.draws.select_related("made_by").order_by("pk"))
    drawn = [_told(record, row, name, in_use) for name, row in enumerate(rows, 1)]
    return render(request, "director/rounds/draws.html", desk_context(event, record, draws=drawn[::-1]))


def _told(record: EventRecord, row: Draw, name: int, in_use: set[int]) -> dict[str, Any]:
    """One draw of the list, ``name`` its number among all draws of the event; ``closed`` says why it cannot be restored."""
    made = draw_of(row)
    report = read_report(made.report)
    is_used = made.key in in_use
    return {
        "name": name,
        "made_at": row.made_at,
        "made_by": who(row, "made_by"),
        "draw": made,
        "is_used": is_used,
        "plain": report.plain if report else "",
        "closed": "" if is_used else reason_not_to_restore(record, made, name),
        "tables": [[name_or_number(record, player) for player in table] for table in made.plan[0].tables],
        "sit_outs": [name_or_number(record, player) for player in made.plan[0].sit_outs],
    }
