"""Lists read in: files and headings, columns with a choice, doubts, and the office's list read again."""

from __future__ import annotations

import io
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from openpyxl import Workbook

from tests.build import make_event, play_to
from tests.tournament.pages.forms import form_with
from tests.tournament.pages.pages import desk
from tests.tournament.pages.words import told, words
from tournament.models import Event, ListShape
from tournament.models.queries import record_of
from tournament.tellings.diary import differences, sentence_of

pytestmark = pytest.mark.django_db


def read(client: Client, event: Event, text: str = "", **more: Any) -> Any:
    return client.post(desk(event, "entries/paste/"), {"roster": text, "step": "read", **more})


def enter(client: Client, event: Event, page: Any, **typed: Any) -> Any:
    """Press "Save the selected lines" with what the page shows, and what is typed over it."""
    form = form_with(page, "read")
    return client.post(desk(event, "entries/paste/"), form.filled(typed, form.button("Save the selected")))


def columns_of(page: Any) -> dict[str, str]:
    """Return what each column is read as, by the field of the page that says so."""
    form = form_with(page, "read")
    return {name: value for name, (value,) in form.filled({}).items() if name.startswith("column-")}


def entries_of(event: Event) -> list[tuple[str, str, str, str, str]]:
    return [
        (entry.name, entry.given_name, entry.family_name, entry.country, entry.contestant_id)
        for entry in record_of(event).entries
    ]


def test_a_workbook_is_uploaded_looked_through_and_entered(director: Client) -> None:
    event = make_event(0)
    book, content = Workbook(), io.BytesIO()
    assert book.active is not None
    for row in (["Nachname", "Vorname", "Nation", "Telefon"], ["Demo", "Zoë", "Niederlande", "555"]):
        book.active.append(row)
    book.save(content)
    page = read(director, event, file=SimpleUploadedFile("entrants.xlsx", content.getvalue()))
    assert columns_of(page) == {"column-0": "family", "column-1": "given", "column-2": "country", "column-3": "-"}
    assert "Nachname Vorname Nation Telefon Demo Zoë Niederlande 555" in words(page)
    assert told(enter(director, event, page)) == ["Zoë Demo entered."]
    assert entries_of(event) == [("Zoë Demo", "Zoë", "Demo", "NL", "")]


def test_an_unknown_country_is_asked_about_and_nobody_is_entered_before_it_is_said(director: Client) -> None:
    event = make_event(0)
    page = read(director, event, "Name,Country\nAda Demo,Freedonia\nBen Demo,Netherland\nCai Demo,XX\nDot Demo,pl")
    form = form_with(page, "read")
    assert {name: value for name, value in form.values.items() if name.startswith("country:")} == {
        "country:Freedonia": [""],
        "country:Netherland": ["NL"],
        "country:XX": ["XX"],
    }
    refused = enter(director, event, page)
    assert "Choose a country for “Freedonia”, or “no country”." in words(refused)
    assert entries_of(event) == []
    enter(director, event, refused, **{"country:Freedonia": "-"})
    assert [(name, country) for name, _, _, country, _ in entries_of(event)] == [
        ("Ada Demo", ""),
        ("Ben Demo", "NL"),
        ("Cai Demo", "XX"),
        ("Dot Demo", "PL"),
    ]


def test_an_unticked_line_asks_for_no_country(director: Client) -> None:
    event = make_event(0)
    page = read(director, event, "Name,Country\nAda Demo,Freedonia\nBen Demo,NL")
    assert enter(director, event, page, line=["3"]).status_code == 302
    assert [name for name, *_ in entries_of(event)] == ["Ben Demo"]


def test_what_may_be_one_person_is_told_with_both_names_and_entered_all_the_same(director: Client) -> None:
    make_event(names=["Zoë Sample"], name="Sample Cup 2025")
    event = make_event(names=["Ada Smith"])
    page = read(director, event, "Ada Smyth\nZoe Sample\nBen Demo\nSmith Ada")
    text = words(page)
    assert "Possible duplicate of Ada Smith (number 1)." in text
    assert "Possible duplicate of Ada Smith (number 1)." in text
    assert "3 lines to look at" not in text
    assert "2 lines need checking" in text  # Zoe Sample is known from 2025 under this very name, accents apart
    enter(director, event, page)
    assert [name for name, *_ in entries_of(event)] == ["Ada Smith", "Ada Smyth", "Zoe Sample", "Ben Demo", "Smith Ada"]


