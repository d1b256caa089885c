"""Every page at every stage, walked once in the language for tests and handed to all judges; and every form sent, twice and with junk."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.conf import settings
from django.contrib.messages import get_messages
from django.core.cache import cache
from django.db import transaction
from django.test import Client, override_settings
from django.urls import resolve

from tests.build import logged_in, make_director
from tests.tournament.languages.pseudo import PSEUDO, install, without_accents
from tests.tournament.pages.acting.compared import COMPARED, ON_THE_SCREEN, SAYS_ALL
from tests.tournament.pages.crawl import (
    Found,
    acting_forms,
    desk_routes,
    hidden_behind_choices,
    name_of,
    pages_of,
    takes_posts,
)
from tests.tournament.pages.forms import Button, Form, Typed
from tests.tournament.pages.judges import JUDGES, NEXT, Judge
from tests.tournament.pages.logs import DISPUTED
from tests.tournament.pages.stages import STAGES, playing
from tests.tournament.pages.walk import NO_EVENT, walk
from tests.tournament.pages.words import told
from tournament.models import Change, Event
from tournament.models.queries import record_of
from tournament.public.form_words import OF_THE_FORM
from tournament.record.acts import Act, Undo
from tournament.slices.scribing import begun_at
from tournament.tellings.undoing import offers

pytestmark = [pytest.mark.django_db, pytest.mark.whole]

MANY = 40
"""Players of an event that costs as much as a small one."""


@dataclass(frozen=True)
class Walked:
    """What the walk found: what each judge said by page, forms and costs by stage, and the stages at which the next thing is said."""

    said: Mapping[Judge, dict[str, object]] = field(default_factory=lambda: {judge: {} for judge in JUDGES})
    forms: dict[str, list[Found]] = field(default_factory=dict)
    costs: dict[str, dict[str, int]] = field(default_factory=dict)
    led_on: set[str] = field(default_factory=set)


@pytest.fixture(scope="module")
def speaking(stages: Mapping[str, str], django_db_blocker: Any) -> Iterator[Mapping[str, str]]:
    """The events of the stages in the language for tests, in which every message can be told from a text that no catalogue holds."""
    languages = [*settings.LANGUAGES, (PSEUDO, "Pseudo")]
    with pytest.MonkeyPatch.context() as patch, override_settings(LANGUAGES=languages, LANGUAGE_CODE=PSEUDO):
        install(patch)
        with django_db_blocker.unblock():
            Event.objects.update(language=PSEUDO)
        cache.clear()
        yield stages
    cache.clear()


@pytest.fixture(scope="module")
def walked(speaking: Mapping[str, str], django_db_blocker: Any) -> Walked:
    """Every page of every stage, asked for once."""
    found = Walked()
    with django_db_blocker.unblock(), transaction.atomic():
        for visit in walk(logged_in(make_director()), speaking):
            stage = visit.stage.name
            for judge, said in found.said.items():
                if wrong := judge(visit):
                    said[f"{stage}: {visit.address}"] = wrong
            found.forms.setdefault(stage, []).extend(visit.forms)
            found.led_on.update({stage} if NEXT.search(visit.page) else ())
            if visit.stage.slug:
                found.costs.setdefault(stage, {})[visit.address] = visit.answer.queries
        transaction.set_rollback(True)
    return found


NO_ACTS = {
    *("desk_stop_draw", "desk_paste", "desk_delete", "desk_calls", "desk_give_time", "desk_sheets"),
    "desk_stored",
}
"""What leaves no line in a diary by the forms found on the way: a draw is stopped, a roster is read first, with an event its diary goes;
calls and what was printed are no acts, and time is given where a table's clock runs (see devices/test_clocks). What
is stored about a player is only sent."""

ON_ACCOUNTS = {
    *("desk_account", "desk_language", "desk_accounts", "desk_close_account", "desk_let_in_again", "desk_let_run"),
    *("desk_front_page", "desk_choose_stick", "desk_stop_stick"),
}
OFF_THE_WALK = ON_ACCOUNTS | {
    *("desk_new", "desk_new_practice", "desk_copy", "desk_try", "desk_restore", "desk_go_back", "desk_game"),
    "desk_field",
    "desk_find_everywhere",
}
"""What no page of an event leads to: four ways to make one (see pages/events), the button of a message, accounts (see access), and
entries of several events (see services/people/test_joining).

