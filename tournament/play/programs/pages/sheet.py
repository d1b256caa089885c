"""The score sheet of a game: what everybody holds, who is first and second in each chain, unplayed cards, and hands that lie open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.acquire.state import State
from tournament.play.games.words import card_words, dollars

FIRST, SECOND = "1st", "2nd"


def places_of(state: State) -> list[list[str]]:
    """Return for each chain a list by seat: `FIRST`, `SECOND` or "". Where several share the first place, nobody is second."""
    return [_places(holdings) for holdings in state.shares]


def _places(holdings: Sequence[int]) -> list[str]:
    """The places in one chain, by seat; ``holdings`` are the numbers of its shares by seat."""
    ranked = sorted({count for count in holdings if count}, reverse=True)
    first = ranked[0] if ranked else 0
    is_tied = sum(count == first for count in holdings) > 1
    second = ranked[1] if len(ranked) > 1 and not is_tied else 0
    return [FIRST if count and count == first else SECOND if count and count == second else "" for count in holdings]


def score_sheet(
    view: Mapping[str, Any],
    chains: Sequence[str],
    places: Sequence[Sequence[str]],
    bots: Sequence[tuple[int, str, str]],
    hands: Mapping[str, Sequence[str]],
) -> list[dict[str, Any]]:
    """Return one row for each player in the order of play.

    ``view`` is the open view of the game, ``places`` are those of `places_of`, ``bots`` are by seat (place in the command line, name,
    initials), and ``hands`` are the tiles of hands that may be shown, by the player's ID.
    """
    to_act = (view["ask"] or {}).get("who")
    final = (view.get("result") or {}).get("cash", {})
    ids = view["game"]["players"]
    rows = []
    for player in view["players"]:
        seat = ids.index(player["id"])
        bot, name, initials = bots[seat]
        shares = player.get("shares", {})
        rows.append(
            {
                "bot": bot,
                "name": name,
                "initials": initials,
                "is_asked": player["id"] == to_act,
                "cash": dollars(final.get(player["id"], player.get("cash", 0))),
                "tiles": player["tiles"],
                "is_out": player["out"],
                "cards": [card_words(card) for card in player["cards"]],
                "chains": [(shares.get(name, 0), places[chain][seat]) for chain, name in enumerate(chains)],
                "hand": list(hands.get(player["id"], ())),
            }
        )
    return rows
