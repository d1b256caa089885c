"""The list of penalties: giving penalties and warnings, with the totals that change; cancelling and restoring them.

A penalty is never deleted and never lost by a correction of the result.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path
from django.utils.timezone import get_current_timezone
from django.utils.translation import gettext_lazy

from tournament.access.pages import for_acts, read_by
from tournament.access.slices import Mark, MenuEntry, Slice
from tournament.desk.changes import moves_if
from tournament.desk.desk import Desk, desk_act, desk_form
from tournament.desk.event_forms import choices_of
from tournament.desk.fields import PageForm, not_a_number, out_of_range
from tournament.desk.frame import mark_of
from tournament.desk.lists import ListingTable
from tournament.draw.lines import line
from tournament.draw.seating import name_of_round, title_of, title_of_round
from tournament.models import Change, Entry, Event, Penalty, Seat
from tournament.models.event import put_settings
from tournament.models.queries import record_of
from tournament.public.lists import addresses, export, wants_export
from tournament.record.acts import BY_ARBITER, Act, Part, Place, Publicity
from tournament.record.event import EventRecord
from tournament.record.figures import ChangeFacts, ChangeRow, PenaltyFigures, capitalized, figures_of, merged_penalty
from tournament.record.formats import MSO_ACQUIRE, OF_PENALTIES, Fines, Format
from tournament.record.rounds import PenaltyRecord
from tournament.record.vocabulary import Dollars, FineTiming, PenaltyKind, PlayerId, RoundState, Subject
from tournament.scores.steps import ScoringError
from tournament.services.changes import Actor, By, Doing, act, actor_of, checked_text, keep_scorable
from tournament.services.changes.refusals import DoneError, GoneError, RefusedError
from tournament.tellings.changed import PublicChangeKind, news_of_fine
from tournament.tellings.csv import PENALTIES
from tournament.tellings.listing import Listing
from tournament.tellings.moves import Moves, moves_of
from tournament.tellings.penalties import (
    AT_ONCE,
    FOR_PAPER,
    Offence,
    book,
    penalty_in_words,
    penalty_listing,
    reason_of_cancelling,
)
from tournament.tellings.words import by_name, dollars
from wording import figures, gettext_noop
from wording import gettext as _
from wording.digits import plain_digits


@dataclass(frozen=True, slots=True)
class PenaltyOrder:
    """What the director decides about a penalty (R27).

    ``number`` is the entry's; ``amount`` is in dollars, for a fine only; ``timing`` settles when the fines of this event count, where its
    first fine asks for that (R55).
    """

    number: int
    round_number: int
    kind: PenaltyKind
    reason: str
    amount: Dollars = 0
    subject: Subject = Subject.MISPLAY
    timing: FineTiming | None = None


def _seats_in(entry: Entry, round_number: int) -> QuerySet[Seat]:
    """Return a query of the seat of an entry in a published or closed round, with its table and the official report."""
    begun = entry.seats.exclude(round__state=RoundState.DRAFT.value)
    return begun.filter(round__number=round_number).select_related("table__official")


def _refuse_at_equal_shares(seat: Seat | None) -> None:
    """Raise RefusedError for a fine at a table with equal shares, where it would have no effect (R27, R62)."""
    official = seat.table.official if seat else None
    if seat is not None and official is not None and official.equal_shares:
        raise RefusedError(
            _(
                "Table {table} has a ruling of equal shares (R62), so a fine would not count. Withdraw the "
                "ruling first, or give a different penalty.",
                table=seat.table.number,
            )
        )


def _settle_timing(doing: Doing, timing: FineTiming | None) -> bool:
    """Fix when fines count, as the director answered with the first fine, else as the event has it (R55).

    Returns whether that changed the event's rules, which everybody may read.
    """
    event = doing.event
    before = event.format.step(Fines).when.value
    if timing is not None and not event.is_fine_timing_settled and before != timing.value:
        doing.before["settings"], doing.after["settings"] = {"fine_timing": before}, {"fine_timing": timing.value}
        put_settings(event, {"fine_timing": timing.value})
    event.is_fine_timing_settled = True
    return bool(event.format.step(Fines).when != before)


TAKEN_BACK = line("penalty.undone")
"""The reason in the offence book where a penalty was undone without asking for one, because no total changed."""


def _cancel_given(event: Event, by: Actor, change: Change) -> None:
    """Undo a penalty that was given or restored: cancel it."""
    cancel_penalty(event, by, figures_of(change)[1]["penalty"]["id"], by.reason or TAKEN_BACK)


def _why_not_undone(change: ChangeRow) -> str:
    """Return why a fine is not undone with one press: it settled when fines count; empty where it did not."""
    if "settings" not in figures_of(change)[0]:
        return ""
    return _(
        "This fine decided when fines are deducted in this event (R55). Cancel the fine on its page; the "
        "decision stays."
    )


GIVEN: Mapping[str, str] = {
    PenaltyKind.WARNING: gettext_noop("Warning given to {players}"),
    PenaltyKind.NEW_HAND: gettext_noop("New hand for {players}"),
    PenaltyKind.TWO_MINUTES: gettext_noop("Two minutes taken from {players}"),
    PenaltyKind.FINE: gettext_noop("Fine of {amount} given to {players}"),
    "": gettext_noop("Penalty given to {players}"),
}
"""The sentences of the change log by kind of penalty; the kind is empty where an old change does not store it."""


def _sentence_given(facts: ChangeFacts) -> str:
    """Return the sentence of the change log about a penalty that was given."""
    given = merged_penalty(facts.before, facts.after)
    said = _(GIVEN[given.get("kind", "")], players=facts.who, amount=dollars(given.get("amount", 0)))
    return _with_round(facts, said)


def _with_round(facts: ChangeFacts, said: str) -> str:
    """Return a sentence of the change log with the round of the penalty."""
    return f"{said} ({facts.round_called})" if facts.round_called else said


@act(
    Act.GIVE_PENALTY,
    Part.PENALTIES,
    Publicity.CLOSED,
    may=BY_ARBITER,
    sentence=_sentence_given,
    opposite=_cancel_given,
    asks_page=_why_not_undone,
    undone_on=Place.PENALTY,
    public_news=news_of_fine(PublicChangeKind.FINE_GIVEN),
)
def give_penalty(doing: Doing, order: PenaltyOrder) -> Penalty:
    """Give a penalty or warning (R23-R28) and return it; a fine counts at once in the standings of closed rounds.

    Raises RefusedError without a reason, for a player who does not play in the round, and for a fine at a table with equal shares.
    """
    if not order.reason.strip():
        raise RefusedError(_("Give a reason; it is kept in the change log."))
    if order.kind is PenaltyKind.FINE and order.amount <= 0:
        raise RefusedError(
            _(
                "A fine of {amount} is not possible; the rules say {usual} (R27).",
                amount=dollars(order.amount),
                usual=dollars(MSO_ACQUIRE.step(Fines).usual),
            )
        )
    doing.about(order.round_number, entries=[order.number], reason=order.reason)
    entry = Entry.objects.filter(event=doing.event, number=order.number).first()
    if entry is None:
        raise RefusedError(_("There is no entry {number}; reload the page.", number=order.number))
    played = _seats_in(entry, order.round_number)
    if not played.exists():
        raise RefusedError(
            _(
                "{player} has no seat in {round}.",
                player=entry.said,
                round=name_of_round(record_of(doing.event), order.round_number),
            )
        )
    if order.kind is PenaltyKind.FINE:
        _refuse_at_equal_shares(played.first())
    penalty = Penalty.objects.create(
        event=doing.event,
        entry=entry,
        round_number=order.round_number,
        kind=order.kind.value,
        subject=order.subject.value,
        amount=order.amount if order.kind is PenaltyKind.FINE else 0,
        reason=checked_text(order.reason),
        given_by=actor_of(doing.actor).user,
    )
    doing.after = {"penalty": _penalty_figures(penalty)}
    if order.kind is PenaltyKind.FINE:
        doing.is_public = _settle_timing(doing, order.timing)
    keep_scorable(doing.event)
    return penalty


@act(
    Act.CANCEL_PENALTY,
    Part.PENALTIES,
    Publicity.CLOSED,
    may=BY_ARBITER,
    sentence=lambda facts: _with_round(facts, _("Penalty for {players} cancelled", players=facts.who)),
    rows=("Penalty",),
    undone_as=Act.RESTORE_PENALTY,
    public_news=news_of_fine(PublicChangeKind.FINE_CANCELLED),
)
def cancel_penalty(doing: Doing, pk: int, reason: str) -> Penalty:
    """Cancel a penalty, by its primary key; it stays in the offence book, struck out, with the reason."""
    doing.about(reason=reason)
    penalty = _penalty(doing.event, pk)
    if penalty.is_cancelled:
        raise DoneError
    if not reason.strip():
        raise RefusedError(_("Give a reason; it is kept in the change log."))
    penalty.is_cancelled, penalty.cancel_reason = True, checked_text(reason)
    penalty.save()
    doing.entries, doing.round_number = [penalty.entry.number], penalty.round_number
    doing.before = {"penalty": _penalty_figures(penalty)}
    doing.after = {"penalty": {"id": penalty.pk, "cancelled": penalty.cancel_reason}}
    return penalty


@act(
    Act.RESTORE_PENALTY,
    Part.PENALTIES,
    Publicity.CLOSED,
    may=BY_ARBITER,
    sentence=lambda facts: _with_round(facts, _("Penalty for {players} restored", players=facts.who)),
    rows=("Penalty",),
    undone_as=Act.CANCEL_PENALTY,
    public_news=news_of_fine(PublicChangeKind.FINE_RESTORED),
)
def restore_penalty(doing: Doing, pk: int) -> Penalty:
    """Restore a cancelled penalty, by its primary key."""
    penalty = _penalty(doing.event, pk)
    if not penalty.is_cancelled:
        raise DoneError
    if penalty.kind == PenaltyKind.FINE.value:
        _refuse_at_equal_shares(_seats_in(penalty.entry, penalty.round_number).first())
    doing.entries, doing.round_number = [penalty.entry.number], penalty.round_number
    doing.before = {"penalty": {"id": penalty.pk, "cancelled": penalty.cancel_reason}}
    penalty.is_cancelled, penalty.cancel_reason = False, ""
    penalty.save()
    doing.after = {"penalty": _penalty_figures(penalty)}
    keep_scorable(doing.event)
    return penalty


def _penalty_figures(penalty: Penalty) -> PenaltyFigures:
    """Return a penalty as the log of changes stores it, with the amount of a fine."""
    given = PenaltyFigures(id=penalty.pk, kind=penalty.kind)
    return {**given, "amount": penalty.amount} if penalty.amount else given


def _penalty(event: Event, pk: int) -> Penalty:
    """Return the penalty of the event with that primary key; raises RefusedError where there is none."""
    penalty = Penalty.objects.select_related("entry").filter(event=event, pk=pk).first()
    if penalty is None:
        raise GoneError
    return penalty


MOST_FINE = 1_000_000
"""The largest fine in dollars."""


class PenaltyForm(PageForm):
    """The form of a penalty or warning for a player in a round; for the event's first fine it also asks when fines count."""

    number = forms.TypedChoiceField(label=gettext_lazy("Player"), coerce=int)
    round_number = forms.TypedChoiceField(label=gettext_lazy("Round"), coerce=int)
    subject = forms.ChoiceField(label=gettext_lazy("Offence"), choices=())
    kind = forms.ChoiceField(
        label=gettext_lazy("Penalty"),
        choices=(),
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
        choices=choices_of(FineTiming),
        widget=forms.RadioSelect,
    )

    def __init__(
        self,
        *arguments: Any,
        players: Sequence[tuple[int, str]],
        rounds: Sequence[tuple[int, str]],
        plays: Format,
        is_timing_settled: bool = True,
        **options: Any,
    ) -> None:
        """``players`` and ``rounds`` are numbers with the words to show, ``rounds`` only those begun; ``plays`` is the event's format.

        ``is_timing_settled`` is whether the event knows already when fines count; then the form does not ask it.
        """
        super().__init__(*arguments, **options)
        self.fine = plays.step(Fines).usual if plays.has(Fines) else 0
        if is_timing_settled or not self.fine:
            del self.fields["timing"]
        if self.fine:
            self.fields["amount"].initial = figures.whole(self.fine)
        else:
            del self.fields["amount"]
        self.fields["reason"].widget.attrs["required"] = True
        self.fields["number"].choices = [("", _("Choose")), *players]  # type: ignore[attr-defined]
        for name, members, first in (("subject", Subject, [("", _("Choose"))]), ("kind", PenaltyKind, [])):
            there = [each for each in members if OF_PENALTIES.get(each) in {None, *plays.parts}]
            words = ((each.value, capitalized(each.words)) for each in there)
            self.fields[name].choices = [*first, *words]  # type: ignore[attr-defined]
        self.fields["round_number"].choices = rounds  # type: ignore[attr-defined]

    def clean_amount(self) -> Dollars:
        """Return the fine in dollars, the event's usual amount where nothing is typed; ValidationError outside 1 to 1,000,000."""
        typed = str(self.cleaned_data["amount"])
        digits = "".join(mark for mark in plain_digits(typed) if mark not in " ,.'$_\u00a0\u202f")
        if not digits:
            return self.fine
        if not (digits.isascii() and digits.isdigit()):
            raise ValidationError(not_a_number(typed, figures.whole(self.fine)))
        if not 0 < int(digits) <= MOST_FINE:
            raise ValidationError(out_of_range(typed.strip(), figures.whole(1), figures.whole(MOST_FINE)))
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
        return export(
            desk.request, f"{desk.slug}-penalties", lambda: _penalty_listing(record).without("change"), PENALTIES
        )
    listing = _penalty_listing(record) if desk.may(Act.CANCEL_PENALTY) else _penalty_listing(record).without("change")
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
        back=_page_to_return_to(desk),
        mark=mark_of((moves,)),
        can_give=bool(form.fields["round_number"].choices),  # type: ignore[attr-defined]
    )


