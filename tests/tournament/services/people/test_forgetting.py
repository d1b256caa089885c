"""Forgetting a person: the name is nowhere any more, nothing else has changed, and nothing but this act may rewrite what was written."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from tests.build import asked_by_phone, director_of, make_director, make_event, phone_of, play_round
from tournament.day.lists.lines import RosterLine
from tournament.models import Change, Entry, Event, Forgotten, KeepApart, Registration, ReportedSeat, TableReport
from tournament.models.queries import record_of
from tournament.record.acts import Act
from tournament.record.devices import RequestKind
from tournament.record.names import name_key
from tournament.record.vocabulary import PenaltyKind, PlayerId
from tournament.scores.explaining import Scores
from tournament.services.archives.restoring import restore
from tournament.services.archives.writing import archive_of
from tournament.services.changes.refusals import NotAllowedError, RefusedError
from tournament.services.entries import Particulars, add_entries, edit_entry, remove_entry
from tournament.services.forgetting.acting import blank_people, forget, forget_again, trial
from tournament.services.forgetting.finding import Person, people_matching, people_of
from tournament.services.forgetting.replacing import texts_of
from tournament.services.gamelogs import attach_log
from tournament.slices.apart import keep_apart
from tournament.slices.disputes.acts import open_dispute
from tournament.slices.notices import set_notice
from tournament.slices.penalties import PenaltyOrder, give_penalty
from tournament.slices.registration.acts import decline
from tournament.tellings.diary import differences, sentence_of

pytestmark = pytest.mark.django_db

NAMES = ["Zoe Anfang", "Ben Demo", "Ada Zoe Anfang", "Cai Sample", "Dot Trial", "Eve Sample", "Fay Demo", "Gil Demo"]
LOG = """edition: mso
players: Ann = Zoe Anfang, Ben = Ben Demo, Cai, Dot

