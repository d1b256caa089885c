"""Links that let somebody in: how long they hold, that they are used once, and what the page makes of them."""

from __future__ import annotations

import json
import os
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import time_machine
from axes.models import AccessAttempt
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from tests.build import make_director
from tests.run.programs import run
from tests.tournament.pages.reading import html, words_of
from tests.tournament.serving.running import put_migrated
from tournament.access.links import LinkRefusedError, link_of, make_link, open_links, renew_link, withdraw_links
from tournament.access.request_origin import MOST_WRONG
from tournament.models import LetIn
from tournament.public.let_in import WAYS
from tournament.record.devices import LETTERS, PURPOSES, LinkState, Purpose, hash_of, new_token, state_of

NOW = datetime(2026, 8, 20, 9, 0, tzinfo=UTC)
PHRASE = "seven hotels on a board"
ASK = "You can get a new one from the log-in page on the computer that runs Top Table, or from an administrator."


def page_of(token: str) -> str:
    return reverse("let_in", args=[token])


def first_account(password: str = PHRASE, name: str = "ada") -> dict[str, str]:
    return {"username": name, "password1": password, "password2": password}


# Rules


@given(purpose=st.sampled_from(Purpose), left=st.integers(-5, 5), used=st.booleans(), withdrawn=st.booleans())
def test_a_link_holds_until_it_is_used_withdrawn_or_over(
    purpose: Purpose, left: int, used: bool, withdrawn: bool
) -> None:
    moments = (NOW if used else None, NOW if withdrawn else None)
    state = state_of(purpose, NOW + timedelta(seconds=left), *moments, NOW)
    is_over = used and PURPOSES[purpose].is_once
    why = [(withdrawn, LinkState.WITHDRAWN), (is_over, LinkState.USED), (left <= 0, LinkState.EXPIRED)]
    assert state is next((word for is_so, word in why if is_so), LinkState.OPEN)


def test_every_purpose_has_a_row_and_a_page() -> None:
    assert set(PURPOSES) == set(WAYS) == set(Purpose)


def test_a_secret_can_be_typed_from_a_screen_and_is_never_the_same() -> None:
    tokens = {new_token() for _ in range(200)}
    assert len(tokens) == 200
    assert {len(token) for token in tokens} == {26}
    assert set("".join(tokens)) <= set(LETTERS)
    assert not set(LETTERS) & set("01ilo")


def test_a_secret_typed_in_capitals_is_the_same_secret() -> None:
    token = new_token()
    assert hash_of(f" {token.upper()} ") == hash_of(token)


# What is stored


@pytest.mark.django_db
def test_the_secret_itself_is_nowhere_stored() -> None:
    token = make_link(Purpose.FIRST_ACCOUNT)
    stored = LetIn.objects.values().get()
    assert token not in str(stored)
    assert stored["token_hash"] == hash_of(token)


@pytest.mark.django_db
def test_a_link_for_a_password_must_say_whose() -> None:
    with pytest.raises(ValueError, match="which account"):
        make_link(Purpose.NEW_PASSWORD)


@pytest.mark.django_db
def test_a_newer_link_takes_the_place_of_the_older_one_for_the_same_account_only() -> None:
    ada, ben = make_director("ada"), make_director("ben")
    old, other = (make_link(Purpose.NEW_PASSWORD, account=account) for account in (ada, ben))
    new = renew_link(Purpose.NEW_PASSWORD, account=ada)
    assert [link_of(token).account for token in (new, other)] == [ada, ben]
    with pytest.raises(LinkRefusedError) as refusal:
        link_of(old)
    assert str(refusal.value) == f"This link or code was withdrawn. {ASK}"


@pytest.mark.django_db
def test_a_withdrawn_link_lets_nobody_in_from_that_moment() -> None:
    token = make_link(Purpose.FIRST_ACCOUNT)
    assert withdraw_links(open_links(Purpose.FIRST_ACCOUNT)) == 1
    assert Client().post(page_of(token), first_account()).status_code == 410
    assert User.objects.count() == 0


# The page


@pytest.mark.django_db
def test_looking_at_a_link_uses_nothing_up_and_its_page_is_kept_by_nobody() -> None:
    token = make_link(Purpose.FIRST_ACCOUNT)
    answers = [Client().get(page_of(token)) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 200]
    assert "no-store" in answers[0].headers["Cache-Control"]
    assert link_of(token).used_at is None


@pytest.mark.django_db
def test_the_first_account_directs_everything_is_logged_in_at_once_and_the_link_is_used() -> None:
    token, client = make_link(Purpose.FIRST_ACCOUNT), Client()
    assert client.post(page_of(token), first_account()).headers["Location"] == reverse("desk")
    made = User.objects.get()
    assert (made.username, made.is_superuser, made.is_staff, made.check_password(PHRASE)) == ("ada", True, True, True)
    assert "Account created." in words_of(html(client, reverse("desk")))
    again = Client().get(page_of(token))
    assert (
        again.status_code,
        f"This link has already been used; it works only once. {ASK}" in words_of(again.content.decode()),
    ) == (
        410,
        True,
    )


