"""Looking into the rows of events; nothing is changed here, for what is stored is what acts and reports guard. Users are made here."""

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
    """A table of rows to look at: changed by the desk's acts alone, each with its Change."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Rows come from the desk."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """What an act has not written stays as it is."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nothing is lost here."""
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
