"""What is typed for the tables of a round: final cash in dollars, reasons, time-outs; doubts are answered before anything is stored.

Amounts: "41,200", "41 200", "41.200", "41'200", "$41,200" and "41200" are the same. Ruling: "41.2k" and the like are refused, because a
point is read as parting thousands, and a slip of the finger must not become another amount.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from tournament.desk.forms.fields import DeskForm
from tournament.desk.forms.sitting import WhoSat
from tournament.record.event import EventRecord, TableRecord
from tournament.record.lengths import LONGEST_ENDING
from tournament.record.vocabulary import Dollars, PlayerId, format_dollars, whole_number
from tournament.scores import amounts
from tournament.scores.judgement import Judgement, judge_table
from tournament.scores.plausibility import NOTES
from tournament.scores.scoring import fines_of
from tournament.services.results.reports import SeatFigures, TableFigures
from tournament.tellings.words import listed


def read_dollars(text: str) -> Dollars | None:
    """Dollars as they are typed, None for nothing; ValidationError for anything that is no amount."""
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
    """A seat of the form as the page writes it: the name of its field, the amount in it, the errors beside it."""

    player: PlayerId
    name: str
    fine: Dollars
    field: str
    value: str
    errors: tuple[str, ...]
    late_field: str
    is_late: bool
    is_on_clock: bool = False


class TableResultForm(DeskForm):
    """One table's result; every name begins with the table's number.

    ``shown`` is what the page showed, so that a table nobody touched is left alone. A doubtful amount is kept with a reason, a tie
    for first with a tick.
    """

    reason = forms.CharField(label="Reason of an unusual amount", required=False, max_length=300)
    confirmed = forms.BooleanField(label="Yes, this is right", required=False)
    ended_by = forms.CharField(label="Who ended the game, and why", required=False, max_length=LONGEST_ENDING)
    signed = forms.BooleanField(label="Signed by all at the table", required=False)

    needs_all = False
    writes_own_fields = True
    """Whether the page writes the fields of a form that is shown fresh: then none is made, for 250 players take longer than their page."""

    def __init__(
        self,
        typed: Any = None,
        *,
        record: EventRecord,
        round_number: int,
        table: TableRecord,
        shown: TableFigures | None = None,
        fines: Mapping[PlayerId, Dollars] | None = None,
        is_agreed: bool = False,
        on_clock: frozenset[int] = frozenset(),
    ) -> None:
        """``typed`` is what was sent, ``table`` as stored, ``shown`` as the page had it (None for as stored), ``fines`` of the round.

        ``is_agreed``: all have signed the report that waits. ``on_clock`` are who ran out of time by the table's own clock: a page
        that is shown fresh proposes them, and says so to the form that it sends; alone they are nothing typed.
        """
        self.is_agreed = is_agreed
        self.record, self.table, self.round_number = record, table, round_number
        self.shown = figures_of(table) if shown is None else shown
        self.fines = fines_of(record, round_number) if fines is None else fines
        self.judgement: Judgement | None = None
        options: dict[str, Any] = {"initial": _initial(table), "prefix": f"t{table.number}"}
        if typed is None and self.writes_own_fields:
            self.__dict__["base_fields"] = {}  # of this one form, where the class has its own
        super().__init__(typed, **options)
        sent = str(self.data.get(self.add_prefix("clock"), "")).split() if self.is_bound else ()
        self.on_clock = frozenset(map(whole_number, sent)) or on_clock
        if not self.is_bound:
            return
        for seat in table.seats:
            self.fields[f"cash-{seat.player}"] = DollarsField(required=False, max_length=20)
            self.fields[f"late-{seat.player}"] = forms.BooleanField(required=False)

    @property
    def seats(self) -> list[SeatFields]:
        """The seats in the order of the table."""
        return [
            SeatFields(
                player=seat.player,
                name=self.record.name_of(seat.player),
                fine=self.fines.get(seat.player, 0),
                field=self.add_prefix(f"cash-{seat.player}"),
                value=str(self._typed(f"cash-{seat.player}") or ""),
                errors=tuple(map(str, self.errors.get(f"cash-{seat.player}", ()))) if self.is_bound else (),
                late_field=self.add_prefix(f"late-{seat.player}"),
                is_late=bool(self._typed(f"late-{seat.player}"))
                or (not self.is_bound and seat.player in self.on_clock),
                is_on_clock=seat.player in self.on_clock,
            )
            for seat in self.table.seats
        ]

    def _typed(self, name: str) -> Any:
        """What a field holds: as it was typed, or as it is stored."""
        return self.data.get(self.add_prefix(name), "") if self.is_bound else self.initial.get(name, "")

    @property
    def reason_typed(self) -> str:
        """What stands in the field of the reason."""
        return str(self._typed("reason") or "")

    @property
    def ended_by_typed(self) -> str:
        """What stands in the field of who ended the game."""
        return str(self._typed("ended_by") or "")

    @cached_property
    def is_touched(self) -> bool:
        """Whether something was typed: it differs from what the page showed, and from what is stored by now."""
        is_typed = self._differs(self.shown) and self._differs(figures_of(self.table))
        return bool(self._typed_for_others()) or is_typed or self.is_signed is not self.is_agreed

    @property
    def over(self) -> int:
        """The waiting report on which the page's fields rested, 0 for none."""
        return whole_number(str(self.data.get(self.add_prefix("report"), "")).removesuffix("s"))

    @property
    def is_signed(self) -> bool:
        """Whether all have signed what is in the fields: as the tick says, or as it is stored where nobody touched the tick."""
        if not self.is_bound:
            return self.is_agreed
        typed = bool(self.data.get(self.add_prefix("signed")))
        was_signed = str(self.data.get(self.add_prefix("report"), "")).endswith("s")
        return self.is_agreed if typed is was_signed else typed

    def _differs(self, figures: TableFigures) -> bool:
        """Whether what the fields hold differs from these figures; an amount that cannot be read does."""
        there = {seat.player: seat for seat in figures.seats}
        has_amount = any(self._typed(f"cash-{seat.player}") for seat in self.table.seats)
        for seat in self.table.seats:
            then = there.get(seat.player, SeatFigures(seat.player, None))
            is_proposed = seat.player in self.on_clock and not has_amount
            if not is_proposed and bool(self._typed(f"late-{seat.player}")) is not then.timed_out:
                return True
            try:
                if read_dollars(str(self._typed(f"cash-{seat.player}"))) != then.cash:
                    return True
            except ValidationError:
                return True
        words = (_joined(seat.reason for seat in figures.seats), figures.ended_by)
        return words != tuple(str(self._typed(name)).strip() for name in ("reason", "ended_by"))

    def clean(self) -> dict[str, Any]:
        """Weigh the amounts as a whole: refusals, and doubts that are neither explained nor confirmed, are errors."""
        typed = super().clean() or {}
        gone = self._typed_for_others()
        if gone:
            self.add_error(
                None,
                f"{listed(gone)} left table {self.table.number} meanwhile; look who sits there, then type the cash.",
            )
        if self.errors:
            return typed
        self.judgement = judge_table(
            self.record,
            self.round_number,
            self._typed_table(),
            reason=typed.get("reason", ""),
            is_confirmed=bool(typed.get("confirmed")) or self._stood_confirmed(),
            needs_all=self.needs_all,
            fines=self.fines,
        )
        wrong = self.judgement.refusals or self.judgement.open
        if wrong:
            self.add_error(None, " ".join(doubt.sentence for doubt in wrong))
        return typed

    def _stood_confirmed(self) -> bool:
        """Whether the amounts were confirmed before, so that nobody is asked once more."""
        return False

    def _typed_for_others(self) -> list[str]:
        """Who has an amount in what was sent and sits at this table no longer."""
        seated = {seat.player for seat in self.table.seats}
        start = self.add_prefix("cash-")
        typed = [
            whole_number(name.removeprefix(start))
            for name, value in self.data.items()
            if name.startswith(start) and value
        ]
        return [
            self.record.name_of(PlayerId(number))
            for number in typed
            if number in self.record.people and number not in seated
        ]

    def _typed_table(self) -> TableRecord:
        """The table as typed, no reason given yet; a ruling of equal shares stands as long as the amounts it was about do (R62)."""
        cash = {seat.player: self.cleaned_data.get(f"cash-{seat.player}") for seat in self.table.seats}
        # A reason that nobody touched stays with the amount that it explains.
        is_kept = self.cleaned_data.get("reason", "") == self.initial["reason"]
        seats = tuple(
            replace(
                seat,
                cash=cash[seat.player],
                timed_out=bool(self.cleaned_data.get(f"late-{seat.player}")),
                cash_reason=seat.cash_reason if is_kept and cash[seat.player] == seat.cash else "",
            )
            for seat in self.table.seats
        )
        is_same = [seat.cash for seat in seats] == [seat.cash for seat in self.table.seats]
        ruling = self.table.equal_shares_ruling if is_same else ""
        ended_by = self.cleaned_data.get("ended_by", "")
        return replace(self.table, seats=seats, equal_shares_ruling=ruling, ended_by=ended_by)

    @property
    def asks_for_tick(self) -> bool:
        """Whether saying "this is right" would answer an open doubt, or it is said: the tick stays as long as the form does."""
        is_ticked = self.is_bound and bool(self._typed("confirmed"))
        return is_ticked or (self.judgement is not None and self.judgement.asks_tick)

    @property
    def asks_for_reason(self) -> bool:
        """Whether a doubt is open that a reason would answer, or one is typed."""
        return bool(self._typed("reason")) or (self.judgement is not None and self.judgement.asks_reason)

    @property
    def needs_reason(self) -> bool:
        """Whether an amount wants a reason, so that no tick answers in its place: one that does not end in 00."""
        if self.judgement is not None:
            return self.judgement.needs_reason
        return any(seat.cash is not None and seat.cash % NOTES for seat in self.table.seats)

    def sent_following(self, stored: Mapping[str, Any]) -> dict[str, Any]:
        """What was sent, but these fields as they are stored, for nobody touched them; keys as of `ResultConflictError`."""
        sent = dict(self.data.items())
        for name, value in stored.items():
            kind, _, player = name.partition(" ")
            if kind == "timed_out":
                sent[self.add_prefix(f"late-{player}")] = "on" if value else ""
            elif kind == "cash":
                sent[self.add_prefix(f"cash-{player}")] = "" if value is None else format_dollars(value)
            else:  # the reasons of all seats stand in one field
                sent[self.add_prefix(kind)] = self.initial[kind]
        return sent

    @property
    def typed_table(self) -> TableRecord:
        """The table as typed, the reason at the seats that need one; only of a form that was checked."""
        assert self.judgement is not None  # noqa: S101
        return self.judgement.table

    def figures(self) -> TableFigures:
        """What was typed, for the service."""
        figures = figures_of(self.typed_table)
        seen = whole_number(self.data.get(self.add_prefix("seen")))
        return replace(figures, seen=seen) if seen else figures


