"""Pictures: the map of the hall with every state of a table, and charts of a day that say what the lists say."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

import pytest
from defusedxml import ElementTree

from tests.tournament.scores.worked import make_record, make_round, with_entry
from tournament.day.at_table import CallKind, CallRecord
from tournament.day.phones import PendingStep
from tournament.record.event import EntryRecord, EventRecord, RoundRecord, SeatRecord, TableRecord
from tournament.record.rounds import DisputeRecord, OfficialReport, Pause, WaitingReport
from tournament.record.vocabulary import (
    DisputeState,
    PlayerId,
    ReportSource,
    ResultCheck,
    ResultState,
    RoundKind,
    RoundState,
)
from tournament.scores.explaining import Scores
from tournament.tellings.charts import player_chart
from tournament.tellings.hall import HallMap, HallState, hall_map, table_in_words
from tournament.tellings.words import rank_text

NAMES = ("Ada", "Ben", "Cai", "Dot", "Eve", "Fay", "Gil", "Hal", "Ida", "Jon", "Kit", "Lea", "Max", "Noa", "Ole")
THREE = (40_000, 30_000, 20_000)
CALLED, DISPUTED, SECOND = HallState.CALLED, HallState.DISPUTED, HallState.SECOND_LOOK
REPORTED, OVER, SLOW, PLAYING = HallState.REPORTED, HallState.OVER, HallState.SLOW, HallState.PLAYING


def at(clock: str) -> datetime:
    hour, minute = map(int, clock.split(":"))
    return datetime(2026, 8, 20, hour, minute, tzinfo=UTC)


def table(
    number: int, reported: str = "", waiting: str = "", cash: tuple[int, ...] = THREE, **more: Any
) -> TableRecord:
    """A table of three; ``reported`` is when its official result came, ``waiting`` when a report came that is not official yet."""
    players = range(3 * number - 2, 3 * number + 1)
    amounts = cash if reported else (None, None, None)
    seats = tuple(SeatRecord(PlayerId(player), cash=amount) for player, amount in zip(players, amounts, strict=True))
    official = (
        OfficialReport(number, ReportSource.DESK, "director", at(reported), "director", at(reported), 9)
        if reported
        else None
    )
    reports = (WaitingReport(90 + number, ReportSource.DESK, "second", at(waiting)),) if waiting else ()
    state = ResultState.REPORTED if waiting else None
    return TableRecord(number, seats, official=official, waiting=state, reports=more.pop("reports", reports), **more)


def event(*tables: TableRecord, starts: str = "", state: RoundState = RoundState.PUBLISHED, **more: Any) -> EventRecord:
    starts_at = at(starts) if starts else None
    return EventRecord(
        "cup",
        "Cup",
        date(2026, 8, 20),
        9,
        entries=tuple(EntryRecord(PlayerId(n), f"{name} Demo{n}") for n, name in enumerate(NAMES, 1)),
        rounds=(RoundRecord(1, RoundKind.RANDOM, state, tables, starts_at=starts_at),),
        **more,
    )


def call(number: int, clock: str, kind: CallKind = CallKind.RULE, round_number: int = 1) -> CallRecord:
    return CallRecord(number, round_number, number, kind, "", at(clock))


def dispute(number: int, question: str = "Who paid?") -> DisputeRecord:
    return DisputeRecord(number, 1, number, question, DisputeState.OPEN, "", at("14:00"))


def seen(record: EventRecord, clock: str, *calls: CallRecord) -> HallMap:
    hall = hall_map(record, calls, at(clock))
    assert hall is not None
    return hall


def states(record: EventRecord, clock: str, *calls: CallRecord) -> list[HallState]:
    return [row.state for row in seen(record, clock, *calls).tables]


def lines(record: EventRecord, clock: str, *calls: CallRecord) -> list[str]:
    hall = seen(record, clock, *calls)
    return [table_in_words(record, hall, row, UTC) for row in hall.tables]


def test_paused_time_makes_no_table_late() -> None:
    """Half are in at 14:00, so the others are slow at 14:10 by the clock, and the round is over at 15:50 by the clock."""
    whole = event(table(1, "14:00"), table(2), table(3), starts="14:00")

    def paused(since: str, until: str = "") -> EventRecord:
        return whole.with_round(replace(whole.round(1), pauses=(Pause(at(since), at(until) if until else None),)))

    assert [states(whole, clock)[1] for clock in ("14:09", "14:10", "15:50")] == [PLAYING, SLOW, OVER]
    assert [states(paused("14:05"), clock)[1] for clock in ("14:10", "15:50")] == [PLAYING, PLAYING]
    assert seen(paused("14:05"), "14:06").turns_at is None
    gone_on = paused("14:05", "14:35")
    assert [states(gone_on, clock)[1] for clock in ("14:39", "14:40", "16:19", "16:20")] == [PLAYING, SLOW, SLOW, OVER]
    assert states(paused("13:00", "14:05"), "14:14")[1] is PLAYING
    assert states(paused("15:50"), "15:50")[1] is OVER


def test_between_rounds_there_is_no_map() -> None:
    assert hall_map(replace(event(), rounds=()), (), at("14:00")) is None
    for state in (RoundState.DRAFT, RoundState.CLOSED):
        assert hall_map(event(table(1), state=state), (), at("14:00")) is None


def test_every_state_with_its_line() -> None:
    record = event(
        table(1),
        table(2, "14:41"),
        table(3, waiting="14:43"),
        table(4, "14:20", is_disputed=True),
        table(5),
        disputes=(dispute(4),),
        result_check=ResultCheck.REKEY,
    )
    asked = call(5, "14:44")
    assert states(record, "14:45", asked) == [PLAYING, REPORTED, SECOND, DISPUTED, CALLED]
    assert lines(record, "14:45", asked) == [
        "Demo1, Demo2, Demo3",
        "14:41 · Dot Demo4 wins",
        "entered by second, 14:43",
        "Who paid?",
        "rule question, since 14:44",
    ]
    assert [row.words for row in HallState] == [
        *("called", "disputed", "second look", "reported", "out of time", "slow", "playing"),
    ]


def test_players_of_one_surname_at_a_table_are_named_in_full() -> None:
    record = event(table(1))
    first, second, *others = record.entries
    alike = (replace(first, name="Ada Sample"), replace(second, name="Bo Sample"), *others)
    assert lines(replace(record, entries=alike), "14:45") == ["Ada Sample, Bo Sample, Demo3"]


def test_the_first_state_that_applies_counts() -> None:
    """One table is called, disputed, reported a second time and has a result, with the round's clock over; each is taken away in turn."""
    whole = table(1, "14:00", waiting="14:30", is_disputed=True)
    other = table(2, "14:00")
    of_one = (dispute(1),)
    steps = [
        (event(whole, other, starts="09:00", disputes=of_one), (call(1, "14:40"),), CALLED),
        (event(whole, other, starts="09:00", disputes=of_one), (), DISPUTED),
        (event(replace(whole, is_disputed=False), other, starts="09:00"), (), SECOND),
        (event(table(1, "14:00"), other, starts="09:00"), (), REPORTED),
        (event(table(1), other, starts="09:00"), (), OVER),
        (event(table(1), other), (), SLOW),
        (event(table(1), table(2)), (), PLAYING),
    ]
    for record, calls, state in steps:
        assert states(record, "14:45", *calls)[0] is state


