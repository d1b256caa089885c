"""The record of what the beam read, with a note for each row that is not in the notation and each word that was passed over.

Words that no table has and that stand before numbers in mergers: what the log itself shows of their meaning, and what is to be asked.

Whoever sells, trades and keeps says so in this order; shares given in trade have half of them behind; what is kept comes last.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise, product
from typing import Final

from games.acquire.actions import Action, ActKind
from games.acquire.board import TILE_NAMES
from games.acquire.errors import LogError
from games.acquire.logs.language.diagnostics import REMARK, AskedWord, Diagnostics
from games.acquire.logs.language.spelling import fold
from games.acquire.logs.language.tokens import Token
from games.acquire.logs.people.beam import Decided, Row
from games.acquire.logs.people.hypothesis import Told
from games.acquire.logs.people.lexicon import Word
from games.acquire.logs.writer import clauses_text
from games.acquire.record import GameRecord, Header, Spelling, Unread
from games.sentences import gettext_lazy as _

#: A word is guessed at, and asked for, if it is met so often.
_OFTEN: Final = 2
#: The most words of which both meanings are tried.
_MOST_TRIED: Final = 2
#: A meaning is taken if the reading costs so much less with it.
_GAIN: Final = 1.0
_MOST_ASKED: Final = 5
_SELL, _TRADE, _HOLD = "sell", "trade", "hold"
_BUY: Final = "buy"
_ORDER: Final = (_BUY, _SELL, _TRADE, _HOLD)


def guesses(rows: Sequence[Row]) -> Iterator[Mapping[str, str]]:
    """Yield sets of meanings worth a trial for the words of a log that are not known."""
    votes: dict[str, Counter[str]] = {}
    for row in rows:
        for pairs in _holders(row.words):
            for at, (word, how) in enumerate(pairs):
                if word.act and not word.act_cost:
                    continue
                vote = _vote(at, len(pairs), how)
                votes.setdefault(fold(word.text), Counter())[vote] += 1
    often = {word: found for word, found in votes.items() if found.total() >= _OFTEN}
    told = {word: max(_ORDER, key=lambda meaning: found[meaning]) for word, found in often.items() if set(found) - {""}}
    open_words = [word for word, found in often.items() if not set(found) - {""}][:_MOST_TRIED]
    for meanings in product((_SELL, _HOLD), repeat=len(open_words)):
        if told or open_words:
            yield {**told, **dict(zip(open_words, meanings, strict=True))}


def _vote(at: int, count: int, how: str) -> str:
    """Return what a word may mean that stands before the number at a place among so many of one holder; empty if it may be two things."""
    if how:
        return how
    if at < count - 1:
        return _SELL
    return _HOLD if count > 1 else ""


def _holders(words: Sequence[Word]) -> Iterator[list[tuple[Word, str]]]:
    """Yield for each holder of a row the words before numbers, and what the number shows of each: a trade, a purchase, or nothing."""
    pairs: list[tuple[Word, str]] = []
    has_tile = any(word.tile is not None for word in words)
    for at, word in enumerate(words):
        if word.player is not None or word.tile is not None:
            if pairs:
                yield pairs
            pairs = []
            continue
        if at and words[at - 1].number is not None:
            continue
        number = _next_word(words, at + 1)
        may_be = not word.is_known or word.act in _ORDER
        if not word.text[:1].isalpha() or not may_be or number is None or words[number].number is None:
            continue
        if words[number].is_count:
            pairs.append((word, _meaning_of_word(words, number, has_tile=has_tile)))
    if pairs:
        yield pairs


def _meaning_of_word(words: Sequence[Word], at: int, *, has_tile: bool) -> str:
    """Return what is shown of a word by what stands behind its number: half of it a trade, a chain by a tile or in a list a purchase."""
    half, chain = _next_word(words, at + 2), _next_word(words, at + 1)
    count = words[at].number or 0
    if half == at + 2 and 2 * (words[at + 2].number or 0) == count > 0:
        return _TRADE
    if chain is None or len(words[chain].chains) != 1:
        return ""
    behind = [word for word in words[chain + 1 : chain + 4] if not word.inside and not word.is_sign and not word.apart]
    is_list = len(behind) > 1 and behind[0].is_count and len(behind[1].chains) == 1
    return _BUY if has_tile or is_list else ""


def _next_word(words: Sequence[Word], at: int) -> int | None:
    """Return the place of the next word that is no filler."""
    while at < len(words) and words[at].inside == "noise":
        at += 1
    return at if at < len(words) else None


def is_better(one: Decided, other: Decided) -> bool:
    """Whether a reading is so much cheaper than another one that the meanings by which it was read are taken."""
    return one.cost + _GAIN < other.cost


def asked_words(
    rows: Sequence[Row], decided: Decided, taken: Mapping[str, str], answers: Mapping[str, str]
) -> tuple[AskedWord, ...]:
    """Return the words to ask for: those whose meaning was guessed, and those that stand often where something was passed over."""
    known = {fold(word) for word in answers}
    lines = {word.line for word in decided.passed}
    counts: Counter[str] = Counter()
    first: dict[str, Word] = {}
    for row in rows:
        for word in row.words:
            name = fold(word.text)
            is_open = not word.is_known and word.text[:1].isalpha() and len(word.text) > 1 and word.line in lines
            if (is_open or name in taken) and name not in known:
                counts[name] += 1
                first.setdefault(name, word)
    often = [name for name, count in counts.most_common() if count >= _OFTEN or name in taken]
    often.sort(key=lambda name: name not in taken)
    return tuple(
        AskedWord(first[name].text, counts[name], first[name].line, taken.get(name, "")) for name in often[:_MOST_ASKED]
    )


#: The most characters of a place that is told.
_SHOWN: Final = 60


def record_of(
    header: Header, rows: Sequence[Row], decided: Decided, texts: Mapping[int, str], diagnostics: Diagnostics
) -> GameRecord:
    """Return the record of what was read; liberties and places passed over are added to the diagnostics."""
    told = _numbered_turns([one for part in decided.turns for one in _in_order(part)])
    found = [(words, False) for words in _open_words(rows, told, decided)]
    open_lines = {words[0].line for words, _is_double in found}
    if decided.parting is not None and decided.parting.line not in open_lines:
        found.append(([decided.parting], True))
    unread = []
    for words, is_double in sorted(found, key=lambda place: (place[0][0].line, place[0][0].column)):
        first = words[0]
        row = texts.get(first.line, "")
        text = row[first.column - 1 : words[-1].end - 1][:_SHOWN]
        before = _place_of(told, first)
        seat = next((one.action.player for one in reversed(told[:before]) if one.action.act is ActKind.TURN), None)
        unread.append(Unread(before, first.line, first.column, text, seat, _act_of(words), is_double=is_double))
        if is_double:
            what, wanted = _("the log can be read in two ways from “{text}” on", text=text), _("who did what, in full")
        else:
            what, wanted = _("“{text}” was not recognised", text=text), _("a tile, a chain, a player or what was done")
        diagnostics.problem(LogError(what, first.line, first.column, wanted), row)
    _note_rows(header, rows, told, texts, diagnostics)
    events, lines = [one.action for one in told], [one.word.line for one in told]
    return GameRecord(header, events, lines, Spelling.TEXT, tuple(unread))


def _open_words(rows: Sequence[Row], told: Sequence[Told], decided: Decided) -> Iterator[Sequence[Word]]:
    """Yield the runs of words that were passed over and may be of the game, no remarks with a number in them."""
    spoken = {one.word.line for one in told}
    heads = {row.words[0].line for row in rows if _has_head(row)}
    silent = {words[0].line: words for row in rows if (words := _silent_turn(row, spoken))}
    begins = next((one.word.line for one in told if one.action.act is ActKind.TURN), 0)
    for words in [
        *silent.values(),
        *(words for words in _runs_passed_over(decided.passed) if words[0].line not in silent),
    ]:
        line = words[0].line
        if line in spoken or line in heads or any(_is_of_game(word, is_begun=line >= begins) for word in words):
            yield words


#: The order of play at the beginning of a turn.
_RANKS: Final = {ActKind.TURN: 0, ActKind.PLAY: 1, ActKind.FOUND: 2, ActKind.SURVIVOR: 2}
#: What comes before the purchase.
_BEFORE_PURCHASE: Final = (*_RANKS, ActKind.ORDER, ActKind.BONUS, ActKind.DISPOSE)


def _in_order(turn: Sequence[Told]) -> Sequence[Told]:
    """Return what is told in a turn with its tile and what it made in front, and the purchase behind the merger; all else as it stands."""
    if not turn or turn[0].action.act is not ActKind.TURN:
        return turn
    played = next((at for at, one in enumerate(turn) if one.action.act is ActKind.PLAY), 0)
    early = [one for one in turn[:played] if one.action.act not in (*_BEFORE_PURCHASE, ActKind.BUY)]
    turn = sorted(turn, key=lambda one: 0 if one in early else _RANKS.get(one.action.act, 3))
    last = max(at for at, one in enumerate(turn) if one.action.act in _BEFORE_PURCHASE)
    early = [one for one in turn[:last] if one.action.act is ActKind.BUY]
    return [*(one for one in turn[: last + 1] if one not in early), *early, *turn[last + 1 :]]


#: Words of clauses that people say of anything.
_OF_TALK: Final = ("", "end", "turn", "play")


def _is_of_game(word: Word, *, is_begun: bool) -> bool:
    """Whether a word can only be meant of a game: a tile, a chain, an amount or once the game has begun an act or an initial of a chain."""
    is_chain = bool(word.chains) and (is_begun or not word.chain_cost)
    return word.tile is not None or is_chain or word.is_amount or (is_begun and word.act not in _OF_TALK)


def _has_head(row: Row) -> bool:
    """Whether a row begins with a player and a colon, as a turn does."""
    for word, behind in pairwise(row.words):
        if word.player is not None and behind.text == ":":
            return True
        if word.number is None and not word.is_sign:
            return False
    return False


def _silent_turn(row: Row, spoken: Collection[int]) -> Sequence[Word]:
    """Return the words behind the number and the player of a turn of which nothing is read; none for any other row."""
    rest = row.words[3:] if len(row.words) > 2 and row.words[2].is_sign else row.words[2:]
    is_turn = bool(rest) and row.words[0].number is not None and row.words[1].player is not None
    return rest if is_turn and rest[0].line not in spoken else ()


def _numbered_turns(told: Sequence[Told]) -> list[Told]:
    """Return what is told, with the numbers of turns only where they count them one by one."""
    turns = [one.action.value for one in told if one.action.act is ActKind.TURN]
    steps = [later - earlier for earlier, later in pairwise(turns) if earlier and later]
    is_counted = bool(steps) and steps.count(1) * 2 > len(steps)
    keeps = is_counted or (len(turns) == 1 and turns[0] is not None and turns[0] > 0)
    return [
        one._replace(
            action=one.action._replace(value=one.action.value if keeps and (one.action.value or 0) > 0 else None)
        )
        if one.action.act is ActKind.TURN
        else one
        for one in told
    ]


def _runs_passed_over(words: Sequence[Word]) -> list[list[Word]]:
    """Return the words passed over, those that stand together in one list."""
    found: list[list[Word]] = []
    for word in words:
        if word.given:
            continue
        if found and found[-1][-1].line == word.line and word.column - found[-1][-1].end <= 1:
            found[-1].append(word)
        else:
            found.append([word])
    return found


def _act_of(words: Sequence[Word]) -> ActKind | None:
    """Return the act that the first word of clauses names, None without one."""
    for word in words:
        if word.act.upper() in ActKind.__members__:
            return ActKind[word.act.upper()]
    return None


def _place_of(told: Sequence[Told], word: Word) -> int:
    """Return the index of the event before which a word comes."""
    place = (word.line, word.column)
    return next(
        (at for at in range(len(told), 0, -1) if (told[at - 1].word.line, told[at - 1].word.column) <= place), 0
    )


def _note_rows(
    header: Header, rows: Sequence[Row], told: Sequence[Told], texts: Mapping[int, str], diagnostics: Diagnostics
) -> None:
    """Note how each row was read that is not in the notation."""
    ids = [player.id for player in header.players]
    names = header.labels().names
    by_line: dict[int, list[Action]] = {}
    for one in told:
        by_line.setdefault(one.word.line, []).append(one.action)
    for number in dict.fromkeys(row.words[0].line for row in rows if row.words and not row.is_exact):
        written = texts.get(number, "").strip()
        place = Token(written, number, len(texts.get(number, "")) - len(texts.get(number, "").lstrip()) + 1)
        actions = by_line.get(number, [])
        diagnostics.note(place, _in_notation(actions, ids, names) if actions else REMARK, written)


def _in_notation(actions: Sequence[Action], ids: Sequence[str], names: Sequence[str]) -> str:
    """Return what a row says in the notation."""
    parts: list[str] = []
    seat = None
    for action in actions:
        if action.act is ActKind.TURN:
            number = "" if action.value is None else f"{action.value} "
            seat = action.player
            parts.append(f"{number}{ids[seat]}:")
        elif action.act in (ActKind.START, ActKind.FINAL):
            parts.append(f"{action.act.word}: {ids[action.player]} {_value(action)}")
        else:
            text = clauses_text([action], seat if seat is not None else action.player, ids, names)
            parts.append(text)
    return "; ".join(parts).replace(":;", ":")


def _value(action: Action) -> str:
    """Return the value of a starting tile or of final cash as text."""
    return TILE_NAMES[action.value] if action.act is ActKind.START else str(action.value)
