"""What 3.4 added: results that are held back until the director shows them, and who is who in a log as the director confirmed."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Columns with a default: no table is made anew, so every guard stays."""

    dependencies = [("tournament", "0005_name_form")]

    operations = [
        migrations.AddField("event", "holds_results", models.BooleanField(db_default=False, default=False)),
        migrations.AddField(
            "event", "results_shown_through", models.PositiveSmallIntegerField(db_default=0, default=0)
        ),
        migrations.AddField("gamelog", "seats", models.TextField(blank=True, db_default="", default="")),
    ]
