"""How every figure is told: to pages, paper and files alike."""

from tournament.tellings.csv import medal_form_csv, results_csv, standings_csv

__all__ = ["medal_form_csv", "results_csv", "standings_csv"]
