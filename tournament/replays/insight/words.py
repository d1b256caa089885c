"""What a search made of a decision, in words that say it is an estimate; and the three decisions that moved most."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.opponents.insight.deciding import Decision
from tournament.record.vocabulary import format_dollars

MOST_POINTS = 3
ROUND = 100
"""Estimates are told in so many dollars."""


def act_words(act: Mapping[str, Any]) -> str:
    """An act of the protocol as what somebody did: "bought 2 Tower and 1 Luxor", "held 3 Tower"."""
    match act["act"]:
        case "play":
            return f"placed {act['tile']}"
        case "buy":
            return f"bought {_shares(act['shares'])}"
        case "dispose":
            return _disposal(act)
        case "found":
            return f"founded {act['chain']}"
        case "survivor":
            return f"let {act['chain']} survive"
        case "order":
            return f"let {act['chains'][0]} be taken over first"
        case "swap":
            return f"exchanged 2 {act['give']} for 1 {act['take']}"
        case "card":
            return f"used the card {act['card'].replace('_', ' ').lower()}"
        case word:
            return {"pass": "placed no tile", "end": "declared the end of the game"}.get(word, "drawn a tile")


def _shares(shares: Mapping[str, int]) -> str:
    return _listed([f"{count} {chain}" for chain, count in shares.items() if count]) or "nothing"


def _disposal(act: Mapping[str, Any]) -> str:
    chain = act["chain"]
    verbs = (("sold", act["sell"]), ("traded", act["trade"]), ("held", act["hold"]))
    done = [(verb, count) for verb, count in verbs if count]
    return _listed([f"{verb} {count}{'' if place else f' {chain}'}" for place, (verb, count) in enumerate(done)])


def _listed(parts: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(parts[:-1]), *parts[-1:]]))


@dataclass(frozen=True, slots=True)
class Look:
    """What a search made of a decision: ``verdict`` in a sentence, ``basis`` in a few words what it rests on.

    ``more`` is what the preferred act was worth more, in dollars, and ``least`` how much of it is beyond doubt; both 0 where nothing is clear.
    """

    verdict: str
    basis: str
    more: int
    least: int


def decision_words(decision: Decision, players: Sequence[str]) -> str:
    """Who did what: "Player 2 sold 4 Tower"."""
    return f"{players[decision.player]} {act_words(decision.done)}"


def told_look(judged: Mapping[str, Any]) -> Look:
    """A kept judgement (`Judged.document`) in words."""
    if not judged["is_possible"]:
        return Look("By the rules of this edition nobody could do that, so there is nothing to compare.", "", 0, 0)
    looks, more, give = judged["looks"], judged["more"], judged["give"]
    played = f"{format_dollars(looks)} games played out"
    if judged["best"] == judged["done"]:
        return Look("The search would have done the same.", played, 0, 0)
    other = act_words(judged["best"])
    least = more - give
    if least <= 0:
        between = f"{_about(more - give)} to {_about(more + give)}"
        words = f"The search would have {other}, but the two are too close to tell apart."
        return Look(words, f"estimated difference {between}; {played}", 0, 0)
    between = f"{_about(least)} to {_about(more + give)}"
    words = f"The search would have {other}: worth about {_about(more)} more."
    return Look(words, f"estimate, {between} at 95 %; {played}", more, least)


def _about(amount: int) -> str:
    """Dollars to the nearest hundred."""
    return format_dollars(ROUND * round(amount / ROUND))


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A decision that cost much by the search's estimate: the number of its event, its turn, a sentence, and what that rests on."""

    event: int
    turn: int
    words: str
    basis: str


def turning_points(
    decisions: Iterable[Decision], judged: Mapping[int, Mapping[str, Any]], players: Sequence[str]
) -> tuple[TurningPoint, ...]:
    """Up to three decisions in which most was lost, the dearest first, of those that were looked at (``judged`` by event).

    Ruling: they are ranked by what is beyond doubt, not by the mean, or what was measured worst would stand first.
    """
    told = [(told_look(judged[row.event]), row) for row in decisions if row.event in judged]
    told = sorted([pair for pair in told if pair[0].least > 0], key=lambda pair: (-pair[0].least, pair[1].event))
    return tuple(
        TurningPoint(
            row.event,
            row.turn,
            f"Turn {row.turn}: {decision_words(row, players)}; to have {act_words(judged[row.event]['best'])} "
            f"was worth about {_about(look.more)} more.",
            look.basis,
        )
        for look, row in told[:MOST_POINTS]
    )
