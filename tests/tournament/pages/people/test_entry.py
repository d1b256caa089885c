"""One player: added from one field, found, maybe entered twice, with what only the desk knows, and forgotten."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.test import Client
from django.urls import reverse

from tests.build import (
    DAY,
    PASSWORD,
    being_played,
    director_of,
    draw_round,
    make_director,
    make_event,
    play_to,
    publish,
)
from tests.tournament.pages.forms import form_with, press
from tests.tournament.pages.pages import desk
from tests.tournament.pages.reading import words_of
from tests.tournament.pages.words import told, words
from tournament.day.lists.lines import RosterLine
from tournament.models import Change, Entry, Event
from tournament.models.queries import record_of
from tournament.record.acts import Act
from tournament.record.vocabulary import PlayerId
from tournament.scores.totals import standings
from tournament.services.changes.refusals import RefusedError
from tournament.services.copying import copy_event
from tournament.services.entries import Particulars, add_entries, edit_entry
from tournament.services.gamelogs import attach_log
from tournament.services.undoing import undo_changes
from tournament.slices.apart import keep_apart
from tournament.tellings.diary import differences, sentence_of
from tournament.tellings.words import thousandths
from wording.figures import listed

pytestmark = pytest.mark.django_db


NAMES = ["Zoë Demo", "Łukasz Demo", "Bjørn Demo", "Đorđe Demo", "Þórunn Demo", "İpek Demo", "Anna Straße", "Ŵyn Demo"]


def found(client: Client, event: Event, asked: str) -> list[str]:
    return [each.name for each in client.get(desk(event, "find/"), {"q": asked}).context["found"]]


@pytest.mark.parametrize(
    ("asked", "names"),
    [
        *[(typed, ["Ada Müller", "Ben Mueller"]) for typed in ("mueller", "Müller", "muller", "ＭＵＥ")],
        *[(typed, ["Pat O’Neil", "Uma O'Neil", "Vic O Neil"]) for typed in ("oneil", "o'neil", "O’Neil")],
        *[(typed, ["Anna-Lena Öttinger"]) for typed in ("annalena", "anna lena", "oettinger", "Anna-Lena")],
        *[
            (typed, ["Anna-Lena Öttinger", "Minutes at a table of 6", "Multiplier for a table of 6"])
            for typed in ("٦", "６")
        ],
    ],
)
def test_anybody_is_found_as_anybody_spells_a_name(director: Client, asked: str, names: list[str]) -> None:
    everybody = ["Ada Müller", "Ben Mueller", "Pat O’Neil", "Uma O'Neil", "Vic O Neil", "Anna-Lena Öttinger"]
    event = make_event(names=everybody)
    assert sorted(found(director, event, asked)) == names
    if not asked.isdecimal():
        everywhere = director.get("/desk/find/", {"q": asked}).context["found"]
        assert sorted(each.name for each in everywhere) == names


def test_the_dialog_gets_the_list_alone(director: Client) -> None:
    event = make_event(names=NAMES)
    answer = director.get(desk(event, "find/"), {"q": "zoe", "part": "list"})
    assert words(answer) == "Zoë Demo No. 1, present"
    assert "<html" not in answer.content.decode()


def test_a_found_player_is_told_with_the_table(event: Event, director: Client) -> None:
    table = next(t.number for t in record_of(event).round(1).tables for seat in t.seats if seat.player == 1)
    assert f"Ada Demo No. 1, table {table}, round 1" in words(director.get(desk(event, "find/"), {"q": "ada"}))


@pytest.mark.parametrize(
    ("asked", "first", "place"),
    [
        ("table 2", "Table 2", "rounds/1/tables/2/"),
        ("penalties", "Penalties", "penalties/"),
        ("certif", "Certificates", "sheets/"),
        ("fee", "Fee", "settings/#extra-fees"),
        ("hold back", "Hold back each round's results until you show them", "settings/#id_holds_results"),
        ("venue", "Venue", "settings/#id_venue"),
        ("somebody has to leave", "A player leaves", "/floor/help/#leaves"),
    ],
)
def test_tables_pages_sheets_settings_and_answers_are_found(
    director: Client, asked: str, first: str, place: str
) -> None:
    event = being_played(8)
    Event.objects.update(extras="")
    found = director.get(desk(event, "find/"), {"q": asked}).context["found"][0]
    assert (found.name, found.url) == (first, place if place.startswith("/") else desk(event, place))


def test_the_only_player_found_who_has_played_can_be_withdrawn_from_there(event: Event, director: Client) -> None:
    last = director.get(desk(event, "find/"), {"q": "ada"}).context["found"][1]
    assert (last.name, last.url) == ("Withdraw Ada Demo", desk(event, "entries/1/withdraw/"))
    assert not any(name.startswith("Withdraw") for name in found(director, event, "demo"))


def test_every_page_of_the_desk_has_the_dialog_and_the_link(director: Client) -> None:
    event = play_to(make_event(8), round_closed=1)
    publish(event, 2)
    for page in ("", "entries/", "entries/1/", "rounds/2/results/", "standings/", "changes/", "settings/", "sheets/"):
        assert 'data-dialog="finder"' in director.get(desk(event, page)).content.decode(), page
    for address in ("/desk/", "/desk/new/", "/desk/practice/", "/desk/copy/", "/desk/phones/", "/desk/find/"):
        assert 'href="/desk/find/"' in director.get(address).content.decode(), address


def test_all_events_of_the_director_are_searched_and_no_others(director: Client) -> None:
    make_event(names=["Zoë Demo"], name="Sample Cup 2025")
    make_event(names=["Zoe Sample"], name="Sample Cup 2026")
    make_event(names=["Zoë Other"], name="Other Cup 2026", director=make_director("stranger"))
    page = director.get("/desk/find/", {"q": "zoe"})
    assert [(each.name, each.words) for each in page.context["found"]] == [
        ("Zoe Sample", "No. 1, Sample Cup 2026"),
        ("Zoë Demo", "No. 1, Sample Cup 2025"),
    ]


def test_an_entry_tells_rounds_total_and_rank(director: Client) -> None:
    event = play_to(make_event(8), round_closed=2)
    record = record_of(event)
    row = next(row for row in standings(record) if row.player == 1)
    page = words(director.get(desk(event, "entries/1/")))
    assert f"of 8, {thousandths(row.total)} after round 2" in page
    for cell in row.cells[:2]:
        assert cell.score is not None
        (table,) = [t for t in record.round(cell.round).tables if t.number == cell.table]
        (mine,) = [seat for seat in table.seats if seat.player == 1]
        others = listed(record.name_of(seat.player) for seat in table.seats if seat.player != 1)
        assert f"Round {cell.round}: table {cell.table} , place " in page
        assert f", {mine.cash:,}: {thousandths(cell.score)} {others}" in page


def test_from_an_entry_one_goes_to_the_one_before_and_after(director: Client) -> None:
    event = make_event(3)
    assert [each and each.player for each in director.get(desk(event, "entries/1/")).context["neighbours"]] == [None, 2]
    assert [each and each.player for each in director.get(desk(event, "entries/2/")).context["neighbours"]] == [1, 3]
    page = words(director.get(desk(event, "entries/3/")))
    assert "← Previous 2 Ben Demo" in page
    assert "next entry" not in page


# One more player from one field


def add(client: Client, event: Event, text: str) -> Any:
    form = form_with(client.get(desk(event, "entries/")), "player")
    return client.post(form.action, form.filled({"player": text}))


def entries_of(event: Event) -> list[tuple[int, str, str, str]]:
    return [(entry.player, entry.name, entry.country, entry.contestant_id) for entry in record_of(event).entries]


@pytest.mark.parametrize(
    ("text", "entry"),
    [
        ("Zoë Demo", (2, "Zoë Demo", "", "")),
        ("Zoë Demo, Netherlands", (2, "Zoë Demo", "NL", "")),
        ("Demo, Zoë, NL, #501", (2, "Zoë Demo", "NL", "501")),
    ],
)
def test_one_field_enters_a_player(director: Client, text: str, entry: tuple[int, str, str, str]) -> None:
    event = make_event(names=["Ada Sample"])
    answer = add(director, event, text)
    assert told(answer) == ["Zoë Demo entered."]
    assert answer.headers["Location"] == desk(event, "entries/")
    assert entries_of(event)[1:] == [entry]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Ada Smith", "Ada Smith has already been entered; select the line to add another player with this name."),
        ("Ben Demo, QQ", "Which country is it?"),
        ("Ben Demo\nCai Demo", "2 lines"),
    ],
)
def test_what_is_to_be_looked_at_first_is_shown_as_a_list(director: Client, text: str, sentence: str) -> None:
    event = make_event(names=["Ada Smith"])
    page = add(director, event, text)
    assert sentence in words(page)
    assert len(entries_of(event)) == 1
    form = form_with(page, "read")
    director.post(
        form.action, form.filled({"line": ["1"]}, next(each for each in form.buttons if each.value == "enter"))
    )
    assert len(entries_of(event)) == 2


@pytest.mark.parametrize("text", ["", " , ", "Name, Country"])
def test_a_field_without_a_name_says_what_to_write(director: Client, text: str) -> None:
    event = make_event(names=["Ada Smith"])
    assert told(add(director, event, text)) == ["Enter the player's name, for example “Ada Demo, NL”."]


def test_the_address_alone_leads_to_the_entries(director: Client) -> None:
    event = make_event(names=["Ada Smith"])
    assert director.get(desk(event, "entries/add/")).headers["Location"] == desk(event, "entries/")


def test_who_is_added_while_a_draft_exists_or_a_round_is_played_is_led_to_the_ways_in(director: Client) -> None:
    drafted, played = make_event(8, name="Drafted Cup 2026"), make_event(8, name="Played Cup 2026")
    draw_round(drafted)
    publish(played)
    for event in (drafted, played):
        answer = add(director, event, "Late Demo")
        assert told(answer) == ["Late Demo entered."]
        assert answer.headers["Location"] == desk(event, "entries/9/arrive/")
        assert "has arrived late" in words(director.get(answer.headers["Location"]))
    pasted = form_with(director.post(desk(played, "entries/paste/"), {"roster": "Later Demo", "step": "read"}), "read")
    enter = next(each for each in pasted.buttons if each.value == "enter")
    answer = director.post(pasted.action, pasted.filled({"line": ["1"]}, enter))
    assert answer.headers["Location"] == desk(played, "entries/10/arrive/")


def test_who_is_not_found_is_added_from_there(director: Client) -> None:
    event = make_event(8)
    found = director.get(desk(event, "find/"), {"q": "Zoë New", "part": "list"}).content.decode()
    address = unescape(re.findall(r'href="([^"]+)"', found)[-1])
    assert form_with(director.get(address), "player").values["player"] == ["Zoë New"]
    refused = director.post(desk(event, "entries/check-in/"), {"who": "Zoë New"})
    assert "Add players" in words(refused)
    assert unescape(re.findall(r'href="([^"]+#player)"', refused.content.decode())[0]) == address


def test_an_address_beside_the_name_is_left_out_and_that_is_said(director: Client) -> None:
    event = make_event(names=["Ada Sample"])
    said = "E-mail addresses and phone numbers are not saved; they have been removed."
    assert told(add(director, event, "Zoë Demo <zoe@example.org>, +44 20 7946 0001")) == [
        "Zoë Demo entered.",
        said,
    ]
    assert entries_of(event)[1:] == [(2, "Zoë Demo", "", "")]
    listed = director.post(
        desk(event, "entries/paste/"),
        {"roster": "Ben Trial <ben@example.org>\nCai Trial\nkit@example.org", "step": "read"},
    )
    assert "E-mail addresses and phone numbers were removed from 2 lines." in words(listed)
    assert "This line has no name" in words(listed)


# Two entries that may be one person are named below the list; what earlier versions merged keeps its sentence


def test_the_list_names_pairs_that_may_be_one_person(director: Client) -> None:
    event = make_event(names=["Ada Smith", "Ben Demo", "Ada Smyth"])
    page = director.get(desk(event, "entries/"))
    assert "1 Ada Smith, 3 Ada Smyth" in words(page)


@pytest.mark.parametrize(
    ("act", "after", "told"),
    [
        (Act.MERGE_ENTRIES, {"merge": {"kept": 1, "gone": 9}}, "Entries for Ada Demo merged: number 9 into 1"),
        (Act.RESTORE_DRAW, {"draw": {"number": 3, "restored_from": 1}}, "Round 1: old draw restored"),
    ],
)
def test_what_earlier_versions_did_keeps_its_sentence_and_is_not_undone(
    act: Act, after: dict[str, object], told: str
) -> None:
    event = make_event(4)
    version = event.version + 1
    row = Change.objects.create(
        event=event, version=version, act=act.value, round_number=1, entries=[1], before={}, after=after
    )
    assert told in sentence_of(row, record_of(event))
    with pytest.raises(RefusedError, match="Undo it by hand"):
        undo_changes(event, director_of(event), [version])


# What only the desk knows of a player: club, family or team, e-mail address and fee, from the list to an undo, a copy and an archive


def desk_only(event: Event, player: int) -> tuple[object, ...]:
    entry = record_of(Event.objects.get(pk=event.pk)).entry(PlayerId(player))
    return entry.club, entry.team, entry.email, entry.fee_due, entry.fee_paid, entry.note


ADA = RosterLine(1, "Ada Demo", club="Chess Club", team="Demo", email="ada@example.com", fee="£10 paid")


def test_a_list_enters_them(director: Client) -> None:
    event = make_event(0, fee=1500)
    lines = [
        ADA,
        RosterLine(2, "Ben Demo", fee="paid"),
        RosterLine(3, "Cai Demo", fee="see Bob"),
        RosterLine(4, "Dot Demo"),
    ]
    add_entries(event, director_of(event), lines)
    assert [desk_only(event, player) for player in (1, 2, 3, 4)] == [
        ("Chess Club", "Demo", "ada@example.com", 1000, 1000, ""),
        ("", "", "", 1500, 1500, ""),
        ("", "", "", None, 0, "see Bob"),
        ("", "", "", None, 0, ""),
    ]
    page = words(director.get(f"/desk/{event.slug}/entries/"))
    assert ("Chess Club" in page, "ada@example.com" in page) == (True, False)


def test_the_entrys_page_changes_them_and_an_undo_takes_it_back(director: Client) -> None:
    event = make_event(names=["Ada Demo"], currency="£", fee=1500)
    page = f"/desk/{event.slug}/entries/1/"
    assert "Leave this blank to use the event's fee." in words(director.get(page))
    typed = {"name": "Ada Demo", "club": "Chess Club", "email": "ada@example.com", "fee_due": "£7.50", "fee_paid": "5"}
    director.post(page, typed)
    assert desk_only(event, 1) == ("Chess Club", "", "ada@example.com", 750, 500, "")
    event.refresh_from_db()
    change = event.changes.get(version=event.version)
    shown = repr(differences(change, record_of(event)))
    assert [word in shown for word in ("club", "7.50", "ada@example.com")] == [True] * 3
    assert "Details of Ada Demo" in sentence_of(change, record_of(event))
    undo_changes(event, director_of(event), [change.version])
    assert desk_only(event, 1) == ("", "", "", None, 0, "")


def test_without_the_extra_the_page_has_no_fees_and_keeps_what_is_stored(director: Client) -> None:
    event = make_event(names=["Ada Demo"], extras="")
    edit_entry(event, director_of(event), 1, Particulars("Ada Demo", fee_due=500, fee_paid=500))
    page = f"/desk/{event.slug}/entries/1/"
    assert 'name="fee_due"' not in director.get(page).content.decode()
    director.post(page, {"name": "Ada Demo", "club": "Chess Club"})
    assert desk_only(event, 1) == ("Chess Club", "", "", 500, 500, "")


def test_a_copy_takes_club_team_and_address_and_no_fee_that_was_paid() -> None:
    event = make_event(0, fee=1500, currency="£")
    add_entries(event, director_of(event), [ADA])
    made = copy_event(event, director_of(event), "Cup 2027", DAY, with_entries=True)
    assert (desk_only(made, 1), made.fee, made.currency) == (
        ("Chess Club", "Demo", "ada@example.com", None, 0, ""),
        1500,
        "£",
    )


# What a player's page does with their data: what is stored to download, and forgetting


LOG = "edition: mso\nplayers: Ann = Zoe Anfang, Ben, Cai\n\n1 Ann: 1A\n"


@pytest.fixture
def of_zoe() -> Event:
    made = play_to(make_event(names=["Zoe Anfang", "Ben Demo", "Cai Demo", "Dot Demo"]), round_closed=1)
    keep_apart(made, director_of(made), [[1, 2]], reason="Zoe and Ben are married")
    return made


def html(answer: HttpResponseBase) -> str:
    assert isinstance(answer, HttpResponse)
    return answer.content.decode()


def browser(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def follow(client: Client, answer: HttpResponseBase) -> HttpResponseBase:
    """The page to which an answer leads."""
    return client.get(answer["Location"])


def address(event: Event, name: str = "desk_forget", number: int = 1) -> str:
    return reverse(name, args=[event.slug, number])


def test_what_is_stored_is_downloaded_with_the_game_logs(of_zoe: Event) -> None:
    desk = browser(director_of(of_zoe))
    told = json.loads(desk.post(address(of_zoe, "desk_stored")).content)
    (here,) = told["events"]
    assert (here["number"], here["entry"]["name"]) == (1, "Zoe Anfang")
    assert {"Seat", "ReportedSeat"} <= set(here["rows"])
    assert here["kept_apart"] == [{"from": [1, 2], "is_hard": True, "reason": "Zoe and Ben are married"}]
    assert [change["act"] for change in here["changes"]][:2] == ["entries.enter", "entries.check-in"]
    assert all("token" not in key for rows in here["rows"].values() for row in rows for key in row)
    attach_log(of_zoe, director_of(of_zoe), 1, 1, LOG)
    (here,) = json.loads(desk.post(address(of_zoe, "desk_stored")).content)["events"]
    assert {"in": "GameLog.text", "text": LOG} in here["mentions"]


def test_forgetting_is_asked_first_and_done_by_one_press_in_this_event_alone(of_zoe: Event) -> None:
    other = make_event(names=["Ben Demo", "Zoe Anfang"], name="Autumn Cup 2026")
    desk = browser(director_of(of_zoe))
    page = desk.get(address(of_zoe))
    assert "Forget Zoe Anfang in this event?" in words_of(html(page))
    assert "This cannot be undone." in words_of(html(page))
    assert desk.post(address(of_zoe)).status_code == 200, "a press that confirms nothing asks"
    assert Change.objects.filter(act="entries.forget").count() == 0, "asking changes nothing"
    told = words_of(html(follow(desk, press(desk, page, "Forget this person"))))
    assert "N.N.1 forgotten: name replaced everywhere." in told
    assert "The name is still stored elsewhere." in told  # in the other event
    assert "Forget this player" not in told
    assert Entry.objects.get(event=other, number=2).name == "Zoe Anfang"
    log = words_of(html(desk.get(reverse("desk_changes", args=[of_zoe.slug]))))
    assert "N.N.1 forgotten: name replaced everywhere" in log
    assert record_of(of_zoe).entries[0].name == "N.N.1"
    again = desk.post(address(of_zoe), {"confirmed": "yes"}, follow=True)
    assert "This has already been done; reload the page." in words_of(html(again))


def test_only_the_maker_of_the_event_and_administrators_forget(of_zoe: Event) -> None:
    invited = make_director("invited")
    of_zoe.helpers.create(account=invited, roles="director")
    assert browser(invited).get(address(of_zoe)).status_code == 403
    assert "Forget this player" not in browser(invited).get(address(of_zoe, "desk_entry")).content.decode()
    chief = User.objects.create_superuser("chief", password=PASSWORD)
    assert browser(chief).get(address(of_zoe)).status_code == 200
