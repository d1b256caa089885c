"""How the paper of an event is printed, and the most that everybody reads of a name; events of before keep what they did."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Two columns of an event: no table is made anew, so every guard stays."""

    dependencies = [("tournament", "0035_whole_texts")]

    operations = [
        migrations.AddField(
            "event",
            "sides",
            models.CharField(choices=[("1", "1"), ("2", "2")], db_default="2", default="2", max_length=1),
        ),
        migrations.AddField(
            "event",
            "names_shown",
            models.CharField(
                choices=[("full", "full"), ("initial", "initial"), ("number", "number")],
                db_default="full",
                default="full",
                max_length=10,
            ),
        ),
    ]
