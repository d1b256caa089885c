"""The editions that the project knows; each `Edition` names only what differs from the base game of 1976."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games import plugins
from games.acquire.editions import (
    BonusOrder,
    DeadTiles,
    Disposal,
    Edition,
    EighthChain,
    EndCall,
    NoPlay,
    SoleHolder,
    SplitRounding,
    StartOrder,
    TimeoutPolicy,
)
from games.acquire.editions.labels import LABEL_SETS
from games.acquire.errors import EditionError
from games.sentences import gettext_lazy as _
from games.sentences import gettext_noop

MOST_PLAYERS: Final = 10

MSO: Final = Edition(
    name="mso",
    title=gettext_noop("Mind Sports Olympiad: 1976 rules plus the tournament's own (R3-R36)"),
    no_play=NoPlay.MSO,
    timeout_policy=TimeoutPolicy.MSO,
)

AH1999: Final = Edition(
    name="ah1999",
    title=gettext_noop("Avalon Hill / Hasbro 1999"),
    labels="1999",
    min_players=2,
    start_order=StartOrder.LETTER_NUMBER,
    dead_tiles=DeadTiles.END_OF_TURN_ONCE,
    market_holder_2p=True,
)

AH2008: Final = Edition(
    name="ah2008",
    title=gettext_noop("Avalon Hill / Wizards 2008"),
    labels="2008",
    start_order=StartOrder.LETTER_NUMBER,
    no_play=NoPlay.REDRAW_ALL,
)

NEU2013: Final = Edition(
    name="neu2013",
    title=gettext_noop("Northeastern University course, 2013: Acquire, Revised"),
    labels="2008",
    start_cash=8000,
    start_tiles=0,
    start_order=StartOrder.GIVEN,
    zero_size_prices=(0, 200, 300),
    buy_max=2,
    buy_one_kind=True,
    buy_off_board=True,
    safe_size=12,
    end_size=40,
    safe_may_acquire=False,
    loose_adjacent_ban=True,
    eighth_chain=EighthChain.PLACE_LOOSE,
    # Ruling: the text speaks of a majority and a minority owner only; read literally, a sole owner
    # is the majority owner and nobody is the minority owner.
    sole_holder=SoleHolder.MAJORITY_ONLY,
    split_rounding=SplitRounding.NEAREST1,
    disposal=Disposal.HOLD_ONLY,
    no_play=NoPlay.ENDS_GAME,
    # Ruling: "all hotel chains are safe" means those on the board, and at least one: a chain
    # without tiles has no size that could be safe.
    end=EndCall.MANDATORY,
    empty_bag_ends=True,
)

WIKIPEDIA: Final = Edition(
    name="wikipedia",
    title=gettext_noop("The encyclopedia's description, around 2015"),
    min_players=2,
    start_order=StartOrder.LETTER_NUMBER,
    dead_tiles=DeadTiles.END_OF_TURN_REPEAT,
    no_play=NoPlay.REDRAW_ALL,
    end=EndCall.OPTIONAL_COMPLETES_TURN,
    market_holder_2p=True,
)

MONTECARLO: Final = Edition(
    name="montecarlo",
    title=gettext_noop("A program that tries out strategies at random"),
    min_players=2,
    start_tiles=0,
    start_order=StartOrder.GIVEN,
    split_rounding=SplitRounding.FLOOR1,
    # Ruling: "more than 41" is taken for a slip; the end size stays 41.
    end=EndCall.OPTIONAL_END_OF_TURN,
)

CODEWAR: Final = Edition(
    name="codewar",
    title=gettext_noop("Windward Code War: programs with five power-up cards each"),
    labels="codewar",
    min_players=2,
    max_players=10,
    start_tiles=0,
    start_order=StartOrder.GIVEN,
    split_rounding=SplitRounding.FLOOR1,
    dead_tiles=DeadTiles.AUTO,
    end=EndCall.MANDATORY,
    cards=True,
    timeout_policy=TimeoutPolicy.RANDOM_TILE,
)

NETACQUIRE: Final = Edition(
    name="netacquire",
    title=gettext_noop("The online game NetAcquire and its successors"),
    min_players=1,
    dead_tiles=DeadTiles.END_OF_TURN_REPEAT,
    bonus_order=BonusOrder.BEFORE_DISPOSAL,
    blocked_round_ends=True,
)

_ALL = (MSO, AH1999, AH2008, NEU2013, WIKIPEDIA, MONTECARLO, CODEWAR, NETACQUIRE)


def _checked_edition(_plugin: plugins.Plugin, edition: Edition) -> Edition:
    """Return an edition that a plug-in adds; raises PluginError for parameters that no game can have."""
    if edition.labels not in LABEL_SETS:
        raise plugins.PluginError(
            _("its labels are “{labels}”; use one of {choices}.", labels=edition.labels, choices=", ".join(LABEL_SETS))
        )
    if not 1 <= edition.min_players <= edition.max_players <= MOST_PLAYERS:
        raise plugins.PluginError(
            _("its player numbers must be between 1 and {most}, with the lower first.", most=MOST_PLAYERS)
        )
    rules = {key: value for key, value in edition.parameters().items() if key not in ("name", "title", "labels")}
    if edition.with_rules(rules) != edition:
        raise plugins.PluginError(_("each parameter must have the type of its field."))
    return edition


EDITIONS: Final[Mapping[str, Edition]] = plugins.Registry(
    plugins.EDITIONS, Edition, {e.name: e for e in _ALL}, check=_checked_edition
)
"""All editions by name: those of the project, and then those of plug-ins."""


def edition_named(name: str) -> Edition:
    """Return the edition with this name.

    Raises:
        EditionError: if there is none.
    """
    try:
        return EDITIONS[name]
    except KeyError:
        known = ", ".join(EDITIONS)
        raise EditionError(
            _("There is no edition called {name!r}", name=name), _("one of {choices}", choices=known)
        ) from None
