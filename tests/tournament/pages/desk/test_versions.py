"""The versions of a result on its table's page: what each changed, and the fines between them."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client

from laboratory.desk import undoubted_cash
from tests.build import director_of, enter_result, make_event, play_to, publish
from tests.tournament.devices.phones import phone_of
from tests.tournament.pages.acting.test_a_thousand import MOST_QUERIES
from tests.tournament.pages.crawl import asked
from tests.tournament.pages.forms import form_with
from tests.tournament.pages.pages import desk, typed_into
from tests.tournament.pages.words import words
from tournament.models import GameLog, Table
from tournament.models.queries import record_of
from tournament.record.vocabulary import PenaltyKind
from tournament.services.gamelogs import open_dispute
from tournament.slices.penalties import PenaltyOrder, cancel_penalty, give_penalty

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
        f"Penalty for {name} cancelled (round 1) · director · “it was another player” {name}, fine: 5,000 → 0",
        "Corrected · director · “recount”",
        f"Fine of 5,000 given to {name} (round 1) · director · “a wrong tile” {name}, fine: 0 → 5,000",
        "Entered at the desk · director",
    ]
    assert [line for line in came if line not in page] == []
    assert [page.index(line) for line in came] == sorted(page.index(line) for line in came)


def test_a_table_with_everything_at_once_keeps_to_twelve_questions(director: Client) -> None:
    """Phones that hold its code, a result in two versions, a fine, a log and a dispute, while its round is played."""
    event = play_to(make_event(8, players_report=True), round_closed=1)
    publish(event, 2)
    phone_of(event, 1, 2)
    phone_of(event, 1, 2)
    here = record_of(event).round(2).tables[0]
    actor = director_of(event)
    enter_result(event, 2, here, undoubted_cash(here.size))
    enter_result(event, 2, here, [cash + 100 for cash in undoubted_cash(here.size)])
    give_penalty(event, actor, PenaltyOrder(here.seats[0].player, 2, PenaltyKind.FINE, "a wrong tile", amount=5_000))
    table = Table.objects.get(round__event=event, round__number=2, number=1)
    GameLog.objects.create(table=table, text="players: Ann, Bob")
    open_dispute(event, actor, 2, 1, "cash for seat 2")
    cache.clear()
    answer = asked(director, desk(event, "rounds/2/tables/1/"))
    page = words(answer)
    assert [line for line in ("Fine of 5,000 given", "Entered at the desk") if line not in page] == []
    assert answer.queries <= MOST_QUERIES