1 Ann: 1A
"""


@pytest.fixture
def event() -> Event:
    """Eight players after round 1, with the name of the first in every kind of text that somebody writes."""
    made = make_event(names=NAMES)
    director = director_of(made)
    edit_entry(made, director, 1, Particulars("Zoé Anfänger", note="call +44", contestant_id="Card-17"))
    edit_entry(
        made,
        director,
        1,
        Particulars("Zoe Anfang", "DE", note="vegan", contestant_id="Card-17", given_name="Zoe", family_name="Anfang"),
    )
    play_round(made, 1)
    table = next(table for table in record_of(made).round(1).tables if 1 in {seat.player for seat in table.seats})
    attach_log(made, director, 1, table.number, LOG, title="Zoe Anfang, Ben Demo")
    open_dispute(made, director, 1, table.number, "Did ANFANG, Zoe see a tile?")
    give_penalty(made, director, PenaltyOrder(2, 1, PenaltyKind.WARNING, "spoke to Zoe Anfang"))
    keep_apart(made, director, [[1, 2]], reason="Zoe Anfang is a sister of Ben Demo")
    asked_by_phone(made, 1, RequestKind.WITHDRAW, "I am Zoe")
    set_notice(made, director, "Zoe Anfang has a birthday today")
    return made


def person_in(event: Event, number: int = 1) -> Person:
    return next(person for person in people_of(event) if person.number == number and person.entry)


def everything() -> Iterator[tuple[str, str]]:
    """Every text of every row of every table, with the name of its column."""
    for model in apps.get_models():
        columns = texts_of(model)
        for row in model._default_manager.values_list(*columns) if columns else ():
            for column, value in zip(columns, row, strict=True):
                yield (
                    f"{model.__name__}.{column}",
                    value if isinstance(value, str) else json.dumps(value, ensure_ascii=False),
                )


def holding(words: str) -> set[str]:
    """The columns in which a text stands."""
    return {column for column, text in everything() if name_key(words) in name_key(text)}


def test_the_name_is_nowhere_any_more_and_everything_else_is_what_it_was(event: Event) -> None:
    before, changes = (
        record_of(event),
        list(event.changes.order_by("version").values_list("version", "made_at", "act", "entries")),
    )
    assert {"FormerEntry.named", "Entry.name", "GameLog.text", "Penalty.reason"} <= holding("Anfang")
    assert "Draw.report" not in holding("Anfang"), "draws have numbers alone"
    done = forget([person_in(event)], director_of(event))
    assert holding("Zoe Anfang") == holding("Ada Zoe Anfang") == {"Entry.name"}
    assert not holding("Zoé Anfänger") | holding("Card-17") | holding("vegan") | holding("+44") | holding("I am Zoe")
    event.refresh_from_db()
    after = record_of(event)
    entry = after.entry(PlayerId(1))
    assert (entry.name, entry.given_name, entry.country, entry.contestant_id) == ("N.N.1", "", "", "")
    assert [row.total for row in Scores(after).standings()] == [row.total for row in Scores(before).standings()]
    assert list(event.changes.order_by("version").values_list("version", "made_at", "act", "entries"))[:-1] == changes
    assert done.entries == 1
    assert done.rows["FormerEntry.named"] == 2
    assert done.rows["GameLog.text"] == 1
    last = event.changes.latest("version")
    assert sentence_of(last, after) == "N.N.1 forgotten: name replaced everywhere"
    assert event.public_version == event.version
    assert all(sentence_of(change, after) for change in event.changes.all())
    assert not Forgotten.objects.filter(kind="open").exists()


def test_the_others_of_the_event_keep_what_is_theirs(event: Event) -> None:
    rule = KeepApart.objects.get(event=event)
    forget([person_in(event)], director_of(event))
    rule.refresh_from_db()
    assert rule.reason == ""  # it says something about the person
    penalty = event.penalties.get()
    assert penalty.reason == "spoke to N.N.1"
    event.refresh_from_db()
    assert event.notice == "N.N.1 has a birthday today"
    assert "Ann = N.N.1, Ben = Ben Demo" in event.rounds.get().tables.get(logs__isnull=False).logs.get().text
    assert record_of(event).entry(PlayerId(3)).name == "Ada Zoe Anfang"


def test_the_name_goes_from_what_somebody_else_wrote_with_a_registration(event: Event) -> None:
    told: dict[str, Any] = {"given_name": "Hal", "family_name": "Nowhere", "word": "I come with Zoe Anfang"}
    Registration.objects.create(event=event, number=1, token_hash="e", **told)
    forget([person_in(event)], director_of(event))
    row = Registration.objects.get()
    assert (row.name, row.word) == ("Hal Nowhere", "I come with N.N.1")


def test_a_namesake_stays(event: Event) -> None:
    director = director_of(event)
    edit_entry(event, director, 4, Particulars("Zoe Anfang", "FR", note="the other one"))
    chosen = person_in(event)
    others = [person for person in people_matching(people_of(event), "zoe anfang") if person.number != 1]
    assert [person.number for person in others] == [4]
    forget([chosen], director, others)
    four = Entry.objects.get(event=event, number=4)
    assert (four.name, four.country, four.note) == ("Zoe Anfang", "FR", "the other one")
    assert list(event.former_entries.filter(number=4).values_list("named__name", flat=True)) == ["Cai Sample"]
    (renamed,) = event.changes.filter(act=Act.EDIT_ENTRY.value, entries=[4])
    assert ("name: Cai Sample → Zoe Anfang") in "; ".join(row.words for row in differences(renamed, record_of(event)))


def test_a_removed_entry_and_a_merged_one_are_found_in_the_change_log() -> None:
    event = make_event(names=["Zoe Anfang", "Ben Demo", "Zoe Anfang", "Cai Demo"])
    director = director_of(event)
    remove_entry(event, director, 3)
    Change.objects.create(
        event=event,
        version=event.version + 1,
        act=Act.MERGE_ENTRIES.value,
        entries=[1, 3],
        before={"entries": {"3": {"name": "Zoe Anfang"}}},
        after={"entries": {}, "merge": {"kept": 1, "gone": 3}},
    )  # as versions before 4.0 merged two entries
    Event.objects.filter(pk=event.pk).update(version=event.version + 1)
    event.refresh_from_db()
    remove_entry(event, director, 4)
    edit_entry(event, director, 1, Particulars("Zoë A."))
    found = {person.number: person for person in people_of(event)}
    assert set(found) == {1, 2, 4}
    assert found[1].merged == (3,)
    assert found[4].entry is None
    forget([found[1]], director)
    assert not holding("Zoe Anfang")
    forget([found[4]], director)
    assert not holding("Cai Demo")
    assert holding("Ben Demo")


def test_a_number_that_was_given_anew_means_two_people() -> None:
    event = make_event(names=["Ben Demo", "Zoe Anfang"])
    director = director_of(event)
    remove_entry(event, director, 2)
    add_entries(event, director, [RosterLine(1, "Cai Demo")])
    now, gone = [person for person in people_of(event) if person.number == 2][::-1]
    assert (now.name, gone.name) == ("Cai Demo", "Zoe Anfang")
    forget([gone], director)
    assert not holding("Zoe Anfang")
    assert record_of(event).entry(PlayerId(2)).name == "Cai Demo"


def test_who_may_forget(event: Event) -> None:
    helper = make_director("helper")
    event.helpers.create(account=helper, roles="director")
    with pytest.raises(NotAllowedError):
        forget([person_in(event)], helper)
    forget([person_in(event)], User.objects.create_superuser("chief"))
    with pytest.raises(RefusedError, match="already"):
        forget([person_in(event)], director_of(event))


def test_what_is_tried_changes_nothing(event: Event) -> None:
    before = holding("Zoe Anfang")
    with trial():
        assert forget([person_in(event)], director_of(event)).entries == 1
    assert holding("Zoe Anfang") == before
    assert not Forgotten.objects.exists()


def test_nothing_but_this_act_rewrites_what_was_written(event: Event) -> None:
    def refused(**values: Any) -> None:
        with pytest.raises(IntegrityError), transaction.atomic():
            Change.objects.filter(event=event, version=2).update(**values)

    everything_told = {"words": "x", "reason": "x", "before": {"x": 1}, "after": {"x": 1}, "made_by_name": "x"}
    for column, value in everything_told.items():
        refused(**{column: value})
    forget([person_in(event)], director_of(event))
    for column, value in everything_told.items():
        refused(**{column: value})
    told: dict[str, Any] = {"version": 99, "act": "event.mend", "entries": [9], "round_number": 9, "undoes": 1}
    for column, value in told.items():
        refused(**{column: value})
        refused_while_open(event, Change.objects.filter(event=event, version=2), **{column: value})
    refused_while_open(make_event(0, name="Another"), Change.objects.filter(event=event, version=2), reason="x")
    refused_while_open(event, TableReport.objects.filter(table__round__event=event), source="player")
    refused_while_open(event, ReportedSeat.objects.filter(report__table__round__event=event), cash=1)
    with pytest.raises(IntegrityError), transaction.atomic():
        Forgotten.objects.update(digest="0" * 64)


def refused_while_open(event: Event, rows: QuerySet[Any], **values: Any) -> None:
    """Check that an UPDATE is refused although the guards are open for an event, as while its people are forgotten."""
    with transaction.atomic():
        row = Forgotten.objects.create(
            event=event, kind="open", salt="00", digest="open", forgotten_at=event.created_at
        )
        with pytest.raises(IntegrityError), transaction.atomic():
            rows.update(**values)
        row.delete()


def test_an_archive_of_before_brings_nobody_back(event: Event) -> None:
    content = archive_of(event)
    assert restore(content).forgotten == 0
    forget([person_in(event)], director_of(event))
    restored = restore(content)
    assert restored.forgotten == 1
    assert "1 player has been forgotten" in restored.sentence
    assert not people_matching(people_of(restored.event), "zoe anfang")
    assert record_of(restored.event).entry(PlayerId(1)).name == "N.N.1"
    assert restore(archive_of(event)).forgotten == 0


def test_another_event_of_before_is_known_by_the_name_unless_the_entry_was_spared() -> None:
    one, two = make_event(names=["Zoe Anfang", "Ben Demo"]), make_event(names=["Ben Demo", "Zoe Anfang"], name="Two")
    content = archive_of(two)
    gone = archive_of(make_event(names=["Cai Demo", "Zoe Anfang"], name="Three"))
    forget([person_in(one)], director_of(one), [person_in(two, 2)])
    assert restore(content).forgotten == 0
    assert restore(gone).forgotten == 1


def test_private_data_alone_goes_and_names_stay(event: Event) -> None:
    blank_people(event, director_of(event), [person_in(event)])
    assert not holding("vegan") | holding("Card-17") | holding("+44") | holding("I am Zoe")
    assert record_of(event).entry(PlayerId(1)).name == "Zoe Anfang"
    assert phone_of(event, 2).withdrawn_at is None
    assert sentence_of(event.changes.latest("version"), record_of(event)) == "Private data of Zoe Anfang deleted"


def test_the_whole_field_is_forgotten_at_once(event: Event) -> None:
    people = [person for person in people_of(event) if person.entry]
    forget(people, director_of(event), everywhere=False)
    assert {entry.name for entry in record_of(event).entries} == {f"N.N.{number}" for number in range(1, 9)}
    for name in NAMES:
        assert not holding(name)
    assert forget_again(event) == 0


def test_registrations_of_a_person_are_blanked_and_those_of_others_stay(event: Event) -> None:
    director = director_of(event)
    entry = Entry.objects.get(event=event, number=1)
    common: dict[str, Any] = {"event": event, "email": "zoe@cup.example", "word": "I am vegetarian"}
    Registration.objects.create(
        number=1, state="accepted", entry=entry, given_name="Zoë", family_name="Anfangova", token_hash="a", **common
    )
    Registration.objects.create(
        number=2, state="declined", given_name="Zoe", family_name="Anfang", token_hash="b", **common
    )
    Registration.objects.create(event=event, number=3, given_name="Hal", family_name="Nowhere", token_hash="c")
    decline(event, director, [3])
    found = people_of(event)
    assert person_in(event).registrations == (1, 2)
    (only,) = [person for person in found if person.number == 0]
    assert (only.name, only.registrations) == ("Hal Nowhere", (3,))
    forget([person_in(event)], director)
    assert not holding("Anfangova") | holding("zoe@cup.example") | holding("vegetarian")
    assert not Registration.objects.filter(token_hash__in="ab").exists(), "private links stop working"
    assert holding("Nowhere") == {"Registration.family_name"}
    forget([only], director)
    assert not holding("Nowhere")
    assert sentence_of(event.changes.latest("version"), record_of(event)) == ("Registrations forgotten: names deleted")


def test_a_registration_that_waits_beside_an_entry_of_its_name_is_somebody_for_itself(event: Event) -> None:
    Registration.objects.create(event=event, number=1, given_name="zoe", family_name="ANFANG", token_hash="d")
    assert person_in(event).registrations == ()
    (other,) = [person for person in people_of(event) if person.number == 0]
    forget([person_in(event)], director_of(event), [other])
    assert Registration.objects.get().family_name == "ANFANG"
    forget([other], director_of(event))
    assert (Registration.objects.get().family_name, Registration.objects.get().state) == ("", "cancelled")


def test_club_team_and_address_of_an_entry_go_and_fees_stay(event: Event) -> None:
    Entry.objects.filter(event=event, number=1).update(club="Rooks", team="Reds", email="z@cup.example", fee_paid=500)
    blank_people(event, director_of(event), [person_in(event)])
    entry = Entry.objects.get(event=event, number=1)
    assert (entry.club, entry.team, entry.email, entry.fee_paid) == ("", "", "", 500)
