"""The rows of the results grid, as stored or as typed.

The cells of the results grid, a player each: what concerns the player stands above the field, so that the fields of a row are level.

They are written without a template, which would be slow for the thousand fields of 250 players.

Where two reports of a table differ: marked at the field of the player concerned, and one press takes the right report.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Any

from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.timezone import localtime

from tournament.day.likeness import pairs_alike
from tournament.day.phones import PendingStep, pending_step
from tournament.desk.acting import both_results
from tournament.desk.results.forms import TableResultForm
from tournament.desk.results.pending import Pending, basis_of, reporter_label, reports_in_words
from tournament.draw.seating import seat_numbers
from tournament.models import TableReport
from tournament.public.lists import name_in_bold
from tournament.public.result_form import FigureField, ResultForm, SeatFields
from tournament.record.event import EntryRecord, EventRecord, SeatRecord, TableRecord
from tournament.record.formats import Amount
from tournament.record.rounds import WaitingReport
from tournament.record.vocabulary import PlayerId
from tournament.scores.amounts import how_to_enter, seat_in_words
from tournament.services.results.official import ResultConflictError
from tournament.services.results.stored import differing_players
from tournament.tellings.results import Check, check_of, state_words
from tournament.tellings.words import fine_as_deduction
from wording import gettext as _
from wording import ngettext
from wording.digits import whole_number
from wording.figures import clock_time, listed

CLIPPED = 32
"""The number of letters of a name that surely have room above its field; names that are the same as far as that need their numbers."""


def ambiguous_names(entries: Iterable[EntryRecord]) -> frozenset[PlayerId]:
    """Return the players whose names could be taken for another's, so that their numbers stand before them."""
    entries = list(entries)
    found = {entry.player for one, other in pairs_alike(entries) for entry in (one, other)}
    starts: dict[str, list[PlayerId]] = {}
    for entry in entries:
        starts.setdefault(entry.name[:CLIPPED].casefold(), []).append(entry.player)
    return frozenset(found.union(*(players for players in starts.values() if len(players) > 1)))


def cash_cells(
    seats: Sequence[SeatFields],
    prefix: str | None,
    *,
    entries: str,
    order: Mapping[PlayerId, int],
    is_closed: bool = False,
    numbered: Collection[PlayerId] = (),
    surnames: Mapping[str, str] | None = None,
    said: Mapping[PlayerId, Sequence[str]] | None = None,
    agreed: Mapping[PlayerId, str] | None = None,
) -> SafeString:
    """Return a table cell for each seat: the name, what concerns the player, and the field for the final cash with its clock.

    A name leads to the player's page below the address ``entries``; ``order`` has the numbers of the seats, which stand before it.

    Where the row is closed, amounts are plain text. ``numbered`` are the players whose numbers stand before their names; ``surnames`` has
    the part of a name that is bold. ``said`` has what two reports say of a player where they differ, "Helper 1: 20,600"; ``agreed`` the
    amounts in which they do not.
    """
    names, said, agreed = surnames or {}, said or {}, agreed or {}
    cells = []
    for seat in seats:
        differs = said.get(seat.player, ())
        fine = _("fine {amount}", amount=fine_as_deduction(seat.fine)) if seat.fine else ""
        above = [f'<small class="fine">{escape(fine)}</small>'] if fine else []
        if seat.is_late:
            above.append(f'<span class="out-of-time">{escape(_time_out_words(seat))}</span>')
        above += [f'<span class="other">{escape(words)}</span>' for words in differs]
        called = name_in_bold(seat.name, names.get(seat.name, ""))
        name = _name(seat, called, entries, order.get(seat.player), is_numbered=seat.player in numbered)
        field = _closed_amount(seat) if is_closed else _open(seat, f"{prefix}-check", agreed.get(seat.player, ""))
        cells.append(f'<td class="seat{" differs" if differs else ""}">{name}{"".join(above)}{field}</td>')
    return SafeString("".join(cells))


def _time_out_words(seat: SeatFields) -> str:
    """Return the words above the field of a player who ran out of time."""
    return _("out of time on the table's clock") if seat.is_on_clock else _("out of time")


def _name(seat: SeatFields, name: str, entries: str, place: int | None, *, is_numbered: bool) -> str:
    """Return the markup of a player's ``name`` as a link, after the number of the seat where it is known."""
    sits = f'<small class="soft">{place}</small> ' if place else ""
    number = f'<span class="number">{seat.player}</span> ' if is_numbered else ""
    return f'<span class="who">{sits}<a tabindex="-1" href="{entries}{seat.player}/">{number}{name}</a></span>'


def _closed_amount(seat: SeatFields) -> str:
    """Return the markup of an amount without a field."""
    return f'<span class="figure">{escape(seat.value) or "–"}</span>'


def _open(seat: SeatFields, described_by: str, agreed: str) -> str:
    """Return the markup of the fields with their clock, if any; ``described_by`` is the id of the element that shows what is wrong."""
    fields = "".join(_field(seat.name, each, described_by, agreed) for each in seat.figures)
    if not seat.late_field:
        return fields
    late, ticked = escape(_("{player} ran out of time", player=seat.name)), " checked" if seat.is_late else ""
    return f'{fields}<label class="late"><input type="checkbox" name="{seat.late_field}" aria-label="{late}"{ticked}>⏱</label>'


