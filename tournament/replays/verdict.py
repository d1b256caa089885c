"""The verdict on a log: for whom the final cash is proved and by what, what went wrong, and what to ask the table.

What a director chooses between where a log does not prove somebody's cash: stories of what happened, and what to write in the log.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence, Set
from dataclasses import dataclass

from games.acquire.actions import ActKind
from games.acquire.replay.findings import Finding, Severity
from games.acquire.replay.judging.certainty import Fact, MissingFact
from games.acquire.replay.judging.telling import AS_WRITTEN as STANDS
from games.acquire.replay.proof import UNCONFIRMED, UNCONFIRMED_PROOFS, Proof
from games.sentences import Said
from tournament.record.lengths import quoted
from tournament.record.vocabulary import Dollars, PlayerId
from tournament.replays import money
from tournament.replays.causes import MONEY, Cause, causes_in
from tournament.replays.reading import GameReading
from tournament.replays.workings import judge_words, spoken_fact, spoken_possible
from wording import gettext as _
from wording import gettext_noop, ngettext
from wording.figures import in_a_row, listed, listed_or
from wording.figures import whole as whole_dollars


@dataclass(frozen=True, slots=True)
class ToldStory:
    """One thing that may have happened, with the cash by it of every player whose cash is not proved, by the ID in the log.

    ``words`` begin with "If", and ``others``, which follow an "if", say what else may have happened with the same cash.
    """

    words: str
    others: tuple[str, ...]
    amounts: Mapping[str, money.Offer]

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
    open_ = money.unproved_players(reading)
    told: list[tuple[tuple[Said, ...], Mapping[str, Dollars | None], str]] = [
        (
            words.words,
            {log_id: money.whole(story.final[log_id]) for log_id in open_},
            money.AS_WRITTEN if story.is_as_written else "",
        )
        for story, words in zip(reading.answer.stories, named.answer.stories, strict=True)
    ]
    recorded, written = reading.answer.recorded_final, reading.answer.as_written
    if not told and not money.has_gap(reading) and not reading.problems:
        told = [((STANDS,), {log_id: money.whole(written.get(log_id)) for log_id in open_}, money.AS_WRITTEN)]
    told += [
        ((words,), {log_id: amounts.get(log_id) for log_id in open_}, source)
        for words, amounts, source in (
            (_("the entered result is right"), entered, money.AS_ENTERED),
            (_("the log’s own final cash is right"), recorded, money.LOGS_FINAL),
        )
    ]
    found: dict[tuple[Dollars, ...], ToldStory] = {}
    for words, amounts, source in told:
        cash = tuple(amount for amount in amounts.values() if amount is not None and amount >= 0)
        if not open_ or len(cash) != len(open_) or cash in found:
            continue
        said = list(map(judge_words, words))
        own = _(source) if source else listed_or(said)
        if source in (money.AS_ENTERED, money.LOGS_FINAL) and all(
            recorded.get(log_id) == entered.get(log_id) for log_id in open_
        ):
            own = f"{_(money.LOGS_FINAL)}, {_(money.AS_ENTERED)}"
        is_told = not source
        found[cash] = ToldStory(
            _("If {story}", story=said[0]),
            tuple(said[1:]),
            {log_id: money.Offer(amount, own, is_told) for log_id, amount in zip(open_, cash, strict=True)},
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
        bought = _purchase_in_question(named, fact) if fact.player else ""
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


def _purchase_in_question(named: GameReading, fact: MissingFact) -> str:
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
    if not money.unproved_players(reading):
        return None
    gap = next((finding for finding in reading.answer.findings if finding.code == "turn-missing"), None)
    if gap is not None:
        first, last = gap.expected if isinstance(gap.expected, (list, tuple)) else (gap.turn, gap.turn)
        return _correction_of_gap(first, last, gap.line)
    if reading.problems:
        line, count = reading.problems[0].line, len(reading.problems)
        words = ngettext(
            "Correct line {line}", "Correct {n} parts of the log, the first on line {line}", count, line=line
        )
        return Correction(words, _("Line {line} cannot be read.", line=line), line)
    return None


def _correction_of_gap(first: int, last: int, line: int | None) -> Correction:
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


def verdict_of(reading: GameReading, rows: Sequence[money.CashComparison], names: Mapping[PlayerId, str]) -> Verdict:
    """Return the verdict on a log whose players have the event's names; ``rows`` compare its cash with the result of the table."""
    causes = causes_in(reading)
    grave = [cause for cause in causes if cause.finding.severity is not Severity.NOTE or cause.is_unread]
    proofs = {player.name: reading.proof(player.id) for player in reading.players}
    is_open = reading.answer.complete and Proof.NOT_PROVED in proofs.values()
    concerned = {names[row.player] for row in rows if row.difference or row.proof is Proof.NOT_PROVED}
    cause = _first_to_tell(grave, concerned)
    moves = money.moves_in_words([row for row in rows if not row.is_chosen], names, _sums(reading, grave))
    return Verdict(
        _proved_sentence(reading, proofs),
        f"{moves}." if moves else "",
        _(UNCONFIRMED) if UNCONFIRMED_PROOFS & set(proofs.values()) else money.why_corrected(reading) if cause else "",
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


def _proved_sentence(reading: GameReading, proofs: Mapping[str, Proof]) -> str:
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
    return " ".join(
        [*(f"{what}." for what in known.values()), *_unproved_sentences(reading, groups[Proof.NOT_PROVED], known)]
    )


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


def _unproved_sentences(reading: GameReading, names: Sequence[str], known: Collection[Proof]) -> list[str]:
    """Return for whom the final cash is not proved, with what they may have if that is known; empty if there is nobody."""
    if not names:
        return []
    possible = {name: _possible_cash(reading, name) for name in names}
    if not known and not any(possible.values()):
        return [_("Not proved for anybody.")]
    told = [
        _("{player} ({amounts})", player=name, amounts=amounts) if amounts else name
        for name, amounts in possible.items()
    ]
    return [_("Not proved for {players}.", players=listed(told))]


def _possible_cash(reading: GameReading, name: str) -> str:
    """Return what a player may have, if amounts are known: "possibly 600 or 900"."""
    if reading.answer.stories:
        return ""  # each story says its amounts beside the question
    possible = reading.answer.possible.get(name)
    return spoken_possible(possible) if possible is not None and possible.amounts else ""
