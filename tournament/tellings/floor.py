"""The rules a player needs at the table, in our words and with the event's own amounts: on the floor page and on the backs of cards.

Prices, bonuses and their splits as the reference shows them, on the floor page and on the printed card (R3, price table 1.2-1.4).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from games.acquire.board import TILES
from games.acquire.editions.bonus import price, round_split
from games.acquire.editions.labels import LABEL_SETS, TIER_NAMES
from games.acquire.editions.values import EDITIONS
from tournament.record.formats import MSO_ACQUIRE, Fines, Format, Part
from tournament.record.vocabulary import Dollars
from wording import gettext as _
from wording import gettext_noop
from wording.figures import whole
from wording.languages import language

EDITION = EDITIONS["mso"]
TIERS = range(len(TIER_NAMES))
TIED_FIRST = range(2, 7)
TIED_SECOND = range(2, 6)
SPLIT_NOTE = gettext_noop(
    "A sole shareholder takes both bonuses. Tied for most: both bonuses are added and shared, and second place gets nothing. "
    "Tied for second: the second bonus is shared. Each share is rounded up to the next hundred; a star marks where rounding was needed."
)
"""How bonuses are shared, for `gettext`."""


@dataclass(frozen=True, slots=True)
class PriceLine:
    """One price of a share, with the sizes at which a chain of each tier has it, and the bonuses at that price.

    ``both`` is the sum of both bonuses. ``first`` and ``second`` are what each holder gets if several are tied for most or for second,
    for each number of tied holders in `TIED_FIRST` and `TIED_SECOND`.
    """

    amount: Dollars
    sizes: tuple[str, ...]
    price: str
    majority: str
    minority: str
    both: str
    first: tuple[str, ...]
    second: tuple[str, ...]


def set_in_words(chain_set: str) -> str:
    """Return the name of a chain set; one of which nothing is known is called as it is stored."""
    labels = LABEL_SETS.get(chain_set)
    return _(labels.title) if labels else chain_set


def price_lines() -> tuple[PriceLine, ...]:
    """Return a line for every price, the cheapest first, with amounts as the reader's language writes them."""
    return _price_lines(language())


@cache
def _price_lines(_code: str) -> tuple[PriceLine, ...]:
    """Return `price_lines` of one language; they are made once for each."""
    return tuple(_line(amount) for amount in prices())


def _line(amount: Dollars) -> PriceLine:
    """Return the line of one price in dollars."""
    majority, minority = EDITION.majority_factor * amount, EDITION.minority_factor * amount
    return PriceLine(
        amount=amount,
        sizes=tuple(sizes_at(tier, amount) for tier in TIERS),
        price=whole(amount),
        majority=whole(majority),
        minority=whole(minority),
        both=whole(majority + minority),
        first=tuple(split_in_words(majority + minority, among) for among in TIED_FIRST),
        second=tuple(split_in_words(minority, among) for among in TIED_SECOND),
    )


def prices() -> tuple[Dollars, ...]:
    """Return every price of a share in dollars, the cheapest first."""
    return tuple(sorted({price(EDITION, tier, size) for tier in TIERS for size in range(2, TILES + 1)}))


def sizes_at(tier: int, wanted: Dollars) -> str:
    """Return the sizes at which a chain of a tier has the price ``wanted``: "7-10", "41+"; empty if it never has."""
    sizes = [size for size in range(2, TILES + 1) if price(EDITION, tier, size) == wanted]
    if not sizes:
        return ""
    if sizes[-1] == TILES:
        return f"{sizes[0]}+"
    return str(sizes[0]) if len(sizes) == 1 else f"{sizes[0]}-{sizes[-1]}"


def split_in_words(amount: Dollars, among: int) -> str:
    """Return what each of ``among`` tied holders gets of a bonus in dollars, with a star where it was rounded up (1.4)."""
    exact = Fraction(amount, among)
    paid = round_split(EDITION.split_rounding, exact)
    return f"{whole(int(paid))}{'' if paid == exact else '*'}"


@dataclass(frozen=True, slots=True)
class Section:
    """The rules on one subject: ``key`` is the anchor on the page; each sentence cites its rules and may name the ``fine`` of the event.

    ``heading`` and ``messages`` are for `gettext`.
    """

    key: str
    heading: str
    messages: tuple[str, ...]
    fine: Dollars = MSO_ACQUIRE.step(Fines).usual

    @property
    def title(self) -> str:
        """The heading in the reader's language."""
        return _(self.heading)

    @property
    def sentences(self) -> tuple[str, ...]:
        """The sentences in the reader's language."""
        return tuple(_(message, fine=whole(self.fine)) for message in self.messages)


