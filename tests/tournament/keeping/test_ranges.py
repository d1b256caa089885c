"""An archive whose settings no director can choose is refused, and every such setting is named with its range."""

from __future__ import annotations

from typing import Any

import pytest

from tests.build import make_event, play_to
from tests.tournament.keeping.test_restoring import edited
from tournament.desk.event_forms import EventForm
from tournament.desk.parts import FIXED
from tournament.models import Event
from tournament.record.archive import EnvelopeError
from tournament.record.settings import RANGES
from tournament.services.archives.restoring import restore
from tournament.services.archives.writing import archived

pytestmark = pytest.mark.django_db

WRONG: dict[str, tuple[Any, str]] = {
    "multiplier_three": (999_999, "multiplier for a table of 3 must be between 0.001 and 10.000"),
    "sit_out_score": (999_999_999_999, "the score for sitting out must be between 0.000 and 100.000"),
    "dilution": (0, "Pentamind dilution factor must be between 0.001 and 2.000"),
    "minutes_five": (0, "minutes at a table of 5 must be between 1 and 600"),
    "multiplier_four": ("much", "multiplier for a table of 4 must be between 0.001 and 10.000"),
    "multiplier_five": (None, "multiplier for a table of 5 must be between 0.001 and 10.000"),
    "fine_amount": (True, "fine must be between 100 and 1,000,000"),
    "name": (" ", "the event has no name"),
    "chain_set": ("spy", "the chain names must be one of classic"),
}


def refused(event: Event, **settings: Any) -> str:
    """Why the archive of the event with these settings is not restored."""
    with pytest.raises(EnvelopeError) as refusal:
        restore(edited(archived(event), lambda document: document["event"].update(settings)))
    assert Event.objects.count() == 1
    return str(refusal.value)


@pytest.mark.parametrize("setting", WRONG)
def test_a_setting_out_of_its_range_is_named_in_words_with_its_range(setting: str) -> None:
    value, said = WRONG[setting]
    assert said in refused(play_to(make_event(7, rounds_planned=2), round_closed=1), **{setting: value})


def test_every_wrong_setting_is_named_at_once() -> None:
    said = refused(make_event(7), **{setting: value for setting, (value, _) in WRONG.items()})
    assert [words for _, words in WRONG.values() if words not in said] == []


@pytest.mark.parametrize("setting", sorted(set(RANGES) - set(FIXED)))
@pytest.mark.parametrize("beyond", [False, True])
def test_the_form_and_the_archive_take_the_same_numbers(setting: str, beyond: bool) -> None:
    each = RANGES[setting]
    for value, step in ((each.least, -1), (each.most, 1)):
        figure = value + step * beyond
        written = each.written(figure).replace(",", "")
        form = EventForm({setting: written})
        assert (setting in form.errors) == beyond == bool(each.refusal(setting, figure))


@pytest.mark.parametrize("value", ["mad", ""])
def test_a_choice_that_is_none_is_told_in_words(value: str) -> None:
    assert refused(make_event(7), cut_tie_break=value) == (
        "The archive cannot be restored (the event, cut_tie_break). Use another copy of the file."
    )
