"""The pages of insight into games that were played: of a casual game, of a published log, of a log at the desk."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.opponents.insight.deciding import Decision
from games.opponents.insight.searcher import GettingReadyError, SearchError
from tournament.access import event_to_see
from tournament.access.languages import other_languages
from tournament.desk.desk import Desk, desk_form
from tournament.desk.tablelogs import at_table, log_or_404
from tournament.models import GameLog
from tournament.play.games.models import Game
from tournament.play.games.pages.frame import not_yet
from tournament.play.games.pages.page_context import page_context
from tournament.play.games.pages.shown_game import shown_game_for
from tournament.play.games.pages.watching import has_replay, reading_of
from tournament.play.programs.insight.searching import A_STRETCH, BusyError, SearchedGame, judge_decision, judge_next
from tournament.play.programs.insight.words import (
    SearchVerdict,
    TurningPoint,
    decision_words,
    turning_points,
    verdict_of,
)
from tournament.public.replays.page import published_game
from tournament.public.replays.viewer import board_at, hand_words, step_query
from tournament.public.replays.worth import worth_picture, worth_rows
from tournament.public.site import open_site, round_name
from tournament.record.vocabulary import whole_number
from tournament.replays import MAX_EVENTS, GameReading, UnreadableLogError
from tournament.replays.insight import insight_of
from tournament.services.changes import RefusedError
from wording import gettext as _
from wording import gettext_noop

SOON, LATER = "200ms", "2s"
"""The delay after which a page that has all decisions judged sends its next request: usually, and while another search runs."""
WAITS = gettext_noop("The search is busy with another decision. This continues by itself in a moment.")


@dataclass(frozen=True, slots=True)
class ShownDecision:
    """A decision of the shown turn: who did what, the search's verdict if there is one, and the address of the position."""

    event: int
    words: str
    verdict: SearchVerdict | None
    position: str


@dataclass(frozen=True, slots=True)
class ShownPoint:
    """A turning point with the addresses of its position and of its decision."""

    point: TurningPoint
    position: str
    decision: str


@dataclass(frozen=True, slots=True)
class ShownPosition:
    """The board before a turn, the player in turn, and that player's hand."""

    board: SafeString
    player: str
    hand: str


@dataclass(frozen=True, slots=True)
class InsightPage:
    """The page of insight into one game, as read from its log.

    ``of`` is the row to which the stored verdicts belong; ``address`` and ``replay`` are the URLs of this page and of the replay.
    ``goes_first`` tells that a director asks, whose searches go before those of everybody else.
    """

    reading: GameReading
    of: Game | GameLog
    address: str
    replay: str
    goes_first: bool = False

    @property
    def _searched(self) -> SearchedGame:
        """The game with its decisions, as the search takes it."""
        return SearchedGame(self.of, insight_of(self.reading), self.goes_first)

    def context(self, turn: int, *, problem: str = "", going: str = "", is_part: bool = False) -> dict[str, Any]:
        """The context of insight/_insight.html at a turn.

        ``turn`` counts from 1. ``going`` is the delay after which the page sends its next request by itself, empty where it sends none.
        ``is_part`` tells that a script replaces only a part of the page.
        """
        insight, reading = insight_of(self.reading), self.reading
        judged = self._searched.stored_judgements() if insight.decisions else {}
        names = [player.name for player in reading.players]
        last = reading.turns[-1].place
        turn = min(max(turn, 1), max(last, 1))
        done = sum(decision.event in judged for decision in insight.decisions)
        return {
            "address": self.address,
            "replay": self.replay,
            "turn": turn,
            "turn_title": reading.turns[min(turn, last)].title,
            "back": max(turn - 1, 1),
            "following": min(turn + 1, last),
            "last": last,
            "chart": worth_picture(reading, turn),
            "worth": worth_rows(reading),
            "names": names,
            "reason": insight.reason,
            "before": position_before(reading, turn) if last else None,
            "decisions": [
                ShownDecision(
                    row.event,
                    decision_words(row, names),
                    verdict_of(judged[row.event]) if row.event in judged else None,
                    self._position(row),
                )
                for row in insight.in_turn(turn)
            ],
            "points": [
                ShownPoint(point, self._position(row), self._at(point.turn, point.event))
                for point in turning_points(insight.decisions, judged, names)
                if (row := insight.decision_at(point.event)) is not None
            ],
            "done": done,
            "count": len(insight.decisions),
            "is_done": done == len(insight.decisions),
            "problem": problem,
            "going": going,
            "is_part": is_part,
        }

    def _position(self, decision: Decision) -> str:
        """The address of the replay at the step of a decision, or else at its turn."""
        turn = self.reading.turns[decision.turn]
        event = insight_event(self.reading, decision)
        for index in range(turn.first, turn.last + 1):
            if event in self.reading.steps[index].events:
                return f"{self.replay}?{step_query(self.reading, index)}#replay"
        return f"{self.replay}?turn={turn.place}#replay"

    def _at(self, turn: int, event: int | None = None) -> str:
        """The address of this page at a turn; with the number of an event, scrolled to the decision that it holds."""
        return f"{self.address}?{urlencode({'turn': turn})}{f'#decision-{event}' if event is not None else ''}"

    def answer(self, request: HttpRequest, template: str, frame: dict[str, Any]) -> HttpResponse:
        """Render the page, or do what one of its forms asks. ``frame`` is the context of the template around it."""
        if request.method != "POST":
            turn = whole_number(request.GET.get("turn")) or self.reading.turns[-1].place
            return render(request, template, {**frame, "insight": self.context(min(turn, MAX_EVENTS))})
        form, turn = request.POST, min(whole_number(request.POST.get("turn")), MAX_EVENTS)
        going = problem = ""
        by_script = bool(request.headers.get("HX-Request"))
        try:
            if form.get("do") == "look":
                event = whole_number(form.get("decision"))
                judge_decision(self._searched, event)
                return redirect(self._at(turn, event))
            if form.get("do") != "all":
                return redirect(self.address)
            is_left = judge_next(self._searched, stretch=0.0 if by_script else A_STRETCH)
            going = SOON if is_left and by_script else ""
        except (BusyError, GettingReadyError) as refusal:
            going = LATER if by_script and form.get("do") == "all" else ""
            problem = _(WAITS) if going and isinstance(refusal, BusyError) else str(refusal)
        except (RefusedError, SearchError) as refusal:
            problem = str(refusal)
        return render(
            request, template, {**frame, "insight": self.context(turn, problem=problem, going=going, is_part=by_script)}
        )


