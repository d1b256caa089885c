"""What 3.4 added: whether results of a round are held back until the director shows them, and the last round whose results are shown."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Two columns with a default: no table is made anew, so every guard stays."""

    dependencies = [("tournament", "0004_languages")]

    operations = [
        migrations.AddField("event", "holds_results", models.BooleanField(db_default=False, default=False)),
        migrations.AddField(
            "event", "results_shown_through", models.PositiveSmallIntegerField(db_default=0, default=0)
        ),
    ]
