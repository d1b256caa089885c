"""The end of the event on paper: the final list, and the form for the medal office (R64-R67).

Prize-giving: what is read out, and certificates (R64-R65).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from tournament.pdf.flow import SMALLEST, Block, Space, Text, Titled, Together, pages_of, warning
from tournament.pdf.job import Job, PaperError
from tournament.pdf.layout import Align, Box, Drawing, OnFront, Pen
from tournament.pdf.lines import Weight
from tournament.pdf.listed import ColumnStyle, ListBlock, SideBySide, listed, present_columns
from tournament.pdf.sheet import Basis, Hangs, PaperSheet, Scope, SheetBlocks, Takes, flowing, posted
from tournament.pdf.tables import PrintedTable, TableColumn, TableRow
from tournament.pdf.words import SIGNATURE, name_and, spoken_name
from tournament.record.event import EntryRecord, EventRecord
from tournament.record.formats import Part
from tournament.record.names import parts_of
from tournament.record.printing import ORDER, PartKind, SheetPart, of_player
from tournament.record.vocabulary import MedalPlace
from tournament.tellings.listing import Listing
from tournament.tellings.medals import (
    few_juniors,
    form_listing,
    junior_listing,
    medal_listing,
)
from tournament.tellings.prizes import awards, still_waiting, title_of
from tournament.tellings.words import disputed_in, nation, thousandths, with_minus_signs
from wording import gettext as _
from wording import gettext_noop, ngettext, pgettext
from wording.figures import long_date

# Widths and sizes beside a name of 14 points; they grow with it.
RANK = ColumnStyle(36, Align.RIGHT, Weight.BOLD, SMALLEST)
NAME = ColumnStyle(size=SMALLEST)
MEDALS = {
    "place": RANK,
    "medal": ColumnStyle(70, weight=Weight.BOLD, size=12),
    "name": NAME,
    "nation": ColumnStyle(60, size=10),
    "total": ColumnStyle(66, weight=Weight.BOLD, size=12),
}
OTHERS = {key: shape for key, shape in MEDALS.items() if key not in ("medal", "nation")}
UNDER_SIZE = 8.5  # of the nation, below the names of a long list in two columns
_MEDALS = SheetPart(PartKind.MEDALS)
FEW = 8  # rows that stand in one column in any case
FIELD = {
    "rank": ColumnStyle(40, weight=Weight.BOLD),
    "contestant": ColumnStyle(64),
    "name": ColumnStyle(size=12),
    "nation": ColumnStyle(70),
    "score": ColumnStyle(60),
    "medal": ColumnStyle(58),
    "remark": ColumnStyle(62),
}


def scope_of_end() -> str:
    """The words in the head of a list that is printed only at the end."""
    return pgettext("the result at the end of an event", "Final")


def _final_list(job: Job) -> SheetBlocks:
    """The final list: medals, and juniors' medals."""
    check_complete(job)
    scores = job.scores
    medals, juniors = medal_listing(scores), junior_listing(scores)
    disputed = warning(disputed_in(job.record.closed_rounds))

    def blocks(size: float, *, in_columns: bool) -> list[Block]:
        found: list[Block] = [*disputed, *_replacement_note(job)]
        heading = _("Medals") if job.record.has(Part.MEDALS) else _("Final list")
        found += _places(medals, heading, size, tuple(_reasons(job)), in_columns=in_columns)
        if juniors.rows:
            few = Text(few_juniors(scores), 9, before=6)
            lists = _places(juniors, juniors.caption, size, (few,) * bool(few.text), in_columns=in_columns)
            found += [Space(14), Together(tuple(lists))]
        return found

    lists = (ListBlock(medals, _MEDALS), ListBlock(juniors, SheetPart(PartKind.JUNIORS)))
    ways = (partial(blocks, in_columns=False), partial(blocks, in_columns=True))
    return posted((*disputed, *lists), lambda: ways, scope_of_end())


def _places(
    listing: Listing, heading: str, size: float, reasons: tuple[Block, ...], *, in_columns: bool
) -> Iterator[Block]:
    """A list of medals with the reasons for them; ``in_columns`` sets the places without a medal in two columns if the list is long."""
    scale, won = size / SMALLEST, listing.rows
    if in_columns and len(listing.rows) > FEW:
        won = tuple(row for row in listing.rows if any(cell.mark is not None for cell in row.cells))
    others = tuple(row for row in listing.rows if row not in won)
    if won:
        yield listed(replace(listing, rows=won), present_columns(MEDALS, listing), heading=heading, size=11.0).scaled(
            scale
        )
    yield from reasons
    if others:
        yield Space(6)
        further = _("{heading} (continued)", heading=heading) if won else heading
        sizes: dict[str, Any] = {"size": SMALLEST, "padding": 1.8, "under_size": UNDER_SIZE}
        table = listed(replace(listing, rows=others), OTHERS, under={"nation": ""}, **sizes)
        title = Text(further, 13.75 * scale, Weight.BOLD, after=6)
        yield Titled(title, SideBySide((table.scaled(scale, head_size=8.5),)))


