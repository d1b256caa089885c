"""Pages for mending what no act of the desk can mend; every save is an act with its Change, and changes themselves are only read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.contrib.auth.models import User
from django.db.models import Model
from django.forms import ModelForm
from django.http import HttpRequest

from tournament import models
from tournament.services.changes import act_on


def event_of(row: Model) -> models.Event | None:
    """The event a row belongs to; None for a person, who may be in several."""
    match row:
        case models.Event():
            return row
        case (
            models.Entry() | models.Penalty() | models.Round() | models.KeepApart() | models.MedalTie() | models.Draw()
        ):
            return row.event
        case models.Table() | models.Seat() | models.SitOut():
            return row.round.event
        case models.GameLog() | models.Dispute():
            return row.table.round.event
    return None


if TYPE_CHECKING:
    RowAdmin = admin.ModelAdmin[Any]
else:
    RowAdmin = admin.ModelAdmin  # generic for the type checker alone


class MendingAdmin(RowAdmin):
    """A table of rows to mend; nothing is added or deleted here, and the event's version rises so that every page is fresh."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Rows come from the desk."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nothing is lost by mending."""
        return False

    def save_model(self, request: HttpRequest, obj: Model, form: ModelForm[Any], change: bool) -> None:
        """Save within an act on the row's event."""
        event = event_of(obj)
        if event is None:
            super().save_model(request, obj, form, change)
            return
        actor = request.user if isinstance(request.user, User) else None
        with act_on(event, actor, "mend", f"{obj._meta.verbose_name} {obj}") as act:
            act.before = {name: str(form.initial.get(name, "")) for name in form.changed_data}
            act.after = {name: str(form.cleaned_data.get(name, "")) for name in form.changed_data}
            if isinstance(obj, models.Event):
                for name in form.changed_data:
                    setattr(act.event, name, form.cleaned_data[name])
            else:
                super().save_model(request, obj, form, change)


class ReadOnlyAdmin(MendingAdmin):
    """The log of changes and the draws: read, never mended."""

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """What was done stays as it was."""
        return False


for mendable in (
    models.Event,
    models.Player,
    models.Entry,
    models.Round,
    models.Table,
    models.Seat,
    models.SitOut,
    models.Penalty,
    models.GameLog,
    models.Dispute,
):
    admin.site.register(mendable, MendingAdmin)
for kept in (models.Change, models.Draw):
    admin.site.register(kept, ReadOnlyAdmin)
