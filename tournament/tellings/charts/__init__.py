"""Figures of a day as pictures: rank over rounds, cash by table, who met whom, worth by turn; each beside a list of the same figures.

A picture is SVG in ``currentColor`` with classes that a page may colour (`static/tournament/app.css`); every line and dot is told apart
without colour, and a title and a description in words stand for it where it is not seen.
"""

from tournament.tellings.charts.cash import cash_chart
from tournament.tellings.charts.heat import meetings_chart
from tournament.tellings.charts.ranks import player_chart, ranks_chart, ranks_listing
from tournament.tellings.charts.worth import worth_chart

__all__ = ["cash_chart", "meetings_chart", "player_chart", "ranks_chart", "ranks_listing", "worth_chart"]
