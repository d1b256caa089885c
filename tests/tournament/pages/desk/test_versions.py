"""The versions of a result on its table's page: what each changed, and the fines between them."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.build import director_of, make_event, play_to
from tests.tournament.pages.forms import form_with
from tests.tournament.pages.pages import desk, typed_into
from tests.tournament.pages.words import words
from tournament.models.queries import record_of
from tournament.record.vocabulary import PenaltyKind
from tournament.services.penalties import PenaltyOrder, cancel_penalty, give_penalty

pytestmark = pytest.mark.django_db


def test_fines_stand_among_the_versions_of_a_result_as_differences(director: Client) -> None:
    closed = play_to(make_event(8), round_closed=1)
    first = record_of(closed).table(1, 1).seats[0].player
    name = record_of(closed).name_of(first)
    fine = PenaltyOrder(first, 1, PenaltyKind.FINE, "a wrong tile", amount=5_000)
    given = give_penalty(closed, director_of(closed), fine)
    address = desk(closed, "rounds/1/tables/1/correct/")
    form = form_with(director.get(address), "t1-why")
    director.post(
        address, typed_into(form, {1: (46_000, 35_000, 30_000, 20_000)}) | {"t1-why": "recount", "save": "yes"}
    )
    cancel_penalty(closed, director_of(closed), given.pk, "it was another player")
    page = words(director.get(desk(closed, "rounds/1/tables/1/")))
    came = [
        f"Fine of 5,000 for {name} cancelled, round 1 by director: “it was another player” {name}, fines: 5,000 → 0",
        "Corrected by director: “recount”",
        f"Fine of 5,000 given to {name}, round 1 by director: “a wrong tile” {name}, fines: 0 → 5,000",
        "Typed at the desk by director",
    ]
    assert [line for line in came if line not in page] == []
    assert [page.index(line) for line in came] == sorted(page.index(line) for line in came)
