"""What players see of an event: the page of its address and code, and the notice on its public pages."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.urls import path, reverse

from tournament.access.slices import Mark, MenuEntry, Slice
from tournament.desk.desk import Desk, desk_form, desk_page
from tournament.desk.reprints import is_printed_before
from tournament.models import Change, Event
from tournament.public.exports import embedding_lines
from tournament.public.front import whole_address
from tournament.record.acts import Act, Part, Place, Publicity, declare
from tournament.record.event import EventRecord
from tournament.record.figures import ChangeFacts, figures_of
from tournament.record.lengths import too_long
from tournament.services.changes import By, act_on, actor_of, done_since
from tournament.services.changes.refusals import RefusedError, UnchangedError
from wording import gettext as _
from wording import gettext_noop

LONGEST_NOTICE = 160


def set_notice(event: Event, by: By, text: str) -> None:
    """Set the notice on every public page of the event; an empty ``text`` removes it.

    Raises RefusedError where somebody else has set another one since the actor's page showed it.
    """
    notice = " ".join(text.split())
    if wrong := too_long(notice, LONGEST_NOTICE):
        raise RefusedError(wrong)
    with act_on(event, by, Act.SET_NOTICE if notice else Act.TAKE_DOWN_NOTICE) as doing:
        acts = done_since(doing.event, by, (Act.SET_NOTICE, Act.TAKE_DOWN_NOTICE))
        later = [change for change in acts if not _is_same_form(change, by)]
        shown = figures_of(later[-1])[0].get("fields", {}).get("notice", "") if later else doing.event.notice
        if notice in (shown, doing.event.notice):
            raise UnchangedError
        if shown != doing.event.notice:
            raise RefusedError(_notice_conflict(doing.event.notice, notice))
        before, doing.event.notice = doing.event.notice, notice
        if before:
            doing.before = {"fields": {"notice": before}}
        if notice:
            doing.after = {"fields": {"notice": notice}}


def _is_same_form(change: Change, by: By) -> bool:
    """Return whether a change was made by the actor's form, which then had other contents: the first half of a key is the form's."""
    key = actor_of(by).key
    half = len(key) // 2
    return half > 0 and (change.key or "")[:half] == key[:half]


def _notice_conflict(stored: str, typed: str) -> str:
    """Return that another desk has set or removed the notice, with both texts."""
    if not typed:
        return _("Somebody else has changed the notice to “{notice}”. Check it, then remove it.", notice=stored)
    if not stored:
        return _("Somebody else has removed the notice. Set “{notice}” again if it still applies.", notice=typed)
    return _(
        "Not saved: somebody else has changed the notice to “{notice}”. You entered “{typed}”.",
        notice=stored,
        typed=typed,
    )


def _sentence_of_notice(facts: ChangeFacts) -> str:
    """Return the sentence of the log of changes about a notice that was set or changed."""
    notice = facts.after.get("fields", {}).get("notice", "")
    return _("Notice set: “{notice}”", notice=notice) if notice else _("Notice taken down")


declare(
    Act.SET_NOTICE,
    Part.SETTINGS,
    Publicity.ALWAYS,
    sentence=_sentence_of_notice,
    stands_on=Place.EVENT,
    rows=(),
)
declare(
    Act.TAKE_DOWN_NOTICE,
    Part.SETTINGS,
    Publicity.ALWAYS,
    sentence=gettext_noop("Notice taken down"),
    stands_on=Place.EVENT,
    rows=(),
    undone_as=Act.SET_NOTICE,
)


@desk_form
def notice(desk: Desk) -> HttpResponse:
    """Set the notice that is shown on every page for players; an empty one, or the button ``down``, removes it."""
    text = "" if "down" in desk.request.POST else desk.request.POST.get("notice", "")
    return desk.press(lambda: set_notice(desk.event, desk.actor, text))


@desk_page
def players_see(desk: Desk) -> HttpResponse:
    """Show what players see: whether the event is shown, its address and code, the notice, and lines for other websites."""
    seen: dict[str, Any] = _as_players_see(desk.record)
    embedded = embedding_lines(desk.record.public_address or whole_address(seen["public_path"]))
    return desk.page("director/event/players_see.html", "players", embedded=embedded, **seen)


def _as_players_see(record: EventRecord) -> dict[str, str]:
    """Return the address of the public page, and the one that paper in the hall still shows where that is another."""
    return {
        "public_path": reverse("event", args=[record.slug]),
        "address_changed": settings.EARLIER_ADDRESS if is_printed_before(record, settings.ADDRESS_CHANGED) else "",
    }


SLICE = Slice(
    "notices",
    pages=(path("players/", players_see, name="desk_players_see"), path("notice/", notice, name="desk_notice")),
    menu=(MenuEntry("players", gettext_noop("Players see"), "desk_players_see", after="changes"),),
    marks={"day.more": Mark("director/event/_seen.html", lambda page: _as_players_see(page["event"]))},
)