def insight_event(reading: GameReading, decision: Decision) -> Any:
    """Return the event of the log in which a decision was made."""
    return reading.record.events[decision.event]


def position_before(reading: GameReading, place: int) -> ShownPosition:
    """Return the position in which a turn began; ``place`` is the number of the turn, from 1."""
    before = reading.turns[place - 1].last
    player = reading.turns[place].view.player
    name = next((row.name for row in reading.players if row.id == player), "")
    hand = reading.steps[before].view.hands.get(player) if player else None
    return ShownPosition(board_at(reading, before), name, hand_words(hand) if hand else "")


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def of_casual_game(request: HttpRequest, code: str) -> HttpResponse:
    """Render insight into a casual game; while it is not over, redirect to its board."""
    shown = shown_game_for(request, code)
    if not has_replay(shown):
        return redirect(not_yet(code))
    page = InsightPage(
        reading_of(shown), shown.game, reverse("game_insight", args=[code]), reverse("game_replay", args=[code])
    )
    return page.answer(request, "insight/casual.html", page_context(shown))


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def of_published_log(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Render insight into a published log; redirect to its replay where the event shows no insight."""
    site = open_site(event_to_see(request, slug))
    round_, table_ = site.table(number, table)
    try:
        log, reading = published_game(site, round_, table_)
    except UnreadableLogError as error:
        raise Http404(str(error)) from None
    replay = site.address("replay", number, table)
    if not site.record.shows_insight:
        return redirect(replay)
    page = InsightPage(reading, log, site.address("insight", number, table), replay)
    frame = {**site.frame(""), "languages": other_languages(request), "name": round_name(round_), "table": table_}
    return page.answer(request, "insight/public.html", frame)


@never_cache
@desk_form
def at_the_desk(desk: Desk, number: int, table: int, log: int) -> HttpResponse:
    """Render insight into a log at the desk; Http404 before the round is closed."""
    found = log_or_404(desk.event, number, table, log)
    round_, table_ = desk.round_(number), desk.table(number, table)
    if not round_.is_closed:
        raise Http404(_("Insight into a game is shown once its round is closed."))
    try:
        reading = at_table(found.text, desk.record, round_, table_, found.confirmed).reading
    except UnreadableLogError as error:
        raise Http404(str(error)) from None
    address, replay = desk.address("desk_insight", number, table, log), desk.address("desk_log", number, table, log)
    page = InsightPage(reading, found, address, replay, goes_first=True)
    return page.answer(desk.request, "insight/desk.html", desk.context(number=number, table=table_, log=found))
