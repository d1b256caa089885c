"""The migrations of the tournament's tables, and which migrations of earlier versions each of them stands for.

Top Table 2.5 to 2.7.2 have the tables of the first two, 2.8 and 3.0 those of all three. A database in which only a part of what one of them
replaces was done is of a version before these, and is refused (`why_too_old`): Django could only say that a migration is missing.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from io import StringIO
from typing import Any

from django.core.management import call_command

REPLACED: Mapping[str, tuple[str, ...]] = {
    "0001_tables_of_2_7_2": (
        "0001_tournament",
        "0003_movement_chart",
        "0004_cut_tie_break",
        "0005_house",
        "0006_move_in",
        "0007_clear_out",
        "0009_scribes_board",
        "0010_let_in",
        "0011_shown_events",
        "0012_given_and_family_names",
        "0013_devices",
        "0014_privacy",
        "0015_result_check",
        "0016_undone_changes",
        "0017_roles_and_codes",
        "0019_printed_and_planned",
        "0020_players_report",
        "0021_calls_and_clocks",
        "0022_player_requests",
        "0023_kept_names",
        "0024_games_on_devices",
        "0025_games_at_tables",
        "0027_events_on_devices",
        "0028_host_of_a_game",
        "0030_acts_follow_their_game",
        "0031_programs_at_seats",
        "0032_series",
        "0033_insight",
    ),
    "0002_guards_of_2_7_2": (
        "0002_guards",
        "0008_house_guards",
        "0018_hall_guards",
        "0026_games_tell",
    ),
    "0003_columns_of_2_8": (
        "0034_ties_by_their_total",
        "0035_whole_texts",
        "0036_paper_and_names",
        "0037_browsers",
        "0038_opened_from",
    ),
}
"""The names of earlier versions' migrations, by the migration that stands for them."""

APPLIED = "SELECT name FROM django_migrations WHERE app = 'tournament'"
TOO_OLD = (
    "This database is of an earlier version of Top Table, and nothing in it was changed. "
    "Start Top Table 3.0 with it once, which converts it; this version goes on from there."
)


def why_too_old(applied: Collection[str]) -> str:
    """Return why a database with these migrations of the tournament cannot be migrated by this version; empty if it can.

    An empty database and one of 2.5 or later can.
    """
    done = set(applied)
    for new, names in REPLACED.items():
        part = done.intersection(names)
        if new not in done and part and part != set(names):
            return TOO_OLD
    return ""


def applied_in(connection: Any) -> set[str]:
    """Return the names of the tournament's migrations that were applied to a database, one of Django's connections; none for an empty one."""
    with connection.cursor() as cursor:
        if "django_migrations" not in connection.introspection.table_names(cursor):
            return set()
        cursor.execute(APPLIED)
        return {name for (name,) in cursor.fetchall()}


def applied_and_pending() -> tuple[bool, bool]:
    """Return whether any migration of the installation is applied to its database, and whether any is pending."""
    told = StringIO()
    call_command("showmigrations", format="plan", skip_checks=True, no_color=True, stdout=told)
    lines = told.getvalue().splitlines()
    return any(line.startswith("[X]") for line in lines), any(line.startswith("[ ]") for line in lines)
