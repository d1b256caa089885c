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

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import path, reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournament.access import event_to_see
from tournament.access.pages import read_by
from tournament.access.slices import Mark, MenuEntry, Slice
from tournament.desk.desk import Desk, desk_page, with_server_time
from tournament.draw.seating import name_of_round, title_of_round
from tournament.models import Event
from tournament.models.event import public_moment
from tournament.public.cache import answer, cached_value, compressed_page, without_indents
from tournament.public.polled_parts import held_sentence, round_in_play
from tournament.public.site import Site, open_site, public_view
from tournament.record.acts import AT_WORK, Role
from tournament.record.event import EventRecord
from tournament.record.formats import Part
from tournament.record.names import name_key
from tournament.record.vocabulary import PlayerId
from tournament.tellings.draw import places_listing, shown_draw
from tournament.tellings.medals import medal_listing
from tournament.tellings.results import table_result
from tournament.tellings.standings import standings_listing
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
    RESULTS = "results", gettext_noop("Results of the last round")
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


def read_show(query: QueryDict, offered: Iterable[View] = View) -> Show:
    """Return the screen that the query of an address asks for, with as many of the ``offered`` views as it names.

    ``show`` has views separated by commas, or is given several times; a repeated view counts once.
    """
    words = ",".join(query.getlist("show")).split(",")
    views = tuple(dict.fromkeys(View(word) for word in words if word in set(offered)))
    seconds = whole_number(query.get("seconds")) or USUAL
    theme = query.get("theme", "")
    return Show(views, min(max(seconds, SHORTEST), LONGEST), theme if theme in THEMES else "")


USUAL_SHOWS = (
    (gettext_noop("Before a round"), Show((View.NAMES, View.TABLES))),
    (gettext_noop("While a round is being played"), Show((View.CLOCK, View.MISSING), 20)),
    (gettext_noop("Between rounds"), Show((View.RESULTS, View.STANDINGS, View.CLOCK))),
    (gettext_noop("All day"), Show((View.NAMES, View.CLOCK, View.MISSING, View.STANDINGS, View.MEDALS))),
)
"""The screens that are needed most, which the page of choices offers as links."""
FOR_EVERYBODY = tuple(view for view in View if view is not View.MISSING)
"""The views of the screen without a log-in: which tables have reported is no public change, so no cache would follow it."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A view for its template: ``rows``, or only a ``sentence`` where there is nothing to list; ``body`` is what it is written as."""

    view: View
    title: str
    rows: tuple[Any, ...] = ()
    sentence: str = ""
    body: str = ""


@dataclass(frozen=True, slots=True)
class Screen:
    """A whole screen: its views, the round and the version that its foot names, when it was made, and the event's notice."""

    views: tuple[Shown, ...]
    stands_for: str
    version: int
    at: datetime
    notice: str


def screen_of(desk: Desk, show: Show) -> Screen:
    """Return the screen of an event as it is now, for the desk."""
    site = Site(desk.event, public_view(desk.record))
    return _chosen(_screen(site, desk.record, show.views, timezone.now()), show)


def _screen(site: Site, record: EventRecord, views: Iterable[View], at: datetime) -> Screen:
    """Return a screen with all these views, each written."""
    built = [_BUILD[view](site, record) for view in views]
    there = tuple(
        replace(shown, body=render_to_string("director/screens/_view.html", {"shown": shown})) for shown in built
    )
    return Screen(there, _round_in_words(site), record.version, at, site.event.notice)


def _chosen(screen: Screen, show: Show) -> Screen:
    """Return a screen with the views of a show in its order. Those without rows are left out; where none has any, only the first stays."""
    asked = [shown for view in show.views for shown in screen.views if shown.view is view]
    return replace(screen, views=tuple(shown for shown in asked if shown.rows) or tuple(asked[:1]))


def _round_in_words(site: Site) -> str:
    """Return how far the event is: the latest begun round, "before round 1" or "final list"."""
    if site.record.is_final_published:
        return _("final list")
    begun = site.record.rounds
    return name_of_round(site.record, begun[-1].number) if begun else _("before round 1")


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
    round_ = round_in_play(site)
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
    round_ = round_in_play(site)
    if round_ is None:
        return Shown(View.TABLES, _("Seats by table"), sentence=_no_round(site))
    title = _("{round}, by table", round=title_of_round(site.record, round_.number))
    return Shown(View.TABLES, title, shown_draw(site.record, round_).tables)


