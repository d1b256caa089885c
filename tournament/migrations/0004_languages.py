"""What 3.3 added: the language of an event's pages and paper, and the one in which an account reads the desk."""

from django.conf import settings
from django.db import migrations, models

import tournament.models.event


class Migration(migrations.Migration):
    """Columns with a default and one new table: no table is made anew, so every guard stays."""

    dependencies = [
        ("tournament", "0003_columns_of_2_8"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            "event",
            "language",
            models.CharField(
                db_default="en-gb", default=tournament.models.event.spoken_language, max_length=10
            ),
        ),
        migrations.AddField(
            "event", "paper_language", models.CharField(blank=True, db_default="", default="", max_length=10)
        ),
        migrations.AddField(
            "event", "second_language", models.CharField(blank=True, db_default="", default="", max_length=10)
        ),
        migrations.CreateModel(
            name="AccountLanguage",
            fields=[
                (
                    "account",
                    models.OneToOneField(
                        on_delete=models.CASCADE,
                        primary_key=True,
                        related_name="chosen_language",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("language", models.CharField(max_length=10)),
            ],
        ),
    ]
