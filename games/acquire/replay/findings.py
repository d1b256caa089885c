"""What a replay can find: one table of codes, each with severity, rule and meaning, and which findings only follow from others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Final


class Severity(StrEnum):
    """How a finding is meant: against the rules, not to be checked or doubtful, worth a look."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Finding:
    """One mistake found: where (line of the log, turn, player's ID) and what (codes are below).

    ``cause`` is the index, among the findings of the answer, of the one that explains it; None for a cause itself.
    """

    code: str
    severity: Severity
    line: int | None
    turn: int | None
    player: str | None
    message: str
    expected: object
    recorded: object
    rule: str
    cause: int | None = None


def grave(findings: Iterable[Finding]) -> list[Finding]:
    """The findings that are more than a note."""
    return [finding for finding in findings if finding.severity is not Severity.NOTE]


@dataclass(frozen=True, slots=True)
class Code:
    """One row of the table: what a code means, how severe it is and which rule it cites."""

    code: str
    severity: Severity
    rule: str
    meaning: str


_TABLE = """
line-unread         error   R11 a line or clause of the log that cannot be read
players-count       warning R3  the edition is not played by so many
labels-differ       warning R3  the chains are not those of the label set that the header or the edition names
start-order         error   R4  players do not sit in the order of their starting tiles
start-unexpected    error   R4  a starting tile where the edition has none, or a second one of a player, or a late one
start-missing       warning R4  the edition has starting tiles and the log tells of none, or not of all
hand-count          error   R3  more or fewer tiles in a hand than there must be
hand-differs        error   R3  a hand lacks a tile that it is known to hold
tile-on-board       error   R3  a tile played or drawn that lies on the board, or is out of the game
tile-elsewhere      error   R3  a tile played, drawn or held that is known to be in another hand
tile-not-in-hand    error   R3  a tile played that is not in the player's hand
tile-twice          error   R3  a tile drawn that is in the player's own hand already
place-eighth-chain  error   R3  a tile placed that founds an eighth chain
place-two-safe      error   R3  a tile placed that merges two safe chains
place-safe          error   R3  a tile placed that merges a safe chain where the edition forbids it
place-beside-loose  error   R3  a tile placed beside a chain and a lone tile where the edition forbids it
place-twice         error   R3  a second tile placed in one turn
place-missing       error   R16 a turn without a tile and without a pass
play-after-draw     error   R7  a tile placed after the draw
play-after-end      error   R15 the game went on although it was over
found-missing       error   R3  a tile founds a chain and no chain is named
found-not-founding  error   R3  a chain named although no tile founded one
found-taken         error   R3  a chain founded that is on the board
survivor-missing    error   R14 equal largest chains merge and no survivor is named
survivor-not-asked  error   R14 a survivor named although there is none to choose
survivor-wrong      error   R14 a survivor named that is not among the largest chains
order-not-asked     error   R14 an order named although there is none to choose
order-wrong         error   R14 a defunct chain taken before a larger one, or one that is not merging
bonus-wrong         error   R3  a bonus of the wrong amount
bonus-missing       error   R3  a bonus that was not paid
bonus-misdirected   error   R3  a bonus paid to the wrong player or for the wrong chain
bonus-twice         error   R3  a bonus paid twice
bonus-unexpected    error   R3  a bonus although no chain is being paid out
dispose-not-asked   error   R3  shares disposed of although their chain is not being taken over
dispose-forbidden   error   R3  shares disposed of where the edition lets them only be held
dispose-order       error   R3  a holder disposed before his time
dispose-negative    error   R3  a negative number of shares
dispose-too-many    error   R3  more shares sold and traded than owned
dispose-odd-trade   error   R3  an odd number of shares traded
dispose-no-stock    error   R3  shares traded for more than the bank has
dispose-hold        error   R3  a number of shares held that is not what is left
dispose-out-of-time error   R34 shares of a player out of time not all sold
dispose-missing     warning R3  a holder of a defunct chain of whom the log says nothing; he is taken to hold
buy-off-board       error   R3  shares bought of a chain that is not on the board
buy-no-stock        error   R3  more shares bought than the bank has
buy-too-many        error   R3  more shares bought than allowed in a turn
buy-mixed           error   R3  shares of several chains bought where the edition allows one
buy-no-cash         error   R3  shares bought for more than the player's cash
buy-negative        error   R3  no shares or a negative number of them bought of a chain
buy-twice           error   R3  a second purchase in one turn
buy-after-draw      error   R7  a purchase after the draw
buy-out-of-turn     error   R3  a purchase by a player whose turn it is not
draw-count          error   R3  more or fewer tiles drawn than the hand and the bag allow
draw-missing        error   R9  a turn without a draw and without an early clock
draw-after-clock    error   R9  tiles drawn after the clock was pressed
draw-out-of-turn    error   R7  tiles drawn by a player whose turn it is not
pass-with-legal     error   R16 a pass with a legal tile in hand
pass-after-tile     error   R16 a pass after a tile was placed
show-differs        error   R17 a hand shown that is not the hand
show-missing        error   R17 a pass without showing the hand
dead-not-dead       error   R18 a tile laid out that is not dead
dead-kept           error   R18 a dead tile not laid out or not replaced
dead-unexpected     error   R18 dead tiles laid out where the rules have no such moment
return-differs      error   R19 tiles put back that are not those exposed
return-unexpected   error   R19 tiles put back without an exchange
turn-order          error   R4  a turn of a player who is not next
turn-number         error   R4  a turn with the wrong number
turn-missing        error   R4  a turn that is not written down, for its number and its player are left out
turn-timed-out      error   R34 a turn of a player who is out of time
act-out-of-turn     error   R4  something done by a player whose turn it is not
end-not-reached     error   R13 an end called without an end condition
end-in-merger       error   R13 an end called inside a merger
end-after-draw      error   R8  an end called after the draw
end-too-early       error   R13 an end called at the wrong point of a turn
end-not-called      error   R13 an end called where the edition ends by itself, before it did
end-missed          error   R12 the game went on although the edition ends it by itself
end-forced          error   R20 no legal tile in a valid end phase, and the game was not ended
end-missing         error   R12 final cash although nobody ended the game
clock-unexpected    error   R9  an early clock when there was nothing left to do
time-called-early   note    R31 a time-out while a chain is to be named; that comes first
timeout-unexpected  error   R31 a time-out of a player who cannot lose on time now
takeback-nothing    error   R23 a take-back without a tile to take back
takeback-late       warning R24 a tile taken back after a merger without a choice had begun
pause-unexpected    note    R35 a pause while the game is stopped, or a game that goes on without one
rewind-nowhere      error   R11 a rewind to a statement that is not before it
redraw-count        error   R27 a hand redrawn with another number of tiles
card-unexpected     error   R3  a card where the edition has none or at the wrong time
card-used           error   R3  a card played a second time, or a second one of its group in a turn
swap-not-allowed    error   R3  a trade without the card for it
swap-too-few        error   R3  a trade of shares the player does not have
swap-no-stock       error   R3  a trade for shares the bank does not have
market-missing      warning R3  no tile drawn for the market; it is taken to hold nothing
market-unexpected   error   R3  a market's tile that nothing asks for
cash-wrong          error   R11 cash counted that is not what the rules give
cash-unrecorded     warning R11 less cash than computed, or cash not to be checked, for not all of it is recorded
final-wrong         error   R11 final cash that is not what the rules give
position-wrong      error   R3  a starting position that cannot be
board-doubtful      note    R11 later statements do not fit the board because of an earlier finding
"""

