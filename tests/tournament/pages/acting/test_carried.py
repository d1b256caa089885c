"""What was sent after the session ended is carried over the log-in: whole, once, for the one who sent it and for nobody else."""

from __future__ import annotations

import re

import pytest
from axes.utils import reset
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.build import PASSWORD, being_played, director_of, enter_results, make_director
from tests.tournament.pages.forms import Answer, Form, form_with, forms_of, press
from tests.tournament.pages.pages import desk, grid_of, said, words
from tests.tournament.pages.stages import once_for_all
from tournament.access.request_origin import MOST_WRONG
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.public.templatetags.once import is_made_for, new_key
from tournament.record.vocabulary import Dollars

pytestmark = pytest.mark.django_db

CASH = (40_000, 35_000, 30_000, 20_000)


made, event = once_for_all(lambda: being_played(4))
"""The event as every test finds it."""


def cash(event: Event) -> list[Dollars | None]:
    return [seat.cash for seat in record_of(event).table(1, 1).seats]


def results(event: Event) -> str:
    return desk(event, "rounds/1/results/")


def sent_after_the_end(client: Client, event: Event) -> Answer:
    """Type a table, log out in another tab, then press Save."""
    typed = grid_of(client, event, 1, {1: CASH})
    client.logout()
    return client.post(results(event), typed)


def log_in(client: Client, page: Answer, name: str = "director", password: str = PASSWORD) -> Answer:
    return press(client, page, "Log in", {"username": name, "password": password})


def test_the_log_in_says_that_the_last_act_was_not_saved_and_carries_it_on(director: Client, event: Event) -> None:
    asked = sent_after_the_end(director, event)
    assert (asked.status_code, cash(event)) == (403, [None] * 4)
    assert "Your last change was not saved:" in words(asked)
    offered = log_in(director, asked)
    assert ("Your last change has not been saved yet" in words(offered), cash(event)) == (True, [None] * 4)
    done = press(director, offered, "Send it now")
    assert (said(done)[-1], cash(event)) == ("Saved table 1.", list(CASH))


def test_a_wrong_password_loses_nothing(director: Client, event: Event) -> None:
    refused = log_in(director, sent_after_the_end(director, event), password="a slip of the finger")
    assert "The name or password is wrong." in words(refused)
    press(director, log_in(director, refused), "Send it now")
    assert cash(event) == list(CASH)


def test_what_is_carried_acts_once(director: Client, event: Event) -> None:
    offered = log_in(director, sent_after_the_end(director, event))
    _, second = (press(director, offered, "Send it now") for _ in range(2))
    assert said(second)[-1] == "This has already been saved: Result for table 1 in round 1 entered."


def test_what_is_carried_keeps_the_version_of_its_page(director: Client, event: Event) -> None:
    """Somebody else saved the table while the director logged in: both values are shown."""
    offered = log_in(director, sent_after_the_end(director, event))
    enter_results(event, cash={1: (41_000, 31_000, 21_000, 11_000)})
    answer = press(director, offered, "Send it now")
    assert (answer.status_code, "director changed table 1 at" in words(answer)) == (409, True)
    assert cash(event) == [41_000, 31_000, 21_000, 11_000]


def test_somebody_else_who_logs_in_does_not_send_it(director: Client, event: Event) -> None:
    make_director("another", is_staff=True)
    asked = sent_after_the_end(director, event)
    answer = log_in(director, asked, "another")
    assert (answer.status_code, answer["Location"]) == (302, results(event))
    assert re.fullmatch(
        r"A change that another person sent at \d\d:\d\d was not saved, and you cannot send it for them\.",
        said(answer)[-1],
    )
    assert cash(event) == [None] * 4


def test_the_log_in_page_holds_nothing_that_another_site_could_have_written(director: Client, event: Event) -> None:
    asked = form_with(sent_after_the_end(director, event), "carried")
    (text,) = asked.values["carried"]
    for forged in (text[:-2], "x" + text, "https://elsewhere.example/", ""):
        answer = director.post(
            asked.action, asked.filled({"username": "director", "password": PASSWORD, "carried": forged})
        )
        assert (answer.status_code, answer["Location"]) == (302, results(event))
        director.logout()


def test_the_log_in_leads_nowhere_else(director: Client, event: Event) -> None:
    asked = form_with(sent_after_the_end(director, event), "carried")
    typed = {"username": "director", "password": PASSWORD, "carried": "", "next": "https://elsewhere.example/"}
    assert director.post(asked.action, asked.filled(typed))["Location"] == "/desk/"


def test_a_form_without_a_key_of_ours_is_not_carried(event: Event) -> None:
    answer = Client().post(results(event), {"t1-ended_by": "somebody"})
    page = Client().get(answer["Location"])
    assert "Your last change was not saved because you were logged out. Log in, then make it again." in words(page)


def test_a_made_up_key_is_carried_to_nobody(director: Client, event: Event) -> None:
    asked = Client().post(results(event), {"t1-ended_by": "somebody", "key": "a key of another site"})
    assert log_in(director, asked).status_code == 302


def test_a_file_has_to_be_chosen_once_more(event: Event) -> None:
    log = SimpleUploadedFile("log.txt", b"a game", "text/plain")
    answer = Client().post(desk(event, "rounds/1/tables/1/logs/"), {"file": log, "key": "any"})
    assert "Log in, then make it again." in words(Client().get(answer["Location"]))


def test_nothing_that_is_sent_elsewhere_is_carried() -> None:
    answer = Client().post("/logout/", {"old_password": "a secret", "key": "any"})
    assert (answer.status_code, b"a secret" in answer.content) == (302, False)


