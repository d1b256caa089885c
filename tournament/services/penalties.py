"""Give and cancel penalties; a penalty is never deleted and never lost by a correction of the result."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import QuerySet

from tournament.draw.lines import line
from tournament.draw.seating import name_of_round
from tournament.models import Change, Entry, Event, Penalty, Seat
from tournament.models.queries import record_of
from tournament.record.acts import BY_ARBITER, Act, Part, Place, Publicity
from tournament.record.figures import ChangeFacts, ChangeRow, PenaltyFigures, figures_of, merged_penalty
from tournament.record.rulesets import MSO_ACQUIRE
from tournament.record.vocabulary import Dollars, FineTiming, PenaltyKind, RoundState, Subject
from tournament.services.changes import (
    Actor,
    Doing,
    DoneError,
    GoneError,
    RefusedError,
    act,
    actor_of,
    keep_scorable,
    whole,
)
from tournament.tellings.changed import PublicChangeKind, news_of_fine
from tournament.tellings.words import dollars
from wording import gettext as _
from wording import gettext_noop


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
    before = event.fine_timing
    if timing is not None and not event.is_fine_timing_settled and before != timing.value:
        doing.before["settings"], doing.after["settings"] = {"fine_timing": before}, {"fine_timing": timing.value}
        event.fine_timing = timing.value
    event.is_fine_timing_settled = True
    return event.fine_timing != before


TAKEN_BACK = line("penalty.undone")
"""The reason in the offence book where a penalty was undone without asking for one, because no total changed."""


def _cancel_given(event: Event, by: Actor, change: Change) -> None:
    """Undo a penalty that was given or restored: cancel it."""
    cancel_penalty(event, by, figures_of(change)[1]["penalty"]["id"], by.reason or TAKEN_BACK)


def _settled_timing(change: ChangeRow) -> str:
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
    asks_page=_settled_timing,
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
                usual=dollars(MSO_ACQUIRE.fine_amount),
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
        reason=whole(order.reason),
        given_by=actor_of(doing.actor).user,
    )
    doing.after = {"penalty": _described(penalty)}
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
    penalty.is_cancelled, penalty.cancel_reason = True, whole(reason)
    penalty.save()
    doing.entries, doing.round_number = [penalty.entry.number], penalty.round_number
    doing.before = {"penalty": _described(penalty)}
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
    doing.after = {"penalty": _described(penalty)}
    keep_scorable(doing.event)
    return penalty


def _described(penalty: Penalty) -> PenaltyFigures:
    """Return a penalty as the log of changes stores it, with the amount of a fine."""
    given = PenaltyFigures(id=penalty.pk, kind=penalty.kind)
    return {**given, "amount": penalty.amount} if penalty.amount else given


def _penalty(event: Event, pk: int) -> Penalty:
    """Return the penalty of the event with that primary key; raises RefusedError where there is none."""
    penalty = Penalty.objects.select_related("entry").filter(event=event, pk=pk).first()
    if penalty is None:
        raise GoneError
    return penalty
