"""The mending pages: an act like any other, with its Change and a new version."""

from __future__ import annotations

import pytest
from django.contrib import admin
from django.test import Client

from tests.build import make_director, make_event, play_round
from tournament.models import Change, Draw, Event, Seat, Table

pytestmark = pytest.mark.django_db


def mender() -> Client:
    client = Client()
    client.force_login(make_director("mender", is_staff=True, is_superuser=True))
    return client


def test_mending_a_row_is_an_act_with_its_change() -> None:
    event = make_event(4, rounds_planned=2)
    play_round(event, 1)
    table = Table.objects.get(round__event=event)
    fields = {"round": table.round_id, "number": 1, "chain_set": "1999", "ended_by": "", "equal_shares_ruling": ""}
    answer = mender().post(
        f"/admin/tournament/table/{table.pk}/change/",
        fields | {"result_version": table.result_version, "result_at_0": "", "result_at_1": ""},
    )
    assert answer.status_code == 302
    change = Change.objects.filter(event=event).first()
    assert change is not None
    assert (change.verb, change.after["chain_set"]) == ("mend", "1999")
    assert Event.objects.get(pk=event.pk).version == change.version


def test_mending_an_event_changes_it_and_raises_its_version_once() -> None:
    event = make_event(4)
    page = mender()
    form = page.get(f"/admin/tournament/event/{event.pk}/change/").context["adminform"].form
    values = {name: form.initial.get(name) for name in form.fields}
    posted = {name: value for name, value in values.items() if value not in (None, False)} | {"place": "Room 2"}
    posted |= {"chart": "{}"}
    assert page.post(f"/admin/tournament/event/{event.pk}/change/", posted).status_code == 302
    after = Event.objects.get(pk=event.pk)
    assert (after.place, after.version) == ("Room 2", event.version + 1)


def test_nothing_is_added_or_deleted_and_changes_are_only_read() -> None:
    event = make_event(4, rounds_planned=2)
    play_round(event, 1)
    page = mender()
    assert page.get("/admin/tournament/seat/add/").status_code == 403
    seat = Seat.objects.filter(round__event=event).first()
    assert seat is not None
    assert page.post(f"/admin/tournament/seat/{seat.pk}/delete/", {"post": "yes"}).status_code == 403
    change = Change.objects.filter(event=event).first()
    assert change is not None
    answer = page.post(f"/admin/tournament/change/{change.pk}/change/", {"reason": "rewritten"})
    assert answer.status_code == 403
    assert Change.objects.get(pk=change.pk).reason == change.reason


def test_every_stored_thing_but_small_rules_has_a_mending_page() -> None:
    names = {model.__name__ for model in admin.site._registry if model._meta.app_label == "tournament"}
    assert {"Event", "Entry", "Round", "Table", "Seat", "SitOut", "Penalty", Draw.__name__} <= names