START = Section(
    "start",
    gettext_noop("Seats and start"),
    (
        gettext_noop(
            "Everybody draws a tile. The lowest number starts; if the numbers are equal, the letter nearest to A starts. "
            "The others sit round the "
            "table in ascending order, and the tiles go on the board (R4)."
        ),
        gettext_noop("Starting tiles that lie side by side do not form a chain until another tile joins them (R5)."),
    ),
)
TALK = Section(
    "talk",
    gettext_noop("Tiles, holdings and talk"),
    (
        gettext_noop(
            "All holdings are open: you may ask at any time how many shares in each chain a player has (R10)."
        ),
        gettext_noop("Do not show your tiles to others. Nobody has to play a tile just because it was shown (R22)."),
        gettext_noop(
            "You may give advice and rely on others, but every move has to be in the best interest of the player who makes it. "
            "Playing as a team is not allowed (R28)."
        ),
    ),
)
CLOCK = Section(
    "clock",
    gettext_noop("Clock"),
    (
        gettext_noop(
            "Your turn ends when you pick up your replacement tile: buy before you draw (R7). Then press the clock and do nothing "
            "else (R8)."
        ),
        gettext_noop(
            "Pressed before drawing? The turn is over; you draw the missing tile at the end of your next turn (R9)."
        ),
        gettext_noop(
            "The clock is stopped while bonuses are paid (R35). In a merger the clock runs for whoever is deciding about shares (R36)."
        ),
        gettext_noop(
            "Out of time: an unfinished purchase does not count; your tiles go back into the bag, but you keep "
            "your money and shares; shares earn bonuses and are sold when the chain goes bust (R31-R34)."
        ),
    ),
)
NO_PLAY = Section(
    "no-play",
    gettext_noop("No legal tile"),
    (
        gettext_noop("If you cannot play any tile, show all your tiles (R16-R17)."),
        gettext_noop("Tiles that can never be played go on the board, not joined to anything (R18)."),
        gettext_noop(
            "Take six new tiles, or as many as are left; then put the other shown tiles back into the bag and mix them (R19)."
        ),
        gettext_noop(
            "Still nothing? If the game can be ended, it ends now (R20). If not, buy up to three shares and refill your hand (R21)."
        ),
    ),
)
ENDING = Section(
    "ending",
    gettext_noop("End of the game"),
    (
        gettext_noop(
            "You may end the game at any point in your own turn before you draw, but not during a merger, if a "
            "chain has 41 tiles or all chains on the board have 11 or more. You do not have to (R12-R13)."
        ),
        gettext_noop(
            "Then the chains are wound up from smallest to largest: bonuses first, then all shares are sold (R15). "
            "Write it on the slip's worksheet."
        ),
    ),
)
MERGERS = Section(
    "mergers",
    gettext_noop("Mergers"),
    (
        gettext_noop(
            "The chain with the most tiles stays. Sizes, prices and bonuses are those before the joining tile is placed; "
            "that tile and any loose tiles it picks up are not counted (R3)."
        ),
        gettext_noop(
            "Chains of equal size: whoever laid the tile chooses which chain stays, and may change that choice until "
            "bonuses are paid (R14, R25)."
        ),
        gettext_noop(
            "Three or four chains: the one that stays takes over the others one at a time, largest first; among equals whoever laid "
            "the tile chooses (R14)."
        ),
        gettext_noop(
            "A chain of 11 tiles or more is safe: it is never taken over, but it may take over others. A tile between two safe chains "
            "cannot be played (R3)."
        ),
        gettext_noop(
            "For each chain that goes bust: bonuses first, with the clocks stopped (R35). Then the shareholders decide, starting with "
            "the player who laid the tile, the others in order of play, each on their own clock (R36): hold, sell at the price before "
            "the merger, or trade two for one while the bank has shares (R3)."
        ),
        gettext_noop("Whoever laid the tile buys only after everybody has decided (R3)."),
    ),
)


def misplays(fine: Dollars) -> Section:
    """Return the section on misplays and what they cost, with the fine of the event in dollars (R23-R27)."""
    return Section(
        "misplays",
        gettext_noop("Misplays and penalties"),
        (
            gettext_noop(
                "A misread tile may be taken back the first time; call the director (R23). Once you have moved the marker of a chain "
                "that really goes bust, the tile stays (R24). Until bonuses are paid you may change your mind about which of equal "
                "chains goes bust (R25)."
            ),
            gettext_noop(
                "If the joining tile was not really there, there was no merger: take your tile back and play another (R26)."
            ),
            gettext_noop(
                "The penalty for repeated errors is a new hand, two minutes and/or {fine} off the final cash "
                "(R27). The correct amount of cash always applies (R11)."
            ),
        ),
        fine,
    )


def sections(rules: Format = MSO_ACQUIRE) -> tuple[Section, ...]:
    """Return all sections except mergers, in the order of a game, for the page and the card of a table; none for other games."""
    if Part.CHAINS not in rules.parts:
        return ()
    costs = (misplays(rules.step(Fines).usual),) if rules.has(Fines) else ()
    return START, TALK, CLOCK, NO_PLAY, ENDING, *costs


SHORT = (
    gettext_noop("Buy, then draw, then press: the draw ends your turn (R7-R8). Clocks stop for bonuses (R35)."),
    gettext_noop("No legal play: show your hand, lay out dead tiles, take six new ones, return the rest (R16-R19)."),
    gettext_noop("End: 41 tiles in a chain, or all chains have 11; in your own turn before you draw (R12-R13)."),
    gettext_noop("Misread a tile? Call the director before anyone acts on it (R23-R24)."),
    gettext_noop("Holdings are open, tiles are not (R10, R22). Advice is allowed, playing as a team is not (R28)."),
)
"""The shortest rules, for the back of a place card; for `gettext`."""
