"""The log of changes (the diary): who changed what, by day, each line with its undo or the reason why it has none.

How a line of the log of changes can be undone: by a button at once, by a link to another page, or not, with the reason.

The log of changes as a file: a line for every change, with the values before and after it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import groupby
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.utils.timezone import localtime

from tournament.day.leaving import if_rounds_count
from tournament.desk.acting import REFUSALS, address_of
from tournament.desk.desk import Desk, desk_act, desk_page
from tournament.draw.lines import said
from tournament.models import Change, Event
from tournament.models.choices import who as name_of
from tournament.public.lists import export, wants_csv
from tournament.record import formats
from tournament.record.acts import ACTS, Act, Part, Place, Undo, acts_of
from tournament.record.event import EventRecord
from tournament.record.public import as_public
from tournament.services.changes import Actor
from tournament.services.changes.previewing import previewed
from tournament.services.undoing import undo_changes
from tournament.tellings.diary import Difference, differences, is_found, sentence_of, tables_of
from tournament.tellings.listing import Cell, Column, ColumnKind, Listing, Row
from tournament.tellings.moves import Moves, moves_of
from tournament.tellings.undoing import ChangeGroup, Offer, change_groups, offers
from wording import gettext as _
from wording.digits import whole_number


@dataclass(frozen=True, slots=True)
class UndoControl:
    """How a line of the log of changes is undone: by a button that sends ``versions``, by a link with a ``label``, or not (``why``)."""

    versions: str = ""
    address: str = ""
    label: str = ""
    why: str = ""

    @property
    def can_be_pressed(self) -> bool:
        """Whether the line has a button or a link, and is not only told why it has none."""
        return bool(self.versions or self.address)


def offers_of(desk: Desk, changes: Sequence[Change]) -> Mapping[int, Offer]:
    """Return by version whether and how each change can be undone; ``changes`` are all changes of the event, newest first."""
    return offers(changes, desk.record, is_put_away=desk.event.is_put_away)


def moves_if_undone(desk: Desk, by: Actor, changes: Sequence[Change]) -> Moves:
    """Return the figures that would change if these changes were undone; empty where the director need not be asked first.

    Raises what the undo itself would raise. Undoing the close of a round is only asked about where figures that players see change.
    """
    before, acts = desk.record, {change.act for change in changes}
    if not before.closed_rounds and Act.CHANGE_SETTINGS not in acts:
        return Moves()
    then = previewed(desk.event, lambda tried: undo_changes(tried, by, [change.version for change in changes]))
    moves = moves_of(before, then)
    if Act.CHANGE_SETTINGS in acts:
        moves = replace(moves, left=if_rounds_count(before, then))
    if acts == {Act.CLOSE_ROUND} and not moves_of(as_public(before), as_public(then)):
        return Moves()
    return moves


def moves_if(desk: Desk, act: Callable[[Event], object]) -> Moves:
    """Return the figures that an act would change by a preview of it, whose exceptions are raised; empty where no round is closed yet."""
    if not desk.record.closed_rounds:
        return Moves()
    return moves_of(desk.record, previewed(desk.event, act))


def needs_reason(changes: Sequence[Change]) -> bool:
    """Whether undoing these changes needs a reason, which is so for penalties given or restored."""
    return any(change.act in (Act.GIVE_PENALTY, Act.RESTORE_PENALTY) for change in changes)


def undo_of(desk: Desk, ruling: str, number: int, table: int) -> UndoControl:
    """Return how a ruling on a log is undone, with the result that came of it: by one button, if at all.

    ``ruling`` are its words, ``number`` is the round and ``table`` the number of the table.
    """
    every = list(desk.event.changes.order_by("-version"))
    undone = {change.undoes for change in every}
    own = [
        change
        for change in every
        if (change.round_number, change.table_number, change.reason) == (number, table, ruling)
        and change.act in _RULING
        and change.version not in undone
    ]
    return control_of(own, offers_of(desk, every)) if own else UndoControl()


_RULING = frozenset({Act.RULE_FROM_LOG, Act.RULE_DISPUTE})
"""The acts that a ruling on a log is made of; both have its words."""


def control_of(changes: Sequence[Change], offered: Mapping[int, Offer]) -> UndoControl:
    """Return how the changes of one line are undone together: by one button where each of them can be undone at once."""
    found = [offered[change.version] for change in changes]
    if all(offer.undo is Undo.AT_ONCE for offer in found):
        return UndoControl(versions=" ".join(str(change.version) for change in changes))
    if len(changes) > 1:
        whys = {offer.why for offer in found}
        return UndoControl(why=whys.pop() if len(whys) == 1 else _("Undo each change separately below."))
    if found[0].undo is Undo.NONE:
        return UndoControl(why=found[0].why)
    change = changes[0]
    place = ACTS[Act(change.act)].undone_on
    mark = "#versions" if place is Place.TABLE else ""
    return UndoControl(address=f"{address_of(change, place)}{mark}", label=_("Open the page"), why=found[0].why)


def author_in_words(change: Change) -> str:
    """Return who made a change, in words: a user, a table by one of its phones, or the machine itself."""
    if change.after.get("phone"):
        return _("table {number}", number=change.after["phone"]["table"])
    return name_of(change, "made_by") or _("the machine")


def who_key(change: Change) -> str:
    """Return who made a change as addresses name it in every language: a user's name, "table 3", "the machine"."""
    if change.after.get("phone"):
        return f"table {change.after['phone']['table']}"
    return name_of(change, "made_by") or "the machine"


