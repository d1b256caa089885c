"""What every public page starts from: the event as everybody may know it, its menu, and the moment it stands for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.http import Http404
from django.urls import reverse
from django.utils import timezone

from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.event import EntryRecord, EventRecord, RoundRecord, TableRecord
from tournament.record.public import as_seen
from tournament.record.vocabulary import PlayerId, RoundKind, Standing, TableScore
from tournament.scores import standings
from tournament.scores.scoring import score_round
from tournament.tellings.disputes import disputed_in


@dataclass(frozen=True)
class Site:
    """An event as its public pages see it; frozen, without slots because its look-ups are kept."""

    event: Event
    record: EventRecord
    awaits_final_list: bool
    """Whether every planned round is closed on the desk while the last results are kept for the prize-giving."""

    @cached_property
    def people(self) -> Mapping[PlayerId, EntryRecord]:
        """The entries by number."""
        return {entry.player: entry for entry in self.record.entries}

    def name(self, player: PlayerId) -> str:
        """A player's name as entered."""
        return self.people[player].name

    @property
    def through(self) -> int:
        """The last round whose results are public, 0 before the first."""
        return max((played.number for played in self.record.closed_rounds), default=0)

    @cached_property
    def rows(self) -> tuple[Standing, ...]:
        """The public standings."""
        return standings(self.record)

    @cached_property
    def scores(self) -> Mapping[int, tuple[TableScore, ...]]:
        """The scores of every round whose results are public, by its number."""
        return {played.number: score_round(self.record, played.number) for played in self.record.closed_rounds}

    def address(self, page: str, *parts: int) -> str:
        """The address of a public page of this event."""
        return reverse(page, args=[self.record.slug, *parts])

    def round(self, number: int) -> RoundRecord:
        """A round that is published; Http404 with a sentence for any other."""
        for played in self.record.rounds:
            if played.number == number:
                return played
        raise Http404(f"Round {number} of {self.record.name} is not published.")

    def table(self, number: int, table: int) -> tuple[RoundRecord, TableRecord]:
        """A table of a published round, with the round; Http404 with a sentence for any other."""
        played = self.round(number)
        for found in played.tables:
            if found.number == table:
                return played, found
        raise Http404(f"Round {number} of {self.record.name} has no table {table}.")

    def frame(self, here: str) -> dict[str, Any]:
        """What the frame of a public page shows; ``here`` is the menu's word for the page."""
        return {
            "event": self.record,
            "event_url": self.address("event"),
            "menu": [
                {"label": label, "url": url, "current": label == here} for label, url in self._menu() if label and url
            ],
            "as_of": self.as_of,
            "version": self.record.version,
            "is_over": self.record.is_final_published,
            "through": self.through,
            "disputed": disputed_in(self.record.closed_rounds),
        }

    def _menu(self) -> list[tuple[str, str]]:
        has_medals = self.record.is_final_published
        return [
            ("Event", self.address("event")),
            ("Results", self.address("results", self.through) if self.through else ""),
            ("Standings", self.address("standings")),
            ("Movement chart", self.address("chart") if self.record.chart else ""),
            ("Medals", self.address("medals") if has_medals else ""),
            ("Prices and rules", reverse("floor_set", args=[self.record.chain_set])),
        ]

    @cached_property
    def as_of(self) -> str:
        """The moment and the round a page stands for: "as of 14:52, round 3 complete"."""
        changed = self.event.changes.values_list("made_at", flat=True).order_by("-version").first()
        moment = f"as of {timezone.localtime(changed):%H:%M}, " if changed else ""
        if self.record.is_final_published:
            return f"{moment}final list"
        return f"{moment}{f'round {self.through} complete' if self.through else 'no round complete'}"


def open_site(event: Event) -> Site:
    """Read an event as everybody may know it."""
    record = record_of(event)
    is_played = len(record.closed_rounds) >= record.rounds_planned
    return Site(event, as_seen(record), awaits_final_list=is_played and not record.is_final_published)


def round_name(played: RoundRecord) -> str:
    """A round as a heading names it: "Round 2", "The final, round 4"."""
    return f"The final, round {played.number}" if played.kind is RoundKind.SWISS else f"Round {played.number}"
