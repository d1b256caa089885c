"""Whole turns in one message, and the limits of the power-up cards as a program meets them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from games.acquire.play.devices.session import Session, log_of
from games.acquire.replay.judging.judge import replay
from games.series.bots import BotAnswer, SeriesBot, SeriesSeat
from games.series.running import play_game
from games.series.table import Conduct
from tests.games.series.rooms import Kept, Steady, short_terms

Script = Callable[[Mapping[str, Any]], list[dict[str, Any]]]


@dataclass
class Scripted(Steady):
    """A program that answers by a script; after a refusal it does what is legal."""

    script: Script = lambda view: []
    refusals: list[str] = field(default_factory=list)
    is_program: bool = True
    is_refused: bool = False

    def ask(self, view: Mapping[str, Any]) -> None:
        self.view, self.is_refused = view, False

    def tell(self, message: Mapping[str, Any]) -> None:
        if message["t"] == "no":
            self.refusals.append(message["code"])
            self.is_refused = True

    def answer(self) -> BotAnswer:
        acts = [] if self.is_refused else self.script(self.view)
        return json.dumps({"t": "act", "id": "s", "acts": acts or self.view["ask"]["legal"][:1]}).encode()


def play(script: Script, edition: str = "codewar") -> tuple[Scripted, Conduct, Session]:
    """A short game by a script at the first seat."""
    scripted = Scripted(script=script)
    bots: list[SeriesBot] = [scripted, Steady()]
    conducts = [Conduct(), Conduct()]
    seats = tuple(
        SeriesSeat(place, bot, conduct, {"seat": f"P{place + 1}"})
        for place, (bot, conduct) in enumerate(zip(bots, conducts, strict=True))
    )
    session = play_game(short_terms(edition, 2), seats, seed="turns", trace=Kept())
    assert session.is_over
    assert not replay(log_of(session)).findings
    return scripted, conducts[0], session


def card(name: str) -> dict[str, Any]:
    return {"act": "card", "card": name}


def tiles(view: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [act for act in view["ask"]["legal"] if act["act"] == "play"]


def test_of_a_whole_turn_what_comes_after_an_act_that_was_done_is_not_counted() -> None:
    def script(view: Mapping[str, Any]) -> list[dict[str, Any]]:
        return [*tiles(view)[:1], {"act": "found", "chain": "Amazon"}] if view["ask"]["phase"] == "play" else []

    scripted, conduct, _ = play(script)
    assert "not-now" in scripted.refusals
    assert (conduct.refused, conduct.timeouts, conduct.faults) == (0, 0, [])


def test_a_whole_turn_whose_first_act_is_refused_counts_once() -> None:
    def script(view: Mapping[str, Any]) -> list[dict[str, Any]]:
        return [card("BUY_5_STOCK"), *tiles(view)[:1]] if view["ask"]["phase"] == "play" else []

    scripted, conduct, _ = play(script)
    assert set(scripted.refusals) == {"not-now"}
    assert (conduct.refused, conduct.timeouts) == (len(scripted.refusals), 0)


def test_a_card_is_played_once_and_of_those_before_the_tile_one_a_turn() -> None:
    def script(view: Mapping[str, Any]) -> list[dict[str, Any]]:
        cards = view["ask"].get("cards") or []
        if "DRAW_5_TILES" in cards:
            return [card("DRAW_5_TILES"), card("PLACE_4_TILES")]
        return [card("DRAW_5_TILES")] if view["ask"]["phase"] == "play" else []

    scripted, conduct, _ = play(script)
    assert scripted.refusals[0] == "card-unexpected"
    assert set(scripted.refusals[1:]) == {"card-used"}
    assert conduct.refused == len(scripted.refusals) - 1
    (mine,) = [player for player in scripted.view["players"] if player["id"] == scripted.view["you"]]
    assert "DRAW_5_TILES" not in mine["cards"]
    assert "PLACE_4_TILES" in mine["cards"]


def test_four_tiles_are_laid_by_the_card_and_no_fifth() -> None:
    def script(view: Mapping[str, Any]) -> list[dict[str, Any]]:
        lone = [{"act": "play", "tile": held["tile"]} for held in view["hand"] if held["does"] == "lone"]
        if "PLACE_4_TILES" in (view["ask"].get("cards") or []) and view["ask"]["phase"] == "play":
            return [card("PLACE_4_TILES"), *lone[:5]]
        return []

    scripted, conduct, session = play(script)
    assert scripted.refusals[0] == "not-now"
    assert conduct.refused == 0
    news = [deed.what for deed in session.deeds]
    words = [getattr(what, "act", None).word for what in news if getattr(what, "player", None) == 0]  # type: ignore[union-attr]
    first = words.index("card")
    assert words[first + 1 : first + 6] == ["play"] * 4 + ["buy"]


def test_with_the_purchase_one_card_a_turn_is_played_and_five_shares_are_the_most() -> None:
    def script(view: Mapping[str, Any]) -> list[dict[str, Any]]:
        ask = view["ask"]
        if ask["phase"] not in ("buy", "card"):
            return []
        rich = [chain for chain, held in view["bank"].items() if held > 5 and chain in view["prices"]]
        cards = ask.get("cards") or []
        if rich and "FREE_3_STOCK" in cards:
            return [card("FREE_3_STOCK"), card("BUY_5_STOCK"), {"act": "buy", "shares": {rich[0]: 3}}]
        if rich and "BUY_5_STOCK" in cards:
            return [card("BUY_5_STOCK"), {"act": "buy", "shares": {rich[0]: 6}}]
        return []

    scripted, conduct, _ = play(script)
    assert scripted.refusals[:2] == ["card-unexpected", "buy-too-many"]
    assert conduct.timeouts == 0
