"""The rows of the results grid, as they stand or as they were typed.

Their fields are written straight: 250 players are a thousand parts, and a template takes its time for each.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from django.utils.html import escape
from django.utils.safestring import SafeString

from tournament.day.unconfirmed import PendingStep, pending_step
from tournament.desk.conflicts import both_results
from tournament.desk.forms.results import TableResultForm
from tournament.desk.results.pending import basis_of, differing_names, odd_phones, reports_in_words
from tournament.public.forms.results import ResultForm, SeatFields
from tournament.record.event import EventRecord, TableRecord, WaitingReport
from tournament.record.vocabulary import format_dollars, whole_number
from tournament.services.results.official import ResultConflictError
from tournament.services.results.stored import PendingReport
from tournament.tellings.checks import Check, check_of, state_words

SHOWN = frozenset({PendingStep.DECISION, PendingStep.PLAYERS, PendingStep.VERSIONS, PendingStep.ACCEPTANCE})
"""What a row shows the figures of: what differs, and what the phones of a table report."""


@dataclass
class GridRow:
    """A table as it stands: official, or with the pending reports that are to be shown. The template reads it by name.

    ``seen`` is the version of the event that the row shows, 0 where it is the page's. ``why_closed`` says why the row has no fields, empty
    where the page says it for all rows, None where it has them. ``username`` is who looks.
    """

    record: EventRecord
    table: TableRecord
    form: TableResultForm
    check: Check
    username: str
    pending: Sequence[PendingReport] = ()
    seen: int = 0
    why_closed: str | None = None

    is_unsaved = False

    @cached_property
    def is_closed(self) -> bool:
        """Whether the row has no fields."""
        return self.why_closed is not None

    @cached_property
    def seats(self) -> list[SeatFields]:
        """The fields of the seats, in the order of the table."""
        return self.form.seats

    @cached_property
    def cells(self) -> SafeString:
        """A cell a seat."""
        return cash_cells(self.seats, self.form.prefix, is_closed=self.is_closed)

    @cached_property
    def time_outs(self) -> SafeString:
        """A tick a seat."""
        return time_outs(self.seats)

    @cached_property
    def reason(self) -> str:
        """The text in the field of the reason."""
        return self.form.text_of("reason")

    @cached_property
    def ended_by(self) -> str:
        """The text in the field of who ended the game."""
        return self.form.text_of("ended_by")

    @cached_property
    def report(self) -> str:
        """The pending report on which the fields rest, as the row sends it back."""
        return str(basis_of(self.record, self.table))

    @cached_property
    def state_words(self) -> str:
        """Where the result of the table stands, as a tag shows it."""
        return state_words(self.record, self.table)

    @cached_property
    def stamp(self) -> str:
        """What of the table a page can have shown: another text where another desk saved it or its state is another."""
        official = self.table.official.key if self.table.official else 0
        pending = f"{self.latest.key}{'s' if self.latest.is_agreed else ''}" if self.latest else ""
        seats = "-".join(str(seat.player) for seat in self.table.seats)
        return f"{official}.{pending}.{self.table.state.value}.{seats}"

    @cached_property
    def saved_at(self) -> datetime | None:
        """When the result became official."""
        return self.table.official.official_at if self.table.official else None

    @cached_property
    def latest(self) -> WaitingReport | None:
        """The latest pending report."""
        return self.table.reports[-1] if self.table.reports else None

    @cached_property
    def waits(self) -> str:
        """What the pending report waits for; empty where none waits."""
        return pending_step(self.record, self.table) or ""

    @cached_property
    def is_mine(self) -> bool:
        """Whether whoever looks typed the table, so that somebody else types it again."""
        return (
            self.waits == PendingStep.SECOND_TYPING
            and self.latest is not None
            and self.latest.reported_by == self.username
        )

    @cached_property
    def shown_reports(self) -> list[dict[str, Any]]:
        """The pending reports with their figures, where the row shows them."""
        return reports_in_words(self.record, self.pending) if self.waits in SHOWN else []

    @cached_property
    def differing(self) -> str:
        """Of whom the shown reports state something different."""
        return differing_names(self.record, self.pending) if self.waits in SHOWN else ""

    @cached_property
    def odd(self) -> list[str]:
        """What is odd about the phones of the table."""
        return odd_phones(self.record, self.pending)


class UnsavedRow(GridRow):
    """A table that is not saved, as it was typed, with both values of what collides.

    A whole page that shows both is answered as things stand now; a row that came alone keeps its version until the director has chosen,
    because a save of the whole page may follow before it was looked at.
    """

    is_unsaved = True
    saved_at = None
    waits = ""

    def __init__(
        self,
        record: EventRecord,
        table: TableRecord,
        form: TableResultForm,
        conflict: ResultConflictError | None,
        *,
        is_alone: bool,
    ) -> None:
        super().__init__(record, table, form, check_as_typed(record, form), "", seen=whole_number(form.text_of("seen")))
        self.errors = [error for error in form.non_field_errors() if error != self.check.words]
        self.report_now, self.is_now = super().report, conflict is not None and not is_alone
        self.now = record.version if conflict is not None and is_alone else 0
        if self.is_now:
            self.seen = record.version
        self.conflict, self.typed, self.others = both_results(record, conflict).values()

    @property
    def report(self) -> str:
        """The pending report on which the fields rest: as it was sent, or the one of now where the page shows both values."""
        return self.report_now if self.is_now else self.form.text_of("report")


def check_as_typed(record: EventRecord, form: ResultForm) -> Check:
    """The check of a table as it stands in the fields; where one of them cannot be read, that alone."""
    if form.is_valid() or form.judgement is not None:
        assert form.judgement is not None  # noqa: S101  a form without it has errors of its fields
        return check_of(record, form.judgement)
    return Check(" ".join(str(error) for errors in form.errors.values() for error in errors), "wrong")


def cash_cells(seats: Sequence[SeatFields], prefix: str | None, *, is_closed: bool = False) -> SafeString:
    """A cell a seat: the name over the field of the final cash, with the fine under it; without a field where the row is closed."""
    parts = []
    for seat in seats:
        parts.append("<td>")
        parts.append(_closed(seat) if is_closed else _open(seat, f"{prefix}-check"))
        if seat.fine:
            parts.append(f'<small class="fine">fine \u2212{format_dollars(seat.fine)}</small>')
        parts.append("</td>")
    return SafeString("".join(parts))


def _closed(seat: SeatFields) -> str:
    return f'<span class="label">{escape(seat.name)}</span> <span class="figure">{escape(seat.value) or "–"}</span>'


def _open(seat: SeatFields, described_by: str) -> str:
    wrong = f' aria-invalid="true" aria-describedby="{described_by}"' if seat.errors else ""
    return (
        f'<label for="{seat.field}">{escape(seat.name)}</label> <input id="{seat.field}" name="{seat.field}" '
        f'value="{escape(seat.value)}" inputmode="numeric" maxlength="20" autocomplete="off" data-name{wrong}>'
    )


def time_outs(seats: Sequence[SeatFields]) -> SafeString:
    """A tick a seat: who ran out of time, proposed by the table's own clock or typed by somebody."""
    parts = []
    for seat in seats:
        by_clock = " <small>by the table’s clock</small>" if seat.is_on_clock else ""
        ticked = " checked" if seat.is_late else ""
        parts.append(
            f'<label class="check"><input type="checkbox" name="{seat.late_field}"{ticked}> '
            f"{escape(seat.name)} ran out of time{by_clock}</label>"
        )
    return SafeString("".join(parts))
