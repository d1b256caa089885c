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
from tournament.record.formats import Format, Part


@dataclass(frozen=True, slots=True)
class MenuEntry:
    """A page of the menu's “More”: its key, its label for `gettext`, and its URL name; ``after`` is the key of the entry before it."""

    key: str
    label: str
    page: str
    after: str = ""


@dataclass(frozen=True, slots=True)
class Mark:
    """A template, and a function from the context of the page to what the template needs besides, None for nothing."""

    template: str
    context: Callable[[Mapping[Any, Any]], Mapping[str, Any]] | None = None


PLACES = {
    "top": "in the top line of every page",
    "next": "above the next thing to do",
    "day": "on the overview, what waits for somebody",
    "day.more": "on the overview, the last card",
    "clock": "below the clock of the round on the overview",
    "events": "at the buttons of the list of events",
    "events.none": "where there are no events",
    "entries": "below the list of entries",
    "entries.none": "in place of the list of entries",
    "check-in.head": "above the list of check-in",
    "check-in.list": "in the form of check-in",
    "check-in.acts": "in the menu of its rows",
    "entry.attendance": "on a player's page, whether the player is here",
    "entry.leave": "on a player's page, how the player leaves",
    "entry.seat": "on a player's page, who has the seat",
    "entry.day": "on a player's page, below the rounds",
    "entry.more": "on a player's page, what is folded",
    "arrangements": "above the arrangements of a round to draw",
    "draft": "below the report of a draft",
    "draw": "above the arrangements and the draft of a round",
    "round": "at the buttons of a round",
    "round.change": "among what can be put right in a round",
    "result": "at a row of the results",
    "table.first": "before the buttons of a table's page",
    "table.acts": "at the buttons of a table's page",
    "seat": "at a seat of a table's page",
    "table": "below a table's page",
    "correction": "in the form that corrects a table",
    "final": "above the medals of the final list",
    "final.act": "at the buttons of the final list",
    "final.more": "below the medals of the final list",
    "phone": "at the buttons of a phone at its table",
    "mine": "on the page of a player's own phone",
    "settings.event": "among what is done to the event as a whole",
    "settings.extra": "below an extra that is on",
    "front": "on the home page of the demo",
    "public.event": "above what goes on, on the page of an event for everybody",
}
"""The places of pages at which slices show something, each a ``{% marks %}`` in a template."""


@dataclass(frozen=True, slots=True)
class Slice:
    """What one notion adds.

    To an event whose format lacks the slice's ``part`` it adds nothing, and its pages are not there.

    ``pages`` are addresses below those of an event's desk; ``opened_by`` says who may open them, and one that it does not name is for
    directors. ``menu`` are entries of the desk's menu, ``found`` further pages that “Find” finds, each a label and a URL name. ``steps``
    are pages, by their URL names, to which the button of a `Step` of the day leads. ``marks`` are what is shown by its place, a key of
    `PLACES`; a `Mark` gets the `Desk` of the page as “desk”, that of a page for everybody its `Site` as “site”. ``unversioned`` tells the
    figures of a mark at “day” that no version of the event counts, from an `Event`, so that the open page is sent anew. ``typed`` does what
    was typed into a mark in a form, within the transaction of that form, by the place of the mark: with the `Desk` and the numbers of the
    page's address. ``pressed`` are buttons of check-in by the name that they send: called with the `Desk` and the value sent, each does
    what is meant and returns the player and the answer. ``columns`` gives more columns of the list of entries for an `EventRecord`, each
    with a function from an entry to its cell. ``sheets`` are values of `PaperSheet`. ``public_pages`` are addresses below those of an event
    for everybody, ``phone_pages`` the same for phones and for whoever has a code, ``site_pages`` addresses of no event.

    ``within`` is called inside the transaction of another act, by that act, with its `Doing` and what it acts on: a round that is
    published, withdrawn, closed or reopened. ``settled`` is called by the page of the settings once they are
    changed, with its `Desk` and the `EventRecord` before; it may return the address of the page that comes next, and a sentence.
    ``plays`` does a step of a practice event, by the name of the step in its script, with the event, who plays it, and the step.
    ``copied`` is called with an event, the one that is made from it, who makes it, and the new number of each entry by the old one.
    """

    name: str
    pages: Sequence[Any] = ()
    opened_by: Mapping[str, PageRow] = field(default_factory=dict)
    menu: Sequence[MenuEntry] = ()
    found: Sequence[tuple[str, str]] = ()
    steps: Mapping[Any, str] = field(default_factory=dict)
    marks: Mapping[str, Mark] = field(default_factory=dict)
    typed: Mapping[str, Callable[..., None]] = field(default_factory=dict)
    unversioned: Callable[[Any], Any] | None = None
    columns: Callable[[Any], Iterable[tuple[Any, Callable[[Any], Any]]]] | None = None
    sheets: Sequence[Any] = ()
    public_pages: Sequence[Any] = ()
    phone_pages: Sequence[Any] = ()
    site_pages: Sequence[Any] = ()
    pressed: Mapping[str, Callable[[Any, str], tuple[Any, Any]]] = field(default_factory=dict)
    plays: Mapping[str, Callable[[Any, Any, Mapping[str, Any]], object]] = field(default_factory=dict)
    within: Mapping[Act, Callable[[Any, Any], None]] = field(default_factory=dict)
    settled: Callable[[Any, Any], tuple[str, str] | None] | None = None
    copied: Callable[[Any, Any, Any, Mapping[int, int]], None] | None = None
    part: Part | None = None


_SLICES: dict[str, Slice] = {}


def add_slice(added: Slice) -> None:
    """Add a slice; one of the same name takes the place of the earlier one."""
    _SLICES[added.name] = added
    own = (*added.pages, *added.public_pages, *added.phone_pages)
    add_pages(added.opened_by, {} if added.part is None else dict.fromkeys((page.name for page in own), added.part))


def slices(form: Format | None = None) -> tuple[Slice, ...]:
    """Return every slice, or those that an event of a format has, in the order in which they were added."""
    declare_all()
    return tuple(each for each in _SLICES.values() if form is None or each.part is None or each.part in form.parts)


def marks_at(place: str, form: Format | None) -> Iterator[Mark]:
    """Yield what slices show at a place of pages, of an event of that format or of none."""
    yield from (each.marks[place] for each in slices(form) if place in each.marks)


def join_in(act: Act, doing: Any, subject: Any) -> None:
    """Let slices do their part of an act, inside its transaction: with its `Doing` and what it acts on; what they raise refuses it."""
    for each in slices(doing.event.format):
        if joins := each.within.get(act):
            joins(doing, subject)


def go_on(desk: Any, before: Any) -> tuple[str, str]:
    """Let slices go on once settings are changed; return the address of the page that comes next and a sentence, both empty for none."""
    done = [each.settled(desk, before) for each in slices(desk.event.format) if each.settled]
    return next(filter(None, done), ("", ""))


def do_typed(place: str, desk: Any, *numbers: int) -> None:
    """Let slices do what was typed into their marks at a place, inside the transaction of the form; what they raise refuses it."""
    for each in slices(desk.event.format):
        if does := each.typed.get(place):
            does(desk, *numbers)
