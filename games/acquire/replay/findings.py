"""What a replay can report: a table of codes, each with severity, rule, group and meaning, and which findings follow from others.

Codes are stable: tests, messages and people refer to them. A rule is that of the tournament's rules;
R3 stands for the game's own rules, which the tournament takes over.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from games.sentences import Said, said_text


class Severity(StrEnum):
    """How serious a finding is.

    An error is against the rules, a warning tells of something doubtful or that cannot be checked, a note is only worth a look.
    """

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class CodeGroup(StrEnum):
    """What a code is about."""

    LOG = "log"  # the log as a whole: its header, its lines
    START = "start"
    HAND = "hand"
    TILE = "tile"  # where a tile is
    PLACEMENT = "placement"
    MERGER = "merger"  # chains founded and merged
    BONUS = "bonus"
    DISPOSAL = "disposal"
    PURCHASE = "purchase"
    DRAW = "draw"
    PASSING = "passing"
    SHOW = "show"  # a hand shown and put back
    DEAD = "dead"  # dead tiles
    TURN = "turn"
    END = "end"
    CASH = "cash"
    FINAL = "final"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Code:
    """One row of the table: what a code means, how severe it is, which rule it cites and what it is about."""

    code: str
    severity: Severity
    rule: str
    group: CodeGroup
    meaning: str


@dataclass(frozen=True, slots=True)
class Finding:
    """One mistake that a replay has found: ``code`` says what, and ``line``, ``turn`` and ``player`` (an ID) where.

    ``expected`` is what the rules give, ``recorded`` what the log has. ``cause`` is the index of the finding in the same answer that
    explains this one, or None. ``said`` is the sentence, and ``hinted`` a second one on what the log probably meant; empty for none.
    `message` and `hint` write them in the reader's language.
    """

    code: str
    severity: Severity
    line: int | None
    turn: int | None
    player: str | None
    said: Said
    expected: object
    recorded: object
    rule: str
    cause: int | None = None
    hinted: Said = ""

    @classmethod
    def of(
        cls,
        code: str,
        line: int | None,
        turn: int | None,
        player: str | None,
        said: Said,
        expected: object = None,
        recorded: object = None,
        severity: Severity | None = None,
    ) -> Finding:
        """Return a finding with the rule of its code, and with the severity of its code unless another one is given."""
        row = CODES[code]
        return cls(code, severity or row.severity, line, turn, player, said, expected, recorded, row.rule)

    @property
    def group(self) -> CodeGroup:
        """What the finding is about."""
        return CODES[self.code].group

    @property
    def statement(self) -> str:
        """The message without its hint."""
        return said_text(self.said)

    @property
    def hint(self) -> str:
        """What the log probably meant; empty for none."""
        return said_text(self.hinted)

    @property
    def message(self) -> str:
        """The whole message, with the hint at its end."""
        return f"{self.statement} {self.hint}" if self.hinted else self.statement

    def with_hint(self, hint: Said) -> Finding:
        """Return the finding with a hint, which stands at the end of its message."""
        return replace(self, hinted=hint)


def grave(findings: Iterable[Finding]) -> list[Finding]:
    """Return the findings that are errors or warnings."""
    return [finding for finding in findings if finding.severity is not Severity.NOTE]


_TABLE = """
line-unread         note    R11 log       a line or clause of the log that cannot be read
players-count       warning R3  log       the edition is not played by so many
labels-differ       warning R3  log       the chains are not those of the label set that the header or the edition names
start-order         error   R4  start     players do not sit in the order of their starting tiles
start-unexpected    error   R4  start     a starting tile where the edition has none, or a second one of a player, or a late one
start-missing       warning R4  start     the edition has starting tiles and the log has none, or not all
hand-count          error   R3  hand      more or fewer tiles in a hand than there must be
hand-differs        error   R3  hand      a hand lacks a tile that it is known to hold
tile-on-board       error   R3  tile      a tile played or drawn that lies on the board, or is out of the game
tile-elsewhere      error   R3  tile      a tile played, drawn or held that is known to be in another hand
tile-not-in-hand    error   R3  tile      a tile played that is not in the player's hand
tile-twice          error   R3  tile      a tile drawn that is in the player's own hand already
place-eighth-chain  error   R3  placement a tile placed that founds an eighth chain
place-two-safe      error   R3  placement a tile placed that merges two safe chains
place-safe          error   R3  placement a tile placed that merges a safe chain where the edition forbids it
place-beside-loose  error   R3  placement a tile placed beside a chain and a lone tile where the edition forbids it
place-twice         error   R3  placement a second tile placed in one turn
place-missing       error   R16 placement a turn without a tile and without a pass
play-after-draw     error   R7  other     a tile placed after the draw
play-after-end      error   R15 other     the game went on although it was over
found-missing       error   R3  merger    a tile founds a chain and no chain is named
found-not-founding  error   R3  merger    a chain named although no tile founded one
found-taken         error   R3  merger    a chain founded that is on the board
survivor-missing    error   R14 merger    equal largest chains merge and no survivor is named
survivor-not-asked  error   R14 merger    a survivor named although there is none to choose
survivor-wrong      error   R14 merger    a survivor named that is not among the largest chains
order-not-asked     error   R14 merger    an order named although there is none to choose
order-wrong         error   R14 merger    a defunct chain taken before a larger one, or one that is not merging
bonus-wrong         error   R3  bonus     a bonus of the wrong amount
bonus-missing       error   R3  bonus     a bonus that was not paid
bonus-misdirected   error   R3  bonus     a bonus paid to the wrong player or for the wrong chain
bonus-twice         error   R3  bonus     a bonus paid twice
bonus-unexpected    error   R3  bonus     a bonus although no chain is being paid out
dispose-not-asked   error   R3  disposal  shares disposed of although their chain is not being taken over
dispose-forbidden   error   R3  disposal  shares disposed of where the edition lets them only be held
dispose-order       error   R3  disposal  a holder disposed before his time
dispose-negative    error   R3  disposal  a negative number of shares
dispose-too-many    error   R3  disposal  more shares sold and traded than owned
dispose-odd-trade   error   R3  disposal  an odd number of shares traded
dispose-no-stock    error   R3  disposal  shares traded for more than the bank has
dispose-hold        error   R3  disposal  a number of shares held that is not what is left
dispose-out-of-time error   R34 disposal  shares of a player out of time not all sold
dispose-missing     warning R3  disposal  a holder of a defunct chain of whom the log says nothing; he is taken to hold
buy-off-board       error   R3  purchase  shares bought of a chain that is not on the board
buy-no-stock        error   R3  purchase  more shares bought than the bank has
buy-too-many        error   R3  purchase  more shares bought than allowed in a turn
buy-mixed           error   R3  purchase  shares of several chains bought where the edition allows one
buy-no-cash         error   R3  purchase  shares bought for more than the player's cash
buy-negative        error   R3  purchase  no shares or a negative number of them bought of a chain
buy-twice           error   R3  purchase  a second purchase in one turn
buy-after-draw      error   R7  purchase  a purchase after the draw
buy-out-of-turn     error   R3  purchase  a purchase by a player whose turn it is not
draw-count          error   R3  draw      more or fewer tiles drawn than the hand and the bag allow
draw-missing        error   R9  draw      a turn without a draw and without an early clock
draw-after-clock    error   R9  draw      tiles drawn after the clock was pressed
draw-out-of-turn    error   R7  draw      tiles drawn by a player whose turn it is not
pass-with-legal     error   R16 passing   a pass with a legal tile in hand
pass-after-tile     error   R16 passing   a pass after a tile was placed
show-differs        error   R17 show      a hand shown that is not the hand
show-missing        error   R17 show      a pass without showing the hand
dead-not-dead       error   R18 dead      a tile laid out that is not dead
dead-kept           error   R18 dead      a dead tile not laid out or not replaced
dead-unexpected     error   R18 dead      dead tiles laid out where the rules have no such moment
return-differs      error   R19 show      tiles put back that are not those exposed
return-unexpected   error   R19 show      tiles put back without an exchange
turn-order          error   R4  turn      a turn of a player who is not next
turn-number         error   R4  turn      a turn with the wrong number
turn-missing        error   R4  turn      one or more turns that are not written down: their numbers and players are left out
turn-twice          note    R11 turn      turns that are written twice, and the second time nothing else
turn-differs        error   R11 turn      two writings of one turn that contradict each other
turn-timed-out      error   R34 turn      a turn of a player who is out of time
act-out-of-turn     error   R4  other     something done by a player whose turn it is not
end-not-reached     error   R13 end       an end called without an end condition
end-in-merger       error   R13 end       an end called inside a merger
end-after-draw      error   R8  end       an end called after the draw
end-too-early       error   R13 end       an end called at the wrong point of a turn
end-not-called      error   R13 end       an end called where the edition ends by itself, before it did
end-missed          error   R12 end       the game went on although the edition ends it by itself
end-forced          error   R20 end       no legal tile in a valid end phase, and the game was not ended
end-missing         error   R12 end       final cash although nobody ended the game
clock-unexpected    error   R9  other     an early clock when there was nothing left to do
time-called-early   note    R31 other     a time-out while a chain is to be named; that comes first
timeout-unexpected  error   R31 other     a time-out of a player who cannot lose on time now
takeback-nothing    error   R23 other     a take-back without a tile to take back
takeback-late       warning R24 other     a tile taken back after a merger without a choice had begun
pause-unexpected    note    R35 other     a pause while the game is stopped, or a game that goes on without one
rewind-nowhere      error   R11 log       a rewind to a statement that is not before it
redraw-count        error   R27 other     a hand redrawn with another number of tiles
card-unexpected     error   R3  other     a card where the edition has none or at the wrong time
card-used           error   R3  other     a card played a second time, or a second one of its group in a turn
swap-not-allowed    error   R3  other     a trade without the card for it
swap-too-few        error   R3  other     a trade of shares the player does not have
swap-no-stock       error   R3  other     a trade for shares the bank does not have
market-missing      warning R3  other     no tile drawn for the market; it is taken to hold nothing
market-unexpected   error   R3  other     a market's tile that nothing asks for
cash-wrong          error   R11 cash      cash counted that is not what the rules give
cash-unrecorded     warning R11 cash      less cash than computed, or cash not to be checked, for not all of it is recorded
final-wrong         error   R11 final     final cash that is not what the rules give
position-wrong      error   R3  log       a starting position that cannot be
manner-kept         warning R11 log       something written or reckoned otherwise throughout, which explains what differs
board-doubtful      note    R11 log       later statements do not fit the board because of an earlier finding
"""

CODES: Final[Mapping[str, Code]] = MappingProxyType(
    {
        code: Code(code, Severity(severity), rule, CodeGroup(group), meaning)
        for code, severity, rule, group, meaning in (row.split(maxsplit=4) for row in _TABLE.strip().splitlines())
    }
)


def _codes_of(*groups: CodeGroup) -> frozenset[str]:
    """Return the codes of all findings of these groups."""
    return frozenset(code for code, row in CODES.items() if row.group in groups)


#: Findings that only follow from an illegal tile of the same turn.
TURN_DEPENDENT: Final = _codes_of(CodeGroup.MERGER, CodeGroup.BONUS, CodeGroup.DISPOSAL)

#: Findings that are mere consequences once the replay's board is known to differ from the one on the table.
DEPENDENT: Final = TURN_DEPENDENT | _codes_of(
    *(CodeGroup.PLACEMENT, CodeGroup.PURCHASE, CodeGroup.END, CodeGroup.DEAD, CodeGroup.PASSING),
    *(CodeGroup.FINAL, CodeGroup.CASH),
)

#: Findings about acts of the director that change nothing on the board, and about starting tiles left out: no mistakes of players or
#: log, and no cause of others.
BESIDE: Final = frozenset({"pause-unexpected", "time-called-early", "start-missing"})

#: Findings that are about a manner of writing where they are notes, and not about a mistake.
_OF_MANNERS: Final = frozenset({"line-unread", "dispose-missing", "dispose-order", "end-missing", "dead-kept"})


def is_beside(finding: Finding) -> bool:
    """Whether a finding is about no mistake: about the director's acts, or a note about a manner of writing."""
    return finding.code in BESIDE or (finding.severity is Severity.NOTE and finding.code in _OF_MANNERS)


