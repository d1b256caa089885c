"""What was written twice: one turn by two scribes, in one log or in two logs of one table.

`statements` compares two writings of a turn, `doubles` finds turns that a log has twice, `comparing` puts two logs of one table side by
side, and `telling` writes that down.
"""

from games.acquire.writings.comparing import Clause, ClausePair, Comparison, NotOneTableError, TurnPair, compare
from games.acquire.writings.statements import Agreement

__all__ = ["Agreement", "Clause", "ClausePair", "Comparison", "NotOneTableError", "TurnPair", "compare"]
