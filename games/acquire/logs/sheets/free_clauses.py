"""Reading the clauses of turns as people write them, and what becomes of those that cannot be read: remarks, or places that are told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Final

from games.acquire.actions import Action, ActKind
from games.acquire.errors import LogError
from games.acquire.logs.body import Body
from games.acquire.logs.clauses.context import Context, Phrase, context_of, phrase_of
from games.acquire.logs.clauses.piece import Amended, ClauseResult, Unfinished, Unreadable, read_clauses
from games.acquire.logs.forms import OF_A_PLAYER
from games.acquire.logs.language.cursor import MEANINGS, PARTS, inner_meaning
from games.acquire.logs.language.diagnostics import Diagnostics, shown_text
from games.acquire.logs.language.names import UnknownChainError
from games.acquire.logs.language.spelling import words
from games.acquire.logs.language.tokens import SourceLine, Token, as_meant, joined
from games.acquire.logs.sheets.nicknames import Nicknames
from games.acquire.logs.sheets.remarks import BARE_ACTS, LEAST_AMOUNT, UNKNOWN, Sense, sense_of
from games.acquire.record import Header, Stamp, Unread
from games.sentences import Said
from games.sentences import gettext_lazy as _

#: What stands alone behind a tile where nothing was bought.
_NOTHING: Final = ("-", "0", "x", "/")
#: Beginnings of words for purchases and shares.
_PURCHASES: Final = words("purchas buy bought share stock kauf achat compr acqui koop aankoop zakup nakup")
#: The most words that say that nothing was bought.
_MOST_OF_NOTHING: Final = 2


class FreeClauses(Body):
    """Reads clauses as people write them.

    ``diagnostics`` has the liberties taken and the problems; the record also has, between its events, the places that cannot be read.
    ``unknown_chains`` counts the words that should name a chain but name none of the label set. ``texts`` are all lines of the log by
    their numbers.
    """

    def __init__(self, header: Header, texts: Mapping[int, str], names: Nicknames) -> None:
        super().__init__(header)
        self.texts = texts
        self.diagnostics = Diagnostics()
        self.context: Context = context_of(header, self.diagnostics, self.events, names.players, names.chains)
        self.unread: list[Unread] = []
        self.unknown_chains = 0
        #: Whether the last turn is of an unknown player; lines that continue it cannot be read either.
        self._is_unknown_turn = False
        self._unfinished: Unfinished | None = None

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
        self._add_unread(line, error.wanted)

    def _add_unread(self, line: SourceLine, expected: Said = "", sense: Sense = UNKNOWN) -> None:
        """Add a line that cannot be read to the record, with what was expected and what it may be."""
        text = line.text.strip()
        column = line.start + len(line.text) - len(line.text.lstrip()) + 1
        player = sense.player if sense.player is not None or sense.act is None else self.seat
        self.unread.append(Unread(len(self.events), line.number, column, shown_text(text), player, sense.act, expected))

    def _remark(self, tokens: Sequence[Token], error: LogError) -> None:
        """Note words of one line as a remark."""
        self.diagnostics.remark(tokens[0], self._text_of(tokens), error, self.texts[error.line])

    def _text_of(self, tokens: Sequence[Token]) -> str:
        """Return the text of successive tokens, as it is written if they are of one line."""
        first, last = tokens[0], tokens[-1]
        if first.line != last.line:
            return joined(tokens)
        return self.texts[first.line][first.column - 1 : last.end - 1]

    def _begin_unknown_turn(self) -> None:
        """Begin the turn of an unknown player; further lines of this turn cannot be read either."""
        self._is_unknown_turn = True
        self.seat = self.context.seat = None

    def _open_parts(self, action: Action | None, source: SourceLine) -> None:
        """If the last statement is a disposal, note which parts it has (sell, trade, hold), so that another part may follow."""
        if action is not None and action.act is ActKind.DISPOSE:
            words = [word.text for word in source.words()]
            self.context.open_parts = frozenset(part for part in PARTS if part in words)

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
        if "|" in line.text:
            self.diagnostics.note(Token("|", line.number, line.start + line.text.index("|") + 1), ";")
            line = SourceLine(line.text.replace("|", ";"), line.number, line.start)
        parts = list(line.parts(";"))
        for place, part in enumerate(parts):
            if part.text.strip():
                self._part(part, is_last=place == len(parts) - 1)

    def _part(self, part: SourceLine, *, is_last: bool) -> None:
        """Read the clauses between two semicolons of a line; ``is_last`` if no other such part follows in the line."""
        phrase = phrase_of(part, self.context)
        if self._unfinished and not (phrase.word_at()[1] or phrase.peek().folded == "by"):
            before, self._unfinished = self._unfinished.tokens, None
            self.diagnostics.note(
                phrase.peek(), _("the continuation of {before!r}", before=joined(before)), joined(phrase.tokens)
            )
            self._read(Phrase((*before, *phrase.tokens), phrase.end, self.context), part.number, may_go_on=is_last)
            return
        self._finish()
        action = self._exact_clause(part, self.seat)
        if action is not None:
            if not self._goes_on_buying(action):
                self.add(action, part.number)
            self._open_parts(action, part)
            return
        self._note_signs(part)
        self._read(phrase, part.number, may_go_on=is_last)

    def _note_signs(self, part: SourceLine) -> None:
        """Note as a liberty each sign that is read as another one, once for each."""
        plain = as_meant(part.text, self.context.players.words)
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
        """Read clauses and add them to the record; with ``may_go_on`` the last one may be unfinished.

        Behind a clause that is not read, a purchase without its word and a disposal without a name may be the rest of that clause.
        """
        is_lost, first = False, phrase.at
        for result in read_clauses(phrase, may_go_on=may_go_on):
            tokens, first = tuple(phrase.tokens[first : phrase.at]), phrase.at
            if isinstance(result, Unfinished) and is_lost:
                tokens = result.tokens
            if is_lost and tokens and self._is_rest(result, tokens):
                error = tokens[0].wrong(
                    _("this could belong to the unreadable part before it"),
                    _("the action word and the player's name before it"),
                )
                act = result.act if isinstance(result, Action) else None
                self._refuse_clause(Unreadable(tokens, error, act), sense_of(tokens, self.context))
                continue
            gaps = len(self.unread)
            self._take(result, line)
            is_lost = is_lost or len(self.unread) > gaps

    def _is_rest(self, action: ClauseResult, tokens: Sequence[Token]) -> bool:
        """Whether a clause has no word of a purchase, or no name of the player who disposes of shares."""
        if isinstance(action, Unfinished):
            return sense_of(tokens, self.context).player is None and any(
                MEANINGS.get(token.folded) in PARTS for token in tokens
            )
        if not isinstance(action, Action):
            return False
        if action.act is ActKind.BUY:
            return all(MEANINGS.get(token.folded) != "buy" for token in tokens)
        return action.act is ActKind.DISPOSE and sense_of(tokens, self.context).player is None

    def _take(self, result: ClauseResult, line: int) -> None:
        """Add the result of reading a clause to the record."""
        if isinstance(result, Action):
            if not self._goes_on_buying(result):
                self.add(result, line)
        elif isinstance(result, Amended):
            self.events[-1] = result.action
        elif isinstance(result, Unfinished):
            self._unfinished = result
        else:
            self._take_unreadable(result, line)

    def _goes_on_buying(self, action: Action) -> bool:
        """Add a purchase to the one just read, if it is of other chains; returns whether it was added."""
        last = self.context.last
        if last is None or action.act is not ActKind.BUY or (last.act, last.player) != (ActKind.BUY, action.player):
            return False
        before, more = ({chain for chain, _ in purchase.value} for purchase in (last, action))
        if not before and not more:
            return True  # it is said twice that nothing was bought
        if not before or not more or before & more:
            return False
        self.events[-1] = last._replace(value=(*last.value, *action.value))
        return True

    def _take_unreadable(self, result: Unreadable, line: int) -> None:
        """Note a clause that cannot be read as a remark, or read it without a remark at its end; else add it to the problems."""
        first = result.tokens[0]
        line_before = self.texts[first.line][: first.column - 1]
        sense = sense_of(result.tokens, self.context, within=bool(line_before) or self._is_unknown_turn)
        if sense.is_remark and self.context.has_tile and self.seat is not None and _buys_nothing(result.tokens):
            self.diagnostics.note(first, "buy -", joined(result.tokens))
            self._take(Action(ActKind.BUY, self.seat, ()), line)
        elif sense.is_remark:
            self._remark(result.tokens, result.error)
        elif not self._reads_without_remark(result, line):
            self._refuse_clause(result, sense)

    def _reads_without_remark(self, result: Unreadable, line: int) -> bool:
        """Read a clause behind which something is too much, if that is a remark; returns whether it was."""
        tokens, error = result.tokens, result.error
        cut = next(
            (at for at, token in enumerate(tokens) if (token.line, token.column) == (error.line, error.column)), 0
        )
        is_bare = result.act is ActKind.PLAY and cut == len(tokens) - 1 and tokens[cut].folded in _NOTHING
        if cut and (is_bare or all(token.text == "-" for token in tokens[cut:])):
            return self._reads_before_dashes(result, cut, line)
        while cut:
            is_bare = result.act in BARE_ACTS and tokens[cut].is_word
            is_placed = result.act is ActKind.PLAY
            is_remark = not is_bare and sense_of(tokens[cut:], self.context, behind=True, within=is_placed).is_remark
            if is_remark and self._reads_up_to(tokens, cut, line):
                if is_placed and self.context.seat is not None and _says_nothing(tokens[cut:]):
                    self.diagnostics.note(tokens[cut], "buy -", joined(tokens[cut:]))
                    self.add(Action(ActKind.BUY, self.context.seat, ()), line)
                else:
                    self._remark(tokens[cut:], error)
                return True
            if tokens[cut - 1].is_number or (tokens[cut - 1].is_word and inner_meaning(tokens[cut - 1]) != "noise"):
                return False
            cut -= 1  # signs and small words before the remark belong to it
        return False

    def _reads_before_dashes(self, result: Unreadable, cut: int, line: int) -> bool:
        """Read a clause before dashes: a dash behind a tile says that nothing was bought, behind any other clause it says nothing."""
        dashes, seat = result.tokens[cut:], self.context.seat
        if not self._reads_up_to(result.tokens, cut, line):
            return False
        if result.act is ActKind.PLAY and len(dashes) == 1 and seat is not None:
            self.diagnostics.note(dashes[0], "buy -")
            self.add(Action(ActKind.BUY, seat, ()), line)
        else:
            self.diagnostics.note(dashes[0], "", joined(dashes))
        return True

    def _reads_up_to(self, tokens: Sequence[Token], cut: int, line: int) -> bool:
        """Read the clauses before the token at index ``cut``; returns whether the first can be read."""
        noted, before = len(self.diagnostics.notes), tokens[:cut]
        end = Token("", before[-1].line, before[-1].end)
        clauses = read_clauses(Phrase(before, end, self.context), may_go_on=False)
        first = next(clauses, None)
        if first is None or isinstance(first, Unreadable | Unfinished) or _is_no_cash(first):
            del self.diagnostics.notes[noted:]
            return False
        self._take(first, line)
        for more in clauses:
            self._take(more, line)
        return True

    def _refuse_clause(self, result: Unreadable, sense: Sense) -> None:
        """Add a clause that cannot be read to the problems and to the record."""
        self.unknown_chains += isinstance(result.error, UnknownChainError)
        first = result.tokens[0]
        self.diagnostics.problem(result.error, self.texts[result.error.line])
        text, player = shown_text(self._text_of(result.tokens)), self.context.seat
        if result.act in OF_A_PLAYER or sense.act in OF_A_PLAYER:
            player = sense.player if sense.player is not None else player
        act = sense.act if result.act in (None, ActKind.BUY) else result.act
        place = Unread(len(self.events), first.line, first.column, text, player, act, result.error.wanted)
        self.unread.append(place)


def _says_nothing(tokens: Sequence[Token]) -> bool:
    """Whether words behind a tile say that nothing was done: ``- none``, ``niente acquisti``."""
    words = [token for token in tokens if token.is_word]
    return len(words) <= _MOST_OF_NOTHING and any(inner_meaning(word) == "none" for word in words)


def _buys_nothing(tokens: Sequence[Token]) -> bool:
    """Whether two words say by themselves that nothing was bought: ``no purchases``, ``niente acquisti``."""
    return _says_nothing(tokens) and any(token.folded.startswith(_PURCHASES) for token in tokens)


def _is_no_cash(result: ClauseResult) -> bool:
    """Whether a count has fewer dollars than anything costs, so that the words behind its number say what is counted."""
    return isinstance(result, Action) and result.act is ActKind.CASH and 0 < result.value < LEAST_AMOUNT
