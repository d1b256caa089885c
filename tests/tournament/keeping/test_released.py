"""The archives that every released version wrote are read: what each holds comes back, what it lacks is said."""

from __future__ import annotations

import gzip
import json
import re
from base64 import b64decode
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.upgrade.old_house import FIRST_EDITION
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.archive import read_archive, with_own_keys
from tournament.record.envelope import EnvelopeError
from tournament.record.event import EventRecord
from tournament.scores import standings
from tournament.services.archives.earlier_formats import LACKS
from tournament.services.archives.restoring import restore

pytestmark = pytest.mark.django_db

EDITIONS = sorted(FIRST_EDITION.parent.iterdir())


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda folder: folder.name)
def test_every_event_of_a_released_version_comes_back_from_its_archive(edition: Path) -> None:
    archives: dict[str, str] = json.loads(gzip.decompress((edition / "archives.json.gz").read_bytes()))
    told = json.loads(gzip.decompress((edition / "expected.json.gz").read_bytes()))
    told = told.get("events", told)
    assert sorted(archives) == sorted(told)
    for slug, text in archives.items():
        if not text.startswith("{"):
            restored = restore(b64decode(text))
            assert (restored.event.slug, restored.lacks) == (slug, ())
            assert [row.total for row in standings(record_of(restored.event))] == totals(told[slug])
            continue
        held = read_archive(text)
        restored = restore(text.encode())
        record = record_of(restored.event)
        assert (restored.event.slug, restored.lacks, restored.event.version) == (slug, LACKS, held.version)
        assert "lacks the log of changes, " in restored.sentence
        assert plain(record) == plain(held), slug
        assert standings(record) == standings(held)
        assert [row.total for row in standings(record)] == totals(told[slug])


@pytest.mark.parametrize(
    ("member", "value", "said"),
    [
        ("bonus_multipliers", {str(winners): 10_000 for winners in range(1, 7)}, "the winning bonus by winners"),
        ("bonus_rounding", 1, "the rounding of the winning bonus (R56) 1 instead of 100"),
        ("missed_score", 5_000, "the score of a missed round (R53) 5000 instead of 0"),
        ("swiss_from_tables", 5, "the tables from which a last round is Swiss (R45) 5 instead of 4"),
        ("preferred_size", 5, "the usual size of a table (R37) 5 instead of 4"),
    ],
)
def test_an_archive_by_other_numbers_than_an_event_can_have_is_refused_and_names_them(
    member: str, value: Any, said: str
) -> None:
    archives: dict[str, str] = json.loads(gzip.decompress((EDITIONS[0] / "archives.json.gz").read_bytes()))
    document = json.loads(next(iter(archives.values())))
    document["event"]["ruleset"][member] = value
    with pytest.raises(EnvelopeError, match=re.escape(said)):
        restore(json.dumps(document).encode())
    assert not Event.objects.exists()


def totals(told: Any) -> list[int]:
    """The totals that the version itself said."""
    return [row["total"] for row in told["standings"]]


def plain(record: EventRecord) -> Any:
    """A record without what an earlier archive did not hold: draws (1.0 had the seed alone), logs, reports that wait, who reported."""
    known = with_own_keys(record)
    return replace(
        known,
        logs=(),
        public_version=0,
        disputes=tuple(replace(row, log=None) for row in known.disputes),
        penalties=tuple(replace(row, given_at=None) for row in known.penalties),
        rounds=tuple(
            replace(
                played,
                draw=None,
                tables=tuple(replace(table, official=None, waiting=None, reports=()) for table in played.tables),
            )
            for played in known.rounds
        ),
    )
