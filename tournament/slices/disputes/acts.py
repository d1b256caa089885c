"""Settle disputes about a table's game, publish the replays of its logs, and make replayed cash the result (R11)."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from django.db import transaction
from django.utils import timezone

from tournament.models import Change, Dispute, Event, GameLog, Table
from tournament.models.queries import record_of
from tournament.record.acts import AT_WORK, BY_ARBITER, Act, Part, Place, Publicity, declare
from tournament.record.event import SeatRecord
from tournament.record.figures import figures_of
from tournament.record.lengths import too_long
from tournament.record.vocabulary import DisputeState, Dollars, PlayerId
from tournament.replays.money import unproved_players
from tournament.replays.reading import read_game
from tournament.replays.rulings import LARGEST_CASH
from tournament.replays.table_log import UnreadableLogError
from tournament.replays.workings import MEANINGS
from tournament.services.changes import Actor, By, Doing, act, act_on, actor_of
from tournament.services.changes.refusals import DoneError, GoneError, RefusedError
from tournament.services.gamelogs import attach_log, header_at, table_in
from tournament.services.results.reports import rule_result
from tournament.tellings.words import dollars
from wording import gettext as _
from wording import gettext_noop, ngettext

LONGEST_QUESTION = 300


QUESTION = "Final cash"
"""The question of a dispute that is opened and ruled at once."""


_ACTS = {
    DisputeState.OPEN: Act.REOPEN_DISPUTE,
    DisputeState.RULED: Act.RULE_DISPUTE,
    DisputeState.WITHDRAWN: Act.WITHDRAW_DISPUTE,
}
"""The act that brings a dispute into each state."""


def settle_dispute(event: Event, by: By, dispute: Dispute, state: DisputeState, ruling: str = "") -> None:
    """Bring a dispute into another state: ruled (which needs the words of the ruling), withdrawn, or open again.

    A dispute that is opened again keeps the words of its ruling until another ruling replaces them.
    """
    if state is DisputeState.RULED and not ruling.strip():
        raise RefusedError(_("Write the ruling; the players will read it."))
    number, table = dispute.table.round.number, dispute.table.number
    with act_on(event, by, _ACTS[state], round_number=number, table_number=table, reason=ruling.strip()) as doing:
        stored = Dispute.objects.filter(pk=dispute.pk, table__round__event=doing.event).first()
        if stored is None:
            raise GoneError
        if DisputeState.OPEN.value not in (stored.state, state.value) or stored.state == state.value:
            raise DoneError
        doing.before = {"dispute": {"id": stored.pk, "state": stored.state, "ruling": stored.ruling}}
        stored.state = state.value
        stored.ruling = ruling.strip() or stored.ruling
        stored.settled_at = None if state is DisputeState.OPEN else timezone.now()
        stored.save()
        doing.after = {"dispute": {"id": stored.pk, "state": stored.state, "ruling": stored.ruling}}
    dispute.refresh_from_db()


def _settle_as(state: DisputeState) -> Callable[[Event, Actor, Change], None]:
    """Return an undo that brings the dispute of a change into this state."""

    def settle(event: Event, by: Actor, change: Change) -> None:
        key = figures_of(change)[1]["dispute"]["id"]
        dispute = Dispute.objects.select_related("table__round").filter(pk=key, table__round__event=event).first()
        if dispute is None:
            raise GoneError
        settle_dispute(event, by, dispute, state)

    return settle


@act(
    Act.OPEN_DISPUTE,
    Part.RESULTS,
    Publicity.CLOSED,
    may=AT_WORK,
    sentence=gettext_noop("Dispute opened at {place}"),
    opposite=_settle_as(DisputeState.WITHDRAWN),
    in_any_state=True,
)
def open_dispute(
    doing: Doing, round_number: int, table_number: int, question: str, log: GameLog | None = None
) -> Dispute:
    """Open a dispute with a question about a table's game, and return it; ``log`` must be one of that table's."""
    asked = question.strip()
    if not asked:
        cash = _("Write what is disputed, for example “the second player's cash”.")
        raise RefusedError(cash if doing.event.format.amount.is_money else _("Write what is disputed."))
    if wrong := too_long(asked, LONGEST_QUESTION):
        raise RefusedError(wrong)
    doing.about(round_number, table_number, reason=asked)
    table = table_in(doing.event, round_number, table_number)
    if log is not None and log.table_id != table.pk:
        raise RefusedError(
            _("The log does not belong to table {table}; choose one of that table's logs.", table=table_number)
        )
    dispute = Dispute.objects.create(table=table, log=log, question=asked)
    doing.after = {"dispute": {"id": dispute.pk, "question": asked}}
    return dispute


declare(
    Act.RULE_DISPUTE,
    Part.RESULTS,
    Publicity.CLOSED,
    may=BY_ARBITER,
    sentence=gettext_noop("Dispute at {place} settled"),
    rows=("Dispute",),
    undone_as=Act.REOPEN_DISPUTE,
    in_any_state=True,
)


declare(
    Act.WITHDRAW_DISPUTE,
    Part.RESULTS,
    Publicity.CLOSED,
    may=BY_ARBITER,
    sentence=gettext_noop("Dispute at {place} withdrawn"),
    rows=("Dispute",),
    undone_as=Act.REOPEN_DISPUTE,
    in_any_state=True,
)


declare(
    Act.REOPEN_DISPUTE,
    Part.RESULTS,
    Publicity.CLOSED,
    may=BY_ARBITER,
    sentence=gettext_noop("Dispute at {place} reopened"),
    undone_on=Place.DISPUTE,
    in_any_state=True,
)


def open_disputes_of(table: Table) -> list[Dispute]:
    """Return the open disputes of a table, in the order in which they were opened."""
    return list(table.disputes.filter(state=DisputeState.OPEN.value).select_related("table__round"))


def _explain_as_before(event: Event, by: By, change: Change) -> None:
    """Give the words of the log of a change the meanings that they had before it."""
    before, after = (figures["log"] for figures in figures_of(change))
    explain_words(event, by, GameLog(pk=after["id"]), dict.fromkeys(after["words"], "") | before["words"])


@act(
    Act.EXPLAIN_WORDS,
    Part.RESULTS,
    may=BY_ARBITER,
    sentence=gettext_noop("Words of a log at {place} explained"),
    stands_on=Place.LOG,
    opposite=_explain_as_before,
    in_any_state=True,
)
def explain_words(doing: Doing, log: GameLog, words: Mapping[str, str]) -> None:
    """Store with a log what its words mean, as the table says: the key of a meaning by the word, empty to take an answer back."""
    log = _log_at(doing, log)
    known = {word: meaning for word, meaning in {**log.words, **words}.items() if meaning in MEANINGS}
    if known == log.words:
        raise DoneError
    doing.before = {"log": {"id": log.pk, "words": log.words}}
    doing.after = {"log": {"id": log.pk, "words": known}}
    log.words = known
    log.save(update_fields=["words"])


@act(
    Act.PUBLISH_LOG,
    Part.RESULTS,
    Publicity.ALWAYS,
    may=BY_ARBITER,
    sentence=gettext_noop("Replay of {place} published"),
    undone_on=Place.LOG,
    in_any_state=True,
)
def publish_log(doing: Doing, log: GameLog) -> None:
    """Show the replay of a log on its table's public page.

    Refused while a dispute of the table is open. Ruling: a replay without errors needs no ruling; one with errors is published only after
    a dispute of its table was ruled; one with places that were not understood is published only if it proves everybody's cash without them,
    because its findings may come from them.
    """
    log = _log_at(doing, log)
    if log.is_public:
        raise DoneError
    if open_disputes_of(log.table):
        raise RefusedError(
            _("Table {table} has an open dispute; rule on it before you publish the replay.", table=log.table.number)
        )
    try:
        header = header_at(doing.event, log.table.round.number, log.table.number)
        reading = read_game(log.text, header.with_meanings(log.words))
    except UnreadableLogError as error:
        raise RefusedError(
            _(
                "This log can no longer be read: {error} Correct it, attach it again and publish the new one.",
                error=error,
            )
        ) from None
    if (unread := len(reading.problems)) and (unproved_players(reading) or not reading.final):
        raise RefusedError(
            ngettext(
                "{n} part of the log cannot be read, so its findings may be wrong; publish a corrected log.",
                "{n} parts of the log cannot be read, so its findings may be wrong; publish a corrected log.",
                unread,
            )
        )
    errors = sum(finding.severity == "error" for _, finding in reading.findings)
    if errors and not log.table.disputes.filter(state=DisputeState.RULED.value).exists():
        raise RefusedError(
            ngettext(
                "The replay has found {n} error that has not been ruled on; apply its cash or rule on a dispute first.",
                "The replay has found {n} errors that have not been ruled on; apply its cash or rule on a "
                "dispute first.",
                errors,
            )
        )
    _set_public(doing, log, is_public=True)


@act(
    Act.WITHDRAW_LOG,
    Part.RESULTS,
    Publicity.ALWAYS,
    may=BY_ARBITER,
    sentence=gettext_noop("Replay of {place} taken off the public page"),
    undone_on=Place.LOG,
    in_any_state=True,
)
def withdraw_log(doing: Doing, log: GameLog) -> None:
    """Take a replay off the public page; the log stays with its table."""
    log = _log_at(doing, log)
    if not log.is_public:
        raise DoneError
    _set_public(doing, log, is_public=False)


@transaction.atomic
def apply_cash(
    event: Event,
    by: By,
    log: GameLog,
    cash: Mapping[PlayerId, Dollars],
    ruling: str,
    settles: Collection[int] = (),
    reasons: Mapping[PlayerId, str] = MappingProxyType({}),
    seats: Mapping[str, PlayerId] = MappingProxyType({}),
) -> None:
    """Make the replayed cash the table's official result by ruling (R11), in an open round or a closed one (R68).

    ``reasons`` are the director's, one for each player whose amount he chose because the log proves none. ``seats`` say which player at
    the table each player of the log is, by the log's ID; the public replay then has their names. ``settles`` are the primary keys of open
    disputes that the same ruling settles; without any, a ruled dispute is created, so that the ruling is shown with the table. Where the
    cash is the table's result already, the ruling is that the result stands, and it alone is kept. Raises ResultConflictError where the
    result changed after the version that the actor's page showed.
    """
    if not ruling.strip():
        raise RefusedError(_("Write the ruling and the finding it is based on; both are kept with the result."))
    log = _log_in(event, log)
    record = record_of(event)
    table = record.table(log.table.round.number, log.table.number)
    if seats:
        log.seats = json.dumps(seats, sort_keys=True)
        log.save(update_fields=["seats"])
    number, settled = log.table.round.number, [each for each in open_disputes_of(log.table) if each.pk in settles]
    log.table.disputes.filter(pk__in=[dispute.pk for dispute in settled], log=None).update(log=log)
    if all(cash.get(seat.player) == seat.cash for seat in table.seats):
        opened = [] if settled else [open_dispute(event, by, number, table.number, QUESTION, log)]
        first = actor_of(by).user if opened else by  # a form's key stands with its first change
        for dispute, who in zip(settled or opened, [first, *([actor_of(by).user] * len(settled))], strict=False):
            settle_dispute(event, who, dispute, DisputeState.RULED, ruling)
        return
    ruled = tuple(
        _ruled_seat(record.name_of(seat.player), seat, cash, reasons.get(seat.player)) for seat in table.seats
    )
    rule_result(event, by, number, replace(table, seats=ruled), ruling, log.pk)
    for dispute in settled or [Dispute.objects.create(table=log.table, log=log, question=QUESTION)]:
        settle_dispute(event, actor_of(by).user, dispute, DisputeState.RULED, ruling)


def _ruled_seat(name: str, seat: SeatRecord, cash: Mapping[PlayerId, Dollars], why: str | None) -> SeatRecord:
    """Return the seat with its ruled cash, and a reason where the amount changes.

    ``why`` is the director's reason for an amount that he chose, None for one that the log proves. Raises RefusedError for missing or
    impossible cash.
    """
    if seat.player not in cash:
        raise RefusedError(_("The log has no cash for {player}; choose which player in the log this is.", player=name))
    amount = cash[seat.player]
    if not 0 <= amount <= LARGEST_CASH:
        raise RefusedError(_("{amount} cannot be anybody's final cash; check the log.", amount=dollars(amount)))
    if why is not None and not why.strip():
        raise RefusedError(_("Write the reason for this amount, which is in neither the log nor the result (R11)."))
    if amount == seat.cash:
        return seat
    return replace(seat, cash=amount, cash_reason=_reason(seat, why))


def _reason(seat: SeatRecord, why: str | None) -> str:
    """Return the reason of a ruled amount, as it stands in the field for reasons: said in the language of the ruling, and kept so."""
    was = dollars(seat.cash or 0)
    if why is None:
        if seat.cash is None:
            return _("corrected from the game log (R11); nothing had been entered")
        return _("corrected from the game log (R11); previously {amount}", amount=was)
    reason = why.strip().removesuffix(".")
    if seat.cash is None:
        return _("set by the director (R11): {reason}; nothing had been entered", reason=reason)
    return _("set by the director (R11): {reason}; previously {amount}", reason=reason, amount=was)


def _log_in(event: Event, log: GameLog) -> GameLog:
    """Return a log as it is stored; raises GoneError where it is not of this event."""
    found = GameLog.objects.select_related("table__round").filter(pk=log.pk, table__round__event=event).first()
    if found is None:
        raise GoneError
    return found


def _log_at(doing: Doing, log: GameLog) -> GameLog:
    """Return a log as it is stored, with its table noted as the place of what is done; raises GoneError where it is not of this event."""
    found = _log_in(doing.event, log)
    doing.round_number, doing.table_number = found.table.round.number, found.table.number
    return found


def _set_public(doing: Doing, log: GameLog, *, is_public: bool) -> None:
    """Store whether the replay of a log is public, and note it for the log of changes."""
    log.is_public = is_public
    log.save(update_fields=["is_public"])
    doing.before = {"log": {"id": log.pk, "public": not is_public}}
    doing.after = {"log": {"id": log.pk, "public": is_public}}


def play_dispute(event: Event, actor: By, step: Mapping[str, Any]) -> None:
    """Attach the script's log to its table, and open its dispute about it."""
    log = attach_log(event, actor, step["round"], step["table"], step["log"], step["title"])
    open_dispute(event, actor, step["round"], step["table"], step["question"], log)
