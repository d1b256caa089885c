"""Screens for a hall: pages for a projector that change by themselves, need no mouse, and tell when they are out of date.

A screen's address names its views in their order, the seconds for each page, and whether it is light or dark. Each view is made
from what everybody may know: a heading and what stands below it, or a sentence where there is nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from types import MappingProxyType
from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import path, reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache

from tournament.access.pages import read_by
from tournament.access.slices import Mark, MenuEntry, Slice
from tournament.desk.desk import Desk, desk_page, with_server_time
from tournament.draw.seating import name_of_round, title_of_round
from tournament.models import Event
from tournament.public.polled_parts import current_draw, held_sentence
from tournament.public.site import Site, public_view
from tournament.record.acts import AT_WORK, Role
from tournament.record.event import EventRecord, RoundRecord
from tournament.record.formats import Part
from tournament.record.names import name_key
from tournament.record.vocabulary import PlayerId
from tournament.tellings.draw import places_listing, shown_draw
from tournament.tellings.medals import medal_listing
from tournament.tellings.standings import DOWN, UP, standings_listing
from tournament.tellings.times import ClockState, RoundClock, round_clock
from wording import gettext as _
from wording import gettext_noop
from wording.digits import whole_number
from wording.worded import Worded


class View(Worded):
    """One view of a screen by its word in the address."""

    NAMES = "names", gettext_noop("Seats from A to Z")
    TABLES = "tables", gettext_noop("Seats by table")
    CLOCK = "clock", gettext_noop("Round clock")
    MISSING = "missing", gettext_noop("Tables that have not reported")
    STANDINGS = "standings", gettext_noop("Standings")
    MEDALS = "medals", gettext_noop("Medals")


THEMES: Mapping[str, str] = MappingProxyType({"light": gettext_noop("Light"), "dark": gettext_noop("Dark")})
"""The themes of a screen by their word in the address, with their names for the catalogue."""
SHORTEST, LONGEST, USUAL = 5, 120, 12
"""Seconds for which a page of a view is shown: the least, the most, and the default."""


@dataclass(frozen=True, slots=True)
class Show:
    """What a screen shows: its views in order, the seconds for each page, and the theme; an empty theme is that of the machine."""

    views: tuple[View, ...]
    seconds: int = USUAL
    theme: str = ""

    @property
    def query(self) -> str:
        """The settings of this screen as the query of an address."""
        query = {"show": ",".join(self.views), "seconds": self.seconds, "theme": self.theme}
        return urlencode({name: value for name, value in query.items() if value}, safe=",")

    @property
    def turned(self) -> Show:
        """The same settings with the first view moved to the end; a page without JavaScript reloads with these."""
        return replace(self, views=(*self.views[1:], *self.views[:1]))


def read_show(query: QueryDict) -> Show | None:
    """Return the screen that the query of an address asks for, None where it names no view.

    ``show`` has views separated by commas, or is given several times; a repeated view counts once.
    """
    words = ",".join(query.getlist("show")).split(",")
    views = tuple(dict.fromkeys(View(word) for word in words if word in set(View)))
    if not views:
        return None
    seconds = whole_number(query.get("seconds")) or USUAL
    theme = query.get("theme", "")
    return Show(views, min(max(seconds, SHORTEST), LONGEST), theme if theme in THEMES else "")


USUAL_SHOWS = (
    (gettext_noop("Before a round"), Show((View.NAMES, View.TABLES))),
    (gettext_noop("While a round is being played"), Show((View.CLOCK, View.MISSING), 20)),
    (gettext_noop("Between rounds"), Show((View.STANDINGS, View.CLOCK))),
    (gettext_noop("All day"), Show((View.NAMES, View.CLOCK, View.MISSING, View.STANDINGS, View.MEDALS))),
)
"""The screens that are needed most, which the page of choices offers as links."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A view for its template: either ``rows``, or only a ``sentence`` where there is nothing to list."""

    view: View
    title: str
    rows: tuple[Any, ...] = ()
    sentence: str = ""


@dataclass(frozen=True, slots=True)
class Screen:
    """A whole screen: its views, the round and the version that its foot names, when it was made, and the event's notice."""

    views: tuple[Shown, ...]
    stands_for: str
    version: int
    at: datetime
    notice: str


