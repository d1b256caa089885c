"""Players who leave the event and come back: withdrawal, disqualification, and reinstating (R54, R67)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from django import forms
from django.http import HttpResponse
from django.urls import path
from django.utils.translation import gettext_lazy

from tournament.access.slices import Mark, Slice
from tournament.day.leaving import next_draw
from tournament.desk.desk import Desk, desk_confirmation
from tournament.desk.fields import PageForm
from tournament.draw.seating import title_of_round
from tournament.models import Entry, Event
from tournament.models.queries import record_of
from tournament.record import formats
from tournament.record.acts import Act, Part, Place, Publicity
from tournament.record.event import LEFT, EntryRecord, EventRecord, RoundRecord
from tournament.record.figures import ChangeFacts, ChangeRow, figures_of
from tournament.record.vocabulary import PlayerId, RoundState, SitOutKind, SitOutSource, Status
from tournament.scores.explaining import Scores
from tournament.scores.totals import final_cut
from tournament.services.attendance import (
    begun_rounds,
    drop_late_scores,
    entries_in,
    reason_by_status,
    score_missed,
    statuses_of,
    statuses_stay,
)
from tournament.services.changes import Doing, act
from tournament.services.changes.refusals import RefusedError
from tournament.tellings.changed import NewsPlace, PublicChangeKind, news_of_event
from tournament.tellings.prizes import rulings_moved
from wording import gettext as _
from wording import gettext_noop, ngettext
from wording.figures import decimals, listed

MAY_WITHDRAW = frozenset(Status) - LEFT
MAY_BE_DISQUALIFIED = frozenset(Status) - {Status.DISQUALIFIED}
"""The statuses that allow a withdrawal and a disqualification; those in `LEFT` allow a reinstatement."""


class GoldRule(Enum):
    """Where gold comes from after a disqualification in the final (R43)."""

    TOP_TABLE = "top table"
    ROOM = "room"


def _news_of_withdrawal(change: ChangeRow, record: EventRecord) -> Iterable[NewsPlace]:
    """Return the public change that a player left before the last round; empty if nobody did."""
    last = [record.last_seen.get(PlayerId(player), 0) for player in change.entries]
    return [(PublicChangeKind.WITHDRAWN, None, None)] if any(number < record.rounds_planned for number in last) else []


def _news_of_return(change: ChangeRow, _record: EventRecord) -> Iterable[NewsPlace]:
    """Return the public change that a player is no longer disqualified; empty if nobody was."""
    rows = figures_of(change)[0].get("entries", {}).values()
    is_news = any(row.get("status") == Status.DISQUALIFIED.value for row in rows)
    return [(PublicChangeKind.REINSTATED, None, None)] if is_news else []


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
    public_news=_news_of_withdrawal,
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
    public_news=_news_of_return,
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


def if_withdrawn(record: EventRecord, entry: EntryRecord) -> tuple[str, ...]:
    """Return the consequences if a player withdraws (R54)."""
    last = record.last_seen.get(entry.player, 0)
    medals: list[str] = []
    has_points = record.has(formats.Part.PENTAMIND)
    if not last:
        place = _("{player} has not played, so will not be counted among the players (2.1).", player=entry.name)
    elif last < record.rounds_planned and record.format.leavers_rank:
        place = _("{player} keeps the score at leaving and is ranked on it, with medal and points.", player=entry.name)
        medals = _public_medals(record)
    elif last < record.rounds_planned:
        place = (
            _(
                "{player} stays in the standings as withdrawn: no medal or Pentamind points, but still counted among the players (2.1).",
                player=entry.name,
            )
            if has_points
            else _("{player} stays in the standings as withdrawn.", player=entry.name)
        )
        medals = _public_medals(record)
    elif record.round(last).is_closed:
        place = (
            _(
                "{player} played in the last round, so nothing changes: the place, medal and Pentamind points are kept (R54).",
                player=entry.name,
            )
            if has_points
            else _("{player} played in the last round, so nothing changes: the place is kept.", player=entry.name)
        )
    else:
        place = (
            _(
                "{player} is in the last round and, with a result there, will keep their place, medal and Pentamind points (R54).",
                player=entry.name,
            )
            if has_points
            else _("{player} is in the last round and, with a result there, will keep their place.", player=entry.name)
        )
    until = (*_round_in_play(record, entry), *_if_missed(record, _rounds_to_come(record)))
    return (*until, place, *medals, *next_draw(record, entry, -1))


def if_disqualified(record: EventRecord, entry: EntryRecord) -> tuple[str, ...]:
    """Return the consequences of a disqualification (R67)."""
    place = (
        _("The player gets no place, medal or Pentamind points; the others keep their results (R67).")
        if record.has(formats.Part.PENTAMIND)
        else _("The player gets no place; the others keep their results.")
    )
    until = (*_round_in_play(record, entry), *_if_missed(record, _rounds_to_come(record)))
    return (place, *until, *_public_medals(record), *next_draw(record, entry, -1))


def if_reinstated(record: EventRecord, entry: EntryRecord) -> tuple[str, ...]:
    """Return the consequences if a withdrawal or a disqualification is taken back (R54)."""
    if not record.has_taken_part(entry.player):
        return (
            _(
                "{player} has not played, so will be registered again; you choose the score for missed rounds at check-in (R53).",
                player=entry.name,
            ),
        )
    missed = [round_.number for round_ in record.begun_rounds if not _takes_part(round_, entry.player)]
    return (*_if_missed(record, missed), *next_draw(record, entry, +1))


def _public_medals(record: EventRecord) -> list[str]:
    """Return a sentence that the public medal list changes at once; empty if none is public."""
    changes = record.is_final_published and record.has(formats.Part.MEDALS)
    return [_("The final list is public, so its medals will change at once.")] if changes else []


def _round_in_play(record: EventRecord, entry: EntryRecord) -> list[str]:
    """Return a sentence on the player's table in the round being played; empty without one."""
    playing = next((round_ for round_ in record.rounds if round_.state is RoundState.PUBLISHED), None)
    table = playing.table_of(entry.player) if playing else None
    if playing is None or table is None:
        return []
    out_of_time = _(
        "{round} is being played: anyone who leaves table {table} now counts as out of time (R31-R34), "
        "and the table's result counts.",
        round=title_of_round(record, playing.number),
        table=table.number,
    )
    return [
        *[out_of_time] * record.has(formats.Part.CLOCKS),
        _("If the game has not started, mark a no-show on the round's page instead."),
    ]


def _if_missed(record: EventRecord, numbers: Sequence[int]) -> list[str]:
    """Return a sentence on what these rounds score for the player, who will have missed them; empty for none."""
    if not numbers:
        return []
    return [
        ngettext(
            "{rounds} counts as missed and scores {score} (R54).",
            "Rounds {rounds} count as missed and score {score} each (R54).",
            len(numbers),
            rounds=title_of_round(record, numbers[0]) if len(numbers) == 1 else listed(numbers),
            score=decimals(record.format.score_of(SitOutKind.MISSED), 3),
        )
    ]


def _rounds_to_come(record: EventRecord) -> Sequence[int]:
    """Return the rounds that have not begun."""
    return range(record.next_round, record.rounds_planned + 1)


def _takes_part(round_: RoundRecord, player: PlayerId) -> bool:
    """Return whether a player has a seat or a sit-out in a round."""
    return round_.table_of(player) is not None or any(row.player == player for row in round_.sit_outs)


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
    marks={"entry.leave": Mark("director/entries/leaving/_of_player.html")},
    plays={"withdraw": lambda event, actor, step: withdraw(event, actor, step["player"], step["reason"])},
)
