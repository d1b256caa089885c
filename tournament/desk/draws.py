"""Choosing tables, drawing them as a draft, drawing again, stopping and discarding; who met whom, and all draws made."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from tournament.access import may_open
from tournament.day.agenda import reason_to_play_on
from tournament.desk.acting import REFUSALS
from tournament.desk.arrangements import WAITING, ArrangementColumn, columns
from tournament.desk.desk import Desk, desk_act, desk_confirmation, desk_page
from tournament.desk.frame import players_mark
from tournament.desk.rounds import DrawForm, name_or_number, tied_across_cuts
from tournament.draw.allocation import AllocationError, parse_sizes
from tournament.draw.forecast import chart_round, misfit
from tournament.draw.lines import said
from tournament.draw.pairings.report import read_report
from tournament.draw.seating import name_of_round, title_of_round
from tournament.draw.sitouts import SitOutError, suggest_sit_out
from tournament.models import Draw
from tournament.models.choices import who
from tournament.models.queries.reading import draw_of
from tournament.record.event import EventRecord
from tournament.record.vocabulary import SMALLEST_TABLE, RoundKind, RoundState
from tournament.services.changes.refusals import StaleError
from tournament.services.draws import new_seed, seed_from, with_plan
from tournament.services.rounds import discard_draft, draft_round, next_number
from tournament.tellings.draw import meetings_table, repeats_of
from tournament.tellings.running import plan_line
from wording import gettext as _
from wording import ngettext
from wording.digits import whole_number

STOPPED = "stopped_draw"
CHUNKS_BETWEEN_LOOKS = 25  # a chunk takes about two milliseconds
WAITS_FOR_DRAFT = 3.0
"""For how many seconds whoever stopped a search waits for its draft."""


@desk_page
def arrangement(desk: Desk, number: int) -> HttpResponse:
    """Show the possible arrangements of the next round side by side, with the consequences of each."""
    if any(row.number == number and row.state is not RoundState.DRAFT for row in desk.record.rounds):
        return redirect(desk.address("desk_round", number))
    return _arrangement_page(desk, number)


def _typed_sizes(desk: Desk, form: DrawForm | None) -> str:
    """Return the director's own table sizes as typed: from the sent form, or without one from the address."""
    if form is None:
        return desk.request.GET.get("sizes", "")
    return "" if "use" in form.errors else " ".join(map(str, form.cleaned_data["use"].sizes))


def _arrangement_page(desk: Desk, number: int, form: DrawForm | None = None) -> HttpResponse:
    """Render the page of arrangements; ``form`` is a sent form with errors, None for a fresh page."""
    record = with_plan(desk.record, number)
    problems = [] if form is None else [error for errors in form.errors.values() for error in errors]
    typed = _typed_sizes(desk, form)
    draft = record.round(number) if record.has_round(number) else None
    draw_key = draft.draw.key if draft and draft.draw else None
    try:
        own = parse_sizes(typed) if typed else ()
        offered = columns(record, number, own, draft.sizes if draft else ())
    except AllocationError as refusal:
        problems.append(str(refusal))
        offered = _arrangements_offered(record, number)
    seed = new_seed() if draft is not None else _first_seed(desk, number)
    if form is None:
        initial = {"seed": seed, "seat_source": record.seat_source.value, "replaces": draw_key}
        form = DrawForm(record=record, number=number, initial=initial)
    cuts = [column.cut for column in offered if column.cut]
    has_final = any(column.is_final for column in offered)
    if not has_final:
        form.fields["over_dispute"].label = _("Reason")
    before = [row for row in record.rounds if row.number < number]
    return desk.page(
        "director/rounds/arrangement.html",
        number=number,
        columns=offered,
        form=form,
        problems=problems,
        typed_sizes=typed,
        awaited=[entry.name for entry in record.entries if entry.status in WAITING],
        tied=[
            {"player": player, "name": record.name_of(player), "rolled": form.data.get(f"dice-{player}", "")}
            for player in (tied_across_cuts(record, number, cuts) if cuts else ())
        ],
        suggestion=_suggestion(record, number, seed, offered),
        has_draft=draft is not None,
        may_sit_out=not all(column.has_sit_out for column in offered),
        is_sit_out_typed=form.is_bound
        and any(form.data.get(name) or form.errors.get(name) for name in ("sitting_out", "sit_out_reason")),
        crossing=_crossing_question(record, number, offered),
        repeats_so_far=repeats_of(tuple(before)),
        token=secrets.token_urlsafe(12),
        played=before,
        must_close=_must_close(record, number),
        draw_key=draw_key,
        players=players_mark(record),
        plan=plan_line(desk.record.format, len(record.active)) if number == 1 else "",
        are_too_few=len(record.active) < SMALLEST_TABLE,
        can_end=may_open("desk_end", desk.user, desk.event) and not reason_to_play_on(record),
        open_disputes=record.open_disputes if cuts else (),
        has_final=has_final,
        is_on_chart=chart_round(record, number) is not None and not misfit(record, number),
    )


