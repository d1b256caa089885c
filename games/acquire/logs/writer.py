"""The text spelling of a log: writer."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from games.acquire.actions import BESIDE_THE_GAME, Act, Action
from games.acquire.board import TILE_NAMES
from games.acquire.logs.header import RESERVED_IDS
from games.acquire.logs.scan import is_bare_key, is_plain, written_value
from games.acquire.logs.stamps import written_stamp
from games.acquire.record import GameRecord, Header, Player, StartPosition

_LISTED = frozenset({Act.START, Act.FINAL})
_DIRECTORS = BESIDE_THE_GAME | {Act.REWIND}


def write_text(record: GameRecord) -> str:
    """The text of a record, from which `read_text` makes the same record again."""
    lines = [*_header(record.header), "", *body_lines(record)]
    return "\n".join(lines).rstrip("\n") + "\n"


def body_lines(record: GameRecord) -> list[str]:
    """The lines below the header, a turn's clauses indented below its head where it has several lines."""
    return _Body(record).lines()


def _header(header: Header) -> Iterator[str]:
    yield f"edition: {header.edition}"
    yield f"players: {', '.join(_player(player) for player in header.players)}"
    if header.chains is not None:
        yield f"chains: {header.chains}"
    for key, value in header.rules.items():
        yield f"rule {key}: {_rule(value)}"
    ids = {player.id for player in header.players}
    for key, value in header.other.items():
        bare = is_bare_key(key) and key not in RESERVED_IDS and key not in ids
        yield f"{key if bare else _quoted(key)}: {written_value(value)}"
    if header.position is not None:
        yield from _position(header, header.position)


def _player(player: Player) -> str:
    if player.name == player.id:
        return player.id
    plain = is_plain(player.name) and not any(c in ",=" for c in player.name)
    return f"{player.id} = {player.name if plain else _quoted(player.name)}"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=not text.isprintable())


