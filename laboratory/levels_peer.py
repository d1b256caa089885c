"""Play events by the peer of the draw by levels (EDH_matchmaker), as a program of its own in the peer's own environment.

``python laboratory/levels_peer.py PATH_OF_PEER`` reads from standard input one event a line, ``{"players": 64, "rounds": 4, "seed": 1,
"snake": false}``, and answers each with a line: its rounds, each with the tables in seat order, the byes, and the winners of each table
(all of a drawn one). Players are numbers from 1. Draws and results are the peer's own; this program needs nothing of ours.
"""

from __future__ import annotations

import importlib
import json
import random
import sys
from pathlib import Path
from typing import Any

MOST_BYES = 2
"""How many byes the peer may give a round; with three players over it makes a table of three."""


def main() -> None:
    """Answer every line of standard input."""
    folder = str(Path(sys.argv[1]).resolve())
    sys.path[0] = folder  # the peer's packages, not those that lie beside this file
    core = importlib.import_module("src.core")
    core.TournamentAction.LOGF = False
    for line in sys.stdin:
        sys.stdout.write(json.dumps(_event(core, **json.loads(line))) + "\n")
        sys.stdout.flush()


def _event(core: Any, players: int, rounds: int, seed: int, snake: bool) -> list[dict[str, Any]]:
    """Play one event and return its rounds."""
    random.seed(seed)
    event = core.Tournament(
        core.TournamentConfiguration(
            pod_sizes=[4, 3],
            allow_bye=True,
            max_byes=MOST_BYES,
            win_points=5,
            draw_points=1,
            bye_points=5,
            snake_pods=snake,
            n_rounds=rounds,
            auto_export=False,
        )
    )
    event.add_player([str(number) for number in range(1, players + 1)])
    played = []
    for _round in range(rounds):
        event.create_pairings()
        event.random_results()
        played.append(_as_played(event.tour_round))
    return played


def _as_played(drawn: Any) -> dict[str, Any]:
    """Return one round as it was played."""
    return {
        "tables": [[int(player.name) for player in pod.players] for pod in drawn.pods],
        "byes": sorted(int(player.name) for player in drawn.byes),
        "winners": [sorted(int(player.name) for player in pod.result) for pod in drawn.pods],
    }


if __name__ == "__main__":
    main()
