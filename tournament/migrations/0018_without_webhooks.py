"""Webhooks are gone: their addresses, secrets and messages are dropped, and the record of their own migrations with them."""

from django.db import migrations


class Migration(migrations.Migration):
    """Two tables that nothing else speaks of; an installation that never had them stays as it is."""

    dependencies = [("tournament", "0017_organiser")]

    operations = [
        migrations.RunSQL(
            [
                "DROP TABLE IF EXISTS webhooks_delivery",
                "DROP TABLE IF EXISTS webhooks_hook",
                "DELETE FROM django_migrations WHERE app = 'webhooks'",
            ],
            migrations.RunSQL.noop,
        ),
    ]
