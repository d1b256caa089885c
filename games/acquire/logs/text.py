"""The text spelling of a log, for people: reader.

A log is a header of ``key: value`` lines, then lines that begin a turn (``17 Cai: 6E; found Luxor``) or go
on with it (indented), and the lines ``start:``, ``hand P:`` and ``final:``. Everything after a hash is a comment.

Beyond the notation, so that everything JSON can say has a spelling:

- ``by P CLAUSE`` is a clause of another player than the turn's, or one before any turn;
- a name, key or value with unusual characters stands in quotes, as in JSON;
- ``position board: 4C 5D`` are lone tiles, ``position: -`` is an empty position;
- ``swap C C`` and ``market C T`` are the trade of a card and the draw of a two-player market.
"""

from __future__ import annotations

from contextlib import suppress

from games.acquire.actions import Act, Action
from games.acquire.editions import LabelSet
from games.acquire.errors import LogError
from games.acquire.logs.clauses import Clause, read_clause
from games.acquire.logs.preface import Preface
from games.acquire.logs.scan import Line, Word, lines_of
from games.acquire.record import GameRecord, Header, Spelling


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
        self.player: int | None = None

    def read(self, lines: list[Line]) -> GameRecord:
        for line in lines:
            if line.is_indented:
                self._clauses(line)
            else:
                self._headed(line)
        return GameRecord(self.header, self.events, self.lines, Spelling.TEXT)

    def _add(self, action: Action, line: int) -> None:
        self.events.append(action)
        self.lines.append(line)

    def _clause(self, words: list[Word], end: Word) -> Clause:
        return Clause(words, end, self.ids, self.labels)

    def _clauses(self, line: Line) -> None:
        for part in line.parts(";"):
            words = part.words()
            if words:
                self._add(read_clause(self._clause(words, part.end()), self.player), line.number)

    def _headed(self, line: Line) -> None:
        head = next(line.parts(":"))
        words = head.words()
        first = words[0] if words else head.end()
        if first.text == "by":
            self._clauses(line)
            return
        if len(head.text) == len(line.text):
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
        self._add(Action(Act.HAND, player, tiles.tiles()), rest.number)
        tiles.finish()

    def _pairs(self, act: Act, rest: Line) -> None:
        for part in rest.parts(","):
            clause = self._clause(part.words(), part.end())
            player = clause.player()
            value = clause.tile() if act is Act.START else clause.number()
            clause.finish()
            self._add(Action(act, player, value), rest.number)

    def _turn(self, words: list[Word], head: Line, rest: Line) -> None:
        clause = self._clause(words, head.end())
        number = clause.number() if len(words) > 1 else None
        self.player = clause.player()
        clause.finish()
        self._add(Action(Act.TURN, self.player, number), rest.number)
        self._clauses(rest)
