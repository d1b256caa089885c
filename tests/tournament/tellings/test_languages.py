"""Another language: words and figures follow the reader, files and values for programs do not."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC
from typing import Any

import pytest

from tests.tournament.draw.pairings.seatings import fresh
from tests.tournament.languages.pseudo import foreign_figures, speaking_pseudo, unspoken
from tests.tournament.pdf.events import event
from tests.tournament.scores.worked import last_round_being_played
from tournament.draw.allocation import choices
from tournament.draw.forecast import repeats_to_come, uneven_sizes
from tournament.draw.pairings.planning import plan
from tournament.draw.sitouts import late_entry_choices, suggest_sit_out
from tournament.record.event import EventRecord
from tournament.scores.explaining import Scores, explain, how_scored
from tournament.scores.needed import needs_of
from tournament.scores.plausibility import judge_table
from tournament.slices.prizes import medals_not_given
from tournament.tellings.charts import player_chart, worth_chart
from tournament.tellings.csv import (
    chart_csv,
    juniors_csv,
    medal_form_csv,
    medals_csv,
    pentamind_csv,
    results_csv,
    standings_csv,
)
from tournament.tellings.draw import chart_listing, idle_listing, places_listing, seats_listing
from tournament.tellings.floor import MERGERS, price_lines, sections
from tournament.tellings.listing import Listing
from tournament.tellings.medals import form_listing, junior_listing, medal_listing, pentamind_listing
from tournament.tellings.plain import event_values, medal_values, result_values, standing_values
from tournament.tellings.prizes import awards, if_it_ended_now, needs_listing, still_waiting
from tournament.tellings.results import check_of, round_results
from tournament.tellings.standings import standings_listing
from tournament.tellings.times import round_clock

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
    english = (price_lines()[-1].majority, MERGERS.title, how_scored(RECORD.format))
    with speaking_pseudo():
        other = (price_lines()[-1].majority, MERGERS.title, how_scored(RECORD.format))
        rules = [sentence for section in (MERGERS, *sections()) for sentence in (section.title, *section.sentences)]
    assert (english[0], other[0]) == ("12,000", "12’000")
    assert english[1:] != other[1:]
    assert [unspoken(sentence) for sentence in rules if unspoken(sentence)] == []


# Every sentence on scores, draws, charts and prizes is said by the catalogue, with figures in the signs of the reader's language


ENDED, BEGUN, PLAYED = event(13, closed=4, drawn=0), event(13, closed=1, drawn=0), last_round_being_played(17, 1)
NAMES = {"Ada", "Ann", "Ben", "Player", *(entry.name for record in (ENDED, PLAYED) for entry in record.entries)}
FINGERPRINT = re.compile(r"\b[0-9a-f]{16}\b")


def scores() -> Iterable[str]:
    for table in Scores(ENDED).tables(1):
        for row in table.rows:
            yield from explain(row, table, ENDED.format)
    yield from (check_of(ENDED, judge_table(ENDED, 1, table)).words for table in ENDED.rounds[0].tables)


def prospects() -> Iterable[str]:
    player = PLAYED.rounds[-1].tables[1].seats[0].player
    needs = needs_of(Scores(PLAYED), player)
    assert needs is not None
    listing = needs_listing(needs)
    yield if_it_ended_now(Scores(PLAYED), player)
    yield from (listing.caption, *listing.legend, *(column.title for column in listing.columns))
    yield from (round_clock(PLAYED, UTC).sentence, round_clock(ENDED, UTC).title)


def prize_giving() -> Iterable[str]:
    yield from (text for award in awards(ENDED) for text in (award.title, award.why))
    yield from (*still_waiting(PLAYED), medals_not_given(ENDED))


def draws() -> Iterable[str]:
    for sizes in ((4, 4, 4), (3, 3), (5, 4, 4)):
        report = plan(fresh(sizes, 3, seed=1)).report
        yield from (report.verdict, report.plain, report.seats, report.price, *report.lines)
        yield from (reason for table in report.tables for reason in table.reasons)
        yield uneven_sizes(report, ENDED.format)


def choices_of_tables() -> Iterable[str]:
    suggestion = suggest_sit_out(BEGUN, 2, 5)
    yield from (suggestion.reason, suggestion.why)
    yield from (choice.sentence for missed in (1, 2, 3, 4) for choice in late_entry_choices(missed, ENDED.format))
    for players in (3, 7, 10, 13, 17):
        for choice in choices(players):
            yield from (choice.gold, choice.sit_out)
    for choice in choices(13):
        repeats = repeats_to_come(BEGUN, 2, choice.arrangement)
        yield from (repeats.least, repeats.over)


def charts() -> Iterable[str]:
    pictures = (
        player_chart(Scores(ENDED), ENDED.entries[0].player),
        worth_chart([[6_000, 6_000], [6_100, 7_000]], ["Ann", "Ben"], 1),
    )
    yield from (text for each in pictures for text in re.findall(r"<(?:title|desc|text)[^>]*>([^<]*)<", each))


@pytest.mark.parametrize("told", [scores, prospects, prize_giving, draws, choices_of_tables, charts])
def test_every_sentence_and_figure_is_the_readers(told: Callable[[], Iterable[str]]) -> None:
    with speaking_pseudo():
        texts = [FINGERPRINT.sub("", text) for text in told()]
    assert [text for text in texts if text]
    assert [text for text in texts if unspoken(text, NAMES) or foreign_figures(text)] == []
