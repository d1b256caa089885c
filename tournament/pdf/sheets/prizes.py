"""Prize-giving: what is read out, certificates, and the list to sign (R64-R65)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tournament.pdf.flow import Block, Space, Text, Titled, Together, warning
from tournament.pdf.job import Job, PaperError
from tournament.pdf.layout import Align, Box, Drawing, OnFront, Pen
from tournament.pdf.names import Weight
from tournament.pdf.sheet import Basis, Hangs, PaperSheet, Scope, SheetBlocks, Takes, flowing
from tournament.pdf.sheets.final import check_complete, scope_of
from tournament.pdf.tables import PrintedTable, TableColumn, TableRow
from tournament.record.printing import ORDER, PartKind, SheetPart, of_player
from tournament.record.vocabulary import MedalPlace
from tournament.tellings.cells import nation
from tournament.tellings.figures import thousandths, with_minus_signs
from tournament.tellings.news.prizes import gives_away
from tournament.tellings.words import disputed_in

JUNIOR = "junior "
_MEDALS = SheetPart(PartKind.MEDALS)


def _prize_giving(job: Job) -> SheetBlocks:
    """The text to be read out at the prize-giving, best medal last: name, total, and the sentence that explains the place."""
    winners = _winners(job, "No medal is decided yet")
    blocks = warning(disputed_in(job.record.closed_rounds))
    for heading, kind in (("Junior medals", JUNIOR), ("Medals", "")):
        is_brief = bool(kind) and gives_away(job.scores)
        blocks += _medals_to_call(job, heading, [place for each, place in winners if each == kind], is_brief=is_brief)
    return flowing(blocks, scope_of(job))


def _medals_to_call(job: Job, heading: str, places: list[MedalPlace], *, is_brief: bool) -> Iterator[Block]:
    """The medals of a list in the order in which they are called, best last.

    ``is_brief`` leaves out totals and reasons, from which the audience could tell who gets a medal that is called later.
    """
    for index, place in enumerate(reversed(places)):
        shared = "shared " if place.is_shared else ""
        table = PrintedTable(
            columns=(TableColumn(""), TableColumn("", 110, Align.RIGHT, Weight.BOLD, 16)),
            rows=(TableRow((job.name(place.player), "" if is_brief else thousandths(place.total))),),
            heading=f"{shared}{place.medal}".capitalize(),
            about=_MEDALS,
            size=20,
        )
        sentences = filter(None, (nation(job.people[place.player]), "" if is_brief else with_minus_signs(place.why)))
        below = (Text(sentence, 12.5, before=3, after=0, about=_MEDALS) for sentence in sentences)
        block = Together((table, *below, Space(18)))
        yield block if index else Titled(Text(heading, 16, Weight.BOLD, after=8), block)


def _certificates(job: Job) -> SheetBlocks:
    """A certificate for every medal, juniors' medals included; a landscape page each."""
    winners = _chosen_winners(job, _winners(job, "No medal is decided yet, so there are no certificates"))
    event, disputed = job.record, disputed_in(job.record.closed_rounds)
    won = (
        (of_player(place.player), (kind, place.medal, job.name(place.player), place.total)) for kind, place in winners
    )
    basis = Basis(((ORDER, (event.venue, len(event.closed_rounds), disputed)), *won))

    def pages(inside: Box) -> tuple[Drawing, ...]:
        return tuple(OnFront(_certificate(job, inside, kind.capitalize(), place)) for kind, place in winners)

    return SheetBlocks((basis,), pages, scope_of(job))


def _chosen_winners(job: Job, winners: Sequence[tuple[str, MedalPlace]]) -> tuple[tuple[str, MedalPlace], ...]:
    """The winners among the chosen players, in the chosen part; raises PaperError where there are none."""
    found = [each for each in winners if job.options.takes_player(each[1].player)]
    if not found:
        numbers = ", ".join(str(place.player) for _, place in winners)
        raise PaperError(f"None of the chosen players has a medal; the medals went to numbers {numbers}.")
    players = job.part(list(dict.fromkeys(place.player for _, place in found)), "winners")
    return tuple(each for each in found if each[1].player in players)


def _certificate(job: Job, inside: Box, kind: str, place: MedalPlace) -> Drawing:
    """The drawing of a certificate; ``kind`` is the word before the medal, empty or "Junior "."""
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
        medal = f"{kind}{place.medal} medal".capitalize()
        pen.fitted(band(0.82, 0.94), job.record.name, 26, align=Align.CENTRE)
        pen.fitted(band(0.66, 0.80), medal, 44, Weight.BOLD, Align.CENTRE)
        pen.fitted(band(0.40, 0.64), job.name(place.player), 54, Weight.BOLD, Align.CENTRE)
        pen.fitted(
            band(0.31, 0.38),
            f"{thousandths(place.total)} points in {len(job.record.closed_rounds)} rounds",
            18,
            align=Align.CENTRE,
        )
        where = ", ".join(part for part in (job.record.venue, f"{job.record.date.day} {job.record.date:%B %Y}") if part)
        pen.fitted(band(0.24, 0.30), where, 14, align=Align.CENTRE)
        middle = (inside.left + inside.right) / 2
        line = inside.bottom + 0.12 * inside.height
        pen.line(middle - 120, line, middle + 120, line)
        pen.text(middle, line - 14, "Tournament director", 11, align=Align.CENTRE)
        if disputed:
            pen.fitted(band(0.025, 0.06), disputed, 11, Weight.BOLD, Align.CENTRE)

    return draw


def _prize_receipts(job: Job) -> SheetBlocks:
    """A list to sign when medals and prizes are handed over."""
    winners = _winners(job, "No medal is decided yet, so there is nothing to sign for")
    table = PrintedTable(
        columns=(
            TableColumn("Medal", 110, weight=Weight.BOLD),
            TableColumn("Name", size=12),
            TableColumn("Prize", 110),
            TableColumn("Received, signature", 150),
        ),
        rows=tuple(TableRow((f"{kind}{place.medal}", job.name(place.player), "", "")) for kind, place in winners),
        row_height=34,
        has_grid=True,
        about=_MEDALS,
    )
    return flowing([*warning(disputed_in(job.record.closed_rounds)), table], scope_of(job))


def _winners(job: Job, refusal: str) -> list[tuple[str, MedalPlace]]:
    """The medals won, each with the word before it: empty, or JUNIOR for those of juniors, which come last.

    Raises PaperError before the last round is closed, beginning with ``refusal``, and where nobody wins a medal.
    """
    check_complete(job, refusal)
    every = [("", place) for place in job.scores.medals] + [(JUNIOR, place) for place in job.scores.juniors]
    winners = [(kind, place) for kind, place in every if place.medal]
    if not winners:
        raise PaperError("Nobody is left who could win a medal: everybody withdrew or was disqualified.")
    return winners


PRIZE_GIVING = PaperSheet("prize-giving", "Prize-giving", Scope.EVENT, _prize_giving, hangs=Hangs.FOR_PRIZES)
PRIZE_RECEIPTS = PaperSheet("prize-receipts", "Prize receipts", Scope.EVENT, _prize_receipts, hangs=Hangs.FOR_PRIZES)
CERTIFICATES = PaperSheet(
    "certificates",
    "Certificates",
    Scope.EVENT,
    _certificates,
    takes=frozenset({Takes.PLAYERS}),
    hangs=Hangs.FOR_PRIZES,
    is_bare=True,
    is_framed=True,
)
