"""What can be tried at once on a new installation and in the demo: practice events that stand where the trial begins."""

from __future__ import annotations

import random
from enum import StrEnum

from tournament.access import events_to_direct
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.acts import DIRECTORS
from tournament.record.event import EventRecord, RoundRecord, TableRecord
from tournament.record.vocabulary import RoundState
from tournament.services.changes import By, RefusedError, actor_of
from tournament.services.practice.making import make_practice_event
from tournament.services.practice.rounds import fill_tiles, report_plausibly
from tournament.services.practice.steps import play_to_dispute, play_to_second_round
from wording import gettext as _

PLAYERS = 22
ROUNDS = 4
RUNNING_ROUND = 2
REPORTED = 4
"""How many of the six tables of the running round have reported."""


class Trial(StrEnum):
    """What is tried: to direct a round that is being played, to be a player on a phone, or to settle a dispute from a log."""

    DIRECT = "direct"
    PLAY = "play"
    RULE = "rule"


def event_to_try(by: By, trial: Trial, rng: random.Random) -> Event:
    """Return a practice event that stands where a trial begins: one that the director has, else a new one, which takes some seconds."""
    user = actor_of(by).user
    if user is None:
        raise RefusedError(_("Log in first: a practice event needs a director."))
    for event in events_to_direct(user, DIRECTORS).filter(is_practice=True, is_put_away=False).order_by("-pk"):
        if _begins(record_of(event), trial):
            return event
    if trial is Trial.RULE:
        event = make_practice_event(user, _("Practice: a dispute"), PLAYERS, ROUNDS)
        play_to_dispute(event, user, rng)
    else:
        event = make_practice_event(user, _("Practice: a round being played"), PLAYERS, ROUNDS, players_report=True)
        play_to_second_round(event, user, rng)
        _report_some(event, user, rng)
    return Event.objects.get(pk=event.pk)


def table_to_report(record: EventRecord) -> tuple[int, TableRecord]:
    """Return a table that is still playing, with its round; RefusedError where every table has reported."""
    for round_ in record.rounds:
        for table in _playing(round_):
            return round_.number, table
    raise RefusedError(_("Every table has already reported. Draw the next round first."))


def _begins(record: EventRecord, trial: Trial) -> bool:
    """Return whether an event stands where the trial begins."""
    if trial is Trial.RULE:
        return any(dispute.log is not None for dispute in record.open_disputes)
    return record.players_report and any(map(_playing, record.rounds))


def _playing(round_: RoundRecord) -> list[TableRecord]:
    """Return the tables of a round that are still playing; none of a round that is not public."""
    return [table for table in round_.tables if not table.has_result] if round_.state is RoundState.PUBLISHED else []


def _report_some(event: Event, by: By, rng: random.Random) -> None:
    """Report the first tables of the running round."""
    fill_tiles(event, by, RUNNING_ROUND, rng)
    tables = [table for table in record_of(event).round(RUNNING_ROUND).tables if table.number <= REPORTED]
    report_plausibly(event, by, RUNNING_ROUND, tables, rng)
