"""From an event to a draw: what is asked of the pairings, and what is stored of the result.

1. The round's form follows from the arrangement (R45): the last round with four tables or more is the final, cut from the standings.

2. Who sits out is settled first (R50), by the director or by the lowest score.

3. A random round is planned jointly with all later random rounds, on the meetings as played (R44). With a movement chart it has the seats
that were planned for it with the round before, where they fit (R6).

4. A ranked round is cut top table first; ties across a cut are decided by the seed or by typed dice (R46-R47). A round in order of
arrival is cut from the numbers of the players.

5. What the draw is based on is stored as a fingerprint, part by part, so that a draft shows what has changed since.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import accumulate
from typing import Any

from tournament.draw.advancing import advance, before_round, ranked_before
from tournament.draw.allocation import (
    RoundForm,
    cut_sizes,
    form_by_rule,
    forms_by_rule,
    random_rounds,
    top_table_size,
)
from tournament.draw.forecast import misfit, planned_from
from tournament.draw.lines import joined_lines, line
from tournament.draw.pairings.dealing import dealt
from tournament.draw.pairings.levels import draw_levels
from tournament.draw.pairings.planning import evaluate, plan
from tournament.draw.pairings.ranked import Cut, Roll, cut_by_rank
from tournament.draw.pairings.report import DrawReport, PlannedDraw, report_as_stored
from tournament.draw.pairings.request import DrawnRound, DrawRequest, RoundPlan, Table
from tournament.draw.pairings.seating import Progress
from tournament.draw.seating import name_of_round, title_of_round
from tournament.draw.sitouts import (
    check_sit_out,
    fingerprint_of,
    line_on_chosen_sit_out,
    players_who_sat_out,
    request_for,
    suggest_sit_out,
)
from tournament.models import Event, Round, SitOut
from tournament.models.plain_sql import SqlRows, SqlWrites
from tournament.record.event import EventRecord
from tournament.record.rounds import SitOutRecord
from tournament.record.vocabulary import PlayerId, RoundKind, SeatsBy, SeatSource, SitOutKind
from tournament.scores.medals import results_to_rank
from tournament.scores.order import Ranking
from tournament.services.changes import checked_text
from tournament.services.changes.refusals import RefusedError
from wording import gettext as _

SEEDS = 10**8
"""How many seeds there are: the numbers of up to eight digits."""


NEW_TABLE = SqlWrites("INSERT INTO tournament_table (round_id, number, chain_set) VALUES (%s, %s, '')")
NEW_SEAT = SqlWrites(
    "INSERT INTO tournament_seat (round_id, table_id, entry_id, position, starting_tile) VALUES (%s, %s, %s, %s, '')"
)
TABLES = SqlRows("SELECT id FROM tournament_table WHERE round_id = %s ORDER BY number")
ENTRIES = SqlRows("SELECT number, id FROM tournament_entry WHERE event_id = %s")
"""What is stored of the tables and seats of a round that was drawn, and the keys that it needs."""


class DrawSource(Enum):
    """Where a random round comes from: a draw of its own, or the public movement chart (R6)."""

    FRESH = "fresh"
    CHART = "chart"


@dataclass(frozen=True, slots=True)
class DrawOrder:
    """What the director asks for: table sizes, who sits out if anybody, seed, and how seats are decided.

    ``dice`` are the rolls typed for tied players, higher first (R47); ``top_table`` is the size of a final's top table, one of ``sizes``,
    where the director overrides the rules' (R42); ``sit_out_kind`` is None for that of the format; ``over_dispute`` is the reason why a
    round is cut although a result is disputed. ``source`` says whether the round is drawn anew or taken from the public movement chart.
    ``kind`` is None where the rules decide by the sizes; ``replaces`` is the key of the draw that the director's page showed as the round's
    draft, None where it showed no draft.
    """

    sizes: tuple[int, ...]
    seed: int
    seat_source: SeatSource
    sitting_out: PlayerId | None = None
    sit_out_reason: str = ""
    sit_out_kind: SitOutKind | None = None
    dice: Mapping[PlayerId, Roll] = field(default_factory=dict)
    kind: RoundKind | None = None
    replaces: int | None = None
    source: DrawSource = DrawSource.FRESH
    top_table: int | None = None
    over_dispute: str = ""


@dataclass(frozen=True, slots=True)
class MadeDraw:
    """A drawn round with everything that is stored of it; ``rounds`` holds it and the random rounds planned after it.

    ``report`` is None for a round that is not drawn, and ``by_lot`` says that the seed decided a tie in a cut from the standings.
    ``has_seats`` says that players are in the order of play.
    """

    form: RoundForm
    rounds: tuple[DrawnRound, ...]
    sit_outs: tuple[SitOutRecord, ...]
    protocol: tuple[str, ...]
    fingerprint: str
    report: DrawReport | None
    by_lot: bool = False
    has_seats: bool = False


def new_seed() -> int:
    """Return a random seed of up to eight digits; it is stored and printed with the draw."""
    return secrets.randbelow(SEEDS)


def seed_from(words: str) -> int:
    """Return the seed that follows from these words: always the same one, and chosen by nobody."""
    return int.from_bytes(hashlib.sha256(words.encode()).digest()[:8], "big") % SEEDS


def draw_next(record: EventRecord, number: int, order: DrawOrder, progress: Progress | None = None) -> MadeDraw:
    """Draw round ``number`` of the event as it is now; raises PairingError, SitOutError or RefusedError."""
    form = form_of(record, number, order)
    if form.kind is RoundKind.LEVELS:
        return _by_levels(record, number, order, form, progress)
    sit_outs, sit_out_protocol = _sit_outs(record, number, order)
    fingerprint = fingerprint_of(record, form.kind, sit_outs)
    if form.kind.is_seated_by_rank:
        cut, words = _cut(record, number, order, sit_outs)
        rounds: tuple[DrawnRound, ...] = (DrawnRound(cut.tables, tuple(row.player for row in sit_outs)),)
        protocol = (*sit_out_protocol, words, *cut.lines, *_lines_on_keep_apart(record, cut.tables))
        by_rank = record.stage_of(number).seats is not SeatsBy.EVENT
        return MadeDraw(form, rounds, sit_outs, protocol, fingerprint, None, cut.by_lot, by_rank)
    if form.kind in (RoundKind.ARRIVAL, RoundKind.HAND):
        tables = _by_arrival(record, order, sit_outs)
        rounds = (DrawnRound(tables, tuple(row.player for row in sit_outs)),)
        protocol = (
            *sit_out_protocol,
            line("hand" if form.kind is RoundKind.HAND else "arrival"),
            *_lines_on_keep_apart(record, tables),
        )
        return MadeDraw(form, rounds, sit_outs, protocol, fingerprint, None)
    request = draw_request(record, number, order, tuple(row.player for row in sit_outs))
    draw = _from_chart(record, number, request) if order.source is DrawSource.CHART else plan(request, progress)
    return MadeDraw(
        form, draw.rounds, sit_outs, (*sit_out_protocol, *draw.report.stored_lines), fingerprint, draw.report
    )


def with_plan(record: EventRecord, number: int) -> EventRecord:
    """Return the event with the stages that its format has for those who are here, where ``number`` is the first round.

    Where the director has planned another number of rounds, the stages are those of the plan that has so many, if there is one.
    """
    form = record.format
    if number > 1 or not form.plans:
        return record
    usual = form
    if record.has_round(number):  # drawn again: did the number of players choose the stages before?
        draft = record.round(number)
        usual = form.planned_for(sum(draft.sizes) + len(draft.sit_outs))
    if (record.rounds_planned, form.rounds) != (usual.rounds_planned, usual.rounds):
        return replace(record, format=form.planned_in(record.rounds_planned))
    form = form.planned_for(len(record.active))
    return replace(record, format=form, rounds_planned=form.rounds_planned)


def _by_levels(
    record: EventRecord, number: int, order: DrawOrder, form: RoundForm, progress: Progress | None
) -> MadeDraw:
    """Draw a round among players of equal total, with the byes that it needs."""
    chosen = () if order.sitting_out is None else (order.sitting_out,)
    byes = len(record.active) - sum(order.sizes)
    request = request_for(record, number, (RoundPlan(order.sizes, byes, chosen),))
    had = [row.player for played in record.begun_rounds for row in played.sit_outs if row.kind.counts_as_sit_out]
    request = replace(request, seat_source=order.seat_source, seed=order.seed, sat_out=tuple(sorted(had)))
    made = draw_levels(request, results_to_rank(before_round(record, number)).totals, progress)
    kind, reason = order.sit_out_kind or record.format.sit_out_kind, order.sit_out_reason.strip()
    sit_outs = tuple(
        SitOutRecord(player, kind, line("sit-out.levels"), chosen=reason if player in chosen else "")
        for player in made.round.sit_outs
    )
    mark = fingerprint_of(record, form.kind, sit_outs)
    return MadeDraw(form, (made.round,), sit_outs, made.report.stored_lines, mark, None, has_seats=True)


def _by_arrival(record: EventRecord, order: DrawOrder, sit_outs: Sequence[SitOutRecord]) -> tuple[Table, ...]:
    """Return tables that are filled in the order of the players' numbers, who were entered as they came."""
    sitting_out = {row.player for row in sit_outs}
    playing = sorted(entry.player for entry in record.active if entry.player not in sitting_out)
    sizes = cut_sizes(order.sizes, record.format.tables.wished)
    return dealt(playing, sizes, RoundKind.ARRIVAL)


