"""The frame of every act: check who may do it, lock the event, do it, raise its versions and write the Change, in one transaction.

An act that a form asks for carries the form's one-use key, with a digest of its contents, and the version of the event that its page
showed. The same form again does nothing twice: it raises `DoneBeforeError` with the Change of the first time. What was changed since the
version seen is found in the log of changes (`done_since`, `seen_before`), so that a stale form is merged field by field (`merged_fields`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from django.contrib.auth.models import User
from django.db import transaction

from tournament.access import is_kept_from, may, roles_of
from tournament.access.devices import DeviceRefusedError, check_speaks, roles_of_device
from tournament.access.membership import OwnTable, locked_for, own_table
from tournament.installation.copies.automatic_snapshots import snapshot_before
from tournament.models import Change, Device, Event, FormerEntry
from tournament.models.plain_sql import SqlModels
from tournament.models.queries import record_of
from tournament.record.acts import ACTS, Act, Publicity, Role, declare, is_public
from tournament.record.figures import Figures, PhoneFigures, figures_of
from tournament.record.former import put_apart
from tournament.record.lengths import LONGEST_REASON, LONGEST_RULING, too_long
from tournament.record.vocabulary import RoundState
from tournament.scores.scoring import score_round
from tournament.scores.steps import ScoringError
from tournament.services.changes.previewing import is_preview
from tournament.services.changes.refusals import (
    ConflictError,
    DoneBeforeError,
    MovedError,
    NotAllowedError,
    OwnTableError,
    RefusedError,
)
from tournament.services.changes.rows import Tracked, row_of
from tournament.services.changes.signals import seats_changed, step_taken, tell_once_stored
from wording import gettext as _

Key = TypeVar("Key")
Fields = ParamSpec("Fields")
Result = TypeVar("Result")

_BY_FORM = "JOIN tournament_event AS event ON event.id = row.event_id WHERE row.key = %s"
DONE_BY = SqlModels(Change, _BY_FORM, related={"event": Event})
"""The change that a form made, found by the form's one-use key; read with its event."""

RESTORED_SINCE = SqlModels(
    Change,
    f"WHERE row.event_id = %s AND row.version > %s AND row.act = '{Act.RESTORE_SNAPSHOT.value}' ORDER BY row.version DESC",
)
"""The changes, later than a version of an event, that brought the event back to the state of a snapshot."""


@dataclass(frozen=True, slots=True)
class Actor:
    """Who acts, and by which form: its one-use ``key``, and ``seen``, the version of the event that its page showed (None for no page).

    ``undoes`` is the version of the change that is undone, if it is an undo, and ``reason`` why. With ``releases`` public pages show the
    reason beside the change. ``device`` is the phone that acts, in place of a user. ``compared`` is the event's version when the caller
    compared it with what the page had shown, None where nothing was compared.
    """

    user: User | None
    key: str = ""
    seen: int | None = None
    undoes: int | None = None
    reason: str = ""
    releases: bool = False
    device: Device | None = None
    compared: int | None = None

    def roles_in(self, event: Event) -> frozenset[Role]:
        """Return the roles in which somebody acts on an event; a phone has those of the code that it claimed, whoever holds it."""
        return roles_of_device(self.device) if self.device else roles_of(self.user, event)


By = Actor | User | None
"""Who acts: a bare user acts without a form, as commands do; None is the program itself."""


def actor_of(by: By) -> Actor:
    """Return the actor; a bare user becomes an actor without a form."""
    return by if isinstance(by, Actor) else Actor(by)


