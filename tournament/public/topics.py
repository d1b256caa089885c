"""The page of all help topics; open to everybody, because it is no secret and is needed by those who cannot log in."""

from __future__ import annotations

from itertools import groupby

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from tournament.access.languages import other_languages
from tournament.record.books import helpbook
from wording import gettext as _


@login_not_required
@require_safe
def show(request: HttpRequest) -> HttpResponse:
    """Show all help topics by group; ``?topic=late`` gives one topic alone, to be inserted below a page of the desk."""
    if topic := helpbook().get(request.GET.get("topic", "")):
        return render(request, "help/_topic.html", {"topic": topic})
    groups = groupby(helpbook().values(), key=lambda topic: topic.group)
    page = {
        "event": {"name": _("Top Table"), "slug": ""},
        "event_url": reverse("home"),
        "menu": [
            {"label": _("The rules"), "url": reverse("rules"), "current": False},
            {"label": _("Prices and rules in brief"), "url": reverse("floor"), "current": False},
            {"label": _("The desk"), "url": reverse("desk"), "current": False},
        ],
        "groups": [(title, list(found)) for title, found in groups],
    }
    return render(request, "help/page.html", {**page, "languages": other_languages(request)})
