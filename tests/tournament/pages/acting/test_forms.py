"""Every form of the desk: it carries a one-use key and the version its page shows, and sent twice it acts once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import resolve

from tests.tournament.pages.crawl import Found, acting_forms, desk_routes, pages_of, takes_posts
from tests.tournament.pages.forms import Button, Form, Typed
from tests.tournament.pages.logs import DISPUTED
from tests.tournament.pages.stages import STAGES, all_stages, kept
from tests.tournament.pages.words import told
from tournament.models import Change, Event
from tournament.models.queries import read_event
from tournament.public.forms.keys import OF_THE_FORM
from tournament.record.event import EventRecord
from tournament.record.vocabulary import PlayerId
from tournament.services.at_table.scribing import begun_at

pytestmark = pytest.mark.django_db

Walk = Callable[[str], list[Found]]


@pytest.fixture(scope="module")
def stages(django_db_setup: None, django_db_blocker: Any) -> Iterator[Mapping[str, str]]:
    """The slugs of events at every stage of their day."""
    with kept(django_db_blocker, all_stages) as slugs:
        yield slugs


@pytest.fixture(scope="module")
def walked() -> dict[str, list[Found]]:
    """What was found at each stage, so that no stage is walked twice."""
    return {}


@pytest.fixture
def forms_at(director: Client, stages: Mapping[str, str], walked: dict[str, list[Found]]) -> Walk:
    """The forms of the pages of a stage by its name."""

    def walk(stage: str) -> list[Found]:
        if stage not in walked:
            pages = pages_of(director, stages[stage], *hidden_behind_choices(stages[stage]))
            walked[stage] = [found for page, answer in pages.items() for found in acting_forms(page, answer)]
        return walked[stage]

    return walk


def hidden_behind_choices(slug: str) -> Iterator[str]:
    """Pages that a walk of three of a kind does not come to: the last entry and its merging, the last table, the question before a swap."""
    record, home = read_event(slug), f"/desk/{slug}/"
    if record.entries:
        last = record.entries[-1].player
        yield f"{home}entries/{last}/"
        yield f"{home}entries/{record.entries[0].player}/merge/?with={last}"
    for played in record.rounds[-1:]:
        yield f"{home}rounds/{played.number}/tables/{len(played.tables)}/"
        if played.tables and played.tables[-1].reports:
            yield f"{home}rounds/{played.number}/tables/{len(played.tables)}/reports/"
        if not played.is_closed and len(played.tables) > 1:
            first, second = (table.seats[0].player for table in played.tables[:2])
            yield from asked_in_the_hall(record, f"{home}rounds/{played.number}/", first, second)


def asked_in_the_hall(record: EventRecord, home: str, first: PlayerId, second: PlayerId) -> Iterator[str]:
    """The questions before what is done in the hall, with what they ask for chosen."""
    played = record.rounds[-1]
    here = next((table.number for table in played.tables if not table.has_cash), 1)
    there = next((table.number for table in played.tables if not table.has_cash and table.number != here), 2)
    yield f"{home}swap/?first={first}&second={second}"
    if played.has_begun:
        mover = max(
            (table for table in played.tables if not table.has_cash), key=lambda table: table.size, default=None
        )
        if mover is not None:
            to = next(
                (table.number for table in played.tables if table.number != mover.number and not table.has_cash), 0
            )
            yield f"{home}move/?player={mover.seats[0].player}&table={to}"
            yield f"{home}no-show/?player={mover.seats[0].player}&kind=missed"
        yield f"{home}renumber/?table={here}&to=9"
        yield f"{home}retire/?table={there}"


NO_ACTS = {"desk_stop_draw", "desk_paste", "desk_delete", "desk_calls", "desk_clocks", "desk_give_time"}
"""What leaves no line in a diary by the forms found on the way: a draw is stopped, a roster is read first, with an event its diary goes;
calls and presses of clocks are no acts, and time is given where a table's clock runs (see devices/test_clocks)."""

