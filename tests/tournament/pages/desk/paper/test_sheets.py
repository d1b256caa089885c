"""Paper and files: every sheet opens with the choices made, and a table is named in one order on all of them."""

from __future__ import annotations

import io
import re

import pytest
from django.test import Client
from pypdf import PdfReader

from tests.build import director_of, enter_result, make_event, play_to, player_name, publish
from tests.tournament.devices.phones import phone_of
from tests.tournament.pages.forms import form_with
from tests.tournament.pages.pages import desk, said, words
from tests.tournament.pdf.reading import text_of
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.pdf.sheets import SHEETS
from tournament.record.archive import archive, with_own_keys
from tournament.record.vocabulary import PlayerId, SeatSource
from tournament.services.rounds import close_round
from tournament.services.seats import set_seat_source, set_starting_tiles

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(db: None) -> Event:
    """Eight players after one closed round, the second being played."""
    made = play_to(make_event(8), round_closed=1)
    publish(made, 2)
    return Event.objects.get(pk=made.pk)


def test_every_sheet_of_the_catalogue_is_on_the_page(event: Event, director: Client) -> None:
    page = words(director.get(desk(event, "sheets/")))
    for kind in SHEETS.values():
        assert f'<a href="{desk(event, f"sheets/{kind.name}.pdf")}" target="_blank" data-paper>{kind.title}</a>' in page
    assert "Print what is due" in page
    assert re.search(r'data-paper>Round pack</a>\s*<span class="soft">round 2', page)
    assert re.search(r'data-paper>Standings</a>\s*<span class="soft">round 1', page), "of a closed round"
    assert page.count('class="button primary"') == 1
    assert not any(word in page for word in ("_export", "Snapshots", "archive.json"))


def test_a_sheet_has_the_choices_that_it_takes_in_its_own_fold(event: Event, director: Client) -> None:
    page = director.get(desk(event, "sheets/"))
    offered = {each.title: list(each.form.fields) for each in page.context["sheets"]}
    assert offered["Result slips"] == ["round", "first_table", "last_table"]
    assert offered["Check-in list"] == ["first_player", "last_player"]
    assert offered["Poster"] == []
    idents = re.findall(r' id="([^"]+)"', page.content.decode())
    assert len(idents) == len(set(idents))


def test_the_old_addresses_of_choices_choose_for_every_sheet_that_takes_them(event: Event, director: Client) -> None:
    page = words(director.get(desk(event, "sheets/?round=1&first_table=2&first_player=")))
    slips = desk(event, "sheets/result-slips.pdf?round=1&amp;first_table=2")
    assert re.search(rf'<a href="{re.escape(slips)}"[^>]*>Result slips</a>\s*<span class="soft">round 1', page)
    assert f'<a href="{desk(event, "sheets/check-in.pdf")}"' in page
    assert 'drop" open' not in page


def test_refused_choices_stand_in_the_open_fold_of_their_sheet(event: Event, director: Client) -> None:
    answer = director.get(desk(event, "sheets/result-slips.pdf?first_table=0"), follow=True)
    assert [each.title for each in answer.context["sheets"] if each.is_open] == ["Result slips"]
    assert answer.content.decode().count("is not valid for “From table”") == 2, "the message and the field"


def test_a_round_is_printed_with_one_click(event: Event, director: Client) -> None:
    answer = director.get(desk(event, "sheets/round-pack.pdf?round=2"))
    assert answer["Content-Type"] == "application/pdf"
    assert answer["Content-Disposition"] == f'inline; filename="{event.slug}-round-2-v{event.version}.pdf"'
    text = "".join(page.extract_text() for page in PdfReader(io.BytesIO(answer.content)).pages)
    assert "Round 2" in text
    assert "Ada Demo" in text


def test_the_choices_reach_the_paper(event: Event, director: Client) -> None:
    letter = director.get(desk(event, "sheets/pairings-by-table.pdf?paper=letter&round=1&first_table=2&last_table=2"))
    pages = PdfReader(io.BytesIO(letter.content)).pages
    assert (float(pages[0].mediabox.width), float(pages[0].mediabox.height)) == (612.0, 792.0)
    names = {
        table.number: [record_of(event).entry(seat.player).name for seat in table.seats]
        for table in record_of(event).round(1).tables
    }
    text = "".join(page.extract_text() for page in pages)
    assert all(name in text for name in names[2])
    assert not any(name in text for name in names[1])


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("no-such-sheet.pdf", "There is no sheet called “no-such-sheet”"),
        ("results.pdf?round=7", "“7” is not an option for “Round”; choose from the list."),
        ("result-slips.pdf?first_table=0", "“0” is not valid for “From table”; enter a whole number, 1 or more."),
        ("result-slips.pdf?first_table=2&last_table=1", "2 to 1: put the smaller number first."),
    ],
)
def test_what_cannot_be_printed_is_refused_in_a_sentence(
    event: Event, director: Client, address: str, sentence: str
) -> None:
    answer = director.get(desk(event, f"sheets/{address}"))
    assert answer.status_code == 302
    assert sentence in said(answer)[0]


