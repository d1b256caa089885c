"""Who plays a round to which the results choose its players: the best of the standings, or the best of each table of the round before.

The order of seeds is that of the standings, over the rounds that count. Equal players are in an order by lot that is the same in every
round, so that whoever goes on keeps the order. Of a drawn game the higher seed goes on. In the place of somebody who is not here comes the
next: by the standings, or by place at the tables of the round before and then by seed.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from random import Random

from tournament.record.event import EventRecord
from tournament.record.once import once_a_record
from tournament.record.vocabulary import DECIDED_BY_RESULTS, CutTieBreak, Key, PlayerId, SitOutKind, Who
from tournament.scores.medals import results_to_rank
from tournament.scores.order import Ranking, ranked
from tournament.scores.scoring import score_round
from tournament.scores.tiebreaks import KEYS_AT_THE_CUT


@dataclass(frozen=True, slots=True)
class Advance:
    """Who plays a round, and who goes on to the next without playing it, in the order of seeds; ``out`` are all others who are here."""

    plays: tuple[PlayerId, ...]
    waits: tuple[PlayerId, ...]
    out: tuple[PlayerId, ...]

    @property
    def kinds(self) -> dict[PlayerId, SitOutKind]:
        """Why each player who does not play does not."""
        return dict.fromkeys(self.out, SitOutKind.OUT) | dict.fromkeys(self.waits, SitOutKind.WAITS)


@once_a_record
def before_round(record: EventRecord, number: int) -> EventRecord:
    """Return the event with only the rounds before round ``number``, on which a cut is based; the same value where there are no others."""
    rounds = tuple(played for played in record.rounds if played.number < number)
    return record if len(rounds) == len(record.rounds) else replace(record, rounds=rounds)


def ranked_before(record: EventRecord, number: int, players: Collection[PlayerId]) -> Ranking:
    """Return how players are ranked before round ``number``: by total, the event's tie-break, and the format's order (R46)."""
    results = results_to_rank(before_round(record, number))
    rule = record.format.rounds[-1].ties
    playing = results.totals.keys() & set(players)
    # Events of before may still play by "head to head", which has always counted games against players who have left, too.
    compared = results.totals if rule is CutTieBreak.HEAD_TO_HEAD else playing
    first, *others = (key for key in record.format.keys if key not in (Key.REACHED, Key.CUT))
    return ranked(compared, dict.fromkeys((first, *KEYS_AT_THE_CUT[rule], *others)), results).among(playing)


@once_a_record
def advance(record: EventRecord, number: int) -> Advance | None:
    """Return who plays round ``number``; None where everybody does who is here, or where the round before is not closed."""
    stage = record.stage_of(number)
    if not stage.is_cut or number < 2 or not record.has_round(number - 1) or not record.round(number - 1).is_closed:
        return None
    away = {row.player for row in record.absences.get(number, ()) if row.kind not in DECIDED_BY_RESULTS}
    here = {entry.player for entry in record.players_here} - away
    seeds = _seeds(record, number)
    if stage.who is Who.BEST:
        chosen = [player for player in seeds if player in here][: stage.count]
    else:
        chosen = _best_of_tables(record, number - 1, seeds, here)
    field = sorted(chosen, key=seeds.__getitem__)
    waits = field[: stage.waits]
    return Advance(tuple(field[stage.waits :]), tuple(waits), tuple(sorted(here - set(field))))


def _seeds(record: EventRecord, number: int) -> dict[PlayerId, int]:
    """Return the seed of everybody ranked before round ``number``, from 0 for the best, the best first."""
    groups = ranked_before(record, number, record.people).groups
    order = [player for group in groups for player in sorted(group, key=lambda each: _lot(record, each))]
    return {player: seed for seed, player in enumerate(order)}


def _lot(record: EventRecord, player: PlayerId) -> float:
    """Return a number by lot for a player, always the same; it follows from the event, so nobody chooses it."""
    return Random(f"{record.slug} {record.date} {player}").random()


def _best_of_tables(
    record: EventRecord, number: int, seeds: dict[PlayerId, int], here: Collection[PlayerId]
) -> list[PlayerId]:
    """Return who goes on after round ``number``: who waited and the best of each table, and for those who are not here the next."""
    best = record.stage_of(number + 1).count
    last = len(seeds)
    places: dict[PlayerId, int] = {}
    through = [row.player for row in record.round(number).sit_outs if row.kind is SitOutKind.WAITS]
    for table in score_round(record, number):
        order = sorted(table.rows, key=lambda row: (row.place, seeds.get(row.player, last)))
        places |= {row.player: row.place for row in order}
        through += [row.player for row in order[:best]]
    next_on = sorted(places.keys() - set(through), key=lambda each: (places[each], seeds.get(each, last)))
    candidates = [player for player in (*through, *next_on) if player in here and player in seeds]
    return candidates[: len(through)]
