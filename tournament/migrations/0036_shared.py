"""A player may share a result at an address of its own."""

from django.db import migrations, models

from tournament.migrations._columns import AddColumn


class Migration(migrations.Migration):
    dependencies = [("tournament", "0035_person")]

    operations = [AddColumn("entry", "shared", models.CharField(blank=True, db_default="", default="", max_length=26))]