def test_the_address_of_a_sheet_that_is_gone_leads_to_the_one_that_has_it(event: Event, director: Client) -> None:
    answer = director.get(desk(event, "sheets/prize-receipts.pdf?paper=letter"))
    assert answer["Location"] == desk(event, "sheets/medal-form.pdf?paper=letter")


def test_before_the_first_draw_there_is_no_pack(director: Client) -> None:
    event = make_event(8)
    page = words(director.get(desk(event, "sheets/")))
    assert "Nothing is due now." in page
    assert "Round pack" not in page
    answer = director.get(desk(event, "sheets/round-pack.pdf"))
    assert "has not been drawn" in said(answer)[0]


def test_the_event_as_json_is_the_text_of_the_checksum_on_the_handover_page(event: Event, director: Client) -> None:
    answer = director.get(desk(event, "archive.json"))
    assert answer["Content-Disposition"] == f'attachment; filename="{event.slug}-v{event.version}.json"'
    assert answer.content.decode() == archive(with_own_keys(record_of(event)))


def test_a_stranger_prints_nothing(event: Event, stranger: Client) -> None:
    for page in ("sheets/", "sheets/result-slips.pdf", "archive.json", "standings/", "final/"):
        assert stranger.get(desk(event, page)).status_code == 404


def test_how_to_print_is_said_chosen_and_kept(event: Event, director: Client) -> None:
    both = "A4, on both sides, flipped on the long edge"
    assert both in words(director.get(desk(event, "sheets/")))
    pack = desk(event, "sheets/round-pack.pdf?round=2")
    for query, has_empty in (("", True), ("&sides=1", False), ("", True)):
        pages = PdfReader(io.BytesIO(director.get(f"{pack}{query}").content)).pages
        assert any(not page.extract_text() for page in pages) is has_empty, "an address names sides for one print"
    form = form_with(director.get(desk(event, "sheets/")), "printed_sides")
    assert (form.values["paper_size"], form.values["printed_sides"]) == (["a4"], ["2"])
    director.post(form.action, form.filled({"paper_size": "letter", "printed_sides": "1"}))
    page = words(director.get(desk(event, "sheets/")))
    assert "Letter, on one side" in page
    assert both not in page
    for sheet in ("round-pack.pdf?round=2", "due.pdf", "standings.pdf"):
        pages = PdfReader(io.BytesIO(director.get(desk(event, f"sheets/{sheet}")).content)).pages
        assert {(float(each.mediabox.width), float(each.mediabox.height)) for each in pages} == {(612.0, 792.0)}, sheet
        assert all(each.extract_text() for each in pages), sheet
    event.refresh_from_db()
    assert (event.paper, event.sides, event.prints) == ("letter", "1", None)
    assert event.version == record_of(event).version


def test_a_question_for_the_head_of_a_sheet_keeps_nothing(event: Event, director: Client) -> None:
    director.head(desk(event, "sheets/round-pack.pdf?round=2&sides=1"))
    event.refresh_from_db()
    assert event.sides == "2"


# A table is named in one order on every form, page and sheet, and starting tiles neither change it nor make paper out of date (R4-R6)


CASH = (41200, 38200, 30100, 12000)


@pytest.fixture
def by_phone(db: None) -> Event:
    """Eight players in round 1, who may report by phone."""
    made = make_event(8, players_report=True)
    publish(made, 1)
    return Event.objects.get(pk=made.pk)


def seats(event: Event) -> list[PlayerId]:
    return [seat.player for seat in record_of(event).round(1).tables[0].seats]


def type_tiles(event: Event) -> None:
    """The last of every table begins, and so on back to the first."""
    tiles = ("10B", "7A", "4C", "1D")
    typed = {
        table.number: {seat.player: tile for seat, tile in zip(table.seats, tiles, strict=True)}
        for table in record_of(event).round(1).tables
    }
    set_starting_tiles(event, director_of(event), 1, typed)


