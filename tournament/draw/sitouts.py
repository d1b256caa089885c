"""Who sits out, and what a player scores who could not play a round.

1. Nobody sits out twice (R49).
2. Round 1: by lot. Later: the lowest total of those who have not sat out (R50), equals by lot from the stored seed.
3. For rounds missed by a late entry the director chooses one of two scores (R53).

What a draw is made from: the request to the draw, and the fingerprint by which an outdated draft is recognised.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from random import Random

from tournament.draw.lines import FINAL, joined_lines, line, named, said
from tournament.draw.pairings.request import Apart, DrawRequest, RoundPlan
from tournament.draw.seating import is_the_final, name_of_round
from tournament.record.event import LEFT, EventRecord, RoundRecord
from tournament.record.formats import Format
from tournament.record.rounds import SitOutRecord
from tournament.record.vocabulary import MISSED_KINDS, CellKind, PlayerId, RoundKind, RoundState, SitOutKind, Standing
from tournament.scores.totals import standings
from wording import gettext as _
from wording import gettext_noop, ngettext
from wording.figures import decimals, listed, whole
from wording.some import listed_some


class SitOutError(ValueError):
    """Raised if this player may not sit out, or if nobody can; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class SitOutSuggestion:
    """Who should sit out; ``tied`` are the players among whom a lot decided.

    ``line`` is the reason with the player and who would be next, as a draw record stores it; ``why_line`` is the same without the player.
    """

    player: PlayerId
    line: str
    tied: tuple[PlayerId, ...] = ()
    why_line: str = field(default="", compare=False)
    names: Mapping[PlayerId, str] = field(default_factory=dict, compare=False)

    @property
    def reason(self) -> str:
        """The reason in the reader's language, with the name: "Ada sits out round 2: lowest total (18.200) ..."."""
        return said(named(self.line, self.names))

    @property
    def why(self) -> str:
        """The reason without the name: "lowest total (18.200) of those who have not yet sat out (R50). Next: ..."."""
        return said(named(self.why_line, self.names))


@dataclass(frozen=True, slots=True)
class LateEntryChoice:
    """One way to score the rounds that a late player missed (R53).

    ``kinds`` has one kind for each missed round, from the first; ``kind`` is that of the last. ``sentence`` says what follows.
    """

    kind: SitOutKind
    kinds: tuple[SitOutKind, ...]
    is_suggested: bool
    sentence: str


def players_who_sat_out(record: EventRecord) -> frozenset[PlayerId]:
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
    lots = _random_numbers(seed, sorted(candidates))
    at = FINAL if is_the_final(record, round_number) else round_number
    if not any(round_.number < round_number for round_ in record.closed_rounds):
        player, *waiting = sorted(candidates, key=lots.__getitem__)
        why = [line("sit-out.no-scores", players=len(candidates), seed=seed)]
        why += [line("sit-out.next", name=waiting[0])] if waiting else []
        return _suggestion(player, at, tuple(sorted(candidates)), why, candidates)
    row, *others = sorted(rows, key=lambda row: (row.total, lots[row.player]))
    last = tuple(sorted(other.player for other in rows if other.total == row.total))
    why = [line("sit-out.lowest", total=row.total, missed=_rounds_missed(row))]
    if len(last) > 1:
        why.append(line("sit-out.equal", names=last, seed=seed))
    if others:
        why.append(line("sit-out.next-on", name=others[0].player, total=others[0].total))
    return _suggestion(row.player, at, last if len(last) > 1 else (), why, candidates)


def _suggestion(
    player: PlayerId,
    at: int | str,
    tied: tuple[PlayerId, ...],
    why: Sequence[str],
    names: Mapping[PlayerId, str],
) -> SitOutSuggestion:
    """Return the suggestion that a player sits out the round ``at``, with the lines that say why."""
    reason = joined_lines(*why)
    return SitOutSuggestion(player, line("sit-out", name=player, round=at, why=reason), tied, reason, names)


def line_on_chosen_sit_out(record: EventRecord, round_number: int, player: PlayerId, reason: str) -> str:
    """Return the line of the draw record on a player who sits out by the director's choice, with the reason that was typed."""
    at = FINAL if is_the_final(record, round_number) else round_number
    return line("sit-out.chosen", name=player, round=at, reason=reason)


def _rounds_missed(row: Standing) -> list[int]:
    """Return the rounds that a player with a low total did not play; the rule takes the total as it is."""
    return [cell.round for cell in row.cells if cell.kind is CellKind.MISSED]


def late_entry_choices(missed_rounds: int, rules: Format) -> tuple[LateEntryChoice, ...]:
    """Return the ways to score the rounds that a late player missed, suggested one first; empty if none was missed (R53)."""
    if missed_rounds < 1:
        return ()
    return tuple(_late_entry_choice(kind, missed_rounds, rules) for kind in rules.offered(MISSED_KINDS))


def kinds_of_missed(kind: SitOutKind, missed_rounds: int) -> tuple[SitOutKind, ...]:
    """Return how each of the rounds that a late player missed is scored where ``kind`` was chosen."""
    # Ruling: of several missed rounds only the last can be a sit-out, since nobody sits out twice (R49); the others score as missed.
    return (SitOutKind.MISSED,) * (missed_rounds - 1) + (kind,) * bool(missed_rounds)


def _late_entry_choice(kind: SitOutKind, missed_rounds: int, rules: Format) -> LateEntryChoice:
    """Return one way to score missed rounds: the last as ``kind``, all before as missed."""
    kinds = kinds_of_missed(kind, missed_rounds)
    missed = decimals(rules.score_of(SitOutKind.MISSED), 3)
    sentence = _score_sentence(kind, missed_rounds, decimals(rules.score_of(kind), 3))
    if kind.counts_as_sit_out and missed_rounds > 1:
        sentence = f"{sentence} {_earlier_rounds_sentence(missed_rounds - 1, missed)}"
    return LateEntryChoice(kind, kinds, kind is SitOutKind.MISSED, sentence)