class CorrectionForm(TableResultForm):
    """A correction of a closed table: every amount and a reason for the log of changes (R11, R68)."""

    why = forms.CharField(label="Why is it corrected", max_length=300)

    needs_all = True
    writes_own_fields = False

    def __init__(self, typed: Any = None, *, table: TableRecord, who: WhoSat, **options: Any) -> None:
        """As for a table being played, but every amount must be there; ``who`` says who sat in which seat."""
        self.who = who
        super().__init__(typed, table=table, **options)
        self.fields["why"].required = typed is None or "save" in typed  # what would move is shown without it
        for seat in table.seats if self.is_bound else ():
            field = self.fields[f"cash-{seat.player}"]
            field.required = who.who.get(seat.player) is not None
            field.error_messages["required"] = "A closed round needs the cash of every seat; type it."

    def clean(self) -> dict[str, Any]:
        """Weigh the amounts for who sat there."""
        if self.who.problem:
            self.add_error(None, self.who.problem)
        return super().clean()

    def _typed_table(self) -> TableRecord:
        return self.who.seats_of(super()._typed_table())

    def _stood_confirmed(self) -> bool:
        """A closed table was confirmed with its amounts and fines; who had them does not matter to a tie."""
        return self._counted(self._typed_table()) == self._counted(self.table)

    def _counted(self, table: TableRecord) -> dict[int, tuple[Dollars | None, Dollars, bool]]:
        return {seat.position: (seat.cash, self.fines.get(seat.player, 0), seat.timed_out) for seat in table.seats}