def order_in(text: str, names: list[str]) -> list[str]:
    """The names in the order in which a text first has them; KeyError where one is missing."""
    at = {name: text.find(name) for name in names}
    assert -1 not in at.values(), at
    return sorted(names, key=at.__getitem__)


def told(event: Event, director: Client) -> dict[str, str]:
    """Everything that names the players of table 1."""
    phone, home = phone_of(event), f"/{event.slug}/t/1/1/"
    pages = {
        "grid": director.get(desk(event, "rounds/1/results/")),
        "table": director.get(desk(event, "rounds/1/tables/1/")),
        "round": director.get(desk(event, "rounds/1/")),
        "tiles": director.get(desk(event, "rounds/1/tiles/")),
        "draw": Client().get(f"/{event.slug}/rounds/1/"),
        "public": Client().get(f"/{event.slug}/rounds/1/tables/1/"),
        "phone": phone.get(home),
        "form": phone.get(f"{home}report/"),
    }
    sheets = ("result-slips", "record-sheet", "pairings-by-table", "handover")
    printed = {name: director.get(desk(event, f"sheets/{name}.pdf?round=1")).content for name in sheets}
    return {name: words(page) for name, page in pages.items()} | {
        name: text_of(content) for name, content in printed.items()
    }


AS_ON_THE_SLIP = frozenset({"grid", "table", "round", "tiles", "result-slips"})
"""The slip, and what is typed from it: slips that were printed before the tiles were drawn stay valid."""


def test_the_slip_and_what_is_typed_from_it_keep_its_order_and_everything_else_has_the_order_of_play(
    by_phone: Event, director: Client
) -> None:
    names = [player_name(player) for player in seats(by_phone)]
    type_tiles(by_phone)
    for name, text in told(by_phone, director).items():
        begin = text.index("Remark") if name == "handover" else 0  # all players stand before its open round
        listed = re.sub(
            r"[^.]* starts, followed by [^.]*\.", "", text[begin:]
        )  # a sentence in the order of play, and no list
        assert (name, order_in(listed, names)) == (name, names if name in AS_ON_THE_SLIP else names[::-1])


def test_the_page_on_which_a_result_is_corrected_has_the_order_of_the_slip(by_phone: Event, director: Client) -> None:
    names = [player_name(player) for player in seats(by_phone)]
    type_tiles(by_phone)
    for table in record_of(by_phone).round(1).tables:
        enter_result(by_phone, 1, table, CASH)
    close_round(by_phone, director_of(by_phone), 1)
    page = words(director.get(desk(by_phone, "rounds/1/tables/1/correct/")))
    assert order_in(page, names) == names


def test_who_begins_stands_as_a_number_where_it_is_known(by_phone: Event, director: Client) -> None:
    first, *_, last = names = [player_name(player) for player in seats(by_phone)]
    before = text_of(director.get(desk(by_phone, "sheets/record-sheet.pdf?round=1")).content)
    assert (before.count("Order"), order_in(before, names)) == (2, names), (
        "a box for the order of play beside each name"
    )
    type_tiles(by_phone)
    record = text_of(director.get(desk(by_phone, "sheets/record-sheet.pdf?round=1")).content)
    lines = [line.strip() for line in record.splitlines() if first in line or last in line]
    assert any(line.startswith("4") for line in lines) or f"4\n{first}" in record
    assert f'data-seat="1" value="1"><a href="/{by_phone.slug}/players/{seats(by_phone)[-1]}/"' in (
        Client().get(f"/{by_phone.slug}/rounds/1/").content.decode()
    )


def test_typing_starting_tiles_makes_no_slip_and_no_pairing_out_of_date(by_phone: Event, director: Client) -> None:
    director.get(desk(by_phone, "sheets/round-pack.pdf?round=1"))
    type_tiles(by_phone)
    for place in ("", "rounds/1/", "sheets/"):
        assert "changed since: " not in words(director.get(desk(by_phone, place))), place


def test_to_seat_by_the_chart_after_all_does_make_them_out_of_date(by_phone: Event, director: Client) -> None:
    director.get(desk(by_phone, "sheets/round-pack.pdf?round=1"))
    set_seat_source(by_phone, director_of(by_phone), 1, SeatSource.CHART)
    assert words(director.get(desk(by_phone))).count("changed since: ") == 3