ON_ACCOUNTS = {"desk_account", "desk_accounts", "desk_close_account", "desk_let_in_again", "desk_let_run"}
OFF_THE_WALK = {
    "desk_new",
    "desk_new_practice",
    "desk_copy",
    "desk_restore",
    "desk_go_back",
    "desk_undo_statuses",
    "desk_game",
    "desk_insight",
} | ON_ACCOUNTS
"""What no page of an event leads to: three ways to make one (see pages/events), the button of a message, accounts (see access).

A ruling in a game carries the game's own key and number (see games/test_ruling). To ask the search is no act: what it says is kept once,
however often it is asked (see pages/insight).
"""

SHOWN_ONCE = {"desk_helpers"}
"""What is answered with its page, because that is where the secret of an invitation is shown, and nowhere else."""


# Key and version


@pytest.mark.parametrize("stage", STAGES)
def test_every_form_of_a_stage_carries_its_key_and_the_version_its_page_shows(
    forms_at: Walk, stages: Mapping[str, str], stage: str
) -> None:
    forms = forms_at(stage)
    version = Event.objects.get(slug=stages[stage]).version
    assert forms
    assert {(found.page, found.act): found.form.values.get("seen") for found in forms} == {
        (found.page, found.act): [str(version)] for found in forms
    }
    keys = [key for found in forms for key in found.form.values.get("key", ["none"])]
    assert len(set(keys)) == len(forms)
    assert min(map(len, keys)) >= 12


def test_the_form_of_a_new_event_carries_a_key_and_there_is_no_version_to_show(director: Client) -> None:
    (found,) = acting_forms("/desk/new/", director.get("/desk/new/"))
    (key,) = found.form.values["key"]
    assert len(key) >= 12
    assert "seen" not in found.form.values


@pytest.mark.alike
def test_the_stages_lead_to_every_form_there_is(director: Client, forms_at: Walk) -> None:
    """Whatever takes a form is reached by some page of some stage: none is left out of the walk."""
    assert len(desk_routes()) > 40
    reached = {found.act for stage in STAGES for found in forms_at(stage)}
    assert takes_posts(director) - reached == OFF_THE_WALK


# Sent twice


def cash_of(form: Form) -> dict[str, str]:
    names = [name for name in form.values if "-cash-" in name and name.startswith(("t1-", "t3-"))]
    return {name: str(30_000 + 1_000 * place) for place, name in enumerate(names)}


def first_turn(form: Form) -> dict[str, str]:
    """The first line of a table's log, by the player who begins there."""
    where = resolve(form.action).kwargs
    begun = begun_at(Event.objects.get(slug=where["slug"]), where["number"], where["table"])
    return {"line": f"1 {begun.opening['header']['players'][0]['id']}: 9A"}


TYPED: dict[str, Callable[[Form], dict[str, Any]]] = {
    "desk_add": lambda _: {"player": "Quite New, NL"},
    "desk_answer_request": lambda _: {"word": "Stay, please."},
    "desk_apart": lambda _: {"groups": "3, 4"},
    "desk_apply_log": lambda _: {"ruling": "Cai gets 1,000."},
    "desk_arrive": lambda _: {"missed": "missed"},
    "desk_attach_log": lambda _: {"text": DISPUTED},
    "desk_cancel_penalty": lambda _: {"reason": "another player"},
    "desk_check_in": lambda form: {"number": ["4", "7", "13"], "missed": "missed"},
    "desk_correct": lambda form: cash_of(form) | {"t1-why": "recount", "t1-reason": "as counted"},
    "desk_disqualify": lambda _: {"reason": "collusion", "gold": "room"},
    "desk_entry": lambda _: {"note": "sits by the door"},
    "desk_equal_shares": lambda _: {"reason": "the bank was lost"},
    "desk_helper": lambda form: {"plays_as": form.offers["plays_as"][-1]},
    "desk_helpers": lambda _: {"roles": ["desk"]},
    "desk_notice": lambda _: {"notice": "Lunch until 14:00"},
    "desk_open_dispute": lambda _: {"question": "cash of seat 1"},
    "desk_penalties": lambda _: {"number": "1", "round_number": "1", "kind": "warning", "reason": "misread a tile"},
    "desk_reports": lambda _: {"reason": "counted with the table"},
    "desk_plan": lambda _: {"r1-time": "10:00", "r1-hall": "Hall B"},
    "desk_restore_result": lambda _: {"reason": "the first count was right"},
    "desk_results": cash_of,
    "desk_scribe": first_turn,
    "desk_settings": lambda _: {"venue": "Room 2"},
    "desk_settle_dispute": lambda _: {"ruling": "It stands."},
    "desk_status": lambda _: {"missed": "missed"},
    "desk_tie": lambda _: {"place-1": "2", "place-2": "1", "reason": "dice"},
    "desk_tiles": lambda form: {next(name for name in form.values if name.startswith("tile-")): "1A"},
}
"""What is typed into a form before it is sent, where what it holds would change nothing."""


