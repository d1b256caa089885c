"""What words of a log mean, as the table explained them."""

from django.db import migrations, models

from tournament.migrations._columns import AddColumn


class Migration(migrations.Migration):
    """A column with a default: no table is made anew, so every guard stays."""

    dependencies = [("tournament", "0024_without_judgements_and_messages")]

    operations = [AddColumn("gamelog", "words", models.JSONField(blank=True, db_default={}, default=dict))]
