"""The steps of a turn in a few words of the reader's language.

Proposals which player of the table each player of a log is, from numbers, names, starting tiles and the order of play.

What everybody was worth turn by turn in a game that was played, and the turns with the largest swings.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise
from types import MappingProxyType
from typing import Final

from games.acquire.actions import Action, ActKind
from games.acquire.board import tile_name
from games.acquire.logs.reading import read_log
from games.acquire.logs.writer import write_text
from games.acquire.play.positions import Worth, worth_by_turn
from games.acquire.record import GameRecord, Player
from games.acquire.replay.calculations import DisposalCalculation
from games.acquire.replay.steps import StepKind, StepView
from games.acquire.rewinding import Rewound
from tournament.draw.seating import order_of_play
from tournament.record.event import SeatRecord, TableRecord
from tournament.record.lengths import quoted
from tournament.record.names import name_key
from tournament.record.vocabulary import Dollars, PlayerId, SeatSource
from tournament.replays.reading import READ_LOGS_KEPT, GameReading, record_with_names
from tournament.replays.table_log import starting_tiles
from wording import gettext as _
from wording import gettext_noop, ngettext


class SeatEvidence(StrEnum):
    """By what a player of the log was matched with a player of the table, the surest first."""

    CONFIRMED = gettext_noop("confirmed by the director")
    NUMBER = gettext_noop("number")
    NAME = gettext_noop("name")
    STARTING_TILE = gettext_noop("starting tile")
    PART_OF_NAME = gettext_noop("part of the name")
    ORDER = gettext_noop("order of play")


@dataclass(frozen=True, slots=True)
class SeatGuess:
    """A proposal for one player of the log; ``player`` and ``likeness`` are None if no player of the table was found."""

    log_player: Player
    player: PlayerId | None
    likeness: SeatEvidence | None

    @property
    def is_sure(self) -> bool:
        """Whether the match rests on more than the order of play."""
        return self.likeness not in {None, SeatEvidence.ORDER}


Test = Callable[[Player, SeatRecord], bool]


def find_seats(
    log: GameRecord,
    table: TableRecord,
    names: Mapping[PlayerId, str],
    source: SeatSource,
    confirmed: Mapping[str, PlayerId] = MappingProxyType({}),
) -> tuple[SeatGuess, ...]:
    """Return for each player of the log, in its order, the proposed player of the table; nobody is proposed twice.

    The steps are: what the director ``confirmed``, by the log's ID; entry number; whole name; starting tile (R4); a part of the name that
    only one player has; then, if as many are left on both sides, the order of play. A step that matches several players proposes none of
    them.
    """
    tiles = {player: tile_name(tile) for player, tile in starting_tiles(log).items()}
    keys = {seat.player: name_key(names[seat.player]) for seat in table.seats}
    tests: tuple[tuple[SeatEvidence, Test], ...] = (
        (SeatEvidence.CONFIRMED, lambda log, seat: confirmed.get(log.id) == seat.player),
        (SeatEvidence.NUMBER, lambda log, seat: str(seat.player) in {log.id.strip("#"), log.name.strip("# ")}),
        (SeatEvidence.NAME, lambda log, seat: keys[seat.player] in {name_key(log.name), name_key(log.id)}),
        (SeatEvidence.STARTING_TILE, lambda log, seat: tiles.get(log.id, "-") == seat.starting_tile),
        (SeatEvidence.PART_OF_NAME, lambda log, seat: _is_part(name_key(log.name), keys[seat.player])),
    )
    found: dict[str, tuple[PlayerId, SeatEvidence]] = {}
    for likeness, test in tests:
        found |= _unique_matches(log.header.players, table.seats, found, likeness, test)
    free = [
        seat for seat in order_of_play(table, source) if seat.player not in {player for player, _ in found.values()}
    ]
    left = [player for player in log.header.players if player.id not in found]
    if len(free) == len(left):
        found |= {player.id: (seat.player, SeatEvidence.ORDER) for player, seat in zip(left, free, strict=True)}
    return tuple(SeatGuess(player, *found.get(player.id, (None, None))) for player in log.header.players)


def _is_part(log_name: str, name: str) -> bool:
    """Return whether all words of one name are among the words of the other: "ada" of "ada demo"."""
    one, other = set(log_name.split()), set(name.split())
    return bool(one) and (one <= other or other <= one)


def _unique_matches(
    players: tuple[Player, ...],
    seats: tuple[SeatRecord, ...],
    found: Mapping[str, tuple[PlayerId, SeatEvidence]],
    likeness: SeatEvidence,
    test: Test,
) -> dict[str, tuple[PlayerId, SeatEvidence]]:
    """Return the matches by one test that are unique both ways; ``found`` are the matches of earlier tests."""
    taken = {player for player, _ in found.values()}
    pairs = [
        (log.id, seat.player)
        for log in players
        for seat in seats
        if log.id not in found and seat.player not in taken and test(log, seat)
    ]
    logs, places = [log for log, _ in pairs], [player for _, player in pairs]
    return {log: (player, likeness) for log, player in pairs if logs.count(log) == 1 and places.count(player) == 1}


_OTHER = {
    ActKind.PASS: gettext_noop("{player} passes"),
    ActKind.TIMEOUT: gettext_noop("{player} is out of time"),
    ActKind.TAKEBACK: gettext_noop("{player} takes the tile back"),
    ActKind.REDRAW: gettext_noop("{player} draws a new hand"),
    ActKind.END: gettext_noop("{player} ends the game"),
}
_DIRECTORS = frozenset({ActKind.PAUSE, ActKind.RESUME, ActKind.TIME, ActKind.PEEK, ActKind.REWIND})
"""Events of the director."""

_KINDS = {
    StepKind.START: gettext_noop("start"),
    StepKind.BONUSES: gettext_noop("bonuses"),
    StepKind.SALE: gettext_noop("final sale"),
}


def spoken_step(step: StepView, players: Sequence[Player], chains: Sequence[str]) -> str:
    """Return a step in a few words: "6F, founds Luxor", "bonuses", "Ann sells 2", "buys 1 Tower", "final sale"."""
    if step.kind is StepKind.TILE:
        return _spoken_tile(step.events, chains)
    if step.kind is StepKind.DISPOSAL:
        calculation = next(
            (calculation for calculation in step.calculations if isinstance(calculation, DisposalCalculation)), None
        )
        return _spoken_disposal(calculation) if calculation is not None else _("disposes")
    if step.kind is StepKind.PURCHASE:
        return _spoken_shares(step.events, chains)
    if step.kind is StepKind.OTHER:
        named = [event for event in step.events if event.act in _OTHER or event.act in _DIRECTORS][:1]
        parts = [*(_spoken_other(event, players) for event in named), _spoken_tile(step.events, chains)]
        return "; ".join(filter(None, parts)) or _("the rest")
    return _(_KINDS[step.kind])


def _spoken_other(event: Action, players: Sequence[Player]) -> str:
    """Return an event beside tiles, shares and bonuses in words."""
    if event.act in _OTHER:
        return _(_OTHER[event.act], player=players[event.player].id)
    if event.act is ActKind.TIME:
        values = {"player": players[event.player].id, "time": spoken_seconds(abs(event.value))}
        return _("{player} gets {time}", **values) if event.value >= 0 else _("{player} loses {time}", **values)
    if event.act is ActKind.PEEK:
        return _("the director looks at {player}'s hand", player=players[event.player].id)
    if event.act is ActKind.REWIND:
        return _spoken_rewind(event.value)
    return _("the director stops the game") if event.act is ActKind.PAUSE else _("the game goes on")


def _spoken_rewind(rewound: Rewound) -> str:
    """Return a rewind in words: "the director takes the game back to statement 41, “wrong tile”"."""
    if not rewound.is_possible:
        said = _(
            "the game cannot go back to statement {number}, as it does not come before this one", number=rewound.to
        )
    elif rewound.to:
        said = _("the director takes the game back to statement {number}", number=rewound.to)
    else:
        said = _("the director takes the game back to the start")
    return f"{said}, {quoted(rewound.reason)}" if rewound.reason else said


def spoken_seconds(seconds: int) -> str:
    """Return seconds of a clock in words: "2 minutes", "1 minute 30 seconds", "45 seconds"."""
    whole, rest = divmod(seconds, 60)
    minutes = ngettext("{n} minute", "{n} minutes", whole) if whole else ""
    parts = [minutes, ngettext("{n} second", "{n} seconds", rest) if rest else ""]
    return " ".join(filter(None, parts)) or _("no time")


def _spoken_tile(events: Sequence[Action], chains: Sequence[str]) -> str:
    """Return a tile, and the chains founded or surviving by it, in words."""
    parts = []
    for event in events:
        if event.act is ActKind.PLAY:
            parts.append(tile_name(event.value))
        elif event.act is ActKind.FOUND:
            parts.append(_("founds {chain}", chain=chains[event.value]))
        elif event.act is ActKind.SURVIVOR:
            parts.append(_("{chain} survives", chain=chains[event.value]))
    return ", ".join(parts)


def _spoken_disposal(calculation: DisposalCalculation) -> str:
    """Return what a player does with shares in a merger in a few words."""
    does = [_("sells {count}", count=calculation.sell)] if calculation.sell else []
    does += [_("trades {count}", count=calculation.trade)] if calculation.trade else []
    does = does or [_("holds")]
    return f"{calculation.player} {', '.join(does)}"


def _spoken_shares(events: Sequence[Action], chains: Sequence[str]) -> str:
    """Return purchases in a few words."""
    bought = [pair for event in events if event.act is ActKind.BUY for pair in event.value]
    if bought:
        return _("buys {shares}", shares=", ".join(f"{count} {chains[chain]}" for chain, count in bought))
    return _("swaps shares") if any(event.act is ActKind.SWAP for event in events) else _("buys nothing")


MOST_SWINGS: Final = 3


@dataclass(frozen=True, slots=True)
class Swing:
    """What one player gained on another in a turn, in dollars; ``turn`` counts from 1, players are by their places in the log, from 0."""

    turn: int
    winner: int
    loser: int
    amount: Dollars


def worth_of(reading: GameReading) -> tuple[Worth, ...]:
    """Return what everybody was worth before each turn and at the end.

    Empty where a place of the log cannot be read, or the replay has other turns than the log.
    """
    if reading.problems:
        return ()
    record = reading.record
    names = [f"P{place}" for place in range(1, len(record.header.players) + 1)]
    worth = _worth_of_text(write_text(record_with_names(record, names)))
    return worth if len(worth) - 1 == reading.turns[-1].place else ()


@lru_cache(maxsize=READ_LOGS_KEPT)
def _worth_of_text(text: str) -> tuple[Worth, ...]:
    """Return the worth in a log with placeholders for names; it is cached by the text."""
    return worth_by_turn(read_log(text))


def swings_of(worth: Sequence[Worth]) -> tuple[Swing, ...]:
    """Return the turns in which somebody gained most on somebody else, at most three, the largest swing first."""
    swings = [_swing(before, after) for before, after in pairwise(worth)]
    found = sorted([swing for swing in swings if swing.amount], key=lambda swing: -swing.amount)
    return tuple(found[:MOST_SWINGS])


def _swing(before: Worth, after: Worth) -> Swing:
    """Return the swing of the turn between two moments: from the player who lost most, or gained least, to the one who gained most."""
    gains = [int(later - earlier) for earlier, later in zip(before.cash, after.cash, strict=True)]
    winner, loser = gains.index(max(gains)), gains.index(min(gains))
    return Swing(before.turn, winner, loser, gains[winner] - gains[loser])
