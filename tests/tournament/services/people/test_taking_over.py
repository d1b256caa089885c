"""Somebody else plays on in a player's place: scores, seats and draws stay, and a setting says whose the medals are (R71)."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.build import director_of, enter_results, logged_in, make_event, play_round, publish
from tests.tournament.pages.forms import press
from tests.tournament.pages.reading import html
from tests.tournament.pdf.reading import text_of
from tests.tournament.services.people.test_forgetting import holding
from tournament.models import Event, TakenOver
from tournament.models.queries import record_of
from tournament.pdf import sheet
from tournament.pdf.job import Job, Options
from tournament.record.event import EventRecord
from tournament.record.public import as_seen
from tournament.record.settings import ScoreOwner
from tournament.record.vocabulary import PlayerId
from tournament.scores import medals, pentamind, standings
from tournament.services.absences import Newcomer, give_back, rounds_to_take_over, take_over
from tournament.services.archives.restoring import restore
from tournament.services.archives.writing import archived
from tournament.services.changes import RefusedError
from tournament.services.copying import copy_event
from tournament.services.departures import withdraw
from tournament.services.events import change_settings
from tournament.services.forgetting.acting import forget
from tournament.services.forgetting.finding import matching, people_of
from tournament.services.forgetting.replacing import export
from tournament.services.rounds import close_round
from tournament.services.undoing import undo_changes
from tournament.tellings.diary import sentence_of
from tournament.tellings.draw import places_listing
from tournament.tellings.words import taken_over_words

PRINTED_AT = datetime(2026, 8, 20, 9, 0, tzinfo=UTC)

pytestmark = pytest.mark.django_db

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


@pytest.mark.parametrize("owner", ScoreOwner)
def test_it_is_taken_back_and_undone_whatever_the_setting_has_become(owner: ScoreOwner) -> None:
    event = played(score_owner=owner.value)
    director = director_of(event)
    before = record_of(event).entries
    take_over(event, director, 1, BETA, 2)
    taken = record_of(event).entries
    assert taken != before
    assert sentence_of(event.changes.latest("version"), record_of(event)) == (
        "Beta Zwei takes over Alpha Eins's seat from round 2"
    )
    other = ScoreOwner.NEW if owner is ScoreOwner.FIRST else ScoreOwner.FIRST
    change_settings(event, director, {"score_owner": other.value})
    undo_changes(event, director, [event.changes.get(act="entries.take-over").version])
    assert record_of(event).entries == before
    change_settings(event, director, {"score_owner": owner.value})
    take_over(event, director, 1, BETA, 2)
    give_back(event, director, 1)
    event.refresh_from_db()
    assert record_of(event).entries == before
    undo_changes(event, director, [event.version])
    assert record_of(event).entries == taken
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
        seen = as_seen(record_of(event)).entry(A)
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
    restored = record_of(restore(archived(event), director).event)
    assert restored.entry(A) == record_of(event).entry(A)
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
        assert f"You, {sits}: table {number}" in html(Client(), f"/{event.slug}/?me={typed}"), typed
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
    (person,) = matching(people_of(event), "beta zwei")
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
