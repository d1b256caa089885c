"""Reading the lines below the header of a text log: exactly by the notation.

The clauses of each turn in the order of play, which the notation has not and the rules need.

Reading the lines below the header exactly by the notation.

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

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

from games.acquire.actions import NOBODY, OF_THE_TABLE, Action, ActKind
from games.acquire.board import parse_tile
from games.acquire.errors import LogError, TileError
from games.acquire.logs.forms import CLAUSE_ACTS, DIRECTORS, OF_A_PLAYER, READ_TEXT, Clause
from games.acquire.logs.language.cursor import DIRECTORS_WORDS
from games.acquire.logs.language.diagnostics import Liberty
from games.acquire.logs.language.tokens import MARK, SourceLine, Token
from games.acquire.logs.writer import clauses_text
from games.acquire.record import GameRecord, Header, Spelling, Stamp, stamps_of_events
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


class Body:
    """Reads the lines of a game by the notation, and refuses the first line that is not in it."""

    def __init__(self, header: Header) -> None:
        self.header = header
        self.notation = Notation(header)
        self.events: list[Action] = []
        self.lines: list[int | None] = []
        self.stamps: list[Stamp | None] = []
        self.seat: int | None = None

    def read_lines(self, lines: Iterable[SourceLine]) -> GameRecord:
        """Return the record of all lines.

        Raises:
            LogError: at the first place that is not in the notation.
        """
        for line in lines:
            self.add_exact(self.notation.line(line, self.seat, awaits_time=self.awaits_time), line.number)
        stamps = stamps_of_events(self.stamps)
        return GameRecord(self.header, self.events, self.lines, Spelling.TEXT, stamps=stamps)

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
        for action, stamp, _source in statements:
            if action is None:
                self.stamps[-1] = stamp
                continue
            if action.act is ActKind.TURN:
                self.seat = action.player
            self.add(action, line, stamp)


#: Acts that follow from the tile and come before the purchase.
_CONSEQUENCES: Final = frozenset({ActKind.FOUND, ActKind.SURVIVOR, ActKind.ORDER, ActKind.BONUS, ActKind.DISPOSE})
_MONEY: Final = frozenset({ActKind.BONUS, ActKind.DISPOSE})
#: Turns with any other act are not reordered, because there the order may mean something.
_PLAIN: Final = _CONSEQUENCES | {
    ActKind.TURN,
    ActKind.PLAY,
    ActKind.BUY,
    ActKind.DRAW,
    ActKind.CASH,
    ActKind.END,
    ActKind.PASS,
    ActKind.SHOW,
    ActKind.DEAD,
    ActKind.RETURN,
    ActKind.CLOCK,
}
#: After these acts a tile may have been placed against the rules, so it is not moved before them.
_LATE: Final = frozenset({ActKind.DRAW, ActKind.PASS, ActKind.CLOCK, ActKind.END})


def in_order(record: GameRecord) -> tuple[GameRecord, list[Liberty]]:
    """Return the record with the clauses of each turn in the order of play, and a note for each turn that was reordered.

    A log with a rewind is returned unchanged, because the rewind counts its events.
    """
    if any(event.act is ActKind.REWIND for event in record.events):
        return record, []
    events, lines, stamps = list(record.events), list(record.lines), list(record.stamps)
    notes = []
    for first, last in _turns(record):
        moved = _order_of_play(events[first:last])
        if moved is None:
            continue
        before, after = events[first:last], [events[first + place] for place in moved]
        events[first:last] = after
        if lines:
            lines[first:last] = [lines[first + place] for place in moved]
        if stamps:
            stamps[first:last] = [stamps[first + place] for place in moved]
        written, read = _turn_line(record.header, before), _turn_line(record.header, after)
        notes.append(Liberty(record.line_of(first) or 1, 1, written, read))
    if not notes:
        return record, []
    return replace(record, events=events, lines=lines, stamps=tuple(stamps)), notes


def _turns(record: GameRecord) -> Iterator[tuple[int, int]]:
    """Yield the first index of each turn and the one after its last, for turns without a place that cannot be read."""
    ends = [
        place
        for place, event in enumerate(record.events)
        if event.act in (ActKind.TURN, ActKind.FINAL, ActKind.HAND, ActKind.START)
    ]
    unread = {gap.before for gap in record.unread}
    for first, last in pairwise([*ends, len(record.events)]):
        if record.events[first].act is ActKind.TURN and unread.isdisjoint(range(first + 1, last + 1)):
            yield first, last


def _order_of_play(turn: Sequence[Action]) -> list[int] | None:
    """Return the indices of a turn's events in the order of play, or None if they are in order or the order is not certain."""
    player = turn[0].player
    acts = [event.act for event in turn]
    is_plain = (
        all(event.act in _PLAIN for event in turn) and acts.count(ActKind.PLAY) <= 1 and acts.count(ActKind.BUY) <= 1
    )
    if not is_plain or any(event.player != player for event in turn if event.act not in _MONEY | {ActKind.CASH}):
        return None
    places = list(range(len(turn)))
    if ActKind.PLAY in acts:
        _move_tile(places, acts)
    _move_consequences(places, turn)
    return places if places != sorted(places) else None


def _move_tile(places: list[int], acts: Sequence[ActKind]) -> None:
    """Move the tile directly behind the beginning of the turn, unless it may have been placed late.

    The only survivor named, and a chain founded behind a count of cash, are moved with it.
    """
    at = acts.index(ActKind.PLAY)
    if not _LATE & set(acts[:at]):
        counted = next((place for place in places if acts[place] is ActKind.CASH), len(places))
        named = [place for place in places[counted:] if acts[place] is ActKind.FOUND]
        if acts.count(ActKind.SURVIVOR) == 1:
            named.append(acts.index(ActKind.SURVIVOR))
        first = [at, *named]
        places[1:] = [*first, *(place for place in places[1:] if place not in first)]


def _move_consequences(places: list[int], turn: Sequence[Action]) -> None:
    """Move what follows from the tile before the purchase and the end of the game.

    Counts of cash that stand directly behind the purchase stay behind it; those between two consequences stay between them.
    """
    acts = [turn[place].act for place in places]
    closing = [at for at, act in enumerate(acts) if act in (ActKind.BUY, ActKind.END)]
    if not closing or ActKind.PLAY in acts[closing[0] :]:
        return
    late = [at for at in range(closing[0] + 1, len(places)) if _is_consequence(turn, turn[places[at]])]
    if not late:
        return
    moved = [at for at in range(late[0], late[-1] + 1) if at in late or acts[at] is ActKind.CASH]
    rest = [at for at in range(closing[0], len(places)) if at not in moved]
    places[closing[0] :] = [places[at] for at in (*moved, *rest)]


def _is_consequence(turn: Sequence[Action], event: Action) -> bool:
    """Whether an event follows from the tile; a bonus may be of the end, unless somebody disposes of its chain in this turn."""
    if event.act is not ActKind.BONUS:
        return event.act in _CONSEQUENCES
    return any(other.act is ActKind.DISPOSE and other.value[0] == event.value[0] for other in turn)


def _turn_line(header: Header, events: Sequence[Action]) -> str:
    """The clauses of a turn on one line, as the writer spells them."""
    ids = [player.id for player in header.players]
    return clauses_text(events[1:], events[0].player, ids, header.labels().names)
