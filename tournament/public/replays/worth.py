"""The worth of each player turn by turn, beside a replay: as a chart and as a table of the same figures."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.utils.safestring import SafeString

from tournament.replays import GameReading, spoken_value
from tournament.replays.insight import insight_of
from tournament.tellings.charts import worth_chart


def insight_beside(reading: GameReading, at: int, address: str) -> dict[str, Any]:
    """The context of the insight beside a replay's step: the chart, and the address of the page of its turn."""
    place = reading.steps[at].turn
    turn = reading.turns[place].place
    moment = turn if at == reading.turns[place].last else max(turn - 1, 0)
    return {
        "chart": worth_picture(reading, moment),
        "address": f"{address}?{urlencode({'turn': max(turn, 1)})}",
        "turn": turn,
    }


def worth_picture(reading: GameReading, turn: int | None) -> SafeString:
    """The worth by turn as a chart with the current turn marked, as long as the game; empty where there are no figures."""
    cash = [tuple(map(int, row.cash)) for row in insight_of(reading).worth]
    # The picture escapes every name it writes; nothing else of the log stands in it.
    return SafeString(worth_chart(cash, [player.name for player in reading.players], turn))


def worth_rows(reading: GameReading) -> list[tuple[str, list[str]]]:
    """The same figures as table rows: what a row is about, and everybody's dollars in words."""
    rows = insight_of(reading).worth
    last = len(rows) - 1
    return [
        (_moment(reading, place, last), [spoken_value(int(amount)) for amount in row.cash])
        for place, row in enumerate(rows)
    ]


def _moment(reading: GameReading, place: int, last: int) -> str:
    return "End" if place == last else reading.turns[place].title if place else "Start"
