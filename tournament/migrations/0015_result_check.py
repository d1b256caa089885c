"""What makes a typed result of an event official; in events that were there before it stays official as soon as it is saved."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """One column."""

    dependencies = [("tournament", "0014_privacy")]

    operations = [
        migrations.AddField(
            "event",
            "result_check",
            models.CharField(
                choices=[("none", "none"), ("rekey", "rekey"), ("table", "table")], default="none", max_length=10
            ),
        ),
    ]