Who plays on is settled again only where results choose the players (see events/test_advancing). A ruling in a game carries the game's own
key and number (see games/test_ruling).
"""

SHOWN_ONCE = {"desk_helpers", "desk_make_token", "desk_registration_link"}
"""What is answered with its page, because that is where the secret of an invitation, token or private link is shown, and nowhere else."""


# What a page shows and costs


@pytest.mark.alike
@pytest.mark.parametrize("judge", JUDGES, ids=lambda judge: judge.__name__)
def test_every_page_of_every_stage(walked: Walked, judge: Judge) -> None:
    assert walked.said[judge] == {}


@pytest.mark.alike
def test_the_walk_has_forms_and_a_next_thing_at_every_stage_and_no_key_twice(walked: Walked) -> None:
    assert walked.led_on >= STAGES.keys()
    assert {stage for stage, forms in walked.forms.items() if not forms} == {NO_EVENT}
    keys = [key for forms in walked.forms.values() for found in forms for key in found.form.values["key"]]
    assert len(set(keys)) == len(keys)


@pytest.mark.alike
def test_a_page_costs_the_same_at_forty_players_as_at_a_dozen(director: Client, walked: Walked) -> None:
    slug = playing(MANY).slug
    many = pages_of(director, slug, *hidden_behind_choices(slug), most=1) | pages_of(director, slug, root="/", most=1)
    few, more = dearest(walked.costs["playing"]), dearest({page: answer.queries for page, answer in many.items()})
    assert len(few.keys() & more) > 20
    assert {name: (few[name], more[name]) for name in few.keys() & more if few[name] != more[name]} == {}


def dearest(costs: Mapping[str, int]) -> dict[str, int]:
    """What the dearest page of each kind cost."""
    dearest: dict[str, int] = {}
    for address, asked in costs.items():
        dearest[name_of(address)] = max(dearest.get(name_of(address), 0), asked)
    return dearest


@pytest.mark.alike
def test_the_form_of_a_new_event_carries_a_key_and_there_is_no_version_to_show(director: Client) -> None:
    (found,) = acting_forms("/desk/new/", director.get("/desk/new/"))
    (key,) = found.form.values["key"]
    assert len(key) >= 12
    assert "seen" not in found.form.values


@pytest.mark.alike
def test_the_stages_lead_to_every_form_there_is(director: Client, walked: Walked) -> None:
    """Whatever takes a form is reached by some page of some stage: none is left out of the walk."""
    assert len(desk_routes()) > 40
    reached = {found.act for forms in walked.forms.values() for found in forms}
    assert takes_posts(director) - reached == OFF_THE_WALK


# What a form confirms


@pytest.mark.alike
def test_every_form_that_shows_what_it_does_compares_it_before_it_acts(walked: Walked) -> None:
    """A form confirms what its page showed: the page sends a mark of all of it, or the form is named above."""
    forms = [found for stage in STAGES for found in walked.forms[stage]]
    bare = {found.act for found in forms if "shown" not in found.form.values}
    assert (bare - COMPARED.keys() - SAYS_ALL, (COMPARED.keys() | SAYS_ALL) - bare) == (set(), set())


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
    "desk_explain_words": lambda _: {"meaning": "remark"},
    "desk_helper": lambda form: {"plays_as": form.offers["plays_as"][-1]},
    "desk_helpers": lambda _: {"roles": ["desk"]},
    "desk_make_token": lambda _: {"token-name": "Registration shop", "token-scopes": ["entries"]},
    "desk_notice": lambda _: {"notice": "Lunch until 14:00"},
    "desk_open_dispute": lambda _: {"question": "cash for seat 1"},
    "desk_penalties": lambda _: {
        "number": "1",
        "round_number": "1",
        "subject": "misplay",
        "kind": "warning",
        "reason": "misread a tile",
        "amount": "5000",
    },
    "desk_registration_settings": lambda _: {"places": "30"},
    "desk_reports": lambda _: {"reason": "counted with the table"},
    "desk_plan": lambda _: {"r1-time": "10:00", "r1-hall": "Hall B"},
    "desk_restore_result": lambda _: {"reason": "the first count was right"},
    "desk_results": cash_of,
    "desk_scribe": first_turn,
    "desk_self_check_in": lambda _: {"opens": "09:00", "closes": "10:00"},
    "desk_settings": lambda _: {"venue": "Room 2"},
    "desk_size": lambda _: {"multiplier": "1.06"},
    "desk_settle_dispute": lambda _: {"ruling": "It stands."},
    "desk_status": lambda _: {"missed": "missed"},
    "desk_absence": lambda form: {next(name for name in form.values if name.startswith("round-")): "missed"},
    "desk_take_over": lambda _: {"name": "Quite New"},
    "desk_tie": lambda _: {"place-1": "2", "place-2": "1", "reason": "dice"},
    "desk_tiles": lambda form: {next(name for name in form.values if name.startswith("tile-")): "1A"},
}
"""What is typed into a form before it is sent, where what it holds would change nothing, or is a figure of the language for tests."""


def presses(forms: list[Found]) -> Iterator[tuple[Found, Button]]:
    """Every button of every act once, whomever its words name."""
    done = set()
    for found in forms:
        for button in found.form.buttons:
            if (pressed := press_of(found, button)) not in done:
                done.add(pressed)
                yield found, button


def press_of(found: Found, button: Button) -> tuple[str, str, str]:
    """What a press is, whomever it is about: the act, what the button sends it by, and those of its words that are no names."""
    words = [word for word in button.words.split() if word != without_accents(word)]
    return found.act, button.name, " ".join(words)


def acts_seen() -> dict[str, int]:
    """How many acts every event has seen: nothing is done without one."""
    return dict(Event.objects.values_list("slug", "version"))


@dataclass(frozen=True)
class Sent:
    """What a form did that was sent twice: whether it acted, and the act that one press undoes, with whether its message offers that."""

    has_acted: bool
    undone_at_once: str
    has_undo: bool


def sent_twice(client: Client, found: Found, button: Button, leads: set[str]) -> Sent:
    """Send a form twice and look that it acted once, and what its first message offers; ``leads`` are the pages seen after an act."""
    typed = TYPED[found.act](found.form) if found.act in TYPED else {}
    sent = found.form.filled(typed, button)
    client.cookies.pop("messages", None)  # of the form before
    first: Any = client.post(found.form.action, sent)
    assert first.status_code < 500, (found, button)
    done = Change.objects.filter(key__startswith=sent["key"][0][:OF_THE_FORM]).select_related("event").first()
    undone_at_once = undone_by_one_press(done) if first.status_code == 302 else ""
    has_undo = bool(undone_at_once) and any(line.extra_tags for line in get_messages(first.wsgi_request))
    after_one = acts_seen()
    second = client.post(found.form.action, sent)
    assert second.status_code < 500, (found, button)
    assert acts_seen() == after_one, (found, button)
    if done is not None:
        answered = 200 if found.act in SHOWN_ONCE else 302
        assert (first.status_code, second.status_code) == (answered, 302), (found, button)
        assert "This has already been saved: " in without_accents(told(second)[-1]), (found, button)
        if (lead := name_of(second["Location"])) not in leads:
            leads.add(lead)
            assert client.get(second["Location"], follow=True).status_code == 200
    return Sent(done is not None, undone_at_once, has_undo)


def undone_by_one_press(done: Change | None) -> str:
    """The act of a change, if one press undoes it."""
    if done is None:
        return ""
    offered = offers(list(done.event.changes.order_by("-version")), record_of(done.event))[done.version]
    return str(done.act) if offered.undo is Undo.AT_ONCE else ""


@pytest.mark.alike
def test_every_form_sent_twice_acts_once_and_says_so_and_offers_the_undo_that_one_press_does(
    director: Client, walked: Walked
) -> None:
    # What has acted need not be pressed again, nor what never acts, nor what did not at two stages while its form has.
    acted, silent = set[tuple[str, str, str]](), Counter[tuple[str, str, str]]()
    undone, leads = dict[str, bool](), set[str]()
    for stage in STAGES:
        for found, button in presses(walked.forms[stage]):
            pressed = press_of(found, button)
            tries = 1 if found.act in NO_ACTS else 2 if any(found.act == act for act, _, _ in acted) else len(STAGES)
            if pressed in acted or silent[pressed] >= tries:
                continue
            with transaction.atomic():
                sent = sent_twice(director, found, button, leads)
                transaction.set_rollback(True)
            if sent.has_acted:
                acted.add(pressed)
            else:
                silent[pressed] += 1
            if sent.undone_at_once and found.act != ON_THE_SCREEN:
                undone[sent.undone_at_once] = sent.has_undo and undone.get(sent.undone_at_once, True)
    assert takes_posts(director) - {act for act, _, _ in acted} == NO_ACTS | OFF_THE_WALK
    assert {act for act, has_undo in undone.items() if not has_undo} == set()
    assert undone.keys() >= {Act.CORRECT_RESULT, Act.RULE_TIE, Act.CLOSE_ROUND, Act.PUBLISH_ROUND, Act.SWAP_SEATS}


# Junk

DJANGOS = re.compile(
    r"This field (is required|cannot be)|Select a valid choice|Enter a (valid|whole number\.)|Enter the same|Ensure (this|that) |"
    r"with that username|This password |two password fields|Null characters|is not one of the available|Enter (a|some) list"
)
"""How Django's own sentences on forms begin."""