def _rule(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _position(header: Header, position: StartPosition) -> Iterator[str]:
    ids = [player.id for player in header.players]
    names = header.labels().names
    lines = [f"position board {names[chain]}: {_tiles(tiles)}" for chain, tiles in position.chains]
    if position.lone:
        lines.append(f"position board: {_tiles(position.lone)}")
    if position.dead:
        lines.append(f"position board dead: {_tiles(position.dead)}")
    if position.cash:
        lines.append(f"position cash: {', '.join(f'{ids[p]} {n}' for p, n in position.cash)}")
    owned: dict[int, list[tuple[int, int]]] = {}
    for player, chain, count in position.shares:
        owned.setdefault(player, []).append((chain, count))
    lines += [f"position shares {ids[player]}: {_shares(pairs, names)}" for player, pairs in owned.items()]
    lines += [f"position hands {ids[player]}: {_tiles(tiles)}" for player, tiles in position.hands]
    if position.to_play is not None:
        lines.append(f"position to_play: {ids[position.to_play]}")
    yield from lines or ["position: -"]


def _tiles(tiles: Sequence[int]) -> str:
    return " ".join("?" if tile < 0 else TILE_NAMES[tile] for tile in tiles) or "-"


def _shares(pairs: Sequence[tuple[int, int]], names: Sequence[str]) -> str:
    return ", ".join(f"{names[chain]} {count}" for chain, count in pairs) or "-"


def clauses_text(events: Sequence[Action], seat: int | None, ids: Sequence[str], names: Sequence[str]) -> str:
    """The clauses of a turn of the player at ``seat`` on one line, parted by semicolons."""
    return "; ".join(_clause_text(event, seat, ids, names) for event in events)


def _clause_text(event: Action, seat: int | None, ids: Sequence[str], names: Sequence[str]) -> str:
    act, player, value = event
    if act in (Act.BONUS, Act.CASH, Act.DISPOSE):
        return _of_player(event, seat, ids, names)
    if act in _DIRECTORS:
        return _of_director(event, ids)
    text = _CLAUSES[act](value, names) if act in _CLAUSES else act.word
    return text if player == seat else f"by {ids[player]} {text}"


def _of_player(event: Action, seat: int | None, ids: Sequence[str], names: Sequence[str]) -> str:
    act, player, value = event
    name = ids[player]
    by = f"by {name} " if seat is None else ""
    if not isinstance(value, tuple):
        return f"{by}cash {name} {value}"
    chain = names[value[0]]
    if act is Act.BONUS:
        return f"{by}bonus {name} {chain} {value[1]}"
    counts = zip(("sell", "trade", "hold"), value[1:], strict=True)
    told = [f"{word} {n}" for word, n in counts if n is not None and (n or word == "hold")]
    return " ".join([f"{by}dispose {name} {chain}", *told])


def _of_director(event: Action, ids: Sequence[str]) -> str:
    act, player, value = event
    if act is Act.TIME:
        return f"time {ids[player]} {value:+d}"
    if act is Act.PEEK:
        return f"peek {ids[player]}"
    if act is Act.REWIND:
        stays, reason = value
        return f"rewind {stays} {reason if _is_spoken(reason) else _quoted(reason)}" if reason else f"rewind {stays}"
    return act.word


def _is_spoken(reason: str) -> bool:
    """Whether a reason needs no quotes: plain words, one space between them."""
    return is_plain(reason) and " ".join(reason.split()) == reason and not any(c in ",;:@" for c in reason)


class _Body:
    """The lines below the header: one a turn, with mergers on lines of their own."""

    def __init__(self, record: GameRecord) -> None:
        self.events = record.events
        self.stamps = record.stamps
        self.ids = [player.id for player in record.header.players]
        self.names = record.header.labels().names
        self.written: list[str] = []
        self.player: int | None = None
        #: The act whose clauses the last line ends with; None where a clause needs a new line.
        self.open: Act | None = None

    def lines(self) -> list[str]:
        """All lines."""
        for index, event in enumerate(self.events):
            if event.act in _LISTED:
                self._listed(event, index)
            elif event.act is Act.HAND:
                self.written.append(f"hand {self.ids[event.player]}: {_tiles(event.value)}{self._time(index)}")
                self.open = None
            elif event.act is Act.TURN:
                number = "" if event.value is None else f"{event.value} "
                self.written.append(f"{number}{self.ids[event.player]}:{self._time(index)}")
                self.player, self.open = event.player, Act.TURN
            else:
                self._clause(event, index)
        return self.written

    def _time(self, index: int) -> str:
        """When an event was done, behind a space; nothing where the record does not tell."""
        stamp = self.stamps[index] if self.stamps else None
        return f" {written_stamp(stamp)}" if stamp is not None else ""

    def _listed(self, event: Action, index: int) -> None:
        value = (TILE_NAMES[event.value] if event.act is Act.START else str(event.value)) + self._time(index)
        if index and self.events[index - 1].act is event.act:
            self.written[-1] += f", {self.ids[event.player]} {value}"
        else:
            self.written.append(f"{event.act.word}: {self.ids[event.player]} {value}")
        self.open = None

    def _clause(self, event: Action, index: int) -> None:
        text = _clause_text(event, self.player, self.ids, self.names) + self._time(index)
        if self.player is None:
            self.written.append(text)
        elif self._needs_line(event.act):
            self.written.append(f"    {text}")
        else:
            self.written[-1] += f" {text}" if self.written[-1].endswith(":") else f"; {text}"
        if event.act is not Act.CASH or self.open is None:
            self.open = event.act

    def _needs_line(self, act: Act) -> bool:
        """Whether a clause begins a new line: every disposal, the first bonus, and what follows them."""
        if self.open is None or act is Act.DISPOSE:
            return True
        if self.open is Act.TURN:
            return act is Act.BONUS
        if act is Act.CASH:
            return False
        return self.open is Act.DISPOSE or (act is Act.BONUS) != (self.open is Act.BONUS)


_CLAUSES: Final[dict[Act, Callable[[Any, Sequence[str]], str]]] = {
    Act.PLAY: lambda tile, names: TILE_NAMES[tile],
    Act.FOUND: lambda chain, names: f"found {names[chain]}",
    Act.SURVIVOR: lambda chain, names: f"survivor {names[chain]}",
    Act.ORDER: lambda chains, names: f"order {', '.join(names[chain] for chain in chains) or '-'}",
    Act.BUY: lambda shares, names: f"buy {_shares(shares, names)}",
    Act.DRAW: lambda tiles, names: f"draw {_tiles(tiles)}",
    Act.SHOW: lambda tiles, names: f"show {_tiles(tiles)}",
    Act.DEAD: lambda tiles, names: f"dead {_tiles(tiles)}",
    Act.RETURN: lambda tiles, names: f"return {_tiles(tiles)}",
    Act.REDRAW: lambda tiles, names: f"redraw {_tiles(tiles)}",
    Act.CARD: lambda card, names: f"card {card}",
    Act.SWAP: lambda chains, names: f"swap {names[chains[0]]} {names[chains[1]]}",
    Act.MARKET: lambda draw, names: f"market {names[draw[0]]} {TILE_NAMES[draw[1]]}",
}
