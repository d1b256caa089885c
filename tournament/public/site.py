"""`Site`, the basis of every public page: the public part of an event, its menu, and the time of its latest public change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any

from django.conf import settings
from django.http import Http404
from django.urls import reverse
from django.utils import timezone

from tournament.models import Change, Event
from tournament.models.event import public_moment
from tournament.models.queries import record_of, whole_record_of
from tournament.models.queries.kept import Kept, in_transaction, public_key
from tournament.public.lists import PageList, addresses, on_page
from tournament.record.acts import Act
from tournament.record.event import EventRecord, RoundRecord, TableRecord
from tournament.record.formats import Part
from tournament.record.public import as_public, without_juniors
from tournament.record.vocabulary import PlayerId, Standing
from tournament.scores.explaining import Scores
from tournament.tellings.changed import PublicChange, PublicChanges, acts_read, public_changes
from tournament.tellings.listing import Listing
from tournament.tellings.words import disputed_in
from wording import gettext as _
from wording import gettext_noop
from wording.figures import clock_time
from wording.languages import language

EVENT = gettext_noop("Event")
RESULTS = gettext_noop("Results")
STANDINGS = gettext_noop("Standings")
TOTALS = gettext_noop("Totals")
CHART = gettext_noop("Movement chart")
MEDALS = gettext_noop("Medals")
PRICES = gettext_noop("Prices and rules")
"""The English labels of the menu, by which pages say which entry they are."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What everybody may see of an event: ``record`` has only what is public."""

    record: EventRecord
    _changes: dict[bool, PublicChanges] = field(default_factory=dict, init=False, repr=False, compare=False)

    def changes_in(self, event: int, *, is_shown: bool) -> PublicChanges:
        """Return the changes of figures that had been public before, from the log of changes; ``event`` is the event's primary key."""
        if is_shown not in self._changes:
            rows = Change.objects.filter(event=event, version__lte=self.record.public_version).order_by("version")
            found = list(rows.filter(act__in=acts_read(has_reopened=False)))
            if any(change.act == Act.REOPEN_ROUND for change in found):
                found = list(rows.filter(act__in=acts_read(has_reopened=True)))
            self._changes[is_shown] = public_changes(found, self.record, is_shown=is_shown)
        return self._changes[is_shown]


@cache
def readers_cache(_language: str) -> Kept[Seen]:
    """Return what is kept for readers of a language: where names are numbers, "Player 7" is a sentence."""
    return Kept()


