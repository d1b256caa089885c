"""The pages under /admin/ only show: what acts and reports guard is changed by nothing else."""

from __future__ import annotations

import hashlib

import pytest
from django.apps import apps
from django.contrib.admin import site
from django.core import serializers
from django.test import Client
from django.urls import reverse

from tests.build import director_of, make_director, make_event, play_round
from tests.tournament.pages.forms import forms_of
from tournament import models
from tournament.desk.admin import LookingAdmin
from tournament.record.vocabulary import PenaltyKind
from tournament.services.disputes import open_dispute
from tournament.services.penalties import PenaltyOrder, give_penalty

pytestmark = pytest.mark.django_db

REGISTERED = [model for model in apps.get_models() if site.is_registered(model)]
SHOWN = sorted(
    (model for model in REGISTERED if isinstance(site.get_model_admin(model), LookingAdmin)),
    key=lambda model: model.__name__,
)


@pytest.fixture
def looker(db: None) -> Client:
    """A browser in which somebody is logged in who may do everything under /admin/."""
    client = Client()
    client.force_login(make_director("looker", is_staff=True, is_superuser=True))
    return client


@pytest.fixture
def event(db: None) -> models.Event:
    """An event with a row of nearly every kind: played, one player sitting out, with a warning and a dispute."""
    made = make_event(7, rounds_planned=2)
    play_round(made, 1, sizes=(3, 3))
    player = models.Seat.objects.order_by("pk").first()
    assert player is not None
    order = PenaltyOrder(player.entry.number, 1, PenaltyKind.WARNING, "misread a tile")
    give_penalty(made, director_of(made), order)
    models.GameLog.objects.create(table=player.table, text="players: A, B, C")
    open_dispute(made, director_of(made), 1, 1, "cash for seat 2")
    return made


def everything_stored() -> str:
    rows = [serializers.serialize("json", model._default_manager.order_by("pk")) for model in SHOWN]
    return hashlib.sha256("".join(rows).encode()).hexdigest()


def test_every_model_of_ours_that_has_pages_has_pages_that_only_show() -> None:
    assert [model for model in REGISTERED if model._meta.app_label == "tournament" and model not in SHOWN] == []


def test_what_is_stored_of_an_event_can_be_looked_at() -> None:
    assert {model.__name__ for model in SHOWN} == {
        *("Event", "Entry", "Round", "Table", "TableReport", "Seat", "SitOut"),
        *("Penalty", "GameLog", "Dispute", "Draw", "Change"),
    }


@pytest.mark.parametrize("model", SHOWN, ids=lambda model: model.__name__)
def test_no_row_is_added_changed_or_deleted_by_anybody(looker: Client, event: models.Event, model: type) -> None:
    name = f"admin:tournament_{model.__name__.lower()}"
    assert looker.get(reverse(f"{name}_changelist")).status_code == 200
    assert looker.get(reverse(f"{name}_add")).status_code == 403
    row = model._default_manager.order_by("-pk").first()  # type: ignore[attr-defined]
    before = everything_stored()
    here = reverse(f"{name}_change", args=[row.pk])
    page = looker.get(here)
    assert page.status_code == 200
    assert [form for form in forms_of(page) if form.action == here and form.buttons] == []
    assert looker.post(here, {"reason": "rewritten", "name": "Another Cup"}).status_code == 403
    assert looker.post(reverse(f"{name}_delete", args=[row.pk]), {"post": "yes"}).status_code == 403
    marked = {"action": "delete_selected", "_selected_action": [row.pk], "post": "yes"}
    looker.post(reverse(f"{name}_changelist"), marked)
    assert everything_stored() == before


def test_users_are_made_here() -> None:
    assert {"User", "Group"} <= {model.__name__ for model in REGISTERED}
