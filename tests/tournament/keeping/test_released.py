"""The archives that every version from 2.7.2 on wrote are read, and what each holds comes back."""

from __future__ import annotations

from base64 import b64decode
from typing import Any

import pytest

from tests.upgrade.told import counted_by_status
from tests.upgrade.versions import EACH_VERSION, archives, expected
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.archive import LARGE, EnvelopeError, pack
from tournament.record.rulesets import CountedBy
from tournament.record.vocabulary import PlayerId
from tournament.scores import standings
from tournament.services.archives.restoring import restore
from tournament.services.forgetting.acting import forget
from tournament.services.forgetting.finding import people_of
from tournament.services.forgetting.replacing import still_found

pytestmark = pytest.mark.django_db

EARLIER_TEXT = b'{\n "format": "top-table-archive-2",\n "event": {}\n}\n'


@pytest.mark.parametrize("version", EACH_VERSION)
def test_every_event_of_a_released_version_comes_back_from_its_archive(version: str) -> None:
    written, told = archives(version), expected(version)
    assert sorted(written) == sorted(told)
    for slug, packed in written.items():
        restored = restore(b64decode(packed), bounds=LARGE)
        assert restored.event.slug == slug
        record = record_of(restored.event)
        if "counted" not in told[slug]:  # of a version before 3.7, which counted by status
            assert (record.ruleset.counted_by is CountedBy.STATUS) == record.is_final_published
        assert [row.total for row in standings(counted_by_status(record))] == totals(told[slug])


@pytest.mark.parametrize("version", EACH_VERSION)
def test_a_person_is_forgotten_in_an_event_that_came_from_an_archive_of_a_released_version(version: str) -> None:
    told = expected(version)
    content = b64decode(archives(version)[max(told, key=lambda slug: len(told[slug]["changes"]))])
    event = restore(content, bounds=LARGE).event
    person = max((each for each in people_of(event) if each.entry), key=lambda each: each.former.count())
    assert still_found([person])
    done = forget([person], None)
    assert (done.entries, done.left) == (1, {})
    again = restore(content, bounds=LARGE)
    assert again.forgotten == 1
    assert not still_found([person])
    assert record_of(again.event).entry(PlayerId(person.number)).name == person.pseudonym


@pytest.mark.parametrize("file", [EARLIER_TEXT, pack({"event": {}, "rows": {}}, {}, "2.4.0")])
def test_an_earlier_archive_is_refused_and_nothing_is_stored(file: bytes) -> None:
    with pytest.raises(EnvelopeError, match=r"Top Table 3\.0 can convert it"):
        restore(file)
    assert not Event.objects.exists()


def totals(told: dict[str, Any]) -> list[int]:
    """The totals that the version itself said."""
    return [row["total"] for row in told["standings"]]