@dataclass(frozen=True)
class Site:
    """An event as public pages show it. Frozen, without slots because it caches properties."""

    event: Event
    seen: Seen

    @property
    def record(self) -> EventRecord:
        """The event with only what is public."""
        return self.seen.record

    @property
    def awaits_final_list(self) -> bool:
        """Whether all planned rounds are closed but the last results are not public before the prize-giving."""
        rounds = self.record.rounds
        return len(rounds) >= self.record.rounds_planned and rounds[-1].is_held

    @property
    def held(self) -> tuple[int, ...]:
        """The numbers of the rounds that are over and whose results are held back."""
        return tuple(round_.number for round_ in self.record.rounds if round_.is_held)

    def name(self, player: PlayerId) -> str:
        """Return a player's public name."""
        return self.record.name_of(player)

    @property
    def scores(self) -> Scores:
        """The scores and standings from the public results; each table is scored only once."""
        return Scores(self.record)

    @property
    def changes(self) -> PublicChanges:
        """The changes of figures that had been public before, from the log of changes."""
        return self.seen.changes_in(self.event.pk, is_shown=self.event.is_shown)

    def say(self, changes: Sequence[PublicChange]) -> list[str]:
        """Return changes as sentences, the latest first."""
        zone = timezone.get_current_timezone()
        return [change.sentence(self.record, zone) for change in reversed(changes)]

    @property
    def through(self) -> int:
        """The number of the last round whose results are public, 0 before the first."""
        return self.scores.through

    @property
    def rows(self) -> tuple[Standing, ...]:
        """The rows of the public standings."""
        return self.scores.standings()

    def page_list(self, listing: Listing) -> PageList:
        """Return a listing for a public page: names are links to the players, and “Find me” finds the rows."""
        return on_page(listing, addresses(self.record.slug, player="player"), finds=True)

    def address(self, page: str, *parts: int) -> str:
        """Return the address of a public page of this event; ``page`` is its URL name."""
        return reverse(page, args=[self.record.slug, *parts])

    def round(self, number: int) -> RoundRecord:
        """Return a published round; Http404 with a sentence for any other number."""
        if not self.record.has_round(number):
            raise Http404(_("Round {number} of {event} has not been published.", number=number, event=self.record.name))
        return self.record.round(number)

    def table(self, number: int, table: int) -> tuple[RoundRecord, TableRecord]:
        """Return a published round and one of its tables; ``number`` is the round. Http404 with a sentence where there is none."""
        round_ = self.round(number)
        try:
            return round_, round_.table(table)
        except KeyError:
            sentence = _(
                "Round {number} of {event} has no table {table}.", number=number, event=self.record.name, table=table
            )
            raise Http404(sentence) from None

    def frame(self, here: str) -> dict[str, Any]:
        """Return the context of the frame of every public page; ``here`` is the English label of the page in the menu, empty for none."""
        return {
            "site": self,
            "event": self.record,
            "event_url": self.address("event"),
            "menu": [
                {"label": _(self._menu_label(label)), "url": url, "current": label == here}
                for label, url in self._menu()
                if label and url
            ],
            "as_of": self.as_of,
            "notice": self.event.notice,
            "version": self.event.public_version,
            "is_over": self.record.is_final_published,
            "through": self.through,
            "disputed": disputed_in(self.record.closed_rounds),
        }

    def _menu_label(self, label: str) -> str:
        """Return the English label of an entry of the menu as it is now: once the final list is public, the standings are only totals."""
        return TOTALS if label == STANDINGS and self.record.is_final_published else label

    def _menu(self) -> list[tuple[str, str]]:
        """Return the English labels and the addresses of the menu; an entry with an empty address is left out."""
        has_medals = self.record.is_final_published and self.record.has(Part.MEDALS)
        return [
            (EVENT, self.address("event")),
            (RESULTS, self.address("results", self.through) if self.through else ""),
            (STANDINGS, self.address("standings")),
            (CHART, self.address("chart") if self.record.chart else ""),
            (MEDALS, self.address("medals") if has_medals else ""),
            (PRICES, self.address("floor_event") if self.record.has(Part.CHAINS) else ""),
        ]

    @cached_property
    def as_of(self) -> str:
        """The time of the latest public change, and how far the event is: "As of 14:52: Round 3 complete"."""
        changed = public_moment(self.event)
        if changed is None:
            return self.progress
        time = clock_time(timezone.localtime(changed))
        return _("As of {time}: {progress}", time=time, progress=self.progress)

    @property
    def progress(self) -> str:
        """How far the event is, in words."""
        if self.record.is_final_published:
            return _("Final list")
        if self.held:
            return _("Round {number} complete, its results not public yet", number=self.held[-1])
        return _("Round {number} complete", number=self.through) if self.through else _("No round complete")


def open_site(event: Event) -> Site:
    """Return the public part of an event, read once in each process for a public version."""
    if in_transaction():
        return Site(event, public_view(record_of(event)))
    key = public_key(event), settings.PUBLIC_ADDRESS
    kept = readers_cache(language())
    seen = kept.found(event.pk, key)
    if seen is None:
        record, is_whole = whole_record_of(event)
        seen = public_view(record)
        if is_whole:
            kept.keep(event.pk, key, seen)
    return Site(event, seen)


def public_view(record: EventRecord) -> Seen:
    """Return what everybody may see of a record.

    Juniors are not marked in it as long as no junior has a medal among them.
    """
    seen = as_public(record)
    if any(entry.is_junior for entry in seen.entries) and not any(place.medal for place in Scores(seen).juniors):
        seen = without_juniors(seen)
    return Seen(seen)


def round_name(round_: RoundRecord) -> str:
    """Return the heading of a round: "Round 2", "The final, round 4"."""
    if round_.top_table_wins:
        return _("The final, round {number}", number=round_.number)
    return _("Round {number}", number=round_.number)
