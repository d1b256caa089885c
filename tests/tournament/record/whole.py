"""An event in which nothing is left at its default."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime, timedelta, timezone
from typing import Any

from tournament.record.event import (
    SWITCHES,
    ApartRecord,
    ChartRound,
    DisputeRecord,
    DrawRecord,
    EntryRecord,
    EventRecord,
    LogRecord,
    OfficialReport,
    Pause,
    PenaltyRecord,
    PlannedRound,
    PlannedStart,
    RoundRecord,
    SeatRecord,
    SitOutRecord,
    TableRecord,
    TieRuling,
    WaitingReport,
)
from tournament.record.names import NameForm, TakenOver
from tournament.record.printing import PaperSize, Sides
from tournament.record.rulesets import MSO_ACQUIRE, CountedBy, FillInCash
from tournament.record.settings import EXTRAS, Extras, ScoreOwner
from tournament.record.vocabulary import (
    CutTieBreak,
    DisputeState,
    FineTiming,
    LastRound,
    NameShown,
    NegativeCash,
    OnDevices,
    PenaltyKind,
    PlayerId,
    Reading,
    ReportSource,
    ResultCheck,
    ResultState,
    RoundKind,
    RoundState,
    SeatSource,
    SitOutKind,
    SitOutSource,
    Status,
    Subject,
)


def whole_record() -> EventRecord:
    """An event in which every field of every record has another value than its default."""
    moment = datetime(2026, 8, 20, 10, 15, tzinfo=timezone(timedelta(hours=1)))
    ruleset = replace(
        MSO_ACQUIRE,
        name="House rules",
        bonus_multipliers={1: 10_700, **{winners: 10_000 + winners for winners in range(2, 7)}},
        bonus_rounding=50,
        size_multipliers={3: 751, 4: 1_001, 5: 1_250, 6: 1_500},
        minutes={3: 30, 4: 24, 5: 19, 6: 16},
        allowance_minutes=12,
        sit_out_score=24_000,
        pairing_problem_score=29_000,
        missed_score=1,
        fine_amount=4_000,
        fine_timing=FineTiming.AFTER_BONUS,
        negative_cash=NegativeCash.ALLOW,
        dilution=950,
        reading=Reading.AT_MOST_TWICE,
        swiss_from_tables=3,
        cut_tie_break=CutTieBreak.MOST_WINS,
        fill_in_cash=FillInCash.LEFT_OUT,
        counted_by=CountedBy.STATUS,
        preferred_size=5,
        last_round=LastRound.DRAWN,
    )
    seat = SeatRecord(PlayerId(1), 1, "7F", 40_050, timed_out=True, cash_reason="Counted twice.")
    others = (SeatRecord(PlayerId(2), 2, cash=-5), SeatRecord(PlayerId(3), 3))
    official = OfficialReport(31, ReportSource.LOG, "ada", moment, "director", moment, 16, "The log proves it.")
    table = TableRecord(
        1,
        (seat, *others),
        "sackson",
        "all safe",
        "The board was knocked over.",
        official,
        waiting=ResultState.AGREED,
        is_disputed=True,
        reports=(WaitingReport(33, ReportSource.PLAYER, "bea", moment, is_agreed=True, is_contested=True),),
        codes_withdrawn=2,
        on_devices=OnDevices.PLAYING,
    )
    plan = (PlannedRound(((PlayerId(1), PlayerId(2), PlayerId(3)),), (PlayerId(4),)),)
    drawn = DrawRecord(11, 2, 2**40, "a-b-c-d", plan, {"repeats": 3, "readings": [{"value": None}]}, ("Seed 2.",))
    switches: dict[str, Any] = dict.fromkeys(SWITCHES, True)
    return EventRecord(
        **switches,
        extras=Extras(**dict.fromkeys(EXTRAS, True)),
        slug="sample-cup",
        name="Sample Cup – Ελλάδα 日本 🎲",
        date=date(2026, 8, 20),
        version=17,
        public_version=15,
        rounds_planned=5,
        venue="Hall 3",
        organiser="Games Club",
        contact="club@example.org",
        network_name="hall",
        public_address="https://cup.example/e/sample-cup/",
        chain_set="sackson",
        seat_source=SeatSource.CHART,
        is_practice=True,
        ruleset=ruleset,
        entries=(
            EntryRecord(
                *(PlayerId(1), "B, A", "GBR", True, Status.DISQUALIFIED, 2, 3, "4711", "late\ntrain", 1, "A", "B"),
                NameShown.INITIAL,
                codes_withdrawn=1,
                entered='Guest "1"',
                club="Chess Club",
                team="Guest",
                email="guest@example.com",
                fee_due=1_250,
                fee_paid=500,
                taken=TakenOver(3, "Guest 5", "Guest", "5", "NED", True, ScoreOwner.NEW, "5, Guest"),
            ),
            *(EntryRecord(PlayerId(number), f"Guest {number}") for number in (2, 3, 4)),
        ),
        rounds=(
            RoundRecord(
                2,
                RoundKind.SWISS,
                RoundState.PUBLISHED,
                (table,),
                (SitOutRecord(PlayerId(4), SitOutKind.PAIRING_PROBLEM, "misprint", SitOutSource.NO_SHOW, "is unwell"),),
                SeatSource.CHART,
                2**40,
                ("Seed 2.", "Drawn."),
                drawn,
                moment,
                moment + timedelta(minutes=1),
                pauses=(Pause(moment + timedelta(minutes=2), moment + timedelta(minutes=3)),),
            ),
        ),
        penalties=(
            PenaltyRecord(
                *(PlayerId(1), 2, PenaltyKind.FINE, 5_000, "again", Subject.MISPLAY, 5),
                *(moment, "Director", True, "mistaken"),
            ),
        ),
        gold_from_room=True,
        is_final_published=True,
        result_check=ResultCheck.REKEY,
        paper=PaperSize.LETTER,
        results_shown_through=2,
        sides=Sides.ONE,
        prints=("standings",),
        currency="CHF",
        fee=1_000,
        junior_fee=500,
        apart_by="club! country",
        check_in_from=moment,
        check_in_until=moment + timedelta(hours=1),
        names_shown=NameShown.NUMBER,
        language="de",
        paper_language="en-gb",
        second_language="de",
        name_form=NameForm.SURNAME_FIRST,
        is_fine_timing_settled=True,
        ties=(TieRuling((PlayerId(1), PlayerId(2), PlayerId(3)), "dice", 25_000, (1, 2, 2), is_told=False),),
        chart=(ChartRound(3, ((PlayerId(1), PlayerId(2), PlayerId(3)),)),),
        aparts=(ApartRecord(3, (PlayerId(1), PlayerId(2)), is_hard=True, reason="same household"),),
        disputes=(DisputeRecord(7, 2, 1, "Cash of seat 2", DisputeState.RULED, "It stands.", moment, moment, 9),),
        logs=(LogRecord(9, 2, 1, "Scribe's sheet", True, moment, "ada"),),
        planned_starts=(PlannedStart(3, moment, "Hall B"),),
        fill_ins=(PlayerId(4),),
        score_owner=ScoreOwner.NEW,
        absences={3: (SitOutRecord(PlayerId(2), SitOutKind.STANDARD, source=SitOutSource.ABSENCE),)},
    )
