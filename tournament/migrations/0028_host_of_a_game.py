"""Who rules in a casual game: when its host was last heard of, what a seat asks for while the host is away, games left as they are."""


from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0027_events_on_devices'),
    ]

    operations = [
        migrations.AddField(
            model_name='game',
            name='host_seen_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='gameseat',
            name='asked_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='gameseat',
            name='refused_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='gameseat',
            name='lag',
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name='gameseat',
            name='asks',
            field=models.JSONField(null=True),
        ),
        migrations.AlterField(
            model_name='game',
            name='state',
            field=models.CharField(choices=[('lobby', 'lobby'), ('playing', 'playing'), ('over', 'over'), ('left', 'left')], default='lobby', max_length=10),
        ),
    ]
