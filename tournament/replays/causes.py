"""The causes of errors that a replay finds, each as a sentence with the money that it moved, and the findings that follow from it (R11)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from games.acquire.actions import ActKind
from games.acquire.replay.calculations import Calculation
from games.acquire.replay.findings import Finding, Severity
from games.acquire.replay.steps import Placed
from tournament.replays.reading import GameReading, GameTurn
from tournament.replays.workings import judge_words, signed_dollars, spoken_amount
from wording import gettext as _
from wording import gettext_noop

_PAID = frozenset({"bonus-wrong", "bonus-twice", "bonus-unexpected"})
_COUNTED = frozenset({"cash-wrong", "final-wrong"})
MONEY = _PAID | _COUNTED | {"bonus-missing"}
"""The codes of findings that state a wrong sum themselves."""


class Telling(Enum):
    """For whom a cause is told."""

    PAGE = auto()
    """A page, which says of an amount that the log does not prove that it is right only if the log is."""

    RULING = auto()
    """A ruling, where the director decides what is right."""

    RULED_OTHERWISE = auto()
    """A ruling that follows something else than the log, so that it does not say what would be right by the log."""


_GRAVEST_FIRST = (Severity.ERROR, Severity.WARNING, Severity.NOTE)


@dataclass(frozen=True, slots=True)
class Cause:
    """A finding: its index among all findings, its turn and step, its sentence, its calculations, and the findings that follow from it.

    ``hint`` says by which other reading of the log all fits, empty if by none.
    """

    number: int
    turn: GameTurn
    finding: Finding
    step: int
    sentence: str
    hint: str
    calculations: tuple[Calculation, ...]
    following: tuple[Cause, ...] = ()

    @property
    def states_money(self) -> bool:
        """Whether the sentence itself says how much money was moved."""
        return self.finding.code in MONEY

    @property
    def is_unread(self) -> bool:
        """Whether it is a place of the log that cannot be read: a question, not a mistake."""
        return self.finding.code == "line-unread"


def causes_in(reading: GameReading) -> tuple[Cause, ...]:
    """Return the causes with what follows from each: errors first, then warnings, then notes, each in the order of the log."""
    found = range(len(reading.findings))
    roots = [_root_cause_of(reading, number) for number in found]
    causes = [
        _cause_at(reading, number, [other for other in found if roots[other] == number != other])
        for number in found
        if roots[number] == number
    ]
    return tuple(sorted(causes, key=lambda cause: _GRAVEST_FIRST.index(cause.finding.severity)))


def _cause_at(reading: GameReading, number: int, following: Iterable[int] = ()) -> Cause:
    """Return the finding at index ``number`` with those that follow from it."""
    (turn, finding), placed = reading.findings[number], reading.placed[number]
    is_echo = finding.cause is not None and finding.severity is Severity.NOTE  # it only repeats its cause
    return Cause(
        number,
        turn,
        finding,
        placed.step,
        spoken_finding(reading, number),
        judge_words(finding.hinted),
        () if is_echo else placed.calculations,
        tuple(_cause_at(reading, other) for other in following),
    )


def _root_cause_of(reading: GameReading, number: int) -> int:
    """Return the index of the cause at the end of a chain of causes."""
    cause = reading.answer.findings[number].cause
    return number if cause is None else _root_cause_of(reading, cause)


def spoken_finding(reading: GameReading, number: int, telling: Telling = Telling.PAGE) -> str:
    """Return the finding at index ``number`` as a sentence with its turn.

    Example: "Turn 37: Quy was paid 4,000 for Festival; 4,500 was due: 500 more for Quy."
    """
    turn, finding = reading.findings[number]
    sentence = _sentence(reading, finding, reading.placed[number], telling)
    if finding.code == "final-wrong":
        return _("At the end: {sentence}", sentence=sentence)
    if finding.turn is not None and finding.turn != turn.view.number:
        return sentence  # the turn is missing in the log, and the sentence names it
    if finding.code == "manner-kept" or names_turns(finding):
        return sentence
    if not turn.place:
        return _("Start: {sentence}", sentence=sentence)
    return _("Turn {turn}: {sentence}", turn=turn.view.number, sentence=sentence)


def names_turns(finding: Finding) -> bool:
    """Whether the sentence of a finding names its turns itself."""
    if finding.code == "turn-twice":
        return isinstance(finding.recorded, (list, tuple)) and None not in finding.recorded
    return finding.code in ("turn-missing", "end-missing")


def _sentence(reading: GameReading, finding: Finding, placed: Placed, telling: Telling) -> str:
    """Return a finding as a sentence, without its turn and its hint."""
    return _of_money(reading, finding, placed, telling) or _of_number(finding) or judge_words(finding.said)


def _of_number(finding: Finding) -> str:
    """Return a sentence on a turn with another number than it should have; empty for any other finding."""
    if finding.code != "turn-number":
        return ""
    return _("This turn is numbered {number} in the log.", number=finding.recorded)


class _Sum(Enum):
    """What kind of a wrong sum a finding is about."""

    BONUS = auto()
    NO_BONUS = auto()
    """A bonus that nobody was due."""
    COUNTED = auto()
    FINAL = auto()


_STATED = {
    _Sum.BONUS: gettext_noop("{player} was paid {stated} for {chain}"),
    _Sum.NO_BONUS: gettext_noop("{player} was paid {stated} for {chain}"),
    _Sum.COUNTED: gettext_noop("{player} was counted as having {stated}"),
    _Sum.FINAL: gettext_noop("{player} was recorded with {stated}"),
}
_DUE = {
    _Sum.BONUS: gettext_noop("{due} was due"),
    _Sum.NO_BONUS: gettext_noop("nothing was due"),
    _Sum.COUNTED: gettext_noop("{due} is right"),
    _Sum.FINAL: gettext_noop("{due} is right"),
}


def _sum_of(finding: Finding, placed: Placed) -> _Sum | None:
    """Return what kind of a wrong sum a finding is about; None for any other finding."""
    if finding.code in _PAID and placed.event is not None and placed.event.act is ActKind.BONUS:
        return _Sum.BONUS if finding.expected else _Sum.NO_BONUS
    if finding.code in _COUNTED:
        return _Sum.COUNTED if finding.code == "cash-wrong" else _Sum.FINAL
    return None


def _of_money(reading: GameReading, finding: Finding, placed: Placed, telling: Telling) -> str:
    """Return a wrong sum as a sentence with the money that it moved; empty for any other finding."""
    player, due, stated = finding.player, finding.expected, finding.recorded
    if player is None or not isinstance(due, int) or not isinstance(stated, int):
        return ""
    values: dict[str, object] = {
        "player": player,
        "due": spoken_amount(due),
        "stated": spoken_amount(stated),
        "amount": spoken_amount(abs(due - stated)),
    }
    if finding.code == "cash-unrecorded":
        return _(
            "{player} was counted as having {stated}; it would be {due} but for a purchase that the log does not record.",
            **values,
        )
    kind = _sum_of(finding, placed)
    if kind is None:
        return ""
    if kind in (_Sum.BONUS, _Sum.NO_BONUS) and placed.event is not None:
        values["chain"] = reading.chains[placed.event.value[0]]
    return _sum_in_words(reading, kind, due - stated, telling, values)


def _sum_in_words(reading: GameReading, kind: _Sum, more: int, telling: Telling, values: Mapping[str, object]) -> str:
    """Return a wrong sum of a player, who gets ``more`` dollars by it, as a sentence; ``values`` are its player and amounts."""
    player, said = str(values["player"]), {"stated": _(_STATED[kind], **values), "due": _(_DUE[kind], **values)}
    # If a player's final cash is not proved, only the sum of the log as written is certain (R11).
    if player in reading.answer.possible:
        return {
            Telling.PAGE: _("{stated}; if the rest of the log is right, {due}.", **said),
            Telling.RULING: f"{said['stated']}; {said['due']}.",
            Telling.RULED_OTHERWISE: f"{said['stated']}.",
        }[telling]
    if player not in reading.final or reading.final[player] != reading.answer.recorded_final.get(player):
        return f"{said['stated']}; {said['due']}: {money_moved(player, more)}."
    if kind is _Sum.FINAL:
        return _("{stated}, which is right; the log as written gives {due}.", **said | {"due": values["due"]})
    if kind is _Sum.COUNTED:
        said["due"] = _("the log gives {due}", **values)
    stays = _("no final cash changes, as the log's own final cash for {player} is right", player=player)
    return f"{said['stated']}; {said['due']}: {stays}."


def money_moved(player: str, amount: int) -> str:
    """Return how much more or less money somebody gets: "500 more for Quy"."""
    values = {"amount": spoken_amount(abs(amount)), "player": player}
    return _("{amount} more for {player}", **values) if amount > 0 else _("{amount} less for {player}", **values)


def sum_in_words(amounts: Sequence[int]) -> str:
    """Return amounts of money as a sum: "−200 + 500 = +300"."""
    first, *others = amounts
    told = "".join(f" {_SIGNS[amount < 0]} {spoken_amount(abs(amount))}" for amount in others)
    return f"{signed_dollars(first)}{told} = {signed_dollars(sum(amounts))}"


_SIGNS = ("+", "−")
