"""The progress of the day: the stages of an event, and the one next thing to do, with what is missing by name.

1. Entries until three players are present.
2. Each round: choose the arrangement, draw, publish, enter results, close.
3. After the last planned round: publish the final list, then read the medals out.
4. Before a round is closed or the final list published, open disputes are ruled on (R11); the director may go on with a reason.
5. In a round being played, reports that are not official come first, then disputes, then logs that came after their table's result.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from tournament.day.ondevices import going_on_in_words, is_ready, still_playing
from tournament.day.unconfirmed import holds_up_closing, tables_listed, waiting_in_words
from tournament.draw.inputs import changed_since_drawn
from tournament.draw.naming import is_the_final, label_of_round, name_of, name_of_round, title_of_round
from tournament.record.event import DisputeRecord, EventRecord, LogRecord, RoundRecord
from tournament.record.rulesets import SMALLEST_EVENT
from tournament.record.vocabulary import RoundState, Status


class StageState(StrEnum):
    """Whether a stage of the day is done, under way or to come."""

    DONE = "done"
    NOW = "now"
    TODO = "todo"


class Step(StrEnum):
    """The next thing to do, named after the page on which it is done."""

    ENTER_PLAYERS = "enter-players"
    CHECK_IN = "check-in"
    END = "end"
    DRAW = "draw"
    PUBLISH = "publish"
    ENTER_RESULTS = "enter-results"
    LOOK_AT_BOARDS = "look-at-boards"
    RULE_DISPUTE = "rule-dispute"
    SIGN_REPORT = "sign-report"
    READ_LOG = "read-log"
    CLOSE = "close"
    PUBLISH_FINAL = "publish-final"
    READ_OUT = "read-out"


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage of the day; ``round`` is its round number, None for entries and medals."""

    label: str
    state: StageState
    detail: str
    round: int | None = None


@dataclass(frozen=True, slots=True)
class NextStep:
    """The next thing to do: a sentence, the words on its button, and by name who or what is missing.

    ``dispute`` is the dispute to rule on, ``log`` the log to read. ``held_up`` is the step that waits for this one; the director can take
    it at once by giving a reason.
    """

    step: Step
    sentence: str
    label: str
    missing: tuple[str, ...] = ()
    round: int | None = None
    dispute: DisputeRecord | None = None
    log: LogRecord | None = None
    held_up: NextStep | None = None


def stages(record: EventRecord) -> tuple[Stage, ...]:
    """Return the stages of the day in order: entries, every planned round, medals."""
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
    """Return the stage of one round, drawn or not."""
    round_ = next((row for row in record.rounds if row.number == number), None)
    label = label_of_round(record, number)
    if round_ is None:
        is_next = (
            number == len(record.rounds) + 1 and bool(record.rounds) and all(row.is_closed for row in record.rounds)
        )
        return Stage(label, StageState.NOW if is_next else StageState.TODO, "", number)
    disputed = f"{len(round_.disputed)} disputed" if round_.disputed else ""
    if round_.is_closed:
        return Stage(label, StageState.DONE, disputed, number)
    if round_.state is RoundState.DRAFT:
        return Stage(label, StageState.NOW, "draft", number)
    reported = f"{sum(table.has_result for table in round_.tables)} of {len(round_.tables)} results"
    return Stage(label, StageState.NOW, ", ".join(filter(None, (reported, disputed))), number)


def next_step(record: EventRecord) -> NextStep:
    """Return the next thing for the director to do; its sentence begins with the open disputes, if there are any."""
    step = _next_step(record)
    return replace(step, sentence=f"{_disputes(record)}{step.sentence}")


def _next_step(record: EventRecord) -> NextStep:
    """Return the next thing to do, without the sentence on disputes."""
    playing = next((row for row in record.rounds if row.state is RoundState.PUBLISHED), None)
    if playing is not None:
        return _while_playing(record, playing)
    draft = next((row for row in record.rounds if row.state is RoundState.DRAFT), None)
    if draft is not None:
        return _with_a_draft(record, draft)
    if len(record.closed_rounds) >= record.rounds_planned:
        return _after_the_last_round(record)
    return _before_a_round(record, len(record.closed_rounds) + 1)


