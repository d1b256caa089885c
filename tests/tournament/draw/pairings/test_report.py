"""The report of a draw, and of a draw edited by hand."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from tests.tournament.draw.pairings.seatings import drawn, fresh, numbered
from tournament.draw.lines import named, said
from tournament.draw.pairings.planning import evaluate, plan
from tournament.draw.pairings.report import PlayerOutlook, edit_cost, read_report, report_as_stored
from tournament.draw.pairings.request import Apart, DrawRequest, PairingError, RoundPlan
from tournament.record.vocabulary import PlayerId, Reading, SeatSource

P = PlayerId

NAMES = {P(1): "Ada", P(2): "Ben"}
TWO_ROUNDS = (drawn((1, 2, 3), (4, 5, 6)), drawn((1, 2, 4), (3, 5, 6)))


def six(**wishes: Any) -> DrawRequest:
    return fresh((3, 3), 2, names=NAMES, **wishes)


def test_a_small_draw_is_judged_by_hand() -> None:
    report = evaluate(six(seat_source=SeatSource.CHART), TWO_ROUNDS)
    assert (report.repeats, report.max_meetings, report.most_pairs) == (2, 2, 2)
    assert report.opponents == (3, 4)
    assert report.seat_repeats == 4
    assert report.first_seats == (0, 2)
    assert report.players[2] == PlayerOutlook(P(3), opponents=4, sizes=(3, 3), seats=(3, 1), smaller=0)
    assert (report.minimum.value, report.is_least) == (2, True)


def test_each_repeat_is_explained_at_its_table_with_names() -> None:
    report = evaluate(six(), TWO_ROUNDS)
    assert [(row.round, row.table, tuple(map(said, named(row.lines, NAMES)))) for row in report.tables] == [
        (1, 1, ()),
        (1, 2, ()),
        (2, 1, ("Ada and Ben meet again after round 1: unavoidable; at least 2 repeats over 2 rounds.",)),
        (2, 2, ("Player 5 and Player 6 meet again after round 1: unavoidable; at least 2 repeats over 2 rounds.",)),
    ]


def test_what_the_other_readings_would_give_is_shown() -> None:
    report = plan(fresh((4, 4, 4), 4, seed=1)).report
    assert [(row.reading, row.minimum.value, row.is_satisfied) for row in report.readings] == [
        (Reading.NOT_EVERY_ROUND, 15, True),
        (Reading.LITERAL, 13, False),
        (Reading.AT_MOST_TWICE, 18, False),
    ]


@pytest.mark.parametrize(
    ("sizes", "rounds", "verdict"),
    [
        (
            (4, 4, 4),
            4,
            "Repeat meetings over the 4 random rounds: 15, 0 of them in round 1; no draw can have fewer (every "
            "possible seating was checked).",
        ),
        ((3, 3, 3), 4, "Repeat meetings: 0."),
        (
            (4,),
            4,
            "Repeat meetings over the 4 random rounds: 18, 0 of them in round 1; "
            "no draw can have fewer (with only one table, everybody meets everybody else in every round).",
        ),
    ],
)
def test_the_verdict_says_what_is_proved(sizes: tuple[int, ...], rounds: int, verdict: str) -> None:
    assert plan(fresh(sizes, rounds, seed=1)).report.verdict == verdict


def test_a_worse_seating_is_not_called_unavoidable() -> None:
    report = evaluate(six(), (TWO_ROUNDS[0], TWO_ROUNDS[0]))
    assert not report.is_least
    scope = "Repeat meetings over the 2 random rounds: 6, 0 of them in round 1"
    assert (
        report.verdict
        == f"{scope}; this is the best draw found. There may be one with fewer, but none can have fewer than 2."
    )


def test_the_lines_hold_reading_seed_and_fingerprint_in_plain_words() -> None:
    report = evaluate(six(seed=77), TWO_ROUNDS)
    assert report.lines[-2:] == (
        "“Different opponents” in R44 is taken to mean: nobody meets the same opponent in every round.",
        f"Seed 77: with this seed, the same players, meetings and settings give the same draw; fingerprint {report.fingerprint}.",
    )


def test_the_fingerprint_changes_with_a_wish_but_not_with_the_seed() -> None:
    assert six(seed=1).fingerprint == six(seed=2).fingerprint
    assert six(apart=(Apart((P(1), P(2))),)).fingerprint != six().fingerprint


def test_the_cost_of_an_edit_is_the_difference_of_two_reports() -> None:
    request = six(apart=(Apart((P(1), P(2))),))
    before = evaluate(request, (drawn((1, 3, 5), (2, 4, 6)), drawn((1, 4, 5), (2, 3, 6))))
    after = evaluate(request, (drawn((1, 3, 5), (2, 4, 6)), drawn((1, 2, 5), (4, 3, 6))))
    cost = edit_cost(before, after)
    assert (cost.repeats, cost.max_meetings) == (0, 0)
    assert (
        said(named(cost.line, NAMES))
        == "The change adds no repeat meetings. Round 2: Ada and Ben should be kept apart but share table 1."
    )
    worse = edit_cost(after, evaluate(request, (drawn((1, 3, 5), (2, 4, 6)), drawn((1, 3, 5), (2, 4, 6)))))
    assert worse.sentence == "The change adds 4 repeat meetings."


def test_a_hand_edited_draw_is_told_everything_it_breaks() -> None:
    request = DrawRequest(
        numbered(7),
        (RoundPlan((3, 3), 1), RoundPlan((3, 3), 1, sitting_out=(P(6),))),
        sat_out=(P(7),),
        fixed_tables=((P(4), 2),),
    )
    report = evaluate(request, (drawn((4, 2, 3, 1), (5, 6), sit_outs=(7,)), drawn((1, 2, 6), (3, 4, 7), sit_outs=(5,))))
    assert tuple(map(said, named(report.broken, {}))) == (
        "Round 1: tables of 4 2 do not match the arrangement 3 3.",
        "Round 1: Player 4 should be at table 2 but is at table 1.",
        "Round 1: Player 7 would sit out a second time; choose somebody who has not sat out yet.",
        "Round 2: Player 6 should be sitting out but is at table 1.",
    )


@pytest.mark.parametrize(
    ("rounds", "message"),
    [
        ((TWO_ROUNDS[0],), "1 rounds were given, but 2 are planned"),
        ((TWO_ROUNDS[0], drawn((1, 2, 3), (4, 5))), "Player 6 is seated 0 times"),
        ((TWO_ROUNDS[0], drawn((1, 2, 3), (4, 5, 6, 1))), "Ada is seated 2 times"),
        ((TWO_ROUNDS[0], drawn((1, 2, 3), (4, 5, 6, 8))), "Player 8 has a seat but is not in the round"),
    ],
)
def test_a_seating_with_somebody_missing_or_doubled_is_no_draw(rounds: tuple, message: str) -> None:  # type: ignore[type-arg]
    with pytest.raises(PairingError, match=message):
        evaluate(six(), rounds)


def test_what_a_draw_is_worth_is_one_plain_sentence() -> None:
    """In a report of before version 2.8 too, which tells nothing of single rounds."""
    made = replace(evaluate(six(), TWO_ROUNDS), by_round=())
    least = made.minimum
    told = [
        replace(made, repeats=0, max_meetings=1, minimum=replace(least, value=0)).plain,
        replace(made, repeats=1, max_meetings=2, minimum=replace(least, value=1)).plain,
        replace(made, repeats=20, max_meetings=3, minimum=replace(least, value=20)).plain,
        replace(made, repeats=4, max_meetings=2, minimum=replace(least, value=2)).plain,
        replace(made, repeats=4, max_meetings=2, minimum=replace(least, value=None)).plain,
    ]
    assert told == [
        "Nobody meets the same opponent twice. No draw can do better.",
        "Over all random rounds, 1 meeting is a repeat; no pair meets more than 2 times. No draw can do better.",
        "Over all random rounds, 20 meetings are repeats; no pair meets more than 3 times. No draw can do better.",
        "Over all random rounds, 4 meetings are repeats; no pair meets more than 2 times. "
        "This is the best draw found. There may be one with fewer repeats, but none can have fewer than 2.",
        "Over all random rounds, 4 meetings are repeats; no pair meets more than 2 times. "
        "This is the best draw found. There may be one with fewer repeats, but none can have fewer than 0.",
    ]


def test_a_plan_over_several_rounds_says_what_is_of_this_round_and_what_of_all() -> None:
    planned = evaluate(six(), TWO_ROUNDS)
    assert planned.plain == (
        "No repeat meetings in this round. Over the 2 random rounds, 2 meetings are repeats; no pair meets more "
        "than 2 times. No draw can do better."
    )
    last = DrawRequest(numbered(6), (RoundPlan((3, 3)),), history=(TWO_ROUNDS[0].tables,))
    assert evaluate(last, TWO_ROUNDS[1:]).plain == (
        "2 pairs meet again in this round. Over the 2 random rounds, 2 meetings are repeats; no pair meets more "
        "than 2 times. No draw can do better."
    )
    assert plan(fresh((4, 4, 4, 4), 3, seed=1)).report.plain == (
        "Nobody meets the same opponent twice. No draw can do better."
    )
    assert plan(fresh((3, 3), 1, seed=1)).report.plain.startswith("Nobody meets the same opponent twice. ")


def test_the_report_says_whether_somebody_has_a_seat_again_and_whether_that_need_be() -> None:
    chart = SeatSource.CHART
    assert evaluate(six(), TWO_ROUNDS).seats == ""
    assert evaluate(six(seat_source=chart), TWO_ROUNDS).seats == (
        "Repeated seat numbers over the 2 random rounds: 4; the table sizes alone would allow 0."
    )
    assert plan(fresh((3, 3), 2, seed=1, seat_source=chart)).report.seats == ("Nobody has the same seat number twice.")
    assert plan(fresh((3, 3, 3), 4, seed=1, seat_source=chart)).report.seats.endswith(": 9; there cannot be fewer.")


def test_a_report_is_read_as_it_was_kept_and_one_of_an_earlier_version_too() -> None:
    made = evaluate(six(seat_source=SeatSource.CHART), TWO_ROUNDS)
    kept = json.loads(json.dumps(report_as_stored(made)))
    assert read_report(kept) == made
    assert {"objections", "tables", "minimum", "readings"} <= set(kept), "the keys of the first version"
    assert set(kept["tables"][0]) == {"round", "table", "reasons"}
    assert set(kept["minimum"]) == {"value", "proof", "kind", "is_reached"}
    kept["minimum"]["proof"] = "every possible seating was checked"
    kept["tables"][2]["reasons"] = ["Ada and Ben meet again after round 1: the best found."]
    for newer in ("by_round", "first", "least_seat_repeats"):
        del kept[newer]
    earlier = read_report(kept)
    assert earlier is not None
    assert (earlier.by_round, earlier.seats) == ((), "")
    assert earlier.plain.startswith("Over all random rounds, 2 meetings are repeats; no pair meets more than 2 times.")
    assert earlier.minimum.proof == "every possible seating was checked", (
        "what an earlier version said is shown as it was said"
    )
    assert earlier.tables[2].reasons == ("Ada and Ben meet again after round 1: the best found.",)
