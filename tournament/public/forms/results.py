"""The form of a table's result, which a page of the desk and a phone show alike: cash and time-outs, judged before anything is stored.

Amounts: "41,200", "41 200", "41.200", "41'200", "$41,200" and "41200" are the same. Ruling: "41.2k" and the like are refused, because a
point is read as parting thousands, and a slip of the finger must not become another amount.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from tournament.public.forms.sentences import PlainForm
from tournament.record.event import EventRecord, TableRecord
from tournament.record.vocabulary import Dollars, PlayerId, format_dollars
from tournament.scores import amounts
from tournament.scores.judgement import Judgement, judge_table
from tournament.scores.plausibility import NOTES
from tournament.scores.scoring import fines_of


def read_dollars(text: str) -> Dollars | None:
    """Typed dollars as a number, None for an empty text; ValidationError for anything that is no amount."""
    try:
        return amounts.read_dollars(text)
    except amounts.AmountError as error:
        raise ValidationError(str(error)) from None


class DollarsField(forms.CharField):
    """Dollars; None where nothing is typed."""

    def clean(self, value: Any) -> Any:
        """Read the amount."""
        return read_dollars(super().clean(value))


@dataclass(frozen=True, slots=True)
class SeatFields:
    """A seat of the form as a template needs it: the names and values of its two fields, and the errors of the amount.

    ``is_on_clock``: the player ran out of time by the table's own clock.
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

    reason = forms.CharField(label="Reason of an unusual amount", required=False, max_length=300)
    confirmed = forms.BooleanField(label="Yes, this is right", required=False)

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
        """``typed`` is what was sent, ``fines`` are those of the round where they are known already.

        ``on_clock`` are the players who ran out of time by the table's own clock: a form that nobody has filled in proposes them.
        """
        self.record, self.table, self.round_number = record, table, round_number
        self.fines = fines_of(record, round_number) if fines is None else fines
        self.on_clock = frozenset(on_clock)
        self.judgement: Judgement | None = None
        super().__init__(typed, initial=_initial(table), **options)
        for seat in table.seats if self.is_bound else ():
            self.fields[f"cash-{seat.player}"] = DollarsField(
                required=False,
                max_length=20,
                error_messages={"max_length": "An amount has at most 20 characters; type it like 41,200."},
            )

    @property
    def seats(self) -> list[SeatFields]:
        """The seats in the order of the table."""
        return [
            SeatFields(
                player=seat.player,
                name=self.record.name_of(seat.player),
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
        """Whether the clock alone says that a player ran out of time."""
        return not self.is_bound and player in self.on_clock and not self.table.has_cash

    def text_of(self, name: str) -> str:
        """The text of a field: the typed one, else the stored one."""
        value = self.data.get(self.add_prefix(name)) if self.is_bound else self.initial.get(name)
        return str(value or "")

    def is_late(self, player: PlayerId) -> bool:
        """Whether the tick of a player's time-out is set."""
        return bool(self.text_of(f"late-{player}"))

    def clean(self) -> dict[str, Any]:
        """Judge the amounts as a whole; refusals, and doubts that are neither explained nor confirmed, become errors."""
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
        """Whether the amounts were confirmed before, so that nobody is asked once more."""
        return False

    def _typed_table(self) -> TableRecord:
        """The table as typed, no reason given yet; a ruling of equal shares stands as long as the amounts it was about do (R62)."""
        cash = {seat.player: self.cleaned_data.get(f"cash-{seat.player}") for seat in self.table.seats}
        # A reason that nobody touched stays with the amount that it explains.
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
        """Who ended the game, and why, as it was typed."""
        return str(self.cleaned_data.get("ended_by", ""))

    @property
    def typed_table(self) -> TableRecord:
        """The table with the typed figures and reasons; only valid after the form was checked."""
        assert self.judgement is not None  # noqa: S101
        return self.judgement.table

    @property
    def asks_for_tick(self) -> bool:
        """Whether to show the tick “this is right”: an open doubt can be confirmed by it, or it is set already."""
        is_ticked = self.is_bound and bool(self.text_of("confirmed"))
        return is_ticked or (self.judgement is not None and self.judgement.asks_tick)

    @property
    def asks_for_reason(self) -> bool:
        """Whether to show the reason: an open doubt can be explained by it, or one is typed already."""
        return bool(self.text_of("reason")) or (self.judgement is not None and self.judgement.asks_reason)

    @property
    def needs_reason(self) -> bool:
        """Whether an amount is accepted with a reason only and not with the tick: one that does not end in 00."""
        if self.judgement is not None:
            return self.judgement.needs_reason
        return any(seat.cash is not None and seat.cash % NOTES for seat in self.table.seats)


def _initial(table: TableRecord) -> dict[str, Any]:
    values: dict[str, Any] = {
        "reason": joined_reasons(seat.cash_reason for seat in table.seats),
        "ended_by": table.ended_by,
    }
    values |= {f"cash-{seat.player}": "" if seat.cash is None else format_dollars(seat.cash) for seat in table.seats}
    return values | {f"late-{seat.player}": seat.timed_out for seat in table.seats}


def joined_reasons(reasons: Iterable[str]) -> str:
    """The different reasons of several seats in one field."""
    return "; ".join(dict.fromkeys(reason for reason in reasons if reason))
