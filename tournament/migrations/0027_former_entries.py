"""The one place of former names: what an entry was before a change of the log, by its number.

A row may be altered only while somebody is forgotten, and only in its words (`0013_forgotten`).
"""

import django.db.models.deletion
from django.db import migrations, models

REFUSED = (
    "(NEW.event_id <> OLD.event_id) OR (NEW.number <> OLD.number) OR (NEW.version <> OLD.version) OR (NEW.ends <> OLD.ends) OR "
    "(NEW.is_after <> OLD.is_after) OR (((NEW.named <> OLD.named) OR (NEW.private <> OLD.private)) AND NOT "
    "EXISTS (SELECT 1 FROM tournament_forgotten f WHERE f.kind = 'open' AND f.event_id = OLD.event_id))"
)
MESSAGE = "what was done stays as it was written"


def create_guard(apps, schema_editor):
    """Create the guard of former entries in the database's own words."""
    if schema_editor.connection.vendor != "postgresql":
        schema_editor.execute(
            "CREATE TRIGGER guard_former_entry_update BEFORE UPDATE ON tournament_formerentry FOR EACH ROW "
            f"WHEN {REFUSED} BEGIN SELECT RAISE(ABORT, '{MESSAGE}'); END"
        )
        return
    schema_editor.execute(
        f"CREATE FUNCTION guard_former_entry() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF {REFUSED} THEN "
        f"RAISE EXCEPTION '{MESSAGE}' USING ERRCODE = 'check_violation'; END IF; RETURN NEW; END $$"
    )
    schema_editor.execute(
        "CREATE TRIGGER guard_former_entry BEFORE UPDATE ON tournament_formerentry FOR EACH ROW "
        "EXECUTE FUNCTION guard_former_entry()"
    )


class Migration(migrations.Migration):
    """A table of its own, then its guard: no other table is made anew."""

    dependencies = [("tournament", "0026_rows_of_changes")]

    operations = [
        migrations.CreateModel(
            name="FormerEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("version", models.PositiveIntegerField()),
                ("named", models.JSONField(default=dict)),
                ("private", models.JSONField(default=dict)),
                ("ends", models.BooleanField(default=False)),
                ("is_after", models.BooleanField(default=False)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="former_entries",
                        to="tournament.event",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "indexes": [models.Index(fields=["event", "number"], name="former_entries_by_number")],
            },
        ),
        migrations.RunPython(create_guard, migrations.RunPython.noop),
    ]
