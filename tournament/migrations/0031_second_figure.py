"""A second figure of a seat, and amounts that may be negative: what is possible, an event's format says."""

from django.db import migrations, models

from tournament.migrations._columns import AddColumn


def allow_negative_amounts(apps, schema_editor):
    """Take the constraint away; SQLite makes the table anew, so every guard steps aside meanwhile and comes back as it was."""
    row = apps.get_model("tournament", "ReportedSeat")
    constraint = next(each for each in row._meta.constraints if each.name == "cash_is_not_negative")
    guards = []
    if schema_editor.connection.vendor == "sqlite":
        with schema_editor.connection.cursor() as cursor:
            cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
            guards = cursor.fetchall()
    for name, _sql in guards:
        schema_editor.execute(f'DROP TRIGGER "{name}"')
    schema_editor.remove_constraint(row, constraint)
    for _name, sql in guards:
        schema_editor.execute(sql, None)


class Migration(migrations.Migration):
    dependencies = [("tournament", "0030_format")]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunPython(allow_negative_amounts, migrations.RunPython.noop)],
            state_operations=[migrations.RemoveConstraint("reportedseat", "cash_is_not_negative")],
        ),
        AddColumn("reportedseat", "second", models.IntegerField(blank=True, null=True)),
    ]
