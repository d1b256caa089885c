"""How a score came about, in sentences with every number that a player needs to check it by hand (R55-R58, R70).

All scores of one event as one value, for pages, sheets and files; each table is scored once for a record.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tournament.record.event import EventRecord
from tournament.record.formats import Amount, Fines, Format, Places, Typed
from tournament.record.rounds import TieRuling
from tournament.record.vocabulary import Dollars, MedalPlace, PentamindPlace, PlayerId, SeatScore, Standing, TableScore
from tournament.scores.amounts import written
from tournament.scores.medals import Tie, junior_medals, medals, pentamind, ties
from tournament.scores.scoring import fines_of, results_of, score_round
from tournament.scores.steps import KINDS, ScoringError
from tournament.scores.totals import standings
from wording import gettext as _

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


def explain(row: SeatScore, table: TableScore, form: Format) -> tuple[str, ...]:
    """Return how a score came about, one sentence for each step, with every number that a player needs to check it by hand."""
    steps = [step for step in form.game if isinstance(step, Fines) or not row.fills_in]
    told = [sentence for step in steps for sentence in KINDS[type(step)].tell(step, row, table, form)]
    is_told = (form.amount.typed is Typed.PLACE and form.has(Places)) or form.amount.typed is Typed.WINNER
    if not (form.has(Fines) or is_told):
        told.insert(0, _told_amount(row, table, form.amount))
    if row.fills_in:
        told.append(_("A fill-in is not ranked and gets no score (R70)."))
    return tuple(told)


def _told_amount(row: SeatScore, table: TableScore, amount: Amount) -> str:
    """Return what was typed for a player as a sentence."""
    said = written(amount, row.figure("cash"), [each.figure("cash") for each in table.rows])
    return _("{title} {amount}.", title=_(amount.title), amount=said)


def how_scored(form: Format) -> str:
    """Return how amounts become a score, in one line, with the names of the columns."""
    return " ".join(filter(None, (KINDS[type(step)].legend(step, form) for step in form.game)))
