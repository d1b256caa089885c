"""``manage.py bench_desk`` measures the loop of a round: every page of it, each act done and taken back."""

from __future__ import annotations

import pytest

from laboratory.benching import line_of
from laboratory.desk import PageFigures, measure_loop, share_of_a_row
from tournament.models import Event
from tournament.models.queries import record_of


@pytest.mark.release
@pytest.mark.django_db
def test_every_page_of_the_loop_is_measured_and_opened_with_twelve_queries_at_most() -> None:
    rows = list(measure_loop(8, 1))
    assert len({row.what for row in rows}) == len(rows) > 20
    assert {"publish", "one row saved", "close"} < {row.what for row in rows if row.is_act}
    together, share = share_of_a_row(rows)
    assert share > 0
    assert together > 0
    assert {row.what: row.queries for row in rows if not row.is_act and row.queries > 12} == {}
    assert all(row.compressed > 0 and row.queries > 2 for row in rows)
    played = record_of(Event.objects.get())
    assert len(played.closed_rounds) == 4
    assert played.version < 40, "what was sent to be measured was not taken back"


def test_a_page_that_misses_a_goal_is_told_with_the_goal() -> None:
    slow = PageFigures("grid", is_act=False, queries=13, processor=200.1, wall=250, size=150_000, compressed=9_000)
    saved = PageFigures("close", is_act=True, queries=40, processor=200, wall=250, size=0, compressed=20)
    assert slow.missed == ("over 200 ms", "over 12 queries")
    assert saved.missed == ()
    assert line_of(250, slow).endswith("over 200 ms, over 12 queries")
