"""What goes into a draw, the rounds that come out, and the errors of a draw, as values."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field

from tournament.record.vocabulary import PlayerId, Reading, SeatSource


class PairingError(ValueError):
    """A refusal in one sentence: what is wrong, with names and numbers, then what to do."""


class ImpossibleDrawError(PairingError):
    """The wishes contradict each other: too many locks or conflicts for the tables, or nobody left to sit out."""


class DrawCancelledError(PairingError):
    """The draw was stopped before it ended; nothing was drawn."""


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

    ``sizes`` are the table sizes in the arrangement's order (R38); ``sit_outs`` counts everybody who sits out, ``sitting_out`` names those
    already chosen. ``players`` are the round's players where they are not all of the request's. ``locked`` holds players at table numbers
    from 1; a table is locked whole when all its players are.
    """

    sizes: tuple[int, ...]
    sit_outs: int = 0
    sitting_out: tuple[PlayerId, ...] = ()
    players: tuple[PlayerId, ...] | None = None
    locked: tuple[tuple[PlayerId, int], ...] = ()


@dataclass(frozen=True, slots=True)
class DrawRequest:
    """Everything a draw depends on: the same request gives the same draw (R44).

    ``history`` holds the random rounds as played, each as tables of players in seat order; ``sat_out`` who has used the one sit-out (R49);
    ``fixed_tables`` who cannot move, with the table number in every round. Wishes about players who are not in ``players`` (withdrawn,
    not yet arrived) are passed over. ``planned`` holds the same rounds as an earlier draw planned them, whose seat numbers are kept where
    others would be met again (R6). ``names`` are for messages and reasons only.
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
    planned: tuple[tuple[Table, ...], ...] = ()
    names: Mapping[PlayerId, str] = field(default_factory=dict)

    @property
    def total_rounds(self) -> int:
        """The number of random rounds, played and planned."""
        return len(self.history) + len(self.rounds)

    def name(self, player: PlayerId) -> str:
        """Return the player's name, or "Player 7" where the request has none."""
        return self.names.get(player) or f"Player {player}"

    def name_all(self, players: tuple[PlayerId, ...] | list[PlayerId]) -> str:
        """Return several names in words: "Ada, Ben and Cleo"; of very many the first twenty and a count."""
        names = [self.name(player) for player in players[:MOST_NAMES]]
        if len(players) > MOST_NAMES:
            names.append(f"{len(players) - MOST_NAMES} others")
        return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"

    def players_of(self, plan: RoundPlan) -> tuple[PlayerId, ...]:
        """Return the players of one planned round."""
        return self.players if plan.players is None else plan.players

    def number_of(self, index: int) -> int:
        """Return the number of the planned round at that index, counted from 1 over the rounds played."""
        return len(self.history) + index + 1

    @property
    def fingerprint(self) -> str:
        """Sixteen hexadecimal digits that change with anything the draw depends on, except the seed."""
        plans = [(p.sizes, p.sit_outs, p.sitting_out, p.players, p.locked) for p in self.rounds]
        apart = [(wish.players, wish.is_hard) for wish in self.apart]
        inputs = (self.players, plans, self.history, self.sat_out, apart, self.fixed_tables)
        # Without an earlier plan the print is what it was before there were any, so that draws that are kept still have theirs.
        text = repr((inputs, self.reading.value, self.seat_source.value, *[self.planned] * bool(self.planned)))
        return hashlib.sha256(text.encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class DrawnRound:
    """One drawn round: tables in the arrangement's order with players in seat order, and who sits out.

    Where starting tiles decide the order of play (R4), players are in the order of the request.
    """

    tables: tuple[Table, ...]
    sit_outs: tuple[PlayerId, ...] = ()
