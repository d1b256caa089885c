"""What the day has come to: the stages of an event, and the one next thing to do with what is missing by name.

1. Entries until three players are present. 2. Each round: choose the arrangement, draw, publish, enter results, close.
3. After the last planned round: publish the final list, then the medals are to be read out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournament.record.event import EventRecord, RoundRecord
from tournament.record.rulesets import SMALLEST_EVENT
from tournament.record.vocabulary import RoundKind, RoundState, Status


class StageState(StrEnum):
    """Whether a stage of the day is done, under way or to come."""

    DONE = "done"
    NOW = "now"
    TODO = "todo"


class Step(StrEnum):
    """The next thing to do, named by the page on which it is done."""

    ENTER_PLAYERS = "enter-players"
    CHECK_IN = "check-in"
    DRAW = "draw"
    PUBLISH = "publish"
    ENTER_RESULTS = "enter-results"
    CLOSE = "close"
    PUBLISH_FINAL = "publish-final"
    READ_OUT = "read-out"


@dataclass(frozen=True, slots=True)
class Stage:
    """One station of the stage bar; ``round`` is its round number, None for entries and medals."""

    label: str
    state: StageState
    detail: str
    round: int | None = None


@dataclass(frozen=True, slots=True)
class NextStep:
    """The next thing to do: a sentence, the words on its button, and what is missing by name."""

    step: Step
    sentence: str
    label: str
    missing: tuple[str, ...] = ()
    round: int | None = None


def stages(record: EventRecord) -> tuple[Stage, ...]:
    """The day from left to right: entries, every planned round, medals."""
    begun = bool(record.rounds)
    entries = Stage(
        "Entries",
        StageState.DONE if begun else StageState.NOW,
        f"{len(record.active)} present" if record.entries else "nobody yet",
    )
    rounds = [_round_stage(record, number) for number in range(1, record.rounds_planned + 1)]
    all_closed = len(record.closed_rounds) >= record.rounds_planned
    medal_state = StageState.NOW if all_closed else StageState.TODO
    medals = Stage("Medals", StageState.DONE if record.is_final_published else medal_state, "")
    return (entries, *rounds, medals)


def _round_stage(record: EventRecord, number: int) -> Stage:
    played = next((row for row in record.rounds if row.number == number), None)
    is_final = played is not None and played.kind is RoundKind.SWISS
    label = "Final" if is_final else f"Round {number}"
    if played is None:
        is_next = (
            number == len(record.rounds) + 1 and bool(record.rounds) and all(row.is_closed for row in record.rounds)
        )
        return Stage(label, StageState.NOW if is_next else StageState.TODO, "", number)
    disputed = f"{len(played.disputed)} disputed" if played.disputed else ""
    if played.is_closed:
        return Stage(label, StageState.DONE, disputed, number)
    if played.state is RoundState.DRAFT:
        return Stage(label, StageState.NOW, "draft", number)
    reported = f"{sum(table.has_result for table in played.tables)} of {len(played.tables)} results"
    return Stage(label, StageState.NOW, f"{reported}, {disputed}" if disputed else reported, number)


def next_step(record: EventRecord) -> NextStep:
    """The one thing the director does next."""
    playing = next((row for row in record.rounds if row.state is RoundState.PUBLISHED), None)
    if playing is not None:
        return _while_playing(playing)
    draft = next((row for row in record.rounds if row.state is RoundState.DRAFT), None)
    if draft is not None:
        return _with_a_draft(record, draft)
    if len(record.closed_rounds) >= record.rounds_planned:
        return _after_the_last_round(record)
    return _before_a_round(record, len(record.closed_rounds) + 1)


def _with_a_draft(record: EventRecord, draft: RoundRecord) -> NextStep:
    """Publish the draft, or draw it again where somebody came or left since: publishing it would be refused."""
    drawn = {seat.player for table in draft.tables for seat in table.seats} | {row.player for row in draft.sit_outs}
    active = {entry.player for entry in record.active}
    moved = [
        f"{_some([record.entry(player).name for player in sorted(players)])} {verb}"
        for players, verb in ((active - drawn, "came"), (drawn - active, "left"))
        if players
    ]
    name = _name(draft, in_sentence=True)
    if moved:
        return NextStep(
            Step.DRAW,
            f"{_name(draft)} is a draft, but since it was drawn {' and '.join(moved)}.",
            f"Draw {name} again",
            round=draft.number,
        )
    return NextStep(
        Step.PUBLISH, f"{_name(draft)} is a draft; nobody else sees it.", f"Publish {name}", round=draft.number
    )


def _some(names: list[str]) -> str:
    """Up to three names, past that how many."""
    return ", ".join(names) if len(names) <= 3 else f"{len(names)} players"


def _before_a_round(record: EventRecord, number: int) -> NextStep:
    waiting = tuple(entry.name for entry in record.entries if entry.status in (Status.REGISTERED, Status.LATE))
    if not record.entries:
        return NextStep(
            Step.ENTER_PLAYERS, "Nobody is entered yet. Paste the roster, one player a line.", "Paste the roster"
        )
    if len(record.active) < SMALLEST_EVENT:
        return NextStep(
            Step.CHECK_IN,
            f"{len(record.active)} of {len(record.entries)} players are present; {SMALLEST_EVENT} are needed to play.",
            "Check players in",
            waiting,
        )
    present = f"{len(record.active)} players are present"
    sentence = f"{present}." if not waiting else f"{present}; {len(waiting)} not checked in."
    if number > 1:
        sentence = f"Round {number - 1} is closed. {sentence}{_disputes(record.rounds)}"
    return NextStep(Step.DRAW, sentence, f"Draw round {number}", waiting, number)


def _while_playing(playing: RoundRecord) -> NextStep:
    missing = [table.number for table in playing.tables if not table.has_result]
    if missing:
        verb = "have" if len(missing) > 1 else "has"
        return NextStep(
            Step.ENTER_RESULTS,
            f"{_name(playing)} is being played. {_tables(missing)} {verb} not reported.{_disputes([playing])}",
            "Enter results",
            tuple(f"Table {number}" for number in missing),
            playing.number,
        )
    return NextStep(
        Step.CLOSE,
        f"All {len(playing.tables)} tables of {_name(playing, in_sentence=True)} have reported.{_disputes([playing])}",
        f"Close {_name(playing, in_sentence=True)}",
        round=playing.number,
    )


def _after_the_last_round(record: EventRecord) -> NextStep:
    if record.is_final_published:
        return NextStep(Step.READ_OUT, f"The final list is public.{_disputes(record.rounds)}", "Read out the medals")
    return NextStep(
        Step.PUBLISH_FINAL,
        f"All rounds are closed. The final list is not public until you publish it.{_disputes(record.rounds)}",
        "Publish the final list",
    )


def _disputes(rounds: Sequence[RoundRecord]) -> str:
    """What has to be said of open disputes behind a sentence, with its blank; nothing where there is none (R11)."""
    said = [
        f"{_tables([table.number for table in played.disputed])} of {_name(played, in_sentence=True)}"
        for played in rounds
        if played.disputed
    ]
    if not said:
        return ""
    first, *more = said
    listed = " and ".join((first, *(each[0].lower() + each[1:] for each in more)))
    is_one = sum(len(played.disputed) for played in rounds) == 1
    return f" {listed} {'is' if is_one else 'are'} disputed."


def _name(played: RoundRecord, *, in_sentence: bool = False) -> str:
    if played.kind is RoundKind.SWISS:
        return "the final" if in_sentence else "The final"
    return f"round {played.number}" if in_sentence else f"Round {played.number}"


def _tables(numbers: Sequence[int]) -> str:
    """Tables as they are listed: "Tables 3 and 5", and past six only how many."""
    if len(numbers) == 1:
        return f"Table {numbers[0]}"
    if len(numbers) > 6:
        return f"{len(numbers)} tables"
    return f"Tables {', '.join(map(str, numbers[:-1]))} and {numbers[-1]}"