def test_a_call_of_another_round_and_a_settled_dispute_are_nothing() -> None:
    record = event(table(1), table(2), disputes=(replace(dispute(2), state=DisputeState.RULED),))
    assert states(record, "14:45", call(1, "14:00", round_number=2)) == [PLAYING, PLAYING]


# Slow


@pytest.mark.parametrize(
    ("reported", "half"),
    [
        ((), ""),
        (("14:00",), ""),  # of five tables each has four others: two of them are half
        (("14:00", "14:10"), "14:10"),
        (("14:10", "14:00"), "14:10"),
        (("14:00", "14:10", "14:20"), "14:10"),
        (("14:00", "14:10", "14:20", "14:30"), "14:10"),
    ],
)
def test_half_of_the_others_of_five_are_two(reported: tuple[str, ...], half: str) -> None:
    tables = [table(number, clock) for number, clock in enumerate(reported, 1)]
    tables += [table(number) for number in range(len(tables) + 1, 6)]
    assert seen(event(*tables), "14:15").half_in_at == (at(half) if half else None)


def test_a_table_is_slow_ten_minutes_after_half_of_the_others_and_not_before() -> None:
    record = event(table(1, "14:00"), table(2, "14:21"), table(3), table(4), table(5))
    assert states(record, "14:30")[2:] == [PLAYING] * 3
    assert seen(record, "14:30").turns_at == at("14:31")
    assert states(record, "14:31") == [REPORTED, REPORTED, SLOW, SLOW, SLOW]
    assert lines(record, "14:31")[2] == "no report; half the tables had reported by 14:21"
    assert seen(record, "14:31").turns_at is None


def test_of_two_tables_the_other_one_is_half_and_a_single_table_is_never_slow() -> None:
    assert states(event(table(1, "14:00"), table(2)), "14:10") == [REPORTED, SLOW]
    assert states(event(table(1)), "23:00") == [PLAYING]