CODES: Final[Mapping[str, Code]] = MappingProxyType(
    {
        code: Code(code, Severity(severity), rule, meaning)
        for code, severity, rule, meaning in (row.split(maxsplit=3) for row in _TABLE.strip().splitlines())
    }
)

#: Findings that are mere consequences once the board is known not to be the table's.
DEPENDENT: Final = frozenset(
    code
    for code in CODES
    if code.startswith(
        (
            "place-",
            "found-",
            "survivor-",
            "order-",
            "bonus-",
            "dispose-",
            "buy-",
            "end-",
            "dead-",
            "pass-",
            "final-",
            "cash-",
        )
    )
)

#: Findings about what the director did beside the game: no mistake of table or log, and nothing follows from them.
BESIDE: Final = frozenset({"pause-unexpected", "time-called-early"})

#: Ends without an end condition: the game was not over, so the cash that a table came to by them proves nothing (R13).
UNFOUNDED_ENDS: Final = frozenset({"end-not-reached", "end-not-called"})

#: Findings that only follow from an illegal tile of the same turn.
TURN_DEPENDENT: Final = frozenset(
    code for code in DEPENDENT if code.startswith(("found-", "survivor-", "order-", "bonus-", "dispose-"))
)

#: Findings of what cannot happen at a table, where nobody has a share, a tile or a dollar too many: the log itself
#: must be wrong somewhere. Wrong sums and broken rules are the table's own and are never read away.
IMPOSSIBLE: Final = frozenset(
    {
        "tile-on-board",
        "tile-elsewhere",
        "tile-not-in-hand",
        "tile-twice",
        "found-not-founding",
        "found-missing",
        "found-taken",
        "survivor-not-asked",
        "dispose-not-asked",
        "dispose-too-many",
        "dispose-hold",
        "dispose-no-stock",
        "buy-off-board",
        "buy-no-stock",
        "buy-no-cash",
        "dead-not-dead",
    }
)


#: Findings after which the log no longer tells of the table's game: a turn, a tile or a chain is not what it was.
BREAKS: Final = frozenset(
    {"line-unread", "turn-missing", "turn-number", "turn-order", "act-out-of-turn", "place-missing", "place-twice"}
    | IMPOSSIBLE
)

#: Findings that name an event of the table by itself; none of them follows from an earlier one.
_OWN: Final = frozenset({"line-unread", "turn-missing"}) | BESIDE

#: Findings that may follow from a broken log as well as those that depend on the board.
_FOLLOWING: Final = DEPENDENT | IMPOSSIBLE | BREAKS | {"show-missing", "draw-count", "draw-missing", "market-missing"}


def with_causes(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """The findings, in the order of the log, each with the index of the one that explains it, where there is one.

    After the log breaks, what depends on the board follows from the break; a note always follows from the first error
    before it, of the same player where there is one; and the same player's next wrong cash follows from the first.
    """
    told: list[Finding] = []
    for finding in findings:
        told.append(replace(finding, cause=_cause(told, finding)))
    return tuple(told)


def _cause(told: Sequence[Finding], finding: Finding) -> int | None:
    causes = [index for index, other in enumerate(told) if other.cause is None and other.severity is not Severity.NOTE]
    broken = [index for index in causes if told[index].code in BREAKS]
    if finding.code in _OWN or not causes:
        return None
    if broken and finding.code in _FOLLOWING:
        return broken[-1]
    own = [index for index in causes if told[index].player == finding.player]
    if finding.severity is Severity.NOTE:
        return (own or causes)[0]
    if finding.code in ("cash-wrong", "cash-unrecorded", "final-wrong"):
        of_purse = [index for index in own if told[index].code.startswith(("cash-", "bonus-", "buy-", "dispose-"))]
        return of_purse[0] if of_purse else None
    return None
