"""One walk over every address, every role and every method, compared with one table of who may; and what pages offer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import resolve

from tests.build import director_of, logged_in, make_director
from tests.test_access import DESK, DEVICES, FILES, GAMES, OPEN, SHARED, everything_stored, filled
from tests.tournament.access.answers import harm_in, is_page, keeping_of
from tests.tournament.pages.crawl import acting_forms, name_of, pages_of
from tests.tournament.pages.forms import Answer
from tournament.access import roles_of
from tournament.access.devices import claim, codes_of
from tournament.access.pages import PAGES, is_allowed
from tournament.models import Event
from tournament.public.answers import POLICY
from tournament.public.devices.holding import COOKIE
from tournament.record.acts import GIVEN, Role
from tournament.record.devices import table_subject
from tournament.urls import urlpatterns

__all__ = ["filled"]

pytestmark = pytest.mark.django_db

LETTERS = {role.value: letter for role, letter in zip(GIVEN, "dkcas", strict=True)}
"""Director, desk, checker, arbiter, screen by invitation; m is who made the event, b runs the installation."""

TABLE = """
mbd     mbd     accept_for_seat add apart arrive close close_boards delete discard disqualify draw end field fill_in give_back
mbd     mbd     give_prizes go_back helper helpers hide hold_results let_meet make_token move no_show notice
mbd     mbd     open_registration paste plan play play_at_the_table play_on_devices publish publish_chart publish_final
mbd     mbd     put_away registration_link registration_settings registrations reinstate remove renumber reopen retire
mbd     mbd     seating settings show show_results size stop_draw stored swap take_chart take_out take_over tie withdraw
mbd     mbd     withdraw_chart withdraw_final withdraw_helper withdraw_invitation withdraw_round withdraw_token
mbdkca  -       boards calls_waiting check clocks entries event event_since find log results_since round standings table
mbdkca  -       table_phones
mbda    mbda    apply_log attach_log cancel_penalty correct equal_shares explain_words game give_time penalties
mbda    mbda    publish_log restore_penalty restore_result scribe
mbd     -       archive arrangement changes draws final join meetings players_see prizes prizes_since save snapshots
mbdka   mbdka   clock sheets tiles undo player_phone withdraw_code withdraw_phone
mb      -       format
mb      mb      copy forget new new_practice restore try
mbdk    mbdk    absence answer_request check_in self_check_in status
mbdkcas -       desk installation screen screen_since
mbdkcas b       choose_stick front_page let_in_again let_run stop_stick
mbdkc   mbdkc   accept mend
mbdkca  mbdkc   reports results
mbdkcas mbdkcas account find_everywhere language
b       b       accounts close_account
mbdkca  mbdka   calls
mbdk    -       check_in_since
mbdka   -       sheet
mbdkca  mbd     entry
mbdkca  mbdkca  open_dispute
mbdkca  mbda    settle_dispute
b       -       download_copy
"""
"""Who may look, who may send (none: the address takes no form), and the names of the addresses, without the "desk_" before them.

