"""The form of a table's result, used by the desk and by phones: amounts and time-outs, checked as a whole before anything is stored."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy

from tournament.public.form_words import PlainForm
from tournament.record.event import EventRecord, TableRecord
from tournament.record.formats import Amount, Part
from tournament.record.vocabulary import Dollars, PlayerId
from tournament.scores.amounts import AmountError, choices_of, completed, in_field, not_of_a_table, read_amount
from tournament.scores.plausibility import Judgement, judge_table
from tournament.scores.scoring import fines_of
from tournament.tellings.words import seated_name
from wording import gettext as _


class AmountField(forms.CharField):
    """A field for an amount; its value is None where nothing is typed."""

    def __init__(self, amount: Amount, label: str = "") -> None:
        super().__init__(label=label or _(amount.title), required=False, max_length=20)
        self.amount = amount

    def clean(self, value: Any) -> Any:
        """Return the amount, None for an empty field; ValidationError where it cannot be read or is not possible."""
        try:
            return read_amount(super().clean(value), self.amount)
        except AmountError as error:
            raise ValidationError(str(error)) from None


@dataclass(frozen=True, slots=True)
class FigureField:
    """A field of a seat for a template: its name and value, the errors, and the label where a player has more than one.

    ``choices`` are what one press enters, each as it is sent and as it is read; empty where a number is typed. ``takes_any`` is whether
    an amount may have decimals or be negative.
    """

    field: str
    value: str
    label: str
    errors: tuple[str, ...] = ()
    choices: tuple[tuple[str, str], ...] = ()
    takes_any: bool = False


@dataclass(frozen=True, slots=True)
class SeatFields:
    """A seat of the form for a template: the fields of its figures, and that of the time-out, empty where no game is played on time.

    ``is_late`` is whether "ran out of time" is ticked, ``is_on_clock`` whether the table's own clock says so.
    """

    player: PlayerId
    name: str
    fine: Dollars
    figures: tuple[FigureField, ...]
    late_field: str
    is_late: bool
    is_on_clock: bool = False

    @property
    def value(self) -> str:
        """What is typed for the seat, in words."""
        first, *more = (dict(each.choices).get(each.value, each.value) for each in self.figures)
        return f"{first} ({more[0]})" if more and more[0] else first


class ResultForm(PlainForm):
    """The form of one table's result. A doubtful amount is accepted with a reason, a tie for first with a tick.

    Its initial values are those of ``table``: the official result, a report, or nothing.
    """

    reason = forms.CharField(label=gettext_lazy("Reason for an unusual amount"), required=False, max_length=300)
    confirmed = forms.BooleanField(label=gettext_lazy("Yes, this is right"), required=False)

    needs_all = False
    """Whether every seat must have its cash."""
    spare_seats = 0
    """How many more may have sat at the table than are recorded there."""

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
        self.amount = record.format.amount
        self.typed_figures = self.amount.figures
        super().__init__(typed, initial=_initial(table, self.amount), **options)
        if self.is_bound:
            names = [self.add_prefix(f"cash-{seat.player}") for seat in table.seats]
            texts = completed(self.amount, [self.data.get(name, "") for name in names])
            self.data = dict(self.data.items()) | dict(zip(names, texts, strict=True))
        for player, name in self.figure_names if self.is_bound else ():
            self.fields[f"{name}-{player}"] = AmountField(self.typed_figures[name])

    @property
    def figure_names(self) -> list[tuple[PlayerId, str]]:
        """The figures that are typed: the player of each and its name."""
        return [(seat.player, name) for seat in self.table.seats for name in self.typed_figures]

    @property
    def seats(self) -> list[SeatFields]:
        """The seats in the order of the table."""
        return [
            SeatFields(
                player=seat.player,
                name=seated_name(self.record.entry(seat.player), self.round_number),
                fine=self.fines.get(seat.player, 0),
                figures=tuple(self._figure_field(seat.player, name) for name in self.typed_figures),
                late_field=self.add_prefix(f"late-{seat.player}") if self.record.has(Part.CLOCKS) else "",
                is_late=self.is_late(seat.player) or self._is_proposed(seat.player),
                is_on_clock=seat.player in self.on_clock,
            )
            for seat in self.table.seats
        ]

    def _figure_field(self, player: PlayerId, name: str) -> FigureField:
        """Return the field of one figure of a player."""
        amount, field = self.typed_figures[name], f"{name}-{player}"
        return FigureField(
            field=self.add_prefix(field),
            value=self.text_of(field),
            label=_(amount.title) if name != "cash" else "",
            errors=tuple(map(str, self.errors.get(field, ()))) if self.is_bound else (),
            choices=choices_of(amount, self.table.size + self.spare_seats),
            takes_any=bool(amount.decimals) or amount.may_be_negative,
        )

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
        table, texts = self._typed_table(), [self.text_of(f"cash-{seat.player}") for seat in self.table.seats]
        if table.has_result and (wrong := not_of_a_table(self.amount, [s.cash or 0 for s in table.seats], texts)):
            self.add_error(None, wrong)
            return typed
        self.judgement = judge_table(
            self.record,
            self.round_number,
            table,
            reason=typed.get("reason", ""),
            is_confirmed=bool(typed.get("confirmed")) or self._was_confirmed(),
            needs_all=self.needs_all,
            fines=self.fines,
        )
        doubted = self.judgement.refusals or self.judgement.open
        if doubted:
            self.add_error(None, " ".join(doubt.sentence for doubt in doubted))
        return typed

    def _was_confirmed(self) -> bool:
        """Whether these amounts were confirmed before, so that doubts about them need no confirmation again."""
        return False

    def _typed_table(self) -> TableRecord:
        """Return the table as typed. Each stored reason, and a ruling of equal shares (R62), is kept while its amounts are unchanged."""
        figures: dict[PlayerId, dict[str, Any]] = {
            seat.player: {name: self.cleaned_data.get(f"{name}-{seat.player}") for name in self.typed_figures}
            for seat in self.table.seats
        }
        # An unchanged reason stays with the amount that it explains.
        is_same_reason = self.cleaned_data.get("reason", "") == self.initial["reason"]
        seats = tuple(
            replace(
                seat,
                timed_out=self.is_late(seat.player),
                cash_reason=seat.cash_reason if is_same_reason and figures[seat.player]["cash"] == seat.cash else "",
                **figures[seat.player],
            )
            for seat in self.table.seats
        )
        is_same = [seat.cash for seat in seats] == [seat.cash for seat in self.table.seats]
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
        """Whether an amount needs a reason, for which the tick is not enough: one that is no multiple of the format's step."""
        if self.judgement is not None:
            return self.judgement.needs_reason
        return any(seat.cash is not None and seat.cash % self.amount.step for seat in self.table.seats)


def _initial(table: TableRecord, amount: Amount) -> dict[str, Any]:
    """Return the initial values of the form for a table's result."""
    values: dict[str, Any] = {
        "reason": joined_reasons(seat.cash_reason for seat in table.seats),
        "ended_by": table.ended_by,
    }
    among = [seat.cash for seat in table.seats]
    values |= {
        f"{name}-{seat.player}": in_field(each, getattr(seat, name), among)
        for name, each in amount.figures.items()
        for seat in table.seats
    }
    return values | {f"late-{seat.player}": seat.timed_out for seat in table.seats}


def joined_reasons(reasons: Iterable[str]) -> str:
    """Return the different reasons of several seats as the text of one field."""
    return "; ".join(dict.fromkeys(reason for reason in reasons if reason))
