"""A sheet of paper as one value: its properties, and the function that makes the blocks on it.

The blocks also say what a print contained: each gives its contents by the part of the sheet that they count to, without being laid out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import Enum, StrEnum

from tournament.draw.seating import StartingTileError
from tournament.pdf.flow import Block, Build, Content, contents_of, pages_of, posted_pages
from tournament.pdf.job import DisputedError, Job, PaperError
from tournament.pdf.layout import HEAD, POSTED_HEAD, Box, Drawing, OnFront, frame
from tournament.pdf.words import with_bold_surnames
from tournament.record.books import speaking_of
from tournament.record.printing import HEADING, ORDER, Contents, PartContent, Supplement, fingerprints
from tournament.scores.steps import ScoringError
from tournament.tellings.words import disputed_in
from wording import gettext as _
from wording.languages import SOURCE_LANGUAGE


class Scope(StrEnum):
    """Whether a sheet is of the event or of one of its rounds."""

    EVENT = "event"
    ROUND = "round"


class Takes(Enum):
    """The choices that a sheet allows: a range of its tables, a range of its players."""

    TABLES = "tables"
    PLAYERS = "players"


LIST = frozenset({Takes.PLAYERS})
BY_TABLE = frozenset({Takes.TABLES})


class Hangs(Enum):
    """The time in which a printed sheet hangs or lies in the hall, so that the desk asks for a new print when its contents change.

    - WITH_ADDRESS: while the event has an address. WITH_CHART: while the chart is used.
    - WITH_CODES: while a player is in the event whose personal code was withdrawn.
    - WHILE_PLAYED: while its round is being played. ONCE_CLOSED: once its round is closed.
    - LATEST: until the next round is closed. AT_THE_END: once every round is closed.
    """

    NEVER = "never"
    WITH_ADDRESS = "with-address"
    WITH_CODES = "with-codes"
    WITH_CHART = "with-chart"
    WHILE_PLAYED = "while-played"
    ONCE_CLOSED = "once-closed"
    LATEST = "latest"
    AT_THE_END = "at-the-end"


@dataclass(frozen=True, slots=True)
class Basis:
    """Contents without a block: the values from which parts of a sheet are made that are drawn by hand or take long to compute."""

    parts: tuple[PartContent, ...]

    def contents(self) -> Iterable[PartContent]:
        """The values, each with the part of the sheet that it counts to."""
        return self.parts


@dataclass(frozen=True, slots=True)
class SheetBlocks:
    """The blocks of one sheet for one event, and the function that lays them out on pages inside a box.

    ``scope`` is what the sheet covers ("After round 2") where neither `PaperSheet.covers` nor the job's round says it; ``round`` is the
    number of its round where that is not the job's. ``title`` is its title where that is not the sheet's.
    """

    blocks: Sequence[Content]
    set_pages: Callable[[Box], tuple[Drawing, ...]]
    scope: str = ""
    round: int | None = None
    is_provisional: bool = False
    title: str = ""


def flowing(blocks: Sequence[Block], scope: str = "") -> SheetBlocks:
    """A sheet whose blocks flow over as many pages as they need, in their own sizes."""
    return SheetBlocks(blocks, lambda inside: pages_of(inside, blocks), scope)


def posted(
    blocks: Sequence[Content],
    builds: Callable[[], Sequence[Build]],
    scope: str = "",
    of_round: int | None = None,
    *,
    is_provisional: bool = False,
    title: str = "",
) -> SheetBlocks:
    """A sheet to hang in the hall, laid out by `posted_pages`; ``builds`` makes the layouts to choose from, ``blocks`` are its contents."""
    return SheetBlocks(blocks, lambda inside: posted_pages(inside, builds()), scope, of_round, is_provisional, title)


@dataclass(frozen=True, slots=True)
class SetSheet:
    """A sheet laid out and ready to print: its title, what it covers, and a drawing for each page."""

    sheet: PaperSheet
    scope: str
    pages: tuple[Drawing, ...]
    title: str

    def is_front(self, at: int) -> bool:
        """Whether a page, counted from 0, lies on the front of the paper where both sides are printed; the first always does."""
        return at == 0 or isinstance(self.pages[at], OnFront)


@dataclass(frozen=True, slots=True)
class PaperSheet:
    """A sheet that can be printed: its name in addresses, its title, whether it is of the event or a round, and how its blocks are made.

    - ``label``: its title as the catalogue has it; `title` is the same in the reader's language.
    - ``covers``: the words in its head for what it covers, as the catalogue has them, where they are the same for every event.
    - ``takes``: the choices that it allows. ``supplements``: what it needs besides the event, such as calls of tables.
    - ``in_pack``: a round's pack has it; of a round being played only what hangs or lies in the hall meanwhile.
    - ``hangs``: when it is in the hall.
    - ``apart``: each table or each player has a paper of its own, which can be printed again alone; None where that is not so.
    - ``carries_address``: the event's address is printed in its head, or on the sheet where it has no head (``is_bare``).
    - ``has_foot``: its pages have a foot; slips have their own.
    - ``is_framed``: people hang it in a frame, so it is landscape and its foot is as small as can be read.
    - ``needs_ruling``: while a dispute is open it is printed only with a reason.
    - ``is_before_tiles``: starting tiles that are typed after it was printed do not put it out of date.
    - ``purpose``: what it is for, of a sheet that a plug-in adds; of ours it is a row of `USES` (`tellings/paper.py`).
    """

    name: str
    label: str
    scope: Scope
    blocks: Callable[[Job], SheetBlocks]
    covers: str = ""
    takes: frozenset[Takes] = frozenset()
    supplements: frozenset[Supplement] = frozenset()
    in_pack: bool = False
    hangs: Hangs = Hangs.NEVER
    apart: Takes | None = None
    carries_address: bool = False
    is_bare: bool = False
    has_foot: bool = True
    is_framed: bool = False
    needs_ruling: bool = False
    is_before_tiles: bool = False
    purpose: str = ""

    @property
    def title(self) -> str:
        """The sheet's title in the reader's language."""
        return _(self.label)

    @property
    def has_parts(self) -> bool:
        """Whether some of its tables or players can be printed alone."""
        return bool(self.takes & {Takes.TABLES, Takes.PLAYERS})

    def frame(self, job: Job) -> Box:
        """The box on a page that is left for its blocks."""
        head = POSTED_HEAD if self.carries_address and job.record.public_address else HEAD
        return frame(job, 0.0 if self.is_bare else head, is_landscape=self.is_framed)

    def build(self, job: Job) -> SetSheet:
        """Lay the sheet out on pages; raises PaperError where it cannot be printed now."""
        with _as_paper_errors(), speaking_of(job.record.format):
            job = replace(job, record=with_bold_surnames(job.record))
            built = self.blocks(job)
            disputed = disputed_in(job.record.closed_rounds) if self.needs_ruling else ""
            if disputed and not job.options.over_dispute:
                remedy = _("This may change the medals. Settle it first, or enter why you are printing the form now.")
                raise DisputedError(" ".join((disputed, remedy)))
            pages = built.set_pages(self.frame(job))
            marks = [_("PROVISIONAL")] if built.is_provisional else []
            return SetSheet(self, self._scope_of(job, built), pages, " · ".join((built.title or self.title, *marks)))

    def contents(self, job: Job) -> Contents:
        """The fingerprints of its parts for the event as it is now, without laying it out; PaperError where it cannot be printed now.

        They are made in one language, so that a print in another one is not out of date.
        """
        with _as_paper_errors(), speaking_of(job.record.format, SOURCE_LANGUAGE):
            if self.is_before_tiles:
                job = job.before_tiles()
            built, record = self.blocks(job), job.record
            address = (record.public_address, record.network_name) if self.carries_address else ()
            head: list[PartContent] = [(HEADING, (record.name, record.date.isoformat(), *address))]
            if not self.covers:
                head.append((ORDER, (self._scope_of(job, built), built.is_provisional)))
            parts = fingerprints([*head, *contents_of(built.blocks)])
            return Contents(self.name, self._round_of(job, built), parts, job.options.is_whole or not self.has_parts)

    def _scope_of(self, job: Job, built: SheetBlocks) -> str:
        """What the sheet covers, in the words of its head."""
        return built.scope or _(self.covers) or job.round_scope

    def _round_of(self, job: Job, built: SheetBlocks) -> int | None:
        """The number of the round that the sheet is of; None for a sheet of the event."""
        if self.scope is Scope.EVENT:
            return None
        return job.round.number if built.round is None else built.round


@contextmanager
def _as_paper_errors() -> Iterator[None]:
    """Raise a PaperError with the same message for a ScoringError or StartingTileError in the block."""
    try:
        yield
    except (ScoringError, StartingTileError) as error:
        raise PaperError(str(error)) from error
