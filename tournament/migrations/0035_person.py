"""Entries of different events may be one person's."""

from django.db import migrations, models

from tournament.migrations._columns import AddColumn


class Migration(migrations.Migration):
    dependencies = [("tournament", "0034_stages")]

    operations = [AddColumn("entry", "person", models.PositiveBigIntegerField(blank=True, null=True))]