def _reasons(job: Job) -> Iterator[Block]:
    """The sentences that explain medals and shared places; those on medals are larger (silver may have more points than gold, R64-R65)."""
    seen: set[int] = set()
    for place in job.scores.medals:
        if not place.why or not (place.medal or (place.is_shared and place.place not in seen)):
            continue
        size = SMALLEST if place.medal else 9
        yield Text(name_and(job.name(place.player), with_minus_signs(place.why)), size, before=0 if seen else 6)
        seen.add(place.place)


def _replacement_note(job: Job) -> list[Block]:
    """The line that names the version on the print that this one replaces (R68); none where there is no such print."""
    replaced = job.options.replaces
    return warning(_("This replaces version {version}. Destroy that version.", version=replaced) if replaced else "")


def check_complete(job: Job) -> None:
    """Raise PaperError where not all planned rounds are closed (R64-R65)."""
    if not job.record.is_complete:
        raise PaperError(still_waiting(job.record)[0])


def _medal_form(job: Job) -> SheetBlocks:
    """The form that the medal office takes: medals and junior medals, signatures, then the whole field with rank and score."""
    check_complete(job)
    tables = (
        _form_table(job, _("Medals"), job.scores.medals),
        _form_table(job, _("Junior medals"), job.scores.juniors),
    )
    disputed, field = disputed_in(job.record.closed_rounds), form_listing(job.scores)

    def pages(inside: Box) -> tuple[Drawing, ...]:
        medals, juniors = tables
        rank = Text(
            _("Rank by total alone, as used for the Pentamind; no tie-break changes it (R66)."),
            10,
            Weight.BOLD,
            after=6,
        )
        by_total = [rank] * job.record.has(Part.PENTAMIND)
        blocks = (
            *warning(_over_dispute(job, disputed) if disputed else ""),
            *_replacement_note(job),
            Text(_("For the arbiter to sign. Please write any additions in BLOCK CAPITALS."), after=8),
            *(_to_sign(medals), Space(12), _to_sign(juniors), Space(24)),
            Text(_signature_line(), 11, after=14),
            Text(_("Date and time: {blank}", blank="_" * 20), 11),
            Space(24),
            Together(
                (
                    *by_total,
                    listed(field, FIELD, heading=field.caption),
                )
            ),
        )
        return pages_of(inside, blocks)

    # The reason for printing it during a dispute is left out: it does not put earlier prints out of date.
    return SheetBlocks((*warning(disputed), *tables, ListBlock(field, by=of_player)), pages, scope_of_end())


def _over_dispute(job: Job, disputed: str) -> str:
    """The sentence on an open dispute, with the reason for which the form was printed all the same."""
    return " ".join((disputed, _("Reason for printing now: {reason}", reason=job.options.over_dispute)))


def _signature_line() -> str:
    """The line for signatures."""
    blank = "_" * 30
    return "    ".join((_("Arbiter: {blank}", blank=blank), _("Verified by: {blank}", blank=blank)))


def _form_table(job: Job, heading: str, places: tuple[MedalPlace, ...]) -> PrintedTable:
    """The medal winners among these places, as a table of the medal form."""
    rows = [
        TableRow(
            (
                place.medal.words.upper(),
                *first_and_last(job.people[place.player]),
                nation(job.people[place.player]),
                thousandths(place.total),
                "",
            )
        )
        for place in places
        if place.medal
    ]
    return PrintedTable(
        columns=(
            TableColumn(_("Position"), 58, weight=Weight.BOLD),
            TableColumn(_("First name"), size=12),
            TableColumn(_("Surname"), size=12),
            TableColumn(_("Nationality"), 60),
            TableColumn(_("Score"), 54, Align.RIGHT),
            TableColumn(_("Prize"), 50),
        ),
        rows=tuple(rows) or (TableRow(("", _("none"), "", "", "", "")),),
        heading=heading,
        about=_MEDALS,
        row_height=26,
        has_grid=True,
        is_whole=True,
    )


def _to_sign(table: PrintedTable) -> PrintedTable:
    """The table with a column in which each winner signs for the prize; being empty it does not put earlier prints out of date."""
    rows = tuple(replace(row, cells=(*row.cells, "")) for row in table.rows)
    return replace(table, columns=(*table.columns, TableColumn(_("Received, signature"), SIGNATURE)), rows=rows)


def first_and_last(entry: EntryRecord) -> tuple[str, str]:
    """A player's first name and surname: as they were entered, else the last word of the name is the surname."""
    return parts_of(entry.as_entered, entry.given_name, entry.family_name)


FINAL_LIST = PaperSheet(
    "final-list", gettext_noop("Final list"), Scope.EVENT, _final_list, hangs=Hangs.AT_THE_END, carries_address=True
)
MEDAL_FORM = PaperSheet(
    "medal-form",
    gettext_noop("Medal form"),
    Scope.EVENT,
    _medal_form,
    hangs=Hangs.AT_THE_END,
    needs_ruling=True,
)


