"""What makes the opponents ready: `manage.py bots`, and what the demo fetches for them."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import call_command

from tournament.management.commands import demo


def test_bots_makes_the_opponents_ready_and_says_how_they_think() -> None:
    said = StringIO()
    call_command("bots", stdout=said)
    assert said.getvalue().startswith("The opponents are ready")


@pytest.mark.parametrize(
    ("refusal", "told"),
    [("", []), ("There is no network.", ["Opponents think in plain Python for now. There is no network."])],
)
def test_the_demo_says_in_one_sentence_what_it_could_not_fetch(
    refusal: str, told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    monkeypatch.setattr(demo, "add", lambda name: refusal)
    demo.fetch_for_opponents(said.append)
    assert said == told
