"""The list of penalties: giving penalties and warnings, with the totals that change; cancelling and restoring them."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.timezone import get_current_timezone

from tournament.desk.desk import Desk, desk_act, desk_form
from tournament.desk.forms.penalties import CancelForm, PenaltyForm
from tournament.desk.frame import mark_of
from tournament.desk.lists import ListingTable
from tournament.desk.undoing import moves_if
from tournament.draw.naming import title_of
from tournament.public.lists import export, wants_export
from tournament.public.lists.page import addresses
from tournament.record.acts import Act
from tournament.record.event import EventRecord
from tournament.record.vocabulary import PenaltyKind, PlayerId, RoundState
from tournament.scores.scoring import ScoringError
from tournament.services.changes import GoneError
from tournament.services.penalties import PenaltyOrder, cancel_penalty, give_penalty, restore_penalty
from tournament.tellings.cells import by_name
from tournament.tellings.csv import PENALTIES
from tournament.tellings.history.moves import Moves, moves_of
from tournament.tellings.listing import Listing
from tournament.tellings.penalties import (
    AT_ONCE,
    FOR_PAPER,
    Offence,
    book,
    penalty_listing,
    reason_of_cancelling,
    spoken,
)
from wording import gettext as _

OFFENCES_A_PAGE = 50


@desk_form
def index(desk: Desk) -> HttpResponse:
    """Show the list and give a penalty; where that changes totals of a closed round, show whose and ask first."""
    record = desk.record
    offences = book(record)
    if wants_export(desk.request):
        return export(desk.request, f"{desk.slug}-penalties", lambda: _listed(record).without("change"), PENALTIES)
    listing = _listed(record) if desk.may(Act.CANCEL_PENALTY) else _listed(record).without("change")
    table = ListingTable(listing, addresses(desk.slug, player="desk_entry", penalty="desk_cancel_penalty"))
    table.arrange(desk.request, OFFENCES_A_PAGE)
    form = _form(desk.request, record, offences)
    moves = Moves()
    asks = False
    if desk.sent(form):
        with desk.refusals():
            moves = moves_if(desk, lambda tried: give_penalty(tried, desk.actor, form.order))
            asks = bool(moves) and not desk.is_confirmed(moves)
            if form.asks_timing:
                form.add_error("timing", _("This is the event's first fine: choose when fines are deducted (R55)."))
            elif not asks:
                return _give(desk, form.order)
    return desk.page(
        "director/results/penalties.html",
        "penalties",
        table=table,
        offences=offences,
        form=form,
        moved=moves,
        asks=asks,
        back=_back(desk),
        mark=mark_of((moves,)),
        can_give=bool(form.fields["round_number"].choices),  # type: ignore[attr-defined]
    )


def _listed(record: EventRecord) -> Listing:
    """Return the list of penalties for the page and its files."""
    return penalty_listing(record, get_current_timezone()).without(*FOR_PAPER)


def _form(request: HttpRequest, record: EventRecord, offences: list[Offence]) -> PenaltyForm:
    """Return the form of a penalty; each player is offered with the number of their offences so far.

    With ``?table=`` only the players of that table of the round are offered.
    """
    begun = [round_ for round_ in record.rounds if round_.state is not RoundState.DRAFT]
    counted: dict[PlayerId, Counter[str]] = defaultdict(Counter)
    for line in offences:
        if line.count:
            counted[line.penalty.player][line.penalty.subject.words] += 1
    initial = {
        "number": request.GET.get("player", ""),
        "round_number": request.GET.get("round") or (begun[-1].number if begun else ""),
        "subject": request.GET.get("subject", ""),
        "kind": request.GET.get("kind", PenaltyKind.WARNING.value),
    }
    at = (str(initial["round_number"]), request.GET.get("table"))
    tables = [(str(round_.number), table) for round_ in record.rounds for table in round_.tables]
    here = [table for number, table in tables if (number, str(table.number)) == at] or [
        table for _number, table in tables
    ]
    seated = {seat.player for table in here for seat in table.seats}
    players = [
        (entry.player, f"{entry.numbered}{_times(counted[entry.player])}")
        for entry in by_name(record.entries)
        if entry.player in seated
    ]
    form = PenaltyForm(
        request.POST or None,
        players=players,
        rounds=[(round_.number, title_of(round_)) for round_ in begun],
        fine=record.ruleset.fine_amount,
        is_timing_settled=record.is_fine_timing_settled,
        initial=initial,
    )
    first = "subject" if initial["number"] else "number"
    form.fields[first].widget.attrs["autofocus"] = True
    return form


def _times(counts: Counter[str]) -> str:
    """Return a player's offences by subject, as the list of players shows them."""
    return "".join(f" · {words} {count}" for words, count in counts.items())