#: Findings of an end declared without an end condition: the game was not over, so the final cash at the table proves nothing (R13).
UNFOUNDED_ENDS: Final = frozenset({"end-not-reached", "end-not-called"})

#: Findings of what cannot happen at a table, where nobody has a share, a tile or a dollar too many: the log itself
#: must be wrong somewhere. Wrong sums and broken rules may be the players' mistakes, so they are not in this set.
IMPOSSIBLE: Final = frozenset(
    {
        *("tile-on-board", "tile-elsewhere", "tile-not-in-hand", "tile-twice", "dead-not-dead"),
        *("found-not-founding", "found-missing", "found-taken", "survivor-not-asked"),
        *("dispose-not-asked", "dispose-too-many", "dispose-hold", "dispose-no-stock"),
        *("buy-off-board", "buy-no-stock", "buy-no-cash"),
    }
)

#: Findings after which the log no longer describes the game that was played: a turn, a tile or a chain is another one.
BREAKS: Final = frozenset(
    {"line-unread", "turn-missing", "turn-number", "turn-order", "act-out-of-turn", "place-missing", "place-twice"}
    | IMPOSSIBLE
)

#: Findings that never follow from an earlier one.
_INDEPENDENT: Final = frozenset({"line-unread", "turn-missing"}) | BESIDE