A new address needs its word here. Pages of no event are for whoever has a password; who runs the installation sees the accounts.
"""
MAY = {
    f"desk_{name}".removesuffix("_desk"): (look, send.strip("-"))
    for look, send, *names in map(str.split, TABLE.strip().splitlines())
    for name in names
}

IS_OPEN = {200, 204, 302, 404, 409}
"""The answers of whoever may: an empty form is asked again, leads on, or names what is not there."""
TAKE_FORMS = {
    *(
        "login/",
        "let-in/",
        "let-in/<str:token>/",
        "let-in/link/",
        "let-in/copy/",
        "let-in/copy/use/",
        "let-in/copy/opens/",
    ),
    *("try/<slug:trial>/", "<slug:slug>/register/", "<slug:slug>/here/", "game/", "game/new/", "game/against/"),
    *(
        f"game/<game:code>/{word}/"
        for word in ("join", "hand", "again", "play", "uncover", "leave", "links", "program")
    ),
    *("game/series/<game:code>/wish/", "game/<game:code>/host/", "game/<game:code>/play-on/"),
    "game/<game:code>/seat/<str:token>/",
}
"""The addresses of no desk that take a form from whoever comes, some to lead them home; phones besides, whose secret is asked."""


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
    assert all(Role.DIRECTOR in roles_of(accounts[letter], event) for letter in "mbd")
    return {letter: logged_in(account) for letter, account in accounts.items()}


def sent(client: Client, method: str, address: str) -> Answer:
    """An answer; what it did is undone."""
    with transaction.atomic():
        answer: Answer = getattr(client, method)(address)
        transaction.set_rollback(True)
    if answer.streaming:
        answer.close()  # a file that nobody reads
    return answer


def methods_of(answer: Answer) -> set[str]:
    """The methods that an address takes, as its refusal of another one says."""
    return set(answer.headers.get("Allow", "").split(", "))


def asked_at(
    route: str, name: str, clients: Mapping[str, Client], stranger: Client
) -> Iterator[tuple[str, str, Client, set[int]]]:
    """Yield who asks an address of the desk by which method, and the statuses that fit.

    To the gate the maker and whoever runs the installation are directors: they come where a director may not, or where no event is.
    Helpers who may come walk from link to link below; here the gate alone is asked for them, and the address for those who may not.
    """
    looks, sends = MAY[name]
    is_of_an_event = "<slug:slug>" in route
    for method, may in (("get", looks), ("post", sends)):
        for letter, client in clients.items():
            is_walked = is_of_an_event and (letter in "mb" if "d" in may else letter in may and letter in "kcas")
            if may and not is_walked:
                yield letter, method, client, IS_OPEN if letter in may else {403}
    for method in ("get", "post"):
        yield "nobody", method, Client(), {302}
    if is_of_an_event:
        yield "stranger", "get", stranger, {404, 405} if sends else {404}
        yield "stranger", "post", stranger, {404} if sends else {405}


def test_the_gate_says_of_every_role_what_the_table_says() -> None:
    """But of the one page that asks besides who made the event."""
    of_events = {name for name, route in every_route(urlpatterns) if route.startswith("desk/<slug:slug>/")}
    ours = {name: MAY[name] for name in of_events - {"desk_forget"}}
    told = {
        name: tuple(
            {letter for role, letter in LETTERS.items() if is_allowed(name, frozenset({Role(role)}), is_post=is_post)}
            for is_post in (False, True)
        )
        for name in ours
    }
    assert {name: may for name, may in told.items() if may[0] != set(ours[name][0]) - {*"mb"}} == {}
    assert {name: may for name, may in told.items() if ours[name][1] and may[1] != set(ours[name][1]) - {*"mb"}} == {}


@pytest.mark.alike
def test_every_address_of_the_desk_is_open_to_the_roles_of_the_table_and_to_no_others(
    filled: Mapping[str, str], clients: Mapping[str, Client], stranger: Client
) -> None:
    """No answer runs anything written inside it, and no browser keeps one: Back shows none after the log-out, and no used key."""
    wrong, read = dict[tuple[str, ...], object](), 0
    for route in DESK:
        name = str(resolve(filled[route]).view_name)
        assert name in MAY, f"say who may open {name}"
        taken = methods_of(clients["m"].put(filled[route]))
        if taken - {"GET", "HEAD", "POST"} or ("POST" in taken) != bool(MAY[name][1]):
            wrong[name, "put"] = taken
        for who, method, client, fit in asked_at(route, name, clients, stranger):
            answer = sent(client, method, filled[route])
            harm = method == "get" and (harm_in(answer) or keeping_of(answer))
            leads_in = who == "nobody" and not answer.headers.get("Location", "").startswith("/login/?")
            if harm or leads_in or answer.status_code not in fit:
                wrong[name, method, who] = harm or answer.status_code
            read += answer.status_code == 200
    assert wrong == {}
    assert read > 50
    assert len(MAY) == len({resolve(filled[route]).view_name for route in DESK})


def fit_at(route: str, method: str) -> set[int]:
    """The statuses of what answers whoever comes at an address outside the desk; phones ask for their code or secret."""
    if route in GAMES:
        return {401}
    if route in DEVICES:  # a name alone shows what is public of a player, and does nothing
        return {200} if method == "get" and route.endswith("/p/<int:player>/") else {405, 410}
    shown = {404, 405} if route in (*FILES, SHARED) else {200, 204, 302, 405}
    return shown if method == "get" or route in TAKE_FORMS else shown & {404, 405}


@pytest.mark.alike
def test_no_other_address_changes_anything_for_whoever_comes_or_opens_to_who_has_no_secret(
    filled: Mapping[str, str],
) -> None:
    """Public pages need no log-in; the token of a seat in a game is asked of whoever runs the installation too."""
    nobody, stranger = Client(), logged_in(make_director("stranger"))
    boss = logged_in(make_director("boss", is_staff=True, is_superuser=True))
    before, wrong, pages = everything_stored(), dict[tuple[str, ...], object](), 0
    for route in [*OPEN, *DEVICES, *GAMES, *FILES]:
        taken = methods_of(nobody.put(filled[route])) - {""}  # none where whatever comes is led on
        is_told = route in OPEN and taken and ("POST" in taken) != (route in TAKE_FORMS)
        if taken - {"GET", "HEAD", "OPTIONS", "POST"} or is_told:
            wrong[route, "put"] = taken
        visitors = {"nobody": nobody, "stranger": stranger} | ({"boss": boss} if route in GAMES else {})
        for method, (who, client) in product(("get", "post"), visitors.items()):
            answer = getattr(client, method)(filled[route])
            harm = harm_in(answer) or (
                route in DEVICES and (keeping_of(answer) or (who == "nobody" and answer.cookies))
            )
            asks_who = answer.headers.get("Location", "").startswith("/login/")
            if harm or asks_who or answer.status_code not in fit_at(route, method):
                wrong[route, method, who] = harm or answer.status_code
            pages += is_page(answer)
    assert wrong == {}
    assert pages > 50
    assert everything_stored() == before
    for address in ("/admin/", "/admin/login/", "/admin/auth/user/", "/admin/tournament/event/"):
        assert [client.get(address).status_code for client in (stranger, boss)] == [404, 404], address
    missing = nobody.get("/nothing/here/at/all/")
    assert (missing.status_code, missing.headers["Permissions-Policy"]) == (404, POLICY)


def test_no_browser_keeps_a_page_of_a_phone_that_was_let_in(filled: Mapping[str, str]) -> None:
    event, subject, phone = Event.objects.get(), table_subject(2, 1), Client()
    phone.cookies[COOKIE] = claim(event, subject, codes_of(event, [subject])[subject])
    answers = {route: phone.get(filled[route].replace("/1/1/", "/2/1/", 1)) for route in DEVICES}
    assert {route: harm_in(answer) or keeping_of(answer) for route, answer in answers.items()} == dict.fromkeys(
        answers, ""
    )
    assert 200 in {answer.status_code for answer in answers.values()}


def test_every_role_sees_what_players_will_see_of_a_hidden_event(
    filled: Mapping[str, str], clients: Mapping[str, Client]
) -> None:
    Event.objects.update(is_shown=False)
    page = next(filled[route] for route in OPEN if "slug:slug" in route)
    assert {client.get(page).status_code for client in clients.values()} == {200}


@pytest.mark.parametrize("letter", ["d", "k", "c", "a"])
def test_no_page_offers_a_helper_what_would_be_refused(
    filled: Mapping[str, str], clients: Mapping[str, Client], letter: str
) -> None:
    """`pages_of` follows every link and finds none that is refused; so it is with every form, sent as it stands."""
    client = clients[letter]
    pages = pages_of(client, Event.objects.get().slug, most=1)
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
