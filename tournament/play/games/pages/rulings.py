"""The page of rulings, for the host of a casual game and for whoever directs a table; everything works by forms alone.

An order is chosen, shown in words, then confirmed; orders by which nothing can be lost are done at once. A form holds an ID, so that it
is done only once, and the number of the next act: if the game has moved on meanwhile, nothing is done and the page says what happened.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.acquire.editions import TimeoutPolicy
from games.acquire.errors import IllegalActionError
from games.acquire.play.devices.asking import QuestionKind
from games.acquire.play.devices.messages import Acts
from games.acquire.play.devices.questions import question_to
from games.acquire.play.devices.session import clock_at, pending_question, time_up
from games.acquire.play.devices.views import MOST_NEWS, arbiter_view, news_for
from tournament.installation.addresses import is_loopback
from tournament.play.games.pages.frame import absolute_address
from tournament.play.games.pages.orders import (
    AT_ONCE,
    LONGEST_REASON,
    OF_CASUAL_GAMES,
    OF_THE_HOUSE,
    Proposal,
    order_of,
    proposal_of,
)
from tournament.play.games.pages.page_context import page_context
from tournament.play.games.pages.shown_game import ShownGame, shown_game_for
from tournament.play.games.services.acting import moment_in, rule_by_arbiter
from tournament.play.games.services.agreeing import settle_request, taken_back_before
from tournament.play.games.services.opening import leave_game, take_up
from tournament.play.games.services.seats import free_seat, give_link
from tournament.play.games.words import clock_words, deed_words, with_names
from tournament.play.programs.seats import title_of
from tournament.public.form_words import form_key
from tournament.public.results import why_unwatched
from tournament.record.devices import shown_code
from tournament.record.vocabulary import GameState
from tournament.services.changes import By
from tournament.services.changes.refusals import RefusedError
from wording import gettext as _
from wording.digits import whole_number

REFUSED = 409
_NAMED = {QuestionKind.FOUND: "found", QuestionKind.SURVIVOR: "survivor", QuestionKind.ORDER: "order"}


@dataclass(frozen=True)
class RulingPage:
    """A page of rulings: ``read`` loads its game anew, ``around`` makes the rest of the context; and its address and template.

    ``back`` are addresses of other pages to which a form may redirect, by the value of its field ``to``. ``by`` is who rules at an event.
    ``is_host_away``: a player rules because the host is away. ``phones`` is the address of the page of a table's phones.
    """

    read: Callable[[], ShownGame]
    around: Callable[[ShownGame], dict[str, Any]]
    address: str
    template: str
    is_host_away: bool = False
    phones: str = ""
    back: Mapping[str, str] = field(default_factory=dict)
    by: By = None


def answer(request: HttpRequest, page: RulingPage, shown: ShownGame) -> HttpResponse:
    """Render a page of rulings, or do what its form confirms."""
    if request.method != "POST":
        return _page(request, page, shown, request.GET)
    try:
        order = order_of(request.POST, shown.session)
        if order is None:
            raise ValueError(_("Nothing was chosen. Choose again."))
        if shown.game.table_id is not None and order["act"] in OF_CASUAL_GAMES:
            raise ValueError(
                _(
                    "This is not possible in a game at an event. The hands are on the table’s phones, and the game is "
                    "played to the end."
                )
            )
        if order["act"] == "link":
            seat = shown.seats[order["seat"] - 1]
            return _page(
                request, page, page.read(), QueryDict(), link=_link(request, shown, seat.name, give_link(seat))
            )
        problem = _carry_out(request, shown, order, page.by)
    except (IllegalActionError, RefusedError, ValueError) as refusal:
        problem = str(refusal)
    if not problem:
        ways = {"board": reverse("game_board", args=[shown.game.code]), **page.back}
        return redirect(ways.get(request.POST.get("to", ""), page.address))
    now = page.read()
    return _page(request, page, now, request.POST, problem=with_names(problem, now.names))


def _carry_out(request: HttpRequest, shown: ShownGame, order: Mapping[str, Any], by: By) -> str:
    """Do an order; return why it was refused, or "". Raises what the services raise where they refuse."""
    game, act = shown.game, order["act"]
    if act in OF_THE_HOUSE:
        if act == "free":
            free_seat(shown.seats[order["seat"] - 1])
        elif act == "stays":
            settle_request(game, by, tile="")
        else:
            (leave_game if act == "leave" else take_up)(game)
        return ""
    name, number = form_key(request, "id"), max(1, whole_number(request.POST.get("n")))
    if act in AT_ONCE:
        name, number = secrets.token_urlsafe(12), shown.session.number + 1
    elif not name:
        raise ValueError(_("Nothing was chosen. Choose again."))
    frames = rule_by_arbiter(game, Acts(name, number, (dict(order),))).answer
    refusal = next((frame for frame in frames if frame["t"] == "no"), None)
    if act == "takeback" and refusal is None and shown.asked_back:
        settle_request(game, by, shown.asked_back.played.tile)
    if refusal is None or (act in AT_ONCE and refusal["code"] == "pause-unchanged"):
        return ""
    return str(refusal["message"])


def _link(request: HttpRequest, shown: ShownGame, name: str, token: str) -> dict[str, Any]:
    """Return the context of a link that was just made; it is shown once. ``name`` is that of its seat."""
    address = absolute_address(request, reverse("game_seat", args=[shown.game.code, token]))
    typed = absolute_address(request, reverse("game_seat_code", args=[shown.game.code]))
    return {
        "name": name,
        "way": address,
        "typed": typed,
        "code": shown_code(token),
        "can_scan": not is_loopback(address),
    }


def _page(
    request: HttpRequest,
    page: RulingPage,
    shown: ShownGame,
    form: QueryDict,
    *,
    problem: str = "",
    link: dict[str, Any] | None = None,
) -> HttpResponse:
    """Render a page of rulings with the order in a form, why it was refused (``problem``), and a link that was just made."""
    session, since = shown.session, whole_number(form.get("n"))
    is_refused, proposal = bool(problem), None
    try:
        proposal = _proposal(shown, form)
    except ValueError as refusal:
        problem = problem or str(refusal)
    meanwhile = news_for(session, None, since - 1) if is_refused and since else []
    context = {
        **_game_context(shown),
        "address": page.address,
        "is_host_away": page.is_host_away,
        "phones": page.phones,
        "unwatched": (at := shown.event_table) and why_unwatched(at.event, at.round),
        "problem": problem,
        "meanwhile": [words for deed in meanwhile if (words := deed_words(deed, shown.names))],
        "proposal": proposal,
        "reason": form.get("reason", ""),
        "longest_reason": LONGEST_REASON,
        "link": link,
        "acts": None if proposal or link or "acts" not in form else _acts(shown, whole_number(form.get("page"))),
        "n": session.number + 1,
        "once": secrets.token_urlsafe(12),
    }
    status = REFUSED if is_refused else 200
    return render(request, page.template, {**page.around(shown), "ruling": context}, status=status)


def _proposal(shown: ShownGame, form: QueryDict) -> Proposal | None:
    """The order in a form that waits to be confirmed; None where there is none or it needs no confirmation."""
    order = order_of(form, shown.session)
    if order is None or order["act"] in AT_ONCE:
        return None
    return proposal_of(order, form, shown.session, shown.names, moment_in(shown.game))


def _game_context(shown: ShownGame) -> dict[str, Any]:
    """Return the context about the game itself: its state, its players and clocks, its seats."""
    game, session = shown.game, shown.session
    at, ids = moment_in(game), session.terms.ids
    clocks, ask, up = clock_at(session, at), pending_question(session), time_up(session, at)
    is_playing = game.state == GameState.PLAYING.value
    policy = session.state.edition.timeout_policy
    return {
        "code": game.code,
        "is_casual": game.table_id is None,
        "saying": shown.now_words(),
        "is_lobby": game.state == GameState.LOBBY.value,
        "is_playing": is_playing,
        "is_left": shown.is_left,
        "is_over": session.is_over,
        "is_paused": session.paused,
        "news": shown.news(shown.view),
        "asked_back": shown.asked_back,
        "taken_back": taken_back_before(game, ids[shown.asked_back.played.place]) if shown.asked_back else 0,
        "players": [
            {
                "id": name,
                "name": shown.names[name],
                "clock": clock_words(clocks[seat]) if clocks else "",
                "is_out": seat in session.state.timed_out,
            }
            for seat, name in enumerate(ids)
        ],
        "has_clock": clocks is not None,
        "asked_player": (ids[ask.seat], shown.names[ids[ask.seat]])
        if ask and is_playing and clocks and policy is TimeoutPolicy.MSO
        else None,
        "open_name": _open_name(shown) if up is not None and up.names_open else None,
        "may_peek": session.terms.opens_hands or session.is_over,
        "hands": [(shown.names[name], tiles) for name, tiles in arbiter_view(session, at=at)["hands"].items()],
        "seats": [
            {
                "number": seat.place + 1,
                "name": shown.names[ids[seat.place]],
                "is_free": seat.is_free,
                "program": title_of(seat.program),
                "is_here": seat.hello_at is not None,
                "seen_at": seat.seen_at,
                "waits": seat.link_hash is not None and seat.claimed_at is None,
                "is_mine": shown.mine is not None and seat.pk == shown.mine.pk,
            }
            for seat in shown.seats
        ],
    }


def _open_name(shown: ShownGame) -> dict[str, Any] | None:
    """Return what the arbiter has to name for a player whose time is over (R31): the player, the kind of act, and the chains."""
    ask = pending_question(shown.session)
    if ask is None or ask.phase not in _NAMED:
        return None
    question = question_to(shown.session, ask.seat) or {}
    return {"who": shown.names[question["who"]], "act": _NAMED[ask.phase], "chains": question.get("chains", [])}


def _acts(shown: ShownGame, page: int) -> dict[str, Any]:
    """Return one page (from 1) of the acts in words, the newest first. ``may`` tells whether the game may go back to the act."""
    session, names = shown.session, shown.names
    pages = max(1, -(-session.number // MOST_NEWS))
    page = min(max(page, 1), pages)
    until = session.number - (page - 1) * MOST_NEWS
    standing = {deed.number for deed in session.standing}
    begun = shown.game.begun_at
    rows = [
        {
            "number": deed["n"],
            "at": begun + timedelta(milliseconds=deed["at"]) if begun else None,
            "words": words,
            "stands": deed["n"] in standing or deed["act"] == "rewind",
            "may": deed["n"] < session.number,
        }
        for deed in reversed(news_for(session, None, max(0, until - MOST_NEWS), until))
        if (words := deed_words(deed, names))
    ]
    return {
        "rows": rows,
        "page": page,
        "pages": pages,
        "newer": page - 1 if page > 1 else None,
        "older": page + 1 if page < pages else None,
    }


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest, code: str) -> HttpResponse:
    """Render the page of rulings for the host, or for a player while the host is away; anybody else is redirected to the board."""
    shown = shown_game_for(request, code)
    if not shown.may_rule:
        return redirect("game_board", code)
    address = reverse("game_host", args=[code])
    page = RulingPage(
        lambda: shown_game_for(request, code), page_context, address, "games/ruling/host.html", not shown.is_host
    )
    return answer(request, page, shown)


@login_not_required
@never_cache
@require_POST
def play_on(request: HttpRequest, code: str) -> HttpResponse:
    """Resume a game that was left as it is; its players and its host may."""
    shown = shown_game_for(request, code)
    if shown.held or shown.is_host:
        take_up(shown.game)
    return redirect("game_hand" if shown.held else "game_board", code)
