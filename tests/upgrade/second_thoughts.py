"""What is done and then done otherwise, for a fixture: drafts and rounds withdrawn, results corrected, penalties restored.

Days by lot bring all of this about too, and not every day all of it. `ALL` lists it; Django has to be set up before this is loaded.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from tests.acts.doing import try_act
from tests.build import director_of, draw_round, make_event, play_round, publish
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.vocabulary import PenaltyKind, PlayerId, SeatSource, Status
from tournament.services.attendance import set_status
from tournament.services.entries import remove_entry
from tournament.services.events import publish_final_list, withdraw_final_list
from tournament.services.rounds import discard_draft, reopen_round, withdraw_round
from tournament.services.seats import set_seat_source
from tournament.services.tables import start_clock
from tournament.services.undoing import undo_changes
from tournament.slices.penalties import PenaltyOrder, cancel_penalty, give_penalty, restore_penalty

MOST_LOTS = 100


def _by_lot(event: Event, *acts: str) -> None:
    """Do these acts, each after the one before, to whatever is drawn by lot: by other lots until all are done."""
    assert any(all(try_act(event, act, Random(lot)) for act in acts) for lot in range(MOST_LOTS)), acts


def _change_entries() -> None:
    """One entry is removed, a list is read again; one is late, and another is not after all."""
    event = make_event(9, name="A Day of Patience")
    actor = director_of(event)
    _by_lot(event, "list")
    remove_entry(event, actor, record_of(event).entries[-1].player)
    late, another = [entry.player for entry in record_of(event).present[:2]]
    set_status(event, actor, [late], Status.LATE)
    set_status(event, actor, [another], Status.LATE)
    undo_changes(event, actor, [event.changes.latest("version").version])


def _draw_again() -> None:
    """A draft is discarded, a round unpublished and published again by its seats in order; a draft is left."""
    event = make_event(8, name="A Day of Drafts")
    actor = director_of(event)
    draw_round(event, 1)
    discard_draft(event, actor, 1)
    publish(event, 1)
    withdraw_round(event, actor, 1)
    set_seat_source(event, actor, 1, SeatSource.CHART)
    _by_lot(event, "swap")
    _by_lot(event, "publish")
    start_clock(event, actor, 1)
    later = make_event(8, name="A Day before a Round")
    draw_round(later, 1)


def _report_again() -> None:
    """Results are reported and confirmed, corrected and restored; who sat where is corrected; a round is reopened, a final withdrawn."""
    event = make_event(9, name="A Day of Results")
    publish(event, 1)
    _by_lot(event, "report", "confirm")
    event = make_event(8, name="A Day of Corrections", rounds_planned=1)
    actor = director_of(event)
    play_round(event, 1)
    _by_lot(event, "correct")
    _by_lot(event, "restore")
    _by_lot(event, "correct seats")
    publish_final_list(event, actor, "it cannot wait")
    withdraw_final_list(event, actor)
    reopen_round(event, actor, 1)


def _penalise_again() -> None:
    """Penalties are cancelled, and one of them is restored."""
    event = make_event(4, name="A Day of Pardons")
    actor = director_of(event)
    publish(event, 1)
    for number in (1, 2):
        penalty = give_penalty(event, actor, PenaltyOrder(PlayerId(number), 1, PenaltyKind.WARNING, "once"))
        cancel_penalty(event, actor, penalty.pk, "a mistake")
    restore_penalty(event, actor, penalty.pk)


ALL: Sequence[Callable[[], None]] = (_change_entries, _draw_again, _report_again, _penalise_again)
"""What is done, in order."""