def _penalty_listing(record: EventRecord) -> Listing:
    """Return the list of penalties for the page and its files."""
    return penalty_listing(record, get_current_timezone()).without(*FOR_PAPER)


def _form(request: HttpRequest, record: EventRecord, offences: list[Offence]) -> PenaltyForm:
    """Return the form of a penalty; each player is offered with the number of their offences so far.

    With ``?table=`` only the players of that table of the round are offered.
    """
    begun = [round_ for round_ in record.rounds if round_.state is not RoundState.DRAFT]
    counted: dict[PlayerId, Counter[str]] = defaultdict(Counter)
    for offence in offences:
        if offence.count:
            counted[offence.penalty.player][offence.penalty.subject.words] += 1
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
        plays=record.format,
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
    return desk.did(_address_after(desk, order), undo=f"{desk.address('desk_cancel_penalty', penalty.pk)}?undo=yes")


def _address_after(desk: Desk, order: PenaltyOrder) -> str:
    """Return where the desk goes once a penalty is given: back to the round or the player's table where it came from, else the list."""
    if _page_to_return_to(desk) == "round":
        return desk.address("desk_round", order.round_number)
    if _page_to_return_to(desk) == "table":
        tables = desk.record.round(order.round_number).tables
        for table in tables:
            if any(seat.player == order.number for seat in table.seats):
                return desk.address("desk_table", order.round_number, table.number)
    return desk.address("desk_penalties")


