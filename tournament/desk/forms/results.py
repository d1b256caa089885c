"""The form of a table's result at the desk, as a row of the results grid and as a correction of a closed table."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy

from tournament.desk.forms.sitting import WhoSat
from tournament.public.forms.results import ResultForm, joined_reasons, read_dollars
from tournament.record.event import EventRecord, TableRecord
from tournament.record.lengths import LONGEST_ENDING
from tournament.record.vocabulary import Dollars, PlayerId, whole_number
from tournament.services.results.confirming import TypedResult
from tournament.services.results.official import Figure
from wording import gettext as _
from wording import ngettext
from wording.figures import listed, whole


@dataclass(frozen=True, slots=True)
class ResultBasis:
    """The pending report whose figures the fields of a row showed: its key, 0 for none, and whether all at the table had signed it.

    A hidden field of the row carries it as JSON.
    """

    report: int = 0
    is_signed: bool = False

    def __str__(self) -> str:
        return json.dumps([self.report, self.is_signed]) if self.report else ""

    @classmethod
    def read(cls, text: str) -> ResultBasis:
        """Parse the hidden field that a row of the results grid sent; a basis without a report where the text is not of that form."""
        try:
            report, is_signed = json.loads(text)
        except (ValueError, TypeError, RecursionError):
            return cls()
        return cls(whole_number(str(report)), is_signed is True)


class TableResultForm(ResultForm):
    """One table's result in the grid; the names of its fields begin with the table's number.

    ``shown`` is the result that the page showed, so that a table whose fields were not changed is not saved.
    """

    ended_by = forms.CharField(label=gettext_lazy("Reason for ending early"), required=False, max_length=LONGEST_ENDING)
    signed = forms.BooleanField(label=gettext_lazy("Signed by everyone at the table"), required=False)

    writes_own_fields = True
    """Whether the page writes the markup of an unsent form itself: then no Django fields are made, which for 250 players would be slow."""

    def __init__(
        self,
        typed: Any = None,
        *,
        record: EventRecord,
        round_number: int,
        table: TableRecord,
        shown: TableRecord | None = None,
        fines: Mapping[PlayerId, Dollars] | None = None,
        is_agreed: bool = False,
        on_clock: Collection[int] = (),
    ) -> None:
        """``table`` is the table as stored, ``shown`` as the page showed it (None where that is the same).

        ``is_agreed`` is whether all at the table have signed the pending report. ``on_clock`` are the players for whom "ran out of time"
        is proposed; a sent form names those of its page in the field ``clock``, and a proposal left as it is does not count as typed.
        """
        prefix = f"t{table.number}"
        if typed is None and self.writes_own_fields:
            self.__dict__["base_fields"] = {}  # on this form only, in place of the class's fields
        proposed = [whole_number(player) for player in str((typed or {}).get(f"{prefix}-clock", "")).split()]
        super().__init__(
            typed,
            record=record,
            round_number=round_number,
            table=table,
            fines=fines,
            on_clock=proposed or on_clock,
            prefix=prefix,
        )
        self.is_agreed = is_agreed
        self.shown = table if shown is None else shown
        self.basis = ResultBasis.read(self.text_of("report")) if self.is_bound else ResultBasis()

    @cached_property
    def is_touched(self) -> bool:
        """Whether the user changed something: the fields differ both from what the page showed and from what is stored now."""
        is_typed = self._differs(self.shown) and self._differs(self.table)
        return bool(self._typed_for_others()) or is_typed or self.is_signed is not self.is_agreed

    @property
    def is_signed(self) -> bool:
        """Whether all have signed the figures in the fields: as ticked, or as stored where the user did not change the tick."""
        is_ticked = bool(self.text_of("signed"))
        return self.is_agreed if not self.is_bound or is_ticked is self.basis.is_signed else is_ticked

    def _differs(self, result: TableRecord) -> bool:
        """Whether the fields differ from this result; an amount that cannot be read counts as a difference."""
        lines = {seat.player: seat for seat in result.seats}
        has_amount = any(self.text_of(f"cash-{seat.player}") for seat in self.table.seats)
        for seat in self.table.seats:
            line = lines.get(seat.player)
            is_proposed = seat.player in self.on_clock and not has_amount
            if not is_proposed and self.is_late(seat.player) is not (line is not None and line.timed_out):
                return True
            try:
                if read_dollars(self.text_of(f"cash-{seat.player}")) != (line.cash if line else None):
                    return True
            except ValidationError:
                return True
        words = (joined_reasons(seat.cash_reason for seat in result.seats), result.ended_by)
        return words != (self.text_of("reason").strip(), self.text_of("ended_by").strip())

    def clean(self) -> dict[str, Any]:
        """Refuse amounts of players who no longer sit at this table; then check the amounts."""
        if gone := self._typed_for_others():
            self.add_error(
                None,
                ngettext(
                    "{players} has been moved from table {table}. Check who is there and enter the cash again.",
                    "{players} have been moved from table {table}. Check who is there and enter the cash again.",
                    len(gone),
                    players=listed(gone),
                    table=self.table.number,
                ),
            )
        return super().clean()

    def _typed_for_others(self) -> list[str]:
        """Return the names of players for whom an amount was sent and who do not sit at this table any more."""
        seated = {seat.player for seat in self.table.seats}
        elsewhere = [player for player in self.record.people if player not in seated]
        return [self.record.name_of(player) for player in elsewhere if self.text_of(f"cash-{player}")]

    def sent_following(self, stored: Mapping[Figure, Any]) -> dict[str, Any]:
        """Return the sent data, with values from ``stored`` in place of figures that the user did not change."""
        sent = dict(self.data.items())
        for (name, player), value in stored.items():
            if name == "timed_out":
                sent[self.add_prefix(f"late-{player}")] = "on" if value else ""
            elif name == "cash":
                sent[self.add_prefix(f"cash-{player}")] = "" if value is None else whole(value)
            else:  # one field has the reasons of all seats
                field = "reason" if name == "cash_reason" else name
                sent[self.add_prefix(field)] = self.initial[field]
        return sent

    @property
    def typed_result(self) -> TypedResult:
        """The result as typed, for the service. May only be read after ``is_valid()``."""
        seen = whole_number(self.text_of("seen")) or None
        return TypedResult(self.typed_table, self.is_signed, self.basis.report, seen)


class CorrectionForm(TableResultForm):
    """A correction of a closed table: every amount and a reason for the log of changes (R11, R68)."""

    why = forms.CharField(label=gettext_lazy("Reason"), max_length=300)

    needs_all = True
    writes_own_fields = False

    def __init__(self, typed: Any = None, *, table: TableRecord, who: WhoSat, **options: Any) -> None:
        """As for a table that is being played, but every amount is required; ``who`` says who sat in which seat."""
        self.who = who
        super().__init__(typed, table=table, **options)
        self.fields["why"].required = typed is None or "save" in typed  # a preview of the changes needs no reason
        for seat in table.seats if self.is_bound else ():
            field = self.fields[f"cash-{seat.player}"]
            field.required = who.who.get(seat.player) is not None
            field.error_messages["required"] = _("Enter everybody's final cash, or 0 for none.")

    def clean(self) -> dict[str, Any]:
        """Check what was typed of who sat at the table, then the amounts."""
        if self.who.problem:
            self.add_error(None, self.who.problem)
        return super().clean()

    def _typed_table(self) -> TableRecord:
        """Return the table with the typed amounts and with the players who really sat there."""
        return self.who.seats_of(super()._typed_table())

    def _was_confirmed(self) -> bool:
        """Whether amounts and fines of each seat are as stored: those were confirmed when the round was closed, whoever sat there."""
        return self._counted(self._typed_table()) == self._counted(self.table)

    def _counted(self, table: TableRecord) -> dict[int, tuple[Dollars | None, Dollars, bool]]:
        """Return the cash, the fine and whether time ran out, by the position of each seat."""
        return {seat.position: (seat.cash, self.fines.get(seat.player, 0), seat.timed_out) for seat in table.seats}
