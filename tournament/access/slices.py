"""The seams of the desk: what a notion such as penalties adds to the pages, acts and copies of an event without their knowing it.

A slice is one module with its acts, forms and pages. Ours (`tournament.slices`) and those of plug-ins are added the same way, once, when
the program starts; whoever asks here gets them in that order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tournament.access.pages import PageRow, add_pages
from tournament.record.acts import Act, declare_all


@dataclass(frozen=True, slots=True)
class MenuEntry:
    """A page of the menu's “More”: its key, its label for `gettext`, and its URL name."""

    key: str
    label: str
    page: str


@dataclass(frozen=True, slots=True)
class Mark:
    """A template, and a function from the context of the page to what the template needs besides."""

    template: str
    context: Callable[[Mapping[Any, Any]], Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Slice:
    """What one notion adds.

    ``pages`` are addresses below those of an event's desk; ``opened_by`` says who may open them, and one that it does not name is for
    directors.
    ``menu`` are entries of the desk's menu, ``found`` further pages that “Find” finds, each a label and a URL name. ``marks`` are what is
    shown by the place of the desk's pages: “day” and “day.more” on the overview, “entry.day” and “entry.more” on a player's page,
    “entries” below the list of entries, “check-in” above the list of check-in, “check-in.list” in its form, “seat” at a seat of a table's
    page, “table” below it, “result” at a row of the results, “round” at the buttons of a round, “settings” below the settings, “top” in
    the top line of every page, “next” above the next thing to do, and on a table's phone “phone” at its buttons; one at “day” whose
    figures no version of the event counts tells them by ``unversioned``, from an `Event`, so that the open page is sent anew. ``columns``
    gives more columns of the list of entries for an `EventRecord`, each with a function from an entry to its cell. ``sheets`` are values
    of `PaperSheet`. ``public_pages`` are addresses below those of an event for everybody, ``phone_pages`` the same for phones and for
    whoever has a code.

    ``within`` is called inside the transaction of another act, by that act, with its `Doing` and what it acts on: a round that is
    published, withdrawn or closed, an event whose settings changed. ``plays`` does a step of a practice event, by the name of the step in
    its script, with the event, who plays it, and the step. ``copied`` is called with an event, the one that is made from it, who makes it,
    and the new number of each entry by the old one.
    """

    name: str
    pages: Sequence[Any] = ()
    opened_by: Mapping[str, PageRow] = field(default_factory=dict)
    menu: Sequence[MenuEntry] = ()
    found: Sequence[tuple[str, str]] = ()
    marks: Mapping[str, str | Mark] = field(default_factory=dict)
    unversioned: Callable[[Any], Any] | None = None
    columns: Callable[[Any], Iterable[tuple[Any, Callable[[Any], Any]]]] | None = None
    sheets: Sequence[Any] = ()
    public_pages: Sequence[Any] = ()
    phone_pages: Sequence[Any] = ()
    plays: Mapping[str, Callable[[Any, Any, Mapping[str, Any]], None]] = field(default_factory=dict)
    within: Mapping[Act, Callable[[Any, Any], None]] = field(default_factory=dict)
    copied: Callable[[Any, Any, Any, Mapping[int, int]], None] | None = None


_SLICES: dict[str, Slice] = {}


def add_slice(added: Slice) -> None:
    """Add a slice; one of the same name takes the place of the earlier one."""
    _SLICES[added.name] = added
    add_pages(added.opened_by)


def slices() -> tuple[Slice, ...]:
    """Return every slice, in the order in which they were added."""
    declare_all()
    return tuple(_SLICES.values())


def marks_at(place: str) -> Iterator[Mark]:
    """Yield what slices show at a place of the desk's pages."""
    for each in slices():
        if found := each.marks.get(place):
            yield found if isinstance(found, Mark) else Mark(found, lambda _context: {})


def join_in(act: Act, doing: Any, subject: Any) -> None:
    """Let slices do their part of an act, inside its transaction: with its `Doing` and what it acts on; what they raise refuses it."""
    for each in slices():
        if joins := each.within.get(act):
            joins(doing, subject)
