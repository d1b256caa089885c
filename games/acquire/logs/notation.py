"""Reading the lines below the header exactly by the notation.

A line begins a turn (``17 Cai: 6E; found Luxor``), continues it (indented), or is one of ``start:``, ``hand P:`` and
``final:``. Besides what docs/developing/notation.md shows, there are these forms, so that everything in a JSON log can be written as text:

- ``by P CLAUSE`` is a clause of another player than the turn's, or one before any turn;
- a name, key or value with unusual characters stands in quotes, as in JSON;
- ``position board: 4C 5D`` are lone tiles, ``position: -`` is an empty position;
- ``swap C C`` and ``market C T`` are the trade of a card and the draw of a two-player market;
- the director's clauses (``pause``, ``resume``, ``time``, ``peek``, ``rewind``) need no turn, and outside one no indent;
- a time alone behind a turn's head, ``17 Cai: @723.4; 6E``, is the time at which the turn began.
"""

from __future__ import annotations

from contextlib import suppress
from typing import NamedTuple, TypeAlias

from games.acquire.actions import NOBODY, OF_THE_TABLE, Action, ActKind
from games.acquire.board import parse_tile
from games.acquire.errors import LogError, TileError
from games.acquire.logs.forms import CLAUSE_ACTS, DIRECTORS, OF_A_PLAYER, READ_TEXT, Clause
from games.acquire.logs.language.cursor import DIRECTORS_WORDS
from games.acquire.logs.language.times import MARK
from games.acquire.logs.language.tokens import SourceLine, Token
from games.acquire.record import Header, Stamp
from games.sentences import gettext_lazy as _

#: What is expected where a clause begins, made once.
_A_CLAUSE = _("a tile or a clause")


class TurnHead(NamedTuple):
    """The head of a turn, such as ``17 Cai:``, and the rest of its line; ``number`` is None if the log has none."""

    seat: int
    number: int | None
    rest: SourceLine


#: An action, its time, and the piece of the line from which it was read; without an action it is the time of the turn's head.
Statement: TypeAlias = tuple[Action | None, Stamp | None, SourceLine]


