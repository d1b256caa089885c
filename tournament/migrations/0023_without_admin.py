"""Django's admin is gone: its table of what was done there is dropped, and the record of its own migrations with it."""

from django.db import migrations


class Migration(migrations.Migration):
    """A table that nothing else speaks of; left there, it would keep an account from being deleted."""

    dependencies = [("tournament", "0022_who_counts")]

    operations = [
        migrations.RunSQL(
            ["DROP TABLE IF EXISTS django_admin_log", "DELETE FROM django_migrations WHERE app = 'admin'"],
            migrations.RunSQL.noop,
        ),
    ]
