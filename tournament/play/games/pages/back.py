"""Where pages and forms of a game lead back to, and what is said there where nothing was done."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme


def page_before(request: HttpRequest, code: str, otherwise: str = "game_board") -> str:
    """The page of this game on which a form was pressed, as its field ``back`` names it, or the page called ``otherwise``."""
    back = request.POST.get("back", "")
    is_ours = back.startswith(reverse("game_board", args=[code])) and url_has_allowed_host_and_scheme(back, None)
    return back if is_ours else reverse(otherwise, args=[code])


def refused_back(request: HttpRequest, code: str, why: object) -> HttpResponse:
    """Back to the page on which a form was pressed, which says why nothing was done."""
    messages.error(request, str(why))
    return redirect(page_before(request, code))


def not_yet(code: str) -> str:
    """The address of a game's board that says that what tells the hands is not given out yet."""
    return f"{reverse('game_board', args=[code])}?log=none"
