"""Acts are deleted behind their game, as their guard wants it, whatever takes the game away; no column changes."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0028_host_of_a_game'),
    ]

    operations = [
        migrations.AlterField(
            model_name='gameact',
            name='game',
            field=models.ForeignKey(on_delete=django.db.models.deletion.DO_NOTHING, related_name='acts', to='tournament.game'),
        ),
    ]
