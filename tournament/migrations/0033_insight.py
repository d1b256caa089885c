"""Insight into games that were played: what a search made of each decision, and whether an event shows it to everybody."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """A setting that is off and a table of its own: no table is made anew, so every guard stays."""

    dependencies = [("tournament", "0032_series")]

    operations = [
        migrations.AddField("event", "shows_insight", models.BooleanField(db_default=False, default=False)),
        migrations.CreateModel(
            name="KeptLook",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("digest", models.CharField(max_length=64)),
                ("event", models.PositiveIntegerField()),
                ("judged", models.JSONField()),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                (
                    "game",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="looks",
                        to="tournament.game",
                    ),
                ),
                (
                    "log",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="looks",
                        to="tournament.gamelog",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("game__isnull", False), ("log__isnull", True)),
                            models.Q(("game__isnull", True), ("log__isnull", False)),
                            _connector="OR",
                        ),
                        name="look_at_a_game_or_a_log",
                    ),
                    models.UniqueConstraint(
                        fields=("game", "digest", "event"), name="one_look_a_decision_of_a_game"
                    ),
                    models.UniqueConstraint(fields=("log", "digest", "event"), name="one_look_a_decision_of_a_log"),
                ],
            },
        ),
    ]
