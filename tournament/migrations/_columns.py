"""A column that is added to a table of which triggers speak."""

from __future__ import annotations

from typing import Any

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


class AddColumn(migrations.AddField):
    """Add a column that has a default of the database, or may be null, without making its table anew.

    For such a column Django makes a table of SQLite anew and renames it. The guards of the table would be lost, and SQLite refuses to
    rename a table of which triggers of other tables speak; yet it can add such a column itself, as PostgreSQL does.
    """

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        """Add the column as other databases do."""
        model = to_state.apps.get_model(app_label, self.model_name)
        if self.allow_migrate_model(schema_editor.connection.alias, model):
            BaseDatabaseSchemaEditor.add_field(schema_editor, model, model._meta.get_field(self.name))
