"""A round's own page, and its way from draft to closed: publish, unpublish, start the clock, close, reopen."""

from __future__ import annotations

import secrets
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.access import event_to_direct
from tournament.access.browsers import oddities
from tournament.day.hall import if_unpublished, reseated
from tournament.day.ondevices import STATES, going_on
from tournament.day.staying import reason_not_to_reopen, reason_to_stay_public
from tournament.desk.acting import act_and_go, actor_of, ask, page, round_of
from tournament.desk.collisions import confirmed, is_outdated
from tournament.desk.forms.events import names_asked
from tournament.desk.frame import desk_context
from tournament.desk.hall.charting import changes_of_draft, chart_of_round
from tournament.desk.hall.closing import ask_to_close
from tournament.desk.hall.questions import Question, put
from tournament.desk.hall.stale import stale_part
from tournament.desk.hall.verbs import verbs
from tournament.desk.reprints import reprints
from tournament.draw.choices import TableChoice
from tournament.draw.clock import ClockError, round_time
from tournament.draw.forecast import uneven_sizes
from tournament.draw.naming import name_of_round, title_of_round
from tournament.draw.pairings import read_report
from tournament.draw.seating import as_named, seat_numbers
from tournament.models import Event
from tournament.models.queries import draw_before, record_of
from tournament.record.event import EventRecord, RoundRecord, TableRecord
from tournament.record.gaming import OnDevices
from tournament.record.rulesets import MSO_ACQUIRE
from tournament.record.vocabulary import (
    PlayerId,
    RoundKind,
    RoundState,
    SeatSource,
    SitOutKind,
    format_sizes,
    format_thousandths,
    whole_number,
)
from tournament.scores import standings
from tournament.services.events.showing import publish_and_show
from tournament.services.hall.phones import phones_of
from tournament.services.rounds import close_round, publish_round, reopen_round, start_clock, withdraw_round
from tournament.tellings.checks import state_words
from tournament.tellings.disputes import disputed_in
from tournament.tellings.drawn.draw import protocol_of
from tournament.tellings.news.phones import by_phone, odd_words
from tournament.tellings.news.plan import start_in_words


