"""The scribe's board: a table's log entry by entry as it is written while the game is played; what was told is never changed."""

from importlib import import_module

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

house = import_module("tournament.migrations.0008_house_guards")

GUARD = (
    "guard_scribed_entry",
    "tournament_scribedentry",
    "UPDATE",
    house._differs("scribing_id", "number", "key", "events", "mark"),
    "what was told is never changed",
)


def create_guard(apps, schema_editor):
    """Create the guard of the entries in the database's own words."""
    for statement in house.SPELLINGS[schema_editor.connection.vendor](*GUARD):
        schema_editor.execute(statement)


def drop_guard(apps, schema_editor):
    """Drop the guard of the entries."""
    name, table = GUARD[:2]
    if schema_editor.connection.vendor == "sqlite":
        schema_editor.execute(f"DROP TRIGGER {name}_update")
    else:
        schema_editor.execute(f"DROP TRIGGER {name} ON {table}")
        schema_editor.execute(f"DROP FUNCTION {name}()")


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0008_house_guards'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Scribing',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('opening', models.JSONField()),
                ('begun_at', models.DateTimeField(auto_now_add=True)),
                ('log', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='scribing', to='tournament.gamelog')),
                ('table', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='scribing', to='tournament.table')),
            ],
        ),
        migrations.CreateModel(
            name='ScribedEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('key', models.CharField(max_length=40)),
                ('events', models.JSONField(default=list)),
                ('mark', models.CharField(blank=True, choices=[('', ''), ('forced', 'forced'), ('against', 'against')], max_length=10)),
                ('made_at', models.DateTimeField(auto_now_add=True)),
                ('made_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('scribing', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='tournament.scribing')),
            ],
            options={
                'ordering': ['number'],
                'constraints': [models.UniqueConstraint(fields=('scribing', 'number'), name='one_entry_a_number'), models.UniqueConstraint(fields=('scribing', 'key'), name='one_entry_a_key')],
            },
        ),
        migrations.RunPython(create_guard, drop_guard),
    ]
