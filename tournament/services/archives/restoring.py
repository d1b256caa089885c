"""Restores an archived event, here or in another installation, under a free address; it overwrites nothing and needs no account.

Who made each change stays as a name. The event is directed by whoever restores it, or waits for its first director. An archive is
accepted only if its whole event can be read and shown; otherwise nothing is stored.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from itertools import count
from typing import Any

from django.contrib.auth.models import User
from django.db import Error, transaction
from django.utils import timezone

from games.acquire.editions import LABEL_SETS
from tournament.models import Event, Helper
from tournament.models.queries import record_of, ruleset_of
from tournament.record.archive import ArchiveError, read_archive
from tournament.record.envelope import USUAL, Bounds, EnvelopeError, is_packed, text_of, unpack
from tournament.record.rulesets import Ruleset
from tournament.record.settings import RANGES
from tournament.scores import Scores
from tournament.services.archives.earlier_formats import LACKS, document_of_record
from tournament.services.archives.inserting import Inserting, filled, stored
from tournament.services.events.settings import RESERVED_SLUGS
from tournament.services.on_devices.following import games_at_tables
from tournament.tellings.diary import sentence_of

LONGEST_SLUG = 60
UNTELLABLE = "The archive cannot be restored: what it holds does not make an event. Take another copy of the file."


WORDS = {
    "bonus_multipliers": "the winning bonus by winners, in ten-thousandths (R56),",
    "bonus_rounding": "the rounding of the winning bonus (R56)",
    "missed_score": "the score of a missed round (R53)",
    "swiss_from_tables": "the tables from which a last round is Swiss (R45)",
    "preferred_size": "the usual size of a table (R37)",
    "name": "the rules’ name",
}
"""The names, in words, of the parts of a ruleset that no setting of an event holds."""


@dataclass(frozen=True, slots=True)
class Restored:
    """A restored event: ``slug`` is the address that it had, and ``lacks`` is what the file's format does not hold."""

    event: Event
    slug: str
    lacks: Sequence[str] = ()

    @property
    def is_renamed(self) -> bool:
        """Return whether its address was taken, so that it has another one and is hidden."""
        return self.event.slug != self.slug

    @property
    def sentence(self) -> str:
        """Return the outcome as a text for people."""
        event = self.event
        where = f"The address “{self.slug}” is taken, so it is “{event.slug}” and hidden." if self.is_renamed else ""
        waits = (
            ""
            if event.created_by_id
            else "It waits for its first director: whoever runs this installation finds it on the desk."
        )
        lacks = f"The archive is of an earlier version and lacks {', '.join(self.lacks)}." if self.lacks else ""
        return " ".join(filter(None, (f"{event.name} is restored at version {event.version}.", where, waits, lacks)))


def read_document(content: bytes, bounds: Bounds = USUAL) -> tuple[Mapping[str, Any], Sequence[str]]:
    """Return the document of an archive of any version, and what its format lacks; raises EnvelopeError for other files."""
    if is_packed(content):
        document = unpack(content, bounds).document
        check_settings(document["event"])
        return document, ()
    try:
        record = read_archive(text_of(content, bounds))
    except ArchiveError as refusal:
        raise EnvelopeError(str(refusal)) from None
    document = document_of_record(record)
    check_settings(document["event"])
    check_same_rules(record.ruleset, ruleset_of(filled(Event(), document["event"], "the event", lambda name: None)))
    return document, LACKS


def check_settings(written: Any) -> None:
    """Raise EnvelopeError for settings that no director can choose; its message names each with its range."""
    if not isinstance(written, Mapping):
        return  # `filled` refuses it later
    wrong = [each.refusal(written[name]) for name, each in RANGES.items() if name in written]
    if not str(written.get("name") or "").strip():
        wrong.append("the event has no name")
    if "chain_set" in written and written["chain_set"] not in tuple(LABEL_SETS):
        wrong.append(f"the chain names must be one of {', '.join(LABEL_SETS)}")
    if wrong := list(filter(None, wrong)):
        raise EnvelopeError(
            f"The archive has settings that no event can have here: {'; '.join(wrong)}. Nothing is restored; take another copy of the file."
        )


def check_same_rules(written: Ruleset, restored: Ruleset) -> None:
    """Raise EnvelopeError where the archive's ruleset differs from that of an event here, so that totals would change."""
    differ = [
        f"{WORDS.get(each.name, each.name)} {_as_text(getattr(written, each.name))} instead of {_as_text(getattr(restored, each.name))}"
        for each in fields(Ruleset)
        if getattr(written, each.name) != getattr(restored, each.name)
    ]
    if differ:
        raise EnvelopeError(
            f"The archive is scored by other rules than an event can have here: {'; '.join(differ)}. Nothing is restored."
        )


def _as_text(value: object) -> str:
    """Return a value of a ruleset as text on one line."""
    return ", ".join(f"{key}: {each}" for key, each in value.items()) if isinstance(value, Mapping) else str(value)


def restore(content: bytes, director: User | None = None, key: str = "", bounds: Bounds = USUAL) -> Restored:
    """Restore an event from its file; raises EnvelopeError, and stores nothing, where that is not possible.

    ``director`` is the account that will direct it, None for nobody yet. ``key`` is the one-use key of the form that asked for it: the
    event's last change stores it.
    """
    document, lacks = read_document(content, bounds)
    with all_or_nothing():
        event = filled(Event(), document["event"], "the event", lambda name: None)
        slug = event.slug
        if not slug or slug in RESERVED_SLUGS or Event.objects.filter(slug=slug).exists():
            event.slug, event.is_shown = free_slug(slug), False
        event.created_by = director
        stored([event])
        Inserting(event, lambda name: None).insert(document["rows"])
        Helper.objects.filter(event=event, withdrawn_at=None).update(withdrawn_at=timezone.now())
        if key:
            event.changes.filter(version=event.version).update(key=key)
        check_readable(event)
    return Restored(event, slug, lacks)


@contextmanager
def all_or_nothing() -> Iterator[None]:
    """Return a context manager for a transaction in which any error of the database or of reading rows becomes an EnvelopeError."""
    try:
        with transaction.atomic():
            yield
    except EnvelopeError:
        raise
    except (Error, ValueError, LookupError, TypeError, AttributeError, ArithmeticError) as failure:
        raise EnvelopeError(UNTELLABLE) from failure


def check_readable(event: Event) -> None:
    """Compute the event's standings and the sentences of its log once, so that an event with which that fails is not stored."""
    event.refresh_from_db()
    record = record_of(event)
    scores = Scores(record)
    scores.standings()
    for round_ in record.closed_rounds:
        scores.tables(round_.number)
    for change in event.changes.all():
        sentence_of(change, record)
    games_at_tables().check_restored(event)


def free_slug(slug: str) -> str:
    """Return an unused address: this slug with the first free number from 2 appended."""
    base = slug or "event"
    names = (f"{base[: LONGEST_SLUG - len(str(number)) - 1]}-{number}" for number in count(2))
    return next(name for name in names if not Event.objects.filter(slug=name).exists())
