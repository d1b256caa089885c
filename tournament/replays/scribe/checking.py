"""What the rules have against what a scribe told: it is written down all the same, and the judge finds it later (R11)."""

from __future__ import annotations

from dataclasses import replace

from games.acquire.actions import Act, Action
from games.acquire.play import State, position_at, refusal_of
from games.acquire.record import GameRecord
from tournament.record.vocabulary import ScribeMark, format_dollars
from tournament.replays.scribe.asking import EXCHANGING, moment_of
from tournament.replays.scribe.entries import Scribed

#: Acts that the front door judges in a game whose hands are hidden; of the others the judge knows more.
JUDGED = frozenset(
    {
        *(Act.START, Act.PLAY, Act.PASS, Act.FOUND, Act.SURVIVOR, Act.ORDER, Act.DISPOSE, Act.BUY),
        *(Act.END, Act.CLOCK, Act.TIMEOUT),
    }
)


def objections(told: Scribed) -> dict[int, str]:
    """What the rules say against each marked entry that stands, by its place; a mark against which nothing speaks says nothing."""
    found = {}
    for place, entry in enumerate(told.standing):
        if entry.mark is not ScribeMark.NONE:
            sentence = objection_to(told, place)
            if sentence:
                found[place] = sentence
    return found


def objection_to(told: Scribed, place: int) -> str:
    """What the rules say against the first event of an entry that they refuse; empty where they refuse none."""
    for index, owner in enumerate(told.owners):
        if owner == place:
            sentence = _objection(replace(told.record, events=told.record.events[:index]), told.record.events[index])
            if sentence:
                return sentence
    return ""


def _objection(before: GameRecord, event: Action) -> str:
    if event.act is Act.TURN:
        return _turn_objection(before, event)
    if event.act is Act.BONUS:
        return _bonus_objection(before, event)
    if event.act not in JUDGED or (event.act is Act.BUY and not event.value):
        return ""
    state = position_at(before)
    if state.phase in EXCHANGING:  # the tiles drawn meanwhile are hidden, and with them what follows
        return ""
    refusal = refusal_of(state, event)
    if refusal is None:
        return ""
    if refusal.code == "act-out-of-turn":
        return f"It is not {before.header.players[event.player].id}'s time to act."
    return str(refusal)


def _turn_objection(before: GameRecord, event: Action) -> str:
    moment = moment_of(before)
    if event.player == moment.following:
        return ""
    players = before.header.players
    return f"It is {players[moment.following].id}'s turn, not {players[event.player].id}'s."


def _bonus_objection(before: GameRecord, event: Action) -> str:
    chain, paid = event.value
    state: State = position_at(before)
    due = dict(state.settled.bonuses.get(chain, ())).get(event.player, 0) if state.settled is not None else 0
    if due == paid:
        return ""
    player, name = before.header.players[event.player].id, state.labels.names[chain]
    return f"{player} is due {format_dollars(int(due))} for {name}, not {format_dollars(paid)}."
