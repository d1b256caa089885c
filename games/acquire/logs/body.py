"""Reading the lines below the header of a text log: exactly by the notation, or with liberties as people write them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Final

from games.acquire.actions import Action, ActKind
from games.acquire.errors import LogError
from games.acquire.logs.clauses.context import Context, Phrase, context_of, phrase_of
from games.acquire.logs.clauses.piece import Amended, ClauseResult, Unfinished, Unreadable, read_clauses
from games.acquire.logs.heads import UnknownHead, free_head, split_turns
from games.acquire.logs.language.cursor import DIRECTORS_WORDS, PARTS, inner_meaning
from games.acquire.logs.language.diagnostics import LONGEST_LINE, Diagnostics, shown_text, too_long
from games.acquire.logs.language.names import UnknownChainError
from games.acquire.logs.language.times import LineTimes, without_times
from games.acquire.logs.language.tokens import SourceLine, Token, as_meant, joined
from games.acquire.logs.listings import LISTINGS, read_listing
from games.acquire.logs.notation import Notation, Statement, TurnHead, unknown_line
from games.acquire.record import GameRecord, Header, Spelling, Stamp, Unread, stamped

#: Shares of the largest purchase, and digits of a number that is surely larger.
_MOST_SHARES: Final = 3
_DIGITS: Final = 3


class Body:
    """Reads the lines of a game by the notation, and refuses the first line that is not in it."""

    def __init__(self, header: Header) -> None:
        self.header = header
        self.notation = Notation(header)
        self.events: list[Action] = []
        self.lines: list[int | None] = []
        self.stamps: list[Stamp | None] = []
        self.seat: int | None = None

    def read(self, lines: Iterable[SourceLine]) -> GameRecord:
        """Return the record of all lines.

        Raises:
            LogError: at the first place that is not in the notation.
        """
        for line in lines:
            self.add_exact(self.notation.line(line, self.seat, awaits_time=self.awaits_time), line.number)
        return self.record()

    def record(self, unread: Sequence[Unread] = ()) -> GameRecord:
        """Return the record of what was read so far, with the places that could not be read."""
        stamps = stamped(self.stamps)
        return GameRecord(self.header, self.events, self.lines, Spelling.TEXT, tuple(unread), stamps)

    @property
    def awaits_time(self) -> bool:
        """Whether the last event is the beginning of a turn, which has no time yet."""
        return bool(self.events) and self.events[-1].act is ActKind.TURN and self.stamps[-1] is None

    def add(self, action: Action, line: int, stamp: Stamp | None = None) -> None:
        """Add an event, its line and its time to the record."""
        self.events.append(action)
        self.lines.append(line)
        self.stamps.append(stamp)

    def add_exact(self, statements: Iterable[Statement], line: int) -> None:
        """Add the statements that the notation found in a line."""
        for action, stamp, _ in statements:
            if action is None:
                self.stamps[-1] = stamp
                continue
            if action.act is ActKind.TURN:
                self.seat = action.player
            self.add(action, line, stamp)


class FreeBody(Body):
    """Reads the lines of a game as people write them.

    ``diagnostics`` has the liberties taken and the problems; the record also has, between its events, the places that cannot be read.
    ``unknown_chains`` counts the words that should name a chain but name none of the label set. ``texts`` are all lines of the log by
    their numbers.
    """

    def __init__(self, header: Header, texts: Mapping[int, str]) -> None:
        super().__init__(header)
        self.texts = texts
        self.diagnostics = Diagnostics()
        self.context: Context = context_of(header, self.diagnostics, self.events)
        self.unread: list[Unread] = []
        self.unknown_chains = 0
        #: Whether the last turn is of an unknown player; lines that continue it cannot be read either.
        self._is_unknown_turn = False
        self._unfinished: Unfinished | None = None
        self._times = LineTimes(SourceLine("", 0))

    def read(self, lines: Iterable[SourceLine]) -> GameRecord:
        """Return the record of all lines; after too many problems the remaining lines are not read."""
        lines = list(lines)
        for place, line in enumerate(lines):
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
        return self.record(self.unread)

    def add(self, action: Action, line: int, stamp: Stamp | None = None) -> None:
        """Add an event to the record and update the context in which the next clauses are read."""
        super().add(action, line, stamp)
        if action.act is ActKind.TURN:
            self._is_unknown_turn = False
            self.context.begin_turn(action.player)
        else:
            self.context.follow(action.act)

    def _refuse(self, line: SourceLine, error: LogError) -> None:
        """Add a line that cannot be read to the problems and to the record."""
        self.diagnostics.problem(error, self.texts[line.number])
        self._add_unread(line)

    def _add_unread(self, line: SourceLine) -> None:
        """Add a line that cannot be read to the record."""
        text = line.text.strip()
        column = len(line.text) - len(line.text.lstrip()) + 1
        self.unread.append(Unread(len(self.events), line.number, column, shown_text(text)))

    def _begin_unknown_turn(self) -> None:
        """Begin the turn of an unknown player; further lines of this turn cannot be read either."""
        self._is_unknown_turn = True
        self.seat = self.context.seat = None

    # Lines.

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

    def _open_parts(self, action: Action | None, source: SourceLine) -> None:
        """If the last statement is a disposal, note which parts it has (sell, trade, hold), so that another part may follow."""
        if action is not None and action.act is ActKind.DISPOSE:
            words = [word.text for word in source.words()]
            self.context.open_parts = frozenset(part for part in PARTS if part in words)

    def _read_freely(self, line: SourceLine) -> None:
        """Read a line as people write it, turn by turn if it has several."""
        text, mark, _ = line.text.partition("//")
        if mark:
            self.diagnostics.note(Token(mark, line.number, len(text) + 1), "#")
        line = SourceLine(text, line.number)
        is_listing = phrase_of(line, self.context).line_word()[0] in LISTINGS
        self._times = without_times(line, self.diagnostics, has_clauses=not is_listing)
        line = self._times.line
        for turn in (line,) if is_listing else split_turns(line, self.context):
            self._line(turn)

    def _line(self, line: SourceLine) -> None:
        """Read a line, or one of several turns on a line, as people write it."""
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
            self._finish()
            if phrase.tile_at():  # a turn without its player: what goes on with it is not the turn above
                self._begin_unknown_turn()
            self._refuse(line, unknown_line(phrase.peek()))

    def _go_on_freely(self, line: SourceLine, phrase: Phrase) -> None:
        """Read a line as the continuation of the turn above; if it is not indented, that is a liberty."""
        if self._is_unknown_turn:
            self._add_unread(line)
            return
        first = phrase.peek()
        if not line.is_indented and first.text not in ("by", *DIRECTORS_WORDS):
            self.diagnostics.note(first, "a line of the turn above", shown_text(line.text.strip()))
        self._go_on(line)

    def _continues(self, phrase: Phrase) -> bool:
        """Whether a line that is not indented continues the turn above: it begins with a clause word, perhaps after a name."""
        first = phrase.peek()
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

    # Heads and listings.

    def _head(self, line: SourceLine, exact: TurnHead | None) -> TurnHead | UnknownHead | None:
        """Return the beginning of the turn that a line begins, or None if it begins none."""
        if exact is not None:
            return exact if exact.number is not None or not self._is_aside(exact) else None
        notes = self.diagnostics.notes
        noted = len(notes)
        head = free_head(line, self.context, goes_on=self._unfinished is not None)
        if isinstance(head, TurnHead) and head.number is None and self._is_aside(head):
            head = None
        if isinstance(head, TurnHead):
            self._note_signs(SourceLine(line.text[: head.rest.start - line.start], line.number, line.start))
        else:
            del notes[noted:]
        return head

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
            self._begin_unknown_turn()
            self._refuse(line, head.error)
            return
        self.seat = head.seat
        self.add(Action(ActKind.TURN, head.seat, head.number), line.number, self._times.of_turn)
        self._go_on(head.rest)

    def _reads_listing(self, line: SourceLine) -> bool:
        """Read a line of starting tiles, of a hand or of final cash; returns whether it is one."""
        read = read_listing(line, self.context)
        if read is None:
            return False
        self._note_signs(line)
        self._finish()
        first = len(self.events)
        for item in read:
            self._take(item, line.number)
        stamps = list(self._times.by_end.values())
        if len(stamps) == len(read) == len(self.events) - first:
            self.stamps[first:] = stamps
        elif stamps:
            self.diagnostics.note(Token("the times of some of them", line.number, 1), "")
        return True

    # Clauses.

    def _goes_on_exactly(self, line: SourceLine) -> bool:
        """Whether the first clause of a line that continues a turn is in the notation."""
        first = next(line.parts(";"))
        return not self._is_unknown_turn and not self._unfinished and self._exact_clause(first, self.seat) is not None

    def _exact_clause(self, part: SourceLine, seat: int | None) -> Action | None:
        """Return the action of a clause if it is in the notation, else None."""
        clause = self.notation.clause(part)
        with suppress(LogError):
            return self.notation.action(clause, seat) if clause.words else None
        return None

    def _go_on(self, line: SourceLine) -> None:
        """Read the clauses of a line, or of the part of it behind the beginning of a turn."""
        if "；" in line.text:
            self._note_signs(line)
            line = SourceLine(line.text.replace("；", ";"), line.number, line.start)
        parts = list(line.parts(";"))
        for place, part in enumerate(parts):
            before, awaits_time = len(self.events), self.awaits_time
            is_empty = not part.text.strip()
            if not is_empty:
                self._part(part, is_last=place == len(parts) - 1)
            # A time stands behind the clause that it dates, or right behind the head of a turn.
            stamp = (
                self._times.by_end.get(part.start + len(part.text)) if part.number == self._times.line.number else None
            )
            if stamp is not None and (len(self.events) > before or (is_empty and awaits_time)):
                self.stamps[-1] = stamp

    def _part(self, part: SourceLine, *, is_last: bool) -> None:
        """Read the clauses between two semicolons of a line; ``is_last`` if no other such part follows in the line."""
        phrase = phrase_of(part, self.context)
        if self._unfinished and not (phrase.word_at()[1] or phrase.peek().folded == "by"):
            before, self._unfinished = self._unfinished.tokens, None
            self.diagnostics.note(phrase.peek(), f"what follows {joined(before)!r}", joined(phrase.tokens))
            self._read(Phrase((*before, *phrase.tokens), phrase.end, self.context), part.number, may_go_on=is_last)
            return
        self._finish()
        action = self._exact_clause(part, self.seat)
        if action is not None:
            self.add(action, part.number)
            self._open_parts(action, part)
            return
        self._note_signs(part)
        self._read(phrase, part.number, may_go_on=is_last)

    def _note_signs(self, part: SourceLine) -> None:
        """Note as a liberty each sign that is read as another one, once for each."""
        plain = as_meant(part.text)
        for place, (sign, read) in enumerate(zip(part.text, plain, strict=True)):
            if sign != read and part.text.index(sign) == place:
                self.diagnostics.note(Token(sign, part.number, part.start + place + 1), read.strip())

    def _finish(self) -> None:
        """Read an unfinished clause as it is, because no line continues it."""
        if self._unfinished:
            tokens, self._unfinished = self._unfinished.tokens, None
            end = Token("", tokens[-1].line, tokens[-1].end)
            self._read(Phrase(tokens, end, self.context), tokens[0].line, may_go_on=False)

    def _read(self, phrase: Phrase, line: int, *, may_go_on: bool) -> None:
        """Read clauses and add them to the record; with ``may_go_on`` the last one may be unfinished."""
        for result in read_clauses(phrase, may_go_on=may_go_on):
            self._take(result, line)

    def _take(self, result: ClauseResult, line: int) -> None:
        """Add the result of reading a clause to the record."""
        if isinstance(result, Action):
            self.add(result, line)
        elif isinstance(result, Amended):
            self.events[-1] = result.action
        elif isinstance(result, Unfinished):
            self._unfinished = result
        else:
            self._take_unreadable(result)

    def _take_unreadable(self, result: Unreadable) -> None:
        """Add a clause that cannot be read to the problems and to the record."""
        self.unknown_chains += isinstance(result.error, UnknownChainError)
        first, last = result.tokens[0], result.tokens[-1]
        text = joined(result.tokens)
        if first.line == last.line:
            text = self.texts[first.line][first.column - 1 : last.end - 1]
        self.diagnostics.problem(result.error, self.texts[result.error.line])
        place = Unread(len(self.events), first.line, first.column, shown_text(text), self.context.seat, result.act)
        self.unread.append(place)