def _prize_giving(job: Job) -> SheetBlocks:
    """The text to be read out at the prize-giving, best medal last: names, totals, and the sentence that explains the place."""
    _winners(job)
    blocks = warning(disputed_in(job.record.closed_rounds))
    for award in awards(job.record):
        table = PrintedTable(
            columns=(TableColumn(""), TableColumn("", 110, Align.RIGHT, Weight.BOLD, 16)),
            rows=tuple(
                TableRow((winner.name, "" if award.is_brief else winner.total), under=winner.country)
                for winner in award.winners
            ),
            heading=award.title,
            about=_MEDALS,
            size=20,
            under_size=12.5,
        )
        said = "" if award.is_brief else award.why
        why = [Text(said, 12.5, before=3, after=0, about=_MEDALS)] * bool(said)
        blocks.append(Together((table, *why, Space(18))))
    return flowing(blocks, scope_of_end())


def _certificates(job: Job) -> SheetBlocks:
    """A certificate for every medal, juniors' medals included; a landscape page each."""
    every = _winners(job)
    winners = job.chosen(every, [place.player for _is_junior, place in every])
    event, disputed = job.record, disputed_in(job.record.closed_rounds)
    won = (
        (
            of_player(place.player),
            ("junior " * is_junior, place.medal, spoken_name(job.record.entry(place.player)), place.total),
        )
        for is_junior, place in winners
    )
    basis = Basis(((ORDER, (event.venue, _rounds_that_count(event), disputed)), *won))

    def pages(inside: Box) -> tuple[Drawing, ...]:
        return tuple(OnFront(_certificate(job, inside, place, is_junior=is_junior)) for is_junior, place in winners)

    return SheetBlocks((basis,), pages, scope_of_end())


def _rounds_that_count(record: EventRecord) -> int:
    """The number of closed rounds that are in the totals."""
    return sum(record.stage_of(round_.number).counts for round_ in record.closed_rounds)


def _certificate(job: Job, inside: Box, place: MedalPlace, *, is_junior: bool) -> Drawing:
    """The drawing of the certificate for a place with a medal, or a junior medal."""
    disputed = disputed_in(job.record.closed_rounds)

    def band(bottom: float, top: float) -> Box:
        return Box(
            inside.left + 40,
            inside.bottom + bottom * inside.height,
            inside.right - 40,
            inside.bottom + top * inside.height,
        )

    def draw(pen: Pen) -> None:
        pen.box(Box(inside.left, inside.bottom + 4, inside.right, inside.top), 3)
        pen.box(Box(inside.left + 6, inside.bottom + 10, inside.right - 6, inside.top - 6), 0.75)
        medal = title_of(place.medal, is_junior=is_junior) if place.medal else ""
        pen.draw_fitted(band(0.82, 0.94), job.record.name, 26, align=Align.CENTRE)
        pen.draw_fitted(band(0.66, 0.80), medal, 44, Weight.BOLD, Align.CENTRE)
        name = spoken_name(job.record.entry(place.player))
        pen.draw_fitted(band(0.40, 0.64), name, 54, Weight.BOLD, Align.CENTRE)
        pen.draw_fitted(
            band(0.31, 0.38),
            ngettext(
                "{points} points in {n} round",
                "{points} points in {n} rounds",
                _rounds_that_count(job.record),
                points=thousandths(place.total),
            ),
            18,
            align=Align.CENTRE,
        )
        where = ", ".join(part for part in (job.record.venue, long_date(job.record.date)) if part)
        pen.draw_fitted(band(0.24, 0.30), where, 14, align=Align.CENTRE)
        middle = (inside.left + inside.right) / 2
        line = inside.bottom + 0.12 * inside.height
        pen.line(middle - 120, line, middle + 120, line)
        pen.draw_fitted(
            Box(middle - 120, line - 18, middle + 120, line - 4), _("Tournament director"), 11, align=Align.CENTRE
        )
        if disputed:
            pen.draw_fitted(band(0.025, 0.06), disputed, 11, Weight.BOLD, Align.CENTRE)

    return draw


def _winners(job: Job) -> list[tuple[bool, MedalPlace]]:
    """The medals won, each with whether it is a junior medal; those come last.

    Raises PaperError before the last round is closed, and where nobody wins a medal.
    """
    check_complete(job)
    every = [(False, place) for place in job.scores.medals] + [(True, place) for place in job.scores.juniors]
    winners = [(is_junior, place) for is_junior, place in every if place.medal]
    if not winners:
        raise PaperError(_("There is nobody left to win a medal: all have withdrawn or been disqualified."))
    return winners


PRIZE_GIVING = PaperSheet(
    "prize-giving", gettext_noop("Prize-giving"), Scope.EVENT, _prize_giving, hangs=Hangs.AT_THE_END
)
CERTIFICATES = PaperSheet(
    "certificates",
    gettext_noop("Certificates"),
    Scope.EVENT,
    _certificates,
    takes=frozenset({Takes.PLAYERS}),
    hangs=Hangs.AT_THE_END,
    is_bare=True,
    is_framed=True,
)
