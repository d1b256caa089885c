"""What a sheet of a game's record holds: how many turns, mergers, exchanges and counts of cash, and the width of every cell."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from tournament.pdf.handwriting import FIVE_DIGITS, ROW, TURN, TWO_DIGITS, letters
from tournament.pdf.layout import Box

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
    """The form for a number of players on a page's box; everything in points, everything written on as high as a hand needs."""

    inside: Box
    players: int
    is_second: bool = False

    @property
    def strip(self) -> Box:
        """Where the turns stand on the front."""
        head = TITLE if self.is_second else PLAYERS_HEAD + self.players * ROW
        return Box(self.inside.left, self.inside.bottom, self.inside.right, self.inside.top - head - LEGEND)

    @property
    def turn_rows(self) -> int:
        """The lines of turns in each of the two columns."""
        return int((self.strip.height - TITLE) / TURN)

    @property
    def turns(self) -> int:
        """The turns of a sheet."""
        return 2 * self.turn_rows

    @property
    def box_height(self) -> float:
        """A merger's box: its head and a row a player."""
        return (self.players + 1) * ROW

    @property
    def box_width(self) -> float:
        """What the cells of a merger's box take."""
        return sum(BOX_CELLS.values())

    @property
    def boxes_across(self) -> int:
        """The merger boxes side by side."""
        return int((self.inside.width + BOX_GAP) / (self.box_width + BOX_GAP))

    @property
    def boxes_down(self) -> int:
        """The rows of merger boxes that the back has beside the other parts."""
        return int(self._beside(EXCHANGES) / (self.box_height + BOX_GAP))

    def _beside(self, exchanges: int) -> float:
        return self.inside.height - 3 * TITLE - 2 * GAP - (exchanges + COUNTS) * ROW

    @property
    def boxes(self) -> int:
        """The merger boxes of a sheet; a merger of several chains takes one for each chain that goes."""
        return self.boxes_across * self.boxes_down

    @property
    def exchange_rows(self) -> int:
        """The lines for exchanged tiles in each of the two columns: all that is left on the back."""
        spare = self._beside(EXCHANGES) - self.boxes_down * (self.box_height + BOX_GAP)
        return EXCHANGES + int(spare / ROW)

    @property
    def exchanges(self) -> int:
        """The lines for tiles shown, dead, returned or drawn anew."""
        return 2 * self.exchange_rows

    @property
    def counts_across(self) -> int:
        """Counts of everybody's cash side by side."""
        return max(1, int(self.inside.width / (COUNT_TURN + self.players * FIVE_DIGITS + GAP)))

    @property
    def counts(self) -> int:
        """The counts of cash of a sheet."""
        return COUNTS * self.counts_across


def player_of(turn: int, players: int) -> int:
    """Whose turn it is by the order of play; turns and players count from 1."""
    return (turn - 1) % players + 1
