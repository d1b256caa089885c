"""The results grid of a round: its forms, its rows, and what its page shows around them.

Which tables of a round and which entries were changed by other desks since a page was loaded, according to the log of changes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from types import MappingProxyType
from typing import Any

from django.utils import timezone

from tournament.access import own_table_in
from tournament.access.devices import oddities
from tournament.access.membership import OwnTable
from tournament.day.at_table import out_by_clock
from tournament.day.phones import ENOUGH, Oddity, PendingStep, tables_by_pending_step
from tournament.desk.desk import Desk
from tournament.desk.frame import for_page
from tournament.desk.results.forms import ResultBasis, TableResultForm
from tournament.desk.results.pending import Pending, basis_of, in_fields, pending_reports, shown_in_fields
from tournament.desk.results.rows import GridRow, UnsavedRow, ambiguous_names
from tournament.desk.rounds import round_context
from tournament.models import TableReport
from tournament.models.at_table import presses_of
from tournament.public.lists import addresses, on_page
from tournament.record.acts import ACTS, Act, Part
from tournament.record.event import RoundRecord, TableRecord
from tournament.record.figures import ChangeRow
from tournament.record.vocabulary import Dollars, OnDevices, PlayerId, ReportSource, ResultCheck, RoundState
from tournament.scores.explaining import Scores
from tournament.scores.plausibility import judge_table
from tournament.scores.scoring import fines_of
from tournament.services.results.official import ResultConflictError
from tournament.services.results.phones import browsers_agreed
from tournament.services.results.reports import shown_tables
from tournament.services.results.stored import ByTable
from tournament.tellings.hall import odd_words
from tournament.tellings.results import FOR_FILES, check_of, round_results
from wording import gettext as _
from wording import ngettext
from wording.digits import whole_number
from wording.figures import listed


def tables_touched(changes: Iterable[ChangeRow], round_: RoundRecord) -> list[int]:
    """Return the numbers of the tables of a round whose rows may look different after these changes."""
    every = [table.number for table in round_.tables]
    found: set[int] = set()
    for change in changes:
        part, is_here = ACTS[Act(change.act)].part, change.round_number == round_.number
        if part is Part.RESULTS and is_here:
            named = _numbers_in_change(change, "tables") | ({change.table_number} if change.table_number else set())
            found |= named or set(every)
        elif Act(change.act) is Act.CHANGE_SETTINGS or (part is Part.DRAWS and is_here):
            return every
        elif part in (Part.PENALTIES, Part.ENTRIES):
            tables = [round_.table_of(PlayerId(number)) for number in _entries(change)]
            found |= {table.number for table in tables if table}
    return [number for number in every if number in found]


def entries_touched(changes: Iterable[ChangeRow]) -> list[int]:
    """Return the numbers of the entries that these changes may have changed, removed entries included."""
    return sorted({number for change in changes for number in _entries(change)})


def _entries(change: ChangeRow) -> set[int]:
    """Return the numbers of the entries that a change is about."""
    return {*change.entries, *_numbers_in_change(change, "entries"), *_numbers_in_change(change, "names")}


def _numbers_in_change(change: ChangeRow, group: str) -> set[int]:
    """Return the numbers that are the keys of a ``group`` (such as "tables") in the stored figures of a change, before or after it."""
    found: set[int] = set()
    for figures in (change.before, change.after):
        rows: Any = figures.get(group, {}) if isinstance(figures, Mapping) else {}
        found |= {int(number) for number in rows if str(number).isdigit()} if isinstance(rows, Mapping) else set()
    return found


def in_spans(numbers: Iterable[int]) -> str:
    """Return numbers as a short text for a hidden field of a page: "1-16 18". `within_spans` reads it."""
    order = sorted(numbers)
    breaks = [0, *(at for at, (one, other) in enumerate(pairwise(order), 1) if other - one > 1), len(order)]
    spans = [(order[start], order[end - 1]) for start, end in pairwise(breaks) if end > start]
    return " ".join(f"{first}-{last}" if last > first else str(first) for first, last in spans)


def within_spans(text: str, numbers: Collection[PlayerId]) -> frozenset[PlayerId]:
    """Return those of these numbers that are in a text written by `in_spans`."""
    ends = [tuple(map(whole_number, (word.partition("-")[0], word.rpartition("-")[2]))) for word in text.split()]
    return frozenset(number for number in numbers if any(first <= number <= last for first, last in ends))


class Grid:
    """The results of a round, for the user who opens its page at the desk."""

    def __init__(self, desk: Desk, number: int) -> None:
        self.desk, self.record, self.number = desk, desk.record, number
        self.round_ = desk.round_(number)
        self.is_open = self.round_.state is RoundState.PUBLISHED
        self._pending: ByTable = {}
        self._odd: Mapping[int, Sequence[Oddity]] = {}

    @cached_property
    def own(self) -> OwnTable | None:
        """The table of the round at which the user plays, so that its row has no fields; None where there is none."""
        return own_table_in(self.desk.user, self.desk.event, "desk_results", self.number)

    @cached_property
    def fines(self) -> Mapping[PlayerId, Dollars]:
        """The fines of the round in dollars by player."""
        return fines_of(self.record, self.number)

    @cached_property
    def ambiguous_players(self) -> frozenset[PlayerId]:
        """The players whose names could be taken for another's."""
        return ambiguous_names(self.record.entries)

    @cached_property
    def closed(self) -> Mapping[int, str]:
        """The tables whose rows have no fields for this user, and why; the reason is empty where the page states it once for all rows.

        These are the user's own table; every table if the user's roles may not enter results; and for a user who may only check them,
        the tables that nobody else has typed yet.
        """
        own = {self.own.table: self.own.sentence} if self.own else {}
        if self.desk.may(Act.RECORD_RESULT):
            return own
        if self.record.result_check is not ResultCheck.REKEY or not self.desk.may(Act.CONFIRM_RESULT):
            return {table.number: "" for table in self.round_.tables} | own
        name = self.desk.user.get_username()
        return {
            table.number: "" if table.has_reported else _("Somebody else must enter this table's result first.")
            for table in self.round_.tables
            if not any(row.source is ReportSource.DESK and row.reported_by != name for row in table.reports)
        } | own

    def form(
        self, table: TableRecord, pending: Sequence[TableReport] = (), typed: Any = None, **options: Any
    ) -> TableResultForm:
        """Return the form of a table, unsent or with ``typed`` data; ``pending`` are the table's pending reports."""
        return TableResultForm(
            typed,
            record=self.record,
            round_number=self.number,
            table=in_fields(table, Pending(self.record, pending)),
            fines=self.fines,
            is_agreed=self.record.result_check is ResultCheck.TABLE and basis_of(self.record, table).is_signed,
            **options,
        )

    def sent_forms(self, tables: Iterable[TableRecord]) -> dict[int, TableResultForm]:
        """Return a form by number for each of these tables that was sent, with what the sending page had shown of it."""
        post = self.desk.request.POST
        sent = [table for table in tables if f"t{table.number}-ended_by" in post]
        seen = {table.number: whole_number(post.get(f"t{table.number}-seen")) or None for table in sent}
        bases = {table.number: ResultBasis.read(post.get(f"t{table.number}-report", "")).report for table in sent}
        official = shown_tables(self.desk.event, self.number, self.desk.actor.seen, list(seen), seen)
        pending = pending_reports(self.desk, self.number, sent)
        shown = shown_in_fields(self.desk, self.number, official, bases, pending)
        return {
            table.number: self.form(table, pending.get(table.number, ()), post, shown=shown[table.number])
            for table in sent
        }

    def form_following(self, form: TableResultForm, conflict: ResultConflictError) -> TableResultForm:
        """Return the form of a table after a conflict: with the typed values, but stored ones in fields that the user left alone."""
        table = self.round_.table(form.table.number)
        stored = table.with_result(conflict.stored) if table.waiting else table
        return TableResultForm(
            form.sent_following(conflict.followed),
            record=self.record,
            round_number=self.number,
            table=stored,
            is_agreed=self.form(table).is_agreed,
        )

    def rows(
        self,
        tables: Sequence[TableRecord],
        *,
        seen: int,
        scores: Scores | None = None,
        on_clock: Mapping[int, Collection[int]] = MappingProxyType({}),
    ) -> list[GridRow]:
        """Return the rows of these tables as stored.

        ``seen`` is the version of the event that they show, 0 for the page's own. ``scores`` saves scoring the tables once more.
        ``on_clock`` has by table the players who ran out of time on its clock: proposed as long as nothing is reported of the table.
        """
        self._pending = pending = pending_reports(self.desk, self.number, tables)
        has_phones = self.is_open and self.record.has_table_codes
        self._odd = oddities(self.desk.event, self.number) if has_phones else {}
        return [
            self._row(table, pending.get(table.number, ()), seen, scores, on_clock.get(table.number, ()))
            for table in tables
        ]

    def _row(
        self,
        table: TableRecord,
        pending: Sequence[TableReport],
        seen: int,
        scores: Scores | None,
        on_clock: Collection[int],
    ) -> GridRow:
        """Return the row of one table, see `rows`."""
        form = self.form(table, pending, on_clock=() if pending or table.has_cash else on_clock)
        scored = scores.results(self.number).get(table.number) if scores and form.table is table else None
        judged = judge_table(self.record, self.number, form.table, is_confirmed=True, fines=self.fines, scored=scored)
        return GridRow(
            self.record,
            table,
            form,
            check_of(self.record, judged),
            self.desk.user.get_username(),
            pending,
            seen,
            self.closed.get(table.number),
            self.ambiguous_players,
            [odd_words(self.record, odd) for odd in self._odd.get(table.number, ())],
        )

    def page(
        self,
        unsaved: Mapping[int, TableResultForm] | None = None,
        conflicts: Mapping[int, ResultConflictError] | None = None,
        saved: Sequence[int] = (),
    ) -> dict[str, Any]:
        """Return the context of the page, after a save with its outcome.

        ``unsaved`` has by table the forms that were not saved, ``conflicts`` those refused because another desk had changed the same;
        ``saved`` are the tables just saved.
        """
        forms, conflicts = unsaved or {}, conflicts or {}
        scores = Scores(self.record)
        presses = presses_of(self.desk.event, self.number) if self.is_open else {}
        on_clock = out_by_clock(self.round_, self.record.format, presses, timezone.now()) if self.is_open else {}
        version = self.record.version if forms else 0
        rows = self.rows(self.round_.tables, seen=version, scores=scores, on_clock=on_clock)
        rows = [self._as_typed(row, forms, conflicts) for row in rows]
        listing = None if self.is_open else round_results(scores, self.number).without(*FOR_FILES)
        leads_to = addresses(self.desk.slug, player="desk_entry", table="desk_table")
        return self._context(
            rows,
            round=self.round_,
            problems=_not_saved(sorted(forms), is_rest_saved=bool(saved)) if forms else [],
            is_asking=all(row.check.style == "doubt" for row in rows if row.is_unsaved) and not conflicts,
            scores=on_page(listing, leads_to) if listing and listing.rows else None,
            has_scores=any(table.has_result for table in self.round_.tables),
            is_open=self.is_open,
            **round_context(self.desk, self.round_),
        )

    def _as_typed(
        self, row: GridRow, forms: Mapping[int, TableResultForm], conflicts: Mapping[int, ResultConflictError]
    ) -> GridRow:
        """Return the row with what was typed and not saved, or unchanged where nothing was or the user plays at that table."""
        number = row.table.number
        if number not in forms or (self.own and self.own.table == number):
            return row
        return UnsavedRow(
            self.record,
            row.table,
            forms[number],
            conflicts.get(number),
            is_alone=False,
            numbered=self.ambiguous_players,
        )

    def answer(self, rows: Sequence[GridRow]) -> dict[str, Any]:
        """Return the context for some rows alone, with what depends on them: the next step, the stages of the day, the waiting tables."""
        return for_page(self._context(rows), "desk_round")

    def unsaved_row(self, form: TableResultForm, conflict: ResultConflictError | None) -> GridRow:
        """Return the row of a table that was sent alone and could not be saved."""
        return UnsavedRow(
            self.record,
            self.round_.table(form.table.number),
            form,
            conflict,
            is_alone=True,
            numbered=self.ambiguous_players,
        )

    def _context(self, rows: Sequence[GridRow], **context: Any) -> dict[str, Any]:
        """Return the context of rows: how results are checked, which tables can be accepted, and which are not signed."""
        waits = tables_by_pending_step(self.record, self.round_)
        agreed = set(waits.get(PendingStep.ACCEPTANCE, ())) - {self.own.table if self.own else 0}
        accepted = [table for table in self.round_.tables if table.number in agreed]
        return self.desk.context(
            number=self.number,
            rows=rows,
            most_seats=range(max(self.round_.sizes, default=0)),
            result_check=self.record.result_check.value,
            agreed=[(table.number, table.reports[-1].key) for table in accepted],
            accept_words=accept_tables([table.number for table in accepted]),
            agreed_alone=self._from_one_phone(accepted),
            unsigned=_unsigned_sentence(waits.get(PendingStep.SIGNATURES, ())),
            # A round played on devices is accepted and closed on its page of boards.
            is_accepting_next=bool(accepted)
            and all(table.is_official or table in accepted for table in self.round_.tables)
            and all(table.on_devices is OnDevices.NONE for table in accepted),
            **context,
        )

    def _from_one_phone(self, accepted: Sequence[TableRecord]) -> str:
        """Return a sentence about the agreed tables at which one phone alone agreed for everybody; empty for none."""
        keys = {
            table.reports[-1].key: table.number
            for table in accepted
            if table.reports[-1].source is ReportSource.PLAYER and table.on_devices is OnDevices.NONE
        }
        if not keys:
            return ""
        browsers = {each.pk: each.browsers or 0 for of_table in self._pending.values() for each in of_table}
        if not keys.keys() <= browsers.keys():
            browsers = browsers_agreed(TableReport.objects.filter(pk__in=keys, table__round__event=self.desk.event))
        alone = [number for key, number in keys.items() if browsers.get(key, 0) < ENOUGH]
        if not alone:
            return ""
        return ngettext(
            "One phone agreed for everybody at table {tables}.",
            "One phone agreed for everybody at each of tables {tables}.",
            len(alone),
            tables=listed(alone),
        )


def accept_tables(numbers: Sequence[int]) -> str:
    """Return the words of the button that accepts the reports of these tables."""
    return ngettext("Accept table {tables}", "Accept tables {tables}", len(numbers), tables=listed(numbers))


def _unsigned_sentence(numbers: Sequence[int]) -> str:
    """Return a sentence about the tables whose slips are not signed by all; empty for none."""
    if not numbers:
        return ""
    return ngettext(
        "Not everyone at table {tables} has signed yet.",
        "Not everyone at tables {tables} has signed yet.",
        len(numbers),
        tables=listed(numbers),
    )


def _not_saved(numbers: Sequence[int], *, is_rest_saved: bool) -> list[str]:
    """Return the problem of a page on which these tables were not saved; ``is_rest_saved`` is whether others were."""
    wrong = ngettext(
        "Check the message next to table {tables}.",
        "Check the messages next to tables {tables}.",
        len(numbers),
        tables=listed(numbers),
    )
    return [" ".join([wrong, _("The other changes have been saved.")]) if is_rest_saved else wrong]
