"""What a player types on a phone of the result: cash, time-outs, who ended the game and why; judged as the desk's check column does."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from tournament.record.event import EventRecord, TableRecord
from tournament.record.vocabulary import Dollars, PlayerId, format_dollars, whole_number
from tournament.scores.amounts import AmountError, read_dollars
from tournament.scores.judgement import Judgement, judge_table
from tournament.services.results.official import SeatFigures, TableFigures

ENDINGS = ("41 tiles", "all chains safe", "no legal play", "the director stopped it")
"""Why a game ends, as the slip asks it."""

LONGEST = 20


@dataclass(frozen=True, slots=True)
class Field:
    """A seat of the form: whose it is, what stands in the field, whether they ran out of time, also by the clock, and what is wrong."""

    player: PlayerId
    name: str
    value: str
    is_late: bool
    is_by_clock: bool
    error: str


class TypedResult:
    """A table's result as a phone sent it, or as a form begins: empty, or with the figures of a report."""

    def __init__(
        self,
        record: EventRecord,
        round_number: int,
        table: TableRecord,
        sent: Mapping[str, str] | None = None,
        begins: TableFigures | None = None,
        by_clock: Collection[int] = (),
    ) -> None:
        """``sent`` is what was sent; else the form begins with what a report says, or with the time-outs of the table's clock."""
        self.record, self.round_number, self.table = record, round_number, table
        self.is_sent = sent is not None
        self.sent = dict(sent) if sent is not None else _spelled(begins, table)
        self.by_clock = frozenset(by_clock)
        if sent is None and not self.sent:
            self.sent = {f"late-{seat.player}": "on" for seat in table.seats if seat.player in self.by_clock}
        self.errors: dict[PlayerId, str] = {}
        self.cash: dict[PlayerId, Dollars | None] = {}
        for seat in table.seats:
            try:
                self.cash[seat.player] = self._cash(seat.player)
                if self.is_sent and self.cash[seat.player] is None:
                    self.errors[seat.player] = "Type the cash; 0 for nothing."
            except AmountError as error:
                self.errors[seat.player] = str(error)
                self.cash[seat.player] = None

    @property
    def fields(self) -> list[Field]:
        """The seats in the order of the table."""
        return [
            Field(
                seat.player,
                self.record.name_of(seat.player),
                self._text(f"cash-{seat.player}"),
                self._is_late(seat.player),
                seat.player in self.by_clock,
                self.errors.get(seat.player, ""),
            )
            for seat in self.table.seats
        ]

    @property
    def reason(self) -> str:
        """The reason of an unusual amount."""
        return self._text("reason")

    @property
    def is_confirmed(self) -> bool:
        """Whether the player says that it is right."""
        return bool(self.sent.get("confirmed"))

    @property
    def ended(self) -> int:
        """Who ended the game, by number; 0 for nobody named."""
        return whole_number(self.sent.get("ended")) or 0

    @property
    def why(self) -> str:
        """Why the game ended; empty where nothing is said."""
        said = self.sent.get("why", "")
        return said if said in ENDINGS else ""

    @property
    def is_late_anywhere(self) -> bool:
        """Whether anything stands in the folded part of the form."""
        return bool(self.ended or self.why or any(field.is_late or field.is_by_clock for field in self.fields))

    @cached_property
    def judgement(self) -> Judgement | None:
        """The table judged as the desk would; None while an amount is missing or cannot be read."""
        if self.errors or not self.is_sent:
            return None
        return judge_table(
            self.record,
            self.round_number,
            self._typed(),
            reason=self.reason,
            is_confirmed=self.is_confirmed,
            needs_all=True,
        )

    @property
    def is_fit(self) -> bool:
        """Whether it can be sent on as it is."""
        return self.judgement is not None and self.judgement.is_fit

    def figures(self) -> TableFigures:
        """What was typed, for the service; only of a form that is fit."""
        assert self.judgement is not None  # noqa: S101
        judged = self.judgement.table
        seats = tuple(SeatFigures(seat.player, seat.cash, seat.cash_reason, seat.timed_out) for seat in judged.seats)
        return TableFigures(judged.number, seats, judged.ended_by)

    def _typed(self) -> TableRecord:
        seats = tuple(
            replace(seat, cash=self.cash[seat.player], timed_out=self._is_late(seat.player), cash_reason="")
            for seat in self.table.seats
        )
        names = {seat.player: self.record.name_of(seat.player) for seat in seats}
        who = names.get(PlayerId(self.ended), "")
        said = ", ".join(part for part in (who, self.why) if part)
        return replace(self.table, seats=seats, ended_by=said, equal_shares_ruling="")

    def _is_late(self, player: PlayerId) -> bool:
        return bool(self.sent.get(f"late-{player}"))

    def _text(self, name: str) -> str:
        return self.sent.get(name, "").replace("\x00", "").strip()

    def _cash(self, player: PlayerId) -> Dollars | None:
        typed = self._text(f"cash-{player}")
        if len(typed) > LONGEST:
            raise AmountError(f"An amount has at most {LONGEST} characters; type it like 41,200.")
        return read_dollars(typed)


def _spelled(figures: TableFigures | None, table: TableRecord) -> dict[str, str]:
    """A report as the fields of the form hold it; of who ended the game and why what the form can ask."""
    if figures is None or set(figures.cash) != {seat.player for seat in table.seats}:
        return {}
    sent = {f"cash-{seat.player}": format_dollars(seat.cash) for seat in figures.seats if seat.cash is not None}
    sent |= {f"late-{seat.player}": "on" for seat in figures.seats if seat.timed_out}
    sent["reason"] = "; ".join(dict.fromkeys(seat.reason for seat in figures.seats if seat.reason))
    sent["why"] = next((why for why in ENDINGS if figures.ended_by.endswith(why)), "")
    return sent
