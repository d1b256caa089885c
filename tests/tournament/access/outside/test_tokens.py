"""Tokens: made, shown once, used, withdrawn; what they open and what they do not."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
import time_machine
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from tests.build import director_of, logged_in, make_director, make_event, publish
from tests.tournament.access.outside.programs import CALLED, NAME, Program, problem, program_of
from tests.tournament.pages.forms import Answer, press
from tests.tournament.pages.pages import desk, said, words
from tournament.access import may_make_events, roles_of
from tournament.access.membership import own_table
from tournament.desk.outside import asking
from tournament.models import Change, Event, Helper, LetIn
from tournament.models.queries import record_of
from tournament.record.acts import Act, Role
from tournament.record.devices import LENGTH, Purpose, hash_of
from tournament.record.pace import Rate, RateLimit
from tournament.services.archives.writing import document_of
from tournament.services.attendance import check_in
from tournament.services.changes.refusals import NotAllowedError, RefusedError
from tournament.services.copying import copy_event
from tournament.slices.helping import MOST_TOKENS, make_token, set_helper, withdraw_helper, withdraw_token
from tournament.slices.putting_away import put_away
from tournament.tellings.diary import differences, sentence_of

pytestmark = pytest.mark.django_db

NOT_HERE = "No event here has this token. Send a valid token in the header Authorization: Bearer TOKEN."


@pytest.fixture
def event() -> Event:
    return make_event(8)


def test_a_director_makes_a_token_which_is_shown_once_and_withdraws_it(event: Event, director: Client) -> None:
    assert not LetIn.objects.filter(purpose=Purpose.TOKEN.value).exists()
    page = director.get(desk(event, "helpers/"))
    made = press(director, page, "Make a token", {"token-name": NAME, "token-scopes": ["entries", "check-ins"]})
    assert "Shown only now." in words(made)
    (secret,) = re.findall(rf"<code>([a-z2-9]{{{LENGTH}}})</code>", made.content.decode())
    assert f"<code>http://testserver/api/v1/{event.slug}</code>" in made.content.decode()
    link = LetIn.objects.get(purpose=Purpose.TOKEN.value)
    assert link.token_hash == hash_of(secret)
    again = director.get(desk(event, "helpers/"))
    assert secret not in again.content.decode()
    assert f"{CALLED}, entries, check-ins until " in plain(again)

    program = Program(event, secret)
    assert len(program.get("entries/")["entries"]) == 8
    assert re.search(
        rf"{re.escape(CALLED)}, entries, check-ins last used \d", plain(director.get(desk(event, "helpers/")))
    )

    press(director, director.get(desk(event, "helpers/")), f"Withdraw {CALLED}")
    done = [f"{CALLED} withdrawn."]
    assert said(director.get(desk(event, "helpers/"))) == done
    assert problem(program.send("GET", "entries/")) == (401, NOT_HERE)
    assert CALLED not in plain(director.get(desk(event, "helpers/")))
    diary = [sentence_of(change, record_of(event)) for change in event.changes.all()[:2]]
    assert diary == [f"{CALLED} withdrawn", f"{CALLED} made"]
    assert list(differences(event.changes.get(act=Act.MAKE_TOKEN.value), record_of(event)))


def plain(page: Answer) -> str:
    """The words of a page without marks."""
    return " ".join(re.sub(r"<[^>]+>", "", words(page)).split())


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({"token-scopes": ["results"]}, "This field is required"),
        ({"token-name": NAME}, "Select at least one."),
        ({"token-name": "x" * 61, "token-scopes": ["results"]}, "61"),
        ({"token-name": NAME, "token-scopes": ["director"]}, "director"),
    ],
)
def test_what_a_token_needs_is_asked_for(
    event: Event, director: Client, sent: dict[str, object], sentence: str
) -> None:
    answer = director.post(desk(event, "helpers/tokens/"), {"key": "k" * 30, **sent})
    assert not LetIn.objects.filter(purpose=Purpose.TOKEN.value).exists()
    assert answer.status_code == 200
    assert "token" in answer.content.decode()


def test_only_a_director_makes_and_withdraws_tokens(event: Event) -> None:
    clerk = make_director("clerk")
    Helper.objects.create(event=event, account=clerk, roles="desk arbiter")
    with pytest.raises(NotAllowedError):
        make_token(event, clerk, NAME, frozenset({Role.ENTRIES}))
    program_of(event)
    account = User.objects.get(username=CALLED)
    for actor in (clerk, account):
        with pytest.raises(NotAllowedError):
            withdraw_token(event, actor, account.pk)


@pytest.fixture
def program(event: Event) -> Program:
    """A program of the event."""
    return program_of(event)


def test_a_token_is_no_helper_and_no_person(program: Program, event: Event) -> None:
    """No page lets it in, no link makes it a person, and its roles cannot be raised."""
    account = User.objects.get(username=CALLED)
    assert not account.has_usable_password()
    assert not may_make_events(account)
    assert roles_of(account, event) == {Role.ENTRIES, Role.CHECK_INS, Role.RESULTS}
    opened = Client().get(f"/let-in/{program.token}/")
    assert opened.status_code == 410
    assert "This token belongs to a program and does not open a page." in words(opened)
    with pytest.raises(RefusedError, match="was withdrawn"):
        set_helper(event, director_of(event), account.pk, frozenset({Role.DIRECTOR}), None)
    with pytest.raises(RefusedError, match="This has already been done"):
        withdraw_helper(event, director_of(event), account.pk)
    browser = logged_in(account)
    assert browser.get(desk(event)).status_code == 403
    assert browser.get(desk(event, "entries/")).status_code == 403


def test_two_tokens_may_have_one_name(event: Event) -> None:
    other = make_event(4, name="Other Cup 2026")
    for each in (event, event, other):
        make_token(each, director_of(each), NAME, frozenset({Role.RESULTS}))
    names = sorted(User.objects.filter(username__contains="token").values_list("username", flat=True))
    assert names == [CALLED, f"{NAME} 2 (token)", f"{NAME} 3 (token)"]


def test_an_event_has_only_so_many_tokens(event: Event) -> None:
    for number in range(MOST_TOKENS):
        make_token(event, director_of(event), f"Shop {number}", frozenset({Role.RESULTS}))
    with pytest.raises(RefusedError, match="The event has 20 tokens"):
        program_of(event)


def test_a_token_opens_its_own_event_and_its_own_scope_alone(event: Event) -> None:
    other = make_event(4, name="Other Cup 2026")
    program = program_of(event, Role.CHECK_INS)
    assert program.send("GET", "check-ins/").status_code == 200
    assert problem(program.send("GET", "entries/")) == (
        403,
        "This token does not cover entries. Ask the director for another.",
    )
    assert program.send("GET", "results/").status_code == 403
    assert problem(Program(other, program.token).send("GET", "check-ins/")) == (401, NOT_HERE)
    Event.objects.update(is_shown=False)
    assert program.send("GET", "check-ins/").status_code == 200


def test_a_token_ends_after_a_year_with_its_account_and_with_its_event(program: Program) -> None:
    with time_machine.travel(timezone.now() + timedelta(days=365), tick=False):
        assert program.send("GET", "entries/").status_code == 200
    with time_machine.travel(timezone.now() + timedelta(days=367), tick=False):
        assert program.send("GET", "entries/").status_code == 401
    User.objects.filter(username=CALLED).update(is_active=False)
    assert program.send("GET", "entries/").status_code == 401


def test_an_event_put_away_is_read_and_not_written(program: Program, event: Event) -> None:
    put_away(event, director_of(event))
    assert program.send("GET", "entries/").status_code == 200
    answer = program.post("entries/", {"entries": [{"name": "New Demo"}]})
    assert answer.status_code == 409
    assert "is archived and can only be read" in problem(answer)[1]


def test_a_program_that_asks_too_fast_waits(program: Program, event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "_pace", RateLimit(Rate(refill=60, burst=2)))
    assert [program.send("GET", "entries/").status_code for _ in range(3)] == [200, 200, 429]
    answer = program.send("GET", "entries/")
    assert (answer["Retry-After"], problem(answer)[1]) == ("2", "Too many requests. Wait two seconds, then try again.")
    assert program_of(event).send("GET", "entries/").status_code == 200, "each token by itself"


@pytest.mark.parametrize(
    "header", ["", "Bearer", "Bearer short", "Basic eDp5", "Bearer " + "x" * 5000, "Bearer é" + "x" * 25]
)
def test_what_cannot_be_a_token_costs_no_query(event: Event, header: str, django_assert_num_queries: object) -> None:
    with django_assert_num_queries(0):  # type: ignore[operator]
        answer = Client().get(f"/api/v1/{event.slug}/entries/", headers={"authorization": header})
    assert answer.status_code == 401
    assert answer["WWW-Authenticate"] == "Bearer"


def test_a_wrong_token_costs_one_query_and_no_password_hash(event: Event, django_assert_num_queries: object) -> None:
    with django_assert_num_queries(1):  # type: ignore[operator]
        answer = Client().get(f"/api/v1/{event.slug}/entries/", headers={"authorization": f"Bearer {'a' * LENGTH}"})
    assert answer.status_code == 401


@pytest.mark.parametrize(
    ("body", "status", "sentence"),
    [
        (b"", 400, "The request is not a JSON object. Send a single object."),
        (b"{", 400, "The request is not a JSON object. Send a single object."),
        (b"\xff\xfe", 400, "The request is not a JSON object. Send a single object."),
        (b"[" * 100_000, 400, "The request is not a JSON object. Send a single object."),
        (b'{"entries": ' + b"9" * 5_000 + b"}", 400, "The request is not a JSON object. Send a single object."),
        (b"[]", 400, "The request is not a JSON object. Send a single object."),
        (b" " * 262_145, 413, "A request can have at most 262,144 bytes. Send less at a time."),
        ({}, 422, "entries must be a list of 1 to 500 items."),
        ({"entries": []}, 422, "entries must be a list of 1 to 500 items."),
        ({"entries": [1]}, 422, "entries must be a list of objects."),
        ({"entries": [{"nam": "x"}]}, 422, None),
        ({"entries": [{"name": 5}]}, 422, "entries[0].name must be text."),
        ({"entries": [{"name": "\ud800"}]}, 422, "entries[0].name must be text."),
        ({"entries": [{"name": "x", "is_junior": "yes"}]}, 422, "entries[0].is_junior must be true or false."),
        ({"entries": [{"name": "x"}], "seen": -1}, 422, "seen must be a whole number."),
        ({"entries": [{"name": "x"}], "seen": 2**40}, 422, "seen must be a whole number."),
        (
            {"entries": [{"name": "x"}], "sen": 1},
            422,
            "“sen” is not a known member here; use one of: entries, seen, confirmed.",
        ),
    ],
)
def test_what_cannot_be_read_gets_a_sentence(event: Event, body: object, status: int, sentence: str | None) -> None:
    before = event.entries.count()
    answer = program_of(event).post("entries/", body)
    assert answer.status_code == status
    assert sentence is None or problem(answer)[1] == sentence
    assert event.entries.count() == before


def test_other_methods_and_a_form_with_parts_are_refused(program: Program, event: Event) -> None:
    answer = program.send("DELETE", "entries/")
    assert (problem(answer), answer["Allow"]) == (
        (405, "This address accepts only GET, HEAD, POST."),
        "GET, HEAD, POST",
    )
    parts = program.client.post(
        f"/api/v1/{event.slug}/entries/", {"a": "b"}, headers={"authorization": f"Bearer {program.token}"}
    )
    assert problem(parts)[0] == 400
    assert problem(program.post("entries/", {}, idempotency_key="k" * 201))[0] == 400


def test_nobody_else_is_found_in_a_token_where_a_player_is_to_be_replaced(event: Event) -> None:
    """A director who plays acts alone as long as nobody but a program could."""
    actor = director_of(event)
    publish(event, 1)
    set_helper(event, actor, actor.pk, frozenset(), 1)
    program_of(event)
    own = own_table(actor, event, Act.RECORD_RESULT, 1)
    assert own is not None
    assert own.is_alone


def test_archives_and_copies_hold_no_token(program: Program, event: Event) -> None:
    text = str(document_of(event))
    assert hash_of(program.token) not in text
    assert program.token not in text
    copied = copy_event(event, director_of(event), "Next Cup", event.date + timedelta(days=365))
    assert not Helper.objects.filter(event=copied).exists()
    assert not LetIn.objects.filter(event=copied).exists()


def test_what_a_program_does_stands_under_its_name_and_is_undone_like_the_desks(
    program: Program, event: Event, director: Client
) -> None:
    number = program.post("entries/", {"entries": [{"name": "New Demo"}]}).json()["entries"][0]["player"]
    program.post("check-ins/", {"players": [number], "status": "present"})
    changes = words(director.get(desk(event, "changes/")))
    assert CALLED in changes
    assert {change.made_by.username for change in Change.objects.order_by("-version")[:2] if change.made_by} == {CALLED}
    director.post(desk(event, f"changes/undo/?versions={Event.objects.get(pk=event.pk).version}"), {"key": "a" * 30})
    assert event.entries.get(number=number).status == "registered"
    with pytest.raises(RefusedError):
        check_in(event, director_of(event), [99])
