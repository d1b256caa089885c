"""Open, rule, withdraw and reopen a dispute about a table's game; the event's page shows it until it is settled."""

from __future__ import annotations

from collections.abc import Callable

from django.utils import timezone

from tournament.draw.naming import title_of_round
from tournament.models import Change, Dispute, Event, GameLog, Table
from tournament.models.queries import record_of
from tournament.record.acts import AT_WORK, BY_ARBITER, Act, Part, Place, Publicity, declare
from tournament.record.figures import figures_of
from tournament.record.lengths import too_long
from tournament.record.vocabulary import DisputeState, RoundState
from tournament.services.changes import Actor, By, DoneError, GoneError, RefusedError, act_on
from wording import gettext as _
from wording import gettext_noop

LONGEST_QUESTION = 300

_ACTS = {
    DisputeState.OPEN: Act.REOPEN_DISPUTE,
    DisputeState.RULED: Act.RULE_DISPUTE,
    DisputeState.WITHDRAWN: Act.WITHDRAW_DISPUTE,
}
"""The act that brings a dispute into each state."""


def open_dispute(
    event: Event, by: By, round_number: int, table_number: int, question: str, log: GameLog | None = None
) -> Dispute:
    """Open a dispute with a question about a table's game, and return it; ``log`` must be one of that table's."""
    asked = question.strip()
    if not asked:
        raise RefusedError(_("Write what is disputed, for example “the second player's cash”."))
    if wrong := too_long(asked, LONGEST_QUESTION):
        raise RefusedError(wrong)
    with act_on(event, by, Act.OPEN_DISPUTE, round_number=round_number, table_number=table_number, reason=asked) as act:
        table = table_in(act.event, round_number, table_number)
        if log is not None and log.table_id != table.pk:
            raise RefusedError(
                _("The log does not belong to table {table}; choose one of that table's logs.", table=table_number)
            )
        dispute = Dispute.objects.create(table=table, log=log, question=asked)
        act.after = {"dispute": {"id": dispute.pk, "question": asked}}
    return dispute


def settle_dispute(event: Event, by: By, dispute: Dispute, state: DisputeState, ruling: str = "") -> None:
    """Bring a dispute into another state: ruled (which needs the words of the ruling), withdrawn, or open again.

    A dispute that is opened again keeps the words of its ruling until another ruling replaces them.
    """
    if state is DisputeState.RULED and not ruling.strip():
        raise RefusedError(_("Write the ruling; the players will read it."))
    number, table = dispute.table.round.number, dispute.table.number
    with act_on(event, by, _ACTS[state], round_number=number, table_number=table, reason=ruling.strip()) as act:
        stored = Dispute.objects.filter(pk=dispute.pk, table__round__event=act.event).first()
        if stored is None:
            raise GoneError
        if DisputeState.OPEN.value not in (stored.state, state.value) or stored.state == state.value:
            raise DoneError
        act.before = {"dispute": {"id": stored.pk, "state": stored.state, "ruling": stored.ruling}}
        stored.state = state.value
        stored.ruling = ruling.strip() or stored.ruling
        stored.settled_at = None if state is DisputeState.OPEN else timezone.now()
        stored.save()
        act.after = {"dispute": {"id": stored.pk, "state": stored.state, "ruling": stored.ruling}}
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


declare(
    Act.OPEN_DISPUTE,
    Part.RESULTS,
    Publicity.CLOSED,
    may=AT_WORK,
    sentence=gettext_noop("Dispute opened at {place}"),
    opposite=_settle_as(DisputeState.WITHDRAWN),
    in_any_state=True,
)
declare(
    Act.RULE_DISPUTE,
    Part.RESULTS,
    Publicity.CLOSED,
    may=BY_ARBITER,
    sentence=gettext_noop("Dispute at {place} settled"),
    opposite=_settle_as(DisputeState.OPEN),
    in_any_state=True,
)
declare(
    Act.WITHDRAW_DISPUTE,
    Part.RESULTS,
    Publicity.CLOSED,
    may=BY_ARBITER,
    sentence=gettext_noop("Dispute at {place} withdrawn"),
    opposite=_settle_as(DisputeState.OPEN),
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


def table_in(event: Event, round_number: int, table_number: int) -> Table:
    """Return a table of a published or closed round, with the log that is written at it; raises RefusedError where there is none."""
    tables = Table.objects.select_related("round", "scribing__log").filter(
        round__event=event, round__number=round_number
    )
    table = tables.filter(number=table_number).first()
    if table is None:
        raise RefusedError(
            _(
                "{round} has no table {table}; reload the page.",
                round=title_of_round(record_of(event), round_number),
                table=table_number,
            )
        )
    if table.round.state == RoundState.DRAFT.value:
        raise RefusedError(
            _(
                "{round} is a draft; publish it first.",
                round=title_of_round(record_of(event), round_number),
            )
        )
    return table
