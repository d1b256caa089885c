"""The standings as they are posted, with the lines where the final will be cut (R46) and the sentences that explain a place."""

from __future__ import annotations

from collections.abc import Iterator

from tournament.pdf.flow import SMALLEST, Block, Space, Text, Titled, posted_pages, warning
from tournament.pdf.job import Job, PackPart
from tournament.pdf.layout import Align
from tournament.pdf.listed import Shape, SideBySide, listed
from tournament.pdf.names import Weight
from tournament.pdf.sheet import LIST, Hangs, PaperSheet, Scope, SheetBlocks
from tournament.pdf.tables import PrintedTable
from tournament.record.printing import of_player
from tournament.tellings.disputes import disputed_in
from tournament.tellings.listing import Listing
from tournament.tellings.standings import FOR_FILES, standings_listing

# Widths and sizes beside a name of 14 points; they grow with it.
SHAPES = {
    "rank": Shape(38, Align.RIGHT, Weight.BOLD, SMALLEST),
    "name": Shape(size=SMALLEST),
    "total": Shape(62, weight=Weight.BOLD, size=12),
}
UNDER = 8.5  # points of the rounds and wins, which stand below each name


def _standings(job: Job) -> SheetBlocks:
    """Rank, name, each round, total and wins after the chosen round, or after the last one that is closed."""
    through = _through(job)
    listing = job.arranged(standings_listing(job.scores, through).without(*FOR_FILES))
    disputed = disputed_in(played for played in job.record.closed_rounds if played.number <= through)
    rounds = [column.key for column in listing.columns if column.key not in ("rank", "name", "total", "wins")]
    played = [key for key in rounds if any(row.cells[0].text for row in listing.only([key]).rows)]
    small = dict.fromkeys(played, "") | {"wins": "wins "}
    heads = ", ".join(column.short or column.title for column in listing.only(played).columns)
    explained = [Text(f"Below a name: {heads}, wins.", 9, after=4, about=None)] if played else []
    legend = [Text(sentence, 9, after=4) for sentence in listing.legend]

    style = {"size": SMALLEST, "padding": 1.0, "under_size": UNDER}
    smallest = listed(listing, SHAPES, under=small, by=of_player, about=None, **style)

    def below(size: float, **kept: float) -> PrintedTable:
        return smallest.scaled(size / SMALLEST, head_size=smallest.head_size, **kept)

    after = _after(listing, through, [*explained, *legend])

    def one(size: float) -> list[Block]:
        return [*warning(disputed), below(size), *after]

    def two(size: float) -> list[Block]:
        return [*warning(disputed), SideBySide((below(size, under_size=UNDER),)), *after]

    def two_with_words(size: float) -> list[Block]:
        """For the words that would need a page of their own below the columns."""
        return [*warning(disputed), SideBySide((below(size, under_size=UNDER), *after))]

    scope = f"After round {through}" if through else "Before round 1"
    builds = (one, two, two_with_words)
    return SheetBlocks(
        one(SMALLEST),
        lambda inside: posted_pages(inside, builds),
        scope,
        through,
        is_provisional=not job.scores.is_complete,
    )


def _after(listing: Listing, through: int, legend: list[Text]) -> tuple[Block, ...]:
    """What explains marks and places, below the list."""
    return (Space(6), *legend, *_notes(listing if through else None))


def _through(job: Job) -> int:
    """The last closed round not after the one asked for; zero where none is closed."""
    wanted = job.options.round_number
    closed = (played.number for played in job.record.closed_rounds)
    return max((number for number in closed if wanted is None or number <= wanted), default=0)


def _notes(listing: Listing | None) -> Iterator[Block]:
    """What explains a place, each sentence once; of players who share a rank the first one's tells it of all."""
    rows = listing.only(["rank", "name"]).rows if listing else ()
    reasons: dict[str, None] = {}
    above = ""
    for row in rows:
        rank, name = row.cells
        if row.why and (rank.text != above or name.tags):
            reasons[f"{name.text}: {row.why}"] = None
        above = rank.text
    for index, reason in enumerate(reasons):
        note = Text(reason, 9, after=2, about=None)  # counted with the row that it explains
        yield note if index else Titled(Text("Notes", 11, Weight.BOLD, before=10, about=None), note)


STANDINGS = PaperSheet(
    "standings",
    "Standings",
    Scope.ROUND,
    _standings,
    takes=LIST,
    pack=PackPart.AFTER,
    hangs=Hangs.LATEST,
    is_expected=True,
    carries_address=True,
    on_fronts=True,
)
