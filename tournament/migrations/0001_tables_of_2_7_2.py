"""The tables of 2.7.2: an event with its entries, rounds, reports, logs and changes; games on devices; series between programs."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

from tournament.migrations import REPLACED


class Migration(migrations.Migration):
    """Every table, with the order of columns that migrated databases have."""

    initial = True
    replaces = [("tournament", name) for name in REPLACED["0001_tables_of_2_7_2"]]
    dependencies = [migrations.swappable_dependency(settings.AUTH_USER_MODEL)]

    operations = [
        migrations.CreateModel(
            'Event',
            [
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('slug', models.SlugField(max_length=60, unique=True)),
                ('name', models.CharField(max_length=120)),
                ('date', models.DateField()),
                ('rounds_planned', models.PositiveSmallIntegerField(default=4)),
                ('network_name', models.CharField(blank=True, max_length=60)),
                ('chain_set', models.CharField(default='classic', max_length=20)),
                ('seat_source', models.CharField(choices=[('tiles', 'tiles'), ('chart', 'chart')], default='tiles', max_length=10)),
                ('reading', models.CharField(choices=[('not-every-round', 'not every round'), ('literal', 'literal'), ('at-most-twice', 'at most twice')], default='not-every-round', max_length=20)),
                ('fine_timing', models.CharField(choices=[('before_bonus', 'before bonus'), ('after_bonus', 'after bonus')], default='before_bonus', max_length=20)),
                ('negative_cash', models.CharField(choices=[('floor_zero', 'floor zero'), ('allow', 'allow')], default='floor_zero', max_length=20)),
                ('fine_amount', models.PositiveIntegerField(default=5000)),
                ('multiplier_three', models.PositiveIntegerField(default=750)),
                ('multiplier_four', models.PositiveIntegerField(default=1000)),
                ('multiplier_five', models.PositiveIntegerField(default=1200)),
                ('multiplier_six', models.PositiveIntegerField(blank=True, null=True)),
                ('minutes_three', models.PositiveSmallIntegerField(default=33)),
                ('minutes_four', models.PositiveSmallIntegerField(default=25)),
                ('minutes_five', models.PositiveSmallIntegerField(default=20)),
                ('minutes_six', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('allowance_minutes', models.PositiveSmallIntegerField(default=10)),
                ('sit_out_score', models.PositiveIntegerField(default=25000)),
                ('pairing_problem_score', models.PositiveIntegerField(default=30000)),
                ('dilution', models.PositiveIntegerField(default=1000)),
                ('gold_from_room', models.BooleanField(default=False)),
                ('is_final_published', models.BooleanField(default=False)),
                ('is_practice', models.BooleanField(default=False)),
                ('version', models.PositiveIntegerField(default=1)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='events', to=settings.AUTH_USER_MODEL)),
                ('cut_tie_break', models.CharField(choices=[('total-only', 'total only'), ('most-wins', 'most wins'), ('head-to-head', 'head to head')], default='total-only', max_length=20)),
                ('venue', models.CharField(blank=True, max_length=120)),
                ('is_fine_timing_settled', models.BooleanField(default=False)),
                ('last_round', models.CharField(choices=[('by-rule', 'by rule'), ('drawn', 'drawn')], default='by-rule', max_length=10)),
                ('public_version', models.PositiveIntegerField(default=1)),
                ('is_shown', models.BooleanField(default=False)),
                ('is_put_away', models.BooleanField(default=False)),
                ('notice', models.CharField(blank=True, max_length=160)),
                ('lets_robots_in', models.BooleanField(db_default=False, default=False)),
                ('result_check', models.CharField(choices=[('none', 'none'), ('rekey', 'rekey'), ('table', 'table')], default='none', max_length=10)),
                ('players_report', models.BooleanField(db_default=False, default=False)),
                ('created_by_name', models.CharField(blank=True, db_default='', default='', max_length=150)),
                ('on_devices', models.BooleanField(db_default=False, default=False)),
                ('rounds_close', models.BooleanField(db_default=False, default=False)),
                ('shows_insight', models.BooleanField(db_default=False, default=False)),
            ],
            options={
                'ordering': ['-date', 'slug'],
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('rounds_planned__gte', 1), ('rounds_planned__lte', 9)), name='event_has_one_to_nine_rounds'),
                    models.CheckConstraint(condition=models.Q(('version__gte', 1)), name='event_version_counts_from_one'),
                ],
            },
        ),
        migrations.CreateModel(
            'Entry',
            [
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('status', models.CharField(choices=[('registered', 'registered'), ('present', 'present'), ('late', 'late'), ('excluded', 'excluded'), ('absent', 'absent'), ('withdrawn', 'withdrawn'), ('disqualified', 'disqualified')], default='registered', max_length=15)),
                ('first_round', models.PositiveSmallIntegerField(default=1)),
                ('last_round', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('fixed_table', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('note', models.CharField(blank=True, max_length=300)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='tournament.event')),
                ('contestant_id', models.CharField(blank=True, max_length=30)),
                ('country', models.CharField(blank=True, max_length=3)),
                ('is_junior', models.BooleanField(default=False)),
                ('name', models.CharField(max_length=120)),
                ('given_name', models.CharField(blank=True, db_default='', default='', max_length=120)),
                ('family_name', models.CharField(blank=True, db_default='', default='', max_length=120)),
                ('shown_as', models.CharField(choices=[('full', 'full'), ('initial', 'initial'), ('number', 'number')], db_default='full', default='full', max_length=10)),
            ],
            options={
                'ordering': ['number'],
                'constraints': [
                    models.UniqueConstraint(fields=('event', 'number'), name='entry_number_once_an_event'),
                    models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='entry_numbers_count_from_one'),
                    models.UniqueConstraint(condition=models.Q(('contestant_id', ''), _negated=True), fields=('event', 'contestant_id'), name='organisers_number_once_an_event'),
                ],
            },
        ),
        migrations.CreateModel(
            'Helper',
            [
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('roles', models.CharField(max_length=60)),
                ('given_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('withdrawn_at', models.DateTimeField(null=True)),
                ('entry', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='tournament.entry')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='helpers', to='tournament.event')),
                ('given_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('account', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='helps', to=settings.AUTH_USER_MODEL)),
                ('account_name', models.CharField(blank=True, db_default='', default='', max_length=150)),
                ('given_by_name', models.CharField(blank=True, db_default='', default='', max_length=150)),
            ],
            options={
                'ordering': ['pk'],
                'constraints': [
                    models.UniqueConstraint(condition=models.Q(('withdrawn_at', None)), fields=('event', 'account'), name='one_helper_an_account'),
                    models.CheckConstraint(condition=models.Q(('roles__in', ('director', 'desk', 'checker', 'arbiter', 'screen', 'director desk', 'director checker', 'director arbiter', 'director screen', 'desk checker', 'desk arbiter', 'desk screen', 'checker arbiter', 'checker screen', 'arbiter screen', 'director desk checker', 'director desk arbiter', 'director desk screen', 'director checker arbiter', 'director checker screen', 'director arbiter screen', 'desk checker arbiter', 'desk checker screen', 'desk arbiter screen', 'checker arbiter screen', 'director desk checker arbiter', 'director desk checker screen', 'director desk arbiter screen', 'director checker arbiter screen', 'desk checker arbiter screen', 'director desk checker arbiter screen'))), name='helper_has_known_roles'),
                ],
            },
        ),
        migrations.CreateModel(
            'LetIn',
            [
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('token_hash', models.CharField(max_length=64, unique=True)),
                ('purpose', models.CharField(max_length=40)),
                ('grants', models.JSONField(default=dict)),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('expires_at', models.DateTimeField()),
                ('used_at', models.DateTimeField(null=True)),
                ('withdrawn_at', models.DateTimeField(null=True)),
                ('account', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='let_ins', to=settings.AUTH_USER_MODEL)),
                ('event', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='let_ins', to='tournament.event')),
                ('made_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('code_expires_at', models.DateTimeField(null=True)),
                ('code_hash', models.CharField(max_length=64, null=True, unique=True)),
            ],
            options={
                'ordering': ['-pk'],
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('expires_at__gt', models.F('made_at'))), name='let_in_expires_after_it_is_made'),
                ],
            },
        ),
        migrations.CreateModel(
            'KeepApart',
            [
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('is_hard', models.BooleanField(default=True)),
                ('reason', models.CharField(blank=True, max_length=300)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='keep_aparts', to='tournament.event')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            'KeptApart',
            [
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='kept_apart', to='tournament.entry')),
                ('rule', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='members', to='tournament.keepapart')),
            ],
            options={
                'ordering': ['pk'],
                'constraints': [
                    models.UniqueConstraint(fields=('rule', 'entry'), name='kept_apart_once_a_rule'),
                ],
            },
        ),
        migrations.CreateModel(
            'PlannedTime',
            [
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('starts_at', models.DateTimeField(blank=True, null=True)),
                ('hall', models.CharField(blank=True, max_length=60)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='planned_times', to='tournament.event')),
            ],
            options={
                'ordering': ['number'],
                'constraints': [
                    models.UniqueConstraint(fields=('event', 'number'), name='planned_time_once_a_round'),
                    models.CheckConstraint(condition=models.Q(('number__gte', 1), ('number__lte', 9)), name='planned_time_of_a_round'),
                    models.CheckConstraint(condition=models.Q(('starts_at__isnull', False), models.Q(('hall', ''), _negated=True), _connector='OR'), name='planned_time_says_something'),
                ],
            },
        ),
        migrations.CreateModel(
            'Draw',
            [
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('first_round', models.PositiveSmallIntegerField()),
                ('seed', models.BigIntegerField()),
                ('fingerprint', models.CharField(blank=True, max_length=64)),
                ('plan', models.JSONField()),
                ('report', models.JSONField(default=dict)),
                ('protocol', models.JSONField(default=list)),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('made_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='draws', to='tournament.event')),
                ('made_by_name', models.CharField(blank=True, db_default='', default='', max_length=150)),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            'Round',
            [
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('kind', models.CharField(choices=[('random', 'random'), ('swiss', 'swiss')], default='random', max_length=10)),
                ('state', models.CharField(choices=[('draft', 'draft'), ('published', 'published'), ('closed', 'closed')], default='draft', max_length=10)),
                ('seat_source', models.CharField(choices=[('tiles', 'tiles'), ('chart', 'chart')], default='tiles', max_length=10)),
                ('protocol', models.JSONField(default=list)),
                ('starts_at', models.DateTimeField(blank=True, null=True)),
                ('published_at', models.DateTimeField(blank=True, null=True)),
                ('draw', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='rounds', to='tournament.draw')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rounds', to='tournament.event')),
            ],
            options={
                'ordering': ['number'],
                'constraints': [
                    models.UniqueConstraint(fields=('event', 'number'), name='round_number_once_an_event'),
                    models.CheckConstraint(condition=models.Q(('number__gte', 1), ('number__lte', 9)), name='round_number_one_to_nine'),
                ],
            },
        ),
        migrations.CreateModel(
            'Table',
            [
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('chain_set', models.CharField(blank=True, max_length=20)),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tables', to='tournament.round')),
            ],
            options={
                'ordering': ['number'],
                'constraints': [
                    models.UniqueConstraint(fields=('round', 'number'), name='table_number_once_a_round'),
                    models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='table_numbers_count_from_one'),
                ],
            },
        ),
        migrations.CreateModel(
            'Seat',
            [
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.PositiveSmallIntegerField()),
                ('starting_tile', models.CharField(blank=True, max_length=3)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='tournament.entry')),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='tournament.round')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='tournament.table')),
            ],
            options={
                'ordering': ['position'],
                'constraints': [
                    models.UniqueConstraint(fields=('round', 'entry'), name='player_sits_once_a_round'),
                    models.UniqueConstraint(fields=('table', 'position'), name='seat_position_once_a_table'),
                    models.UniqueConstraint(condition=models.Q(('starting_tile', ''), _negated=True), fields=('table', 'starting_tile'), name='starting_tile_once_a_table'),
                    models.CheckConstraint(condition=models.Q(('position__gte', 1), ('position__lte', 6)), name='seat_position_one_to_six'),
                ],
            },
        ),
        migrations.CreateModel(
            'SitOut',
            [
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('standard', 'standard'), ('pairing-problem', 'pairing problem'), ('missed', 'missed')], default='standard', max_length=20)),
                ('reason', models.CharField(blank=True, max_length=300)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='sit_outs', to='tournament.entry')),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sit_outs', to='tournament.round')),
                ('source', models.CharField(choices=[('draw', 'draw'), ('no-show', 'no show'), ('late-entry', 'late entry'), ('return', 'return')], default='draw', max_length=10)),
                ('chosen', models.CharField(blank=True, max_length=300)),
            ],
            options={
                'ordering': ['pk'],
                'constraints': [
                    models.UniqueConstraint(fields=('round', 'entry'), name='sit_out_once_a_round'),
                ],
            },
        ),
        migrations.CreateModel(
            'DeviceCode',
            [
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('table', 'table'), ('player', 'player')], max_length=10)),
                ('round_number', models.PositiveSmallIntegerField(default=0)),
                ('number', models.PositiveSmallIntegerField()),
                ('counter', models.PositiveIntegerField(default=0)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='device_codes', to='tournament.event')),
            ],
            options={
                'ordering': ['kind', 'round_number', 'number'],
                'constraints': [
                    models.UniqueConstraint(fields=('event', 'kind', 'round_number', 'number'), name='one_counter_a_code'),
                ],
            },
        ),
        migrations.CreateModel(
            'Device',
            [
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('table', 'table'), ('player', 'player')], max_length=10)),
                ('round_number', models.PositiveSmallIntegerField(default=0)),
                ('number', models.PositiveSmallIntegerField()),
                ('counter', models.PositiveIntegerField(default=0)),
                ('token_hash', models.CharField(max_length=64, unique=True)),
                ('claimed_at', models.DateTimeField()),
                ('expires_at', models.DateTimeField()),
                ('withdrawn_at', models.DateTimeField(blank=True, null=True)),
                ('left', models.PositiveSmallIntegerField(default=30)),
                ('counted_at', models.DateTimeField()),
                ('entry', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='devices', to='tournament.entry')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='devices', to='tournament.event')),
            ],
            options={
                'ordering': ['pk'],
                'indexes': [
                    models.Index(fields=['event', 'kind', 'round_number', 'number'], name='devices_by_subject'),
                ],
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('expires_at__gt', models.F('claimed_at'))), name='device_expires_after_claim'),
                    models.CheckConstraint(condition=models.Q(models.Q(('kind', 'table'), ('round_number__gte', 1)), models.Q(models.Q(('kind', 'table'), _negated=True), ('round_number', 0)), _connector='OR'), name='device_of_a_table_has_a_round'),
                ],
            },
        ),
        migrations.CreateModel(
            'PlayerRequest',
            [
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('withdraw', 'withdraw'), ('late', 'late')], max_length=10)),
                ('words', models.CharField(blank=True, max_length=120)),
                ('asked_at', models.DateTimeField()),
                ('state', models.CharField(choices=[('open', 'open'), ('confirmed', 'confirmed'), ('declined', 'declined'), ('taken back', 'taken back')], default='open', max_length=10)),
                ('answer', models.CharField(blank=True, max_length=120)),
                ('answered_at', models.DateTimeField(blank=True, null=True)),
                ('answered_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('device', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='tournament.device')),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='requests', to='tournament.entry')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='requests', to='tournament.event')),
            ],
            options={
                'ordering': ['pk'],
                'constraints': [
                    models.UniqueConstraint(condition=models.Q(('state', 'open')), fields=('entry', 'kind'), name='one_open_request'),
                    models.CheckConstraint(condition=models.Q(models.Q(('answered_at', None), ('state', 'open')), models.Q(models.Q(('state', 'open'), _negated=True), ('answered_at__isnull', False)), _connector='OR'), name='request_is_answered_at_a_time'),
                ],
            },
        ),
        migrations.CreateModel(
            'GameLog',
            [
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.TextField(max_length=1000000)),
                ('title', models.CharField(blank=True, max_length=120)),
                ('is_public', models.BooleanField(default=False)),
                ('attached_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('attached_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='logs', to='tournament.table')),
                ('attached_by_name', models.CharField(blank=True, db_default='', default='', max_length=150)),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            'Scribing',
            [
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('opening', models.JSONField()),
                ('begun_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('log', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='scribing', to='tournament.gamelog')),
                ('table', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='scribing', to='tournament.table')),
            ],
        ),
        migrations.CreateModel(
            'ScribedEntry',
            [
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('key', models.CharField(max_length=40)),
                ('events', models.JSONField(default=list)),
                ('mark', models.CharField(blank=True, choices=[('', ''), ('forced', 'forced'), ('against', 'against')], max_length=10)),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('made_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('scribing', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='tournament.scribing')),
                ('made_by_name', models.CharField(blank=True, db_default='', default='', max_length=150)),
            ],
            options={
                'ordering': ['number'],
                'constraints': [
                    models.UniqueConstraint(fields=('scribing', 'number'), name='one_entry_a_number'),
                    models.UniqueConstraint(fields=('scribing', 'key'), name='one_entry_a_key'),
                ],
            },
        ),
        migrations.CreateModel(
            'TableReport',
            [
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('source', models.CharField(choices=[('desk', 'desk'), ('player', 'player'), ('log', 'log'), ('import', 'import')], default='desk', max_length=10)),
                ('reported_at', models.DateTimeField()),
                ('ended_by', models.CharField(blank=True, max_length=60)),
                ('equal_shares', models.CharField(blank=True, max_length=300)),
                ('agreed_at', models.DateTimeField(blank=True, null=True)),
                ('official_at', models.DateTimeField(blank=True, null=True)),
                ('official_version', models.PositiveIntegerField(blank=True, null=True)),
                ('why', models.CharField(blank=True, max_length=300)),
                ('log', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='reports', to='tournament.gamelog')),
                ('official_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('reported_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reports', to='tournament.table')),
                ('device', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='reports', to='tournament.device')),
                ('contested_at', models.DateTimeField(blank=True, null=True)),
                ('left_at', models.DateTimeField(blank=True, null=True)),
                ('official_by_name', models.CharField(blank=True, db_default='', default='', max_length=150)),
                ('reported_by_name', models.CharField(blank=True, db_default='', default='', max_length=150)),
            ],
            options={
                'ordering': ['pk'],
                'constraints': [
                    models.UniqueConstraint(condition=models.Q(('official_version__isnull', False)), fields=('table', 'official_version'), name='one_official_report_a_version'),
                    models.CheckConstraint(condition=models.Q(models.Q(('official_at__isnull', True), ('official_version__isnull', True)), models.Q(('official_at__isnull', False), ('official_version__isnull', False)), _connector='OR'), name='official_reports_know_since_when'),
                ],
            },
        ),
        migrations.AddField('table', 'official', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='official_of', to='tournament.tablereport')),
        migrations.CreateModel(
            'ReportedSeat',
            [
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('cash', models.IntegerField(blank=True, null=True)),
                ('timed_out', models.BooleanField(default=False)),
                ('reason', models.CharField(blank=True, max_length=300)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='figures', to='tournament.entry')),
                ('report', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='figures', to='tournament.tablereport')),
            ],
            options={
                'ordering': ['pk'],
                'constraints': [
                    models.UniqueConstraint(fields=('report', 'entry'), name='reported_once_a_report'),
                    models.CheckConstraint(condition=models.Q(('cash__isnull', True), ('cash__gte', 0), _connector='OR'), name='cash_is_not_negative'),
                ],
            },
        ),
        migrations.CreateModel(
            'ReportAnswer',
            [
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('agrees', models.BooleanField()),
                ('said_at', models.DateTimeField()),
                ('device', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='answers', to='tournament.device')),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournament.entry')),
                ('report', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='answers', to='tournament.tablereport')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            'Call',
            [
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('round_number', models.PositiveSmallIntegerField()),
                ('table_number', models.PositiveSmallIntegerField()),
                ('kind', models.CharField(choices=[('dispute', 'dispute'), ('rule', 'rule'), ('time', 'time'), ('other', 'other')], max_length=10)),
                ('words', models.CharField(blank=True, max_length=200)),
                ('called_at', models.DateTimeField()),
                ('answered_at', models.DateTimeField(blank=True, null=True)),
                ('note', models.CharField(blank=True, max_length=300)),
                ('cancelled_at', models.DateTimeField(blank=True, null=True)),
                ('answered_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('device', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='calls', to='tournament.device')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='calls', to='tournament.event')),
                ('answered_by_name', models.CharField(blank=True, db_default='', default='', max_length=150)),
            ],
            options={
                'ordering': ['called_at', 'pk'],
                'constraints': [
                    models.UniqueConstraint(condition=models.Q(('answered_at', None), ('cancelled_at', None)), fields=('event', 'round_number', 'table_number', 'kind'), name='one_open_call_a_table_and_kind'),
                    models.CheckConstraint(condition=models.Q(('answered_at', None), ('cancelled_at', None), _connector='OR'), name='a_call_is_answered_or_cancelled'),
                ],
            },
        ),
        migrations.CreateModel(
            'ClockPress',
            [
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=40)),
                ('at', models.BigIntegerField()),
                ('kind', models.CharField(choices=[('turn', 'turn'), ('decide', 'decide'), ('stop', 'stop'), ('give', 'give'), ('hold', 'hold'), ('go', 'go')], max_length=10)),
                ('player', models.PositiveSmallIntegerField(default=0)),
                ('given', models.IntegerField(default=0)),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='presses', to='tournament.table')),
            ],
            options={
                'ordering': ['at', 'key'],
                'constraints': [
                    models.UniqueConstraint(fields=('table', 'key'), name='one_press_a_key'),
                ],
            },
        ),
        migrations.CreateModel(
            'Dispute',
            [
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('state', models.CharField(choices=[('open', 'open'), ('ruled', 'ruled'), ('withdrawn', 'withdrawn')], default='open', max_length=10)),
                ('question', models.CharField(max_length=300)),
                ('ruling', models.TextField(blank=True)),
                ('opened_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('settled_at', models.DateTimeField(blank=True, null=True)),
                ('log', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='disputes', to='tournament.gamelog')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='disputes', to='tournament.table')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            'Penalty',
            [
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('round_number', models.PositiveSmallIntegerField()),
                ('kind', models.CharField(choices=[('warning', 'warning'), ('new-hand', 'new hand'), ('two-minutes', 'two minutes'), ('fine', 'fine')], max_length=15)),
                ('amount', models.PositiveIntegerField(default=0)),
                ('reason', models.CharField(max_length=300)),
                ('given_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('is_cancelled', models.BooleanField(default=False)),
                ('cancel_reason', models.CharField(blank=True, max_length=300)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='penalties', to='tournament.entry')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='penalties', to='tournament.event')),
                ('given_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('subject', models.CharField(choices=[('misplay', 'misplay'), ('exposed-tile', 'exposed tile'), ('team-play', 'team play'), ('conduct', 'conduct'), ('other', 'other')], default='other', max_length=15)),
                ('given_by_name', models.CharField(blank=True, db_default='', default='', max_length=150)),
            ],
            options={
                'ordering': ['pk'],
                'constraints': [
                    models.CheckConstraint(condition=models.Q(models.Q(('amount__gt', 0), ('kind', 'fine')), models.Q(models.Q(('kind', 'fine'), _negated=True), ('amount', 0)), _connector='OR'), name='only_a_fine_costs_money'),
                ],
            },
        ),
        migrations.CreateModel(
            'MedalTie',
            [
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reason', models.CharField(max_length=300)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='medal_ties', to='tournament.event')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            'TiedEntry',
            [
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ordinal', models.PositiveSmallIntegerField()),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='tied', to='tournament.entry')),
                ('tie', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='members', to='tournament.medaltie')),
            ],
            options={
                'ordering': ['ordinal'],
                'constraints': [
                    models.UniqueConstraint(fields=('tie', 'entry'), name='tied_entry_once_a_tie'),
                    models.UniqueConstraint(fields=('tie', 'ordinal'), name='tie_order_parts_everybody'),
                    models.CheckConstraint(condition=models.Q(('ordinal__gte', 1)), name='tie_order_counts_from_one'),
                ],
            },
        ),
        migrations.CreateModel(
            'ChartSeat',
            [
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('round_number', models.PositiveSmallIntegerField()),
                ('table_number', models.PositiveSmallIntegerField()),
                ('position', models.PositiveSmallIntegerField()),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='chart_seats', to='tournament.entry')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='chart_seats', to='tournament.event')),
            ],
            options={
                'ordering': ['round_number', 'table_number', 'position'],
                'constraints': [
                    models.UniqueConstraint(fields=('event', 'round_number', 'entry'), name='chart_seats_a_player_once'),
                    models.UniqueConstraint(fields=('event', 'round_number', 'table_number', 'position'), name='chart_seat_is_one_players'),
                    models.CheckConstraint(condition=models.Q(('position__gte', 1), ('position__lte', 6)), name='chart_position_one_to_six'),
                ],
            },
        ),
        migrations.CreateModel(
            'PrintedSheet',
            [
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
                ('printed_by_name', models.CharField(blank=True, db_default='', default='', max_length=150)),
            ],
            options={
                'ordering': ['pk'],
                'indexes': [
                    models.Index(fields=['event', 'sheet', 'round_number'], name='printed_sheet_by_name'),
                ],
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('round_number__isnull', True), models.Q(('round_number__gte', 0), ('round_number__lte', 9)), _connector='OR'), name='printed_sheet_of_a_round'),
                ],
            },
        ),
        migrations.CreateModel(
            'Change',
            [
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.PositiveIntegerField()),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('before', models.JSONField(default=dict)),
                ('after', models.JSONField(default=dict)),
                ('reason', models.CharField(blank=True, max_length=300)),
                ('made_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='changes', to='tournament.event')),
                ('act', models.CharField(max_length=40)),
                ('entries', models.JSONField(default=list)),
                ('key', models.CharField(blank=True, max_length=40, null=True, unique=True)),
                ('round_number', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('table_number', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('words', models.CharField(blank=True, max_length=250)),
                ('undoes', models.PositiveIntegerField(blank=True, null=True)),
                ('made_by_name', models.CharField(blank=True, db_default='', default='', max_length=150)),
            ],
            options={
                'ordering': ['-version'],
                'indexes': [
                    models.Index(fields=['event', 'act'], name='changes_by_act'),
                ],
                'constraints': [
                    models.UniqueConstraint(fields=('event', 'version'), name='one_change_a_version'),
                ],
            },
        ),
        migrations.CreateModel(
            'Game',
            [
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(max_length=8, unique=True)),
                ('terms', models.JSONField()),
                ('seed', models.CharField(blank=True, max_length=40)),
                ('state', models.CharField(choices=[('lobby', 'lobby'), ('playing', 'playing'), ('over', 'over'), ('left', 'left')], default='lobby', max_length=10)),
                ('last', models.PositiveIntegerField(default=0)),
                ('opened_at', models.DateTimeField()),
                ('begun_at', models.DateTimeField(null=True)),
                ('ended_at', models.DateTimeField(null=True)),
                ('opened_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('table', models.OneToOneField(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='game', to='tournament.table')),
                ('watch_delay', models.PositiveIntegerField(default=120)),
                ('before', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='after', to='tournament.game')),
                ('reported_at', models.DateTimeField(null=True)),
                ('host_seen_at', models.DateTimeField(null=True)),
            ],
            options={
                'ordering': ['pk'],
                'constraints': [
                    models.CheckConstraint(condition=models.Q(models.Q(('begun_at', None), ('state', 'lobby')), models.Q(models.Q(('state', 'lobby'), _negated=True), ('begun_at__isnull', False)), _connector='OR'), name='game_that_left_the_lobby_has_begun'),
                ],
            },
        ),
        migrations.CreateModel(
            'GameSeat',
            [
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('place', models.PositiveSmallIntegerField()),
                ('name', models.CharField(max_length=60)),
                ('token_hash', models.CharField(max_length=64, unique=True)),
                ('hello_at', models.DateTimeField(null=True)),
                ('agreed_at', models.DateTimeField(null=True)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='tournament.game')),
                ('accepted_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('accepted_by_name', models.CharField(blank=True, db_default='', default='', max_length=150)),
                ('claimed_at', models.DateTimeField(null=True)),
                ('entry', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='game_seats', to='tournament.entry')),
                ('link_hash', models.CharField(max_length=64, null=True, unique=True)),
                ('seen_at', models.DateTimeField(null=True)),
                ('asked_at', models.DateTimeField(null=True)),
                ('refused_at', models.DateTimeField(null=True)),
                ('lag', models.PositiveIntegerField(db_default=0, default=0)),
                ('asks', models.JSONField(null=True)),
                ('program', models.CharField(blank=True, db_default='', default='', max_length=20)),
            ],
            options={
                'ordering': ['game', 'place'],
                'indexes': [
                    models.Index(condition=models.Q(('program', ''), _negated=True), fields=['game'], name='seats_of_programs'),
                ],
                'constraints': [
                    models.UniqueConstraint(fields=('game', 'place'), name='one_seat_a_place'),
                ],
            },
        ),
        migrations.CreateModel(
            'GameAct',
            [
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('at_ms', models.BigIntegerField()),
                ('lag', models.PositiveIntegerField(default=0)),
                ('seat', models.PositiveSmallIntegerField(null=True)),
                ('client_id', models.CharField(blank=True, max_length=64)),
                ('body', models.JSONField()),
                ('answer', models.JSONField(null=True)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.DO_NOTHING, related_name='acts', to='tournament.game')),
            ],
            options={
                'ordering': ['game', 'number'],
                'constraints': [
                    models.UniqueConstraint(fields=('game', 'number'), name='one_act_a_number'),
                    models.UniqueConstraint(condition=models.Q(('client_id', ''), _negated=True), fields=('game', 'seat', 'client_id'), name='one_act_an_id'),
                ],
            },
        ),
        migrations.CreateModel(
            'KeptLook',
            [
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('digest', models.CharField(max_length=64)),
                ('event', models.PositiveIntegerField()),
                ('judged', models.JSONField()),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('game', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='looks', to='tournament.game')),
                ('log', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='looks', to='tournament.gamelog')),
            ],
            options={
                'ordering': ['pk'],
                'constraints': [
                    models.CheckConstraint(condition=models.Q(models.Q(('game__isnull', False), ('log__isnull', True)), models.Q(('game__isnull', True), ('log__isnull', False)), _connector='OR'), name='look_at_a_game_or_a_log'),
                    models.UniqueConstraint(fields=('game', 'digest', 'event'), name='one_look_a_decision_of_a_game'),
                    models.UniqueConstraint(fields=('log', 'digest', 'event'), name='one_look_a_decision_of_a_log'),
                ],
            },
        ),
        migrations.CreateModel(
            'ProgramProcess',
            [
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=80, unique=True)),
                ('seen_at', models.DateTimeField()),
            ],
            options={
                'ordering': ['name'],
            },
        ),
        migrations.CreateModel(
            'Series',
            [
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
                'ordering': ['pk'],
                'verbose_name_plural': 'series',
            },
        ),
        migrations.CreateModel(
            'SeriesGame',
            [
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
                'constraints': [
                    models.UniqueConstraint(fields=('series', 'number'), name='one_game_a_number_of_a_series'),
                ],
            },
        ),
        migrations.CreateModel(
            'SeriesMessage',
            [
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
    ]
