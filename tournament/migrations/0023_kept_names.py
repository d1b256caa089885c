"""Who did what, by name, where a restored event has no account for it; a restored event waits for its first director.

The names are added as they are: to make a table anew, as SQLite otherwise does, would lose its guards.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

COLUMNS = (
    ("call", "answered_by"),
    ("change", "made_by"),
    ("draw", "made_by"),
    ("event", "created_by"),
    ("gamelog", "attached_by"),
    ("helper", "account"),
    ("helper", "given_by"),
    ("penalty", "given_by"),
    ("printedsheet", "printed_by"),
    ("scribedentry", "made_by"),
    ("tablereport", "official_by"),
    ("tablereport", "reported_by"),
)


def _column(model, by):
    return migrations.RunSQL(
        f"ALTER TABLE tournament_{model} ADD COLUMN {by}_name varchar(150) DEFAULT '' NOT NULL",
        f"ALTER TABLE tournament_{model} DROP COLUMN {by}_name",
        state_operations=[
            migrations.AddField(
                model, f"{by}_name", models.CharField(blank=True, db_default="", default="", max_length=150)
            )
        ],
    )


class Migration(migrations.Migration):
    """A name beside every account, and two accounts that may be missing."""

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("tournament", "0022_player_requests"),
    ]

    operations = [
        migrations.AlterField(
            "event",
            "created_by",
            models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="events",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AlterField(
            "helper",
            "account",
            models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="helps",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        *(_column(model, by) for model, by in COLUMNS),
    ]
