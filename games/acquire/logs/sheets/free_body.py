"""Reading the lines below the header as people write them: turns, listings, remarks; whatever else is there is told with its place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from games.acquire.actions import Action, ActKind
from games.acquire.errors import LogError
from games.acquire.logs.clauses.context import Phrase, phrase_of
from games.acquire.logs.clauses.piece import Unreadable
from games.acquire.logs.language.cursor import DIRECTORS_WORDS, inner_meaning
from games.acquire.logs.language.diagnostics import LONGEST_LINE, REMARK, Diagnostics, shown_text, too_long
from games.acquire.logs.language.names import Sureness
from games.acquire.logs.language.tokens import SourceLine, Token
from games.acquire.logs.notation import TurnHead, unknown_line
from games.acquire.logs.sheets.columns import HEADING, Columns
from games.acquire.logs.sheets.free_clauses import FreeClauses
from games.acquire.logs.sheets.heads import UnknownHead, free_head, split_turns
from games.acquire.logs.sheets.listings import LISTINGS, read_listing
from games.acquire.logs.sheets.nicknames import Nicknames
from games.acquire.logs.sheets.ornaments import without_ornaments
from games.acquire.logs.sheets.remarks import sense_of
from games.acquire.logs.sheets.tables import Cell, Table
from games.acquire.record import GameRecord, Header, Stamp
from games.sentences import gettext_lazy as _

#: Shares of the largest purchase, and digits of a number that is surely larger.
_MOST_SHARES: Final = 3
_DIGITS: Final = 3


#: The number of a turn before its player, and alone on a line.
_NUMBER_ALONE: Final = re.compile(r"\d{1,3}\Z")
_NUMBER_LINE: Final = re.compile(
    r"\s*(?:(?:turn|move|zug|tour|turno|beurt)\s*)?#?(\d{1,3})\s*[.):\]-]?\s*\Z", re.IGNORECASE
)


class FreeBody(FreeClauses):
    """Reads the lines of a game as people write them: turns, tables, lists, and lines that go on with the turn above."""

    def __init__(self, header: Header, texts: Mapping[int, str], names: Nicknames) -> None:
        super().__init__(header, texts, names)
        self._names = names
        #: The line below the one that is read, and the number of a turn that stood alone on a line above.
        self._below = SourceLine("", 0)
        self._number_above: int | None = None
        self._columns = Columns(self.context)
        self._table = Table(self.context)

    def add(self, action: Action, line: int, stamp: Stamp | None = None) -> None:
        """Add an event to the record; a turn ends the column above it."""
        super().add(action, line, stamp)
        if action.act is ActKind.TURN:
            self._columns.close()

    def read(self, lines: Iterable[SourceLine]) -> GameRecord:
        """Return the record of all lines; after too many problems the remaining lines are not read."""
        lines = list(lines)
        for place, line in enumerate(lines):
            self._below = lines[place + 1] if place + 1 < len(lines) else line.after(len(line.text))
            if self.diagnostics.is_full:
                self._unfinished = None
                self.diagnostics.unseen = len(lines) - place
                self._add_unread(line)
                break
            if len(line.text) > LONGEST_LINE:
                self._finish()
                self._refuse(line, too_long(line))
            elif not self._reads_exactly(line):
                self._read_freely(line)
        self._finish()
        self._drop_last_pause()
        return self.record(self.unread)

    def _drop_last_pause(self) -> None:
        """Take words for a pause with more words on their line for a remark, if only final cash follows: ``Game stopped, time is up``."""
        at = next((at for at in range(len(self.events) - 1, -1, -1) if self.events[at].act is not ActKind.FINAL), 0)
        if not self.events or self.events[at].act is not ActKind.PAUSE:
            return
        notes, line = self.diagnostics.notes, self.lines[at]
        told = [place for place, note in enumerate(notes) if note.line == line and note.meant == ActKind.PAUSE.word]
        text = self.texts[line or 0].strip(" .!:") if told else ""
        places = [one for one in told if text.startswith(words := notes[one].written) and text != words]
        if not places:
            return
        notes[places[0]] = replace(notes[places[0]], meant=REMARK)
        del self.events[at], self.lines[at], self.stamps[at]
        self.unread = [replace(gap, before=gap.before - (gap.before > at)) for gap in self.unread]

    def _reads_exactly(self, line: SourceLine) -> bool:
        """Read a line by the notation if possible; returns whether it was."""
        if self._unfinished and self._unfinished.is_whole and not self._is_number_alone(phrase_of(line, self.context)):
            self._finish()
        if (self._unfinished or self._is_unknown_turn) and self.notation.goes_on(line):
            return False
        try:
            statements = self.notation.line(line, self.seat, awaits_time=self.awaits_time)
        except LogError:
            return False
        self._finish()
        self.add_exact(statements, line.number)
        if statements:
            action, _, source = statements[-1]
            self._open_parts(action, source)
        return True

    def _read_freely(self, line: SourceLine) -> None:
        """Read a line as people write it, turn by turn if it has several."""
        text, mark, _ = line.text.partition("//")
        if mark:
            self.diagnostics.note(Token(mark, line.number, len(text) + 1), "#")
        line = without_ornaments(SourceLine(text, line.number), self.diagnostics)
        if self._reads_table(line):
            return
        is_listing = phrase_of(line, self.context).line_word()[0] in LISTINGS
        for turn in (line,) if is_listing else split_turns(line, self.context):
            self._line(turn)

    def _reads_table(self, line: SourceLine) -> bool:
        """Read a row of a table, or its heading; returns whether it is one."""
        place, written = line.trimmed(), line.text.strip()
        if self._table.reads_heading(line):
            self.diagnostics.note(place, HEADING, written)
            return True
        row = self._table.row(line)
        if row is None:
            return False
        self._finish()
        notes = self.diagnostics.notes
        first, noted = len(self.events), len(notes)
        if row.seat is not None:
            self.seat = row.seat
            self.add(Action(ActKind.TURN, row.seat, row.number), line.number)
        for cell in row.cells:
            self._read_cell(cell)
        kept = [note for note in notes[noted:] if note.meant == REMARK]
        read = self.context.written(self.events[first + (row.seat is not None) :], self.seat)
        head = "" if row.seat is None else f"{row.number or ''} {self.context.players.ids[row.seat]}: ".lstrip()
        notes[noted:] = kept
        self.diagnostics.note(place, f"{head}{read}" or HEADING, written)
        for remark in row.remarks:
            phrase = phrase_of(remark, self.context)
            self._take_unreadable(Unreadable(tuple(phrase.tokens), unknown_line(phrase.peek()), None), line.number)
        return True

    def _read_cell(self, cell: Cell) -> None:
        """Read a cell, with the word that belongs before it."""
        if not cell.word:
            self._go_on(cell.line)
            return
        phrase = phrase_of(cell.line, self.context)
        words = [Token(word, cell.line.number, cell.line.start + 1) for word in cell.word.split()]
        self._read(Phrase((*words, *phrase.tokens), phrase.end, self.context), cell.line.number, may_go_on=False)

    def _line(self, line: SourceLine) -> None:
        """Read a line, or one of several turns on a line, as people write it."""
        if self._is_number_of_turn(line) or self._reads_column(line):
            return
        phrase = phrase_of(line, self.context)
        exact = None if line.is_indented else self.notation.head(line)
        if line.is_indented and self._goes_on_exactly(line):
            self._go_on(line)
        elif exact is None and phrase.line_word()[0] in LISTINGS and self._reads_listing(line):
            return
        elif (head := self._head(line, exact)) is not None:
            self._finish()
            self._begin(line, head)
        elif line.is_indented or self._unfinished or self._continues(phrase):
            self._go_on_freely(line, phrase)
        else:
            self._refuse_unknown(line, phrase)

    def _is_number_of_turn(self, line: SourceLine) -> bool:
        """Whether a line is the number of the turn that begins on the line below and has none itself; it is kept for that turn."""
        found = _NUMBER_LINE.match(line.text)
        head = self.notation.head(self._below) if found is not None and not self._unfinished else None
        if found is None or head is None or head.number is not None:
            return False
        self._number_above = int(found[1])
        self.diagnostics.note(
            line.trimmed(),
            _("the number of {player}'s turn", player=self.context.players.ids[head.seat]),
            line.text.strip(),
        )
        return True

    def _refuse_unknown(self, line: SourceLine, phrase: Phrase) -> None:
        """Note a line that neither begins a turn nor continues one as a remark, or add it to the problems."""
        error = unknown_line(phrase.peek())
        sense = sense_of(phrase.tokens, self.context)
        if sense.is_remark and not phrase.is_done:
            self._remark(phrase.tokens, error)
            return
        self._finish()
        if phrase.tile_at():  # a turn without its player: what goes on with it is not the turn above
            self._begin_unknown_turn()
        self.diagnostics.problem(error, self.texts[line.number])
        self._add_unread(line, error.wanted, sense)

    def _reads_column(self, line: SourceLine) -> bool:
        """Read a line of a list, a column or a table of cash, or of starting tiles; returns whether it is one."""
        read = None if self._unfinished else self._columns.read(line)
        for action in read or ():
            self.add(action, line.number)
        return read is not None

    def _go_on_freely(self, line: SourceLine, phrase: Phrase) -> None:
        """Read a line as the continuation of the turn above; if it is not indented, that is a liberty."""
        if self._unfinished and not phrase.is_done and sense_of(phrase.tokens, self.context).is_remark:
            self._remark(phrase.tokens, unknown_line(phrase.peek()))
            return
        if self._is_unknown_turn:
            self._add_unread(line)
            return
        first = phrase.peek()
        if not line.is_indented and first.text not in ("by", *DIRECTORS_WORDS):
            self.diagnostics.note(first, _("part of the turn above"), shown_text(line.text.strip()))
        self._go_on(line)

    def _continues(self, phrase: Phrase) -> bool:
        """Whether a line that is not indented continues the turn above: it begins with a clause word, perhaps after a name."""
        first = phrase.peek()
        if phrase.tile_at() and self.context.last is not None and self.context.last.act is ActKind.TURN:
            return True
        if phrase.word_at()[1] or first.folded == "by" or (inner_meaning(first) == "none" and self.context.has_tile):
            return True
        who = phrase.player_at()
        ahead = who.length if who else 1
        ahead += phrase.peek(ahead).text == ":"
        is_named = who is not None or phrase.chain_at() is not None or first.is_number
        begins = bool(phrase.word_at(ahead)[1]) or phrase.begins_payment(ahead, by_chain=True)
        return is_named and (begins or self._is_purchase(phrase))

    def _is_purchase(self, phrase: Phrase) -> bool:
        """Whether a line begins with a chain and a number, in either order, and so continues a purchase."""
        one, other = phrase.peek(), phrase.peek(1)
        name, number = (other, one) if one.is_number else (one, other)
        return number.is_number and len(name.text) > 1 and self.context.chains.find(name) is not None

    def _is_number_alone(self, phrase: Phrase) -> bool:
        """Whether a number of shares comes first without a chain, so that it belongs to the chain at the end of the line above."""
        has_sign = phrase.peek().folded == "x"
        number, after = phrase.peek(has_sign), phrase.peek(has_sign + 1)
        is_free = not after.text or phrase.separator_at(has_sign + 1) > 0 or bool(phrase.word_at(has_sign + 1)[1])
        return number.is_number and int(number.text[:_DIGITS]) <= _MOST_SHARES and (is_free or after.text == ";")

    def _head(self, line: SourceLine, exact: TurnHead | None) -> TurnHead | UnknownHead | None:
        """Return the beginning of the turn that a line begins, or None if it begins none."""
        if exact is not None:
            return exact if exact.number is not None or not self._is_aside(exact) else None
        notes = self.diagnostics.notes
        if not self._unfinished and (alone := self._name_alone(line)) is not None:
            return alone
        noted = len(notes)
        head = free_head(line, self.context, goes_on=self._unfinished is not None)
        if isinstance(head, TurnHead) and head.number is None:
            is_within = line.is_indented and self.seat not in (None, head.seat) and not self._begins_turn(head.rest)
            head = None if is_within or self._is_aside(head) or self._is_said(head) else head
        if isinstance(head, TurnHead):
            self._note_signs(SourceLine(line.text[: head.rest.start - line.start], line.number, line.start))
        else:
            del notes[noted:]
        return head

    def _is_said(self, head: TurnHead) -> bool:
        """Whether a name with a colon is followed by nothing but a remark: what somebody said, not what he does in a turn."""
        phrase = phrase_of(head.rest, self.context)
        is_nothing = any(inner_meaning(token) == "none" for token in phrase.tokens)
        return bool(phrase.tokens) and not is_nothing and sense_of(phrase.tokens, self.context).is_remark

    def _name_alone(self, line: SourceLine) -> TurnHead | None:
        """Return the head of a turn whose player stands alone on its line, with his tile or a pass on the line below."""
        phrase = phrase_of(line, self.context)
        number = _NUMBER_ALONE.match(phrase.peek().text) if len(phrase.tokens) > 1 else None
        phrase.at += number is not None
        while number is not None and phrase.accept(".", ")", ":", "-"):
            pass
        found = phrase.player_at(0, Sureness.NAME)
        behind = phrase.peek(found.length) if found is not None else phrase.peek()
        is_alone = found is not None and (
            not behind.text or (behind.text in ":-," and not phrase.peek(found.length + 1).text)
        )
        if found is None or not is_alone or not self._begins_below():
            return None
        name = self.context.players.ids[found.seat]
        written = line.text.strip()
        self.diagnostics.note(line.trimmed(), f"{number[0]} {name}:" if number else f"{name}:", written)
        return TurnHead(found.seat, int(number[0]) if number else None, line.after(len(line.text)))

    def _begins_below(self) -> bool:
        """Whether the line below begins with a tile or a pass, as what a player does in his turn."""
        return self._begins_turn(without_ornaments(self._below, Diagnostics()))

    def _begins_turn(self, line: SourceLine) -> bool:
        """Whether a line, or the rest of one, begins with a tile or a pass."""
        phrase = phrase_of(line, self.context)
        return bool(phrase.tile_at()) or phrase.word_at()[0] in ("play", "pass", "skip", "card")

    def _is_aside(self, head: TurnHead) -> bool:
        """Whether a name with a colon does not begin a turn.

        It may also introduce what that player gets or does in a merger of another player's turn.
        """
        if self.seat is None:
            return False
        part = next(head.rest.parts(";"))
        begins = phrase_of(part, self.context).begins_payment(by_chain=True)
        return begins and self._exact_clause(part, head.seat) is None

    def _begin(self, line: SourceLine, head: TurnHead | UnknownHead) -> None:
        """Begin a turn, and read the rest of its line."""
        if isinstance(head, UnknownHead):
            tokens = phrase_of(line, self.context).tokens
            if not head.is_told and sense_of(tokens, self.context).is_remark:
                self._remark(tokens, head.error)
                return
            self._begin_unknown_turn()
            self._refuse(line, head.error)
            return
        self.seat = head.seat
        number, self._number_above = self._number_above if head.number is None else head.number, None
        self.add(Action(ActKind.TURN, head.seat, number), line.number)
        self._go_on(head.rest)

    def _reads_listing(self, line: SourceLine) -> bool:
        """Read a line of starting tiles, of a hand or of final cash; returns whether it is one."""
        read = read_listing(line, self.context)
        if read is None:
            return False
        self._note_signs(line)
        self._finish()
        for item in read:
            self._take(item, line.number)
        return True

    def _goes_on_exactly(self, line: SourceLine) -> bool:
        """Whether the first clause of a line that continues a turn is in the notation."""
        first = next(line.parts(";"))
        return not self._is_unknown_turn and not self._unfinished and self._exact_clause(first, self.seat) is not None
