"""Who sits out, and the rounds a late player missed (R49-R53)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournament.scores.worked import make_record, make_round, with_entry
from tournament.draw.sitouts import (
    LateEntryChoice,
    SitOutError,
    check_sit_out,
    late_entry_choices,
    players_who_sat_out,
    suggest_sit_out,
)
from tournament.record.event import EventRecord
from tournament.record.formats import MSO_ACQUIRE
from tournament.record.settings import with_settings
from tournament.record.vocabulary import PlayerId, RoundState, SitOutKind, Status

STANDARD = SitOutKind.STANDARD


def _seven(idle: int = 7, *, tie: bool = False) -> EventRecord:
    """Seven players after a round at two threes, one sitting out; 3 is last, or level with 6."""
    others = [player for player in range(1, 8) if player != idle]
    low = 10_000 if tie else 12_000
    first = dict(zip(others[:3], (40_000, 30_000, 10_000), strict=True))
    second = dict(zip(others[3:], (40_000, 30_000, low), strict=True))
    return make_record(7, make_round(1, first, second, sit_outs={idle: STANDARD}))


def test_round_one_is_decided_by_lot_and_the_protocol_says_so() -> None:
    suggestion = suggest_sit_out(make_record(7), 1, seed=42)
    name = f"Guest {suggestion.player}"
    assert suggestion.reason == (
        f"{name} sits out round 1: there are no scores yet, so lots were drawn among 7 players with seed 42 (R50). "
        "Next: Guest 4."
    )
    assert suggestion.tied == tuple(range(1, 8))


def test_the_same_seed_names_the_same_player_and_every_player_can_be_named() -> None:
    named = Counter(suggest_sit_out(make_record(7), 1, seed).player for seed in range(300))
    again = Counter(suggest_sit_out(make_record(7), 1, seed).player for seed in range(300))
    assert named == again
    assert set(named) == set(range(1, 8))
    assert min(named.values()) > 20


def test_later_the_lowest_total_sits_out() -> None:
    named = suggest_sit_out(_seven(), 2, seed=1)
    assert (named.player, named.tied) == (PlayerId(3), ())
    assert named.why == "lowest total (9.102) of those who have not yet sat out (R50). Next: Guest 6 (10.664)."
    assert named.reason == f"Guest 3 sits out round 2: {named.why}"


def test_a_round_drawn_anew_looks_at_the_rounds_before_it_alone() -> None:
    event = _seven()
    later = make_round(2, {1: 10_000, 2: 40_000, 3: 90_000}, {4: 40_000, 5: 40_000, 7: 40_000}, sit_outs={6: STANDARD})
    again = replace(event, rounds=(*event.rounds, later))
    assert suggest_sit_out(again, 2, seed=1) == suggest_sit_out(event, 2, seed=1)
    assert suggest_sit_out(event, 1, seed=1) == suggest_sit_out(make_record(7), 1, seed=1)


def test_who_has_sat_out_is_passed_over() -> None:
    event = _seven(idle=3)  # 25.000 would not be the lowest, so make it so by the rules
    event = replace(event, format=with_settings(event.format, {"sit_out_score": 0}))
    assert players_who_sat_out(event) == {3}
    assert suggest_sit_out(event, 2, seed=1).player == 4


def test_equals_at_the_bottom_are_drawn_and_the_protocol_names_them() -> None:
    named = {suggest_sit_out(_seven(tie=True), 2, seed).player for seed in range(40)}
    assert named == {3, 6}
    suggestion = suggest_sit_out(_seven(tie=True), 2, seed=9)
    assert suggestion.tied == (3, 6)
    (other,) = {3, 6} - {suggestion.player}
    assert suggestion.reason == (
        f"Guest {suggestion.player} sits out round 2: lowest total (9.102) of those who have not yet sat out (R50). "
        f"Level on that total: Guest 3 and Guest 6; lots were drawn with seed 9. Next: Guest {other} (9.102)."
    )


def test_a_late_comer_who_sits_out_by_the_letter_is_told_with_why_and_who_is_next() -> None:
    event = _seven(idle=3)
    (played,) = event.rounds
    late = replace(played.sit_outs[0], kind=SitOutKind.MISSED)
    event = replace(event, rounds=(replace(played, sit_outs=(late,)),))
    assert suggest_sit_out(event, 2, seed=1).reason == (
        "Guest 3 sits out round 2: lowest total (0.000, round 1 not played) of those who have not yet sat out (R50). "
        "Next: Guest 4 (9.102)."
    )


def test_the_only_one_who_can_sit_out_has_nobody_next() -> None:
    event = _seven(idle=3)
    one = with_entry(event, 3)
    for other in (1, 2, 4, 5, 6):
        one = with_entry(one, other, status=Status.WITHDRAWN, last_round=1)
    assert suggest_sit_out(one, 2, seed=1).reason.endswith("of those who have not yet sat out (R50).")


def test_players_who_are_not_present_are_not_named() -> None:
    event = with_entry(_seven(), 3, status=Status.WITHDRAWN, last_round=1)
    assert suggest_sit_out(event, 2, seed=1).player == 6


def test_where_everybody_has_sat_out_there_is_nobody_left() -> None:
    event = make_record(3, make_round(1, sit_outs={1: STANDARD, 2: STANDARD, 3: SitOutKind.PAIRING_PROBLEM}))
    with pytest.raises(SitOutError) as refusal:
        suggest_sit_out(event, 2, seed=1)
    assert str(refusal.value) == (
        "Nobody can sit out round 2: all 3 players present have already sat out, and nobody sits out twice "
        "(R49). Choose tables without a sit-out."
    )


def test_a_second_sit_out_is_refused() -> None:
    with pytest.raises(SitOutError) as refusal:
        check_sit_out(_seven(), 2, PlayerId(7))
    assert str(refusal.value) == (
        "Guest 7 has already sat out round 1, and nobody sits out twice (R49). Choose somebody else for round 2."
    )


def test_a_first_sit_out_is_accepted_and_a_round_drawn_anew_does_not_count_against_its_own() -> None:
    check_sit_out(_seven(), 2, PlayerId(1))
    check_sit_out(_seven(), 1, PlayerId(7))


@pytest.mark.parametrize("player", [3, 99])
def test_only_somebody_present_can_sit_out(player: int) -> None:
    event = with_entry(_seven(), 3, status=Status.WITHDRAWN)
    with pytest.raises(
        SitOutError, match=f"Player {player} is not present and cannot sit out round 2. Choose a player who is present"
    ):
        check_sit_out(event, 2, PlayerId(player))


def test_a_missed_round_is_no_sit_out_and_a_draft_is_none_yet() -> None:
    missed = make_round(1, sit_outs={1: SitOutKind.MISSED, 2: SitOutKind.PAIRING_PROBLEM})
    draft = make_round(2, sit_outs={3: STANDARD}, state=RoundState.DRAFT)
    published = make_round(3, sit_outs={4: STANDARD}, state=RoundState.PUBLISHED)
    assert players_who_sat_out(make_record(4, missed, draft, published)) == {2, 4}


@given(st.integers(0, 2**32 - 1), st.integers(1, 7), st.booleans())
def test_a_suggestion_is_never_refused(seed: int, idle: int, tie: bool) -> None:
    event = _seven(idle, tie=tie)
    suggestion = suggest_sit_out(event, 2, seed)
    check_sit_out(event, 2, suggestion.player)
    assert suggestion.player != idle


def test_a_late_player_has_two_choices_for_a_missed_round_and_none_for_a_pairing_problem() -> None:
    assert late_entry_choices(1, MSO_ACQUIRE) == (
        LateEntryChoice(
            SitOutKind.MISSED,
            (SitOutKind.MISSED,),
            True,
            "0.000 for the missed round; the player can still sit out once (R53).",
        ),
        LateEntryChoice(
            STANDARD, (STANDARD,), False, "25.000 for round 1, which counts as the player's sit-out (R51, R53)."
        ),
    )


@pytest.mark.parametrize(("missed", "earlier"), [(2, "Round 1 scores 0.000."), (3, "Rounds 1 and 2 score 0.000.")])
def test_of_several_missed_rounds_only_one_can_be_a_sit_out(missed: int, earlier: str) -> None:
    choices = late_entry_choices(missed, MSO_ACQUIRE)
    for choice in choices:
        assert len(choice.kinds) == missed
        assert sum(kind.counts_as_sit_out for kind in choice.kinds) <= 1
    assert (
        choices[1].sentence == f"25.000 for round {missed}, which counts as the player's sit-out (R51, R53). {earlier}"
    )


def test_who_is_late_within_round_one_has_missed_nothing() -> None:
    assert late_entry_choices(0, MSO_ACQUIRE) == ()