def _from_chart(record: EventRecord, number: int, request: DrawRequest) -> PlannedDraw:
    """Take the round and those after it from the public chart, with a new report; raises RefusedError where it does not fit."""
    planned = tuple(row for row in record.chart if row.number >= number)
    wrong = misfit(record, number)
    if wrong:
        raise RefusedError(wrong)
    if tuple(row.sizes for row in planned) != tuple(row.sizes for row in request.rounds):
        raise RefusedError(
            _("The movement chart does not fit {round}; draw that round instead.", round=name_of_round(record, number))
        )
    rounds = tuple(DrawnRound(row.tables) for row in planned)
    return PlannedDraw(rounds, evaluate(request, rounds))


def form_of(record: EventRecord, number: int, order: DrawOrder) -> RoundForm:
    """Return the form of the round: that of the rules, or as the director ordered; raises RefusedError for an order against the rules."""
    forms = forms_of(record, number, order.sizes)
    for form in forms:
        if order.kind in (None, form.kind):
            return form
    title = title_of_round(record, number)
    raise RefusedError(
        _("{round} must be drawn (R45).", round=title)
        if forms[0].kind is RoundKind.RANDOM
        else _("{round} must be seated from the standings (R45).", round=title)
    )


def forms_of(record: EventRecord, number: int, sizes: Sequence[int]) -> tuple[RoundForm, ...]:
    """Return the forms that round ``number`` may have at tables of these sizes, that of the rules first (R45).

    There are two where the number of tables has just crossed four, or where the format leaves the choice.
    """
    told = told_form(record, number, sizes)
    usual, *others = forms_by_rule(number, sizes, record.rounds_planned, record.format)
    return tuple(dict.fromkeys((usual, told, *others)))


