"""The judge: whether the players were wrong or the log is, and what explains what is found in it.

A finding may be a mistake that was made at the table; then the rules give the correct amount (R11). Or the log does not say what
happened; then what explains it is searched for, and one explanation is accepted only if no other is nearly as likely.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Final

from games.acquire.editions.bonus import Money
from games.acquire.logs.body import in_order
from games.acquire.record import GameRecord
from games.acquire.replay.findings import Finding, with_causes
from games.acquire.replay.judging import telling
from games.acquire.replay.judging.certainty import (
    Certainty,
    MissingFact,
    Possible,
    agrees_with_log,
    certainty_of_explanations,
    is_in_question,
    is_sound,
    lawful_certainty,
    may_change_cash,
    missing_facts,
    proved_certainty,
    stated_finals,
)
from games.acquire.replay.judging.search import Fit, Search, certainty_of, search
from games.acquire.replay.judging.starts import HouseRule, completed_starts, house_rule, told_with_starts
from games.acquire.replay.judging.telling import Story
from games.acquire.replay.replayer import Replayer
from games.acquire.replay.walk import finish_walk
from games.acquire.writings import told_once
from games.sentences import Listed, Sentence, said_text
from games.sentences import gettext_lazy as _


@dataclass(frozen=True, slots=True)
class Replay:
    """The result of a replay.

    ``final`` is the final cash by the rules, in dollars by player's ID, or None for a player whose final cash the log does not prove; it
    is empty while the game is not ``complete``, that is, did not come to its end. ``possible`` has the amounts that such a player may
    have, and ``missing_facts`` what to ask the players. ``recorded_final`` is the final cash that the log states. ``as_written`` is
    what everybody has if every line of the log is true and the rules pay, in dollars; it is empty while the game is not ``complete``.
    ``confirmed`` are the players whose proved final cash the log itself checks, because it states their final cash, and needs no
    manner or rule of the house for it; without that, "proved" only means that nothing in the log speaks against it. ``stories`` are what
    may have happened where somebody's cash is not proved and several explanations are known, each with everybody's cash by it.
    """

    edition: str
    turns: int
    complete: bool
    findings: tuple[Finding, ...]
    final: Mapping[str, Money | None]
    recorded_final: Mapping[str, int]
    possible: Mapping[str, Possible]
    missing_facts: tuple[MissingFact, ...] = ()
    as_written: Mapping[str, Money] = field(default_factory=dict)
    confirmed: tuple[str, ...] = ()
    stories: tuple[Story, ...] = ()

    @property
    def is_proved(self) -> bool:
        """Whether the game came to its end and everybody's final cash is proved."""
        return self.complete and None not in self.final.values()

    def document(self) -> dict[str, Any]:
        """The answer as a JSON document."""
        return {
            "edition": self.edition,
            "turns": self.turns,
            "complete": self.complete,
            "findings": [_document_of(finding) for finding in self.findings],
            "final": _plain_value(dict(self.final)),
            "possible": {player: _plain_value(possible.document()) for player, possible in self.possible.items()},
            "settles": [fact.document() for fact in self.missing_facts],
            "recorded_final": dict(self.recorded_final),
            "as_written": _plain_value(dict(self.as_written)),
            "confirmed": list(self.confirmed),
            "stories": [
                {"if": [*map(said_text, one.words)], "final": _plain_value(dict(one.final))} for one in self.stories
            ],
        }


#: What a document says of each finding.
_TOLD: Final = ("code", "severity", "line", "turn", "player", "message", "expected", "recorded", "rule", "cause")


def _document_of(finding: Finding) -> dict[str, Any]:
    """Return a finding as a JSON object; the message includes the hint."""
    return {name: _plain_value(getattr(finding, name)) for name in _TOLD}


