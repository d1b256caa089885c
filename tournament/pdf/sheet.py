"""A sheet of paper as one value: everything that is known of it, and the blocks that stand on it.

What was printed is known by those blocks: each gives its contents by the part of the sheet that it is about, before anything is laid out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum, StrEnum

from tournament.draw.seating import StartingTileError
from tournament.pdf.flow import Block, Build, Content, contents_of, pages_of, posted_pages
from tournament.pdf.job import DisputedError, Job, PackPart, PaperError
from tournament.pdf.layout import HEAD, POSTED_HEAD, Box, Drawing, OnFront, frame
from tournament.record.printing import HEADING, ORDER, Contents, PartContent, Supplement, fingerprints
from tournament.scores.scoring import ScoringError
from tournament.tellings.words import disputed_in


class Scope(StrEnum):
    """Whether a sheet is of the event or of one of its rounds."""

    EVENT = "event"
    ROUND = "round"


class Takes(Enum):
    """The choices that a sheet takes: the order of its players, a stretch or part of its tables, a stretch or part of its players."""

    ORDER = "order"
    TABLES = "tables"
    PLAYERS = "players"


LIST = frozenset({Takes.ORDER, Takes.PLAYERS})
BY_TABLE = frozenset({Takes.TABLES})


class Hangs(Enum):
    """The time in which a printed sheet hangs or lies in the hall, so that the desk asks for a new print when its contents change."""

    NEVER = "never"
    WITH_ADDRESS = "while the event has an address"
    WITH_CODES = "while somebody plays whose personal code was withdrawn"
    WITH_CHART = "while the chart is played by"
    WHILE_PLAYED = "while its round is played"
    ONCE_CLOSED = "once its round is closed"
    LATEST = "until the next round is closed"
    AT_THE_END = "once every round is closed"
    FOR_PRIZES = "once every round is closed, if it is wanted"

    @property
    def is_expected(self) -> bool:
        """Whether the desk says then that such a sheet was never printed."""
        return self in (Hangs.WHILE_PLAYED, Hangs.ONCE_CLOSED, Hangs.LATEST, Hangs.AT_THE_END)


@dataclass(frozen=True, slots=True)
class Basis:
    """The values that parts of a sheet follow from, in place of blocks that are drawn by hand or cost much to work out."""

    parts: tuple[PartContent, ...]

    def contents(self) -> Iterable[PartContent]:
        """Those values."""
        return self.parts


@dataclass(frozen=True, slots=True)
class SheetBlocks:
    """The blocks of one sheet of an event, and the function that sets them on pages inside a box.

    ``scope`` is what it covers ("After round 2") where neither the sheet nor the job's round says it, ``round`` the round that it is of
    where that is not the job's.
    """

    blocks: Sequence[Content]
    set_pages: Callable[[Box], tuple[Drawing, ...]]
    scope: str = ""
    round: int | None = None
    is_provisional: bool = False


def flowing(blocks: Sequence[Block], scope: str = "") -> SheetBlocks:
    """Blocks that flow over as many pages as they need, in the sizes they have."""
    return SheetBlocks(blocks, lambda inside: pages_of(inside, blocks), scope)


def posted(
    blocks: Sequence[Content],
    builds: Callable[[], Sequence[Build]],
    scope: str = "",
    of_round: int | None = None,
    *,
    is_provisional: bool = False,
) -> SheetBlocks:
    """Blocks in the way of setting that takes the fewest pages, their names as large as those pages hold; ``builds`` gives the ways."""
    return SheetBlocks(blocks, lambda inside: posted_pages(inside, builds()), scope, of_round, is_provisional)


@dataclass(frozen=True, slots=True)
class SetSheet:
    """A sheet set on pages, ready to print: what it covers, one drawing a page, and whether it says across them that it is provisional."""

    sheet: PaperSheet
    scope: str
    pages: tuple[Drawing, ...]
    is_provisional: bool

    def is_front(self, at: int) -> bool:
        """Whether a page, counted from 0, lies on the front of the paper where both sides are printed; the first always does."""
        return at == 0 or isinstance(self.pages[at], OnFront)


@dataclass(frozen=True, slots=True)
class PaperSheet:
    """A sheet that can be printed: its name in addresses, its title, whether it is of a round, and what stands on it for a job.

    - ``covers`` stands in its head where that is the same for every event.
    - ``takes`` are the choices that change it; what takes none goes out whole. ``supplements`` are handed to it beside the event.
    - ``pack`` says with which sheets of a round it is printed.
    - ``hangs`` says when it is in the hall.
    - ``apart``: each table or each player has a paper of its own, which can be printed anew alone.
    - ``carries_address``: the event's address stands in its head, or on it where it has no head (``is_bare``).
    - ``is_framed``: people hang it framed, so it is landscape and its foot is as small as can be read.
    - ``needs_ruling``: while a dispute is open it is printed with a reason only.
    - ``is_before_tiles``: starting tiles say who begins, and make it no less right when they are typed after it was printed.
    """

    name: str
    title: str
    scope: Scope
    blocks: Callable[[Job], SheetBlocks]
    covers: str = ""
    takes: frozenset[Takes] = frozenset()
    supplements: frozenset[Supplement] = frozenset()
    pack: PackPart | None = None
    hangs: Hangs = Hangs.NEVER
    apart: Takes | None = None
    carries_address: bool = False
    is_bare: bool = False
    is_framed: bool = False
    needs_ruling: bool = False
    is_before_tiles: bool = False

    @property
    def has_parts(self) -> bool:
        """Whether a part of it can be printed alone."""
        return bool(self.takes & {Takes.TABLES, Takes.PLAYERS})

    def frame(self, job: Job) -> Box:
        """The box that is left for its blocks."""
        head = POSTED_HEAD if self.carries_address and job.record.public_address else HEAD
        return frame(job, 0.0 if self.is_bare else head, is_landscape=self.is_framed)

    def build(self, job: Job) -> SetSheet:
        """The sheet on its pages; PaperError where it cannot be printed now. Where a part of it was asked for, its head says which."""
        with _in_words_of_the_rule():
            built = self.blocks(job)
            disputed = disputed_in(job.record.closed_rounds) if self.needs_ruling else ""
            if disputed and not job.options.over_dispute:
                raise DisputedError(
                    f"{disputed} That may move the medals: rule first, or write why the form is printed over it."
                )
            scope = self._scope_of(job, built) + (job.options.piece_in_words if self.has_parts else "")
            return SetSheet(self, scope, built.set_pages(self.frame(job)), built.is_provisional)

    def contents(self, job: Job) -> Contents:
        """The fingerprints of its parts as the event stands; PaperError where it cannot be printed now. Nothing is laid out for it."""
        with _in_words_of_the_rule():
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
        return built.scope or self.covers or job.round_scope

    def _round_of(self, job: Job, built: SheetBlocks) -> int | None:
        if self.scope is Scope.EVENT:
            return None
        return job.round.number if built.round is None else built.round


@contextmanager
def _in_words_of_the_rule() -> Iterator[None]:
    """Refuse what cannot be scored or read in the words of the rule that refuses it."""
    try:
        yield
    except (ScoringError, StartingTileError) as error:
        raise PaperError(str(error)) from error
