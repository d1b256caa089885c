"""The replayer: the state of a game to which the events of a log are applied by the rules, and the findings made on the way.

The tiles placed at the table stay on the board, and money is computed by the rules (R11). So that one mistake does not lead to
many findings, the replayer stores what may follow from each: in a `Reporter` of findings, a `Ledger` of money that is in doubt,
and the `Progress` of the turns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

from games.acquire.actions import ActKind
from games.acquire.board import TILE_NAMES
from games.acquire.editions import BonusOrder, Edition
from games.acquire.editions.bonus import Money
from games.acquire.errors import IllegalActionError
from games.acquire.record import GameRecord, Unread
from games.acquire.replay.coverage import Coverage, Ledger, Progress, Question
from games.acquire.replay.findings import DEPENDENT, TURN_DEPENDENT, Finding, Severity, is_beside
from games.acquire.rewinding import standing
from games.acquire.state import State
from games.sentences import Said, Sentence
from games.sentences import gettext_lazy as _


@dataclass(slots=True)
class Reporter:
    """The findings made, each with the index of its event, and the reasons not to list others.

    ``doubtful``: the replay's board may differ from the one on the table, so findings that only follow from the board are counted
    (``suppressed``) instead of listed. ``excused``: the number of the turn with an illegal tile, which explains other mistakes in it.
    ``manners``: where a line is left out or stands in another order than that of the game, which is no mistake: what it is about, as a
    code, and the index of the event.
    """

    findings: list[Finding] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    manners: list[tuple[str, int]] = field(default_factory=list)
    suppressed: int = 0
    excused: int = -1
    doubtful: bool = False

    def copy(self) -> Reporter:
        """An independent copy."""
        twin = Reporter.__new__(Reporter)
        twin.findings, twin.places, twin.manners = self.findings[:], self.places[:], self.manners[:]
        twin.suppressed, twin.excused, twin.doubtful = self.suppressed, self.excused, self.doubtful
        return twin

    def silences(self, code: str, number: int) -> bool:
        """Whether a finding with this code in turn ``number`` only follows from an earlier one; if so, it is counted."""
        if (self.doubtful and code in DEPENDENT) or (self.excused == number and code in TURN_DEPENDENT):
            self.suppressed += self.doubtful
            return True
        return False

    def add(self, place: int, finding: Finding) -> None:
        """Store a finding about the event at ``place``, its index in the log."""
        self.places.append(place)
        self.findings.append(finding)

    def note_manner(self, code: str, place: int) -> None:
        """Store that the scribe's manner, and no mistake, explains what would be a finding about the event at ``place``."""
        self.manners.append((code, place))

    def place_of(self, finding: Finding) -> int:
        """Return the index of the event about which a finding was made."""
        return next(at for at, other in zip(self.places, self.findings, strict=True) if other is finding)

    @property
    def weight(self) -> int:
        """The number of mistakes, listed or silenced, without findings about the director's acts and about manners of writing."""
        return sum(not is_beside(finding) for finding in self.findings) + self.suppressed

    @property
    def first_mistake(self) -> int:
        """The index of the first finding that `weight` counts, 0 if there is none."""
        return next((at for at, finding in enumerate(self.findings) if not is_beside(finding)), 0)


#: Acts that decide what is on the board; if one of them cannot be read, the replay's board may differ from the one on the table.
_ON_THE_BOARD = frozenset(
    {ActKind.TURN, ActKind.PLAY, ActKind.START, ActKind.FOUND, ActKind.SURVIVOR, ActKind.TAKEBACK}
)


#: Acts that move the money of one player alone; whatever else cannot be read may concern everybody.
_OF_ONE_PLAYER = frozenset({ActKind.BUY, ActKind.BONUS, ActKind.DISPOSE, ActKind.CASH, ActKind.FINAL})


@lru_cache(maxsize=64)
def _paying_first(edition: Edition, seats: int) -> Edition:
    """Return the edition with all bonuses of a merger paid at once.

    The log may then have bonuses and disposals in either order; the money is the same.
    """
    if edition.market_holder_2p and seats == 2:
        return edition
    return replace(edition, bonus_order=BonusOrder.BEFORE_DISPOSAL)


