"""What a replay keeps of the turns and of the money while it goes through a log."""

from __future__ import annotations

from games.acquire.editions import Money
from games.acquire.state import NO_TILE, Merger, State


class Progress:
    """The turns as the log counts them, and what has happened in the present turn.

    - ``number``: the turn's number in the log, 0 before the first; ``wrong_number``: the latest one that was found wrong;
    - ``started``: whether the first turn has begun; ``past_end``: whether the game was found to go on after its end;
    - ``cash_at_end``: everybody's final cash at that end, in order of seats, None while no game went on after its end;
    - ``passed_over``: the player whose turn another one took, as long as he may still take it; ``too_early``: that other player;
    - ``time_called``: the player whose time was called while he had a chain to name, until it is named (R31);
    - ``clock_pressed``: whether the clock ended the turn; ``drawn``: the tiles drawn last;
    - ``kept_dead``: dead tiles reported already because they were kept; ``replaced``: the number of dead tiles replaced in the turn;
    - ``paused``: whether the director has stopped the game; ``end_unsaid``: whether the game was closed without an end in the log;
      ``end_called``: whether the end is called and the turn is still to be completed;
    - ``before_tile``: the position before the turn's tile, stored only if the log has a take-back; ``doubtful_before_tile``: the
      value of `Reporter.doubtful` at that position.
    """

    __slots__ = (
        "before_tile", "cash_at_end", "clock_pressed", "doubtful_before_tile", "drawn", "end_called", "end_unsaid", "kept_dead",
        "number", "passed_over", "past_end", "paused", "replaced", "started", "time_called", "too_early", "wrong_number",
    )  # fmt: skip

    def __init__(self) -> None:
        self.number = 0
        self.wrong_number = 0
        self.started = False
        self.past_end = False
        self.cash_at_end: tuple[Money, ...] | None = None
        self.passed_over = NO_TILE
        self.too_early = NO_TILE
        self.time_called = NO_TILE
        self.clock_pressed = False
        self.drawn: tuple[int, ...] = ()
        self.kept_dead: set[int] = set()
        self.replaced = 0
        self.paused = self.end_unsaid = self.end_called = False
        self.before_tile: State | None = None
        self.doubtful_before_tile = False

    def copy(self) -> Progress:
        """An independent copy."""
        twin = Progress.__new__(Progress)
        # Name by name, for a search copies it with every trial.
        twin.number, twin.wrong_number = self.number, self.wrong_number
        twin.started, twin.past_end, twin.cash_at_end = self.started, self.past_end, self.cash_at_end
        twin.passed_over, twin.too_early = self.passed_over, self.too_early
        twin.clock_pressed, twin.drawn = self.clock_pressed, self.drawn
        twin.kept_dead, twin.replaced = self.kept_dead.copy(), self.replaced
        twin.paused, twin.time_called = self.paused, self.time_called
        twin.end_unsaid, twin.end_called = self.end_unsaid, self.end_called
        twin.before_tile = self.before_tile.copy() if self.before_tile is not None else None
        twin.doubtful_before_tile = self.doubtful_before_tile
        return twin


#: The most tolerated differences for one player; beyond that number only the latest is kept.
MOST_DIFFERENCES = 64


class Question:
    """A part of the log that cannot be read, as long as it may have moved money or shares that no later count has checked.

    - ``players``: those whose cash has not been counted right since; once it is empty, the question is closed;
    - ``needs_final``: whether shares may have moved too, so that only final cash that is right closes it;
    - ``suppressed``: how many findings were silenced before, if the board is in doubt only because of this part; else -1.
    """

    __slots__ = ("needs_final", "players", "suppressed")

    def __init__(self, players: set[int], needs_final: bool, suppressed: int) -> None:
        self.players, self.needs_final, self.suppressed = players, needs_final, suppressed

    def copy(self) -> Question:
        """An independent copy."""
        return Question(self.players.copy(), self.needs_final, self.suppressed)


class Ledger:
    """The money that differs, or may differ, from what the rules give, because of findings or because it is not recorded (R11).

    - ``tolerated``: by how much each player's recorded cash may differ because of findings reported already;
    - ``doubtful_shares``: holdings, as pairs of player and chain, that an earlier finding leaves in doubt;
    - ``without_purchase``: players with a turn whose purchase is not recorded;
    - ``unknown_cash``: players whose cash cannot be computed because payments to or by them are not recorded; ``unknown_shares``:
      pairs of player and chain for which the same holds for the shares; ``warned``: the players for whom that was reported;
    - ``due``: bonuses in dollars that are due and not yet recorded, by player and chain; ``due_chains``: the chains for which bonuses
      were stored;
    - ``noted_merger``: the merger whose bonuses were stored; ``disordered_merger``: the merger whose order of disposals was reported;
    - ``finals``: the final cash that the log states by player, with the index of the event;
    - ``question``: what could not be read and is still open, None for nothing.
    """

    __slots__ = (
        "disordered_merger", "doubtful_shares", "due", "due_chains", "finals", "noted_merger", "question", "tolerated",
        "unknown_cash", "unknown_shares", "warned", "without_purchase",
    )  # fmt: skip

    def __init__(self, seats: int) -> None:
        self.tolerated: list[set[Money]] = [{0} for _ in range(seats)]
        self.doubtful_shares: set[tuple[int, int]] = set()
        self.without_purchase: set[int] = set()
        self.unknown_cash: set[int] = set()
        self.unknown_shares: set[tuple[int, int]] = set()
        self.warned: set[int] = set()
        self.due: dict[tuple[int, int], Money] = {}
        self.due_chains: set[int] = set()
        self.noted_merger: Merger | None = None
        self.disordered_merger: Merger | None = None
        self.finals: dict[int, tuple[int, int]] = {}
        self.question: Question | None = None

    def copy(self, old: Merger | None, new: Merger | None) -> Ledger:
        """Return an independent copy for a copied state, in which the merger ``old`` has become ``new``."""
        twin = Ledger.__new__(Ledger)
        twin.tolerated = [*map(set.copy, self.tolerated)]
        twin.doubtful_shares, twin.without_purchase = self.doubtful_shares.copy(), self.without_purchase.copy()
        twin.unknown_cash, twin.unknown_shares = self.unknown_cash.copy(), self.unknown_shares.copy()
        twin.warned, twin.finals = self.warned.copy(), self.finals.copy()
        twin.due, twin.due_chains = self.due.copy(), self.due_chains.copy()
        twin.noted_merger = new if self.noted_merger is old else self.noted_merger
        twin.disordered_merger = new if self.disordered_merger is old else self.disordered_merger
        twin.question = self.question.copy() if self.question is not None else None
        return twin

    def tolerate(self, player: int, difference: Money) -> None:
        """Allow a player's recorded cash to differ by this amount as well, because of a finding just reported."""
        known = self.tolerated[player]
        wider = {other + difference for other in known}
        self.tolerated[player] = {0, difference} if len(known) > MOST_DIFFERENCES else known | wider

    def leave_unknown(self, player: int, *chains: int) -> None:
        """Mark a player's cash and his shares of these chains as unknown."""
        self.unknown_cash.add(player)
        self.unknown_shares |= {(player, chain) for chain in chains}

    def is_chain_unknown(self, chain: int) -> bool:
        """Whether some player's shares of a chain are unknown; then its bonuses and the bank's shares are too."""
        return any(of == chain for _, of in self.unknown_shares)

    def forget_dues(self) -> None:
        """Remove all bonuses that are due."""
        self.due.clear()
        self.due_chains.clear()
