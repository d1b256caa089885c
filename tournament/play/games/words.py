"""Games on devices in words: what was done, what a question asks, what a tile would do, from the documents of a view."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Final

from tournament.record.vocabulary import Dollars
from tournament.tellings import figures
from wording import gettext as _
from wording import gettext_noop, ngettext, pgettext
from wording.figures import listed

Names = Mapping[str, str]
"""The names of the players by their IDs."""

QUESTION_SENTENCES: Final[Mapping[str, str]] = {
    "start": gettext_noop("{player} must draw a starting tile."),
    "play": gettext_noop("{player} must play a tile."),
    "found": gettext_noop("{player} must name the new chain."),
    "survivor": gettext_noop("{player} must choose which chain survives."),
    "order": gettext_noop("{player} must choose which chain is settled next."),
    "dispose": gettext_noop("{player} must sell, trade or keep shares."),
    "buy": gettext_noop("{player} can buy shares."),
    "card": gettext_noop("{player} can buy shares or use a card."),
    "draw": gettext_noop("{player} must end the turn."),
}
"""What the player who is asked has to do, by the kind of question."""

_NOT_NOW: Final[Mapping[str, str]] = {
    "place-eighth-chain": gettext_noop("cannot be played now: there is no chain left to found"),
    "place-two-safe": gettext_noop("cannot be played now: it would merge two safe chains"),
    "place-safe": gettext_noop("cannot be played now: a safe chain cannot be merged"),
    "place-beside-loose": gettext_noop("cannot be played now: it would touch a lone tile"),
}
"""What is said of a tile that cannot be placed now, by the code that the rules give."""

_UNNAMED: Final = frozenset({"turn", "final", "clock"})
"""The kinds of acts that get no sentence."""
_ID = re.compile(r"\bP\d{1,5}\b")


def dollars(amount: Any) -> str:
    """Return an amount from a view as text. Whole dollars are formatted; a fraction is text already and stays as it is."""
    return figures.dollars(Dollars(amount)) if isinstance(amount, int) else str(amount)


def clock_words(ms: int) -> str:
    """Return milliseconds on a clock as minutes and seconds: "12:05"."""
    return f"{ms // 60_000}:{ms // 1000 % 60:02}"


def with_names(sentence: str, names: Names) -> str:
    """Return a sentence with the players' names in place of their IDs."""
    return _ID.sub(lambda found: names.get(found[0], found[0]), sentence)


def question_words(phase: str, player: str) -> str:
    """Return the sentence that says what a player has to do, by the kind of question."""
    return _(QUESTION_SENTENCES[phase], player=player)


def tile_words(tile: Mapping[str, Any]) -> str:
    """Return what a tile of a hand would do if it was played, as a label beside its name: "founds a chain of 3"."""
    does = tile["does"]
    if does == "lone":
        return _("lies alone")
    if does == "found":
        return ngettext("founds a chain of {n}", "founds a chain of {n}", tile["size"])
    if does == "grow":
        return ngettext(
            "makes {chain} {n} tile long", "makes {chain} {n} tiles long", tile["size"], chain=tile["chain"]
        )
    if does == "merge":
        joined, into = listed(tile["chains"]), tile["into"]
        if len(into) == 1:
            return _("merges {chains}: {survivor} survives", chains=joined, survivor=into[0])
        return _("merges {chains}: you choose the survivor", chains=joined)
    if does == "dead":
        return _("can never be played again")
    return _(_NOT_NOW.get(tile.get("why", ""), gettext_noop("cannot be played now: the rules forbid it")))


def deed_words(deed: Mapping[str, Any], names: Names) -> str:
    """Return an act from the news of a view as a sentence; empty for kinds of acts that get none."""
    act = deed["act"]
    if act in _UNNAMED:
        return ""
    who = names.get(deed.get("player", ""), "")
    sentence = _DEEDS.get(act)
    return sentence(who, deed) if sentence else f"{who}: {act}."


def bought_words(bought: Mapping[str, int]) -> str:
    """Return numbers of shares by chain as a list: "2 Luxor and 1 Tower"; empty for none."""
    return listed([f"{count} {name}" for name, count in bought.items() if count])


def _bought(who: str, deed: Mapping[str, Any]) -> str:
    """A sentence about a purchase."""
    shares = bought_words(deed["shares"])
    return (
        _("{player} buys {shares}.", player=who, shares=shares) if shares else _("{player} buys nothing.", player=who)
    )


def _tiles(deed: Mapping[str, Any]) -> str:
    """The tiles of an act; of secret tiles only their number."""
    tiles = deed["tiles"]
    if "?" in tiles:
        return ngettext("{n} tile", "{n} tiles", len(tiles))
    return " ".join(tiles) or pgettext("what somebody draws, shows or puts back", "no tile")


def _disposed(who: str, deed: Mapping[str, Any]) -> str:
    """A sentence about what a player did with the shares of a chain that was taken over."""
    sold, traded, kept = (deed.get(key) or 0 for key in ("sell", "trade", "hold"))
    done = [_("sells {count}", count=sold)] if sold else []
    done += [_("trades {count}", count=traded)] if traded else []
    done += [_("keeps {count}", count=kept)] if kept else []
    return _("{player} {does} of {chain}.", player=who, does=listed(done) or _("keeps all"), chain=deed["chain"])