def _score_sentence(kind: SitOutKind, rounds: int, score: str) -> str:
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


def _earlier_rounds_sentence(rounds: int, score: str) -> str:
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


def _random_numbers(seed: int, players: Sequence[PlayerId]) -> Mapping[PlayerId, float]:
    """Return a random number for each player; only the order of the numbers matters."""
    generator = Random(seed)
    return {player: generator.random() for player in players}


def request_for(record: EventRecord, number: int, rounds: Sequence[RoundPlan]) -> DrawRequest:
    """Return the request to draw the random rounds from round ``number`` on, with the meetings of the rounds before (R44).

    ``rounds`` are the tables and sit-outs of each round to draw.
    """
    played = [each for each in record.rounds if each.number < number and each.state is not RoundState.DRAFT]
    return DrawRequest(
        players=tuple(entry.player for entry in record.active),
        rounds=tuple(rounds),
        history=tuple(
            tuple(tuple(seat.player for seat in table.seats) for table in round_.tables) for round_ in played
        ),
        has_ranked=any(round_.kind is not RoundKind.RANDOM for round_ in played),
        sat_out=tuple(sorted(players_who_sat_out(record))),
        apart=tuple(Apart(rule.players, rule.is_hard) for rule in record.all_aparts),
        fixed_tables=tuple(
            (entry.player, entry.fixed_table) for entry in record.entries if entry.fixed_table is not None
        ),
        reading=record.format.rounds[0].reading,
        names={player: entry.name for player, entry in record.people.items()},
    )


MOVES_NAMED = 4
"""The most players who came or left that a sentence names; the others are counted."""


class DrawInput(StrEnum):
    """What a draw depends on, in the order of the parts of a fingerprint; the value is its name in a list, for `gettext`."""

    PLAYERS = gettext_noop("who plays or who has met")
    RESULTS = gettext_noop("results")
    WISHES = gettext_noop("who is kept apart or has a fixed table")
    SETTINGS = gettext_noop("the draw settings")


def fingerprint_of(record: EventRecord, kind: RoundKind, sit_outs: Sequence[SitOutRecord]) -> str:
    """Return a fingerprint of everything on which a draw of this kind depends.

    Totals are part of it only for a cut or with sit-outs (R46, R50).
    """
    seatings = [
        [[seat.player for seat in table.seats] for table in round_.tables]
        for round_ in record.rounds
        if round_.state is not RoundState.DRAFT
    ]
    rests_on_totals = kind.rests_on_totals or bool(sit_outs)
    totals = [(row.player, row.total) for row in standings(record, with_arrivals=True)] if rests_on_totals else []
    wishes = [
        sorted((list(rule.players), rule.is_hard) for rule in record.all_aparts),
        sorted((entry.player, entry.fixed_table) for entry in record.entries if entry.fixed_table is not None),
    ]
    settings = [record.rounds_planned, record.format.rounds[0].reading.value, record.format.rounds[-1].ties.value]
    parts = ([[entry.player for entry in record.active], seatings], totals, wishes, settings)
    return "-".join(hashlib.sha256(repr(part).encode()).hexdigest()[:12] for part in parts)


def changed_parts(before: str, now: str) -> tuple[DrawInput, ...]:
    """Return what differs between two fingerprints; everything if they differ and ``before`` was made by an earlier version."""
    old, new = before.split("-"), now.split("-")
    if len(old) != len(DrawInput):
        return () if before == now else tuple(DrawInput)
    return tuple(part for part, one, other in zip(DrawInput, old, new, strict=True) if one != other)


def changed_since_drawn(record: EventRecord, draft: RoundRecord) -> tuple[DrawInput, ...]:
    """Return what changed since a draft was drawn; empty if the draft is up to date."""
    if draft.draw is None:
        return ()
    return changed_parts(draft.draw.fingerprint, fingerprint_of(record, draft.kind, draft.sit_outs))


def why_stale(record: EventRecord, draft: RoundRecord) -> str:
    """Return why a draft no longer fits the event, as a sentence without its full stop; empty if it fits.

    An outdated draft cannot be published, and its page says why.
    """
    drawn = {seat.player for table in draft.tables for seat in table.seats} | {row.player for row in draft.sit_outs}
    active = {entry.player for entry in record.active}
    people = [_("{name} has arrived", name=record.name_of(player)) for player in sorted(active - drawn)]
    people += [_absence_clause(record, draft, player) for player in sorted(drawn - active)]
    changed = [part for part in changed_since_drawn(record, draft) if not people or part is not DrawInput.PLAYERS]
    moves, parts = listed_some(people, MOVES_NAMED), listed(_(part.value) for part in changed)
    if people and parts:
        return _("Since this draft was drawn, {moves}. Also changed: {parts}", moves=moves, parts=parts)
    if people:
        return _("Since this draft was drawn, {moves}", moves=moves)
    return _("Changed since this draft was drawn: {parts}", parts=parts) if parts else ""


def _absence_clause(record: EventRecord, draft: RoundRecord, player: PlayerId) -> str:
    """Return the clause on a player of a draft who would not be drawn now."""
    name = record.name_of(player)
    if record.absence(player, draft.number):
        return _("{name} will be away", name=name)
    has_left = record.entry(player).status in LEFT
    return _("{name} has left", name=name) if has_left else _("{name} is not checked in", name=name)
