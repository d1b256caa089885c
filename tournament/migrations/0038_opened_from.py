"""From where a casual game was opened, as a mark that stands for an address: so no few addresses hold every place."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0037_browsers"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="opened_from",
            field=models.CharField(max_length=16, null=True),
        ),
    ]
