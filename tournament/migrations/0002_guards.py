"""Triggers for what a column constraint cannot say, on SQLite and PostgreSQL alike.

A seat lies in its table's round; nobody both plays and sits out a round; the cash of a closed round does not change.
"""

from django.db import migrations

SEAT_ELSEWHERE = "a seat must lie in the round of its table"
PLAYS_AND_SITS_OUT = "a player cannot both play and sit out a round"
CASH_OF_CLOSED_ROUND = "the cash of a closed round does not change"

GUARDS = {
    "guard_seat_round": (
        "tournament_seat",
        "INSERT OR UPDATE OF round_id, table_id",
        "(SELECT round_id FROM tournament_table WHERE id = NEW.table_id) <> NEW.round_id",
        SEAT_ELSEWHERE,
    ),
    "guard_seat_sit_out": (
        "tournament_seat",
        "INSERT OR UPDATE OF round_id, entry_id",
        "EXISTS (SELECT 1 FROM tournament_sitout s WHERE s.round_id = NEW.round_id AND s.entry_id = NEW.entry_id)",
        PLAYS_AND_SITS_OUT,
    ),
    "guard_sit_out_seat": (
        "tournament_sitout",
        "INSERT OR UPDATE OF round_id, entry_id",
        "EXISTS (SELECT 1 FROM tournament_seat s WHERE s.round_id = NEW.round_id AND s.entry_id = NEW.entry_id)",
        PLAYS_AND_SITS_OUT,
    ),
    "guard_closed_cash": (
        "tournament_seat",
        "UPDATE OF cash",
        "(SELECT state FROM tournament_round WHERE id = NEW.round_id) = 'closed' "
        "AND COALESCE(NEW.cash, -1) <> COALESCE(OLD.cash, -1)",
        CASH_OF_CLOSED_ROUND,
    ),
}


def _sqlite(name, table, moments, condition, message):
    for moment in moments.split(" OR "):
        kind = moment.split()[0].lower()
        yield (
            f"CREATE TRIGGER {name}_{kind} BEFORE {moment} ON {table} FOR EACH ROW WHEN {condition} "
            f"BEGIN SELECT RAISE(ABORT, '{message}'); END"
        )


def _postgresql(name, table, moments, condition, message):
    yield (
        f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        f"IF {condition} THEN RAISE EXCEPTION '{message}' USING ERRCODE = 'check_violation'; END IF; RETURN NEW; END $$"
    )
    yield f"CREATE TRIGGER {name} BEFORE {moments} ON {table} FOR EACH ROW EXECUTE FUNCTION {name}()"


SPELLINGS = {"sqlite": _sqlite, "postgresql": _postgresql}


def create_guards(apps, schema_editor):
    """Create every guard in the database's own words."""
    spell = SPELLINGS[schema_editor.connection.vendor]
    for name, (table, moments, condition, message) in GUARDS.items():
        for statement in spell(name, table, moments, condition, message):
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
    """The guards, after the tables they guard."""

    dependencies = [("tournament", "0001_tournament")]

    operations = [migrations.RunPython(create_guards, drop_guards)]