def test_a_key_tells_whose_page_it_stands_on() -> None:
    mine, other = make_director("mine"), make_director("other")
    key = new_key(mine)
    assert [is_made_for(key, user) for user in (mine, other)] == [True, False]
    assert is_made_for(f"{key}-12-1", mine)
    assert not is_made_for(f"{'y' if key[0] == 'x' else 'x'}{key[1:]}", mine)


def checking() -> Client:
    """A browser whose forms need their token, as real ones do."""
    return Client(enforce_csrf_checks=True)


def with_token(client: Client, event: Event) -> Form:
    return form_with(client.get(results(event)), "t1-ended_by")


def test_a_page_older_than_the_log_in_is_sent_again_with_one_click(event: Event) -> None:
    client = checking()
    client.force_login(director_of(event))
    form = with_token(client, event)
    typed = form.filled(dict(zip([name for name in form.values if "-cash-" in name], map(str, CASH), strict=True)))
    answer = client.post(results(event), typed | {"csrfmiddlewaretoken": "x" * 64})
    assert (answer.status_code, "Everything you typed is still here." in words(answer)) == (403, True)
    press(client, answer, "Send it now")
    assert cash(event) == list(CASH)


def test_a_form_of_another_site_is_not_offered(event: Event) -> None:
    client = checking()
    client.force_login(director_of(event))
    for key in ({}, {"key": "made up elsewhere, 32 characters"}, {"key": new_key(make_director("other"))}):
        answer = client.post(desk(event, "rounds/1/close/"), key)
        assert (answer.status_code, "Send it now" in words(answer)) == (403, False)
        assert f'href="{desk(event, "rounds/1/close/")}">Continue' in words(answer)


def test_without_any_cookie_left_the_act_waits_on_the_log_in_page(event: Event) -> None:
    client = checking()
    client.force_login(director_of(event))
    form = with_token(client, event)
    typed = form.filled({name: "30000" for name in form.values if "-cash-" in name} | {"t1-reason": "all alike"})
    client.cookies.clear()
    asked = client.post(results(event), typed)
    assert (asked.status_code, "Nothing you typed has been lost." in words(asked)) == (403, True)
    press(client, log_in(client, asked), "Send it now", {"t1-confirmed": "on"})
    assert cash(event) == [30_000] * 4


def test_the_log_in_page_of_another_tab_still_carries_after_this_one_logged_in(director: Client, event: Event) -> None:
    client = checking()
    typed = grid_of(director, event, 1, {1: CASH})
    asked = client.post(results(event), typed)
    client.force_login(director_of(event))
    (asked_again,) = [form for form in forms_of(asked) if "carried" in form.values]
    offered = client.post(asked_again.action, asked_again.filled({"csrfmiddlewaretoken": "x" * 64}))
    assert offered.status_code == 403
    press(client, offered, "Send it now")
    assert cash(event) == list(CASH)


# An act's address opened by itself


ACTS = {
    "rounds/1/publish/": "rounds/1/",
    "rounds/1/draw/": "rounds/1/",
    "rounds/1/chart/take/": "rounds/1/",
    "rounds/1/clock/": "rounds/1/",
    "final/publish/": "final/",
    "final/tie/": "final/",
    "play/": "",
    "penalties/1/restore/": "penalties/",
    "entries/2/status/": "entries/2/",
    "entries/apart/1/drop/": "entries/apart/",
}


@pytest.mark.parametrize("act", ACTS)
def test_the_address_of_an_act_leads_to_its_page(director: Client, event: Event, act: str) -> None:
    answer = director.get(desk(event, act), follow=True)
    assert (answer.status_code, answer.redirect_chain[-1][0]) == (200, desk(event, ACTS[act]))


def test_a_log_in_asked_for_by_an_act_ends_on_its_page(director: Client, event: Event) -> None:
    close_it = desk(event, "rounds/1/close/")
    nobody = Client()
    asked = nobody.get(nobody.post(close_it)["Location"])
    landed = nobody.get(log_in(nobody, asked)["Location"], follow=True)
    assert (landed.status_code, landed.redirect_chain[-1][0]) == (200, desk(event, "rounds/1/"))


@pytest.mark.parametrize("address", ["/logout/", "rounds/1/close/", "standings/"])
def test_an_address_asked_in_another_way_says_so_in_our_words(director: Client, event: Event, address: str) -> None:
    whole = address if address.startswith("/") else desk(event, address)
    answer = director.delete(whole) if whole != "/logout/" else director.get(whole)
    assert answer.status_code == 405
    assert "This address has no page" in words(answer)
    assert answer["Allow"]


def test_too_many_wrong_passwords_lose_nothing(director: Client, event: Event) -> None:
    """The page of a name that is locked carries the act as well, and its own form sends it once the name is free again."""
    answer = sent_after_the_end(director, event)
    for _ in range(MOST_WRONG):
        answer = log_in(director, answer, password="a slip of the finger")
    assert (answer.status_code, answer["Cache-Control"]) == (429, "no-store")
    assert "Your last change was not saved:" in words(answer)
    still = log_in(director, answer)
    assert (still.status_code, cash(event)) == (429, [None] * 4)
    reset()
    press(director, log_in(director, still), "Send it now")
    assert cash(event) == list(CASH)


def test_a_locked_name_with_nothing_to_carry_is_told_when_to_try_again(event: Event) -> None:
    client = Client()
    answer = client.get("/login/")
    for _ in range(MOST_WRONG):
        answer = log_in(client, answer, password="a slip of the finger")
    assert "This name cannot log in from here for ten minutes." in words(answer)
    assert "not saved" not in words(answer)
