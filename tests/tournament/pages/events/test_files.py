"""The desk's lists as files: CSV for programs never changes, XLSX is in the reader's language."""

from __future__ import annotations

import csv
from io import BytesIO, StringIO

import pytest
from django.db import transaction
from django.test import Client
from django.utils.timezone import localtime
from hypothesis import example, given
from hypothesis import strategies as st
from openpyxl import load_workbook

from tests.build import director_of, logged_in, make_director, make_event, play_to
from tests.tournament.pages.forms import Answer, press
from tests.tournament.pages.pages import desk
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.vocabulary import PenaltyKind
from tournament.scores.totals import standings
from tournament.services.entries import Particulars, edit_entry
from tournament.slices.penalties import PenaltyOrder, give_penalty
from wording.figures import decimals

pytestmark = pytest.mark.django_db

LISTS = (
    "standings/",
    "final/",
    "final/?list=pentamind",
    "entries/",
    "entries/?status=present",
    "rounds/1/results/",
    "penalties/",
)
OWN = ("No.", "Name", "Country", "Junior", "Status", "Remarks", "Organiser's number", "Given name", "Surname")


@pytest.fixture
def event() -> Event:
    """Eight players after the only round, with a warning."""
    made = play_to(make_event(8, rounds_planned=1), round_closed=1)
    give_penalty(made, director_of(made), PenaltyOrder(1, 1, PenaltyKind.WARNING, "talked"))
    return made


def file(client: Client, event: Event, page: str, kind: str) -> Answer:
    answer = client.get(desk(event, f"{page}{'&' if '?' in page else '?'}_export={kind}"))
    assert answer.status_code == 200, page
    assert answer["Content-Disposition"].startswith(f'attachment; filename="{event.slug}-')
    return answer


def lines(answer: Answer, delimiter: str = ",") -> list[list[str]]:
    return list(csv.reader(StringIO(answer.content.decode("utf-8-sig"), newline=""), delimiter=delimiter))


@pytest.mark.parametrize("page", LISTS)
def test_every_list_is_a_workbook_with_as_many_rows_as_its_csv(event: Event, director: Client, page: str) -> None:
    sheet = load_workbook(BytesIO(file(director, event, page, "xlsx").content)).active
    assert sheet is not None
    assert sheet.max_row > 1
    kind = "pentamind" if "pentamind" in page else "csv"
    assert len(lines(file(director, event, page.partition("?list")[0], kind))) == sheet.max_row
    shown = director.get(desk(event, page)).content.decode()
    assert [f"_export={kind}" in shown, "_export=xlsx" in shown] == [True, True]


def test_figures_are_numbers_in_a_workbook_and_its_heads_are_in_the_language_of_the_reader(
    event: Event, director: Client
) -> None:
    best = standings(record_of(event))[0]
    total = decimals(best.total, 3)
    director.post("/desk/language/", {"language": "de", "next": "/desk/"})
    assert total in lines(file(director, event, "standings/", "csv"))[1]
    sheet = load_workbook(BytesIO(file(director, event, "standings/", "xlsx").content)).active
    assert sheet is not None
    assert "Gesamt" in [cell.value for cell in sheet[1]]
    assert best.total / 1000 in [cell.value for cell in sheet[2]]


def test_the_time_of_a_penalty_is_a_time_in_a_workbook(event: Event, director: Client) -> None:
    sheet = load_workbook(BytesIO(file(director, event, "penalties/", "xlsx").content)).active
    assert sheet is not None
    given = localtime(event.penalties.get().given_at).replace(microsecond=0, tzinfo=None)
    assert given in [cell.value for cell in sheet[2]]


def test_the_log_of_changes_is_a_file_for_programs_alone(event: Event, director: Client) -> None:
    assert len(lines(file(director, event, "changes/", "csv"))) == event.changes.count() + 1
    shown = director.get(desk(event, "changes/?_export=xlsx"))
    assert shown["Content-Type"].startswith("text/html")
    assert "_export=xlsx" not in director.get(desk(event, "changes/")).content.decode()


def own_list(client: Client, event: Event) -> str:
    return str(file(client, event, "entries/", "csv").content.decode("utf-8-sig"))


def test_the_list_of_entries_has_number_given_name_and_surname_behind_what_it_had(director: Client) -> None:
    event = make_event(2)
    entered = Particulars("Zoe van der Anfang", "NL", True, "501", given_name="Zoe", family_name="van der Anfang")
    edit_entry(event, director_of(event), 1, entered)
    head, first, _ = lines(file(director, event, "entries/", "csv"))
    entry = dict(zip(head, first, strict=True))
    assert tuple(head[:6]) == OWN[:6]
    assert [entry[column] for column in OWN] == [
        "1",
        "Zoe van der Anfang",
        "NL",
        "JNR",
        "present",
        "",
        "501",
        "Zoe",
        "van der Anfang",
    ]
    assert "Organiser" not in director.get(desk(event, "entries/")).content.decode().partition("<table")[2]


