"""The page of a hand: what a seat holds and has to decide. A player chooses, then confirms; everything works by forms alone."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.acquire.board import loose_group
from games.acquire.errors import IllegalActionError
from games.acquire.play.devices.deciding import retractable_tile
from games.acquire.play.devices.messages import Acts
from games.acquire.play.devices.session import Session
from games.acquire.state import NO_TILE
from games.acquire.svg import chain_class
from tournament.access.devices import DeviceRefusedError
from tournament.play.games.pages.browser import OPEN, cover_hands
from tournament.play.games.pages.choices import NEVER, SHARES, ChosenAct, act_in, chosen_act
from tournament.play.games.pages.frame import render_live
from tournament.play.games.pages.page_context import page_context
from tournament.play.games.pages.shown_game import ShownGame, shown_game_for
from tournament.play.games.services.acting import act
from tournament.play.games.services.agreeing import (
    LONGEST_REASON,
    agree,
    ask_to_take_back,
    refuse_to_agree,
    withdraw_request,
)
from tournament.play.games.words import card_words, deed_words, dollars, tile_words, with_names
from tournament.public.form_words import form_key
from tournament.services.changes.refusals import RefusedError
from wording import gettext as _
from wording.digits import whole_number

NOTHING_NEW, REFUSED, GONE = 204, 409, 410


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest, code: str, *, is_whole: bool = False) -> HttpResponse:
    """Render the hand of this browser's seat, with the board beside it where ``is_whole``; 204 to a page that already shows this state.

    A phone with several seats shows no hand until one is uncovered. A browser without a seat is redirected to the board, or to join.
    """
    shown = shown_game_for(request, code)
    if shown.was_seated:
        return render(
            request,
            "games/ruling/gone.html",
            {**page_context(shown), "choosing": True},
            status=_status_if_handed_on(request),
        )
    if not shown.held:
        return redirect(
            "game_join" if shown.game.state == "lobby" and shown.event_table is None else "game_board", code
        )
    template = "games/play.html" if is_whole else "games/hand.html"
    if request.method == "POST":
        return _submit(request, shown, template)
    if request.headers.get("HX-Request") and request.GET.get("s") == _stamp(shown) and not shown.session.clock:
        return HttpResponse(status=NOTHING_NEW)
    answer = _page(request, shown, template, request.GET)
    if shown.is_covered and OPEN in request.COOKIES:
        cover_hands(answer, code)
    return answer


def _status_if_handed_on(request: HttpRequest) -> int:
    """The status for a phone whose seat was handed on. A script takes only a page with status 200."""
    return 200 if request.headers.get("HX-Request") else GONE


def _stamp(shown: ShownGame) -> str:
    """The stamp of the page, which changes with the game's and when the hand is covered."""
    return f"{shown.stamp}{'c' * shown.is_covered}"


def _submit(request: HttpRequest, shown: ShownGame, template: str) -> HttpResponse:
    """Do what a form confirms and redirect to the hand; after a refusal render the page with the reason and the acts since the form.

    A form for a hand that is covered by now does nothing.
    """
    form, place = request.POST, whole_number(request.POST.get("seat")) - 1
    is_agreement = form.get("act") in ("agree", "refuse")
    able = shown.held if is_agreement else (shown.mine,)
    mine = next((seat for seat in able if seat and place in (-1, seat.place)), None)
    if mine is None:
        return redirect(request.path)
    try:
        if is_agreement:
            (agree if form["act"] == "agree" or shown.event_table is None else refuse_to_agree)(mine)
            return redirect(request.path)
        if form.get("act") in ("ask-back", "never-mind"):
            if form["act"] == "ask-back":
                ask_to_take_back(mine, form.get("reason", ""))
            else:
                withdraw_request(mine)
            return redirect(request.path)
        document = act_in(form, shown.session.terms.names)
        name = form_key(request, "id")
        if document is None or not name:
            raise ValueError(_("Nothing was chosen. Choose again."))
        answers = act(mine, Acts(name, max(1, whole_number(form.get("n"))), (document,))).answer
        problem = next((str(frame["message"]) for frame in answers if frame["t"] == "no"), "")
    except (IllegalActionError, ValueError, RefusedError, DeviceRefusedError) as refusal:
        problem = str(refusal)
    if not problem:
        return redirect(request.path)
    now = shown_game_for(request, shown.game.code)
    problem = with_names(problem, now.names)
    return _page(request, now, template, form, problem, since=whole_number(form.get("n")))


