"""The roster's pages: the list and its order, pasting with a preview, one entry, leaving and coming back."""

from __future__ import annotations

import csv
import io
import re
from datetime import date
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.build import being_played, director_of, make_director, make_event, play_to
from tests.tournament.pages.forms import press
from tests.tournament.pages.reading import tables_of
from tests.tournament.pages.words import told, words
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.vocabulary import PenaltyKind, PlayerId, Status
from tournament.services.entries import Particulars, edit_entry
from tournament.slices.apart import keep_apart
from tournament.slices.leaving import withdraw
from tournament.slices.penalties import PenaltyOrder, give_penalty

pytestmark = pytest.mark.django_db


UNPRINTABLE = "\U000e0fff"

"""A code point that no script uses, so that no font has it."""


def names(event: Event) -> list[str]:
    return [entry.name for entry in record_of(event).entries]


def read(client: Client, event: Event, roster: str, **more: Any) -> Any:
    """Press "Preview"."""
    return client.post(f"/desk/{event.slug}/entries/paste/", {"roster": roster, "step": "read", **more})


def enter(client: Client, event: Event, roster: str, lines: list[int], **more: Any) -> Any:
    """Read the list, then press "Save the selected lines" with these lines ticked."""
    shown = read(client, event, roster)
    typed = {"roster": roster, "step": "enter", "read": shown.context["read"], "line": lines, **more}
    return client.post(f"/desk/{event.slug}/entries/paste/", typed)


def test_the_list_tells_what_is_to_be_known_about_an_entry(director: Client) -> None:
    event = make_event(names=["Ada Demo", "Ben Demo", f"Cai {UNPRINTABLE}", "Dot Demo"])
    event.entries.filter(number=1).update(fixed_table=2, note="wheelchair")
    keep_apart(event, director_of(event), [[2, 4]], is_hard=False)
    withdraw(event, director_of(event), 4)
    page = words(director.get(f"/desk/{event.slug}/entries/"))
    assert "1 Ada Demo present always at table 2; wheelchair" in page
    assert "2 Ben Demo present kept apart from 4 (if it can be avoided)" in page
    assert f"printed sheets cannot show {UNPRINTABLE} (U+E0FFF)" in page
    assert "4 Dot Demo withdrawn kept apart from 2 (if it can be avoided); left before round 1" in page


def test_a_status_narrows_the_list(director: Client) -> None:
    event = make_event(5)
    withdraw(event, director_of(event), 5)
    page = words(director.get(f"/desk/{event.slug}/entries/?status=withdrawn"))
    assert "Eve Demo" in page
    assert "Ada Demo" not in page


OF_THE_LIST = ("Organiser's number", "Given name", "Surname")

OF_THE_DESK = ("Club", "Family or team", "E-mail address", "Fee", "Paid")


def test_the_list_is_a_csv_file_that_no_spreadsheet_runs(director: Client) -> None:
    event = make_event(names=["=cmd()", "Ada Demo"], fee=1000)
    kept = Particulars("=cmd()", club="=club()", email="ada@example.com", fee_due=1250, fee_paid=500)
    edit_entry(event, director_of(event), 1, kept)
    answer = director.get(f"/desk/{event.slug}/entries/?_export=csv")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="sample-cup-2026-entries.csv"'
    rows = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))
    assert rows == [
        ["No.", "Name", "Country", "Junior", "Status", "Remarks", *OF_THE_DESK, *OF_THE_LIST],
        ["1", "'=cmd()", "", "", "present", "", "'=club()", "", "ada@example.com", "12.50", "5.00", "", "", ""],
        ["2", "Ada Demo", "", "", "present", "", "", "", "", "10.00", "0.00", "", "", ""],
    ]


@pytest.fixture
def new_event(db: None) -> Event:
    """The event of most tests here."""
    return make_event(0)


def test_a_roster_of_twenty_takes_two_requests(new_event: Event, director: Client) -> None:
    roster = "\n".join(f"Player {number}, NL" for number in range(1, 21))
    shown = read(director, new_event, roster)
    assert shown.status_code == 200
    assert "20 lines" in words(shown)
    assert names(new_event) == []
    answer = enter(director, new_event, roster, list(range(1, 21)))
    assert answer.headers["Location"] == f"/desk/{new_event.slug}/entries/check-in/"
    assert told(answer) == ["20 players (Player 1, Player 2, Player 3, Player 4, Player 5 and 15 more) entered."]
    assert names(new_event) == [f"Player {number}" for number in range(1, 21)]


