"""Tournament logs of another program: read into events, written again, and ranked as that program ranks them (`tests.peer.write`)."""

from __future__ import annotations

import json
from copy import deepcopy
from datetime import date
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.core.management import call_command

from tests.conftest import ROOT
from tournament.draw.advancing import advance
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.archive import EnvelopeError
from tournament.record.event import EventRecord
from tournament.record.tournament_log import log_of
from tournament.record.vocabulary import ResultState, RoundState, SitOutKind, Status, Who
from tournament.scores.totals import standings
from tournament.services.archives.restoring import restore
from tournament.services.archives.writing import archive_of

FILES = sorted((ROOT / "fixtures/peer").glob("*.json"))
TO_SEVEN = ROOT / "fixtures/peer/27.json"
Written = dict[str, Any]

pytestmark = pytest.mark.django_db


def log_in(file: Path) -> Written:
    """The log of a fixture."""
    written: Written = json.loads(file.read_text())["log"]
    return written


def event_of(written: Written) -> EventRecord:
    """The event that a log makes."""
    return record_of(restore(json.dumps(written).encode()).event)


def refusal(written: Written) -> str:
    """The sentence with which a log is refused, of which nothing is stored."""
    with pytest.raises(EnvelopeError) as refused:
        event_of(written)
    assert not Event.objects.exists()
    return str(refused.value)