def screen_of(desk: Desk, show: Show) -> Screen:
    """Return the screen of an event as it is now. Views without rows are left out; where none has any, only the first is shown."""
    event = desk.event
    site = Site(event, public_view(desk.record))
    built = [_BUILD[view](site, desk.record) for view in show.views]
    there = tuple(shown for shown in built if shown.rows) or tuple(built[:1])
    return Screen(there, _round_in_words(site), event.version, timezone.now(), event.notice)


def _round_in_words(site: Site) -> str:
    """Return how far the event is: the latest begun round, "before round 1" or "final list"."""
    if site.record.is_final_published:
        return _("final list")
    begun = site.record.rounds
    return name_of_round(site.record, begun[-1].number) if begun else _("before round 1")


def _round_in_play(site: Site) -> RoundRecord | None:
    """Return the round that is being played, None between rounds."""
    return site.record.rounds[-1] if current_draw(site) is not None else None


def _no_round(site: Site) -> str:
    """Return the sentence that a view of seats shows while no round is being played."""
    if site.record.is_final_published:
        return _("The final list is public.")
    if site.awaits_final_list:
        return _("All rounds have been played")
    begun = site.record.rounds
    coming = title_of_round(site.record, begun[-1].number + 1 if begun else 1)
    return _("{round} will appear here once the director publishes it.", round=coming)


def _names(site: Site, _record: EventRecord) -> Shown:
    """Build the view of every player with table and seat, from A to Z."""
    round_ = _round_in_play(site)
    if round_ is None:
        return Shown(View.NAMES, _("Seats from A to Z"), sentence=_no_round(site))
    title = _("{round}, A to Z", round=title_of_round(site.record, round_.number))
    listing = places_listing(site.record, round_, title)
    people = site.record.people
    rows = tuple(
        {
            "name": cells["name"].text,
            "surname": cells["name"].bold,
            "table": cells["table"].text,
            "seat": cells["seat"].text if "seat" in cells else "",
            "is_seated": round_.table_of(PlayerId(row.key)) is not None,
            "letters": _letters(cells["name"].text, cells["name"].bold or people[PlayerId(row.key)].parts.surname),
        }
        for row, cells in zip(listing.rows, listing.records(), strict=True)
    )
    return Shown(View.NAMES, title, rows)


def _letters(name: str, surname: str) -> str:
    """Return a name by its surname in plain letters, of which a page shows as many as say from whom to whom it reaches."""
    key = name_key(f"{surname} {name.replace(surname, '', 1)}")
    return " ".join("".join(filter(str.isalnum, word)) for word in key.split()).title()


def _tables(site: Site, _record: EventRecord) -> Shown:
    """Build the view of every table with its players."""
    round_ = _round_in_play(site)
    if round_ is None:
        return Shown(View.TABLES, _("Seats by table"), sentence=_no_round(site))
    draw = shown_draw(site.record, round_)
    title = _("{round}, by table", round=title_of_round(site.record, round_.number))
    return Shown(View.TABLES, title, draw.tables)


def _clock(site: Site, _record: EventRecord) -> Shown:
    """Build the view of the round's clock."""
    clock = (
        RoundClock(_("All rounds have been played"), ClockState.BETWEEN, "")
        if site.awaits_final_list
        else round_clock(site.record, timezone.get_current_timezone())
    )
    return Shown(View.CLOCK, clock.title, (clock,))


def _view_of_missing(site: Site, record: EventRecord) -> Shown:
    """Build the view of the tables that have not reported yet. Their numbers give no result away, so the last round is shown too."""
    title = _("Tables that have not reported")
    round_ = _round_in_play(site)
    if round_ is None:
        return Shown(View.MISSING, title, sentence=_("No round is being played"))
    missing = tuple(table.number for table in record.round(round_.number).tables if not table.has_reported)
    name = title_of_round(site.record, round_.number)
    if not missing:
        return Shown(View.MISSING, title, sentence=_("{round}: all tables have reported.", round=name))
    return Shown(View.MISSING, _("{round}: not reported yet", round=name), tuple(sorted(missing)))