def _plain_value(value: object) -> Any:
    """Return a value fit for JSON; an exact fraction of a dollar becomes a float."""
    if isinstance(value, dict):
        return {key: _plain_value(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain_value(inner) for inner in value]
    if isinstance(value, (Sentence, Listed)):
        return str(value)
    return float(value) if isinstance(value, Fraction) else value


def replay(record: GameRecord) -> Replay:
    """Replay a record by the rules that its header names.

    The replay goes on after each mistake, and tries to report it with one finding.
    """
    return judge(record)[0]


def judge(record: GameRecord) -> tuple[Replay, GameRecord]:
    """Return the result of a replay, and the record as it was probably meant.

    That is the given record, unless exactly one edit explains its findings and leaves nobody's cash open.
    """
    return _judge(record, completes_starts=True)


def _judge(record: GameRecord, *, completes_starts: bool) -> tuple[Replay, GameRecord]:
    """Do what `judge` does; with ``completes_starts`` starting tiles that are not recorded are looked for."""
    replayer = Replayer(record)
    finish_walk(replayer)
    plain = _as_written(replayer)
    if is_sound(replayer):
        findings = tuple(_not_needed(finding) for finding in plain.findings)
        return replace(plain, findings=findings) if plain.is_proved else plain, record
    mended = told_once(in_order(record)[0])
    if mended is not record:
        # Clauses are in the order of play, what was written twice counts once, and the findings tell of it.
        return judge(mended)
    if completes_starts and any(finding.code == "start-missing" for finding in plain.findings):
        return _with_starts(replayer, record)
    if is_in_question(replayer) or not any(map(may_change_cash, plain.findings)):
        return plain, record
    if agrees_with_log(replayer) and replayer.reporter.weight == 1 and plain.findings[0].code != "turn-missing":
        return _summed_up(
            replayer, plain.findings, proved_certainty(replayer.outcome)
        ), record  # one slip that moved nothing
    rule = house_rule(replayer)
    if rule is not None:
        return _of_house(replayer, rule), record
    found = search(replayer)
    chains = telling.chains_of(found)
    fits = telling.first_fits(chains)
    is_told = telling.are_worth_telling(replayer, fits)
    asked = [fit for fit in fits if is_told or not fit.left]
    answer = _summed_up(replayer, telling.told_findings(replayer, found), certainty_of(replayer, found), asked, found)
    is_sure = None not in answer.final.values()
    is_one = is_sure and is_told and len(chains) == 1 and all(one.fits for one in found.all)
    return answer, chains[0][0].replayer.record if is_one else record


def _not_needed(finding: Finding) -> Finding:
    """Return the finding of a place that was not recognised as one that was not needed; any other one unchanged."""
    said = _("“{text}” was not needed.", text=finding.recorded)
    return replace(finding, said=said) if finding.code == "line-unread" else finding


def _with_starts(replayer: Replayer, record: GameRecord) -> tuple[Replay, GameRecord]:
    """Return the result of a log without all its starting tiles, with those that what was played shows.

    Only cash is proved that is also the final cash of the log: tiles that nothing shows may have made a chain larger.
    """
    whole, completed = completed_starts(replayer)
    if not whole and len(completed.events) == len(record.events):
        return _judge(record, completes_starts=False)
    if whole:
        told = told_with_starts(replayer, whole[0])
        found, meant = _summed_up(whole[0], told, certainty_of_explanations(whole[0], whole)), completed
    else:
        found, meant = _judge(completed, completes_starts=False)
    final = {player: cash if found.recorded_final.get(player) == cash else None for player, cash in found.final.items()}
    possible = {player: found.possible.get(player, Possible(())) for player, cash in final.items() if cash is None}
    return replace(found, final=final, possible=possible), meant


def answer(replayer: Replayer) -> Replay:
    """Replay the rest of a record as it is written, without a search, and return the result."""
    finish_walk(replayer)
    return _as_written(replayer)


def _as_written(replayer: Replayer) -> Replay:
    """Return the result of a finished replay without a search."""
    certainty = proved_certainty(replayer.outcome) if is_sound(replayer) else certainty_of_explanations(replayer, ())
    return _summed_up(replayer, replayer.reporter.findings, certainty)


def _summed_up(
    replayer: Replayer,
    findings: Sequence[Finding],
    certainty: Certainty,
    fits: Sequence[Fit] = (),
    found: Search | None = None,
) -> Replay:
    """Return the result of a finished replay with these findings, with their causes, and this certainty of the final cash.

    ``fits`` are the edits that fit the log, ``found`` what explains it.
    """
    ids, stated = replayer.ids, stated_finals(replayer)
    explained = [one.replayer for one in found.all] if found is not None else []
    certainty = lawful_certainty(certainty, [replayer, *(fit.replayer for fit in fits), *explained])
    is_manner = any(finding.code == "manner-kept" for finding in findings)  # which is said, and proves nothing
    checked = stated.items() & (replayer.outcome or {}).items() if is_manner else stated.items()
    return Replay(
        replayer.record.header.edition,
        replayer.state.turn,
        replayer.outcome is not None,
        with_causes(findings),
        {ids[player]: cash for player, cash in certainty.final.items()},
        {ids[player]: cash for player, cash in stated.items()},
        {ids[player]: possible for player, possible in certainty.possible.items()},
        missing_facts(replayer, certainty, [fit.edit for fit in fits]),
        {ids[player]: cash for player, cash in (replayer.outcome or {}).items()},
        tuple(ids[player] for player, cash in certainty.final.items() if cash is not None and player in dict(checked)),
        telling.stories(replayer, certainty, fits),
    )


def _of_house(replayer: Replayer, rule: HouseRule) -> Replay:
    """Return the result where the table reckoned by a rule of its own, and nothing but wrong sums is found by it.

    The correct cash is that of the log's own rules.
    """
    found = search(rule.replayer)
    is_proved = found.is_whole and not any(one.fits for one in found.all)
    certainty = (
        proved_certainty(replayer.outcome)
        if is_proved
        else certainty_of_explanations(replayer, [replayer], is_whole=False)
    )
    return _summed_up(replayer, telling.told_by_house(replayer, rule), certainty)
