"""The second house: reports of tables, members of rules and ties, acts with keys; what the first edition stored is still there beside it."""

from importlib import import_module

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

first_guards = import_module('tournament.migrations.0002_guards')


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0004_cut_tie_break'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        # SQLite makes a table anew to change it and drops its triggers: all of them go now and come back, with more, in 0008.
        migrations.RunPython(first_guards.drop_guards, first_guards.create_guards),
        migrations.CreateModel(
            name='ChartSeat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('round_number', models.PositiveSmallIntegerField()),
                ('table_number', models.PositiveSmallIntegerField()),
                ('position', models.PositiveSmallIntegerField()),
            ],
            options={
                'ordering': ['round_number', 'table_number', 'position'],
            },
        ),
        migrations.CreateModel(
            name='KeptApart',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='ReportedSeat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('cash', models.IntegerField(blank=True, null=True)),
                ('timed_out', models.BooleanField(default=False)),
                ('reason', models.CharField(blank=True, max_length=300)),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='TableReport',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('source', models.CharField(choices=[('desk', 'desk'), ('player', 'player'), ('log', 'log'), ('import', 'import')], default='desk', max_length=10)),
                ('reported_at', models.DateTimeField()),
                ('ended_by', models.CharField(blank=True, max_length=60)),
                ('equal_shares', models.CharField(blank=True, max_length=300)),
                ('agreed_at', models.DateTimeField(blank=True, null=True)),
                ('official_at', models.DateTimeField(blank=True, null=True)),
                ('official_version', models.PositiveIntegerField(blank=True, null=True)),
                ('why', models.CharField(blank=True, max_length=300)),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='TiedEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ordinal', models.PositiveSmallIntegerField()),
            ],
            options={
                'ordering': ['ordinal'],
            },
        ),
        migrations.AlterModelOptions(
            name='keepapart',
            options={'ordering': ['pk']},
        ),
        migrations.AlterModelOptions(
            name='medaltie',
            options={'ordering': ['pk']},
        ),
        migrations.RenameField(
            model_name='event',
            old_name='place',
            new_name='venue',
        ),
        migrations.AddField(
            model_name='change',
            name='act',
            field=models.CharField(default='', max_length=40),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name='change',
            name='entries',
            field=models.JSONField(default=list),
        ),
        migrations.AddField(
            model_name='change',
            name='key',
            field=models.CharField(blank=True, max_length=40, null=True, unique=True),
        ),
        migrations.AddField(
            model_name='change',
            name='round_number',
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='change',
            name='table_number',
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='change',
            name='words',
            field=models.CharField(blank=True, max_length=250),
        ),
        migrations.AddField(
            model_name='entry',
            name='contestant_id',
            field=models.CharField(blank=True, max_length=30),
        ),
        migrations.AddField(
            model_name='entry',
            name='country',
            field=models.CharField(blank=True, max_length=3),
        ),
        migrations.AddField(
            model_name='entry',
            name='is_junior',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='entry',
            name='name',
            field=models.CharField(default='', max_length=120),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name='event',
            name='is_fine_timing_settled',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='event',
            name='last_round',
            field=models.CharField(choices=[('by-rule', 'by rule'), ('drawn', 'drawn')], default='by-rule', max_length=10),
        ),
        migrations.AddField(
            model_name='event',
            name='public_version',
            field=models.PositiveIntegerField(default=1),
        ),
        migrations.AddField(
            model_name='penalty',
            name='subject',
            field=models.CharField(choices=[('misplay', 'misplay'), ('exposed-tile', 'exposed tile'), ('team-play', 'team play'), ('conduct', 'conduct'), ('other', 'other')], default='other', max_length=15),
        ),
        migrations.AddField(
            model_name='sitout',
            name='source',
            field=models.CharField(choices=[('draw', 'draw'), ('no-show', 'no show'), ('late-entry', 'late entry'), ('return', 'return')], default='draw', max_length=10),
        ),
        migrations.AddField(
            model_name='sitout',
            name='chosen',
            field=models.CharField(blank=True, max_length=300),
        ),
        migrations.AddIndex(
            model_name='change',
            index=models.Index(fields=['event', 'act'], name='changes_by_act'),
        ),
        migrations.AddField(
            model_name='chartseat',
            name='entry',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='chart_seats', to='tournament.entry'),
        ),
        migrations.AddField(
            model_name='chartseat',
            name='event',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='chart_seats', to='tournament.event'),
        ),
        migrations.AddField(
            model_name='keptapart',
            name='entry',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='kept_apart', to='tournament.entry'),
        ),
        migrations.AddField(
            model_name='keptapart',
            name='rule',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='members', to='tournament.keepapart'),
        ),
        migrations.AddField(
            model_name='reportedseat',
            name='entry',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='figures', to='tournament.entry'),
        ),
        migrations.AddField(
            model_name='tablereport',
            name='log',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='reports', to='tournament.gamelog'),
        ),
        migrations.AddField(
            model_name='tablereport',
            name='official_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='tablereport',
            name='reported_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='tablereport',
            name='table',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reports', to='tournament.table'),
        ),
        migrations.AddField(
            model_name='reportedseat',
            name='report',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='figures', to='tournament.tablereport'),
        ),
        migrations.AddField(
            model_name='table',
            name='official',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='official_of', to='tournament.tablereport'),
        ),
        migrations.AddField(
            model_name='tiedentry',
            name='entry',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='tied', to='tournament.entry'),
        ),
        migrations.AddField(
            model_name='tiedentry',
            name='tie',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='members', to='tournament.medaltie'),
        ),
        migrations.AddConstraint(
            model_name='chartseat',
            constraint=models.UniqueConstraint(fields=('event', 'round_number', 'entry'), name='chart_seats_a_player_once'),
        ),
        migrations.AddConstraint(
            model_name='chartseat',
            constraint=models.UniqueConstraint(fields=('event', 'round_number', 'table_number', 'position'), name='chart_seat_is_one_players'),
        ),
        migrations.AddConstraint(
            model_name='chartseat',
            constraint=models.CheckConstraint(condition=models.Q(('position__gte', 1), ('position__lte', 6)), name='chart_position_one_to_six'),
        ),
        migrations.AddConstraint(
            model_name='keptapart',
            constraint=models.UniqueConstraint(fields=('rule', 'entry'), name='kept_apart_once_a_rule'),
        ),
        migrations.AddConstraint(
            model_name='tablereport',
            constraint=models.UniqueConstraint(condition=models.Q(('official_version__isnull', False)), fields=('table', 'official_version'), name='one_official_report_a_version'),
        ),
        migrations.AddConstraint(
            model_name='tablereport',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('official_at__isnull', True), ('official_version__isnull', True)), models.Q(('official_at__isnull', False), ('official_version__isnull', False)), _connector='OR'), name='official_reports_know_since_when'),
        ),
        migrations.AddConstraint(
            model_name='reportedseat',
            constraint=models.UniqueConstraint(fields=('report', 'entry'), name='reported_once_a_report'),
        ),
        migrations.AddConstraint(
            model_name='reportedseat',
            constraint=models.CheckConstraint(condition=models.Q(('cash__isnull', True), ('cash__gte', 0), _connector='OR'), name='cash_is_not_negative'),
        ),
        migrations.AddConstraint(
            model_name='tiedentry',
            constraint=models.UniqueConstraint(fields=('tie', 'entry'), name='tied_entry_once_a_tie'),
        ),
        migrations.AddConstraint(
            model_name='tiedentry',
            constraint=models.UniqueConstraint(fields=('tie', 'ordinal'), name='tie_order_parts_everybody'),
        ),
        migrations.AddConstraint(
            model_name='tiedentry',
            constraint=models.CheckConstraint(condition=models.Q(('ordinal__gte', 1)), name='tie_order_counts_from_one'),
        ),
    ]
