"""The catalogue of single human errors: each changes a faultless log of a game in one way in which scribes and players err."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from random import Random
from types import MappingProxyType
from typing import Final

from games.acquire.actions import Action, ActKind
from games.acquire.board import CHAINS, NEIGHBOURS, TILES
from games.acquire.record import GameRecord
from laboratory.mistakes.sheets import SampleLog


@dataclass(frozen=True, slots=True)
class Spoilt:
    """A log with one error, and the number of the turn in which it was made."""

    record: GameRecord
    turn: int


#: A function that makes one error in a log; it returns None where the game has no place for it.
Mistake = Callable[[SampleLog, Random], Spoilt | None]


def _changed(sheet: SampleLog, events: list[Action], place: int) -> Spoilt:
    """The log with other events; ``place`` is the index of the event in the faultless log at which the error was made."""
    numbers = [event.value for event in sheet.record.events[: place + 1] if event.act is ActKind.TURN]
    lines = range(1, len(events) + 1)
    return Spoilt(replace(sheet.record, events=events, lines=lines), numbers[-1] if numbers else 0)


def _places(sheet: SampleLog, act: ActKind, *, filled: bool = False) -> list[int]:
    """The indexes of the events of this kind; with ``filled`` only of those whose value is not empty."""
    return [
        place for place, event in enumerate(sheet.record.events) if event.act is act and (event.value or not filled)
    ]


def _without_one(sheet: SampleLog, random: Random, act: ActKind) -> Spoilt | None:
    """The log without one event of this kind; None where it has none."""
    places = _places(sheet, act, filled=True)
    if not places:
        return None
    place = random.choice(places)
    events = sheet.events
    del events[place]
    return _changed(sheet, events, place)


def _with_value(sheet: SampleLog, place: int, value: object) -> Spoilt:
    """The log with another value of the event at this index."""
    events = sheet.events
    events[place] = events[place]._replace(value=value)
    return _changed(sheet, events, place)


def _with_money(sheet: SampleLog, place: int, player: int, difference: int) -> Spoilt:
    """The log of a game in which, after the event at this index, a player has ``difference`` dollars more than by the rules."""
    events = sheet.events
    for at in range(place + 1, len(events)):
        act, seat, value = events[at]
        if seat == player and act in (ActKind.CASH, ActKind.FINAL):
            events[at] = Action(act, seat, value + difference)
    return _changed(sheet, events, place)


def _middle(sheet: SampleLog, random: Random, around: int = 1) -> int:
    """The index of a random turn that has at least ``around`` turns before and after it."""
    return random.randrange(around, len(sheet.blocks()) - around)


def forget_turn(sheet: SampleLog, random: Random) -> Spoilt:
    """A turn is not written down."""
    first, last = sheet.blocks()[_middle(sheet, random)]
    return _changed(sheet, [*sheet.events[:first], *sheet.events[last:]], first)


def double_turn(sheet: SampleLog, random: Random) -> Spoilt:
    """A turn is written down twice."""
    first, last = sheet.blocks()[_middle(sheet, random)]
    return _changed(sheet, [*sheet.events[:last], *sheet.events[first:]], first)


def swap_turns(sheet: SampleLog, random: Random) -> Spoilt:
    """Two turns are written down in the wrong order."""
    at = _middle(sheet, random)
    (first, last), (second, end) = sheet.blocks()[at : at + 2]
    events = sheet.events
    put = [*events[second:end], *events[last:second], *events[first:last]]
    return _changed(sheet, [*events[:first], *put, *events[end:]], first)


def exchange_players(sheet: SampleLog, random: Random) -> Spoilt:
    """A turn is written down for another player."""
    first, last = sheet.blocks()[_middle(sheet, random)]
    events = sheet.events
    was = events[first].player
    other = random.choice([seat for seat in range(len(sheet.record.header.players)) if seat != was])
    for place in range(first, last):
        if events[place].player == was and events[place].act not in (ActKind.BONUS, ActKind.CASH, ActKind.DISPOSE):
            events[place] = events[place]._replace(player=other)
    return _changed(sheet, events, first)


def exchange_turns(sheet: SampleLog, random: Random) -> Spoilt:
    """The actions of two players in successive turns are each written down for the other one."""
    at = _middle(sheet, random)
    (first, last), (second, end) = sheet.blocks()[at : at + 2]
    events = sheet.events
    one, other = events[first], events[second]
    stays = (ActKind.BONUS, ActKind.CASH, ActKind.DISPOSE)

    def given(part: list[Action], was: int, player: int) -> list[Action]:
        return [
            event._replace(player=player) if event.player == was and event.act not in stays else event for event in part
        ]

    earlier = given(events[second + 1 : end], other.player, one.player)
    later = given(events[first + 1 : last], one.player, other.player)
    return _changed(sheet, [*events[:first], one, *earlier, *events[last:second], other, *later, *events[end:]], first)


def forget_turn_and_number_on(sheet: SampleLog, random: Random) -> Spoilt:
    """A turn is not written down, and the later turns are numbered as if it had not been."""
    spoilt = forget_turn(sheet, random)
    events = [
        event._replace(value=event.value - 1) if event.act is ActKind.TURN and event.value > spoilt.turn else event
        for event in spoilt.record.events
    ]
    return replace(spoilt, record=replace(spoilt.record, events=events))


def write_nothing_bought(sheet: SampleLog, random: Random) -> Spoilt | None:
    """Nothing is written as bought where something was."""
    places = _places(sheet, ActKind.BUY, filled=True)
    return _with_value(sheet, random.choice(places), ()) if places else None


def lose_purchase(sheet: SampleLog, random: Random) -> Spoilt | None:
    """The clause of a purchase is not written down."""
    return _without_one(sheet, random, ActKind.BUY)


def misplace_purchase(sheet: SampleLog, random: Random) -> Spoilt | None:
    """The clause of a purchase is written into the turn after the one that it belongs to."""
    places = _places(sheet, ActKind.BUY, filled=True)
    turns = _places(sheet, ActKind.TURN)
    if not places or turns[-1] < places[0]:
        return None
    place = random.choice([place for place in places if place < turns[-1]])
    events = sheet.events
    after = next(at for at in turns if at > place)
    buying = next((at for at in range(after, len(events)) if events[at].act is ActKind.BUY), None)
    if buying is None:
        return None
    events.insert(buying, events[place]._replace(player=events[after].player))
    del events[place]
    return _changed(sheet, events, place)


def miswrite_shares(sheet: SampleLog, random: Random) -> Spoilt | None:
    """Another number of shares is written than was bought."""
    places = _places(sheet, ActKind.BUY, filled=True)
    if not places:
        return None
    place = random.choice(places)
    bought = list(sheet.events[place].value)
    at = random.randrange(len(bought))
    chain, count = bought[at]
    bought[at] = (chain, random.choice([other for other in (1, 2, 3) if other != count]))
    return _with_value(sheet, place, tuple(bought))


def buy_four(sheet: SampleLog, random: Random) -> Spoilt | None:
    """One share more is written than anybody may buy."""
    places = [
        place for place in _places(sheet, ActKind.BUY) if sum(count for _, count in sheet.events[place].value) == 3
    ]
    if not places:
        return None
    place = random.choice(places)
    (chain, count), *others = sheet.events[place].value
    return _with_value(sheet, place, ((chain, count + 1), *others))


def write_wrong_tile(sheet: SampleLog, random: Random) -> Spoilt:
    """Another tile is written than was played."""
    place = random.choice(_places(sheet, ActKind.PLAY))
    played = sheet.events[place].value
    return _with_value(sheet, place, random.choice([tile for tile in range(TILES) if tile != played]))


def write_neighbouring_tile(sheet: SampleLog, random: Random) -> Spoilt:
    """A space next to that of the played tile is written."""
    place = random.choice(_places(sheet, ActKind.PLAY))
    return _with_value(sheet, place, random.choice(NEIGHBOURS[sheet.events[place].value]))


def found_another(sheet: SampleLog, random: Random) -> Spoilt | None:
    """Another chain is written than was founded."""
    return _with_other_chain(sheet, random, ActKind.FOUND)


def name_another_survivor(sheet: SampleLog, random: Random) -> Spoilt | None:
    """Another chain is written than survived."""
    return _with_other_chain(sheet, random, ActKind.SURVIVOR)


def _with_other_chain(sheet: SampleLog, random: Random, act: ActKind) -> Spoilt | None:
    """The log with another chain in one event of this kind; None where it has none."""
    places = _places(sheet, act)
    if not places:
        return None
    place = random.choice(places)
    named = sheet.events[place].value
    return _with_value(sheet, place, random.choice([chain for chain in range(CHAINS) if chain != named]))


def pay_wrong_price(sheet: SampleLog, random: Random) -> Spoilt | None:
    """A purchase is paid by the row above or below of the price list."""
    places = _places(sheet, ActKind.BUY, filled=True)
    if not places:
        return None
    place = random.choice(places)
    _, player, bought = sheet.events[place]
    return _with_money(sheet, place, player, random.choice((-100, 100)) * bought[0][1])


def give_wrong_change(sheet: SampleLog, random: Random) -> Spoilt | None:
    """A player has a note too many or too few after a purchase."""
    places = _places(sheet, ActKind.BUY, filled=True)
    if not places:
        return None
    place = random.choice(places)
    return _with_money(sheet, place, sheet.events[place].player, random.choice((-1000, -500, -100, 100, 500, 1000)))


def pay_wrong_bonus(sheet: SampleLog, random: Random) -> Spoilt | None:
    """A bonus is paid by another row of the price list."""
    places = _places(sheet, ActKind.BONUS)
    if not places:
        return None
    place = random.choice(places)
    _, player, (chain, amount) = sheet.events[place]
    difference = random.choice((-500, 500, 1000))
    spoilt = _with_money(sheet, place, player, difference)
    events = list(spoilt.record.events)
    events[place] = Action(ActKind.BONUS, player, (chain, amount + difference))
    return _changed(sheet, events, place)


def forget_bonus(sheet: SampleLog, random: Random) -> Spoilt | None:
    """A bonus is not paid."""
    places = _places(sheet, ActKind.BONUS)
    if not places:
        return None
    place = random.choice(places)
    _, player, (_, amount) = sheet.events[place]
    events = list(_with_money(sheet, place, player, -amount).record.events)
    del events[place]
    return _changed(sheet, events, place)


def pay_wrong_sale(sheet: SampleLog, random: Random) -> Spoilt | None:
    """Shares sold in a merger are paid by another row of the price list."""
    places = [place for place in _places(sheet, ActKind.DISPOSE) if sheet.events[place].value[1]]
    if not places:
        return None
    place = random.choice(places)
    _, player, (_, sold, *_) = sheet.events[place]
    return _with_money(sheet, place, player, random.choice((-100, 100)) * sold)


def keep_founders_share(sheet: SampleLog, random: Random) -> Spoilt | None:
    """The founder did not take his share: at the merger he sells one less than the rules give him."""
    founders = {(event.player, event.value) for event in sheet.events if event.act is ActKind.FOUND}
    places = [
        place
        for place in _places(sheet, ActKind.DISPOSE)
        if sheet.events[place].value[1] and (sheet.events[place].player, sheet.events[place].value[0]) in founders
    ]
    if not places:
        return None
    place = random.choice(places)
    _, player, (chain, sold, *rest) = sheet.events[place]
    events = list(_with_money(sheet, place, player, -sheet.prices[place]).record.events)
    events[place] = Action(ActKind.DISPOSE, player, (chain, sold - 1, *rest))
    founded = max(
        at for at in range(place) if sheet.events[at].act is ActKind.FOUND and sheet.events[at].value == chain
    )
    return _changed(sheet, events, founded)


def sell_too_many(sheet: SampleLog, random: Random) -> Spoilt | None:
    """More shares are written as sold than the player holds."""
    places = _places(sheet, ActKind.DISPOSE)
    if not places:
        return None
    place = random.choice(places)
    chain, sold, traded, held = sheet.events[place].value
    return _with_value(sheet, place, (chain, sold + (held or 0) + random.randint(1, 3), traded, held))


def write_wrong_final(sheet: SampleLog, random: Random) -> Spoilt:
    """Another final cash is written than the player has."""
    place = random.choice(_places(sheet, ActKind.FINAL))
    difference = random.choice((-1000, -500, -100, 100, 500, 1000))
    return _with_value(sheet, place, sheet.events[place].value + difference)


def forget_draw(sheet: SampleLog, random: Random) -> Spoilt | None:
    """A draw is not written down."""
    return _without_one(sheet, random, ActKind.DRAW)


def lay_out_wrong_tile(sheet: SampleLog, random: Random) -> Spoilt | None:
    """Another tile is written as dead than was laid out."""
    places = _places(sheet, ActKind.DEAD, filled=True)
    if not places:
        return None
    place = random.choice(places)
    first, *others = sheet.events[place].value
    other = random.choice([tile for tile in range(TILES) if tile != first])
    return _with_value(sheet, place, (other, *others))


#: The errors by name.
CATALOGUE: Final[Mapping[str, Mistake]] = MappingProxyType(
    {
        "forgotten turn": forget_turn,
        "turn left uncounted": forget_turn_and_number_on,
        "doubled turn": double_turn,
        "swapped turns": swap_turns,
        "exchanged turns": exchange_turns,
        "out of turn": exchange_players,
        "lost purchase": lose_purchase,
        "misplaced purchase": misplace_purchase,
        "nothing for something": write_nothing_bought,
        "miswritten shares": miswrite_shares,
        "bought four": buy_four,
        "wrong tile": write_wrong_tile,
        "neighbouring tile": write_neighbouring_tile,
        "wrong chain founded": found_another,
        "wrong survivor": name_another_survivor,
        "wrong price": pay_wrong_price,
        "wrong change": give_wrong_change,
        "wrong bonus": pay_wrong_bonus,
        "forgotten bonus": forget_bonus,
        "wrong sale price": pay_wrong_sale,
        "founder's share": keep_founders_share,
        "sold too many": sell_too_many,
        "wrong final": write_wrong_final,
        "forgotten draw": forget_draw,
        "wrong dead tile": lay_out_wrong_tile,
    }
)
