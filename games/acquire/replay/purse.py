"""What a replay knows about the table's money: what is owed, and what may differ because of earlier findings."""

from __future__ import annotations

from games.acquire.editions import Money
from games.acquire.state import Merger

#: So many findings about one purse leave nothing to compare; only the latest still explains something.
MOST_DIFFERENCES = 64


class Purse:
    """The table's money by player and chain; money follows the rules (R11), so only differences are kept.

    - ``slack``: by how much each player's recorded cash may differ because of findings reported already;
    - ``loose``: holdings, as pairs of player and chain, that an earlier finding leaves open;
    - ``unrecorded``: players with a turn whose purchase the log does not tell;
    - ``open``: players whose cash nobody can compute, for the log leaves out what they were paid or paid;
      ``untold``: holdings, as pairs of player and chain, of which it does; ``warned``: of whom that was said;
    - ``due``: bonuses in dollars that are due by player and chain; ``due_chains``: the chains they were noted for;
    - ``noted``: the merger whose bonuses these are; ``disordered``: the one whose order of disposals was found wrong;
    - ``final``: the final cash that the log tells by player, with the place of its event.
    """

    __slots__ = (
        "disordered",
        "due",
        "due_chains",
        "final",
        "loose",
        "noted",
        "open",
        "slack",
        "unrecorded",
        "untold",
        "warned",
    )

    def __init__(self, seats: int) -> None:
        self.slack: list[set[Money]] = [{0} for _ in range(seats)]
        self.loose: set[tuple[int, int]] = set()
        self.unrecorded: set[int] = set()
        self.open: set[int] = set()
        self.untold: set[tuple[int, int]] = set()
        self.warned: set[int] = set()
        self.due: dict[tuple[int, int], Money] = {}
        self.due_chains: set[int] = set()
        self.noted: Merger | None = None
        self.disordered: Merger | None = None
        self.final: dict[int, tuple[int, int]] = {}

    def copy(self, old: Merger | None, new: Merger | None) -> Purse:
        """An independent copy that knows the merger ``old`` of the copied state as ``new``."""
        twin = Purse.__new__(Purse)
        twin.slack = [*map(set.copy, self.slack)]
        twin.loose, twin.unrecorded = self.loose.copy(), self.unrecorded.copy()
        twin.open, twin.untold, twin.warned = self.open.copy(), self.untold.copy(), self.warned.copy()
        twin.due, twin.due_chains, twin.final = self.due.copy(), self.due_chains.copy(), self.final.copy()
        twin.noted = new if self.noted is old else self.noted
        twin.disordered = new if self.disordered is old else self.disordered
        return twin

    def loosen(self, player: int, difference: Money) -> None:
        """Let a player's recorded cash differ by so much more, because of a finding just reported."""
        slack = self.slack[player]
        wider = {known + difference for known in slack}
        self.slack[player] = {0, difference} if len(slack) > MOST_DIFFERENCES else slack | wider

    def forget_dues(self) -> None:
        """Owe no bonus any more."""
        self.due.clear()
        self.due_chains.clear()
