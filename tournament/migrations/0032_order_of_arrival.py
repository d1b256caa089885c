"""A third way to make the tables of a round: in order of arrival; nothing changes in the database."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0031_second_figure")]

    operations = [
        migrations.AlterField(
            "round",
            "kind",
            models.CharField(
                choices=[("random", "random"), ("swiss", "swiss"), ("arrival", "arrival")],
                default="random",
                max_length=10,
            ),
        ),
    ]
