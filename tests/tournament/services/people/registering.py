"""Events with open registration, people who have registered, and the line in short."""

from __future__ import annotations

from tests.build import director_of, make_event
from tournament.day.office.registering import RegistrationSettings
from tournament.models import Event
from tournament.record.acts import Act
from tournament.record.vocabulary import NameShown
from tournament.services.rounds import publish_round
from tournament.services.undoing import undo_changes
from tournament.slices.registration.acts import Registrant, register, set_registration
from tournament.slices.registration.line import registering_of

DESK, MOVING_UP = "desk", "moving up"
NEW = NameShown.FULL


def opened(players: int = 2, places: int | None = 4, acceptance: str = DESK, **more: object) -> Event:
    """An event with players and open registration."""
    event = make_event(players)
    set_registration(event, director_of(event), RegistrationSettings(True, None, places, acceptance, **more))  # type: ignore[arg-type]  # as tests say
    return event


def registered(event: Event, *names: str) -> list[str]:
    """The states after these people have registered, in order; the secret of each link is the surname."""
    for name in names:
        register(event, Registrant("New", name, "NL", email=f"{name}@example.org".lower(), word="by train"), name, NEW)
    return states(event)


def states(event: Event) -> list[str]:
    """Each registration in short: the surname, its state or position on the waiting list, and the number of its entry."""
    line = registering_of(event).line
    told = []
    for row in event.registrations.select_related("entry"):
        position = line.position(row.number)
        told.append(f"{row.family_name} {position or row.state}{f' {row.entry.number}' if row.entry else ''}")
    return told


def undo(event: Event, act: Act | None = None) -> None:
    """Undo the latest change, or the latest of a kind."""
    changes = event.changes.filter(act=act.value) if act else event.changes.all()
    undo_changes(event, director_of(event), [changes.order_by("-version")[0].version])


def publish_of_draft(event: Event) -> None:
    publish_round(event, director_of(event), 1)


def settings_of(event: Event) -> RegistrationSettings:
    return registering_of(event).settings
