"""The form on which a scribe records a game, to be typed in later: turns on the front; mergers, exchanged tiles and cash on the back.

The words on the form of a game record, but for its title.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import accumulate
from types import MappingProxyType

from tournament.draw.seating import order_of_play, seat_numbers
from tournament.pdf.job import Job
from tournament.pdf.layout import Align, Box, Drawing, Pen
from tournament.pdf.lines import Weight
from tournament.pdf.sheet import BY_TABLE, PaperSheet, Scope, SheetBlocks, Takes
from tournament.pdf.sheets.information import chain_names
from tournament.pdf.words import FIVE_DIGITS, ROW, TURN, TWO_DIGITS, letters
from tournament.record.event import TableRecord
from tournament.record.printing import PartContent, of_table
from tournament.tellings.draw import chains_of
from wording import gettext as _
from wording import gettext_noop, ngettext, pgettext


def turn_heads() -> tuple[str, ...]:
    """The heads of the columns of turns; the first two, the number of the turn and the player, have none."""
    return (
        "",
        "",
        pgettext("column of a game record", "tile"),
        pgettext("column of a game record: founded", "fnd"),
        pgettext("column of a game record", "buy, as L2 T1; - none"),
        pgettext("column of a game record", "draw"),
        pgettext("column of a game record", "note"),
    )


def box_labels() -> tuple[str, ...]:
    """The labels of a merger's box: the turn, the chain that disappears, its size, and the chain into which it goes."""
    return (
        pgettext("box of a merger", "turn"),
        pgettext("box of a merger: the chain that disappears", "gone"),
        pgettext("box of a merger: of the chain that disappears", "size"),
        pgettext("box of a merger: the chain that stays", "into"),
    )


def share_labels() -> tuple[str, ...]:
    """The heads of what each player does in a merger: the bonus, and the shares sold, traded and held."""
    return (
        pgettext("box of a merger", "bonus"),
        pgettext("box of a merger", "sell"),
        pgettext("box of a merger", "trade"),
        pgettext("box of a merger", "hold"),
    )


def exchange_labels() -> tuple[str, ...]:
    """The heads of the lines for exchanged tiles: the turn, the player, the word of the log, and the tiles."""
    return (
        pgettext("box of a merger", "turn"),
        pgettext("exchanged tiles: the player", "by"),
        pgettext("exchanged tiles: how the log calls it", "word"),
        pgettext("exchanged tiles", "tiles"),
    )


CLAUSES = "pass, end, clock, timeout, takeback"
"""The words of a log for the notes on a turn, which no language changes."""
EXCHANGES_OF_LOG = "show, dead, return, draw, redraw"
"""The words of a log for tiles that are exchanged."""


def notes_on_turns(chains: str) -> str:
    """How the lines of turns are filled in; ``chains`` are the names of the chains."""
    return _(
        "One line per turn. Chains by their first letters: {chains}. Note: M merger (in a box), S shown tiles (in the list), "
        "pass, end, clk (clock pressed before drawing), out (out of time), back (tile taken back); in the log these are {clauses}. "
        "Write ? for a tile that nobody saw.",
        chains=chains,
        clauses=CLAUSES,
    )


def second_sheet(size: int) -> str:
    """The heading of a second sheet for a table of this size."""
    return ngettext(
        "Table {number}, second sheet, {n} player", "Table {number}, second sheet, {n} players", size, number="____"
    )


GAP = 10.0
TITLE = 13.0  # a part's title with the heads of its columns
PLAYERS_HEAD = 26.0
LEGEND = 30.0
BOX_GAP = 5.0
EXCHANGES = 5  # lines of two, at least
COUNTS = 3  # lines, of two counts where there is room

TURN_CELLS: Mapping[str, float] = MappingProxyType(
    {
        "turn": letters(3),
        "player": 10.0,
        "tile": letters(3),
        "found": letters(2),
        "buy": letters(9),  # three chains, as L1 T1 W1
        "draw": letters(3),
        "note": letters(6),
    }
)
BOX_HEAD: Mapping[str, float] = MappingProxyType({"turn": 40.0, "gone": 27.0, "size": 30.0, "into": 27.0})
BOX_CELLS: Mapping[str, float] = MappingProxyType(
    {"player": 12.0, "bonus": FIVE_DIGITS, "sell": TWO_DIGITS, "trade": TWO_DIGITS, "hold": TWO_DIGITS}
)
EXCHANGE_CELLS: Mapping[str, float] = MappingProxyType(
    {"turn": letters(3), "player": letters(2), "act": letters(4), "tiles": letters(6 * 4 - 1)}
)
COUNT_TURN = letters(3)


