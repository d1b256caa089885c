"""One order to print: the event, the choices and the time, with the look-ups that every sheet needs.

Every choice has a sensible default, so that one click is enough.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cached_property
from typing import NamedTuple, TypeVar

from tournament.record.event import EntryRecord, EventRecord, RoundRecord, TableRecord
from tournament.record.printing import PaperSize, Sides
from tournament.record.vocabulary import PlayerId, RoundState
from tournament.scores.explaining import Scores
from tournament.tellings.hall import CallLine
from tournament.tellings.listing import Listing
from tournament.tellings.times import on_paper
from tournament.tellings.words import seated_name
from wording import gettext as _
from wording.languages import language, speaking

Item = TypeVar("Item")


class Said(NamedTuple):
    """Words in the language of a print, and the same in its second language; that is empty where it has none or says the same."""

    first: str
    second: str = ""


UNSAID = Said("")
"""No words in any language."""


class PaperError(ValueError):
    """Something cannot be printed as asked; the message says what is missing and what to do."""


class DisputedError(PaperError):
    """A form for people outside the hall cannot be printed while a dispute is open; with ``Options.over_dispute`` set it can."""


@dataclass(frozen=True, slots=True)
class Options:
    """The choices for one print of a sheet.

    - ``round_number``: None for the last round drawn.
    - ``first_table``, ``last_table``: a range of tables, both ends included; ``tables``: only these tables (empty for all).
    - ``first_player``, ``last_player``: a range of players by number, both ends included.
    - ``replaces``: the event's version on the print that this one replaces; ``over_dispute``: why it is printed while a dispute is open.
    - ``calls``: the calls of tables to be listed; ``codes``: the personal codes of players for their phones, by number of player.
    - ``paper``, ``sides``: the size of the paper, and one side of it or both; None for the event's setting.
    - ``second_language``: the code of a language that slips and cards are printed in as well, smaller; empty for none, None for the
      event's setting. The first language is the one spoken while the sheet is printed.

    Raises PaperError where the numbers make no sense.
    """

    paper: PaperSize | None = None
    first_table: int | None = None
    last_table: int | None = None
    first_player: int | None = None
    last_player: int | None = None
    round_number: int | None = None
    tables: tuple[int, ...] = ()
    replaces: int | None = None
    over_dispute: str = ""
    calls: tuple[CallLine, ...] = ()
    codes: Mapping[int, str] = field(default_factory=dict)
    sides: Sides | None = None
    second_language: str | None = None

    def __post_init__(self) -> None:
        for first, last in ((self.first_table, self.last_table), (self.first_player, self.last_player)):
            if first is not None and last is not None and first > last:
                raise PaperError(_("{first} to {last}: put the smaller number first.", first=first, last=last))

    def takes_table(self, number: int) -> bool:
        """Whether the table of this number is among the chosen ones."""
        return (
            (self.first_table is None or number >= self.first_table)
            and (self.last_table is None or number <= self.last_table)
            and (not self.tables or number in self.tables)
        )

    def takes_player(self, number: int) -> bool:
        """Whether the player of this number is among the chosen ones."""
        return (self.first_player is None or number >= self.first_player) and (
            self.last_player is None or number <= self.last_player
        )

    @property
    def is_whole(self) -> bool:
        """Whether every table and every player is printed."""
        ends = (self.first_table, self.last_table, self.first_player, self.last_player)
        return ends == (None,) * len(ends) and not self.tables


@dataclass(frozen=True)
class Job:
    """One order to print: the event, the choices and the time.

    ``codes`` are the codes with which players report a table by phone, by round and table; none where they do not report. The class has no
    slots because its look-ups are cached.
    """

    record: EventRecord
    options: Options
    printed_at: datetime
    codes: Mapping[tuple[int, int], str] = field(default_factory=dict)

    def both(self, say: Callable[[], str]) -> Said:
        """What ``say`` says, in the language of the print and in its second one."""
        first = say()
        if self.second_language is None:
            return Said(first)
        with speaking(self.second_language):
            second = say()
        return Said(first, second if second != first else "")

    @property
    def second_language(self) -> str | None:
        """The code of the second language of the print; None where it has none, or the same as the first."""
        chosen = self.options.second_language
        other = self.record.second_language if chosen is None else chosen
        return other if other and other != language() else None

    @property
    def paper(self) -> PaperSize:
        """The paper on which it is printed."""
        return self.options.paper or self.record.paper

    @property
    def is_two_sided(self) -> bool:
        """Whether it is printed on both sides of the paper."""
        return (self.options.sides or self.record.sides) is Sides.TWO

    @cached_property
    def people(self) -> dict[PlayerId, EntryRecord]:
        """The entries by number."""
        return {entry.player: entry for entry in self.record.entries}

    @cached_property
    def scores(self) -> Scores:
        """The scores of the event, each table scored once."""
        return Scores(self.record)

    def name(self, player: PlayerId) -> str:
        """A player's name as entered."""
        return self.people[player].name

    def seated(self, player: PlayerId, number: int) -> str:
        """The name of who sits in a player's seat in round ``number`` (R71)."""
        return seated_name(self.people[player], number)

    @cached_property
    def round(self) -> RoundRecord:
        """The chosen round, else the last one that is published, else the last one drawn; raises PaperError where there is none."""
        wanted = self.options.round_number
        if wanted is not None:
            found = next((round_ for round_ in self.record.rounds if round_.number == wanted), None)
            if found is None:
                raise PaperError(
                    _("Round {number} has not been drawn; draw it before printing its sheets.", number=wanted)
                )
            return found
        drawn = [round_ for round_ in self.record.rounds if round_.tables]
        public = [round_ for round_ in drawn if round_.state is not RoundState.DRAFT]
        if not drawn:
            raise PaperError(_("No round has been drawn yet; draw one before printing its sheets."))
        return (public or drawn)[-1]

    @property
    def round_scope(self) -> str:
        """The round as the head of a page names it; a draft says so on every page."""
        return scope_of_round(self.round)

    @cached_property
    def tables(self) -> tuple[TableRecord, ...]:
        """The chosen tables of the round, in order of number; raises PaperError where there are none."""
        every = sorted(self.round.tables, key=lambda table: table.number)
        if not every:
            raise PaperError(
                _("Round {number} has not been drawn; draw it before printing its sheets.", number=self.round.number)
            )
        numbers = self.chosen_tables([table.number for table in every])
        return tuple(table for table in every if table.number in numbers)

    def chosen_tables(self, numbers: Sequence[int]) -> list[int]:
        """The chosen ones of these tables, which are in order; raises PaperError where none of them is chosen."""
        chosen = [number for number in numbers if self.options.takes_table(number)]
        if not chosen:
            raise _none_of(numbers)
        return chosen

    @property
    def planned(self) -> str:
        """The planned start of the round in words, by the clock of the printing machine; empty where nothing is planned."""
        return on_paper(self.record, self.round.number, self.printed_at.tzinfo or UTC)

    def listed_entries(self, entries: tuple[EntryRecord, ...]) -> list[EntryRecord]:
        """The chosen players among these entries, by name; raises PaperError where none of them is chosen."""
        chosen = self.chosen(entries, [entry.player for entry in entries])
        return sorted(chosen, key=lambda entry: entry.sort_key)

    def arranged(self, listing: Listing) -> Listing:
        """A list of players, reduced to the chosen ones."""
        return replace(listing, rows=self.chosen(listing.rows, [PlayerId(row.key) for row in listing.rows]))

    def chosen(self, every: Sequence[Item], players: Sequence[PlayerId]) -> tuple[Item, ...]:
        """The items of a list whose players are chosen; ``players`` are those of the items, in the same order.

        Raises PaperError where none of several is chosen.
        """
        found = tuple(item for item, player in zip(every, players, strict=True) if self.options.takes_player(player))
        if every and not found:
            raise _none_of(players)
        return found

    def before_tiles(self) -> Job:
        """The same job with no starting tiles typed in its round; the job itself where tiles do not decide the seats."""
        if not self.round.seat_source.waits_for_tiles:
            return self
        tables = tuple(
            replace(table, seats=tuple(replace(seat, starting_tile="") for seat in table.seats))
            for table in self.round.tables
        )
        return replace(self, record=self.record.with_round(replace(self.round, tables=tables)))

    def at_last_result(self) -> Job:
        """The same job with the last closed round chosen, unless a round was chosen or none is closed."""
        closed = self.record.closed_rounds
        if self.options.round_number is not None or not closed:
            return self
        return replace(self, options=replace(self.options, round_number=closed[-1].number))


def _none_of(numbers: Sequence[int]) -> PaperError:
    """The error that nothing with one of these numbers was chosen."""
    words = _("None of those you chose exists; choose from {first} to {last}.", first=min(numbers), last=max(numbers))
    return PaperError(words)


def scope_of_round(round_: RoundRecord) -> str:
    """A round as a head names it, and that it is a draft if it is one."""
    if round_.state is RoundState.DRAFT:
        return _("Round {number}, DRAFT", number=round_.number)
    return _("Round {number}", number=round_.number)
