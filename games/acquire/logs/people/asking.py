"""Words that no table has and that stand before numbers in mergers: what the log itself shows of their meaning, and what is to be asked.

Whoever sells, trades and keeps says so in this order; shares given in trade have half of them behind; what is kept comes last.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Final

from games.acquire.logs.language.diagnostics import AskedWord
from games.acquire.logs.language.spelling import fold
from games.acquire.logs.people.beam import Decided, Row
from games.acquire.logs.people.lexicon import Word

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
        number = _next(words, at + 1)
        may_be = not word.is_known or word.act in _ORDER
        if not word.text[:1].isalpha() or not may_be or number is None or words[number].number is None:
            continue
        if words[number].is_count:
            pairs.append((word, _shown(words, number, has_tile=has_tile)))
    if pairs:
        yield pairs


def _shown(words: Sequence[Word], at: int, *, has_tile: bool) -> str:
    """Return what is shown of a word by what stands behind its number: half of it a trade, a chain by a tile or in a list a purchase."""
    half, chain = _next(words, at + 2), _next(words, at + 1)
    count = words[at].number or 0
    if half == at + 2 and 2 * (words[at + 2].number or 0) == count > 0:
        return _TRADE
    if chain is None or len(words[chain].chains) != 1:
        return ""
    behind = [word for word in words[chain + 1 : chain + 4] if not word.inside and not word.is_sign and not word.apart]
    is_list = len(behind) > 1 and behind[0].is_count and len(behind[1].chains) == 1
    return _BUY if has_tile or is_list else ""


def _next(words: Sequence[Word], at: int) -> int | None:
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
