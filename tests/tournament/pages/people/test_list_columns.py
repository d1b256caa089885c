"""A list on its page: columns with a choice of what each holds, lines that may be no player, doubts taken out, letters, sheets."""

from __future__ import annotations

import io
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from openpyxl import Workbook

from tests.build import make_event
from tests.tournament.pages.forms import form_with
from tests.tournament.pages.pages import desk
from tests.tournament.pages.words import told, words
from tournament.models import Event, ListShape
from tournament.models.queries import record_of

pytestmark = pytest.mark.django_db

FORM = "Zeit;Wer bist du;Ort\n12/03/2026;Alpha Eins;Hall\n13/03/2026;Beta Zwei;Hall"


def sent(client: Client, event: Event, step: str, page: Any, **typed: Any) -> Any:
    """Press the button of this step with what the page shows, and what is chosen over it."""
    form = form_with(page, "read")
    (button,) = [each for each in form.buttons if each.name == "step" and each.value == step]
    return client.post(desk(event, "entries/paste/"), form.filled(typed, button))


def read(client: Client, event: Event, text: str = "", **more: Any) -> Any:
    return client.post(desk(event, "entries/paste/"), {"roster": text, "step": "read", **more})


def ticked(page: Any) -> list[str]:
    """The names of the lines that are ticked."""
    return [row.line.name for row in (*page.context["rows"], *page.context["nobody"]) if row.is_ticked]


def names(event: Event) -> list[str]:
    return [entry.as_entered for entry in record_of(event).entries]


@pytest.fixture
def event(db: None) -> Event:
    """The event of most tests here."""
    return make_event(0)


def test_what_a_column_holds_is_changed_by_one_press_and_the_lines_follow(event: Event, director: Client) -> None:
    page = read(director, event, "Alpha,Eins,Germany\nBeta,Zwei,France")
    assert "Check what each column holds" in words(page)
    assert ticked(page) == ["Alpha Eins", "Beta Zwei"]
    turned = sent(director, event, "look", page, **{"column-0": "family", "column-1": "given"})
    assert ticked(turned) == ["Eins Alpha", "Zwei Beta"]
    assert "Check what each column holds" not in words(turned)
    assert told(sent(director, event, "enter", turned)) == ["Eins Alpha and Zwei Beta entered."]
    assert [(entry.given_name, entry.family_name) for entry in record_of(event).entries] == [
        ("Eins", "Alpha"),
        ("Zwei", "Beta"),
    ]


def test_a_choice_is_remembered_for_the_next_list_with_these_headings(director: Client) -> None:
    event, other = make_event(0), make_event(0)
    page = read(director, event, FORM)
    chosen = sent(director, event, "look", page, **{"column-0": "-", "column-1": "name", "column-2": "club"})
    sent(director, event, "enter", chosen)
    assert [(entry.name, entry.club) for entry in event.entries.all()] == [
        ("Alpha Eins", "Hall"),
        ("Beta Zwei", "Hall"),
    ]
    again = read(director, event, f"{FORM}\n14/03/2026;Gamma Drei;Room")
    assert [column.chosen for column in again.context["layout"].columns] == ["-", "name", "club"]
    assert ticked(again) == ["Gamma Drei"]
    assert ListShape.objects.filter(event=other).count() == 0


def test_a_list_that_was_read_as_it_stands_is_not_remembered(event: Event, director: Client) -> None:
    sent(director, event, "enter", read(director, event, "Name,Country\nAlpha Eins,DE"))
    assert names(event) == ["Alpha Eins"]
    assert not ListShape.objects.exists()


def test_lines_that_may_be_no_player_stand_apart_and_may_still_be_entered(event: Event, director: Client) -> None:
    text = "Group A\nAlpha Eins\n~~Beta Zwei~~\nGamma Drei (cancelled)\nTotal: 3"
    page = read(director, event, text)
    assert ticked(page) == ["Alpha Eins"]
    assert "4 lines that may not be players" in words(page)
    assert [row.line.name for row in page.context["nobody"]] == ["Group A", "Beta Zwei", "Gamma Drei", "Total: 3"]
    wanted = [
        row.tick
        for row in (*page.context["rows"], *page.context["nobody"])
        if row.line.name in {"Alpha Eins", "Beta Zwei"}
    ]
    sent(director, event, "enter", page, line=wanted)
    assert names(event) == ["Alpha Eins", "Beta Zwei"]


