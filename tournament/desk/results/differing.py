"""Where two reports of a table differ: marked at the field of the player concerned, and one press takes the right report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournament.desk.results.pending import reported_by
from tournament.record.event import EventRecord, SeatRecord
from tournament.record.vocabulary import PlayerId
from tournament.services.results.stored import PendingReport, differing_players
from tournament.tellings.figures import dollars
from wording import gettext as _
from wording import ngettext
from wording.figures import listed


@dataclass(frozen=True, slots=True)
class Choice:
    """A button that takes one of the reports: the report's key, the words, and who sent it."""

    key: int
    words: str
    by: str


@dataclass(frozen=True, slots=True)
class Differing:
    """Reports of a table that differ: what is said of each player on whom they do, the amounts on which they agree, and the buttons."""

    sentence: str
    said: Mapping[PlayerId, Sequence[str]]
    agreed: Mapping[PlayerId, str]
    choices: Sequence[Choice]


def differing(record: EventRecord, pending: Sequence[PendingReport]) -> Differing | None:
    """Return where the pending reports of a table differ, None where they do not; of equal reports the latest is offered."""
    each = {tuple((seat.player, seat.cash, seat.timed_out) for seat in _in_order(report)): report for report in pending}
    if len(each) < 2:
        return None
    reports = list(each.values())
    players = differing_players([report.result for report in reports])
    seats = [{seat.player: seat for seat in report.result.seats} for report in reports]
    first = seats[0]
    return Differing(
        ngettext("The reports differ in {n} amount.", "The reports differ in {n} amounts.", len(players)),
        {
            player: [
                _("{name}: {value}", name=reported_by(record, report), value=_figure(of[player]))
                for report, of in zip(reports, seats, strict=True)
                if player in of
            ]
            for player in players
        },
        {player: _amount(seat) for player, seat in first.items() if player not in players},
        [
            Choice(
                report.row.pk,
                _("Use {amounts}", amounts=listed(_figure(of[player]) for player in players if player in of)),
                reported_by(record, report),
            )
            for report, of in zip(reports, seats, strict=True)
        ],
    )


def _in_order(report: PendingReport) -> list[SeatRecord]:
    """Return the seats of a report by the numbers of their players."""
    return sorted(report.result.seats, key=lambda seat: seat.player)


def _amount(seat: SeatRecord) -> str:
    """Return the amount of a seat, a dash for none."""
    return "–" if seat.cash is None else dollars(seat.cash)


def _figure(seat: SeatRecord) -> str:
    """Return the amount of a seat, with the words for a player who ran out of time."""
    return _("{amount}, out of time", amount=_amount(seat)) if seat.timed_out else _amount(seat)
