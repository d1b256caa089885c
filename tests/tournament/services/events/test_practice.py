"""An event that plays itself, the demo events, and practice with what goes wrong in a real hall."""

from __future__ import annotations

import json
import random
from pathlib import Path
from random import Random

import pytest
from django.core.management import CommandError, call_command

from tests.build import director_of, make_director, make_event, publish
from tournament.draw.allocation import arrangements
from tournament.draw.lines import said
from tournament.models import Change, Dispute, Event, GameLog, Scribing
from tournament.models.queries import record_of
from tournament.record.acts import Act
from tournament.record.event import SeatRecord, TableRecord
from tournament.record.formats import shipped_format
from tournament.record.vocabulary import DisputeState, ResultCheck, RoundKind, SitOutKind, Status
from tournament.scores.scoring import score_round
from tournament.scores.totals import standings
from tournament.services.attendance import check_in
from tournament.services.results.confirming import hand_in
from tournament.slices.practice.playing import (
    SCRIPTS,
    load_events,
    make_practice_event,
    plausible_cash,
    play_to_dispute,
    play_to_end,
    play_to_second_round,
)
from tournament.slices.putting_away import delete_event, put_away

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("players", [3, 6, 7, 13, 17, 26])
def test_an_event_plays_itself_to_the_end_in_the_rules_first_arrangement(players: int) -> None:
    event = make_event(players)
    assert play_to_end(event, event.created_by, random.Random(5)) == 4
    record = record_of(event)
    assert [played.is_closed for played in record.rounds] == [True] * 4
    assert sorted(record.rounds[0].sizes) == sorted(arrangements(players)[0].sizes)
    expected = RoundKind.RANKED if len(record.rounds[3].tables) >= 4 else RoundKind.RANDOM
    assert record.rounds[3].kind is expected
    assert all(cell.score is not None for row in standings(record) for cell in row.cells)


def test_the_same_seed_plays_the_same_event() -> None:
    totals = []
    for name in ("First Cup", "Second Cup"):
        event = make_event(9, name=name)
        play_to_end(event, event.created_by, random.Random(11))
        totals.append([(row.player, row.total) for row in standings(record_of(event))])
    assert totals[0] == totals[1]


@pytest.mark.parametrize("key", ["mso-places", "hare"])
def test_a_practice_event_of_another_format_plays_itself_to_the_end(key: str) -> None:
    event = make_practice_event(make_director(), "Trial", 9, 4, format=shipped_format(key))
    check_in(event, director_of(event), range(1, 10))
    assert play_to_end(event, director_of(event), random.Random(5)) == 4
    typed = [seat for played in record_of(event).rounds for table in played.tables for seat in table.seats]
    assert {seat.cash for seat in typed} == {1, 2, 3}
    assert [seat for seat in typed if (seat.second is None) is (key == "hare")] == []


def test_plausible_cash_is_hundreds_and_near_real_totals() -> None:
    rng = random.Random(1)
    tables = [plausible_cash(4, rng) for _ in range(200)]
    assert all(amount % 100 == 0 and amount >= 4_000 for table in tables for amount in table)
    mean = sum(sum(table) for table in tables) / len(tables)
    assert 145_000 < mean < 155_000


def test_the_demo_shows_a_finished_event_and_one_in_the_middle_of_round_three() -> None:
    director = make_director()
    made = load_events(director)
    finished, running = (record_of(event) for event in made)
    assert (len(finished.entries), len(finished.closed_rounds), finished.is_final_published) == (17, 4, True)
    assert (len(running.entries), len(running.closed_rounds)) == (21, 2)
    third = running.round(3)
    assert [table.has_result for table in third.tables].count(True) == 3
    late = [entry for entry in running.entries if entry.first_round > 1]
    assert [entry.name for entry in late] == ["Uma Sample"]
    assert [entry.name for entry in running.entries if entry.status is Status.WITHDRAWN] == ["Eve Sample"]
    assert [penalty.amount for penalty in running.penalties] == [5_000]
    assert [row.kind for row in running.round(2).sit_outs] == [SitOutKind.STANDARD]
    assert any(len(table.winners) == 2 for table in score_round(running, 2))
    assert load_events(director) == []
    assert Event.objects.count() == 2


def test_every_demo_act_left_its_change() -> None:
    for event in load_events(make_director()):
        versions = sorted(Change.objects.filter(event=event).values_list("version", flat=True))
        assert versions == list(range(1, event.version + 1))


def test_the_play_command_plays_one_round_then_the_rest(capsys: pytest.CaptureFixture[str]) -> None:
    event = make_event(8, is_practice=True)
    call_command("play", event.slug, "--json")
    assert json.loads(capsys.readouterr().out) == {"event": event.slug, "closed": 1, "planned": 4}
    call_command("play", event.slug, "--to-end", "--seed", "4")
    assert capsys.readouterr().out == f"{event.name}: 4 of 4 rounds are closed.\n"
    with pytest.raises(CommandError, match="All 4 rounds") as refusal:
        call_command("play", event.slug)
    assert refusal.value.returncode == 2


