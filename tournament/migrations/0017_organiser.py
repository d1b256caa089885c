"""Who organises an event, and what the front page of the installation says above its events."""

from django.db import migrations, models

from tournament.migrations._columns import AddColumn


class Migration(migrations.Migration):
    """A table, and columns with a default: no table is made anew, so every guard stays."""

    dependencies = [("tournament", "0016_tokens")]

    operations = [
        migrations.CreateModel(
            "FrontPage",
            [
                ("id", models.PositiveSmallIntegerField(default=1, primary_key=True, serialize=False)),
                ("organiser", models.CharField(blank=True, max_length=120)),
                ("words", models.CharField(blank=True, max_length=600)),
                ("contact", models.CharField(blank=True, max_length=160)),
            ],
            options={
                "constraints": [models.CheckConstraint(condition=models.Q(id=1), name="one_front_page")],
            },
        ),
        AddColumn("event", "organiser", models.CharField(blank=True, db_default="", default="", max_length=120)),
        AddColumn("event", "contact", models.CharField(blank=True, db_default="", default="", max_length=160)),
    ]
