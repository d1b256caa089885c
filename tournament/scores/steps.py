"""The steps from the amounts of a table to its scores: what each kind does, which columns it adds, and the sentences that tell it.

1. `Fines`: net = amount - fine (R55); below zero it counts as zero, or as it is, by the event's setting.
2. `Bonus`: everybody with the highest net is a winner: net x multiplier by number of winners, rounded up to the hundred (R56).
3. `Share`: percentage = 100 x adjusted / sum of adjusted, to three decimals, half up (R57).
4. `Scale`: score = rounded percentage x multiplier by table size, to three decimals, half up (R58).

`Places`, `Wins` and `Amounts` give a score at once. With fines after the bonus, the winner and the bonus come from the cash, and then the
fine is taken off (R55). A fill-in plays like everybody at the table; where the event leaves the cash of fill-ins out, the others are
scored as if they had played alone (R70). With a ruling of equal shares the cash does not matter, and there is no winner and no bonus (R62).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from tournament.record.formats import (
    Amount,
    Amounts,
    Bonus,
    Fines,
    Format,
    Places,
    Scale,
    Share,
    ShareOf,
    Step,
    Typed,
    Wins,
)
from tournament.record.vocabulary import (
    Dollars,
    FineTiming,
    Key,
    NegativeCash,
    ScoreColumn,
    SeatScore,
    TableScore,
    Thousandths,
    Writing,
)
from tournament.scores.amounts import figure
from tournament.scores.factors import HUNDRED_PERCENT, NO_BONUS, NO_MULTIPLIER, half_up, shown_multiplier
from wording import gettext as _
from wording import gettext_noop, ngettext
from wording.figures import decimals, in_a_row, whole

QUARTER: Thousandths = 250
"""The multiplier a player by which one or two are scored beside fill-ins whose cash is left out: their average stays 25.000 (R70)."""


class ScoringError(ValueError):
    """Raised if a table cannot be scored; the message says why and what to do."""


class MissingCashError(ScoringError):
    """Raised if a seat has no final cash."""


class SizeMultiplierError(ScoringError):
    """Raised if tables of this size have no multiplier: six until it is confirmed (R60), fewer than three, more than six."""


class NothingToShareError(ScoringError):
    """Raised if the amounts of a table sum to zero or less, so that percentages need a ruling (R62)."""


@dataclass(slots=True)
class TableSoFar:
    """A table on its way to its scores, with what each player has in the order of seats.

    ``counts`` is whether a player's amount counts, and ``size`` how many do; ``amounts`` are what counts of the amounts ``typed`` so far.
    ``late`` are fines that are taken off after the bonus.
    """

    form: Format
    round: int
    table: int
    typed: Sequence[int]
    fines: Sequence[Dollars]
    counts: Sequence[bool]
    is_ruled: bool
    late: Fines | None = None
    size: int = field(init=False)
    amounts: Sequence[int] = field(init=False)
    places: Sequence[int] = field(init=False)
    winners: Sequence[bool] = field(init=False)
    scores: Sequence[Thousandths] = field(init=False)
    figures: dict[str, Sequence[int | None]] = field(init=False)

    def __post_init__(self) -> None:
        """Begin with the typed amounts."""
        self.size = sum(self.counts)
        self.figures = {"cash": self.typed}
        self.count(self.typed)
        self.place_by(self.typed)

    def count(self, amounts: Sequence[int]) -> None:
        """Let these amounts count, 0 for those who do not."""
        self.amounts = [amount if counts else 0 for amount, counts in zip(amounts, self.counts, strict=True)]

    def place_by(self, deciding: Sequence[int]) -> None:
        """Place the players by these amounts; equal amounts share a place, and those who do not count come last."""
        if self.is_ruled:
            deciding = [0] * len(deciding)
        pairs = list(zip(deciding, self.counts, strict=True))
        order = sorted((amount for amount, counts in pairs if counts), reverse=self.form.amount.more_wins)
        self.places = [order.index(amount) + 1 if counts else self.size + 1 for amount, counts in pairs]
        self.winners = [place == 1 and not self.is_ruled for place in self.places]


def with_bonus(amount: Dollars, multiplier: int, rounding: Dollars) -> Dollars:
    """Return a winner's dollars with the bonus, rounded up to ``rounding`` dollars; ``multiplier`` is in ten-thousandths (R56).

    The total is rounded, not the bonus: 40,050 x 1.06 is 42,453 and becomes 42,500.
    """
    return -(-amount * multiplier // (NO_BONUS * rounding)) * rounding


def size_multiplier(size: int, rules: Format) -> Thousandths:
    """Return the multiplier of a table of ``size`` players (R58-R60, R63), 1 in a game without any.

    Raises SizeMultiplierError where it has none yet, and for impossible sizes.
    """
    known = rules.multipliers.get(size) if rules.has(Scale) else NO_MULTIPLIER
    if known is None:
        raise _unknown_size(size, rules)
    return known


def _unknown_size(size: int, rules: Format) -> SizeMultiplierError:
    """Return the error for a size of tables that has no multiplier, or no points."""
    if size == 6 and rules.has(Scale):
        return SizeMultiplierError(
            _(
                "The multiplier for tables of six has not been confirmed (R60); set it for the event, usually {usual}, before scoring.",
                usual=decimals(15, 1),
            )
        )
    return SizeMultiplierError(
        _(
            "A table of {size} is not possible: tables have {least} to {most} players (R41).",
            size=size,
            least=rules.tables.least,
            most=rules.tables.most,
        )
    )


def fines_after_bonus(rules: Format) -> bool:
    """Return whether fines are taken off after the winning bonus (R55)."""
    return rules.has(Fines) and rules.step(Fines).when is FineTiming.AFTER_BONUS


def counted(step: Fines, amount: Dollars) -> Dollars:
    """Return what an amount less its fine counts as."""
    return max(0, amount) if step.below_zero is NegativeCash.FLOOR_ZERO else amount


def _as_counted(amount: Dollars, counts_as: Dollars) -> str:
    """Return an amount in words, with what it counts as where that differs."""
    if amount == counts_as:
        return whole(amount)
    return _("{net}, which counts as {counted}", net=whole(amount), counted=whole(counts_as))


Carried = TypeVar("Carried", bound=Step)


class Kind(Generic[Carried]):
    """What steps of one kind do and say."""

    def columns(self, step: Carried) -> tuple[ScoreColumn, ...]:
        """Return the columns that the step adds before the score."""
        return ()

    def carry_out(self, step: Carried, table: TableSoFar) -> None:
        """Do to a table what the step does; raises ScoringError where it cannot be done."""
        raise NotImplementedError

    def tell(self, step: Carried, row: SeatScore, table: TableScore, form: Format) -> Iterator[str]:
        """Yield the sentences on one player's figures."""
        raise NotImplementedError

    def legend(self, step: Carried, form: Format) -> str:
        """Return how the step works, with the names of its columns."""
        raise NotImplementedError


