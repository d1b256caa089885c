"""The context of a series' page: what goes on, the game that is played with its holdings, the table, the games before.

Pages to watch a series between programs, and to control it with the address that its command printed.

Play against programs: a short form that opens a game at once, and programs for free seats of any lobby.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import timedelta
from typing import Any
from zlib import crc32

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.acquire.editions.values import EDITIONS
from games.acquire.play.devices.views import arbiter_view
from games.opponents.levels import LEVELS, Level
from tournament.installation.device_mark import is_same, let_keep
from tournament.play.games.models import LONGEST_NAME
from tournament.play.games.pages.browser import HOST, LASTS, host_proof, remember, remember_game, remember_seats
from tournament.play.games.pages.frame import refused_back
from tournament.play.games.pages.opening import TOO_MUCH, TooManyGamesError, check_pace, fields_of, order_of
from tournament.play.games.pages.page_context import page_context
from tournament.play.games.pages.shown_game import ShownGame, shown_game_for, shown_game_of
from tournament.play.games.services.seats import seat_with
from tournament.play.games.words import dollars
from tournament.play.programs.models import Series, SeriesGame
from tournament.play.programs.seats import NOT_SERVED, is_served, open_against, sit_program
from tournament.play.programs.series import FASTEST, SLOWEST, Wish, wish
from tournament.public.form_words import form_key
from tournament.record.devices import hash_of
from tournament.record.vocabulary import GameState, SeriesState
from tournament.services.changes.refusals import RefusedError
from wording import gettext as _
from wording import gettext_noop, ngettext
from wording.digits import whole_number
from wording.figures import decimals, listed

SHOWN_GAMES = 30
SILENT_AFTER = timedelta(minutes=5)
"""After this time without a write, to which the limit of a decision is added, a command counts as silent."""


def series_context(row: Series, *, controls: bool) -> dict[str, Any]:
    """Return the context of the page of a series; ``controls`` tells whether the browser controls it."""
    games = list(SeriesGame.objects.select_related("game").filter(series=row).order_by("-number")[:SHOWN_GAMES])
    shown = shown_game_of(games[0].game) if games else None
    state, names = SeriesState(row.state), [bot["name"] for bot in row.words["bots"]]
    board = page_context(shown) if shown is not None else {}
    context = {
        "saying": _state_in_words(row, state, names, games[0].number if games else 1, board.get("saying", "")),
        "controls": controls and not state.has_ended,
        "is_playing": row.is_wished_on,
        "is_open": state is SeriesState.OPEN and bool(row.waits_for),
        "next_step": row.steps + 1,
        "table": _table(row, names),
        "games": [_game(each, names) for each in games],
        "has_ended": state.has_ended,
        **(_shown_context(shown, board, opens_hands=controls and row.has_open_hands) if shown is not None else {}),
    }
    wishes = row.speed, row.are_hands_wished, row.is_wished_over
    stamp = f"{crc32(repr((context, wishes, board.get('stamp'))).encode()):x}"
    return {
        **board,
        # A look into the hands is one act for each player, and no move.
        "news": [line for line in board.get("news", ()) if line.act != "peek"],
        **context,
        "stamp": stamp,
        "event": {"name": _("Series {code}", code=row.code), "slug": "", "date": None},
        "event_url": reverse("series", args=[row.code]),
        "menu": [],
        "series": row,
        "code": row.code,
        "edition": _(EDITIONS[row.words["edition"]].title),
        "slowest": SLOWEST,
        "fastest": FASTEST,
    }


def _state_in_words(row: Series, state: SeriesState, names: Sequence[str], number: int, now: str) -> str:
    """One or two sentences about what goes on; ``now`` are the words of the game that is played."""
    games = row.words["games"]
    if not state.has_ended and timezone.now() - row.heard_at > SILENT_AFTER + timedelta(seconds=row.words["seconds"]):
        return _("The command that plays this series is not responding. It may have ended.")
    if state is SeriesState.OPEN:
        bots = listed(row.waits_for)
        return _("The series is waiting for {bots}.", bots=bots) if bots else _("The series begins.")
    if state is SeriesState.STOPPED:
        done = sum(each["games"] for each in row.table) // max(1, len(row.table))
        return ngettext(
            "The series was stopped. {done} of {n} game counts.",
            "The series was stopped. {done} of {n} games count.",
            games,
            done=done,
        )
    if state is SeriesState.OVER:
        most = max((each["total"] for each in row.table), default=0)
        leaders = [name for name, each in zip(names, row.table, strict=False) if each["total"] == most]
        return ngettext(
            "The series is over. {bots} has the highest total.",
            "The series is over. {bots} have the highest total.",
            len(leaders),
            bots=listed(leaders),
        )
    where = (
        _("Paused in game {number} of {games}.", number=number, games=games)
        if state is SeriesState.PAUSED
        else _("Game {number} of {games}.", number=number, games=games)
    )
    return f"{where} {now}"


def _shown_context(shown: ShownGame, board: dict[str, Any], *, opens_hands: bool) -> dict[str, Any]:
    """The part of the context that describes the game that is played: who holds most of each chain, and hands that may be shown."""
    session, hands = shown.session, {}
    if opens_hands:
        hands = arbiter_view(session, at=session.at)["hands"]
    places = [places_in(holdings) for holdings in session.state.shares]
    players = []
    for seat, player in enumerate(board["players"]):
        marked = [f"{count} {places[chain][seat]}" if count else 0 for chain, count in enumerate(player["shares"])]
        players.append({**player, "shares": marked})
    return {
        "has_board": shown.game.state != GameState.LOBBY.value,
        "players": players,
        "hands": [(shown.names[player], " ".join(tiles)) for player, tiles in hands.items()],
    }


def places_in(holdings: Sequence[int]) -> list[str]:
    """Return "1st", "2nd" or "" for each seat in one chain; where several share the first place, nobody is second."""
    ranked = sorted((count for count in holdings if count), reverse=True)
    words = dict.fromkeys(ranked[1:2], _("2nd")) | dict.fromkeys(ranked[:1], _("1st"))
    return [words.get(count, "") for count in holdings]


def _table(row: Series, names: Sequence[str]) -> list[dict[str, Any]]:
    """The rows of the table, the highest total first."""
    rows = []
    for name, each in zip(names, row.table, strict=False):
        low, high = map(_percent, each["interval"])
        rows.append(
            {
                **each,
                "name": name,
                "cash": dollars(round(each["total"])),
                "wins": decimals(round(each["wins"] * 10), 1),
                "share": _percent(each["share"]) if each["games"] else "",
                "interval": _("{first} to {last}", first=low, last=high) if each["games"] > 1 else "",
            }
        )
    return sorted(rows, key=lambda each: -each["total"])


def _game(each: SeriesGame, names: Sequence[str]) -> dict[str, Any]:
    """The line of a game: its number, its code, and once it is over the cash of each bot, in the order of the seats."""
    cash = [f"{names[bot]} {dollars(round(cash))}" for bot, cash in zip(each.bots, each.cash or [], strict=False)]
    return {"number": each.number, "code": each.game.code, "cash": listed(cash)}


def _percent(part: float) -> str:
    """A part of a whole as a percentage with one decimal."""
    return _("{figure}%", figure=decimals(round(part * 1000), 1))


CONTROL = "series"
"""The cookie with the token that gives control; it is sent to the pages of that series alone."""
NOTHING_NEW, REFUSED = 204, 409


@login_not_required
@never_cache
@require_safe
def show_series(request: HttpRequest, code: str) -> HttpResponse:
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
    let_keep(answer, CONTROL, token, LASTS, reverse("series", args=[code]))
    return answer


@login_not_required
@never_cache
@require_POST
def wished(request: HttpRequest, code: str) -> HttpResponse:
    """Store what the form of whoever controls the series asks for (`Wish`); anybody else is redirected."""
    row = get_object_or_404(Series, code=code)
    if not _has_control_token(request, row):
        return redirect("series", code)
    do = request.POST.get("do", "")
    try:
        if do in {each.value for each in Wish}:
            wish(row, Wish(do), whole_number(request.POST.get("step")), request.POST.get("speed", ""))
    except RefusedError as refusal:
        return _render_page(request, row, str(refusal), REFUSED)
    return redirect("series", code)


def _has_control_token(request: HttpRequest, row: Series) -> bool:
    """Whether a request carries the token that gives control of a series."""
    return is_same(hash_of(request.COOKIES.get(CONTROL, "")), row.control_hash)


def _render_page(request: HttpRequest, row: Series, problem: str = "", status: int = 200) -> HttpResponse:
    """Render the page of a series as it stands; ``problem`` is a sentence that says why something was refused."""
    context = {**series_context(row, controls=_has_control_token(request, row)), "problem": problem}
    if request.headers.get("HX-Request") and request.GET.get("s") == context["stamp"]:
        return HttpResponse(status=NOTHING_NEW)
    return render(request, "games/series/page.html", context, status=status)


USUAL_LEVEL, USUAL_NAME = "glance", gettext_noop("Guest")


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def play_against(request: HttpRequest) -> HttpResponse:
    """Render the form; when it is sent, open a game and redirect its only person to the page that shows board and hand."""
    form, problem, status = request.POST, "", 200
    if request.method == "POST":
        try:
            return _open_game_and_redirect(request)
        except RefusedError as refusal:
            problem, status = str(refusal), TOO_MUCH if isinstance(refusal, TooManyGamesError) else 200
    is_on = settings.GAMES and bool(settings.PROGRAMS)
    fields = fields_of(form)
    context = {
        **fields,
        "players": [(count, count - 1) for count in fields["players"]],
        "is_on": is_on,
        "problem": problem,
        "not_served": _(NOT_SERVED) if is_on and not is_served() else "",
        "name": form.get("name", _(USUAL_NAME)),
        "longest": LONGEST_NAME,
        "levels": LEVELS,
        "level": form.get("level", USUAL_LEVEL),
        "once": secrets.token_urlsafe(24),
    }
    return render(request, "games/lobby/against.html", context, status=status)


def _open_game_and_redirect(request: HttpRequest) -> HttpResponse:
    """Open the game that a form asks for, once, and redirect to it."""
    form = request.POST
    order = order_of(request)
    check_pace(request)
    levels = [form.get("level", "")] * (len(order.names) - 1)
    game, token = open_against(order, form.get("name", ""), levels, form_key(request, "once"))
    seat = seat_with(token)
    answer = redirect("game_play", game.code)
    remember_seats(answer, game.code, [token])
    remember(answer, game.code, HOST, host_proof(game.code))
    remember_game(request, answer, game.code, [seat.place] if seat else [])
    return answer


def levels_for(shown: ShownGame) -> Sequence[Level]:
    """Return the levels that a browser may choose from to put a program on a free seat; empty where it may not."""
    may = shown.is_host and shown.event_table is None and settings.GAMES and settings.PROGRAMS
    return LEVELS if may and shown.game.state == GameState.LOBBY.value else ()


@login_not_required
@never_cache
@require_POST
def sit(request: HttpRequest, code: str) -> HttpResponse:
    """Let a program take a free seat, for the host; the board shows a refusal."""
    shown = shown_game_for(request, code)
    if not shown.is_host or shown.event_table is not None:
        return redirect("game_board", code)
    try:
        sit_program(shown.game, whole_number(request.POST.get("seat")) - 1, request.POST.get("level", ""))
    except RefusedError as refusal:
        return refused_back(request, code, refusal)
    return redirect("game_board", code)
