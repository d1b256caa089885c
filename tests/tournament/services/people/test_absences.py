"""A player's place: a named round missed by arrangement (R69), or somebody else plays on (R71)."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.build import director_of, draw_round, enter_results, logged_in, make_event, play_round, play_to, publish
from tests.tournament.pages.forms import press
from tests.tournament.pages.reading import html
from tests.tournament.pdf.reading import text_of
from tests.tournament.services.people.test_forgetting import holding
from tournament.day.leaving import planned_of, reason_not_to_miss_round, rounds_to_miss
from tournament.draw.sitouts import suggest_sit_out, why_stale
from tournament.models import Event, PlannedAbsence, TakenOver
from tournament.models.queries import record_of
from tournament.pdf.document import sheet
from tournament.pdf.job import Job, Options
from tournament.record.acts import Act
from tournament.record.event import EntryRecord, EventRecord
from tournament.record.public import as_public
from tournament.record.settings import ScoreOwner
from tournament.record.vocabulary import CellKind, PlayerId, SitOutKind, SitOutSource, Status
from tournament.scores.explaining import Scores
from tournament.scores.medals import medals, pentamind
from tournament.scores.totals import standings
from tournament.services.archives.restoring import restore
from tournament.services.archives.writing import archive_of
from tournament.services.attendance import check_in, set_status
from tournament.services.changes.refusals import RefusedError, UnchangedError
from tournament.services.copying import copy_event
from tournament.services.events import change_settings
from tournament.services.forgetting.acting import forget
from tournament.services.forgetting.finding import people_matching, people_of
from tournament.services.forgetting.replacing import export
from tournament.services.rounds import close_round, publish_round, withdraw_round
from tournament.services.seats import join_table, mark_no_show, swap_players
from tournament.services.undoing import undo_changes
from tournament.slices.absences import plan_absence
from tournament.slices.leaving import reinstate, withdraw
from tournament.slices.taking_over import Newcomer, give_back, rounds_to_take_over, take_over
from tournament.tellings.diary import sentence_of
from tournament.tellings.draw import places_listing
from tournament.tellings.words import taken_over_words

pytestmark = pytest.mark.django_db


MISSED, STANDARD, PROBLEM = SitOutKind.MISSED, SitOutKind.STANDARD, SitOutKind.PAIRING_PROBLEM


def plan(event: Event, number: int, **rounds: SitOutKind) -> None:
    plan_absence(event, director_of(event), number, {int(name[1:]): kind for name, kind in rounds.items()})


def drawn_in(event: Event, number: int) -> set[int]:
    return {seat.player for table in record_of(event).round(number).tables for seat in table.seats}


@pytest.fixture
def of_nine(db: None) -> Event:
    """The event of most tests here."""
    return make_event(9)


def test_the_player_is_not_drawn_in_that_round_and_plays_again_in_the_next_one_by_itself(of_nine: Event) -> None:
    play_round(of_nine, 1)
    plan(of_nine, 3, r2=MISSED)
    assert [len(record_of(of_nine).active), len(record_of(of_nine).present)] == [8, 9]
    played = play_round(of_nine, 2, sizes=(4, 4))
    assert (played.sizes, 3 in drawn_in(of_nine, 2)) == ((4, 4), False)
    assert [(row.player, row.kind, row.source) for row in played.sit_outs] == [(3, MISSED, SitOutSource.ABSENCE)]
    assert len(record_of(of_nine).active) == 9
    assert 3 in {seat.player for table in publish(of_nine, 3, sizes=(3, 3, 3)).tables for seat in table.seats}
    assert of_nine.entries.get(number=3).status == Status.PRESENT.value
    assert not PlannedAbsence.objects.exists(), "nothing is left to press once the round has begun"


@pytest.mark.parametrize(("kind", "score"), [(MISSED, 0), (STANDARD, 25_000), (PROBLEM, 30_000)])
def test_the_round_scores_as_the_director_chose(of_nine: Event, kind: SitOutKind, score: int) -> None:
    play_round(of_nine, 1)
    before = {row.player: row.total for row in standings(record_of(of_nine))}
    plan(of_nine, 3, r2=kind)
    play_round(of_nine, 2, sizes=(4, 4))
    row = next(row for row in standings(record_of(of_nine)) if row.player == 3)
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


def test_the_last_round_is_refused_since_who_misses_it_leaves_early(of_nine: Event) -> None:
    assert rounds_to_miss(record_of(of_nine)) == (1, 2, 3)
    with pytest.raises(RefusedError, match=r"Round 4 is the last round; withdraw .* \(R54\)"):
        plan(of_nine, 3, r4=MISSED)
    with pytest.raises(RefusedError, match="no longer exists"):
        plan(of_nine, 3, r9=MISSED)


def test_a_published_round_is_a_no_show_and_a_closed_one_is_corrected(of_nine: Event) -> None:
    publish(of_nine, 1)
    with pytest.raises(RefusedError, match="Round 1 is being played; mark a no-show on its page instead"):
        plan(of_nine, 3, r1=MISSED)
    of_nine = play_to(make_event(9, name="Closed Cup 2026"), round_closed=1)
    assert "to correct it" in reason_not_to_miss_round(record_of(of_nine), 1)


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


def test_a_late_comer_cannot_have_another_sit_out_for_the_rounds_that_were_missed(of_nine: Event) -> None:
    set_status(of_nine, director_of(of_nine), [3], Status.LATE)
    plan(of_nine, 3, r2=STANDARD)
    publish(of_nine, 1, sizes=(4, 4))
    with pytest.raises(RefusedError, match="already sat out round 2"):
        check_in(of_nine, director_of(of_nine), [3], STANDARD)
    check_in(of_nine, director_of(of_nine), [3], MISSED)
    assert planned_of(record_of(of_nine), PlayerId(3)) == {2: STANDARD}


def test_a_draft_that_has_the_player_is_out_of_date_and_so_is_one_without_who_plays_after_all(of_nine: Event) -> None:
    draw_round(of_nine, 1, sizes=(3, 3, 3))
    plan(of_nine, 3, r1=MISSED)
    record = record_of(of_nine)
    assert why_stale(record, record.round(1)) == "Since this draft was drawn, Cai Demo will be away"
    with pytest.raises(RefusedError, match="Draw round 1 again"):
        publish_round(of_nine, director_of(of_nine), 1)
    drawn = record.round(1).draw
    draw_round(of_nine, 1, sizes=(4, 4), replaces=drawn.key if drawn else None)
    plan(of_nine, 3)
    record = record_of(of_nine)
    assert why_stale(record, record.round(1)) == "Since this draft was drawn, Cai Demo has arrived"


def test_an_unpublished_round_plans_the_absence_again_with_its_score(of_nine: Event) -> None:
    plan(of_nine, 3, r1=PROBLEM, r2=MISSED)
    publish(of_nine, 1, sizes=(4, 4))
    assert planned_of(record_of(of_nine), PlayerId(3)) == {2: MISSED}
    withdraw_round(of_nine, director_of(of_nine), 1)
    record = record_of(of_nine)
    assert (planned_of(record, PlayerId(3)), record.round(1).sit_outs) == ({1: PROBLEM, 2: MISSED}, ())
    assert why_stale(record, record.round(1)) == ""


def test_who_comes_after_all_is_seated_like_a_no_show(of_nine: Event) -> None:
    plan(of_nine, 3, r1=MISSED)
    publish(of_nine, 1, sizes=(4, 4))
    join_table(of_nine, director_of(of_nine), 1, PlayerId(3), 1)
    assert (record_of(of_nine).round(1).table(1).size, record_of(of_nine).round(1).sit_outs) == (5, ())
    mark_no_show(of_nine, director_of(of_nine), 1, PlayerId(3), MISSED, "")
    assert record_of(of_nine).round(1).sit_outs[0].source is SitOutSource.NO_SHOW


def test_who_has_left_plans_nothing_and_a_plan_waits_for_who_comes_back(of_nine: Event) -> None:
    play_round(of_nine, 1)
    plan(of_nine, 3, r3=MISSED)
    withdraw(of_nine, director_of(of_nine), 3)
    with pytest.raises(RefusedError, match="withdrawn"):
        plan(of_nine, 3, r2=MISSED)
    reinstate(of_nine, director_of(of_nine), 3)
    assert planned_of(record_of(of_nine), PlayerId(3)) == {3: MISSED}


def test_the_log_of_changes_tells_and_undoes_it(of_nine: Event) -> None:
    director = director_of(of_nine)
    plan(of_nine, 3, r1=MISSED, r2=MISSED)
    change = of_nine.changes.all()[0]
    assert (change.act, sentence_of(change, record_of(of_nine))) == (
        Act.PLAN_ABSENCE.value,
        "Cai Demo will be away in rounds 1 and 2",
    )
    with pytest.raises(UnchangedError):
        plan(of_nine, 3, r1=MISSED, r2=MISSED)
    plan(of_nine, 3, r2=MISSED)
    assert sentence_of(of_nine.changes.all()[0], record_of(of_nine)) == "Cai Demo will play in round 1 after all"
    undo_changes(of_nine, director, [of_nine.version])
    assert planned_of(record_of(of_nine), PlayerId(3)) == {1: MISSED, 2: MISSED}
    plan(of_nine, 3, r1=PROBLEM, r2=MISSED)
    assert sentence_of(of_nine.changes.all()[0], record_of(of_nine)) == "Cai Demo: planned absences changed"
    planned = of_nine.version
    publish(of_nine, 1, sizes=(4, 4))
    with pytest.raises(RefusedError, match="Round 1 has begun since"):
        undo_changes(of_nine, director, [planned])


def test_nobody_else_sees_a_plan_and_nobody_is_woken_by_it(of_nine: Event) -> None:
    public = of_nine.public_version
    plan(of_nine, 3, r1=MISSED)
    assert (of_nine.public_version, as_public(record_of(of_nine)).absences) == (public, {})


# Somebody else plays on in a player's place: scores, seats and draws stay, and a setting says whose the medals are (R71)


PRINTED_AT = datetime(2026, 8, 20, 9, 0, tzinfo=UTC)


NAMES = ("Alpha Eins", "Bea Demo", "Cai Demo", "Dot Demo", "Eve Demo", "Fay Demo", "Gus Demo")
BETA = Newcomer("Beta Zwei", "Beta", "Zwei", "NL", is_junior=True)
A = PlayerId(1)


def played(rounds: int = 1, **settings: Any) -> Event:
    """An event of seven players after so many rounds, of three."""
    event = make_event(names=NAMES, rounds_planned=3, **settings)
    for number in range(1, rounds + 1):
        play_round(event, number)
    return event


def finished(owner: ScoreOwner | None) -> EventRecord:
    """The same event to its end; Beta plays on from round 2, or nobody else where there is no owner."""
    event = played(score_owner=(owner or ScoreOwner.FIRST).value)
    if owner:
        take_over(event, director_of(event), 1, BETA, 2)
    for number in (2, 3):
        play_round(event, number)
    return record_of(event)


def figures(record: EventRecord) -> dict[str, Any]:
    """Totals, medals and points by number, and who sat where."""
    return {
        "totals": {row.player: (row.rank, row.total) for row in standings(record)},
        "medals": [(row.player, row.medal) for row in medals(record)],
        "points": {row.player: row.points for row in pentamind(record)},
        "seats": [[[seat.player for seat in table.seats] for table in round_.tables] for round_ in record.rounds],
    }


def test_totals_medals_and_points_are_the_same_whoever_owns_the_score_and_the_name_is_theirs() -> None:
    without, first, new = (finished(owner) for owner in (None, ScoreOwner.FIRST, ScoreOwner.NEW))
    assert figures(without) == figures(first) == figures(new)
    # 7 players without shared places: 100 x 12/13 x (7 - place) / 6.
    points = {row.player: row.points for row in pentamind(first)}
    places = {row.player: row.rank for row in standings(first)}
    assert points[A] == round(100_000 * 12 / 13 * (7 - (places[A] or 0)) / 6)
    assert (first.name_of(A), first.entry(A).is_junior, first.entry(A).country) == ("Alpha Eins", False, "")
    assert (new.name_of(A), new.entry(A).is_junior, new.entry(A).country) == ("Beta Zwei", True, "NL")
    assert [taken_over_words(record.entry(A)) for record in (without, first, new)] == [
        "",
        "played by Beta Zwei from round 2",
        "took over from Alpha Eins in round 2",
    ]


def test_the_seat_is_taken_over_from_the_running_round_or_the_next_one() -> None:
    event = played()
    director = director_of(event)
    assert rounds_to_take_over(record_of(event), A) == (2,)
    publish(event, 2)
    assert rounds_to_take_over(record_of(event), A) == (2, 3)
    for wrong in (1, 4):
        with pytest.raises(RefusedError, match="choose one of these rounds: 2 and 3"):
            take_over(event, director, 1, BETA, wrong)
    take_over(event, director, 1, BETA, 2)
    with pytest.raises(RefusedError, match="seat has already been taken over"):
        take_over(event, director, 1, BETA, 3)


def test_without_a_score_there_is_nothing_to_take_over() -> None:
    event = make_event(names=NAMES, rounds_planned=3)
    director = director_of(event)
    with pytest.raises(RefusedError, match="has no score from an earlier round"):
        take_over(event, director, 1, BETA, 1)
    publish(event, 1)
    with pytest.raises(RefusedError, match="choose one of these rounds: 2"):
        take_over(event, director, 1, BETA, 1)
    enter_results(event, 1)
    close_round(event, director, 1)
    withdraw(event, director, 1)
    with pytest.raises(RefusedError, match="Alpha Eins is not playing"):
        take_over(event, director, 1, BETA, 2)
    assert not TakenOver.objects.exists()


def entries_of(event: Event) -> list[EntryRecord]:
    """The entries, but for how often their cards were replaced: that is never taken back."""
    return [replace(entry, codes_withdrawn=0) for entry in record_of(event).entries]


@pytest.mark.parametrize("owner", ScoreOwner)
def test_it_is_taken_back_and_undone_whatever_the_setting_has_become(owner: ScoreOwner) -> None:
    event = played(score_owner=owner.value)
    director = director_of(event)
    before = entries_of(event)
    take_over(event, director, 1, BETA, 2)
    taken = entries_of(event)
    assert taken != before
    assert sentence_of(event.changes.latest("version"), record_of(event)) == (
        "Beta Zwei takes over Alpha Eins's seat from round 2"
    )
    other = ScoreOwner.NEW if owner is ScoreOwner.FIRST else ScoreOwner.FIRST
    change_settings(event, director, {"score_owner": other.value})
    undo_changes(event, director, [event.changes.get(act="entries.take-over").version])
    assert entries_of(event) == before
    change_settings(event, director, {"score_owner": owner.value})
    take_over(event, director, 1, BETA, 2)
    give_back(event, director, 1)
    event.refresh_from_db()
    assert entries_of(event) == before
    undo_changes(event, director, [event.version])
    assert entries_of(event) == taken
    with pytest.raises(RefusedError, match="This has already been done"):
        give_back(event, director, 2)


@pytest.mark.parametrize(
    ("shown", "first", "new"),
    [
        ("full", "played by Beta Zwei from round 2", "took over from Alpha Eins in round 2"),
        ("initial", "played by Beta Z. from round 2", "took over from Alpha E. in round 2"),
        ("number", "played by somebody else from round 2", "took over from somebody else in round 2"),
    ],
)
def test_the_public_reads_as_much_of_the_name_as_of_the_entry(shown: str, first: str, new: str) -> None:
    for owner, words in zip(ScoreOwner, (first, new), strict=True):
        event = played(score_owner=owner.value, names_shown=shown, name=f"Cup {owner.value}")
        take_over(event, director_of(event), 1, BETA, 2)
        seen = as_public(record_of(event)).entry(A)
        assert taken_over_words(seen) == words
        assert seen.taken is not None
        assert not seen.taken.is_junior
        page = html(Client(), f"/{event.slug}/standings/")
        assert words in page
        assert shown == "full" or "Zwei" not in page


@pytest.mark.parametrize("owner", ScoreOwner)
def test_an_archive_has_it_and_a_copy_of_the_event_has_not(owner: ScoreOwner) -> None:
    event = played(score_owner=owner.value)
    director = director_of(event)
    take_over(event, director, 1, BETA, 2)
    restored = record_of(restore(archive_of(event), director).event)
    assert restored.entry(A) == replace(record_of(event).entry(A), codes_withdrawn=0), "a code is of its event alone"
    assert restored.score_owner is owner
    copied = record_of(copy_event(event, director, "Next Cup", event.date, with_entries=True))
    assert [entry.taken for entry in copied.entries] == [None] * 7


def test_a_slip_names_who_sits_there_and_for_whom() -> None:
    event = played()
    take_over(event, director_of(event), 1, BETA, 2)
    job = Job(record_of(event), Options(), PRINTED_AT)
    assert [job.seated(A, number) for number in (1, 2, 3)] == ["Alpha Eins", *["Beta Zwei for Alpha Eins"] * 2]
    give_back(event, director_of(event), 1)
    change_settings(event, director_of(event), {"score_owner": ScoreOwner.NEW.value})
    take_over(event, director_of(event), 1, BETA, 2)
    job = Job(record_of(event), Options(), PRINTED_AT)
    assert [job.seated(A, number) for number in (1, 2, 3)] == ["Alpha Eins", *["Beta Zwei"] * 2]


@pytest.mark.parametrize("owner", ScoreOwner)
def test_both_people_of_the_seat_are_found_by_name_on_pages_and_paper(owner: ScoreOwner) -> None:
    event = played(score_owner=owner.value)
    take_over(event, director_of(event), 1, BETA, 2)
    publish(event, 2)
    record = record_of(event)
    sits = "Beta Zwei for Alpha Eins" if owner is ScoreOwner.FIRST else "Beta Zwei"
    number = next(table.number for table in record.round(2).tables if A in [seat.player for seat in table.seats])
    told = Client().get(reverse("find", args=[event.slug])).json()["players"]
    (row,) = [row for row in told if row[0] == A]
    assert (row[1], row[4], sorted(row[6:])) == (sits, number, ["Alpha Eins", "Beta Zwei"])
    assert {len(row) for row in told if row[0] != A} == {6}
    for typed in ("Beta", "alpha eins"):
        page = Client().get(f"/{event.slug}/?me={typed}", follow=True).content.decode()
        assert (f"<bdi>{sits}</bdi></h1>" in page, f"Table {number}" in page) == (True, True), typed
    rows = [(line["name"].text, line["table"].text) for line in places_listing(record, record.round(2), "").records()]
    assert rows[-1] == (sits, str(number)), "by the surname of who sits there"
    assert rows.count(("Alpha Eins", str(number))) == (owner is ScoreOwner.FIRST)
    paper = " ".join(text_of(sheet("pairings-by-player", record, Options(), PRINTED_AT)).split())
    assert sits in paper
    before = [line["name"].text for line in places_listing(record, record.round(1), "").records()]
    assert before.count("Alpha Eins") == 1, "and earlier rounds by who sat there then"


@pytest.mark.parametrize("owner", ScoreOwner)
def test_both_people_of_the_seat_are_exported_and_forgotten_together(owner: ScoreOwner) -> None:
    event = played(score_owner=owner.value)
    director = director_of(event)
    take_over(event, director, 1, BETA, 2)
    (person,) = people_matching(people_of(event), "beta zwei")
    assert (person.number, sorted(person.keys)) == (1, ["alpha eins", "beta zwei"])
    rows = export([person])["events"][0]["rows"]["TakenOver"]
    assert [row["name"] for row in rows] == ["Beta Zwei" if owner is ScoreOwner.FIRST else "Alpha Eins"]
    forget([person], director)
    for name in ("Beta", "Zwei", "Alpha", "Eins"):
        assert holding(name) == set(), name
    entry = record_of(event).entry(A)
    assert entry.taken is not None
    assert (entry.name, entry.taken.name, entry.taken.country) == ("N.N.1", "N.N.1", "")


def test_it_is_off_by_default_and_offered_where_it_is_switched_on() -> None:
    event = played(extras="")
    page = reverse("desk_entry", args=[event.slug, 1])
    desk, act = logged_in(director_of(event)), reverse("desk_take_over", args=[event.slug, 1])
    assert act not in html(desk, page)
    change_settings(event, director_of(event), {"extras": "take_overs"})
    assert act in html(desk, page)
    assert "medals, Pentamind points and certificates go to the first person" in html(desk, act)
    press(desk, desk.get(act), "Let this person take over", {"name": "Beta Zwei", "country": "Netherlands"})
    assert "Beta Zwei takes over Alpha Eins&#x27;s seat from round 2." in html(desk, page)
    taken = record_of(event).entry(A).taken
    assert taken is not None
    assert (taken.name, taken.country, taken.round) == ("Beta Zwei", "NL", 2)
    words = "played by Beta Zwei from round 2"
    publish(event, 2)
    for shown in (page, reverse("desk_entries", args=[event.slug]), f"/desk/{event.slug}/standings/"):
        assert words in html(desk, shown), shown
    for shown in ("standings/", "rounds/2/", "players/1/"):
        assert words in html(Client(), f"/{event.slug}/{shown}"), shown
    assert "Beta Zwei for Alpha Eins" in html(desk, f"/desk/{event.slug}/rounds/2/results/")
    for sought in ("Beta", "alpha eins"):
        assert "Alpha Eins" in html(desk, f"/desk/{event.slug}/find/?part=list&q={sought}"), sought
    desk.post(reverse("desk_give_back", args=[event.slug, 1]))
    assert record_of(event).entry(A).taken is None
    assert act in html(desk, page)


def test_what_is_wrong_is_said_on_the_page() -> None:
    event = played()
    desk, act = logged_in(director_of(event)), reverse("desk_take_over", args=[event.slug, 1])
    answer = desk.post(act, {"name": "", "from_round": "9", "country": "Atlantis"})
    assert not TakenOver.objects.exists()
    assert "Atlantis" in answer.content.decode()
    late = reverse("desk_take_over", args=[make_event(3, name="New Cup").slug, 1])
    assert (
        "no score from an earlier round"
        in logged_in(director_of(Event.objects.get(name="New Cup"))).get(late).content.decode()
    )
