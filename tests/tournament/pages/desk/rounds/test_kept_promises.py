"""A page before an act in the hall offers its button where the act is done, and only there, whatever was done in the round before."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlencode

import pytest
from django.db import transaction
from hypothesis import example, given
from hypothesis import strategies as st

from tests.build import (
    director_of,
    enter_result,
    logged_in,
    make_director,
    make_event,
    plausible_cash,
    play_round,
    publish,
)
from tests.tournament.pages.forms import Form, forms_of
from tests.tournament.pages.pages import desk
from tests.tournament.pages.words import told, words
from tournament.desk.acting import REFUSALS
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.vocabulary import PlayerId, SitOutKind
from tournament.services.departures import withdraw
from tournament.services.seats import mark_no_show, swap_players
from tournament.services.tables import move_player

pytestmark = pytest.mark.django_db

PLAYERS, TABLES = range(1, 14), range(1, 6)
KINDS = [kind.value for kind in SitOutKind]


def numbers(values: range) -> st.SearchStrategy[int]:
    return st.sampled_from(values)


QUESTION = st.one_of(
    st.builds(lambda one, other: ("swap", {"first": one, "second": other}), numbers(PLAYERS), numbers(PLAYERS)),
    st.builds(lambda who, to: ("move", {"player": who, "table": to}), numbers(PLAYERS), numbers(TABLES)),
    st.builds(lambda who, kind: ("no-show", {"player": who, "kind": kind}), numbers(PLAYERS), st.sampled_from(KINDS)),
    st.builds(lambda one, to: ("renumber", {"table": one, "to": to}), numbers(TABLES), numbers(TABLES)),
    st.builds(lambda one: ("retire", {"table": one}), numbers(TABLES)),
)
DONE = st.one_of(
    st.tuples(st.just("result"), numbers(TABLES), st.just(0)),
    st.tuples(st.just("no-show"), numbers(PLAYERS), st.just(0)),
    st.tuples(st.just("withdraw"), numbers(PLAYERS), st.just(0)),
    st.tuples(st.just("swap"), numbers(PLAYERS), numbers(PLAYERS)),
    st.tuples(st.just("move"), numbers(PLAYERS), numbers(TABLES)),
)


def rested() -> Event:
    """Thirteen players, of whom one sat out round 1; round 2 is being played at tables of 4, 3, 3 and 3."""
    event = make_event(13)
    play_round(event, 1, sizes=(4, 4, 4))
    publish(event, 2, sizes=(4, 3, 3, 3))
    return event


def do(event: Event, act: str, one: int, other: int) -> None:
    """Do an act before the question, or nothing of it where it is refused."""
    by, player = director_of(event), PlayerId(one)
    try:
        with transaction.atomic():
            if act == "result":
                table = next((table for table in record_of(event).round(2).tables if table.number == one), None)
                if table is not None:
                    enter_result(event, 2, table, plausible_cash(table.size, one))
            elif act == "no-show":
                mark_no_show(event, by, 2, player, SitOutKind.MISSED, "")
            elif act == "withdraw":
                withdraw(event, by, one)
            elif act == "swap":
                swap_players(event, by, 2, player, PlayerId(other))
            else:
                move_player(event, by, 2, player, other)
    except REFUSALS:
        pass
    event.refresh_from_db()


def confirming(forms: list[Form]) -> list[Form]:
    return [form for form in forms if form.method == "post" and "shown" in form.values]


def version_of(event: Event) -> int:
    return Event.objects.get(pk=event.pk).version


@given(st.lists(DONE, max_size=3), QUESTION)
@example([], ("no-show", {"player": 13, "kind": "standard"}))
@example([("result", 1, 0)], ("swap", {"first": 1, "second": 2}))
@example([("no-show", 1, 0)], ("swap", {"first": 1, "second": 2}))
def test_the_page_offers_what_its_button_does_and_nothing_else(
    done: list[tuple[str, int, int]], question: tuple[str, Mapping[str, object]]
) -> None:
    client = logged_in(make_director())
    with transaction.atomic():
        event = rested()
        for act in done:
            do(event, *act)
        page, asked = question
        address = desk(event, f"rounds/2/{page}/")
        shown = client.get(f"{address}?{urlencode(asked)}")
        before = version_of(event)
        if offered := confirming(forms_of(shown)):
            (form,) = offered
            answer = client.post(form.action, form.filled(button=form.buttons[0]))
            assert (answer.status_code, version_of(event)) == (302, before + 1), (told(answer), words(shown))
        else:
            client.post(f"{address}?{urlencode(asked)}", {**asked, "confirmed": "yes"})
            assert version_of(event) == before, words(shown)
        transaction.set_rollback(True)
