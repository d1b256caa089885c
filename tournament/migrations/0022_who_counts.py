"""What makes an entry a player (2.1), and the reading of R44 that a new event has; events of before keep what they had."""

from django.db import migrations, models

from tournament.migrations._columns import AddColumn


def keep_published_lists(apps, schema_editor):
    """Mark every event whose final list is public: its players are counted by status, as they were."""
    apps.get_model("tournament", "event").objects.filter(is_final_published=True).update(counted_by="status")


class Migration(migrations.Migration):
    """A column with a default, and its value for lists of before: no table is made anew, so every guard stays."""

    dependencies = [("tournament", "0021_paused_clock")]

    operations = [
        AddColumn(
            "event",
            "counted_by",
            models.CharField(
                choices=[("seat", "seat"), ("status", "status")], db_default="seat", default="seat", max_length=6
            ),
        ),
        migrations.SeparateDatabaseAndState(  # a default that only Django knows: no table is made anew
            state_operations=[
                migrations.AlterField(
                    "event",
                    "reading",
                    models.CharField(
                        choices=[
                            ("not-every-round", "not every round"),
                            ("literal", "literal"),
                            ("at-most-twice", "at most twice"),
                        ],
                        default="literal",
                        max_length=20,
                    ),
                )
            ]
        ),
        migrations.RunPython(keep_published_lists, migrations.RunPython.noop),
    ]
