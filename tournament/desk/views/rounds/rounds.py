"""A round's own page, and its way from draft to closed: publish, unpublish, close, reopen."""

from __future__ import annotations

import secrets
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone

from tournament.access.browsers import oddities
from tournament.day.hall import if_unpublished, reseated
from tournament.day.ondevices import STATES, going_on
from tournament.day.staying import reason_not_to_reopen, reason_to_stay_public
from tournament.desk.desk import ActQuestion, Desk, desk_act, desk_confirmation, desk_page
from tournament.desk.forms.events import names_asked
from tournament.desk.frame import still_hidden
from tournament.desk.reprints import reprints
from tournament.desk.rounds import ask_to_close, changes_of_draft, chart_of_round, clock_of_round, stale_part, verbs
from tournament.desk.views.people.absences import away_in
from tournament.draw.allocation import TableChoice
from tournament.draw.clock import ClockError, round_time
from tournament.draw.forecast import uneven_sizes
from tournament.draw.naming import name_of_round, title_of_round
from tournament.draw.pairings import read_report
from tournament.draw.seating import as_named, seat_numbers
from tournament.record.event import EventRecord, RoundRecord, TableRecord
from tournament.record.gaming import OnDevices
from tournament.record.vocabulary import (
    PlayerId,
    RoundKind,
    RoundState,
    SeatSource,
    SitOutKind,
    format_sizes,
)
from tournament.scores import standings
from tournament.services.events.showing import publish_and_show
from tournament.services.hall.phones import phones_of
from tournament.services.rounds import close_round, publish_round, reopen_round, withdraw_round
from tournament.tellings.checks import state_words
from tournament.tellings.draw import protocol_of, reason_of
from tournament.tellings.figures import thousandths
from tournament.tellings.news.phones import by_phone, odd_words
from tournament.tellings.news.times import start_in_words
from tournament.tellings.words import disputed_in
from wording import gettext as _


@desk_page
def show(desk: Desk, number: int) -> HttpResponse:
    """Show a round: a draft with its report, or the tables being played. A planned round that is not drawn leads to the arrangements."""
    if len(desk.record.rounds) < number <= desk.record.rounds_planned:
        return redirect(desk.address("desk_arrangement", number))
    round_ = desk.round_(number)
    if round_.state is RoundState.DRAFT:
        return desk.page("director/rounds/draft.html", **_draft_context(desk, round_))
    return desk.page("director/rounds/round.html", **_round_context(desk, round_))


def _draft_context(desk: Desk, round_: RoundRecord) -> dict[str, Any]:
    """Return the context of the page of a draft."""
    record = desk.record
    report = read_report(round_.draw.report) if round_.draw else None
    reasons = {row.table: row.reasons for row in report.tables if row.round == round_.number} if report else {}
    moved = reseated(round_)
    is_final = round_.kind is RoundKind.SWISS
    totals = (
        {row.player: row.total for row in standings(record, round_.number - 1, with_arrivals=True)} if is_final else {}
    )
    return dict(
        number=round_.number,
        round=round_,
        is_final=is_final,
        has_lots=round_.draw is not None and round_.draw.by_lot,
        report=report,
        uneven=uneven_sizes(report, record.ruleset) if report else "",
        is_reseated=bool(moved),
        written_sizes=format_sizes(round_.sizes),
        use=TableChoice(round_.sizes, round_.kind, round_.sizes[0] if is_final else None).spelled,
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
        sit_outs=_sit_outs(record, round_),
        away=away_in(record, round_.number),
        protocol=protocol_of(round_),
        players=players_of(record, round_),
        chosen=next((row for row in round_.sit_outs if row.chosen), None),
        token=secrets.token_urlsafe(12),
        **stale_part(desk, round_),
        **changes_of_draft(record, round_),
        **chart_of_round(record, round_),
    )


