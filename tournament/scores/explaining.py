"""How a score came about, in sentences with every number that a player needs to check it by hand (R55-R58, R70)."""

from __future__ import annotations

from tournament.record.rulesets import FillInCash, Ruleset
from tournament.record.vocabulary import SeatScore, TableScore
from tournament.scores.scoring import (
    NO_BONUS,
    NO_MULTIPLIER,
    fines_after_bonus,
    shown_decimals,
    shown_multiplier,
    with_bonus,
)
from wording import gettext as _
from wording import ngettext
from wording.figures import decimals, whole


def explain(row: SeatScore, table: TableScore, ruleset: Ruleset) -> tuple[str, ...]:
    """Return how a score came about, one sentence for each step, with every number that a player needs to check it by hand."""
    if row.fills_in:
        return (_explain_net(row), _("A fill-in is not ranked and gets no score (R70)."))
    ranked = sum(not each.fills_in for each in table.rows)
    is_alone = ruleset.fill_in_cash is FillInCash.LEFT_OUT and ranked < table.size
    size, basic, score = (
        whole(ranked if is_alone else table.size),
        decimals(row.basic, 3),
        decimals(row.score, 3),
    )
    standardised = (
        ngettext(
            "{n} ranked player, leaving out the fill-in's cash (R70): × {multiplier} = {score}.",
            "{n} ranked players, leaving out the fill-in's cash (R70): × {multiplier} = {score}.",
            ranked,
            multiplier=shown_multiplier(row.size_multiplier, NO_MULTIPLIER),
            score=score,
        )
        if is_alone
        else _standardised(row, table, score)
    )
    if table.ruled_equal:
        return (
            _("The director ruled equal shares: 100 divided by {size} = {basic} %.", size=size, basic=basic),
            standardised,
        )
    bonus = [_explain_bonus(row, table, ruleset)] if row.is_winner else []
    share = _(
        "{adjusted} of {total} = {basic} %.",
        adjusted=whole(row.adjusted),
        total=whole(table.total_adjusted),
        basic=basic,
    )
    if fines_after_bonus(ruleset) and row.is_winner and row.fine:
        cash = _("Cash {cash}.", cash=whole(row.cash))
        return (cash, *bonus, _explain_late_fine(row, ruleset), share, standardised)
    return (_explain_net(row), *bonus, share, standardised)


def _standardised(row: SeatScore, table: TableScore, score: str) -> str:
    """Return the sentence on the multiplier for the size of a table; ``score`` is the score in words."""
    return _(
        "{table}: × {multiplier} = {score}.",
        table=_("Table of {size}", size=table.size),
        multiplier=shown_multiplier(row.size_multiplier, NO_MULTIPLIER),
        score=score,
    )


def _explain_net(row: SeatScore) -> str:
    """Return the sentence on cash and fine."""
    cash, fine, net, counted = (whole(amount) for amount in (row.cash, row.fine, row.net, row.scored_net))
    if row.scored_net != row.net:
        net = _("{net}, which counts as {counted}", net=net, counted=counted)
    if row.fine:
        return _("Cash {cash} less a fine of {fine} = {net}.", cash=cash, fine=fine, net=net)
    return _("Cash {cash}.", cash=net)


def _explain_bonus(row: SeatScore, table: TableScore, ruleset: Ruleset) -> str:
    """Return the sentence on the winning bonus of a winner."""
    many = len(table.winners)
    amount = row.cash if fines_after_bonus(ruleset) else row.scored_net
    exact = amount * row.bonus_multiplier
    dollars, rest = divmod(exact, NO_BONUS)
    written = f"{whole(dollars)}{shown_decimals(rest, NO_BONUS)}"
    rounded = with_bonus(amount, row.bonus_multiplier, ruleset.bonus_rounding)
    multiplier = shown_multiplier(row.bonus_multiplier, NO_BONUS)
    if exact == rounded * NO_BONUS:
        return ngettext(
            "Sole winner: × {multiplier} = {exact}.",
            "One of {many} tied for first: × {multiplier} = {exact}.",
            many,
            many=whole(many),
            multiplier=multiplier,
            exact=written,
        )
    return ngettext(
        "Sole winner: × {multiplier} = {exact}, rounded up to {rounded}.",
        "One of {many} tied for first: × {multiplier} = {exact}, rounded up to {rounded}.",
        many,
        many=whole(many),
        multiplier=multiplier,
        exact=written,
        rounded=whole(rounded),
    )


def _explain_late_fine(row: SeatScore, ruleset: Ruleset) -> str:
    """Return the sentence on a fine that is taken off after the bonus."""
    raw = with_bonus(row.cash, row.bonus_multiplier, ruleset.bonus_rounding) - row.fine
    fine, left, counted = whole(row.fine), whole(raw), whole(row.adjusted)
    if raw != row.adjusted:
        left = _("{net}, which counts as {counted}", net=left, counted=counted)
    return _("Less a fine of {fine} = {left}.", fine=fine, left=left)
