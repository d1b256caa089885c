"""Two entries of one person become one, where nothing of a round is lost."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.build import director_of, draw_round, make_event, play_to
from tests.tournament.pages.forms import form_with
from tests.tournament.pages.pages import desk
from tests.tournament.pages.words import told, words
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.vocabulary import PenaltyKind, PlayerId, SitOutKind, Status
from tournament.scores import standings
from tournament.services.penalties import PenaltyOrder, give_penalty
from tournament.services.people.apart import keep_apart
from tournament.services.people.attendance import check_in, set_status
from tournament.tellings.diary import differences, sentence_of

pytestmark = pytest.mark.django_db


def ask(client: Client, event: Event, kept: int, gone: int) -> Any:
    return client.get(desk(event, f"entries/{kept}/merge/"), {"with": gone})


def merge(client: Client, event: Event, kept: int, gone: int) -> Any:
    page = ask(client, event, kept, gone)
    form = form_with(page, "with")
    return client.post(form.action, form.filled(button=form.button("Merge")))


def late_double(event: Event) -> int:
    """One more entry of Ada, registered after round 1 was closed."""
    return int(
        event.entries.create(number=9, name="Ada Demmo", country="NL", contestant_id="501", note="left-handed").number
    )


def test_the_list_offers_pairs_that_may_be_one_person(director: Client) -> None:
    event = make_event(names=["Ada Smith", "Ben Demo", "Ada Smyth"])
    page = director.get(desk(event, "entries/"))
    assert "1 Ada Smith and 3 Ada Smyth Compare" in words(page)
    assert desk(event, "entries/1/merge/?with=3") in page.content.decode()


def test_the_other_entry_is_chosen_from_a_to_z_and_the_one_of_a_like_name_is_proposed(director: Client) -> None:
    event = make_event(names=["Ada Smith", "Ben Demo", "Ada Smyth"])
    form = form_with(director.get(desk(event, "entries/1/merge/")), "with")
    assert (form.offers["with"], form.filled()["with"]) == (["2", "3"], ["3"])


def test_what_happens_is_said_first_and_then_done_in_one_act(director: Client) -> None:
    event = make_event(8)
    keep_apart(event, director_of(event), [[1, 2]])
    play_to(event, round_closed=1)
    gone = late_double(event)
    keep_apart(event, director_of(event), [[9, 3], [9, 1]])
    before = standings(record_of(event))
    asked = words(ask(director, event, 1, gone))
    for sentence in (
        "Ada Demo stays as number 1; number 9, Ada Demmo, is removed.",
        "What only Ada Demmo has, such as a country or a note, goes to Ada Demo.",
        "Ada Demo is kept apart from Cai Demo.",
        "The rule that keeps the two apart is removed.",
    ):
        assert sentence in asked
    answer = merge(director, event, 1, gone)
    assert told(answer) == ["Ada Demmo is merged into 1 Ada Demo."]
    record = record_of(event)
    assert [entry.player for entry in record.entries] == list(range(1, 9))
    ada = record.entry(PlayerId(1))
    assert (ada.name, ada.country, ada.contestant_id, ada.note) == ("Ada Demo", "NL", "501", "left-handed")
    assert [rule.players for rule in record.aparts] == [(1, 2), (1, 3)]
    assert standings(record) == before
    change = event.changes.order_by("version").last()
    assert change is not None
    assert sentence_of(change, record) == "Entries of Ada Demo and Ada Demmo merged: number 9 into 1"
    assert "Ada Demmo, name: Ada Demmo → nothing" in [row.words for row in differences(change, record)]


def test_warnings_go_along_and_before_play_the_one_that_stays_is_present(director: Client) -> None:
    event = make_event(names=["Ada Smith", "Ben Demo", "Cai Demo", "Ada Smyth"])
    set_status(event, director_of(event), [1], Status.REGISTERED)
    assert "Ada Smith becomes present." in words(ask(director, event, 1, 4))
    merge(director, event, 1, 4)
    assert record_of(event).entry(PlayerId(1)).status is Status.PRESENT


def test_an_offence_counts_for_the_entry_that_stays(director: Client) -> None:
    event = make_event(8)
    play_to(event, round_closed=1)
    gone = late_double(event)
    give_penalty(event, director_of(event), PenaltyOrder(1, 1, PenaltyKind.WARNING, "talked"))
    event.penalties.update(entry=event.entries.get(number=gone))  # as it stands after a no-show
    assert "1 penalty of Ada Demmo now counts for Ada Demo" in words(ask(director, event, 1, gone))
    merge(director, event, 1, gone)
    assert [(penalty.player, penalty.reason) for penalty in record_of(event).penalties] == [(1, "talked")]


def test_who_stands_in_a_draft_waits_for_it_to_be_discarded(director: Client) -> None:
    event = make_event(8)
    draw_round(event, 1)
    assert "Ben Demo is in a draft (round 1); discard the draft first." in words(ask(director, event, 1, 2))


@pytest.mark.parametrize(("asked", "status"), [("", 200), ("1", 200), ("99", 404), ("x", 200)])
def test_an_address_without_another_entry_asks_for_one(director: Client, asked: str, status: int) -> None:
    event = make_event(3)
    assert director.get(desk(event, "entries/1/merge/"), {"with": asked}).status_code == status


@pytest.mark.parametrize("players", [8, 40])
def test_the_page_takes_twelve_queries_at_most(
    director: Client, players: int, django_assert_max_num_queries: Any
) -> None:
    event = make_event(players)
    play_to(event, round_closed=1)
    with django_assert_max_num_queries(12):
        assert ask(director, event, 1, 2).status_code == 200


@pytest.mark.parametrize("kind", [SitOutKind.STANDARD, SitOutKind.MISSED])
def test_what_a_late_comer_was_given_for_a_round_that_the_other_entry_played_goes(
    director: Client, kind: SitOutKind
) -> None:
    event = make_event(8)
    play_to(event, round_closed=1)
    gone = late_double(event)
    event.entries.filter(number=gone).update(status=Status.REGISTERED.value)
    check_in(event, director_of(event), [gone], kind)
    said = "What Ada Demmo scored without a table in round 1 is removed (R49-R54)."
    assert said in words(ask(director, event, 1, gone))
    assert told(merge(director, event, 1, gone)) == ["Ada Demmo is merged into 1 Ada Demo."]
