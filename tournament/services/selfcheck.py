"""Players who check in themselves with the code on their place card, while the director lets them.

The window is two moments of the event: ``check_in_from`` (None where it was never opened) and ``check_in_until`` (None for no end).
"""

from __future__ import annotations

from datetime import datetime
from enum import Enum, auto
from typing import Protocol

from django.utils import timezone

from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.acts import BY_DESK, Act, Part, Place, Publicity
from tournament.record.event import EntryRecord
from tournament.record.figures import ChangeFacts, WindowFigures
from tournament.record.vocabulary import PlayerId, Status
from tournament.services.attendance import check_in
from tournament.services.changes import By, Doing, RefusedError, UnchangedError, act
from wording import gettext as _
from wording.figures import clock_time, long_date


class Windowed(Protocol):
    """An event, as its row or as its record: when players check in themselves."""

    @property
    def check_in_from(self) -> datetime | None:
        """The first moment, None for never."""

    @property
    def check_in_until(self) -> datetime | None:
        """The moment from which they no longer do, None for no end."""


class Window(Enum):
    """Whether players check in themselves at a moment."""

    NEVER = auto()
    LATER = auto()
    OPEN = auto()
    OVER = auto()


def window_of(event: Windowed, now: datetime) -> Window:
    """Return whether players check in themselves at the moment ``now``."""
    if event.check_in_from is None:
        return Window.NEVER
    if now < event.check_in_from:
        return Window.LATER
    return Window.OVER if event.check_in_until is not None and now >= event.check_in_until else Window.OPEN


def window_words(event: Windowed, now: datetime) -> str:
    """Return the state of the window at the moment ``now`` as a sentence to players."""
    since, until = event.check_in_from, event.check_in_until
    match window_of(event, now):
        case Window.LATER if since is not None:
            return _("You can check in here from {time}.", time=_moment_words(since, now))
        case Window.OPEN if until is not None:
            return _("You can check in here until {time}.", time=_moment_words(until, now))
        case Window.OPEN:
            return _("You can check in here now.")
        case Window.OVER if until is not None:
            return _("Check-in here ended at {time}. Go to the desk.", time=_moment_words(until, now))
    return _("You cannot check in here. Go to the desk.")


def window_state(event: Windowed, now: datetime) -> str:
    """Return the state of the window at the moment ``now`` in a few words for the desk."""
    since, until = event.check_in_from, event.check_in_until
    match window_of(event, now):
        case Window.LATER if since is not None:
            return _("opens at {time}", time=_moment_words(since, now))
        case Window.OPEN if until is not None:
            return _("open until {time}", time=_moment_words(until, now))
        case Window.OPEN:
            return _("open")
    return _("closed")


def _moment_words(moment: datetime, now: datetime) -> str:
    """Return the time of a moment, with the date where it is another day than ``now``."""
    local = timezone.localtime(moment)
    if local.date() == timezone.localtime(now).date():
        return clock_time(local)
    return _("{time} on {day}", time=clock_time(local), day=long_date(local.date()))


def open_now(event: Event, by: By) -> None:
    """Let players check in themselves from now on, to the end that is set if that is still to come."""
    now = timezone.now()
    until = event.check_in_until
    set_window(event, by, now, until if until is not None and until > now else None)


def close_now(event: Event, by: By) -> None:
    """Let no player check in without the desk any more; a window that is still to come is taken out."""
    now = timezone.now()
    is_open = window_of(event, now) is Window.OPEN
    set_window(event, by, event.check_in_from if is_open else None, now if is_open else None)


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
    if wrong := _why_not(entry):
        raise RefusedError(wrong)
    if record.begun_rounds:
        raise RefusedError(_("The first round has begun. Ask the desk to find you a seat."))
    check_in(event, None, [number], is_by_code=True)
    return _("You are checked in.")


def _why_not(entry: EntryRecord) -> str:
    """Return why a player of this status is not checked in here; empty where that is possible."""
    is_out = entry.status in (Status.EXCLUDED, Status.WITHDRAWN, Status.DISQUALIFIED)
    return _("You are not in the next round. Ask at the desk.") if is_out else ""


def _window_figures(event: Event) -> WindowFigures:
    """Return the window as the log of changes stores it."""
    since, until = event.check_in_from, event.check_in_until
    return {"here_from": since.isoformat() if since else None, "here_until": until.isoformat() if until else None}


def _sentence(facts: ChangeFacts) -> str:
    """Return the sentence of the log of changes about the window."""
    if "window" not in facts.after or facts.after["window"]["here_from"] is None:
        return _("Self check-in switched off")
    return _("Self check-in times set")


@act(
    Act.SET_SELF_CHECK_IN,
    Part.ENTRIES,
    Publicity.ALWAYS,
    may=BY_DESK,
    sentence=_sentence,
    stands_on=Place.CHECK_IN,
    rows=(),
)
def set_window(doing: Doing, since: datetime | None, until: datetime | None) -> None:
    """Set from when until when players check in themselves; ``since`` None for never, ``until`` None for no end.

    Raises RefusedError where it would end before it begins.
    """
    if since is not None and until is not None and until <= since:
        raise RefusedError(_("The end must be after the start. Enter a later end."))
    if (doing.event.check_in_from, doing.event.check_in_until) == (since, until):
        raise UnchangedError
    doing.before = {"window": _window_figures(doing.event)}
    doing.event.check_in_from, doing.event.check_in_until = since, until
    doing.after = {"window": _window_figures(doing.event)}
