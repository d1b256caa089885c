"""Truthful logs in manners of writing: each function tells the same game in another order, or with other lines."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

from games.acquire.actions import Action, ActKind
from games.acquire.record import GameRecord
from games.acquire.replay.replayer import Replayer
from games.acquire.replay.walk import walk
from games.acquire.rules.ending import payouts

Events = list[Action]
FINAL, CASH, BONUS, DISPOSE = ActKind.FINAL, ActKind.CASH, ActKind.BONUS, ActKind.DISPOSE


def written(record: GameRecord, events: Events) -> GameRecord:
    """The log with other events, each on a line of its own."""
    return replace(record, events=events, lines=range(1, len(events) + 1))


def by_turns(record: GameRecord, arrange: Callable[[Events], Events]) -> Events:
    """The events with those of each turn arranged anew; the final cash belongs to none."""
    turns: list[Events] = [[]]
    for event in record.events:
        if event.act is ActKind.TURN or (event.act is FINAL and turns[-1][0].act is not FINAL):
            turns.append([])
        turns[-1].append(event)
    arranged = [arrange(turn) if turn and turn[0].act is ActKind.TURN else turn for turn in turns]
    return [event for turn in arranged for event in turn]


def with_disposals(turn: Events, order: Callable[[Events], Events]) -> Events:
    """A turn with its disposals in another order, at the same places."""
    placed = iter(order([event for event in turn if event.act is DISPOSE]))
    return [next(placed) if event.act is DISPOSE else event for event in turn]


def in_parts(record: GameRecord, _: Random) -> Events:
    """Each bonus of more than 300 dollars in two lines."""
    events: Events = []
    for event in record.events:
        if event.act is BONUS and event.value[1] > 300:
            chain, amount = event.value
            part = amount // 3 // 100 * 100
            events += [event._replace(value=(chain, amount - part)), event._replace(value=(chain, part))]
        else:
            events.append(event)
    return events


def disposals_in_any_order(record: GameRecord, random: Random) -> Events:
    """The disposals of a merger in any order."""
    return by_turns(record, lambda turn: with_disposals(turn, lambda found: random.sample(found, len(found))))


def disposals_backwards(record: GameRecord, _: Random) -> Events:
    """The disposals of a merger in the reverse order."""
    return by_turns(record, lambda turn: with_disposals(turn, lambda found: found[::-1]))


def is_held(event: Action) -> bool:
    """Whether an event is the disposal of a holder who keeps everything."""
    return event.act is DISPOSE and not event.value[1] and not event.value[2]


def silent_holders(record: GameRecord, _: Random) -> Events:
    """Who keeps everything has no line, and the others stand in the order of the seats."""
    kept = written(record, [event for event in record.events if not is_held(event)])
    return by_turns(
        kept, lambda turn: with_disposals(turn, lambda found: sorted(found, key=lambda event: event.player))
    )


def purchase_first(record: GameRecord, _: Random) -> Events:
    """The purchase in front of everything else in its turn."""

    def arranged(turn: Events) -> Events:
        if [event.act for event in turn[1:2]] != [ActKind.PLAY]:
            return turn
        return [turn[0], *sorted(turn[1:], key=lambda event: event.act is not ActKind.BUY)]

    return by_turns(record, arranged)


def any_order(record: GameRecord, random: Random) -> Events:
    """The clauses of a turn with one tile in any order, and the counts between them."""
    moved = {ActKind.PLAY, ActKind.FOUND, ActKind.SURVIVOR, BONUS, DISPOSE, ActKind.BUY, CASH}

    def arranged(turn: Events) -> Events:
        if {event.act for event in turn} - moved - {ActKind.TURN, ActKind.ORDER}:
            return turn
        clauses = [event for event in turn if event.act in moved]
        shuffled = iter(random.sample(clauses, len(clauses)))
        return [next(shuffled) if event.act in moved else event for event in turn]

    return by_turns(record, arranged)


def bonuses_last(record: GameRecord, _: Random) -> Events:
    """The bonuses of a merger at the end of the turn, behind purchase and counts."""
    return by_turns(record, lambda turn: sorted(turn, key=lambda event: event.act is BONUS))


def largest_holders_only(record: GameRecord, _: Random) -> Events:
    """Of each chain only the bonuses of those who have most."""

    def arranged(turn: Events) -> Events:
        most: dict[int, int] = {}
        for event in turn:
            if event.act is BONUS:
                most[event.value[0]] = max(most.get(event.value[0], 0), event.value[1])
        return [event for event in turn if event.act is not BONUS or event.value[1] == most[event.value[0]]]

    return by_turns(record, arranged)


def no_end(record: GameRecord, _: Random) -> Events:
    """The word "end" is not written."""
    return [event for event in record.events if event.act is not ActKind.END]


def counted_at_the_end(record: GameRecord, _: Random) -> Events:
    """Neither "end" nor final cash is written, but everybody's cash is counted when all shares are sold."""
    return [event._replace(act=CASH) if event.act is FINAL else event for event in no_end(record, _)]


def winding_up_without_end(record: GameRecord, _: Random) -> Events:
    """The bonuses of the winding-up are written, and no "end"."""
    replayer = Replayer(record)
    walk(replayer)
    events = no_end(record, _)
    first = next(at for at, event in enumerate(events) if event.act is FINAL)
    paid = [
        Action(BONUS, player, (payout.chain, int(amount)))
        for payout in payouts(replayer.state)
        for player, amount in payout.bonuses
    ]
    return [*events[:first], *paid, *events[first:]]


def choices_always(record: GameRecord, _: Random) -> Events:
    """The survivor and the order of a merger written also where there is nothing to choose."""
    replayer, events = Replayer(record), Events()
    for place, event in enumerate(record.events):
        before = replayer.state.settled
        walk(replayer, place + 1)
        events.append(event)
        merger = replayer.state.settled
        if event.act is ActKind.PLAY and merger is not None and merger is not before and merger.survivor >= 0:
            events.append(Action(ActKind.SURVIVOR, event.player, merger.survivor))
            taken = sorted(merger.sizes.keys() - {merger.survivor}, key=lambda chain: -merger.sizes[chain])
            if len({merger.sizes[chain] for chain in taken}) == len(taken):
                events.append(Action(ActKind.ORDER, event.player, tuple(taken)))
    return events


def zero_disposals(record: GameRecord, _: Random) -> Events:
    """Who has no share of the chain has a disposal of nothing."""
    seats = range(len(record.header.players))

    def arranged(turn: Events) -> Events:
        chains = {event.value[0]: event for event in turn if event.act is DISPOSE}
        last = max((at for at, event in enumerate(turn) if event.act is DISPOSE), default=-1)
        there = {(event.player, event.value[0]) for event in turn if event.act is DISPOSE}
        nothing = [
            Action(DISPOSE, seat, (chain, 0, 0, 0)) for chain in chains for seat in seats if (seat, chain) not in there
        ]
        return [*turn[: last + 1], *nothing, *turn[last + 1 :]]

    return by_turns(record, arranged)


#: All manners by name.
MANNERS: dict[str, Callable[[GameRecord, Random], Events]] = {
    manner.__name__: manner
    for manner in (
        in_parts, disposals_in_any_order, disposals_backwards, silent_holders, purchase_first, any_order, bonuses_last,
        largest_holders_only, no_end, counted_at_the_end, winding_up_without_end, choices_always, zero_disposals,
    )
}  # fmt: skip
