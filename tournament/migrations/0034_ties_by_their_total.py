"""Rulings on ties: the total on which the players were equal, places that several share; the Olympiad's steps at the cut."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Columns that may be missing and one more choice: no table is made anew, so every guard stays."""

    dependencies = [("tournament", "0033_insight")]

    operations = [
        migrations.AddField("medaltie", "total", models.IntegerField(blank=True, null=True)),
        migrations.AddField("medaltie", "is_told", models.BooleanField(blank=True, null=True)),
        migrations.AddField("tiedentry", "place", models.PositiveSmallIntegerField(blank=True, null=True)),
        migrations.AlterField(
            "event",
            "cut_tie_break",
            models.CharField(
                choices=[
                    ("total-only", "total only"),
                    ("most-wins", "most wins"),
                    ("head-to-head", "head to head"),
                    ("olympiad", "olympiad"),
                ],
                default="total-only",
                max_length=20,
            ),
        ),
    ]
