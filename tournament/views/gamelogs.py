"""A table's game logs: attach one, look at its replay, apply the cash it comes to, publish it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.acquire.editions import edition_named
from tournament.access import event_to_direct, user_of
from tournament.forms.gamelogs import ApplyForm, LogForm
from tournament.models import Event, GameLog
from tournament.queries import record_of
from tournament.records import EventRecord, RoundRecord, TableRecord
from tournament.replays import (
    Comparison,
    UnreadableLogError,
    compare,
    doubts_of,
    obstacles,
    propose_ruling,
    read_game,
)
from tournament.retotals import Retotal, retotals
from tournament.services.changes import RefusedError
from tournament.services.disputes import open_disputes_of
from tournament.services.gamelogs import apply_cash, attach_log, publish_log, withdraw_log
from tournament.services.results import ResultConflictError
from tournament.tables import csv_answer, wants_csv
from tournament.tables.gamelogs import FindingTable, found_in
from tournament.tables.results import cash_by_name, with_result
from tournament.views._acts import REFUSALS, act_and_go, page, round_of, whole_number
from tournament.views._desk import desk_context
from tournament.views._gamelogs import at_table, log_or_404, named, papers_part, table_of
from tournament.views._viewer import viewer


@require_http_methods(["GET", "HEAD", "POST"])
def attach(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Paste or upload a log; one that cannot be read stays in its field with the place that is wrong.

    ``?from=`` and the key of a log begins with its text, to be corrected and attached beside it.
    """
    event = event_to_direct(request, slug)
    record = record_of(event)
    here = table_of(round_of(record, number), table)
    origin = whole_number(request.GET.get("from"))
    if request.method == "POST":
        form = LogForm(request.POST, request.FILES)
    else:
        old = log_or_404(event, number, table, origin) if origin else None
        form = LogForm(initial={"text": old.text, "title": f"{old}, corrected"[:120]} if old else {})
    if form.is_bound and form.is_valid():
        text, title = form.cleaned_data["text"], form.cleaned_data["title"]
        try:
            log = attach_log(event, user_of(request), number, table, text, title)
        except RefusedError as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, f"{log} is attached: {_told(text)}. Nothing else was changed.")
            return redirect(page("desk_log", event, number, table, log.pk))
    context = desk_context(
        event,
        record,
        number=number,
        table=here,
        form=form,
        is_correction=bool(origin),
        **papers_part(event, number, table),
    )
    return render(request, "director/attach_log.html", context)


def _told(text: str) -> str:
    reading = read_game(text)
    turns, found = reading.answer.turns, len(reading.findings)
    return f"{turns} turn{'' if turns == 1 else 's'}, {found or 'no'} finding{'' if found == 1 else 's'}"


@require_safe
def show(request: HttpRequest, slug: str, number: int, table: int, log: int) -> HttpResponse:
    """A log's replay turn by turn, its findings, and the cash it comes to set against the result.

    ``?turn=`` chooses the turn, ``?_export=csv`` gives the findings as a file, ``?_export=log`` the log as it came.
    """
    event = event_to_direct(request, slug)
    found = log_or_404(event, number, table, log)
    if request.GET.get("_export") == "log":
        return _as_it_came(found, slug)
    record = record_of(event)
    played = round_of(record, number)
    here = table_of(played, table)
    address = page("desk_log", event, number, table, log)
    context = desk_context(
        event, record, number=number, table=here, log=found, address=address, **papers_part(event, number, table)
    )
    try:
        game = at_table(found, record, played, here)
    except UnreadableLogError as error:
        return render(request, "director/log.html", {**context, "unreadable": str(error)})
    reading = game.reading
    findings = FindingTable(found_in(reading), address=address)
    if wants_csv(request):
        return csv_answer(findings, f"{slug}-log-{log}-findings")
    rows = compare(reading, here, game.seats)
    context |= {
        "reading": reading,
        "edition": edition_named(reading.record.header.edition).title,
        "counts": _counts(reading.findings),
        "findings": findings if reading.findings else None,
        "compared": named(rows, game.names),
        "agrees": all(row.agrees for row in rows),
        "obstacles": obstacles(reading, here),
        "doubts": doubts_of(reading),
        "unsure": game.unsure,
        "viewer": viewer(reading, _asked(request), game.people),
    }
    return render(request, "director/log.html", context)


def _asked(request: HttpRequest) -> int | None:
    asked = request.GET.get("turn")
    return whole_number(asked) if asked else None


def _counts(findings: tuple[Any, ...]) -> str:
    """How many findings of each severity, in words: "2 errors and 1 note"."""
    words = []
    for severity in ("error", "warning", "note"):
        count = sum(finding.severity == severity for _, finding in findings)
        if count:
            words.append(f"{count} {severity}{'' if count == 1 else 's'}")
    return " and ".join([*([", ".join(words[:-1])] if words[1:] else []), *words[-1:]]) or "nothing against the rules"


def _as_it_came(log: GameLog, slug: str) -> HttpResponse:
    answer = HttpResponse(log.text, content_type="text/plain; charset=utf-8")
    ending = "json" if log.text.lstrip("\ufeff \t\r\n").startswith("{") else "acq"
    answer["Content-Disposition"] = f'attachment; filename="{slug}-log-{log.pk}.{ending}"'
    return answer