NAMES = st.tuples(
    st.sampled_from(["Zoe", "Jean-Luc", "Mary Ann", "Øyvind", "J.", "José María", "宝玉", "Д'Артаньян"]),
    st.sampled_from(["Anfang", "van der Neun", "O'Neil", "LI", "Müller-Lüdenscheidt", "de la Cruz", "林", "Ng"]),
)
HOSTILE = st.tuples(
    st.sampled_from(["-Minus", "=Minus", "+Minus", "'-Minus", "''=Minus", "'Minus", "'t Minus", "’Minus"]),
    st.sampled_from(["Sign", "-Zeichen", "'Neil"]),
)
CLUBS = st.sampled_from(["", "Board Club", "-Club", "'-Club", "Club;=1+1", "Club; '-1", "=Club;'+1", "'Club"])
ENTERED = st.builds(
    lambda name, country, junior, number, is_parted, club: Particulars(
        " ".join(name),
        country,
        junior,
        number,
        given_name=name[0] if is_parted else "",
        family_name=name[1] if is_parted else "",
        club=club,
    ),
    NAMES | HOSTILE,
    st.sampled_from(["", "NL", "DE", "GB", "NG", "CN"]),
    st.booleans(),
    st.sampled_from(["", "7", "00501", "4711"]),
    st.booleans(),
    CLUBS,
)


@example([Particulars("Zoe LI")])
@example([Particulars("-Minus Sign"), Particulars("'-Minus Sign"), Particulars("Zoe Anfang", club="=Club;'+1")])
@given(
    st.lists(ENTERED, min_size=1, max_size=5, unique_by=lambda each: each.name).filter(
        lambda rows: (
            len({row.contestant_id for row in rows if row.contestant_id}) == sum(bool(r.contestant_id) for r in rows)
        )
    )
)
def test_the_events_own_list_of_entries_read_again_changes_nothing_and_enters_the_same_people_elsewhere(
    rows: list[Particulars],
) -> None:
    with transaction.atomic():
        _read_again_and_elsewhere(rows)
        transaction.set_rollback(True)


def _read_again_and_elsewhere(rows: list[Particulars]) -> None:
    director = logged_in(make_director())
    event = make_event(len(rows), name="Own Cup 2026")
    for number, row in enumerate(rows, 1):
        edit_entry(event, director_of(event), number, row)
    again = press(
        director, director.get(desk(event, "entries/paste/")), "Preview", {"roster": own_list(director, event)}
    )
    assert (again.context["rows"], again.context["changed"], again.context["gone"]) == ([], [], [])
    assert again.context["same"] == len(rows)
    elsewhere = make_event(0, name="Next Cup 2026")
    read = press(
        director, director.get(desk(elsewhere, "entries/paste/")), "Preview", {"roster": own_list(director, event)}
    )
    press(director, read, "Save the selected lines")
    one, other = (
        [
            (row.as_entered, row.country, row.is_junior, row.contestant_id, row.given_name, row.family_name, row.club)
            for row in record_of(each).entries
        ]
        for each in (event, elsewhere)
    )
    assert one == other


def test_an_event_that_takes_no_fee_exports_no_payments_and_its_list_says_nothing_of_fees_elsewhere(
    director: Client,
) -> None:
    event, elsewhere = make_event(3, name="Own Cup 2026"), make_event(0, name="Next Cup 2026")
    event.entries.filter(number=2).update(fee_paid=500)
    assert [line["Paid"] for line in csv.DictReader(StringIO(own_list(director, event)))] == ["", "5.00", ""]
    page = director.get(desk(elsewhere, "entries/paste/"))
    read = press(director, page, "Preview", {"roster": own_list(director, event)})
    assert "0.00 paid" not in read.content.decode()
    press(director, read, "Save the selected lines")
    assert [(entry.fee_due, entry.fee_paid, entry.note) for entry in record_of(elsewhere).entries] == [
        (None, 0, ""),
        (500, 500, ""),
        (None, 0, ""),
    ]
    Event.objects.filter(pk=event.pk).update(fee=500)
    assert [line["Paid"] for line in csv.DictReader(StringIO(own_list(director, event)))] == ["0.00", "5.00", "0.00"]
