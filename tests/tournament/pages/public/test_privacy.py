"""Everybody reads as much of a name as its entry chose; the desk and paper in the hall have the whole one. Search engines stay out."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.core.cache import cache
from django.db.models import EmailField
from django.test import Client

from tests.build import director_of, draw_round, make_event, play_to, publish
from tests.tournament.pages.forms import press
from tests.tournament.pages.reading import every_page, light
from tests.tournament.pdf.reading import text_of
from tournament.access.links import link_of
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.pdf.document import sheet
from tournament.pdf.job import Options
from tournament.record.acts import Role
from tournament.record.names import shown_name
from tournament.record.public import as_public
from tournament.record.vocabulary import NameShown
from tournament.scores.explaining import Scores
from tournament.services.coming_in import come_in
from tournament.services.entries import Particulars, edit_entry
from tournament.services.events import change_settings, publish_final_list
from tournament.slices.helping import invite_helper

pytestmark = pytest.mark.django_db

FEEDS = ("event.json", "rounds/1.json", "rounds/1/results.json", "standings.json", "medals.json")


def with_choices(rounds_planned: int) -> Event:
    """An event over to its final list in which player 1 is told by the number and player 2 by first name and initial."""
    event = make_event(
        8,
        names=["Secret Longname", "Hidden Halfname", *[f"Open Person{n}" for n in range(6)]],
        rounds_planned=rounds_planned,
    )
    for number, shown in ((1, NameShown.NUMBER), (2, NameShown.INITIAL)):
        name = event.entries.get(number=number).name
        edit_entry(event, director_of(event), number, Particulars(name, shown_as=shown.value))
    return event


@pytest.mark.parametrize(
    ("name", "parts", "shown"),
    [
        ("Ada Demo", ("", ""), "Ada D."),
        ("Ada van den Demo", ("Ada", "van den Demo"), "Ada V."),
        ("Demo Ada", ("Ada", "Demo"), "Ada D."),
        ("Ada Maria Ödemo", ("", ""), "Ada Ö."),
        ("Ada", ("", ""), "A."),
    ],
)
def test_first_name_and_initial(name: str, parts: tuple[str, str], shown: str) -> None:
    assert shown_name(name, *parts) == shown


def test_no_page_file_or_feed_of_players_holds_more_of_a_name_than_was_chosen(client: Client, director: Client) -> None:
    event = play_to(with_choices(rounds_planned=2), round_closed=1)
    publish(event, 2)
    event = play_to(event, round_closed=1)
    addresses = [*every_page(event), *(f"/{event.slug}/{feed}" for feed in FEEDS)]
    addresses += [f"/{event.slug}/standings/?_export=csv", f"/{event.slug}/rounds/1/results/?_export=csv"]
    addresses += [f"/{event.slug}/embed/standings/", f"/{event.slug}/embed/results/"]
    addresses += [f"/{event.slug}/?me=longname", f"/{event.slug}/p/1/", f"/{event.slug}/live/?v=0&on=event"]
    told = {address: light(client.get(address).content.decode()) for address in addresses}
    assert [address for address, page in told.items() if "Longname" in page or "Halfname" in page] == []
    assert "Player 1" in told[f"/{event.slug}/standings/"]
    assert "Hidden H. (2)" in told[f"/{event.slug}/standings/"]
    assert "Player 1" in told[f"/{event.slug}/p/1/"]
    assert "Secret Longname" in light(director.get(f"/desk/{event.slug}/standings/").content.decode())


def test_the_lists_of_the_end_keep_to_it_too(client: Client) -> None:
    event = play_to(with_choices(rounds_planned=1), round_closed=1)
    publish_final_list(event, director_of(event))
    for page in ("", "medals/", "medals/?_export=csv", "medals.json", "standings/"):
        text = client.get(f"/{event.slug}/{page}").content.decode()
        assert ("Longname" in text, "Halfname" in text) == (False, False), page
        assert "Player 1" in text or not page


DESK_ONLY = Particulars(
    "Ada Demo", club="Secretclub", team="Secretteam", email="secret@example.com", fee_due=987_654, fee_paid=456_789
)


def test_club_team_address_and_fee_are_on_no_page_in_no_file_and_in_no_feed_of_players(client: Client) -> None:
    event = make_event(8, rounds_planned=2, currency="Secret$", fee=13_579)
    edit_entry(event, director_of(event), 1, DESK_ONLY)
    event = play_to(event, round_closed=2)
    publish_final_list(event, director_of(event))
    addresses = [*every_page(event), *(f"/{event.slug}/{feed}" for feed in FEEDS), "/"]
    addresses += [f"/{event.slug}/{page}/?_export=csv" for page in ("standings", "medals", "rounds/1/results")]
    addresses += [f"/{event.slug}/p/1/", f"/{event.slug}/live/?v=0&on=event", f"/{event.slug}/changes/"]
    secrets = re.compile(r"secret|9,?876\.54|4,?567\.89|987654|456789|135\.79|13579", re.IGNORECASE)
    told = {address: client.get(address) for address in addresses}
    assert [address for address, answer in told.items() if secrets.search(answer.content.decode())] == []
    assert "Ada Demo" in light(told[f"/{event.slug}/standings/"].content.decode())
    assert secrets.search(repr(record_of(event)))
    assert not secrets.search(repr(as_public(record_of(event))))


def test_what_only_the_desk_knows_wakes_no_page_of_players() -> None:
    event = make_event(4)
    before = event.public_version
    edit_entry(event, director_of(event), 1, DESK_ONLY)
    assert event.public_version == before


def test_the_only_column_for_an_address_a_phone_number_or_a_birth_date_is_the_desks_e_mail_address() -> None:
    personal = re.compile(r"e?mail|phone|mobile|birth|born|(?:^|_)age$|street|postcode|address", re.IGNORECASE)
    fields = [field for model in apps.get_app_config("tournament").get_models() for field in model._meta.get_fields()]
    kinds = {type(field) for field in fields}
    assert len(fields) > 200
    asked = ["tournament.Entry.email", "tournament.RegistrationDesk.email_asked", "tournament.Registration.email"]
    assert [str(field) for field in fields if personal.search(field.name)] == asked
    assert EmailField not in kinds


def test_an_account_is_kept_without_an_address() -> None:
    event = make_event(4)
    come_in(link_of(invite_helper(event, director_of(event), frozenset({Role.DESK})).token), name="Nora Helper")
    assert {(user.email, user.last_name) for user in User.objects.all()} == {("", "")}


def test_a_choice_wakes_the_pages_and_paper_keeps_the_whole_name() -> None:
    event = make_event(4)
    before = event.public_version
    edit_entry(event, director_of(event), 1, Particulars("Ada Demo", shown_as="number"))
    record = record_of(event)
    assert event.public_version > before
    assert (record.name_of(record.entries[0].player), as_public(record).entries[0].name) == ("Ada Demo", "Player 1")


def test_search_engines_are_asked_to_stay_out_unless_the_event_lets_them_in(client: Client) -> None:
    event = make_event(4)
    closed = client.get(f"/{event.slug}/")
    assert closed["X-Robots-Tag"] == client.get("/")["X-Robots-Tag"] == "noindex, nofollow"
    assert client.get("/robots.txt").content.decode() == "User-agent: *\nDisallow: /\n"
    change_settings(event, director_of(event), {"lets_robots_in": True})
    assert "X-Robots-Tag" not in client.get(f"/{event.slug}/").headers
    assert client.get(f"/desk/{event.slug}/")["X-Robots-Tag"] == "noindex, nofollow"
    assert f"Allow: /{event.slug}/\n" in client.get("/robots.txt").content.decode()
    Event.objects.update(is_shown=False)
    assert event.slug not in client.get("/robots.txt").content.decode()


JUNIOR_ONE = (1, 2, 3, 4, 5)
TEN = tuple(f"Open Person{number}" for number in range(10))


def everything_of(client: Client, event: Event) -> dict[str, str]:
    """Every page, file and feed of players by address, versions and moments aside."""
    addresses = [*every_page(event), *(f"/{event.slug}/{feed}" for feed in FEEDS)]
    addresses += [f"/{event.slug}/{page}?_export=csv" for page in ("standings/", "medals/", "rounds/1/results/")]
    addresses += [f"/{event.slug}/medals/?_export=csv&list=juniors", f"/{event.slug}/p/1/"]
    told = {address: client.get(address) for address in addresses}
    changing = re.compile(r'\d\d:\d\d|"version":\d+|\?v=\d+|data-version="\d+"|version \d+|\d{10}|data-\w+="[^"]*"')
    return {address: f"{page.status_code} {changing.sub('', page.content.decode())}" for address, page in told.items()}


@pytest.mark.parametrize("juniors", [JUNIOR_ONE, (10,)])
def test_nothing_public_tells_a_junior_before_the_juniors_medals_are(client: Client, juniors: tuple[int, ...]) -> None:
    """Five juniors have medals of their own; one below the upper half has none, so a list of juniors never is."""
    event = play_to(make_event(names=TEN, rounds_planned=1), round_closed=1)
    last = Scores(record_of(event)).standings()[-1].player
    chosen = list(juniors) if len(juniors) > 1 else [last]
    unpublished = everything_of(client, event)
    version = event.public_version
    for number in chosen:
        edit_entry(event, director_of(event), number, Particulars(TEN[number - 1], is_junior=True))
    event.refresh_from_db()
    assert event.public_version == version
    cache.clear()
    assert everything_of(client, event) == unpublished
    assert {entry["is_junior"] for entry in client.get(f"/{event.slug}/event.json").json()["entries"]} == {None}
    publish_final_list(event, director_of(event))
    entries = client.get(f"/{event.slug}/event.json").json()["entries"]
    told = {entry["player"] for entry in entries if entry["is_junior"]}
    has_list = len(chosen) > 1
    assert told == (set(chosen) if has_list else set())
    assert {entry["is_junior"] for entry in entries} == ({True, False} if has_list else {None})
    assert bool(client.get(f"/{event.slug}/medals.json").json()["juniors"]) is has_list
    for page in ("medals/", f"players/{chosen[0]}/"):
        assert ("Junior" in client.get(f"/{event.slug}/{page}").content.decode()) is has_list


def test_paper_that_lies_or_hangs_in_the_hall_tells_no_junior_before_the_end() -> None:
    event = make_event(names=TEN, rounds_planned=2)
    event.entries.filter(number__lte=5).update(is_junior=True)
    record = record_of(play_to(event, round_closed=1))
    for name in ("place-cards", "standings", "pairings-by-player", "pairings-by-table", "result-slips"):
        text = text_of(sheet(name, record, Options(round_number=1), datetime(2026, 8, 20, tzinfo=UTC)))
        assert ("JNR" in text, "Junior" in text) == (False, False), name


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (NameShown.FULL, ["Ada Demo", "Ben T. (2)", "Player 3"]),
        (NameShown.INITIAL, ["Ada D. (1)", "Ben T. (2)", "Player 3"]),
        (NameShown.NUMBER, ["Player 1", "Player 2", "Player 3"]),
    ],
)
def test_the_event_says_how_much_of_a_name_is_shown_and_an_entry_may_show_less(
    client: Client, names: NameShown, told: list[str]
) -> None:
    event = make_event(names=["Ada Demo", "Ben Trial", "Cai Sample"])
    edit_entry(event, director_of(event), 2, Particulars("Ben Trial", shown_as="initial"))
    edit_entry(event, director_of(event), 3, Particulars("Cai Sample", shown_as="number", is_junior=True))
    if names is not NameShown.FULL:
        change_settings(event, director_of(event), {"names_shown": names.value})
    assert [entry["name"] for entry in client.get(f"/{event.slug}/event.json").json()["entries"]] == told


def test_whoever_shows_an_event_is_asked_how_names_are_shown(director: Client, client: Client) -> None:
    event = make_event(names=["Ada Demo", "Ben Trial", "Cai Sample"], is_shown=False)
    asked = director.get(f"/desk/{event.slug}/")
    press(director, asked, "Show to players", {"names": "initial"})
    event.refresh_from_db()
    assert (event.is_shown, event.names_shown) == (True, "initial")
    assert "Ada <b>D.</b> (1)" in client.get(f"/{event.slug}/").content.decode()
    other = make_event(names=["Ada Demo", "Ben Trial", "Cai Sample"], name="Other Cup", is_shown=False)
    draw_round(other, 1)
    press(
        director, director.get(f"/desk/{other.slug}/rounds/1/"), "Publish round 1", {"show": "yes", "names": "number"}
    )
    other.refresh_from_db()
    assert (other.is_shown, other.names_shown) == (True, "number")
