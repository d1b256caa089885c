"""What each player was worth after every turn: beside a replay as a chart with the largest swings, and below it as a list."""

from __future__ import annotations

from typing import Any

from django.utils.safestring import SafeString

from games.acquire.play.worth import Worth
from tournament.replays import GameReading, spoken_value
from tournament.replays.worth import Swing, swings_of, worth_of
from tournament.tellings.charts import worth_chart
from wording import gettext as _


def worth_beside(reading: GameReading, at: int) -> dict[str, Any]:
    """Return the context of the chart, the swings and the list for a replay at the step with index ``at``.

    Within a turn the chart marks the turn before, whose figures are the latest known.
    """
    place = reading.steps[at].turn
    turn = reading.turns[place].place
    moment = turn if at == reading.turns[place].last else max(turn - 1, 0)
    worth = worth_of(reading)
    names = [player.name for player in reading.players]
    cash = [tuple(map(int, row.cash)) for row in worth]
    return {
        # The chart escapes every name that it writes, and contains nothing else from the log.
        "chart": SafeString(worth_chart(cash, names, moment)),
        "names": names,
        "swings": [(swing.turn, _swing_words(reading, swing, names)) for swing in swings_of(worth)],
        "rows": [
            (_moment(reading, row, len(worth) - 1), [spoken_value(int(amount)) for amount in row.cash]) for row in worth
        ],
    }


def _swing_words(reading: GameReading, swing: Swing, names: list[str]) -> str:
    """Return a swing as a sentence that begins with its turn."""
    return _(
        "Turn {turn}: {winner} gained {amount} on {loser}.",
        turn=reading.turns[swing.turn].title,
        winner=names[swing.winner],
        amount=spoken_value(swing.amount),
        loser=names[swing.loser],
    )


def _moment(reading: GameReading, row: Worth, last: int) -> str:
    """Return the name of a moment: "Start", the title of the turn that it follows, or "End" after the ``last`` turn."""
    place = row.turn - 1
    if place == last:
        return _("End")
    return reading.turns[place].title if place else _("Start")
