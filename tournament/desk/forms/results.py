"""What is typed for the tables of a round: final cash in dollars, reasons, time-outs; doubts are answered before anything is stored.

Amounts: "41,200", "41 200", "41.200", "41'200", "$41,200" and "41200" are the same. Ruling: "41.2k" and the like are refused, because a
point is read as parting thousands, and a slip of the finger must not become another amount.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from tournament.record.event import EventRecord, TableRecord
from tournament.record.vocabulary import Dollars, PlayerId, format_dollars
from tournament.scores.plausibility import NOTES, Doubt, Severity, doubts
from tournament.scores.scoring import NothingToShareError, ScoringError, fines_of, score_table
from tournament.services.results import SeatEntry, TableEntry

_GROUPED = re.compile(r"[0-9]{1,3}(?:[,.' _\u00a0\u202f\u2009’][0-9]{3})+|[0-9]+")
LARGEST_CASH: Dollars = 10_000_000


def read_dollars(text: str) -> Dollars | None:
    """Dollars as they are typed, None for nothing; ValidationError for anything that is no amount."""
    typed = text.strip().removeprefix("$").strip()
    if not typed:
        return None
    if not _GROUPED.fullmatch(typed):
        raise ValidationError(f"“{text.strip()}” is not an amount of dollars; type it like 41,200.")
    amount = int(re.sub(r"[^0-9]", "", typed))
    if amount > LARGEST_CASH:
        raise ValidationError(f"{format_dollars(amount)} is more than a game can bring; count the digits.")
    return amount


class DollarsField(forms.CharField):
    """Dollars; None where nothing is typed."""

    def clean(self, value: Any) -> Any:
        """Read the amount."""
        return read_dollars(super().clean(value))


@dataclass(frozen=True, slots=True)
class SeatFields:
    """A seat of the form with what the page writes around its field."""

    player: PlayerId
    name: str
    fine: Dollars
    cash: forms.BoundField
    timed_out: forms.BoundField


class TableResultForm(forms.Form):
    """One table's result; every name begins with the table's number.

    ``shown`` is what the page showed, so that a table nobody touched is left alone. A doubtful amount is kept with a reason, a tie
    for first with a tick.
    """

    version = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    shown = forms.CharField(required=False, max_length=2000, widget=forms.HiddenInput)
    reason = forms.CharField(label="Reason, if an amount is unusual", required=False, max_length=300)
    confirmed = forms.BooleanField(label="Yes, this is right", required=False)
    ended_by = forms.CharField(label="Who ended the game, and why", required=False, max_length=60)

    def __init__(
        self, *arguments: Any, record: EventRecord, round_number: int, table: TableRecord, version: int, **options: Any
    ) -> None:
        """``table`` as stored, ``version`` the result's version that the page shows."""
        reasons = [seat.cash_reason for seat in table.seats if seat.cash_reason]
        initial = {
            "version": version,
            "shown": shown(table),
            "reason": "; ".join(dict.fromkeys(reasons)),
            "ended_by": table.ended_by,
        }
        initial |= {f"cash-{seat.player}": amount(seat.cash) for seat in table.seats}
        initial |= {f"late-{seat.player}": seat.timed_out for seat in table.seats}
        options |= {"initial": initial, "prefix": f"t{table.number}"}
        super().__init__(*arguments, **options)
        self.record, self.table, self.round_number = record, table, round_number
        self.names = {seat.player: record.entry(seat.player).name for seat in table.seats}
        self.fines = fines_of(record, round_number)
        self.doubts: tuple[Doubt, ...] = ()
        for seat in table.seats:
            self.fields[f"cash-{seat.player}"] = DollarsField(
                label=self.names[seat.player],
                required=False,
                max_length=20,
                widget=forms.TextInput(
                    attrs={
                        "inputmode": "numeric",
                        "autocomplete": "off",
                        "data-name": self.names[seat.player],
                        "data-fine": self.fines.get(seat.player, 0),
                    }
                ),
            )
            self.fields[f"late-{seat.player}"] = forms.BooleanField(
                label=f"{self.names[seat.player]} ran out of time", required=False
            )

    @property
    def seats(self) -> list[SeatFields]:
        """The seats in the order of the table."""
        return [
            SeatFields(
                seat.player,
                self.names[seat.player],
                self.fines.get(seat.player, 0),
                self[f"cash-{seat.player}"],
                self[f"late-{seat.player}"],
            )
            for seat in self.table.seats
        ]

    @property
    def is_touched(self) -> bool:
        """Whether anything differs from what the page showed."""
        typed = _normal(self._typed_lines())
        return typed != _normal(str(self.data.get(self.add_prefix("shown"), "")))

    def _typed_lines(self) -> str:
        seats = [
            f"{self.data.get(self.add_prefix(f'cash-{seat.player}'), '')}"
            f"{' late' if self.data.get(self.add_prefix(f'late-{seat.player}')) else ''}"
            for seat in self.table.seats
        ]
        rest = (self.data.get(self.add_prefix(name), "") for name in ("reason", "ended_by"))
        return "|".join((*seats, *(str(text) for text in rest)))

    def clean(self) -> dict[str, Any]:
        """Weigh the amounts as a whole: refusals, and doubts that are neither explained nor confirmed, are errors."""
        typed = super().clean() or {}
        if self.errors:
            return typed
        table = self.typed_table()
        found = doubts(table, self.fines, self.record.ruleset, names=self.names)
        self.doubts = tuple(doubt for doubt in found if not self._is_gap(doubt))
        if any(doubt.severity is Severity.REFUSE for doubt in self.doubts) and table.has_result:
            self.add_error(None, " ".join(doubt.sentence for doubt in self.doubts if doubt.severity is Severity.REFUSE))
        elif open_doubts := self.open_doubts:
            self.add_error(None, " ".join(doubt.sentence for doubt in open_doubts))
        return typed

    def _is_gap(self, doubt: Doubt) -> bool:
        """A seat not typed yet: a table may be saved in part while its round is played."""
        gaps = {seat.position for seat in self.typed_table().seats if seat.cash is None}
        return doubt.severity is Severity.REFUSE and doubt.seat in gaps

    @property
    def open_doubts(self) -> tuple[Doubt, ...]:
        """The doubts that still ask for an answer: an amount that does not end in 00 for a reason, any other for a tick or a reason."""
        if not self.is_bound or not hasattr(self, "cleaned_data"):
            return ()
        odd = {seat.position for seat in self.typed_table().seats if seat.cash is not None and seat.cash % NOTES}
        is_confirmed = bool(self.cleaned_data.get("confirmed"))
        return tuple(
            doubt
            for doubt in self.doubts
            if doubt.severity is Severity.CONFIRM and not (is_confirmed and doubt.seat not in odd)
        )

    @property
    def asks_for_tick(self) -> bool:
        """Whether saying "this is right" would answer an open doubt; an amount that does not end in 00 wants a reason."""
        cash = {seat.position: seat.cash for seat in self.typed_table().seats} if self.open_doubts else {}
        return any(doubt.seat is None or not (cash[doubt.seat] or 0) % NOTES for doubt in self.open_doubts)

    @property
    def has_nothing_to_share(self) -> bool:
        """Whether what the fields hold leaves only a ruling of equal shares (R62)."""
        is_read = self.is_bound and hasattr(self, "cleaned_data")
        try:
            score_table(
                self.round_number, self.typed_table() if is_read else self.table, self.fines, self.record.ruleset
            )
        except NothingToShareError:
            return True
        except ScoringError:
            return False
        return False

    def typed_table(self) -> TableRecord:
        """The table as typed; the reason belongs to the seats whose amount asks for one."""
        seats = tuple(
            replace(seat, cash=self.cleaned_data.get(f"cash-{seat.player}"), cash_reason="")
            for seat in self.table.seats
        )
        bare = replace(self.table, seats=seats, equal_shares_ruling=self._ruling(seats))
        reason = self.cleaned_data.get("reason", "")
        odd = {
            doubt.seat for doubt in doubts(bare, self.fines, self.record.ruleset) if doubt.severity is Severity.CONFIRM
        }
        return replace(
            bare,
            seats=tuple(replace(seat, cash_reason=reason if seat.position in odd else "") for seat in seats),
        )

    def _ruling(self, seats: Sequence[Any]) -> str:
        """A ruling of equal shares stands as long as the amounts it was about do (R62)."""
        same = [seat.cash for seat in seats] == [seat.cash for seat in self.table.seats]
        return self.table.equal_shares_ruling if same else ""

    def entry(self) -> TableEntry:
        """What was typed, for the service."""
        late: Mapping[str, Any] = self.cleaned_data
        return TableEntry(
            self.table.number,
            self.cleaned_data["version"],
            tuple(
                SeatEntry(seat.player, seat.cash, seat.cash_reason, bool(late.get(f"late-{seat.player}")))
                for seat in self.typed_table().seats
            ),
            self.cleaned_data.get("ended_by", ""),
        )