def _clock(site: Site, _record: EventRecord) -> Shown:
    """Build the view of the round's clock."""
    clock = round_clock(site.record, timezone.get_current_timezone())
    if site.awaits_final_list:
        clock = RoundClock(_("All rounds have been played"), ClockState.BETWEEN, "")
    return Shown(View.CLOCK, clock.title, (clock,))


def _view_of_missing(site: Site, record: EventRecord) -> Shown:
    """Build the view of the tables that have not reported yet. Their numbers give no result away, so the last round is shown too."""
    title = _("Tables that have not reported")
    round_ = round_in_play(site)
    if round_ is None:
        return Shown(View.MISSING, title, sentence=_("No round is being played"))
    missing = tuple(table.number for table in record.round(round_.number).tables if not table.has_reported)
    name = title_of_round(site.record, round_.number)
    if not missing:
        return Shown(View.MISSING, title, sentence=_("{round}: all tables have reported.", round=name))
    return Shown(View.MISSING, _("{round}: not reported yet", round=name), tuple(sorted(missing)))


def _results(site: Site, _record: EventRecord) -> Shown:
    """Build the view of the last round whose results are public, table by table."""
    if not site.through:
        return Shown(View.RESULTS, _("Results"), sentence=held_sentence(site) or _("No results are public yet."))
    number, table = site.through, site.record.round(site.through).table
    rows = [
        (score.table, table_result(site.scores, number, table(score.table), score).records())
        for score in site.scores.tables(number)
    ]
    return Shown(View.RESULTS, _("Results of round {number}", number=number), tuple(rows))


def _standings(site: Site, _record: EventRecord) -> Shown:
    """Build the view of the standings, with changes of rank and the lines of the final's cut."""
    if not site.through:
        appears = held_sentence(site) or _("The standings will appear once round 1 is complete.")
        return Shown(View.STANDINGS, _("Standings"), sentence=appears)
    listing = standings_listing(site.scores, with_moves=True)
    rows = tuple({**cells, "above": row.above} for row, cells in zip(listing.rows, listing.records(), strict=True))
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
        View.RESULTS: _results,
        View.STANDINGS: _standings,
        View.MEDALS: _medals,
    }
)


@never_cache
@desk_page
def show(desk: Desk) -> HttpResponse:
    """Show a screen with the views that ``?show=`` names; without any, the page on which to choose them."""
    wanted = read_show(desk.request.GET)
    if not wanted.views:
        return render(desk.request, "director/screens/choose.html", _choice(desk.event))
    context = {"about": desk.event, "frame": screen_of(desk, wanted), "show": wanted}
    return with_server_time(render(desk.request, "director/screens/screen.html", context))


@never_cache
@desk_page
def screen_changes(desk: Desk) -> HttpResponse:
    """Return the new content of a screen where the event has changed since version ``v``, else 204; both with the server's time."""
    wanted = read_show(desk.request.GET)
    if not wanted.views or desk.request.GET.get("v", "") in {"", str(desk.event.version)}:
        return with_server_time(HttpResponse(status=204))
    context = {"about": desk.event, "frame": screen_of(desk, wanted)}
    return with_server_time(render(desk.request, "director/screens/_screen.html", context))


@login_not_required
@require_safe
def public_screen(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Show a screen for everybody's television: the views that ``?show=`` names, or all that there are.

    The views are cached for a public version, once for all settings of screens. The script asks for the version as other pages do.
    """
    event = event_to_see(request, slug)
    asked = read_show(request.GET, FOR_EVERYBODY)
    show = replace(asked, views=asked.views or FOR_EVERYBODY)

    def whole() -> Screen:
        site, at = open_site(event), timezone.localtime(public_moment(event) or event.created_at)
        return _screen(site, site.record, FOR_EVERYBODY, at)

    frame = _chosen(cached_value(event, "screen", whole), show)
    context = {"about": event, "frame": frame, "show": show, "is_public": True}
    page = without_indents(render_to_string("director/screens/screen.html", context))
    return answer(request, event, compressed_page(page))


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
    public_pages=(path("screen/", public_screen, name="public_screen"),),
    menu=(MenuEntry("screens", gettext_noop("Screens"), "desk_screen", after="changes"),),
    marks={"clock": Mark("director/screens/_full_screen.html")},
)
