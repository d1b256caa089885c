"""What a clause is read against: the players, the chains, whose turn it is, and what was read in it so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.acquire.actions import Act, Action
from games.acquire.logs.clauses import DIRECTORS_WORDS
from games.acquire.logs.lenient.ground import Ground
from games.acquire.logs.lenient.language.folding import fold
from games.acquire.logs.lenient.language.nearest import Nearest
from games.acquire.logs.lenient.language.tokens import Phrase, Token
from games.acquire.logs.lenient.language.words import CLAUSE_WORDS, ENGLISH, INSIDE_WORDS
from games.acquire.logs.lenient.names import Chains, How, Players
from games.acquire.logs.lenient.remarks import Remarks

#: Words of the longest phrase in the table, and the signs and words that may part clauses.
_LONGEST_PHRASE: Final = 3
_WHOLE: Final = 3
_SHORT: Final = 5
PARTING: Final = (",", ".", "+", "&", "|")
#: Signs that part clauses only before a clause word.
_DASHES: Final = ("-", "/")
_CANONICAL: Final = {
    **{act.word: act.word for act in Act if act not in (Act.START, Act.HAND, Act.TURN, Act.PLAY, Act.FINAL)},
    **{word: word for word in ("sell", "trade", "hold")},
}
MEANINGS: Final = {**CLAUSE_WORDS, **_CANONICAL}
#: A short word of another language is near too many words that somebody may mean, and what the director does is no slip.
_NEAR: Final = Nearest(
    {
        word: meaning
        for word, meaning in MEANINGS.items()
        if (word in ENGLISH or word in _CANONICAL or len(word) > _SHORT) and meaning not in DIRECTORS_WORDS
    }
)
#: Signs between a tile or a chain and what becomes of it.
ARROWS: Final = ("->", "=>", "→", ">", ":", "=")
#: The parts of a disposal.
PARTS: Final = ("sell", "trade", "hold")
#: The words of what is told of one player's money and shares.
PAYMENTS: Final = (*PARTS, "dispose", "bonus", "gets", "cash")


@dataclass(slots=True)
class Scene:
    """Everything a clause is read against; ``seat`` is the player whose turn it is, None before any turn."""

    players: Players
    chains: Chains
    remarks: Remarks
    ground: Ground
    events: Sequence[Action]
    seat: int | None = None
    has_tile: bool = False
    has_card: bool = False
    has_passed: bool = False
    #: What was told of it already: the parts of the last disposal, while nothing else was read since: another one may follow.
    open_parts: frozenset[str] = frozenset()


def word_at(phrase: Phrase, ahead: int = 0) -> tuple[str, int]:
    """What the clause word so many tokens ahead means, and how many tokens it takes; nothing and 0 if there is none."""
    if not phrase.peek(ahead).is_word:
        return "", 0
    words = [phrase.peek(ahead + place).folded for place in range(_LONGEST_PHRASE)]
    for length in range(_LONGEST_PHRASE, 0, -1):
        meaning = MEANINGS.get(" ".join(words[:length]))
        if meaning and words[length - 1]:
            return meaning, length
    return "", 0


def begins_payment(phrase: Phrase, ahead: int = 0, chains: Chains | None = None) -> bool:
    """Whether a bonus, a count or a disposal begins so many tokens ahead: its word, or a number of shares and then the word.

    With ``chains`` a disposal may also begin with its chain.
    """
    meaning, length = word_at(phrase, ahead)
    if meaning in PAYMENTS:
        return True
    if not length and chains is not None and chains.find(phrase.peek(ahead)) is not None:
        ahead += 1
        return word_at(phrase, ahead + phrase.peek(ahead).is_number)[0] in PARTS
    if not phrase.peek(ahead).is_number:
        return False
    return any(
        word_at(phrase, ahead + width)[0] in PARTS for width in ((1, 2) if phrase.peek(ahead + 1).is_word else (1,))
    )


def near_word(token: Token) -> str:
    """What the only clause word one slip of a letter away means; nothing if there is none or more than one."""
    near = _NEAR.find(token.folded, keeps_first=True) if token.is_word else set()
    return near.pop() if len(near) == 1 else ""


def note_word(phrase: Phrase, remarks: Remarks, meaning: str, length: int) -> None:
    """Read a clause word; tell of it unless it is that of the notation."""
    first = phrase.peek()
    written = phrase.written(phrase.at, phrase.at + length)
    if written.lower() != meaning:
        remarks.note(first.line, first.column, written, meaning)
    phrase.at += length


def inside(token: Token) -> str:
    """What a word inside a clause means; nothing if it is none of the table."""
    return INSIDE_WORDS.get(token.folded, "") if token.is_word else ""


def is_and(phrase: Phrase, ahead: int = 0) -> bool:
    """Whether an "and" stands so many tokens ahead; the Polish "i" may be a chain's initial, so a whole word must follow it."""
    token, after = phrase.peek(ahead), phrase.peek(ahead + 1)
    if inside(token) != "and":
        return False
    return (
        len(token.text) > 1
        or token.folded == "y"
        or (token.text.islower() and after.is_word and len(after.text) >= _WHOLE)
    )


def parting_at(phrase: Phrase, ahead: int = 0) -> int:
    """How many tokens stand so many places ahead only to part clauses."""
    width = 0
    while phrase.peek(ahead + width).text in PARTING or is_and(phrase, ahead + width):
        width += 1
    if not width and phrase.peek(ahead).text in _DASHES and word_at(phrase, ahead + 1)[1]:
        return 1
    return width


def skip_noise(phrase: Phrase, remarks: Remarks, signs: Sequence[str] = ()) -> None:
    """Pass over words like "of" and "shares", and the signs given, and tell of it."""
    first = phrase.at
    while inside(phrase.peek()) == "noise" or (phrase.peek().text and phrase.peek().text in signs):
        phrase.at += 1
    if phrase.at > first:
        token = phrase.tokens[first]
        remarks.note(token.line, token.column, phrase.written(first, phrase.at), "")


def read_names(phrase: Phrase, scene: Scene, *, player: bool, chain: bool) -> tuple[int | None, int | None]:
    """The player and the chain named next, in either order; only those asked for, None for one that is not there.

    Raises:
        LogError: if a word may be the name of either.
    """
    seat = found = None
    while True:
        if not scene.players.at(phrase, 0, How.NAME):
            skip_noise(phrase, scene.remarks, (":", "(", ")"))
        who = scene.players.at(phrase, 0, How.START) if player and seat is None else None
        what = scene.chains.find(phrase.peek()) if chain and found is None else None
        if word_at(phrase)[1] and not (who and who.how is How.EXACT):
            break
        if who and (what is None or who.how <= How.NAME or not _is_chain(phrase, scene, what)):
            seat = scene.players.read(phrase, scene.remarks)
        elif what is not None:
            found = scene.chains.read(phrase, scene.remarks)
        else:
            break
    return seat, found


def _is_chain(phrase: Phrase, scene: Scene, chain: int) -> bool:
    """Whether a word that may be a player's initial or a chain's is the chain's, as the word after it tells."""
    token = phrase.peek()
    if token.folded == fold(scene.chains.labels.names[chain]):
        return True
    is_chain_next = scene.chains.find(phrase.peek(1)) is not None
    is_player_next = scene.players.at(phrase, 1, How.START) is not None
    if is_chain_next == is_player_next:
        raise token.wrong(f"{token.text!r} may be a player or a chain", "the name written out")
    return is_player_next