def presses(forms: list[Found]) -> Iterator[tuple[Found, Button]]:
    """Every button of every act once."""
    done = set()
    for found in forms:
        for button in found.form.buttons:
            if (found.act, button.name, button.words[:12]) not in done:
                done.add((found.act, button.name, button.words[:12]))
                yield found, button


def acts_seen() -> dict[str, int]:
    """How many acts every event has seen: nothing is done without one."""
    return dict(Event.objects.values_list("slug", "version"))


def sent_twice(client: Client, found: Found, button: Button) -> bool:
    """Send a form twice and look that it acted once; whether it acted at all."""
    typed = TYPED[found.act](found.form) if found.act in TYPED else {}
    sent = found.form.filled(typed, button)
    first = client.post(found.form.action, sent)
    assert first.status_code < 500, (found, button)
    has_acted = Change.objects.filter(key__startswith=sent["key"][0][:OF_THE_FORM]).exists()
    after_one = acts_seen()
    second = client.post(found.form.action, sent)
    assert second.status_code < 500, (found, button)
    assert acts_seen() == after_one, (found, button)
    if has_acted:
        answered = 200 if found.act in SHOWN_ONCE else 302
        assert (first.status_code, second.status_code) == (answered, 302), (found, button)
        assert told(second)[-1].startswith("Done already: "), (found, button)
        assert client.get(second["Location"], follow=True).status_code == 200
    return has_acted


def test_every_form_sent_twice_acts_once_and_says_so_the_second_time(director: Client, forms_at: Walk) -> None:
    acted = set()  # what has acted at one stage need not be pressed at the next
    for stage in STAGES:
        for found, button in presses(forms_at(stage)):
            if (found.act, button.words[:12]) in acted:
                continue
            with transaction.atomic():
                if sent_twice(director, found, button):
                    acted.add((found.act, button.words[:12]))
                transaction.set_rollback(True)
    assert takes_posts(director) - {act for act, _ in acted} == NO_ACTS | OFF_THE_WALK


# Junk

DJANGOS = re.compile(
    r"This field (is required|cannot be)|Select a valid choice|Enter a (valid|whole)|Enter the same|Ensure (this|that) |"
    r"with that username|This password |two password fields|Null characters|is not one of the available|Enter (a|some) list"
)
"""How Django's own sentences on forms begin."""

JUNK: tuple[Typed, ...] = ({}, {"": "zz"}, {"": "9" * 400}, {"": "a\x00b"})
"""What is typed into every field: nothing, words, far too much, and a character that cannot be kept."""


def test_no_form_answers_junk_in_the_words_of_django(director: Client, forms_at: Walk) -> None:
    tried, said = set(), {}
    for stage in STAGES:
        for found in forms_at(stage):
            if found.act in tried:
                continue
            tried.add(found.act)
            kept_fields = {name: found.form.values[name] for name in ("key", "seen") if name in found.form.values}
            for junk in JUNK:
                with transaction.atomic():
                    typed = dict.fromkeys(found.form.values, junk.get("", ""))
                    answer = director.post(found.form.action, {**typed, **kept_fields, "save": "yes"}, follow=True)
                    transaction.set_rollback(True)
                assert answer.status_code < 500, (found, junk)
                if hit := DJANGOS.search(answer.content.decode()):
                    said[found.act] = hit[0]
    assert len(tried) > 50
    assert said == {}