@dataclass(frozen=True, slots=True)
class RecordForm:
    """The measures of the form for ``players`` players inside a box, in points; every line is high enough for handwriting.

    ``is_second`` is set for a second sheet for a long game, which has no list of players.
    """

    inside: Box
    players: int
    is_second: bool = False

    @property
    def strip(self) -> Box:
        """The box on the front for the turns."""
        head = TITLE if self.is_second else PLAYERS_HEAD + self.players * ROW
        return Box(self.inside.left, self.inside.bottom, self.inside.right, self.inside.top - head - LEGEND)

    @property
    def turn_rows(self) -> int:
        """How many turns each of the two columns has lines for."""
        return int((self.strip.height - TITLE) / TURN)

    @property
    def turns(self) -> int:
        """How many turns a sheet has lines for."""
        return 2 * self.turn_rows

    @property
    def box_height(self) -> float:
        """The height of a merger's box: its head and a row for each player."""
        return (self.players + 1) * ROW

    @property
    def box_width(self) -> float:
        """The width of a merger's box."""
        return sum(BOX_CELLS.values())

    @property
    def boxes_across(self) -> int:
        """How many merger boxes there are side by side."""
        return int((self.inside.width + BOX_GAP) / (self.box_width + BOX_GAP))

    @property
    def boxes_down(self) -> int:
        """How many rows of merger boxes the back has room for, together with its other parts."""
        return int(self._height_for_boxes(EXCHANGES) / (self.box_height + BOX_GAP))

    def _height_for_boxes(self, exchanges: int) -> float:
        """The height on the back that is left for merger boxes beside ``exchanges`` lines of exchanged tiles."""
        return self.inside.height - 3 * TITLE - 2 * GAP - (exchanges + COUNTS) * ROW

    @property
    def boxes(self) -> int:
        """How many merger boxes a sheet has; a merger takes one box for each chain that disappears."""
        return self.boxes_across * self.boxes_down

    @property
    def exchange_rows(self) -> int:
        """How many lines for exchanged tiles each of the two columns has: as many as the back has room for."""
        spare = self._height_for_boxes(EXCHANGES) - self.boxes_down * (self.box_height + BOX_GAP)
        return EXCHANGES + int(spare / ROW)

    @property
    def counts_across(self) -> int:
        """How many counts of all players' cash there are side by side."""
        return max(1, int(self.inside.width / (COUNT_TURN + self.players * FIVE_DIGITS + GAP)))


def player_of(turn: int, players: int) -> int:
    """The place in the order of play of the player who has this turn; turns and places count from 1."""
    return (turn - 1) % players + 1


def _record_sheets(job: Job) -> SheetBlocks:
    """Game records: two sides for each table of the round, then a second sheet for long games for each size of table."""
    heads = [_head(job, table) for table in job.tables]
    sizes = sorted({(len(head.players), head.chain_set) for head in heads})

    def pages(inside: Box) -> tuple[Drawing, ...]:
        sides = [_sides(job, RecordForm(inside, len(head.players)), head) for head in heads]
        for size, chain_set in sizes:
            second = RecordHead(second_sheet(size), chain_set)
            sides.append(_sides(job, RecordForm(inside, size, is_second=True), second))
        return tuple(page for both in sides for page in both)

    return SheetBlocks(heads, pages)


@dataclass(frozen=True, slots=True)
class RecordHead:
    """The head of a game record: the heading, the chain set, and the players in order of play once it is known.

    Each player is (place in the order of play, name, starting tile); the place is empty while tiles have not decided it. ``table`` is the
    number of the table, 0 for a second sheet.
    """

    heading: str
    chain_set: str
    players: tuple[tuple[str, str, str], ...] = ()
    table: int = 0

    def contents(self) -> Iterable[PartContent]:
        """The chain set and the players, which count to the table's part."""
        return ((of_table(self.table), (self.chain_set, self.players)),)


def _head(job: Job, table: TableRecord) -> RecordHead:
    """The head of the record of this table."""
    numbers = seat_numbers(table, job.round.seat_source)
    players = tuple(
        (str(numbers.get(seat.player, "")), job.seated(seat.player, job.round.number), seat.starting_tile)
        for seat in order_of_play(table, job.round.seat_source)
    )
    return RecordHead(_("Table {number}", number=table.number), chains_of(job.record, table), players, table.number)


