"""The search's verdict on a decision in words that call it an estimate; and the three decisions that cost most."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.opponents.insight.deciding import DOLLARS, SCORE, Decision
from tournament.play.games.words import bought_words, card_words, deed_words, dollars
from wording import gettext as _
from wording import gettext_noop, ngettext
from wording.figures import decimals

MOST_POINTS = 3
STEPS = {DOLLARS: 100, SCORE: 10}
"""Estimates are described to the nearest hundred dollars, to the nearest hundredth of a percent; none is better than that."""


def choice_words(act: Mapping[str, Any]) -> str:
    """Return an act (as the protocol sends it) as a choice: "buy 2 Tower and 1 Luxor", "hold 3 Tower"."""
    match act["act"]:
        case "play":
            return _("place {tile}", tile=act["tile"])
        case "buy":
            shares = bought_words(act["shares"])
            return _("buy {shares}", shares=shares) if shares else _("buy nothing")
        case "dispose":
            return _disposal(act)
        case "found":
            return _("found {chain}", chain=act["chain"])
        case "survivor":
            return _("let {chain} survive", chain=act["chain"])
        case "order":
            return _("settle {chain} first", chain=act["chains"][0])
        case "swap":
            return _("exchange 2 {given} for 1 {taken}", given=act["give"], taken=act["take"])
        case "card":
            return _("use the card “{card}”", card=card_words(act["card"]))
        case _other:
            return _(_OTHERS.get(_other, gettext_noop("draw a tile")))


_OTHERS = {"pass": gettext_noop("place no tile"), "end": gettext_noop("declare the end of the game")}

_DISPOSALS = {
    (False, False, False): gettext_noop("hold all {chain}"),
    (False, False, True): gettext_noop("hold {hold} {chain}"),
    (False, True, False): gettext_noop("trade {trade} {chain}"),
    (False, True, True): gettext_noop("trade {trade} {chain} and hold {hold}"),
    (True, False, False): gettext_noop("sell {sell} {chain}"),
    (True, False, True): gettext_noop("sell {sell} {chain} and hold {hold}"),
    (True, True, False): gettext_noop("sell {sell} {chain} and trade {trade}"),
    (True, True, True): gettext_noop("sell {sell} {chain}, trade {trade} and hold {hold}"),
}
"""The choices of a disposal, by whether shares are sold, traded and held."""


def _disposal(act: Mapping[str, Any]) -> str:
    """What is done with the shares of a chain, as a choice."""
    counts = {key: act.get(key) or 0 for key in ("sell", "trade", "hold")}
    return _(
        _DISPOSALS[bool(counts["sell"]), bool(counts["trade"]), bool(counts["hold"])], chain=act["chain"], **counts
    )


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
    """Who did what, as a sentence: "Player 2 sells 4 of Tower."."""
    who = players[decision.player]
    if decision.done["act"] in ("start", "draw"):
        return _("{player} draws a tile.", player=who)
    return deed_words({**decision.done, "player": who}, {who: who})


def verdict_of(judged: Mapping[str, Any]) -> SearchVerdict:
    """A stored judgement (`Judged.document`) in words."""
    if not judged["is_possible"]:
        words = _("By the rules of this edition nobody could do that, so there is nothing to compare.")
        return SearchVerdict(words, "")
    more, margin, unit = judged["more"], judged["give"], judged.get("unit", DOLLARS)
    extent = ngettext(
        "{n} game played out, {tried} of {legal} moves tried",
        "{n} games played out, {tried} of {legal} moves tried",
        judged["looks"],
        tried=judged["tried"],
        legal=judged["legal"],
    )
    if judged["best"] == judged["done"]:
        return SearchVerdict(_("The search would have done the same."), extent)
    values = {"choice": choice_words(judged["best"]), "amount": _about(more, unit)}
    between = _between(more - margin, more + margin, unit)
    basis = _("estimate, {range} at 95 %; {extent}", range=between, extent=extent)
    if more - margin > 0:
        words = _("The search would choose: {choice}. That is worth {amount} more.", **values)
        return SearchVerdict(words, basis, more, more - margin, unit)
    if more + margin < 0:
        words = _(
            "At first sight the search would choose: {choice}. But the player's decision came out {amount} better.",
            **values,
        )
        return SearchVerdict(words, basis)
    words = _("The search would choose: {choice}. The two are too close to tell apart.", **values)
    return SearchVerdict(words, basis)


def _between(low: int, high: int, unit: str) -> str:
    """A range of differences: "900 to 5,300 more", "200 less to 1,400 more"."""
    low, high = _rounded(low, unit), _rounded(high, unit)
    if low == high:
        return _one_sided(low, unit)
    is_score = unit == SCORE
    if low < 0 < high:
        values = {"less": _amount(-low, unit), "more": _amount(high, unit)}
        if is_score:
            return _("{less} less to {more} of the table more", **values)
        return _("{less} less to {more} more", **values)
    if low >= 0:
        values = {"low": _amount(low, unit), "high": _amount(high, unit)}
        return _("{low} to {high} of the table more", **values) if is_score else _("{low} to {high} more", **values)
    values = {"low": _amount(-high, unit), "high": _amount(-low, unit)}
    return _("{low} to {high} of the table less", **values) if is_score else _("{low} to {high} less", **values)


def _one_sided(amount: int, unit: str) -> str:
    """A range without extent: "about 100 more", "less than 100 either way"."""
    about = _about(amount, unit)
    if not amount:
        return _("{amount} either way", amount=about)
    return _("{amount} less", amount=about) if amount < 0 else _("{amount} more", amount=about)


def _about(amount: int, unit: str) -> str:
    """The size of an estimate with what it is counted in: "about 3,200", "less than 100"."""
    size = _rounded(abs(amount), unit)
    value = _amount(size or STEPS[unit], unit)
    if unit == SCORE:
        return (
            _("about {amount} of the table", amount=value)
            if size
            else _("less than {amount} of the table", amount=value)
        )
    return _("about {amount}", amount=value) if size else _("less than {amount}", amount=value)


def _rounded(amount: int, unit: str) -> int:
    """An estimate, rounded as it is shown."""
    return STEPS[unit] * round(amount / STEPS[unit])


def _amount(amount: int, unit: str) -> str:
    """An amount as it is shown: thousandths as a percentage with two decimals, dollars in thousands."""
    return _("{figure} %", figure=decimals(amount // 10, 2)) if unit == SCORE else dollars(amount)


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
            _(
                "Turn {turn}: {decision} Worth {amount} more: {choice}.",
                turn=row.turn,
                decision=decision_words(row, players),
                amount=_about(verdict.more, verdict.unit),
                choice=choice_words(judged[row.event]["best"]),
            ),
            verdict.basis,
        )
        for verdict, row in described[:MOST_POINTS]
    )