def figures_of(table: TableRecord) -> TableFigures:
    """What stands of a table, as a report says it."""
    seats = tuple(SeatFigures(seat.player, seat.cash, seat.cash_reason, seat.timed_out) for seat in table.seats)
    return TableFigures(table.number, seats, table.ended_by)


def with_figures(table: TableRecord, figures: TableFigures) -> TableRecord:
    """The table as a report says it: the inverse of `figures_of`."""
    said = {seat.player: seat for seat in figures.seats}
    seats = tuple(
        replace(
            seat,
            cash=said[seat.player].cash,
            cash_reason=said[seat.player].reason,
            timed_out=said[seat.player].timed_out,
        )
        for seat in table.seats
    )
    return replace(table, seats=seats, ended_by=figures.ended_by, equal_shares_ruling=figures.equal_shares)


def _initial(table: TableRecord) -> dict[str, Any]:
    values: dict[str, Any] = {
        "reason": _joined(seat.cash_reason for seat in table.seats),
        "ended_by": table.ended_by,
    }
    values |= {f"cash-{seat.player}": "" if seat.cash is None else format_dollars(seat.cash) for seat in table.seats}
    return values | {f"late-{seat.player}": seat.timed_out for seat in table.seats}


def _joined(reasons: Any) -> str:
    return "; ".join(dict.fromkeys(reason for reason in reasons if reason))
