"""Pages for watchers: the board with a delay, and the replay of a casual game with all hands once it is over."""

from __future__ import annotations

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.acquire.logs.writer import write_text
from games.acquire.play.devices.session import log_of
from tournament.access import event_to_see
from tournament.play.games.models import Game
from tournament.play.games.pages.frame import not_yet, table_of_game
from tournament.play.games.pages.page_context import page_context
from tournament.play.games.pages.shown_game import ShownGame, shown_game_for, shown_game_of
from tournament.play.games.services.watching import past_game_of
from tournament.public.replay import shown_causes, worth_beside
from tournament.public.replay_viewer import step_asked, viewer
from tournament.public.results import why_unwatched
from tournament.record.vocabulary import GameState
from tournament.replays.reading import GameReading, read_game
from tournament.replays.table_log import MAX_EVENTS
from tournament.replays.workings import spoken_value
from wording import gettext as _
from wording.digits import whole_number

NOTHING_NEW = 204


@login_not_required
@never_cache
@require_safe
def show(request: HttpRequest, code: str) -> HttpResponse:
    """Render the delayed board; 204 to a page that already shows this state. Games of hidden events are a 404 for watchers."""
    now = shown_game_of(_game(request, code))
    past = past_game_of(now.game, now.session, now.seats)
    shown = ShownGame(past.game, past.session, past.seats, None, False, then=past.moment)
    if request.headers.get("HX-Request") and request.GET.get("s") == shown.stamp and not shown.session.clock:
        return HttpResponse(status=NOTHING_NEW)
    context = {**page_context(shown), "delay": now.game.watch_delay, "is_casual": now.game.table_id is None}
    if context["is_lobby"]:
        context["saying"] = _("The game has not begun.")
    return render(request, "games/ruling/watch.html", context)


def _game(request: HttpRequest, code: str) -> Game:
    """Return the game with a code; Http404 where there is none, in the same words where its event is hidden."""
    game = Game.objects.select_related("table__round__event").filter(code=code).first()
    try:
        if game is not None and game.table is not None:
            event_to_see(request, game.table.round.event.slug)
    except Http404:
        game = None
    if game is None:
        raise Http404(_("There is no game “{code}”. Check the code.", code=code))
    table = table_of_game(game)
    if table is not None and (unwatched := why_unwatched(table.event, table.round)):
        raise Http404(unwatched)
    return game


@login_not_required
@never_cache
@require_safe
def replay(request: HttpRequest, code: str) -> HttpResponse:
    """Render a finished casual game step by step (``?turn=``, ``&step=``) with all hands; any other game redirects to its board."""
    shown = shown_game_for(request, code)
    if not has_replay(shown):
        return redirect(not_yet(code))
    reading = reading_of(shown)
    wanted_turn = request.GET.get("turn", "")
    turn = min(whole_number(wanted_turn), MAX_EVENTS) if wanted_turn else MAX_EVENTS
    step = min(whole_number(request.GET.get("step")), MAX_EVENTS)
    causes, _rest = shown_causes(reading)
    at = step_asked(reading, turn, step)
    context = {
        **page_context(shown),
        "address": reverse("game_replay", args=[code]),
        "viewer": viewer(reading, at, {}),
        "worth_part": worth_beside(reading, at),
        "cash": [(player.name, spoken_value(reading.final.get(player.id))) for player in reading.players],
        "causes": causes,
    }
    return render(request, "games/ruling/replay.html", context)


def has_replay(shown: ShownGame) -> bool:
    """Whether a game may be replayed with all hands: a casual game that is over."""
    return shown.game.state == GameState.OVER.value and shown.game.table_id is None


def reading_of(shown: ShownGame) -> GameReading:
    """Return the log of a game, read and replayed with the players' names; players of the same name also show their IDs."""
    record = log_of(shown.session)
    called = [shown.names[player.id] for player in record.header.players]
    names = [
        f"{name} ({player.id})" if called.count(name) > 1 else name
        for name, player in zip(called, record.header.players, strict=True)
    ]
    return read_game(write_text(record), names=tuple(names))
