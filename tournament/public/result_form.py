"""The form of a table's result, used by the desk and by phones: cash and time-outs, checked as a whole before anything is stored.

Amounts: "41,200", "41 200", "41.200", "41'200", "$41,200" and "41200" are the same. Ruling: "41.2k" and the like are refused, because a
point is read as parting thousands, and a slip of the finger must not become another amount.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy

from tournament.public.form_words import PlainForm
from tournament.record.event import EventRecord, TableRecord
from tournament.record.vocabulary import Dollars, PlayerId
from tournament.scores import scoring
from tournament.scores.plausibility import NOTES, Judgement, judge_table
from tournament.scores.scoring import fines_of
from tournament.tellings.words import dollars, seated_name
from wording import gettext as _


def read_dollars(text: str) -> Dollars | None:
    """Return typed dollars as a number, None for an empty text; ValidationError for anything that is not an amount."""
    try:
        return scoring.read_dollars(text)
    except scoring.AmountError as error:
        raise ValidationError(str(error)) from None


class DollarsField(forms.CharField):
    """A field for dollars; its value is None where nothing is typed."""

    def clean(self, value: Any) -> Any:
        """Return the amount, None for an empty field; ValidationError where it cannot be read."""
        return read_dollars(super().clean(value))


@dataclass(frozen=True, slots=True)
class SeatFields:
    """A seat of the form for a template: names and values of its two fields, and the errors of the amount.

    ``is_late`` is whether "ran out of time" is ticked, ``is_on_clock`` whether the table's own clock says so.
    """

    player: PlayerId
    name: str
    fine: Dollars
    field: str
    value: str
    errors: tuple[str, ...]
    late_field: str
    is_late: bool
    is_on_clock: bool = False


class ResultForm(PlainForm):
    """The form of one table's result. A doubtful amount is accepted with a reason, a tie for first with a tick.

    Its initial values are those of ``table``: the official result, a report, or nothing.
    """

    reason = forms.CharField(label=gettext_lazy("Reason for an unusual amount"), required=False, max_length=300)
    confirmed = forms.BooleanField(label=gettext_lazy("Yes, this is right"), required=False)

    needs_all = False
    """Whether every seat must have its cash."""

    def __init__(
        self,
        typed: Any = None,
        *,
        record: EventRecord,
        round_number: int,
        table: TableRecord,
        fines: Mapping[PlayerId, Dollars] | None = None,
        on_clock: Collection[int] = (),
        **options: Any,
    ) -> None:
        """``typed`` is the sent data (None for an unsent form); ``fines`` are those of the round by player, read from ``record`` if None.

        ``on_clock`` are the players who ran out of time by the table's own clock: an unsent form without cash proposes them.
        """
        self.record, self.table, self.round_number = record, table, round_number
        self.fines = fines_of(record, round_number) if fines is None else fines
        self.on_clock = frozenset(on_clock)
        self.judgement: Judgement | None = None
        super().__init__(typed, initial=_initial(table), **options)
        for seat in table.seats if self.is_bound else ():
            self.fields[f"cash-{seat.player}"] = DollarsField(label=_("Cash"), required=False, max_length=20)

    @property
    def seats(self) -> list[SeatFields]:
        """The seats in the order of the table."""
        return [
            SeatFields(
                player=seat.player,
                name=seated_name(self.record.entry(seat.player), self.round_number),
                fine=self.fines.get(seat.player, 0),
                field=self.add_prefix(f"cash-{seat.player}"),
                value=self.text_of(f"cash-{seat.player}"),
                errors=tuple(map(str, self.errors.get(f"cash-{seat.player}", ()))) if self.is_bound else (),
                late_field=self.add_prefix(f"late-{seat.player}"),
                is_late=self.is_late(seat.player) or self._is_proposed(seat.player),
                is_on_clock=seat.player in self.on_clock,
            )
            for seat in self.table.seats
        ]

    def _is_proposed(self, player: PlayerId) -> bool:
        """Whether "ran out of time" is ticked beforehand only because the table's clock says so."""
        return not self.is_bound and player in self.on_clock and not self.table.has_cash

    def text_of(self, name: str) -> str:
        """Return the text of a field: as typed in a sent form, else as stored."""
        value = self.data.get(self.add_prefix(name)) if self.is_bound else self.initial.get(name)
        return str(value or "")

    def is_late(self, player: PlayerId) -> bool:
        """Whether "ran out of time" is ticked for a player."""
        return bool(self.text_of(f"late-{player}"))

    def clean(self) -> dict[str, Any]:
        """Check the amounts as a whole; refusals, and doubts that are neither explained nor confirmed, become errors."""
        typed = super().clean() or {}
        if self.errors:
            return typed
        self.judgement = judge_table(
            self.record,
            self.round_number,
            self._typed_table(),
            reason=typed.get("reason", ""),
            is_confirmed=bool(typed.get("confirmed")) or self._was_confirmed(),
            needs_all=self.needs_all,
            fines=self.fines,
        )
        wrong = self.judgement.refusals or self.judgement.open
        if wrong:
            self.add_error(None, " ".join(doubt.sentence for doubt in wrong))
        return typed

    def _was_confirmed(self) -> bool:
        """Whether these amounts were confirmed before, so that doubts about them need no confirmation again."""
        return False

    def _typed_table(self) -> TableRecord:
        """Return the table as typed. Each stored reason, and a ruling of equal shares (R62), is kept while its amounts are unchanged."""
        cash = {seat.player: self.cleaned_data.get(f"cash-{seat.player}") for seat in self.table.seats}
        # An unchanged reason stays with the amount that it explains.
        is_same_reason = self.cleaned_data.get("reason", "") == self.initial["reason"]
        seats = tuple(
            replace(
                seat,
                cash=cash[seat.player],
                timed_out=self.is_late(seat.player),
                cash_reason=seat.cash_reason if is_same_reason and cash[seat.player] == seat.cash else "",
            )
            for seat in self.table.seats
        )
        is_same = cash == self.table.cash
        ruling = self.table.equal_shares_ruling if is_same else ""
        return replace(self.table, seats=seats, equal_shares_ruling=ruling, ended_by=self._ended_by())

    def _ended_by(self) -> str:
        """Return who ended the game, and why, as typed."""
        return str(self.cleaned_data.get("ended_by", ""))

    @property
    def typed_table(self) -> TableRecord:
        """The table with the typed figures and reasons. May only be read after ``is_valid()`` returned True."""
        assert self.judgement is not None  # noqa: S101
        return self.judgement.table

    @property
    def asks_for_tick(self) -> bool:
        """Whether to show the tick “this is right”: an open doubt can be confirmed by it, or it is ticked already."""
        is_ticked = self.is_bound and bool(self.text_of("confirmed"))
        return is_ticked or (self.judgement is not None and self.judgement.asks_tick)

    @property
    def asks_for_reason(self) -> bool:
        """Whether to show the field for a reason: an open doubt can be explained by it, or it is filled in already."""
        return bool(self.text_of("reason")) or (self.judgement is not None and self.judgement.asks_reason)

    @property
    def needs_reason(self) -> bool:
        """Whether an amount needs a reason, for which the tick is not enough: one that does not end in 00."""
        if self.judgement is not None:
            return self.judgement.needs_reason
        return any(seat.cash is not None and seat.cash % NOTES for seat in self.table.seats)


def _initial(table: TableRecord) -> dict[str, Any]:
    """Return the initial values of the form for a table's result."""
    values: dict[str, Any] = {
        "reason": joined_reasons(seat.cash_reason for seat in table.seats),
        "ended_by": table.ended_by,
    }
    values |= {f"cash-{seat.player}": "" if seat.cash is None else dollars(seat.cash) for seat in table.seats}
    return values | {f"late-{seat.player}": seat.timed_out for seat in table.seats}


def joined_reasons(reasons: Iterable[str]) -> str:
    """Return the different reasons of several seats as the text of one field."""
    return "; ".join(dict.fromkeys(reason for reason in reasons if reason))
