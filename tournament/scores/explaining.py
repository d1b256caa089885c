"""How a score came about, in sentences with every number that a player needs to check it by hand (R55-R58, R70).

All scores of one event as one value, for pages, sheets and files; each table is scored once for a record.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tournament.record.event import EventRecord, TieRuling
from tournament.record.rulesets import FillInCash, Ruleset
from tournament.record.vocabulary import Dollars, MedalPlace, PentamindPlace, PlayerId, SeatScore, Standing, TableScore
from tournament.scores.medals import Tie, junior_medals, medals, pentamind, ties
from tournament.scores.scoring import (
    NO_BONUS,
    NO_MULTIPLIER,
    ScoringError,
    fines_after_bonus,
    fines_of,
    results_of,
    score_round,
    shown_decimals,
    shown_multiplier,
    with_bonus,
)
from tournament.scores.totals import standings
from wording import gettext as _
from wording import ngettext
from wording.figures import decimals, whole

Result = TableScore | ScoringError
"""The score of a table, or the error that says why it cannot be scored."""


@dataclass(frozen=True, slots=True)
class Scores:
    """Scores, standings and lists of one event, each computed once for its record when it is first needed (`once_a_record`)."""

    record: EventRecord

    @property
    def through(self) -> int:
        """The number of the last closed round, 0 before the first."""
        return max((round_.number for round_ in self.record.closed_rounds), default=0)

    @property
    def is_complete(self) -> bool:
        """Whether every planned round is closed, so that medals can be given."""
        return len(self.record.closed_rounds) >= self.record.rounds_planned

    def fines(self, number: int) -> Mapping[PlayerId, Dollars]:
        """Return the fines of a round in dollars by player (R27)."""
        return fines_of(self.record, number)

    def results(self, number: int) -> Mapping[int, Result]:
        """Return the score or the scoring error of each table of a round that has a result, by table number.

        Raises KeyError if there is no such round.
        """
        return results_of(self.record, number)

    def tables(self, number: int) -> tuple[TableScore, ...]:
        """Return the scored tables of a round in order; raises ScoringError if a result cannot be scored."""
        return score_round(self.record, number)

    def standings(self, through: int | None = None) -> tuple[Standing, ...]:
        """Return the standings over the closed rounds up to round ``through``, all if None (R61, R65-R67).

        The standings after the last closed round also show players who have left since then as withdrawn.
        """
        return standings(self.record, None if through is None or through >= self.through else through)

    @property
    def medals(self) -> tuple[MedalPlace, ...]:
        """The medal list (R43, R64-R65)."""
        return medals(self.record)

    @property
    def juniors(self) -> tuple[MedalPlace, ...]:
        """The juniors with their medals (section 2.1)."""
        return junior_medals(self.record)

    @property
    def pentamind(self) -> tuple[PentamindPlace, ...]:
        """The Pentamind list (R66)."""
        return pentamind(self.record)

    @property
    def ties(self) -> tuple[Tie, ...]:
        """The ties of the medal list and of the list of juniors, including those on which the director has ruled (R65)."""
        return ties(self.record)

    @property
    def rulings(self) -> tuple[TieRuling, ...]:
        """The rulings on ties that count now, oldest first (R65).

        A ruling counts only while its players are tied on the total for which it was made; the record keeps the others too.
        """
        counting = [tie.ruling for tie in self.ties]
        return tuple(ruling for ruling in self.record.ties if ruling in counting)


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
        else _size_sentence(row, table, score)
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


def _size_sentence(row: SeatScore, table: TableScore, score: str) -> str:
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
