"""Single errors that tests make in the logs of games: a log with one, and the turn in which it was made."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from games.acquire.actions import Action, ActKind
from games.acquire.record import GameRecord
from laboratory.mistakes.sheets import SampleLog
from laboratory.mistakes.slips import Lines, numbered_on, paid_otherwise, turn_at


@dataclass(frozen=True, slots=True)
class Spoilt:
    """A log with an error, and the number of the turn in which it was made."""

    record: GameRecord
    turn: int


def changed(sheet: SampleLog, lines: Lines, place: int) -> Spoilt:
    """The log with other lines; ``place`` is where the error was made in the faultless one."""
    record = replace(sheet.record, events=lines, lines=range(1, len(lines) + 1))
    return Spoilt(record, turn_at(sheet.events, place))


def with_value(sheet: SampleLog, place: int, value: object) -> Spoilt:
    """The log with another value in one line."""
    lines = sheet.events
    lines[place] = lines[place]._replace(value=value)
    return changed(sheet, lines, place)


def places_of(sheet: SampleLog, act: ActKind) -> list[int]:
    """The places of the lines of an act that say something."""
    return [at for at, line in enumerate(sheet.events) if line.act is act and line.value]


def _middle(sheet: SampleLog, random: Random) -> int:
    return random.randrange(1, len(sheet.blocks()) - 1)


# Purchases and shares.


def lose_purchase(sheet: SampleLog, random: Random) -> Spoilt:
    """A purchase is not written."""
    place = random.choice(places_of(sheet, ActKind.BUY))
    return changed(sheet, [*sheet.events[:place], *sheet.events[place + 1 :]], place)


def write_nothing_bought(sheet: SampleLog, random: Random) -> Spoilt:
    """Nothing is written as bought where something was."""
    return with_value(sheet, random.choice(places_of(sheet, ActKind.BUY)), ())


def miswrite_shares(sheet: SampleLog, random: Random) -> Spoilt:
    """Another number of shares is written than was bought."""
    place = random.choice(places_of(sheet, ActKind.BUY))
    bought = list(sheet.events[place].value)
    at = random.randrange(len(bought))
    chain, count = bought[at]
    bought[at] = (chain, random.choice([other for other in (1, 2, 3) if other != count]))
    return with_value(sheet, place, tuple(bought))


def misplace_purchase(sheet: SampleLog, random: Random) -> Spoilt:
    """A purchase is written into the turn after its own."""
    lines, heads = sheet.events, [at for at, line in enumerate(sheet.events) if line.act is ActKind.TURN]
    place = random.choice([place for place in places_of(sheet, ActKind.BUY) if place < heads[-1]])
    after = next(at for at in heads if at > place)
    buying = next(at for at in range(after, len(lines)) if lines[at].act is ActKind.BUY)
    lines.insert(buying, lines[place]._replace(player=lines[after].player))
    del lines[place]
    return changed(sheet, lines, place)


def pay_wrong_price(sheet: SampleLog, random: Random) -> Spoilt:
    """A purchase is paid by the row above or below of the price list."""
    place = random.choice(places_of(sheet, ActKind.BUY))
    _, player, bought = sheet.events[place]
    dollars = random.choice((-100, 100)) * bought[0][1]
    return changed(sheet, paid_otherwise(sheet.events, place, player, dollars), place)


def keep_founders_share(sheet: SampleLog, random: Random) -> Spoilt:
    """The founder did not take his share: at the merger he sells one less than the rules give him."""
    founders = {(line.player, line.value) for line in sheet.events if line.act is ActKind.FOUND}
    place = random.choice(
        [
            at
            for at, line in enumerate(sheet.events)
            if line.act is ActKind.DISPOSE and line.value[1] and (line.player, line.value[0]) in founders
        ]
    )
    player, (chain, sold, *rest) = sheet.events[place].player, sheet.events[place].value
    lines = paid_otherwise(sheet.events, place, player, -sheet.prices[place])
    lines[place] = Action(ActKind.DISPOSE, player, (chain, sold - 1, *rest))
    founded = max(at for at in range(place) if lines[at].act is ActKind.FOUND and lines[at].value == chain)
    return changed(sheet, lines, founded)


# Turns.


def forget_turn(sheet: SampleLog, random: Random) -> Spoilt:
    """A turn is not written."""
    first, last = sheet.blocks()[_middle(sheet, random)]
    return changed(sheet, [*sheet.events[:first], *sheet.events[last:]], first)


def forget_turn_and_number_on(sheet: SampleLog, random: Random) -> Spoilt:
    """A turn is not written, and the later turns are numbered as if it had not been."""
    first, last = sheet.blocks()[_middle(sheet, random)]
    return changed(sheet, [*sheet.events[:first], *numbered_on(sheet.events[last:], -1)], first)


def double_turn(sheet: SampleLog, random: Random) -> Spoilt:
    """A turn is written twice."""
    first, last = sheet.blocks()[_middle(sheet, random)]
    return changed(sheet, [*sheet.events[:last], *sheet.events[first:]], first)


def exchange_turns(sheet: SampleLog, random: Random) -> Spoilt:
    """What two players did in successive turns is each written for the other."""
    at = _middle(sheet, random)
    (first, last), (second, end) = sheet.blocks()[at : at + 2]
    lines = sheet.events
    one, other = lines[first], lines[second]

    def given(part: Lines, was: int, player: int) -> Iterator[Action]:
        stays = (ActKind.BONUS, ActKind.CASH, ActKind.DISPOSE)
        for line in part:
            yield line._replace(player=player) if line.player == was and line.act not in stays else line

    earlier = given(lines[second + 1 : end], other.player, one.player)
    later = given(lines[first + 1 : last], one.player, other.player)
    return changed(sheet, [*lines[:first], one, *earlier, *lines[last:second], other, *later, *lines[end:]], first)
