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

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from tournament.record.formats import (
    Amounts,
    Bonus,
    FillInCash,
    Fines,
    Format,
    Places,
    Scale,
    Share,
    ShareOf,
    Step,
    Wins,
)
from tournament.record.vocabulary import (
    Dollars,
    FineTiming,
    NegativeCash,
    ScoreColumn,
    SeatScore,
    TableScore,
    Thousandths,
    Writing,
)
from tournament.scores.factors import (
    HUNDRED_PERCENT,
    NO_BONUS,
    NO_MULTIPLIER,
    half_up,
    shown_decimals,
    shown_multiplier,
)
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
    size: int = 0
    amounts: list[int] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    winners: list[bool] = field(default_factory=list)
    scores: list[Thousandths] = field(default_factory=list)
    late: Fines | None = None
    figures: dict[str, Sequence[int | None]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Begin with the typed amounts."""
        self.size = sum(self.counts)
        self.figures["cash"] = self.typed
        self.place_by(self.typed)
        self.count(self.typed)

    def place_by(self, deciding: Sequence[int]) -> None:
        """Place the players by these amounts; equal amounts share a place, and those who do not count come last."""
        if self.is_ruled:
            deciding = [0] * len(deciding)
        order = [amount for amount, counts in zip(deciding, self.counts, strict=True) if counts]
        order.sort(reverse=self.form.amount.more_wins)
        last = self.size + 1
        self.places = [
            order.index(amount) + 1 if counts else last for amount, counts in zip(deciding, self.counts, strict=True)
        ]
        self.winners = [place == 1 and not self.is_ruled for place in self.places]

    def count(self, amounts: Sequence[int]) -> None:
        """Let these amounts count, 0 for those who do not."""
        self.amounts = [amount if counts else 0 for amount, counts in zip(amounts, self.counts, strict=True)]


def with_bonus(amount: Dollars, multiplier: int, rounding: Dollars) -> Dollars:
    """Return a winner's dollars with the bonus, rounded up to ``rounding`` dollars; ``multiplier`` is in ten-thousandths (R56).

    The total is rounded, not the bonus: 40,050 x 1.06 is 42,453 and becomes 42,500.
    """
    return -(-amount * multiplier // (NO_BONUS * rounding)) * rounding


def size_multiplier(size: int, rules: Format) -> Thousandths:
    """Return the multiplier of a table of ``size`` players (R58-R60, R63); raises SizeMultiplierError if there is none."""
    known = rules.multipliers.get(size)
    if known is not None:
        return known
    if size == 6:
        raise SizeMultiplierError(
            _(
                "The multiplier for tables of six has not been confirmed (R60); set it for the event, usually {usual}, before scoring.",
                usual=decimals(15, 1),
            )
        )
    raise _no_such_table(size, rules)


def _no_such_table(size: int, rules: Format) -> SizeMultiplierError:
    """Return the error for a size of tables that the format does not have."""
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


def leaves_fill_ins_out(rules: Format) -> bool:
    """Return whether the others' percentages are taken without the cash of fill-ins (R70)."""
    return rules.has(Share) and rules.step(Share).fill_ins is FillInCash.LEFT_OUT


def counted(step: Fines, amount: Dollars) -> Dollars:
    """Return what an amount less its fine counts as."""
    return max(0, amount) if step.below_zero is NegativeCash.FLOOR_ZERO else amount


# Fines

NET = ScoreColumn("net", gettext_noop("Net"), Writing.AMOUNT)
FLOORED_NET = ScoreColumn("net", NET.title, Writing.FLOORED)
FINE = ScoreColumn("fine", gettext_noop("Fine"), Writing.DEDUCTION, short=gettext_noop("Fine"))


def _fines(step: Fines, table: TableSoFar) -> None:
    """Take the fines off, and place the players by what is left unless fines come after the bonus."""
    net = [amount - fine for amount, fine in zip(table.typed, table.fines, strict=True)]
    table.figures["fine"], table.figures["net"] = table.fines, net
    table.count([counted(step, amount) for amount in net])
    if step.when is FineTiming.AFTER_BONUS:
        table.late = step
    elif any(table.fines):
        table.place_by(net)


def _fine_columns(step: Fines) -> tuple[ScoreColumn, ...]:
    """Return the columns of fines."""
    return FINE, FLOORED_NET if step.below_zero is NegativeCash.FLOOR_ZERO else NET


def _tell_fine(step: Fines, row: SeatScore, table: TableScore, _form: Format) -> Iterator[str]:
    """Tell cash and fine; of a winner whose fine comes after the bonus the cash alone."""
    if step.when is FineTiming.AFTER_BONUS and row.is_winner and not row.fills_in:
        yield _("Cash {cash}.", cash=whole(row.figure("cash")))
    elif row.fills_in or not table.ruled_equal:
        yield _net_sentence(step, row)


def _net_sentence(step: Fines, row: SeatScore) -> str:
    """Return the sentence on cash and fine."""
    net = _as_counted(row.figure("net"), counted(step, row.figure("net")))
    if fine := row.figure("fine"):
        return _(
            "Cash {cash} less a fine of {fine} = {net}.", cash=whole(row.figure("cash")), fine=whole(fine), net=net
        )
    return _("Cash {cash}.", cash=net)


def _as_counted(amount: Dollars, counts_as: Dollars) -> str:
    """Return an amount in words, with what it counts as where that differs."""
    if amount == counts_as:
        return whole(amount)
    return _("{net}, which counts as {counted}", net=whole(amount), counted=whole(counts_as))


def _fine_legend(step: Fines, _form: Format) -> str:
    """Return how fines are taken off; where they come after the bonus, that tells it."""
    late = step.when is FineTiming.AFTER_BONUS
    return "" if late else _("Net = cash {minus} fine.", minus="\N{MINUS SIGN}")


# Bonus

BONUS = ScoreColumn("bonus", gettext_noop("Winning bonus"), Writing.FACTOR, unit=NO_BONUS)
GAIN = ScoreColumn("gain", "", Writing.AMOUNT, short=gettext_noop("Bonus"))
ADJUSTED = ScoreColumn("adjusted", gettext_noop("Adjusted"), Writing.AMOUNT, has_sum=True)


def _bonus(step: Bonus, table: TableSoFar) -> None:
    """Multiply the winners' amounts, and take a late fine off."""
    # If the best amount is zero or less, so is the sum of the table, and scoring fails: no bonus on a negative amount is ever counted.
    winners = sum(table.winners)
    factor = step.by_winners[winners] if winners else None
    gains: list[int | None] = [None] * len(table.typed)
    before, table.amounts = table.amounts, table.amounts.copy()
    for at, wins in enumerate(table.winners):
        if wins and factor:
            if table.late:
                raised = with_bonus(table.typed[at], factor, step.up_to)
                table.amounts[at] = counted(table.late, raised - table.fines[at])
            else:
                table.amounts[at] = with_bonus(before[at], factor, step.up_to)
            gains[at] = table.amounts[at] - before[at]
    table.figures["bonus"] = [factor if wins else None for wins in table.winners]
    table.figures["gain"], table.figures["adjusted"] = gains, table.amounts


def _tell_bonus(step: Bonus, row: SeatScore, table: TableScore, form: Format) -> Iterator[str]:
    """Tell a winner's bonus, and the fine that is taken off after it."""
    if not row.is_winner:
        return
    many, factor, late = len(table.winners), row.figure("bonus"), fines_after_bonus(form)
    amount = row.figure("cash") if late else row.amount - row.figure("gain")
    dollars, rest = divmod(amount * factor, NO_BONUS)
    rounded = with_bonus(amount, factor, step.up_to)
    told = {
        "many": whole(many),
        "multiplier": shown_multiplier(factor, NO_BONUS),
        "exact": f"{whole(dollars)}{shown_decimals(rest, NO_BONUS)}",
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
            rounded=whole(rounded),
            **told,
        )
    if late and (fine := row.figure("fine")):
        left = _as_counted(rounded - fine, row.amount)
        yield _("Less a fine of {fine} = {left}.", fine=whole(fine), left=left)


def _bonus_legend(_step: Bonus, form: Format) -> str:
    """Return how a winner's bonus is reckoned."""
    if fines_after_bonus(form):
        return _(
            "The highest cash wins: cash × winning bonus, rounded up to the next hundred, less the fine = adjusted."
        )
    return _("The highest net wins: net × winning bonus, rounded up to the next hundred = adjusted.")


# Share

BASIC = ScoreColumn("basic", gettext_noop("Basic %"), Writing.PERCENTAGE, short=gettext_noop("Share"), has_sum=True)


def _share(step: Share, table: TableSoFar) -> None:
    """Take the percentages of the sum or the best amount; raises NothingToShareError where that is zero or less."""
    if table.is_ruled:
        equal = half_up(HUNDRED_PERCENT, table.size)
        table.scores = [equal if counts else 0 for counts in table.counts]
    else:
        total, parts = sum(table.amounts), table.size
        if total <= 0:
            raise NothingToShareError(
                _(
                    "Round {round}, table {table}: the amounts add up to {total}, so there is nothing to share (R62); "
                    "check the cash, or rule equal shares.",
                    round=table.round,
                    table=table.table,
                    total=whole(total),
                )
            )
        if step.of is ShareOf.BEST:
            total, parts = max(table.amounts), 1
        elif parts < table.form.tables.wished:
            total *= parts + step.virtual
        else:
            parts = 1
        table.scores = [half_up(HUNDRED_PERCENT * parts * amount, total) for amount in table.amounts]
    table.figures["basic"] = table.scores


def _tell_share(step: Share, row: SeatScore, table: TableScore, form: Format) -> Iterator[str]:
    """Tell what the percentage was taken of, or the ruling of equal shares."""
    basic = decimals(row.figure("basic"), 3)
    if table.ruled_equal:
        size = whole(_ranked(table) if _is_alone(table, form) else table.size)
        yield _("The director ruled equal shares: 100 divided by {size} = {basic} %.", size=size, basic=basic)
        return
    total = max(each.amount for each in table.rows) if step.of is ShareOf.BEST else table.total
    told = {"adjusted": whole(row.amount), "total": whole(total), "basic": basic}
    if step.virtual and table.size < form.tables.wished:
        yield ngettext(
            "{adjusted} of {total} and the mean of one more player = {basic} %.",
            "{adjusted} of {total} and the mean of each of {n} more players = {basic} %.",
            step.virtual,
            **told,
        )
    else:
        yield _("{adjusted} of {total} = {basic} %.", **told)


def _share_legend(step: Share, form: Format) -> str:
    """Return how percentages are taken."""
    amount = _(ADJUSTED.title if form.has(Bonus) else title_of_amounts(form))
    if step.of is ShareOf.BEST:
        return _("{amount} ÷ best at the table = basic %, to three decimals.", amount=amount)
    return _("{amount} ÷ table total = basic %, to three decimals.", amount=amount)


def _ranked(table: TableScore) -> int:
    """Return how many players of a table are ranked."""
    return sum(not each.fills_in for each in table.rows)


def _is_alone(table: TableScore, form: Format) -> bool:
    """Return whether a table's ranked players are scored without the cash of a fill-in who sat there (R70)."""
    return leaves_fill_ins_out(form) and _ranked(table) < table.size


# Scale

MULTIPLIER = ScoreColumn("multiplier", gettext_noop("Multiplier"), Writing.FACTOR, unit=NO_MULTIPLIER)


def _scale(_step: Scale, table: TableSoFar) -> None:
    """Multiply by the factor for the number of players who count; raises SizeMultiplierError where it has none."""
    is_quartered = table.size < table.form.tables.least and table.size < len(table.typed)
    factor = table.size * QUARTER if is_quartered else size_multiplier(table.size, table.form)
    table.figures["multiplier"] = [factor] * len(table.typed)
    table.scores = [half_up(score * factor, NO_MULTIPLIER) for score in table.scores]


def _tell_scale(_step: Scale, row: SeatScore, table: TableScore, form: Format) -> Iterator[str]:
    """Tell the multiplier."""
    told = {
        "multiplier": shown_multiplier(row.figure("multiplier"), NO_MULTIPLIER),
        "score": decimals(row.score, 3),
    }
    if _is_alone(table, form):
        yield ngettext(
            "{n} ranked player, leaving out the fill-in's cash (R70): × {multiplier} = {score}.",
            "{n} ranked players, leaving out the fill-in's cash (R70): × {multiplier} = {score}.",
            _ranked(table),
            **told,
        )
    else:
        yield _("{table}: × {multiplier} = {score}.", table=_("Table of {size}", size=table.size), **told)


def _scale_legend(_step: Scale, _form: Format) -> str:
    """Return how a percentage becomes a score."""
    return _("Basic % × multiplier = score, to three decimals.")


# Places


def _places(step: Places, table: TableSoFar) -> None:
    """Give points by place; raises SizeMultiplierError for a size of tables that has none."""
    points = step.points.get(table.size)
    if points is None:
        raise _no_such_table(table.size, table.form)
    table.scores = []
    for place in table.places:
        shared = points[place - 1 : place - 1 + table.places.count(place)]
        table.scores.append(half_up(sum(shared), len(shared)))


def _tell_places(step: Places, row: SeatScore, table: TableScore, _form: Format) -> Iterator[str]:
    """Tell the place and its points, of which those who share it get the mean."""
    sharing = sum(each.place == row.place for each in table.rows)
    told = {"place": row.place, "players": table.size, "score": decimals(row.score, 3)}
    if sharing == 1:
        yield _("Place {place} of {players}: {score}.", **told)
    else:
        points = step.points[table.size][row.place - 1 : row.place - 1 + sharing]
        mean = in_a_row(shown_multiplier(each, NO_MULTIPLIER) for each in points)
        yield _("Place {place} of {players}, shared: the mean of {points} = {score}.", points=mean, **told)


def _places_legend(step: Places, _form: Format) -> str:
    """Return the points of the places."""
    sizes = [
        _(
            "{table}: {points} by place.",
            table=_("Table of {size}", size=size),
            points=in_a_row(shown_multiplier(each, NO_MULTIPLIER) for each in points),
        )
        for size, points in sorted(step.points.items(), reverse=True)
    ]
    return " ".join((*sizes, _("Players who share a place get the mean of its points.")))


# Wins


def _wins(step: Wins, table: TableSoFar) -> None:
    """Give points to the sole winner, or to those who share the first place, and to the others."""
    first = step.win if table.places.count(1) == 1 else step.draw
    table.scores = [first if place == 1 else step.loss for place in table.places]


def _tell_wins(_step: Wins, row: SeatScore, table: TableScore, _form: Format) -> Iterator[str]:
    """Tell whether the player won."""
    score = decimals(row.score, 3)
    if row.place == 1:
        many = sum(each.place == 1 for each in table.rows)
        yield ngettext("Sole winner: {score}.", "One of {n} tied for first: {score}.", many, score=score)
    else:
        yield _("Not first: {score}.", score=score)


def _wins_legend(step: Wins, _form: Format) -> str:
    """Return the points of winners and of all others."""
    return _(
        "The winner of a table gets {win}; if several tie for first, each gets {draw}; all others get {loss}.",
        **{name: shown_multiplier(getattr(step, name), NO_MULTIPLIER) for name in ("win", "draw", "loss")},
    )


# Amounts


def _amounts(_step: Amounts, table: TableSoFar) -> None:
    """Take the amounts as scores, their mean with a ruling of equal shares."""
    if table.is_ruled:
        table.scores = [half_up(sum(table.amounts) * NO_MULTIPLIER, table.size)] * len(table.amounts)
    else:
        table.scores = [amount * NO_MULTIPLIER for amount in table.amounts]


def _tell_amounts(_step: Amounts, row: SeatScore, _table: TableScore, _form: Format) -> Iterator[str]:
    """Tell the score."""
    yield _("The amount is the score: {score}.", score=decimals(row.score, 3))


def _amounts_legend(_step: Amounts, _form: Format) -> str:
    """Return that the amount is the score."""
    return _("The amount is the score.")


@dataclass(frozen=True, slots=True)
class _Kind:
    """A kind of step: what it does to a table, the columns it adds, the sentences on one row, and its sentence for every table."""

    carry_out: Callable[[Any, TableSoFar], None]
    columns: Callable[[Any], tuple[ScoreColumn, ...]]
    tell: Callable[[Any, SeatScore, TableScore, Format], Iterator[str]]
    legend: Callable[[Any, Format], str]


def _always(*columns: ScoreColumn) -> Callable[[Any], tuple[ScoreColumn, ...]]:
    """Return a function that gives these columns for every step."""
    return lambda _step: columns


KINDS: Mapping[type[Step], _Kind] = MappingProxyType(
    {
        Fines: _Kind(_fines, _fine_columns, _tell_fine, _fine_legend),
        Bonus: _Kind(_bonus, _always(BONUS, GAIN, ADJUSTED), _tell_bonus, _bonus_legend),
        Share: _Kind(_share, _always(BASIC), _tell_share, _share_legend),
        Scale: _Kind(_scale, _always(MULTIPLIER), _tell_scale, _scale_legend),
        Places: _Kind(_places, _always(), _tell_places, _places_legend),
        Wins: _Kind(_wins, _always(), _tell_wins, _wins_legend),
        Amounts: _Kind(_amounts, _always(), _tell_amounts, _amounts_legend),
    }
)
SCORE = ScoreColumn("score", gettext_noop("Score"), Writing.SCORE, short=gettext_noop("Score"), has_sum=True)


def title_of_amounts(form: Format) -> str:
    """Return the title of what is typed for a seat, for `gettext`."""
    return form.amount.name[:1].upper() + form.amount.name[1:]


def columns_of(form: Format) -> tuple[ScoreColumn, ...]:
    """Return the columns of a table's score, from what is typed to the score."""
    title = title_of_amounts(form)
    typed = ScoreColumn("cash", title, Writing.AMOUNT, short=title, has_sum=not (form.has(Fines) or form.has(Bonus)))
    return (typed, *(column for step in form.game for column in KINDS[type(step)].columns(step)), SCORE)
