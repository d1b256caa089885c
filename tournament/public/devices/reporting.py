"""Reporting a table's result by phone: enter it, see what is doubtful before it is stored, and answer yes or no to other reports."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from tournament.access.devices import DeviceRefusedError, spend
from tournament.day.at_table import out_by_clock
from tournament.models.at_table import presses_of
from tournament.public.devices.holding import PhoneRequest, phone_page, worker_script
from tournament.public.devices.mine import page_of, phone_table_of, table_context
from tournament.public.devices.result import ENDINGS, PhoneTable
from tournament.public.form_words import form_key
from tournament.public.result_form import ResultForm
from tournament.record.event import TableRecord
from tournament.record.vocabulary import PlayerId
from tournament.scores.amounts import missing
from tournament.services.changes import Actor
from tournament.services.changes.refusals import DoneBeforeError, RefusedError
from tournament.services.results.phones import answer_report, report_by_phone
from tournament.tellings.results import check_of
from wording import gettext as _
from wording.digits import whole_number

TOO_MUCH = 429
UNFIT = 422


class PhoneResultForm(ResultForm):
    """The form of a table's result on a phone, with lists for who ended the game and why."""

    reason = forms.CharField(required=False)  # one that is too long is refused by the service
    ended = forms.CharField(required=False)
    why = forms.CharField(required=False)

    needs_all = True

    def __init__(self, typed: Any = None, *, table: TableRecord, **options: Any) -> None:
        """As for the desk; ``table`` has the report whose figures an unsent form begins with, or no result."""
        super().__init__(typed, table=table, **options)
        self.names = {seat.player: self.record.name_of(seat.player) for seat in table.seats}
        for player, name in self.figure_names if self.is_bound else ():
            field = self.fields[f"{name}-{player}"]
            field.required = True
            field.error_messages["required"] = missing(self.amount)
        if table.ended_by:
            offered = {
                _ending_text(self.names.get(PlayerId(who), ""), why): (who, why)
                for who in (0, *self.names)
                for why in ("", *ENDINGS)
            }
            self.initial["ended"], self.initial["why"] = offered.get(table.ended_by, ("", ""))

    @property
    def ended_by(self) -> int:
        """The number of the player who ended the game, 0 for none."""
        return whole_number(self.text_of("ended"))

    @property
    def why_ended(self) -> str:
        """Why the game ended, one of `ENDINGS`; empty where none is chosen."""
        why = self.text_of("why")
        return why if why in ENDINGS else ""

    @property
    def has_more(self) -> bool:
        """Whether a field in the folded part of the form is filled in."""
        return bool(self.ended_by or self.why_ended or any(seat.is_late or seat.is_on_clock for seat in self.seats))

    def _ended_by(self) -> str:
        """Return who ended the game and why, as one text."""
        return _ending_text(self.names.get(PlayerId(self.ended_by), ""), self.why_ended)


def _ending_text(who: str, why: str) -> str:
    """Return who ended the game and why, as one text; either may be empty."""
    return ", ".join(part for part in (who, why) if part)


@phone_page("GET", "HEAD", "POST", at_table=True)
def report(request: HttpRequest, phone: PhoneRequest) -> HttpResponse:
    """Show or store the form of the table's result; errors and doubts are shown before anything is stored, with what was typed.

    ``?worker`` gives the page's service worker, which browsers use with https only.
    """
    if "worker" in request.GET and request.method != "POST":
        return worker_script()
    phone_table = phone_table_of(phone)
    if request.method != "POST" and not phone_table.is_open:
        return redirect(phone.address)
    form = _form_of(request, phone_table)
    if request.method != "POST" or not form.is_valid():
        return _show_form(request, phone, phone_table, form, status=UNFIT if request.method == "POST" else 200)
    return _act(
        request,
        phone,
        lambda by: report_by_phone(phone.event, by, form.typed_table, _players(request)),
        lambda sentence, status: _show_form(request, phone, phone_table, form, sentence, status),
    )


@phone_page("POST", at_table=True)
def answer(request: HttpRequest, phone: PhoneRequest) -> HttpResponse:
    """Store a yes or no to a report; after a no, other figures may be entered."""
    key, agrees = whole_number(request.POST.get("report")), request.POST.get("agrees") == "yes"
    players = _players(request)
    return _act(
        request,
        phone,
        lambda by: answer_report(phone.event, by, key, agrees=agrees, players=players),
        lambda sentence, status: page_of(request, phone, sentence, status),
    )


def _players(request: HttpRequest) -> list[int]:
    """Return the numbers of the players who answer, sent by a phone that the whole table shares."""
    return [number for number in map(whole_number, request.POST.getlist("player")) if number]


def _form_of(request: HttpRequest, phone_table: PhoneTable) -> PhoneResultForm:
    """Return the form as posted, or an unsent one: empty, or with the figures of the report whose key is ``?from=``."""
    wanted, table = whole_number(request.GET.get("from")), phone_table.table
    if request.method != "POST":
        report = next((each.result for each in phone_table.pending if each.pk == wanted), None)
        if report is not None and set(report.cash) == set(table.cash):
            table = table.with_result(report)
    return PhoneResultForm(
        request.POST if request.method == "POST" else None,
        record=phone_table.record,
        round_number=phone_table.round_.number,
        table=table,
        on_clock=_out_by_clock(phone_table),
    )


def _out_by_clock(phone_table: PhoneTable) -> Collection[int]:
    """Return the players who are out of time by the table's clock (R31), which the form proposes."""
    number = phone_table.table.number
    presses = presses_of(phone_table.event, phone_table.round_.number, number)
    return out_by_clock(phone_table.round_, phone_table.record.format, presses, timezone.now()).get(number, ())


def _act(
    request: HttpRequest,
    phone: PhoneRequest,
    act: Callable[[Actor], object],
    refuse: Callable[[str, int], HttpResponse],
) -> HttpResponse:
    """Call ``act``, only once however often the form is sent, and redirect to the page of the table.

    ``refuse`` makes the answer to a refusal from its sentence and status.
    """
    try:
        spend(phone.device)
        act(Actor(None, form_key(request), device=phone.device))
    except DoneBeforeError:
        pass
    except DeviceRefusedError as refusal:
        return refuse(str(refusal), TOO_MUCH)
    except RefusedError as refusal:
        return refuse(str(refusal), 409)
    return redirect(phone.address)


def _show_form(
    request: HttpRequest,
    phone: PhoneRequest,
    phone_table: PhoneTable,
    form: PhoneResultForm,
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    """Render the page with the form; ``problem`` is the sentence of a refusal."""
    context = table_context(
        phone,
        phone_table,
        form=form,
        is_unsent=form.is_bound and not form.is_valid(),
        endings=[(stored, _(words)) for stored, words in ENDINGS.items()],
        check=check_of(phone_table.record, form.judgement) if form.judgement else None,
        players=_players(request),
        problems=[problem] if problem else [],
    )
    return render(request, "public/devices/report.html", context, status=status)
