"""Players may choose their seats: a further value, which no table has to be changed for."""

from django.db import migrations, models

SOURCES = [("tiles", "tiles"), ("chart", "chart"), ("drawn", "drawn"), ("chosen", "chosen")]


class Migration(migrations.Migration):
    """The values of two columns."""

    dependencies = [("tournament", "0035_person")]

    operations = [
        migrations.AlterField(
            name, "seat_source", models.CharField(choices=SOURCES, default="tiles", max_length=10)
        )
        for name in ("event", "round")
    ]
