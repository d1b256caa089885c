"""What a player pays at the desk: the rest of the fee with one press, and an undo that takes it back."""

from __future__ import annotations

from tournament.day.office.fees import amount_words, owed
from tournament.models import Change, Event
from tournament.models.queries import record_of
from tournament.record.acts import BY_DESK, Act, Part, Place, Publicity, declare
from tournament.record.figures import ChangeFacts, figures_of, of_entries
from tournament.record.vocabulary import PlayerId, Status
from tournament.services.changes import Actor, By, RefusedError, act_on
from tournament.services.people.attendance import entries_in
from tournament.tellings.history.undoing import people_of
from wording import gettext as _


def take_fee(event: Event, by: By, number: int, shown: int | None = None) -> int:
    """Store that a player has paid all that is due, and return how much it was, in hundredths.

    Raises RefusedError where nothing is owed, or another amount than the page had ``shown``; None for no page.
    """
    with act_on(event, by, Act.TAKE_FEE, entries=[number]) as act:
        (entry,) = entries_in(act.event, [number], frozenset(Status))
        record = record_of(act.event)
        rest = owed(record, record.entry(PlayerId(number)))
        if not rest:
            raise RefusedError(_("{player} owes nothing.", player=entry))
        if shown not in (None, rest):
            amount = amount_words(rest, record.currency)
            raise RefusedError(
                _("{player} now owes {amount}. Take that amount and try again.", player=entry, amount=amount)
            )
        act.before = of_entries({number: {"fee_paid": entry.fee_paid}})
        entry.fee_paid += rest
        entry.save(update_fields=["fee_paid"])
        act.after = of_entries({number: {"fee_paid": entry.fee_paid}})
    return rest


def _give_back(event: Event, by: Actor, change: Change) -> None:
    """Undo a payment, or the undo of one: what was paid before is paid again."""
    (number,) = change.entries
    before, after = (figures["entries"][str(number)]["fee_paid"] for figures in figures_of(change))
    with act_on(event, by, Act.TAKE_FEE, entries=[number]) as act:
        (entry,) = entries_in(act.event, [number], frozenset(Status))
        entry.fee_paid = before
        entry.save(update_fields=["fee_paid"])
        act.before, act.after = of_entries({number: {"fee_paid": after}}), of_entries({number: {"fee_paid": before}})


def _sentence(facts: ChangeFacts) -> str:
    """Return the sentence of the log of changes about a payment, or about one that was taken back."""
    before, after = (
        sum(row["fee_paid"] for row in figures.get("entries", {}).values()) for figures in (facts.before, facts.after)
    )
    if after < before:
        return _("Payment of {amount} by {player} cancelled", amount=amount_words(before - after), player=facts.whom)
    return _("{player} paid {amount}", amount=amount_words(after - before), player=facts.whom)


declare(
    Act.TAKE_FEE,
    Part.ENTRIES,
    Publicity.NEVER,
    may=BY_DESK,
    sentence=_sentence,
    stands_on=Place.CHECK_IN,
    opposite=_give_back,
    rests_on=people_of,
)