def test_a_thousand_players_are_a_thousand_ticks(new_event: Event, director: Client) -> None:
    answer = enter(director, new_event, "\n".join(f"Player {n}" for n in range(1, 1_002)), list(range(1, 1_002)))
    assert told(answer) == ["1,001 players (Player 1, Player 2, Player 3, Player 4, Player 5 and 996 more) entered."]


def test_doubted_lines_are_not_ticked_but_may_be(director: Client) -> None:
    event = make_event(names=["Ada Demo"])
    roster = "Ada Demo\nBen Demo\nBen Demo"
    page = read(director, event, roster)
    assert [(row.line.line, row.is_ticked) for row in page.context["rows"]] == [
        (1, False),
        (3, False),
        (2, True),
    ]
    assert "Ada Demo has already been entered; select the line to add another player with this name." in words(page)
    assert "Line 2 has the same name; select this line if they are different people." in words(page)
    enter(director, event, roster, [2, 3])
    assert names(event) == ["Ada Demo", "Ben Demo", "Ben Demo"]


def test_what_paper_cannot_print_is_told_before_entering(new_event: Event, director: Client) -> None:
    page = words(read(director, new_event, f"Ada {UNPRINTABLE}"))
    assert f"No font on this machine can print {UNPRINTABLE} (U+E0FFF), so sheets show a box instead." in page


def test_a_changed_text_is_read_again_and_not_entered_by_old_ticks(new_event: Event, director: Client) -> None:
    shown = read(director, new_event, "Ada Demo\nBen Demo")
    typed = {"roster": "Cai Demo\nAda Demo", "step": "enter", "read": shown.context["read"], "line": [1]}
    answer = director.post(f"/desk/{new_event.slug}/entries/paste/", typed)
    assert answer.status_code == 200
    assert "Cai Demo" in words(answer)
    assert names(new_event) == []


def test_the_line_ends_of_browsers_do_not_count_as_a_change(new_event: Event, director: Client) -> None:
    shown = read(director, new_event, "Ada Demo\nBen Demo")
    typed = {"roster": "Ada Demo\r\nBen Demo", "step": "enter", "read": shown.context["read"], "line": [1, 2]}
    assert director.post(f"/desk/{new_event.slug}/entries/paste/", typed).status_code == 302


def test_with_no_line_ticked_nothing_is_entered_and_the_text_stays(new_event: Event, director: Client) -> None:
    answer = enter(director, new_event, "Ada Demo", [])
    assert "Nothing is selected. Select something in the list first." in words(answer)
    assert "Ada Demo" in answer.content.decode()


def test_a_line_that_was_refused_cannot_be_ticked_from_outside(new_event: Event, director: Client) -> None:
    enter(director, new_event, "Ada Demo\n, NL", [1, 2])
    assert names(new_event) == ["Ada Demo"]


def test_a_file_that_is_no_list_is_refused_and_the_pasted_text_stays(new_event: Event, director: Client) -> None:
    page = read(director, new_event, "Ada Demo", file=SimpleUploadedFile("list.xlsx", b"\x00\x01\x02PK"))
    assert "“list.xlsx” is not a list that can be read." in words(page)
    assert "Ada Demo</textarea>" in page.content.decode()


def test_an_entry_shows_its_rounds_penalties_and_whom_it_is_kept_from(director: Client) -> None:
    event = play_to(make_event(6), round_closed=1)
    keep_apart(event, director_of(event), [[1, 2]])
    give_penalty(event, director_of(event), PenaltyOrder(1, 1, PenaltyKind.FINE, "misread a tile", 5_000))
    table = next(table.number for table in record_of(event).round(1).tables for seat in table.seats if seat.player == 1)
    page = words(director.get(f"/desk/{event.slug}/entries/1/"))
    assert "number 1 · present" in page
    assert f"Round 1: table {table}" in page
    assert "Round 1: fine of 5,000, misread a tile" in page
    assert "Ben Demo: without exception" in page


def test_particulars_are_corrected(director: Client) -> None:
    event = make_event(6)
    typed = {
        "name": " Ada \u202e Sample ",
        "country": "nl",
        "is_junior": "on",
        "contestant_id": "501",
        "fixed_table": "2",
    }
    answer = director.post(f"/desk/{event.slug}/entries/1/", typed)
    assert told(answer) == ["Details of Ada Sample changed."]
    entry = record_of(event).entry(PlayerId(1))
    assert (entry.name, entry.country, entry.is_junior, entry.contestant_id) == ("Ada Sample", "NL", True, "501")
    assert event.entries.get(number=1).fixed_table == 2


