"""How every figure is told: each list once, as values that pages, paper and files print.

`listing` is what a telling gives; `standings`, `results`, `medals`, `draw`, `chart` and `meetings` tell; `marks`, `figures`, `people` and
`cuts` say how a score, a figure, a player and a line of the final are written; `prices` and `table_rules` are what floor page and
cards share; `csv` prints files.
"""

from tournament.tellings.csv import medal_form_csv, results_csv, standings_csv

__all__ = ["medal_form_csv", "results_csv", "standings_csv"]
