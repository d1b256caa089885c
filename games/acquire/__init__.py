"""Acquire: editions, rules, logs in two spellings and the replay that settles disputes.

A program that uses it as a library imports everything from here (docs/developing/library.md): a `Position` to play on, a log by
`read_log`, its `replay`. The modules below are what these are made of.
"""

from games.acquire.actions import Action, ActKind, Card
from games.acquire.editions import Edition
from games.acquire.editions.values import EDITIONS, edition_named
from games.acquire.errors import AcquireError, IllegalActionError, LogError, NotOverError, PositionError
from games.acquire.logs.json import write_json
from games.acquire.logs.reading import read_log, read_people
from games.acquire.logs.writer import write_text
from games.acquire.play.chance import CHANCE
from games.acquire.position import Position
from games.acquire.record import GameRecord, Header, Player
from games.acquire.replay.judging.judge import replay
from games.acquire.replay.steps import walk_through

__all__ = [
    "CHANCE",
    "EDITIONS",
    "AcquireError",
    "ActKind",
    "Action",
    "Card",
    "Edition",
    "GameRecord",
    "Header",
    "IllegalActionError",
    "LogError",
    "NotOverError",
    "Player",
    "Position",
    "PositionError",
    "edition_named",
    "read_log",
    "read_people",
    "replay",
    "walk_through",
    "write_json",
    "write_text",
]
