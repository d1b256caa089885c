"""Give and cancel penalties; a penalty is never deleted and never lost by a correction of the result."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.models import User

from tournament.models import Entry, Event, Penalty
from tournament.record.rulesets import MSO_ACQUIRE
from tournament.record.vocabulary import Dollars, PenaltyKind, RoundState, format_dollars
from tournament.services.changes import RefusedError, act_on, keep_scorable


@dataclass(frozen=True, slots=True)
class PenaltyOrder:
    """What the director decides: who, in which round, what (R27), and why; ``amount`` in dollars for a fine."""

    number: int
    round_number: int
    kind: PenaltyKind
    reason: str
    amount: Dollars = 0


def give_penalty(event: Event, actor: User, order: PenaltyOrder) -> Penalty:
    """Give a penalty or warning (R23-R28); a fine counts from the next reading of the standings."""
    if not order.reason.strip():
        raise RefusedError("Write what happened; the reason is kept in the offence book.")
    if order.kind is PenaltyKind.FINE and order.amount <= 0:
        raise RefusedError(
            f"A fine of {format_dollars(order.amount)} is no fine; the rules name {format_dollars(MSO_ACQUIRE.fine_amount)} (R27)."
        )
    with act_on(event, actor, f"give {order.kind.value}", "", order.reason) as act:
        entry = Entry.objects.select_related("player").filter(event=act.event, number=order.number).first()
        if entry is None:
            raise RefusedError(f"There is no entry with number {order.number}.")
        played = entry.seats.exclude(round__state=RoundState.DRAFT.value).filter(round__number=order.round_number)
        if not played.exists():
            raise RefusedError(
                f"{entry.player.name} does not play in round {order.round_number}; choose another round."
            )
        penalty = Penalty.objects.create(
            event=act.event,
            entry=entry,
            round_number=order.round_number,
            kind=order.kind.value,
            amount=order.amount if order.kind is PenaltyKind.FINE else 0,
            reason=order.reason.strip()[:300],
            given_by=actor,
        )
        act.subject = f"{entry}, round {order.round_number}"
        act.after = _described(penalty)
        keep_scorable(act.event)
    return penalty


def cancel_penalty(event: Event, actor: User, pk: int, reason: str) -> Penalty:
    """Cancel a penalty; it stays in the book, struck out, with the reason."""
    with act_on(event, actor, "cancel penalty", "", reason) as act:
        penalty = _penalty(act.event, pk)
        if penalty.is_cancelled:
            raise RefusedError("This penalty is cancelled already.")
        if not reason.strip():
            raise RefusedError("Write why the penalty is cancelled.")
        penalty.is_cancelled, penalty.cancel_reason = True, reason.strip()[:300]
        penalty.save()
        act.subject = f"{penalty.entry}, round {penalty.round_number}"
        act.before = _described(penalty)
        act.after = {"cancelled": penalty.cancel_reason}
    return penalty


def restore_penalty(event: Event, actor: User, pk: int) -> Penalty:
    """Take a cancellation back."""
    with act_on(event, actor, "restore penalty", "") as act:
        penalty = _penalty(act.event, pk)
        if not penalty.is_cancelled:
            raise RefusedError("This penalty stands already.")
        act.before = {"cancelled": penalty.cancel_reason}
        penalty.is_cancelled, penalty.cancel_reason = False, ""
        penalty.save()
        act.subject = f"{penalty.entry}, round {penalty.round_number}"
        act.after = _described(penalty)
        keep_scorable(act.event)
    return penalty


def _described(penalty: Penalty) -> dict[str, str | int]:
    """What was given, with the amount where there is one."""
    return {"kind": penalty.kind} | ({"amount": penalty.amount} if penalty.amount else {})


def _penalty(event: Event, pk: int) -> Penalty:
    penalty = Penalty.objects.select_related("entry__player").filter(event=event, pk=pk).first()
    if penalty is None:
        raise RefusedError("There is no such penalty in this event.")
    return penalty
