"""How much each player owned after every turn, shown beside a replay as a chart and as a table."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.utils.safestring import SafeString

from tournament.replays import GameReading, spoken_value
from tournament.replays.insight import insight_of
from tournament.tellings.charts import worth_chart
from wording import gettext as _


def insight_beside(reading: GameReading, at: int, address: str) -> dict[str, Any]:
    """Return the context of the chart beside the step with index ``at``, with the link to the insight page of its turn.

    ``address`` is that of the insight page. Within a turn the chart marks the turn before, whose figures are the latest known.
    """
    place = reading.steps[at].turn
    turn = reading.turns[place].place
    moment = turn if at == reading.turns[place].last else max(turn - 1, 0)
    return {
        "chart": worth_picture(reading, moment),
        "address": f"{address}?{urlencode({'turn': max(turn, 1)})}",
        "turn": turn,
    }


def worth_picture(reading: GameReading, turn: int | None) -> SafeString:
    """Return what each player owned after every turn as a chart, with one turn marked (None for none); empty without figures."""
    cash = [tuple(map(int, row.cash)) for row in insight_of(reading).worth]
    # The chart escapes every name that it writes, and contains nothing else from the log.
    return SafeString(worth_chart(cash, [player.name for player in reading.players], turn))


def worth_rows(reading: GameReading) -> list[tuple[str, list[str]]]:
    """Return what each player owned after every turn as rows of a table: the name of the turn, and each player's dollars in words."""
    rows = insight_of(reading).worth
    last = len(rows) - 1
    return [
        (_moment(reading, place, last), [spoken_value(int(amount)) for amount in row.cash])
        for place, row in enumerate(rows)
    ]


def _moment(reading: GameReading, place: int, last: int) -> str:
    """Return the name of a row: "Start", the title of a turn, or "End" for the ``last`` row."""
    if place == last:
        return _("End")
    return reading.turns[place].title if place else _("Start")
