"""The causes of errors that a replay finds, each as a sentence with the money that it moved, and the findings that follow from it (R11)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from games.acquire.actions import ActKind
from games.acquire.replay import Finding, Placed, Severity
from games.acquire.replay.calculations import BonusCalculation, Calculation, DisposalCalculation
from tournament.replays.reading import GameReading, GameTurn
from tournament.replays.sentences import signed, spoken_message, spoken_value

_PAID = frozenset({"bonus-wrong", "bonus-twice", "bonus-unexpected"})
_COUNTED = frozenset({"cash-wrong", "final-wrong"})
MONEY = _PAID | _COUNTED | {"bonus-missing"}
"""The codes of findings that state a wrong sum themselves."""

IF_RIGHT = "if the log is right but for that"
"""What is said before an amount that the log does not prove; a ruling leaves it out, because there the director decides."""

_GRAVEST_FIRST = (Severity.ERROR, Severity.WARNING, Severity.NOTE)


@dataclass(frozen=True, slots=True)
class Cause:
    """A finding that is a cause: its index among all findings, its turn and step, its sentence, and the findings that follow from it.

    ``hint`` says which interpretation of the log is likely, empty if none is; it is no part of a ruling.
    """

    number: int
    turn: GameTurn
    finding: Finding
    step: int
    sentence: str
    hint: str
    calculations: tuple[Calculation, ...]
    following: tuple[Following, ...]

    @property
    def states_money(self) -> bool:
        """Whether the sentence itself says how much money was moved."""
        return self.finding.code in MONEY

    @property
    def is_unread(self) -> bool:
        """Whether it is a place of the log that cannot be read: a question, not a mistake."""
        return self.finding.code == "line-unread"


@dataclass(frozen=True, slots=True)
class Following:
    """A finding that only follows from a cause: its index among all findings, its turn and step, its sentence and calculations."""

    number: int
    turn: GameTurn
    finding: Finding
    step: int
    sentence: str
    calculations: tuple[Calculation, ...]


def causes_in(reading: GameReading) -> tuple[Cause, ...]:
    """Return the causes with what follows from each: errors first, then warnings, then notes, each in the order of the log."""
    found = reading.findings
    followers: dict[int, list[Following]] = {}
    for number, (turn, finding) in enumerate(found):
        if finding.cause is not None:
            placed, sentence = reading.placed[number], spoken_finding(reading, number)
            calculations = (
                () if finding.severity is Severity.NOTE else placed.calculations
            )  # a note only repeats its cause
            follower = Following(number, turn, finding, placed.step, sentence, calculations)
            followers.setdefault(_root_cause_of(reading, number), []).append(follower)
    causes = [
        Cause(
            number,
            turn,
            finding,
            reading.placed[number].step,
            spoken_finding(reading, number),
            finding.hint,
            reading.placed[number].calculations,
            tuple(followers.get(number, ())),
        )
        for number, (turn, finding) in enumerate(found)
        if finding.cause is None
    ]
    return tuple(sorted(causes, key=lambda cause: _GRAVEST_FIRST.index(cause.finding.severity)))


def _root_cause_of(reading: GameReading, number: int) -> int:
    """Return the index of the cause at the end of a chain of causes."""
    cause = reading.answer.findings[number].cause
    return number if cause is None else _root_cause_of(reading, cause)


def spoken_finding(reading: GameReading, number: int) -> str:
    """Return the finding at index ``number`` as a sentence with its turn.

    Example: "Turn 37: Quy was paid 4,000 for Festival; 4,500 was due: 500 more for Quy."
    """
    turn, finding = reading.findings[number]
    placed = reading.placed[number]
    if finding.code == "final-wrong":
        return f"At the end: {_sentence(reading, finding, placed)}"
    if finding.turn is not None and finding.turn != turn.view.number:
        return _sentence(reading, finding, placed)  # the turn is missing in the log, and the sentence names it
    sentence = _sentence(reading, finding, placed)
    if finding.code == "manner-kept" or NAMES_TURNS.match(sentence):
        return sentence
    title = f"Turn {turn.view.number}" if turn.place else "Start"
    return f"{title}: {sentence}"


NAMES_TURNS = re.compile(r"Turns? \d|The turns ")
"""How sentences begin that name their turns themselves."""


def _sentence(reading: GameReading, finding: Finding, placed: Placed) -> str:
    """Return a finding as a sentence, without its turn and its hint."""
    own = _of_money(reading, finding, placed) or _of_bonuses(reading, finding, placed) or _of_holding(finding, placed)
    return own or _of_number(finding) or spoken_message(finding, with_hint=False)


def _of_number(finding: Finding) -> str:
    """Return a sentence on a turn with another number than it should have; empty for any other finding."""
    return f"the log numbers this turn {finding.recorded}." if finding.code == "turn-number" else ""


def _of_money(reading: GameReading, finding: Finding, placed: Placed) -> str:
    """Return a wrong sum as a sentence with the money that it moved; empty for any other finding."""
    player, due, stated = finding.player, finding.expected, finding.recorded
    if player is None or not isinstance(due, int) or not isinstance(stated, int):
        return ""
    if finding.code in _PAID and placed.event is not None and placed.event.act is ActKind.BONUS:
        stands = f"{player} was paid {spoken_value(stated)} for {reading.chains[placed.event.value[0]]}"
        right = f"{spoken_value(due)} was due" if due else "nothing was due"
    elif finding.code == "cash-unrecorded":
        return (
            f"{player} was counted with {spoken_value(stated)}; it would be {spoken_value(due)} without a purchase "
            "that the log does not tell."
        )
    elif finding.code in _COUNTED:
        verb = "was counted with" if finding.code == "cash-wrong" else "was recorded with"
        stands, right = f"{player} {verb} {spoken_value(stated)}", f"{spoken_value(due)} is right"
    else:
        return ""
    # If a player's final cash is not proved, only the sum of the log as written is certain (R11).
    if player in reading.answer.possible:
        return f"{stands}; {IF_RIGHT}, {right}."
    if player in reading.final and reading.final[player] == reading.answer.recorded_final.get(player):
        if finding.code == "final-wrong":
            return f"{stands}, which is right; the log as it is written comes to {spoken_value(due)}."
        if finding.code in _COUNTED:
            right = f"the log comes to {spoken_value(due)}"
        return f"{stands}; {right}: no final cash moves by it, for the log's own final of {player} is right."
    return f"{stands}; {right}: {moved(player, due - stated)}."


def _of_bonuses(reading: GameReading, finding: Finding, placed: Placed) -> str:
    """Return a sentence on bonuses missing in the log and the players to whom they were due; empty for any other finding."""
    if finding.code != "bonus-missing":
        return ""
    ids = [player.id for player in reading.players]
    stated = {
        (ids[event.player], reading.chains[event.value[0]])
        for step in reading.steps
        if step.view.number == finding.turn
        for event in step.events
        if event.act is ActKind.BONUS
    }
    sentences = []
    for calculation in placed.calculations:
        if isinstance(calculation, BonusCalculation):
            unpaid = [
                holder
                for holder in calculation.holders
                if holder.due and (holder.player, calculation.chain) not in stated
            ]
            due = [f"{spoken_value(holder.due)} for {holder.player}" for holder in unpaid if holder.player]
            if any(holder.player == finding.player for holder in unpaid):
                sentences.append(f"no bonus for {calculation.chain} was written down; due was {' and '.join(due)}.")
    return " ".join(sentence[:1].upper() + sentence[1:] for sentence in sentences)


def _of_holding(finding: Finding, placed: Placed) -> str:
    """Return a sentence on a wrong number of shares held: what the player had and what is left; empty for any other finding."""
    calculation = next(
        (calculation for calculation in placed.calculations if isinstance(calculation, DisposalCalculation)), None
    )
    if finding.code != "dispose-hold" or calculation is None:
        return ""
    left = calculation.owned - calculation.sell - calculation.trade
    done = [f"{count} {word}" for count, word in ((calculation.sell, "sold"), (calculation.trade, "traded")) if count]
    rest = "none is" if not left else "1 is" if left == 1 else f"{left} are"
    so = f"with {' and '.join(done)} {rest} left" if done else "none was sold or traded"
    return f"{calculation.player} was written to hold {calculation.hold} of {calculation.chain}, but had {calculation.owned}: {so}."


def moved(player: str, amount: int) -> str:
    """Return how much more or less money somebody gets: "500 more for Quy"."""
    return f"{spoken_value(abs(amount))} {'more' if amount > 0 else 'less'} for {player}"


def added(amounts: Sequence[int]) -> str:
    """Return amounts of money as a sum: "−200 + 500 = +300"."""
    first, *others = amounts
    told = "".join(f" {_SIGNS[amount < 0]} {spoken_value(abs(amount))}" for amount in others)
    return f"{signed(first)}{told} = {signed(sum(amounts))}"


_SIGNS = ("+", "−")