def test_there_are_twenty_tournaments() -> None:
    assert len(FILES) == 20


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_points_and_ranks_are_those_of_the_other_program(file: Path) -> None:
    written, expected = json.loads(file.read_text())["log"], json.loads(file.read_text())["expected"]
    numbers = {number: player["uid"] for number, player in enumerate(written["players"], 1)}
    found = {numbers[row.player]: [row.total // 1_000, row.rank] for row in standings(event_of(written))}
    assert found == expected


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_log_that_was_written_makes_the_same_event_again(file: Path) -> None:
    event = event_of(log_in(file))
    again = event_of(json.loads(msgspec.json.encode(log_of(event))))
    assert held(again) == held(event)
    assert again.slug != event.slug


def held(event: EventRecord) -> list[Any]:
    """What a log says of an event."""
    tables = [[[(seat.player, seat.cash) for seat in table.seats] for table in each.tables] for each in event.rounds]
    sit_outs = [[(row.player, row.kind, row.source) for row in each.sit_outs] for each in event.rounds]
    rounds = [(each.number, each.kind, each.state) for each in event.rounds]
    entries = [(each.player, each.name, each.status, each.first_round) for each in event.entries]
    return [event.date, event.rounds_planned, event.format, entries, rounds, tables, sit_outs]


SEVEN = log_in(FILES[1])


def changed(place: str, value: Any) -> Written:
    """The tournament of seven players with another value at a place such as "rounds 0 pods"."""
    written = deepcopy(SEVEN)
    *outer, last = [int(each) if each.isdigit() else each for each in place.split()]
    inner: Any = written
    for each in outer:
        inner = inner[each]
    inner[last] = value
    return written


@pytest.mark.parametrize(
    ("place", "value", "sentence"),
    [
        (
            "rounds 0 pods 0 players",
            SEVEN["rounds"][0]["pods"][0]["players"][:2],
            "Table 1 of round 1 has 2 players; tables have 3 to 6.",
        ),
        ("rounds 1 byes", [SEVEN["uid"]], "In round 2 a player is unknown, or there twice."),
        (
            "rounds 1 byes",
            SEVEN["rounds"][1]["pods"][0]["players"][:1],
            "In round 2 a player is unknown, or there twice.",
        ),
        (
            "rounds 0 pods 0 result",
            SEVEN["rounds"][0]["pods"][1]["players"][:1],
            "The result of table 1 of round 1 names a player who is not there or lost by a ruling.",
        ),
        (
            "rounds 0 pods 0 result",
            [],
            "Round 1 has a table without a result, though it is not the last round.",
        ),
        (
            "config scoring_logic",
            "ScoringHareruya",
            "The tournament is scored by “ScoringHareruya”; only points for wins and draws can be read.",
        ),
        (
            "rounds 0 seq",
            "first",
            "The tournament log is incomplete or damaged: Expected `int`, got `str` - at `$.rounds[0].seq`.",
        ),
        ("config n_rounds", 12, "rounds"),
    ],
)
def test_what_no_event_can_hold_is_refused_in_a_sentence(place: str, value: Any, sentence: str) -> None:
    assert sentence in refusal(changed(place, value))


def test_another_json_file_is_no_tournament() -> None:
    assert refusal({"players": []}).startswith("This is not an event archive.")


def test_a_round_being_played_goes_on() -> None:
    event = event_of(changed("rounds 3 pods 1 result", []))
    assert [each.state for each in event.rounds] == [RoundState.CLOSED] * 3 + [RoundState.PUBLISHED]
    assert [table.state for table in event.rounds[3].tables] == [ResultState.OFFICIAL, ResultState.NONE]


def test_a_round_without_pods_is_yet_to_be_drawn() -> None:
    event = event_of(changed("rounds 3 pods", []))
    assert (len(event.rounds), event.rounds_planned) == (3, 4)


def test_points_may_stand_where_later_versions_of_the_format_have_them() -> None:
    written = deepcopy(SEVEN)
    moved = {name: written["config"].pop(name) for name in ("win_points", "draw_points", "bye_points")}
    written["config"]["scoring_params"] = moved
    assert event_of(written).format == event_of(SEVEN).format


def test_who_comes_late_and_who_leaves() -> None:
    written = log_in(FILES[10])
    event = event_of(written)
    left = {each.player for each in event.entries if each.status is Status.WITHDRAWN}
    assert len(left) == len(written["rounds"][-1]["dropped"]) == 4
    late = {each.player: each.first_round for each in event.entries if each.first_round > 1}
    assert sorted(late.values()) == [2, 2]
    first, last = event.rounds[0], event.rounds[-1]
    assert {row.player for row in first.sit_outs if row.kind is SitOutKind.MISSED} == set(late)
    assert not left & {row.player for row in last.sit_outs}


def test_the_byes_of_a_top_cut_wait_and_its_rounds_do_not_count() -> None:
    event = event_of(log_in(TO_SEVEN))
    assert [(stage.who, stage.count, stage.waits, stage.counts) for stage in event.format.rounds[1:]] == [
        (Who.BEST, 7, 3, False),
        (Who.WINNERS, 1, 0, False),
    ]
    semi = event.rounds[-2]
    assert [row.kind for row in semi.sit_outs] == [SitOutKind.WAITS] * 3
    assert event.is_complete
    field = advance(event, semi.number)
    assert field is not None
    assert {*field.waits} == {row.player for row in semi.sit_outs}
    assert {*field.plays} == event.seated[semi.number]


def test_the_rounds_of_a_top_cut_that_are_still_to_come_are_planned() -> None:
    whole = event_of(log_in(TO_SEVEN))
    for left in (1, 2):
        event = event_of(log_in(TO_SEVEN) | {"rounds": log_in(TO_SEVEN)["rounds"][:-left]})
        assert (event.rounds_planned, event.next_round) == (len(whole.rounds), len(whole.rounds) + 1 - left)
        assert event.format == whole.format


def test_a_seed_that_left_before_the_cut_does_not_wait() -> None:
    written = log_in(TO_SEVEN)
    for each in written["rounds"][-2:]:
        each["dropped"].append(written["rounds"][-2]["byes"][0])
    assert len(event_of(written).rounds[-2].sit_outs) == 2


def test_a_top_cut_whose_winner_left_in_the_same_round_is_left_out_and_said() -> None:
    written = log_in(FILES[-1])
    written["rounds"][-1]["dropped"] += written["rounds"][-1]["pods"][0]["result"]
    restored = restore(json.dumps(written).encode())
    assert "Read from a tournament log. Its top cut of 2 rounds was left out." in restored.sentence
    event = record_of(restored.event)
    assert (len(event.rounds), event.rounds_planned, len(event.format.rounds)) == (6, 6, 1)


def test_the_command_writes_what_restore_reads(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    event = event_of(SEVEN)
    call_command("tournament_log", event.slug)
    (tmp_path / "log.json").write_text(capsys.readouterr().out)
    call_command("restore", str(tmp_path / "log.json"))
    assert Event.objects.count() == 2


def test_an_archive_of_such_an_event_is_restored_with_its_format() -> None:
    event = restore(json.dumps(SEVEN).encode()).event
    again = record_of(restore(archive_of(event)).event)
    assert held(again) == held(record_of(event))


@pytest.mark.parametrize(
    ("place", "value"),
    [
        ("config", []),
        ("config scoring_params", [1]),
        ("config global_wr_seats", [float("nan")]),
        ("config global_wr_seats", [float("inf")]),
        ("config win_points", 10**30),
        ("players 1 uid", SEVEN["players"][0]["uid"]),
        ("players 1 name", "x" * 121),
        ("rounds 0", None),
    ],
)
def test_what_nobody_would_write_is_refused_too(place: str, value: Any) -> None:
    assert refusal(changed(place, value))


def test_an_event_by_shares_of_cash_is_no_tournament_log() -> None:
    with pytest.raises(EnvelopeError, match="Only an event with whole points"):
        log_of(EventRecord("sample", "Sample Cup", date(2026, 8, 20), 1))
