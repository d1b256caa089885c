"""Who sits out, and what a player scores who could not play a round.

1. Nobody sits out twice (R49).
2. Round 1: by lot. Later: the lowest total of those who have not sat out (R50), equals by lot from the stored seed.
3. For rounds missed by a late entry the director chooses one of two scores (R53).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from tournament.draw.lines import FINAL, joined, line, said
from tournament.draw.naming import is_the_final, name_of_round
from tournament.record.event import EventRecord
from tournament.record.rulesets import Ruleset
from tournament.record.vocabulary import MISSED_KINDS, CellKind, PlayerId, RoundState, SitOutKind, Standing
from tournament.scores import standings
from wording import gettext as _
from wording import ngettext
from wording.figures import decimals, listed, whole


class SitOutError(ValueError):
    """Raised if this player may not sit out, or if nobody can; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class SitOutSuggestion:
    """Who should sit out; ``tied`` are the players among whom a lot decided.

    ``line`` is the reason with the name and who would be next, as a draw record stores it; ``why_line`` is the same without the name.
    """

    player: PlayerId
    line: str
    tied: tuple[PlayerId, ...] = ()
    why_line: str = field(default="", compare=False)

    @property
    def reason(self) -> str:
        """The reason in the reader's language, with the name: "Ada sits out round 2: lowest total (18.200) ..."."""
        return said(self.line)

    @property
    def why(self) -> str:
        """The reason without the name: "lowest total (18.200) of those who have not yet sat out (R50). Next: ..."."""
        return said(self.why_line)


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
    """Return the players who have had their one sit-out in a published or closed round, or have it planned (R49, R53, R69)."""
    return frozenset(_rounds_sat_out(record, apart_from=None))


def check_sit_out(record: EventRecord, round_number: int, player: PlayerId) -> None:
    """Raise SitOutError if a player would sit out a second time, or is not present (R49)."""
    entry = next((entry for entry in record.active if entry.player == player), None)
    if entry is None:
        raise SitOutError(
            _(
                "Player {number} is not present and cannot sit out {round}. Choose a player who is present.",
                number=player,
                round=name_of_round(record, round_number),
            )
        )
    if wrong := reason_not_to_sit_out(record, round_number, player):
        instead = _("Choose somebody else for {round}.", round=name_of_round(record, round_number))
        raise SitOutError(f"{wrong} {instead}")


def reason_not_to_sit_out(record: EventRecord, round_number: int, player: PlayerId) -> str:
    """Return why a player cannot sit out a round: they sat out another one (R49); empty if they can."""
    before = _rounds_sat_out(record, apart_from=round_number).get(player)
    if before is None:
        return ""
    if before >= record.next_round:
        return _(
            "{name} will be away in {round}, which counts as a sit-out, and nobody sits out twice (R49).",
            name=record.name_of(player),
            round=name_of_round(record, before),
        )
    return _(
        "{player} has already sat out {round}, and nobody sits out twice (R49).",
        player=record.name_of(player),
        round=name_of_round(record, before),
    )


def suggest_sit_out(record: EventRecord, round_number: int, seed: int) -> SitOutSuggestion:
    """Return who sits out a round by the rules; the same seed gives the same player (R49-R50).

    Raises SitOutError if everybody present has sat out another round already.
    """
    before = _rounds_sat_out(record, apart_from=round_number)
    candidates = {entry.player: entry.name for entry in record.active if entry.player not in before}
    if not candidates:
        raise SitOutError(
            ngettext(
                "Nobody can sit out {round}: the {n} player present has already sat out, and nobody sits out "
                "twice (R49). Choose tables without a sit-out.",
                "Nobody can sit out {round}: all {n} players present have already sat out, and nobody sits out "
                "twice (R49). Choose tables without a sit-out.",
                len(record.active),
                round=name_of_round(record, round_number),
            )
        )
    rows = [row for row in standings(record, round_number - 1, with_arrivals=True) if row.player in candidates]
    lots = _lots(seed, sorted(candidates))
    at = FINAL if is_the_final(record, round_number) else round_number
    if not any(round_.number < round_number for round_ in record.closed_rounds):
        player, *waiting = sorted(candidates, key=lots.__getitem__)
        why = [line("sit-out.no-scores", players=len(candidates), seed=seed)]
        why += [line("sit-out.next", name=candidates[waiting[0]])] if waiting else []
        return _suggestion(player, candidates[player], at, tuple(sorted(candidates)), why)
    row, *others = sorted(rows, key=lambda row: (row.total, lots[row.player]))
    last = tuple(sorted(other.player for other in rows if other.total == row.total))
    why = [line("sit-out.lowest", total=row.total, missed=_missed(row))]
    if len(last) > 1:
        why.append(line("sit-out.equal", names=[candidates[other] for other in last], seed=seed))
    if others:
        why.append(line("sit-out.next-on", name=candidates[others[0].player], total=others[0].total))
    return _suggestion(row.player, candidates[row.player], at, last if len(last) > 1 else (), why)