def test_a_report_that_waits_counts_as_in() -> None:
    record = event(table(1, waiting="14:00"), table(2), result_check=ResultCheck.REKEY)
    assert states(record, "14:10") == [SECOND, SLOW]


# Out of time


def test_once_the_rounds_clock_is_over_a_table_without_report_is_out_of_time() -> None:
    """Tables of three have 3 x 33 = 99 minutes, but the schedule allows 100, and 10 more: from 13:00 the round lasts until 14:50."""
    record = event(table(1, "14:41"), table(2), starts="13:00")
    assert states(record, "14:49") == [REPORTED, PLAYING]
    assert seen(record, "14:49").turns_at == at("14:50")
    assert states(record, "14:50") == [REPORTED, OVER]
    assert lines(record, "14:50")[1] == "no report; time ran out at 14:50"
    assert seen(record, "14:50").turns_at == at(
        "14:51"
    )  # it would be slow then; the page looks again and nothing changes


def test_nothing_turns_by_itself_once_all_have_reported() -> None:
    assert seen(event(table(1, "14:00"), table(2, "14:01"), starts="13:00"), "14:02").turns_at is None


# Lines


def test_winners_who_tie_are_both_named_and_equal_shares_have_none() -> None:
    tied = event(table(1, "14:00", cash=(40_000, 40_000, 20_000)))
    assert lines(tied, "14:01") == ["14:00 · Ada Demo1 and Ben Demo2 win"]
    assert lines(event(table(1, "14:00", equal_shares_ruling="no board")), "14:01") == ["14:00"]


@pytest.mark.parametrize(
    ("step", "line"),
    [
        (PendingStep.DECISION, "entered twice; the figures differ"),
        (PendingStep.VERSIONS, "the players disagree"),
        (PendingStep.PLAYERS, "by phone at 14:00, not yet confirmed by everybody"),
        (PendingStep.ACCEPTANCE, "all players agreed at 14:00"),
    ],
)
def test_a_report_says_what_it_waits_for(step: PendingStep, line: str) -> None:
    desk, phone = (WaitingReport(1, source, "", at("14:00")) for source in (ReportSource.DESK, ReportSource.PLAYER))
    reports = {
        PendingStep.DECISION: (desk, replace(desk, key=2)),
        PendingStep.VERSIONS: (replace(phone, is_contested=True),),
        PendingStep.PLAYERS: (phone,),
        PendingStep.ACCEPTANCE: (replace(phone, is_agreed=True),),
    }[step]
    record = event(table(1, waiting="14:00", reports=reports), table(2))
    assert seen(record, "14:01").tables[0].pending is step
    assert lines(record, "14:01")[0] == line


# Pictures of a day: what they show is what the lists beside them say


def two_rounds() -> EventRecord:
    """Six players: 1 wins twice, 4 climbs, and 2 and 3 meet in both rounds."""
    first = make_round(1, {1: 50_000, 2: 40_000, 3: 30_000}, {4: 30_000, 5: 40_000, 6: 50_000})
    second = make_round(2, {1: 50_000, 5: 20_000, 6: 10_000}, {4: 90_000, 2: 20_000, 3: 1_000})
    return make_record(6, first, second)


def titles(svg: str) -> list[str]:
    """What is told where one points at a line or a dot; the picture must be one that a browser reads."""
    return [each.text or "" for each in ElementTree.fromstring(svg).iter("title")][1:]


def test_a_player_s_picture_has_their_ranks_at_its_dots() -> None:
    scores = Scores(two_rounds())
    for player in map(PlayerId, range(1, 7)):
        after = [row for closed in (1, 2) for row in scores.standings(closed) if row.player == player]
        ranks = [rank_text(row.rank, row.is_tied) for row in after]
        svg = player_chart(scores, player)
        assert re.findall(r'class="mid figure">([^<]+)', svg) == ranks
        assert titles(svg) == [f"Round {number}: {rank} of 6" for number, rank in enumerate(ranks, 1)]
        assert len(svg) < 2_000
    assert player_chart(scores, PlayerId(99)) == ""


def test_there_is_no_picture_where_there_is_nothing_to_look_at() -> None:
    begun = make_record(3, make_round(1, {1: 10_000, 2: 20_000, 3: 30_000}))
    assert player_chart(Scores(begun), PlayerId(1)) == ""


def test_a_name_cannot_become_markup_in_a_picture() -> None:
    record = with_entry(two_rounds(), 1, name="<b>&Bo's \"long name of many letters")
    svg = player_chart(Scores(record), PlayerId(1))
    assert "<b>" not in svg
    assert "&lt;b&gt;&amp;Bo" in svg
    ElementTree.fromstring(svg)
