"""An event as JSON text: nothing is left out, and the checksum on paper stays what it was."""

from __future__ import annotations

import json
from dataclasses import fields, is_dataclass, replace
from datetime import UTC, date, datetime, timedelta, timezone
from hashlib import sha256
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.tournament.scores.worked import records, with_entry
from tournament.record.archive import ARCHIVE_FORMAT, ENTRIES_SINCE_3_5, OF_THE_PUBLIC, SINCE_3_3, archive
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
from tournament.record.settings import EXTRAS, NO_EXTRAS, Extras, ScoreOwner
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


def _defaults_left(value: object, where: str = "event") -> list[str]:
    """The fields that still have the value they would have without being stored."""
    left: list[str] = []
    if is_dataclass(value):
        for each in fields(value):
            found = getattr(value, each.name)
            if found == each.default:
                left.append(f"{where}.{each.name}")
            left += _defaults_left(found, f"{where}.{each.name}")
    elif isinstance(value, tuple) and value:
        left += _defaults_left(value[0], f"{where}[0]")
    return left


def _names(value: object, where: str = "event") -> set[str]:
    """The path of every field of a record and of what it holds; of a list the first row counts."""
    if is_dataclass(value):
        found = {f"{where}.{each.name}" for each in fields(value)}
        return found.union(*(_names(getattr(value, each.name), f"{where}.{each.name}") for each in fields(value)))
    return _names(value[0], f"{where}[0]") if isinstance(value, tuple) and value else set()


def _members(value: object, where: str = "event") -> set[str]:
    """The path of every member of an object of JSON and of what it holds; of a list the first item counts."""
    if isinstance(value, dict):
        return {f"{where}.{name}" for name in value}.union(
            *(_members(row, f"{where}.{key}") for key, row in value.items())
        )
    return _members(value[0], f"{where}[0]") if isinstance(value, list) and value else set()


def test_the_text_holds_every_field_of_every_record() -> None:
    assert _defaults_left(whole_record()) == [f"event.rounds[0].{name}" for name in OF_THE_PUBLIC]
    content = json.loads(archive(whole_record()))
    assert (set(content), content["format"]) == ({"format", "event"}, ARCHIVE_FORMAT)
    unwritten = {f"event.rounds[0].{name}" for name in OF_THE_PUBLIC} | {"event.ruleset.counted_by"}
    assert _names(whole_record()) - unwritten == _names(whole_record()) & _members(content["event"])


def test_the_text_is_that_of_3_0_to_the_byte() -> None:
    """Checksums on handover pages that were printed before an upgrade are those of the same event after it."""
    full = whole_record()
    entries = tuple(replace(entry, name=entry.as_entered, entered="", **ENTRIES_SINCE_3_5) for entry in full.entries)
    since = {**SINCE_3_3, "name_form": NameForm(SINCE_3_3["name_form"]), "extras": NO_EXTRAS, "paper": PaperSize.A4}
    since["score_owner"] = ScoreOwner.FIRST
    ruleset = replace(full.ruleset, fill_in_cash=FillInCash.COUNTS)
    rounds = tuple(replace(played, pauses=()) for played in full.rounds)
    as_then = replace(full, entries=entries, ruleset=ruleset, rounds=rounds, **since)
    assert sha256(archive(as_then).encode()).hexdigest() == (
        "e2285158f912e317f9966678445954558e55fab2325f9cb8cf6803dd582da896"
    )


@given(records)
def test_an_event_that_differs_in_one_figure_has_another_text(event: EventRecord) -> None:
    assert archive(replace(event)) == archive(event)
    assert archive(replace(event, version=event.version + 1)) != archive(event)
    assert archive(replace(event, rounds=event.rounds[:-1])) != archive(event) or not event.rounds


TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=40)


@given(TEXTS, TEXTS, st.datetimes(timezones=st.just(UTC)), st.integers(-(2**63) + 1, 2**63 - 1))
def test_texts_times_and_numbers_stand_in_it_whole(name: str, note: str, moment: datetime, cash: int) -> None:
    full = whole_record()
    seat = replace(full.rounds[0].tables[0].seats[0], cash=cash)
    table = replace(full.rounds[0].tables[0], seats=(seat,))
    event = replace(full, name=name, rounds=(replace(full.rounds[0], tables=(table,), starts_at=moment),))
    written = json.loads(archive(with_entry(event, 1, name=note, entered=note, note=name)))["event"]
    (played,) = written["rounds"]
    assert (written["name"], written["entries"][0]["name"], written["entries"][0]["note"]) == (name, note, name)
    assert (played["starts_at"], played["tables"][0]["seats"][0]["cash"]) == (moment.isoformat(), cash)
