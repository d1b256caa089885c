"""The stored rows of events in Django's admin, for reading only: all changes are made by services. Users can be made here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest

from tournament import models

if TYPE_CHECKING:
    RowAdmin = admin.ModelAdmin[Any]
else:
    RowAdmin = admin.ModelAdmin  # generic for the type checker alone


class LookingAdmin(RowAdmin):
    """Read-only rows: only the services change them, and store a Change with each."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Return False: rows are only added by services."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Return False: rows are only changed by services."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Return False: rows are never deleted in the admin."""
        return False


for model in (
    models.Event,
    models.Entry,
    models.Round,
    models.Table,
    models.TableReport,
    models.Seat,
    models.SitOut,
    models.Penalty,
    models.GameLog,
    models.Dispute,
    models.Draw,
    models.Change,
):
    admin.site.register(model, LookingAdmin)
