"""Report the result of a table by phone: enter it, see what is doubtful before it is sent, say yes or no to what was reported."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from django import forms
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tournament.access.devices import DeviceRefusedError, check_alive, spend
from tournament.public.devices.at_table import held_at, seen_by, table_context
from tournament.public.devices.claiming import refused
from tournament.public.devices.holding import Held, address_of, event_of, held, worker
from tournament.public.devices.result import AtTable
from tournament.public.forms.keys import kept_key
from tournament.public.forms.results import ResultForm
from tournament.record.devices import table_subject
from tournament.record.event import TableRecord
from tournament.record.vocabulary import PlayerId, whole_number
from tournament.services.at_table.clocks import out_by_clock, presses_of
from tournament.services.changes import Actor, DoneBeforeError, RefusedError
from tournament.services.results.phones import answer_report, report_by_phone
from tournament.tellings.checks import check_of

TOO_MUCH = 429
UNFIT = 422
ENDINGS = ("41 tiles", "all chains safe", "no legal play", "the director stopped it")
"""Why a game ends, as the slip asks it."""


class PhoneResultForm(ResultForm):
    """A table's result as a phone asks for it: every amount, and who ended the game and why from lists."""

    reason = forms.CharField(required=False)  # one that is too long is refused by the service
    ended = forms.CharField(required=False)
    why = forms.CharField(required=False)

    needs_all = True

    def __init__(self, typed: Any = None, *, table: TableRecord, **options: Any) -> None:
        """As for the desk; ``table`` holds the report with which a fresh form begins, or nothing."""
        super().__init__(typed, table=table, **options)
        self.names = {seat.player: self.record.name_of(seat.player) for seat in table.seats}
        for player in self.names if self.is_bound else ():
            field = self.fields[f"cash-{player}"]
            field.required = True
            field.error_messages["required"] = "Type the cash; 0 for nothing."
        if table.ended_by:
            offered = {
                _ending(self.names.get(PlayerId(who), ""), why): (who, why)
                for who in (0, *self.names)
                for why in ("", *ENDINGS)
            }
            self.initial["ended"], self.initial["why"] = offered.get(table.ended_by, ("", ""))

    @property
    def ended_by(self) -> int:
        """Who ended the game, by number; 0 for nobody named."""
        return whole_number(self.text_of("ended"))

    @property
    def why_ended(self) -> str:
        """Why the game ended; empty where nothing of the list is chosen."""
        why = self.text_of("why")
        return why if why in ENDINGS else ""

    @property
    def has_more(self) -> bool:
        """Whether anything stands in the folded part of the form."""
        return bool(self.ended_by or self.why_ended or any(seat.is_late or seat.is_on_clock for seat in self.seats))

    def _ended_by(self) -> str:
        return _ending(self.names.get(PlayerId(self.ended_by), ""), self.why_ended)


def _ending(who: str, why: str) -> str:
    return ", ".join(part for part in (who, why) if part)


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """The form of the table's result; what is wrong or doubtful is said before anything is stored, and nothing typed is lost.

    ``?worker`` is what keeps the form for a reload without network, where the page is served securely.
    """
    if "worker" in request.GET and request.method == "GET":
        return worker()
    try:
        holds, here = held_at(request, slug, number, table)
        if request.method == "POST":
            check_alive(holds.event, holds.subject)
    except DeviceRefusedError as refusal:
        return refused(request, event_of(slug), str(refusal))
    if request.method != "POST" and not here.is_open:
        return redirect(address_of(slug, holds.subject))
    form = _form_of(request, here)
    if request.method != "POST" or not form.is_valid():
        return _show(request, holds, here, form, status=UNFIT if request.method == "POST" else 200)
    return _act(
        request,
        holds,
        lambda by: report_by_phone(holds.event, by, form.typed_table, _players(request)),
        lambda sentence, status: _show(request, holds, here, form, sentence, status),
    )


@login_not_required
@never_cache
@require_POST
def answer(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Say yes or no to a report; who says no may enter what they count, and need not."""
    try:
        holds = held(request, slug, table_subject(number, table))
        check_alive(holds.event, holds.subject)
    except DeviceRefusedError as refusal:
        return refused(request, event_of(slug), str(refusal))
    key, agrees = whole_number(request.POST.get("report")), request.POST.get("agrees") == "yes"
    players = _players(request)
    return _act(
        request,
        holds,
        lambda by: answer_report(holds.event, by, key, agrees=agrees, players=players),
        lambda sentence, status: _refused_answer(request, holds, sentence, status),
    )


def _players(request: HttpRequest) -> list[int]:
    """Whose voice it is on a phone that the table shares."""
    return [number for number in map(whole_number, request.POST.getlist("player")) if number]


def _form_of(request: HttpRequest, here: AtTable) -> PhoneResultForm:
    """The form as it was sent, or as it begins: empty, or with the report that is to be put right."""
    wanted, table = whole_number(request.GET.get("from")), here.table
    if request.method != "POST":
        report = next((each.result for each in here.pending if each.row.pk == wanted), None)
        if report is not None and set(report.cash) == set(table.cash):
            table = table.with_result(report)
    return PhoneResultForm(
        request.POST if request.method == "POST" else None,
        record=here.record,
        round_number=here.round_.number,
        table=table,
        on_clock=_out_by_clock(here),
    )


def _out_by_clock(here: AtTable) -> Collection[int]:
    """Who is out of time by the clock that the table keeps on a phone (R31); what the form says of it can be put right."""
    number = here.table.number
    presses = presses_of(here.event, here.round_.number, number)
    return out_by_clock(here.round_, here.record.ruleset, presses).get(number, ())


def _act(
    request: HttpRequest,
    holds: Held,
    act: Callable[[Actor], object],
    refuse: Callable[[str, int], HttpResponse],
) -> HttpResponse:
    """Do it once, however often it is sent, and lead back to the table; ``refuse`` says a refusal beside what was sent, with its status."""
    try:
        spend(holds.device)
        act(Actor(None, kept_key(request), device=holds.device))
    except DoneBeforeError:
        pass
    except DeviceRefusedError as refusal:
        return refuse(str(refusal), TOO_MUCH)
    except RefusedError as refusal:
        return refuse(str(refusal), 409)
    return redirect(address_of(holds.event.slug, holds.subject))


def _refused_answer(request: HttpRequest, holds: Held, sentence: str, status: int) -> HttpResponse:
    """The table as it stands now, which only a refusal has to read; without it where the table itself is gone."""
    try:
        context = table_context(holds, seen_by(holds), problems=[sentence])
    except DeviceRefusedError as refusal:
        return refused(request, event_of(holds.event.slug), str(refusal))
    return render(request, "public/devices/table.html", context, status=status)


def _show(
    request: HttpRequest, holds: Held, here: AtTable, form: PhoneResultForm, problem: str = "", status: int = 200
) -> HttpResponse:
    context = table_context(
        holds,
        here,
        form=form,
        is_unsent=form.is_bound and not form.is_valid(),
        endings=ENDINGS,
        check=check_of(here.record, form.judgement) if form.judgement else None,
        players=_players(request),
        problems=[problem] if problem else [],
    )
    return render(request, "public/devices/report.html", context, status=status)