class _Fines(Kind[Fines]):
    """Fines are taken off, and the players placed by what is left unless fines come after the bonus."""

    FINE = ScoreColumn("fine", gettext_noop("Fine"), Writing.DEDUCTION, gettext_noop("Fine"))
    NET = ScoreColumn("net", gettext_noop("Net"), Writing.AMOUNT)
    FLOORED = replace(NET, writing=Writing.FLOORED)

    def columns(self, step: Fines) -> tuple[ScoreColumn, ...]:
        return self.FINE, self.FLOORED if step.below_zero is NegativeCash.FLOOR_ZERO else self.NET

    def carry_out(self, step: Fines, table: TableSoFar) -> None:
        net = [amount - fine for amount, fine in zip(table.typed, table.fines, strict=True)]
        table.figures["fine"], table.figures["net"] = table.fines, net
        table.count([counted(step, amount) for amount in net])
        if step.when is FineTiming.AFTER_BONUS:
            table.late = step
        elif any(table.fines):
            table.place_by(net)

    def tell(self, step: Fines, row: SeatScore, table: TableScore, form: Format) -> Iterator[str]:
        cash, fine, net = (row.figure(key) for key in ("cash", "fine", "net"))
        if table.ruled_equal and not row.fills_in:
            return
        if not fine or (row.is_winner and not row.fills_in and step.when is FineTiming.AFTER_BONUS):
            yield _("Cash {cash}.", cash=_as_counted(cash, cash if fine else counted(step, cash)))
        else:
            told = _as_counted(net, counted(step, net))
            yield _("Cash {cash} less a fine of {fine} = {net}.", cash=whole(cash), fine=whole(fine), net=told)

    def legend(self, step: Fines, form: Format) -> str:
        late = step.when is FineTiming.AFTER_BONUS
        return "" if late else _("Net = cash {minus} fine.", minus="\N{MINUS SIGN}")


