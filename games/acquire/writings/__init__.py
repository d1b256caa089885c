"""What was written twice: one turn by two scribes, in one log or in two logs of one table.

`statements` compares two writings of a turn, `comparing` puts two logs of one table side by side.
"""

from games.acquire.writings.comparing import Clause, ClausePair, Comparison, TurnPair, compare
from games.acquire.writings.statements import Agreement

__all__ = ["Agreement", "Clause", "ClausePair", "Comparison", "TurnPair", "compare"]