def _suggestion(
    player: PlayerId, name: str, at: int | str, tied: tuple[PlayerId, ...], why: Sequence[str]
) -> SitOutSuggestion:
    """Return the suggestion that a player sits out the round ``at``, with the lines that say why."""
    reason = joined(*why)
    return SitOutSuggestion(player, line("sit-out", name=name, round=at, why=reason), tied, reason)


def line_on_chosen_sit_out(record: EventRecord, round_number: int, player: PlayerId, reason: str) -> str:
    """Return the line of the draw record on a player who sits out by the director's choice, with the reason that was typed."""
    at = FINAL if is_the_final(record, round_number) else round_number
    return line("sit-out.chosen", name=record.name_of(player), round=at, reason=reason)


def _missed(row: Standing) -> list[int]:
    """Return the rounds that a player with a low total did not play; the rule takes the total as it is."""
    return [cell.round for cell in row.cells if cell.kind is CellKind.MISSED]


def late_entry_choices(missed_rounds: int, ruleset: Ruleset) -> tuple[LateEntryChoice, ...]:
    """Return the ways to score the rounds that a late player missed, suggested one first; empty if none was missed (R53)."""
    if missed_rounds < 1:
        return ()
    return tuple(_late_entry_choice(kind, missed_rounds, ruleset) for kind in MISSED_KINDS)


def kinds_of_missed(kind: SitOutKind, missed_rounds: int) -> tuple[SitOutKind, ...]:
    """Return how each of the rounds that a late player missed is scored where ``kind`` was chosen."""
    # Ruling: of several missed rounds only the last can be a sit-out, since nobody sits out twice (R49); the others score as missed.
    return (SitOutKind.MISSED,) * (missed_rounds - 1) + (kind,) * bool(missed_rounds)


def _late_entry_choice(kind: SitOutKind, missed_rounds: int, ruleset: Ruleset) -> LateEntryChoice:
    """Return one way to score missed rounds: the last as ``kind``, all before as missed."""
    kinds = kinds_of_missed(kind, missed_rounds)
    missed = decimals(ruleset.missed_score, 3)
    sentence = _scored(kind, missed_rounds, decimals(ruleset.score_of(kind), 3))
    if kind.counts_as_sit_out and missed_rounds > 1:
        sentence = f"{sentence} {_earlier(missed_rounds - 1, missed)}"
    return LateEntryChoice(kind, kinds, kind is SitOutKind.MISSED, sentence)


def _scored(kind: SitOutKind, rounds: int, score: str) -> str:
    """Return a sentence on the score of the missed rounds, or of the last of them where it is the one sit-out."""
    if kind is SitOutKind.MISSED:
        return ngettext(
            "{score} for the missed round; the player can still sit out once (R53).",
            "{score} for each of the {count} missed rounds; the player can still sit out once (R53).",
            rounds,
            score=score,
            count=whole(rounds),
        )
    return _("{score} for round {round}, which counts as the player's sit-out (R51, R53).", score=score, round=rounds)


def _earlier(rounds: int, score: str) -> str:
    """Return a sentence on the score of the first ``rounds`` rounds."""
    return ngettext(
        "Round {rounds} scores {score}.",
        "Rounds {rounds} score {score}.",
        rounds,
        rounds=listed(range(1, rounds + 1)),
        score=score,
    )


def _rounds_sat_out(record: EventRecord, apart_from: int | None) -> Mapping[PlayerId, int]:
    """Return the round in which each player sat out, or will be away so, without round ``apart_from``, which may be drawn again."""
    planned = {
        away.player: number
        for number, absent in record.absences.items()
        if number != apart_from
        for away in absent
        if away.kind.counts_as_sit_out
    }
    return planned | {
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
