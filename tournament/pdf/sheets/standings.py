"""The standings as they are posted, with the lines where the final will be cut (R46) and the sentences that explain a place."""

from __future__ import annotations

from collections.abc import Iterator

from tournament.pdf.fitting import SMALLEST, posted_sheet
from tournament.pdf.flow import Block, Gap, Text, Titled, warning
from tournament.pdf.job import Job
from tournament.pdf.layout import Align, Sheet
from tournament.pdf.names import Weight
from tournament.pdf.tables.columns import Columns
from tournament.pdf.tables.listed import Shape, listed
from tournament.pdf.tables.printed import PrintedTable
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


def standings_sheet(job: Job) -> Sheet:
    """Rank, name, each round, total and wins after the chosen round, or after the last one that is closed."""
    through = through_of(job)
    listing = job.arranged(standings_listing(job.scores, through).without(*FOR_FILES))
    disputed = disputed_in(played for played in job.record.closed_rounds if played.number <= through)
    rounds = [column.key for column in listing.columns if column.key not in ("rank", "name", "total", "wins")]
    played = [key for key in rounds if any(row.cells[0].text for row in listing.only([key]).rows)]
    small = dict.fromkeys(played, "") | {"wins": "wins "}
    heads = ", ".join(column.short or column.title for column in listing.only(played).columns)
    explained = [Text(f"Below a name: {heads}, wins.", 9, after=4)] if played else []
    legend = [Text(sentence, 9, after=4) for sentence in listing.legend]

    smallest = listed(listing, SHAPES, under=small, size=SMALLEST, padding=1.0, under_size=UNDER)

    def below(size: float, **kept: float) -> PrintedTable:
        return smallest.scaled(size / SMALLEST, head_size=smallest.head_size, **kept)

    after = _after(listing, through, [*explained, *legend])

    def one(size: float) -> list[Block]:
        return [*warning(disputed), below(size), *after]

    def two(size: float) -> list[Block]:
        return [*warning(disputed), Columns((below(size, under_size=UNDER),)), *after]

    def two_with_words(size: float) -> list[Block]:
        """For the words that would need a page of their own below the columns."""
        return [*warning(disputed), Columns((below(size, under_size=UNDER), *after))]

    scope = f"After round {through}" if through else "Before round 1"
    return posted_sheet(job, "Standings", scope, (one, two, two_with_words), is_provisional=not job.scores.is_complete)


def _after(listing: Listing, through: int, legend: list[Text]) -> tuple[Block, ...]:
    """What explains marks and places, below the list."""
    return (Gap(6), *legend, *_notes(listing if through else None))


def through_of(job: Job) -> int:
    """The last closed round not after the one asked for; zero where none is closed."""
    wanted = job.options.round_number
    closed = (played.number for played in job.record.closed_rounds)
    return max((number for number in closed if wanted is None or number <= wanted), default=0)


def _notes(listing: Listing | None) -> Iterator[Block]:
    """What explains a place, each sentence once; of players who share a rank the first one's tells it of all."""
    rows = listing.only(["rank", "name"]).rows if listing else ()
    told: dict[str, None] = {}
    above = ""
    for row in rows:
        rank, name = row.cells
        if row.why and (rank.text != above or name.tags):
            told[f"{name.text}: {row.why}"] = None
        above = rank.text
    for index, reason in enumerate(told):
        note = Text(reason, 9, after=2)
        yield note if index else Titled(Text("Notes", 11, Weight.BOLD, before=10), note)
