"""The draw by levels beside a peer: what is counted, and how the peer is asked."""

from __future__ import annotations

import sys
from pathlib import Path

from laboratory.levels import Event, Tally, compare_event, peer_at, tally
from tests.tournament.draw.pairings.seatings import drawn, numbered
from tournament.record.vocabulary import PlayerId

PEER = """
class TournamentAction:
    LOGF = True

class TournamentConfiguration:
    def __init__(self, **values):
        assert values["bye_points"] == values["win_points"] == 5

class Named:
    def __init__(self, **values):
        self.__dict__.update(values)

class Tournament:
    def __init__(self, configuration):
        pass

    def add_player(self, names):
        self.players = [Named(name=name) for name in names]

    def create_pairings(self):
        tables = [self.players[first:first + 4] for first in range(0, len(self.players) - 3, 4)]
        self.tour_round = Named(pods=[Named(players=table, result=set(table[:1])) for table in tables], byes=self.players[16:])

    def random_results(self):
        pass
"""
"""A peer that always puts the same players together."""


def test_a_draw_is_counted_by_byes_meetings_levels_tables_and_places() -> None:
    event = Event(numbered(9))
    first = drawn((1, 2, 3, 4), (5, 6, 7, 8), sit_outs=(9,))
    event.play(first, [[PlayerId(1)], [PlayerId(player) for player in (5, 6, 7, 8)]])
    assert event.points == {1: 5000, 5: 1000, 6: 1000, 7: 1000, 8: 1000, 9: 5000}
    counted = tally(event.request(first, 0), event.points, drawn((1, 2, 5, 6), (3, 4, 7, 8), sit_outs=(9,)))
    assert counted == Tally(
        byes_again=1,
        byes_above=2,
        repeats=4,
        breaks=(2 + 1 + 1 + 1 + 1) + 4,
        breaks_least=3 + 3,
        paired_down=(2 + 1 + 1) + 2,
        mixed=2,
        smaller_again=0,
        uneven=4,
        is_least=False,
    )


def test_the_peer_plays_in_a_process_of_its_own_and_we_draw_in_its_place(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "core.py").write_text(PEER, encoding="utf-8")
    with peer_at(sys.executable, tmp_path) as process:
        compared = compare_event(process, 17, 1, snake=False)
    assert [each.repeats for each in compared.peer] == [0, 24, 24]
    assert [each.byes_again for each in compared.peer] == [0, 1, 1]
    assert all(each.repeats == each.byes_again == 0 for each in (*compared.ours, *compared.own))
