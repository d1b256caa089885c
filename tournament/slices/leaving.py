"""Players who leave the event and come back: withdrawal, disqualification, and reinstating (R54, R67)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from django import forms
from django.http import HttpResponse
from django.urls import path
from django.utils.translation import gettext_lazy

from tournament.access.slices import Slice
from tournament.day.leaving import if_disqualified, if_reinstated, if_withdrawn
from tournament.desk.desk import Desk, desk_confirmation
from tournament.desk.fields import PageForm
from tournament.models import Entry, Event
from tournament.models.queries import record_of
from tournament.record.acts import Act, Part, Place, Publicity
from tournament.record.event import LEFT, EntryRecord, EventRecord
from tournament.record.figures import ChangeFacts
from tournament.record.vocabulary import PlayerId, SitOutKind, SitOutSource, Status
from tournament.scores import Scores, final_cut
from tournament.services.attendance import (
    begun_rounds,
    drop_late_scores,
    entries_in,
    reason_by_status,
    score_missed,
    statuses_of,
    statuses_stay,
)
from tournament.services.changes import Doing, RefusedError, act
from tournament.tellings.changed import PublicChangeKind, news_of_event, news_of_return, news_of_withdrawal
from tournament.tellings.prizes import rulings_moved
from wording import gettext as _
from wording import gettext_noop

MAY_WITHDRAW = frozenset(Status) - LEFT
MAY_BE_DISQUALIFIED = frozenset(Status) - {Status.DISQUALIFIED}
"""The statuses that allow a withdrawal and a disqualification; those in `LEFT` allow a reinstatement."""


class GoldRule(Enum):
    """Where gold comes from after a disqualification in the final (R43)."""

    TOP_TABLE = "top table"
    ROOM = "room"


def _sentence_of_withdrawal(facts: ChangeFacts) -> str:
    """Return the sentence of the log of changes about a withdrawal."""
    after = facts.after.get("left", {}).get("round")
    if after:
        return _("{players} withdrew after round {number}", players=facts.who, number=after)
    return _("{players} withdrew", players=facts.who)


@act(
    Act.WITHDRAW,
    Part.ENTRIES,
    Publicity.ALWAYS,
    sentence=_sentence_of_withdrawal,
    rows=("Entry", "SitOut"),
    undone_as=Act.UNDO_STATUSES,
    not_undone=statuses_stay,
    public_news=news_of_withdrawal,
)
def withdraw(doing: Doing, number: int, reason: str = "") -> Entry:
    """Withdraw the player with that number from the rounds to come, which score 0.000; the player stays listed (R54)."""
    doing.about(entries=[number], reason=reason)
    entry = entries_in(doing.event, [number], MAY_WITHDRAW)[0]
    doing.before = statuses_of([entry])
    _leave(entry, Status.WITHDRAWN, record_of(doing.event).last_seen)
    doing.after = {**statuses_of([entry]), "left": {"round": entry.last_round}}
    return entry


@act(
    Act.DISQUALIFY,
    Part.ENTRIES,
    Publicity.ALWAYS,
    sentence=gettext_noop("{who} disqualified"),
    undone_on=Place.REINSTATE,
    public_news=news_of_event(PublicChangeKind.DISQUALIFIED),
)
def disqualify(doing: Doing, number: int, reason: str, gold: GoldRule = GoldRule.TOP_TABLE) -> Entry:
    """Disqualify the player with that number (R67); ``gold`` says whether gold may now come from any table (R43).

    Ruling: R43 speaks of "a player", so once the final is published the question is asked for every player, not only for those at the top
    table.
    """
    if not reason.strip():
        raise RefusedError(_("Give a reason; it is kept in the change log."))
    doing.about(entries=[number], reason=reason)
    entry = entries_in(doing.event, [number], MAY_BE_DISQUALIFIED)[0]
    record = record_of(doing.event)
    if gold is GoldRule.ROOM:
        if final_cut(record) is None:
            words = _(
                "No final has been published, so the gold medal does not move when {player} leaves (R43).", player=entry
            )
            raise RefusedError(words)
        doing.event.gold_from_room = True
    doing.before = statuses_of([entry])
    if entry.status != Status.WITHDRAWN.value:  # a player who had withdrawn left at that time
        entry.last_round = None
    _leave(entry, Status.DISQUALIFIED, record.last_seen)
    doing.after = statuses_of([entry])
    if gold is GoldRule.ROOM:
        doing.after["gold"] = gold.value
    return entry


def _leave(entry: Entry, status: Status, last_seen: Mapping[PlayerId, int]) -> None:
    """Store that a player has left, after the last round in which they took part (``last_seen``, by player)."""
    entry.status = status.value
    if entry.last_round is None:
        entry.last_round = last_seen.get(PlayerId(entry.number), 0)
    entry.save()


@act(
    Act.REINSTATE,
    Part.ENTRIES,
    Publicity.ALWAYS,
    sentence=gettext_noop("{who} reinstated"),
    undone_on=Place.WITHDRAW,
    public_news=news_of_return,
)
def reinstate(doing: Doing, number: int) -> Entry:
    """Reverse a withdrawal or disqualification; rounds begun meanwhile count as missed, 0.000 (R54).

    A player who had not taken part is registered again: a check-in then asks what missed rounds score (R53).
    """
    doing.about(entries=[number])
    entry = entries_in(doing.event, [number], LEFT)[0]
    doing.before = statuses_of([entry])
    was_disqualified = entry.status == Status.DISQUALIFIED.value
    has_taken_part = record_of(doing.event).has_taken_part(PlayerId(entry.number))
    entry.status = (Status.PRESENT if has_taken_part else Status.REGISTERED).value
    entry.last_round = None
    entry.save()
    if not has_taken_part:
        drop_late_scores(entry)
    else:
        score_missed([entry], begun_rounds(doing.event), SitOutKind.MISSED, SitOutSource.RETURN)
    if was_disqualified and not _is_gold_open(doing.event):
        doing.event.gold_from_room = False
    doing.after = statuses_of([entry])
    return entry


def _is_gold_open(event: Event) -> bool:
    """Return whether a player is still disqualified with whose disqualification gold was allowed to come from any table (R43)."""
    changes = event.changes.filter(act=Act.DISQUALIFY.value)
    to_room = (change for change in changes if change.after.get("gold") == GoldRule.ROOM.value)
    ruled = [number for change in to_room for number in change.entries]
    return event.entries.filter(number__in=ruled, status=Status.DISQUALIFIED.value).exists()


class DisqualifyForm(PageForm):
    """Why somebody is disqualified, and where gold comes from if the final has begun (R43)."""

    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=300)
    gold = forms.ChoiceField(
        label=gettext_lazy("Who wins gold now?"),
        required=False,
        widget=forms.RadioSelect,
        choices=[
            (GoldRule.ROOM.value, gettext_lazy("The player with the best total who is not disqualified (R43)")),
            (
                GoldRule.TOP_TABLE.value,
                gettext_lazy("Still the winner of the top table, by the director's ruling (R64)"),
            ),
        ],
    )

    def __init__(self, *arguments: Any, asks_gold: bool, **options: Any) -> None:
        """``asks_gold`` is true where a final is published, for R43 is about players who are disqualified after the final began."""
        super().__init__(*arguments, **options)
        self.fields["gold"].required = True
        if not asks_gold:
            del self.fields["gold"]

    @property
    def order(self) -> tuple[str, GoldRule]:
        """The reason, and the chosen rule for gold; the top table where the form did not ask. May only be read after ``is_valid()``."""
        return self.cleaned_data["reason"], GoldRule(self.cleaned_data.get("gold") or GoldRule.TOP_TABLE.value)


@dataclass(frozen=True, slots=True)
class Departure:
    """A way to leave the event or to come back to it: its act and template, for which statuses it is allowed, and its consequences."""

    act: Callable[..., Entry]
    template: str
    allowed: frozenset[Status]
    follows: Callable[[EventRecord, EntryRecord], tuple[str, ...]]
    status: Status | None = None
    """The new status if it can affect which rulings on ties count (R65); None where it cannot."""


WITHDRAWAL = Departure(withdraw, "director/entries/leaving/withdraw.html", MAY_WITHDRAW, if_withdrawn)
DISQUALIFICATION = Departure(
    disqualify, "director/entries/leaving/disqualify.html", MAY_BE_DISQUALIFIED, if_disqualified, Status.DISQUALIFIED
)
RETURN = Departure(reinstate, "director/entries/leaving/reinstate.html", LEFT, if_reinstated, Status.PRESENT)


@desk_confirmation
def ask_to_withdraw(desk: Desk, number: int) -> HttpResponse:
    """Withdraw a player from the rounds to come (R54), after showing what that does."""
    return _ask(desk, number, WITHDRAWAL)


@desk_confirmation
def ask_to_disqualify(desk: Desk, number: int) -> HttpResponse:
    """Disqualify a player (R67), after showing what that does; once the final is published, it asks where gold comes from (R43)."""
    form = DisqualifyForm(desk.request.POST or None, asks_gold=final_cut(desk.record) is not None)
    return _ask(desk, number, DISQUALIFICATION, form)


@desk_confirmation
def ask_to_reinstate(desk: Desk, number: int) -> HttpResponse:
    """Reinstate a withdrawn or disqualified player, after showing what that does."""
    return _ask(desk, number, RETURN)


def _ask(desk: Desk, number: int, departure: Departure, form: DisqualifyForm | None = None) -> HttpResponse:
    """Let a player leave or come back; before that, show the consequences, or why it is not possible."""
    entry = desk.entry(number)
    if desk.is_post and (form is None or form.is_valid()):
        with desk.refusals():
            departure.act(desk.event, desk.actor, number, *(form.order if form else ()))
            return desk.did(desk.address("desk_entry", number))
    closed = reason_by_status(entry.player, entry.name, entry.status, departure.allowed)
    follows = () if closed else departure.follows(desk.record, entry)
    if departure.status and not closed:
        follows += _rulings_moved(desk.record, entry, departure.status)
    return desk.confirmation(
        departure.template,
        "entries",
        shown=(entry.name, entry.status, final_cut(desk.record) is not None, *follows),
        entry=entry,
        follows=follows,
        form=form,
        problems=desk.problems or ([closed] if closed else []),
        is_open=not closed,
    )


def _rulings_moved(record: EventRecord, entry: EntryRecord, status: Status) -> tuple[str, ...]:
    """Return which rulings on ties stop or begin to count when an entry gets this status (R65)."""
    entries = tuple(replace(row, status=status) if row.player == entry.player else row for row in record.entries)
    return rulings_moved(Scores(record), Scores(replace(record, entries=entries)))


SLICE = Slice(
    "leaving",
    pages=(
        path("entries/<int:number>/withdraw/", ask_to_withdraw, name="desk_withdraw"),
        path("entries/<int:number>/disqualify/", ask_to_disqualify, name="desk_disqualify"),
        path("entries/<int:number>/reinstate/", ask_to_reinstate, name="desk_reinstate"),
    ),
    marks={"entry.leave": "director/entries/leaving/_of_player.html"},
    plays={"withdraw": lambda event, actor, step: withdraw(event, actor, step["player"], step["reason"])},
)