def _first_seed(desk: Desk, number: int) -> int:
    """Return the seed of a round's first draw. The same players present always give the same seed, so that it cannot be tried out (R50)."""
    event, present = desk.event, " ".join(str(entry.player) for entry in desk.record.active)
    return seed_from(f"{event.pk} {event.created_at.isoformat()} {number} {present}")


def _arrangements_offered(record: EventRecord, number: int) -> tuple[ArrangementColumn, ...]:
    """Return the arrangements of the rules, none where too few or too many players are present."""
    try:
        return columns(record, number)
    except AllocationError:
        return ()


def _suggestion(record: EventRecord, number: int, seed: int, offered: tuple[ArrangementColumn, ...]) -> str:
    """Return a sentence on who would sit out, and why; empty where no offered arrangement leaves anybody out."""
    if not any(column.has_sit_out for column in offered) or record.stage_of(number).how is RoundKind.LEVELS:
        return ""
    try:
        named = suggest_sit_out(record, number, seed)
    except SitOutError as refusal:
        return str(refusal)
    if all(column.has_sit_out for column in offered):
        return named.reason
    return _("{name}: {value}", name=record.name_of(named.player), value=named.why)


def _crossing_question(record: EventRecord, number: int, offered: tuple[ArrangementColumn, ...]) -> str:
    """Return a sentence that asks for the kind of the last round where the number of tables has just crossed four (R45), else empty."""
    if not any(column.is_crossing for column in offered):
        return ""
    before = next(row for row in reversed(record.rounds) if row.number < number and row.tables)
    if not record.format.cites:
        return _("The number of tables has changed: choose whether this round is the final.")
    return ngettext(
        "{round} had {n} table. A Swiss final needs four tables in this round (R45): choose how the last round decides the medals.",
        "{round} had {n} tables. A Swiss final needs four tables in this round (R45): choose how the last round decides the medals.",
        len(before.tables),
        round=title_of_round(record, before.number),
    )


def _must_close(record: EventRecord, number: int) -> str:
    """Return why the round cannot be drawn yet; empty where it can."""
    for row in record.rounds:
        if row.number < number and not row.is_closed:
            return _(
                "Close {round} before you draw {next}.",
                round=name_of_round(record, row.number),
                next=name_of_round(record, number),
            )
    try:
        following = next_number(record)
    except REFUSALS as refusal:
        return str(refusal)
    if following == number:
        return ""
    return _(
        "{earlier} comes first; draw it before {round}.",
        earlier=title_of_round(record, following),
        round=name_of_round(record, number),
    )


@desk_act
def draw(desk: Desk, number: int) -> HttpResponse:
    """Draw a round as a draft, or draw its draft again (button ``again``).

    Where a size of table is not settled yet, it leads to the page that settles it.
    """
    record, posted = desk.record, desk.request.POST
    form = DrawForm(posted, record=record, number=number)
    if posted.get("players", players_mark(record)) != players_mark(record):
        form.add_error(None, str(StaleError()))
    if form.is_valid():
        sizes = form.cleaned_data["use"].sizes
        if unknown := record.format.open_sizes(sizes):
            back = f"{desk.address('desk_arrangement', number)}?{urlencode({'sizes': ' '.join(map(str, sizes))})}"
            return redirect(f"{desk.address('desk_size', unknown[0])}?{urlencode({'next': back})}")
        with desk.refusals(form):
            draft_round(desk.event, desk.actor, form.order(), _watch(desk.request))
            return desk.did(desk.address("desk_round", number))
    if "again" in posted:
        return desk.refused(_first_error(form), desk.address("desk_round", number))
    desk.read_again()
    return _arrangement_page(desk, number, form)


