"""Further ways to make a round and reasons not to play one, values that no table has to be changed for; and a figure for ties."""

from django.db import migrations, models

from tournament.migrations._columns import AddColumn

HOW = [(value, value.replace("-", " ")) for value in ("random", "swiss", "arrival", "levels", "dealt", "snake", "hand")]
WHY = [(value, value.replace("-", " ")) for value in ("standard", "pairing-problem", "missed", "waits", "out")]


class Migration(migrations.Migration):
    """The values of three columns, and a column of entries."""

    dependencies = [("tournament", "0033_seats_by_the_draw")]

    operations = [
        migrations.AlterField("round", "kind", models.CharField(choices=HOW, default="random", max_length=10)),
        migrations.AlterField("sitout", "kind", models.CharField(choices=WHY[:-1], default="standard", max_length=20)),
        migrations.AlterField("plannedabsence", "kind", models.CharField(choices=WHY, default="missed", max_length=20)),
        AddColumn("entry", "tie_figure", models.PositiveIntegerField(blank=True, null=True)),
    ]
