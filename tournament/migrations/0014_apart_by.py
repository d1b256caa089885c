"""What players have in common whom every draw keeps apart."""

from django.db import migrations, models

from tournament.migrations._columns import AddColumn


class Migration(migrations.Migration):
    """A column with a default."""

    dependencies = [("tournament", "0009_clubs_and_fees")]

    operations = [
        AddColumn("event", "apart_by", models.CharField(blank=True, db_default="", default="", max_length=40)),
    ]