def _first_error(form: DrawForm) -> str:
    """Return the first error of a form, for a page that does not show the form."""
    return str(next(iter(form.errors.values()))[0])


def _watch(request: HttpRequest) -> Callable[[int, int], bool]:
    """Return a function that the running draw calls to ask whether to go on: False once the director has stopped this draw.

    The button "stop" stores the token of the draw in the session, which any process of the server can read.
    """
    token, key = request.POST.get("token", ""), request.session.session_key
    looks = 0

    def go_on(done: int, most: int) -> bool:
        nonlocal looks
        looks += 1
        if not token or looks % CHUNKS_BETWEEN_LOOKS != 1:
            return True
        now = request.session if looks == 1 else type(request.session)(key)  # the first time it was read just now
        return now.get(STOPPED) != token

    return go_on


@desk_act
def stop(desk: Desk, number: int) -> HttpResponse:
    """End the search of a draw that takes long, by its token, and show the draft: the best draw found by then.

    The page that waited for the draft is left by this request, which waits for it instead. It is stored by the other request.
    """
    session = desk.request.session
    session[STOPPED] = desk.request.POST.get("token", "")
    session.save()
    replaced = whole_number(desk.typed("replaces"))
    drafts = Draw.objects.filter(rounds__event=desk.event, rounds__number=number).exclude(pk=replaced)
    end = time.monotonic() + WAITS_FOR_DRAFT
    while not drafts.exists():
        if time.monotonic() > end:
            words = _(
                "The search for {round} is just ending. Reload the page to see the draft.",
                round=name_of_round(desk.record, number),
            )
            return desk.done(words, desk.address("desk_arrangement", number))
        time.sleep(0.05)
    return desk.done(desk.told_last(), desk.address("desk_round", number))


@desk_confirmation
def discard(desk: Desk, number: int) -> HttpResponse:
    """Discard the draft of a round, after asking."""
    name = name_of_round(desk.record, number)
    found = desk.record.round(number).draw if desk.record.has_round(number) else None
    key = str(found.key) if found else ""
    if desk.is_post:
        if desk.request.POST.get("replaces", key) != key:
            return desk.refused(
                str(StaleError()),
                desk.address("desk_round", number),
            )
        return desk.act(
            lambda: discard_draft(desk.event, desk.actor, number),
            desk.address("desk_arrangement", number),
        )
    desk.round_(number)
    loses = _("The seats in the draft will be lost. The draw stays in the list.")
    title = _("Discard the draft of {round}", round=name)
    return desk.ask(title, loses, desk.address("desk_round", number), sends={"replaces": key})


@desk_page
def meetings(desk: Desk) -> HttpResponse:
    """Show who has met whom how often, drafts included."""
    return desk.page("director/rounds/meetings.html", "meetings", matrix=meetings_table(desk.record))


@desk_page
def index(desk: Desk) -> HttpResponse:
    """List every draw that was made, replaced ones included, with seed and report."""
    rows = enumerate(desk.event.draws.select_related("made_by").order_by("pk"), 1)
    draws = [_draw_context(desk, row, name) for name, row in rows]
    return desk.page("director/rounds/draws.html", "meetings", draws=draws[::-1])


def _draw_context(desk: Desk, row: Draw, name: int) -> dict[str, Any]:
    """Return the context of one draw; ``name`` is its number among all draws of the event."""
    record, made = desk.record, draw_of(row, desk.record.names)
    report = read_report(made.report)
    is_used = any(round_.draw is not None and round_.draw.key == made.key for round_ in record.rounds)
    return {
        "name": name,
        "made_at": row.made_at,
        "made_by": who(row, "made_by"),
        "draw": made,
        "protocol": tuple(map(said, made.protocol)),
        "is_used": is_used,
        "plain": report.plain if report else "",
        "tables": [[name_or_number(record, player) for player in table] for table in made.plan[0].tables],
        "sit_outs": [name_or_number(record, player) for player in made.plan[0].sit_outs],
    }
