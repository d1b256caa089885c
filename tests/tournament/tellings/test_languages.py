"""In another language words and figures follow the reader, files and values for programs do not, and what is kept is not mixed up."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.tournament.languages.pseudo import speaking_pseudo, unspoken
from tests.tournament.pdf.events import event
from tournament.record.event import EventRecord
from tournament.scores import Scores
from tournament.tellings import medal_form_csv, results_csv, standings_csv
from tournament.tellings.csv import chart_csv, juniors_csv, medals_csv, pentamind_csv
from tournament.tellings.draw import chart_listing, idle_listing, places_listing, seats_listing
from tournament.tellings.floor import MERGERS, price_lines, sections
from tournament.tellings.listing import Listing
from tournament.tellings.medals import form_listing, junior_listing, medal_listing, pentamind_listing
from tournament.tellings.plain import event_values, medal_values, result_values, standing_values
from tournament.tellings.results import how_scored, round_results
from tournament.tellings.standings import standings_listing

RECORD = event(13, closed=4, drawn=0)
SIGNS = ("S", "P", "W", "D", "JNR", "DSQ", "GBR", "NED", "CZE")
"""What lists show in every language: signs and the countries of the fixture."""

LISTINGS: dict[str, Callable[[EventRecord], Listing]] = {
    "standings": lambda record: standings_listing(Scores(record), with_moves=True),
    "results": lambda record: round_results(Scores(record), 1),
    "medals": lambda record: medal_listing(Scores(record)),
    "juniors": lambda record: junior_listing(Scores(record)),
    "pentamind": lambda record: pentamind_listing(Scores(record)),
    "form": lambda record: form_listing(Scores(record)),
    "chart": chart_listing,
    "places": lambda record: places_listing(record, record.rounds[0], ""),
    "seats": lambda record: seats_listing(record, record.rounds[0], record.rounds[0].tables[0]),
    "idle": lambda record: idle_listing(record, record.rounds[0]),
}

FOR_PROGRAMS: dict[str, Callable[[EventRecord], Any]] = {
    "standings.csv": standings_csv,
    "results.csv": lambda record: results_csv(record, 1),
    "form.csv": medal_form_csv,
    "medals.csv": medals_csv,
    "juniors.csv": juniors_csv,
    "pentamind.csv": pentamind_csv,
    "chart.csv": chart_csv,
    "event.json": event_values,
    "standings.json": lambda record: standing_values(Scores(record)),
    "results.json": lambda record: result_values(Scores(record), 1),
    "medals.json": lambda record: medal_values(Scores(record)),
}


def texts_of(listing: Listing) -> Iterator[str]:
    """Every text of a list that a person reads."""
    yield from (listing.caption, listing.note, *listing.legend)
    for column in listing.columns:
        yield from (column.title, column.short, column.full)
    for row in listing.rows:
        yield from (row.why, row.spoken, row.above.text if row.above else "")
        for cell in row.cells:
            yield from (cell.text, cell.spoken, *(tag.words for tag in cell.tags))
    yield from (cell.text for cell in listing.sums)


@pytest.mark.parametrize("name", LISTINGS)
def test_a_list_has_no_word_that_the_catalogue_does_not_say(name: str) -> None:
    names = (*(entry.name for entry in RECORD.entries), *SIGNS, RECORD.chain_set)
    with speaking_pseudo():
        texts = list(texts_of(LISTINGS[name](RECORD)))
    assert {text: found for text in texts if (found := unspoken(text, names))} == {}


@pytest.mark.parametrize("name", FOR_PROGRAMS)
def test_a_file_and_a_value_for_programs_are_the_same_in_every_language(name: str) -> None:
    plain = FOR_PROGRAMS[name](RECORD)
    with speaking_pseudo():
        assert FOR_PROGRAMS[name](RECORD) == plain


def test_what_follows_from_one_record_is_kept_for_each_language() -> None:
    english = [place.why for place in Scores(RECORD).medals]
    with speaking_pseudo():
        other = [place.why for place in Scores(RECORD).medals]
    assert all(one != two for one, two in zip(english, other, strict=True))
    assert [place.why for place in Scores(RECORD).medals] == english


def test_prices_and_rules_follow_the_reader_though_they_are_kept() -> None:
    english = (price_lines()[-1].majority, MERGERS.title, how_scored(RECORD.ruleset))
    with speaking_pseudo():
        other = (price_lines()[-1].majority, MERGERS.title, how_scored(RECORD.ruleset))
        rules = [sentence for section in (MERGERS, *sections()) for sentence in (section.title, *section.sentences)]
    assert (english[0], other[0]) == ("12,000", "12’000")
    assert english[1:] != other[1:]
    assert [unspoken(sentence) for sentence in rules if unspoken(sentence)] == []