@dataclass
class Doing:
    """An act under way: the locked event, the round, table and entries it is about, and the figures before and after for its Change.

    ``is_private`` is set where this act changes nothing public although acts of its kind usually do, ``is_public`` where it does so
    although they usually do not. ``own`` is the table of the round at which the actor plays. ``reseated`` are the numbers of the rounds
    whose tables or seats the body changed, published or withdrew; `seats_changed` is sent for each of them.
    """

    locked: Event
    round_number: int | None = None
    table_number: int | None = None
    entries: Sequence[int] = ()
    before: Figures = field(default_factory=Figures)
    after: Figures = field(default_factory=Figures)
    is_private: bool = False
    is_public: bool = False
    own: OwnTable | None = None
    reseated: set[int] = field(default_factory=set)
    actor: Actor = field(default_factory=lambda: Actor(None))
    act: Act | None = None
    reason: str = ""
    tracked: Tracked | None = None

    @property
    def event(self) -> Event:
        """The locked event. Whoever asks for it first may change it then, so the rows that an undo writes back are read now."""
        if self.tracked is not None:
            self.tracked.begin(self.locked, self.round_number, self.entries)
        return self.locked

    def about(
        self,
        round_number: int | None = None,
        table_number: int | None = None,
        *,
        entries: Sequence[int] = (),
        reason: str = "",
    ) -> None:
        """Say what the act is about, before anything is changed; raises OwnTableError where that is the actor's own table."""
        self.round_number, self.table_number, self.entries = round_number, table_number, entries
        self.reason = reason or self.reason
        if self.act is not None:
            self.own = own_table(self.actor.user, self.locked, self.act, round_number)
            _refuse_own_table(self)

    def refuse_own(self, table: int) -> None:
        """Raise OwnTableError if the actor plays at the table with number ``table`` and somebody else could act instead."""
        if self.own is not None and self.own.table == table and not self.own.is_alone:
            raise OwnTableError(self.own.sentence)


@contextmanager
def act_on(
    event: Event,
    by: By,
    act: Act,
    *,
    round_number: int | None = None,
    table_number: int | None = None,
    entries: Sequence[int] = (),
    reason: str = "",
) -> Iterator[Doing]:
    """Run the body on the locked, freshly read event in one transaction, then raise the versions and write the Change.

    Raises NotAllowedError where the actor may not do the act, DoneBeforeError where the actor's key was used before, MovedError where the
    event's version is not the one that was compared. Afterwards the columns of ``event`` are those stored. Before an act that is declared
    with ``snapshot_before`` a snapshot is made; an error of that does not stop the act. A preview makes none and sends no signal.
    """
    actor, declared = actor_of(by), ACTS[act]
    has_snapshot = declared.snapshot_before and not is_preview()
    is_tracked = declared.rows is not None and actor.undoes is None and not is_preview()
    if has_snapshot and actor.roles_in(event) & declared.may and not is_kept_from(event, act):
        snapshot_before(act.value)
    with transaction.atomic():
        locked = locked_for(actor.user, event)
        check_actor(actor, locked, act, round_number, table_number)
        _check_form(actor, locked)
        stored = _column_values(locked)
        doing = Doing(locked, actor=actor, act=act, reason=actor.reason)
        doing.tracked = Tracked(declared.rows or (), row_of(locked)) if is_tracked else None
        doing.about(round_number, table_number, entries=entries, reason=reason)
        yield doing
        for number in () if is_preview() else sorted(doing.reseated):
            seats_changed.send(Event, event=locked, round_number=number, act=act, user=actor.user)
        if doing.round_number != round_number:
            doing.own = own_table(actor.user, locked, act, doing.round_number)
        _refuse_own_table(doing)
        locked.version += 1
        if doing.is_public or (not doing.is_private and _is_public(doing, act)):
            locked.public_version = locked.version
        changed = [name for name, value in _column_values(locked).items() if stored[name] != value]
        locked.save(update_fields=changed)
        write_change(doing, act, actor, doing.reason)
        if has_snapshot:
            transaction.on_commit(lambda: step_taken.send(Event, event=locked))
    event.take_columns(locked)


class Deciding(Protocol):
    """Turns a function of an act under way into one of an event and who acts, which does the act."""

    def __call__(
        self, body: Callable[Concatenate[Doing, Fields], Result], /
    ) -> Callable[Concatenate[Event, By, Fields], Result]:
        """Return the function that does the act."""


Declared = ParamSpec("Declared")


def _deciding(declares: Callable[Declared, Act]) -> Callable[Declared, Deciding]:
    def declared(*values: Declared.args, **named: Declared.kwargs) -> Deciding:
        kind = declares(*values, **named)

        def decide(
            body: Callable[Concatenate[Doing, Fields], Result],
        ) -> Callable[Concatenate[Event, By, Fields], Result]:
            @wraps(body)
            def do(event: Event, by: By, /, *args: Fields.args, **kwargs: Fields.kwargs) -> Result:
                with act_on(event, by, kind) as doing:
                    return body(doing, *args, **kwargs)

            return do

        return decide

    return declared


act = _deciding(declare)
"""Declare an act, with the fields of `ActDeclaration`, and decorate the function that carries it out.

The function is given the act under way, a `Doing`, and whatever else it is called with after the event and who acts.
"""


