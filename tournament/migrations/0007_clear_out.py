"""What the rows of the second house replace: cells of results, lists of numbers, sentences, and people shared by events."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0006_move_in'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='entry',
            name='player_enters_once',
        ),
        migrations.RemoveConstraint(
            model_name='seat',
            name='cash_is_not_negative',
        ),
        migrations.RemoveField(
            model_name='entry',
            name='player',
        ),
        migrations.RemoveField(
            model_name='change',
            name='subject',
        ),
        migrations.RemoveField(
            model_name='change',
            name='verb',
        ),
        migrations.RemoveField(
            model_name='event',
            name='chart',
        ),
        migrations.RemoveField(
            model_name='keepapart',
            name='numbers',
        ),
        migrations.RemoveField(
            model_name='medaltie',
            name='numbers',
        ),
        migrations.RemoveField(
            model_name='seat',
            name='cash',
        ),
        migrations.RemoveField(
            model_name='seat',
            name='cash_reason',
        ),
        migrations.RemoveField(
            model_name='seat',
            name='timed_out',
        ),
        migrations.RemoveField(
            model_name='table',
            name='ended_by',
        ),
        migrations.RemoveField(
            model_name='table',
            name='equal_shares_ruling',
        ),
        migrations.RemoveField(
            model_name='table',
            name='result_at',
        ),
        migrations.RemoveField(
            model_name='table',
            name='result_version',
        ),
        migrations.DeleteModel(
            name='Player',
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.UniqueConstraint(condition=models.Q(('contestant_id', ''), _negated=True), fields=('event', 'contestant_id'), name='organisers_number_once_an_event'),
        ),
    ]
