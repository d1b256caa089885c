"""Pictures of a day: what they show is what the lists beside them say."""

from __future__ import annotations

import re

from defusedxml import ElementTree

from tests.tournament.scores.worked import make_record, make_round, with_entry
from tournament.record.event import EventRecord
from tournament.record.vocabulary import PlayerId
from tournament.scores import Scores
from tournament.tellings.charts import player_chart
from tournament.tellings.words import rank_text


def two_rounds() -> EventRecord:
    """Six players: 1 wins twice, 4 climbs, and 2 and 3 meet in both rounds."""
    first = make_round(1, {1: 50_000, 2: 40_000, 3: 30_000}, {4: 30_000, 5: 40_000, 6: 50_000})
    second = make_round(2, {1: 50_000, 5: 20_000, 6: 10_000}, {4: 90_000, 2: 20_000, 3: 1_000})
    return make_record(6, first, second)


def titles(svg: str) -> list[str]:
    """What is told where one points at a line or a dot; the picture must be one that a browser reads."""
    return [each.text or "" for each in ElementTree.fromstring(svg).iter("title")][1:]


def test_a_player_s_picture_has_their_ranks_at_its_dots() -> None:
    scores = Scores(two_rounds())
    for player in map(PlayerId, range(1, 7)):
        after = [row for closed in (1, 2) for row in scores.standings(closed) if row.player == player]
        ranks = [rank_text(row.rank, row.is_tied) for row in after]
        svg = player_chart(scores, player)
        assert re.findall(r'class="mid figure">([^<]+)', svg) == ranks
        assert titles(svg) == [f"Round {number}: {rank} of 6" for number, rank in enumerate(ranks, 1)]
        assert len(svg) < 2_000
    assert player_chart(scores, PlayerId(99)) == ""


def test_there_is_no_picture_where_there_is_nothing_to_look_at() -> None:
    begun = make_record(3, make_round(1, {1: 10_000, 2: 20_000, 3: 30_000}))
    assert player_chart(Scores(begun), PlayerId(1)) == ""


def test_a_name_cannot_become_markup_in_a_picture() -> None:
    record = with_entry(two_rounds(), 1, name="<b>&Bo's \"long name of many letters")
    svg = player_chart(Scores(record), PlayerId(1))
    assert "<b>" not in svg
    assert "&lt;b&gt;&amp;Bo" in svg
    ElementTree.fromstring(svg)