def _round_context(desk: Desk, round_: RoundRecord) -> dict[str, Any]:
    """Return the context of the page of a published or closed round."""
    event, record = desk.event, desk.record
    return {
        "number": round_.number,
        "round": round_,
        "is_final": round_.kind is RoundKind.SWISS,
        "is_closed": round_.is_closed,
        "tables": [
            {
                "number": table.number,
                "size": table.size,
                "seats": _seats(record, round_, table),
                "is_seated": table.seats_are_decided(round_.seat_source),
                "has_result": table.has_result,
                "state": table.state.value,
                "state_words": state_words(record, table),
                "minutes": record.ruleset.minutes.get(table.size),
                "on_devices": ""
                if table.on_devices is OnDevices.NONE
                else _("on phones or tablets: {state}", state=_(STATES[table.on_devices])),
            }
            for table in round_.tables
        ],
        "on_devices": sum(table.on_devices is not OnDevices.NONE for table in round_.tables),
        "unseated": [table.number for table in round_.tables if not table.seats_are_decided(round_.seat_source)],
        "sit_outs": _sit_outs(record, round_),
        "protocol": protocol_of(round_),
        "is_by_chart": round_.seat_source is SeatSource.CHART,
        "verbs": () if round_.is_closed else verbs(desk, round_),
        "stays_closed": reason_not_to_reopen(record, round_) if round_.is_closed else "",
        "reprints": reprints(desk, round_.number if round_.is_closed else None),
        "planned": "" if round_.starts_at else starts(record, round_.number),
        "odd_phones": _odd_phones(desk, round_),
        "phones": by_phone(record, round_, {phone.number for phone in phones_of(event, round_.number)})
        if record.players_report and not round_.is_closed
        else None,
        "clock": clock_of_round(record, round_),
        "clock_problem": _clock_problem(record, round_),
    }


def starts(record: EventRecord, number: int) -> str:
    """Return when and where a round starts, by its clock or as planned; empty where neither is known."""
    return start_in_words(record, number, timezone.get_current_timezone())


def _clock_problem(record: EventRecord, round_: RoundRecord) -> str:
    """Return why the length of a round is unknown; empty where it is known."""
    try:
        round_time(round_.sizes, record.ruleset)
    except ClockError as unknown:
        return str(unknown)
    return ""


def _odd_phones(desk: Desk, round_: RoundRecord) -> list[tuple[int, str]]:
    """Return what is odd about the phones of an open round, each sentence with the number of the table."""
    if round_.is_closed or not desk.record.has_table_codes:
        return []
    found = sorted(oddities(desk.event, round_.number).items())
    return [(table, odd_words(desk.record, odd)) for table, odds in found for odd in odds]


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
        for seat in as_named(table)
    ]


def _sit_outs(record: EventRecord, round_: RoundRecord) -> list[dict[str, Any]]:
    """Return the players without a table in a round for the template, with their score and the reason."""
    scores = score_words(record)
    return [
        {
            "player": row.player,
            "name": record.name_of(row.player),
            "score": scores[row.kind],
            "reason": reason_of(row),
            "is_missed": not row.kind.counts_as_sit_out,
        }
        for row in round_.sit_outs
    ]


def score_words(record: EventRecord) -> dict[SitOutKind, str]:
    """Return in words the score of a round not played, by the kind of sit-out (R51-R53)."""
    rules = record.ruleset
    return {
        SitOutKind.STANDARD: thousandths(rules.sit_out_score),
        SitOutKind.PAIRING_PROBLEM: thousandths(rules.pairing_problem_score),
        SitOutKind.MISSED: thousandths(rules.missed_score),
    }


def players_of(record: EventRecord, round_: RoundRecord) -> list[tuple[int, str]]:
    """Return the players who can swap places, in order of name: the number of each, and the name with the table.

    They sit at a table that has not reported, or sit the round out.
    """
    places = [
        (seat.player, _("{player}, table {table}", player=record.entry(seat.player).numbered, table=table.number))
        for table in round_.tables
        if not table.holds_figures
        for seat in table.seats
    ]
    places += [
        (row.player, _("{player}, sits out", player=record.entry(row.player).numbered))
        for row in round_.sit_outs
        if row.kind.counts_as_sit_out
    ]
    return sorted(places, key=lambda place: record.entry(PlayerId(place[0])).sort_key)


