"""Series between programs with their pages: what is played, how far it is, what the page wishes, and the messages of the games."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0031_programs_at_seats'),
    ]

    operations = [
        migrations.CreateModel(
            name='Series',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(max_length=8, unique=True)),
                ('words', models.JSONField()),
                ('state', models.CharField(choices=[('open', 'open'), ('locked', 'locked'), ('playing', 'playing'), ('paused', 'paused'), ('stopped', 'stopped'), ('over', 'over')], default='open', max_length=10)),
                ('control_hash', models.CharField(max_length=64)),
                ('has_open_hands', models.BooleanField(default=False)),
                ('opened_at', models.DateTimeField()),
                ('heard_at', models.DateTimeField()),
                ('ended_at', models.DateTimeField(null=True)),
                ('table', models.JSONField(default=list)),
                ('waits_for', models.JSONField(default=list)),
                ('steps_done', models.PositiveIntegerField(default=0)),
                ('is_wished_on', models.BooleanField(default=True)),
                ('is_wished_locked', models.BooleanField(default=False)),
                ('is_wished_over', models.BooleanField(default=False)),
                ('are_hands_wished', models.BooleanField(default=False)),
                ('steps', models.PositiveIntegerField(default=0)),
                ('speed', models.PositiveSmallIntegerField(null=True)),
            ],
            options={
                'verbose_name_plural': 'series',
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='SeriesGame',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('bag', models.PositiveIntegerField()),
                ('bots', models.JSONField()),
                ('cash', models.JSONField(null=True)),
                ('game', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='of_series', to='tournament.game')),
                ('series', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='played', to='tournament.series')),
            ],
            options={
                'ordering': ['series', 'number'],
            },
        ),
        migrations.CreateModel(
            name='SeriesMessage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField()),
                ('bot', models.PositiveSmallIntegerField()),
                ('at', models.DateTimeField()),
                ('way', models.CharField(choices=[('to', 'to'), ('from', 'from'), ('about', 'about'), ('sent', 'sent')], max_length=5)),
                ('code', models.CharField(blank=True, max_length=40)),
                ('body', models.JSONField()),
                ('played', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='messages', to='tournament.seriesgame')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.AddConstraint(
            model_name='seriesgame',
            constraint=models.UniqueConstraint(fields=('series', 'number'), name='one_game_a_number_of_a_series'),
        ),
    ]
