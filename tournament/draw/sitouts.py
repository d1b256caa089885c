"""Who sits out, and what a player scores who could not play a round.

1. Nobody sits out twice (R49).
2. Round 1: by lot. Later: the lowest total of those who have not sat out (R50), equals by lot from the stored seed.
3. For rounds missed by a late entry the director chooses one of three scores (R53).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from tournament.draw.naming import name_of_round
from tournament.record.event import EventRecord, score_of
from tournament.record.rulesets import Ruleset
from tournament.record.vocabulary import CellKind, PlayerId, RoundState, SitOutKind, Standing, format_thousandths
from tournament.scores import standings
from tournament.scores.scoring import SIZE_WORDS


class SitOutError(ValueError):
    """Raised if this player may not sit out, or if nobody can; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class SitOutSuggestion:
    """Who should sit out, with the reason and who would be next, for the protocol; ``tied`` are the players among whom a lot decided.

    ``why`` is the reason without the name: "lowest total, 18.200, of those who have not sat out (R50). Next: ...".
    """

    player: PlayerId
    reason: str
    tied: tuple[PlayerId, ...] = ()
    why: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class LateEntryChoice:
    """One way to score the rounds that a late player missed (R53).

    ``kinds`` has one kind for each missed round, from the first; ``kind`` is that of the last. ``sentence`` says what follows.
    """

    kind: SitOutKind
    kinds: tuple[SitOutKind, ...]
    is_suggested: bool
    sentence: str


def sat_out(record: EventRecord) -> frozenset[PlayerId]:
    """Return the players who have had their one sit-out in a published or closed round (R49, R53)."""
    return frozenset(_rounds_sat_out(record, apart_from=None))


def check_sit_out(record: EventRecord, round_number: int, player: PlayerId) -> None:
    """Raise SitOutError if a player would sit out a second time, or is not present (R49)."""
    entry = next((entry for entry in record.active if entry.player == player), None)
    if entry is None:
        raise SitOutError(
            f"Player {player} is not present, so cannot sit out {name_of_round(record, round_number)}; name somebody present."
        )
    if wrong := reason_not_to_sit_out(record, round_number, player):
        raise SitOutError(f"{wrong[:-1]}; name somebody else for {name_of_round(record, round_number)}.")


def reason_not_to_sit_out(record: EventRecord, round_number: int, player: PlayerId) -> str:
    """Return why a player cannot sit out a round: they sat out another one (R49); empty if they can."""
    before = _rounds_sat_out(record, apart_from=round_number).get(player)
    if before is None:
        return ""
    return f"{record.name_of(player)} already sat out {name_of_round(record, before)}, and nobody sits out twice (R49)."


def suggest_sit_out(record: EventRecord, round_number: int, seed: int) -> SitOutSuggestion:
    """Return who sits out a round by the rules; the same seed gives the same player (R49-R50).

    Raises SitOutError if everybody present has sat out another round already.
    """
    before = _rounds_sat_out(record, apart_from=round_number)
    candidates = {entry.player: entry.name for entry in record.active if entry.player not in before}
    if not candidates:
        raise SitOutError(
            f"Nobody can sit out {name_of_round(record, round_number)}: all {len(record.active)} players present have sat out once, "
            "and nobody sits out twice (R49); choose tables without a sit-out."
        )
    rows = [row for row in standings(record, through=round_number - 1) if row.player in candidates]
    lots = _lots(seed, sorted(candidates))
    out = f"sits out {name_of_round(record, round_number)}"
    if not any(round_.number < round_number for round_ in record.closed_rounds):
        player, *waiting = sorted(candidates, key=lots.__getitem__)
        why = f"there are no scores yet, so lots were drawn among {len(candidates)} players with seed {seed} (R50)."
        why += f" Next: {candidates[waiting[0]]}." if waiting else ""
        return SitOutSuggestion(player, f"{candidates[player]} {out}: {why}", tuple(sorted(candidates)), why)
    row, *others = sorted(rows, key=lambda row: (row.total, lots[row.player]))
    last = tuple(sorted(other.player for other in rows if other.total == row.total))
    why = f"lowest total, {format_thousandths(row.total)}{_missed(row)}, of those who have not sat out (R50)."
    if len(last) > 1:
        names = ", ".join(candidates[other] for other in last)
        why += f" Equal on it: {names}; lots were drawn with seed {seed}."
    why += f" Next: {candidates[others[0].player]} on {format_thousandths(others[0].total)}." if others else ""
    return SitOutSuggestion(row.player, f"{candidates[row.player]} {out}: {why}", last if len(last) > 1 else (), why)