def _with_a_draft(record: EventRecord, draft: RoundRecord) -> NextStep:
    """Return the step for a draft: publish it, or draw it again if it no longer fits the event."""
    drawn = {seat.player for table in draft.tables for seat in table.seats} | {row.player for row in draft.sit_outs}
    active = {entry.player for entry in record.active}
    left = {
        player for player in drawn - active if record.entry(player).status in (Status.WITHDRAWN, Status.DISQUALIFIED)
    }
    gone = drawn - active - left
    moved = [
        f"{_some([record.entry(player).name for player in sorted(players)])} {verb}"
        for players, verb in (
            (active - drawn, "came"),
            (left, "left"),
            (gone, "is not checked in any more" if len(gone) == 1 else "are not checked in any more"),
        )
        if players
    ]
    name, title = name_of_round(record, draft.number), title_of_round(record, draft.number)
    verb = "Cut" if is_the_final(record, draft.number) else "Draw"
    if moved:
        return NextStep(
            Step.DRAW,
            f"{title} is a draft, but since it was drawn {' and '.join(moved)}.",
            f"{verb} {name} again",
            round=draft.number,
        )
    if parts := changed_since_drawn(record, draft):
        return NextStep(
            Step.DRAW,
            f"{title} is a draft, but {' and '.join(parts)} changed since it was drawn.",
            f"{verb} {name} again",
            round=draft.number,
        )
    return NextStep(Step.PUBLISH, f"{title} is a draft; nobody else sees it.", f"Publish {name}", round=draft.number)


def _some(names: list[str]) -> str:
    """Return up to three names, or their number if there are more."""
    return ", ".join(names) if len(names) <= 3 else f"{len(names)} players"


def _before_a_round(record: EventRecord, number: int) -> NextStep:
    """Return the step before round ``number`` is drawn: enter or check in players, or draw."""
    waiting = tuple(entry.name for entry in record.entries if entry.status in (Status.REGISTERED, Status.LATE))
    if not record.entries:
        return NextStep(
            Step.ENTER_PLAYERS, "Nobody is entered yet. Paste the list, one player a line.", "Paste the list"
        )
    if len(record.active) < SMALLEST_EVENT:
        check_in = NextStep(
            Step.CHECK_IN,
            f"{len(record.active)} of {len(record.entries)} players are present; {SMALLEST_EVENT} are needed to play.",
            "Check players in",
            waiting,
        )
        return _too_few(record, check_in) if record.closed_rounds else check_in
    present = f"{len(record.active)} players are present"
    sentence = f"{present}." if not waiting else f"{present}; {len(waiting)} not checked in."
    if number > 1:
        sentence = f"{title_of_round(record, number - 1)} is closed. {sentence}"
    return NextStep(Step.DRAW, sentence, f"Draw {name_of_round(record, number)}", waiting, number)


def _too_few(record: EventRecord, check_in: NextStep) -> NextStep:
    """Return the step if too few players are left after a closed round: check more players in, or end the event."""
    end = NextStep(
        Step.END,
        f"{title_of_round(record, len(record.closed_rounds))} is closed. {check_in.sentence} "
        "Check players in or reinstate them, or end the event here.",
        "End the event here",
    )
    if check_in.missing:
        return replace(check_in, sentence=end.sentence, held_up=end)
    return replace(end, held_up=check_in)