def _sides(job: Job, form: RecordForm, head: RecordHead) -> tuple[Drawing, Drawing]:
    """The drawings of the front and the back of a record."""
    heading, chain_set = head.heading, head.chain_set
    first = RecordForm(form.inside, form.players).turns + 1 if form.is_second else 1
    notes = notes_on_turns(", ".join(name for name in chain_names(chain_set) if name))

    def front(pen: Pen) -> None:
        pen.bookmark(heading)
        _draw_players(pen, form, head)
        key = f"turns-{form.players}-{first}-{chain_set}"
        pen.stamp(key, lambda stamp: _draw_turns(stamp, form, first, notes))

    def back(pen: Pen) -> None:
        pen.stamp(f"mergers-{form.players}", lambda stamp: _draw_back(stamp, form))
        pen.draw_fitted(
            Box(form.inside.left, form.inside.top - TITLE, form.inside.right, form.inside.top), heading, 11, Weight.BOLD
        )

    return front, back


def _draw_players(pen: Pen, form: RecordForm, head: RecordHead) -> None:
    """Draw the heading and, but for a second sheet, the list of players."""
    box = form.inside
    middle = box.left + 0.45 * box.width
    pen.draw_fitted(Box(box.left, box.top - TITLE, middle - 4, box.top), head.heading, 11, Weight.BOLD)
    scribe = " · ".join(
        (
            _("edition: {name}", name="mso"),
            _("chain names: {chains}", chains=head.chain_set),
            _("scribe: {blank}", blank="_" * 14),
        )
    )
    pen.draw_fitted(Box(middle, box.top - TITLE, box.right, box.top), scribe, 7.5, align=Align.RIGHT)
    if form.is_second:
        return
    hand, cash, tile = letters(6 * 4 - 1), FIVE_DIGITS * 1.2, letters(4)
    edges = (0.0, TWO_DIGITS, box.width - hand - cash - tile, box.width - hand - cash, box.width - cash, box.width)
    heads = (
        _("Order"),
        _("Player; write the order of play in the box (1 starts)"),
        _("Starting tile"),
        _("First hand, if known"),
        _("Final cash"),
    )
    top = box.top - PLAYERS_HEAD
    _heads_above(pen, box.left, top, edges, heads)
    _grid(pen, box.left, top, edges, form.players, ROW)
    for index, (place, name, start) in enumerate(head.players):
        y = top - (index + 1) * ROW
        pen.text(box.left + TWO_DIGITS / 2, y + 6, place, 11, Weight.BOLD, Align.CENTRE)
        pen.draw_fitted(Box(box.left + TWO_DIGITS + 4, y, box.left + edges[2] - 2, y + ROW), name, 12)
        pen.draw_fitted(Box(box.left + edges[2], y, box.left + edges[3], y + ROW), start, 10, align=Align.CENTRE)


def _draw_turns(pen: Pen, form: RecordForm, first: int, notes: str) -> None:
    """Draw the lines of turns, numbered from ``first`` on, below the ``notes`` on how they are filled in."""
    strip, cells = form.strip, dict(TURN_CELLS)
    pen.draw_fitted(Box(strip.left, strip.top + 1, strip.right, strip.top + LEGEND), notes, 7.5)
    width = (strip.width - GAP) / 2
    cells["note"] += width - sum(cells.values())
    edges = tuple(accumulate(cells.values(), initial=0.0))
    for column in range(2):
        left, top = strip.left + column * (width + GAP), strip.top - TITLE
        _heads_above(pen, left, top, edges, turn_heads())
        _grid(pen, left, top, edges, form.turn_rows, TURN)
        for row in range(form.turn_rows):
            turn = first + column * form.turn_rows + row
            y = top - (row + 1) * TURN + 4
            pen.text(left + edges[1] - 3, y, str(turn), 8, align=Align.RIGHT)
            pen.text(
                (2 * left + edges[1] + edges[2]) / 2,
                y,
                str(player_of(turn, form.players)),
                9,
                Weight.BOLD,
                Align.CENTRE,
            )


def _draw_back(pen: Pen, form: RecordForm) -> None:
    """Draw merger boxes, lines for exchanged tiles and counts of cash."""
    box = form.inside
    top = box.top - TITLE
    step = (box.width - form.boxes_across * form.box_width) / max(1, form.boxes_across - 1)
    for index in range(form.boxes):
        across, down = index % form.boxes_across, index // form.boxes_across
        _draw_merger(pen, form, box.left + across * (form.box_width + step), top - down * (form.box_height + BOX_GAP))
    top -= form.boxes_down * (form.box_height + BOX_GAP) + GAP
    _draw_exchanges(pen, form, top)
    top -= TITLE + form.exchange_rows * ROW + GAP
    _draw_counts(pen, form, top)