def test_a_name_of_an_earlier_event_is_told_with_that_event(director: Client) -> None:
    make_event(names=["Zoë Sample"], name="Sample Cup 2025")
    event = make_event(0)
    text = words(read(director, event, "Zoe Sampel"))
    assert "Possible duplicate of Zoë Sample (in Sample Cup 2025)." in text


def test_names_of_another_directors_events_and_of_practice_stay_there(director: Client, stranger: Client) -> None:
    from tests.build import make_director

    make_event(names=["Zoë Sample"], name="Other Cup 2025", director=make_director("stranger"))
    make_event(names=["Zoë Sample"], name="Practice 2025", is_practice=True)
    assert "Zoë Sample" not in words(read(director, make_event(0), "Zoe Sampel"))


# A list on its page: columns with a choice of what each holds, lines that may be no player, doubts taken out, letters, sheets


FORM = "Zeit;Wer bist du;Ort\n12/03/2026;Alpha Eins;Hall\n13/03/2026;Beta Zwei;Hall"


def sent(client: Client, event: Event, step: str, page: Any, **typed: Any) -> Any:
    """Press the button of this step with what the page shows, and what is chosen over it."""
    form = form_with(page, "read")
    (button,) = [each for each in form.buttons if each.name == "step" and each.value == step]
    return client.post(desk(event, "entries/paste/"), form.filled(typed, button))


def ticked(page: Any) -> list[str]:
    """The names of the lines that are ticked."""
    return [row.line.name for row in (*page.context["rows"], *page.context["nobody"]) if row.is_ticked]


def names(event: Event) -> list[str]:
    return [entry.as_entered for entry in record_of(event).entries]


@pytest.fixture
def new_event(db: None) -> Event:
    """The event of most tests here."""
    return make_event(0)


