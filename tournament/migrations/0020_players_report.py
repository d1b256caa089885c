"""Reports by phone: whether players of an event report, from which phone a report came, and who said yes or no to it.

In events that were there before, players do not report.
"""

from importlib import import_module

import django.db.models.deletion
from django.db import migrations, models

house = import_module("tournament.migrations.0008_house_guards")

GUARDS = {
    "guard_answer_said": (
        "tournament_reportanswer",
        "UPDATE",
        house._differs("report_id", "entry_id", "agrees", "said_at"),
        house.SAID,
    ),
    "guard_answer_kept": (
        "tournament_reportanswer",
        "DELETE",
        house.TABLE.format("(SELECT table_id FROM tournament_tablereport WHERE id = OLD.report_id)"),
        house.KEPT,
    ),
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
            schema_editor.execute(f"DROP TRIGGER {name}_{moments.lower()}")
        else:
            schema_editor.execute(f"DROP TRIGGER {name} ON {table}")
            schema_editor.execute(f"DROP FUNCTION {name}()")


class Migration(migrations.Migration):
    """Columns that may be empty, a setting that is off, a table with its guards."""

    dependencies = [("tournament", "0019_printed_and_planned")]

    operations = [
        migrations.AddField("event", "players_report", models.BooleanField(db_default=False, default=False)),
        migrations.AddField(
            "tablereport",
            "device",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="reports",
                to="tournament.device",
            ),
        ),
        migrations.AddField("tablereport", "contested_at", models.DateTimeField(blank=True, null=True)),
        migrations.AddField("tablereport", "left_at", models.DateTimeField(blank=True, null=True)),
        migrations.CreateModel(
            "ReportAnswer",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("agrees", models.BooleanField()),
                ("said_at", models.DateTimeField()),
                (
                    "device",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="answers",
                        to="tournament.device",
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tournament.entry"
                    ),
                ),
                (
                    "report",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="answers",
                        to="tournament.tablereport",
                    ),
                ),
            ],
            options={"ordering": ["pk"]},
        ),
        migrations.RunPython(create_guards, drop_guards),
    ]