def _field(name: str, figure: FigureField, described_by: str, agreed: str) -> str:
    """Return the markup of one field of a player: a box for a number, or a button for each of its choices."""
    wrong = f' aria-invalid="true" aria-describedby="{described_by}"' if figure.errors else ""
    label = escape(_("{name}: {value}", name=name, value=figure.label) if figure.label else name)
    if figure.choices:
        buttons = "".join(
            f'<label><input type="radio" name="{figure.field}" value="{value}"{wrong}'
            f"{' checked' if value == figure.value else ''}> {escape(words)}</label>"
            for value, words in figure.choices
        )
        return f'<span class="choices" role="radiogroup" aria-label="{label}">{buttons}</span>'
    agreed = figure.label or agreed
    hint = f' placeholder="{escape(agreed)}"' if agreed else ""
    mode = ' inputmode="text" data-any' if figure.takes_any else ' inputmode="numeric"'
    return (
        f'<input name="{figure.field}" value="{escape(figure.value)}" '
        f'aria-label="{label}"{mode} maxlength="20" data-name{hint}{wrong}>'
    )


@dataclass(frozen=True, slots=True)
class Choice:
    """A button that takes one of the reports: the report's key, the words, and who sent it."""

    key: int
    words: str
    by: str


@dataclass(frozen=True, slots=True)
class Differing:
    """Reports of a table that differ: what is said of each player on whom they do, the amounts on which they agree, and the buttons."""

    sentence: str
    said: Mapping[PlayerId, Sequence[str]]
    agreed: Mapping[PlayerId, str]
    choices: Sequence[Choice]


def differences_in_reports(pending: Pending) -> Differing | None:
    """Return where the pending reports of a table differ, None where they do not; of equal reports the latest is offered."""
    each = {frozenset(report.result.counted.items()): report for report in pending.reports}
    if len(each) < 2:
        return None
    reports = list(each.values())
    players = differing_players([report.result for report in reports])
    seats = [{seat.player: seat for seat in report.result.seats} for report in reports]
    first, amount = reports[0].result.seats, pending.record.format.amount
    return Differing(
        ngettext("The reports differ in {n} amount.", "The reports differ in {n} amounts.", len(players)),
        {
            player: [
                _("{name}: {value}", name=reporter_label(pending, report), value=_figure(amount, of[player], of))
                for report, of in zip(reports, seats, strict=True)
                if player in of
            ]
            for player in players
        },
        {seat.player: _amount(amount, seat, first) for seat in first if seat.player not in players},
        [
            Choice(
                report.pk,
                _(
                    "Use {amounts}",
                    amounts=listed(_figure(amount, of[player], of) for player in players if player in of),
                ),
                reporter_label(pending, report),
            )
            for report, of in zip(reports, seats, strict=True)
        ],
    )


def _amount(amount: Amount, seat: SeatRecord, seats: Sequence[SeatRecord]) -> str:
    """Return the amount of one of the seats of a table, a dash for none."""
    return seat_in_words(amount, seat, seats) or "–"


def _figure(amount: Amount, seat: SeatRecord, of: Mapping[PlayerId, SeatRecord]) -> str:
    """Return the amount of a seat of a report, with the words for a player who ran out of time."""
    said = _amount(amount, seat, list(of.values()))
    return _("{amount}, out of time", amount=said) if seat.timed_out else said


SHOWN = frozenset({PendingStep.DECISION, PendingStep.PLAYERS, PendingStep.VERSIONS, PendingStep.ACCEPTANCE})
"""The states of a pending report in which its row shows the reported figures."""

TWO_REPORTS = frozenset({PendingStep.DECISION, PendingStep.VERSIONS})
"""The states in which two people have reported differently."""


def stamp_of(table: TableRecord) -> str:
    """Return a text that changes whenever what a page shows of this table changes: its result, pending report, state and players."""
    official = table.official.key if table.official else 0
    latest = table.reports[-1] if table.reports else None
    pending = f"{latest.key}{'s' if latest.is_agreed else ''}" if latest else ""
    seats = "-".join(str(seat.player) for seat in table.seats)
    return f"{official}.{pending}.{table.state.value}.{seats}"