#: Findings that may follow from one of `BREAKS`.
_FOLLOWING: Final = DEPENDENT | IMPOSSIBLE | BREAKS | {"show-missing", "draw-count", "draw-missing", "market-missing"}

#: The groups of findings from which a later wrong cash of the same player may follow.
_OF_MONEY: Final = frozenset({CodeGroup.CASH, CodeGroup.BONUS, CodeGroup.PURCHASE, CodeGroup.DISPOSAL})


def with_causes(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Return the findings, given in the order of the log, each with the index of the one that explains it, if any.

    After one of `BREAKS`, what depends on the board follows from it, and wrong final cash from an end that is missing. A note follows
    from the first error before it, of the same player if he has one, unless it is about a manner of writing. A wrong cash of a
    player follows from his first wrong cash, bonus, purchase or disposal.
    """
    explained: list[Finding] = []
    for finding in findings:
        explained.append(replace(finding, cause=_cause(explained, finding)))
    return tuple(explained)


def _cause(earlier: Sequence[Finding], finding: Finding) -> int | None:
    """Return the index of that earlier finding from which a finding follows, or None; a note about a manner follows from none."""
    causes = [
        index
        for index, other in enumerate(earlier)
        if other.cause is None and (other.severity is not Severity.NOTE or other.code == "line-unread")
    ]
    broken = [index for index in causes if earlier[index].code in BREAKS]
    if finding.code in _INDEPENDENT or is_beside(finding) or not causes:
        return None
    if broken and finding.code in _FOLLOWING:
        return broken[-1]
    own = [index for index in causes if earlier[index].player == finding.player]
    if finding.severity is Severity.NOTE:
        return (own or causes)[0]
    unended = [index for index in causes if earlier[index].code == "end-missing"]
    if unended and finding.group is CodeGroup.FINAL:
        return unended[0]
    if finding.code in ("cash-wrong", "cash-unrecorded", "final-wrong"):
        return next((index for index in own if earlier[index].group in _OF_MONEY), None)
    return None
