"""The standings: each player's rounds, the total, and the rank by total and the format's order (R61, R65-R68).

What a change does to them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from tournament.record.event import EntryRecord, EventRecord, RoundRecord
from tournament.record.formats import Format, Wins
from tournament.record.once import once_a_record
from tournament.record.vocabulary import (
    DECIDED_BY_RESULTS,
    CellKind,
    CountedBy,
    Key,
    PlayerId,
    RoundCell,
    RoundState,
    SitOutKind,
    SitOutSource,
    Standing,
    Status,
    TableScore,
    Thousandths,
)
from tournament.scores.order import Ranking, Results, Value, ranked, ranked_by_total
from tournament.scores.scoring import score_round
from wording import gettext as _
from wording import gettext_noop, ngettext
from wording.figures import decimals, in_a_row, listed

MOST_NAMES = 3
"""The most players with whom a place is shared who are named."""
IDLE_KEPT = 256
"""The most cells of rounds not played that are kept: for each round, with and without a departure."""

IN_THE_FIELD = frozenset({Status.PRESENT, Status.WITHDRAWN, Status.DISQUALIFIED})

CELL_OF_SIT_OUT = {
    SitOutKind.STANDARD: CellKind.SIT_OUT,
    SitOutKind.PAIRING_PROBLEM: CellKind.PAIRING_PROBLEM,
    SitOutKind.MISSED: CellKind.MISSED,
    SitOutKind.OUT: CellKind.OUT,
    SitOutKind.WAITS: CellKind.WAITS,
}


@dataclass(frozen=True, slots=True)
class _Row:
    """An entry with its cells and total, before ranks are given."""

    entry: EntryRecord
    cells: tuple[RoundCell, ...]
    total: Thousandths

    @property
    def player(self) -> PlayerId:
        """The number of the player."""
        return self.entry.player


@dataclass(frozen=True, slots=True)
class FinalCut:
    """The published final: its round and the players of table 1 (R42, R64)."""

    round: int
    top_table: tuple[PlayerId, ...]


def final_cut(record: EventRecord) -> FinalCut | None:
    """Return the published final whose top table takes gold, with the players of that table; None if there is none (R42, R64)."""
    for round_ in reversed(record.rounds):
        if record.stage_of(round_.number).is_cut:
            continue  # there the place in the final is the place in the event (`Key.REACHED`)
        if round_.top_table_wins and round_.state is not RoundState.DRAFT and round_.tables:
            top = min(round_.tables, key=lambda table: table.number)
            return FinalCut(round_.number, tuple(seat.player for seat in top.seats))
    return None


def results_of(record: EventRecord, rows: Collection[_Row | Standing], counted: Sequence[RoundRecord]) -> Results:
    """Return what the keys of an order compare, over the ``counted`` closed rounds; raises ScoringError if one cannot be scored."""
    # The result in the final round exists once the last planned round is closed, and the tables of the final with it.
    last = counted[-1].number if len(counted) >= record.rounds_planned else 0
    boards = [table for round_ in counted if round_.top_table_wins for table in round_.tables]
    in_total = [round_.number for round_ in counted if record.stage_of(round_.number).counts]
    results = Results(
        {row.player: row.total for row in rows},
        {row.player: cell.score or 0 for row in rows for cell in row.cells if cell.round == last},
        [table for number in in_total for table in score_round(record, number)],
        {seat.player: table.number for table in boards for seat in table.seats},
        _reached(record, counted),
        {entry.player: entry.tie_figure or 0 for entry in record.entries},
        record.format.amount.second is not None and not record.format.amount.second.more_wins,
        Counter(row.player for round_ in counted for row in round_.sit_outs if row.kind.counts_as_sit_out),
        record.format.bye_share,
        record.format.seat_wins,
    )
    return replace(results, cut=_through_cut(record, counted, results)) if Key.CUT in record.format.order else results


def _reached(record: EventRecord, counted: Sequence[RoundRecord]) -> Mapping[PlayerId, tuple[int, int]]:
    """Return the last round that each player reached of those cut from the standings, the next one included once it is settled who plays.

    Of the last planned round, once it is closed, the place at the table is the second number, below zero.
    """
    if Key.REACHED not in record.format.order:
        return {}
    following = [row for row in record.begun_rounds if row.number == len(counted) + 1]
    found: dict[PlayerId, tuple[int, int]] = {}
    settled = [row for row in record.absences.get(len(counted) + 1, ()) if row.kind in DECIDED_BY_RESULTS]
    out = {row.player for row in settled if row.kind is SitOutKind.OUT}
    through = {entry.player for entry in record.present if settled} - out
    for round_ in (*counted, *following):
        if record.stage_of(round_.number).is_cut:
            found |= {seat.player: (round_.number, 0) for table in round_.tables for seat in table.seats}
            found |= {row.player: (round_.number, 0) for row in round_.sit_outs if row.kind is SitOutKind.WAITS}
    found |= dict.fromkeys(through, (len(counted) + 1, 0))
    if counted and counted[-1].number >= record.rounds_planned and record.stage_of(counted[-1].number).is_cut:
        last = counted[-1].number
        found |= {row.player: (last, -row.place) for table in score_round(record, last) for row in table.rows}
    return found


def _through_cut(record: EventRecord, counted: Sequence[RoundRecord], results: Results) -> dict[PlayerId, Value]:
    """Return how each round of a cut ended for each player, the last one first (`ENDED`); of a drawn game the best so far goes on."""
    found: dict[PlayerId, Value] = dict.fromkeys(results.totals, ())
    rounds = [round_ for round_ in counted if record.stage_of(round_.number).is_cut]
    for round_ in rounds:
        ended = {row.player: 4 for row in round_.sit_outs if row.kind is SitOutKind.WAITS}
        for table in score_round(record, round_.number):
            first = [row.player for row in table.rows if row.place == 1]
            best = ranked(first, record.format.keys, replace(results, cut=found)).groups[0]
            ended |= dict.fromkeys(first, int(round_ is rounds[0]))
            ended |= dict.fromkeys(best, 3 if len(first) == 1 else 2)
        found = {player: (ended.get(player, 0), *before) for player, before in found.items()}
    return found


def ranked_by_order(
    record: EventRecord,
    players: Iterable[PlayerId],
    rows: Collection[_Row | Standing],
    counted: Sequence[RoundRecord],
) -> Ranking:
    """Return players ranked by total, and by the format's order over the ``counted`` rounds; ``rows`` are those of all players."""
    keys = record.format.keys
    results = results_of(record, rows, counted) if keys[1:] else Results({row.player: row.total for row in rows})
    return ranked(players, keys, results)


