"""Correcting who sat in each seat of a table, and where the players were who are recorded there but did not sit there (R68).

The form of a table's result at the desk, as a row of the results grid and as a correction of a closed table.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from tournament.day.correcting import ActualSeats, with_seats
from tournament.draw.seating import name_of_round
from tournament.draw.sitouts import reason_not_to_sit_out
from tournament.models import Event
from tournament.public.result_form import ResultForm, joined_reasons
from tournament.record.event import EventRecord, RoundRecord, SeatRecord, TableRecord
from tournament.record.lengths import LONGEST_ENDING
from tournament.record.rounds import SitOutRecord
from tournament.record.vocabulary import Dollars, PlayerId, SitOutKind, SitOutSource
from tournament.scores.amounts import AmountError, in_field, missing, read_amount
from tournament.services.changes import By
from tournament.services.changes.refusals import RefusedError
from tournament.services.results.confirming import hand_in
from tournament.services.results.official import Figure
from tournament.tellings.words import by_name, thousandths
from wording import gettext as _
from wording import gettext_noop, ngettext
from wording.digits import whole_number
from wording.figures import listed

NOBODY = "0"
MOST_SEATS = 6
WHY_IDLE = {
    SitOutKind.MISSED: gettext_noop("{score}, did not play"),
    SitOutKind.STANDARD: gettext_noop("{score}, sat out (the only sit-out allowed)"),
    SitOutKind.PAIRING_PROBLEM: gettext_noop("{score}, pairing problem (the only sit-out allowed)"),
}
REASON = gettext_noop("the seating was corrected afterwards (R68)")
"""Why somebody did not play, as it is stored; pages translate it."""


@dataclass(frozen=True, slots=True)
class Pick:
    """One drop-down list of the page: the name of its field, its label, the chosen value, and the offered values with their words."""

    name: str
    label: str
    value: str
    offers: tuple[tuple[str, str], ...]
    help: str = ""


class WhoSat:
    """Who really sat in each seat of a table, as typed on the page of its correction; without anything typed, as recorded.

    ``who`` has the player who sat in each recorded player's seat, None for nobody; ``more`` is a player without a recorded seat there.
    If two players of the table changed seats, one choice is enough: the other player gets the seat that is left.
    """

    def __init__(
        self, typed: Mapping[str, str] | None, record: EventRecord, played: RoundRecord, table: TableRecord
    ) -> None:
        """``typed`` are the sent fields, None where nothing was sent; ``table`` is the corrected table of the round ``played``."""
        self.record, self.played, self.table = record, played, table
        self.typed = typed or {}
        self.recorded = [seat.player for seat in sorted(table.seats, key=lambda seat: seat.position)]
        self.who = self._completed_choices({player: self._player(f"sat-{player}", player) for player in self.recorded})
        self.more = self._player("more", None) if table.size < MOST_SEATS else None
        figures = record.format.amount.figures
        self.more_figures = {name: str(self.typed.get(f"more-{name}", "")).strip() for name in figures}
        self.is_more_late = bool(self.typed.get("more-late"))

    @property
    def is_changed(self) -> bool:
        """Whether anybody at the table is another player, or sat in another seat, than recorded."""
        return self.more is not None or any(self.who[player] != player for player in self.recorded)

    @property
    def problem(self) -> str:
        """A sentence about what is wrong with the typed cash of the additional player; empty where nothing is wrong."""
        if self.more is None:
            is_typed = any(self.more_figures.values())
            return _("Choose the other player at the table, or clear this amount.") if is_typed else ""
        name = self.record.name_of(self.more)
        try:
            if self._more_amounts["cash"] is None:
                return missing(self.record.format.amount, name)
        except AmountError as wrong:
            return _("{name}: {sentence}", name=name, sentence=str(wrong))
        return ""

    def seats_of(self, table: TableRecord) -> TableRecord:
        """Return a table with the players who really sat there. ``table`` has the amounts as typed and the players as recorded."""
        seats = [
            replace(seat, player=sat)
            for seat in sorted(table.seats, key=lambda seat: seat.position)
            if (sat := self.who.get(seat.player, seat.player)) is not None
        ]
        if self.more is not None:
            seats.append(SeatRecord(self.more, 0, timed_out=self.is_more_late, **self._more_amounts))
        return with_seats(table, seats)

    def actual_seats(self, here: TableRecord) -> ActualSeats:
        """Return the corrected tables of the round, and what the players score who did not play.

        ``here`` is the table of this page as returned by `seats_of`. Another table changes where one of its players really sat here.
        """
        then = {player: self._then(player) for player in self.displaced_players}
        into = {PlayerId(whole_number(choice)): player for player, choice in then.items() if choice.isdigit()}
        others = []
        for table in self.played.tables:
            if table.number == self.table.number or not any(seat.player in self._came for seat in table.seats):
                continue
            seats = [
                replace(seat, player=into.get(seat.player, seat.player))
                for seat in sorted(table.seats, key=lambda seat: seat.position)
                if seat.player not in self._came or seat.player in into
            ]
            others.append(with_seats(table, seats))
        idle = {
            player: SitOutRecord(
                player,
                SitOutKind(choice),
                REASON,
                SitOutSource.DRAW if SitOutKind(choice).counts_as_sit_out else SitOutSource.NO_SHOW,
            )
            for player, choice in then.items()
            if not choice.isdigit()
        }
        return ActualSeats((here, *others), idle)

    @property
    def displaced_players(self) -> list[PlayerId]:
        """The players who are recorded at the table and did not sit there."""
        sat = {*self.who.values(), self.more}
        return [player for player in self.recorded if player not in sat]

    @property
    def picks(self) -> tuple[Pick, ...]:
        """A drop-down list for every seat, and one for an additional player where the table has fewer than six."""
        name_of, everybody = self.record.name_of, self._everybody()
        found = [
            Pick(
                f"sat-{player}",
                _("Player in {name}'s seat", name=name_of(player)),
                str(self.who[player] or NOBODY),
                (*everybody, (NOBODY, _("nobody"))),
            )
            for player in self.recorded
        ]
        if self.table.size < MOST_SEATS:
            more = (("", _("nobody")), *(row for row in everybody if PlayerId(int(row[0])) not in self.recorded))
            found.append(Pick("more", _("Another player at this table"), str(self.more or ""), more))
        return tuple(found)

    @property
    def then_picks(self) -> tuple[Pick, ...]:
        """A drop-down list for each player who did not sit there: the seat they had elsewhere, or what the round scores for them."""
        found = []
        for player in self.displaced_players:
            wrong = reason_not_to_sit_out(self.record, self.played.number, player)
            scores = [
                (kind.value, _(WHY_IDLE[kind], score=thousandths(self.record.format.score_of(kind))))
                for kind in self.record.format.offered(WHY_IDLE)
                if not (wrong and kind.counts_as_sit_out)
            ]
            seats = [
                (str(other), _("table {number}, seat of {name}", number=table, name=self.record.name_of(other)))
                for other, table in self._left_seats.items()
            ]
            label = _(
                "{name} in {round}",
                name=self.record.name_of(player),
                round=name_of_round(self.record, self.played.number),
            )
            found.append(Pick(f"then-{player}", label, self._then(player), (*seats, *scores), wrong))
        return tuple(found)

    @property
    def more_fields(self) -> list[tuple[str, str, str]]:
        """The fields for the figures of the additional player: name, label and value of each."""
        return [
            (f"more-{name}", _("That player's cash") if amount.is_money else _(amount.title), self.more_figures[name])
            for name, amount in self.record.format.amount.figures.items()
        ]

    @property
    def _more_amounts(self) -> dict[str, Any]:
        """The figures of the additional player, None where nothing was typed; AmountError where one cannot be read."""
        typed = self.record.format.amount.figures
        return {name: read_amount(text, typed[name]) for name, text in self.more_figures.items()}

    @property
    def _came(self) -> set[PlayerId]:
        """The players who sat here and are recorded at another table or at none."""
        sat = {player for player in (*self.who.values(), self.more) if player is not None}
        return sat - set(self.recorded)

    @property
    def _left_seats(self) -> dict[PlayerId, int]:
        """The players who are recorded at another table but sat here, each with the number of that table, where a seat is now free."""
        found = {}
        for player in sorted(self._came):
            table = self.played.table_of(player)
            if table is not None:
                found[player] = table.number
        return found

    def _player(self, name: str, recorded: PlayerId | None) -> PlayerId | None:
        """Return the player chosen in a field: ``recorded`` where it was not sent, None for nobody or an unknown number."""
        if name not in self.typed:
            return recorded
        player = PlayerId(whole_number(self.typed[name]))
        return player if player in self.record.people else None

    def _completed_choices(self, who: dict[PlayerId, PlayerId | None]) -> dict[PlayerId, PlayerId | None]:
        """Return the choices of `who`; where two players changed seats and only one was chosen, the other one is put into the seat left."""
        sat = list(who.values())
        twice = [player for player in who if sat.count(player) == 2 and who[player] == player]
        left = [player for player in who if player not in sat]
        return who | {twice[0]: left[0]} if len(twice) == len(left) == 1 else who

    def _then(self, player: PlayerId) -> str:
        """Return where a displaced player was: the number of the player in whose seat, or the value of a `SitOutKind`.

        It is the choice on the page where that is allowed. Otherwise the displaced players are proposed in turn for the free seats at
        other tables and for the sit-outs of players who sat here; then as having missed the round.
        """
        wrong = reason_not_to_sit_out(self.record, self.played.number, player)
        offered = self.record.format.offered(SitOutKind)
        allowed = {kind.value for kind in offered if not (wrong and kind.counts_as_sit_out)}
        choice = self.typed.get(f"then-{player}", "")
        if choice in allowed or (choice.isdigit() and whole_number(choice) in self._left_seats):
            return choice
        seats = [str(other) for other in self._left_seats]
        rested = [row.kind.value for row in self.played.sit_outs if row.player in self._came]
        places = [*seats, *rested]
        place = self.displaced_players.index(player)
        proposed = places[place] if place < len(places) else SitOutKind.MISSED.value
        return proposed if proposed.isdigit() or proposed in allowed else SitOutKind.MISSED.value

    def _everybody(self) -> tuple[tuple[str, str], ...]:
        """Return every entry in order of name: its number, and its name with the recorded table."""
        idle = {row.player for row in self.played.sit_outs}
        return tuple(
            (str(entry.player), f"{entry.numbered}, {self._where(entry.player, idle)}")
            for entry in by_name(self.record.entries)
        )

    def _where(self, player: PlayerId, idle: set[PlayerId]) -> str:
        """Return where a player is recorded in this round, in words; ``idle`` are those recorded as not playing."""
        table = self.played.table_of(player)
        if table is not None:
            return _("table {number}", number=table.number)
        return _("no seat") if player in idle else self.record.entry(player).status.words


@dataclass(frozen=True, slots=True)
class ResultBasis:
    """The pending report whose figures the fields of a row showed: its key, 0 for none, and whether all at the table had signed it.

    A hidden field of the row carries it as JSON.
    """

    report: int = 0
    is_signed: bool = False

    def __str__(self) -> str:
        return json.dumps([self.report, self.is_signed]) if self.report else ""

    @classmethod
    def read(cls, text: str) -> ResultBasis:
        """Parse the hidden field that a row of the results grid sent; a basis without a report where the text is not of that form."""
        try:
            report, is_signed = json.loads(text)
        except (ValueError, TypeError, RecursionError):
            return cls()
        return cls(whole_number(str(report)), is_signed is True)


class TableResultForm(ResultForm):
    """One table's result in the grid; the names of its fields begin with the table's number.

    ``shown`` is the result that the page showed, so that a table whose fields were not changed is not saved.
    """

    ended_by = forms.CharField(label=gettext_lazy("Reason for ending early"), required=False, max_length=LONGEST_ENDING)
    signed = forms.BooleanField(label=gettext_lazy("Signed by everyone at the table"), required=False)

    writes_own_fields = True
    """Whether the page writes the markup of an unsent form itself: then no Django fields are made, which for 250 players would be slow."""

    def __init__(
        self,
        typed: Any = None,
        *,
        record: EventRecord,
        round_number: int,
        table: TableRecord,
        shown: TableRecord | None = None,
        fines: Mapping[PlayerId, Dollars] | None = None,
        is_agreed: bool = False,
        on_clock: Collection[int] = (),
    ) -> None:
        """``table`` is the table as stored, ``shown`` as the page showed it (None where that is the same).

        ``is_agreed`` is whether all at the table have signed the pending report. ``on_clock`` are the players for whom "ran out of time"
        is proposed; a sent form names those of its page in the field ``clock``, and a proposal left as it is does not count as typed.
        """
        prefix = f"t{table.number}"
        if typed is None and self.writes_own_fields:
            self.__dict__["base_fields"] = {}  # on this form only, in place of the class's fields
        proposed = [whole_number(player) for player in str((typed or {}).get(f"{prefix}-clock", "")).split()]
        super().__init__(
            typed,
            record=record,
            round_number=round_number,
            table=table,
            fines=fines,
            on_clock=proposed or on_clock,
            prefix=prefix,
        )
        self.is_agreed = is_agreed
        self.shown = table if shown is None else shown
        self.basis = ResultBasis.read(self.text_of("report")) if self.is_bound else ResultBasis()

    @cached_property
    def is_touched(self) -> bool:
        """Whether the user changed something: the fields differ both from what the page showed and from what is stored now."""
        is_typed = self._differs(self.shown) and self._differs(self.table)
        return bool(self._typed_for_others()) or is_typed or self.is_signed is not self.is_agreed

    @property
    def is_signed(self) -> bool:
        """Whether all have signed the figures in the fields: as ticked, or as stored where the user did not change the tick."""
        is_ticked = bool(self.text_of("signed"))
        return self.is_agreed if not self.is_bound or is_ticked is self.basis.is_signed else is_ticked

    def _differs(self, result: TableRecord) -> bool:
        """Whether the fields differ from this result; an amount that cannot be read counts as a difference."""
        lines = {seat.player: seat for seat in result.seats}
        has_amount = any(self.text_of(f"cash-{seat.player}") for seat in self.table.seats)
        for seat in self.table.seats:
            line = lines.get(seat.player)
            is_proposed = seat.player in self.on_clock and not has_amount
            if not is_proposed and self.is_late(seat.player) is not (line is not None and line.timed_out):
                return True
            if any(self._is_other(name, seat.player, line) for name in self.typed_figures):
                return True
        words = (joined_reasons(seat.cash_reason for seat in result.seats), result.ended_by)
        return words != (self.text_of("reason").strip(), self.text_of("ended_by").strip())

    def _is_other(self, name: str, player: PlayerId, line: SeatRecord | None) -> bool:
        """Whether a field has another figure than the line of a result; one that cannot be read is another."""
        try:
            return read_amount(self.text_of(f"{name}-{player}"), self.typed_figures[name]) != getattr(line, name, None)
        except AmountError:
            return True

    def clean(self) -> dict[str, Any]:
        """Refuse amounts of players who no longer sit at this table; then check the amounts."""
        if gone := self._typed_for_others():
            told: dict[str, object] = {"players": listed(gone), "table": self.table.number}
            cash = ngettext(
                "{players} has been moved from table {table}. Check who is there and enter the cash again.",
                "{players} have been moved from table {table}. Check who is there and enter the cash again.",
                len(gone),
                **told,
            )
            other = ngettext(
                "{players} has been moved from table {table}. Check who is there and enter the result again.",
                "{players} have been moved from table {table}. Check who is there and enter the result again.",
                len(gone),
                **told,
            )
            self.add_error(None, cash if self.amount.is_money else other)
        return super().clean()

    def _typed_for_others(self) -> list[str]:
        """Return the names of players for whom an amount was sent and who do not sit at this table any more."""
        seated = {seat.player for seat in self.table.seats}
        elsewhere = [player for player in self.record.people if player not in seated]
        return [self.record.name_of(player) for player in elsewhere if self.text_of(f"cash-{player}")]

    def sent_following(self, stored: Mapping[Figure, Any]) -> dict[str, Any]:
        """Return the sent data, with values from ``stored`` in place of figures that the user did not change."""
        sent = dict(self.data.items())
        for (name, player), value in stored.items():
            if name == "timed_out":
                sent[self.add_prefix(f"late-{player}")] = "on" if value else ""
            elif amount := self.typed_figures.get(name):
                among = [each for (key, _player), each in stored.items() if key == name]
                sent[self.add_prefix(f"{name}-{player}")] = in_field(amount, value, among)
            else:  # one field has the reasons of all seats
                field = "reason" if name == "cash_reason" else name
                sent[self.add_prefix(field)] = self.initial[field]
        return sent

    @property
    def seen(self) -> int | None:
        """The version of the event that the row showed, None where it is the page's."""
        return whole_number(self.text_of("seen")) or None


