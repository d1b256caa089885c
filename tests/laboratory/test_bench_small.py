"""``manage.py bench_small`` measures the small requests of a round, and takes back what they write."""

from __future__ import annotations

import pytest
from django.test import override_settings

from laboratory.small import QUICK, measure_small
from tournament.models import Event, TableReport
from tournament.play.games.models import Game


@pytest.mark.django_db
def test_every_small_request_is_measured_and_taken_back() -> None:
    with override_settings(PASSWORD_HASHERS=QUICK):
        rows = list(measure_small(8, 1))
    assert [row.what for row in rows if row.is_act] == ["log-in", "phone's report", "act on a device"]
    assert all(row.queries for row in rows)
    assert not TableReport.objects.exists(), "a report was not taken back"
    assert not Game.objects.exists()
    assert Event.objects.get().changes.count() < 12
