"""Restores an archived event, here or in another installation, under a free address; it overwrites nothing and needs no account.

Who made each change stays as a name. The event is directed by whoever restores it, or waits for its first director. An archive is
accepted only if its whole event can be read and shown; otherwise nothing is stored.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from typing import Any

from django.contrib.auth.models import User
from django.db import Error, transaction
from django.utils import timezone

from games.acquire.editions import LABEL_SETS
from tournament.models import Event, Helper
from tournament.models.queries import record_of
from tournament.record.envelope import DAMAGED, USUAL, Bounds, EnvelopeError, unpack
from tournament.record.rulesets import CountedBy
from tournament.record.settings import RANGES, Extras
from tournament.scores import Scores
from tournament.services.archives.inserting import Inserting, filled, stored
from tournament.services.events.settings import RESERVED_SLUGS
from tournament.services.on_devices.following import games_at_tables
from tournament.services.people.forgetting.acting import forget_again, forgotten_again_in_words
from tournament.tellings.diary import sentence_of
from tournament.tellings.history.labels import title_of_figure
from wording import gettext as _
from wording.figures import listed_or

LONGEST_SLUG = 60


@dataclass(frozen=True, slots=True)
class Restored:
    """A restored event: ``slug`` is the address that it had, ``forgotten`` how many of its players were forgotten since."""

    event: Event
    slug: str
    forgotten: int = 0

    @property
    def is_renamed(self) -> bool:
        """Return whether its address was taken, so that it has another one and is hidden."""
        return self.event.slug != self.slug

    @property
    def sentence(self) -> str:
        """Return the outcome as a text for people."""
        event = self.event
        where = (
            _(
                "Its address “{slug}” was already taken, so its new address is “{new}” and it is hidden.",
                slug=self.slug,
                new=event.slug,
            )
            if self.is_renamed
            else ""
        )
        waits = (
            ""
            if event.created_by_id
            else _("It has no director yet: whoever runs this installation will find it on the desk.")
        )
        return " ".join(
            filter(
                None,
                (
                    _("{event} has been restored at version {version}.", event=event.name, version=event.version),
                    where,
                    waits,
                    forgotten_again_in_words(self.forgotten),
                ),
            )
        )


def read_document(content: bytes, bounds: Bounds = USUAL) -> Mapping[str, Any]:
    """Return the document of an archive; raises EnvelopeError for other files and for settings that no event can have."""
    document = unpack(content, bounds).document
    check_settings(document["event"])
    return document


def check_settings(written: Any) -> None:
    """Raise EnvelopeError for settings that no director can choose; its message names each with its range."""
    if not isinstance(written, Mapping):
        return  # `filled` refuses it later
    wrong = [each.refusal(title_of_figure(name), written[name]) for name, each in RANGES.items() if name in written]
    if not str(written.get("name") or "").strip():
        wrong.append(_("the event has no name"))
    if "chain_set" in written and written["chain_set"] not in tuple(LABEL_SETS):
        wrong.append(_("the chain names must be one of {names}", names=listed_or(LABEL_SETS)))
    if wrong := list(filter(None, wrong)):
        raise EnvelopeError(
            _(
                "The archive has settings that are not allowed here: {settings}. Nothing has been restored; "
                "use another copy of the file.",
                settings="; ".join(wrong),
            )
        )


def restore(content: bytes, director: User | None = None, key: str = "", bounds: Bounds = USUAL) -> Restored:
    """Restore an event from its file; raises EnvelopeError, and stores nothing, where that is not possible.

    ``director`` is the account that will direct it, None for nobody yet. ``key`` is the one-use key of the form that asked for it: the
    event's last change stores it.
    """
    document = read_document(content, bounds)
    with all_or_nothing():
        event = filled(Event(), document["event"], "the event", lambda name: None)
        slug = event.slug
        if not slug or slug in RESERVED_SLUGS or Event.objects.filter(slug=slug).exists():
            event.slug, event.is_shown = free_slug(slug), False
        event.created_by = director
        if event.is_final_published and "counted_by" not in document["event"]:
            event.counted_by = CountedBy.STATUS.value  # the list was published by an earlier version (2.1)
        stored([event])
        Inserting(event, lambda name: None).insert(document["rows"])
        if "extras" not in document["event"]:
            _keep_what_was_used(event, document["rows"])
        Helper.objects.filter(event=event, withdrawn_at=None).update(withdrawn_at=timezone.now())
        if key:
            event.changes.filter(version=event.version).update(key=key)
        many = forget_again(event, slug)
        check_readable(event)
    return Restored(event, slug, many)


def _keep_what_was_used(event: Event, rows: Mapping[str, Any]) -> None:
    """Switch on what an event of a version without `Extras` has used; ``rows`` are those of its archive."""
    used = Extras(
        devices=event.on_devices or bool(rows.get("Game")),
        scribe=bool(rows.get("Scribing")),
        clocks=bool(rows.get("ClockPress")),
        chart=bool(rows.get("ChartSeat")),
    )
    Event.objects.filter(pk=event.pk).update(extras=str(used))


@contextmanager
def all_or_nothing() -> Iterator[None]:
    """Return a context manager for a transaction in which any error of the database or of reading rows becomes an EnvelopeError."""
    try:
        with transaction.atomic():
            yield
    except EnvelopeError:
        raise
    except (Error, ValueError, LookupError, TypeError, AttributeError, ArithmeticError) as failure:
        raise EnvelopeError(_(DAMAGED)) from failure


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