def _page(
    request: HttpRequest, shown: ShownGame, template: str, form: QueryDict, problem: str = "", since: int = 0
) -> HttpResponse:
    """Render the page with what is chosen in a form; after a refusal (``problem``) also with the acts from number ``since`` on."""
    if shown.mine is None:
        return render_live(request, template, {**page_context(shown), "stamp": _stamp(shown)}, shown.game.code)
    view = shown.hand_view(max(0, since - 1))
    if shown.session.paused:
        view["ask"] = None
    names = shown.session.terms.names
    document: dict[str, Any] | None = None
    chosen: ChosenAct | None = None
    try:
        document = act_in(form, names)
        chosen = chosen_act(document, view, names, shown.session.state) if document else None
    except ValueError as refusal:
        problem = problem or str(refusal)
    ask = view["ask"]
    is_asked = bool(ask) and ask["who"] == view["you"]
    meanwhile = (
        [words for deed in view["news"] if (words := deed_words(deed, shown.names))] if problem and since else []
    )
    context = {
        **page_context(shown, view),
        "hand": [_tile(tile, is_asked and ask["phase"] == "play") for tile in view["hand"]],
        "ask": _question(ask, names, shown.session, (document or {}).get("shares", {})) if is_asked else None,
        "choosing": is_asked,
        "chosen": chosen,
        "problem": problem,
        "meanwhile": meanwhile,
        "n": view["n"] + 1,
        "once": secrets.token_urlsafe(12),
        "is_called": shown.session.is_over and shown.is_called,
        "back": _retractable_tile(shown),
        "is_out": shown.mine.place in shown.session.state.timed_out,
        "longest_reason": LONGEST_REASON,
    }
    return render_live(request, template, context, shown.game.code, REFUSED if problem and since else 200)


def _retractable_tile(shown: ShownGame) -> str:
    """Return the tile that this seat may ask to take back (R23-R26); empty for none."""
    last_tile = retractable_tile(shown.session) if shown.mine is not None and not shown.is_left else None
    return last_tile.tile if last_tile and shown.mine and last_tile.place == shown.mine.place else ""


def _tile(tile: Mapping[str, Any], is_asked: bool) -> dict[str, Any]:
    """The context of one tile of the hand; ``is_asked``: the player has to play a tile now."""
    return {
        "tile": tile["tile"],
        "words": tile_words(tile),
        "may": is_asked and tile["does"] not in NEVER,
        "does": tile["does"],
        "css": chain_class(tile["chain"]) if "chain" in tile else "",
    }


def _price(session: Session, name: str) -> int:
    """Return the price of a share of a chain that may be named: at the size it would be founded with, or as before the merger."""
    state = session.state
    chain = state.labels.names.index(name)
    if state.merger is not None:
        return state.merger.prices[chain]
    return state.prices[chain][len(loose_group(state.spaces, state.placed))]


def _question(
    ask: Mapping[str, Any], names: tuple[str, ...], session: Session, chosen: Mapping[str, int]
) -> dict[str, Any]:
    """Return the question to this seat as the template needs it.

    ``chosen`` are the numbers of shares that were chosen, by chain; a number beyond what may be bought counts as 0.
    """
    most, prices = ask.get("most", {}), ask.get("prices", {})
    merger = session.state.merger
    into = {"into": names[merger.survivor]} if merger is not None and merger.survivor >= 0 else {}
    return {
        **into,
        **ask,
        "buys": [
            {
                "field": f"{SHARES}{names.index(name)}",
                "name": name,
                "css": chain_class(name),
                "price": dollars(prices[name]),
                "costs": prices[name],
                "counts": (counts := range(min(limit, ask["limit"]) + 1)),
                "chosen": chosen.get(name, 0) if chosen.get(name, 0) in counts else 0,
            }
            for name, limit in most.items()
            if limit
        ],
        "money": ask["cash"] if isinstance(ask.get("cash"), int) else "",
        "cash": dollars(ask["cash"]) if "cash" in ask else "",
        "price_words": dollars(ask["price"]) if "price" in ask else "",
        "named": [(name, chain_class(name), dollars(_price(session, name))) for name in ask.get("chains", ())],
        "use": [(card, card_words(card)) for card in ask.get("cards", ())],
        "gives": list(dict.fromkeys(given for given, _ in ask.get("swaps", ()))),
        "takes": list(dict.fromkeys(taken for _, taken in ask.get("swaps", ()))),
        "tiles": session.state.more_tiles + (session.state.placed == NO_TILE),
        "rest": ask.get("owned", 0) - ask.get("most_traded", 0),
    }