def _check_form(actor: Actor, locked: Event) -> None:
    """Refuse a form that was sent before, was made before the event was restored, or was compared with another version."""
    check_key(actor)
    if restored := restored_since(locked, actor.seen):
        raise RefusedError(restored)
    if actor.compared not in (None, locked.version):
        raise MovedError


def write_change(doing: Doing, act: Act, actor: Actor, why: str) -> None:
    """Write the Change of an act, its line in the log of changes; whoever follows acts hears of it once it is stored."""
    if actor.releases and why:
        doing.after = {**doing.after, "released": True}
    before, after, former = put_apart(doing.before, doing.after, doing.event.version)
    FormerEntry.objects.bulk_create(
        FormerEntry(
            event=doing.event,
            number=row.number,
            version=row.version,
            named=row.named,
            private=row.private,
            ends=row.ends,
        )
        for row in former
    )
    change = Change.objects.create(
        event=doing.event,
        version=doing.event.version,
        made_by=actor.user,
        act=act.value,
        round_number=doing.round_number,
        table_number=doing.table_number,
        entries=sorted(doing.entries),
        before=before,
        after={**after, "phone": holder_of(actor.device)} if actor.device else after,
        rows=doing.tracked.ended(doing.locked) if doing.tracked else None,
        reason=checked_text(why, LONGEST_RULING),
        key=actor.key or None,
        undoes=actor.undoes,
    )
    tell_once_stored(doing.event, change)


def before_of(change: Change) -> Mapping[str, Any]:
    """Return the figures before a change, with what they say of people."""
    formerly = record_of(change.event).formerly
    return formerly.figures(figures_of(change)[0], change.version, is_after=False)


def checked_text(text: str, longest: int = LONGEST_REASON) -> str:
    """Return the text without blanks around it; raises RefusedError where it is longer than ``longest``."""
    stripped = text.strip()
    if refusal := too_long(stripped, longest):
        raise RefusedError(refusal)
    return stripped


def check_actor(
    by: By, event: Event, act: Act, round_number: int | None = None, table_number: int | None = None
) -> None:
    """Raise NotAllowedError where a user's roles, or the code that a phone claimed, forbid an act; RefusedError if put away."""
    actor = actor_of(by)
    if actor.device is None:
        check_may(actor.user, event, act)
        return
    if is_kept_from(event, act):
        raise RefusedError(
            _("{event} is archived and can only be read; a director can bring it back.", event=event.name)
        )
    if not actor.roles_in(event) & ACTS[act].may:
        raise _no_right(event)
    try:
        check_speaks(event, actor.device, round_number, table_number)
    except DeviceRefusedError as refusal:
        raise NotAllowedError(str(refusal)) from None


def _no_right(event: Event) -> NotAllowedError:
    return NotAllowedError(_("You are not allowed to do this in {event}. Ask its director.", event=event.name))


def holder_of(device: Device) -> PhoneFigures:
    """Return how the log of changes stores a phone: its table, and the number of its holder (0 where the table shares it)."""
    return {"table": device.number, "player": device.entry.number if device.entry else 0}


def check_may(user: User | None, event: Event, act: Act) -> None:
    """Raise NotAllowedError where a user may not do an act on an event, RefusedError where nobody may because it is put away."""
    if roles_of(user, event) & ACTS[act].may and is_kept_from(event, act):
        raise RefusedError(
            _("{event} is archived and can only be read; a director can bring it back.", event=event.name)
        )
    if not may(user, event, act):
        raise _no_right(event)


def check_table(user: User | None, event: Event, act: Act, round_number: int, table_number: int) -> None:
    """Raise OwnTableError where a user plays at the table themselves and somebody else could do the act."""
    _refuse_own_table(Doing(event, round_number, table_number, own=own_table(user, event, act, round_number)))


def _refuse_own_table(doing: Doing) -> None:
    """Refuse an act about the actor's own table; where nobody else could do it, only note it for the log of changes."""
    own = doing.own
    if own is None or not _is_about(doing, own):
        return
    doing.refuse_own(own.table)
    doing.after = {**doing.after, "own_table": own.player}


def _is_about(doing: Doing, own: OwnTable) -> bool:
    """Return whether an act names this table or one of its players."""
    tables = {str(doing.table_number), *doing.after.get("tables", {}), *doing.before.get("tables", {})}
    return str(own.table) in tables or not own.players.isdisjoint(doing.entries)


def check_key(actor: Actor) -> None:
    """Raise DoneBeforeError where the actor's form was sent before."""
    if actor.key and (done := DONE_BY.first(actor.key)) is not None:
        raise DoneBeforeError(done)


