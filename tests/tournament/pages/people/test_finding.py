"""Finding anybody, and what an entry's page tells."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.build import make_director, make_event, play_to, publish
from tests.tournament.pages.pages import desk
from tests.tournament.pages.words import words
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.scores import standings
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
        *[(typed, ["Anna-Lena Öttinger"]) for typed in ("annalena", "anna lena", "oettinger", "Anna-Lena", "٦", "６")],
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
    event = make_event(8)
    publish(event)
    Event.objects.update(extras="")
    found = director.get(desk(event, "find/"), {"q": asked}).context["found"][0]
    assert (found.name, found.url) == (first, place if place.startswith("/") else desk(event, place))


def test_the_only_player_found_who_has_played_can_be_withdrawn_from_there(event: Event, director: Client) -> None:
    last = director.get(desk(event, "find/"), {"q": "ada"}).context["found"][1]
    assert (last.name, last.url) == ("Withdraw Ada Demo", desk(event, "entries/1/withdraw/"))
    assert not any(name.startswith("Withdraw") for name in found(director, event, "demo"))


def test_every_page_of_the_desk_has_the_dialog_and_the_link(director: Client) -> None:
    event = make_event(8)
    play_to(event, round_closed=1)
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
    event = make_event(8)
    play_to(event, round_closed=2)
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
