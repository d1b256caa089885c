"""The signals of acts: who follows an act inside its transaction, and who hears of it once it is stored.

Plug-ins use `act_done` and the signals that are parts of it; docs/developing/extending.md promises them.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.dispatch import Signal

from tournament.models import Change, Event
from tournament.record.acts import Act

step_taken = Signal()
"""Sent with ``event`` after the commit of an act that is declared with ``snapshot_before``: the main steps of an event's day."""

seats_changed = Signal()
"""Sent inside the transaction of an act, once for each round in `Doing.reseated`, when the body of the act has run.

Receivers get ``event`` (locked and fresh), ``round_number``, ``act`` (PUBLISH_ROUND and WITHDRAW_ROUND for a round that begins or ends
being played, any other where only its tables or seats changed) and ``user`` (None for the machine or a phone). They may write, but not call
`act_on`. What a receiver raises is raised by the act, which then changes nothing; a RefusedError is shown like any other refusal.
"""

act_done = Signal()
"""Sent with ``done``, an `ActDone`, once for every act whose change is stored: undoing is an act too, and a refused act is none.

It is sent after the commit, in the request (or command) that acted, before its answer. A receiver that raises is written into the log; the
act stays, and the other receivers hear of it. A receiver that takes long keeps a director waiting.
"""

round_published = Signal()
"""A part of `act_done`: a round was published."""
round_closed = Signal()
"""A part of `act_done`: a round was closed."""
result_official = Signal()
"""A part of `act_done`: official results of a round were made, corrected, restored, ruled or taken away."""
final_published = Signal()
"""A part of `act_done`: the final list was published."""
entry_changed = Signal()
"""A part of `act_done`: something about entries was changed, their status and their check-in too."""


@dataclass(frozen=True, slots=True)
class ActDone:
    """An act that is stored: its event, what was done, where and when; it names nobody.

    ``act`` is the key of its kind (a value of `tournament.record.acts.Act`, "rounds.publish"), ``version`` the event's version after it and
    ``undoes`` the version that it undoes, None for no undo. ``is_public`` is whether it changed something that everybody may see.
    ``round_number`` and ``table_number`` are None, and ``entries`` (entry numbers) empty, where it is about none; an act on several tables
    of a round has no table number.
    """

    event_id: int
    slug: str
    act: str
    version: int
    is_public: bool
    round_number: int | None
    table_number: int | None
    entries: tuple[int, ...]
    done_at: datetime
    undoes: int | None


WRITES_RESULTS = (
    *(Act.RECORD_RESULT, Act.CONFIRM_RESULT, Act.CORRECT_RESULT, Act.CORRECT_SEATS, Act.RESTORE_RESULT),
    *(Act.RULE_FROM_LOG, Act.RULE_EQUAL_SHARES, Act.CANCEL_EQUAL_SHARES),
)
"""Acts after which the official result of a table differs from what a page showed before."""

PARTS = (
    (round_published, frozenset({Act.PUBLISH_ROUND})),
    (round_closed, frozenset({Act.CLOSE_ROUND})),
    (result_official, frozenset(WRITES_RESULTS)),
    (final_published, frozenset({Act.PUBLISH_FINAL})),
    (entry_changed, frozenset(act for act in Act if act.value.startswith("entries."))),
)
"""The signals that are parts of `act_done`, each with its acts."""


def tell_once_stored(event: Event, change: Change) -> None:
    """Send `act_done`, and its part if the act has one, once the present transaction is committed; never after a rollback."""
    done = ActDone(
        event_id=event.pk,
        slug=event.slug,
        act=change.act,
        version=change.version,
        is_public=event.public_version == change.version,
        round_number=change.round_number,
        table_number=change.table_number,
        entries=tuple(change.entries),
        done_at=change.made_at,
        undoes=change.undoes,
    )
    transaction.on_commit(lambda: _tell(done), robust=True)


def _tell(done: ActDone) -> None:
    """Send the signals of an act; what receivers raise is logged by Django."""
    act_done.send_robust(Event, done=done)
    for part, acts in PARTS:
        if done.act in acts:
            part.send_robust(Event, done=done)