@pytest.mark.parametrize("field", ["name", "given_name", "family_name"])
@pytest.mark.parametrize("contact", ["dot@example.org 07700 900111", "07700900111", "＠dot", "dot (at) example.com"])
def test_contact_data_is_refused_in_every_field_of_a_name_and_nothing_typed_is_lost(
    director: Client, field: str, contact: str
) -> None:
    event = make_event(3)
    typed = {"name": "Ada Demo", "country": "NL", "note": "by the door", field: f"Ada Demo {contact}"}
    page = director.post(f"/desk/{event.slug}/entries/1/", typed)
    assert "Leave e-mail addresses and telephone numbers out of the name." in words(page)
    assert f'value="Ada Demo {contact}"' in page.content.decode()
    assert 'value="by the door"' in page.content.decode()
    assert names(event) == ["Ada Demo", "Ben Demo", "Cai Demo"]


def test_an_entry_saved_as_it_is_is_nothing_wrong(director: Client) -> None:
    answer = director.post(f"/desk/{make_event(3).slug}/entries/1/", {"name": "Ada Demo"})
    assert [(message.level_tag, str(message)) for message in answer.context["messages"]] == [
        ("info", "Nothing was changed.")
    ]
    assert "Not saved:" not in words(answer)


DOUBTED = [
    (
        {"name": "ben  demo"},
        "Ben Demo has already been entered as number 2. Save only if this is another player with the same name.",
    ),
    (
        {"name": "Ada Demo", "fixed_table": "3"},
        "There is no table 3 yet: 7 players fill at most 2. Choose another table, or save if more players are "
        "coming. No round can be drawn without that table.",
    ),
]


@pytest.mark.parametrize(("typed", "doubt"), DOUBTED)
def test_a_name_that_is_there_or_a_table_that_is_not_is_asked_about_before_it_is_saved(
    director: Client, typed: dict[str, str], doubt: str
) -> None:
    event = make_event(7)
    page = f"/desk/{event.slug}/entries/1/"
    asked = director.post(page, typed)
    assert doubt in words(asked)
    assert record_of(event).entry(PlayerId(1)).name == "Ada Demo"
    assert record_of(event).entry(PlayerId(1)).fixed_table is None
    elsewhere = director.post(page, typed | {"sure": "another doubt"})
    assert doubt in words(elsewhere)
    assert told(press(director, asked, "Save anyway"))[-1].startswith("Details of ")
    saved = record_of(event).entry(PlayerId(1))
    assert (saved.name, saved.fixed_table) == (
        typed["name"].replace("  ", " "),
        int(typed.get("fixed_table", 0)) or None,
    )
    assert (
        "Details of "
        in told(director.post(page, {"name": saved.name, "fixed_table": typed.get("fixed_table", ""), "note": "x"}))[-1]
    )


def test_a_name_like_another_is_saved_at_once_and_told(director: Client) -> None:
    event = make_event(names=["Ada Demo", "Ben Smith", "Cai Demo"])
    page = f"/desk/{event.slug}/entries/1/"
    assert told(director.post(page, {"name": "Ben Smyth"})) == [
        "Details of Ben Smyth changed.",
        "Possible duplicate of Ben Smith (number 2).",
    ]


def test_the_last_table_that_can_be_filled_and_a_name_of_ones_own_are_saved_at_once(director: Client) -> None:
    event = make_event(7)
    withdraw(event, director_of(event), 7)
    assert director.post(f"/desk/{event.slug}/entries/1/", {"name": "ADA Demo", "fixed_table": "2"}).status_code == 302
    withdraw(event, director_of(event), 6)
    assert director.post(f"/desk/{event.slug}/entries/2/", {"name": "Ben Demo", "fixed_table": "2"}).status_code == 200


def test_an_entry_that_played_says_why_it_stays(director: Client) -> None:
    event = being_played(6)
    why = "3 Cai Demo has a seat, a score, a report or a penalty; withdraw the player instead."
    page = words(director.get(f"/desk/{event.slug}/entries/3/remove/"))
    assert f"Remove Cai Demo {why}" in page
    assert "Remove Cai Demo?" not in page
    answer = director.post(f"/desk/{event.slug}/entries/3/remove/", {"confirmed": "yes"})
    assert told(answer)[-1] == why
    assert record_of(event).entry(PlayerId(3)).status is Status.PRESENT


