"""The rows that an undo writes back, stored with the change that altered them, and guarded like its other figures."""

from django.db import migrations, models

from tournament.migrations._columns import AddColumn

OPEN_HERE = "EXISTS (SELECT 1 FROM tournament_forgotten f WHERE f.kind = 'open' AND f.event_id = OLD.event_id)"
MESSAGE = "what was done stays as it was written"


def create_guard(apps, schema_editor):
    """Create the guard of the column in the database's own words."""
    if schema_editor.connection.vendor != "postgresql":
        schema_editor.execute(
            "CREATE TRIGGER guard_change_rows_update BEFORE UPDATE ON tournament_change FOR EACH ROW "
            f"WHEN (NEW.rows IS NOT OLD.rows) AND NOT {OPEN_HERE} BEGIN SELECT RAISE(ABORT, '{MESSAGE}'); END"
        )
        return
    schema_editor.execute(
        "CREATE FUNCTION guard_change_rows() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        f"IF (NEW.rows IS DISTINCT FROM OLD.rows) AND NOT {OPEN_HERE} THEN "
        f"RAISE EXCEPTION '{MESSAGE}' USING ERRCODE = 'check_violation'; END IF; RETURN NEW; END $$"
    )
    schema_editor.execute(
        "CREATE TRIGGER guard_change_rows BEFORE UPDATE ON tournament_change FOR EACH ROW "
        "EXECUTE FUNCTION guard_change_rows()"
    )


class Migration(migrations.Migration):
    """A column that may be null: no table is made anew, so every guard stays."""

    dependencies = [("tournament", "0025_words_of_logs")]

    operations = [
        AddColumn("change", "rows", models.JSONField(null=True)),
        migrations.RunPython(create_guard, migrations.RunPython.noop),
    ]
