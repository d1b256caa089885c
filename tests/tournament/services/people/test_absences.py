"""A named round is missed by arrangement: not drawn, scored, present again by itself; and what is refused (R69)."""

from __future__ import annotations

import pytest

from tests.build import director_of, draw_round, make_event, play_round, play_to, publish
from tournament.day.leaving import reason_not_to_miss_round, rounds_to_miss
from tournament.draw.sitouts import suggest_sit_out, why_stale
from tournament.models import Event, PlannedAbsence
from tournament.models.queries import record_of
from tournament.record.acts import Act
from tournament.record.public import as_seen
from tournament.record.vocabulary import CellKind, PlayerId, SitOutKind, SitOutSource, Status
from tournament.scores import Scores, medals, pentamind, standings
from tournament.services.absences import plan_absence, planned_of
from tournament.services.attendance import check_in, set_status
from tournament.services.changes import RefusedError, UnchangedError
from tournament.services.departures import reinstate, withdraw
from tournament.services.rounds import publish_round, withdraw_round
from tournament.services.seats import join_table, mark_no_show, swap_players
from tournament.services.undoing import undo_changes
from tournament.tellings.diary import sentence_of

pytestmark = pytest.mark.django_db

MISSED, STANDARD, PROBLEM = SitOutKind.MISSED, SitOutKind.STANDARD, SitOutKind.PAIRING_PROBLEM


def plan(event: Event, number: int, **rounds: SitOutKind) -> None:
    plan_absence(event, director_of(event), number, {int(name[1:]): kind for name, kind in rounds.items()})


def drawn_in(event: Event, number: int) -> set[int]:
    return {seat.player for table in record_of(event).round(number).tables for seat in table.seats}


@pytest.fixture
def event(db: None) -> Event:
    """The event of most tests here."""
    return make_event(9)


def test_the_player_is_not_drawn_in_that_round_and_plays_again_in_the_next_one_by_itself(event: Event) -> None:
    play_round(event, 1)
    plan(event, 3, r2=MISSED)
    assert [len(record_of(event).active), len(record_of(event).present)] == [8, 9]
    played = play_round(event, 2, sizes=(4, 4))
    assert (played.sizes, 3 in drawn_in(event, 2)) == ((4, 4), False)
    assert [(row.player, row.kind, row.source) for row in played.sit_outs] == [(3, MISSED, SitOutSource.ABSENCE)]
    assert len(record_of(event).active) == 9
    assert 3 in {seat.player for table in publish(event, 3, sizes=(3, 3, 3)).tables for seat in table.seats}
    assert event.entries.get(number=3).status == Status.PRESENT.value
    assert not PlannedAbsence.objects.exists(), "nothing is left to press once the round has begun"


@pytest.mark.parametrize(("kind", "score"), [(MISSED, 0), (STANDARD, 25_000), (PROBLEM, 30_000)])
def test_the_round_scores_as_the_director_chose(event: Event, kind: SitOutKind, score: int) -> None:
    play_round(event, 1)
    before = {row.player: row.total for row in standings(record_of(event))}
    plan(event, 3, r2=kind)
    play_round(event, 2, sizes=(4, 4))
    row = next(row for row in standings(record_of(event)) if row.player == 3)
    assert (row.cells[1].score, row.total) == (score, before[PlayerId(3)] + score)
    assert row.cells[1].kind is {MISSED: CellKind.MISSED, STANDARD: CellKind.SIT_OUT}.get(
        kind, CellKind.PAIRING_PROBLEM
    )


def test_who_was_away_once_keeps_place_medal_and_points() -> None:
    event = make_event(9, rounds_planned=2)
    plan(event, 3, r1=MISSED)
    play_round(event, 1, sizes=(4, 4))
    play_round(event, 2, sizes=(3, 3, 3))
    record = record_of(event)
    assert not record.has_left_early(PlayerId(3))
    assert 3 in {row.player for row in medals(record)}
    assert (
        next(row for row in pentamind(record) if row.player == 3).points > 0
        or Scores(record).standings()[-1].player == 3
    )
    assert len(standings(record)) == 9


def test_the_last_round_is_refused_since_who_misses_it_leaves_early(event: Event) -> None:
    assert rounds_to_miss(record_of(event)) == (1, 2, 3)
    with pytest.raises(RefusedError, match=r"Round 4 is the last round; withdraw .* \(R54\)"):
        plan(event, 3, r4=MISSED)
    with pytest.raises(RefusedError, match="no longer exists"):
        plan(event, 3, r9=MISSED)


def test_a_published_round_is_a_no_show_and_a_closed_one_is_corrected(event: Event) -> None:
    publish(event, 1)
    with pytest.raises(RefusedError, match="Round 1 is being played; mark a no-show on its page instead"):
        plan(event, 3, r1=MISSED)
    event = play_to(make_event(9, name="Closed Cup 2026"), round_closed=1)
    assert "to correct it" in reason_not_to_miss_round(record_of(event), 1)


