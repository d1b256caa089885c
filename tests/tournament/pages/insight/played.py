"""Games that were played, for tests of insight: logs with all hands, whole or cut short, at a table of an event."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from random import Random

from games.acquire.actions import ActKind
from games.acquire.logs.writer import write_text
from games.acquire.play.devices.session import log_of
from games.acquire.record import GameRecord, Player
from tests.build import make_event, play_round, publish
from tests.games.acquire.play.devices.tables import disturbed, terms
from tournament.models import Event, GameLog, Table

NAMES = ("Ann Demo", "Ben Demo", "Cai Demo", "Dot Demo")


@lru_cache(maxsize=4)
def a_game(edition: str = "mso", seed: int = 7) -> GameRecord:
    """The log of a whole game of four, played at random, with what an arbiter did in it."""
    *_, last = disturbed(terms(edition, len(NAMES)), Random(seed))
    return log_of(last)


def a_log(turns: int | None = None, *, names: tuple[str, ...] = NAMES, with_hands: bool = True) -> str:
    """The text of a log of so many turns, or of the whole game."""
    record = a_game()
    header = record.header
    players = tuple(Player(f"P{place}", name) for place, name in enumerate(names[: len(header.players)], 1))
    events, seen = [], 0
    for event in record.events:
        seen += event.act is ActKind.TURN
        if turns is not None and seen > turns:
            break
        if with_hands or event.act not in (ActKind.HAND, ActKind.DRAW):
            events.append(event)
    return write_text(replace(record, header=replace(header, players=players), events=events, stamps=()))


def an_event(text: str, *, closed: bool = True, shows: bool = True, public: bool = True) -> Event:
    """An event whose first table has that log; the round is closed, everybody reads insight, the log is published, unless told."""
    event = make_event(names=list(NAMES), name="Insight Cup 2026", shows_insight=shows)
    if closed:
        play_round(event, 1)
    else:
        publish(event, 1)
    table = Table.objects.get(round__event=event, round__number=1, number=1)
    GameLog.objects.create(table=table, text=text, is_public=public)
    return event
