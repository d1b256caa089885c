"""The standings: rank, name, each round with its mark, total and wins, with the cuts of the final and the reasons of places.

After the final list they are only totals, in the order of the medal list and with its places, so that no list contradicts it.

The lines in the standings where the tables of a ranked round are cut (R42, R45-R47).

They are those of the published round; before that of its draft, for the desk; before that of the rule's first arrangement for everybody
present. There are none where the round is not cut, or where a correction or a swap made draw and totals differ (R68).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from tournament.draw.advancing import advance
from tournament.draw.allocation import AllocationError, arrangements, cut_sizes, form_by_rule
from tournament.draw.seating import name_after, title_of_round
from tournament.record.event import EntryRecord, EventRecord, RoundRecord, TableRecord
from tournament.record.formats import Part
from tournament.record.vocabulary import (
    CellKind,
    Decider,
    MedalPlace,
    PlayerId,
    RoundCell,
    RoundKind,
    Standing,
    Status,
    format_sizes,
)
from tournament.scores.explaining import Scores
from tournament.scores.order import ranked_by_total
from tournament.scores.totals import final_cut
from tournament.tellings.listing import Cell, Column, ColumnKind, Listing, Row
from tournament.tellings.medals import medal_cell, only_sat_out
from tournament.tellings.words import (
    JUNIOR,
    LEGEND,
    departure_tags,
    name_cell,
    people_of,
    rank_cell,
    rank_text,
    round_cell,
    round_head,
    score_cell,
    thousandths,
    with_minus_signs,
)
from wording import gettext as _
from wording import gettext_noop, ngettext, pgettext
from wording.figures import listed, whole

CUT_LEGEND = gettext_noop("Lines show where one table of the final ends and the next begins.")
"""What the lines in the standings mean, for `gettext`."""


@dataclass(frozen=True, slots=True)
class _Cut:
    """How the round to come is cut, as far as it is known: who plays, and the table sizes, which are empty where it is not ranked.

    ``drawn`` is the round as it is drawn; None where the rule would cut it so, and nobody has drawn it yet.
    """

    playing: frozenset[PlayerId] = frozenset()
    sizes: tuple[int, ...] = ()
    top_table_wins: bool = False
    drawn: RoundRecord | None = None


def cut_lines(record: EventRecord, rows: Sequence[Standing], through: int) -> Mapping[PlayerId, str]:
    """Return the words above the first player of each table of a ranked round still to be played; empty if there is nothing to cut.

    ``rows`` are the standings after round ``through``; a draft of the round after it is not used.
    """
    return _lines(_cut_after(record, through, with_draft=False), rows)


def _lines(cut: _Cut, rows: Sequence[Standing]) -> Mapping[PlayerId, str]:
    """Return the words above the first player of each table; empty where nothing is cut."""
    active = [row for row in rows if row.player in cut.playing]
    if not cut.sizes or not _is_seated_so(cut, active):
        return {}
    lines: dict[PlayerId, str] = {}
    for table, start in enumerate([0, *accumulate(cut.sizes)][:-1], start=1):
        if start < len(active):
            is_tied = start > 0 and active[start - 1].rank == active[start].rank
            lines[active[start].player] = (
                _words_above_first_table(cut) if table == 1 else _words_above_table(table, is_tied=is_tied)
            )
    return lines


def _words_above_first_table(cut: _Cut) -> str:
    """Return the words above the first player of table 1."""
    name = _("Table 1, the top table") if cut.top_table_wins else _("Table {number}", number=1)
    if cut.drawn is not None:
        return name if cut.drawn.has_begun else pgettext("a round", "{name} (draft)", name=name)
    if cut.top_table_wins:
        return _("Table 1, the top table (if {sizes} is chosen)", sizes=format_sizes(cut.sizes))
    return name


def _words_above_table(table: int, *, is_tied: bool) -> str:
    """Return the words above the first player of another table; with equal totals on both sides, that they are."""
    if not is_tied:
        return _("Table {number}", number=table)
    return _("Table {table}; players are level across this line (R46-R47)", table=table)


def _is_seated_so(cut: _Cut, active: Sequence[Standing]) -> bool:
    """Return whether the drawn round seats the players as the totals do; after a correction or a swap it may not (R68)."""
    if cut.drawn is None:
        return True
    totals = {row.player: row.total for row in active}
    seated = [
        sorted((totals[seat.player] for seat in table.seats if seat.player in totals), reverse=True)
        for table in _in_order(cut.drawn)
    ]
    return [total for table in seated for total in table] == [row.total for row in active]


def _cut_after(record: EventRecord, through: int, *, with_draft: bool) -> _Cut:
    """Return the cut of the round after round ``through``: as drawn, or by the rule where there is no draw that may be used."""
    number = through + 1
    if not 1 < number <= record.rounds_planned:
        return _Cut()
    if record.has_round(number) and (with_draft or record.round(number).has_begun):
        return _as_drawn(record, record.round(number))
    return _by_rule(record, number)


def _as_drawn(record: EventRecord, drawn: RoundRecord) -> _Cut:
    """Return the cut as drawn, including players who have withdrawn since, without the disqualified."""
    if drawn.kind is not RoundKind.RANKED:
        return _Cut()
    out = {entry.player for entry in record.entries if entry.status is Status.DISQUALIFIED}
    tables = [[seat.player for seat in table.seats if seat.player not in out] for table in _in_order(drawn)]
    everybody = frozenset(player for table in tables for player in table)
    return _Cut(everybody, tuple(map(len, tables)), drawn.top_table_wins, drawn)


def _by_rule(record: EventRecord, number: int) -> _Cut:
    """Return the cut that the rule prefers if everybody now present plays; nothing is cut where too few are left for any table."""
    playing = frozenset(entry.player for entry in record.active)
    if record.stage_of(number).is_cut and advance(record, number) is None:
        return _Cut()  # the results do not choose the players yet
    try:
        sizes = arrangements(len(playing), record.format)[0].sizes
    except AllocationError:
        return _Cut()
    form = form_by_rule(number, sizes, record.rounds_planned, record.format)
    if form.kind is not RoundKind.RANKED:
        return _Cut()
    return _Cut(playing, cut_sizes(sizes, record.format.tables.wished), form.top_table_wins)


def _in_order(round_: RoundRecord) -> list[TableRecord]:
    """Return the tables of a round by number."""
    return sorted(round_.tables, key=lambda table: table.number)


SAT_OUT = frozenset({CellKind.SIT_OUT, CellKind.PAIRING_PROBLEM})
NOT_PLAYED = frozenset({CellKind.MISSED, CellKind.WITHDRAWN})
UP, DOWN = "\N{UPWARDS ARROW}", "\N{DOWNWARDS ARROW}"
FOR_PROGRAMS = ("number", "country", "junior", "sat-out", "not-played", "status")
"""The columns that only CSV has."""
FOR_FILES = (*FOR_PROGRAMS, "why")
"""The columns that no page and no paper has: there the reason for a place stands below its row."""


def standings_listing(
    scores: Scores, through: int | None = None, *, with_draft: bool = False, with_moves: bool = False
) -> Listing:
    """Return the standings after round ``through``, or after the last closed round if None, with all columns of page, paper and file.

    ``with_draft`` shows where a draft is cut, which only the desk may see; ``with_moves`` adds, from round 2 to the final
    list, how many ranks each player rose or fell since the round before. Raises ScoringError if a closed round cannot be scored.
    """
    last = scores.through if through is None else min(through, scores.through)
    places = final_places(scores, last)
    order = {player: at for at, player in enumerate(places)}
    rows = sorted(scores.standings(last), key=lambda row: order.get(row.player, len(order)))
    cut = _cut_after(scores.record, last, with_draft=with_draft)
    lines = _lines(cut, rows)
    people = people_of(scores.record)
    numbers = [cell.round for cell in rows[0].cells] if rows else list(range(1, scores.record.rounds_planned + 1))
    climbed = ranks_climbed(scores, last) if with_moves and not places else {}
    listing = Listing(
        key="standings",
        caption=_caption(scores, last),
        columns=(
            Column("rank", _("Place") if places else _("Rank")),
            *[
                Column(
                    "moved",
                    _("Moved"),
                    ColumnKind.MOVE,
                    full=_("Since {round}", round=name_after(scores.record, last - 1)),
                )
            ]
            * bool(climbed),
            Column("number", _("Number")),
            Column("name", _("Name"), ColumnKind.NAME),
            Column("country", _("Country"), ColumnKind.WORD),
            Column("junior", _("Junior"), ColumnKind.WORD),
            *(
                Column(f"r{number}", round_head(number), full=title_of_round(scores.record, number))
                for number in numbers
            ),
            Column("total", _("Total"), ColumnKind.TOTAL),
            Column("wins", _("Wins")),
            Column("sat-out", _("Sat out")),
            Column("not-played", _("Not played")),
            Column("status", _("Status"), ColumnKind.WORD),
            *[
                Column("medal", _("Medal"), ColumnKind.MEDAL),
                Column("why", _("What decided"), ColumnKind.SENTENCES),
            ]
            * bool(places),
        ),
        rows=tuple(
            _row(
                row,
                people[row.player],
                lines.get(row.player, ""),
                len(rows),
                _move_cell(row, climbed) if climbed else None,
            )
            if not places
            else _final_row(scores, row, people[row.player], places, len(rows))
            for row in rows
        ),
        legend=(
            *(_(LEGEND), *[_(CUT_LEGEND)] * bool(lines and cut.top_table_wins), *why_not_the_best(scores, last)),
            *[_("This is the order of the medal list (R64-R65); the Pentamind goes by totals alone (R66).")]
            * (bool(places) and not scores.record.format.order and scores.record.has(Part.PENTAMIND)),
        ),
    )
    return listing if scores.record.has(Part.MEDALS) else listing.without("medal")


def final_places(scores: Scores, last: int) -> dict[PlayerId, MedalPlace]:
    """Return the places of the medal list in its order, once it is public and round ``last`` is the end; empty before."""
    is_final = scores.record.is_final_published and scores.is_complete and last >= scores.through
    return {place.player: place for place in scores.medals} if is_final else {}


def why_not_the_best(scores: Scores, last: int) -> tuple[str, ...]:
    """Return a sentence why the best total did not win gold, if the top table decided it (R64); else an empty tuple."""
    if not scores.is_complete or last < scores.record.rounds_planned:
        return ()
    if final_cut(scores.record) is None:
        return ()
    gold = [place for place in scores.medals if place.place == 1]
    best = max((place.total for place in scores.medals), default=0)
    if not gold or gold[0].total >= best:
        return ()
    better = [scores.record.name_of(place.player) for place in scores.medals if place.total == best]
    return (
        ngettext(
            "Gold goes to the best total at the top table of the final: {names} with {total}, although {others} has {best}.",
            "Gold goes to the best total at the top table of the final: {names} with {total}, although {others} have {best}.",
            len(better),
            names=listed(scores.record.name_of(place.player) for place in gold),
            total=thousandths(gold[0].total),
            others=listed(better),
            best=thousandths(best),
        ),
    )


def _caption(scores: Scores, last: int) -> str:
    """Return the caption of the standings after round ``last``, 0 for before round 1."""
    if not last:
        return _("Before round 1")
    if final_places(scores, last):
        return ngettext("Totals after {n} round", "Totals after {n} rounds", last)
    return _("Standings after {round}", round=name_after(scores.record, last))


def _move_cell(row: Standing, climbed: Mapping[PlayerId, int | None]) -> Cell:
    """Return the cell of a change of rank: an arrow and the number of ranks, with words for screen readers; empty without a rank (R67)."""
    if row.player not in climbed:
        return Cell()
    ranks = climbed[row.player]
    if ranks is None:
        return Cell(pgettext("in the standings", "new"), spoken=_("new since the previous round"))
    if not ranks:
        return Cell("=", spoken=_("same rank"))
    if ranks > 0:
        return Cell(f"{UP}{ranks}", spoken=ngettext("up {n}", "up {n}", ranks))
    return Cell(f"{DOWN}{-ranks}", spoken=ngettext("down {n}", "down {n}", -ranks))


def _row(row: Standing, entry: EntryRecord, cut: str, players: int, moved: Cell | None) -> Row:
    """Return the row of one player; ``cut`` is the line above the row, ``players`` the size of the field, ``moved`` None if not shown."""
    total = thousandths(row.total)
    has_left = any(cell.kind is CellKind.WITHDRAWN for cell in row.cells)
    return Row(
        key=row.player,
        cells=(
            rank_cell(row.rank, row.is_tied),
            *([] if moved is None else [moved]),
            Cell(str(row.player)),
            name_cell(entry, *departure_tags(entry, has_left=has_left)),
            Cell(entry.country),
            Cell(JUNIOR if entry.is_junior else ""),
            *(round_cell(cell, entry.status) for cell in row.cells),
            score_cell(row.total),
            Cell(str(row.wins)),
            Cell(_rounds(row.cells, SAT_OUT)),
            Cell(_rounds(row.cells, NOT_PLAYED)),
            _status_cell(entry, has_left=has_left),
        ),
        above=Cell(cut) if cut else None,
        why=with_minus_signs(row.why),
        spoken=f"{rank_in_words(row, players)}, {total}",
        is_shared=row.is_tied,
    )


def _final_row(
    scores: Scores, row: Standing, entry: EntryRecord, places: Mapping[PlayerId, MedalPlace], players: int
) -> Row:
    """Return the row of one player once the medal list is public: its place, None for none, and why where totals say otherwise."""
    shown, place = _row(row, entry, "", players, None), places.get(row.player)
    first = shown.cells[0] if row.rank is None else rank_cell(place.place, place.is_shared) if place else Cell()
    why = _place_in_words(scores, row, places)
    return replace(
        shown,
        cells=(first, *shown.cells[1:], medal_cell(place), Cell(why)),
        why=why,
        spoken=", ".join(filter(None, (_in_words(row, places, players), thousandths(row.total)))),
        is_shared=place is not None and place.is_shared,
    )


def _status_cell(entry: EntryRecord, *, has_left: bool) -> Cell:
    """Return the cell of the status of an entry after the rounds shown: a later withdrawal does not count yet (R54)."""
    status = Status.PRESENT if entry.status is Status.WITHDRAWN and not has_left else entry.status
    return Cell(status.words, status.value)


def rank_in_words(row: Standing, players: int) -> str:
    """Return a rank among all ``players`` of the standings: "=3 of 17", or "DSQ" (R66-R67)."""
    rank = rank_text(row.rank, row.is_tied)
    return rank if row.rank is None else _("{rank} of {players}", rank=rank, players=whole(players))


def place_explained(scores: Scores, row: Standing) -> str:
    """Return sentences on a player's place: in the standings, and once the medal list is public there, where totals would say otherwise."""
    return _place_in_words(scores, row, final_places(scores, scores.through))