def _page_to_return_to(desk: Desk) -> str:
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
        words=penalty_in_words(line.penalty),
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


def _fine(event: Event, actor: By, step: Mapping[str, Any]) -> None:
    """Fine the player at the script's table and seat; the script cannot name players, because they are drawn."""
    table = next(row for row in record_of(event).round(step["round"]).tables if row.number == step["table"])
    player = table.seats[step["seat"] - 1].player
    give_penalty(
        event,
        actor,
        PenaltyOrder(player, step["round"], PenaltyKind.FINE, step["reason"], event.format.step(Fines).usual),
    )


def _of_player(context: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the penalties of the player whose page it is, each with its words."""
    record, player = context["event"], context["entry"].player
    own = [penalty for penalty in record.penalties if penalty.player == player]
    return {"penalties": [(penalty, _in_words(record, penalty)) for penalty in own]}


def _in_words(record: EventRecord, penalty: PenaltyRecord) -> str:
    """Return a penalty in words: the round, what it is, and the reason as it was given."""
    return _(
        "{round}: {penalty}, {reason}",
        round=title_of_round(record, penalty.round),
        penalty=penalty_in_words(penalty),
        reason=penalty.reason,
    )


SLICE = Slice(
    "penalties",
    pages=(
        path("penalties/", index, name="desk_penalties"),
        path("penalties/<int:pk>/cancel/", cancel, name="desk_cancel_penalty"),
        path("penalties/<int:pk>/restore/", restore, name="desk_restore_penalty"),
    ),
    opened_by={
        "desk_penalties": read_by(BY_ARBITER, Act.GIVE_PENALTY),
        "desk_cancel_penalty": for_acts(Act.CANCEL_PENALTY),
        "desk_restore_penalty": for_acts(Act.RESTORE_PENALTY),
    },
    menu=(MenuEntry("penalties", gettext_noop("Penalties"), "desk_penalties"),),
    marks={
        "entry.day": Mark("director/results/_penalty_of_player.html", _of_player),
        "seat": Mark("director/results/_penalty_at_seat.html"),
        "result": Mark("director/results/_penalty_at_table.html"),
    },
    plays={"fine": _fine},
)
