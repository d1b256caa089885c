"""Disputes about a table's game: open one, rule it, note that it was withdrawn, open it again."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from tournament.access import event_to_direct
from tournament.desk.acting import actor_of, page, round_of, table_of
from tournament.desk.forms.gamelogs import DisputeForm, RulingForm
from tournament.desk.frame import desk_context
from tournament.desk.papers import dispute_or_404, log_or_404, papers_part, question_about, told_by_table
from tournament.models.queries import record_of
from tournament.record.vocabulary import DisputeState, whole_number
from tournament.services.changes import RefusedError
from tournament.services.disputes import open_dispute, settle_dispute

ACTS = {
    "rule": (DisputeState.RULED, "The dispute is ruled."),
    "withdraw": (DisputeState.WITHDRAWN, "The dispute is withdrawn."),
    "reopen": (DisputeState.OPEN, "The dispute is open again."),
}
"""What the buttons of a dispute's page do, and what is said when it is done."""


@require_http_methods(["GET", "HEAD", "POST"])
def begin(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Write down what is disputed about a table's game.

    ``?log=`` and a key proposes the log it is about, ``&finding=`` and a number from 0 cites what its replay finds.
    """
    event = event_to_direct(request, slug)
    record = record_of(event)
    played = round_of(record, number)
    here = table_of(played, table)
    papers = papers_part(record, number, table)
    logs = [(paper.pk, paper.name) for paper in papers["logs"]]
    asked, finding = request.GET.get("log", ""), request.GET.get("finding", "")
    question = ""
    if request.method != "POST" and asked.isdecimal() and finding.isdecimal():
        about = log_or_404(event, number, table, whole_number(asked))
        question = question_about(about, told_by_table(record, played, here), whole_number(finding))
    initial = {"log": asked, "question": question}
    form = DisputeForm(request.POST or None, logs=logs, initial=initial)
    if request.method == "POST" and form.is_valid():
        key = form.log_key
        log = log_or_404(event, number, table, key) if key else None
        try:
            dispute = open_dispute(event, actor_of(request), number, table, form.cleaned_data["question"], log)
        except RefusedError as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, "The dispute is open; it stands on the overview until it is ruled or withdrawn.")
            return redirect(page("desk_settle_dispute", event, number, table, dispute.pk))
    context = desk_context(event, record, number=number, table=here, form=form, **papers)
    return render(request, "director/disputes/open_dispute.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def settle(request: HttpRequest, slug: str, number: int, table: int, dispute: int) -> HttpResponse:
    """A dispute with its log and the cash as entered; rule it with words, withdraw it, or open it again."""
    event = event_to_direct(request, slug)
    found = dispute_or_404(event, number, table, dispute)
    record = record_of(event)
    here = table_of(round_of(record, number), table)
    act = next((name for name in ACTS if name in request.POST), "rule")
    form = RulingForm(request.POST or None, initial={"ruling": found.ruling}, is_ruled=act == "rule")
    if request.method == "POST" and form.is_valid():
        state, done = ACTS[act]
        try:
            settle_dispute(event, actor_of(request), found, state, form.cleaned_data["ruling"])
        except RefusedError as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, done)
            return redirect(page("desk_settle_dispute", event, number, table, dispute))
    papers = papers_part(record, number, table)
    context = desk_context(
        event,
        record,
        number=number,
        table=here,
        dispute=found,
        form=form,
        seats=[(record.entry(seat.player).name, seat.cash) for seat in here.seats],
        logs=papers["logs"],
        others=[paper for paper in papers["disputes"] if paper.pk != found.pk],
    )
    return render(request, "director/disputes/dispute.html", context)
