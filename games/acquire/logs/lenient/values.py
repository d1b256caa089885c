"""What follows the word of a clause, as people write it: chains, tiles, cards."""

from __future__ import annotations

from typing import Final

from games.acquire.actions import NOBODY, UNKNOWN_TILE, Act, Action, Card
from games.acquire.logs.clauses import LONGEST_NUMBER
from games.acquire.logs.lenient.language.tokens import Phrase, spaced
from games.acquire.logs.lenient.numbers import read_tile, tile_shape
from games.acquire.logs.lenient.scene import ARROWS, Scene, inside, parting_at, skip_noise, word_at


def read_chain(phrase: Phrase, scene: Scene) -> int:
    """The chain named next.

    Raises:
        LogError: if there is none, or it is not clear what is meant.
    """
    skip_noise(phrase, scene.remarks, (":",))
    return scene.chains.read(phrase, scene.remarks)


def read_chains(phrase: Phrase, scene: Scene) -> tuple[int, ...]:
    """The chains named next, however they are parted.

    Raises:
        LogError: if there is none, or it is not clear what is meant.
    """
    if inside(phrase.peek()) == "none" or phrase.peek().text == "-":
        phrase.at += 1
        return ()
    found = [read_chain(phrase, scene)]
    while True:
        width = 1 if phrase.peek().text in (">", "->", "/") else parting_at(phrase)
        if word_at(phrase, width)[1] or scene.chains.find(phrase.peek(width)) is None:
            return tuple(found)
        sign = phrase.peek()
        scene.remarks.note(sign.line, sign.column, sign.text if width else ",", ",")
        phrase.at += width
        found.append(read_chain(phrase, scene))


def read_tiles(phrase: Phrase, scene: Scene, act: Act) -> tuple[int, ...]:
    """The tiles that stand next; a draw that names none is that of an unknown one.

    Raises:
        LogError: if there is none, or it is not clear what is meant.
    """
    remarks = scene.remarks
    phrase.took(":")
    token = phrase.peek()
    if inside(token) == "none" or token.text == "-":
        phrase.at += 1
        remarks.note(token.line, token.column, token.text, "-")
        return ()
    if act is Act.DRAW and (not token.text or parting_at(phrase) or word_at(phrase)[1]):
        before = phrase.tokens[phrase.at - 1]
        remarks.note(before.line, before.column, before.text, "draw ?")
        return (UNKNOWN_TILE,)
    found = [read_tile(phrase, remarks)]
    while True:
        width = 0 if tile_shape(phrase) else parting_at(phrase)
        at, phrase.at = phrase.at, phrase.at + width
        if (width and phrase.tokens[at].text == ".") or not tile_shape(phrase):
            phrase.at = at
            return tuple(found)
        if width:
            sign = phrase.tokens[at]
            if act is Act.DRAW and not (scene.has_tile or scene.has_passed):
                raise sign.wrong("it is not clear which tile was drawn and which placed", "a semicolon between them")
            remarks.note(sign.line, sign.column, sign.text, "")
        found.append(read_tile(phrase, remarks))


def read_card(phrase: Phrase, scene: Scene) -> Card:
    """The card named next, however its words are parted.

    Raises:
        LogError: if there is none, or it is not clear what is meant.
    """
    first = phrase.at
    token = phrase.peek()
    longest = max(card.count("_") for card in Card) * 2 + 1
    for length in range(longest, 0, -1):
        tokens = phrase.tokens[first : first + length]
        letters = "".join(token.folded for token in tokens if token.text[:1].isalnum())
        for card in Card:
            if card.replace("_", "").lower() == letters:
                phrase.at += len(tokens)
                scene.remarks.note(token.line, token.column, spaced(tokens).replace(" ", "_").upper(), str(card))
                return card
    raise token.wrong(f"{token.text!r} is no card", f"one of {', '.join(Card)}")


def read_swap(phrase: Phrase, scene: Scene) -> tuple[int, int]:
    """The chains given and taken.

    Raises:
        LogError: if there is none, or it is not clear what is meant.
    """
    given = read_chain(phrase, scene)
    sign = phrase.peek()
    if phrase.took(*ARROWS, ","):
        scene.remarks.note(sign.line, sign.column, sign.text, "")
    return given, read_chain(phrase, scene)


def read_market(phrase: Phrase, scene: Scene) -> tuple[int, int]:
    """The chain of a market and the tile drawn for it.

    Raises:
        LogError: if there is none, or it is not clear what is meant.
    """
    chain = read_chain(phrase, scene)
    return chain, read_tile(phrase, scene.remarks)


#: Seconds of a unit of time behind its number.
_UNITS: Final = {
    **dict.fromkeys(("s", "sec", "second", "seconds", "sekunde", "sekunden"), 1),
    **dict.fromkeys(("m", "min", "minute", "minutes", "minuten"), 60),
}
_SIGNED: Final = "a number of seconds with its sign, such as +120 or -120"


def read_directors(phrase: Phrase, scene: Scene, act: Act, actor: int | None) -> Action:
    """What the director does, behind its word; ``actor`` is a player named before it.

    Raises:
        LogError: if it is not clear whose time or hand is meant, how much time, or which statement.
    """
    if act is Act.REWIND:
        return Action(act, NOBODY, _read_rewind(phrase, scene))
    if act in (Act.PAUSE, Act.RESUME):
        return Action(act, NOBODY)
    seconds = _read_seconds(phrase) if act is Act.TIME and phrase.peek().text in ("+", "-") else None
    if actor is None:
        skip_noise(phrase, scene.remarks, (":",))
        actor = scene.players.read(phrase, scene.remarks)
    if act is Act.PEEK:
        return Action(act, actor)
    return Action(act, actor, _read_seconds(phrase) if seconds is None else seconds)


def _read_seconds(phrase: Phrase) -> int:
    """Seconds with their sign, or minutes, or both: "+120", "- 2 min", "+2:30"."""
    sign, number = phrase.peek(), phrase.peek(1)
    if sign.text not in ("+", "-") or not number.is_number or len(number.text) > LONGEST_NUMBER:
        told = f"{sign.text!r} tells no time given or taken" if sign.text else "the clause ends too early"
        raise sign.wrong(told, _SIGNED)
    phrase.at += 2
    seconds = int(number.text)
    if phrase.peek().text == ":" and phrase.peek(1).is_number and len(phrase.peek(1).text) == 2:
        seconds = 60 * seconds + int(phrase.peek(1).text)
        phrase.at += 2
    elif phrase.peek().folded in _UNITS:
        seconds *= _UNITS[phrase.peek().folded]
        phrase.at += 1
        phrase.took(".")
    return -seconds if sign.text == "-" else seconds


def _read_rewind(phrase: Phrase, scene: Scene) -> tuple[int, str]:
    """How many statements stay, and the reason: all that stands behind the number."""
    while phrase.took("to", "statement", "event", "nr", "no", "#", "."):
        pass
    number = phrase.peek()
    if not number.is_number or len(number.text) > LONGEST_NUMBER:
        told = f"{number.text!r} stands here" if number.text else "the clause ends too early"
        raise number.wrong(told, "the number of the last statement that stays, counted from 1")
    phrase.at += 1
    while phrase.took(":", ",", "-", "("):
        pass
    reason = phrase.written(phrase.at, len(phrase.tokens))
    phrase.at = len(phrase.tokens)
    return int(number.text), reason.strip('"').removesuffix(")").strip()
