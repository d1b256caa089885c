"""The page of a hand: what the browser's own seat holds and is asked; choose, then confirm. By forms, so it needs no script."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.acquire.errors import IllegalActionError
from games.acquire.play.devices.messages import LONGEST_ID, Acts
from games.acquire.svg import chain_class
from tournament.models import GameSeat
from tournament.public.games.choices import SHARES, Choice, choice_of, document_of
from tournament.public.games.scene import Scene, scene_of
from tournament.record.vocabulary import whole_number
from tournament.services.games.acting import act
from tournament.services.games.agreeing import agree
from tournament.tellings.news.playing import card_words, dollars, tile_words, told_deed, with_names

NOTHING_NEW, REFUSED = 204, 409
NEVER = frozenset({"dead", "not-now"})
"""What a tile does that cannot be played."""


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest, code: str) -> HttpResponse:
    """The hand of this browser's seat; 204 to a page that shows it as it is. Whoever has no seat is led to the board, or to join."""
    scene = scene_of(request, code)
    if scene.mine is None:
        return redirect("game_join" if scene.game.state == "lobby" else "game_board", code)
    if request.method == "POST":
        return _done(request, scene, scene.mine)
    if request.headers.get("HX-Request") and request.GET.get("s") == scene.stamp and not scene.session.clock:
        return HttpResponse(status=NOTHING_NEW)
    return _page(request, scene, request.GET)


def _done(request: HttpRequest, scene: Scene, mine: GameSeat) -> HttpResponse:
    """Do what a form confirms, then show the hand; what was refused is shown again with why, and with what happened meanwhile."""
    form = request.POST
    try:
        if form.get("act") == "agree":
            agree(mine)
            return redirect("game_hand", scene.game.code)
        document = document_of(form, scene.session.terms.names)
        name = form.get("id", "")[:LONGEST_ID]
        if document is None or not name:
            raise ValueError("This form says nothing to do; choose once more.")
        answers = act(mine, Acts(name, max(1, whole_number(form.get("n"))), (document,))).answer
        problem = next((str(frame["message"]) for frame in answers if frame["t"] == "no"), "")
    except (IllegalActionError, ValueError) as refusal:
        problem = str(refusal)
    if not problem:
        return redirect("game_hand", scene.game.code)
    now = scene_of(request, scene.game.code)
    problem = with_names(problem, now.names)
    return _page(request, now, form, problem, since=whole_number(form.get("n")))


def _page(request: HttpRequest, scene: Scene, form: QueryDict, problem: str = "", since: int = 0) -> HttpResponse:
    """The page with what is chosen in a form, and after a refusal what happened since the act that the form was made for."""
    view = scene.hand_view(max(0, since - 1))
    names = scene.session.terms.names
    chosen: Choice | None = None
    try:
        document = document_of(form, names)
        chosen = choice_of(document, view, names) if document else None
    except ValueError as refusal:
        problem = problem or str(refusal)
    ask = view["ask"]
    is_asked = bool(ask) and ask["who"] == view["you"]
    meanwhile = [words for deed in view["news"] if (words := told_deed(deed, scene.names))] if problem and since else []
    context = {
        **scene.frame(view),
        "hand": [_tile(told, is_asked and ask["phase"] == "play") for told in view["hand"]],
        "ask": _asked(ask, names) if is_asked else None,
        "choosing": is_asked,
        "chosen": chosen,
        "problem": problem,
        "meanwhile": meanwhile,
        "n": view["n"] + 1,
        "once": secrets.token_urlsafe(12),
        "has_agreed": scene.mine is not None and scene.mine.agreed_at is not None,
    }
    return render(request, "games/hand.html", context, status=REFUSED if problem and since else 200)


def _tile(tile: Mapping[str, Any], is_asked: bool) -> dict[str, Any]:
    return {
        "tile": tile["tile"],
        "words": tile_words(tile),
        "may": is_asked and tile["does"] not in NEVER,
        "css": chain_class(tile["chain"]) if "chain" in tile else "",
    }


def _asked(ask: Mapping[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    """What is asked, as the template takes it."""
    most, prices = ask.get("most", {}), ask.get("prices", {})
    return {
        **ask,
        "buys": [
            {
                "field": f"{SHARES}{names.index(name)}",
                "name": name,
                "css": chain_class(name),
                "price": dollars(prices[name]),
                "counts": range(min(limit, ask["limit"]) + 1),
            }
            for name, limit in most.items()
            if limit
        ],
        "cash": dollars(ask["cash"]) if "cash" in ask else "",
        "named": [(name, chain_class(name)) for name in ask.get("chains", ())],
        "use": [(card, card_words(card)) for card in ask.get("cards", ())],
        "half": ask.get("most_traded", 0),
        "rest": ask.get("owned", 0) - ask.get("most_traded", 0),
    }
