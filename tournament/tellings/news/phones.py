"""The progress of a round by phone: tables with a phone, tables that reported, agree or disagree; and oddities of a table's phones."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from tournament.day.browsers import NameChanged, Oddity
from tournament.day.unconfirmed import PendingStep, pending_step
from tournament.draw.naming import name_of, title_of_round
from tournament.record.event import EventRecord, RoundRecord
from tournament.record.vocabulary import PlayerId, ReportSource
from wording import gettext as _
from wording import ngettext
from wording.figures import listed, whole


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
        """Return "5 of 8 tables have a phone, 4 have reported by phone; agreed, not accepted yet: 2; disputed: 1"."""
        with_phone, tables = len(self.claimed), whole(self.tables)
        said = [
            ngettext(
                "{n} of {tables} tables has a phone, {reported} reported by phone",
                "{n} of {tables} tables have a phone, {reported} reported by phone",
                with_phone,
                tables=tables,
                reported=whole(len(self.reported)),
            )
        ]
        if self.agreed:
            said.append(_("agreed, not accepted yet: {tables}", tables=whole(len(self.agreed))))
        if self.disputed:
            said.append(_("disputed: {tables}", tables=whole(len(self.disputed))))
        return "; ".join(said)


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
        return _(
            "{name} now sits at table {table}. Go there and scan the code on the slip with this phone.",
            name=name,
            table=home.number,
        )
    if any(row.player == player for row in round_.sit_outs):
        return _(
            "{name} does not play in {round}. If you think you do, ask at the desk.", name=name, round=name_of(round_)
        )
    return _("{name} has no seat in {round}. Ask at the desk where to sit.", name=name, round=name_of(round_))


def drawn_words(record: EventRecord, number: int, player: PlayerId | None) -> str:
    """Return that a round after round ``number`` is drawn, and where the player of a phone sits in it; empty where none is being played."""
    last = record.rounds[-1] if record.rounds else None
    if last is None or last.number <= number or last.is_over or not last.has_begun:
        return ""
    where = moved_words(record, last, player, 0) if player is not None else _("Check where you are sitting now.")
    return " ".join((_("{round} is drawn.", round=title_of_round(record, last.number)), where))


def odd_words(record: EventRecord, odd: Oddity) -> str:
    """Return an oddity of a table's phones as a sentence: "The phone of Ida Demo was the phone of Cai Demo before."."""
    name = record.name_of(odd.player)
    if isinstance(odd, NameChanged):
        return _(
            "The phone of {name} was the phone of {before} before.",
            name=name,
            before=listed(record.name_of(player) for player in odd.before),
        )
    return ngettext("{n} phone claims to be {name}'s.", "{n} phones claim to be {name}'s.", len(odd.since), name=name)
