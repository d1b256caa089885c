"""What players have in common whom every draw keeps apart, and when players check in themselves."""

from django.db import migrations, models

from tournament.migrations._columns import AddColumn


class Migration(migrations.Migration):
    """Columns with a default or without a value."""

    dependencies = [("tournament", "0013_forgotten")]

    operations = [
        AddColumn("event", "apart_by", models.CharField(blank=True, db_default="", default="", max_length=40)),
        AddColumn("event", "check_in_from", models.DateTimeField(blank=True, null=True)),
        AddColumn("event", "check_in_until", models.DateTimeField(blank=True, null=True)),
    ]