class _Bonus(Kind[Bonus]):
    """The winners' amounts are multiplied, and late fines taken off."""

    BONUS = ScoreColumn("bonus", gettext_noop("Winning bonus"), Writing.FACTOR, gettext_noop("Bonus"), NO_BONUS)
    ADJUSTED = ScoreColumn("adjusted", gettext_noop("Adjusted"), Writing.AMOUNT, has_sum=True)

    def columns(self, step: Bonus) -> tuple[ScoreColumn, ...]:
        return self.BONUS, self.ADJUSTED

    def carry_out(self, step: Bonus, table: TableSoFar) -> None:
        # If the best amount is zero or less, so is the sum of the table, and scoring fails: no bonus on a negative amount is ever counted.
        factor = step.by_winners.get(sum(table.winners), NO_BONUS)
        adjusted, before = list(table.amounts), table.typed if table.late else table.amounts
        gains: list[int | None] = [None] * len(adjusted)
        for at in (at for at, wins in enumerate(table.winners) if wins):
            raised = with_bonus(before[at], factor, step.up_to)
            adjusted[at] = counted(table.late, raised - table.fines[at]) if table.late else raised
            gains[at] = adjusted[at] - table.amounts[at]
        table.amounts = adjusted
        table.figures["bonus"] = [factor if wins else None for wins in table.winners]
        table.figures["gain"], table.figures["adjusted"] = gains, adjusted

    def tell(self, step: Bonus, row: SeatScore, table: TableScore, form: Format) -> Iterator[str]:
        if not row.is_winner:
            return
        many, factor, late = len(table.winners), row.figure("bonus"), fines_after_bonus(form)
        amount = row.figure("cash") if late else row.amount - row.figure("gain")
        rounded = with_bonus(amount, factor, step.up_to)
        dollars, rest = divmod(amount * factor, NO_BONUS)
        told: dict[str, object] = {
            "many": whole(many),
            "multiplier": shown_multiplier(factor, NO_BONUS),
            "exact": f"{whole(dollars)}{shown_multiplier(rest, NO_BONUS)[1:]}",
            "rounded": whole(rounded),
        }
        if amount * factor == rounded * NO_BONUS:
            yield ngettext(
                "Sole winner: × {multiplier} = {exact}.",
                "One of {many} tied for first: × {multiplier} = {exact}.",
                many,
                **told,
            )
        else:
            yield ngettext(
                "Sole winner: × {multiplier} = {exact}, rounded up to {rounded}.",
                "One of {many} tied for first: × {multiplier} = {exact}, rounded up to {rounded}.",
                many,
                **told,
            )
        if late and (fine := row.figure("fine")):
            yield _("Less a fine of {fine} = {left}.", fine=whole(fine), left=_as_counted(rounded - fine, row.amount))

    def legend(self, step: Bonus, form: Format) -> str:
        if fines_after_bonus(form):
            return _(
                "The highest cash wins: cash × winning bonus, rounded up to the next hundred, less the fine = adjusted."
            )
        return _("The highest net wins: net × winning bonus, rounded up to the next hundred = adjusted.")


