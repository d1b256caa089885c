"""A change that takes another one back says which."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """One column; what earlier versions undid stays an act of its own."""

    dependencies = [("tournament", "0015_result_check")]

    operations = [
        migrations.AddField(
            model_name="change", name="undoes", field=models.PositiveIntegerField(blank=True, null=True)
        ),
    ]
