"""One walk over every address of the desk, every role and both methods, compared with one table of who may; and what pages offer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import resolve

from tests.build import director_of, make_director
from tests.test_access import DESK, OPEN, filled
from tests.tournament.access.answers import assert_not_kept, assert_nothing_runs_inside
from tests.tournament.pages.crawl import acting_forms, name_of, pages_of
from tests.tournament.pages.forms import Answer
from tournament.access.pages import PAGES
from tournament.models import Event
from tournament.record.acts import GIVEN
from tournament.urls import urlpatterns

__all__ = ["filled"]

pytestmark = pytest.mark.django_db

LETTERS = {role.value: letter for role, letter in zip(GIVEN, "dkcas", strict=True)}
"""Director, desk, checker, arbiter, screen by invitation; m is who made the event, b runs the installation."""

ALL, WORK, HALL, DESKS, CONFIRMS, RULES, HEADS = "mbdkcas", "mbdkca", "mbdka", "mbdk", "mbdkc", "mbda", "mbd"
NOT_SENT = "takes no form"

BY_DIRECTORS = {
    *(
        "desk_withdraw_chart",
        "desk_delete",
        "desk_disqualify",
        "desk_fill_in",
        "desk_give_back",
        "desk_take_over",
        "desk_reinstate",
        "desk_remove",
    ),
    *("desk_withdraw", "desk_add", "desk_apart", "desk_let_meet", "desk_paste", "desk_publish_final", "desk_tie"),
    *("desk_make_token", "desk_withdraw_token"),
    *("desk_withdraw_final", "desk_helpers", "desk_helper", "desk_withdraw_helper", "desk_withdraw_invitation"),
    *("desk_hide", "desk_notice", "desk_put_away", "desk_publish_chart", "desk_take_chart", "desk_close"),
    *("desk_discard", "desk_draw", "desk_stop_draw", "desk_no_show", "desk_publish", "desk_reopen"),
    *("desk_show_results", "desk_hold_results"),
    *(
        "desk_seating",
        "desk_swap",
        "desk_withdraw_round",
        "desk_settings",
        "desk_show",
        "desk_six",
        "desk_take_out",
    ),
    *(
        "desk_play",
        "desk_arrive",
        "desk_move",
        "desk_end",
        "desk_plan",
        "desk_renumber",
    ),
    "desk_retire",
    *("desk_play_on_devices", "desk_play_at_the_table", "desk_accept_for_seat", "desk_close_boards"),
    "desk_go_back",
    *("desk_registrations", "desk_open_registration", "desk_registration_settings", "desk_registration_link"),
}
READ_BY_DIRECTORS = {
    *(
        "desk_archive",
        "desk_players_see",
        "desk_save",
        "desk_snapshots",
        "desk_join",
        "desk_changes",
        "desk_draws",
        "desk_final",
        "desk_meetings",
        "desk_arrangement",
    ),
}
BY_THE_DESK = {
    "desk_answer_request",
    "desk_absence",
    "desk_self_check_in",
    "desk_status",
    "desk_check_in",
}
BY_THE_ARBITER = {
    *("desk_penalties", "desk_cancel_penalty", "desk_restore_penalty", "desk_correct", "desk_equal_shares"),
    *(
        "desk_attach_log",
        "desk_apply_log",
        "desk_explain_words",
        "desk_publish_log",
        "desk_restore_result",
        "desk_scribe",
    ),
}
READ_BY_ALL_AT_WORK = {
    *(
        "desk_event",
        "desk_event_since",
        "desk_entries",
        "desk_find",
        "desk_round",
        "desk_check",
        "desk_table",
    ),
    *("desk_boards", "desk_log", "desk_standings"),
}

MAY: Mapping[str, tuple[str, str]] = {
    **dict.fromkeys(BY_DIRECTORS, (HEADS, HEADS)),
    **dict.fromkeys(READ_BY_DIRECTORS, (HEADS, NOT_SENT)),
    **dict.fromkeys(BY_THE_DESK, (DESKS, DESKS)),
    **dict.fromkeys(BY_THE_ARBITER, (RULES, RULES)),
    **dict.fromkeys(READ_BY_ALL_AT_WORK, (WORK, NOT_SENT)),
    "desk_clock": (HALL, HALL),
    "desk_table_phones": (WORK, NOT_SENT),
    "desk_withdraw_phone": (HALL, HALL),
    "desk_withdraw_code": (HALL, HALL),
    "desk_withdraw_player_code": (HALL, HALL),
    "desk_clocks": (WORK, NOT_SENT),
    "desk_give_time": (RULES, RULES),
    "desk_game": (RULES, RULES),
    "desk_calls": (WORK, HALL),
    "desk_calls_waiting": (WORK, NOT_SENT),
    "desk_tiles": (HALL, HALL),
    **dict.fromkeys(("desk_screen", "desk_screen_since"), (ALL, NOT_SENT)),
    **dict.fromkeys(("desk_prizes", "desk_prizes_since"), (HEADS, NOT_SENT)),
    "desk_give_prizes": (HEADS, HEADS),
    "desk_undo": (HALL, HALL),
    **dict.fromkeys(("desk_results_since",), (WORK, NOT_SENT)),
    "desk_check_in_since": (DESKS, NOT_SENT),
    "desk_accept": (CONFIRMS, CONFIRMS),
    "desk_mend": (CONFIRMS, CONFIRMS),
    "desk_reports": (WORK, CONFIRMS),
    "desk_results": (WORK, CONFIRMS),
    "desk_sheets": (HALL, HALL),
    "desk_sheet": (HALL, NOT_SENT),
    "desk_stored": (HEADS, HEADS),
    "desk_forget": ("mb", "mb"),
    "desk_entry": (WORK, HEADS),
    "desk_open_dispute": (WORK, WORK),
    "desk_settle_dispute": (WORK, RULES),
    # pages of no event: whoever has a password makes events, who runs the installation sees the accounts
    **dict.fromkeys(("desk_new", "desk_new_practice", "desk_copy", "desk_restore", "desk_try"), ("mb", "mb")),
    **dict.fromkeys(("desk", "desk_find_everywhere", "desk_installation"), (ALL, NOT_SENT)),
    "desk_account": (ALL, ALL),
    "desk_language": (ALL, ALL),
    **dict.fromkeys(("desk_accounts", "desk_close_account"), ("b", "b")),
    "desk_download_copy": ("b", NOT_SENT),
    "desk_front_page": (ALL, "b"),
    **dict.fromkeys(("desk_choose_stick", "desk_stop_stick"), (ALL, "b")),  # who reads is led on to the copies
    **dict.fromkeys(("desk_let_in_again", "desk_let_run"), (ALL, "b")),  # who reads is led on to the accounts
}
"""By the name of an address: who may look (the letters of LETTERS), and who may send its forms. A new address needs its line."""

IS_OPEN = {200, 204, 302, 404, 409}
"""The answers of whoever may: an empty form is asked again, leads on, or names what is not there."""


def test_every_page_of_a_round_that_helpers_open_says_that_it_is_one() -> None:
    """The gate keeps them from a draft by the row, and not by the address."""
    of_rounds = {name for name, route in every_route(urlpatterns) if "rounds/<int:number>/" in route}
    assert {page for page, row in PAGES.items() if row.of_a_round} == of_rounds & PAGES.keys()


def every_route(patterns: list[Any], before: str = "") -> Iterator[tuple[str, str]]:
    for each in patterns:
        route = f"{before}{each.pattern}"
        if hasattr(each, "url_patterns"):
            yield from every_route(each.url_patterns, route)
        elif each.name:
            yield each.name, route


@pytest.fixture
def clients(filled: Mapping[str, str]) -> dict[str, Client]:
    """Somebody of every role, logged in, by their letter."""
    event = Event.objects.get()
    accounts = {LETTERS[helper.roles]: helper.account for helper in event.helpers.all() if helper.account}
    accounts |= {"m": director_of(event), "b": make_director("boss", is_staff=True, is_superuser=True)}
    made = {letter: Client() for letter in accounts}
    for letter, client in made.items():
        client.force_login(accounts[letter])
    return made


def sent(client: Client, method: str, address: str) -> Answer:
    """An answer; what it did is undone."""
    with transaction.atomic():
        answer: Answer = getattr(client, method)(address)
        transaction.set_rollback(True)
    if answer.streaming:
        answer.close()  # a file that nobody reads
    return answer


@pytest.mark.alike
def test_every_address_is_open_to_the_roles_of_the_table_and_to_no_others(
    filled: Mapping[str, str], clients: Mapping[str, Client]
) -> None:
    """No answer runs anything written inside it, and no browser keeps one: Back shows none after the log-out, and no used key."""
    wrong, read = {}, set()
    for route in DESK:
        name = str(resolve(filled[route]).view_name)
        assert name in MAY, f"say who may open {name}"
        for method, may in zip(("get", "post"), MAY[name], strict=True):
            found = {letter: sent(client, method, filled[route]) for letter, client in clients.items()}
            for letter, answer in found.items():
                fit = {405} if may == NOT_SENT else IS_OPEN if letter in may else {403}
                if answer.status_code not in fit:
                    wrong[name, method, letter] = answer.status_code
                if method == "get":
                    assert_nothing_runs_inside(answer, route)
                    assert_not_kept(answer, route)
                    read |= {route} if answer.status_code == 200 else set()
    assert wrong == {}
    assert len(read) > 50
    assert len(MAY) == len({resolve(filled[route]).view_name for route in DESK})


def test_every_role_sees_what_players_will_see_of_a_hidden_event(
    filled: Mapping[str, str], clients: Mapping[str, Client]
) -> None:
    Event.objects.update(is_shown=False)
    pages = [filled[route] for route in OPEN if "slug:slug" in route]
    assert {letter: client.get(pages[0]).status_code for letter, client in clients.items()} == dict.fromkeys(ALL, 200)


@pytest.mark.parametrize("letter", ["d", "k", "c", "a"])
def test_no_page_offers_a_helper_what_would_be_refused(
    filled: Mapping[str, str], clients: Mapping[str, Client], letter: str
) -> None:
    """`pages_of` follows every link and finds none that is refused; so it is with every form, sent as it stands."""
    client = clients[letter]
    pages = pages_of(client, Event.objects.get().slug)
    assert len({name_of(page) for page in pages}) > 8
    refused = {}
    for page, answer in pages.items():
        for found in acting_forms(page, answer):
            if letter not in MAY[found.act][1] and sent(client, "post", found.form.action).status_code == 403:
                refused[page] = found.act
    assert refused == {}


def test_a_refusal_names_the_role_and_leads_back(clients: Mapping[str, Client]) -> None:
    event = Event.objects.get()
    answer = clients["k"].get(f"/desk/{event.slug}/settings/")
    assert answer.status_code == 403
    words = answer.content.decode()
    assert "You are not allowed to do this in Sample Cup 2026. Ask its director." in words
    assert f'href="/desk/{event.slug}/"' in words
    screen = clients["s"].get(f"/desk/{event.slug}/").content.decode()
    assert f'href="/{event.slug}/"' in screen
    assert f'href="/desk/{event.slug}/"' not in screen


def test_a_draft_is_the_directors_alone(clients: Mapping[str, Client]) -> None:
    event = Event.objects.get()
    event.rounds.filter(number=2).update(state="draft")
    answers = {letter: client.get(f"/desk/{event.slug}/rounds/2/").status_code for letter, client in clients.items()}
    assert answers == dict.fromkeys("mbd", 200) | dict.fromkeys("kcas", 403)
    event.rounds.filter(number=2).update(state="published")