OF_EVERY_FORM = {"key", "seen", "shown", "csrfmiddlewaretoken"}
"""Fields in which nothing is typed."""
JUNK: tuple[Typed, ...] = ({}, {"": "zz"}, {"": "9" * 400}, {"": "a\x00b"})
"""What is typed into every field: nothing, words, far too much, and a character that cannot be kept."""


@pytest.mark.alike
def test_no_form_answers_junk_in_the_words_of_django(director: Client, walked: Walked) -> None:
    tried, said = set(), {}
    for stage in STAGES:
        for found in walked.forms[stage]:
            if found.act in tried or not found.form.values.keys() - OF_EVERY_FORM:
                continue
            tried.add(found.act)
            kept_fields = {name: found.form.values[name] for name in ("key", "seen") if name in found.form.values}
            for junk in JUNK:
                with transaction.atomic():
                    typed = dict.fromkeys(found.form.values, junk.get("", ""))
                    answer = director.post(found.form.action, {**typed, **kept_fields, "save": "yes"}, follow=True)
                    transaction.set_rollback(True)
                assert answer.status_code < 500, (found, junk)
                if hit := DJANGOS.search(without_accents(answer.content.decode(errors="replace"))):
                    said[found.act] = hit[0]
    assert len(tried) > 40
    assert said == {}
