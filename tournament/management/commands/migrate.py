"""`manage.py migrate` as Django has it, with a snapshot of the database made first wherever it is about to change.

A database of a version before 2.5 is refused, and nothing is written to it. Of several hosts that start at once one migrates, and the
others wait for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.db import connection

from tournament.installation.copies.automatic_snapshots import MIGRATION, snapshot_before
from tournament.installation.copies.forgotten import ForgottenListError, list_file
from tournament.migrations import applied_and_pending, applied_in, why_too_old
from tournament.models import Forgotten
from tournament.services.forgetting.acting import apply_list

ONE_AT_A_TIME = 7_205_759_403_792
"""The number of PostgreSQL's lock on migrating."""


class Command(migrate.Command):
    """Migrate the database, after a snapshot."""

    def handle(self, *args: Any, **options: Any) -> None:
        """Make a snapshot where the database has data and migrations are pending, then migrate.

        Raises CommandError for a database of an earlier version than can be migrated.
        """
        with migration_lock():
            if refusal := why_too_old(applied_in(connection)):
                raise CommandError(refusal)
            has_any, is_behind = applied_and_pending()
            if has_any and is_behind:  # a new database has no data to lose
                snapshot_before(MIGRATION)
            super().handle(*args, **options)
        self.forget_again(options["verbosity"])

    def forget_again(self, verbosity: int) -> None:
        """Apply the list of the forgotten where an older copy took the place of the database; raises CommandError."""
        if Forgotten._meta.db_table not in connection.introspection.table_names():
            return
        file = list_file()
        if not (Forgotten.objects.exists() or (file and file.is_file())) or applied_and_pending()[1]:
            return
        try:
            many = apply_list()
        except ForgottenListError as failure:
            raise CommandError(str(failure)) from failure
        if many and verbosity:
            self.stdout.write(f"{many} people were forgotten since this copy was made; they have pseudonyms again.")


@contextmanager
def migration_lock() -> Iterator[None]:
    """Hold PostgreSQL's lock on migrating, waiting for another host that has it; SQLite needs none, it allows only one writer."""
    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [ONE_AT_A_TIME])
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [ONE_AT_A_TIME])
