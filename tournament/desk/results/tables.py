"""A table's page with every step of its score; corrections, earlier versions, equal shares, and the phones of the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.http import Http404, HttpResponse
from django.shortcuts import redirect

from tournament.access.devices import oddities
from tournament.access.slices import do_typed
from tournament.day.correcting import event_as_corrected, follows_from, reason_not_sat
from tournament.desk.acting import both_results, undo_address
from tournament.desk.desk import Desk, desk_confirmation, desk_form, desk_page
from tournament.desk.frame import mark_of
from tournament.desk.results.forms import CorrectionForm, WhoSat
from tournament.desk.results.pending import versions_shown
from tournament.desk.results.rows import check_as_typed
from tournament.draw.seating import title_of_round
from tournament.record.event import EventRecord, TableRecord
from tournament.record.vocabulary import OnDevices, PlayerId, RoundState, ScoreColumn, TableScore, Writing
from tournament.scores.explaining import explain
from tournament.scores.plausibility import judge_table
from tournament.scores.scoring import fines_of, score_table
from tournament.scores.steps import ScoringError, columns_of
from tournament.services.changes.refusals import RefusedError
from tournament.services.results.official import ResultConflictError
from tournament.services.results.reports import (
    correct_result,
    merged_figures,
    refuse_with_cash,
    restore_result,
    result_of_version,
    rule_equal_shares,
    shown_tables,
)
from tournament.services.results.seating import correct_seats
from tournament.services.tables import phones_of, withdraw_phone
from tournament.services.tables import withdraw_code as withdraw_code_of
from tournament.tellings.hall import odd_words
from tournament.tellings.moves import Moves, effect_in_words, moves_of
from tournament.tellings.penalties import penalty_in_words
from tournament.tellings.results import Check, check_of, figure_cell, state_words
from tournament.tellings.words import dollars, places_moved
from wording import gettext as _


@desk_page
def show(desk: Desk, number: int, table: int) -> HttpResponse:
    """Show a table with every step from cash to score in words, and the versions of its result. ``number`` is the round."""
    record, round_, table_ = desk.record, desk.round_(number), desk.table(number, table)
    return desk.page(
        "director/results/table.html",
        number=number,
        round=round_,
        has_game=table_.on_devices is not OnDevices.NONE,
        table=table_,
        versions=versions_shown(desk, number, table_),
        state_words=state_words(record, table_),
        waits=table_.reports if round_.state is RoundState.PUBLISHED else (),
        may_rule=round_.state is RoundState.PUBLISHED,
        may_fine=round_.state is not RoundState.DRAFT,
        **_scored_seats(record, number, table_),
    )


def _scored_seats(record: EventRecord, number: int, table: TableRecord) -> dict[str, Any]:
    """Return each seat with its score, the steps to it and its penalties, and why the result cannot be scored where it cannot."""
    scored, problem = None, ""
    try:
        if table.has_result:
            scored = score_table(number, table, fines_of(record, number), record.format, record.fill_ins)
    except ScoringError as refusal:
        problem = str(refusal)
    scores = {row.player: row for row in scored.rows} if scored else {}
    given = [penalty for penalty in record.penalties if penalty.round == number]
    columns = [column for column in columns_of(record.format) if column.short]
    seats = [
        {
            "seat": seat,
            "name": record.name_of(seat.player),
            "cells": [
                _cell(column, score.figures if score else {"cash": seat.cash, "second": seat.second}, scored)
                for column in columns
            ],
            "steps": explain(score, scored, record.format) if score and scored else (),
            "penalties": [(penalty, penalty_in_words(penalty)) for penalty in given if penalty.player == seat.player],
        }
        for seat in table.seats
        for score in (scores.get(seat.player),)
    ]
    heads = [(_(column.short), column.key in WIDE) for column in columns]
    return {"seats": seats, "heads": heads, "is_scored": scored is not None, "problem": problem}


WIDE = ("bonus", "basic")
"""The columns that stand only where there is room."""


def _cell(column: ScoreColumn, figures: Mapping[str, int | None], scored: TableScore | None) -> tuple[str, str]:
    """Return a figure of a score in words and the class of its cell; the bonus is what it adds, and a fine has no sign."""
    figure = figures.get("gain" if column.writing is Writing.FACTOR else column.key)
    if column.writing is Writing.SCORE:
        return figure_cell(column, figure).text, "total"
    if column.writing is Writing.PERCENTAGE:
        words = "" if figure is None else f"{figure_cell(column, figure).text} %"
    elif column.writing is Writing.OUTCOME or (column.writing is Writing.AMOUNT and column.unit > 1):
        words = figure_cell(column, figure, scored).text
    else:
        words = "" if figure is None or (not figure and column.writing is Writing.DEDUCTION) else dollars(figure)
    return words, "wide-only" if column.key in WIDE else ""


@desk_form
def correct(desk: Desk, number: int, table: int) -> HttpResponse:
    """Correct one table of a closed round with a reason, after showing what changes in the standings (R11, R68)."""
    record, round_, table_ = desk.record, desk.round_(number), desk.table(number, table)
    if not round_.is_closed:
        return redirect(desk.address("desk_round", number))
    post = desk.request.POST if desk.is_post else None
    shown = shown_tables(desk.event, number, desk.actor.seen, [table])[table] if desk.is_post else None
    who = WhoSat(post.dict() if post is not None else None, record, round_, table_)
    form = CorrectionForm(post, record=record, round_number=number, table=table_, shown=shown, who=who)
    conflict, moves = None, None
    follows: tuple[str, ...] = ()
    must_look = False
    if desk.sent(form):
        with desk.refusals(form):
            try:
                follows, moves = _preview(desk, number, form)
                must_look = who.is_changed and desk.request.POST.get("confirmed") != mark_of((follows, moves))
                if "save" in desk.request.POST and not must_look:
                    return _save_correction(desk, number, form, moves)
            except ResultConflictError as refusal:
                conflict = refusal
                sent = form.sent_following(refusal.followed)
                form = CorrectionForm(sent, record=record, round_number=number, table=table_, who=who)
    form.fields["why"].required = True  # saving needs a reason, even if this request did not
    return desk.page(
        "director/results/correct.html",
        status=409 if conflict else 200,
        number=number,
        table=table_,
        form=form,
        who=who,
        follows=follows,
        moved=moves,
        mark=mark_of((follows, moves)),
        is_unsaved=must_look and "save" in desk.request.POST,
        check=_check(form),
        has_draft=record.has_draft,
        conflicts=conflict,
        **both_results(record, conflict),
    )


def _preview(desk: Desk, number: int, form: CorrectionForm) -> tuple[tuple[str, ...], Moves]:
    """Return what the correction in a form would change: sentences on other tables, and figures. Raises RefusedError, ScoringError."""
    record, round_ = desk.record, desk.round_(number)
    if not form.who.is_changed:
        merged = merged_figures(desk.event, desk.actor, number, form.typed_table)
        corrected = record.with_round(round_.with_table(form.table.with_result(merged)))
        return (), moves_of(record, corrected)
    sat = form.who.actual_seats(form.typed_table)
    if wrong := reason_not_sat(record, round_, sat):
        raise RefusedError(wrong)
    return follows_from(record, round_, sat), moves_of(record, event_as_corrected(record, round_, sat))


def _save_correction(desk: Desk, number: int, form: CorrectionForm, moves: Moves) -> HttpResponse:
    """Save a correction, with what slices ask in its form, and tell what changed by it."""
    table, why, before = form.table.number, form.cleaned_data["why"], desk.event.version
    with transaction.atomic():
        if form.who.is_changed:
            correct_seats(desk.event, desk.actor, number, form.who.actual_seats(form.typed_table), why)
        else:
            correct_result(desk.event, desk.actor, number, form.typed_table, why)
        do_typed("correction", desk, number, table)
    follows = (places_moved(moves.totals), effect_in_words(moves.effect))
    undo = undo_address(desk.event, *range(before + 1, desk.event.version + 1))
    return desk.did(desk.address("desk_table", number, table), undo=undo, more=follows)


def _check(form: CorrectionForm) -> Check:
    """Return the check of the table as typed, or as stored where nothing was sent."""
    if form.is_bound:
        return check_as_typed(form.record, form)
    return check_of(form.record, judge_table(form.record, form.round_number, form.table, is_confirmed=True))


@desk_confirmation
def restore(desk: Desk, number: int, table: int, version: int) -> HttpResponse:
    """Restore an earlier result of a table, after asking; ``version`` is that of the event in which it became official."""
    table_page = desk.address("desk_table", number, table)
    if desk.is_post:
        reason = str(desk.request.POST.get("reason", ""))
        return desk.act(lambda: restore_result(desk.event, desk.actor, number, table, version, reason), table_page)
    record, round_, table_ = desk.record, desk.round_(number), desk.table(number, table)
    with desk.refusals():
        restored = table_.with_result(result_of_version(desk.event, number, table, version))
        if restored == table_:
            raise RefusedError(_("Table {table} already has this result; there is nothing to restore.", table=table))
        moves = moves_of(record, record.with_round(round_.with_table(restored)))
        return desk.ask(
            _("Restore version {version}", version=version),
            "",
            table_page,
            reason=_("Reason"),
            moves=moves or None,
        )
    return desk.refused(desk.problems[-1], table_page)


@desk_confirmation
def equal_shares(desk: Desk, number: int, table: int) -> HttpResponse:
    """Rule equal shares for a table at which nobody has any cash, or withdraw that ruling; a GET asks first (R62)."""
    table_page = desk.address("desk_table", number, table)
    table_ = desk.table(number, table)
    if desk.is_post:
        reason = str(desk.request.POST.get("reason", "")).strip()
        if not reason and not table_.equal_shares_ruling:
            words = _("Give a reason; it is kept in the change log.")
            return desk.refused(words, desk.address("desk_equal_shares", number, table))
        return desk.act(lambda: rule_equal_shares(desk.event, desk.actor, number, table, reason), table_page)
    is_money = desk.record.format.amount.is_money
    if table_.equal_shares_ruling:
        cash = _("The table cannot be scored until its cash has been entered.")
        other = _("The table cannot be scored until its result has been entered.")
        return desk.ask(_("Withdraw the ruling"), cash if is_money else other, table_page)
    with desk.refusals():
        refuse_with_cash(desk.record, number, table)
        cash = _(
            "Nobody at the table has any cash, so there are no percentages. All players get equal shares of 100 (R62)."
        )
        other = _("Nobody at the table has a result. All players get the same score.")
        return desk.ask(_("Rule equal shares"), cash if is_money else other, table_page, reason=_("Reason"))
    return desk.refused(desk.problems[-1], table_page)


@desk_page
def phones(desk: Desk, number: int, table: int) -> HttpResponse:
    """List the phones of a table with their holders, each with a button to withdraw it. ``number`` is the round."""
    table_ = desk.table(number, table)
    return desk.page(
        "director/results/phones.html",
        number=number,
        round=desk.round_(number),
        table=table_,
        phones=phones_of(desk.event, number, table),
        odd=[odd_words(desk.record, odd) for odd in oddities(desk.event, number, table).get(table, ())],
    )


@desk_confirmation
def withdraw(desk: Desk, number: int, table: int, device: int) -> HttpResponse:
    """Ask, then withdraw one phone; ``device`` is its key."""
    phones_page = desk.address("desk_table_phones", number, table)
    if not desk.is_confirmed():
        desk.table(number, table)
        phone = next((each for each in phones_of(desk.event, number, table) if each.pk == device), None)
        if phone is None:
            return redirect(phones_page)
        label = (
            _("Withdraw {player}'s phone", player=desk.record.name_of(PlayerId(phone.entry.number)))
            if phone.entry
            else _("Withdraw the phone shared by table {table}", table=table)
        )
        return desk.ask(
            label,
            _(
                "The phone can no longer report for the table, and another phone can take over the hand. Reports from this phone are "
                "kept, and the code on the slip still works."
            ),
            phones_page,
        )
    return desk.act(lambda: withdraw_phone(desk.event, desk.actor, device), phones_page)


@desk_confirmation
def withdraw_code(desk: Desk, number: int, table: int) -> HttpResponse:
    """Ask, then withdraw the code of a table together with all its phones; ``number`` is the round."""
    phones_page = desk.address("desk_table_phones", number, table)
    if not desk.is_confirmed():
        if not any(each.number == table for each in desk.round_(number).tables):
            raise Http404(_("{round} has no table {number}.", round=title_of_round(desk.record, number), number=table))
        return desk.ask(
            _("Withdraw the code for table {table}", table=table),
            _(
                "All phones at the table are logged out, and the printed slip no longer works. Reports are kept. "
                "Print the slip again afterwards: it will have a new code."
            ),
            phones_page,
        )
    return desk.act(lambda: withdraw_code_of(desk.event, desk.actor, number, table), phones_page)
