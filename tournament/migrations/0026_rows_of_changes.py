"""The rows that an undo writes back, stored with the change that altered them."""

from django.db import migrations, models

from tournament.migrations._columns import AddColumn


class Migration(migrations.Migration):
    """A column that may be null: no table is made anew, so every guard stays."""

    dependencies = [("tournament", "0025_words_of_logs")]

    operations = [AddColumn("change", "rows", models.JSONField(null=True))]
