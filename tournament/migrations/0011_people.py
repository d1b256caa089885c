"""What 3.5 added about people: rounds to come that somebody will miss, planned or asked for; and who completes tables unranked."""

from importlib import import_module

import django.db.models.deletion
from django.db import migrations, models

GUARD = "guard_sit_out_kept"


def forget_absences_too(apps, schema_editor):
    """Let the score of a planned absence in a closed round go with the status of who never took part, like that of a late entry."""
    guards = import_module("tournament.migrations.0002_guards_of_2_7_2")
    table, moments, condition, message = guards.GUARDS[GUARD]
    is_postgresql = schema_editor.connection.vendor == "postgresql"
    if is_postgresql:
        schema_editor.execute(f"DROP TRIGGER {GUARD} ON {table}")
        schema_editor.execute(f"DROP FUNCTION {GUARD}()")
    else:
        schema_editor.execute(f"DROP TRIGGER {GUARD}_delete")
    spell = guards._postgresql if is_postgresql else guards._sqlite
    wider = condition.replace("OLD.source <> 'late-entry'", "OLD.source NOT IN ('late-entry', 'absence')")
    for statement in spell(GUARD, table, moments, wider, message):
        schema_editor.execute(statement)


class Migration(migrations.Migration):
    """Two tables, and columns with a default: no table is made anew, so every guard stays."""

    dependencies = [("tournament", "0010_list_shapes")]

    operations = [
        migrations.AddField(
            "playerrequest", "rounds", models.CharField(blank=True, db_default="", default="", max_length=40)
        ),
        migrations.AlterField(
            "playerrequest",
            "kind",
            models.CharField(
                choices=[("withdraw", "withdraw"), ("late", "late"), ("miss", "miss")], max_length=10
            ),
        ),
        migrations.AlterField(
            "sitout",
            "source",
            models.CharField(
                choices=[
                    ("draw", "draw"),
                    ("no-show", "no show"),
                    ("late-entry", "late entry"),
                    ("return", "return"),
                    ("absence", "absence"),
                ],
                default="draw",
                max_length=10,
            ),
        ),
        migrations.CreateModel(
            "PlannedAbsence",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("round_number", models.PositiveSmallIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("standard", "standard"),
                            ("pairing-problem", "pairing problem"),
                            ("missed", "missed"),
                        ],
                        default="missed",
                        max_length=20,
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="planned_absences",
                        to="tournament.entry",
                    ),
                ),
            ],
            options={
                "ordering": ["round_number", "entry"],
                "constraints": [
                    models.UniqueConstraint(fields=("entry", "round_number"), name="absence_once_a_round")
                ],
            },
        ),
        migrations.CreateModel(
            "FillIn",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "entry",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="fill_in", to="tournament.entry"
                    ),
                ),
            ],
            options={"ordering": ["entry"]},
        ),
        migrations.AddField(
            "event",
            "fill_in_cash",
            models.CharField(
                choices=[("counts", "counts"), ("left-out", "left out")],
                db_default="counts",
                default="counts",
                max_length=10,
            ),
        ),
        migrations.RunPython(forget_absences_too, migrations.RunPython.noop),
    ]
