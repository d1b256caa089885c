"""Reading columns and headings below a word such as "final" or "cash": names with amounts or tiles, or names above a row of amounts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.acquire.actions import Action, ActKind
from games.acquire.logs.clauses.context import Context, Phrase, phrase_of
from games.acquire.logs.language.tokens import SourceLine
from games.acquire.logs.sheets.listings import read_pairs, written_pairs
from games.acquire.logs.sheets.sums import Sums, read_sums
from games.sentences import gettext_lazy as _

#: What a line with a heading is read as.
HEADING: Final = _("a heading")
_COLON: Final = (":", "=", "-")


class Columns:
    """The heading that stands above the next lines, if any, and the reading of such lines.

    ``open`` is the act of the column that a word alone on its line has begun, until a turn begins; ``heading`` are the players named in
    the last row of names, ``heading_act`` the act of the word beside them.
    """

    __slots__ = ("context", "heading", "heading_act", "open")

    def __init__(self, context: Context) -> None:
        self.context = context
        self.open: ActKind | None = None
        self.heading: Sequence[int] = ()
        self.heading_act: ActKind | None = None

    def close(self) -> None:
        """Note that a turn begins, so that no further line belongs to the column."""
        self.open = None

    def read(self, line: SourceLine) -> list[Action] | None:
        """Return what a line of a list, a column or a table of cash tells, or a column of starting tiles; empty for a heading.

        Returns None if it is no such line.
        """
        phrase = phrase_of(line, self.context)
        notes = self.context.diagnostics.notes
        if phrase.is_done:
            return None
        if phrase.line_word()[0] == "start" or self.open is ActKind.START:
            return self._read_tiles(phrase)
        noted = len(notes)
        sums = read_sums(phrase)
        del notes[noted:]
        if sums is None:
            return None
        if (sums.is_empty and sums.act) or sums.is_heading:
            return self._read_heading(phrase, sums)
        return self._read_amounts(phrase, sums)

    def _read_heading(self, phrase: Phrase, sums: Sums) -> list[Action]:
        """Remember a heading."""
        if sums.seats:
            self.heading, self.heading_act = sums.seats, sums.act or self.open
        else:
            self.open = sums.act
        phrase.note(0, HEADING)
        return []

    def _read_amounts(self, phrase: Phrase, sums: Sums) -> list[Action] | None:
        """Return the counts or the final cash of a line, or None if it does not say which of them, or whose they are."""
        act = sums.act or self.open
        heading = self.heading
        if act is None and heading and not sums.seats:
            act = self.heading_act or (ActKind.FINAL if self._is_over() else ActKind.CASH)
        if act is None and sums.after is not None:
            act = ActKind.CASH
        if act is None and self._is_over() and len(set(sums.seats)) == len(self.context.players.ids):
            act = ActKind.FINAL  # what everybody has when the game is over
        if not heading and len(sums.amounts) > 1:
            heading = range(len(self.context.players.ids))
        pairs = sums.pairs(heading)
        if sums.after not in (None, self._turn()):
            return None  # counted after another turn than the last
        if act is None or pairs is None or (act is ActKind.CASH and len(pairs) == 1 and self.open is None):
            return None  # one player's cash is a clause like any other
        read = [Action(act, seat, amount) for seat, amount in pairs]
        phrase.note(0, f"{act.word}: {written_pairs(read, self.context)}")
        return read

    def _read_tiles(self, phrase: Phrase) -> list[Action] | None:
        """Return the starting tiles of a line of their column, empty for its heading; None for any other line."""
        meaning, length = phrase.line_word()
        if meaning == "start":
            phrase.at = length + (phrase.peek(length).text in _COLON)
            if not phrase.is_done:
                return None
            self.open = ActKind.START
            phrase.note(0, HEADING)
            return []
        notes = self.context.diagnostics.notes
        noted = len(notes)
        read = read_pairs(phrase, ActKind.START)
        pairs = [item for item in read if isinstance(item, Action)]
        told = {event.player for event in self.context.events if event.act is ActKind.START}
        if not pairs or len(pairs) < len(read) or told & {item.player for item in pairs}:
            del notes[noted:]
            self.open = None
            return None
        del notes[noted:]
        phrase.note(0, f"start: {written_pairs(pairs, self.context)}")
        return pairs

    def _turn(self) -> int:
        """Return the number of the last turn."""
        turns = [event for event in self.context.events if event.act is ActKind.TURN]
        number: int | None = turns[-1].value if turns else None
        return len(turns) if number is None else number

    def _is_over(self) -> bool:
        """Whether the end of the game has been declared."""
        return any(event.act is ActKind.END for event in self.context.events)
