"""Room for texts that used to be cut: rulings with their causes, reasons of sit-outs and ties, calls, long names on boards.

SQLite never counted the letters of a column, and to make a table anew would lose its guards, so only PostgreSQL is asked.
"""

from django.db import migrations, models

WIDER = (
    ("change", "reason", models.TextField(blank=True)),
    ("tablereport", "why", models.TextField(blank=True)),
    ("tablereport", "ended_by", models.CharField(blank=True, max_length=200)),
    ("sitout", "reason", models.TextField(blank=True)),
    ("medaltie", "reason", models.TextField()),
    ("call", "words", models.TextField(blank=True)),
    ("gameseat", "name", models.CharField(max_length=140)),
)


def widen(apps, schema_editor):
    """Let PostgreSQL keep longer texts in the same columns."""
    if schema_editor.connection.vendor != "postgresql":
        return
    for model, column, field in WIDER:
        kind = f"varchar({field.max_length})" if field.max_length else "text"
        schema_editor.execute(f"ALTER TABLE tournament_{model} ALTER COLUMN {column} TYPE {kind}")


class Migration(migrations.Migration):
    """Wider columns; no row changes."""

    dependencies = [("tournament", "0034_ties_by_their_total")]

    operations = [
        migrations.SeparateDatabaseAndState(
            [migrations.RunPython(widen, migrations.RunPython.noop)],
            [migrations.AlterField(model, column, field) for model, column, field in WIDER],
        )
    ]
