"""Write fixtures/peer: twenty tournaments of another program for pods, with the points and ranks that its own code computes.

That program is eVen-gits/EDH_matchmaker on GitHub at commit 21c65e40c1f2fb80fbe97fd2ef8b4e327e75f3d3, in an environment of its own; its
points and keys are the same at 153450222680337d32917f9dd3466b2ff530adfe, whose ``docs/tournament-log-spec.md`` describes the files. Run in
its folder: ``PYTHONHASHSEED=0 PYTHONPATH=. python .../tests/peer/write.py .../fixtures/peer``. It draws the rounds and plays the games;
players come late, leave, draw without the rest of their table, lose games by ruling, and some tournaments end with a top cut.

Each tournament is written as that program writes it, read by it again, and then ranked by it, after the top cut where there is one. It
parts the last equals by identifiers, which are random, so those share a rank here whose order changes with that of identifiers. Seats
are compared to ten decimals, because their sum in floating point depends on the order of rounds.
"""

from __future__ import annotations

import json
import random
import sys
from importlib import import_module
from pathlib import Path
from typing import Any
from uuid import UUID

SIZES = (6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 21, 23, 27, 33, 46, 64)
POINTS = ((5, 1, 4), (5, 1, 5), (3, 1, 3), (7, 1, 7))
CUTS = {16: 4, 27: 7, 33: 10, 46: 13, 64: 16}


def main(folder: Path) -> None:
    """Write a file for each size."""
    core = import_module("src.core")
    core.TournamentAction.LOGF = ""
    interface: Any = import_module("src.interface")
    interface.uuid4 = lambda: UUID(int=random.getrandbits(128), version=4)
    interface.IHashable.__hash__ = lambda each: hash(
        each.uid
    )  # so that its sets are in the same order whenever this runs
    for seed, size in enumerate(SIZES):
        random.seed(seed)
        written = json.loads(json.dumps(_played(core, seed, size).serialize()))
        core.Tournament.CACHE.clear()
        text = json.dumps({"log": written, "expected": _expected(core, written)}, separators=(",", ":"))
        (folder / f"{size:02d}.json").write_text(text + "\n", encoding="utf-8")


def _played(core: Any, seed: int, size: int) -> Any:
    """Return a tournament after its last round."""
    win, draw, bye = POINTS[seed % len(POINTS)]
    config = core.TournamentConfiguration(
        pod_sizes=[4, 3] if seed % 3 else [4],
        max_byes=2 if seed % 3 else 3,
        win_points=win,
        draw_points=draw,
        bye_points=bye,
        snake_pods=bool(seed % 2),
        n_rounds=3 + seed % 4,
        auto_export=False,
        top_cut=CUTS.get(size, 0),
    )
    tour = core.Tournament(config)
    late = size // 8
    tour.add_player([f"Player {number}" for number in range(1, size - late + 1)])
    tour.create_pairings()
    while True:
        _play(tour)
        if tour.tour_round.seq == 0:
            for number in range(size - late + 1, size + 1):
                tour.add_player(f"Player {number}")
        here = sorted(tour.tour_round.active_players, key=lambda player: player.name)
        leaves = len(here) > 9 and tour.tour_round.seq < config.n_rounds - 1
        rounds = len(tour.rounds)
        if leaves:
            tour.drop_player(random.choice([each for each in here if each.played(tour.tour_round)]))
        tour.new_round()
        if len(tour.rounds) == rounds:
            return tour
        tour.create_pairings()


def _play(tour: Any) -> None:
    """Play the games of a round: by its own chances of seats, with draws of some, and sometimes a loss by ruling."""
    pods = tour.tour_round.pods
    for pod in pods:
        if random.random() < 0.2:
            tour.report_draw(random.sample(pod.players, random.randint(2, len(pod.players))))
    tour.random_results()
    if random.random() < 0.3:
        pod = random.choice(pods)
        losers = [player for player in pod.players if player.uid not in pod._result]
        if losers:
            tour.toggle_game_loss([random.choice(losers)])


def _expected(core: Any, written: Any) -> dict[str, list[int]]:
    """Return points and rank of each player by identifier, after the last round, be it of a top cut."""
    tour = core.Tournament.inflate(written)
    last = tour.rounds[-1]
    keys = core.TournamentConfiguration.ranking

    def places(sign: int) -> dict[Any, int]:
        """Return the places where the last equals are in the order of identifiers, or in the other one."""

        def ranking(player: Any, after: Any) -> tuple[Any, ...]:
            *others, seats, uid = keys(player, after)
            return (*others, round(float(seats), 10), sign * uid)

        core.TournamentConfiguration.ranking = staticmethod(ranking)
        return {player: place for place, player in enumerate(tour.get_standings(last))}

    one, other = places(1), places(-1)
    core.TournamentConfiguration.ranking = staticmethod(keys)
    ahead = {
        player: {each for each in one if one[each] < one[player] and other[each] < other[player]} for player in one
    }
    if any(ahead[each] - ahead[player] for player in one for each in ahead[player]):
        raise SystemExit("Identifiers decided more than the order of equals.")
    return {str(player.uid): [int(player.rating(last)), 1 + len(ahead[player])] for player in one}


if __name__ == "__main__":
    main(Path(sys.argv[1]))