class CorrectionForm(TableResultForm):
    """A correction of a closed table: every amount and a reason for the log of changes (R11, R68)."""

    why = forms.CharField(label="Why is it corrected", max_length=300)

    def __init__(self, *arguments: Any, table: TableRecord, **options: Any) -> None:
        """As for a table being played, but every amount must be there."""
        super().__init__(*arguments, table=table, **options)
        for seat in table.seats:
            field = self.fields[f"cash-{seat.player}"]
            field.required = True
            field.error_messages["required"] = "A closed round needs the cash of every seat; type it."

    def _is_gap(self, doubt: Doubt) -> bool:
        """A closed round needs every amount."""
        return False


def amount(cash: Dollars | None) -> str:
    """A stored amount as a field shows it."""
    return "" if cash is None else format_dollars(cash)


def shown(table: TableRecord) -> str:
    """What a page shows of a stored table, in one line, to tell later whether somebody typed."""
    seats = [f"{amount(seat.cash)}{' late' if seat.timed_out else ''}" for seat in table.seats]
    reasons = "; ".join(dict.fromkeys(seat.cash_reason for seat in table.seats if seat.cash_reason))
    return "|".join((*seats, reasons, table.ended_by))


def _normal(line: str) -> str:
    return re.sub(r"[\s,.'_$\u00a0\u202f\u2009’]", "", line)
