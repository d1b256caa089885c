"""A table's page with every step of its score; corrections, earlier versions, equal shares."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from tournament.access import event_to_direct
from tournament.day.correcting import as_corrected, follows_from, reason_not_sat
from tournament.desk.acting import (
    REFUSALS,
    act_and_go,
    actor_of,
    answers_again,
    ask,
    page,
    round_of,
    table_of,
    undo_address,
)
from tournament.desk.collisions import both_results, confirmed
from tournament.desk.forms.results import CorrectionForm, with_figures
from tournament.desk.forms.sitting import WhoSat
from tournament.desk.frame import desk_context, mark_of
from tournament.desk.lists.penalties import spoken
from tournament.desk.tablelogs import logs_part
from tournament.desk.tables.grid import check_as_typed
from tournament.desk.tables.versions import versions_shown
from tournament.draw.naming import name_of_round
from tournament.models.device import phones_held
from tournament.models.queries import record_of
from tournament.record.event import EventRecord, TableRecord
from tournament.record.gaming import OnDevices
from tournament.record.vocabulary import RoundState
from tournament.scores.judgement import judge_table
from tournament.scores.retotals import retotals
from tournament.scores.scoring import ScoringError, explain, fines_of, score_table
from tournament.services.changes import RefusedError
from tournament.services.results.reports import (
    ResultConflictError,
    correct_result,
    figures_of_version,
    merged_figures,
    refuse_with_cash,
    restore_result,
    rule_equal_shares,
    shown_tables,
)
from tournament.services.results.seating import correct_seats
from tournament.tellings.checks import Check, check_of, state_words
from tournament.tellings.history.moves import Effect, effect, effect_in_words, moves_of
from tournament.tellings.words import places_moved


@require_safe
def show(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """A table with every step from cash to score in words, and the versions of its result."""
    event = event_to_direct(request, slug)
    record = record_of(event)
    played = round_of(record, number)
    here = table_of(played, table)
    context: dict[str, Any] = {"ledger": [], "problem": ""}
    if here.has_result:
        try:
            scored = score_table(number, here, fines_of(record, number), record.ruleset)
        except ScoringError as refusal:
            context["problem"] = str(refusal)
        else:
            context["ledger"] = [
                {
                    "score": row,
                    "name": record.name_of(row.player),
                    "seat": seat,
                    "steps": explain(row, scored, record.ruleset),
                }
                for row in scored.rows
                for seat in here.seats
                if seat.player == row.player
            ]
    versions, phones = versions_shown(event, record, number, here)
    if phones is None and event.players_report and not played.is_closed:
        phones = phones_held(event, number, table).count()
    return render(
        request,
        "director/results/table.html",
        desk_context(
            event,
            record,
            number=number,
            round=played,
            phones=phones,
            has_game=here.on_devices is not OnDevices.NONE,
            game_is_over=here.on_devices in (OnDevices.OVER, OnDevices.AGREED),
            table=here,
            seats=[(seat, record.name_of(seat.player)) for seat in here.seats],
            versions=versions,
            state_words=state_words(record, here),
            waits=here.reports if played.state is RoundState.PUBLISHED else (),
            may_rule=played.state is RoundState.PUBLISHED,
            penalties=[
                (record.name_of(penalty.player), penalty, spoken(penalty))
                for penalty in record.penalties
                if penalty.round == number and penalty.player in {seat.player for seat in here.seats}
            ],
            may_fine=played.state is not RoundState.DRAFT,
            **logs_part(record, number, table),
            **context,
        ),
    )


@answers_again
@require_http_methods(["GET", "HEAD", "POST"])
def correct(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Correct one table of a closed round with a reason; what moves in the standings is shown before it is saved (R11, R68)."""
    event = event_to_direct(request, slug)
    record = record_of(event)
    played = round_of(record, number)
    here = table_of(played, table)
    if not played.is_closed:
        return redirect(page("desk_results", event, number))
    actor = actor_of(request)
    bound = (request.POST,) if request.method == "POST" else ()
    shown = shown_tables(event, number, actor.seen, [table])[table] if bound else None
    who = WhoSat(request.POST.dict() if bound else None, record, played, here)
    form = CorrectionForm(*bound, record=record, round_number=number, table=here, shown=shown, who=who)
    follows: tuple[str, ...] = ()
    moves: tuple[Any, ...] | None = None
    moved: Effect | None = None
    mark = ""
    is_unsaved = False
    conflict: ResultConflictError | None = None
    if form.is_bound and form.is_valid():
        try:
            sat = who.sat(form.typed_table) if who.is_changed else None
            if sat is None:
                wanted = with_figures(here, merged_figures(event, actor, number, form.figures()))
                corrected = record.with_round(played.with_table(wanted))
            else:
                if wrong := reason_not_sat(record, played, sat):
                    raise RefusedError(wrong)
                corrected, follows = as_corrected(record, played, sat), follows_from(record, played, sat)
            moves, moved = retotals(record, corrected), effect(record, corrected)
            mark = mark_of((follows, moves, moved))
            is_unsaved = sat is not None and request.POST.get("confirmed") != mark
            if "save" in request.POST and not is_unsaved:
                why = form.cleaned_data["why"]
                if sat is None:
                    correct_result(event, actor, number, form.figures(), why)
                else:
                    correct_seats(event, actor, number, sat, why)
                told = f"{places_moved(moves)} {effect_in_words(moved)}".strip()
                undo = undo_address(event, event.version) if sat else ""
                done = f"Table {table} of {name_of_round(record, number)} is corrected. {told}".strip()
                messages.success(request, done, extra_tags=undo)
                return redirect(page("desk_table", event, number, table))
        except ResultConflictError as refusal:
            conflict = refusal
            sent = form.sent_following(refusal.followed)
            form = CorrectionForm(sent, record=record, round_number=number, table=here, who=who)
        except REFUSALS as refusal:
            form.add_error(None, str(refusal))
    form.fields["why"].required = True  # to save it needs one, whatever was asked just now
    context = desk_context(
        event,
        record,
        number=number,
        table=here,
        form=form,
        who=who,
        follows=follows,
        moves=moves,
        effect=moved,
        mark=mark,
        is_unsaved=is_unsaved and "save" in request.POST,
        check=_check(record, number, here, form),
        has_draft=record.has_draft,
        conflicts=conflict,
        **both_results(record, conflict),
    )
    return render(request, "director/results/correct.html", context, status=409 if conflict else 200)


