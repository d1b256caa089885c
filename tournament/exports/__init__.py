"""An event as text: CSV sheets for a spreadsheet, and the JSON archive that restores it whole."""

from tournament.exports.archive import ARCHIVE_FORMAT, ArchiveError, archive, read_archive
from tournament.exports.sheets import medal_form_csv, results_csv, standings_csv

__all__ = [
    "ARCHIVE_FORMAT",
    "ArchiveError",
    "archive",
    "medal_form_csv",
    "read_archive",
    "results_csv",
    "standings_csv",
]
