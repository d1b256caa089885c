"""A second figure of a seat, and amounts that may be negative: what is possible, an event's format says."""

from django.db import migrations, models

from tournament.migrations._columns import AddColumn


class RemoveCheck(migrations.RemoveConstraint):
    """Take a constraint away; SQLite makes the table anew, so every guard steps aside meanwhile and comes back as it was."""

    def database_forwards(self, app_label, schema_editor, from_state, to_state):
        guards = []
        if schema_editor.connection.vendor == "sqlite":
            with schema_editor.connection.cursor() as cursor:
                cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
                guards = cursor.fetchall()
        for name, _sql in guards:
            schema_editor.execute(f'DROP TRIGGER "{name}"')
        super().database_forwards(app_label, schema_editor, from_state, to_state)
        for _name, sql in guards:
            schema_editor.execute(sql, None)


class Migration(migrations.Migration):
    dependencies = [("tournament", "0030_format")]

    operations = [
        RemoveCheck("reportedseat", "cash_is_not_negative"),
        AddColumn("reportedseat", "second", models.IntegerField(blank=True, null=True)),
    ]