@pytest.mark.django_db
def test_a_weak_password_is_refused_and_the_link_still_holds() -> None:
    token = make_link(Purpose.FIRST_ACCOUNT)
    answer = Client().post(page_of(token), first_account("password"))
    assert answer.status_code == 200
    assert "The password has fewer than 10 characters; make it longer." in words_of(answer.content.decode())
    assert User.objects.count() == 0
    assert link_of(token).used_at is None


@pytest.mark.django_db
def test_a_link_for_the_first_account_makes_no_second_one() -> None:
    token = make_link(Purpose.FIRST_ACCOUNT)
    make_director("ben")
    answer = Client().post(page_of(token), first_account())
    assert (answer.status_code, User.objects.count()) == (410, 1)
    assert "The first account already exists; log in with it." in words_of(answer.content.decode())


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("purpose", "lasts"),
    [(Purpose.FIRST_ACCOUNT, timedelta(hours=24)), (Purpose.NEW_PASSWORD, timedelta(hours=1))],
)
def test_a_link_expires_when_its_time_is_over(purpose: Purpose, lasts: timedelta) -> None:
    account = make_director("ada") if purpose is Purpose.NEW_PASSWORD else None
    with time_machine.travel(NOW, tick=False):
        token = make_link(purpose, account=account)
    with time_machine.travel(NOW + lasts - timedelta(seconds=1), tick=False):
        assert Client().get(page_of(token)).status_code == 200
    with time_machine.travel(NOW + lasts, tick=False):
        answer = Client().get(page_of(token))
    assert (answer.status_code, f"This link or code has expired. {ASK}" in words_of(answer.content.decode())) == (
        410,
        True,
    )


@pytest.mark.django_db
def test_a_mistyped_link_says_so() -> None:
    answer = Client().get(page_of("abc"))
    assert answer.status_code == 410
    assert "This link or code is not valid; it may have been mistyped or cut off." in words_of(answer.content.decode())


@pytest.mark.django_db
def test_a_made_up_link_writes_nothing_and_a_made_up_code_is_counted() -> None:
    for token, counted in ((new_token(), 0), ("aaaabbbb", 1)):
        assert Client().get(page_of(token)).status_code == 410
        assert AccessAttempt.objects.count() == counted


@pytest.mark.django_db
def test_a_mistyped_code_can_be_typed_again() -> None:
    answer = Client().post("/let-in/", {"code": "aaaa-bbbb"}, follow=True)
    assert answer.status_code == 410
    assert '<a class="button" href="/let-in/">Enter a code</a>' in answer.content.decode()


@pytest.mark.django_db
def test_a_new_password_replaces_the_old_one_and_opens_what_wrong_ones_had_locked() -> None:
    ada = make_director("ada")
    guesser = Client()
    for _ in range(MOST_WRONG):
        guesser.post(reverse("login"), {"username": "ada", "password": "a guess"})
    elsewhere = Client()
    elsewhere.force_login(ada)
    sent = {"new_password1": PHRASE, "new_password2": PHRASE}
    client = Client()
    page = page_of(make_link(Purpose.NEW_PASSWORD, account=ada))
    assert "ada" in words_of(html(client, page))
    assert client.post(page, sent).headers["Location"] == reverse("desk")
    assert client.get(reverse("desk")).status_code == 200
    assert Client().post(reverse("login"), {"username": "ada", "password": PHRASE}).status_code == 302
    assert elsewhere.get(reverse("desk")).status_code == 302, "who was logged in by the old password is not any more"


TWO_AT_ONCE = """
import json, threading
import django

django.setup()
from django.db import connections

from django.contrib.auth.models import User
from tournament.access.accounts import make_first_account
from tournament.access.links import LinkRefusedError, link_of, make_link
from tournament.record.devices import Purpose

link = link_of(make_link(Purpose.FIRST_ACCOUNT))
gate, said = threading.Barrier(2), []

def make(name):
    try:
        gate.wait()
        make_first_account(link, name, "seven hotels on a board")
        said.append("made")
    except LinkRefusedError:
        said.append("refused")
    finally:
        connections.close_all()

both = [threading.Thread(target=make, args=(name,)) for name in ("ada", "ben")]
for one in both: one.start()
for one in both: one.join()
print(json.dumps([sorted(said), User.objects.count()]))
"""


def test_of_two_who_use_a_link_at_once_one_makes_the_account(tmp_path: Path, kept_database: Path) -> None:
    put_migrated(kept_database, tmp_path / "links.sqlite3")
    installed = {
        "DJANGO_SETTINGS_MODULE": "tests.settings",
        "DATABASE_URL": f"sqlite:///{tmp_path}/links.sqlite3",
    }
    done = run([sys.executable, "-c", TWO_AT_ONCE], os.environ | installed)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [["made", "refused"], 1]
