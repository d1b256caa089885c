"""How a table's result stands, for the phones of that table alone: what was reported, who said yes or no, and what is official."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from hashlib import blake2b

from tournament.access.browsers import oddities
from tournament.day.browsers import ENOUGH
from tournament.models import Device, Event
from tournament.models.queries import record_of
from tournament.record.event import EventRecord, RoundRecord, TableRecord
from tournament.record.gaming import OnDevices
from tournament.record.public import shown_entries
from tournament.record.vocabulary import PlayerId, ReportSource, RoundState
from tournament.scores.judgement import judge_table
from tournament.services.on_devices.following import games_at_tables
from tournament.services.results.confirming import Waiting, waiting_in
from tournament.services.results.official import differing_players
from tournament.services.results.voices import Word, voice_at, words_at
from tournament.tellings.checks import Check, check_of
from tournament.tellings.news.phones import moved_words, odd_words
from tournament.tellings.words import listed


@dataclass(frozen=True, slots=True)
class Line:
    """A seat of a report: its player, final cash, whether they ran out of time, and whether another report says something else of it."""

    name: str
    cash: int | None
    is_late: bool
    differs: bool = False


@dataclass(frozen=True, slots=True)
class Said:
    """A report as the phones of its table show it; ``mine`` is what the holder of this phone said to it, None for nothing yet.

    ``is_of_one`` where all agree, from one phone alone; ``is_said_here`` where this phone is among those that said yes.
    """

    key: int
    by: str
    at: datetime
    lines: tuple[Line, ...]
    ended_by: str
    check: Check
    agree: tuple[str, ...]
    refuse: tuple[str, ...]
    silent: tuple[tuple[PlayerId, str], ...]
    mine: bool | None
    is_of_one: bool
    is_said_here: bool
    is_agreed: bool
    is_contested: bool


@dataclass(frozen=True)
class AtTable:
    """A table of a round as one of its phones may know it; frozen, without slots because its look-ups are kept.

    ``record`` is the event's own, with names as the entries chose to be shown.
    """

    event: Event
    device: Device
    record: EventRecord
    played: RoundRecord
    table: TableRecord

    @property
    def is_shared(self) -> bool:
        """Whether all at the table share the phone."""
        return self.device.entry is None

    @property
    def moved(self) -> str:
        """Where the holder of this phone sits now, if not at this table any more; empty where they do."""
        if self.device.entry is None or self.played.is_closed:
            return ""
        return moved_words(self.record, self.played, PlayerId(self.device.entry.number), self.table.number)

    @property
    def is_open(self) -> bool:
        """Whether the table can be reported now, by this phone."""
        is_playing = self.played.state is RoundState.PUBLISHED and not self.plays_on_devices
        return self.event.players_report and is_playing and not self.table.has_cash and not self.moved

    @property
    def plays_on_devices(self) -> bool:
        """Whether the table plays on devices, so that its result comes from its game."""
        return self.table.on_devices is not OnDevices.NONE

    @cached_property
    def is_held_elsewhere(self) -> bool:
        """Whether another phone holds the hand of who holds this one."""
        if self.is_shared or not self.plays_on_devices:
            return False
        return games_at_tables().is_held_elsewhere(self.device)

    @property
    def holder(self) -> str:
        """The name of who holds the phone, empty where it is shared."""
        return self.record.name_of(PlayerId(self.device.entry.number)) if self.device.entry else ""

    @cached_property
    def waiting(self) -> Sequence[Waiting]:
        """The reports of phones that stand."""
        if not any(report.source is ReportSource.PLAYER for report in self.table.reports):
            return ()
        found = waiting_in(
            report__table__round__event=self.event,
            report__table__round__number=self.played.number,
            report__table__number=self.table.number,
            report__source=ReportSource.PLAYER.value,
        )
        return found.get(self.table.number, ())

    @cached_property
    def reports(self) -> list[Said]:
        """The reports that stand, with who said what to them."""
        words = words_at([each.report for each in self.waiting]) if self.waiting else ()
        return [self._said(each, words) for each in self.waiting]

    @cached_property
    def odd(self) -> list[str]:
        """What is odd about the phones of the table: one that changed its name, a name that several have."""
        if getattr(self.device, "alike", 1) == 0:  # read with the phone, so that honest tables ask nothing more
            return []
        number = self.table.number
        found = oddities(self.event, self.played.number, number).get(number, ())
        return [odd_words(self.record, odd) for odd in found]

    @property
    def official(self) -> list[Line]:
        """The official figures; none while there are none."""
        if not self.table.has_cash:
            return []
        return [Line(self.record.name_of(seat.player), seat.cash, seat.timed_out) for seat in self.table.seats]

    @property
    def seats(self) -> list[tuple[PlayerId, str]]:
        """Who sits at the table."""
        return [(seat.player, self.record.name_of(seat.player)) for seat in self.table.seats]

    @cached_property
    def differing(self) -> list[PlayerId]:
        """Of whom the reports that stand say something different."""
        return differing_players([each.figures for each in self.waiting])

    @property
    def differing_names(self) -> str:
        """The same by name."""
        return listed([self.record.name_of(player) for player in self.differing])

    @property
    def differ(self) -> bool:
        """Whether the table reported more than one result, or somebody said no to it."""
        return any(said.is_contested for said in self.reports)

    @cached_property
    def stamp(self) -> str:
        """What this page shows of the result: another one where there is something new."""
        shown = (
            *(self.reports, self.official, self.played.state, self.is_open, self.seats, self.table.is_disputed),
            *(self.plays_on_devices, self.odd, self.moved),
        )
        return blake2b(repr(shown).encode(), digest_size=6).hexdigest()

    def _said(self, each: Waiting, words: Sequence[Word]) -> Said:
        report, figures = each.report, each.figures
        here = [word for word in words if word.report == report.pk]
        agree = {word.player for word in here if word.agrees}
        refuse = {word.player for word in here if not word.agrees}
        voices = {word.voice for word in here if word.agrees}
        cash = figures.cash
        table = replace(
            self.table,
            seats=tuple(replace(seat, cash=cash.get(seat.player)) for seat in self.table.seats),
        )
        judged = judge_table(self.record, self.played.number, table, is_confirmed=True, reason="reported")
        holder = self.device.entry.number if self.device.entry else 0
        own = {word.voice: word.agrees for word in here if word.player == holder}
        author = report.device.entry if report.device else None
        return Said(
            key=report.pk,
            by=self.record.name_of(PlayerId(author.number)) if author else "",
            at=report.reported_at,
            lines=tuple(
                Line(self.record.name_of(seat.player), seat.cash, seat.timed_out, seat.player in self.differing)
                for seat in figures.seats
            ),
            ended_by=figures.ended_by,
            check=check_of(self.record, judged),
            agree=tuple(name for player, name in self.seats if player in agree),
            refuse=tuple(name for player, name in self.seats if player in refuse),
            silent=tuple((player, name) for player, name in self.seats if player not in agree),
            mine=own.get(voice_at(self.device), next(iter(own.values()), None)),
            is_of_one=report.agreed_at is not None and len(voices) < ENOUGH and not self.plays_on_devices,
            is_said_here=voice_at(self.device) in voices,
            is_agreed=report.agreed_at is not None,
            is_contested=report.contested_at is not None,
        )


def at_table(event: Event, device: Device) -> AtTable | None:
    """The table of a phone as it stands; None where the round or the table is not there any more."""
    full = record_of(event)
    record = replace(full, entries=shown_entries(full))
    try:
        played = record.round(device.round_number)
        return AtTable(event, device, record, played, played.table(device.number))
    except KeyError:
        return None


def agreed_words(said: Said) -> str:
    """Who said yes, in words."""
    return listed(list(said.agree))
