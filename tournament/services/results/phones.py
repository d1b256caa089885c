"""Reports by phone: one player enters the table's result, and the others say yes or no, each from the phone that they hold.

1. For every seat its last answer counts, and every browser answers for one player only, whatever names it used (`counted_answers`). An
answer from a player's own browser cannot be changed from another one. Two equal reports are one: to enter the same result is a yes to it.

2. A report that no answer supports any more is left out. A report is agreed if every seat said yes and no other report has support.

3. If several reports have support, or somebody said no, all of them are contested until every seat says yes to the same one or the desk
decides.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from tournament.models import Device, Entry, Event, ReportAnswer, TableReport
from tournament.models.plain_sql import SqlModels
from tournament.models.queries import record_of
from tournament.models.round import round_at
from tournament.record.acts import Act
from tournament.record.event import TableRecord
from tournament.record.vocabulary import PlayerId, ReportSource, RoundState
from tournament.scores.amounts import missing
from tournament.services.changes import By, Doing, act_on, actor_of, check_actor
from tournament.services.changes.refusals import GoneError, RefusedError, StaleError
from tournament.services.results.official import check_result, store_lines
from tournament.services.results.stored import StoredTable, pending_at, stored_tables
from tournament.tellings.hall import moved_words
from wording import gettext as _


@dataclass(frozen=True, slots=True)
class CountedAnswer:
    """An answer that counts for a player: to which report, whether it agrees, when it was given, and from which browser."""

    player: int
    report: int
    agrees: bool
    said_at: datetime
    browser: str


ANSWERS = SqlModels(
    ReportAnswer,
    "JOIN tournament_entry AS entry ON entry.id = row.entry_id LEFT JOIN tournament_device AS device ON device.id = row.device_id "
    "WHERE row.report_id IN %s ORDER BY row.id",
    related={"entry": Entry, "device": Device},
    beside={
        "is_let_in": "EXISTS(SELECT 1 FROM tournament_device AS now WHERE (now.id = device.id OR now.browser = NULLIF(device.browser, '')) "
        "AND now.event_id = device.event_id AND now.kind = device.kind AND now.round_number = device.round_number "
        "AND now.number = device.number AND now.entry_id = row.entry_id AND now.withdrawn_at IS NULL)"
    },
    reads={"is_let_in": bool},
)
"""The answers to reports, each with whether its browser still speaks for the player; a phone whose browser is not known counts as a browser
of its own."""


def report_by_phone(event: Event, by: By, result: TableRecord, players: Collection[int] = ()) -> bool:
    """Store the result that a phone reports for its table, and return whether it is a new report.

    If the same result is reported already, this is a yes to that report. ``players`` are the numbers of those who say yes on a phone that
    the table shares; on a player's own phone its holder says yes. Raises RefusedError where the table cannot be reported, DoneBeforeError
    where the form was sent before.
    """
    device = _device(event, by, Act.REPORT_RESULT)
    with act_on(event, by, Act.REPORT_RESULT, round_number=device.round_number, table_number=device.number) as doing:
        table = _open_table(doing, device)
        check_result(table, result)
        if not result.has_result:
            raise RefusedError(missing(event.format.amount))
        entries = _answering_entries(table, device, players)
        now = timezone.now()
        pending = pending_at(table.row)
        same = next((each for each in pending if each.result.counts_like(result)), None)
        report = same or TableReport.objects.create(
            table=table.row,
            source=ReportSource.PLAYER.value,
            device=device,
            reported_at=now,
            ended_by=result.ended_by.strip(),
        )
        if same is None:
            store_lines([(report, result)], {result.number: table})
            report.result = result
            pending = (*pending, report)
        _answer(report, entries, device, agrees=True, now=now)
        _update_states(table, pending, now)
        # No figures here: the log must not show them to the person who types the slip again as a check.
        doing.after = {"tables": {str(table.row.number): {}}, "report": report.pk}
    return same is None


def answer_report(event: Event, by: By, report: int, *, agrees: bool, players: Collection[int] = ()) -> None:
    """Say yes or no to a report, by its primary key, from a phone of its table.

    The answer is the holder's, or that of ``players`` (their numbers) where the table shares the phone.
    """
    device = _device(event, by, Act.ANSWER_REPORT)
    with act_on(event, by, Act.ANSWER_REPORT, round_number=device.round_number, table_number=device.number) as doing:
        table = _open_table(doing, device)
        pending = pending_at(table.row)
        row = next((each for each in pending if each.pk == report), None)
        if row is None:
            raise GoneError
        entries = _answering_entries(table, device, players)
        if not entries:
            raise RefusedError(_("Choose whose answer this is."))
        now = timezone.now()
        _answer(row, entries, device, agrees=agrees, now=now)
        _update_states(table, pending, now)
        doing.entries = [entry.number for entry in entries]
        doing.after = {"tables": {str(table.row.number): {}}, "answer": {"agrees": agrees, "report": row.pk}}


def _device(event: Event, by: By, act: Act) -> Device:
    """Return the phone that acts; raises RefusedError for a user at the desk."""
    actor = actor_of(by)
    if actor.device is None:
        check_actor(actor, event, act)
        raise RefusedError(_("Only a phone at the table can do this; enter the slip on the results page."))
    return actor.device


def _open_table(doing: Doing, device: Device) -> StoredTable:
    """Return the phone's table; raises RefusedError where it cannot be reported by phone now.

    Players must report at this event, the round be played, the result not be official, and the phone's holder sit at the table.
    """
    event, number = doing.event, device.number
    if not event.players_report:
        raise RefusedError(_("This cannot be reported by phone now; hand the slip in at the desk."))
    round_ = round_at(event, device.round_number)
    if round_ is None or round_.state != RoundState.PUBLISHED.value:
        raise RefusedError(_("This cannot be reported by phone now; hand the slip in at the desk."))
    table = stored_tables(round_, [number])[number]
    if table.result.has_cash:
        raise RefusedError(
            _("The result of table {table} is already official; tell the director if it is wrong.", table=number)
        )
    if table.has_game:
        raise RefusedError(
            _(
                "Table {table} is playing on phones or tablets, which report the result; call the director if "
                "the game cannot be finished.",
                table=number,
            )
        )
    if device.entry is not None and device.entry.number not in table.entries:
        record = record_of(event)
        where = moved_words(record, record.round(device.round_number), PlayerId(device.entry.number), number)
        raise RefusedError(" ".join((_("Not sent."), where)))
    return table


def _answering_entries(table: StoredTable, device: Device, players: Collection[int]) -> list[Entry]:
    """Return the entries for which a phone answers: its holder's, or those of the players selected on a shared phone."""
    if device.entry is not None:
        return [device.entry]
    strangers = set(players) - table.entries.keys()
    if strangers:
        raise StaleError
    return [table.entries[number] for number in sorted(players)]


