"""What a format lacks is on no page, phone, sheet or file of an event; and what it has is on some, so that the walk can fail."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import unescape

import msgspec.structs
import pytest
from django.test import Client
from django.urls import reverse

from tests.build import director_of, logged_in, make_event, publish
from tests.tournament.devices.phones import phone_of
from tests.tournament.pages.crawl import pages_of
from tests.tournament.pages.words import words
from tests.tournament.pdf.events import PRINTED_AT
from tests.tournament.pdf.reading import text_of
from tournament.draw.seating import seat_numbers
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.pdf.document import sheet
from tournament.pdf.job import Options, PaperError
from tournament.pdf.sheets import SHEETS
from tournament.record.event import SeatRecord, TableRecord
from tournament.record.formats import MSO_ACQUIRE, Format, Part, Stage, shipped_format
from tournament.record.vocabulary import PenaltyKind, RoundKind, RoundState, SeatSource
from tournament.services.events import publish_final_list
from tournament.services.results.reports import record_result
from tournament.services.rounds import close_round
from tournament.slices.penalties import PenaltyOrder, give_penalty
from tournament.tellings.paper import is_offered

pytestmark = [pytest.mark.django_db, pytest.mark.whole]

PLACES = shipped_format("mso-places")
NO_POINTS = msgspec.structs.replace(PLACES, parts=frozenset({Part.MEDALS}))
BARE = msgspec.structs.replace(PLACES, parts=frozenset(), rounds=(Stage(rounds=2, how=RoundKind.RANDOM),))
FORMATS = {"mso-places": PLACES, "hare": shipped_format("hare"), "no points": NO_POINTS, "bare": BARE}
"""Formats that lack parts, by name."""

WORDS: Mapping[Part, str] = {
    Part.CHAINS: r"chains?\b|hotels?\b|luxor|merge|shares of|stock",
    Part.TILES: r"tiles?\b",
    Part.REPLAY: r"replay|scribe|moves of a game|game logs?\b",
    Part.DEVICES: r"tablets?\b|on devices",
    Part.CLOCKS: r"table clocks?\b|chess clock|(?:ran )?out of time",
    Part.FINES: r"fine[sd]?\b",
    Part.PENTAMIND: r"pentamind",
    Part.MEDALS: r"medals?\b|gold\b|silver\b|bronze\b",
}
"""The words of each part, in small letters."""
OF_THE_RULES = r"\(R\d|\(2\.1|R\d\d|MSO-T"
"""The numbers of the rules of MSO Acquire; "R1" alone is the head of a round."""
OF_ACQUIRE = r"acquire|cash|dollars?\b|\$|bonus"
"""The words of the game, which has every part that only it has."""
NOT_YET = r"(?i)\"cash\"|gold from the top table|wins gold|gold goes to"
"""The name in JSON of what is typed for a seat, and words of the last round of every format."""


def lacking(form: Format) -> str:
    """The pattern of every word that an event of a format must not have anywhere."""
    lacked = [pattern for part, pattern in WORDS.items() if part not in form.parts]
    return rf"(?i)(?<![\w-])(?:{'|'.join([*lacked, *[OF_THE_RULES] * (not form.cites), OF_ACQUIRE])})"


SPOKEN = re.compile(r'(?:aria-label|title|placeholder|alt|data-\w*words)="([^"]*)"')


def said(markup: str) -> str:
    """The words of a page, and those that are only read out or shown on demand."""
    return " ".join(unescape(each) for each in SPOKEN.findall(markup))


def made(form: Format, name: str, players: int = 9) -> Event:
    """An event of that format, whose desk offers all it can."""
    return make_event(players, name=name, players_report=True, rounds_planned=2, format=form)


def play(event: Event, number: int, *, closes: bool = True, apart_from: int = 0) -> None:
    """Publish a round and enter the results, amounts that are places too."""
    for table in publish(event, number).tables:
        if table.number != apart_from:
            seats = tuple(SeatRecord(seat.player, cash=at) for at, seat in enumerate(table.seats, start=1))
            record_result(event, director_of(event), number, TableRecord(table.number, seats))
    if closes:
        close_round(event, director_of(event), number)


def stages_of(form: Format) -> Iterator[Event]:
    """Events of a format at stages of their day: entered, being played, over, and with a public final list."""
    yield made(form, "Entered Cup 2026")
    playing = made(form, "Playing Cup 2026")
    play(playing, 1)
    give_penalty(playing, director_of(playing), PenaltyOrder(1, 1, PenaltyKind.WARNING, "too slow"))
    play(playing, 2, closes=False, apart_from=1)
    yield playing
    over = made(form, "Over Cup 2026")
    play(over, 1)
    play(over, 2)
    yield over
    final = made(form, "Final Cup 2026")
    play(final, 1)
    play(final, 2)
    publish_final_list(final, director_of(final))
    yield final


FILES = (
    *("event.json", "rounds/1.json", "rounds/1/results.json", "standings.json", "medals.json", "calendar.ics"),
    *(
        "standings/?_export=csv",
        "rounds/1/results/?_export=csv",
        "medals/?_export=csv",
        "medals/?_export=csv&list=pentamind",
    ),
)


def told(event: Event) -> Iterator[tuple[str, str]]:
    """Every text of an event: pages of the desk and for everybody, of phones, sheets and files, each with its name."""
    director = logged_in(director_of(event))
    for root in ("/desk/", "/"):
        for address, answer in pages_of(director, event.slug, root=root, most=1).items():
            yield address, words(answer) + said(answer.content.decode())
    record = record_of(event)
    if record.rounds and record.rounds[-1].state is RoundState.PUBLISHED:
        phone = phone_of(event, 1, len(record.rounds))
        home = reverse("mine", args=[event.slug, len(record.rounds), 1])
        for end in ("", "report/", "call/"):
            answer = phone.get(home + end)
            assert answer.status_code == 200
            yield home + end, words(answer)
    for name in SHEETS:
        if not is_offered(record, name):
            continue
        try:
            yield name, text_of(sheet(name, record, Options(), PRINTED_AT))
        except PaperError:
            continue
    for name in FILES:
        answer = Client().get(f"/{event.slug}/{name}")
        if answer.status_code == 200:
            yield name, answer.content.decode()


def astray(form: Format, event: Event) -> Iterator[str]:
    """Where something stands that a format lacks, with the words around it."""
    for where, text in told(event):
        text = re.sub(NOT_YET, " ", text)
        for word in re.finditer(lacking(form), text):
            shown = text[max(0, word.start() - 40) : word.end() + 40].replace("\n", " ")
            yield f"{where}: {shown}"


@pytest.mark.parametrize("name", FORMATS)
def test_what_a_format_lacks_is_nowhere(name: str) -> None:
    form = FORMATS[name]
    assert [found for event in stages_of(form) for found in astray(form, event)] == []


def test_what_a_format_has_is_somewhere() -> None:
    texts = " ".join(text for event in stages_of(MSO_ACQUIRE) for _where, text in told(event))
    everything = [*WORDS.values(), OF_ACQUIRE]
    assert [pattern for pattern in everything if not re.search(rf"(?i)\b(?:{pattern})", texts)] == []


PAGES_OF_PARTS = {
    Part.TILES: "/desk/{}/rounds/1/tiles/",
    Part.DEVICES: "/desk/{}/rounds/1/boards/",
    Part.CLOCKS: "/desk/{}/rounds/1/clocks/",
    Part.REPLAY: "/desk/{}/rounds/1/tables/1/scribe/",
    Part.CHAINS: "/{}/prices/",
    Part.MEDALS: "/{}/medals/",
}


@pytest.mark.parametrize("form", [MSO_ACQUIRE, *FORMATS.values()], ids=["mso-acquire", *FORMATS])
def test_a_page_of_a_part_that_is_lacking_is_an_address_that_does_not_exist(form: Format) -> None:
    event = made(form, "Sample Cup 2026")
    publish(event)
    director = logged_in(director_of(event))
    there = {part for part, page in PAGES_OF_PARTS.items() if director.get(page.format(event.slug)).status_code == 200}
    assert there == form.parts & PAGES_OF_PARTS.keys()


def test_without_starting_tiles_the_draw_gives_the_seats_by_chance_and_numbers_them_at_once() -> None:
    drawn = publish(made(PLACES, "Sample Cup 2026", 16))
    assert drawn.seat_source is SeatSource.DRAWN
    for table in drawn.tables:
        assert list(seat_numbers(table, drawn.seat_source).items()) == [
            (seat.player, seat.position) for seat in sorted(table.seats, key=lambda seat: seat.position)
        ]
    assert any(
        [seat.player for seat in table.seats] != sorted(seat.player for seat in table.seats) for table in drawn.tables
    )