def change_listing(changes: Iterable[Change], desk: Desk) -> Listing:
    """Return changes, newest first, for a file; the record of ``desk`` gives the present names of players."""
    columns = (
        Column("version", _("Version"), ColumnKind.WORD),
        Column("made_at", _("When"), ColumnKind.MOMENT),
        Column("made_by", _("Who"), ColumnKind.WORD),
        Column("act", _("What"), ColumnKind.WORD),
        Column("after", _("Before → after"), ColumnKind.WORD),
        Column("reason", _("Reason"), ColumnKind.WORD),
    )
    return Listing("changes", "", columns, tuple(_row(change, desk) for change in changes))


def _row(change: Change, desk: Desk) -> Row:
    """Return a change as a row."""
    differing = "; ".join(row.words for row in differences(change, desk.record))
    texts = (
        change.version,
        change.made_at,
        author_in_words(change),
        sentence_of(change, desk.record),
        differing,
        change.reason,
    )
    return Row(change.version, tuple(Cell(str(text)) for text in texts))


PER_PAGE = 50
MOST_WORDS = 8
MOST_VERSIONS = 400


@dataclass(frozen=True, slots=True)
class DiaryEntry:
    """One change among those that a line of the log of changes unfolds to."""

    change: Change
    sentence: str
    differences: tuple[Difference, ...]
    undo: UndoControl


@dataclass(frozen=True, slots=True)
class DiaryLine:
    """A line of the log of changes: a group of changes told in one sentence; ``entries`` are the single changes, newest first.

    ``is_undone`` is whether every one of them was undone.
    """

    group: ChangeGroup
    sentence: str
    who: str
    undo: UndoControl
    is_undone: bool
    entries: tuple[DiaryEntry, ...]


def _kind_in_words(part: Part, record: EventRecord) -> str:
    """Return a part of the day as the filter calls it in an event."""
    if part is Part.SETTINGS and not record.has(formats.Part.MEDALS):
        return _("settings")
    return _(part.value)


@desk_page
def index(desk: Desk) -> HttpResponse:
    """List the changes that match the filter: kind of change, person, round, table, and words in the sentence."""
    every = list(desk.event.changes.select_related("made_by", "event").order_by("-version"))
    wanted = _filter(desk.request)
    rows = [change for change in every if _matches_filter(desk, change, wanted)]
    if wants_csv(desk.request):
        return export(desk.request, f"{desk.slug}-changes", lambda: change_listing(rows, desk))
    offered = offers_of(desk, every)
    groups = [
        group for group in change_groups(rows) if not wanted["can"] or control_of(group.changes, offered).can_be_pressed
    ]
    page = Paginator(groups, PER_PAGE).get_page(desk.request.GET.get("page"))
    undone = {change.undoes for change in every}
    lines = [_line(desk, group, offered, undone) for group in page.object_list]
    query = {name: value for name, value in wanted.items() if value}
    return desk.page(
        "director/event/changes.html",
        "changes",
        page=page,
        days=[(day, list(of_day)) for day, of_day in groupby(lines, _day)],
        is_filtered=bool(query),
        kinds=[(part.value, _kind_in_words(part, desk.record)) for part in Part],
        people=sorted({(who_key(change), author_in_words(change)) for change in every}),
        rounds=sorted({change.round_number for change in every if change.round_number}),
        asked=wanted,
        query=f"{urlencode(query)}&" if query else "",
    )


