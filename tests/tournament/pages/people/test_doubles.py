"""Two entries that may be one person are named below the list; what earlier versions merged keeps its sentence."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.build import director_of, make_event
from tests.tournament.pages.pages import desk
from tests.tournament.pages.words import words
from tournament.models import Change
from tournament.models.queries import record_of
from tournament.record.acts import Act
from tournament.services.changes import RefusedError
from tournament.services.undoing import undo_changes
from tournament.tellings.diary import sentence_of

pytestmark = pytest.mark.django_db


def test_the_list_names_pairs_that_may_be_one_person(director: Client) -> None:
    event = make_event(names=["Ada Smith", "Ben Demo", "Ada Smyth"])
    page = director.get(desk(event, "entries/"))
    assert "1 Ada Smith, 3 Ada Smyth" in words(page)


@pytest.mark.parametrize(
    ("act", "after", "told"),
    [
        (Act.MERGE_ENTRIES, {"merge": {"kept": 1, "gone": 9}}, "Entries for Ada Demo merged: number 9 into 1"),
        (Act.RESTORE_DRAW, {"draw": {"number": 3, "restored_from": 1}}, "Round 1: old draw restored"),
    ],
)
def test_what_earlier_versions_did_keeps_its_sentence_and_is_not_undone(
    act: Act, after: dict[str, object], told: str
) -> None:
    event = make_event(4)
    version = event.version + 1
    row = Change.objects.create(
        event=event, version=version, act=act.value, round_number=1, entries=[1], before={}, after=after
    )
    assert told in sentence_of(row, record_of(event))
    with pytest.raises(RefusedError, match="Undo it by hand"):
        undo_changes(event, director_of(event), [version])