def told_form(record: EventRecord, number: int, sizes: Sequence[int]) -> RoundForm:
    """Return the form that players expect of round ``number`` at tables of these sizes: that of the tables of the round before."""
    # Ruling: R45 looks at the last round's own tables. Where their number crossed four only for this round, the players expect the other
    # format, so the director may keep what was announced.
    before = [played.sizes for played in record.rounds if played.number < number and played.tables]
    return form_by_rule(number, [sizes, *before][-1], record.rounds_planned, record.format)


def draw_request(record: EventRecord, number: int, order: DrawOrder, sitting_out: tuple[PlayerId, ...]) -> DrawRequest:
    """Return the request to draw round ``number`` and all random rounds after it, given the meetings as played."""
    rest = random_rounds(order.sizes, record.rounds_planned, record.format, number + 1)
    if sitting_out:  # later rounds are planned only while players are left who have not sat out yet (R39, R49)
        with_sit_out = {*players_who_sat_out(record), *sitting_out}
        rest = min(rest, sum(entry.player not in with_sit_out for entry in record.active) // len(sitting_out))
    here = RoundPlan(order.sizes, len(sitting_out), sitting_out)
    rounds = (here, *[RoundPlan(order.sizes, len(sitting_out))] * rest)
    return replace(
        request_for(record, number, rounds),
        seat_source=order.seat_source,
        seed=order.seed,
        planned=planned_from(record, number) if order.seat_source is SeatSource.CHART else (),
    )


def _sit_outs(record: EventRecord, number: int, order: DrawOrder) -> tuple[tuple[SitOutRecord, ...], tuple[str, ...]]:
    """Return who sits out round ``number`` and the protocol's lines about it; both are empty where everybody plays.

    The director chooses the player with a reason, else the rules do (R50). Raises RefusedError for a choice
    against the rules without a reason, SitOutError for a second sit-out of a player (R49).
    """
    if len(record.active) == sum(order.sizes):
        return (), ()
    kind = order.sit_out_kind or record.format.sit_out_kind
    player, reason = order.sitting_out, order.sit_out_reason.strip()
    if player is not None:
        check_sit_out(record, number, player)  # nobody may sit out twice, not even at the director's wish (R49)
    if player is None or not reason:
        suggestion = suggest_sit_out(record, number, order.seed)
        if player is not None and player != suggestion.player:
            name, due = record.entry(player).name, record.entry(suggestion.player).name
            raise RefusedError(
                _(
                    "Under the rules {due} should sit out (R50); write why {player} is sitting out instead.",
                    due=due,
                    player=name,
                )
            )
        player, reason = suggestion.player, suggestion.line
    else:
        chosen = line_on_chosen_sit_out(record, number, player, reason)
        return (SitOutRecord(player, kind, chosen, chosen=reason),), (chosen,)
    return (SitOutRecord(player, kind, reason),), (reason,)


def _cut(record: EventRecord, number: int, order: DrawOrder, sit_outs: tuple[SitOutRecord, ...]) -> tuple[Cut, str]:
    """Cut a ranked round from the standings; return it with the protocol's line on its tables; raises RefusedError or PairingError."""
    present = ranked_to_cut(record, number)  # with the player who sits out too, as when the page asked for dice
    ranking = present.among(present.places.keys() - {row.player for row in sit_outs})
    sizes = cut_sizes(order.sizes, record.format.tables.wished if order.top_table is None else order.top_table)
    shape = " ".join(str(size) for size in sizes)
    by_rule = top_table_size(order.sizes, record.format.tables.wished)
    if order.top_table not in (None, *sizes):
        raise RefusedError(
            _(
                "There is no table of {size} in {sizes}; choose one of these sizes for the top table (R42).",
                size=order.top_table,
                sizes=shape,
            )
        )
    lines = [line("cut", round=number - 1, sizes=shape)]
    if sizes[0] != by_rule:
        lines.append(line("cut.top-table", size=sizes[0]))
    names = record.names
    rule = record.format.rounds[-1].ties
    totals = results_to_rank(before_round(record, number)).totals
    stage = record.format.stage(number, record.rounds_planned, len(sizes))
    if stage.smaller_first:
        sizes = tuple(sorted(sizes))
    cut = cut_by_rank(ranking, totals, sizes, seed=order.seed, dice=order.dice, names=names, rule=rule)
    cut = replace(cut, tables=dealt([player for table in cut.tables for player in table], sizes, stage.how))
    if stage.seats is SeatsBy.BELOW:
        cut = replace(cut, tables=tuple(table[::-1] for table in cut.tables))
    if stage.seats is not SeatsBy.EVENT:
        lines.append(line("cut.seats", by=stage.seats.value))
    return cut, joined_lines(*lines)


def _lines_on_keep_apart(record: EventRecord, tables: Sequence[Sequence[PlayerId]]) -> tuple[str, ...]:
    """Return protocol lines about players who are to be kept apart and whom the cut seats together.

    The standings decide the tables of a cut; the director may swap players afterwards (R46).
    """
    found = []
    for rule in record.all_aparts:
        for number, table in enumerate(tables, 1):
            together = [player for player in table if player in rule.players]
            if len(together) > 1:
                found.append(line("cut.together", names=together, table=number))
    return tuple(found)


def ranked_to_cut(record: EventRecord, number: int) -> Ranking:
    """Return how everybody present is ranked for the cut of round ``number``, where the results choose the players without ties."""
    field = advance(record, number)
    playing = [entry.player for entry in record.active]
    if field is None:
        return ranked_before(record, number, playing)
    return Ranking(tuple((player,) for player in field.plays)).among(playing)


def ties_across_cuts(ranking: Ranking, sizes: Sequence[int]) -> tuple[tuple[PlayerId, ...], ...]:
    """Return the groups of equal players whom a cut between tables of these sizes would separate, best group first.

    Only these players need dice (R47).
    """
    places = ranking.places
    order = list(places)
    ends = [end for end in accumulate(sizes) if end < len(order)]
    parted = {places[order[end]] for end in ends if places[order[end - 1]] == places[order[end]]}
    return tuple(group for group in ranking.groups if places[group[0]] in parted)


def stored_report(
    report: DrawReport | None, *, by_lot: bool = False, sit_outs: Sequence[SitOutRecord] = ()
) -> dict[str, Any]:
    """Return what is stored of a draw beside its protocol: the figures of its report, and who sits out and why.

    A cut has no report; of it ``by_lot`` is stored, whether the seed decided a tie.
    """
    kept = report_as_stored(report) if report else {"by_lot": by_lot}
    sit_out_rows = [
        {"player": row.player, "kind": row.kind.value, "reason": row.reason, "chosen": row.chosen} for row in sit_outs
    ]
    return {**kept, "sit_outs": sit_out_rows} if sit_out_rows else kept


def seat_players(
    event: Event, made: Round, tables: Sequence[Sequence[PlayerId]], sit_outs: Sequence[SitOutRecord]
) -> None:
    """Store the tables of a round, numbered from 1, with their seats, and who sits out."""
    NEW_TABLE.each((made.pk, number) for number in range(1, len(tables) + 1))
    entries: dict[int, int] = dict(ENTRIES.of(event.pk))
    NEW_SEAT.each(
        (made.pk, key, entries[player], position)
        for (key,), players in zip(TABLES.of(made.pk), tables, strict=True)
        for position, player in enumerate(players, 1)
    )
    SitOut.objects.bulk_create(
        [
            SitOut(
                round=made,
                entry_id=entries[row.player],
                kind=row.kind.value,
                reason=row.reason,
                chosen=checked_text(row.chosen),
            )
            for row in sit_outs
        ]
    )
