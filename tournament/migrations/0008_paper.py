"""What 3.4 added to printing: an event's size of paper, the sheets it prints, and whether an opened sheet was printed."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Columns with a default or without a value: no table is made anew, so every guard stays. Sheets of before count as printed."""

    dependencies = [("tournament", "0007_extras")]

    operations = [
        migrations.AddField(
            "event",
            "paper",
            models.CharField(
                choices=[("a4", "a4"), ("letter", "letter")], db_default="a4", default="a4", max_length=6
            ),
        ),
        migrations.AddField("event", "prints", models.JSONField(blank=True, null=True)),
        migrations.AddField("printedsheet", "is_printed", models.BooleanField(db_default=True, default=True)),
    ]
