"""Players who check in themselves with the code on their place card, while the director lets them.

The window is two moments of the event: ``check_in_from`` (None where it was never opened) and ``check_in_until`` (None for no end).
"""

from __future__ import annotations

from datetime import datetime
from enum import Enum, auto

from django.utils import timezone

from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.event import LEFT
from tournament.record.vocabulary import PlayerId, Status
from tournament.services.attendance import check_in
from tournament.services.changes.refusals import RefusedError
from wording import gettext as _
from wording.figures import clock_time, long_date


class Window(Enum):
    """Whether players check in themselves at a moment."""

    NEVER = auto()
    LATER = auto()
    OPEN = auto()
    OVER = auto()


def window_of(event: Event, now: datetime) -> Window:
    """Return whether players check in themselves at the moment ``now``."""
    if event.check_in_from is None:
        return Window.NEVER
    if now < event.check_in_from:
        return Window.LATER
    return Window.OVER if event.check_in_until is not None and now >= event.check_in_until else Window.OPEN


def window_words(event: Event, now: datetime) -> str:
    """Return the state of the window at the moment ``now`` as a sentence to players."""
    since, until = event.check_in_from, event.check_in_until
    match window_of(event, now):
        case Window.LATER if since is not None:
            return _("You can check in here from {time}.", time=moment_words(since, now))
        case Window.OPEN if until is not None:
            return _("You can check in here until {time}.", time=moment_words(until, now))
        case Window.OPEN:
            return _("You can check in here now.")
        case Window.OVER if until is not None:
            return _("Check-in here ended at {time}. Go to the desk.", time=moment_words(until, now))
    return _("You cannot check in here. Go to the desk.")


def moment_words(moment: datetime, now: datetime) -> str:
    """Return the time of a moment, with the date where it is another day than ``now``."""
    local = timezone.localtime(moment)
    if local.date() == timezone.localtime(now).date():
        return clock_time(local)
    return _("{time} on {day}", time=clock_time(local), day=long_date(local.date()))


def check_in_self(event: Event, number: int) -> str:
    """Check in a player who has shown the own code, and return what is so now, as a sentence to the player.

    Raises RefusedError, with what to do, for a player who cannot be checked in without the desk.
    """
    if window_of(event, now := timezone.now()) is not Window.OPEN:
        raise RefusedError(window_words(event, now))
    record = record_of(event)
    entry = record.entry(PlayerId(number))
    if entry.status is Status.PRESENT:
        return _("You are checked in.")
    if entry.status in LEFT | {Status.EXCLUDED}:
        raise RefusedError(_("You are not in the next round. Ask at the desk."))
    if record.begun_rounds:
        raise RefusedError(_("The first round has begun. Ask the desk to find you a seat."))
    check_in(event, None, [number], is_by_code=True)
    return _("You are checked in.")
