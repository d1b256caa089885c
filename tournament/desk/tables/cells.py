"""The fields of a row of the results grid, written straight: 250 players are a thousand parts, and a template takes its time for each."""

from __future__ import annotations

from django.utils.html import escape
from django.utils.safestring import SafeString

from tournament.desk.forms.results import TableResultForm
from tournament.public.forms.results import SeatFields
from tournament.record.vocabulary import format_dollars


def cash_cells(form: TableResultForm, *, is_closed: bool = False) -> SafeString:
    """A cell a seat: the name over the field of the final cash, with the fine under it; without a field where the row is closed."""
    parts = []
    for seat in form.seats:
        parts.append("<td>")
        parts.append(_closed(seat) if is_closed else _open(seat, f"{form.prefix}-check"))
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


def time_outs(form: TableResultForm) -> SafeString:
    """A tick a seat: who ran out of time, proposed by the table's own clock or said by somebody."""
    parts = []
    for seat in form.seats:
        by_clock = " <small>by the table’s clock</small>" if seat.is_on_clock else ""
        ticked = " checked" if seat.is_late else ""
        parts.append(
            f'<label class="check"><input type="checkbox" name="{seat.late_field}"{ticked}> '
            f"{escape(seat.name)} ran out of time{by_clock}</label>"
        )
    return SafeString("".join(parts))
