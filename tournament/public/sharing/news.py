"""What is new in an event as a feed (Atom): draws, results and the final list as they became public, and every change of public figures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from heapq import nlargest
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.feedgenerator import Atom1Feed
from django.views.decorators.http import require_safe

from tournament.access import event_to_see
from tournament.models import Change, Event
from tournament.models.event import public_moment
from tournament.public.cache import answer, cached_text
from tournament.public.sharing.calendar import own_name
from tournament.public.sharing.previews import absolute, description_of
from tournament.public.site import Site, open_site, round_name
from tournament.record.acts import Act
from wording import gettext as _
from wording.languages import language

ATOM = "application/atom+xml; charset=utf-8"  # not said
MOST = 40
"""Entries of a feed, the newest ones."""
BECAME_PUBLIC = (Act.PUBLISH_ROUND, Act.CLOSE_ROUND, Act.SHOW_RESULTS, Act.PUBLISH_FINAL)


@dataclass(frozen=True, slots=True)
class News:
    """One entry of the feed: its name within the event, which never changes, its words, its page and since when it is public."""

    name: str
    words: str
    url: str
    at: datetime
    changed_at: datetime | None = None


class NewsFeed(Atom1Feed):
    """A feed of an event, which says while it has no entry that it is as old as the last public change."""

    def __init__(self, event: Event, **about: Any) -> None:
        super().__init__(**about)
        self.event = event

    def latest_post_date(self) -> datetime:
        """Return when the newest entry was made."""
        return super().latest_post_date() if self.items else public_moment(self.event) or self.event.created_at


@login_not_required
@require_safe
def news(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Return the event's news as a feed that programs read again and again."""
    event = event_to_see(request, slug)
    path = request.path
    response = answer(request, event, cached_text(event, "news", lambda: feed_of(open_site(event), path)))
    if response.status_code == 200:
        response["Content-Type"] = ATOM
    return response


def feed_of(site: Site, path: str) -> str:
    """Return the text of an event's feed; ``path`` is its own address without the host."""
    record, home = site.record, absolute(site.address("event"))
    own = f"tag:top-table,2026:{own_name(site.event)}"
    feed = NewsFeed(
        site.event,
        title=_("News of {name}", name=record.name),
        link=home,
        description=None,
        subtitle=description_of(site),
        language=language(),
        feed_url=absolute(path),
        feed_guid=own,
    )
    for each in nlargest(MOST, news_of(site), key=lambda found: (found.at, found.name)):
        feed.add_item(
            title=each.words,
            link=absolute(each.url),
            description=each.words,
            unique_id=f"{own}:{each.name}",
            pubdate=each.at,
            updateddate=each.changed_at or each.at,
            author_name=record.name,
        )
    return feed.writeString("utf-8")


def news_of(site: Site) -> Iterator[News]:
    """Yield what became public of an event and still is, and the changes of public figures; one query and those of `Site.changes`."""
    record = site.record
    rows = Change.objects.filter(event=site.event, version__lte=record.public_version, act__in=BECAME_PUBLIC)
    done = {
        (Act(act), number or 0): moment
        for act, number, moment in rows.order_by("version").values_list("act", "round_number", "made_at")
    }
    at_last = public_moment(site.event) or site.event.created_at
    final = done.get((Act.PUBLISH_FINAL, 0), at_last)
    for round_ in record.rounds:
        number, name = round_.number, round_name(round_)
        published = done.get((Act.PUBLISH_ROUND, number), round_.published_at or at_last)
        page = site.address("round", number)
        yield News(f"draw-{number}", _("{round}: the draw is published", round=name), page, published)
        if not round_.is_closed:
            continue
        closed = done.get((Act.CLOSE_ROUND, number), at_last)
        shown = [moment for (act, last), moment in done.items() if act is Act.SHOW_RESULTS and last >= number]
        shown += [final] * (record.is_final_published and number == record.rounds_planned)
        at = min((moment for moment in shown if moment >= closed), default=closed)
        page = site.address("results", number)
        yield News(f"results-{number}", _("{round}: the results are public", round=name), page, at)
    if record.is_final_published:
        yield News("final", _("The final list is published"), site.address("medals"), final)
    yield from _changes_of(site)


def _changes_of(site: Site) -> Iterator[News]:
    """Yield the changes of figures that had been public."""
    zone = timezone.get_current_timezone()
    for change in site.changes.every:
        page = site.address("results", change.round) if change.round else site.address("standings")
        name = f"change-{change.version}-{change.kind.value}-{change.round or 0}-{change.table or 0}"
        yield News(name, change.sentence(site.record, zone), page, change.at, change.taken_back_at)
