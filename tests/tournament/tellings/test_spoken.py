"""Every sentence on scores, draws, charts and prizes is said by the catalogue, with figures in the signs of the reader's language."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from datetime import UTC

import pytest

from tests.tournament.draw.pairings.seatings import fresh
from tests.tournament.languages.pseudo import foreign_figures, speaking_pseudo, unspoken
from tests.tournament.pdf.events import event
from tests.tournament.scores.worked import last_round_being_played
from tournament.draw.allocation import choices
from tournament.draw.forecast import repeats_to_come, uneven_sizes
from tournament.draw.pairings import plan
from tournament.draw.sitouts import late_entry_choices, suggest_sit_out
from tournament.scores import Scores
from tournament.scores.explaining import explain
from tournament.scores.needed import needs_of
from tournament.scores.plausibility import judge_table
from tournament.tellings.charts import player_chart, worth_chart
from tournament.tellings.prizes import awards, if_it_ended_now, needs_listing, not_given, still_waiting
from tournament.tellings.results import check_of
from tournament.tellings.times import round_clock

ENDED, BEGUN, PLAYED = event(13, closed=4, drawn=0), event(13, closed=1, drawn=0), last_round_being_played(17, 1)
NAMES = {"Ada", "Ann", "Ben", "Player", *(entry.name for record in (ENDED, PLAYED) for entry in record.entries)}
FINGERPRINT = re.compile(r"\b[0-9a-f]{16}\b")


def scores() -> Iterable[str]:
    for table in Scores(ENDED).tables(1):
        for row in table.rows:
            yield from explain(row, table, ENDED.ruleset)
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
    yield from (*still_waiting(PLAYED), not_given(ENDED))


def draws() -> Iterable[str]:
    for sizes in ((4, 4, 4), (3, 3), (5, 4, 4)):
        report = plan(fresh(sizes, 3, seed=1)).report
        yield from (report.verdict, report.plain, report.seats, report.price, *report.lines)
        yield from (reason for table in report.tables for reason in table.reasons)
        yield uneven_sizes(report, ENDED.ruleset)


def choices_of_tables() -> Iterable[str]:
    suggestion = suggest_sit_out(BEGUN, 2, 5)
    yield from (suggestion.reason, suggestion.why)
    yield from (choice.sentence for missed in (1, 2, 3, 4) for choice in late_entry_choices(missed, ENDED.ruleset))
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