def hand_in_forms(event: Event, by: By, round_number: int, typed: Sequence[TableResultForm]) -> dict[int, RefusedError]:
    """Store the results of valid forms of a round's tables, and return the refusals by table number (see `hand_in`)."""
    return hand_in(
        event,
        by,
        round_number,
        [form.typed_table for form in typed],
        signed={form.table.number for form in typed if form.is_signed},
        over={form.table.number: form.basis.report for form in typed},
        seen={form.table.number: form.seen for form in typed},
    )


class CorrectionForm(TableResultForm):
    """A correction of a closed table: every amount and a reason for the log of changes (R11, R68)."""

    why = forms.CharField(label=gettext_lazy("Reason"), max_length=300)

    needs_all = True
    spare_seats = 1
    writes_own_fields = False

    def __init__(self, typed: Any = None, *, table: TableRecord, who: WhoSat, **options: Any) -> None:
        """As for a table that is being played, but every amount is required; ``who`` says who sat in which seat."""
        self.who = who
        super().__init__(typed, table=table, **options)
        self.fields["why"].required = typed is None or "save" in typed  # a preview of the changes needs no reason
        for player, name in self.figure_names if self.is_bound else ():
            field = self.fields[f"{name}-{player}"]
            field.required = who.who.get(player) is not None
            field.error_messages["required"] = missing(self.amount)

    def clean(self) -> dict[str, Any]:
        """Check what was typed of who sat at the table, then the amounts."""
        if self.who.problem:
            self.add_error(None, self.who.problem)
        return super().clean()

    def _typed_table(self) -> TableRecord:
        """Return the table with the typed amounts and with the players who really sat there."""
        return self.who.seats_of(super()._typed_table())

    def _was_confirmed(self) -> bool:
        """Whether amounts and fines of each seat are as stored: those were confirmed when the round was closed, whoever sat there."""
        return self._counted_figures(self._typed_table()) == self._counted_figures(self.table)

    def _counted_figures(self, table: TableRecord) -> dict[int, tuple[Dollars | None, Dollars, bool]]:
        """Return the cash, the fine and whether time ran out, by the position of each seat."""
        return {seat.position: (seat.cash, self.fines.get(seat.player, 0), seat.timed_out) for seat in table.seats}
