"""Games on devices in words: what was done, what a question asks, what a tile would do, from the documents of a view.

The bonuses of a chain in one line: its tiles and price, what first and second get, who they are, and how a tie is split.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import groupby
from typing import Any, Final

from games.acquire.editions.bonus import BonusRole
from games.acquire.play.devices.deeds import Holdings
from games.acquire.play.devices.session import Session
from games.acquire.play.devices.views import bonuses_at, bonuses_at_end
from games.acquire.replay.calculations import BonusCalculation, Holder
from tournament.record.vocabulary import Dollars
from tournament.tellings import words
from wording import gettext as _
from wording import gettext_noop, ngettext, pgettext
from wording.figures import decimals, listed
from wording.languages import language

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
    return words.dollars(Dollars(amount)) if isinstance(amount, int) else str(amount)


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


def _purchase_sentence(who: str, deed: Mapping[str, Any]) -> str:
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


def _disposal_sentence(who: str, deed: Mapping[str, Any]) -> str:
    """A sentence about what a player did with the shares of a chain that was taken over."""
    sold, traded, kept = (deed.get(key) or 0 for key in ("sell", "trade", "hold"))
    done = [_("sells {count}", count=sold)] if sold else []
    done += [_("trades {count}", count=traded)] if traded else []
    done += [_("keeps {count}", count=kept)] if kept else []
    return _("{player} {does} of {chain}.", player=who, does=listed(done) or _("keeps all"), chain=deed["chain"])


def _reason_clause(deed: Mapping[str, Any]) -> str:
    """The reason of an act, to follow what it did."""
    return f": {deed['reason']}" if deed.get("reason") else ""


def _time_sentence(who: str, deed: Mapping[str, Any]) -> str:
    """A sentence about time that is given to a player or taken away, with its reason."""
    values = {"player": who, "time": clock_words(abs(deed["seconds"]) * 1000), "reason": _reason_clause(deed)}
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
    "dispose": _disposal_sentence,
    "buy": _purchase_sentence,
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
    "rewind": lambda who, deed: _(
        "The game goes back to move {number}{reason}.", number=deed["to"], reason=_reason_clause(deed)
    ),
    "time": _time_sentence,
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
    return bool(cash) and Fraction(cash.get(player, 0)) == max(map(Fraction, cash.values()))


CACHED_AT_MOST = 32
"""How many payments' lines a process caches: all devices of a table show the same lines for ten seconds."""


@dataclass(frozen=True, slots=True)
class _Paid:
    """The key under which a payment's lines are cached: the game's code, the number of the act that paid, the names, the language.

    An act never changes, so ``session``, from which the lines are computed, does not count in comparisons.
    """

    code: str
    number: int
    players: tuple[str, ...]
    language: str
    session: Session = field(compare=False)


def paid_lines(session: Session, number: int, names: Mapping[str, str]) -> tuple[str, ...]:
    """Return the bonuses that an act of a game paid, one line for each chain; if holdings are closed, without numbers of shares.

    ``number`` is that of the act, ``names`` are the players' names by ID.
    """
    players = tuple(names[name] for name in session.terms.ids)
    return _lines(_Paid(session.terms.code, number, players, language(), session))


@lru_cache(maxsize=CACHED_AT_MOST)
def _lines(paid: _Paid) -> tuple[str, ...]:
    """The lines of a payment, computed once for each key."""
    closed = paid.session.terms.holdings is Holdings.CLOSED
    return tuple(bonus_words(each, closed=closed) for each in bonuses_at(paid.session, paid.number, paid.players))


def final_lines(session: Session, names: Mapping[str, str]) -> tuple[str, ...]:
    """Return the bonuses that were paid when a game ended, one line for each chain, the smallest chain first.

    Numbers of shares are shown, because all holdings lie open then.
    """
    players = tuple(names[name] for name in session.terms.ids)
    return tuple(bonus_words(each, closed=False) for each in bonuses_at_end(session, players))


def bonus_words(working: BonusCalculation, *, closed: bool) -> str:
    """Return the bonuses of one chain in a line; where holdings are ``closed``, without the numbers of shares.

    An example: "Luxor, 5 tiles at 500: 5,000 (10 times) and 2,500 (5 times). Ann (6) is first: 5,000. …".
    """
    head = ngettext(
        "{chain}, {n} tile at {price}: {first} and {second}.",
        "{chain}, {n} tiles at {price}: {first} and {second}.",
        working.size,
        chain=working.chain,
        price=dollars(working.price),
        first=_pot(working.majority, working.price),
        second=_pot(working.minority, working.price),
    )
    paid = [holder for holder in working.holders if holder.role is not None]
    both = working.majority + working.minority
    sentences = [_holders(list(each), both, closed) for _role, each in groupby(paid, key=lambda holder: holder.role)]
    return " ".join([head, *sentences])


def _pot(pot: int, price: int) -> str:
    """A bonus in words, with how many times the price it is."""
    return _("{amount} ({times} times)", amount=dollars(pot), times=pot // price) if price else dollars(pot)


def _holders(holders: Sequence[Holder], both: int, closed: bool) -> str:
    """One sentence about holders who are paid alike: who they are and what each gets. ``both`` is the sum of both bonuses."""
    first = holders[0]
    if first.role in (BonusRole.SOLE, BonusRole.MAJORITY, BonusRole.MINORITY):
        return _single_bonus_sentence(first, both, closed)
    return _tie_sentence(holders, closed)


def _single_bonus_sentence(holder: Holder, both: int, closed: bool) -> str:
    """One sentence about a holder who shares a bonus with nobody."""
    values = {"player": _holder_name(holder, closed, is_leading=True), "amount": dollars(holder.due)}
    if holder.role is BonusRole.SOLE:
        if holder.due == both:
            return _("{player} is the only shareholder and gets both bonuses: {amount}.", **values)
        return _("{player} is the only shareholder and gets the first bonus: {amount}.", **values)
    is_first = holder.role is BonusRole.MAJORITY
    return _("{player} is first: {amount}.", **values) if is_first else _("{player} is second: {amount}.", **values)


def _tie_sentence(holders: Sequence[Holder], closed: bool) -> str:
    """One sentence about holders who share one bonus or both."""
    first = holders[0]
    is_whole = first.exact.denominator == 1
    values = {
        "players": listed([_holder_name(holder, closed) for holder in holders]),
        "amount": dollars(int(first.exact * len(holders))),
        "part": dollars(int(first.exact)) if is_whole else decimals(round(first.exact * 100), 2),
        "rounded": dollars(first.due),
    }
    if first.role is BonusRole.TIED_MAJORITY:
        if first.due == first.exact:
            return _("Tied for first: {players}. They share both bonuses, {amount}: {part} each.", **values)
        return _(
            "Tied for first: {players}. They share both bonuses, {amount}: {part} each, rounded to {rounded}.", **values
        )
    if first.due == first.exact:
        return _("Tied for second: {players}. They share the second bonus, {amount}: {part} each.", **values)
    return _(
        "Tied for second: {players}. They share the second bonus, {amount}: {part} each, rounded to {rounded}.",
        **values,
    )


def _holder_name(holder: Holder, closed: bool, *, is_leading: bool = False) -> str:
    """The name of a holder, with the number of shares unless holdings are closed. ``is_leading``: a sentence begins with it."""
    name = holder.player or (_("The market") if is_leading else _("the market"))
    return name if closed else f"{name} ({holder.shares})"
