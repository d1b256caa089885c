"""The result of a table as the table's phones show it: its reports, who agreed or not, and the official figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from hashlib import blake2b
from typing import Any

from tournament.access.devices import oddities
from tournament.day.phones import ENOUGH
from tournament.draw.seating import seat_numbers
from tournament.models import Device, Event, TableReport
from tournament.record.event import EventRecord, RoundRecord, SeatRecord, TableRecord
from tournament.record.vocabulary import OnDevices, PlayerId, ReportSource, RoundState
from tournament.scores.amounts import seat_in_words
from tournament.scores.plausibility import judge_table
from tournament.services.on_devices.following import games_at_tables
from tournament.services.results.phones import CountedAnswer, browser_at, counted_answers
from tournament.services.results.stored import differing_players, pending_in
from tournament.tellings.hall import moved_words, odd_words
from tournament.tellings.results import Check, check_of
from tournament.tellings.words import seated_name
from wording import gettext as _
from wording import gettext_noop

ENDINGS = {
    "41 tiles": gettext_noop("41 tiles"),
    "all chains safe": gettext_noop("all chains safe"),
    "no legal play": gettext_noop("no legal play"),
    "the director stopped it": gettext_noop("stopped by the director"),
}
"""The reasons why a game ends, as they are stored, each with its words on the result slip."""


@dataclass(frozen=True, slots=True)
class ShownReport:
    """A report as a phone of its table shows it; ``agree``, ``refuse`` and ``silent`` are the players by their answer.

    ``lines`` are its seats, each with the player's name, whether another report differs, and the figures in words. ``mine`` is the
    answer of this phone's holder, None without one. ``is_of_one`` is whether all agreed from one phone alone, ``is_answered_here``
    whether this phone is one of those that said yes.
    """

    key: int
    by: str
    at: datetime
    lines: tuple[tuple[str, SeatRecord, bool, str], ...]
    ended_by: str
    check: Check
    agree: tuple[str, ...]
    refuse: tuple[str, ...]
    silent: tuple[tuple[PlayerId, str], ...]
    mine: bool | None
    is_of_one: bool
    is_answered_here: bool
    is_agreed: bool
    is_contested: bool


@dataclass(frozen=True)
class PhoneTable:
    """A table of a round for one of its phones; frozen, without slots because it caches properties.

    ``record`` is the whole event, but with names only as far as they are public.
    """

    event: Event
    device: Device
    record: EventRecord
    round_: RoundRecord
    table: TableRecord

    @property
    def is_shared(self) -> bool:
        """Whether the phone belongs to the whole table and not to one player."""
        return self.device.entry is None

    @property
    def moved(self) -> str:
        """A sentence on where the phone's holder sits now; empty where that is this table."""
        if self.device.entry is None or self.round_.is_closed:
            return ""
        return moved_words(self.record, self.round_, PlayerId(self.device.entry.number), self.table.number)

    @property
    def is_open(self) -> bool:
        """Whether this phone can report the table's result now."""
        is_playing = self.round_.state is RoundState.PUBLISHED and not self.plays_on_devices
        return self.event.players_report and is_playing and not self.table.has_cash and not self.moved

    @property
    def plays_on_devices(self) -> bool:
        """Whether the table plays on devices, so that its result comes from its game."""
        return self.table.on_devices is not OnDevices.NONE

    @cached_property
    def is_held_elsewhere(self) -> bool:
        """Whether another phone has the hand of this phone's player, in a game on devices."""
        if self.is_shared or not self.plays_on_devices:
            return False
        return games_at_tables().is_held_elsewhere(self.device)

    @property
    def holder(self) -> str:
        """The name of the phone's player, empty where the table shares the phone."""
        return self._name(PlayerId(self.device.entry.number)) if self.device.entry else ""

    def _name(self, player: PlayerId) -> str:
        """Return the name of who sits in a player's seat in this round."""
        return seated_name(self.record.entry(player), self.round_.number)

    @cached_property
    def pending(self) -> Sequence[TableReport]:
        """The table's pending reports that were sent by phones."""
        if not any(report.source is ReportSource.PLAYER for report in self.table.reports):
            return ()
        found = pending_in(
            report__table__round__event=self.event,
            report__table__round__number=self.round_.number,
            report__table__number=self.table.number,
            report__source=ReportSource.PLAYER.value,
        )
        return found.get(self.table.number, ())

    @cached_property
    def reports(self) -> list[ShownReport]:
        """The pending reports with the answers to them."""
        answers = counted_answers(self.pending) if self.pending else ()
        return [self._shown_report(each, answers) for each in self.pending]

    @cached_property
    def odd(self) -> list[str]:
        """Sentences about what is odd about the phones of the table, such as two phones for one player."""
        if getattr(self.device, "alike", 1) == 0:  # an annotation of the phone's own query, which saves a second one
            return []
        number = self.table.number
        found = oddities(self.event, self.round_.number, number).get(number, ())
        return [odd_words(self.record, odd) for odd in found]

    @property
    def official(self) -> list[tuple[str, SeatRecord, str]]:
        """The official figures, each seat with the player's name and its words; empty as long as there are none."""
        seats = self.table.seats if self.table.has_cash else ()
        return [(self._name(seat.player), seat, self._said(seat, self.table)) for seat in seats]

    def _said(self, seat: SeatRecord, of: TableRecord) -> str:
        """Return the figures of a seat of a result in words."""
        return seat_in_words(self.record.format.amount, seat, of.seats)

    @property
    def seats(self) -> list[tuple[PlayerId, str]]:
        """The numbers and names of the players at the table."""
        return [(seat.player, self._name(seat.player)) for seat in self.table.seats]

    @cached_property
    def differing(self) -> list[PlayerId]:
        """The players on whom the pending reports differ."""
        return differing_players([each.result for each in self.pending])

    @property
    def differ(self) -> bool:
        """Whether a report of the table is contested: by another one with different figures, or by a player's no."""
        return any(report.is_contested for report in self.reports)

    @cached_property
    def stamp(self) -> str:
        """A digest of everything that the phone's page shows of the result, by which it asks whether something has changed."""
        shown = (
            *(self.reports, self.official, self.round_.state, self.is_open, self.seats, self.table.is_disputed),
            *(self.plays_on_devices, self.odd, self.moved, seat_numbers(self.table, self.round_.seat_source)),
        )
        return blake2b(repr(shown).encode(), digest_size=6).hexdigest()

    def _shown_report(self, report: TableReport, answers: Sequence[CountedAnswer]) -> ShownReport:
        """Return a pending report for the page; ``answers`` are those to all reports of the table."""
        result = report.result
        answered = [answer for answer in answers if answer.report == report.pk]
        agree = {answer.player for answer in answered if answer.agrees}
        refuse = {answer.player for answer in answered if not answer.agrees}
        browsers = {answer.browser for answer in answered if answer.agrees}
        typed: dict[PlayerId, Any] = {seat.player: {"cash": seat.cash, "second": seat.second} for seat in result.seats}
        seats = tuple(replace(seat, **typed.get(seat.player, {"cash": None})) for seat in self.table.seats)
        table = replace(self.table, seats=seats)
        judged = judge_table(self.record, self.round_.number, table, is_confirmed=True, reason="reported")
        holder = self.device.entry.number if self.device.entry else 0
        own = {answer.browser: answer.agrees for answer in answered if answer.player == holder}
        author = report.device.entry if report.device else None
        return ShownReport(
            key=report.pk,
            by=self.record.name_of(PlayerId(author.number)) if author else "",
            at=report.reported_at,
            lines=tuple(
                (self._name(seat.player), seat, seat.player in self.differing, self._said(seat, result))
                for seat in result.seats
            ),
            ended_by=ending_in_words(result.ended_by),
            check=check_of(self.record, judged),
            agree=tuple(name for player, name in self.seats if player in agree),
            refuse=tuple(name for player, name in self.seats if player in refuse),
            silent=tuple((player, name) for player, name in self.seats if player not in agree),
            mine=own.get(browser_at(self.device), next(iter(own.values()), None)),
            is_of_one=report.is_agreed and len(browsers) < ENOUGH and not self.plays_on_devices,
            is_answered_here=browser_at(self.device) in browsers,
            is_agreed=report.is_agreed,
            is_contested=report.contested_at is not None,
        )


def ending_in_words(stored: str) -> str:
    """Return a stored text on who ended the game, and why, in the reader's language."""
    who, comma, why = stored.rpartition(", ")
    return f"{who}{comma}{_(ENDINGS[why])}" if why in ENDINGS else stored
