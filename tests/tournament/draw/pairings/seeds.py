"""Draws kept to notice when the method changes.

``python -m tests.tournament.draw.pairings.seeds`` writes them anew; read the difference and raise the method's version.
"""

from __future__ import annotations

import json
from typing import Any

from tests.conftest import ROOT
from tests.tournament.draw.pairings.seatings import fresh
from tournament.draw.pairings.planning import plan
from tournament.draw.pairings.request import Apart
from tournament.record.vocabulary import PlayerId, SeatSource

FILE = ROOT / "fixtures" / "draw" / "seeds.json"
CASES: tuple[dict[str, Any], ...] = (
    {"sizes": [4, 4, 3, 3, 3], "rounds": 3, "sit_outs": 0, "seed": 7, "seats": "tiles", "apart": []},
    {"sizes": [4, 4, 4], "rounds": 4, "sit_outs": 0, "seed": 1, "seats": "chart", "apart": []},
    {"sizes": [4, 4, 4], "rounds": 4, "sit_outs": 1, "seed": 20, "seats": "chart", "apart": [[1, 2, 3], [4, 9]]},
    {"sizes": [5, 5, 5, 5, 5], "rounds": 3, "sit_outs": 0, "seed": 3, "seats": "chart", "apart": []},
    {"sizes": [4, 3], "rounds": 4, "sit_outs": 0, "seed": 5, "seats": "tiles", "apart": []},
    {"sizes": [4] * 10, "rounds": 3, "sit_outs": 0, "seed": 11, "seats": "chart", "apart": [[1, 2, 3, 4, 5, 6]]},
)


def drawn_case(case: dict[str, Any]) -> dict[str, Any]:
    """A case with the method and the tables it gives now."""
    request = fresh(
        case["sizes"],
        case["rounds"],
        case["sit_outs"],
        seed=case["seed"],
        seat_source=SeatSource(case["seats"]),
        apart=tuple(Apart(tuple(PlayerId(player) for player in group)) for group in case["apart"]),
    )
    draw = plan(request)
    tables = [[list(table) for table in row.tables] for row in draw.rounds]
    return {**case, "method": draw.report.method, "drawn": tables}


def kept() -> list[dict[str, Any]]:
    """The draws as they are kept."""
    cases: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))
    return cases


if __name__ == "__main__":
    lines = ",\n".join(json.dumps(drawn_case(case)) for case in CASES)
    FILE.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
