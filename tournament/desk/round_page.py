"""A round's own page, and its way from draft to closed: publish, unpublish, run its clock, close, reopen.

Show players the results of closed rounds, and hold them back again, where the event holds results.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone

from tournament.day.agenda import to_publish
from tournament.day.hall import if_unpublished, reseated_tables
from tournament.day.phones import going_on
from tournament.day.reseating import reason_not_to_reopen, reason_to_stay_public
from tournament.desk.desk import ActQuestion, Desk, desk_act, desk_confirmation, desk_page
from tournament.desk.event_forms import names_asked
from tournament.desk.frame import still_hidden
from tournament.desk.results.entering import results_page
from tournament.desk.results.grid import Grid
from tournament.desk.rounds import ask_to_close, sit_outs, stale_part, starts
from tournament.draw.allocation import TableChoice
from tournament.draw.forecast import uneven_sizes
from tournament.draw.pairings.report import read_report
from tournament.draw.seating import name_of_round, seat_numbers, seats_by_name, title_of_round
from tournament.models import Event
from tournament.record.acts import Act
from tournament.record.event import EventRecord, RoundRecord, TableRecord
from tournament.record.vocabulary import RoundState
from tournament.scores.totals import standings
from tournament.services.changes import By
from tournament.services.rounds import (
    close_round,
    hold_results,
    publish_round,
    reopen_round,
    show_results,
    withdraw_round,
)
from tournament.services.showing import publish_and_show
from tournament.services.tables import add_minutes, let_clock_go_on, pause_clock, start_clock
from tournament.tellings.draw import protocol_of
from tournament.tellings.words import disputed_in
from wording import gettext as _
from wording.digits import whole_number
from wording.figures import clock_time


@desk_page
def show(desk: Desk, number: int) -> HttpResponse:
    """Show a round: a draft with its report, or the tables being played. A planned round that is not drawn leads to the arrangements."""
    if len(desk.record.rounds) < number <= desk.record.rounds_planned:
        return redirect(desk.address("desk_arrangement", number))
    round_ = desk.round_(number)
    if round_.state is RoundState.DRAFT:
        return desk.page("director/rounds/draft.html", **_draft_context(desk, round_))
    return results_page(Grid(desk, number))


def _draft_context(desk: Desk, round_: RoundRecord) -> dict[str, Any]:
    """Return the context of the page of a draft."""
    record = desk.record
    report = read_report(round_.draw.report) if round_.draw else None
    reasons = {row.table: row.reasons for row in report.tables if row.round == round_.number} if report else {}
    moved = reseated_tables(round_)
    is_ranked = not round_.kind.is_drawn
    totals = (
        {row.player: row.total for row in standings(record, round_.number - 1, with_arrivals=True)}
        if round_.kind.rests_on_totals and round_.number > 1
        else {}
    )
    return dict(
        number=round_.number,
        round=round_,
        is_ranked=is_ranked,
        has_lots=round_.draw is not None and round_.draw.by_lot,
        report=report,
        uneven=uneven_sizes(report, record.format) if report else "",
        is_reseated=bool(moved),
        use=TableChoice(round_.sizes, round_.kind, round_.sizes[0] if is_ranked else None).spelled,
        draw_key=round_.draw.key if round_.draw else None,
        discard_sends=(("replaces", round_.draw.key if round_.draw else ""),),
        tables=[
            {
                "number": table.number,
                "size": table.size,
                "seats": [seat | {"total": totals.get(seat["player"])} for seat in _seats(record, round_, table)],
                "is_seated": table.seats_are_decided(round_.seat_source),
                "reasons": () if table.number in moved else reasons.get(table.number, ()),
            }
            for table in round_.tables
        ],
        planned=starts(record, round_.number),
        sit_outs=sit_outs(record, round_),
        protocol=protocol_of(round_),
        chosen=next((row for row in round_.sit_outs if row.chosen), None),
        token=secrets.token_urlsafe(12),
        **stale_part(desk, round_),
    )


def _seats(record: EventRecord, round_: RoundRecord, table: TableRecord) -> list[dict[str, Any]]:
    """Return the seats of a table for the template."""
    numbers = seat_numbers(table, round_.seat_source)
    return [
        {
            "player": seat.player,
            "name": record.name_of(seat.player),
            "tile": seat.starting_tile,
            "seat": numbers.get(seat.player),
            "cash": seat.cash,
            "timed_out": seat.timed_out,
        }
        for seat in seats_by_name(table)
    ]


@desk_act
def publish(desk: Desk, number: int) -> HttpResponse:
    """Publish a draft, so that it can be played; for a ranked round despite an open dispute, ask for the reason first.

    With ``show=yes`` a hidden event is shown to players too.
    """
    event, record, drafted = desk.event, desk.record, desk.round_(number)
    had_chart = event.chart_seats.exists()
    reason = desk.typed("reason")
    is_ranked = drafted.state is RoundState.DRAFT and drafted.kind.is_seated_by_rank
    label = to_publish(record, number)
    title = _("{action}?", action=label)
    loses = " ".join(
        [
            disputed_in(record.closed_rounds),
            _("A later ruling will correct the totals, but nobody will be re-seated (R68)."),
        ]
    )
    if is_ranked and record.open_disputes and (not reason or desk.is_outdated(title, loses)):
        return desk.ask(
            label,
            loses,
            desk.address("desk_round", number),
            reason=_("Reason"),
        )
    shows_too = desk.typed("show") == "yes" and not event.is_shown

    def act() -> None:
        if shows_too:
            publish_and_show(event, desk.actor, number, reason, names_asked(desk.request))
            shown = event.changes.filter(act=Act.SHOW_EVENT.value).order_by("-version").first()
            messages.success(desk.request, desk.told(shown), extra_tags=desk.address("desk_hide"))
        else:
            publish_round(event, desk.actor, number, reason)
        if had_chart and not event.chart_seats.exists():
            messages.warning(
                desk.request, _("The movement chart has been unpublished, because this round differs from it.")
            )

    return desk.act(
        act,
        desk.address("desk_round", number),
        "" if event.is_shown or shows_too else still_hidden(event),
        undo=desk.address("desk_withdraw_round", number),
    )


@desk_act
def clock(desk: Desk, number: int) -> HttpResponse:
    """Start the clock of a round, pause it or let it go on (field ``do``), or add minutes to it (``add``).

    Neither drawing nor publishing starts it; to start it again is asked first. It leads back to the page that the form names (``to``).
    """
    added = whole_number(desk.typed("add"))
    to = desk.typed("to")
    round_or_clocks = desk.address("desk_clocks" if to == "clocks" else "desk_round", number)
    back = desk.address("desk_event") if to == "overview" else round_or_clocks
    do: Callable[[Event, By, int], None] = start_clock
    started_at = desk.round_(number).starts_at
    if added:
        do = partial(add_minutes, minutes=added)
    elif desk.typed("do") == "pause":
        do = pause_clock
    elif desk.typed("do") == "go":
        do = let_clock_go_on
    elif started_at is not None and "confirmed" not in desk.request.POST:
        time = clock_time(timezone.localtime(started_at))
        return desk.ask(
            _("Start the clock again"),
            _("It started at {time}. It will start again with the full time for the round.", time=time),
            back,
            sends={"to": to},
        )
    return desk.act(lambda: do(desk.event, desk.actor, number), back)


@desk_confirmation
def withdraw(desk: Desk, number: int) -> HttpResponse:
    """Unpublish a round, so that it is a draft again; a GET shows what that does and asks."""
    record, round_ = desk.record, desk.round_(number)
    if desk.is_post:
        return desk.act(
            lambda: withdraw_round(desk.event, desk.actor, number),
            desk.address("desk_round", number),
            undo=desk.address("desk_publish", number),
        )
    wrong = reason_to_stay_public(record, round_)
    label = _("Unpublish {round}", round=name_of_round(record, number))
    return desk.put(
        ActQuestion(
            _("{action}?", action=label),
            label,
            desk.address("desk_round", number),
            follows=() if wrong else if_unpublished(record, round_),
            is_grave=True,
            problem=wrong,
        ),
    )


@desk_act
def close(desk: Desk, number: int) -> HttpResponse:
    """Close a round whose tables all have a result, so that it counts.

    Despite an open dispute (R11), or an unfinished game on devices, the reason is asked first.
    """
    record, round_ = desk.record, desk.round_(number)
    reason = desk.typed("reason")
    is_reported = round_.state is RoundState.PUBLISHED and all(table.has_result for table in round_.tables)
    name = name_of_round(record, number)
    label = _("Close {round}", round=name)
    title = _("{action}?", action=label)
    loses = " ".join(
        [disputed_in([round_]), _("A later ruling will correct the totals, but nobody will be re-seated (R68).")]
    )
    if is_reported and round_.disputed and (not reason or desk.is_outdated(title, loses)):
        return desk.ask(
            label,
            loses,
            desk.address("desk_round", number),
            reason=_("Reason"),
        )
    if is_reported and going_on(round_) and not reason:
        return ask_to_close(desk, round_)
    return desk.act(
        lambda: close_round(desk.event, desk.actor, number, reason),
        desk.address("desk_standings"),
        refused_to=desk.address("desk_round", number),
    )


@desk_confirmation
def reopen(desk: Desk, number: int) -> HttpResponse:
    """Open the latest closed round again, after asking."""
    title, name = title_of_round(desk.record, number), name_of_round(desk.record, number)
    round_ = desk.round_(number)
    if desk.is_post:
        return desk.act(
            lambda: reopen_round(desk.event, desk.actor, number),
            desk.address("desk_round", number),
            refused_to=desk.address("desk_round", number),
        )
    if wrong := reason_not_to_reopen(desk.record, round_):
        return desk.refused(wrong, desk.address("desk_round", number))
    loses = _(
        "{round} will not count in the standings until you close it again; if the final list is public, it will be "
        "taken down. All results are kept. To correct one table, open that table's page instead; the round then "
        "stays closed.",
        round=title,
    )
    return desk.ask(_("Reopen {round}", round=name), loses, desk.address("desk_round", number))


@desk_act
def show_held(desk: Desk, number: int) -> HttpResponse:
    """Show players the results of a closed round and of those before it."""
    return desk.act(
        lambda: show_results(desk.event, desk.actor, number),
        desk.address("desk_standings"),
        "" if desk.event.is_shown else still_hidden(desk.event),
    )


@desk_act
def hold_back(desk: Desk, number: int) -> HttpResponse:
    """Hold the results of a closed round back from players again, and those of later rounds."""
    return desk.act(
        lambda: hold_results(desk.event, desk.actor, number),
        desk.address("desk_round", number),
    )
