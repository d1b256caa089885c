"""The context of a series' page: what goes on, the game that is played with its holdings, the table, the games before."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any
from zlib import crc32

from django.urls import reverse
from django.utils import timezone

from games.acquire.editions import EDITIONS
from games.acquire.play.devices import arbiter_view
from tournament.play.games.pages.page_context import page_context
from tournament.play.games.pages.shown_game import ShownGame, shown_game_of
from tournament.play.games.words import dollars
from tournament.play.programs.models import Series, SeriesGame
from tournament.play.programs.series.rows import FASTEST, SLOWEST
from tournament.record.gaming import GameState, SeriesState
from wording import gettext as _
from wording import ngettext
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
        "saying": _saying(row, state, names, games[0].number if games else 1, board.get("saying", "")),
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


def _saying(row: Series, state: SeriesState, names: Sequence[str], number: int, now: str) -> str:
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
