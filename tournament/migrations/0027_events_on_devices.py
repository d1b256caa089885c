"""Whole events on devices: two settings of an event, and when the game of a table was handed in as its report."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Settings that are off, and a column that may be empty: no table is made anew, so every guard stays."""

    dependencies = [("tournament", "0026_games_tell")]

    operations = [
        migrations.AddField("event", "on_devices", models.BooleanField(db_default=False, default=False)),
        migrations.AddField("event", "rounds_close", models.BooleanField(db_default=False, default=False)),
        migrations.AddField("game", "reported_at", models.DateTimeField(null=True)),
    ]
