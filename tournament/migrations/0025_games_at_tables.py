"""A game on devices at a table of an event: its table and entries, personal links, who was heard of when, watchers, the game before.

SQLite makes a table anew for a column like these, without its guards, so the guards of games are dropped and created again."""

from importlib import import_module

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

before = import_module("tournament.migrations.0024_games_on_devices")
house = import_module("tournament.migrations.0008_house_guards")

GUARDS = {
    **before.GUARDS,
    "guard_game": (
        "tournament_game",
        "UPDATE",
        house._differs("code", "terms", "seed", "opened_at", "table_id")
        + " OR NEW.last < OLD.last OR OLD.begun_at IS NOT NULL AND (NEW.begun_at IS NULL OR "
        + house._differs("begun_at")
        + ")",
        "what a game was opened with stays, and its acts only grow",
    ),
}


def create_guards(apps, schema_editor):
    """Create the guards of games in the database's own words."""
    spell = house.SPELLINGS[schema_editor.connection.vendor]
    for name, guard in GUARDS.items():
        for statement in spell(name, *guard):
            schema_editor.execute(statement)


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0024_games_on_devices'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RunPython(before.drop_guards, before.create_guards),
        migrations.AddField(
            model_name='game',
            name='before',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='after', to='tournament.game'),
        ),
        migrations.AddField(
            model_name='game',
            name='table',
            field=models.OneToOneField(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='game', to='tournament.table'),
        ),
        migrations.AddField(
            model_name='game',
            name='watch_delay',
            field=models.PositiveIntegerField(default=120),
        ),
        migrations.AddField(
            model_name='gameseat',
            name='accepted_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='gameseat',
            name='accepted_by_name',
            field=models.CharField(blank=True, db_default='', default='', max_length=150),
        ),
        migrations.AddField(
            model_name='gameseat',
            name='claimed_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='gameseat',
            name='entry',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='game_seats', to='tournament.entry'),
        ),
        migrations.AddField(
            model_name='gameseat',
            name='link_hash',
            field=models.CharField(max_length=64, null=True, unique=True),
        ),
        migrations.AddField(
            model_name='gameseat',
            name='seen_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.RunPython(create_guards, before.drop_guards),
    ]
