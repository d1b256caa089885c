"""The progress of a round by phone: tables with a phone, tables that reported, agree or disagree; and oddities of a table's phones."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from tournament.day.browsers import ENOUGH, NameChanged, Oddity
from tournament.day.unconfirmed import PendingStep, pending_step
from tournament.draw.naming import name_of
from tournament.record.event import EventRecord, RoundRecord
from tournament.record.vocabulary import PlayerId, ReportSource
from tournament.scores.scoring import SIZE_WORDS
from tournament.tellings.words import listed, tables_named


@dataclass(frozen=True, slots=True)
class ByPhone:
    """The numbers of the tables of a round by how far their reports by phone are; ``tables`` counts all tables of the round.

    ``claimed`` tables have a phone that speaks for them. ``agreed`` tables need only the desk's acceptance.
    """

    tables: int
    claimed: tuple[int, ...]
    reported: tuple[int, ...]
    agreed: tuple[int, ...]
    disputed: tuple[int, ...]

    @property
    def sentence(self) -> str:
        """Return "5 of 8 tables hold a phone, 4 have reported by it; 2 are agreed, 1 is disputed"."""
        held = f"{len(self.claimed)} of {_tables(self.tables)} hold{'s' * (len(self.claimed) == 1)} one"
        if not self.reported:
            return f"{held}, none has reported by it"
        sentence = f"{held}, {_have(len(self.reported))} reported by it"
        waiting = [
            f"{len(numbers)} {'is' if len(numbers) == 1 else 'are'} {word}"
            for numbers, word in ((self.agreed, "agreed and not accepted"), (self.disputed, "disputed"))
            if numbers
        ]
        return f"{sentence}; {', '.join(waiting)}" if waiting else sentence

    @property
    def agreed_named(self) -> str:
        """Return in words the tables whose players agreed on a result that the desk has yet to accept: "tables 1 and 3"."""
        return tables_named(list(self.agreed))


def by_phone(record: EventRecord, round_: RoundRecord, claimed: Collection[int]) -> ByPhone:
    """Return the progress of a round by phone; ``claimed`` are the numbers of the tables for which a player's phone speaks."""
    reporting = [
        table
        for table in round_.tables
        if any(report.source is ReportSource.PLAYER for report in table.reports)
        or (table.official is not None and table.official.source is ReportSource.PLAYER)
    ]
    return ByPhone(
        tables=len(round_.tables),
        claimed=tuple(table.number for table in round_.tables if table.number in claimed),
        reported=tuple(table.number for table in reporting),
        agreed=tuple(table.number for table in reporting if pending_step(record, table) is PendingStep.ACCEPTANCE),
        disputed=tuple(table.number for table in reporting if pending_step(record, table) is PendingStep.VERSIONS),
    )


def moved_words(record: EventRecord, round_: RoundRecord, player: PlayerId, table: int) -> str:
    """Return where the player who holds the phone of table ``table`` sits now, and what to do; empty if still at that table."""
    home = round_.table_of(player)
    if home is not None and home.number == table:
        return ""
    name = record.name_of(player)
    if home is not None:
        return f"{name} sits at table {home.number} now. Go there, and scan the code on its slip with this phone."
    if any(row.player == player for row in round_.sit_outs):
        return f"{name} does not play in {name_of(round_)}. If you think you do, ask at the desk."
    return f"{name} has no seat in {name_of(round_)}. Ask at the desk where to sit."


def odd_words(record: EventRecord, odd: Oddity) -> str:
    """Return an oddity of a table's phones as a sentence: "The phone of Ida Demo was the phone of Cai Demo before."."""
    name = record.name_of(odd.player)
    if isinstance(odd, NameChanged):
        return (
            f"The phone of {name} was the phone of {listed([record.name_of(player) for player in odd.before])} before."
        )
    many = SIZE_WORDS.get(len(odd.since), str(len(odd.since)))
    return f"{many.capitalize()} phones say they are {name}'s."


def agreed_from(browsers: int) -> str:
    """Return from how many phones an agreement came: "from 3 phones".

    Each phone counts once, even if it confirmed for several players.
    """
    return "from one phone alone" if browsers < ENOUGH else f"from {browsers} phones"


def _tables(many: int) -> str:
    """Return a number of tables in words."""
    return f"{many} table{'s' * (many > 1)}"


def _have(many: int) -> str:
    """Return a number with its verb: "1 has", "3 have"."""
    return "1 has" if many == 1 else f"{many} have"
