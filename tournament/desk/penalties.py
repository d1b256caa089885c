"""The list of penalties: giving penalties and warnings, with the totals that change; cancelling and restoring them.

The form of a penalty or warning: the player, the round, one of the penalties of R27, and why.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.timezone import get_current_timezone
from django.utils.translation import gettext_lazy

from tournament.desk.changes import moves_if
from tournament.desk.desk import Desk, desk_act, desk_form
from tournament.desk.event_forms import offered
from tournament.desk.fields import PageForm, not_a_number, out_of_range
from tournament.desk.frame import mark_of
from tournament.desk.lists import ListingTable
from tournament.draw.seating import title_of
from tournament.public.lists import addresses, export, wants_export
from tournament.record.acts import Act
from tournament.record.event import EventRecord
from tournament.record.figures import capitalized
from tournament.record.vocabulary import Dollars, FineTiming, PenaltyKind, PlayerId, RoundState, Subject
from tournament.scores.scoring import ScoringError
from tournament.services.changes import GoneError
from tournament.services.penalties import PenaltyOrder, cancel_penalty, give_penalty, restore_penalty
from tournament.tellings.csv import PENALTIES
from tournament.tellings.listing import Listing
from tournament.tellings.moves import Moves, moves_of
from tournament.tellings.penalties import (
    AT_ONCE,
    FOR_PAPER,
    Offence,
    book,
    penalty_listing,
    reason_of_cancelling,
    spoken,
)
from tournament.tellings.words import by_name
from wording import gettext as _
from wording.digits import plain_digits
from wording.figures import whole

MOST_FINE = 1_000_000
"""The largest fine in dollars."""


class PenaltyForm(PageForm):
    """The form of a penalty or warning for a player in a round; for the event's first fine it also asks when fines count."""

    number = forms.TypedChoiceField(label=gettext_lazy("Player"), coerce=int)
    round_number = forms.TypedChoiceField(label=gettext_lazy("Round"), coerce=int)
    subject = forms.ChoiceField(label=gettext_lazy("Offence"), choices=())
    kind = forms.ChoiceField(
        label=gettext_lazy("Penalty"),
        choices=lambda: [(kind.value, capitalized(kind.words)) for kind in PenaltyKind],
    )
    amount = forms.CharField(
        label=gettext_lazy("Fine"),
        required=False,
        max_length=12,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "size": 7}),
    )
    reason = forms.CharField(label=gettext_lazy("What happened?"), max_length=300)
    timing = forms.ChoiceField(
        label=gettext_lazy("Deduct fines before or after the winning bonus?"),
        required=False,
        choices=offered(FineTiming),
        widget=forms.RadioSelect,
    )

    def __init__(
        self,
        *arguments: Any,
        players: Sequence[tuple[int, str]],
        rounds: Sequence[tuple[int, str]],
        fine: Dollars,
        is_timing_settled: bool = True,
        **options: Any,
    ) -> None:
        """``players`` and ``rounds`` are numbers with the words to show, ``rounds`` only those begun; ``fine`` is the usual amount.

        ``is_timing_settled`` is whether the event knows already when fines count; then the form does not ask it.
        """
        super().__init__(*arguments, **options)
        if is_timing_settled:
            del self.fields["timing"]
        self.fields["reason"].widget.attrs["required"] = True
        self.fine = fine
        self.fields["number"].choices = [("", _("Choose")), *players]  # type: ignore[attr-defined]
        subjects = ((each.value, capitalized(each.words)) for each in Subject)
        self.fields["subject"].choices = [("", _("Choose")), *subjects]  # type: ignore[attr-defined]
        self.fields["round_number"].choices = rounds  # type: ignore[attr-defined]
        self.fields["amount"].initial = whole(fine)

    def clean_amount(self) -> Dollars:
        """Return the fine in dollars, the event's usual amount where nothing is typed; ValidationError outside 1 to 1,000,000."""
        typed = str(self.cleaned_data["amount"])
        digits = "".join(mark for mark in plain_digits(typed) if mark not in " ,.'$_\u00a0\u202f")
        if not digits:
            return self.fine
        if not (digits.isascii() and digits.isdigit()):
            raise ValidationError(not_a_number(typed, whole(self.fine)))
        if not 0 < int(digits) <= MOST_FINE:
            raise ValidationError(out_of_range(typed.strip(), whole(1), whole(MOST_FINE)))
        return int(digits)

    @property
    def asks_timing(self) -> bool:
        """Whether this is the event's first fine and the director has not yet chosen when fines count (R55)."""
        return "timing" in self.fields and self.order.kind is PenaltyKind.FINE and self.order.timing is None

    @property
    def order(self) -> PenaltyOrder:
        """The penalty as typed, for the service. May only be read after ``is_valid()``."""
        typed = self.cleaned_data
        kind = PenaltyKind(typed["kind"])
        amount = typed["amount"] if kind is PenaltyKind.FINE else 0
        timing = FineTiming(typed["timing"]) if typed.get("timing") else None
        subject = Subject(typed["subject"])
        return PenaltyOrder(typed["number"], typed["round_number"], kind, typed["reason"], amount, subject, timing)


class CancelForm(PageForm):
    """Why a penalty is cancelled."""

    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=300)


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
