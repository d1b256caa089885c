"""Given and family name of an entry, where the list keeps them apart.

The columns are added as they are: to make the table anew, as SQLite otherwise does, would need every guard that speaks of entries dropped.
"""

from django.db import migrations, models

COLUMNS = ("given_name", "family_name")


def _column(name):
    return migrations.RunSQL(
        f"ALTER TABLE tournament_entry ADD COLUMN {name} varchar(120) NOT NULL DEFAULT ''",
        f"ALTER TABLE tournament_entry DROP COLUMN {name}",
        state_operations=[
            migrations.AddField("entry", name, models.CharField(blank=True, db_default="", default="", max_length=120))
        ],
    )


class Migration(migrations.Migration):
    """Two columns more."""

    dependencies = [("tournament", "0011_shown_events")]

    operations = [_column(name) for name in COLUMNS]