def test_one_press_takes_out_every_line_in_doubt_and_leaves_the_others_as_they_were(
    event: Event, director: Client
) -> None:
    page = read(director, event, "Alpha Eins\nBeta Zwei +1\nGamma Drei (vielleicht)\nDelta Vier")
    assert "Leave out all 2 doubtful lines" in words(page)
    (delta,) = [row.tick for row in page.context["rows"] if row.line.name == "Delta Vier"]
    kept = [row.tick for row in page.context["rows"] if row.is_ticked and row.tick != delta]
    certain = sent(director, event, "certain", page, line=kept)
    assert ticked(certain) == ["Alpha Eins"]
    assert "in doubt" not in words(certain)
    sent(director, event, "enter", certain)
    assert names(event) == ["Alpha Eins"]


def test_what_is_not_used_is_shown_beside_its_line(director: Client) -> None:
    page = read(director, make_event(0), "GM Alpha Eins, 1800\nBeta Zwei")
    assert "not used: GM · 1800" in words(page)


def test_letters_are_read_anew_where_the_encoding_was_guessed_wrongly(event: Event, director: Client) -> None:
    """Nothing says how the file was saved: three names are shown as they were read, and the choice reads the list anew."""
    text = "Nazwisko;Imię;Kraj\r\nŻółć-Eins;Łukasz;Polska\r\nŠest;Ďuro;Česko\r\n"
    page = read(director, event, file=SimpleUploadedFile("list.csv", text.encode("cp1250")))
    assert "Do these letters look right?" in words(page)
    assert page.context["encoding"] == "cp1252"
    assert all(name in words(page) for name in page.context["accented"])
    right = sent(director, event, "look", page, letters="cp1250")
    assert ticked(right) == ["Łukasz Żółć-Eins", "Ďuro Šest"]
    assert "Łukasz Żółć-Eins · Ďuro Šest" in words(right)
    sent(director, event, "enter", right)
    assert names(event) == ["Łukasz Żółć-Eins", "Ďuro Šest"]


def test_a_list_with_more_than_people_gives_nobody_the_country_of_somebody_else(event: Event, director: Client) -> None:
    """What was previewed is entered: a country below a person is none of the next one, then neither."""
    page = read(director, event, "Alpha Eins\nGasse\nAustria\nBeta Zwei\nWeg\nGermany")
    assert "Not every line seems to be a player" in words(page)
    wanted = [row.tick for row in page.context["rows"] if row.line.name in {"Alpha Eins", "Beta Zwei"}]
    sent(director, event, "enter", page, line=wanted)
    assert [(entry.name, entry.country) for entry in event.entries.all()] == [("Alpha Eins", ""), ("Beta Zwei", "")]


def test_the_sheet_is_chosen_where_several_may_be_the_list(director: Client) -> None:
    event, book, content = make_event(0), Workbook(), io.BytesIO()
    assert book.active is not None
    book.active.title = "Saturday"
    for name in ("Alpha Eins", "Beta Zwei"):
        book.active.append([name, "DE"])
    sunday = book.create_sheet("Sunday")
    sunday.append(["Gamma Drei", "FR"])
    book.save(content)
    page = read(director, event, file=SimpleUploadedFile("days.xlsx", content.getvalue()))
    assert "The list has several sheets; the one being read is Saturday" in words(page)
    assert ticked(page) == ["Alpha Eins", "Beta Zwei"]
    assert ticked(sent(director, event, "look", page, sheet="1")) == ["Gamma Drei"]


@pytest.mark.parametrize(
    ("before", "text"),
    [
        (["Éta Sébén", "Alpha Eins"], "Name,Country\nEta Seben,\nALPHA EINS,"),
        (["Éta Sébén", "Alpha Eins"], "Name\nalpha eins\nÃ‰ta SÃ©bÃ©n"),
    ],
)
def test_a_list_read_again_proposes_no_change_for_the_worse(director: Client, before: list[str], text: str) -> None:
    page = read(director, make_event(names=before), text)
    assert page.context["changed"] == []


def test_a_list_that_was_cancelled_by_somebody_shows_the_entry_as_missing(director: Client) -> None:
    event = make_event(names=["Alpha Eins", "Beta Zwei"])
    page = read(director, event, "Name,Status\nAlpha Eins,Confirmed\nBeta Zwei,Cancelled")
    assert [entry.name for entry, *_ in page.context["gone"]] == ["Beta Zwei"]
    assert "The list says “Cancelled”." in words(page)
