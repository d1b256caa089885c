"""A whole event as one frozen value: queries read it from the database; scores, draws, paper and pages are computed from it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from functools import cached_property

from tournament.record.formats import MANY, MSO_ACQUIRE, Format, Part, Stage, with_value
from tournament.record.former import FormerEntries, FormerEntry
from tournament.record.names import EntryRecord, NameForm, name_key
from tournament.record.printing import PaperSize, Sides
from tournament.record.rounds import (
    ApartRecord,
    ChartRound,
    DisputeRecord,
    LogRecord,
    PenaltyRecord,
    PlannedStart,
    RoundRecord,
    SeatRecord,
    SitOutRecord,
    TableRecord,
    TieRuling,
)
from tournament.record.settings import (
    NO_EXTRAS,
    SETTINGS,
    Extras,
    ScoreOwner,
    Trait,
    kept_apart_by,
    switch,
    switches_of,
)
from tournament.record.vocabulary import (
    SMALLEST_TABLE,
    CountedBy,
    DisputeState,
    NameShown,
    PlayerId,
    ResultCheck,
    SeatSource,
    Status,
)
from wording import gettext_noop
from wording.languages import SOURCE_LANGUAGE

__all__ = ["EntryRecord", "EventRecord", "RoundRecord", "SeatRecord", "TableRecord"]


LEFT = frozenset({Status.WITHDRAWN, Status.DISQUALIFIED})
"""The statuses of players who have left for good, unless reinstated."""


@dataclass(frozen=True)
class EventRecord:
    """An event at one moment: entries and rounds by number; penalties, disputes and logs in order of time.

    ``version`` rises with every change and is printed on every sheet; ``public_version`` is the last version whose change everybody may
    see. ``gold_from_room`` is set when a player was disqualified after the final began and gold may come from the room (R43). ``chart``
    holds the rounds of the public movement chart that were still to be drawn when it was published. The class has no slots, because it
    caches its look-ups. ``absences`` are, by the number of a round that has not begun, the players who will not play it, with its score.
    """

    slug: str
    name: str
    date: date
    version: int
    public_version: int = 0
    rounds_planned: int = 4
    venue: str = ""
    organiser: str = ""
    contact: str = ""  # how to reach who organises it
    network_name: str = ""
    public_address: str = ""  # absolute address of the event's public page, or empty where none is known
    chain_set: str = "classic"
    seat_source: SeatSource = SeatSource.TILES
    is_practice: bool = False
    format: Format = MSO_ACQUIRE
    entries: tuple[EntryRecord, ...] = ()
    rounds: tuple[RoundRecord, ...] = ()
    penalties: tuple[PenaltyRecord, ...] = ()
    counted_by: CountedBy = CountedBy.SEAT  # what makes an entry a player (2.1)
    gold_from_room: bool = False
    is_final_published: bool = False
    is_fine_timing_settled: bool = False
    ties: tuple[TieRuling, ...] = ()
    chart: tuple[ChartRound, ...] = ()
    aparts: tuple[ApartRecord, ...] = ()
    disputes: tuple[DisputeRecord, ...] = ()
    logs: tuple[LogRecord, ...] = ()
    result_check: ResultCheck = ResultCheck.NONE
    players_report: bool = switch(
        "results",
        gettext_noop("Players report results by phone"),
        "",
        is_private=True,
    )
    on_devices: bool = switch(
        "extras",
        gettext_noop("Every table is played on phones or tablets"),
        "",
        is_private=True,
        extra="devices",
    )
    rounds_close: bool = switch(
        "extras",
        gettext_noop("Close rounds automatically"),
        gettext_noop("Once every table agrees on its result."),
        is_private=True,
        extra="devices",
    )
    shows_insight: bool = switch(
        "extras",
        gettext_noop("Show insights with published games"),
        gettext_noop("What each player was worth after each turn."),
        extra="devices",
    )
    holds_results: bool = switch(
        "results",
        gettext_noop("Hold back each round's results until you show them"),
        gettext_noop("The last round always waits for the final list."),
    )
    results_shown_through: int = (
        0  # the last round whose results the director has shown; counts only with `holds_results`
    )
    planned_starts: tuple[PlannedStart, ...] = ()
    paper: PaperSize = PaperSize.A4
    sides: Sides = Sides.TWO  # on which its sheets are printed
    prints: tuple[str, ...] | None = None  # names of the sheets it prints; None for the usual ones
    names_shown: NameShown = NameShown.FULL  # how much of any name is public at most
    language: str = SOURCE_LANGUAGE  # of its public pages
    paper_language: str = ""  # of its paper; empty where that is the event's own
    second_language: str = ""  # beside the first one on slips and cards; empty for none
    name_form: NameForm = NameForm.SURNAME_LAST  # in which the names of entries are written
    extras: Extras = NO_EXTRAS  # what the desk offers besides what every event needs
    currency: str = ""  # of fees, as it is written beside an amount: "£", "CHF"
    fee: int | None = None  # of a player, in hundredths of the currency; None for none
    junior_fee: int | None = None  # of a junior; None where juniors pay what everybody pays
    check_in_from: datetime | None = None  # when players check in themselves with their codes; None for never
    check_in_until: datetime | None = None  # None for no end
    apart_by: str = ""  # what players have in common whom every draw keeps apart, as `settings.kept_apart_by` reads it
    score_owner: ScoreOwner = ScoreOwner.FIRST  # who owns the score of a seat in which somebody else plays on (R71)
    absences: Mapping[int, tuple[SitOutRecord, ...]] = field(default_factory=dict)
    fill_ins: tuple[PlayerId, ...] = ()  # who only completes tables and is not ranked (R70)
    former: tuple[FormerEntry, ...] = field(
        default=(), compare=False
    )  # what entries were before changes of the log, for the desk alone

    def has(self, part: Part) -> bool:
        """Return whether the event's format has that part: what only some games or organisers have."""
        return part in self.format.parts

    @property
    def parts(self) -> frozenset[Part]:
        """The parts that the event's format has, for templates."""
        return self.format.parts

    @property
    def printed_in(self) -> str:
        """The language of the event's paper."""
        return self.paper_language or self.language

    @property
    def has_table_codes(self) -> bool:
        """Whether slips have a code, with which a phone speaks for its table or shows a player's hand there."""
        return self.players_report or self.on_devices

    @cached_property
    def people(self) -> Mapping[PlayerId, EntryRecord]:
        """The entries by player number."""
        return {entry.player: entry for entry in self.entries}

    @cached_property
    def names(self) -> Mapping[PlayerId, str]:
        """The names of the entries by player number."""
        return {entry.player: entry.name for entry in self.entries}

    @cached_property
    def formerly(self) -> FormerEntries:
        """What entries were before and after each change of the log."""
        return FormerEntries(self.former, {entry.player: entry.columns for entry in self.entries})

    def entry(self, player: PlayerId) -> EntryRecord:
        """Return the entry with that number; raises KeyError if there is none."""
        return self.people[player]

    def name_of(self, player: PlayerId) -> str:
        """Return a player's name in the form of the event; raises KeyError for an unknown number."""
        return self.people[player].name

    @cached_property
    def surnames(self) -> Mapping[str, str]:
        """The part that is written in bold, by name; names without such a part are left out."""
        return {entry.name: entry.surname for entry in self.entries if entry.surname}

    @cached_property
    def all_aparts(self) -> tuple[ApartRecord, ...]:
        """The rules on who is kept apart: those that are stored, then one with key 0 for each club, team or country of `apart_by`.

        The latter are derived from the players who are here, so that new entries follow by themselves.
        """
        return (
            *self.aparts,
            *(
                ApartRecord(0, tuple(entry.player for entry in group), is_hard)
                for trait, is_hard in kept_apart_by(self.apart_by).items()
                for group in in_common(self.present, trait)
            ),
        )

    @cached_property
    def _rounds(self) -> Mapping[int, RoundRecord]:
        """The rounds by number."""
        return {round_.number: round_ for round_ in self.rounds}

    def has_round(self, number: int) -> bool:
        """Return whether round ``number`` is drawn."""
        return number in self._rounds

    def stage_of(self, number: int) -> Stage:
        """Return the stage of the format to which round ``number`` belongs."""
        played = self._rounds.get(number)
        return self.format.stage(number, self.rounds_planned, len(played.tables) if played else MANY)

    def rules_of(self, number: int) -> Format:
        """Return the format for the tables of round ``number``: where the results choose the players, nobody sits out besides."""
        return with_value(self.format, ("tables", "byes"), 0) if self.stage_of(number).is_cut else self.format

    def plan_of(self, number: int) -> PlannedStart | None:
        """Return when and where a round is planned to start; None if nothing is planned."""
        return next((plan for plan in self.planned_starts if plan.number == number), None)

    def round(self, number: int) -> RoundRecord:
        """Return the round with that number; raises KeyError if there is none."""
        return self._rounds[number]

    def table(self, number: int, table: int) -> TableRecord:
        """Return table ``table`` of round ``number``; raises KeyError if there is none."""
        return self.round(number).table(table)

    def with_round(self, round_: RoundRecord) -> EventRecord:
        """Return the event with this round in place of the one of the same number."""
        return replace(self, rounds=tuple(round_ if row.number == round_.number else row for row in self.rounds))

    @cached_property
    def active(self) -> tuple[EntryRecord, ...]:
        """The entries that take part in the next draw: all who are here, apart from those who are away in that round."""
        return self.playing_in(self.next_round)

    @property
    def present(self) -> tuple[EntryRecord, ...]:
        """The entries that are here, whether they play the next round or not."""
        return tuple(entry for entry in self.entries if entry.is_active)

    @property
    def players(self) -> tuple[EntryRecord, ...]:
        """The entries that play for a place: all but fill-ins (R70)."""
        return tuple(entry for entry in self.entries if entry.player not in self.fill_ins)

    @property
    def players_here(self) -> tuple[EntryRecord, ...]:
        """The players who are here, whether they play the next round or not."""
        return tuple(entry for entry in self.players if entry.is_active)

    @property
    def next_round(self) -> int:
        """The number of the first round that has not begun; it may be a draft, or more than there are."""
        return len(self.begun_rounds) + 1

    def absence(self, player: PlayerId, number: int) -> SitOutRecord | None:
        """Return that a player will be away in round ``number``, which has not begun; None otherwise."""
        return next((row for row in self.absences.get(number, ()) if row.player == player), None)

    def playing_in(self, number: int) -> tuple[EntryRecord, ...]:
        """Return the entries that would play round ``number``, not begun; fill-ins only where there would be no table without (R70)."""
        here = tuple(entry for entry in self.present if self.absence(entry.player, number) is None)
        ranked = tuple(entry for entry in here if entry.player not in self.fill_ins)
        if not 0 < len(ranked) < SMALLEST_TABLE:
            return ranked
        filling = [entry for entry in here if entry not in ranked][: SMALLEST_TABLE - len(ranked)]
        return tuple(entry for entry in here if entry in ranked or entry in filling)

    @cached_property
    def closed_rounds(self) -> tuple[RoundRecord, ...]:
        """The rounds whose results count, in order."""
        return tuple(round_ for round_ in self.rounds if round_.is_closed)

    @property
    def has_draft(self) -> bool:
        """Whether there is a draft, a drawn round that only the desk can see."""
        return len(self.begun_rounds) < len(self.rounds)

    @property
    def begun_rounds(self) -> tuple[RoundRecord, ...]:
        """The rounds that are published or closed, in order; a player who comes now has missed them (R53)."""
        return tuple(round_ for round_ in self.rounds if round_.has_begun)

    @property
    def is_complete(self) -> bool:
        """Whether every planned round is closed, so that medals may be given."""
        return len(self.closed_rounds) >= self.rounds_planned

    @property
    def open_disputes(self) -> tuple[DisputeRecord, ...]:
        """The disputes that wait for a ruling, in the order of opening."""
        return tuple(dispute for dispute in self.disputes if dispute.state is DisputeState.OPEN)

    @cached_property
    def last_seen(self) -> Mapping[PlayerId, int]:
        """The last begun round in which each player took part: had a seat or sat out by the draw.

        Players who never took part are left out (R49, R54).
        """
        seen: dict[PlayerId, int] = {}
        for round_ in self.begun_rounds:
            took_part = [seat.player for table in round_.tables for seat in table.seats]
            took_part += [row.player for row in round_.sit_outs if row.takes_part]
            seen |= {player: max(round_.number, seen.get(player, 0)) for player in took_part}
        return seen

    def has_taken_part(self, player: PlayerId) -> bool:
        """Return whether a player had a seat in a begun round or sat it out by the draw; such a player can only withdraw (R49, R54).

        Ruling: scores for rounds missed, before a late entry or later, do not count as taking part.
        """
        return player in self.last_seen

    def has_left_early(self, player: PlayerId) -> bool:
        """Return whether a player withdrew before the last planned round, if that costs the medal and Pentamind points (R54, 2.1).

        Ruling: a player who took part in the last round and is marked as withdrawn afterwards keeps everything; R54 is about rounds not
        played. The answer depends on the rounds as they are now, in whatever order departure, no-shows and new draws were entered.
        """
        has_left = self.people[player].status is Status.WITHDRAWN and not self.format.leavers_rank
        return has_left and self.last_seen.get(player, 0) < self.rounds_planned

    def left_after(self, player: PlayerId) -> int | None:
        """Return the last round in which a withdrawn or disqualified player took part, 0 for none (R54); None for everybody else."""
        return self.last_seen.get(player, 0) if self.people[player].status in LEFT else None

    def first_round_of(self, player: PlayerId) -> int:
        """Return the first round that a player could play (R53).

        It is earlier than ``first_round`` if rounds were unpublished since, or if the player joined a table in an earlier round.
        """
        earliest = min(self.people[player].first_round, len(self.begun_rounds) + 1)
        return min(earliest, self.first_seated.get(player, earliest))

    @cached_property
    def seated(self) -> Mapping[int, frozenset[PlayerId]]:
        """The players who have a seat in each round, by its number."""
        return {
            round_.number: frozenset(seat.player for table in round_.tables for seat in table.seats)
            for round_ in self.rounds
        }

    @cached_property
    def first_seated(self) -> Mapping[PlayerId, int]:
        """The first begun round in which each player had a seat; players who never had one are left out."""
        return {
            seat.player: round_.number
            for round_ in sorted(self.begun_rounds, key=lambda each: -each.number)
            for table in round_.tables
            for seat in table.seats
        }


SWITCHES = switches_of(EventRecord)
"""Every switch of an event by its name, in the order of the settings page."""
PRIVATE = {name for name, each in SETTINGS.items() if each.is_private} | {
    name for name, row in SWITCHES.items() if row.is_private
}
"""The settings that change nothing on public pages."""


def in_common(entries: Iterable[EntryRecord], trait: Trait) -> list[tuple[EntryRecord, ...]]:
    """Return the groups of two entries or more that have a trait in common, however it is spelled; entries without it are in no group."""
    groups: dict[str, list[EntryRecord]] = {}
    for entry in entries:
        if key := name_key(getattr(entry, trait.value)):
            groups.setdefault(key, []).append(entry)
    return [tuple(group) for group in groups.values() if len(group) > 1]
