"""Charts as SVG: rank over rounds, worth by turn; the same figures stand beside each.

Charts are drawn in ``currentColor`` with classes that a page may colour (`static/tournament/app.css`). Lines and dots can be told apart
without colour, and each chart has a title and a description in words for anyone who does not see it.
"""

from tournament.tellings.charts.ranks import player_chart
from tournament.tellings.charts.worth import worth_chart

__all__ = ["player_chart", "worth_chart"]