def _place_in_words(scores: Scores, row: Standing, places: Mapping[PlayerId, MedalPlace]) -> str:
    """Return what `place_explained` says; ``places`` are those of `final_places`."""
    place = places.get(row.player)
    if not places or row.rank is None:
        return with_minus_signs(row.why)
    if place is None:
        return only_sat_out(scores.record, row.player) or ("" if row.is_tied else row.why)
    says_more = row.is_tied or place.is_shared or place.decided_by is not Decider.TOTAL
    return with_minus_signs(place.why if says_more or place.total > scores.medals[0].total else row.why)


def place_in_words(scores: Scores, row: Standing) -> str:
    """Return a player's rank in words; once the medal list is public the place there, empty for a player without one."""
    return _in_words(row, final_places(scores, scores.through), len(scores.standings()))


def _in_words(row: Standing, places: Mapping[PlayerId, MedalPlace], players: int) -> str:
    """Return what `place_in_words` says; ``places`` are those of `final_places`, ``players`` how many are in the standings."""
    if not places or row.rank is None:
        return rank_in_words(row, players)
    place = places.get(row.player)
    if place is None:
        return ""
    return _("{rank} of {players}", rank=rank_text(place.place, place.is_shared), players=whole(players))


def _rounds(cells: Iterable[RoundCell], kinds: frozenset[CellKind]) -> str:
    """Return the numbers of the rounds that a player spent in one of these ways, separated by blanks."""
    return " ".join(str(cell.round) for cell in cells if cell.kind in kinds)


def ranks_climbed(scores: Scores, through: int | None = None) -> Mapping[PlayerId, int | None]:
    """Return how many ranks each player gained in round ``through``, the last closed one if None: below zero if lost, None if new.

    Players without a rank are left out (R67), and so is everybody after round 1. Ranks of before are those among who played then.
    """
    last = scores.through if through is None else through
    first_round_of, before = scores.record.first_round_of, scores.standings(last - 1) if last > 1 else ()
    earlier = {row.player: -row.rank for row in before if row.rank is not None and first_round_of(row.player) < last}
    ranks = ranked_by_total(earlier).places
    return {
        row.player: ranks[row.player] - row.rank if row.player in ranks else None
        for row in scores.standings(last)
        if earlier and row.rank is not None
    }