def _check(record: EventRecord, number: int, table: TableRecord, form: CorrectionForm) -> Check:
    """What the check says of the table as it stands in the fields."""
    return (
        check_as_typed(record, form)
        if form.is_bound
        else check_of(record, judge_table(record, number, table, is_confirmed=True))
    )


@answers_again
@require_http_methods(["GET", "HEAD", "POST"])
@confirmed
def restore(request: HttpRequest, slug: str, number: int, table: int, version: int) -> HttpResponse:
    """Write a table's result as an earlier version left it, after asking."""
    event = event_to_direct(request, slug)
    there = page("desk_table", event, number, table)
    reason = str(request.POST.get("reason", ""))
    if request.method == "POST":
        return act_and_go(
            request,
            lambda: restore_result(event, actor_of(request), number, table, version, reason),
            f"Table {table} of {name_of_round(record_of(event), number)} is as version {version} had it.",
            there,
        )
    record = record_of(event)
    played = round_of(record, number)
    here = table_of(played, table)
    try:
        restored = with_figures(here, figures_of_version(event, number, table, version))
        if restored == here:
            raise RefusedError(f"The result of table {table} is that already; there is nothing to restore.")
        moves = moves_of(record, record.with_round(played.with_table(restored)))
    except REFUSALS as refusal:
        messages.error(request, str(refusal))
        return redirect(there)
    return ask(
        request,
        event,
        record,
        title=f"Restore the result of table {table} as version {version} left it?",
        loses="The amounts that stand now are replaced; they stay in the log and can be restored in turn.",
        action=page("desk_restore_result", event, number, table, version),
        label=f"Restore version {version}",
        cancel_url=there,
        reason="Why it is restored",
        moves=moves or None,
    )


@answers_again
@require_http_methods(["GET", "HEAD", "POST"])
@confirmed
def equal_shares(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Rule equal shares for a table where there is nothing to share, or take the ruling back (R62)."""
    event = event_to_direct(request, slug)
    there = page("desk_table", event, number, table)
    record = record_of(event)
    here = table_of(round_of(record, number), table)
    if request.method == "POST":
        reason = str(request.POST.get("reason", "")).strip()
        if not reason and not here.equal_shares_ruling:
            messages.error(request, "Write why the shares are equal; the reason is kept with the ruling.")
            return redirect(page("desk_equal_shares", event, number, table))
        done = f"Table {table}: {'equal shares are ruled' if reason else 'the ruling is withdrawn'}."
        return act_and_go(
            request, lambda: rule_equal_shares(event, actor_of(request), number, table, reason), done, there
        )
    if here.equal_shares_ruling:
        title, loses = (
            f"Withdraw the ruling on table {table}?",
            "The table has no result that can be scored until its cash is entered.",
        )
        label, reason_label = "Withdraw the ruling", ""
    else:
        try:
            refuse_with_cash(record, number, table)
        except REFUSALS as refusal:
            messages.error(request, str(refusal))
            return redirect(there)
        title = f"Rule equal shares for table {table}?"
        loses = (
            "Nobody at the table has any cash, so there are no percentages. Everybody gets the same share of 100 (R62)."
        )
        label, reason_label = "Rule equal shares", "Why the shares are equal"
    return ask(
        request,
        event,
        record,
        title=title,
        loses=loses,
        action=page("desk_equal_shares", event, number, table),
        label=label,
        cancel_url=there,
        reason=reason_label,
    )
