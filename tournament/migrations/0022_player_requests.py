"""What players ask by their own phones; an event of before has no requests."""


import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("tournament", "0021_calls_and_clocks"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='PlayerRequest',
            fields=[
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
                'constraints': [models.UniqueConstraint(condition=models.Q(('state', 'open')), fields=('entry', 'kind'), name='one_open_request'), models.CheckConstraint(condition=models.Q(models.Q(('answered_at', None), ('state', 'open')), models.Q(models.Q(('state', 'open'), _negated=True), ('answered_at__isnull', False)), _connector='OR'), name='request_is_answered_at_a_time')],
            },
        ),
    ]
