"""Acts on people: entering, correcting, undoing, leaving."""

from __future__ import annotations

from random import Random

from tests.acts.choosing import (
    CHOSEN_KINDS,
    missed_kind,
    one_of,
    player_of,
)
from tests.build import asked_by_phone, player_name
from tournament.day.lists.lines import RosterLine
from tournament.day.lists.rosters import Surroundings, read_list
from tournament.day.office.compared import comparison_with_entries
from tournament.models import Event
from tournament.record.acts import ACTS as CHANGES
from tournament.record.acts import Act, Undo
from tournament.record.devices import RequestKind
from tournament.record.event import EventRecord
from tournament.record.vocabulary import SitOutKind, Status
from tournament.services.entries import ListOrder, Particulars, add_entries, apply_list, edit_entry
from tournament.services.undoing import undo_changes
from tournament.slices.absences import plan_absence
from tournament.slices.apart import drop_rule
from tournament.slices.leaving import GoldRule, disqualify
from tournament.slices.requests import confirm_request, decline_request


def enter_by_lot(event: Event, record: EventRecord, chance: Random) -> None:
    status = chance.choice((Status.REGISTERED, Status.PRESENT))
    add_entries(
        event, event.created_by, [RosterLine(1, f"Late {len(record.entries)}")], status, missed_kind(record, chance)
    )


def edit_by_lot(event: Event, record: EventRecord, chance: Random) -> None:
    entry = record.entry(player_of(record, chance))
    typed = Particulars(
        chance.choice((entry.name, player_name(entry.player), "Ada Sample")),
        chance.choice(("", "NL")),
        chance.choice((True, False)),
        entry.contestant_id,
        chance.choice((None, 1)),
        chance.choice(("", "left-handed")),
    )
    edit_entry(event, event.created_by, entry.player, typed)


def undo_by_lot(event: Event, record: EventRecord, chance: Random) -> None:
    undone = [change.version for change in event.changes.all()[:6] if CHANGES[Act(change.act)].undo is Undo.AT_ONCE]
    undo_changes(event, event.created_by, [one_of(chance, undone)])


def disqualify_by_lot(event: Event, record: EventRecord, chance: Random) -> None:
    disqualify(event, event.created_by, player_of(record, chance), "collusion", chance.choice(list(GoldRule)))


def let_meet_by_lot(event: Event, record: EventRecord, chance: Random) -> None:
    drop_rule(event, event.created_by, one_of(chance, record.aparts).key)


def absence_by_lot(event: Event, record: EventRecord, chance: Random) -> None:
    rounds = [number for number in range(1, record.rounds_planned + 1) if chance.random() < 0.4]
    kinds = {number: chance.choice((SitOutKind.MISSED, *CHOSEN_KINDS)) for number in rounds}
    plan_absence(event, event.created_by, player_of(record, chance), kinds)


def request_by_lot(event: Event, record: EventRecord, chance: Random) -> None:
    """A player asks by an own phone, and the desk answers."""
    kind = chance.choice(list(RequestKind))
    rounds = (chance.randint(1, 4),) if kind is RequestKind.MISS else ()
    asked = asked_by_phone(event, player_of(record, chance), kind, rounds=rounds)
    if chance.random() < 0.7:
        confirm_request(event, event.created_by, asked.pk)
    else:
        decline_request(event, event.created_by, asked.pk, "You are needed.")


def list_by_lot(event: Event, record: EventRecord, chance: Random) -> None:
    """A list that has some of the entries, one of them with a country, one new player, and not the others."""
    listed = [entry for entry in record.entries if chance.random() < 0.8]
    rows = [f"{entry.name},{chance.choice(('', 'NL', 'Poland'))}" for entry in listed]
    text = "\n".join(("Name,Country", *rows, f"Listed {len(record.entries)},Wales"))
    found = comparison_with_entries(
        read_list(text, Surroundings([entry.name for entry in record.entries])), record.entries
    )
    gone = [entry.player for entry in found.gone if chance.random() < 0.3]
    apply_list(event, event.created_by, ListOrder(found.new[-1:], found.changed, gone))