def _give(desk: Desk, order: PenaltyOrder) -> HttpResponse:
    """Give a penalty, and tell so."""
    penalty = give_penalty(desk.event, desk.actor, order)
    return desk.did(_after(desk, order), undo=f"{desk.address('desk_cancel_penalty', penalty.pk)}?undo=yes")


def _after(desk: Desk, order: PenaltyOrder) -> str:
    """Return where the desk goes once a penalty is given: back to the round or the player's table where it came from, else the list."""
    if _back(desk) == "round":
        return desk.address("desk_round", order.round_number)
    if _back(desk) == "table":
        tables = desk.record.round(order.round_number).tables
        for table in tables:
            if any(seat.player == order.number for seat in table.seats):
                return desk.address("desk_table", order.round_number, table.number)
    return desk.address("desk_penalties")


def _back(desk: Desk) -> str:
    """Return to which page the form leads back: "table", "round", or nothing for the list of penalties."""
    if desk.is_post:
        return desk.typed("back")
    return "round" if "table" in desk.request.GET else desk.request.GET.get("back", "")


@desk_form
def cancel(desk: Desk, pk: int) -> HttpResponse:
    """Cancel a penalty with a reason; it stays listed, struck out. For a cancelled penalty the page offers to restore it.

    With ``?undo=yes`` (the Undo of a message) it is cancelled at once, unless a figure would change by that.
    """
    record = desk.record
    is_undo = desk.is_post and "undo" in desk.request.GET
    if is_undo and _moves_totals(record, pk):
        return redirect(desk.request.path)
    form = CancelForm({"reason": AT_ONCE} if is_undo else desk.posted)
    if desk.sent(form):
        with desk.refusals():
            cancel_penalty(desk.event, desk.actor, pk, form.cleaned_data["reason"])
            undo = f"{desk.address('desk_restore_penalty', pk)}?undo=yes"
            return desk.did(desk.address("desk_penalties"), undo=undo)
    line = next((line for line in book(record) if line.pk == pk), None)
    if line is None:
        return desk.refused(str(GoneError()), desk.address("desk_penalties"))
    moves = Moves()
    with desk.refusals():
        moves = moves_of(record, _with_toggled(record, pk))
    return desk.page(
        "director/results/cancel_penalty.html",
        "penalties",
        line=line,
        words=spoken(line.penalty),
        cancelled=reason_of_cancelling(line.penalty),
        form=form,
        moved=moves,
    )


def _with_toggled(record: EventRecord, pk: int) -> EventRecord:
    """Return the event as it would be with a penalty cancelled, or restored where it is cancelled now; ``pk`` is its key."""
    turned = (replace(row, is_cancelled=not row.is_cancelled) if row.key == pk else row for row in record.penalties)
    return replace(record, penalties=tuple(turned))


def _moves_totals(record: EventRecord, pk: int) -> bool:
    """Whether cancelling or restoring a penalty would change a figure; then its page must ask first, even for an Undo."""
    try:
        return bool(moves_of(record, _with_toggled(record, pk)))
    except ScoringError:
        return True  # then the page must be shown, which says why it cannot be scored


@desk_act
def restore(desk: Desk, pk: int) -> HttpResponse:
    """Restore a cancelled penalty."""
    cancel_page = desk.address("desk_cancel_penalty", pk)
    if "undo" in desk.request.GET and _moves_totals(desk.record, pk):
        return redirect(cancel_page)
    return desk.act(
        lambda: restore_penalty(desk.event, desk.actor, pk),
        desk.address("desk_penalties"),
        undo=f"{cancel_page}?undo=yes",
    )
