"""Seats taken over: somebody else plays on in a player's place, under the score of the entry (R71)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.urls import path
from django.utils.translation import gettext_lazy

from tournament.access.devices import withdraw_player
from tournament.access.slices import Mark, Slice
from tournament.desk.acting import looks_again
from tournament.desk.desk import Desk, desk_act, desk_confirmation
from tournament.desk.entry_forms import PersonForm
from tournament.desk.people import doubts_about
from tournament.draw.seating import title_of_round
from tournament.models import Change, Entry, Event, TakenOver
from tournament.models.queries import record_of
from tournament.record.acts import Act, Part, Publicity
from tournament.record.event import EventRecord
from tournament.record.figures import ChangeFacts, of_entries
from tournament.record.settings import ScoreOwner
from tournament.record.vocabulary import PlayerId, Status
from tournament.services.attendance import entries_in
from tournament.services.changes import Actor, By, Doing, act, act_on, before_of
from tournament.services.changes.refusals import DoneError, RefusedError
from tournament.tellings.changed import news_of_juniors
from tournament.tellings.undoing import people_of
from wording import gettext as _
from wording.figures import listed


@dataclass(frozen=True, slots=True)
class Newcomer:
    """Who plays on in the seat of somebody else."""

    name: str
    given_name: str = ""
    family_name: str = ""
    country: str = ""
    is_junior: bool = False


PERSON = tuple(each.name for each in fields(Newcomer))
"""The columns of an entry, and of who shares its seat, that say who somebody is."""


def rounds_to_take_over(record: EventRecord, player: PlayerId) -> tuple[int, ...]:
    """Return the rounds from which somebody else may play on for a player: the one being played, and the next one.

    Ruling: the player has taken part in a round before that one, else there is no score to take over.
    """
    entry = record.entry(player)
    begun = [
        played.number
        for played in record.begun_rounds
        if played.table_of(player) or any(row.player == player and row.takes_part for row in played.sit_outs)
    ]
    if entry.taken or entry.status is not Status.PRESENT or player in record.fill_ins or not begun:
        return ()
    playing = [row.number for row in record.begun_rounds if not row.is_closed]
    following = [record.next_round] if record.next_round <= record.rounds_planned else []
    return tuple(number for number in (*playing, *following) if number > begun[0])


def _reason_not_to_take_over(record: EventRecord, player: PlayerId) -> str:
    """Return why nobody can take over the seat of a player; empty where somebody can."""
    entry = record.entry(player)
    if entry.taken:
        return _("{player}'s seat has already been taken over. Undo that first.", player=entry.name)
    if entry.status is not Status.PRESENT:
        return _("{player} is not playing. Check the player in or reinstate them first.", player=entry.name)
    if not rounds_to_take_over(record, player):
        return _(
            "{player} has no score from an earlier round to take over, or there are no rounds left to play. "
            "Enter the other person as a player.",
            player=entry.name,
        )
    return ""


def give_back(event: Event, by: By, number: int) -> Entry:
    """Take back that somebody else plays on for the entry with that number: the first person's particulars are the entry's again."""
    with act_on(event, by, Act.TAKE_OVER, entries=[number]) as doing:
        (entry,) = entries_in(doing.event, [number], frozenset(Status))
        row = TakenOver.objects.filter(entry=entry).first()
        if row is None:
            raise DoneError
        doing.before = of_entries({number: {**_person(entry), **_takeover_figures(row)}})
        if row.owner == ScoreOwner.NEW.value:
            _become(entry, _person(row))
        row.delete()
        withdraw_player(doing.event, number)
        doing.after = of_entries({number: {**_person(entry), "taken_from": None}})
    return entry


def _store(doing: Doing, entry: Entry, newcomer: Newcomer, from_round: int, owner: ScoreOwner) -> None:
    """Store within an act that somebody else plays on for an entry; the new person's particulars are the entry's if they own the score."""
    first, new = _person(entry), asdict(newcomer)
    other = first if owner is ScoreOwner.NEW else new
    row = TakenOver.objects.create(entry=entry, round_number=from_round, owner=owner.value, **other)
    if owner is ScoreOwner.NEW:
        _become(entry, new)
    withdraw_player(doing.event, entry.number)
    doing.before = of_entries({entry.number: {**first, "taken_from": None}})
    doing.after = of_entries({entry.number: {**_person(entry), **_takeover_figures(row)}})


def _person(row: Entry | TakenOver) -> dict[str, Any]:
    """Return who somebody is, by the names of the columns."""
    return {name: getattr(row, name) for name in PERSON}


def _become(entry: Entry, person: dict[str, Any]) -> None:
    """Store that an entry is this person's."""
    for name, value in {**person, "person": None, "shared": ""}.items():
        setattr(entry, name, value)
    entry.save(update_fields=[*PERSON, "person", "shared"])


def _takeover_figures(row: TakenOver) -> dict[str, Any]:
    """Return a seat taken over as the log of changes stores it."""
    other = {f"taken_{name}": value for name, value in _person(row).items()}
    return {"taken_from": row.round_number, **other, "score_owner": row.owner}


