"""What an error in a log is, and the ways of making one: another event, an event less, other money from a place on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from games.acquire.actions import Action, ActKind
from games.acquire.editions import Money
from games.acquire.record import GameRecord
from laboratory.mistakes.sheets import SampleLog


@dataclass(frozen=True, slots=True)
class Spoilt:
    """A log with an error, and the number of the turn in which it was made, the first one if there are several.

    ``is_determined`` says whether this log determines everybody's correct final cash, where a kind does so in some logs only. ``final``
    is that cash by player's ID where it is another one than that of the faultless log.
    """

    record: GameRecord
    turn: int
    is_determined: bool = True
    final: Mapping[str, Money] | None = None


#: A function that makes one error in a log; it returns None where the game has no place for it.
Mistake = Callable[[SampleLog, Random], Spoilt | None]


def turn_at(events: Sequence[Action], place: int) -> int:
    """The number of the turn to which the event at this index belongs, 0 before the first one."""
    return next((event.value for event in events[place::-1] if event.act is ActKind.TURN), 0)


def changed(sheet: SampleLog, events: list[Action], place: int) -> Spoilt:
    """The log with other events; ``place`` is the index of the event in the faultless log at which the error was made."""
    record = replace(sheet.record, events=events, lines=range(1, len(events) + 1))
    return Spoilt(record, turn_at(sheet.record.events, place))


def places_of(sheet: SampleLog, act: ActKind, *, filled: bool = False) -> list[int]:
    """The indexes of the events of this kind; with ``filled`` only of those whose value is not empty."""
    return [
        place for place, event in enumerate(sheet.record.events) if event.act is act and (event.value or not filled)
    ]


def without_one(sheet: SampleLog, random: Random, act: ActKind) -> Spoilt | None:
    """The log without one event of this kind; None where it has none."""
    places = places_of(sheet, act, filled=True)
    if not places:
        return None
    place = random.choice(places)
    events = sheet.events
    del events[place]
    return changed(sheet, events, place)


def with_value(sheet: SampleLog, place: int, value: object) -> Spoilt:
    """The log with another value of the event at this index."""
    return with_values(sheet, {place: value})


def with_values(sheet: SampleLog, values: Mapping[int, object]) -> Spoilt:
    """The log with other values of the events at these indexes."""
    events = sheet.events
    for place, value in values.items():
        events[place] = events[place]._replace(value=value)
    return changed(sheet, events, min(values))


def with_money(sheet: SampleLog, place: int, player: int, difference: int) -> Spoilt | None:
    """The log of a game in which, after the event at this index, a player has ``difference`` dollars more than by the rules.

    It is None if he could not have paid with so much what he bought later.
    """
    return with_sums(sheet, [(place, player, difference)])


def with_sums(sheet: SampleLog, sums: Iterable[tuple[int, int, int]]) -> Spoilt | None:
    """The log of a game in which players have other amounts than by the rules, in all later counts and at the end.

    ``sums`` are triples of the index of an event, the player, and the dollars that he has more after it. It is None if somebody could
    not have paid with so much what he bought later.
    """
    events = sheet.events
    listed = list(sums)
    if not _is_payable(sheet, listed):
        return None
    for place, player, difference in listed:
        for at in range(place + 1, len(events)):
            act, seat, value = events[at]
            if seat == player and act in (ActKind.CASH, ActKind.FINAL):
                events[at] = Action(act, seat, value + difference)
    return changed(sheet, events, min(place for place, _, _ in listed))


def _is_payable(sheet: SampleLog, sums: list[tuple[int, int, int]]) -> bool:
    """Whether with these sums, as in `with_sums`, nobody would ever have had less than nothing."""
    turns = [(turn_at(sheet.record.events, place), player, difference) for place, player, difference in sums]
    return all(
        cash + sum(difference for since, of, difference in turns if of == player and since <= turn) >= 0
        for turn, purse in sheet.purses.items()
        for player, cash in enumerate(purse)
    )


def with_bonuses(sheet: SampleLog, paid: Mapping[int, int]) -> Spoilt | None:
    """The log of a game in which the bonuses at these indexes were other amounts, and were so written; None if all are as they were."""
    was = sheet.record.events
    moved = [(place, was[place].player, amount - was[place].value[1]) for place, amount in paid.items()]
    moved = [row for row in moved if row[2]]
    if not moved:
        return None
    spoilt = with_sums(sheet, moved)
    if spoilt is None:
        return None
    events = list(spoilt.record.events)
    for place, player, _ in moved:
        events[place] = Action(ActKind.BONUS, player, (was[place].value[0], paid[place]))
    return changed(sheet, events, min(row[0] for row in moved))


def middle(sheet: SampleLog, random: Random, around: int = 1) -> int:
    """The number, from 0, of a random turn that has at least ``around`` turns before and after it."""
    return random.randrange(around, len(sheet.blocks()) - around)


def counted_after(sheet: SampleLog, place: int, player: int) -> bool:
    """Whether the cash of a player is counted after the event at this index, before the final."""
    return any(event.act is ActKind.CASH and event.player == player for event in sheet.record.events[place:])


def again(sheet: SampleLog, spoilt: Spoilt) -> SampleLog:
    """The log with its error as one in which a second error can be made; it must have as many events as the faultless one."""
    return replace(sheet, record=spoilt.record)
