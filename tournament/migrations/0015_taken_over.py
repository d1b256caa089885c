"""Who else plays on in the seat of an entry, and who then owns the score (R71)."""

import django.db.models.deletion
from django.db import migrations, models

from tournament.migrations._columns import AddColumn

OWNERS = [("first-person", "first person"), ("new-person", "new person")]


class Migration(migrations.Migration):
    """A table, and a column with a default: no table is made anew, so every guard stays."""

    dependencies = [("tournament", "0014_apart_and_at_the_door")]

    operations = [
        migrations.CreateModel(
            "TakenOver",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("round_number", models.PositiveSmallIntegerField()),
                ("name", models.CharField(max_length=120)),
                ("given_name", models.CharField(blank=True, max_length=120)),
                ("family_name", models.CharField(blank=True, max_length=120)),
                ("country", models.CharField(blank=True, max_length=3)),
                ("is_junior", models.BooleanField(default=False)),
                ("owner", models.CharField(choices=OWNERS, default="first-person", max_length=12)),
                (
                    "entry",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="taken_over", to="tournament.entry"
                    ),
                ),
            ],
            options={"ordering": ["entry"]},
        ),
        AddColumn(
            "event",
            "score_owner",
            models.CharField(choices=OWNERS, db_default="first-person", default="first-person", max_length=12),
        ),
    ]
