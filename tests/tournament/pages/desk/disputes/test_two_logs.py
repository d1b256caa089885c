"""Two logs of one table: its page lists both, each with its replay."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.tournament.pages.logs import DISPUTED, a_table, at, with_log

pytestmark = pytest.mark.django_db


def test_the_page_of_a_table_lists_both_logs_each_with_its_replay(director: Client) -> None:
    event = a_table()
    logs = [with_log(event), with_log(event, DISPUTED.replace("Worldwide 1500", "Worldwide 2500"))]
    pages = [at(event, f"logs/{log.pk}/") for log in logs]
    for page in (at(event), *pages):
        shown = director.get(page).content.decode()
        assert [f'href="{each}#replay"' in shown for each in pages] == [page != each for each in pages]
        assert "beside=" not in shown
