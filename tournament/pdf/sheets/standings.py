"""The standings as they are posted, with the lines where the final will be cut (R46) and the sentences that explain a place."""

from __future__ import annotations

from collections.abc import Iterator

from tournament.pdf.flow import Block, Text, Titled, flowing_sheet, warning
from tournament.pdf.job import Job
from tournament.pdf.layout import Align, Heading, Orientation, Sheet, frame
from tournament.pdf.names import Weight
from tournament.pdf.table import Shape, listed, share
from tournament.tellings.disputes import disputed_in
from tournament.tellings.listing import Listing
from tournament.tellings.standings import FOR_FILES, standings_listing

NAME_SIZE = 14.0
NAME_WIDTH = 150.0  # what a name keeps, however many rounds there are
RANK = Shape(44, Align.RIGHT, Weight.BOLD, NAME_SIZE)
NAME = Shape(size=NAME_SIZE)
TOTAL = Shape(68, weight=Weight.BOLD, size=12)
WINS = Shape(34, Align.CENTRE)


def standings_sheet(job: Job) -> Sheet:
    """Rank, name, each round, total and wins after the chosen round, or after the last one that is closed."""
    through = through_of(job)
    listing = standings_listing(job.scores, through).without(*FOR_FILES)
    rounds = [column.key for column in listing.columns if column.key not in ("rank", "name", "total", "wins")]
    orientation = Orientation.PORTRAIT if len(rounds) <= 4 else Orientation.LANDSCAPE
    free = frame(job, Heading.POSTED, orientation).width - RANK.width - TOTAL.width - WINS.width - NAME_WIDTH
    widest = Shape(share(free, len(rounds), 56))
    shapes = {"rank": RANK, "name": NAME, **dict.fromkeys(rounds, widest), "total": TOTAL, "wins": WINS}
    disputed = disputed_in(played for played in job.record.closed_rounds if played.number <= through)
    blocks: list[Block] = [*warning(disputed), *(Text(sentence, 9, after=6) for sentence in listing.legend)]
    blocks += [listed(listing, shapes, size=9.5), *_notes(listing if through else None)]
    scope = f"After round {through}" if through else "Before round 1"
    is_provisional = not job.scores.is_complete
    return flowing_sheet(job, "Standings", scope, blocks, Heading.POSTED, orientation, is_provisional=is_provisional)


def through_of(job: Job) -> int:
    """The last closed round not after the one asked for; zero where none is closed."""
    wanted = job.options.round_number
    closed = (played.number for played in job.record.closed_rounds)
    return max((number for number in closed if wanted is None or number <= wanted), default=0)


def _notes(listing: Listing | None) -> Iterator[Block]:
    """What explains a place, each sentence once."""
    name = [column.key for column in listing.columns].index("name") if listing else 0
    reasons = dict.fromkeys(
        f"{row.cells[name].text}: {row.why}" for row in (listing.rows if listing else ()) if row.why
    )
    for index, reason in enumerate(reasons):
        note = Text(reason, 9)
        yield note if index else Titled(Text("Notes", 11, Weight.BOLD, before=10), note)
