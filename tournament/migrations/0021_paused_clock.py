"""When the clock of a round was paused."""

from django.db import migrations, models

from tournament.migrations._columns import AddColumn


class Migration(migrations.Migration):
    """A column with a default: no table is made anew, so every guard stays."""

    dependencies = [("tournament", "0020_registrations_by_network")]

    operations = [AddColumn("round", "pauses", models.JSONField(db_default=[], default=list))]
