"""More time for the round being played: its clock counts as started later, as if it had stood still for so long."""

from __future__ import annotations

from datetime import timedelta

from tournament.draw.naming import name_of
from tournament.models import Event, Round
from tournament.record.acts import Act
from tournament.record.vocabulary import RoundState
from tournament.services.changes import By, RefusedError, act_on
from tournament.services.rounds import round_in
from wording import gettext as _

MOST_MINUTES = 60


def add_minutes(event: Event, by: By, number: int, minutes: int) -> Round:
    """Move the start of round ``number``'s clock, and with it its end, by 1 to `MOST_MINUTES` minutes. Refused before it is started."""
    # Ruling: a round has one moment from which its clock counts; time that was lost moves it, so that every page and sheet agrees.
    if not 1 <= minutes <= MOST_MINUTES:
        raise RefusedError(_("Add 1 to {most} minutes.", most=MOST_MINUTES))
    with act_on(event, by, Act.START_CLOCK, round_number=number) as act:
        played = round_in(act.event, number, RoundState.PUBLISHED)
        if played.starts_at is None:
            raise RefusedError(_("The clock of {round} has not started; start it first.", round=name_of(played)))
        act.before = {"round": {"starts_at": played.starts_at.isoformat()}}
        played.starts_at += timedelta(minutes=minutes)
        played.save(update_fields=["starts_at"])
        act.after = {"round": {"starts_at": played.starts_at.isoformat(), "minutes_added": minutes}}
    return played