def _while_playing(record: EventRecord, playing: RoundRecord) -> NextStep:
    """Return the step while a round is played: results, reports to accept, disputes, logs, or closing."""
    name, title = name_of_round(record, playing.number), title_of_round(record, playing.number)
    unsigned = tuple(table.number for table in playing.tables if table.waiting is not None)
    missing = tuple(table.number for table in playing.tables if not table.has_reported)
    waiting = f" {waiting_in_words(record, playing)}" if unsigned else ""
    on_devices = still_playing(playing)
    if missing and set(missing) == set(on_devices):
        return NextStep(
            Step.LOOK_AT_BOARDS,
            f"{title} is being played on devices. {going_on_in_words(playing, on_devices)}{waiting}",
            "Look at the boards",
            tuple(f"Table {number}" for number in missing),
            playing.number,
        )
    if missing:
        silent = tuple(number for number in missing if number not in on_devices)
        verb = "have" if len(silent) > 1 else "has"
        plays = f" {going_on_in_words(playing, on_devices)}" if on_devices else ""
        return NextStep(
            Step.ENTER_RESULTS,
            f"{title} is being played. {tables_listed(silent)} {verb} not reported.{plays}{waiting}",
            "Enter results",
            tuple(f"Table {number}" for number in missing),
            playing.number,
        )
    if is_ready(playing) and unsigned:
        return NextStep(
            Step.LOOK_AT_BOARDS,
            f"All {len(playing.tables)} tables of {name} have agreed on their devices."
            if len(playing.tables) > 1
            else f"The table of {name} has agreed on its devices.",
            "Look at the boards",
            round=playing.number,
        )
    all_tables = (
        f"All {len(playing.tables)} tables of {name} have" if len(playing.tables) > 1 else f"The table of {name} has"
    )
    close = NextStep(Step.CLOSE, f"{all_tables} reported.", f"Close {name}", round=playing.number)
    if unsigned:
        is_whole = all(table.has_result for table in playing.tables) and not holds_up_closing(record, playing)
        look = NextStep(
            Step.SIGN_REPORT,
            f"{close.sentence}{waiting}",
            f"Look at {tables_listed(unsigned).lower()}",
            round=playing.number,
        )
        return replace(look, held_up=close) if is_whole else look
    disputes = [dispute for dispute in record.open_disputes if dispute.round == playing.number]
    if disputes:
        return _ruled_first(disputes[0], close)
    unread = unread_logs(record, playing)
    if unread:
        sentence = f"{close.sentence} A log of table {unread[0].table} came after its result."
        label = f"Read the log of table {unread[0].table}"
        return NextStep(Step.READ_LOG, sentence, label, round=playing.number, log=unread[0], held_up=close)
    return close


def unread_logs(record: EventRecord, round_: RoundRecord) -> tuple[LogRecord, ...]:
    """Return the logs of a round that came after their table's result and were not followed by a decision.

    Whether somebody read a log is not stored. A log counts as read once a decision came after it: the table's result was made official, a
    dispute was settled, or the replay was made public. Tables with an open dispute are left out, because the dispute itself points to the
    log.
    """
    official = {table.number: table.official for table in round_.tables if not table.is_disputed}
    settled = {
        dispute.table: dispute.settled_at
        for dispute in record.disputes
        if dispute.round == round_.number and dispute.settled_at is not None
    }
    unread = []
    for log in record.logs:
        report = official.get(log.table)
        if log.round != round_.number or log.is_public or report is None:
            continue
        ruled = settled.get(log.table)
        if log.attached_at > report.official_at and (ruled is None or log.attached_at > ruled):
            unread.append(log)
    return tuple(unread)


def _after_the_last_round(record: EventRecord) -> NextStep:
    """Return the step after the last round: rule on disputes, publish the final list, or read out the medals."""
    if record.is_final_published:
        return NextStep(Step.READ_OUT, "The final list is public.", "Read out the medals")
    look = NextStep(
        Step.PUBLISH_FINAL,
        "All rounds are closed. The final list is not public until you publish it.",
        "Look through the final list",
    )
    if not record.open_disputes:
        return look
    return _ruled_first(record.open_disputes[0], replace(look, label="Publish the final list"))


def _ruled_first(dispute: DisputeRecord, step: NextStep) -> NextStep:
    """Return the step that rules on the dispute, with ``step`` as the step that waits for it."""
    label = "Rule on the dispute"
    return NextStep(Step.RULE_DISPUTE, step.sentence, label, round=dispute.round, dispute=dispute, held_up=step)


def _disputes(record: EventRecord) -> str:
    """Return the disputed tables, round by round, as a sentence with a blank at its end; empty if there are none."""
    places = [
        f"{name_of(round_)}, {tables_listed(tuple(table.number for table in round_.disputed)).lower()}"
        for round_ in record.rounds
        if round_.disputed
    ]
    many = sum(len(round_.disputed) for round_ in record.rounds) > 1
    sentence = f"{' and '.join(places)} {'are' if many else 'is'} disputed. " if places else ""
    return sentence[:1].upper() + sentence[1:]
