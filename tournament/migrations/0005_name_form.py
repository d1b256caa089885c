"""What 3.4 added: the form in which an event writes names."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """A column with a default: no table is made anew, so every guard stays."""

    dependencies = [("tournament", "0004_languages")]

    operations = [
        migrations.AddField(
            "event",
            "name_form",
            models.CharField(
                choices=[("surname_last", "surname last"), ("surname_first", "surname first")],
                db_default="surname_last",
                default="surname_last",
                max_length=20,
            ),
        ),
    ]