class Notation:
    """Reads lines exactly by the notation, with the players and chains of one log."""

    __slots__ = ("ids", "labels")

    def __init__(self, header: Header) -> None:
        self.ids = {player.id: seat for seat, player in enumerate(header.players)}
        self.labels = header.labels()

    def clause(self, line: SourceLine) -> Clause:
        """Return the words of a piece of a line as a clause."""
        return Clause(line.words(), line.end, self.ids, self.labels)

    def goes_on(self, line: SourceLine) -> bool:
        """Whether a line consists of clauses only: it is indented, or begins with "by" or a word of the director's."""
        if line.is_indented:
            return True
        head = next(line.parts(":"))
        first = next(iter(head.words()), head.end()).text
        return first == "by" or (len(head.text) == len(line.text) and first.lower() in DIRECTORS_WORDS)

    def line(self, line: SourceLine, seat: int | None, *, awaits_time: bool) -> list[Statement]:
        """Return the statements of a line; ``seat`` is the player whose turn it is, None before any.

        If the last statement was the head of a turn and ``awaits_time``, the line may begin with a time alone.

        Raises:
            LogError: if the line is not in the notation.
        """
        if line.is_indented:
            return self._clauses(line, seat, awaits_time=awaits_time)
        head = next(line.parts(":"))
        words = head.words()
        first = words[0] if words else head.end()
        is_whole = len(head.text) == len(line.text)
        if first.text == "by" or (is_whole and first.text.lower() in DIRECTORS_WORDS):
            return self._clauses(line, seat, awaits_time=awaits_time)
        if is_whole:
            raise unknown_line(first)
        rest = line.after(len(head.text) + 1)
        if first.text == "hand":
            return self._hand(Clause(words, head.end, self.ids, self.labels), rest)
        if first.text in ("start", "final") and len(words) == 1:
            return self._pairs(ActKind.START if first.text == "start" else ActKind.FINAL, rest)
        return self._turn(Clause(words, head.end, self.ids, self.labels), rest)

    def head(self, line: SourceLine) -> TurnHead | None:
        """Return the head of the turn that a line begins, or None if it begins none."""
        head = next(line.parts(":"))
        if len(head.text) == len(line.text):
            return None
        with suppress(LogError):
            return _turn_head(self.clause(head), line.after(len(head.text) + 1))
        return None

    def action(self, clause: Clause, seat: int | None) -> Action:
        """Read one clause and return its action; its time is then in ``clause.stamp``.

        ``seat`` is the player whose turn it is, None before any; ``by P`` before the clause names another player.

        Raises:
            LogError: if it is no clause of the notation.
        """
        first = clause.peek()
        is_by = clause.accept("by")
        if is_by:
            seat = clause.player()
        word = clause.expect(_A_CLAUSE)
        written = word.text.lower()
        act = CLAUSE_ACTS.get(written)
        if is_by and act in DIRECTORS:
            raise first.wrong(
                _("{word!r} is an action for the director, not for a player", word=word.text),
                _("{clause} without 'by'", clause=written),
            )
        if seat is None and act not in DIRECTORS:
            raise word.wrong(_("no turn has begun"), _("a turn such as '1 Ann: 4C', or 'by Ann' before the clause"))
        player = NOBODY if seat is None or act in OF_THE_TABLE else seat
        if act in OF_A_PLAYER:
            player = clause.player()
        value = _tile_played(word) if act is None else READ_TEXT[act](clause)
        action = Action(ActKind.PLAY if act is None else act, player, value)
        clause.close()
        return action

    def _clauses(self, line: SourceLine, seat: int | None, *, awaits_time: bool) -> list[Statement]:
        """Return the statements of clauses separated by semicolons; ``awaits_time`` as in `line`."""
        statements: list[Statement] = []
        for part in line.parts(";"):
            clause = self.clause(part)
            if not clause.words:
                continue
            action = None
            if not clause.words[0].text.startswith(MARK):
                action = self.action(clause, seat)
            elif statements or not awaits_time:
                expected = _("a time after its clause, or directly after the start of a turn")
                raise clause.words[0].wrong(_("this time is on its own"), expected)
            else:
                clause.close()
            statements.append((action, clause.stamp, part))
        return statements

    def _turn(self, clause: Clause, rest: SourceLine) -> list[Statement]:
        """Return the statements of a line that begins a turn."""
        head = _turn_head(clause, rest)
        turn = Action(ActKind.TURN, head.seat, head.number)
        return [(turn, None, rest), *self._clauses(rest, head.seat, awaits_time=True)]

    def _hand(self, head: Clause, rest: SourceLine) -> list[Statement]:
        """Return the statement of a line with a hand."""
        head.expect("hand")
        player = head.player()
        head.finish()
        clause = self.clause(rest)
        action = Action(ActKind.HAND, player, clause.tiles())
        clause.close()
        return [(action, clause.stamp, rest)]

    def _pairs(self, act: ActKind, rest: SourceLine) -> list[Statement]:
        """Return the statements of a line with a tile or an amount for each player."""
        statements: list[Statement] = []
        for part in rest.parts(","):
            clause = self.clause(part)
            player = clause.player()
            value = clause.tile() if act is ActKind.START else clause.number()
            clause.close()
            statements.append((Action(act, player, value), clause.stamp, part))
        return statements


def _turn_head(clause: Clause, rest: SourceLine) -> TurnHead:
    """Return the head of a turn, read from its words."""
    number = clause.number() if len(clause.words) > 1 else None
    seat = clause.player()
    clause.finish()
    return TurnHead(seat, number, rest)


def _tile_played(word: Token) -> int:
    """Return the tile that a word names; the error if it names none also lists the words of clauses."""
    try:
        return parse_tile(word.text)
    except TileError:
        problem = _("{word!r} is neither a tile nor a clause", word=word.text)
        raise word.wrong(problem, _("a tile, or one of {choices}", choices=", ".join(CLAUSE_ACTS))) from None


def unknown_line(first: Token) -> LogError:
    """Return the error of a line that neither begins a turn nor continues one."""
    expected = _("a turn such as '1 Ann: 4C'; indent a line that continues a turn")
    return first.wrong(_("{word!r} cannot begin a line or a turn", word=first.text), expected)
