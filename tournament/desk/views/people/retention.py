"""Retention by a date: which people of past events would be forgotten, or lose their private data, and a button that does it."""

from __future__ import annotations

from datetime import date

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournament.access import user_of
from tournament.desk.acting import REFUSALS
from tournament.desk.frame import mark_of
from tournament.services.people.forgetting.acting import sweep
from tournament.services.people.forgetting.reach import always_out_of_reach, out_of_reach
from tournament.services.people.forgetting.retaining import Level, Retained, retain
from tournament.services.people.forgetting.telling import rewritten_in_words
from wording import gettext as _
from wording import ngettext


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest) -> HttpResponse:
    """Show what retention by the typed date would delete; a POST deletes exactly that."""
    user = user_of(request)
    if not user.is_superuser:
        raise PermissionDenied(_("Only an administrator of this installation can forget the players of past events."))
    asked = request.POST if request.method == "POST" else request.GET
    typed, problem = asked.get("before", "").strip(), ""
    level = Level.PRIVATE if asked.get("level") == Level.PRIVATE.value else Level.NAMES
    before = _day(typed)
    if typed and before is None:
        problem = _("This is not a date. Enter one like 2026-08-31.")
    elif before is not None and before > timezone.localdate():
        problem, before = _("This date is in the future. Enter a day that has passed."), None
    found = retain(before, level, user, is_dry=True) if before else []
    rows = [(each, rewritten_in_words(each.done)) for each in found]
    mark = mark_of([(each.event.slug, each.people, words) for each, words in rows])
    if request.method == "POST" and before is not None:
        if request.POST.get("confirmed") == mark:
            return _done(request, before, level)
        problem = _("Something has changed since this page was shown. Look at it again.")
    context = {
        "before": typed if before is None else before.isoformat(),
        "level": level.value,
        "rows": rows,
        "is_looked": before is not None,
        "mark": mark,
        "problems": [problem] if problem else [],
        "out_of_reach": out_of_reach([each.event for each in found], ()) if found else (),
        "always": always_out_of_reach(),
        "find_url": reverse("desk_find_everywhere"),
    }
    return render(request, "director/installation/retention.html", context, status=409 if problem and before else 200)


def _done(request: HttpRequest, before: date, level: Level) -> HttpResponse:
    """Delete, tell what was deleted, and lead back to the page."""
    try:
        done: list[Retained] = retain(before, level, user_of(request), is_dry=False)
    except REFUSALS as refusal:
        messages.error(request, str(refusal))
        return redirect("desk_retention")
    sweep()
    people = sum(each.people for each in done)
    words = (
        ngettext("{n} player is forgotten.", "{n} players are forgotten.", people)
        if level is Level.NAMES
        else ngettext("Private data of {n} player is deleted.", "Private data of {n} players is deleted.", people)
    )
    messages.success(request, words)
    return redirect("desk_retention")


def _day(typed: str) -> date | None:
    """Return the day that was typed; None where it is none."""
    try:
        return date.fromisoformat(typed)
    except ValueError:
        return None