def restored_since(event: Event, seen: int | None) -> str:
    """Return a sentence if the event was restored from a snapshot after version ``seen``; else, or without ``seen``, an empty text."""
    is_old = seen is not None and seen < event.version
    return restored_among(event, RESTORED_SINCE.of(event.pk, seen)) if is_old else ""


def restored_among(event: Event, changes: Iterable[Change]) -> str:
    """Return a sentence if one of these changes restored the event from a snapshot; else an empty text.

    The log of changes since that snapshot was replaced too, so what an older page shows cannot be merged with it.
    """
    acts = (change for change in changes if change.act == Act.RESTORE_SNAPSHOT.value)
    back = max(acts, key=lambda change: change.version, default=None)
    if back is None:
        return ""
    was = figures_of(back)[1].get("snapshot", {}).get("version", "?")
    return _(
        "{event} has been restored to version {number}, so this page is out of date. Reload it.",
        event=event.name,
        number=was,
    )


def _column_values(event: Event) -> dict[str, Any]:
    return {column.attname: getattr(event, column.attname) for column in Event._meta.concrete_fields}


def _is_public(doing: Doing, act: Act) -> bool:
    """Return whether an act changes what everybody may see, by its declared publicity and the state of its round."""
    state = RoundState.DRAFT.value
    if doing.round_number is not None and ACTS[act].publicity in (Publicity.PUBLISHED, Publicity.CLOSED):
        states = doing.event.rounds.filter(number=doing.round_number).values_list("state", flat=True)
        state = next(iter(states), state)
    return is_public(act, is_published=state != RoundState.DRAFT.value, is_closed=state == RoundState.CLOSED.value)


def keep_scorable(event: Event) -> None:
    """Raise RefusedError if a closed round of the event as it is now cannot be scored (R62): there must always be standings.

    A preview is scored by whoever compares it, which then raises ScoringError, so it is not scored while others wait for the lock.
    """
    if is_preview():
        return
    record = record_of(event)
    try:
        for closed in record.closed_rounds:
            score_round(record, closed.number)
    except ScoringError as refusal:
        raise RefusedError(str(refusal)) from None


def done_since(event: Event, by: By, acts: Collection[Act], *, round_number: int | None = None) -> list[Change]:
    """Return the changes by one of these acts since the version that the actor's page showed, newest first; none without a page."""
    seen = actor_of(by).seen
    if seen is None:
        return []
    later = event.changes.filter(version__gt=seen, act__in=[act.value for act in acts]).order_by("-version")
    return list(later.filter(round_number=round_number) if round_number is not None else later)


def seen_before(
    event: Event, seen: int | None, group: str, values: Mapping[str, Any], number: int | None = None
) -> dict[str, Any]:
    """Return what a page of version ``seen`` showed in place of ``values``, which are stored now: later changes are taken off.

    ``group`` is the key under which the log of changes stores such figures ("settings", or "entries" with the entry's ``number``).
    Without ``seen`` the values are returned as they are.
    """
    shown = dict(values)
    if seen is None:
        return shown
    for change in event.changes.filter(version__gt=seen).order_by("-version"):
        before = (
            change.before.get(group, {}) if number is None else before_of(change).get(group, {}).get(str(number), {})
        )
        shown |= {name: value for name, value in before.items() if name in shown}
    return shown


def merged_fields(
    shown: Mapping[Key, Any], stored: Mapping[Key, Any], typed: Mapping[Key, Any], *, is_meant_whole: bool = False
) -> dict[Key, Any]:
    """Return what is to be stored of a form that showed ``shown``: untouched fields as they are stored, changed ones as typed.

    Raises ConflictError for fields that both sides changed, each to something else. A field that the page did not show counts as stored.
    With ``is_meant_whole`` the values belong together, so each typed one counts as changed.
    """
    conflicts: dict[Key, tuple[Any, Any]] = {}
    followed: dict[Key, Any] = {}
    result: dict[Key, Any] = {}
    for name, wanted in typed.items():
        now, then = stored.get(name), shown.get(name, stored.get(name))
        if wanted == now or (wanted == then and not is_meant_whole):
            result[name] = now
            if wanted != now:
                followed[name] = now
        elif now == then:
            result[name] = wanted
        else:
            conflicts[name] = (now, wanted)
    if conflicts:
        raise ConflictError(conflicts, followed)
    return result
