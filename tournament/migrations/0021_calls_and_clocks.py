"""What tables write beside their logs: calls for the director and presses of clocks; what was called or pressed is never changed."""

from importlib import import_module

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


house = import_module("tournament.migrations.0008_house_guards")

GUARDS = {
    "guard_clock_press": (
        "tournament_clockpress",
        "UPDATE",
        house._differs("table_id", "key", "at", "kind", "player", "given"),
        "what was pressed is never changed",
    ),
    "guard_call": (
        "tournament_call",
        "UPDATE",
        house._differs("event_id", "round_number", "table_number", "kind", "words", "called_at")
        + " OR OLD.answered_at IS NOT NULL AND (NEW.answered_at IS NULL OR "
        + house._differs("answered_at", "note")
        + ") OR OLD.cancelled_at IS NOT NULL AND (NEW.cancelled_at IS NULL OR "
        + house._differs("cancelled_at")
        + ")",
        "what was called and answered is never changed",
    ),
}


def create_guards(apps, schema_editor):
    """Create the guards in the database's own words."""
    spell = house.SPELLINGS[schema_editor.connection.vendor]
    for name, guard in GUARDS.items():
        for statement in spell(name, *guard):
            schema_editor.execute(statement)


def drop_guards(apps, schema_editor):
    """Drop the guards."""
    for name, (table, *_) in GUARDS.items():
        if schema_editor.connection.vendor == "sqlite":
            schema_editor.execute(f"DROP TRIGGER {name}_update")
        else:
            schema_editor.execute(f"DROP TRIGGER {name} ON {table}")
            schema_editor.execute(f"DROP FUNCTION {name}()")


class Migration(migrations.Migration):

    dependencies = [
        ("tournament", "0020_players_report"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Call',
            fields=[
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
            ],
            options={
                'ordering': ['called_at', 'pk'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('answered_at', None), ('cancelled_at', None)), fields=('event', 'round_number', 'table_number', 'kind'), name='one_open_call_a_table_and_kind'), models.CheckConstraint(condition=models.Q(('answered_at', None), ('cancelled_at', None), _connector='OR'), name='a_call_is_answered_or_cancelled')],
            },
        ),
        migrations.CreateModel(
            name='ClockPress',
            fields=[
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
                'constraints': [models.UniqueConstraint(fields=('table', 'key'), name='one_press_a_key')],
            },
        ),
        migrations.RunPython(create_guards, drop_guards),
    ]
