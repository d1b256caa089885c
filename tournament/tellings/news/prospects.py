"""The prospects of one player: the rank if the event ended now, opponents met so far, and the cash needed in the last round."""

from __future__ import annotations

from collections import Counter

from tournament.record.event import EventRecord
from tournament.record.vocabulary import PlayerId, Thousandths
from tournament.scores import Scores
from tournament.scores.needed import Needs
from tournament.tellings.figures import dollars, dollars_cell, rank_text, thousandths
from tournament.tellings.listing import Cell, Column, ColumnKind, Listing, Row
from tournament.tellings.words import listed

TWICE = 2


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
    gaps = (
        f"{thousandths(min(better) - row.total)} behind the next rank" if better else "",
        f"{thousandths(row.total - max(worse))} ahead of the one below" if worse else "",
    )
    rank = f"rank {rank_text(row.rank, row.is_tied)} of {len(rows)}"
    won = f"{thousandths(points)} Pentamind points (R66)" if points is not None else ""
    clauses = (listed([part for part in (rank, won) if part]), ", ".join(gap for gap in gaps if gap))
    return f"{'; '.join(clause for clause in clauses if clause)}."


def met_so_far(record: EventRecord, player: PlayerId) -> str:
    """Return how many other players a player has met in the rounds begun, and whom more than once; empty if none."""
    tables = [table for round_ in record.begun_rounds if (table := round_.table_of(player))]
    met = Counter(seat.player for table in tables for seat in table.seats if seat.player != player)
    if not met:
        return ""
    again = sorted((count, other) for other, count in met.items() if count >= TWICE)
    names = [f"{record.name_of(other)} {'twice' if count == TWICE else f'{count} times'}" for count, other in again]
    others = sum(entry.player != player for entry in record.active)
    return f"{len(met)} of {max(others, len(met))} others{f', {listed(names)}' if names else ''}."


def needs_listing(needs: Needs) -> Listing:
    """Return the least final cash that a player needs for each place in the last round, best place first, with the assumptions below."""
    return Listing(
        key="needs",
        caption=f"What round {needs.round} must bring",
        columns=(
            Column("place", "Place", ColumnKind.NAME),
            Column("cash", "Final cash, at least"),
            Column("share", "Share of the cash"),
        ),
        rows=tuple(
            Row(
                line.place,
                (
                    Cell(f"{line.place}{' or better' if line.place > 1 else ''}", str(line.place)),
                    dollars_cell(line.cash) if line.cash else Cell("any", "0"),
                    Cell(_percent(line.share) if line.cash else "", str(line.share)),
                ),
            )
            for line in needs.lines
        ),
        legend=_assumed(needs),
    )


def _percent(share: Thousandths) -> str:
    """Return a share in percent with one decimal, since the amounts are an estimate."""
    return f"{(share + 50) // 1000}.{(share + 50) // 100 % 10} %"


def _assumed(needs: Needs) -> tuple[str, ...]:
    """Return the assumptions behind the estimate as sentences."""
    mean = "as tables of this size had on average so far" if needs.is_known else "by the mean of all tables so far"
    top = "Gold goes to the top table, at which this player does not sit (R64)." if needs.is_below_top else ""
    return (
        *[top] * bool(top),
        f"An estimate for table {needs.table}. It assumes {dollars(needs.total)} at the table in all, {mean}; that the others "
        f"there share the rest equally, to the part of a dollar; that every other table ends in equal shares; no fine and no tie-break. "
        f"A shared place counts as reached.",
    )
