"""A seat goes to another phone by a link of the host: claimed once, typed or scanned, and the old phone learns that it is out."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.acquire.errors import IllegalActionError
from tests.tournament.games.phones import Hall, opened_by
from tests.tournament.games.tables import one, opened, seat_at
from tests.tournament.games.test_ruling import bench, chosen, confirmed, played
from tests.tournament.pages.forms import press
from tournament.access.request_origin import MOST_WRONG
from tournament.play.games.services.acting import act
from tournament.play.games.services.seats import claim, give_link, say_hello

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("games_may_be_opened")]


def linked(hall: Hall, place: int) -> tuple[str, str]:
    """A link to a seat that the host gave: its path, and its page."""
    page = confirmed(hall, f"act=link&seat={place + 1}").content.decode()
    (path,) = set(re.findall(rf"/game/{hall.code}/seat/\w+/", page))
    return path, page


def test_a_seat_goes_to_another_phone_and_the_old_one_learns_that_it_is_out() -> None:
    hall = opened_by()
    played(hall, 4)
    old, new, late = hall.phones[1], Client(), Client()
    assert "keeps it until then" in chosen(hall, "act=link&seat=2").content.decode()
    path, page = linked(hall, 1)
    code = path.split("/")[-2]
    assert f"<code>{code[:4]}-{code[4:]}</code>" in page
    assert "link not used yet" in hall.host.get(bench(hall)).content.decode()
    assert old.get(hall.hand).status_code == 200, "nobody is let out before the claim"
    typed = new.get(f"/game/{hall.code}/seat/", {"code": f"{code[:4].upper()}-{code[4:]}"})
    assert typed["Location"] == path
    asked = new.get(path)
    assert "Take Bea’s seat" in asked.content.decode()
    assert new.get(path).status_code == 200, "looking uses nothing up"
    taken = press(new, asked, "Take Bea’s seat")
    assert (taken["Location"], taken.cookies["seat"]["httponly"]) == (hall.hand, True)
    assert "Bea" in new.get(hall.hand).content.decode()
    for client, method in ((old, "get"), (old, "post")):
        out = getattr(client, method)(hall.hand)
        assert (out.status_code, "no longer has a seat" in out.content.decode()) == (410, True)
    polled = old.get(hall.hand, headers={"HX-Request": "true"})
    assert (polled.status_code, b"hx-get" in polled.content) == (200, False)
    second = late.post(path, {"do": "claim"})
    assert (second.status_code, "has already been used" in second.content.decode()) == (410, True)
    assert "seat" not in second.cookies
    assert new.get(path)["Location"] == hall.hand, "who claimed it and comes back"
    hall.phones[1] = new
    played(hall, 4)


def test_a_phone_that_claims_a_second_seat_keeps_its_first() -> None:
    hall = opened_by()
    played(hall, 4)
    path, _ = linked(hall, 1)
    phone = hall.phones[0]
    asked = phone.get(path)
    press(phone, asked, "Take Bea’s seat")
    page = phone.get(hall.hand).content.decode()
    assert "I am Ann" in page or "I am Bea" in page


def test_wrong_codes_of_seats_are_held_up() -> None:
    hall = opened_by()
    codes = [f"abcdef{first}{second}" for first in "abcdefgh" for second in "abcdefgh"][: MOST_WRONG + 2]
    guesses = [Client().get(f"/game/{hall.code}/seat/{code}/") for code in codes]
    statuses = [guess.status_code for guess in guesses]
    assert statuses[0] == 410
    assert statuses[-1] == 429
    assert "Too many wrong links or codes" in guesses[-1].content.decode()


def test_an_act_by_a_seat_that_was_read_before_it_was_handed_on_does_nothing() -> None:
    made = opened()
    for seat in made.game.seats.all():
        say_hello(seat)
    stale = seat_at(made.game, 0)
    claim(give_link(seat_at(made.game, 0)))
    with pytest.raises(IllegalActionError) as refusal:
        act(stale, one("a", 1, act="start"))
    assert refusal.value.code == "seat-handed-on"
    assert not made.game.acts.exists()


def test_a_seat_of_somebody_who_never_came_on_is_freed_in_the_lobby_alone() -> None:
    host = Client()
    code = host.post("/game/new/", {"edition": "mso", "players": 3, "holdings": "open"})["Location"].split("/")[2]
    hall = Hall(code, host)
    ann = Client()
    ann.post(f"/game/{code}/join/", {"name": "Ann"})
    assert confirmed(hall, "act=free&seat=1").status_code == 302
    out = ann.get(hall.hand)
    assert (out.status_code, "no longer has a seat" in out.content.decode()) == (410, True)
    for name in ("Bea", "Cyd", "Dan"):
        assert Client().post(f"/game/{code}/join/", {"name": name}).status_code == 302
    late = host.post(bench(hall), {"act": "free", "seat": "1"})
    assert (late.status_code, "Give it to another phone instead" in late.content.decode()) == (409, True)
