"""Games on devices in words: what was done, what a question asks, what a tile would do, from the documents of a view."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Final

from tournament.record.vocabulary import format_dollars
from tournament.tellings.words import listed

Names = Mapping[str, str]
"""The names of the players by their IDs."""

QUESTION_WORDS: Final[Mapping[str, str]] = {
    "start": "is to draw a starting tile",
    "play": "is to play a tile",
    "found": "is to name the new chain",
    "survivor": "is to say which chain stays",
    "order": "is to say which chain is settled next",
    "dispose": "is to dispose of shares",
    "buy": "may buy shares",
    "card": "may buy shares or use a card",
    "draw": "is to end the turn",
}
"""What the player who is asked has to do, by the kind of question; to be read after the player's name."""

WHY_NOT: Final[Mapping[str, str]] = {
    "place-eighth-chain": "it would found a chain, and none is left",
    "place-two-safe": "it would merge two safe chains",
    "place-safe": "a safe chain cannot be merged",
    "place-beside-loose": "it would lie beside a loose tile",
}
"""Why a tile cannot be placed now, by the code that the rules give."""

_UNNAMED: Final = frozenset({"turn", "final", "clock"})
"""The kinds of acts that get no sentence."""
_ID = re.compile(r"\bP\d{1,5}\b")


def dollars(amount: Any) -> str:
    """Return an amount from a view as text. Whole dollars are formatted; a fraction is text already and stays as it is."""
    return format_dollars(amount) if isinstance(amount, int) else str(amount)


def clock_words(ms: int) -> str:
    """Return milliseconds on a clock as minutes and seconds: "12:05"."""
    return f"{ms // 60_000}:{ms // 1000 % 60:02}"


def with_names(sentence: str, names: Names) -> str:
    """Return a sentence with the players' names in place of their IDs."""
    return _ID.sub(lambda found: names.get(found[0], found[0]), sentence)


def tile_words(tile: Mapping[str, Any]) -> str:
    """Return what a tile of a hand would do if it was played, to be read after its name: "founds a chain of 3"."""
    does = tile["does"]
    if does == "lone":
        return "lies alone"
    if does == "found":
        return f"founds a chain of {tile['size']}"
    if does == "grow":
        return f"makes {tile['chain']} {tile['size']} tiles long"
    if does == "merge":
        joined = listed(tile["chains"])
        into = tile["into"]
        return f"merges {joined}: {into[0]} stays" if len(into) == 1 else f"merges {joined}: you say which one stays"
    if does == "dead":
        return "can never be played again"
    return f"cannot be played now: {WHY_NOT.get(tile.get('why', ''), 'the rules forbid it')}"


def deed_words(deed: Mapping[str, Any], names: Names) -> str:
    """Return an act from the news of a view as a sentence; empty for kinds of acts that get none."""
    act = deed["act"]
    if act in _UNNAMED:
        return ""
    who = names.get(deed.get("player", ""), "")
    sentence = _DEEDS.get(act)
    return sentence(who, deed) if sentence else f"{who}: {act}."


def _tiles(deed: Mapping[str, Any]) -> str:
    """The tiles of an act, or only their number if they are secret."""
    tiles = deed["tiles"]
    if "?" in tiles:
        return f"{len(tiles)} tile{'s' * (len(tiles) != 1)}"
    return " ".join(tiles) or "no tile"


def _shares(bought: Mapping[str, int]) -> str:
    """Numbers of shares by chain in words."""
    return listed([f"{count} {name}" for name, count in bought.items() if count]) or "nothing"


def _disposed(who: str, deed: Mapping[str, Any]) -> str:
    """A sentence about what a player did with the shares of a chain that was taken over."""
    verbs = (("sell", "sells"), ("trade", "trades"), ("hold", "keeps"))
    parts = [f"{verb} {deed[key]}" for key, verb in verbs if deed.get(key)]
    return f"{who} {listed(parts) or 'keeps all'} of {deed['chain']}."


