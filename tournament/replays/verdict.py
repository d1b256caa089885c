"""The verdict on a log: for whom the final cash is proved and by what, what went wrong, and what to ask the table."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence, Set
from dataclasses import dataclass

from games.acquire.actions import ActKind
from games.acquire.replay import UNCONFIRMED, UNCONFIRMED_PROOFS, Proof, Severity
from tournament.record.vocabulary import PlayerId
from tournament.replays.causes import MONEY, Cause, causes_in
from tournament.replays.money import CashComparison, moves_in_words, why_corrected
from tournament.replays.reading import GameReading
from tournament.replays.sentences import spoken_possible
from tournament.replays.stories import questions_of
from wording import gettext as _
from wording import gettext_noop, ngettext
from wording.figures import listed


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a log proves, in sentences.

    ``proved`` says for whom the final cash is proved, and by what; ``moves`` what that moves, and ``why`` why nothing more can be said, or
    why all is proved although the log as it is written does not give it. ``cause`` is the mistake to tell first. All are empty, or None,
    where there is nothing to say. ``questions`` are for the table, and ``is_open`` says whether anybody's cash is not proved.
    """

    proved: str
    moves: str
    why: str
    cause: Cause | None
    questions: tuple[str, ...]
    is_open: bool


def verdict_of(reading: GameReading, rows: Sequence[CashComparison], names: Mapping[PlayerId, str]) -> Verdict:
    """Return the verdict on a log whose players have the event's names; ``rows`` compare its cash with the result of the table."""
    causes = causes_in(reading)
    grave = [cause for cause in causes if cause.finding.severity is not Severity.NOTE or cause.is_unread]
    proofs = {player.name: reading.proof(player.id) for player in reading.players}
    is_open = reading.answer.complete and Proof.NOT_PROVED in proofs.values()
    concerned = {names[row.player] for row in rows if row.difference or row.proof is Proof.NOT_PROVED}
    cause = _first_to_tell(grave, concerned)
    moves = moves_in_words([row for row in rows if not row.is_chosen], names, _sums(reading, grave))
    return Verdict(
        _proved(reading, proofs),
        f"{moves}." if moves else "",
        _(UNCONFIRMED) if UNCONFIRMED_PROOFS & set(proofs.values()) else why_corrected(reading) if cause else "",
        cause,
        questions_of(reading, cause.finding if cause else None) if is_open else (),
        is_open,
    )


def _sums(reading: GameReading, causes: Sequence[Cause]) -> dict[str, list[int]]:
    """Return how much each wrong sum that is a cause moves, by the name of its player, in the order of the log."""
    ids = {player.id: player.name for player in reading.players}
    found: dict[str, list[int]] = {}
    for cause in sorted(causes, key=lambda cause: cause.number):
        finding = cause.finding
        if finding.code in MONEY and isinstance(finding.expected, int) and isinstance(finding.recorded, int):
            found.setdefault(ids.get(finding.player or "", ""), []).append(finding.expected - finding.recorded)
    return found


def _first_to_tell(causes: Sequence[Cause], concerned: Set[str]) -> Cause | None:
    """Return the cause that is told first: the first error, unless it moves nobody's cash and a later one concerns somebody's.

    ``concerned`` are the names of players whose cash moves or is not proved.
    """
    told = [cause for cause in causes if not cause.is_unread]
    errors = [cause for cause in told if cause.finding.severity is Severity.ERROR]
    moving = [cause for cause in errors if not cause.states_money or cause.finding.player in concerned]
    return next(iter(moving or told), None)


_FOR_EVERYBODY = {
    Proof.PROVED: gettext_noop("The log proves everybody’s cash"),
    Proof.AS_WRITTEN: gettext_noop("Taken as written for everybody"),
    Proof.AS_EXPLAINED: gettext_noop("Taken as explained for everybody"),
}
_FOR_SOME = {
    Proof.PROVED: gettext_noop("Proved for {players}"),
    Proof.AS_WRITTEN: gettext_noop("Taken as written for {players}"),
    Proof.AS_EXPLAINED: gettext_noop("Taken as explained for {players}"),
}


def _proved(reading: GameReading, proofs: Mapping[str, Proof]) -> str:
    """Return for whom the final cash is proved and by what, and for whom it is not."""
    if not reading.answer.complete:
        return _(
            "The log stops after turn {turn}, before the end of the game, so it gives no final cash.",
            turn=reading.turns[-1].view.number,
        )
    groups = {proof: [name for name, own in proofs.items() if own is proof] for proof in Proof}
    known = {
        proof: _(_FOR_EVERYBODY[proof]) if len(own) == len(proofs) else _(_FOR_SOME[proof], players=listed(own))
        for proof, own in groups.items()
        if own and proof is not Proof.NOT_PROVED
    }
    if Proof.PROVED in known and (evidence := _evidence(reading)):
        known[Proof.PROVED] = _("{name}: {value}", name=known[Proof.PROVED], value=evidence)
    return " ".join([*(f"{what}." for what in known.values()), *_unproved(reading, groups[Proof.NOT_PROVED], known)])


def _evidence(reading: GameReading) -> str:
    """Return what in the log agrees with its cash: "10 counts of cash and 3 of 4 final amounts agree"; empty if nothing does."""
    wrong = sum(finding.code in ("cash-wrong", "cash-unrecorded") for finding in reading.answer.findings)
    counts = sum(event.act is ActKind.CASH for step in reading.steps for event in step.events) - wrong
    stated = reading.answer.recorded_final
    finals = sum(reading.final.get(log_id) == cash for log_id, cash in stated.items())
    told = [ngettext("{n} count of cash", "{n} counts of cash", counts)] if counts > 0 else []
    if finals:
        told.append(
            ngettext("the final amount", "all {all} final amounts", finals, all=finals)
            if finals == len(stated)
            else ngettext("{n} of {all} final amounts", "{n} of {all} final amounts", finals, all=len(stated))
        )
    return ngettext("{what} agrees", "{what} agree", max(counts, 0) + finals, what=listed(told)) if told else ""


def _unproved(reading: GameReading, names: Sequence[str], known: Collection[Proof]) -> list[str]:
    """Return for whom the final cash is not proved, with what they may have if that is known; empty if there is nobody."""
    if not names:
        return []
    possible = {name: _possible(reading, name) for name in names}
    if not known and not any(possible.values()):
        return [_("Not proved for anybody.")]
    told = [
        _("{player} ({amounts})", player=name, amounts=amounts) if amounts else name
        for name, amounts in possible.items()
    ]
    return [_("Not proved for {players}.", players=listed(told))]


def _possible(reading: GameReading, name: str) -> str:
    """Return what a player may have, if amounts are known: "possibly 600 or 900"."""
    if reading.answer.stories:
        return ""  # each story says its amounts beside the question
    possible = reading.answer.possible.get(name)
    return spoken_possible(possible) if possible is not None and possible.amounts else ""
