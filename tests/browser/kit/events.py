"""Events for walks through the pages: in the middle of the day with all that can happen, with a draft, tied at the end, and over."""

from __future__ import annotations

from pathlib import Path

from tests.build import director_of, draw_round, enter_results, make_event, play_round, play_to, player_name, publish
from tests.tournament.devices.phones import device_at
from tournament.day.at_table import CallKind
from tournament.day.lists.rosters import read_roster
from tournament.day.office.registering import RegistrationSettings
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.event import SeatRecord, TableRecord
from tournament.record.vocabulary import NameShown, PenaltyKind, Status
from tournament.services.calls import call_director
from tournament.services.entries import add_entries
from tournament.services.events import publish_final_list
from tournament.services.gamelogs import attach_log
from tournament.services.results.confirming import hand_in
from tournament.services.results.reports import correct_result
from tournament.services.rounds import close_round
from tournament.services.tables import start_clock
from tournament.slices.apart import keep_apart
from tournament.slices.charts import publish_chart
from tournament.slices.disputes.acts import open_dispute, publish_log
from tournament.slices.door import open_now
from tournament.slices.leaving import withdraw
from tournament.slices.penalties import PenaltyOrder, cancel_penalty, give_penalty
from tournament.slices.registration.acts import Registrant, register, set_registration

LOGS = Path(__file__).resolve().parents[3] / "fixtures" / "logs"
LONG_NAME = "Ninetta-Maximiliana Exampleton of Upper Demonstration Heights"
TABLE_WITH_A_LOG = 2


def busy_event() -> Event:
    """Round 1 closed with a tie, penalties, a correction, logs and a dispute; round 2 being played, one sits out, one has left."""
    names = [*map(player_name, range(1, 15)), LONG_NAME, "مثال الأحمد"]
    event = make_event(names=names, name="Busy Cup 2026", venue="Demonstration hall", network_name="top-table")
    director = director_of(event)
    set_registration(event, director, RegistrationSettings(is_open=True, places=18, email_asked="optional"))
    for name in ("Ash", "Birch", "Cedar"):
        register(event, Registrant("New", name, "NL", email="new@example.org", word="by train"), name, NameShown.FULL)
    publish(event, 1, sizes=(4, 3, 3, 3, 3))
    enter_results(event, 1, cash={1: (40_000, 40_000, 31_000, 22_000)})
    give_penalties(event)
    close_round(event, director, 1)
    correct_a_result(event)
    add_logs(event)
    withdraw(event, director, 5, "train to catch")
    keep_apart(event, director, [[1, 2]])
    add_entries(event, director, read_roster("Late Practice"), Status.LATE)
    publish(event, 2, sizes=(5, 5, 4))
    start_clock(event, director, 2)
    enter_results(event, 2, apart_from={2, 3})
    return Event.objects.get(pk=event.pk)


def give_penalties(event: Event) -> None:
    """A warning, a fine that stands and a fine that was cancelled."""
    director = director_of(event)
    give_penalty(event, director, PenaltyOrder(1, 1, PenaltyKind.WARNING, "showed a tile"))
    give_penalty(event, director, PenaltyOrder(2, 1, PenaltyKind.FINE, "showed a tile again", 5_000))
    given = give_penalty(event, director, PenaltyOrder(3, 1, PenaltyKind.FINE, "took two tiles", 5_000))
    cancel_penalty(event, director, given.pk, "it was somebody else")


def correct_a_result(event: Event) -> None:
    """What was wrong at table 3 is mended after the round, so that the result has versions."""
    table = record_of(event).round(1).tables[2]
    seats = tuple(SeatRecord(seat.player, cash=(seat.cash or 0) + 300) for seat in table.seats)
    correct_result(event, director_of(event), 1, TableRecord(3, seats), "counted again")


def add_logs(event: Event) -> None:
    """A game of table 2 replayed in public, and a doubtful one that waits for a ruling."""
    director = director_of(event)
    clean, doubtful = (
        (LOGS / f"{name}.acq").read_text(encoding="utf-8")
        for name in ("e24-out-of-time", "08-an-eighth-chain-is-illegal")
    )
    log = attach_log(event, director, 1, TABLE_WITH_A_LOG, clean, "written by the clock")
    publish_log(event, director, log)
    log = attach_log(event, director, 1, TABLE_WITH_A_LOG, doubtful)
    open_dispute(event, director, 1, TABLE_WITH_A_LOG, "An eighth chain was founded.", log)


def event_at_the_door() -> Event:
    """Eight players, one in every state that the check-in knows, who owe a fee; a tablet lets them check in."""
    event = make_event(8, name="Door Cup 2026", status=Status.REGISTERED, fee=1000, currency="£")
    for number, status in enumerate((Status.PRESENT, Status.LATE, Status.ABSENT, Status.EXCLUDED), 1):
        event.entries.filter(number=number).update(status=status)
    open_now(event, director_of(event))
    return event


def event_in_every_state() -> Event:
    """Five tables of four: playing, reported, waiting for a second look, disputed and called."""
    event = make_event(20, name="Hall Cup 2026", result_check="rekey", players_report=True)
    publish(event)
    start_clock(event, director_of(event), 1)
    enter_results(event, apart_from=(1, 3, 5))
    open_dispute(event, director_of(event), 1, 4, "An eighth chain was founded.")
    cash = (41_300, 35_700, 30_200, 20_100)
    seats = zip(record_of(event).table(1, 3).seats, cash, strict=True)
    said = tuple(SeatRecord(seat.player, cash=amount) for seat, amount in seats)
    hand_in(event, director_of(event), 1, [TableRecord(3, said)])
    call_director(device_at(event, 5), CallKind.RULE, "is this chain safe?")
    return event


def event_with_a_draft() -> Event:
    """Seventeen players, one of them late, round 2 drawn and seen by nobody."""
    event = make_event(17, name="Draft Cup 2026")
    play_round(event, 1)
    add_entries(event, director_of(event), read_roster("Late Practice"), Status.LATE)
    draw_round(event, 2)
    return Event.objects.get(pk=event.pk)


def event_apart_from_its_chart() -> Event:
    """Round 2 is a draft that departs from the movement chart that is public."""
    event = make_event(9, name="Chart Cup 2026")
    publish(event, 1)
    publish_chart(event, event.created_by, 1)
    enter_results(event, 1)
    close_round(event, event.created_by, 1)
    draw_round(event, 2, seed=99)
    return Event.objects.get(pk=event.pk)


def event_with_a_tie() -> Event:
    """All rounds played and two players equal in first place, who wait for a ruling or share it."""
    event = make_event(6, name="Tied Cup 2026", rounds_planned=1)
    play_round(event, 1, sizes=(3, 3), cash={1: (40_000, 30_000, 20_000), 2: (40_000, 30_000, 20_000)})
    return Event.objects.get(pk=event.pk)


def event_that_is_over() -> Event:
    """Seventeen players, four rounds with a Swiss final, the final list public."""
    event = play_to(make_event(17, name="Past Cup 2026"), round_closed=4)
    publish_final_list(event, director_of(event))
    return Event.objects.get(pk=event.pk)