class _Share(Kind[Share]):
    """The percentages of the sum or of the best amount are taken, equal ones with a ruling."""

    BASIC = ScoreColumn(
        "basic", gettext_noop("Basic %"), Writing.PERCENTAGE, gettext_noop("Share"), 1_000, has_sum=True
    )

    def columns(self, step: Share) -> tuple[ScoreColumn, ...]:
        return (self.BASIC,)

    def carry_out(self, step: Share, table: TableSoFar) -> None:
        amounts: Sequence[int] = table.counts if table.is_ruled else table.amounts
        total, parts = sum(amounts), 1
        if total <= 0:
            if table.size == len(table.typed):
                size_multiplier(table.size, table.form)  # a size that needs a multiplier first says so
            other = _(
                "The amounts add up to 0 or less, so there is nothing to share; check them, or rule equal shares."
            )
            cash = _(
                "Round {round}, table {table}: the amounts add up to {total}, so there is nothing to share (R62); "
                "check the cash, or rule equal shares.",
                round=table.round,
                table=table.table,
                total=whole(total),
            )
            raise NothingToShareError(cash if table.form.amount.is_money else other)
        if step.of is ShareOf.BEST and not table.is_ruled:
            total = max(amounts)
        elif step.virtual and table.size < table.form.tables.wished and not table.is_ruled:
            total, parts = total * (table.size + step.virtual), table.size
        table.scores = [half_up(HUNDRED_PERCENT * parts * amount, total) for amount in amounts]
        table.figures["basic"] = table.scores

    def tell(self, step: Share, row: SeatScore, table: TableScore, form: Format) -> Iterator[str]:
        basic = decimals(row.figure("basic"), 3)
        if table.ruled_equal:
            size = whole(table.counted)
            yield _("The director ruled equal shares: 100 divided by {size} = {basic} %.", size=size, basic=basic)
            return
        total = max(each.amount for each in table.rows) if step.of is ShareOf.BEST else table.total
        amounts = figure(form.amount, row.amount), figure(form.amount, total)
        told: dict[str, object] = {"adjusted": amounts[0], "total": amounts[1], "basic": basic}
        if step.virtual and table.size < form.tables.wished:
            yield ngettext(
                "{adjusted} of {total} and the mean for {n} more player = {basic} %.",
                "{adjusted} of {total} and the mean for each of {n} more players = {basic} %.",
                step.virtual,
                **told,
            )
        else:
            yield _("{adjusted} of {total} = {basic} %.", **told)

    def legend(self, step: Share, form: Format) -> str:
        amount = _(_Bonus.ADJUSTED.title if form.has(Bonus) else form.amount.title)
        share = _("{amount} ÷ table total = basic %, to three decimals.", amount=amount)
        if step.of is ShareOf.BEST:
            share = _("{amount} ÷ best at the table = basic %, to three decimals.", amount=amount)
        if not any(form.has(kind) for kind in (Places, Wins, Amounts)):
            return share
        only = _("The percentage is not the score.")
        if Key.SHARE_OF_TABLE in form.order:
            only = _("The percentage is not the score; it decides only between players who are otherwise equal.")
        return f"{share} {only}"


class _Scale(Kind[Scale]):
    """The score is multiplied by the factor for the number of players who count."""

    MULTIPLIER = ScoreColumn("multiplier", gettext_noop("Multiplier"), Writing.FACTOR, unit=NO_MULTIPLIER)

    def columns(self, step: Scale) -> tuple[ScoreColumn, ...]:
        return (self.MULTIPLIER,)

    def carry_out(self, step: Scale, table: TableSoFar) -> None:
        factor = step.by_size.get(table.size)
        if table.size < table.form.tables.least and table.size < len(table.typed):
            factor = table.size * QUARTER
        elif factor is None:
            raise _unknown_size(table.size, table.form)
        table.figures["multiplier"] = [factor] * len(table.typed)
        table.scores = [half_up(score * factor, NO_MULTIPLIER) for score in table.scores]

    def tell(self, step: Scale, row: SeatScore, table: TableScore, form: Format) -> Iterator[str]:
        multiplier, score = shown_multiplier(row.figure("multiplier"), NO_MULTIPLIER), decimals(row.score, 3)
        if table.counted < table.size:
            yield ngettext(
                "{n} ranked player, leaving out the fill-in's cash (R70): × {multiplier} = {score}.",
                "{n} ranked players, leaving out the fill-in's cash (R70): × {multiplier} = {score}.",
                table.counted,
                multiplier=multiplier,
                score=score,
            )
        else:
            size = _("Table of {size}", size=table.size)
            yield _("{table}: × {multiplier} = {score}.", table=size, multiplier=multiplier, score=score)

    def legend(self, step: Scale, form: Format) -> str:
        return _("Basic % × multiplier = score, to three decimals.")


