"""Report the result of a table by phone: enter it, see what is doubtful before it is sent, say yes or no to what was reported."""

from __future__ import annotations

from collections.abc import Callable, Collection

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tournament.access.devices import DeviceRefusedError, check_alive, spend
from tournament.public.devices.at_table import held_at, seen_by, table_context
from tournament.public.devices.claiming import refused
from tournament.public.devices.holding import Held, address_of, event_of, held
from tournament.public.devices.keeping import worker
from tournament.public.devices.standing import AtTable
from tournament.public.devices.typed import ENDINGS, TypedResult
from tournament.public.forms.keys import kept_key
from tournament.record.devices import table_subject
from tournament.record.vocabulary import whole_number
from tournament.services.at_table.clocks import out_by_clock, presses_of
from tournament.services.changes import Actor, DoneBeforeError, RefusedError
from tournament.services.results.phones import answer_report, report_by_phone
from tournament.tellings.checks import check_of

TOO_MUCH = 429
UNFIT = 422


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
    if request.method != "POST":
        if not here.is_open:
            return redirect(address_of(slug, holds.subject))
        return _form(request, holds, here, _begun(request, here))
    typed = TypedResult(here.record, number, here.table, sent=request.POST.dict(), by_clock=_out_by_clock(here))
    if not typed.is_fit:
        return _form(request, holds, here, typed, status=UNFIT)
    return _act(
        request,
        holds,
        lambda by: report_by_phone(holds.event, by, typed.figures(), _players(request)),
        lambda sentence, status: _form(request, holds, here, typed, sentence, status),
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
    said, agrees = whole_number(request.POST.get("report")) or 0, request.POST.get("agrees") == "yes"
    players = _players(request)
    return _act(
        request,
        holds,
        lambda by: answer_report(holds.event, by, said, agrees=agrees, players=players),
        lambda sentence, status: _refused_answer(request, holds, sentence, status),
    )


def _players(request: HttpRequest) -> list[int]:
    """Whose voice it is on a phone that the table shares."""
    return [number for number in map(whole_number, request.POST.getlist("player")) if number]


def _begun(request: HttpRequest, here: AtTable) -> TypedResult:
    """The form as it begins: empty, or with the report that is to be put right."""
    wanted = whole_number(request.GET.get("from"))
    begins = next((each.figures for each in here.waiting if each.report.pk == wanted), None)
    return TypedResult(here.record, here.played.number, here.table, begins=begins, by_clock=_out_by_clock(here))


def _out_by_clock(here: AtTable) -> Collection[int]:
    """Who is out of time by the clock that the table keeps on a phone (R31); what the form says of it can be put right."""
    number = here.table.number
    return out_by_clock(here.played, here.record.ruleset, presses_of(here.event, here.played.number, number)).get(
        number, ()
    )


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


def _form(
    request: HttpRequest, holds: Held, here: AtTable, typed: TypedResult, problem: str = "", status: int = 200
) -> HttpResponse:
    judged = typed.judgement
    context = table_context(
        holds,
        here,
        typed=typed,
        endings=ENDINGS,
        check=check_of(here.record, judged) if judged else None,
        players=_players(request),
        problems=[problem] if problem else [],
    )
    return render(request, "public/devices/report.html", context, status=status)
