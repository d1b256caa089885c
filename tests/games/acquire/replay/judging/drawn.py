"""Any edit of any line of a faultless log: another number, name, chain or tile, a line lost or doubled, two lines of a kind exchanged."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final

from games.acquire.actions import Action, ActKind
from games.acquire.board import CHAINS, TILES
from games.acquire.record import GameRecord
from laboratory.mistakes.sheets import SampleLog, sensible_sheet

_EDITED: Final = frozenset(
    {ActKind.START, ActKind.PLAY, ActKind.FOUND, ActKind.SURVIVOR, ActKind.BONUS}
    | {ActKind.DISPOSE, ActKind.BUY, ActKind.CASH, ActKind.FINAL}
)


@dataclass(frozen=True, slots=True)
class Drawn:
    """A log with one drawn edit, the faultless log, and the number of the turn in which the edit lies."""

    record: GameRecord
    sheet: SampleLog
    turn: int


def drawn(seed: int) -> Drawn:
    """Return a log with one edit; the same seed gives the same log."""
    random = Random(f"any edit {seed}")
    sheet = sensible_sheet(seed % 50, 3 + seed % 3).of_scribe()
    while True:
        events = sheet.events
        place = random.choice([at for at, event in enumerate(events) if event.act in _EDITED])
        random.choice((_rewrite, _rewrite, _rename, _lose, _double, _exchange))(events, place, random)
        if events != sheet.record.events:
            changed = next(at for at, event in enumerate(sheet.record.events) if events[at : at + 1] != [event])
            turn = sum(event.act is ActKind.TURN for event in sheet.record.events[: changed + 1])
            record = replace(sheet.record, events=events, lines=range(1, len(events) + 1))
            return Drawn(record, sheet, turn)


def _rewrite(events: list[Action], place: int, random: Random) -> None:
    """Give an event another value of its kind."""
    event = events[place]
    events[place] = event._replace(value=_REWRITTEN[event.act](event.value, random))


def _rename(events: list[Action], place: int, random: Random) -> None:
    """Give an event to another player."""
    events[place] = events[place]._replace(player=random.choice(sorted({event.player for event in events})))


def _lose(events: list[Action], place: int, random: Random) -> None:
    """Leave an event out."""
    del events[place]


def _double(events: list[Action], place: int, random: Random) -> None:
    """Write an event twice."""
    events.insert(place, events[place])


def _exchange(events: list[Action], place: int, random: Random) -> None:
    """Exchange the value of an event with that of the next one of its kind."""
    act = events[place].act
    other = next((at for at in range(place + 1, len(events)) if events[at].act is act), place)
    one, two = events[place], events[other]
    events[place], events[other] = one._replace(value=two.value), two._replace(value=one.value)


def _tile(value: int, random: Random) -> int:
    return random.randrange(TILES)


def _chain(value: int, random: Random) -> int:
    return random.randrange(CHAINS)


def _money(value: int, random: Random) -> int:
    return max(0, value + random.choice((-1000, -300, -200, -100, 100, 200, 300, 1000)))


def _bonus(value: tuple[int, int], random: Random) -> tuple[int, int]:
    return value[0], _money(value[1], random)


def _disposal(value: tuple[int, ...], random: Random) -> tuple[int, ...]:
    numbers = list(value[1:])
    one, other = random.sample(range(3), 2)
    moved = random.randint(0, numbers[one])
    numbers[one], numbers[other] = numbers[one] - moved, numbers[other] + moved * random.randrange(2)
    return (value[0], *numbers)


def _purchase(value: tuple[tuple[int, int], ...], random: Random) -> tuple[tuple[int, int], ...]:
    shares = dict(value)
    chain = random.choice([*shares, random.randrange(CHAINS)])
    shares[chain] = random.randrange(4)
    return tuple((chain, count) for chain, count in sorted(shares.items()) if count)


_REWRITTEN: Final[dict[ActKind, Callable[[Any, Random], Any]]] = {
    ActKind.START: _tile,
    ActKind.PLAY: _tile,
    ActKind.FOUND: _chain,
    ActKind.SURVIVOR: _chain,
    ActKind.BONUS: _bonus,
    ActKind.DISPOSE: _disposal,
    ActKind.BUY: _purchase,
    ActKind.CASH: _money,
    ActKind.FINAL: _money,
}
