"""The context of a series' page: what goes on, the shown game with its score sheet, the table, earlier games."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property
from typing import Any

from django.urls import reverse
from django.utils import timezone

from games.acquire.editions import EDITIONS
from games.acquire.play.devices import arbiter_view, pending_question
from games.series.running import BotKind, parse_bot
from tournament.play.games.pages.page_context import page_context
from tournament.play.games.pages.shown_game import ShownGame, shown_game_of
from tournament.play.games.words import dollars, question_words
from tournament.play.programs.models import Series, SeriesGame
from tournament.play.programs.pages.sheet import places_of, score_sheet
from tournament.play.programs.series.rows import FASTEST, SLOWEST
from tournament.record.gaming import GameState, SeriesState
from wording import gettext as _
from wording import ngettext
from wording.figures import decimals, listed, signs
from wording.languages import language

SHOWN_GAMES = 30
SILENT_AFTER = 30
"""Seconds without a write after which a command counts as silent; the limit of a decision is added."""
TO_START, TO_COMPILE = 10, 300
"""Seconds also added: for the first answer of a game, or before the first game for compiling our players on a slow machine."""
_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True)
class SeriesPage:
    """A series, its newest game, the shown game (each None if there is none), and whether the browser controls the series.

    It has no slots, because it caches properties.
    """

    row: Series
    newest: SeriesGame | None
    shown: SeriesGame | None
    controls: bool

    @cached_property
    def state(self) -> SeriesState:
        """How far the series is."""
        return SeriesState(self.row.state)

    @cached_property
    def names(self) -> list[str]:
        """The names of the bots, in the order of the command line."""
        return [bot["name"] for bot in self.row.words["bots"]]

    @cached_property
    def initials(self) -> list[str]:
        """The initials of the bots, in the order of the command line."""
        return initials_of(self.names)

    @cached_property
    def shown_game(self) -> ShownGame | None:
        """The shown game, as everybody may see it."""
        return shown_game_of(self.shown.game) if self.shown is not None else None

    @cached_property
    def is_silent(self) -> bool:
        """Whether the command that plays the series has written nothing for longer than it should."""
        patience = SILENT_AFTER + self.row.words["seconds"] + (TO_START if self.newest is not None else TO_COMPILE)
        return not self.state.has_ended and timezone.now() - self.row.heard_at > timedelta(seconds=patience)

    @cached_property
    def is_current(self) -> bool:
        """Whether the shown game is the newest one and the series has not ended."""
        return self.shown is not None and self.shown == self.newest and not self.state.has_ended

    @property
    def stamp(self) -> str:
        """A text that differs whenever the page would show something new."""
        row = self.row
        marks: list[object] = [row.state, row.steps, row.steps_done, row.speed, len(row.waits_for), int(self.is_silent)]
        marks += [int(row.is_wished_on), int(row.is_wished_locked), int(row.is_wished_over), int(row.are_hands_wished)]
        marks += [self.newest.number if self.newest else 0, self.shown.number if self.shown else 0]
        marks += [
            self.shown_game.stamp if self.shown_game else 0,
            sum(each["timeouts"] + each["refused"] for each in row.table),
        ]
        return "-".join(map(str, marks))

    def saying(self) -> str:
        """One or two sentences about what goes on."""
        games, number = self.row.words["games"], self.newest.number if self.newest else 1
        if self.is_silent:
            return _("The command that plays this series does not report. It may have ended.")
        if self.state in (SeriesState.OPEN, SeriesState.LOCKED):
            return self._opening_words()
        if self.state is SeriesState.STOPPED:
            done = sum(each["games"] for each in self.row.table) // max(1, len(self.row.table))
            return ngettext(
                "The series was stopped. {done} of {n} game counts.",
                "The series was stopped. {done} of {n} games count.",
                games,
                done=done,
            )
        if self.state is SeriesState.OVER:
            leaders = self._leaders()
            return ngettext(
                "The series is over. {bots} has the highest total.",
                "The series is over. {bots} have the highest total.",
                len(leaders),
                bots=listed(leaders),
            )
        shown_game = self.shown_game
        ask = pending_question(shown_game.session) if shown_game is not None and self.is_current else None
        where = (
            _("Paused in game {number} of {games}.", number=number, games=games)
            if self.state is SeriesState.PAUSED
            else _("Game {number} of {games}.", number=number, games=games)
        )
        return f"{where} {question_words(ask.phase.value, self.names[self._bot_at(ask.seat)])}" if ask else where

    def _opening_words(self) -> str:
        """A sentence about what the series waits for before its first game."""
        if self.state is SeriesState.OPEN:
            bots = listed(self.row.waits_for)
            return _("The series is waiting for {bots}.", bots=bots) if bots else _("The series begins.")
        if self.row.is_wished_on:
            return _("Everybody is here.")
        return _("Everybody is here. The series is waiting for Play.")

    def frame(self) -> dict[str, Any]:
        """The context of the page."""
        row, edition = self.row, EDITIONS[self.row.words["edition"]]
        board = page_context(self.shown_game) if self.shown_game is not None else {}
        return {
            **board,
            # A look into the hands is one act for each player, and no move.
            "news": [line for line in board.get("news", ()) if line.act != "peek"],
            **self._game_context(),
            "event": {"name": _("Series {code}", code=row.code), "slug": "", "date": None},
            "event_url": reverse("series", args=[row.code]),
            "menu": [],
            "series": row,
            "code": row.code,
            "edition": _(edition.title),
            "place": None,
            "live": "",
            "stamp": self.stamp,
            "saying": self.saying(),
            "controls": self.controls and not self.state.has_ended,
            "is_playing": row.is_wished_on,
            "is_open": self.state is SeriesState.OPEN and bool(row.waits_for),
            "next_step": row.steps + 1,
            "slowest": SLOWEST,
            "fastest": FASTEST,
            "table": self._table(),
            "games": self._games(),
            "columns": [(name, place, self.initials[place]) for place, name in enumerate(self.names)],
            "shown": self.shown,
            "is_newest": self.shown == self.newest,
            "has_ended": self.state.has_ended,
        }

    def _game_context(self) -> dict[str, Any]:
        """The part of the context that describes the shown game: its score sheet and who has to act."""
        if self.shown_game is None or self.shown is None or self.shown_game.game.state == GameState.LOBBY.value:
            return {"has_board": False, "asked_place": None}
        session, over = self.shown_game.session, self.shown_game.session.is_over
        bots = self.shown.bots
        hands: Mapping[str, Sequence[str]] = {}
        if self.controls and self.row.has_open_hands:
            hands = arbiter_view(session, at=session.at)["hands"]
        return {
            "has_board": True,
            "over": over,
            "sheet": score_sheet(
                self.shown_game.view,
                session.terms.names,
                places_of(session.state),
                [(bot, self.names[bot], self.initials[bot]) for bot in bots],
                hands,
            ),
            "hands_lie_open": bool(hands),
            "asked_place": self.shown_game.asked_place,
        }

    def _bot_at(self, seat: int) -> int:
        """The place in the command line of the bot that sits at a seat of the shown game; both count from 0."""
        bot: int = self.shown.bots[seat] if self.shown is not None else seat
        return bot

    def _leaders(self) -> list[str]:
        """The names of the bots with the highest total."""
        most = max((each["total"] for each in self.row.table), default=0)
        return [name for name, each in zip(self.names, self.row.table, strict=False) if each["total"] == most]

    def _table(self) -> list[dict[str, Any]]:
        """The rows of the table, the highest total first."""
        rows = []
        for place, (bot, each) in enumerate(zip(self.row.words["bots"], self.row.table, strict=False)):
            low, high = each["interval"]
            rows.append(
                {
                    **each,
                    "bot": place,
                    "name": bot["name"],
                    "initials": self.initials[place],
                    "kind": kind_of(bot["bot"], is_filled=each.get("filled", False)),
                    "total": dollars(round(each["total"])),
                    "sorted": each["total"],
                    "wins": _plain(each["wins"]),
                    "share": _percent(each["share"]) if each["games"] else "",
                    "interval": _("{low} to {high}", low=_percent(low), high=_percent(high))
                    if each["games"] > 1
                    else "",
                }
            )
        return sorted(rows, key=lambda each: -each["sorted"])

    def _games(self) -> list[dict[str, Any]]:
        """The newest games: number, bag, who began, and once it is over the cash of each bot, in the order of the command line."""
        games = []
        for each in SeriesGame.objects.select_related("game").filter(series=self.row).order_by("-number")[:SHOWN_GAMES]:
            cash = dict(zip(each.bots, each.cash or [], strict=False))
            most = max(cash.values(), default=0)
            games.append(
                {
                    "number": each.number,
                    "bag": each.bag,
                    "code": each.game.code,
                    "is_over": each.cash is not None,
                    "is_shown": each == self.shown,
                    "first": self.names[each.bots[0]],
                    "cash": [
                        (dollars(round(cash[bot])), cash[bot] == most, name) if bot in cash else ("", False, name)
                        for bot, name in enumerate(self.names)
                    ],
                }
            )
        return games


def initials_of(names: Sequence[str]) -> list[str]:
    """Return a short label for each name, no two alike: "house 2" becomes H2, "search:60i" S6, and beside it "seed002:60" SE."""
    initials: list[str] = []
    for place, name in enumerate(names, start=1):
        signs = "".join(_WORD.findall(name)).upper()
        first = "".join([part[0] for part in _WORD.findall(name)[:2]]).upper()
        others = [signs[0] + other for other in signs[1:]] if signs else []
        initials.append(next(each for each in (first, *others, f"#{place}") if each and each not in initials))
    return initials


def kind_of(bot: str, *, is_filled: bool) -> str:
    """Return what kind of bot this is, in words; empty for one of our own players. ``is_filled``: our player fills an empty seat."""
    kind = parse_bot(bot)[0]
    if kind is BotKind.REMOTE:
        return _("did not turn up; the house plays instead") if is_filled else _("plays from elsewhere")
    if kind is BotKind.PROGRAM:
        return _("program")
    return _("fills a seat") if is_filled else ""


def _plain(value: float) -> str:
    """A number with at most two decimals, without zeros at its end."""
    sign, _thousands = signs(language())
    return decimals(round(value * 100), 2).rstrip("0").removesuffix(sign)


def _percent(part: float) -> str:
    """A part of a whole as a percentage with one decimal."""
    return _("{figure}%", figure=decimals(round(part * 1000), 1))