def level_before_total(record: EventRecord, player: PlayerId) -> frozenset[PlayerId]:
    """Return who is level with a player of the standings in everything that the format's order compares before the total."""
    rows = standings(record)
    playing = [row.player for row in rows if row.rank is not None]
    return ranked_by_order(record, playing, rows, record.closed_rounds).equals_at(Key.TOTAL, player)


def parted_sentence(ranking: Ranking, form: Format, player: PlayerId, total: Thousandths, others: Sequence[str]) -> str:
    """Return what keys of the format's order compared before the total, and that others parted a player from ``others``.

    ``others`` are level with the player in everything up to the total. The result is empty where none did.
    """
    before, after = ranking.said(player, form)
    first = _("Compared before the total: {keys}.", keys=before) if before else ""
    if not after or not others:
        return first
    parted = _(
        "Level on {total} with {names}, separated by the tie-break ({keys}).",
        total=decimals(total, 3),
        names=_some(others),
        keys=after,
    )
    return " ".join(filter(None, (first, parted)))


def standings(record: EventRecord, through: int | None = None, *, with_arrivals: bool = False) -> tuple[Standing, ...]:
    """Return the field by total over the closed rounds up to round ``through``, all if None; the disqualified come last (R61, R65-R67).

    Players of equal total are in order of their numbers. ``with_arrivals`` adds who is here and has not had a seat yet. Raises ScoringError
    if a closed round cannot be scored.
    """
    last = max((round_.number for round_ in record.begun_rounds), default=0)
    return _standings(record, None if through is None or through >= last else through, with_arrivals)


