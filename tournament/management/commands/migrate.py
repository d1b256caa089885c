"""`manage.py migrate` as Django has it, with a snapshot of the database made first wherever it is about to change."""

from __future__ import annotations

from typing import Any

from django.core.management.commands import migrate
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from tournament.installation.keeping import keep_before


class Command(migrate.Command):
    """Bring the database up to date, and keep it as it was."""

    def handle(self, *args: Any, **options: Any) -> None:
        """Keep the database where something was stored in it and something is to be applied, then migrate."""
        if is_behind():
            keep_before("migration")
        super().handle(*args, **options)


def is_behind() -> bool:
    """Whether the database holds an earlier version: one without any migration holds nothing to keep."""
    executor = MigrationExecutor(connection)
    has_any = bool(executor.loader.applied_migrations)
    return has_any and bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))
