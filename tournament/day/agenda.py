"""The progress of the day: the stages of an event, and the one next thing to do, with what is missing by name.

1. Entries until three players are present.
2. Each round: choose the arrangement, draw, publish, print (paper holds nothing up), enter results, close, and show its results where
   they are held back.
3. After the last planned round: announce the medals and publish the final list, or publish it and read the medals out.
4. Before a round is closed or the final list published, open disputes are ruled on (R11); the director may go on with a reason.
5. In a round being played, reports that are not official come first, then disputes, then logs that came after their table's result.

The words about a draft or a round in the agenda of the day: what changed since it was drawn, and the words on its buttons.

End an event before every planned round is played: why that is impossible now, and the consequences.

The list of events: sorted by date with the next one first, and searched by name, place or date.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Protocol, TypeVar

from tournament.day.leaving import if_rounds_count
from tournament.day.phones import (
    going_on_in_words,
    holds_up_closing,
    is_ready,
    numbers_listed,
    still_playing,
    waiting_in_words,
)
from tournament.draw.seating import form_of_round, is_the_final, label_of_round, name_of_round, title_of, title_of_round
from tournament.draw.sitouts import why_stale
from tournament.record.event import EventRecord, RoundRecord
from tournament.record.formats import Part
from tournament.record.names import name_key
from tournament.record.public import held_rounds, public_through
from tournament.record.rounds import DisputeRecord, LogRecord
from tournament.record.vocabulary import SMALLEST_EVENT, RoundState, Status
from tournament.scores.explaining import Scores
from tournament.scores.steps import ScoringError
from wording import gettext as _
from wording import ngettext, pgettext
from wording.figures import decimals, listed
from wording.some import listed_some


def to_draw(record: EventRecord, number: int) -> str:
    """Return the words on the button that draws a round."""
    if is_the_final(record, number):
        return _("Seat the final")
    if not form_of_round(record, number).kind.is_drawn:
        return _("Seat round {number}", number=number)
    return _("Draw round {number}", number=number)


def to_draw_again(record: EventRecord, number: int) -> str:
    """Return the words on the button that draws a round again."""
    if is_the_final(record, number):
        return _("Seat the final again")
    if not form_of_round(record, number).kind.is_drawn:
        return _("Seat round {number} again", number=number)
    return _("Draw round {number} again", number=number)


def to_publish(record: EventRecord, number: int) -> str:
    """Return the words on the button that publishes a round."""
    if is_the_final(record, number):
        return _("Publish the final")
    return _("Publish round {number}", number=number)


def to_print(record: EventRecord, number: int) -> str:
    """Return the words on the button that prints what a round needs."""
    if is_the_final(record, number):
        return _("Print the final")
    return _("Print round {number}", number=number)


def to_close(record: EventRecord, number: int) -> str:
    """Return the words on the button that closes a round."""
    if is_the_final(record, number):
        return _("Close the final")
    return _("Close round {number}", number=number)


def held_sentence(record: EventRecord, held: Sequence[int]) -> str:
    """Return the sentence that players do not see the results of the rounds ``held`` (their numbers) yet."""
    return _("Players cannot see the results of {rounds} yet.", rounds=_rounds_in_words(record, held))


def to_show_results(record: EventRecord, held: Sequence[int]) -> str:
    """Return the words of the button that shows the results of the rounds ``held`` (their numbers)."""
    return _("Show the results of {rounds}", rounds=_rounds_in_words(record, held))


def _rounds_in_words(record: EventRecord, numbers: Sequence[int]) -> str:
    """Return rounds within a sentence: "round 1 and round 2"."""
    return listed([name_of_round(record, number) for number in numbers])


MOST_IN_SENTENCE = 3
"""Up to so many players who are not checked in are named in the sentence of the step "draw"; of more it says how many."""


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
    PRINT = "print"
    ENTER_RESULTS = "enter-results"
    LOOK_AT_BOARDS = "look-at-boards"
    RULE_DISPUTE = "rule-dispute"
    SIGN_REPORT = "sign-report"
    READ_LOG = "read-log"
    CLOSE = "close"
    SHOW_RESULTS = "show-results"
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
    it at once by giving a reason, after the step PRINT without one.
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
        _("Entries"),
        StageState.DONE if begun else StageState.NOW,
        ngettext("{n} present", "{n} present", len(record.players_here)) if record.entries else "",
    )
    rounds = [_round_stage(record, number) for number in range(1, record.rounds_planned + 1)]
    all_closed = len(record.closed_rounds) >= record.rounds_planned
    medal_state = StageState.NOW if all_closed else StageState.TODO
    end = _("Medals") if record.has(Part.MEDALS) else _("Final list")
    medals = Stage(end, StageState.DONE if record.is_final_published else medal_state, "")
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
    disputed = ngettext("{n} disputed", "{n} disputed", len(round_.disputed)) if round_.disputed else ""
    if round_.is_closed:
        return Stage(label, StageState.DONE, disputed, number)
    if round_.state is RoundState.DRAFT:
        return Stage(label, StageState.NOW, pgettext("state of a round", "draft"), number)
    reported = ngettext(
        "{count} of {n} reported",
        "{count} of {n} reported",
        len(round_.tables),
        count=sum(table.has_reported for table in round_.tables),
    )
    return Stage(label, StageState.NOW, ", ".join(filter(None, (reported, disputed))), number)


def next_step(record: EventRecord, *, is_paper_due: bool = False) -> NextStep:
    """Return the next thing for the director to do; its sentence begins with the open disputes, if there are any.

    ``is_paper_due`` is whether nobody has printed the paper of a round that has just been published.
    """
    step = _next_step(record)
    if is_paper_due and step.step in (Step.ENTER_RESULTS, Step.LOOK_AT_BOARDS) and step.round is not None:
        step = NextStep(
            Step.PRINT,
            _("{round} is public. Its sheets have not been printed yet.", round=title_of_round(record, step.round)),
            to_print(record, step.round),
            round=step.round,
            held_up=step,
        )
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
    if stale := why_stale(record, draft):
        return NextStep(Step.DRAW, f"{stale}.", to_draw_again(record, draft.number), round=draft.number)
    return NextStep(
        Step.PUBLISH,
        _("{round} is a draft; only the desk can see it.", round=title_of_round(record, draft.number)),
        to_publish(record, draft.number),
        round=draft.number,
    )


def _before_a_round(record: EventRecord, number: int) -> NextStep:
    """Return the step before round ``number`` is drawn: enter or check in players, or draw."""
    waiting = tuple(entry.name for entry in record.entries if entry.status in (Status.REGISTERED, Status.LATE))
    if not record.entries:
        return NextStep(
            Step.ENTER_PLAYERS,
            _("Nobody has been entered yet. Paste the list, one player per line."),
            _("Paste the list"),
        )
    if len(record.active) < SMALLEST_EVENT:
        check_in = NextStep(
            Step.CHECK_IN,
            ngettext(
                "{present} of {n} player is here; you need {least} to play.",
                "{present} of {n} players are here; you need {least} to play.",
                len(record.players),
                present=len(record.active),
                least=SMALLEST_EVENT,
            ),
            _("Check players in"),
            waiting,
        )
        return _too_few(record, check_in) if record.closed_rounds else check_in
    sentence = ngettext("{n} player is here.", "{n} players are here.", len(record.active))
    if waiting:
        sentence = f"{sentence} {_not_checked_in(waiting)}"
    draw = NextStep(Step.DRAW, sentence, to_draw(record, number), waiting, number)
    if number == 1:
        return draw
    if held := held_rounds(record):
        return NextStep(
            Step.SHOW_RESULTS,
            f"{_closed_sentence(record, number - 1)} {held_sentence(record, held)}",
            to_show_results(record, held),
            round=held[-1],
            held_up=draw,
        )
    return replace(draw, sentence=f"{_closed_sentence(record, number - 1)} {sentence}")


def _not_checked_in(waiting: Sequence[str]) -> str:
    """Return the sentence on who is not checked in: by name where they are few, else how many."""
    players = (
        ngettext("{n} player", "{n} players", len(waiting)) if len(waiting) > MOST_IN_SENTENCE else listed(waiting)
    )
    return ngettext("{players} is not checked in.", "{players} are not checked in.", len(waiting), players=players)


def _closed_sentence(record: EventRecord, number: int) -> str:
    """Return the sentence that a round is closed."""
    return _("{round} is closed.", round=title_of_round(record, number))


def _too_few(record: EventRecord, check_in: NextStep) -> NextStep:
    """Return the step if too few players are left after a closed round: check more players in, or end the event."""
    end = NextStep(
        Step.END,
        " ".join(
            (
                _closed_sentence(record, len(record.closed_rounds)),
                check_in.sentence,
            )
        ),
        _("End the event here"),
    )
    if check_in.missing:
        return replace(check_in, sentence=end.sentence, held_up=end)
    return replace(end, held_up=check_in)


def _while_playing(record: EventRecord, playing: RoundRecord) -> NextStep:
    """Return the step while a round is played: results, reports to accept, disputes, logs, or closing."""
    unsigned = tuple(table.number for table in playing.tables if table.waiting is not None)
    missing = tuple(table.number for table in playing.tables if not table.has_reported)
    if missing:
        return _while_tables_play(record, playing, missing)
    reported = ngettext(
        "{round}: the table has reported.",
        "{round}: all {n} tables have reported.",
        len(playing.tables),
        round=title_of_round(record, playing.number),
    )
    if is_ready(playing) and unsigned:
        return NextStep(Step.LOOK_AT_BOARDS, reported, _("Check the boards"), round=playing.number)
    close = NextStep(Step.CLOSE, reported, to_close(record, playing.number), round=playing.number)
    if unsigned:
        is_whole = all(table.has_result for table in playing.tables) and not holds_up_closing(record, playing)
        look = NextStep(
            Step.SIGN_REPORT,
            f"{close.sentence} {waiting_in_words(record, playing)}",
            ngettext("Check table {tables}", "Check {n} tables", len(unsigned), tables=numbers_listed(unsigned)),
            round=playing.number,
        )
        return replace(look, held_up=close) if is_whole else look
    disputes = [dispute for dispute in record.open_disputes if dispute.round == playing.number]
    if disputes:
        return _ruled_first(disputes[0], close)
    if unread := unread_logs(record, playing):
        came_late = _("Table {table}'s game log arrived after its result.", table=unread[0].table)
        label = _("Read table {table}'s game log", table=unread[0].table)
        sentence = f"{close.sentence} {came_late}"
        return NextStep(Step.READ_LOG, sentence, label, round=playing.number, log=unread[0], held_up=close)
    return close


def _while_tables_play(record: EventRecord, playing: RoundRecord, missing: tuple[int, ...]) -> NextStep:
    """Return the step while tables of a round have not reported, at the table or on devices."""
    title, on_devices = title_of_round(record, playing.number), still_playing(playing)
    silent = tuple(number for number in missing if number not in on_devices)
    not_reported = ngettext(
        "Table {tables} has not reported.",
        "Tables {tables} have not reported.",
        len(silent),
        tables=numbers_listed(silent),
    )
    lines = (
        _("{round} is being played.", round=title),
        not_reported if silent else "",
        going_on_in_words(playing, on_devices) if on_devices else "",
        waiting_in_words(record, playing),
    )
    return NextStep(
        Step.ENTER_RESULTS if silent else Step.LOOK_AT_BOARDS,
        " ".join(filter(None, lines)),
        _("Enter results") if silent else _("Check the boards"),
        tuple(_("Table {table}", table=number) for number in missing),
        playing.number,
    )


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
        label = _("Read out the medals") if record.has(Part.MEDALS) else ""
        return NextStep(Step.READ_OUT, _("The final list is public."), label)
    look = NextStep(
        Step.PUBLISH_FINAL,
        _all_closed(record),
        _("Check the final list"),
    )
    if not record.open_disputes:
        return look
    return _ruled_first(record.open_disputes[0], replace(look, label=_("Publish the final list")))


def _all_closed(record: EventRecord) -> str:
    """Return what is to be done once all rounds are closed."""
    if not record.has(Part.MEDALS):
        return _("All rounds are closed. Publish the final list.")
    return _("All rounds are closed. Announce the medals, or publish the final list.")


def _ruled_first(dispute: DisputeRecord, step: NextStep) -> NextStep:
    """Return the step that rules on the dispute, with ``step`` as the step that waits for it."""
    label = _("Rule on the dispute")
    return NextStep(Step.RULE_DISPUTE, step.sentence, label, round=dispute.round, dispute=dispute, held_up=step)


def _disputes(record: EventRecord) -> str:
    """Return the disputed tables, in a sentence for each round with a blank at its end; empty if there are none."""
    lines = [
        ngettext(
            "{round}, table {tables} is disputed.",
            "{round}, tables {tables} are disputed.",
            len(round_.disputed),
            round=title_of(round_),
            tables=numbers_listed([table.number for table in round_.disputed]),
        )
        for round_ in record.rounds
        if round_.disputed
    ]
    return "".join(f"{line} " for line in lines)


MEDALS_NAMED = 5
"""The most winners that a sentence names; the others are counted."""


def reason_to_play_on(record: EventRecord) -> str:
    """Return why the event cannot end after its closed rounds, and what to do first; empty if it can."""
    if not record.closed_rounds and not record.has(Part.MEDALS):
        return _("No rounds have been closed yet.")
    if not record.closed_rounds:
        return _(
            "No rounds have been closed yet, so there are no medals to award. Close a round first, or archive the event."
        )
    open_round = next((round_ for round_ in record.rounds if not round_.is_closed), None)
    if open_round is not None and open_round.state is RoundState.DRAFT:
        return _("{round} is a draft. Discard the draft first, then end the event.", round=title_of(open_round))
    if open_round is not None:
        return (
            _("{round} is being played.", round=title_of(open_round))
            + " "
            + _("Close the round so that it counts, or unpublish it and discard its draft; then end the event.")
        )
    if record.is_complete:
        return _all_closed(record)
    if record.chart:
        return _("The movement chart for the next rounds is public. Unpublish it first, then end the event (R6).")
    return ""


def with_closed_rounds_only(record: EventRecord) -> EventRecord:
    """Return the event as if only its closed rounds had been planned."""
    return replace(record, rounds_planned=len(record.closed_rounds))


def if_ended(record: EventRecord, *, is_shown: bool) -> tuple[str, ...]:
    """Return the consequences of ending the event now: rounds, medals and points; and public pages if the event ``is_shown`` there."""
    last = record.closed_rounds[-1]
    then = with_closed_rounds_only(record)
    gone = [name_of_round(record, number) for number in range(last.number + 1, record.rounds_planned + 1)]
    lines = [
        _("{round} will count as the last round.", round=title_of(last)),
        ngettext("Not played: {rounds}.", "Not played: {rounds}.", len(gone), rounds=listed(gone)),
        *_medals(then),
    ]
    if is_the_final(record, record.rounds_planned):
        lines.append(_("The final will not be played, so gold goes to the best total (R43, R64)."))
    lines += if_rounds_count(record, then)
    if is_shown and public_through(then) < public_through(record):
        lines.append(
            _(
                "The results of {round} will be hidden from the public pages until you publish the final list.",
                round=name_of_round(record, last.number),
            )
        )
    return tuple(lines)


def _medals(then: EventRecord) -> list[str]:
    """Return a sentence on who would win medals, and one on Pentamind points; ``then`` is the event as ended."""
    try:
        places = Scores(then).medals
    except ScoringError:
        return []
    won = [
        _(
            "{medal} for {player} with {total}",
            medal=_(place.medal.value),
            player=then.name_of(place.player),
            total=decimals(place.total, 3),
        )
        for place in places
        if place.medal is not None
    ]
    if not won:
        medals_won = _("There are no medals to award.")
    else:
        medals_won = _("Medals on the current totals: {medals}.", medals=listed_some(won, MEDALS_NAMED))
    points = _("Pentamind points are based on the current places (R66). Rule on ties on the medals page (R65).")
    return [*[medals_won] * then.has(Part.MEDALS), *[points] * then.has(Part.PENTAMIND)]


class Dated(Protocol):
    """The attributes of an event by which it is listed and found."""

    name: str
    date: datetime.date
    venue: str


Listed = TypeVar("Listed", bound=Dated)


def next_first(events: Iterable[Listed], today: datetime.date) -> list[Listed]:
    """Return events of today and later, the next one first; then past events, the latest first."""
    listed = sorted(events, key=lambda event: name_key(event.name))
    coming = sorted((event for event in listed if event.date >= today), key=lambda event: event.date)
    past = sorted((event for event in listed if event.date < today), key=lambda event: event.date, reverse=True)
    return coming + past


def is_meant(event: Dated, words: str) -> bool:
    """Return whether an event is found by ``words``: each must begin a word of its name, place or date, without accents and case.

    A date is found as "2026-08-20", "20 August 2026" and "20.8.2026".
    """
    day = event.date
    written = f"{day.isoformat()} {day.day} {day:%B} {day.year} {day.day}.{day.month}.{day.year} {day:%d.%m.%Y}"
    found = _words(f"{event.name} {event.venue} {written}")
    return all(any(word.startswith(part) for word in found) for part in _words(words))


def _words(text: str) -> list[str]:
    """Return the words of a text in lower case without accents, quotes and brackets."""
    return [word for found in re.findall(r"[\w.'-]+", name_key(text)) if (word := found.strip("'-."))]