def test_nobody_has_two_sit_outs_by_an_absence() -> None:
    event = make_event(7)
    with pytest.raises(RefusedError, match="Only one of these rounds"):
        plan(event, 3, r1=STANDARD, r2=STANDARD)
    plan(event, 3, r2=STANDARD)
    # The lowest total would sit out; who will be away so does not.
    assert suggest_sit_out(record_of(event), 1, 5).player != 3
    played = publish(event, 1, sizes=(3, 3))
    (out,) = [row.player for row in played.sit_outs]
    assert out != 3
    with pytest.raises(RefusedError, match=r"already sat out round 1, and nobody sits out twice \(R49\)"):
        plan(event, out, r3=STANDARD)
    (seat,) = [row.player for row in played.tables[0].seats if row.player != 3][:1]
    assert seat
    with pytest.raises(RefusedError, match="will be away in round 2, which counts as a sit-out"):
        swap_players(event, director_of(event), 1, PlayerId(3), out)


def test_a_late_comer_cannot_have_another_sit_out_for_the_rounds_that_were_missed(event: Event) -> None:
    set_status(event, director_of(event), [3], Status.LATE)
    plan(event, 3, r2=STANDARD)
    publish(event, 1, sizes=(4, 4))
    with pytest.raises(RefusedError, match="already sat out round 2"):
        check_in(event, director_of(event), [3], STANDARD)
    check_in(event, director_of(event), [3], MISSED)
    assert planned_of(record_of(event), PlayerId(3)) == {2: STANDARD}


def test_a_draft_that_has_the_player_is_out_of_date_and_so_is_one_without_who_plays_after_all(event: Event) -> None:
    draw_round(event, 1, sizes=(3, 3, 3))
    plan(event, 3, r1=MISSED)
    record = record_of(event)
    assert why_stale(record, record.round(1)) == "Since this draft was drawn, Cai Demo will be away"
    with pytest.raises(RefusedError, match="Draw round 1 again"):
        publish_round(event, director_of(event), 1)
    drawn = record.round(1).draw
    draw_round(event, 1, sizes=(4, 4), replaces=drawn.key if drawn else None)
    plan(event, 3)
    record = record_of(event)
    assert why_stale(record, record.round(1)) == "Since this draft was drawn, Cai Demo has arrived"


def test_an_unpublished_round_plans_the_absence_again_with_its_score(event: Event) -> None:
    plan(event, 3, r1=PROBLEM, r2=MISSED)
    publish(event, 1, sizes=(4, 4))
    assert planned_of(record_of(event), PlayerId(3)) == {2: MISSED}
    withdraw_round(event, director_of(event), 1)
    record = record_of(event)
    assert (planned_of(record, PlayerId(3)), record.round(1).sit_outs) == ({1: PROBLEM, 2: MISSED}, ())
    assert why_stale(record, record.round(1)) == ""


def test_who_comes_after_all_is_seated_like_a_no_show(event: Event) -> None:
    plan(event, 3, r1=MISSED)
    publish(event, 1, sizes=(4, 4))
    join_table(event, director_of(event), 1, PlayerId(3), 1)
    assert (record_of(event).round(1).table(1).size, record_of(event).round(1).sit_outs) == (5, ())
    mark_no_show(event, director_of(event), 1, PlayerId(3), MISSED, "")
    assert record_of(event).round(1).sit_outs[0].source is SitOutSource.NO_SHOW


def test_who_has_left_plans_nothing_and_a_plan_waits_for_who_comes_back(event: Event) -> None:
    play_round(event, 1)
    plan(event, 3, r3=MISSED)
    withdraw(event, director_of(event), 3)
    with pytest.raises(RefusedError, match="withdrawn"):
        plan(event, 3, r2=MISSED)
    reinstate(event, director_of(event), 3)
    assert planned_of(record_of(event), PlayerId(3)) == {3: MISSED}


def test_the_log_of_changes_tells_and_undoes_it(event: Event) -> None:
    director = director_of(event)
    plan(event, 3, r1=MISSED, r2=MISSED)
    change = event.changes.all()[0]
    assert (change.act, sentence_of(change, record_of(event))) == (
        Act.PLAN_ABSENCE.value,
        "Cai Demo will be away in rounds 1 and 2",
    )
    with pytest.raises(UnchangedError):
        plan(event, 3, r1=MISSED, r2=MISSED)
    plan(event, 3, r2=MISSED)
    assert sentence_of(event.changes.all()[0], record_of(event)) == "Cai Demo will play in round 1 after all"
    undo_changes(event, director, [event.version])
    assert planned_of(record_of(event), PlayerId(3)) == {1: MISSED, 2: MISSED}
    plan(event, 3, r1=PROBLEM, r2=MISSED)
    assert sentence_of(event.changes.all()[0], record_of(event)) == "Cai Demo: planned absences changed"
    planned = event.version
    publish(event, 1, sizes=(4, 4))
    with pytest.raises(RefusedError, match="Round 1 has begun since"):
        undo_changes(event, director, [planned])


def test_nobody_else_sees_a_plan_and_nobody_is_woken_by_it(event: Event) -> None:
    public = event.public_version
    plan(event, 3, r1=MISSED)
    assert (event.public_version, as_seen(record_of(event)).absences) == (public, {})