@desk_act
def publish(desk: Desk, number: int) -> HttpResponse:
    """Publish a draft, so that it can be played; for a final despite an open dispute, ask for the reason first.

    With ``show=yes`` a hidden event is shown to players too.
    """
    event, record, drafted = desk.event, desk.record, desk.round_(number)
    had_chart = event.chart_seats.exists()
    reason = desk.typed("reason")
    is_final = drafted.state is RoundState.DRAFT and drafted.kind is RoundKind.SWISS
    title = _("Publish the final despite the dispute?")
    loses = " ".join(
        [disputed_in(record.closed_rounds), _("A later ruling corrects the totals, but nobody is re-seated (R68).")]
    )
    if is_final and record.open_disputes and (not reason or desk.is_outdated(title, loses)):
        return desk.ask(
            _("Publish the final"),
            loses,
            desk.address("desk_round", number),
            title=title,
            reason=_("Why publish it despite the dispute?"),
        )
    shows_too = desk.typed("show") == "yes" and not event.is_shown

    def act() -> None:
        if shows_too:
            publish_and_show(event, desk.actor, number, reason, names_asked(desk.request))
            shown = _("{event} is shown to players.", event=event.name)
            messages.success(desk.request, shown, extra_tags=desk.address("desk_hide"))
        else:
            publish_round(event, desk.actor, number, reason)
        if had_chart and not event.chart_seats.exists():
            messages.warning(desk.request, _("The movement chart is unpublished, because this round differs from it."))

    title = title_of_round(record, number)
    return desk.act(
        act,
        _("{round} is public. Start its clock when play begins.", round=title)
        if event.is_shown or shows_too
        else still_hidden(event),
        desk.address("desk_round", number),
        undo=desk.address("desk_withdraw_round", number),
    )


@desk_confirmation
def withdraw(desk: Desk, number: int) -> HttpResponse:
    """Unpublish a round, so that it is a draft again; a GET shows what that does and asks."""
    record, round_ = desk.record, desk.round_(number)
    if desk.is_post:
        return desk.act(
            lambda: withdraw_round(desk.event, desk.actor, number),
            _("{round} is a draft again; only you see it.", round=title_of_round(record, number)),
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
    title = _("Close {round} despite the dispute?", round=name)
    loses = " ".join([disputed_in([round_]), _("A later ruling corrects the totals, but nobody is re-seated (R68).")])
    if is_reported and round_.disputed and (not reason or desk.is_outdated(title, loses)):
        return desk.ask(
            label,
            loses,
            desk.address("desk_results", number),
            title=title,
            reason=_("Why close it despite the dispute?"),
        )
    if is_reported and going_on(round_) and not reason:
        return ask_to_close(desk, round_)
    return desk.act(
        lambda: close_round(desk.event, desk.actor, number, reason),
        _("{round} is closed and counts.", round=title_of_round(record, number)),
        desk.address("desk_standings"),
        refused_to=desk.address("desk_results", number),
    )


@desk_confirmation
def reopen(desk: Desk, number: int) -> HttpResponse:
    """Open the latest closed round again, after asking."""
    title, name = title_of_round(desk.record, number), name_of_round(desk.record, number)
    round_ = desk.round_(number)
    if desk.is_post:
        return desk.act(
            lambda: reopen_round(desk.event, desk.actor, number),
            _("{round} is open again and does not count until you close it.", round=title),
            desk.address("desk_results", number),
            refused_to=desk.address("desk_round", number),
        )
    if wrong := reason_not_to_reopen(desk.record, round_):
        return desk.refused(wrong, desk.address("desk_round", number))
    loses = _(
        "{round} does not count in the standings until you close it again; if the final list is public, it is unpublished. "
        "All results are kept. To correct one table, open that table's page instead; the round then stays closed.",
        round=title,
    )
    return desk.ask(_("Reopen {round}", round=name), loses, desk.address("desk_round", number))
