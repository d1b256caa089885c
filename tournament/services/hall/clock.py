"""The clock of the round being played: it starts, pauses and goes on for all tables at once, and is given more time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.utils import timezone

from tournament.draw.naming import name_of
from tournament.models import Event, Round
from tournament.record.acts import Act
from tournament.record.figures import Figures, RoundFigures
from tournament.record.vocabulary import RoundState
from tournament.services.changes import By, DoneError, RefusedError, act_on
from tournament.services.on_devices.following import games_at_tables
from tournament.services.rounds import round_in
from wording import gettext as _

MOST_MINUTES = 60


def start_clock(event: Event, by: By, number: int) -> None:
    """Store that play in round ``number`` begins now; publishing the round does not start its clock."""
    with _changed_clock(event, by, number) as (played, _after):
        played.starts_at, played.pauses = timezone.now(), []


def pause_clock(event: Event, by: By, number: int) -> None:
    """Stop the clock of round ``number``, and with it the clocks of all its tables, until it goes on. Refused where it is paused."""
    with _changed_clock(event, by, number) as (played, _after):
        if is_paused(played):
            raise DoneError
        played.pauses = [*played.pauses, {"since": timezone.now().isoformat(), "until": None}]


def let_clock_go_on(event: Event, by: By, number: int) -> None:
    """Let the clock of round ``number`` and the clocks of all its tables go on. Refused where it is not paused."""
    with _changed_clock(event, by, number) as (played, _after):
        if not is_paused(played):
            raise DoneError
        played.pauses = [*played.pauses[:-1], {**played.pauses[-1], "until": timezone.now().isoformat()}]


def add_minutes(event: Event, by: By, number: int, minutes: int) -> None:
    """Move the start of round ``number``'s clock, and with it its end, by 1 to `MOST_MINUTES` minutes. Refused before it is started."""
    # Ruling: added time moves the one moment from which a round's clock counts, so that every page and sheet agrees.
    if not 1 <= minutes <= MOST_MINUTES:
        raise RefusedError(_("Add between 1 and {most} minutes.", most=MOST_MINUTES))
    with _changed_clock(event, by, number) as (played, after):
        if played.starts_at is None:
            raise RefusedError(_("The clock for {round} has not been started; start it first.", round=name_of(played)))
        played.starts_at += timedelta(minutes=minutes)
        after["minutes_added"] = minutes


def is_paused(played: Round) -> bool:
    """Return whether the last pause of a round's clock still lasts."""
    return _open_since(played.pauses) is not None


def store_clock(played: Round, before: Sequence[Mapping[str, str | None]]) -> None:
    """Store the clock of a round, whose pauses were ``before``; the games on devices at its tables pause and go on with it."""
    played.save(update_fields=["starts_at", "pauses"])
    was, since = _open_since(before), _open_since(played.pauses)
    if moment := (since or was) if was != since else None:
        at = datetime.fromisoformat(moment)
        games_at_tables().set_paused(played.event, played.number, at, is_paused=since is not None)


def _open_since(pauses: Sequence[Mapping[str, str | None]]) -> str | None:
    """Return since when the last of these pauses lasts; None where it has ended."""
    return pauses[-1]["since"] if pauses and pauses[-1]["until"] is None else None


@contextmanager
def _changed_clock(event: Event, by: By, number: int) -> Iterator[tuple[Round, RoundFigures]]:
    """Give the round whose clock is changed, and more figures for the log of changes; store both afterwards."""
    with act_on(event, by, Act.START_CLOCK, round_number=number) as act:
        played, more = round_in(act.event, number, RoundState.PUBLISHED), RoundFigures()
        act.before, pauses = _figures_of(played), played.pauses
        yield played, more
        store_clock(played, pauses)
        act.after = _figures_of(played)
        act.after["round"].update(more)


def _figures_of(played: Round) -> Figures:
    """Return the clock of a round as the log of changes stores it."""
    starts_at = played.starts_at.isoformat() if played.starts_at else ""
    return {"round": {"starts_at": starts_at, **({"pauses": played.pauses} if played.pauses else {})}}
