"""What a director chooses between where a log does not prove somebody's cash: stories of what happened, and what to write in the log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.acquire.actions import ActKind
from games.acquire.replay import Fact, Finding, MissingFact
from games.acquire.replay.judging.stories import AS_WRITTEN as STANDS
from games.sentences import Said
from tournament.record.lengths import quoted
from tournament.record.vocabulary import Dollars
from tournament.replays.money import AS_ENTERED, AS_WRITTEN, LOGS_FINAL, Offer, has_gap, unproved, whole
from tournament.replays.reading import GameReading
from tournament.replays.sentences import spoken, spoken_fact
from wording import gettext as _
from wording import ngettext
from wording.figures import in_a_row, listed_or
from wording.figures import whole as whole_dollars


@dataclass(frozen=True, slots=True)
class ToldStory:
    """One thing that may have happened, with the cash by it of every player whose cash is not proved, by the ID in the log.

    ``words`` begin with "If", and ``others``, which follow an "if", say what else may have happened with the same cash.
    """

    words: str
    others: tuple[str, ...]
    amounts: Mapping[str, Offer]

    def label(self, names: Mapping[str, str]) -> str:
        """Return the story with its cash: "If turn 47 meant: buy Imperial 2 (or …): Ben 33,100, Cai 28,700"; ``names`` are by ID."""
        cash = in_a_row(f"{names[log_id]} {whole_dollars(offer.amount)}" for log_id, offer in self.amounts.items())
        if self.others:
            return _("{story} (or …): {cash}", story=self.words, cash=cash)
        return _("{name}: {value}", name=self.words, value=cash)


def stories_of(
    reading: GameReading, named: GameReading, entered: Mapping[str, Dollars | None]
) -> tuple[ToldStory, ...]:
    """Return what may have happened, each with its cash; last the entered result and the log's own final, if no story has their cash.

    ``named`` is the same game with the names that people are called by, ``entered`` the cash of the result by the ID in the log.
    """
    open_ = unproved(reading)
    told: list[tuple[tuple[Said, ...], Mapping[str, Dollars | None], str]] = [
        (
            words.words,
            {log_id: whole(story.final[log_id]) for log_id in open_},
            AS_WRITTEN if story.is_as_written else "",
        )
        for story, words in zip(reading.answer.stories, named.answer.stories, strict=True)
    ]
    recorded, written = reading.answer.recorded_final, reading.answer.as_written
    if not told and not has_gap(reading) and not reading.problems:
        told = [((STANDS,), {log_id: whole(written.get(log_id)) for log_id in open_}, AS_WRITTEN)]
    told += [
        ((words,), {log_id: amounts.get(log_id) for log_id in open_}, source)
        for words, amounts, source in (
            (_("the entered result is right"), entered, AS_ENTERED),
            (_("the log’s own final cash is right"), recorded, LOGS_FINAL),
        )
    ]
    found: dict[tuple[Dollars, ...], ToldStory] = {}
    for words, amounts, source in told:
        cash = tuple(amount for amount in amounts.values() if amount is not None and amount >= 0)
        if not open_ or len(cash) != len(open_) or cash in found:
            continue
        said = list(map(spoken, words))
        own = _(source) if source else listed_or(said)
        if source in (AS_ENTERED, LOGS_FINAL) and all(recorded.get(log_id) == entered.get(log_id) for log_id in open_):
            own = f"{_(LOGS_FINAL)}, {_(AS_ENTERED)}"
        is_told = not source
        found[cash] = ToldStory(
            _("If {story}", story=said[0]),
            tuple(said[1:]),
            {log_id: Offer(amount, own, is_told) for log_id, amount in zip(open_, cash, strict=True)},
        )
    return tuple(found.values())


def questions_of(named: GameReading, doubt: Finding | None) -> tuple[str, ...]:
    """Return the questions to the table, each with what the log has there: "(The log says Imperial 3.)".

    What somebody had at a moment is asked only where the finding in ``doubt`` is about it; elsewhere its line is asked about.
    """
    asked: dict[tuple[str, str], list[MissingFact]] = {}
    for place, fact in enumerate(named.answer.missing_facts):
        if fact.kind is Fact.CASH and fact.turn == named.turns[-1].view.number:
            continue  # it is what the dispute is about
        bought = _bought(named, fact) if fact.player else ""
        asked.setdefault((fact.player or "", bought) if bought else ("", str(place)), []).append(fact)
    questions = (
        _of_line(named, doubt)
        if doubt is not None and facts[0].kind in _AT_A_MOMENT and facts[0].turn != doubt.turn
        else _question(facts, bought if player else "")
        for (player, bought), facts in asked.items()
    )
    return tuple(dict.fromkeys(questions))


_AT_A_MOMENT = frozenset({Fact.HOLDING, Fact.CASH})
"""Facts about what somebody had, which nobody remembers who did not count."""


def _of_line(named: GameReading, doubt: Finding) -> str:
    """Return the question about the line of a finding, with what the log has there."""
    lines = named.text.splitlines()
    said = lines[doubt.line - 1].strip() if doubt.line and doubt.line <= len(lines) else ""
    question = _("What happened in turn {turn}?", turn=doubt.turn)
    return _("{question} (The log says {shares}.)", question=question, shares=quoted(said)) if said else question


def _question(facts: Sequence[MissingFact], bought: str) -> str:
    """Return one question about facts that differ in their turns alone, with what the log says was bought; empty for no purchase."""
    question = spoken_fact(facts[0], [fact.turn for fact in facts[1:]])
    return _("{question} (The log says {shares}.)", question=question, shares=bought) if bought else question


def _bought(named: GameReading, fact: MissingFact) -> str:
    """Return what the log says was bought in the turn of a question about a purchase; empty for any other question."""
    turn = next((turn for turn in named.turns if turn.place and turn.view.number == fact.turn), None)
    if fact.kind is not Fact.PURCHASE or turn is None:
        return ""
    events = [event for step in named.steps[turn.first : turn.last + 1] for event in step.events]
    bought = [
        f"{named.chains[chain]} {count}" for event in events if event.act is ActKind.BUY for chain, count in event.value
    ]
    return ", ".join(bought) or _("nothing")


@dataclass(frozen=True, slots=True)
class Correction:
    """What is to be written into a log: the words of the button, what is missing or unread, and the line where (None if unknown)."""

    words: str
    what: str
    line: int | None


def correction_of(reading: GameReading) -> Correction | None:
    """Return what to write into the log, where somebody's cash is not proved because turns are missing or places cannot be read."""
    if not unproved(reading):
        return None
    gap = next((finding for finding in reading.answer.findings if finding.code == "turn-missing"), None)
    if gap is not None:
        first, last = gap.expected if isinstance(gap.expected, (list, tuple)) else (gap.turn, gap.turn)
        return _gap_filled(first, last, gap.line)
    if reading.problems:
        line, count = reading.problems[0].line, len(reading.problems)
        words = ngettext(
            "Correct line {line}", "Correct {n} parts of the log, the first on line {line}", count, line=line
        )
        return Correction(words, _("Line {line} cannot be read.", line=line), line)
    return None


def _gap_filled(first: int, last: int, line: int | None) -> Correction:
    """Return what to write in where turns are missing; ``line`` is the one before which they belong, None if unknown."""
    values = {"first": first, "last": last, "line": line}
    if first == last:
        missing = (
            _("Turn {first} is missing before line {line}.", **values)
            if line
            else _("Turn {first} is missing.", **values)
        )
        return Correction(_("Add turn {first}", **values), missing, line)
    missing = (
        _("Turns {first} to {last} are missing before line {line}.", **values)
        if line
        else _("Turns {first} to {last} are missing.", **values)
    )
    return Correction(_("Add turns {first} to {last}", **values), missing, line)
