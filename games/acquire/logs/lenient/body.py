"""The lines below the header, read as people write them: turns, lines that go on with one, and what cannot be read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from games.acquire.actions import Act, Action
from games.acquire.errors import LogError
from games.acquire.logs.clauses import DIRECTORS_WORDS, Clause, read_clause
from games.acquire.logs.lenient.crowded import cut_turns
from games.acquire.logs.lenient.ground import Ground
from games.acquire.logs.lenient.heads import SPECIAL, LostHead, TurnHead, line_word, loose_head, strict_head
from games.acquire.logs.lenient.language.folding import plain_signs
from games.acquire.logs.lenient.language.times import Times, without_times
from games.acquire.logs.lenient.language.tokens import Phrase, Token, phrase_of, spaced
from games.acquire.logs.lenient.names import Chains, Players, UnknownChainError
from games.acquire.logs.lenient.numbers import tile_shape
from games.acquire.logs.lenient.remarks import LONGEST_LINE, Remarks, shown_text, too_long
from games.acquire.logs.lenient.scene import PARTS, Scene, begins_payment, inside, parting_at, word_at
from games.acquire.logs.lenient.special import read_special
from games.acquire.logs.lenient.statements import Amended, Gap, Left, Told, read_part
from games.acquire.logs.scan import Line
from games.acquire.record import GameRecord, Header, Spelling, Stamp, Unread, stamped

#: Shares of the largest purchase, and digits that tell a larger number.
_MOST_SHARES: Final = 3
_DIGITS: Final = 3


class Body:
    """Reads the lines of a game; `record` is what they tell, ``unknown_chains`` how many chains were not of the labels."""

    def __init__(self, header: Header, remarks: Remarks, texts: Mapping[int, str]) -> None:
        self.header = header
        self.ids = {player.id: seat for seat, player in enumerate(header.players)}
        self.labels = header.labels()
        self.remarks = remarks
        self.texts = texts
        self.events: list[Action] = []
        self.lines: list[int | None] = []
        self.stamps: list[Stamp | None] = []
        self.unread: list[Unread] = []
        self.unknown_chains = 0
        self._is_lost = False
        self._left: tuple[Token, ...] = ()
        self._is_left_whole = False
        self._times = Times(Line("", 0), {}, None, ())
        ground = Ground(self.events, header.position)
        self.scene = Scene(Players(header.players), Chains(self.labels), remarks, ground, self.events)

    def read(self, lines: Sequence[Line]) -> None:
        """Read all lines; what cannot be read is told in the remarks and stands as unread in the record.

        After as many problems as no log has the rest is not looked at.
        """
        for place, line in enumerate(lines):
            if self.remarks.is_full:
                self._left = ()
                self.remarks.unseen = len(lines) - place
                self._lose(line, None)
                break
            if len(line.text) > LONGEST_LINE:
                self._flush()
                self.refuse(line, too_long(line))
            else:
                self._turns(self._without_comment(line))
        self._flush()

    def record(self) -> GameRecord:
        """What was read so far."""
        unread = tuple(self.unread)
        return GameRecord(self.header, self.events, self.lines, Spelling.TEXT, unread, stamped(self.stamps))

    def refuse(self, line: Line, error: LogError) -> None:
        """A line that cannot be read at all."""
        self.remarks.problem(error, self.texts[line.number])
        self._lose(line, None)

    def _lose(self, line: Line, seat: int | None) -> None:
        column = len(line.text) - len(line.text.lstrip()) + 1
        self.unread.append(Unread(len(self.events), line.number, column, shown_text(line.text.strip()), seat))

    def _add(self, action: Action, line: int, stamp: Stamp | None = None) -> None:
        self.events.append(action)
        self.lines.append(line)
        self.stamps.append(stamp)

    # Lines.

    def _without_comment(self, line: Line) -> Line:
        """The line without what stands behind two strokes."""
        text, mark, _ = line.text.partition("//")
        if mark:
            self.remarks.note(line.number, len(text) + 1, mark, "#")
        return Line(text, line.number)

    def _turns(self, line: Line) -> None:
        """Read a line, turn by turn if it has several."""
        is_special = line_word(phrase_of(line))[0] in SPECIAL
        self._times = without_times(line, parting=not is_special)
        self.remarks.notes += self._times.notes
        line = self._times.line
        if is_special:
            self._line(line)
            return
        for turn in cut_turns(line, self.scene.players, self.scene.chains, self.remarks):
            self._line(turn)

    def _line(self, line: Line) -> None:
        phrase = phrase_of(line, self.scene.players.odd)
        if self._left and self._is_left_whole and not self._is_number_alone(phrase):
            self._flush()
        strict = None if line.is_indented else strict_head(line, self.ids)
        if line.is_indented and self._reads_strictly(line):
            self._go_on(line)
        elif strict is None and line_word(phrase)[0] in SPECIAL and self._special(line):
            return
        elif (head := self._head(line)) is not None:
            self._flush()
            self._begin(line, head)
        elif self._is_lost and (line.is_indented or self._continues(phrase)):
            self._lose(line, None)
        elif line.is_indented or self._left or self._continues(phrase):
            if not line.is_indented and phrase.peek().text not in ("by", *DIRECTORS_WORDS):
                first = phrase.peek()
                self.remarks.note(first.line, first.column, shown_text(line.text.strip()), "a line of the turn above")
            self._go_on(line)
        else:
            self._flush()
            first = phrase.peek()
            if tile_shape(phrase):  # a turn without its player: what goes on with it is not the turn above
                self._is_lost, self.scene.seat = True, None
            expected = "a turn such as '1 Ann: 4C'; indent a line that goes on with one"
            self.refuse(line, first.wrong(f"{first.text!r} begins neither a line nor a turn", expected))

    def _continues(self, phrase: Phrase) -> bool:
        """Whether a line that is not indented goes on with the turn: it begins with a clause word, perhaps behind a name."""
        first = phrase.peek()
        if word_at(phrase)[1] or first.folded == "by" or (inside(first) == "none" and self.scene.has_tile):
            return True
        who = self.scene.players.at(phrase)
        ahead = who.length if who else 1
        ahead += phrase.peek(ahead).text == ":"
        is_named = who is not None or self.scene.chains.find(first) is not None or first.is_number
        begins = bool(word_at(phrase, ahead)[1]) or begins_payment(phrase, ahead, self.scene.chains)
        return is_named and (begins or self._is_purchase(phrase))

    def _is_purchase(self, phrase: Phrase) -> bool:
        """Whether a chain and a number stand first, so that a purchase goes on."""
        one, other = phrase.peek(), phrase.peek(1)
        name, number = (other, one) if one.is_number else (one, other)
        return number.is_number and len(name.text) > 1 and self.scene.chains.find(name) is not None

    def _is_number_alone(self, phrase: Phrase) -> bool:
        """Whether a number of shares stands first and no chain of its own behind it: that of the chain in the line above."""
        has_sign = phrase.peek().folded == "x"
        number, after = phrase.peek(has_sign), phrase.peek(has_sign + 1)
        is_free = not after.text or parting_at(phrase, has_sign + 1) > 0 or bool(word_at(phrase, has_sign + 1)[1])
        return number.is_number and int(number.text[:_DIGITS]) <= _MOST_SHARES and (is_free or after.text == ";")

    def _head(self, line: Line) -> TurnHead | LostHead | None:
        head = None if line.is_indented else strict_head(line, self.ids)
        if head is not None and (head.number is not None or not self._is_aside(head)):
            return head
        if head is not None:
            return None
        notes = len(self.remarks.notes)
        loose = loose_head(line, self.scene.players, self.scene.chains, self.remarks, goes_on=bool(self._left))
        if isinstance(loose, TurnHead) and loose.number is None and self._is_aside(loose):
            loose = None
        if isinstance(loose, TurnHead):
            self._note_signs(Line(line.text[: loose.rest.start - line.start], line.number, line.start))
        else:
            del self.remarks.notes[notes:]
        return loose

    def _is_aside(self, head: TurnHead) -> bool:
        """Whether a name with a colon begins no turn but tells what that player gets or does in the merger of another one."""
        if self.scene.seat is None or head.seat == self.scene.seat:
            return False
        part = next(head.rest.parts(";"))
        return begins_payment(phrase_of(part), chains=self.scene.chains) and self._strict(part, head.seat) is None

    def _begin(self, line: Line, head: TurnHead | LostHead) -> None:
        self._is_lost = isinstance(head, LostHead)
        if isinstance(head, LostHead):
            self.scene.seat = None
            self.refuse(line, head.error)
            return
        self.scene.seat = head.seat
        self.scene.has_tile = self.scene.has_card = self.scene.has_passed = False
        self.scene.open_parts = frozenset()
        self._add(Action(Act.TURN, head.seat, head.number), line.number, self._times.of_turn)
        self._go_on(head.rest)

    def _special(self, line: Line) -> bool:
        """Read a line of starting tiles, of a hand or of final cash; whether it is one."""
        told = read_special(line, self.scene)
        if told is None:
            return False
        self._note_signs(line)
        self._flush()
        first = len(self.events)
        for item in told:
            self._take(item, line.number)
        stamps = list(self._times.by_end.values())
        if len(stamps) == len(told) == len(self.events) - first:
            self.stamps[first:] = stamps
        elif stamps:
            self.remarks.note(line.number, 1, "the times of some of them", "")
        return True

    # Clauses.

    def _reads_strictly(self, line: Line) -> bool:
        return not self._is_lost and not self._left and self._strict(next(line.parts(";")), self.scene.seat) is not None

    def _strict(self, part: Line, seat: int | None) -> Action | None:
        """The clause as the notation has it, or None."""
        words = part.words()
        try:
            return read_clause(Clause(words, part.end(), self.ids, self.labels), seat) if words else None
        except LogError:
            return None

    def _go_on(self, line: Line) -> None:
        """Read the clauses of a line, or of what stands behind a turn's head."""
        if "；" in line.text:
            self._note_signs(line)
            line = Line(line.text.replace("；", ";"), line.number, line.start)
        parts = list(line.parts(";"))
        for place, part in enumerate(parts):
            before = len(self.events)
            if part.text.strip():
                self._part(part, is_last=place == len(parts) - 1)
            self._date(part, before)

    def _date(self, part: Line, before: int) -> None:
        """Give the time behind a clause to what was read in it, one right behind a turn's head to the turn."""
        stamp = self._times.by_end.get(part.start + len(part.text)) if part.number == self._times.line.number else None
        is_head = not part.text.strip() and self.events and self.events[-1].act is Act.TURN and self.stamps[-1] is None
        if stamp is not None and (is_head or len(self.events) > before):
            self.stamps[-1] = stamp

    def _part(self, part: Line, *, is_last: bool) -> None:
        phrase = phrase_of(part, self.scene.players.odd)
        if self._left and not (word_at(phrase)[1] or phrase.peek().folded == "by"):
            joined, self._left = self._left, ()
            first = phrase.peek()
            self.remarks.note(first.line, first.column, spaced(phrase.tokens), f"what follows {spaced(joined)!r}")
            self._read(Phrase((*joined, *phrase.tokens), phrase.end), part.number, may_go_on=is_last)
            return
        self._flush()
        action = self._strict(part, self.scene.seat)
        if action is not None:
            self.scene.open_parts = frozenset(word.text for word in part.words() if word.text in PARTS)
            self._take(action, part.number)
            return
        self._note_signs(part)
        self._read(phrase, part.number, may_go_on=is_last)

    def _note_signs(self, part: Line) -> None:
        """Tell once of each sign that was read as another one."""
        plain = plain_signs(part.text)
        for place, (sign, read) in enumerate(zip(part.text, plain, strict=True)):
            if sign != read and part.text.index(sign) == place:
                self.remarks.note(part.number, part.start + place + 1, sign, read)

    def _flush(self) -> None:
        """Read what was left for a line that did not come."""
        if self._left:
            tokens, self._left = self._left, ()
            last = tokens[-1]
            self._read(Phrase(tokens, Token("", "", last.line, last.end)), tokens[0].line, may_go_on=False)

    def _read(self, phrase: Phrase, line: int, *, may_go_on: bool) -> None:
        for told in read_part(phrase, self.scene, may_go_on=may_go_on):
            if isinstance(told, Left):
                self._left, self._is_left_whole = told.tokens, told.is_whole
            else:
                self._take(told, line)

    def _take(self, told: Told, line: int) -> None:
        """Put what was read, or could not be, to the record."""
        if isinstance(told, Action):
            self._add(told, line)
            self.scene.has_tile = self.scene.has_tile or told.act is Act.PLAY
            self.scene.has_card = self.scene.has_card or told.act is Act.CARD
            self.scene.has_passed = self.scene.has_passed or told.act is Act.PASS
            self.scene.open_parts = self.scene.open_parts if told.act is Act.DISPOSE else frozenset()
        elif isinstance(told, Amended):
            self.events[-1] = told.action
        elif isinstance(told, Gap):
            self._gap(told)

    def _gap(self, gap: Gap) -> None:
        self.unknown_chains += isinstance(gap.error, UnknownChainError)
        first, last = gap.tokens[0], gap.tokens[-1]
        source = self.texts[first.line]
        text = source[first.column - 1 : last.end - 1] if first.line == last.line else spaced(gap.tokens)
        self.remarks.problem(gap.error, self.texts[gap.error.line])
        self.unread.append(
            Unread(len(self.events), first.line, first.column, shown_text(text), self.scene.seat, gap.act)
        )
