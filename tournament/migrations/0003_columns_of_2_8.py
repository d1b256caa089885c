"""What 2.8 added: shared places, whole texts, how paper is printed and names are shown, browsers of phones, where games were opened.

The total on which tied players were equal, and places that several share; room for texts that used to be cut; the most that everybody reads
of a name (events of before keep what they did); the browser in which a phone was let in (phones of before have none, and each counts as
one of its own); from where a casual game was opened, as a mark that stands for an address.
"""

from django.db import migrations, models

from tournament.migrations import REPLACED

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
    """Let PostgreSQL keep longer texts in the same columns.

    SQLite never counted the letters of a column, and to make a table anew would lose its guards.
    """
    if schema_editor.connection.vendor != "postgresql":
        return
    for model, column, field in WIDER:
        kind = f"varchar({field.max_length})" if field.max_length else "text"
        schema_editor.execute(f"ALTER TABLE tournament_{model} ALTER COLUMN {column} TYPE {kind}")


class Migration(migrations.Migration):
    """Columns with a default or without a value, and wider ones: no table is made anew, so every guard stays."""

    replaces = [("tournament", name) for name in REPLACED["0003_columns_of_2_8"]]
    dependencies = [("tournament", "0002_guards_of_2_7_2")]

    operations = [
        migrations.AddField("medaltie", "total", models.IntegerField(blank=True, null=True)),
        migrations.AddField("medaltie", "is_told", models.BooleanField(blank=True, null=True)),
        migrations.AddField("tiedentry", "place", models.PositiveSmallIntegerField(blank=True, null=True)),
        migrations.AlterField(
            "event",
            "cut_tie_break",
            models.CharField(
                choices=[
                    ("total-only", "total only"),
                    ("most-wins", "most wins"),
                    ("head-to-head", "head to head"),
                    ("olympiad", "olympiad"),
                ],
                default="total-only",
                max_length=20,
            ),
        ),
        migrations.SeparateDatabaseAndState(
            [migrations.RunPython(widen, migrations.RunPython.noop)],
            [migrations.AlterField(model, column, field) for model, column, field in WIDER],
        ),
        migrations.AddField(
            "event",
            "sides",
            models.CharField(choices=[("1", "1"), ("2", "2")], db_default="2", default="2", max_length=1),
        ),
        migrations.AddField(
            "event",
            "names_shown",
            models.CharField(
                choices=[("full", "full"), ("initial", "initial"), ("number", "number")],
                db_default="full",
                default="full",
                max_length=10,
            ),
        ),
        migrations.AddField(
            "device", "browser", models.CharField(blank=True, db_default="", default="", max_length=64)
        ),
        migrations.AddField("game", "opened_from", models.CharField(max_length=16, null=True)),
    ]
