"""The prospects of one player: the rank if the event ended now, and the cash needed in the last round."""

from __future__ import annotations

from tournament.record.vocabulary import PlayerId, Thousandths
from tournament.scores import Scores
from tournament.scores.needed import Needs
from tournament.tellings.figures import dollars, dollars_cell, rank_text, thousandths
from tournament.tellings.listing import Cell, Column, ColumnKind, Listing, Row
from wording import gettext as _
from wording import pgettext
from wording.figures import decimals, whole


def if_it_ended_now(scores: Scores, player: PlayerId) -> str:
    """Return a player's rank and Pentamind points if the event ended now, with the gaps to the ranks above and below, as a sentence.

    It is empty before the first round is closed, after the last one, and for a disqualified player.
    """
    rows = scores.standings()
    row = next((row for row in rows if row.player == player), None)
    if not scores.through or scores.is_complete or row is None or row.rank is None:
        return ""
    points = next((place.points for place in scores.pentamind if place.player == player), None)
    ranked = [other for other in rows if other.rank is not None]
    better = [other.total for other in ranked if other.total > row.total]
    worse = [other.total for other in ranked if other.total < row.total]
    said = [_standing(rank_text(row.rank, row.is_tied), len(rows), points)]
    if better:
        said.append(_("{gap} behind the rank above.", gap=thousandths(min(better) - row.total)))
    if worse:
        said.append(_("{gap} ahead of the rank below.", gap=thousandths(row.total - max(worse))))
    return " ".join(said)


def _standing(rank: str, players: int, points: Thousandths | None) -> str:
    """Return a sentence on a rank among all players, with the Pentamind points if there are any."""
    if points is None:
        return _("Rank {rank} of {players}.", rank=rank, players=whole(players))
    return _(
        "Rank {rank} of {players} and {points} Pentamind points.",
        rank=rank,
        players=whole(players),
        points=thousandths(points),
    )


def needs_listing(needs: Needs) -> Listing:
    """Return the least final cash that a player needs for each place in the last round, best place first, with the assumptions below."""
    return Listing(
        key="needs",
        caption=_("What you need in round {number}", number=needs.round),
        columns=(
            Column("place", _("Place"), ColumnKind.NAME),
            Column("cash", _("Minimum final cash")),
            Column("share", _("Share of the cash")),
        ),
        rows=tuple(
            Row(
                line.place,
                (
                    Cell(_("{place} or better", place=line.place) if line.place > 1 else "1", str(line.place)),
                    dollars_cell(line.cash) if line.cash else Cell(pgettext("amount of cash", "any"), "0"),
                    Cell(_percent(line.share) if line.cash else "", str(line.share)),
                ),
            )
            for line in needs.lines
        ),
        legend=_assumed(needs),
    )


def _percent(share: Thousandths) -> str:
    """Return a share in percent with one decimal, since the amounts are an estimate."""
    return f"{decimals((share + 50) // 100, 1)} %"


def _assumed(needs: Needs) -> tuple[str, ...]:
    """Return the assumptions behind the estimate as sentences."""
    total, table = dollars(needs.total), needs.table
    sum_of_cash = _(
        "An estimate for table {table}, assuming a table total of {total}, the average so far.",
        table=table,
        total=total,
    )
    return (
        *[_("Gold goes to the top table, and this player is at another table.")] * needs.is_below_top,
        sum_of_cash,
        _(
            "The estimate also assumes that the others at the table share the rest equally, to a fraction of a dollar, that every "
            "other table ends in equal shares, and that there are no fines or tie-breaks. A shared place counts as reached."
        ),
    )