def test_what_a_column_holds_is_changed_by_one_press_and_the_lines_follow(new_event: Event, director: Client) -> None:
    page = read(director, new_event, "Alpha,Eins,Germany\nBeta,Zwei,France")
    assert "Check what each column holds" in words(page)
    assert ticked(page) == ["Alpha Eins", "Beta Zwei"]
    turned = sent(director, new_event, "look", page, **{"column-0": "family", "column-1": "given"})
    assert ticked(turned) == ["Eins Alpha", "Zwei Beta"]
    assert "Check what each column holds" not in words(turned)
    assert told(sent(director, new_event, "enter", turned)) == ["Eins Alpha and Zwei Beta entered."]
    assert [(entry.given_name, entry.family_name) for entry in record_of(new_event).entries] == [
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


def test_a_list_that_was_read_as_it_stands_is_not_remembered(new_event: Event, director: Client) -> None:
    sent(director, new_event, "enter", read(director, new_event, "Name,Country\nAlpha Eins,DE"))
    assert names(new_event) == ["Alpha Eins"]
    assert not ListShape.objects.exists()


def test_lines_that_may_be_no_player_stand_apart_and_may_still_be_entered(new_event: Event, director: Client) -> None:
    text = "Group A\nAlpha Eins\n~~Beta Zwei~~\nGamma Drei (cancelled)\nTotal: 3"
    page = read(director, new_event, text)
    assert ticked(page) == ["Alpha Eins"]
    assert "4 lines that may not be players" in words(page)
    assert [row.line.name for row in page.context["nobody"]] == ["Group A", "Beta Zwei", "Gamma Drei", "Total: 3"]
    wanted = [
        row.tick
        for row in (*page.context["rows"], *page.context["nobody"])
        if row.line.name in {"Alpha Eins", "Beta Zwei"}
    ]
    sent(director, new_event, "enter", page, line=wanted)
    assert names(new_event) == ["Alpha Eins", "Beta Zwei"]


def test_one_press_takes_out_every_line_in_doubt_and_leaves_the_others_as_they_were(
    new_event: Event, director: Client
) -> None:
    page = read(director, new_event, "Alpha Eins\nBeta Zwei +1\nGamma Drei (vielleicht)\nDelta Vier")
    assert "Leave out all 2 doubtful lines" in words(page)
    (delta,) = [row.tick for row in page.context["rows"] if row.line.name == "Delta Vier"]
    kept = [row.tick for row in page.context["rows"] if row.is_ticked and row.tick != delta]
    certain = sent(director, new_event, "certain", page, line=kept)
    assert ticked(certain) == ["Alpha Eins"]
    assert "in doubt" not in words(certain)
    sent(director, new_event, "enter", certain)
    assert names(new_event) == ["Alpha Eins"]


def test_what_is_not_used_is_shown_beside_its_line(director: Client) -> None:
    page = read(director, make_event(0), "GM Alpha Eins, 1800\nBeta Zwei")
    assert "not used: GM · 1800" in words(page)


def test_letters_are_read_anew_where_the_encoding_was_guessed_wrongly(new_event: Event, director: Client) -> None:
    """Nothing says how the file was saved: three names are shown as they were read, and the choice reads the list anew."""
    text = "Nazwisko;Imię;Kraj\r\nŻółć-Eins;Łukasz;Polska\r\nŠest;Ďuro;Česko\r\n"
    page = read(director, new_event, file=SimpleUploadedFile("list.csv", text.encode("cp1250")))
    assert "Do these letters look right?" in words(page)
    assert page.context["encoding"] == "cp1252"
    assert all(name in words(page) for name in page.context["accented"])
    right = sent(director, new_event, "look", page, letters="cp1250")
    assert ticked(right) == ["Łukasz Żółć-Eins", "Ďuro Šest"]
    assert "Łukasz Żółć-Eins · Ďuro Šest" in words(right)
    sent(director, new_event, "enter", right)
    assert names(new_event) == ["Łukasz Żółć-Eins", "Ďuro Šest"]


def test_a_list_with_more_than_people_gives_nobody_the_country_of_somebody_else(
    new_event: Event, director: Client
) -> None:
    """What was previewed is entered: a country below a person is none of the next one, then neither."""
    page = read(director, new_event, "Alpha Eins\nGasse\nAustria\nBeta Zwei\nWeg\nGermany")
    assert "Not every line seems to be a player" in words(page)
    wanted = [row.tick for row in page.context["rows"] if row.line.name in {"Alpha Eins", "Beta Zwei"}]
    sent(director, new_event, "enter", page, line=wanted)
    assert [(entry.name, entry.country) for entry in new_event.entries.all()] == [("Alpha Eins", ""), ("Beta Zwei", "")]


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


# The office's list read again: every change has a tick, nothing happens unticked, and all of it is one act


FIRST = "ContestantId,First Name,Last Name,Country\n501,Ada,Demo,NL\n502,Ben,Demo,NL\n503,Cai,Demo,NL"
AGAIN = "ContestantId,First Name,Last Name,Country\n501,Ada,Demo,Poland\n502,Ben,Demmo,NL\n504,Dot,Sample,Wales"


def read_again(client: Client, event: Event, text: str) -> Any:
    return client.post(desk(event, "entries/paste/"), {"roster": text, "step": "read"})


def take(client: Client, page: Any, **typed: Any) -> Any:
    form = form_with(page, "read")
    button = next(each for each in form.buttons if each.value == "enter")
    return client.post(form.action, form.filled(typed, button))


def entered(client: Client, text: str = FIRST) -> Event:
    event = make_event(0)
    take(client, read_again(client, event, text))
    return Event.objects.get(pk=event.pk)


def numbered_entries_of(event: Event) -> list[tuple[int, str, str]]:
    return [(entry.player, entry.name, entry.country) for entry in record_of(event).entries]


@pytest.fixture
def listed(director: Client) -> Event:
    """The event with the list that was entered first."""
    return entered(director)


def test_the_same_list_again_asks_for_nothing(listed: Event, director: Client) -> None:
    page = read_again(director, listed, FIRST)
    assert "3 entries are the same as in the list." in words(page)
    assert (page.context["rows"], page.context["changed"], page.context["gone"]) == ([], [], [])


def test_new_changed_and_gone_are_shown_with_old_and_new_values(director: Client) -> None:
    text = words(read_again(director, entered(director), AGAIN))
    assert "1 line" in text
    assert "1 Ada Demo country: NL → PL" in text
    assert "2 Ben Demo name: Ben Demo → Ben Demmo surname: Demo → Demmo" in text
    assert "1 entry is not in the list" in text


def test_what_is_ticked_is_done_in_one_act_that_history_tells(listed: Event, director: Client) -> None:
    before = listed.version
    answer = take(director, read_again(director, listed, AGAIN), gone=["3"])
    assert told(answer) == ["List imported: 1 new, 2 changed, 1 removed."]
    assert numbered_entries_of(listed) == [(1, "Ada Demo", "PL"), (2, "Ben Demmo", "NL"), (3, "Dot Sample", "WAL")]
    listed.refresh_from_db()
    assert listed.version == before + 1
    (change,) = listed.changes.filter(version=listed.version)
    record = record_of(listed)
    assert sentence_of(change, record) == "List imported: 1 new, 2 changed, 1 removed"
    told_in_words = [row.words for row in differences(change, record)]
    assert "Ada Demo, country: NL → PL" in told_in_words
    assert "Ben Demmo, name: Ben Demo → Ben Demmo" in told_in_words


def test_nothing_that_is_not_ticked_happens(listed: Event, director: Client) -> None:
    take(director, read_again(director, listed, AGAIN), changed=[], line=["4"])
    assert numbered_entries_of(listed) == [
        (1, "Ada Demo", "NL"),
        (2, "Ben Demo", "NL"),
        (3, "Cai Demo", "NL"),
        (4, "Dot Sample", "WAL"),
    ]


def test_what_was_corrected_here_is_changed_back_by_a_tick_alone(listed: Event, director: Client) -> None:
    director.post(desk(listed, "entries/1/"), {"name": "Ada van Demo", "country": "NL", "contestant_id": "501"})
    page = read_again(director, listed, AGAIN)
    assert [(row.entry.player, is_ticked) for row, is_ticked, _ in page.context["changed"]] == [(1, False), (2, True)]


def test_a_row_says_that_it_was_corrected_here_where_it_was_and_nowhere_else(listed: Event, director: Client) -> None:
    assert "corrected here" not in words(read_again(director, listed, AGAIN))
    director.post(desk(listed, "entries/1/"), {"name": "Ada van Demo", "country": "NL", "contestant_id": "501"})
    first, second = words(read_again(director, listed, AGAIN)).split("1 Ada van Demo")[1].split("2 Ben Demo")
    assert "corrected here" in first
    assert "corrected here" not in second


def test_who_has_played_is_not_removed_by_a_list(director: Client) -> None:
    event = play_to(make_event(4), round_closed=1)
    page = read_again(director, event, "Name,Country\nAda Demo,NL")
    assert [may_go for _, _, _, may_go in page.context["gone"]] == [False, False, False]
    form = form_with(page, "read")
    sent = form.filled({"gone": ["2"]}, next(each for each in form.buttons if each.value == "enter"))
    answer = director.post(desk(event, "entries/paste/"), sent)
    assert "2 Ben Demo has a seat, a score, a report or a penalty; withdraw the player instead." in words(answer)
    assert len(numbered_entries_of(event)) == 4
    assert numbered_entries_of(event)[0] == (1, "Ada Demo", "")  # all or nothing


def test_a_comparison_that_no_longer_holds_is_shown_anew(listed: Event, director: Client) -> None:
    page = read_again(director, listed, AGAIN)
    director.post(desk(listed, "entries/1/"), {"name": "Ada Demo", "country": "FR", "contestant_id": "501"})
    answer = take(director, page)
    assert "This has changed since you opened it. Check it, then try again." in words(answer)
    assert "country: FR → PL" in words(answer)
    assert numbered_entries_of(listed)[0] == (1, "Ada Demo", "FR")


def test_a_country_nobody_knows_is_asked_of_an_entry_too_and_the_answer_is_taken_at_once(
    listed: Event, director: Client
) -> None:
    page = read_again(director, listed, FIRST.replace("501,Ada,Demo,NL", "501,Ada,Demo,Freedonia"))
    assert "1 Ada Demo country: NL → Freedonia?" in words(page)
    assert "Choose a country for “Freedonia”" in words(take(director, page))
    answer = take(director, page, **{"country:Freedonia": "PL"})
    assert told(answer) == ["List imported: 1 changed."]
    assert numbered_entries_of(listed)[0] == (1, "Ada Demo", "PL")
