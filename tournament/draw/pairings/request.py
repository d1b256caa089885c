"""What goes into a draw, the rounds that come out, and the errors of a draw, as values."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field

from tournament.record.vocabulary import PlayerId, Reading, SeatSource
from wording import gettext as _
from wording import ngettext
from wording.figures import in_a_row, listed


class PairingError(ValueError):
    """Raised if a draw is refused; the message says what is wrong, with names and numbers, then what to do."""


class ImpossibleDrawError(PairingError):
    """Raised if wishes contradict each other: too many fixed players or players to keep apart for the tables, or nobody left to sit out."""


MOST_NAMES = 20

Table = tuple[PlayerId, ...]
"""The players of one table in seat order."""


@dataclass(frozen=True, slots=True)
class Apart:
    """Two or more players who must (hard) or should (soft) not share a table."""

    players: tuple[PlayerId, ...]
    is_hard: bool = True


@dataclass(frozen=True, slots=True)
class RoundPlan:
    """One random round still to be drawn.

    ``sizes`` are the table sizes in the order of the arrangement (R38); ``sit_outs`` counts everybody who sits out, ``sitting_out`` names
    those already chosen. ``players`` are the players of the round, None for all players of the request.
    """

    sizes: tuple[int, ...]
    sit_outs: int = 0
    sitting_out: tuple[PlayerId, ...] = ()
    players: tuple[PlayerId, ...] | None = None


@dataclass(frozen=True, slots=True)
class DrawRequest:
    """Everything on which a draw depends: the same request gives the same draw (R44).

    ``history`` holds the random rounds as played, each as tables of players in seat order; ``sat_out`` are the players who have had their
    one sit-out (R49). ``fixed_tables`` are players with the table number that they have in every round. Wishes about players who are not
    in ``players`` (withdrawn, not yet arrived) are ignored. ``planned`` holds the same rounds as an earlier draw planned them; its seat
    numbers are kept if new tables would repeat seats (R6). ``reading`` is the chosen interpretation of R44. ``steps`` is the number of
    steps after which the search was stopped, to draw the same once more; None lets it end by itself. ``names`` are for messages and
    reasons only.
    """

    players: tuple[PlayerId, ...]
    rounds: tuple[RoundPlan, ...]
    history: tuple[tuple[Table, ...], ...] = ()
    sat_out: tuple[PlayerId, ...] = ()
    apart: tuple[Apart, ...] = ()
    fixed_tables: tuple[tuple[PlayerId, int], ...] = ()
    reading: Reading = Reading.NOT_EVERY_ROUND
    seat_source: SeatSource = SeatSource.TILES
    seed: int = 0
    steps: int | None = None
    planned: tuple[tuple[Table, ...], ...] = ()
    names: Mapping[PlayerId, str] = field(default_factory=dict)

    @property
    def total_rounds(self) -> int:
        """The number of random rounds, played and planned."""
        return len(self.history) + len(self.rounds)

    def name(self, player: PlayerId) -> str:
        """Return the player's name, or "Player 7" if the request has no name for that player."""
        return self.names.get(player) or _("Player {number}", number=player)

    def name_all(self, players: tuple[PlayerId, ...] | list[PlayerId]) -> str:
        """Return several names in words: "Ada, Ben and Cleo"; of more than twenty names the first twenty and a count."""
        names = [self.name(player) for player in players[:MOST_NAMES]]
        more = len(players) - MOST_NAMES
        if more > 0:
            return ngettext("{names} and {n} other", "{names} and {n} others", more, names=in_a_row(names))
        return listed(names)

    def players_of(self, plan: RoundPlan) -> tuple[PlayerId, ...]:
        """Return the players of one planned round."""
        return self.players if plan.players is None else plan.players

    def number_of(self, index: int) -> int:
        """Return the number of the planned round at index ``index``, counted from 1 over all random rounds."""
        return len(self.history) + index + 1

    @property
    def fingerprint(self) -> str:
        """Sixteen hexadecimal digits that change with anything the draw depends on, except the seed and the steps."""
        # Versions before 4.0 could lock players at tables: without them the fingerprint stays what it was.
        plans = [(p.sizes, p.sit_outs, p.sitting_out, p.players, ()) for p in self.rounds]
        apart = [(wish.players, wish.is_hard) for wish in self.apart]
        inputs = (self.players, plans, self.history, self.sat_out, apart, self.fixed_tables)
        # Without an earlier plan the fingerprint is computed as before earlier plans existed, so that stored draws keep their fingerprints.
        text = repr((inputs, self.reading.value, self.seat_source.value, *[self.planned] * bool(self.planned)))
        return hashlib.sha256(text.encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class DrawnRound:
    """One drawn round: tables in the order of the arrangement with players in seat order, and the players who sit out.

    If starting tiles decide the order of play (R4), the players of a table are in the order of the request.
    """

    tables: tuple[Table, ...]
    sit_outs: tuple[PlayerId, ...] = ()
