"""Further ways to make a round and reasons not to play one, values that no table has to be changed for; and a figure for ties."""

from django.db import migrations, models

from tournament.migrations._columns import AddColumn

HOW = [
    ("random", "random draw"),
    ("swiss", "seated from the standings"),
    ("arrival", "seated in order of arrival"),
    ("levels", "drawn among players of equal total"),
    ("dealt", "dealt from the standings, table by table"),
    ("snake", "dealt from the standings, there and back"),
    ("hand", "seated by the director"),
]
WHY = [
    ("standard", "standard"),
    ("pairing-problem", "pairing problem"),
    ("missed", "missed"),
    ("out", "not in this round"),
    ("waits", "waits for the next round"),
]


class Migration(migrations.Migration):
    """The values of three columns, and a column of entries."""

    dependencies = [("tournament", "0033_seats_by_the_draw")]

    operations = [
        migrations.AlterField("round", "kind", models.CharField(choices=HOW, default="random", max_length=10)),
        migrations.AlterField("sitout", "kind", models.CharField(choices=WHY, default="standard", max_length=20)),
        migrations.AlterField("plannedabsence", "kind", models.CharField(choices=WHY, default="missed", max_length=20)),
        AddColumn("entry", "tie_figure", models.PositiveIntegerField(blank=True, null=True)),
    ]
