"""Pages to watch a series between programs, and to control it with the address that its command printed."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournament.installation.device_mark import is_same
from tournament.play.games.pages.browser import LASTS
from tournament.play.programs.models import Series
from tournament.play.programs.pages.series_view import series_context
from tournament.play.programs.series.rows import Wish, wish
from tournament.record.letin import hash_of
from tournament.record.vocabulary import whole_number
from tournament.services.changes import RefusedError
from wording import gettext as _

CONTROL = "series"
"""The cookie with the token that gives control; it is sent to the pages of that series alone."""
NOTHING_NEW, REFUSED = 204, 409


@login_not_required
@never_cache
@require_safe
def show(request: HttpRequest, code: str) -> HttpResponse:
    """Render the series with its newest game; 204 if nothing is new."""
    return _render_page(request, get_object_or_404(Series, code=code))


@login_not_required
@never_cache
@require_safe
def control(request: HttpRequest, code: str, token: str) -> HttpResponse:
    """Give this browser control of a series by a cookie, and redirect to the series' own address, which holds no secret."""
    row = get_object_or_404(Series, code=code)
    if not is_same(hash_of(token), row.control_hash):
        raise Http404(_("This address does not control the series. Use the address that its command printed."))
    answer = redirect("series", code)
    answer.set_cookie(
        CONTROL,
        token,
        max_age=LASTS,
        path=reverse("series", args=[code]),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return answer


@login_not_required
@never_cache
@require_POST
def wished(request: HttpRequest, code: str) -> HttpResponse:
    """Store what the form of whoever controls the series asks for (`Wish`); anybody else is redirected."""
    row = get_object_or_404(Series, code=code)
    if not _controls(request, row):
        return redirect("series", code)
    do = request.POST.get("do", "")
    try:
        if do in {each.value for each in Wish}:
            wish(row, Wish(do), whole_number(request.POST.get("step")), request.POST.get("speed", ""))
    except RefusedError as refusal:
        return _render_page(request, row, str(refusal), REFUSED)
    return redirect("series", code)


def _controls(request: HttpRequest, row: Series) -> bool:
    """Whether a request carries the token that gives control of a series."""
    return is_same(hash_of(request.COOKIES.get(CONTROL, "")), row.control_hash)


def _render_page(request: HttpRequest, row: Series, problem: str = "", status: int = 200) -> HttpResponse:
    """Render the page of a series as it stands; ``problem`` is a sentence that says why something was refused."""
    context = {**series_context(row, controls=_controls(request, row)), "problem": problem}
    if request.headers.get("HX-Request") and request.GET.get("s") == context["stamp"]:
        return HttpResponse(status=NOTHING_NEW)
    return render(request, "games/series/page.html", context, status=status)
