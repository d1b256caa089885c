"""One event with everything that is told awkwardly, and the files in which it is told at each stage of its day.

Seventeen players: one came late (round 1 counts as a pairing problem), one sat out, one did not come to round 3, one withdrew and one was
disqualified after round 2. Two stand first with equal totals all day; a fine, a shared second place and a time-out are at the tables.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.test import Client

from tests.build import director_of, draw_round, enter_results, make_event, publish
from tournament.day.lists.lines import RosterLine
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.event import TableRecord
from tournament.record.vocabulary import Dollars, PenaltyKind, PlayerId, SitOutKind, Status
from tournament.services.attendance import check_in
from tournament.services.entries import add_entries
from tournament.services.events import publish_final_list
from tournament.services.rounds import close_round, publish_round
from tournament.services.seats import mark_no_show
from tournament.slices.leaving import disqualify, withdraw
from tournament.slices.penalties import PenaltyOrder, give_penalty

FIRST, EQUAL = PlayerId(1), PlayerId(2)
"""They win every game with the same cash, so that their totals are equal."""

FINED, LATE, GONE, OUT = PlayerId(3), PlayerId(17), PlayerId(4), PlayerId(5)
STAGES = ("after round 1", "after round 3", "final drafted", "final published", "final closed", "public")


def awkward_event(name: str = "Awkward Cup 2026") -> Event:
    """The event before round 1: sixteen present; its reading of R44 is that of its figures, which were worked out by hand."""
    event = make_event(0, name=name, reading="not-every-round")
    lines = [
        RosterLine(number, f"Player {number:02d}", country="NL" if number % 4 == 0 else "", is_junior=number % 3 == 0)
        for number in range(1, 17)
    ]
    add_entries(event, director_of(event), lines)
    check_in(event, director_of(event), range(1, 17))
    return Event.objects.get(pk=event.pk)


def play_through(event: Event) -> Iterator[str]:
    """Play the day; after each stage its name."""
    actor = director_of(event)
    four = (4, 4, 4, 4)
    publish(event, 1, sizes=four)
    give_penalty(event, actor, PenaltyOrder(FINED, 1, PenaltyKind.FINE, "misread twice", 5_000))
    _finish(event, 1)
    yield STAGES[0]
    add_entries(event, actor, [RosterLine(17, "Łukasz Late")], Status.PRESENT, SitOutKind.PAIRING_PROBLEM)
    publish(event, 2, sizes=four)
    _finish(event, 2)
    withdraw(event, actor, GONE, "train to catch")
    disqualify(event, actor, OUT, "showed tiles")
    played = publish(event, 3, sizes=(5, 5, 5))
    free = next(table for table in played.tables if not {FIRST, EQUAL} & {seat.player for seat in table.seats})
    mark_no_show(event, actor, 3, free.seats[0].player, SitOutKind.MISSED, "no-show")
    _finish(event, 3)
    yield STAGES[1]
    draw_round(event, 4, sizes=(4, 4, 4, 3))
    yield STAGES[2]
    publish_round(event, actor, 4)
    yield STAGES[3]
    _finish(event, 4)
    yield STAGES[4]
    publish_final_list(event, actor)
    yield STAGES[5]


def _finish(event: Event, number: int) -> None:
    cash = {table.number: _cash(table) for table in record_of(event).round(number).tables}
    enter_results(event, number, cash=cash)
    close_round(event, director_of(event), number)


def _cash(table: TableRecord) -> Sequence[Dollars]:
    """The two leaders 50,000 each, the others less, the first two of them the same."""
    others = iter((33_000, 33_000, 21_000, 15_100, 14_000))
    return [50_000 if seat.player in (FIRST, EQUAL) else next(others) for seat in table.seats]


def files_of(event: Event, director: Client) -> dict[str, str]:
    """Every file of the event by its address, as the desk and the public download it; the refusal where there is none."""
    rounds = [played.number for played in record_of(event).closed_rounds]
    desk, site = f"/desk/{event.slug}/", f"/{event.slug}/"
    addresses = [f"{desk}standings/?_export=csv", f"{desk}final/?_export=csv", f"{desk}final/?_export=pentamind"]
    addresses += [f"{site}standings/?_export=csv", f"{site}chart/?_export=csv"]
    addresses += [f"{where}rounds/{number}/results/?_export=csv" for number in rounds for where in (desk, site)]
    addresses += [f"{site}medals/?_export=csv{words}" for words in ("", "&list=pentamind", "&list=juniors")]
    answers = {address: director.get(address) for address in addresses}
    return {
        address: answer.content.decode("utf-8-sig") if answer.status_code == 200 else str(answer.status_code)
        for address, answer in answers.items()
    }


__all__ = ["STAGES", "awkward_event", "files_of", "play_through"]
