"""The text spelling of a log, for people: reader.

A log is a header of ``key: value`` lines, then lines that begin a turn (``17 Cai: 6E; found Luxor``) or go
on with it (indented), and the lines ``start:``, ``hand P:`` and ``final:``. Everything after a hash is a comment.

Beyond the notation, so that everything JSON can say has a spelling:

- ``by P CLAUSE`` is a clause of another player than the turn's, or one before any turn;
- a name, key or value with unusual characters stands in quotes, as in JSON;
- ``position board: 4C 5D`` are lone tiles, ``position: -`` is an empty position;
- ``swap C C`` and ``market C T`` are the trade of a card and the draw of a two-player market;
- the director's clauses (``pause``, ``resume``, ``time``, ``peek``, ``rewind``) need no turn, and outside one no indent;
- a time alone behind a turn's head, ``17 Cai: @723.4; 6E``, is the time at which the turn began.
"""

from __future__ import annotations

from contextlib import suppress

from games.acquire.actions import Act, Action
from games.acquire.editions import LabelSet
from games.acquire.errors import LogError
from games.acquire.logs.clauses import DIRECTORS_WORDS, Clause, read_clause
from games.acquire.logs.preface import Preface
from games.acquire.logs.scan import Line, Word, lines_of
from games.acquire.logs.stamps import MARK
from games.acquire.record import GameRecord, Header, Spelling, Stamp, stamped


def read_text(text: str) -> GameRecord:
    """The record of a text log.

    Raises:
        LogError: if it is not well-formed, with line, column and what was expected.
    """
    lines = list(lines_of(text.removeprefix("\ufeff")))
    preface = Preface()
    first = next((index for index, line in enumerate(lines) if not preface.took(line)), len(lines))
    header = preface.header()
    body = lines[first:]
    try:
        return _Body(header, header.labels()).read(body)
    except LogError:
        for other in header.other_readings():
            with suppress(LogError):
                return _Body(other, other.labels()).read(body)
        raise


class _Body:
    """The part of a log below its header, read line by line."""

    def __init__(self, header: Header, labels: LabelSet) -> None:
        self.header = header
        self.labels = labels
        self.ids = {player.id: seat for seat, player in enumerate(header.players)}
        self.events: list[Action] = []
        self.lines: list[int] = []
        self.stamps: list[Stamp | None] = []
        self.player: int | None = None

    def read(self, lines: list[Line]) -> GameRecord:
        for line in lines:
            if line.is_indented:
                self._clauses(line)
            else:
                self._headed(line)
        return GameRecord(self.header, self.events, self.lines, Spelling.TEXT, stamps=stamped(self.stamps))

    def _add(self, action: Action, line: int, stamp: Stamp | None = None) -> None:
        self.events.append(action)
        self.lines.append(line)
        self.stamps.append(stamp)

    def _clause(self, words: list[Word], end: Word) -> Clause:
        return Clause(words, end, self.ids, self.labels)

    def _clauses(self, line: Line) -> None:
        for part in line.parts(";"):
            words = part.words()
            if not words:
                continue
            clause = self._clause(words, part.end())
            if words[0].text.startswith(MARK):
                self._date_turn(clause)
            else:
                action = read_clause(clause, self.player)
                self._add(action, line.number, clause.stamp)

    def _date_turn(self, clause: Clause) -> None:
        """A time alone: that of the turn whose head stands right before it."""
        first = clause.peek()
        if not self.events or self.events[-1].act is not Act.TURN or self.stamps[-1] is not None:
            raise first.wrong("a time stands alone here", "a time behind its clause, or right behind a turn's head")
        clause.close()
        self.stamps[-1] = clause.stamp

    def _headed(self, line: Line) -> None:
        head = next(line.parts(":"))
        words = head.words()
        first = words[0] if words else head.end()
        is_whole = len(head.text) == len(line.text)
        if first.text == "by" or (is_whole and first.text.lower() in DIRECTORS_WORDS):
            self._clauses(line)
            return
        if is_whole:
            raise first.wrong(
                f"{first.text!r} begins neither a line nor a turn",
                "a turn such as '1 Ann: 4C'; indent a line that goes on with one",
            )
        rest = line.after(len(head.text) + 1)
        if first.text == "hand":
            self._hand(words, head, rest)
        elif first.text in ("start", "final") and len(words) == 1:
            self._pairs(Act.START if first.text == "start" else Act.FINAL, rest)
        else:
            self._turn(words, head, rest)

    def _hand(self, words: list[Word], head: Line, rest: Line) -> None:
        clause = self._clause(words, head.end())
        clause.take("hand")
        player = clause.player()
        clause.finish()
        tiles = self._clause(rest.words(), rest.end())
        action = Action(Act.HAND, player, tiles.tiles())
        tiles.close()
        self._add(action, rest.number, tiles.stamp)

    def _pairs(self, act: Act, rest: Line) -> None:
        for part in rest.parts(","):
            clause = self._clause(part.words(), part.end())
            player = clause.player()
            value = clause.tile() if act is Act.START else clause.number()
            clause.close()
            self._add(Action(act, player, value), rest.number, clause.stamp)

    def _turn(self, words: list[Word], head: Line, rest: Line) -> None:
        clause = self._clause(words, head.end())
        number = clause.number() if len(words) > 1 else None
        self.player = clause.player()
        clause.finish()
        self._add(Action(Act.TURN, self.player, number), rest.number)
        self._clauses(rest)