def _undo(event: Event, by: Actor, change: Change) -> None:
    """Undo that a seat was taken over, or that this was taken back."""
    (number,) = change.entries
    before: Mapping[str, Any] = before_of(change)["entries"][str(number)]
    if not before["taken_from"]:
        give_back(event, by, number)
        return
    owner = ScoreOwner(before["score_owner"])
    prefix = "taken_" if owner is ScoreOwner.FIRST else ""
    newcomer = Newcomer(*(before[f"{prefix}{name}"] for name in PERSON))
    with act_on(event, by, Act.TAKE_OVER, entries=[number]) as doing:
        (entry,) = entries_in(doing.event, [number], frozenset(Status))
        if TakenOver.objects.filter(entry=entry).exists():
            raise RefusedError(_("{player}'s seat has already been taken over. Undo that first.", player=entry.said))
        _store(doing, entry, newcomer, before["taken_from"], owner)


def _sentence(facts: ChangeFacts) -> str:
    """Return the sentence of the log of changes about a seat that was taken over, or that this was taken back."""
    rows = facts.after.get("entries", {}).values()
    row = next((row for row in rows if row.get("taken_from")), None)
    if row is None:
        return _("{players} is playing again: nobody else has the seat any more", players=facts.who)
    is_new = row["score_owner"] == ScoreOwner.NEW.value
    other, own = row["taken_name"], row["name"]
    return _(
        "{new} takes over {first}'s seat from round {round}",
        new=own if is_new else other,
        first=other if is_new else own,
        round=row["taken_from"],
    )


@act(
    Act.TAKE_OVER,
    Part.ENTRIES,
    Publicity.ALWAYS,
    sentence=_sentence,
    opposite=_undo,
    rests_on=people_of,
    public_news=news_of_juniors,
)
def take_over(doing: Doing, number: int, newcomer: Newcomer, from_round: int) -> Entry:
    """Let somebody else play on for the entry with that number from a round on; score, seats and draws stay as they are.

    Who owns the score is the event's setting. Raises RefusedError where nobody can take over.
    """
    doing.about(entries=[number])
    (entry,) = entries_in(doing.event, [number], frozenset(Status))
    record = record_of(doing.event)
    if wrong := _reason_not_to_take_over(record, PlayerId(number)):
        raise RefusedError(wrong)
    offered = rounds_to_take_over(record, PlayerId(number))
    if from_round not in offered:
        raise RefusedError(_("Reload the page and choose one of these rounds: {rounds}.", rounds=listed(offered)))
    _store(doing, entry, newcomer, from_round, ScoreOwner(doing.event.score_owner))
    return entry


class TakeOverForm(PersonForm):
    """Who plays on in a player's place, and from which round on (R71)."""

    from_round = forms.TypedChoiceField(label=gettext_lazy("From which round"), coerce=int)

    def __init__(self, *typed: Any, rounds: Sequence[tuple[int, str]], **options: Any) -> None:
        """``rounds`` are those that are offered, each with its title, the usual one first."""
        super().__init__(*typed, **options)
        self.fields["from_round"].choices = rounds  # type: ignore[attr-defined]

    @property
    def newcomer(self) -> Newcomer:
        """The new person. May only be read after ``is_valid()``."""
        return Newcomer(*(self.cleaned_data[name] for name in PERSON))


@desk_confirmation
def ask_to_take_over(desk: Desk, number: int) -> HttpResponse:
    """Let somebody else play on for a player from a round on, after showing whose the score will be."""
    record, entry = desk.record, desk.entry(number)
    closed = _reason_not_to_take_over(record, PlayerId(number))
    offered = rounds_to_take_over(record, PlayerId(number))
    form = TakeOverForm(desk.posted, rounds=[(each, title_of_round(record, each)) for each in offered])
    if not closed and desk.sent(form):
        newcomer, at = form.newcomer, form.cleaned_data["from_round"]
        with desk.refusals():
            take_over(desk.event, desk.actor, number, newcomer, at)
            answer = desk.did(desk.address("desk_entry", number))
            for doubt in doubts_about(desk, newcomer.name, entry.player):
                messages.warning(desk.request, doubt)
            return answer
    return desk.confirmation(
        "director/entries/leaving/take_over.html",
        "entries",
        shown=(entry.name, entry.status, record.score_owner, *offered),
        entry=entry,
        form=form,
        is_new=record.score_owner is ScoreOwner.NEW,
        problems=desk.problems or ([closed] if closed else []),
        is_open=not closed,
    )


@looks_again
@desk_act
def end_takeover(desk: Desk, number: int) -> HttpResponse:
    """Take back that somebody else plays on for a player."""
    desk.entry(number)
    desk.is_compared()
    return desk.act(lambda: give_back(desk.event, desk.actor, number), desk.address("desk_entry", number))


SLICE = Slice(
    "taking_over",
    pages=(
        path("entries/<int:number>/take-over/", ask_to_take_over, name="desk_take_over"),
        path("entries/<int:number>/give-back/", end_takeover, name="desk_give_back"),
    ),
    marks={
        "entry.seat": Mark(
            "director/entries/_takeover.html",
            lambda context: {"may_take_over": not _reason_not_to_take_over(context["event"], context["entry"].player)},
        )
    },
)
