"""Departures: withdrawal, disqualification, and reinstating a player (R54, R67)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from tournament.models import Entry, Event
from tournament.models.queries import record_of
from tournament.record.acts import Act, Part, Place, Publicity, declare
from tournament.record.event import LEFT
from tournament.record.figures import ChangeFacts
from tournament.record.vocabulary import PlayerId, SitOutKind, SitOutSource, Status
from tournament.scores import final_cut
from tournament.services.changes import By, RefusedError, act_on
from tournament.services.people.attendance import (
    begun_rounds,
    drop_late_scores,
    entries_in,
    score_missed,
    statuses_of,
    statuses_stay,
    undo_statuses,
)
from tournament.tellings.news.changed import PublicChangeKind, news_of_event, news_of_return, news_of_withdrawal
from wording import gettext as _
from wording import gettext_noop

MAY_WITHDRAW = frozenset(Status) - LEFT
MAY_BE_DISQUALIFIED = frozenset(Status) - {Status.DISQUALIFIED}
MAY_RETURN = LEFT
"""The statuses that allow a withdrawal, a disqualification and a reinstatement; pages offer these by the same sets."""


class GoldRule(Enum):
    """Where gold comes from after a disqualification in the final (R43)."""

    TOP_TABLE = "top table"
    ROOM = "room"


def withdraw(event: Event, by: By, number: int, reason: str = "") -> Entry:
    """Withdraw the player with that number from the rounds to come, which score 0.000; the player stays listed (R54)."""
    with act_on(event, by, Act.WITHDRAW, entries=[number], reason=reason) as act:
        entry = entries_in(act.event, [number], MAY_WITHDRAW)[0]
        act.before = statuses_of([entry])
        _leave(entry, Status.WITHDRAWN, record_of(act.event).last_seen)
        act.after = {**statuses_of([entry]), "left": {"round": entry.last_round}}
    return entry


def _sentence_of_withdrawal(facts: ChangeFacts) -> str:
    """Return the sentence of the log of changes about a withdrawal."""
    after = facts.after.get("left", {}).get("round")
    if after:
        return _("{players} withdrew after round {number}", players=facts.who, number=after)
    return _("{players} withdrew", players=facts.who)


declare(
    Act.WITHDRAW,
    Part.ENTRIES,
    Publicity.ALWAYS,
    sentence=_sentence_of_withdrawal,
    opposite=undo_statuses,
    not_undone=statuses_stay,
    public_news=news_of_withdrawal,
)


def disqualify(event: Event, by: By, number: int, reason: str, gold: GoldRule = GoldRule.TOP_TABLE) -> Entry:
    """Disqualify the player with that number (R67); ``gold`` says whether gold may now come from any table (R43).

    Ruling: R43 speaks of "a player", so once the final is published the question is asked for every player, not only for those at the top
    table.
    """
    if not reason.strip():
        raise RefusedError(_("Give a reason; it is kept in the change log."))
    with act_on(event, by, Act.DISQUALIFY, entries=[number], reason=reason) as act:
        entry = entries_in(act.event, [number], MAY_BE_DISQUALIFIED)[0]
        record = record_of(act.event)
        if gold is GoldRule.ROOM:
            if final_cut(record) is None:
                raise RefusedError(
                    _(
                        "No final has been published, so the gold medal does not move when {player} leaves (R43).",
                        player=entry,
                    )
                )
            act.event.gold_from_room = True
        act.before = statuses_of([entry])
        if entry.status != Status.WITHDRAWN.value:  # a player who had withdrawn left at that time
            entry.last_round = None
        _leave(entry, Status.DISQUALIFIED, record.last_seen)
        act.after = statuses_of([entry])
        if gold is GoldRule.ROOM:
            act.after["gold"] = gold.value
    return entry


declare(
    Act.DISQUALIFY,
    Part.ENTRIES,
    Publicity.ALWAYS,
    sentence=gettext_noop("{who} disqualified"),
    undone_on=Place.REINSTATE,
    public_news=news_of_event(PublicChangeKind.DISQUALIFIED),
)


def _leave(entry: Entry, status: Status, last_seen: Mapping[PlayerId, int]) -> None:
    """Store that a player has left, after the last round in which they took part (``last_seen``, by player)."""
    entry.status = status.value
    if entry.last_round is None:
        entry.last_round = last_seen.get(PlayerId(entry.number), 0)
    entry.save()


def reinstate(event: Event, by: By, number: int) -> Entry:
    """Reverse a withdrawal or disqualification; rounds begun meanwhile count as missed, 0.000 (R54).

    A player who had not taken part is registered again: a check-in then asks what missed rounds score (R53).
    """
    with act_on(event, by, Act.REINSTATE, entries=[number]) as act:
        entry = entries_in(act.event, [number], MAY_RETURN)[0]
        act.before = statuses_of([entry])
        was_disqualified = entry.status == Status.DISQUALIFIED.value
        has_taken_part = record_of(act.event).has_taken_part(PlayerId(entry.number))
        entry.status = (Status.PRESENT if has_taken_part else Status.REGISTERED).value
        entry.last_round = None
        entry.save()
        if not has_taken_part:
            drop_late_scores(entry)
        else:
            score_missed([entry], begun_rounds(act.event), SitOutKind.MISSED, SitOutSource.RETURN)
        if was_disqualified and not _is_gold_open(act.event):
            act.event.gold_from_room = False
        act.after = statuses_of([entry])
    return entry


declare(
    Act.REINSTATE,
    Part.ENTRIES,
    Publicity.ALWAYS,
    sentence=gettext_noop("{who} reinstated"),
    undone_on=Place.WITHDRAW,
    public_news=news_of_return,
)


def _is_gold_open(event: Event) -> bool:
    """Return whether a player is still disqualified with whose disqualification gold was allowed to come from any table (R43)."""
    ruled = [
        number
        for change in event.changes.filter(act=Act.DISQUALIFY.value)
        if change.after.get("gold") == GoldRule.ROOM.value
        for number in change.entries
    ]
    return event.entries.filter(number__in=ruled, status=Status.DISQUALIFIED.value).exists()
