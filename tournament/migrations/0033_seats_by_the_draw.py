"""Seats may be as the draw gave them, without starting tiles or a chart: a further value, which no table has to be changed for."""

from django.db import migrations, models

SOURCES = [("tiles", "tiles"), ("chart", "chart"), ("drawn", "drawn")]


class Migration(migrations.Migration):
    """The values of two columns."""

    dependencies = [("tournament", "0032_order_of_arrival")]

    operations = [
        migrations.AlterField(
            name, "seat_source", models.CharField(choices=SOURCES, default="tiles", max_length=10)
        )
        for name in ("event", "round")
    ]
