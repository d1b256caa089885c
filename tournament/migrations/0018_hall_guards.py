"""Triggers for tables that move in the hall, on SQLite and PostgreSQL alike.

A table of a closed round keeps its number and stays; nobody sits down at, or leaves, a table whose official result has an amount.
"""

from importlib import import_module

from django.db import migrations

house = import_module("tournament.migrations.0008_house_guards")

KEEPS = "a table of a closed round keeps its number"
STAYS = "a table of a closed round stays"
REPORTED = "nobody moves to or from a table with a result"


def _reported(table):
    return (
        "EXISTS (SELECT 1 FROM tournament_table t JOIN tournament_reportedseat f ON f.report_id = t.official_id "
        f"WHERE t.id = {table} AND f.cash IS NOT NULL)"
    )


GUARDS = {
    "guard_table_number": (
        "tournament_table",
        "UPDATE OF number",
        f"{house.ROUND.format('NEW.round_id')} AND NEW.number <> OLD.number",
        KEEPS,
    ),
    "guard_table_kept": ("tournament_table", "DELETE", house.ROUND.format("OLD.round_id"), STAYS),
    "guard_seat_moved": (
        "tournament_seat",
        "UPDATE OF table_id",
        f"NEW.table_id <> OLD.table_id AND ({_reported('NEW.table_id')} OR {_reported('OLD.table_id')})",
        REPORTED,
    ),
    "guard_seat_added": ("tournament_seat", "INSERT", _reported("NEW.table_id"), REPORTED),
}


def create_guards(apps, schema_editor):
    """Create every guard in the database's own words."""
    spell = house.SPELLINGS[schema_editor.connection.vendor]
    for name, guard in GUARDS.items():
        for statement in spell(name, *guard):
            schema_editor.execute(statement)


def drop_guards(apps, schema_editor):
    """Drop every guard."""
    for name, (table, moments, _, _) in GUARDS.items():
        if schema_editor.connection.vendor == "sqlite":
            for moment in moments.split(" OR "):
                schema_editor.execute(f"DROP TRIGGER {name}_{moment.split()[0].lower()}")
        else:
            schema_editor.execute(f"DROP TRIGGER {name} ON {table}")
            schema_editor.execute(f"DROP FUNCTION {name}()")


class Migration(migrations.Migration):
    """The guards of tables, after those of the second house."""

    dependencies = [("tournament", "0017_roles_and_codes")]

    operations = [migrations.RunPython(create_guards, drop_guards)]