def test_there_is_no_page_for_a_number_nobody_has(director: Client) -> None:
    event = make_event(3)
    assert director.get(f"/desk/{event.slug}/entries/9/").status_code == 404


def test_the_line_of_the_ranks_is_on_the_players_own_page_alone(director: Client) -> None:
    event = play_to(make_event(9), round_closed=2)
    told = "Rank after each round: Ada Demo"
    assert told not in director.get(f"/desk/{event.slug}/entries/1/").content.decode()
    assert told in Client().get(f"/{event.slug}/players/1/").content.decode()


def test_an_entrys_page_shows_the_person_first_and_the_guessed_parts_of_the_name_in_their_fields(
    director: Client,
) -> None:
    event = make_event(3)
    page = director.get(f"/desk/{event.slug}/entries/1/").content.decode()
    assert page.index(">Attendance<") < page.index("<summary>Details<")
    for name, guess in (("given_name", "Ada"), ("family_name", "Demo")):
        (field,) = re.findall(f'<input[^>]*name="{name}"[^>]*>', page)
        assert f'placeholder="{guess}"' in field
        assert "value=" not in field


# Withdrawing, disqualifying and reinstating, with the consequences shown first


def test_nobody_is_asked_why_a_player_leaves_or_a_setting_changes_and_earlier_reasons_stay(director: Client) -> None:
    event = play_to(make_event(6, extras="take_overs"), round_closed=1)
    withdraw(event, director_of(event), 6, "has to catch a train")
    for page in ("entries/1/withdraw/", "entries/1/take-over/", "entries/6/reinstate/", "settings/"):
        shown = director.get(f"/desk/{event.slug}/{page}").content.decode()
        assert '<form method="post"' in shown or 'class="settings" method="post"' in shown
        assert not re.findall(r'name="(?:reason|release)"', shown), page
    assert "has to catch a train" in words(director.get(f"/desk/{event.slug}/changes/"))


# The desk's lists that are sorted and paged by their heads: entries, events, penalties


def column(client: Client, address: str, head: str) -> list[str]:
    """What a column of the page's last list says, row by row."""
    answer = client.get(address)
    assert answer.status_code == 200, address
    return [row[head] for row in tables_of(answer.content.decode())[-1].records()]


def test_entries_are_sorted_by_plain_letters(director: Client) -> None:
    event = make_event(names=["Zoe Demo", "łukasz Demo", "Eve Demo", "Élan Demo", "Bjørn Demo", "Mia Demo"])
    address = f"/desk/{event.slug}/entries/"
    in_order = ["Bjørn Demo", "Élan Demo", "Eve Demo", "łukasz Demo", "Mia Demo", "Zoe Demo"]
    assert column(director, f"{address}?sort=name", "Name") == in_order
    assert column(director, f"{address}?sort=-name", "Name") == in_order[::-1]
    assert column(director, f"{address}?sort=-player", "No.") == ["6", "5", "4", "3", "2", "1"]
    page = director.get(f"{address}?sort=name").content.decode()
    assert 'aria-sort="ascending"><a href="?sort=-name">Name</a>' in re.sub(r"\s*(?=<a)", "", page)


def test_events_are_sorted_by_date(director: Client) -> None:
    for name, day in (("Later Cup", date(2026, 9, 1)), ("Sooner Cup", date(2026, 7, 1))):
        Event.objects.filter(pk=make_event(0, director=make_director(), name=name).pk).update(date=day)
    assert column(director, "/desk/?sort=date", "Event") == ["Sooner Cup", "Later Cup"]
    assert column(director, "/desk/?sort=-date", "Event") == ["Later Cup", "Sooner Cup"]


def test_the_offence_book_is_sorted_and_comes_in_pages(event: Event, director: Client) -> None:
    for number in (*range(8, 0, -1), *range(1, 9)) * 4:
        give_penalty(event, director_of(event), PenaltyOrder(PlayerId(number), 1, PenaltyKind.WARNING, "misread"))
    address = f"/desk/{event.slug}/penalties/"
    names = column(director, f"{address}?sort=name", "Player")
    assert (len(names), names) == (50, sorted(names))
    assert len(column(director, f"{address}?sort=name&page=2", "Player")) == 14
    assert column(director, f"{address}?sort=-count", "No.")[:8] == ["8"] * 8
    assert len(director.get(f"{address}?_export=csv").content.decode().splitlines()) == 65