def _reason(deed: Mapping[str, Any]) -> str:
    """The reason of an act with a colon before it; empty for none."""
    return f": {deed['reason']}" if deed.get("reason") else ""


def _time(who: str, seconds: int) -> str:
    """Words for time in seconds that is given to a player or, if negative, taken away."""
    minutes = clock_words(abs(seconds) * 1000)
    return f"{who} is given {minutes}" if seconds >= 0 else f"{minutes} is taken from {who}"


_Sentence = Callable[[str, Mapping[str, Any]], str]
_DEEDS: Final[Mapping[str, _Sentence]] = {
    "start": lambda who, deed: f"{who} draws the starting tile {deed['tile']}.",
    "hand": lambda who, deed: f"{who} takes a hand.",
    "play": lambda who, deed: f"{who} plays {deed['tile']}.",
    "found": lambda who, deed: f"{who} founds {deed['chain']}.",
    "survivor": lambda who, deed: f"{who} lets {deed['chain']} stay.",
    "order": lambda who, deed: f"{who} settles {listed(list(deed['chains']))} next.",
    "bonus": lambda who, deed: f"{who} is paid {dollars(deed['amount'])} for {deed['chain']}.",
    "dispose": _disposed,
    "buy": lambda who, deed: f"{who} buys {_shares(deed['shares'])}.",
    "draw": lambda who, deed: f"{who} draws {_tiles(deed)}.",
    "pass": lambda who, deed: f"{who} passes.",
    "show": lambda who, deed: f"{who} shows {_tiles(deed)}.",
    "dead": lambda who, deed: f"{who} sets {_tiles(deed)} aside, which can never be played.",
    "return": lambda who, deed: f"{who} puts {_tiles(deed)} back.",
    "timeout": lambda who, deed: f"{who} is out of time.",
    "takeback": lambda who, deed: f"{who} takes the tile back.",
    "redraw": lambda who, deed: f"{who} draws a new hand.",
    "card": lambda who, deed: f"{who} uses the card {card_words(deed['card'])}.",
    "end": lambda who, deed: f"{who} ends the game.",
    "swap": lambda who, deed: f"{who} gives 2 shares of {deed['give']} for 1 of {deed['take']}.",
    "market": lambda who, deed: f"The market holds {deed['tile']} for {deed['chain']}.",
    "pause": lambda who, deed: "The game is paused.",
    "resume": lambda who, deed: "The game goes on.",
    "rewind": lambda who, deed: f"The game goes back to act {deed['to']}{_reason(deed)}.",
    "time": lambda who, deed: f"{_time(who, deed['seconds'])}{_reason(deed)}.",
    "peek": lambda who, deed: f"The hand of {who} was looked into.",
}


CARD_DOES: Final[Mapping[str, str]] = {
    "DRAW_5_TILES": "You draw five tiles more now, and none at the end of a turn until you have fewer than six.",
    "PLACE_4_TILES": "You may place up to four tiles in this turn; then you buy.",
    "FREE_3_STOCK": "Your purchase of this turn costs nothing.",
    "BUY_5_STOCK": "You may buy up to five shares in this turn.",
    "TRADE_2_STOCK": "Up to three times in this turn you may give two shares of one chain for one of another chain on the board.",
}
"""What each power-up card of the Code War lets its player do, in a sentence."""


def card_words(card: str) -> str:
    """The name of a card in words: "draw 5 tiles"."""
    return card.lower().replace("_", " ")


def has_most(cash: Mapping[str, Any], player: str) -> bool:
    """Whether nobody has more cash than a player (by ID). Amounts are whole dollars, or fractions as text such as "100/3"."""
    return bool(cash) and _amount(cash.get(player, 0)) == max(map(_amount, cash.values()))


def _amount(cash: int | str) -> Fraction:
    """Cash from a view as a number."""
    return Fraction(cash)