def _why(deed: Mapping[str, Any]) -> str:
    """The reason of an act, to follow what it did."""
    return f": {deed['reason']}" if deed.get("reason") else ""


def _timed(who: str, deed: Mapping[str, Any]) -> str:
    """A sentence about time that is given to a player or taken away, with its reason."""
    values = {"player": who, "time": clock_words(abs(deed["seconds"]) * 1000), "reason": _why(deed)}
    if deed["seconds"] >= 0:
        return _("{player} is given {time}{reason}.", **values)
    return _("{player} loses {time} on the clock{reason}.", **values)


_Sentence = Callable[[str, Mapping[str, Any]], str]
_DEEDS: Final[Mapping[str, _Sentence]] = {
    "start": lambda who, deed: _("{player} draws the starting tile {tile}.", player=who, tile=deed["tile"]),
    "hand": lambda who, deed: _("{player} draws their first hand.", player=who),
    "play": lambda who, deed: _("{player} plays {tile}.", player=who, tile=deed["tile"]),
    "found": lambda who, deed: _("{player} founds {chain}.", player=who, chain=deed["chain"]),
    "survivor": lambda who, deed: _("{player} lets {chain} survive.", player=who, chain=deed["chain"]),
    "order": lambda who, deed: _("{player} settles {chains} next.", player=who, chains=listed(deed["chains"])),
    "bonus": lambda who, deed: _(
        "{player} is paid {amount} for {chain}.", player=who, amount=dollars(deed["amount"]), chain=deed["chain"]
    ),
    "dispose": _disposed,
    "buy": _bought,
    "draw": lambda who, deed: _("{player} draws {tiles}.", player=who, tiles=_tiles(deed)),
    "pass": lambda who, deed: _("{player} passes.", player=who),
    "show": lambda who, deed: _("{player} shows {tiles}.", player=who, tiles=_tiles(deed)),
    "dead": lambda who, deed: ngettext(
        "{player} sets aside {tiles}, which can never be played.",
        "{player} sets aside {tiles}, which can never be played.",
        len(deed["tiles"]),
        player=who,
        tiles=_tiles(deed),
    ),
    "return": lambda who, deed: _("{player} puts {tiles} back.", player=who, tiles=_tiles(deed)),
    "timeout": lambda who, deed: _("{player} is out of time.", player=who),
    "takeback": lambda who, deed: _("{player} takes the tile back.", player=who),
    "redraw": lambda who, deed: _("{player} draws a new hand.", player=who),
    "card": lambda who, deed: _("{player} uses the card “{card}”.", player=who, card=card_words(deed["card"])),
    "end": lambda who, deed: _("{player} ends the game.", player=who),
    "swap": lambda who, deed: _(
        "{player} trades 2 shares of {given} for 1 of {taken}.", player=who, given=deed["give"], taken=deed["take"]
    ),
    "market": lambda who, deed: _("The market holds {tile} for {chain}.", tile=deed["tile"], chain=deed["chain"]),
    "pause": lambda who, deed: _("The game is paused."),
    "resume": lambda who, deed: _("The game goes on."),
    "rewind": lambda who, deed: _("The game goes back to move {number}{reason}.", number=deed["to"], reason=_why(deed)),
    "time": _timed,
    "peek": lambda who, deed: _("Somebody looked at {player}’s hand.", player=who),
}


CARD_DOES: Final[Mapping[str, str]] = {
    "DRAW_5_TILES": gettext_noop(
        "You draw five more tiles now, and none at the end of a turn until you have fewer than six."
    ),
    "PLACE_4_TILES": gettext_noop("You can place up to four tiles this turn before you buy."),
    "FREE_3_STOCK": gettext_noop("Your purchase this turn is free."),
    "BUY_5_STOCK": gettext_noop("You can buy up to five shares this turn."),
    "TRADE_2_STOCK": gettext_noop(
        "Up to three times this turn, you can trade two shares of one chain for one share of another chain on the "
        "board."
    ),
}
"""What each power-up card of the Code War lets its player do, in a sentence for the catalogue."""

_CARDS: Final[Mapping[str, str]] = {
    "DRAW_5_TILES": gettext_noop("draw 5 tiles"),
    "PLACE_4_TILES": gettext_noop("place 4 tiles"),
    "FREE_3_STOCK": gettext_noop("free 3 stock"),
    "BUY_5_STOCK": gettext_noop("buy 5 stock"),
    "TRADE_2_STOCK": gettext_noop("trade 2 stock"),
}


def card_words(card: str) -> str:
    """The name of a card in words: "draw 5 tiles"."""
    return _(_CARDS[card])


def has_most(cash: Mapping[str, Any], player: str) -> bool:
    """Whether nobody has more cash than a player (by ID). Amounts are whole dollars, or fractions as text such as "100/3"."""
    return bool(cash) and _amount(cash.get(player, 0)) == max(map(_amount, cash.values()))


def _amount(cash: int | str) -> Fraction:
    """Cash from a view as a number."""
    return Fraction(cash)
