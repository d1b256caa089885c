"""Prize-giving: what is read out, and certificates (R64-R65)."""

from __future__ import annotations

from tournament.pdf.flow import Space, Text, Together, warning
from tournament.pdf.job import Job, PaperError
from tournament.pdf.layout import Align, Box, Drawing, OnFront, Pen
from tournament.pdf.names import Weight
from tournament.pdf.sheet import Basis, Hangs, PaperSheet, Scope, SheetBlocks, Takes, flowing
from tournament.pdf.sheets.final import check_complete, scope_of_end
from tournament.pdf.tables import PrintedTable, TableColumn, TableRow
from tournament.pdf.words import spoken_name
from tournament.record.printing import ORDER, PartKind, SheetPart, of_player
from tournament.record.vocabulary import MedalPlace
from tournament.tellings.figures import thousandths
from tournament.tellings.news.prizes import awards, title_of
from tournament.tellings.words import disputed_in
from wording import gettext as _
from wording import gettext_noop, ngettext
from wording.figures import long_date

_MEDALS = SheetPart(PartKind.MEDALS)


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
    basis = Basis(((ORDER, (event.venue, len(event.closed_rounds), disputed)), *won))

    def pages(inside: Box) -> tuple[Drawing, ...]:
        return tuple(OnFront(_certificate(job, inside, place, is_junior=is_junior)) for is_junior, place in winners)

    return SheetBlocks((basis,), pages, scope_of_end())


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
        pen.fitted(band(0.82, 0.94), job.record.name, 26, align=Align.CENTRE)
        pen.fitted(band(0.66, 0.80), medal, 44, Weight.BOLD, Align.CENTRE)
        name = spoken_name(job.record.entry(place.player))
        pen.fitted(band(0.40, 0.64), name, 54, Weight.BOLD, Align.CENTRE)
        pen.fitted(
            band(0.31, 0.38),
            ngettext(
                "{points} points in {n} round",
                "{points} points in {n} rounds",
                len(job.record.closed_rounds),
                points=thousandths(place.total),
            ),
            18,
            align=Align.CENTRE,
        )
        where = ", ".join(part for part in (job.record.venue, long_date(job.record.date)) if part)
        pen.fitted(band(0.24, 0.30), where, 14, align=Align.CENTRE)
        middle = (inside.left + inside.right) / 2
        line = inside.bottom + 0.12 * inside.height
        pen.line(middle - 120, line, middle + 120, line)
        pen.fitted(
            Box(middle - 120, line - 18, middle + 120, line - 4), _("Tournament director"), 11, align=Align.CENTRE
        )
        if disputed:
            pen.fitted(band(0.025, 0.06), disputed, 11, Weight.BOLD, Align.CENTRE)

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