@once_a_record
def _standings(record: EventRecord, through: int | None, with_arrivals: bool) -> tuple[Standing, ...]:
    """Return the standings up to round ``through``, None for all that is known now."""
    counted = {round_.number: round_ for round_ in record.closed_rounds if through is None or round_.number <= through}
    cells_of = {
        number: _cells_of_round(record, round_, score_round(record, number)) for number, round_ in counted.items()
    }
    rounds = [(number, cells_of.get(number, {})) for number in range(1, max([record.rounds_planned, *counted]) + 1)]

    counting = {number for number, _cells in rounds if record.stage_of(number).counts}

    cut = {number for number in cells_of if record.stage_of(number).is_cut}
    best = record.format.best_of

    def row(entry: EntryRecord) -> _Row:
        left_after = record.left_after(entry.player)
        missed = record.format.score_of(SitOutKind.MISSED)
        cells = tuple(
            played.get(entry.player)
            or (RoundCell(number, CellKind.OUT, None) if number in cut else None)
            or _idle_cell(number, number in counted, _has_left(left_after, number, through), missed)
            for number, played in rounds
        )
        scores = [cell.score or 0 for cell in cells if cell.round in counting]
        return _Row(entry, cells, sum(sorted(scores)[-best:] if best else scores))

    field = in_the_room(record) if with_arrivals else in_the_field(record)
    rows = {entry.player: row(entry) for entry in field}
    out = {player: each.total for player, each in rows.items() if each.entry.status is Status.DISQUALIFIED}
    playing = {player: each for player, each in rows.items() if player not in out}
    ranking = ranked_by_order(record, playing, rows.values(), tuple(counted.values()))
    places, found = ranking.places, []
    for group in ranking.groups:
        equals = [rows[player].entry for player in group]
        found += [
            _standing(record.format, rows[player], places[player], equals, has_closed=bool(counted)) for player in group
        ]
    if record.format.order:
        found = [_with_order(record, each, ranking, found) for each in found]
    disqualified = (rows[player] for player in ranked_by_total(out).places)
    found += [_standing(record.format, each, None, (), has_closed=bool(counted)) for each in disqualified]
    return tuple(found)


def in_the_field(record: EventRecord) -> tuple[EntryRecord, ...]:
    """Return the entries that count as players, also who has left (section 2.1, R54, R67, R70)."""
    # Ruling: from the first closed round on, a player is who had a seat or sat out by the draw, whatever the status is now.
    if not record.closed_rounds or record.counted_by is CountedBy.STATUS:
        return in_the_room(record)
    return tuple(entry for entry in in_the_room(record) if record.has_taken_part(entry.player))


def may_win(record: EventRecord, player: PlayerId) -> bool:
    """Return whether a player of the field may get a medal and Pentamind points: had a seat, and did not leave early (R54, 2.1)."""
    had_a_seat = player in record.first_seated or record.counted_by is CountedBy.STATUS
    return had_a_seat and not record.has_left_early(player)


def in_the_room(record: EventRecord) -> tuple[EntryRecord, ...]:
    """Return the entries that are here, have left or have taken part, without fill-ins: the players before the first closed round."""
    return tuple(
        entry
        for entry in record.entries
        if (entry.status in IN_THE_FIELD or record.has_taken_part(entry.player)) and entry.player not in record.fill_ins
    )


def _cells_of_round(
    record: EventRecord, round_: RoundRecord, tables: Sequence[TableScore]
) -> Mapping[PlayerId, RoundCell]:
    """Return the cells of one round for players who had a table or sat out; ``tables`` are its scored tables."""
    # Where who won is what scores, several who are first drew.
    drew = {table.table for table in tables if len(table.winners) > 1} if record.format.has(Wins) else ()
    cells = {
        row.player: RoundCell(number, CellKind.PLAYED, row.score, at, table.size, row.is_winner and at not in drew)
        for number, at, table in ((round_.number, table.table, table) for table in tables)
        for row in table.rows
    }
    for sit_out in round_.sit_outs:
        left_after = record.left_after(sit_out.player)
        is_gone = left_after is not None and left_after < round_.number
        if is_gone and sit_out.kind is SitOutKind.MISSED and sit_out.source is not SitOutSource.LATE_ENTRY:
            continue  # a player who has left and did not come counts as withdrawn in this round, not as having missed it
        score = record.format.idle_score(sit_out.kind)
        cells.setdefault(sit_out.player, RoundCell(round_.number, CELL_OF_SIT_OUT[sit_out.kind], score))
    return cells


@lru_cache(IDLE_KEPT)
def _idle_cell(number: int, is_counted: bool, has_left: bool, missed: Thousandths) -> RoundCell:
    """Return the cell of a round in which a player neither had a table nor sat out."""
    if has_left:
        return RoundCell(number, CellKind.WITHDRAWN, missed)
    return RoundCell(number, CellKind.MISSED, missed) if is_counted else RoundCell(number, CellKind.PENDING, None)


def _has_left(left_after: int | None, number: int, through: int | None) -> bool:
    """Return whether a player had left before round ``number``, as far as known after round ``through``.

    ``left_after`` is the last round the player took part in, None if the player has not left; ``through`` is None for all that is known
    now.
    """
    return left_after is not None and left_after < number and (through is None or left_after <= through)


