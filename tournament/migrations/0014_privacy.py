"""How much of a name everybody may read, and whether search engines may list an event; entries of before keep their whole name.

The column of entries is added as it is: to make the table anew, as SQLite otherwise does, would need every guard that speaks of them dropped.
"""

from django.db import migrations, models

CHOICES = [("full", "full"), ("initial", "initial"), ("number", "number")]


class Migration(migrations.Migration):
    """Two columns more."""

    dependencies = [("tournament", "0013_devices")]

    operations = [
        migrations.RunSQL(
            "ALTER TABLE tournament_entry ADD COLUMN shown_as varchar(10) NOT NULL DEFAULT 'full'",
            "ALTER TABLE tournament_entry DROP COLUMN shown_as",
            state_operations=[
                migrations.AddField(
                    "entry",
                    "shown_as",
                    models.CharField(choices=CHOICES, db_default="full", default="full", max_length=10),
                )
            ],
        ),
        migrations.AddField("event", "lets_robots_in", models.BooleanField(db_default=False, default=False)),
    ]