class _Places(Kind[Places]):
    """Each place has its points; who shares a place gets the mean of its points."""

    def carry_out(self, step: Places, table: TableSoFar) -> None:
        if table.size not in step.points:
            raise _unknown_size(table.size, table.form)
        shared = [self._shared(step, table.size, place, table.places) for place in table.places]
        table.scores = [half_up(sum(points), len(points)) for points in shared]

    def _shared(self, step: Places, size: int, place: int, places: Sequence[int]) -> Sequence[Thousandths]:
        """Return the points of a place, all those of the players who share it."""
        return step.points[size][place - 1 : place - 1 + places.count(place)]

    def tell(self, step: Places, row: SeatScore, table: TableScore, form: Format) -> Iterator[str]:
        points = self._shared(step, table.size, row.place, [each.place for each in table.rows])
        told: dict[str, object] = {"place": row.place, "players": table.size, "score": decimals(row.score, 3)}
        if len(points) == 1:
            yield _("Place {place} of {players}: {score}.", **told)
        else:
            yield _("Place {place} of {players}, shared: the mean of {points} = {score}.", points=_row(points), **told)

    def legend(self, step: Places, form: Format) -> str:
        sizes = [
            _("{table}: {points} by place.", table=_("Table of {size}", size=size), points=_row(points))
            for size, points in sorted(step.points.items(), reverse=True)
        ]
        return " ".join((*sizes, _("Players who share a place get the mean of its points.")))


def _row(points: Sequence[Thousandths]) -> str:
    """Return points in words: "4, 2, 1, 0"."""
    return in_a_row(shown_multiplier(each, NO_MULTIPLIER) for each in points)


class _Wins(Kind[Wins]):
    """A sole winner has points, so has each of several who are first, and everybody else."""

    def carry_out(self, step: Wins, table: TableSoFar) -> None:
        first = step.win if table.places.count(1) == 1 else step.draw
        table.scores = [first if place == 1 else step.loss for place in table.places]

    def tell(self, step: Wins, row: SeatScore, table: TableScore, form: Format) -> Iterator[str]:
        many, score = sum(each.place == 1 for each in table.rows), decimals(row.score, 3)
        if row.place == 1:
            yield ngettext("Sole winner: {score}.", "One of {n} tied for first: {score}.", many, score=score)
        else:
            yield _("Not first: {score}.", score=score)

    def legend(self, step: Wins, form: Format) -> str:
        points = {name: shown_multiplier(getattr(step, name), NO_MULTIPLIER) for name in ("win", "draw", "loss")}
        return _("The winner gets {win}, each of several who are first {draw}, everybody else {loss}.", **points)


class _Amounts(Kind[Amounts]):
    """The amounts are the scores, with a ruling of equal shares their mean."""

    def carry_out(self, step: Amounts, table: TableSoFar) -> None:
        unit = 10**table.form.amount.decimals
        mean = half_up(sum(table.amounts) * NO_MULTIPLIER, table.size * unit)
        table.scores = [mean if table.is_ruled else half_up(amount * NO_MULTIPLIER, unit) for amount in table.amounts]

    def tell(self, step: Amounts, row: SeatScore, table: TableScore, form: Format) -> Iterator[str]:
        yield _("Score {score}.", score=decimals(row.score, 3))

    def legend(self, step: Amounts, form: Format) -> str:
        return _("The amount is the score.")


KINDS: Mapping[type[Step], Kind[Any]] = MappingProxyType(
    {
        Fines: _Fines(),
        Bonus: _Bonus(),
        Share: _Share(),
        Scale: _Scale(),
        Places: _Places(),
        Wins: _Wins(),
        Amounts: _Amounts(),
    }
)
SCORE = ScoreColumn("score", gettext_noop("Score"), Writing.SCORE, gettext_noop("Score"), 1_000, has_sum=True)


@cache
def _typed_columns(amount: Amount, has_sum: bool) -> tuple[ScoreColumn, ...]:
    """Return the columns of what is typed."""
    writing = Writing.OUTCOME if amount.typed is Typed.WINNER else Writing.AMOUNT
    first = ScoreColumn("cash", amount.title, writing, amount.title, 10**amount.decimals, has_sum)
    more = amount.second and replace(_typed_columns(amount.second, has_sum=False)[0], key="second")
    return (first, more) if more else (first,)


def columns_of(form: Format) -> tuple[ScoreColumn, ...]:
    """Return the columns of a table's score, from what is typed to the score."""
    typed = _typed_columns(form.amount, isinstance(form.game[0], Share))
    return (*typed, *(column for step in form.game for column in KINDS[type(step)].columns(step)), SCORE)
