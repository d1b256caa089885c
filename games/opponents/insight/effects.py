"""Acts that change nothing, and pairs of acts that come to the same: a search tells them apart by luck alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.acquire.actions import Card
from games.acquire.rules.cards import is_wasted
from games.acquire.state import State


def has_no_effect(state: State, act: Mapping[str, Any]) -> bool:
    """Whether an act uses up a card with which nothing can be done; acts are in the words of the protocol."""
    return act["act"] == "card" and is_wasted(state, Card(act["card"]))


def come_to_the_same(state: State, one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether two acts name chains that differ in nothing but their names: equally dear, and everybody holds as many of either."""
    chains = [_named(state, one), _named(state, other)]
    if one["act"] != other["act"] or None in chains:
        return False
    first, second = (chain for chain in chains if chain is not None)
    return all(figures[first] == figures[second] for figures in (state.prices, state.shares, state.bank))


def _named(state: State, act: Mapping[str, Any]) -> int | None:
    """The chain that an act founds, lets stay or settles first; None where it names none."""
    names = state.labels.names
    if act["act"] in ("found", "survivor"):
        return names.index(act["chain"])
    return names.index(act["chains"][0]) if act["act"] == "order" else None