@require_http_methods(["GET", "HEAD", "POST"])
def apply(request: HttpRequest, slug: str, number: int, table: int, log: int) -> HttpResponse:
    """Say who is who, see what would change, and make the replayed cash the result by a ruling (R11, R68)."""
    event = event_to_direct(request, slug)
    found = log_or_404(event, number, table, log)
    record = record_of(event)
    played = round_of(record, number)
    here = table_of(played, table)
    there = page("desk_log", event, number, table, log)
    try:
        game = at_table(found, record, played, here)
    except UnreadableLogError as error:
        messages.error(request, str(error))
        return redirect(there)
    if held_up := obstacles(game.reading, here):
        messages.error(request, " ".join(held_up))
        return redirect(there)
    proposal = propose_ruling(game.reading, compare(game.reading, here, game.seats), game.names)
    bound = (request.POST,) if request.method == "POST" else ()
    form = ApplyForm(
        *bound,
        guesses=game.guesses,
        names=game.names,
        disputes=open_disputes_of(found.table),
        initial={"ruling": proposal, "version": found.table.result_version},
    )
    conflict: ResultConflictError | None = None
    is_valid = form.is_bound and form.is_valid()
    seats = form.seats if is_valid or not form.is_bound else game.seats
    rows = compare(game.reading, here, seats)
    if is_valid and "apply" in request.POST:
        try:
            return _applied(request, event, found, form, rows, _moves(record, played, here, rows))
        except ResultConflictError as refusal:
            conflict = refusal
        except REFUSALS as refusal:
            form.add_error(None, str(refusal))
    context = desk_context(
        event,
        record,
        number=number,
        round=played,
        table=here,
        log=found,
        form=form,
        # The version of what this page shows: after a conflict the next press answers to the stored result.
        version=found.table.result_version if conflict or not form.is_bound else form["version"].value(),
        compared=named(rows, game.names),
        agrees=all(row.agrees for row in rows),
        doubts=doubts_of(game.reading),
        moves=_shown_moves(record, played, here, rows, form),
        conflict=cash_by_name(record, conflict.stored) if conflict else "",
        typed=cash_by_name(record, conflict.typed) if conflict else "",
    )
    return render(request, "director/apply_log.html", context, status=409 if conflict else 200)


def _applied(
    request: HttpRequest,
    event: Event,
    log: GameLog,
    form: ApplyForm,
    rows: tuple[Comparison, ...],
    moves: tuple[Retotal, ...],
) -> HttpResponse:
    cash = {row.player: row.computed for row in rows if row.computed is not None}
    typed = form.cleaned_data
    apply_cash(event, user_of(request), log, cash, typed["ruling"], typed["version"], form.settled_keys)
    table = log.table
    number = table.round.number
    places = [
        f"{move.name} {move.rank_before} → {move.rank_after}" for move in moves if move.rank_before != move.rank_after
    ]
    told = f" Places: {', '.join(places[:6])}{' and more' if len(places) > 6 else ''}." if places else ""
    messages.success(request, f"Ruled: table {table.number} of round {number} has the cash of the replay.{told}")
    return redirect(page("desk_table", event, number, table.number))


def _moves(
    record: EventRecord, played: RoundRecord, table: TableRecord, rows: tuple[Comparison, ...]
) -> tuple[Retotal, ...]:
    """Whose total or place the replayed cash moves; nobody's while the round is open. Raises ScoringError where it cannot be scored."""
    if not played.is_closed:
        return ()
    cash = {row.player: row.computed for row in rows}
    ruled = replace(table, seats=tuple(replace(seat, cash=cash[seat.player]) for seat in table.seats))
    changed = with_result(played, replace(ruled, equal_shares_ruling=""))
    rounds = tuple(changed if row.number == played.number else row for row in record.rounds)
    return retotals(record, replace(record, rounds=rounds))


def _shown_moves(
    record: EventRecord, played: RoundRecord, table: TableRecord, rows: tuple[Comparison, ...], form: ApplyForm
) -> tuple[Retotal, ...] | None:
    """The moves as the page shows them; None where nothing can be said, with the reason among the form's errors."""
    if not played.is_closed or any(row.computed is None for row in rows):
        return None
    try:
        return _moves(record, played, table, rows)
    except REFUSALS as refusal:
        if form.is_bound:
            form.add_error(None, str(refusal))
        return None


@require_POST
def publish(request: HttpRequest, slug: str, number: int, table: int, log: int) -> HttpResponse:
    """Show the replay on the table's public page, or with ``public=no`` take it off."""
    event = event_to_direct(request, slug)
    found = log_or_404(event, number, table, log)
    there = page("desk_log", event, number, table, log)
    again = page("desk_publish_log", event, number, table, log)
    if (request.GET.get("public") or request.POST.get("public")) == "no":
        done = f"The replay of {found} is public no longer."
        return act_and_go(request, lambda: withdraw_log(event, user_of(request), found), done, there, undo=again)
    done = f"The replay of {found} is on the public page of table {table}, as soon as its results are public."
    undo = f"{again}?public=no"
    return act_and_go(request, lambda: publish_log(event, user_of(request), found), done, there, undo=undo)