def test_the_standings_command_gives_medals_and_points_once_all_is_played(capsys: pytest.CaptureFixture[str]) -> None:
    event = make_event(16, is_practice=True)
    call_command("play", event.slug)
    capsys.readouterr()
    call_command("standings", event.slug, "--json")
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert {row["medal"] for row in rows} == {None}
    assert {len(row["rounds"]) for row in rows} == {4}
    call_command("play", event.slug, "--to-end")
    capsys.readouterr()
    call_command("standings", event.slug, "--json")
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert sorted(row["medal"] for row in rows if row["medal"]) == ["bronze", "gold", "silver"]
    assert (rows[0]["rank"], rows[0]["pentamind_points"], rows[-1]["pentamind_points"]) == (1, "95.455", "0.000")


def test_the_play_command_plays_no_event_of_real_people() -> None:
    event = make_event(8, name="Hall Open 2026")
    publish(event, 1)
    before = Change.objects.count()
    for far in ([], ["--to-end"]):
        with pytest.raises(CommandError, match="Real people play Hall Open 2026") as refusal:
            call_command("play", event.slug, *far)
        assert refusal.value.returncode == 2
    assert Change.objects.count() == before


def test_what_the_play_command_does_is_recorded_as_simulated_under_nobodys_name() -> None:
    event = make_event(8, is_practice=True)
    first = event.version
    call_command("play", event.slug, "--to-end")
    done = Change.objects.filter(event=event, version__gt=first)
    assert {(change.made_by, change.made_by_name, said(change.reason)) for change in done} == {
        (None, "", "simulated by the “play” command")
    }


def test_no_report_of_players_and_no_result_is_played_over() -> None:
    event = make_event(8, is_practice=True, result_check=ResultCheck.TABLE.value, players_report=True)
    seats = publish(event, 1).tables[0].seats
    cash = zip(seats, (43_100, 21_500, 19_200, 34_600), strict=True)
    typed = TableRecord(1, tuple(SeatRecord(seat.player, cash=amount) for seat, amount in cash))
    hand_in(event, director_of(event), 1, [typed])
    before = record_of(event).round(1)
    assert (before.tables[0].has_reported, before.tables[0].has_result) == (True, False)
    with pytest.raises(CommandError, match="Table 1 in round 1 has a report that is not official yet"):
        call_command("play", event.slug)
    assert record_of(event).round(1) == before


def test_an_unknown_event_is_refused_in_a_sentence(db: None) -> None:
    for command in ("play", "standings"):
        with pytest.raises(CommandError, match="There is no event “nowhere”") as refusal:
            call_command(command, "nowhere")
        assert refusal.value.returncode == 2


def test_the_demo_files_name_only_players_of_their_rosters() -> None:
    for path in sorted((SCRIPTS / "events").iterdir()):
        script = json.loads(Path(path).read_text(encoding="utf-8"))
        roster = (SCRIPTS / script["roster"]).read_text(encoding="utf-8").splitlines()
        named = [number for act in script["acts"] for number in [*act.get("players", []), act.get("player", 1)]]
        assert set(named) <= set(range(1, len(roster) + 1))


# A practice event plays its first rounds with what goes wrong in a real hall, and is deleted with every row of it


def practice(players: int = 22) -> Event:
    return make_practice_event(make_director(), "Trial", players, 4)


def test_the_first_rounds_hold_what_goes_wrong_in_a_hall() -> None:
    event = practice()
    play_to_second_round(event, director_of(event), Random(3))
    record = record_of(event)
    assert (Act.SWAP_SEATS.value, 1) in set(event.changes.values_list("act", "round_number"))
    assert len(score_round(record, 1)[0].winners) == 2
    assert record.entries[-1].first_round == 2
    assert [round_.state.value for round_ in record.rounds] == ["closed", "published"]


def test_the_dispute_of_practice_lies_on_a_table_of_four_with_the_log_of_its_own_players() -> None:
    event = practice(8)
    play_to_dispute(event, director_of(event), Random(3))
    (dispute,) = Dispute.objects.filter(table__round__event=event)
    assert (dispute.state, dispute.log is not None) == (DisputeState.OPEN.value, True)
    (log,) = record_of(event).logs
    table = record_of(event).table(2, log.table)
    text = dispute.log
    assert text is not None
    assert [f"={record_of(event).name_of(seat.player)}" in text.text for seat in table.seats] == [True] * 4


@pytest.mark.parametrize("is_away", [False, True])
def test_a_practice_event_is_deleted_with_every_row_of_it(is_away: bool) -> None:
    other = make_event(8)
    event = practice(12)
    play_to_dispute(event, director_of(event), Random(3))
    for log in GameLog.objects.all():
        Scribing.objects.create(table=log.table, log=log, opening={})
    if is_away:
        put_away(event, event.created_by)
    before = (other.changes.count(), other.entries.count())
    delete_event(event, event.created_by)
    assert list(Event.objects.all()) == [other]
    assert (other.changes.count(), other.entries.count()) == before
    assert [model.objects.count() for model in (Dispute, GameLog, Scribing)] == [0, 0, 0]
