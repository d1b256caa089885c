"""Games on devices: the game, its seats and its acts. An act is never changed, and goes with its game alone; code and terms stay."""

from importlib import import_module

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


house = import_module("tournament.migrations.0008_house_guards")

DONE = "an act of a game is never changed"
GUARDS = {
    "guard_game_act_done": ("tournament_gameact", "UPDATE", "1 = 1", DONE),
    "guard_game_act_kept": (
        "tournament_gameact",
        "DELETE",
        "EXISTS (SELECT 1 FROM tournament_game WHERE id = OLD.game_id)",
        "an act is deleted with its game alone",
    ),
    "guard_game": (
        "tournament_game",
        "UPDATE",
        house._differs("code", "terms", "seed", "opened_at")
        + " OR NEW.last < OLD.last OR OLD.begun_at IS NOT NULL AND (NEW.begun_at IS NULL OR "
        + house._differs("begun_at")
        + ")",
        "what a game was opened with stays, and its acts only grow",
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
    for name, (table, moment, *_) in GUARDS.items():
        if schema_editor.connection.vendor == "sqlite":
            schema_editor.execute(f"DROP TRIGGER {name}_{moment.lower()}")
        else:
            schema_editor.execute(f"DROP TRIGGER {name} ON {table}")
            schema_editor.execute(f"DROP FUNCTION {name}()")


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0023_kept_names'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Game',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(max_length=8, unique=True)),
                ('terms', models.JSONField()),
                ('seed', models.CharField(blank=True, max_length=40)),
                ('state', models.CharField(choices=[('lobby', 'lobby'), ('playing', 'playing'), ('over', 'over')], default='lobby', max_length=10)),
                ('last', models.PositiveIntegerField(default=0)),
                ('opened_at', models.DateTimeField()),
                ('begun_at', models.DateTimeField(null=True)),
                ('ended_at', models.DateTimeField(null=True)),
                ('opened_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='GameAct',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('at_ms', models.BigIntegerField()),
                ('lag', models.PositiveIntegerField(default=0)),
                ('seat', models.PositiveSmallIntegerField(null=True)),
                ('client_id', models.CharField(blank=True, max_length=64)),
                ('body', models.JSONField()),
                ('answer', models.JSONField(null=True)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='acts', to='tournament.game')),
            ],
            options={
                'ordering': ['game', 'number'],
            },
        ),
        migrations.CreateModel(
            name='GameSeat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('place', models.PositiveSmallIntegerField()),
                ('name', models.CharField(max_length=60)),
                ('token_hash', models.CharField(max_length=64, unique=True)),
                ('hello_at', models.DateTimeField(null=True)),
                ('agreed_at', models.DateTimeField(null=True)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='tournament.game')),
            ],
            options={
                'ordering': ['game', 'place'],
            },
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('begun_at', None), ('state', 'lobby')), models.Q(models.Q(('state', 'lobby'), _negated=True), ('begun_at__isnull', False)), _connector='OR'), name='game_that_left_the_lobby_has_begun'),
        ),
        migrations.AddConstraint(
            model_name='gameact',
            constraint=models.UniqueConstraint(fields=('game', 'number'), name='one_act_a_number'),
        ),
        migrations.AddConstraint(
            model_name='gameact',
            constraint=models.UniqueConstraint(condition=models.Q(('client_id', ''), _negated=True), fields=('game', 'seat', 'client_id'), name='one_act_an_id'),
        ),
        migrations.AddConstraint(
            model_name='gameseat',
            constraint=models.UniqueConstraint(fields=('game', 'place'), name='one_seat_a_place'),
        ),
        migrations.RunPython(create_guards, drop_guards),
    ]
