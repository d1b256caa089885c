"""Programs at seats of casual games: the level at which one plays a seat, and the processes that play."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0030_acts_follow_their_game'),
    ]

    operations = [
        migrations.AddField(
            model_name='gameseat',
            name='program',
            field=models.CharField(blank=True, db_default='', default='', max_length=20),
        ),
        migrations.AddIndex(
            model_name='gameseat',
            index=models.Index(condition=models.Q(('program', ''), _negated=True), fields=['game'], name='seats_of_programs'),
        ),
        migrations.CreateModel(
            name='ProgramProcess',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=80, unique=True)),
                ('seen_at', models.DateTimeField()),
            ],
            options={'ordering': ['name']},
        ),
    ]
