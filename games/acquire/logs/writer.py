"""Writing a log as text in the notation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.acquire.actions import Action, ActKind
from games.acquire.board import TILE_NAMES
from games.acquire.logs.forms import DIRECTORS, OF_A_PLAYER, write_values, written_shares, written_tiles
from games.acquire.logs.header import RESERVED_IDS
from games.acquire.logs.language.tokens import is_bare_key, is_plain, quoted, written_stamp, written_value
from games.acquire.record import GameRecord, Header, Player, StartPosition

_LISTED = frozenset({ActKind.START, ActKind.FINAL})


def write_text(record: GameRecord) -> str:
    """Return a record as text, from which `read_text` makes an equal record."""
    lines = [*_header(record.header), "", *body_lines(record)]
    return "\n".join(lines).rstrip("\n") + "\n"


def body_lines(record: GameRecord) -> list[str]:
    """Return the lines below the header; if a turn has several lines, all but the first are indented."""
    return _Body(record).lines()


def _header(header: Header) -> Iterator[str]:
    """Yield the lines of the header."""
    yield f"edition: {header.edition}"
    yield f"players: {', '.join(_player(player) for player in header.players)}"
    if header.chains is not None:
        yield f"chains: {header.chains}"
    for key, value in header.rules.items():
        yield f"rule {key}: {_rule(value)}"
    ids = {player.id for player in header.players}
    for key, value in header.other.items():
        bare = is_bare_key(key) and key not in RESERVED_IDS and key not in ids
        yield f"{key if bare else quoted(key)}: {written_value(value)}"
    if header.position is not None:
        yield from _position(header, header.position)


def _player(player: Player) -> str:
    """Return a player as ``Ann = Ann Smith``, or the ID alone if the name is the same."""
    if player.name == player.id:
        return player.id
    plain = is_plain(player.name) and not any(c in ",;=" for c in player.name)
    return f"{player.id} = {player.name if plain else quoted(player.name)}"


def _rule(value: object) -> str:
    """Return the value of a rule as text."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _position(header: Header, position: StartPosition) -> Iterator[str]:
    """Yield the lines of a starting position."""
    ids = [player.id for player in header.players]
    names = header.labels().names
    lines = [f"position board {names[chain]}: {written_tiles(tiles)}" for chain, tiles in position.chains]
    if position.lone:
        lines.append(f"position board: {written_tiles(position.lone)}")
    if position.dead:
        lines.append(f"position board dead: {written_tiles(position.dead)}")
    if position.cash:
        lines.append(f"position cash: {', '.join(f'{ids[p]} {n}' for p, n in position.cash)}")
    owned: dict[int, list[tuple[int, int]]] = {}
    for player, chain, count in position.shares:
        owned.setdefault(player, []).append((chain, count))
    lines += [f"position shares {ids[player]}: {written_shares(pairs, names)}" for player, pairs in owned.items()]
    lines += [f"position hands {ids[player]}: {written_tiles(tiles)}" for player, tiles in position.hands]
    if position.to_play is not None:
        lines.append(f"position to_play: {ids[position.to_play]}")
    yield from lines or ["position: -"]


def clauses_text(events: Sequence[Action], seat: int | None, ids: Sequence[str], names: Sequence[str]) -> str:
    """Return clauses on one line, separated by semicolons, as in the turn of the player at ``seat`` (None: before any turn)."""
    return "; ".join(_clause_text(event, seat, ids, names) for event in events)


def _clause_text(event: Action, seat: int | None, ids: Sequence[str], names: Sequence[str]) -> str:
    """Return an event as a clause in the turn of the player at ``seat``; ``by P`` is added for another player."""
    act, player, value = event
    words = [] if act is ActKind.PLAY else [act.word]
    if act in OF_A_PLAYER:
        words.append(ids[player])
    text = " ".join([*words, *write_values(act, value, names)])
    needs_turn = seat is None and act not in DIRECTORS
    is_free = act in OF_A_PLAYER or act in DIRECTORS or player == seat
    return text if is_free and not needs_turn else f"by {ids[player]} {text}"


class _Body:
    """The lines below the header: one for each turn, with the disposals and bonuses of mergers on further lines."""

    def __init__(self, record: GameRecord) -> None:
        self.events = record.events
        self.stamps = record.stamps
        self.ids = [player.id for player in record.header.players]
        self.names = record.header.labels().names
        self.written: list[str] = []
        self.player: int | None = None
        #: The act whose clauses the last line ends with; None where a clause needs a new line.
        self.open: ActKind | None = None

    def lines(self) -> list[str]:
        """Return all lines."""
        for index, event in enumerate(self.events):
            if event.act in _LISTED:
                self._write_on_line(event, index)
            elif event.act is ActKind.HAND:
                self.written.append(f"hand {self.ids[event.player]}: {written_tiles(event.value)}{self._time(index)}")
                self.open = None
            elif event.act is ActKind.TURN:
                number = "" if event.value is None else f"{event.value} "
                self.written.append(f"{number}{self.ids[event.player]}:{self._time(index)}")
                self.player, self.open = event.player, ActKind.TURN
            else:
                self._clause(event, index)
        return self.written

    def _time(self, index: int) -> str:
        """Return the time of an event as text with a space before it, or an empty text if it has none."""
        stamp = self.stamps[index] if self.stamps else None
        return f" {written_stamp(stamp)}" if stamp is not None else ""

    def _write_on_line(self, event: Action, index: int) -> None:
        """Write a starting tile or final cash, on the same line as the one before."""
        value = (TILE_NAMES[event.value] if event.act is ActKind.START else str(event.value)) + self._time(index)
        if index and self.events[index - 1].act is event.act:
            self.written[-1] += f", {self.ids[event.player]} {value}"
        else:
            self.written.append(f"{event.act.word}: {self.ids[event.player]} {value}")
        self.open = None

    def _clause(self, event: Action, index: int) -> None:
        """Write an event as a clause, on the last line or on a new one."""
        text = _clause_text(event, self.player, self.ids, self.names) + self._time(index)
        if self.player is None:
            self.written.append(text)
        elif self._needs_line(event.act):
            self.written.append(f"    {text}")
        else:
            self.written[-1] += f" {text}" if self.written[-1].endswith(":") else f"; {text}"
        if event.act is not ActKind.CASH or self.open is None:
            self.open = event.act

    def _needs_line(self, act: ActKind) -> bool:
        """Whether a clause begins a new line: every disposal, the first bonus, and what follows them."""
        if self.open is None or act is ActKind.DISPOSE:
            return True
        if self.open is ActKind.TURN:
            return act is ActKind.BONUS
        if act is ActKind.CASH:
            return False
        return self.open is ActKind.DISPOSE or (act is ActKind.BONUS) != (self.open is ActKind.BONUS)