@require_safe
def show(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A round as it stands: a draft with its report, or the tables being played; one not drawn leads to the arrangements."""
    event = event_to_direct(request, slug)
    record = record_of(event)
    if number > len(record.rounds) and number <= record.rounds_planned:
        return redirect(page("desk_arrangement", event, number))
    played = round_of(record, number)
    if played.state is RoundState.DRAFT:
        return render(request, "director/rounds/draft.html", _draft_context(request, event, record, played))
    return render(request, "director/rounds/round.html", _round_context(event, record, played))


def _draft_context(request: HttpRequest, event: Event, record: EventRecord, played: RoundRecord) -> dict[str, Any]:
    report = read_report(played.draw.report) if played.draw else None
    reasons = {row.table: row.reasons for row in report.tables if row.round == played.number} if report else {}
    moved = reseated(played)
    locked = {whole_number(text) for text in request.GET.getlist("lock")}
    locked_tables = {whole_number(text) for text in request.GET.getlist("lock_table")}
    is_final = played.kind is RoundKind.SWISS
    totals = {row.player: row.total for row in standings(record, played.number - 1)} if is_final else {}
    return desk_context(
        event,
        record,
        number=played.number,
        round=played,
        is_final=is_final,
        has_lots=played.draw is not None and played.draw.by_lot,
        report=report,
        uneven=uneven_sizes(report, record.ruleset) if report else "",
        is_reseated=bool(moved),
        reads_by_default=report is not None and report.reading is MSO_ACQUIRE.reading,
        outlooks=[row for row in report.readings if row.reading is not report.reading] if report else [],
        written_sizes=format_sizes(played.sizes),
        use=TableChoice(played.sizes, played.kind, played.sizes[0] if is_final else None).spelled,
        draw_key=played.draw.key if played.draw else None,
        tables=[
            {
                "number": table.number,
                "size": table.size,
                "seats": [seat | {"total": totals.get(seat["player"])} for seat in _seats(record, played, table)],
                "is_seated": table.seats_are_decided(played.seat_source),
                "reasons": () if table.number in moved else reasons.get(table.number, ()),
                "is_locked": table.number in locked_tables,
            }
            for table in played.tables
        ],
        locked=locked,
        planned=starts(record, played.number),
        sit_outs=_sit_outs(record, played),
        protocol=protocol_of(played),
        players=players_of(record, played),
        chosen=next((row for row in played.sit_outs if row.chosen), None),
        token=secrets.token_urlsafe(12),
        **stale_part(event, record, played),
        **changes_of_draft(record, played, draw_before(event, played.draw, played.number)),
        **chart_of_round(record, played),
    )


def _round_context(event: Event, record: EventRecord, played: RoundRecord) -> dict[str, Any]:
    return desk_context(
        event,
        record,
        number=played.number,
        round=played,
        is_final=played.kind is RoundKind.SWISS,
        is_closed=played.is_closed,
        tables=[
            {
                "number": table.number,
                "size": table.size,
                "seats": _seats(record, played, table),
                "is_seated": table.seats_are_decided(played.seat_source),
                "has_result": table.has_result,
                "state": table.state.value,
                "state_words": state_words(record, table),
                "minutes": record.ruleset.minutes.get(table.size),
                "on_devices": "" if table.on_devices is OnDevices.NONE else f"on devices: {STATES[table.on_devices]}",
            }
            for table in played.tables
        ],
        on_devices=sum(table.on_devices is not OnDevices.NONE for table in played.tables),
        unseated=[
            f"table {table.number}" for table in played.tables if not table.seats_are_decided(played.seat_source)
        ],
        sit_outs=_sit_outs(record, played),
        protocol=protocol_of(played),
        is_by_chart=played.seat_source is SeatSource.CHART,
        verbs=() if played.is_closed else verbs(event, record, played),
        stays_closed=reason_not_to_reopen(record, played) if played.is_closed else "",
        reprints=reprints(event, record, played.number),
        planned="" if played.starts_at else starts(record, played.number),
        odd_phones=_odd_phones(event, record, played),
        phones=by_phone(record, played, {phone.number for phone in phones_of(event, played.number)})
        if record.players_report and not played.is_closed
        else None,
        **_clock(record, played),
    )


def starts(record: EventRecord, number: int) -> str:
    """When and where a round starts, by its clock or as planned."""
    return start_in_words(record, number, timezone.get_current_timezone())


def _clock(record: EventRecord, played: RoundRecord) -> dict[str, Any]:
    try:
        time = round_time(played.sizes, record.ruleset)
    except ClockError as unknown:
        return {"clock_problem": str(unknown)}
    return {"time": time, "ends_at": time.ends(played.starts_at) if played.starts_at else None}


def _odd_phones(event: Event, record: EventRecord, played: RoundRecord) -> list[tuple[int, str]]:
    """What is odd about the phones of a round that is played, with the number of the table."""
    if played.is_closed or not record.has_table_codes:
        return []
    found = sorted(oddities(event, played.number).items())
    return [(table, odd_words(record, odd)) for table, odds in found for odd in odds]


def _seats(record: EventRecord, played: RoundRecord, table: TableRecord) -> list[dict[str, Any]]:
    numbers = seat_numbers(table, played.seat_source)
    return [
        {
            "player": seat.player,
            "name": record.name_of(seat.player),
            "tile": seat.starting_tile,
            "seat": numbers.get(seat.player),
            "cash": seat.cash,
            "timed_out": seat.timed_out,
        }
        for seat in as_named(table)
    ]


def _sit_outs(record: EventRecord, played: RoundRecord) -> list[dict[str, Any]]:
    scores = score_words(record)
    return [
        {
            "player": row.player,
            "name": record.name_of(row.player),
            "score": scores[row.kind],
            "reason": row.reason,
            "is_missed": not row.kind.counts_as_sit_out,
        }
        for row in played.sit_outs
    ]


def score_words(record: EventRecord) -> dict[SitOutKind, str]:
    """What not playing a round scores, by kind, as it is printed (R51-R53)."""
    rules = record.ruleset
    return {
        SitOutKind.STANDARD: format_thousandths(rules.sit_out_score),
        SitOutKind.PAIRING_PROBLEM: format_thousandths(rules.pairing_problem_score),
        SitOutKind.MISSED: format_thousandths(rules.missed_score),
    }


def players_of(record: EventRecord, played: RoundRecord) -> list[tuple[int, str]]:
    """Everybody of the round by name with table, for the swap."""
    places = [
        (seat.player, f"{record.name_of(seat.player)}, table {table.number}")
        for table in played.tables
        if not table.holds_figures
        for seat in table.seats
    ]
    places += [
        (row.player, f"{record.name_of(row.player)}, sits out") for row in played.sit_outs if row.kind.counts_as_sit_out
    ]
    return sorted(places, key=lambda place: record.entry(PlayerId(place[0])).sort_key)


@require_POST
def publish(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Make a draft public and open it for play."""
    event = event_to_direct(request, slug)
    had_chart = event.chart_seats.exists()
    reason = str(request.POST.get("reason", "")).strip()
    drafted = round_of(record := record_of(event), number)
    is_final = drafted.state is RoundState.DRAFT and drafted.kind is RoundKind.SWISS
    title = "Publish the final despite the dispute?"
    loses = f"{disputed_in(record.closed_rounds)} A ruling after this corrects the totals and re-seats nobody (R68)."
    if is_final and record.open_disputes and (not reason or is_outdated(request, title, loses)):
        return ask(
            request,
            event,
            record,
            title=title,
            loses=loses,
            action=page("desk_publish", event, number),
            label="Publish the final",
            cancel_url=page("desk_round", event, number),
            reason="Why it is published despite the dispute",
        )

    shows_too = request.POST.get("show") == "yes" and not event.is_shown

    def act() -> None:
        if shows_too:
            publish_and_show(event, actor_of(request), number, reason, names_asked(request))
        else:
            publish_round(event, actor_of(request), number, reason)
        if shows_too:
            messages.success(request, f"{event.name} is shown to players.", extra_tags=page("desk_hide", event))
        if had_chart and not event.chart_seats.exists():
            messages.warning(request, "The movement chart is unpublished, because this round departs from it.")

    return act_and_go(
        request,
        act,
        f"{title_of_round(record, number)} is public. The clock starts when you start it."
        if event.is_shown or shows_too
        else f"{title_of_round(record, number)} is published, but {event.name} is hidden from players. Show it on the event's page.",
        page("desk_round", event, number),
        undo=page("desk_withdraw_round", event, number),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@confirmed
def withdraw(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Unpublish a round, after showing what follows: it is a draft again."""
    event = event_to_direct(request, slug)
    record = record_of(event)
    played = round_of(record, number)
    if request.method == "POST":
        return act_and_go(
            request,
            lambda: withdraw_round(event, actor_of(request), number),
            f"{title_of_round(record, number)} is a draft again; nobody else sees it.",
            page("desk_round", event, number),
            undo=page("desk_publish", event, number),
        )
    wrong = reason_to_stay_public(record, played)
    return put(
        request,
        event,
        record,
        Question(
            f"Unpublish {name_of_round(record, number)}?",
            f"Unpublish {name_of_round(record, number)}",
            page("desk_withdraw_round", event, number),
            page("desk_round", event, number),
            follows=() if wrong else if_unpublished(record, played),
            is_grave=True,
            problem=wrong,
        ),
    )


@require_POST
def clock(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Start the round's clock; publishing and drawing do not."""
    event = event_to_direct(request, slug)
    return act_and_go(
        request,
        lambda: start_clock(event, actor_of(request), number),
        f"The clock of {name_of_round(record_of(event), number)} is running.",
        page("desk_round", event, number),
    )


@require_POST
def close(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Close a round whose tables have all reported; from now on it counts. Over a dispute it is asked why (R11)."""
    event = event_to_direct(request, slug)
    reason = str(request.POST.get("reason", "")).strip()
    played = round_of(record := record_of(event), number)
    is_reported = played.state is RoundState.PUBLISHED and all(table.has_result for table in played.tables)
    title = f"Close {name_of_round(record, number)} despite the dispute?"
    loses = f"{disputed_in([played])} A ruling after the close corrects the totals and re-seats nobody (R68)."
    if is_reported and played.disputed and (not reason or is_outdated(request, title, loses)):
        return ask(
            request,
            event,
            record,
            title=title,
            loses=loses,
            action=page("desk_close", event, number),
            label=f"Close {name_of_round(record, number)}",
            cancel_url=page("desk_results", event, number),
            reason="Why it is closed despite the dispute",
        )
    if is_reported and going_on(played) and not reason:
        return ask_to_close(request, event, record, played)
    return act_and_go(
        request,
        lambda: close_round(event, actor_of(request), number, reason),
        f"{title_of_round(record, number)} is closed and counts.",
        page("desk_standings", event),
        undoes_on=event,
        refused_to=page("desk_results", event, number),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@confirmed
def reopen(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Open the latest closed round again, after asking."""
    event = event_to_direct(request, slug)
    record = record_of(event)
    played = round_of(record, number)
    if request.method == "POST":
        return act_and_go(
            request,
            lambda: reopen_round(event, actor_of(request), number),
            f"{title_of_round(record, number)} is open again and does not count until you close it.",
            page("desk_results", event, number),
            refused_to=page("desk_round", event, number),
        )
    if wrong := reason_not_to_reopen(record, played):
        messages.error(request, wrong)
        return redirect(page("desk_round", event, number))
    return ask(
        request,
        event,
        record,
        title=f"Reopen {name_of_round(record, number)}?",
        loses=f"{title_of_round(record, number)} no longer counts in the standings until it is closed again, and a published final list "
        "is unpublished. Every result is kept. To correct one table, open its page instead: that leaves the round closed.",
        action=page("desk_reopen", event, number),
        label=f"Reopen {name_of_round(record, number)}",
        cancel_url=page("desk_round", event, number),
    )
