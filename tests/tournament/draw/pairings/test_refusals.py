"""What no draw can satisfy is refused in a sentence that names the players."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tournament.draw.pairings.seatings import numbered
from tournament.draw.pairings import Apart, DrawRequest, ImpossibleDrawError, PairingError, RoundPlan, plan
from tournament.record.vocabulary import PlayerId

P = PlayerId
NAMES = {P(1): "Ada", P(2): "Ben", P(3): "Cleo", P(4): "Dan"}
ROUND = RoundPlan((3, 3))


def refusal_of(**parts: Any) -> str:
    request = DrawRequest(**{"players": numbered(6), "rounds": (ROUND,), "names": NAMES, **parts})
    with pytest.raises(PairingError) as refusal:
        plan(request)
    return str(refusal.value)


@pytest.mark.parametrize(
    ("parts", "sentence"),
    [
        ({"rounds": ()}, "There are no rounds to draw; ask for at least one."),
        ({"rounds": (ROUND,) * 61}, "A draw can plan at most 60 random rounds, not 61; ask for fewer."),
        ({"players": (*numbered(5), P(1))}, "Ada is listed twice among the players; list each player once."),
        (
            {"rounds": (RoundPlan((4, 4)),)},
            "Round 1: tables of 4 4 with 0 sitting out have room for 8, but there are 6 players; choose an arrangement for 6.",
        ),
        (
            {"rounds": (RoundPlan((3,), 1),)},
            "Round 1: tables of 3 with 1 sitting out have room for 4, but there are 6 players; choose an arrangement for 6.",
        ),
        ({"rounds": (RoundPlan((2, 4)),)}, "Round 1: a table of 2 cannot play; choose sizes from 3 to 6."),
        (
            {"history": (((P(1), P(2), P(1)),),)},
            "Ada is recorded at two tables in round 1; correct that round.",
        ),
        (
            {"apart": (Apart((P(1), P(2), P(3))),)},
            "Round 1: Ada, Ben and Cleo must all be kept apart, but there are only 2 tables; remove a player or allow them to meet.",
        ),
        (
            {"fixed_tables": tuple((P(player), 1) for player in (1, 2, 3, 4))},
            "Round 1: Ada, Ben, Cleo and Dan are fixed at table 1, which seats only 3; move 1 of them.",
        ),
        (
            {"fixed_tables": ((P(1), 1), (P(2), 1)), "apart": (Apart((P(1), P(2))),)},
            "Round 1: Ada and Ben must be kept apart but are all fixed at table 1; move one of them or allow them to meet.",
        ),
        (
            {"fixed_tables": ((P(1), 3),)},
            "Round 1: Ada is fixed at table 3, but the tables are numbered 1 to 2; choose another.",
        ),
        (
            {"rounds": (RoundPlan((5,), 1, sitting_out=(P(1),)),), "sat_out": (P(1),)},
            "Round 1: Ada would sit out a second time; choose somebody who has not sat out yet.",
        ),
        (
            {"rounds": (RoundPlan((5,), 1, sitting_out=(P(1),)),) * 2},
            "Round 2: Ada would sit out a second time; choose somebody who has not sat out yet.",
        ),
        (
            {"rounds": (RoundPlan((5,), 1, sitting_out=(P(1), P(2))),)},
            "Round 1: Ada and Ben are named to sit out, but only 1 can sit out with these tables; name fewer.",
        ),
    ],
)
def test_a_request_that_cannot_be_met_is_refused_in_a_sentence(parts: dict[str, Any], sentence: str) -> None:
    assert refusal_of(**parts) == sentence


def test_nobody_left_to_sit_out_is_refused() -> None:
    sentence = refusal_of(players=numbered(4), rounds=(RoundPlan((3,), 1),), sat_out=numbered(4))
    assert sentence == (
        "1 sit-outs are planned for 4 players, but nobody may sit out twice. Choose an arrangement without sit-outs."
    )


def test_conflicts_that_form_no_single_group_are_refused_with_every_name() -> None:
    # Ada avoids Ben, Ben Cleo, Cleo Ada: three players, each pair named alone, at two tables.
    pairs = ((1, 2), (2, 3), (1, 3))
    sentence = refusal_of(apart=tuple(Apart((P(one), P(other))) for one, other in pairs))
    assert sentence.startswith("Round 1: ")
    assert all(name in sentence for name in ("Ada", "Ben", "Cleo"))
    assert sentence.endswith(" apart at 2 tables; allow some of them to meet.")


def test_a_refusal_of_contradicting_wishes_is_told_from_a_malformed_request() -> None:
    with pytest.raises(ImpossibleDrawError):
        plan(DrawRequest(numbered(6), (ROUND,), apart=(Apart(numbered(3)),)))


def test_wishes_about_players_who_left_are_passed_over() -> None:
    request = DrawRequest(
        numbered(6),
        (ROUND,),
        sat_out=(P(9),),
        apart=(Apart((P(1), P(9))), Apart((P(8), P(9)))),
        fixed_tables=((P(9), 7),),
    )
    assert len(plan(request).rounds) == 1