def _answer(report: TableReport, entries: Sequence[Entry], device: Device, *, agrees: bool, now: datetime) -> None:
    """Store the same answer to a report for each of these entries."""
    ReportAnswer.objects.bulk_create(
        ReportAnswer(report=report, entry=entry, agrees=agrees, said_at=now, device=device) for entry in entries
    )


def _update_states(table: StoredTable, pending: Sequence[TableReport], now: datetime) -> None:
    """Store for every pending report of a table whether it is agreed, contested or without support, by the answers that count.

    Rows of which that has not changed are not written.
    """
    players = set(table.entries)
    answers = [each for each in counted_answers(pending) if each.player in players]
    supported = _supported_reports(
        players, [report for report in pending if set(report.result.cash) == players], answers
    )
    for row in pending:
        yes = {each.player for each in answers if each.report == row.pk and each.agrees}
        is_refused = any(each.report == row.pk and not each.agrees for each in answers)
        is_contested = row.pk in supported and (len(supported) > 1 or is_refused)
        is_agreed = row.pk in supported and not is_contested and yes == players
        states = {
            "agreed_at": (row.agreed_at or now) if is_agreed else None,
            "contested_at": (row.contested_at or now) if is_contested else None,
            "left_at": None if row.pk in supported else now,
        }
        changed = {name: moment for name, moment in states.items() if getattr(row, name) != moment}
        if changed:
            TableReport.objects.filter(pk=row.pk).update(**changed)


def _supported_reports(players: set[int], pending: Sequence[TableReport], answers: Sequence[CountedAnswer]) -> set[int]:
    """Return the keys of the pending reports that still have support.

    That is an answer that counts, or that it is the latest one from a shared phone and not all players have answered another report
    since.
    """
    supported = {each.report for each in answers}
    latest = {each.device_id: each for each in pending if each.device is not None and each.device.entry_id is None}
    for row in latest.values():
        since = {each.player for each in answers if each.report != row.pk and each.said_at > row.reported_at}
        if since != players:
            supported.add(row.pk)
    return supported & {each.pk for each in pending}


def counted_answers(reports: Iterable[TableReport]) -> tuple[CountedAnswer, ...]:
    """Return the answers that count for every player who answered one of these reports of a round; one query.

    Ruling: a browser speaks for one player at a table. Who answers under a second name takes back the answer under the first; only a
    phone that is registered as shared by the table speaks for several. An answer from a player's own browser cannot be changed from
    another one: it counts until that browser answers otherwise or leaves the table, or the desk withdraws it. Where two own browsers of
    one player differ, both answers count.
    """
    in_order = ANSWERS.of(tuple(report.pk for report in reports))
    latest = {_browser(row): row.entry_id for row in in_order if _is_own(row)}
    own: dict[int, dict[str, CountedAnswer]] = defaultdict(dict)
    last: dict[int, CountedAnswer] = {}
    for row in in_order:
        if _is_own(row) and latest[_browser(row)] != row.entry_id:
            continue
        answer = CountedAnswer(row.entry.number, row.report_id, row.agrees, row.said_at, _browser(row))
        last[answer.player] = answer
        if _is_own(row) and getattr(row, "is_let_in", False):
            own[answer.player][answer.browser] = answer
    return tuple(each for player in last for each in (own[player].values() if player in own else [last[player]]))


def browsers_agreed(reports: Iterable[TableReport]) -> dict[int, int]:
    """Return from how many browsers each of these reports got a yes, by the report's key; one query."""
    browsers: dict[int, set[str]] = defaultdict(set)
    for answer in counted_answers(reports):
        if answer.agrees:
            browsers[answer.report].add(answer.browser)
    return {key: len(found) for key, found in browsers.items()}


def _is_own(row: ReportAnswer) -> bool:
    """Return whether an answer was given on a phone that speaks for one player."""
    return row.device is not None and row.device.entry_id is not None


def _browser(row: ReportAnswer) -> str:
    """Return what identifies the browser from which an answer came; where it is not known any more, the player counts as one."""
    return browser_at(row.device) if row.device is not None else f"player {row.entry_id}"


def browser_at(device: Device) -> str:
    """Return what identifies a phone's browser at its table; at another table the same browser counts as another one."""
    return f"{device.round_number}/{device.number} {device.voice}"