def _standing(
    rules: Format, row: _Row, rank: int | None, equals: Sequence[EntryRecord], *, has_closed: bool
) -> Standing:
    """Return the row of one player; ``equals`` are the entries with the same total, ``has_closed`` whether any round is closed."""
    others = [other.name for other in equals if other is not row.entry]
    return Standing(
        player=row.entry.player,
        cells=row.cells,
        total=row.total,
        wins=sum(cell.is_winner for cell in row.cells),
        rank=rank,
        is_tied=bool(others),
        why=_place_sentences(rules, row, rank, others) if has_closed else _("No rounds have been closed yet."),
    )


def _with_order(record: EventRecord, row: Standing, ranking: Ranking, rows: Sequence[Standing]) -> Standing:
    """Return a row of the standings with the sentence on what parted the player from others of equal total."""
    equals = ranking.equals_at(Key.TOTAL, row.player)
    level = [
        each.player for each in rows if each.total == row.total and each.rank != row.rank and each.player in equals
    ]
    parted = parted_sentence(ranking, record.format, row.player, row.total, [*map(record.name_of, level)])
    return replace(row, why=" ".join(filter(None, (row.why, parted))))


def _place_sentences(rules: Format, row: _Row, rank: int | None, others: Sequence[str]) -> str:
    """Return sentences on a player's place: disqualified, withdrawn or sharing the rank; ``others`` are the names of those who share it."""
    sentences = []
    if row.entry.status is Status.DISQUALIFIED:
        sentences.append(_("Disqualified and not ranked; the games already played still count for the others."))
    if row.entry.status is Status.WITHDRAWN:
        gone = [cell.round for cell in row.cells if cell.kind is CellKind.WITHDRAWN]
        if gone:
            sentences.append(
                _(
                    "Withdrew before round {round}; each round not played scores {missed}.",
                    round=gone[0],
                    missed=decimals(rules.score_of(SitOutKind.MISSED), 3),
                )
            )
        elif all(cell.kind is not CellKind.PENDING for cell in row.cells):
            sentences.append(_("Withdrew after the last round."))
    if others:
        sentences.append(_shared_place_sentence(rules, rank, row.total, others))
    return " ".join(sentences)


def _some(names: Sequence[str]) -> str:
    """Return names in a sentence; of many only some, and how many more."""
    rest = len(names) - MOST_NAMES
    if rest <= 0:
        return listed(names)
    return ngettext("{names} and {n} other", "{names} and {n} others", rest, names=in_a_row(names[:MOST_NAMES]))


def _shared_place_sentence(rules: Format, rank: int | None, total: Thousandths, others: Sequence[str]) -> str:
    """Return a sentence on a place that is shared with ``others``."""
    sentence = gettext_noop("Tied for place {place} with {names} on {total}; ties in the standings are not broken.")
    if rules.order:
        sentence = gettext_noop("Tied for place {place} with {names} on {total}; the tie-break does not separate them.")
    return _(sentence, place=rank, names=_some(others), total=decimals(total, 3))


@dataclass(frozen=True, slots=True)
class TotalChange:
    """One player whose total or rank changes: totals in thousandths, ranks None for the disqualified.

    A total is None if the player is not in the standings: before, if newly counted; after, if no longer counted.
    """

    player: PlayerId
    name: str
    before: Thousandths | None
    after: Thousandths | None
    rank_before: int | None
    rank_after: int | None
    is_shared_before: bool = False
    is_shared_after: bool = False

    @property
    def is_counted_both(self) -> bool:
        """Whether the player is in the standings before and after."""
        return self.before is not None and self.after is not None


def total_changes(before: EventRecord, after: EventRecord) -> tuple[TotalChange, ...]:
    """Return everybody whose total or rank differs between two states of an event, in the order of the standings after the change.

    Players who are no longer in the standings come last. Raises ScoringError if a closed round of either state cannot be scored.
    """
    old, new = ({row.player: row for row in standings(state)} for state in (before, after))
    names = {entry.player: entry.name for entry in (*before.entries, *after.entries)}
    found = []
    for player in {**new, **old}:
        was, now = old.get(player), new.get(player)
        if was and now and (was.total, was.rank) == (now.total, now.rank):
            continue
        found.append(
            TotalChange(
                player,
                names[player],
                was.total if was else None,
                now.total if now else None,
                was.rank if was else None,
                now.rank if now else None,
                was.is_tied if was else False,
                now.is_tied if now else False,
            )
        )
    return tuple(found)
