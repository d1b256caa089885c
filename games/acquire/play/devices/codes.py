"""The codes of refusals that only a game on devices knows; all others are the engine's and the replay's.

Codes are stable: programs refer to them.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

_TABLE = """
act-unreadable    a message that is no act in the words of a log
act-server        an act that the server writes itself, such as a bonus
act-arbiter       an act that is the arbiter's alone
act-arbiter-only  something that the arbiter cannot do for a player
paused            the game is paused, and only the arbiter acts
pause-unchanged   a pause of a paused game, or a game resumed that runs
rewind-not-back   an act to go back to that does not lie behind, so that nothing would be undone
reason-missing    a ruling that needs a reason
time-none         time given or taken where there is no clock, or of a player who is out of time
time-not-up       a time-out although there is time left
peek-closed       a hand to be seen in a game whose hands stay closed
game-handed-in    an act in a game whose result its table has handed in
deed-order        a deed that does not follow upon the one before
"""

DEVICE_CODES: Final[Mapping[str, str]] = MappingProxyType(
    {row.split()[0]: row.split(maxsplit=1)[1] for row in _TABLE.strip().splitlines()}
)
