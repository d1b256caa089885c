"""The search's verdict on a decision in words that call it an estimate; and the three decisions that cost most."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.opponents.insight.deciding import DOLLARS, SCORE, Decision
from tournament.record.vocabulary import format_dollars
from tournament.tellings.words import listed

MOST_POINTS = 3
STEPS = {DOLLARS: 100, SCORE: 10}
"""Estimates are described to the nearest hundred dollars, to the nearest hundredth of a percent; none is better than that."""
OF = {DOLLARS: "", SCORE: " % of the table"}
"""The words after an amount in each unit."""


_DOING = {
    "placed": "placing",
    "bought": "buying",
    "sold": "selling",
    "traded": "trading",
    "held": "holding",
    "founded": "founding",
    "let": "letting",
    "exchanged": "exchanging",
    "used": "using",
    "declared": "declaring",
    "drawn": "drawing",
}
"""The participle of each verb that is used in the past tense."""


def act_words(act: Mapping[str, Any], *, doing: bool = False) -> str:
    """Return an act (as the protocol sends it) in words: "bought 2 Tower and 1 Luxor", or with ``doing`` "holding 3 Tower"."""
    parts = [
        (_DOING[verb] if doing else verb, rest)
        for verb, rest in (_disposal(act) if act["act"] == "dispose" else [_verb_and_object(act)])
    ]
    return listed([f"{verb} {rest}" for verb, rest in parts])


def _verb_and_object(act: Mapping[str, Any]) -> tuple[str, str]:
    """The verb of an act and the words after it."""
    match act["act"]:
        case "play":
            return "placed", act["tile"]
        case "buy":
            return "bought", listed(
                [f"{count} {chain}" for chain, count in act["shares"].items() if count]
            ) or "nothing"
        case "found":
            return "founded", act["chain"]
        case "survivor":
            return "let", f"{act['chain']} survive"
        case "order":
            return "let", f"{act['chains'][0]} be taken over first"
        case "swap":
            return "exchanged", f"2 {act['give']} for 1 {act['take']}"
        case "card":
            return "used", f"the card {act['card'].replace('_', ' ').lower()}"
        case "pass":
            return "placed", "no tile"
        case "end":
            return "declared", "the end of the game"
        case _:
            return "drawn", "a tile"


def _disposal(act: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What was done with the shares of a chain, as verbs and objects; the chain is named once."""
    verbs = (("sold", act["sell"]), ("traded", act["trade"]), ("held", act["hold"]))
    done = [(verb, count) for verb, count in verbs if count]
    return [(verb, str(count) if place else f"{count} {act['chain']}") for place, (verb, count) in enumerate(done)]


@dataclass(frozen=True, slots=True)
class SearchVerdict:
    """The search's verdict on a decision: ``verdict`` is a sentence, ``basis`` tells in a few words what it rests on.

    ``more`` is by how much the preferred act was worth more, in ``unit``; ``least`` is the lower bound of that at 95 %. Both are 0 where
    nothing is clear.
    """

    verdict: str
    basis: str
    more: int = 0
    least: int = 0
    unit: str = DOLLARS


def decision_words(decision: Decision, players: Sequence[str]) -> str:
    """Who did what: "Player 2 sold 4 Tower"."""
    return f"{players[decision.player]} {act_words(decision.done)}"


def verdict_of(judged: Mapping[str, Any]) -> SearchVerdict:
    """A stored judgement (`Judged.document`) in words."""
    if not judged["is_possible"]:
        return SearchVerdict("By the rules of this edition nobody could do that, so there is nothing to compare.", "")
    looks, more, margin, unit = judged["looks"], judged["more"], judged["give"], judged.get("unit", DOLLARS)
    extent = f"{format_dollars(looks)} games played out, {judged['tried']} of {judged['legal']} acts tried"
    if judged["best"] == judged["done"]:
        return SearchVerdict("The search would have done the same.", extent)
    other = f"The search would have {act_words(judged['best'])}"
    basis = f"estimate, {_between(more - margin, more + margin, unit)} at 95 %; {extent}"
    if more - margin > 0:
        return SearchVerdict(f"{other}: worth {_about(more, unit)} more.", basis, more, more - margin, unit)
    if more + margin < 0:
        words = f"{other} at first sight, but what was done came out {_about(more, unit)} better."
        return SearchVerdict(words, basis)
    return SearchVerdict(f"{other}, but the two are too close to tell apart.", basis)


def _between(low: int, high: int, unit: str) -> str:
    """A range of differences: "900 to 5,300 more", "200 less to 1,400 more"."""
    of, (low, high) = OF[unit], (_rounded(low, unit), _rounded(high, unit))
    if low == high:
        return f"{_about(low, unit)} {'less' if low < 0 else 'more'}" if low else f"{_about(low, unit)} either way"
    if low < 0 < high:
        return f"{_amount(-low, unit)} less to {_amount(high, unit)}{of} more"
    if low >= 0:
        return f"{_amount(low, unit)} to {_amount(high, unit)}{of} more"
    return f"{_amount(-high, unit)} to {_amount(-low, unit)}{of} less"


def _about(amount: int, unit: str) -> str:
    """The size of an estimate with what it is counted in: "about 3,200", "less than 100"."""
    size = _rounded(abs(amount), unit)
    return f"about {_amount(size, unit)}{OF[unit]}" if size else f"less than {_amount(STEPS[unit], unit)}{OF[unit]}"


def _rounded(amount: int, unit: str) -> int:
    """An estimate, rounded as it is shown."""
    return STEPS[unit] * round(amount / STEPS[unit])


def _amount(amount: int, unit: str) -> str:
    """An amount as it is shown: thousandths as a percentage with two decimals, dollars in thousands."""
    return f"{amount / 1000:.2f}" if unit == SCORE else format_dollars(amount)


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A decision that cost much by the search's estimate: the number of its event, its turn, a sentence, and its basis."""

    event: int
    turn: int
    words: str
    basis: str


def turning_points(
    decisions: Iterable[Decision], judged: Mapping[int, Mapping[str, Any]], players: Sequence[str]
) -> tuple[TurningPoint, ...]:
    """Return the judged decisions that cost most, at most three, the dearest first; ``judged`` are the judgements by number of event.

    Ruling: they are ranked by the lower bound, not by the mean, because the least precise estimates would otherwise come first.
    """
    described = [(verdict_of(judged[row.event]), row) for row in decisions if row.event in judged]
    described = sorted(
        [pair for pair in described if pair[0].least > 0], key=lambda pair: (-pair[0].least, pair[1].event)
    )
    return tuple(
        TurningPoint(
            row.event,
            row.turn,
            f"Turn {row.turn}: {decision_words(row, players)}; {act_words(judged[row.event]['best'], doing=True)} "
            f"was worth {_about(verdict.more, verdict.unit)} more.",
            verdict.basis,
        )
        for verdict, row in described[:MOST_POINTS]
    )