@dataclass
class GridRow:
    """The row of a table as stored, with its pending reports, for the template.

    ``seen`` is the version of the event that the row shows, 0 for the page's own. ``why_closed`` says why the row has no fields: empty
    where the page states it for all rows, None where the row has fields. ``username`` is the user who opens the page. ``numbered`` are
    the players whose names could be taken for another's. ``odd`` are sentences about what is odd about the phones of the table.
    """

    record: EventRecord
    table: TableRecord
    form: TableResultForm
    check: Check
    username: str
    pending: Sequence[TableReport] = ()
    seen: int = 0
    why_closed: str | None = None
    numbered: Collection[PlayerId] = ()
    odd: Sequence[str] = ()

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
        """The table cells with the field for the cash of each seat."""
        reports = self.differing
        return cash_cells(
            self.seats,
            self.form.prefix,
            entries=reverse("desk_entries", args=[self.record.slug]),
            order=seat_numbers(self.table, self.record.round(self.form.round_number).seat_source),
            is_closed=self.is_closed,
            numbered=self.numbered,
            surnames=self.record.surnames,
            said=reports.said if reports else None,
            agreed=reports.agreed if reports else None,
        )

    @cached_property
    def can_clear(self) -> bool:
        """Whether anything is reported of the table."""
        return self._has_figures or self.table.waiting is not None

    @property
    def _has_figures(self) -> bool:
        """Whether the official result says anything; one that was cleared does not."""
        return replace(self.table, official=None) != self.table.without_result()

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
        """The value of the row's hidden field: the pending report whose figures the fields show (see `ResultBasis`)."""
        return str(basis_of(self.record, self.table))

    @cached_property
    def state_words(self) -> str:
        """The state of the table's result, in words."""
        return state_words(self.record, self.table)

    @cached_property
    def stamp(self) -> str:
        """A text that changes whenever what a page shows of this table changes: its result, its pending report, its state, its players."""
        return stamp_of(self.table)

    @cached_property
    def saved_at(self) -> datetime | None:
        """When the result became official; None for none, and for one that was cleared."""
        return self.table.official.official_at if self.table.official and self._has_figures else None

    @cached_property
    def latest(self) -> WaitingReport | None:
        """The latest pending report."""
        return self.table.reports[-1] if self.table.reports else None

    @cached_property
    def waits(self) -> str:
        """What the pending report waits for, as the value of a `PendingStep`; empty where there is none."""
        return pending_step(self.record, self.table) or ""

    @cached_property
    def is_mine(self) -> bool:
        """Whether this user typed the pending report, so that somebody else must type it a second time."""
        return (
            self.waits == PendingStep.SECOND_TYPING
            and self.latest is not None
            and self.latest.reported_by == self.username
        )

    @cached_property
    def shown_reports(self) -> list[dict[str, Any]]:
        """The pending reports with their figures; empty where the row may not show them."""
        return reports_in_words(Pending(self.record, self.pending)) if self.waits in SHOWN else []

    @cached_property
    def differing(self) -> Differing | None:
        """Where the shown reports of the table differ, None where they do not."""
        return (
            differences_in_reports(Pending(self.record, self.pending))
            if self.waits in TWO_REPORTS and not self.is_closed
            else None
        )


class UnsavedRow(GridRow):
    """The row of a table that could not be saved: with the typed values, and with both values of a field that another desk changed.

    In a whole page, the row then counts as having shown the present version. A row that was sent alone keeps the version it was sent
    with until the director has chosen, for the whole page might be saved before the director has looked at the row.
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
        numbered: Collection[PlayerId] = (),
    ) -> None:
        check = check_as_typed(record, form)
        check = check if check.style != "ok" else replace(check, style="")  # nothing is in order that is not saved
        super().__init__(record, table, form, check, "", seen=whole_number(form.text_of("seen")), numbered=numbered)
        self.errors = _errors_beside_check(form)
        self.report_now, self.is_now = super().report, conflict is not None and not is_alone
        self.now = record.version if conflict is not None and is_alone else 0
        if self.is_now:
            self.seen = record.version
        self.conflict, self.typed, self.others = both_results(record, conflict).values()

    @property
    def changed(self) -> str:
        """The sentence above both values: which table another desk changed, and when it is known, who and when."""
        number, official = self.table.number, self.table.official
        if official is None or not official.official_by:
            return _("Somebody else changed this table while you were typing.")
        return _(
            "{user} changed table {table} at {time}.",
            user=official.official_by,
            table=number,
            time=clock_time(localtime(official.official_at)),
        )

    @property
    def report(self) -> str:
        """The value of the row's hidden field: as it was sent, or for the present report where the page shows both values."""
        return self.report_now if self.is_now else self.form.text_of("report")


def _errors_beside_check(form: ResultForm) -> list[str]:
    """Return the errors of a form's row that its check does not show already."""
    if form.is_valid() or form.judgement is None:
        return []  # the check then has all of them, see `check_as_typed`
    shown = 1 if form.judgement.refusals or form.judgement.open else 0
    return [str(error) for error in form.non_field_errors()[shown:]]


def check_as_typed(record: EventRecord, form: ResultForm) -> Check:
    """Return the check of a table as typed in a form; where a field cannot be read, only its error."""
    if form.is_valid() or form.judgement is not None:
        assert form.judgement is not None  # noqa: S101  a form without it has errors of its fields
        return check_of(record, form.judgement)
    wrong = " ".join(str(error) for errors in form.errors.values() for error in errors)
    before, how, after = wrong.rpartition(how_to_enter(form.amount))  # said once, however many amounts cannot be read
    return Check(before.replace(f"{how} ", "") + how + after, "wrong")
