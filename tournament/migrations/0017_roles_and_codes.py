"""Who helps at an event, and the short codes of links."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0016_undone_changes'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='letin',
            name='code_expires_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='letin',
            name='code_hash',
            field=models.CharField(max_length=64, null=True, unique=True),
        ),
        migrations.CreateModel(
            name='Helper',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('roles', models.CharField(max_length=60)),
                ('given_at', models.DateTimeField(auto_now_add=True)),
                ('withdrawn_at', models.DateTimeField(null=True)),
                ('account', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='helps', to=settings.AUTH_USER_MODEL)),
                ('entry', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='tournament.entry')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='helpers', to='tournament.event')),
                ('given_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['pk'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('withdrawn_at', None)), fields=('event', 'account'), name='one_helper_an_account'), models.CheckConstraint(condition=models.Q(('roles__in', ('director', 'desk', 'checker', 'arbiter', 'screen', 'director desk', 'director checker', 'director arbiter', 'director screen', 'desk checker', 'desk arbiter', 'desk screen', 'checker arbiter', 'checker screen', 'arbiter screen', 'director desk checker', 'director desk arbiter', 'director desk screen', 'director checker arbiter', 'director checker screen', 'director arbiter screen', 'desk checker arbiter', 'desk checker screen', 'desk arbiter screen', 'checker arbiter screen', 'director desk checker arbiter', 'director desk checker screen', 'director desk arbiter screen', 'director checker arbiter screen', 'desk checker arbiter screen', 'director desk checker arbiter screen'))), name='helper_has_known_roles')],
            },
        ),
    ]