def _draw_merger(pen: Pen, form: RecordForm, left: float, top: float) -> None:
    """Draw the box of one chain that disappears: turn, chain, size, into which; then each player's bonus and shares sold, traded, held."""
    at = left
    for label, width in zip(box_labels(), BOX_HEAD.values(), strict=True):
        pen.box(Box(at, top - ROW, at + width, top), 0.4)
        pen.draw_fitted(Box(at + 1.5, top - 8, at + width - 0.5, top - 0.5), label, 5.5)
        at += width
    edges = tuple(accumulate(BOX_CELLS.values(), initial=0.0))
    _grid(pen, left, top - ROW, edges, form.players, ROW)
    for player in range(form.players):
        y = top - ROW * (player + 1)
        pen.text(left + BOX_CELLS["player"] / 2, y - ROW + 6, str(player + 1), 9, Weight.BOLD, Align.CENTRE)
    for label, edge, end in zip(share_labels(), edges[1:-1], edges[2:], strict=True):
        below = Box(left + edge + 1, top - ROW - 7.5, left + end - 0.5, top - ROW - 0.5)
        pen.draw_fitted(below, label, 5)
    pen.box(Box(left, top - form.box_height, left + form.box_width, top), 1)


def _draw_exchanges(pen: Pen, form: RecordForm, top: float) -> None:
    """Draw the lines for exchanged tiles below ``top``."""
    box, cells = form.inside, dict(EXCHANGE_CELLS)
    width = (box.width - GAP) / 2
    words = _(
        "Tiles that were shown, dead, returned, drawn in exchange, or redrawn as a penalty; in the log: {clauses}",
        clauses=EXCHANGES_OF_LOG,
    )
    pen.draw_fitted(Box(box.left, top - 9, box.right, top), words, 7, Weight.BOLD)
    cells["tiles"] += width - sum(cells.values())
    edges = tuple(accumulate(cells.values(), initial=0.0))
    for column in range(2):
        left = box.left + column * (width + GAP)
        _grid(pen, left, top - TITLE, edges, form.exchange_rows, ROW)
        for label, edge, end in zip(exchange_labels(), edges[:-1], edges[1:], strict=True):
            head = Box(left + edge + 1.5, top - TITLE - 8, left + end - 0.5, top - TITLE - 0.5)
            pen.draw_fitted(head, label, 5.5)


def _draw_counts(pen: Pen, form: RecordForm, top: float) -> None:
    """Draw the lines for counts of cash below ``top``."""
    box = form.inside
    each = (box.width - GAP * (form.counts_across - 1)) / form.counts_across
    words = _(
        "Cash counted at the table, ideally every twenty turns: the turn, then the cash of players 1, 2 and so on"
    )
    pen.draw_fitted(Box(box.left, top - 9, box.right, top), words, 7, Weight.BOLD)
    money = (each - COUNT_TURN) / form.players
    edges = tuple(accumulate([COUNT_TURN, *[money] * form.players], initial=0.0))
    for column in range(form.counts_across):
        left = box.left + column * (each + GAP)
        _grid(pen, left, top - TITLE, edges, COUNTS, ROW)
        for player in range(form.players):
            pen.text(left + edges[player + 1] + 2, top - TITLE - 6, str(player + 1), 5.5)


def _heads_above(pen: Pen, left: float, top: float, edges: tuple[float, ...], heads: tuple[str, ...]) -> None:
    """Draw the heads of columns above ``top``; ``edges`` are the columns' edges, counted from ``left``."""
    pen.shade(Box(left, top, left + edges[-1], top + 10))
    for head, begin, end in zip(heads, edges, edges[1:], strict=False):
        pen.draw_fitted(Box(left + begin + 1, top, left + end - 1, top + 10), head, 6.5, Weight.BOLD)


def _grid(pen: Pen, left: float, top: float, edges: tuple[float, ...], rows: int, height: float) -> None:
    """Draw a grid of so many rows of this height below ``top``; ``edges`` are the columns' edges, counted from ``left``."""
    bottom = top - rows * height
    pen.lines([(left, top - row * height, left + edges[-1], top - row * height) for row in range(rows + 1)], 0.35)
    pen.lines([(left + edge, top, left + edge, bottom) for edge in edges], 0.35)


RECORD_SHEET = PaperSheet(
    "record-sheet",
    gettext_noop("Game record"),
    Scope.ROUND,
    _record_sheets,
    takes=BY_TABLE,
    apart=Takes.TABLES,
    is_before_tiles=True,
)
