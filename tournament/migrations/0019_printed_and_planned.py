"""Sheets as they were printed, and planned times of rounds; an event of before has neither."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0018_hall_guards'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='PlannedTime',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('starts_at', models.DateTimeField(blank=True, null=True)),
                ('hall', models.CharField(blank=True, max_length=60)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='planned_times', to='tournament.event')),
            ],
            options={
                'ordering': ['number'],
                'constraints': [models.UniqueConstraint(fields=('event', 'number'), name='planned_time_once_a_round'), models.CheckConstraint(condition=models.Q(('number__gte', 1), ('number__lte', 9)), name='planned_time_of_a_round'), models.CheckConstraint(condition=models.Q(('starts_at__isnull', False), models.Q(('hall', ''), _negated=True), _connector='OR'), name='planned_time_says_something')],
            },
        ),
        migrations.CreateModel(
            name='PrintedSheet',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('sheet', models.CharField(max_length=40)),
                ('round_number', models.PositiveSmallIntegerField(null=True)),
                ('printed_at', models.DateTimeField()),
                ('version', models.PositiveIntegerField()),
                ('fingerprint', models.CharField(max_length=16)),
                ('parts', models.JSONField()),
                ('is_whole', models.BooleanField(default=True)),
                ('reason', models.CharField(blank=True, max_length=300)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='printed', to='tournament.event')),
                ('printed_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['pk'],
                'indexes': [models.Index(fields=['event', 'sheet', 'round_number'], name='printed_sheet_by_name')],
                'constraints': [models.CheckConstraint(condition=models.Q(('round_number__isnull', True), models.Q(('round_number__gte', 0), ('round_number__lte', 9)), _connector='OR'), name='printed_sheet_of_a_round')],
            },
        ),
    ]
