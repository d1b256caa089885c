"""A position to look at and to play on: the main class of the library.

Acts and positions can be written as text and read again. An act that is refused changes nothing, and one that was played can be
undone.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from games.acquire.actions import NOBODY, Action, ActKind
from games.acquire.board import COLUMNS, ROWS, TILE_NAMES, TILES, tile_names
from games.acquire.editions import Edition
from games.acquire.editions.bonus import Money
from games.acquire.editions.values import edition_named
from games.acquire.errors import AcquireError, LogError
from games.acquire.logs.reading import read_log
from games.acquire.logs.writer import clauses_text, write_text
from games.acquire.play.chance import CHANCE, actor, sample
from games.acquire.play.notation import position_text, state_from_text
from games.acquire.play.positions import position_at
from games.acquire.play.soundness import check_seat
from games.acquire.record import GameRecord, Header, Player, deviations
from games.acquire.replay.steps import cells_of
from games.acquire.rules.ending import worths
from games.acquire.rules.game import apply, final_cash, is_over
from games.acquire.rules.legal import interventions, iter_legal, legal_actions
from games.acquire.rules.lenient import start
from games.acquire.state import State
from games.acquire.svg import board_svg, chain_letters
from games.sentences import gettext_lazy as _


class Position:
    """A position of one game, changed by `play` and restored by `undo`; players are seats from 0 and have names.

    ``state`` is the position in the form in which all other functions of the library take it; only `play` and `undo` set it.
    """

    def __init__(self, edition: str | Edition = "mso", players: int | Sequence[str] = 4) -> None:
        """Set up a new game of an edition; ``players`` is their number, or their names.

        Raises:
            AcquireError: if there is no such edition, it does not allow this number of players, or a name cannot be used in a log.
        """
        rules = edition_named(edition) if isinstance(edition, str) else edition
        names = _usual_names(players) if isinstance(players, int) else tuple(players)
        self._set_up(start(rules, len(names)), names)

    @classmethod
    def of(cls, state: State, players: Sequence[str] | None = None) -> Position:
        """Return the position of a copy of a state; without names the players are called P1, P2 and so on."""
        position = cls.__new__(cls)
        position._set_up(state.copy(), tuple(players or _usual_names(state.seats)))
        return position

    @classmethod
    def in_record(cls, record: GameRecord, events: int | None = None) -> Position:
        """Return the position of a recorded game after its first ``events`` events, or after all for None.

        What the log does not tell is unknown in the position.
        """
        return cls.of(position_at(record, events), [player.id for player in record.header.players])

    @classmethod
    def from_text(cls, text: str, players: Sequence[str] | None = None) -> Position:
        """Return the position that a line describes, as `text` returns it.

        Raises:
            PositionError: if the line describes no position.
        """
        return cls.of(state_from_text(text), players)

    def _set_up(self, state: State, names: tuple[str, ...]) -> None:
        """Set all attributes; the state is not copied.

        Raises:
            AcquireError: if there are too few or too many names, or one cannot be used in a log.
        """
        if len(names) != state.seats or len(set(names)) != len(names):
            raise AcquireError(
                _("{count} different names are needed, not {names}.", count=state.seats, names=", ".join(names))
            )
        self.state = state
        self.players = names
        self._past: list[tuple[Action, State]] = []
        edition = state.edition
        header = Header(
            edition.name, tuple(Player(name, name) for name in names), state.labels.name, deviations(edition)
        )
        self._header = write_text(GameRecord(header, ()))
        read_log(self._header)  # refuses names that cannot stand in a log

    # What there is.

    def text(self) -> str:
        """Return the position as one line, without names and history; `from_text` reads it."""
        return position_text(self.state)

    @property
    def actor(self) -> int | None:
        """The seat that decides now, `CHANCE` (-1) if the bag acts, or None when the game is over."""
        return actor(self.state)

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return is_over(self.state)

    def worth(self, seat: int) -> Money:
        """Return what a player would have in dollars if the game ended now and all chains on the board were paid out.

        Raises:
            IllegalActionError: if there is no such seat.
        """
        check_seat(self.state, seat)
        return worths(self.state)[seat]

    def final_cash(self) -> tuple[Money, ...]:
        """Return each player's cash in dollars at the end of the game.

        Raises:
            NotOverError: while the game goes on.
        """
        return final_cash(self.state)

    def seen_by(self, seat: int | None) -> Position:
        """Return the position as a seat knows it, or for None a watcher: the tiles of all other hands are hidden.

        Raises:
            IllegalActionError: if there is no such seat.
        """
        if seat is not None:
            check_seat(self.state, seat)
        return Position.of(self.state.known_to(seat), self.players)

    # What may be done.

    def legal_acts(self) -> list[Action]:
        """List everything the rules allow now: the decisions of one player, or the tiles that the bag may bring."""
        return legal_actions(self.state)

    def play(self, act: Action | str) -> Action:
        """Play an act, given as a value or as text, and return it.

        It may also be one of the clock or the director (`rules.interventions`).

        Raises:
            IllegalActionError: if it is not possible now; the position stays unchanged.
            AcquireError: if the text names no act.
        """
        done = self.act_from(act) if isinstance(act, str) else act
        after = apply(self.state, done)
        self._past.append((done, self.state))
        self.state = after
        return done

    def undo(self) -> Action:
        """Go back to the position before the last act, and return that act.

        Raises:
            AcquireError: if nothing was played since the position was made.
        """
        if not self._past:
            raise AcquireError(_("Nothing has been played from this position, so there is nothing to undo."))
        act, self.state = self._past.pop()
        return act

    def deal(self, random: Random) -> list[Action]:
        """Draw random tiles from the bag until a player decides or the game is over, and return the acts."""
        dealt = []
        while self.actor == CHANCE:
            dealt.append(self.play(sample(self.state, random)))
        return dealt

    # Acts as text.

    def act_text(self, act: Action) -> str:
        """Return an act in the words of a log, such as ``buy Tower 2``.

        The player is named only if he is not the one who acts next.
        """
        if act.act is ActKind.START:
            return f"start: {self.players[act.player]} {TILE_NAMES[act.value]}"
        return clauses_text([act], self._next_player(), self.players, self.state.labels.names)

    def act_from(self, text: str) -> Action:
        """Return the act that a clause of a log names; it need not be legal.

        If the text names no player, the act is that of the player who acts next.

        Raises:
            AcquireError: if the text names no act, or several.
        """
        is_whole = text.split()[:1] in (["by"], ["start:"])
        line = text if is_whole else f"by {self.players[max(0, self._next_player())]} {text}"
        try:
            record = read_log(f"{self._header}\n{line}\n")
        except LogError as problem:
            raise AcquireError(
                _(
                    "{text!r} is not an action: {problem}; expected {expected}.",
                    text=text,
                    problem=problem.what,
                    expected=problem.wanted,
                )
            ) from None
        if record.header.variant is not None:
            raise AcquireError(
                _(
                    "{text!r} is not a chain in this game; name one of {choices}.",
                    text=text,
                    choices=", ".join(self.state.labels.names),
                )
            )
        if len(record.events) != 1:
            raise AcquireError(
                _("{text!r} contains {count} actions; write only one.", text=text, count=len(record.events))
            )
        return record.events[0]

    def _next_player(self) -> int:
        """Return the player of the next act, also if the bag brings a tile for him; -1 for nobody."""
        state = self.state
        next_act = next(iter_legal(state), None) or next(iter(interventions(state)), None)
        return next_act.player if next_act is not None else NOBODY

    # Pictures.

    def cells(self) -> dict[int, str]:
        """Return the filled spaces: each tile with the name of its chain, ``""`` for a lone tile and ``"dead"`` for a dead one."""
        return cells_of(self.state, self.state.labels.names)

    def svg(self) -> str:
        """Return the board as an SVG picture."""
        return board_svg(self.cells(), self.state.labels.names, placed=self.state.placed)

    def __str__(self) -> str:
        """Draw the board with letters for chains, ``o`` for lone tiles and ``x`` for dead ones, and add a line for each player."""
        letters = {"": "o", "dead": "x", **chain_letters(self.state.labels.names)}
        cells = self.cells()
        lines = ["  " + "".join(f"{column:3}" for column in range(1, COLUMNS + 1))]
        for row, letter in enumerate(ROWS):
            tiles = range(row, TILES, len(ROWS))
            lines.append(
                letter + " " + "".join(f"{letters[cells[tile]] if tile in cells else '.':>3}" for tile in tiles)
            )
        return "\n".join([*lines, *map(self._player_line, range(self.state.seats))])

    def _player_line(self, seat: int) -> str:
        """Return cash, shares and tiles of a player as a line of text; a star marks the one who decides."""
        state = self.state
        held = zip(state.labels.names, (holders[seat] for holders in state.shares), strict=True)
        shares = ", ".join(f"{name} {count}" for name, count in held if count) or "no shares"
        tiles = f"{tile_names(state.hands[seat])} {'? ' * state.hidden[seat]}".strip() or "no tiles"
        return f"{'*' if seat == self.actor else ' '} {self.players[seat]}: ${state.cash[seat]:,}; {shares}; {tiles}"

    def __repr__(self) -> str:
        """Return the text of the position in angle brackets."""
        return f"<Position {self.text()}>"


def _usual_names(count: int) -> tuple[str, ...]:
    """Return the names P1, P2 and so on."""
    return tuple(f"P{seat + 1}" for seat in range(count))
