"""Acts at random: what a director may do next to an event as it stands, sensible or not, each chosen by lot.

`try_act` does one or is refused in words; whatever else happens is a fault of the application.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from django.db import transaction

from tests.acts.choosing import (
    CLOSED,
    DRAFT,
    GONE,
    PLAYING,
    WAITING,
    Doing,
    NothingThereError,
    missed_kind,
    player_of,
    round_of,
    some_of,
)
from tests.acts.games import play_on_devices_by_lot
from tests.acts.people import (
    absence_by_lot,
    disqualify_by_lot,
    edit_by_lot,
    enter_by_lot,
    let_meet_by_lot,
    list_by_lot,
    request_by_lot,
    undo_by_lot,
)
from tests.acts.results import (
    confirm_by_lot,
    correct_by_lot,
    dispute_by_lot,
    equal_shares_by_lot,
    finish_by_lot,
    hand_in_by_lot,
    record_by_lot,
    report_by_lot,
    restore_by_lot,
    settle_by_lot,
)
from tests.acts.rounds import (
    bring_on,
    draw_by_lot,
    join_by_lot,
    move_by_lot,
    no_show_by_lot,
    on_devices_by_lot,
    renumber_by_lot,
    retire_by_lot,
    seating_by_lot,
    swap_by_lot,
    tiles_by_lot,
)
from tests.acts.rulings import (
    cancel_penalty_by_lot,
    cancel_tie_by_lot,
    penalty_by_lot,
    restore_penalty_by_lot,
    settings_by_lot,
    tie_by_lot,
)
from tests.acts.seating import correct_seats_by_lot
from tests.build import director_of
from tournament.desk.acting import REFUSALS
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.rounds import PlannedStart
from tournament.record.vocabulary import Status
from tournament.services.attendance import check_in, set_status
from tournament.services.copying import plan_times
from tournament.services.entries import remove_entry
from tournament.services.events import publish_final_list, withdraw_final_list
from tournament.services.rounds import close_round, discard_draft, publish_round, reopen_round, withdraw_round
from tournament.services.showing import hide_event, show_event
from tournament.services.tables import start_clock
from tournament.slices.apart import keep_apart
from tournament.slices.charts import publish_chart, withdraw_chart
from tournament.slices.fill_ins import set_fill_in
from tournament.slices.helping import set_helper
from tournament.slices.leaving import reinstate, withdraw
from tournament.slices.notices import set_notice
from tournament.slices.taking_over import Newcomer, give_back, take_over


def try_act(event: Event, name: str, chance: Random) -> bool:
    """Do the act of that name to whatever is drawn by lot; False where it is refused, or where there is nothing to do it to."""
    try:
        with transaction.atomic():
            ACTS[name](event, record_of(Event.objects.get(pk=event.pk)), chance)
    except (*REFUSALS, NothingThereError):
        return False
    finally:
        event.refresh_from_db()
    return True


ACTS: Mapping[str, Doing] = {
    "enter": enter_by_lot,
    "edit": edit_by_lot,
    "list": list_by_lot,
    "check in": lambda event, record, chance: check_in(
        event, event.created_by, some_of(record, chance, *WAITING), missed_kind(record, chance)
    ),
    "mark": lambda event, record, chance: set_status(
        event,
        event.created_by,
        some_of(record, chance, *WAITING, Status.PRESENT),
        chance.choice(WAITING),
    ),
    "withdraw": lambda event, record, chance: withdraw(event, event.created_by, player_of(record, chance)),
    "disqualify": disqualify_by_lot,
    "reinstate": lambda event, record, chance: reinstate(event, event.created_by, player_of(record, chance, *GONE)),
    "undo": undo_by_lot,
    "remove": lambda event, record, chance: remove_entry(event, event.created_by, player_of(record, chance)),
    "plan absence": absence_by_lot,
    "fill in": lambda event, record, chance: set_fill_in(
        event, event.created_by, player_of(record, chance), is_fill_in=chance.random() < 0.7
    ),
    "take over": lambda event, record, chance: take_over(
        event,
        event.created_by,
        player_of(record, chance),
        Newcomer("Nova Next"),
        record.next_round - chance.choice((0, 1)),
    ),
    "give back": lambda event, record, chance: give_back(event, event.created_by, player_of(record, chance)),
    "keep apart": lambda event, record, chance: keep_apart(event, event.created_by, [some_of(record, chance)]),
    "let meet": let_meet_by_lot,
    "request": request_by_lot,
    "draw": draw_by_lot,
    "discard": lambda event, record, chance: discard_draft(
        event, event.created_by, round_of(record, chance, DRAFT).number
    ),
    "publish": lambda event, record, chance: publish_round(
        event, event.created_by, round_of(record, chance, DRAFT).number
    ),
    "unpublish": lambda event, record, chance: withdraw_round(
        event, event.created_by, round_of(record, chance, PLAYING).number
    ),
    "start": lambda event, record, chance: start_clock(
        event, event.created_by, round_of(record, chance, PLAYING).number
    ),
    "close": lambda event, record, chance: close_round(
        event, event.created_by, round_of(record, chance, PLAYING).number, chance.choice(("", "it cannot wait"))
    ),
    "reopen": lambda event, record, chance: reopen_round(
        event, event.created_by, round_of(record, chance, CLOSED).number
    ),
    "swap": swap_by_lot,
    "no-show": no_show_by_lot,
    "join": join_by_lot,
    "move": move_by_lot,
    "renumber": renumber_by_lot,
    "retire": retire_by_lot,
    "on devices": on_devices_by_lot,
    "tiles": tiles_by_lot,
    "seating": seating_by_lot,
    "publish chart": lambda event, record, chance: publish_chart(
        event, event.created_by, round_of(record, chance, DRAFT, PLAYING).number
    ),
    "withdraw chart": lambda event, record, chance: withdraw_chart(event, event.created_by),
    "record": record_by_lot,
    "finish": finish_by_lot,
    "bring on": bring_on,
    "correct": correct_by_lot,
    "correct seats": correct_seats_by_lot,
    "restore": restore_by_lot,
    "report": report_by_lot,
    "hand in": hand_in_by_lot,
    "confirm": confirm_by_lot,
    "equal shares": equal_shares_by_lot,
    "dispute": dispute_by_lot,
    "settle": settle_by_lot,
    "penalty": penalty_by_lot,
    "cancel penalty": cancel_penalty_by_lot,
    "restore penalty": restore_penalty_by_lot,
    "settings": settings_by_lot,
    "publish final": lambda event, record, chance: publish_final_list(
        event, event.created_by, chance.choice(("", "it cannot wait"))
    ),
    "withdraw final": lambda event, record, chance: withdraw_final_list(event, event.created_by),
    "show": lambda event, record, chance: show_event(event, event.created_by),
    "hide": lambda event, record, chance: hide_event(event, event.created_by),
    "notice": lambda event, record, chance: set_notice(
        event, event.created_by, chance.choice(("", "Lunch until 14:00", "Round 2 in the small hall"))
    ),
    "play as": lambda event, record, chance: set_helper(
        event, event.created_by, director_of(event).pk, frozenset(), chance.choice((None, player_of(record, chance)))
    ),
    "plan times": lambda event, record, chance: plan_times(
        event, event.created_by, {1: PlannedStart(1, None, chance.choice(("", "Hall B", "Small hall")))}
    ),
    "play on devices": play_on_devices_by_lot,
    "rule tie": tie_by_lot,
    "cancel tie": cancel_tie_by_lot,
}
"""Every act by a name of its own."""