def _missed(row: Standing) -> str:
    """Return a note on rounds that a player with a low total did not play; the rule takes the total as it is."""
    rounds = [str(cell.round) for cell in row.cells if cell.kind is CellKind.MISSED]
    if not rounds:
        return ""
    return f" (round{'s' if len(rounds) > 1 else ''} {', '.join(rounds)} not played)"


def late_entry_choices(missed_rounds: int, ruleset: Ruleset) -> tuple[LateEntryChoice, ...]:
    """Return the ways to score the rounds that a late player missed, suggested one first; empty if none was missed (R53)."""
    if missed_rounds < 1:
        return ()
    return tuple(
        _late_entry_choice(kind, missed_rounds, ruleset)
        for kind in (SitOutKind.MISSED, SitOutKind.STANDARD, SitOutKind.PAIRING_PROBLEM)
    )


def _late_entry_choice(kind: SitOutKind, missed_rounds: int, ruleset: Ruleset) -> LateEntryChoice:
    """Return one way to score missed rounds: the last as ``kind``, all before as missed."""
    # Ruling: of several missed rounds only the last can be a sit-out, since nobody sits out twice (R49); the others score as missed.
    kinds = (SitOutKind.MISSED,) * (missed_rounds - 1) + (kind,)
    missed = format_thousandths(ruleset.missed_score)
    score = format_thousandths(score_of(kind, ruleset))
    sentences = {
        SitOutKind.MISSED: f"{missed} for {_rounds(missed_rounds)} missed; the one sit-out stays unused (R53).",
        SitOutKind.STANDARD: f"{score} for round {missed_rounds}, counted as the one sit-out (R51, R53).",
        SitOutKind.PAIRING_PROBLEM: (
            f"{score} for round {missed_rounds}, counted as the one sit-out, where a mistake in the pairings was the cause (R52, R53)."
        ),
    }
    sentence = sentences[kind]
    if kind.counts_as_sit_out and missed_rounds > 1:
        joint = "and" if missed_rounds == 3 else "to"
        earlier = "Round 1 scores" if missed_rounds == 2 else f"Rounds 1 {joint} {missed_rounds - 1} score"
        sentence = f"{sentence} {earlier} {missed}."
    return LateEntryChoice(kind, kinds, kind is SitOutKind.MISSED, sentence)


def _rounds(count: int) -> str:
    """Return a number of missed rounds in words."""
    return "the round" if count == 1 else f"each of the {SIZE_WORDS.get(count, count)} rounds"


def _rounds_sat_out(record: EventRecord, apart_from: int | None) -> Mapping[PlayerId, int]:
    """Return the round in which each player sat out, without round ``apart_from``, which may be drawn again."""
    return {
        sit_out.player: round_.number
        for round_ in record.rounds
        if round_.state is not RoundState.DRAFT and round_.number != apart_from
        for sit_out in round_.sit_outs
        if sit_out.kind.counts_as_sit_out
    }


def _lots(seed: int, players: Sequence[PlayerId]) -> Mapping[PlayerId, float]:
    """Return a random number for each player; only the order of the numbers matters."""
    generator = Random(seed)
    return {player: generator.random() for player in players}
