"""The codes of refusals that are no findings of a replay: what only somebody at the front door can do wrong.

Codes are stable: programs refer to them. All other refusals bear the code of the finding that a log would get.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

_TABLE = """
action-unknown    something that is no triple of act, player and value, or an act that does not exist
action-statement  an act that no player does: a hand, a turn, a bonus, counted or final cash that is stated; what the director does
player-unknown    a player who is not in the game
value-wrong       a value of another kind than the act has
not-now           an act that the phase of the game does not ask for
game-over         anything after the end
tile-not-in-bag   a tile drawn that is not in the bag
draw-one-by-one   several tiles drawn at once, or none
order-one-by-one  several chains named where the next one is asked for
dead-one-by-one   several dead tiles set aside at once where the edition replaces one after another
dead-differs      other tiles laid out than the dead ones
"""

DOOR_CODES: Final[Mapping[str, str]] = MappingProxyType(
    {row.split()[0]: row.split(maxsplit=1)[1] for row in _TABLE.strip().splitlines()}
)