def _filter(request: HttpRequest) -> dict[str, str]:
    """Return the fields of the filter; an empty field filters nothing. ``can`` leaves only what can be undone."""
    names = ("q", "kind", "who", "round", "table", "can")
    return {name: request.GET.get(name, "").replace("\x00", "").strip() for name in names}


def _matches_filter(desk: Desk, change: Change, wanted: Mapping[str, str]) -> bool:
    """Whether a change matches every field of the filter."""
    if wanted["kind"] in set(Part) and change.act not in acts_of(Part(wanted["kind"])):
        return False
    if wanted["who"] and who_key(change) != wanted["who"]:
        return False
    if wanted["round"] and change.round_number != whole_number(wanted["round"]):
        return False
    if wanted["table"] and whole_number(wanted["table"]) not in tables_of(change):
        return False
    return is_found(
        change, desk.record, wanted["q"].split()[:MOST_WORDS], (said(change.reason), author_in_words(change))
    )


def _day(line: DiaryLine) -> date:
    """Return the local date of the latest change in a line."""
    return localtime(line.group.latest.made_at).date()


def _line(desk: Desk, group: ChangeGroup, offered: Mapping[int, Offer], undone: Collection[int | None]) -> DiaryLine:
    """Return the line of a group of changes; ``offered`` says by version whether and how each can be undone, ``undone`` which were."""
    record = desk.record
    entries = tuple(
        DiaryEntry(change, sentence_of(change, record), differences(change, record), control_of([change], offered))
        for change in group.changes
    )
    is_undone = all(change.version in undone for change in group.changes)
    control = control_of(group.changes, offered)
    return DiaryLine(group, group.sentence(record), author_in_words(group.latest), control, is_undone, entries)


@desk_act
def undo(desk: Desk) -> HttpResponse:
    """Undo the changes whose versions are sent (or, from the Undo of a message, are in the address), asking first where figures move.

    It leads back to the log of changes, or from a message to the page that shows the change.
    """
    event, posted = desk.event, desk.request.POST
    named = posted.get("versions") or desk.request.GET.get("versions", "")
    versions = [version for version in map(whole_number, named.split()[:MOST_VERSIONS]) if version]
    done = list(event.changes.filter(version__in=versions).select_related("event"))
    is_from_diary = "versions" in posted or not done
    back = desk.address("desk_changes") if is_from_diary else address_of(done[0])
    actor = replace(desk.actor, reason=posted.get("reason", "").strip())
    try:
        moves = moves_if_undone(desk, actor, done)
        if moves and not (desk.is_confirmed(moves) and (actor.reason or not needs_reason(done))):
            return _ask_to_undo(desk, done, moves, back)
        undone = undo_changes(event, actor, versions)
    except REFUSALS as refusal:
        return desk.refused(str(refusal), back)
    return desk.done(_("Undone: {changes}.", changes=undone), back)


def _ask_to_undo(desk: Desk, changes: Sequence[Change], moves: Moves, back: str) -> HttpResponse:
    """Ask before an undo that moves public figures: what is undone, every figure that moves, and a reason (required for some changes)."""
    named = " ".join(str(change.version) for change in changes)
    sentences = [sentence_of(change, desk.record) for change in changes]
    return desk.ask(
        _("Undo"),
        "; ".join(sentences) + ".",
        back,
        action=desk.request.get_full_path(),
        reason=_("Reason"),
        is_reason_optional=not needs_reason(changes),
        moves=moves,
        sends={"versions": named} if "versions" in desk.request.POST else {},
    )


def latest_lines(desk: Desk, count: int, looked_at: int) -> list[dict[str, Any]]:
    """Return the newest lines of the log of changes for the overview: at most ``count``, made from the ``looked_at`` latest changes."""
    changes = desk.event.changes.select_related("made_by").order_by("-version")[:looked_at]
    return [
        {
            "made_at": group.latest.made_at,
            "sentence": group.sentence(desk.record),
            "reasons": group.reasons,
            "who": author_in_words(group.latest),
        }
        for group in change_groups(changes)[:count]
    ]