class Replayer:
    """A replay that is under way; ``index`` is that of the next event or, while one is being handled, of this event.

    ``record`` is the record given, without what a rewind undid; ``ids`` are its players' IDs and ``names`` its chains' names.
    ``outcome`` is the final cash by player, None until the replay has come to the end of a game. ``watch`` is called before the
    first turn and at the end of each turn.
    """

    __slots__ = (
        "coverage", "events", "ids", "index", "ledger", "names", "outcome", "progress", "record", "reporter",
        "state", "takes_back", "watch",
    )  # fmt: skip

    def __init__(
        self, record: GameRecord, watch: Callable[[Replayer], None] | None = None, edition: Edition | None = None
    ) -> None:
        header = record.header
        labels = header.labels()
        seats = len(header.players)
        self.coverage = Coverage(record)
        if self.coverage.has(ActKind.REWIND):
            record = standing(record)
            self.coverage = Coverage(record)
        self.record = record
        self.events = record.events
        self.ids = [player.id for player in header.players]
        self.names = labels.names
        self.takes_back = self.coverage.has(ActKind.TAKEBACK)
        self.watch = watch
        self.index = 0
        self.outcome: dict[int, Money] | None = None
        self.state = State(edition or _paying_first(header.rulebook(), seats), seats, labels)
        self.reporter = Reporter()
        self.ledger = Ledger([{0} for _ in range(seats)])
        self.progress = Progress()

    def copy(self, record: GameRecord | None = None) -> Replayer:
        """Return an independent copy that no ``watch`` observes.

        If ``record`` is given, the copy goes on through that record, which must be equal up to the next event and have the same kinds of
        lines.
        """
        twin = Replayer.__new__(Replayer)
        twin.record = record or self.record
        twin.events = twin.record.events
        twin.ids, twin.names, twin.watch = self.ids, self.names, None
        twin.coverage, twin.takes_back = self.coverage, self.takes_back
        twin.index, twin.outcome = self.index, None
        twin.state = self.state.copy()
        twin.ledger = self.ledger.copy(self.state.settled, twin.state.settled)  # the same merger, in a copy of its own
        twin.reporter, twin.progress = self.reporter.copy(), self.progress.copy()
        return twin

    def report(
        self,
        code: str,
        player: int,
        message: Said,
        expected: object = None,
        recorded: object = None,
        severity: Severity | None = None,
    ) -> None:
        """Store a finding about the present event, unless it only follows from an earlier one; ``player`` is -1 for none."""
        if not self.reporter.silences(code, self.progress.number):
            self.add(code, player, message, expected, recorded, severity)

    def add(
        self,
        code: str,
        player: int,
        message: Said,
        expected: object = None,
        recorded: object = None,
        severity: Severity | None = None,
    ) -> None:
        """Store a finding about the present event; ``player`` is -1 for none, else the message names him as ``{player}``.

        A chain that it names may be given by its number.
        """
        name = self.ids[player] if player >= 0 else None
        if isinstance(message, Sentence):
            message = replace(message, values=self._named_values(name, message.values))
        line, turn = self.record.line_of(self.index), self.progress.number or None
        self.reporter.add(self.index, Finding.of(code, line, turn, name, message, expected, recorded, severity))

    def _named_values(self, player: str | None, values: Mapping[str, object]) -> dict[str, object]:
        """Return the values of a message with the name of its player, and with that of a chain given by its number."""
        named = dict(values) if player is None else {"player": player, **values}
        if isinstance(chain := named.get("chain"), int):
            named["chain"] = self.names[chain]
        return named

    def add_unread(self, gap: Unread) -> None:
        """Store a finding about a part of the log that cannot be read.

        If that part may have changed the board, the board is in doubt from there on, until everybody's cash is counted right.
        """
        message = (
            _("The log can be read in two ways from “{text}” on.", text=gap.text)
            if gap.is_double
            else _("“{text}” was not recognised.", text=gap.text)
        )
        name = self.ids[gap.player] if gap.player is not None else None
        turn = self.progress.number or None
        self.reporter.add(gap.before, Finding.of("line-unread", gap.line, turn, name, message, None, gap.text))
        self._ask(gap)
        if gap.player is not None:
            self.ledger.without_purchase.add(gap.player)

    def _ask(self, gap: Unread) -> None:
        """Note what a part of the log that cannot be read may have changed."""
        reporter, before = self.reporter, self.ledger.question
        own = gap.player is not None and gap.act in _OF_ONE_PLAYER
        players = {gap.player} if own and gap.player is not None else set(range(len(self.ids)))
        is_new_doubt = not reporter.doubtful and (gap.act is None or gap.act in _ON_THE_BOARD)
        suppressed = reporter.suppressed if is_new_doubt else -1
        if is_new_doubt:
            reporter.doubtful = True
        needs_final = gap.act is None or gap.act is ActKind.DISPOSE
        if before is not None:
            players |= before.players
            needs_final |= before.needs_final
            suppressed = max(suppressed, before.suppressed)
        self.ledger.question = Question(players, needs_final, suppressed)

    def close_question(self, player: int) -> None:
        """Note that a player's cash was counted right; the question is closed if everybody's was whom it may concern.

        The board is then no longer in doubt, and what was silenced because of it follows from the unread part.
        """
        question = self.ledger.question
        if question is None:
            return
        question.players.discard(player)
        if not question.players:
            if question.suppressed >= 0:
                self.reporter.doubtful, self.reporter.suppressed = False, question.suppressed
                question.suppressed = -1
            if not question.needs_final:
                self.ledger.question = None

    def refuse(
        self, refusal: IllegalActionError, player: int, expected: object = None, recorded: object = None
    ) -> None:
        """Store the rules' refusal of the present event as a finding, unless it only follows from an earlier one."""
        message = _("{player}: {refusal}", refusal=refusal.said)
        self.report(refusal.code, player, message, expected, recorded)

    def add_tile(self, code: str, player: int, message: Sentence, tile: int) -> None:
        """Store a finding about a tile, which the message names as ``{tile}``."""
        text = TILE_NAMES[tile]
        self.add(code, player, replace(message, values={"tile": text, **message.values}), None, text)

    def report_holder(self, player: int, tile: int, holder: int) -> None:
        """Report a tile that a player cannot have, because it is in another hand or, without a holder, lies open."""
        if holder < 0:
            self.add_tile("tile-on-board", player, _("{player} cannot have {tile}: it is no longer in the bag."), tile)
        else:
            message = _("{player} cannot have {tile}: {holder} holds it.", holder=self.ids[holder])
            self.add_tile("tile-elsewhere", player, message, tile)

    def report_out_of_turn(self, player: int, code: str = "act-out-of-turn") -> None:
        """Report that a player does what only the player in turn may do."""
        name = self.ids[self.state.player]
        message = _("It is {right}'s turn, not {player}'s.", right=name)
        self.report(code, player, message, name, self.ids[player])

    def excuse_turn(self) -> None:
        """Treat everything else that is wrong in this turn as a consequence of the finding just made."""
        self.reporter.excused = self.progress.number

    def tile_names(self, tiles: Iterable[int]) -> list[str]:
        """Return the names of tiles for a finding, ``?`` for an unknown tile."""
        return ["?" if tile < 0 else TILE_NAMES[tile] for tile in tiles]