def _standings(site: Site, _record: EventRecord) -> Shown:
    """Build the view of the standings, with changes of rank and the lines of the final's cut."""
    if not site.through:
        appears = held_sentence(site) or _("The standings will appear once round 1 is complete.")
        return Shown(View.STANDINGS, _("Standings"), sentence=appears)
    listing = standings_listing(site.scores, with_moves=True)
    rows = tuple(
        {
            "rank": cells["rank"].text,
            "name": cells["name"].text,
            "surname": cells["name"].bold,
            "tags": cells["name"].tags,
            "medal": cells.get("medal"),
            "total": cells["total"].text,
            "above": row.above.text if row.above else "",
            "moved": cells.get("moved"),
            "way": {UP: "up", DOWN: "down"}.get(cells["moved"].text[:1], "") if "moved" in cells else "",
        }
        for row, cells in zip(listing.rows, listing.records(), strict=True)
    )
    return Shown(View.STANDINGS, listing.caption, rows)


def _medals(site: Site, _record: EventRecord) -> Shown:
    """Build the view of the medals, without rows before the final list is public."""
    if not site.record.is_final_published:
        return Shown(View.MEDALS, _("Medals"), sentence=_("The medals will appear here once the final list is public."))
    places = medal_listing(site.scores).records() if site.record.has(Part.MEDALS) else []
    won = tuple(row for row in places if row["medal"].mark)
    return Shown(View.MEDALS, _("Medals"), won)


_BUILD: Mapping[View, Callable[[Site, EventRecord], Shown]] = MappingProxyType(
    {
        View.NAMES: _names,
        View.TABLES: _tables,
        View.CLOCK: _clock,
        View.MISSING: _view_of_missing,
        View.STANDINGS: _standings,
        View.MEDALS: _medals,
    }
)


@never_cache
@desk_page
def show(desk: Desk) -> HttpResponse:
    """Show a screen with the views that ``?show=`` names; without any, the page on which to choose them."""
    wanted = read_show(desk.request.GET)
    if wanted is None:
        return render(desk.request, "director/screens/choose.html", _choice(desk.event))
    context = {"about": desk.event, "frame": screen_of(desk, wanted), "show": wanted}
    return with_server_time(render(desk.request, "director/screens/screen.html", context))


@never_cache
@desk_page
def screen_changes(desk: Desk) -> HttpResponse:
    """Return the new content of a screen where the event has changed since version ``v``, else 204; both with the server's time."""
    wanted = read_show(desk.request.GET)
    if wanted is None or desk.request.GET.get("v", "") in {"", str(desk.event.version)}:
        return with_server_time(HttpResponse(status=204))
    context = {"about": desk.event, "frame": screen_of(desk, wanted)}
    return with_server_time(render(desk.request, "director/screens/_screen.html", context))


def _views_of(event: Event, views: Iterable[View]) -> tuple[View, ...]:
    """Return those of these views that an event has."""
    return tuple(view for view in views if view is not View.MEDALS or Part.MEDALS in event.parts)


def _choice(event: Event) -> dict[str, object]:
    """Return the context for choosing views, without the event's state, for a screen's account only sees what players see."""
    return {
        "event": event,
        "event_url": reverse("event", args=[event.slug]),
        "views": [(view.value, view.words) for view in _views_of(event, View)],
        "usual": [(_(words), replace(wanted, views=_views_of(event, wanted.views))) for words, wanted in USUAL_SHOWS],
        "themes": [(theme, _(words)) for theme, words in THEMES.items()],
        "seconds": {"least": SHORTEST, "most": LONGEST, "usual": USUAL},
    }


SLICE = Slice(
    "screens",
    pages=(
        path("screen/", show, name="desk_screen"),
        path("screen/since/", screen_changes, name="desk_screen_since"),
    ),
    opened_by=dict.fromkeys(("desk_screen", "desk_screen_since"), read_by(AT_WORK | {Role.SCREEN})),
    menu=(MenuEntry("screens", gettext_noop("Screens"), "desk_screen", after="changes"),),
    marks={"clock": Mark("director/screens/_full_screen.html")},
)
