"""Names in the log of changes, in draws and in terms of games become numbers of entries, event by event (`tournament.draw.numbering`).

The guards let that through while a row of the kind `open` stands for the event, as while a person is forgotten. A name that means no entry,
or more than one, stays.
"""

import secrets
from copy import deepcopy

from django.db import migrations
from django.utils import timezone

from tournament.draw.numbering import number_names, present_columns

_WORDS = ("name", "given_name", "family_name", "country")
_PRIVATE = ("contestant_id", "note", "club", "team", "email")
ROWS = {
    "Change": ("event", ("version", "before", "after")),
    "Draw": ("event", ("protocol", "report")),
    "Round": ("event", ("protocol",)),
    "SitOut": ("round__event", ("reason",)),
    "Game": ("table__round__event", ("terms",)),
}
"""The path to the event of each kind of row with names, and its columns."""


def number_all(apps, schema_editor):
    """Exchange the names of each event."""
    for pk in apps.get_model("tournament", "Event").objects.values_list("pk", flat=True):
        opened = apps.get_model("tournament", "Forgotten").objects.create(
            event_id=pk, kind="open", salt="", digest=secrets.token_hex(32), forgotten_at=timezone.now()
        )
        _number(apps, pk)
        opened.delete()


def _number(apps, pk):
    """Exchange the names of one event."""
    entries = apps.get_model("tournament", "Entry").objects.filter(event_id=pk)
    taken = apps.get_model("tournament", "TakenOver").objects.filter(entry__event_id=pk)
    present = present_columns(
        list(entries.values("id", "number", *_WORDS, *_PRIVATE)),
        {row.pop("entry_id"): row for row in taken.values("entry_id", *_WORDS)},
    )
    models = {name: apps.get_model("tournament", name).objects for name in ROWS}
    rows = {
        name: list(models[name].filter(**{path: pk}).order_by("pk").values("pk", *columns))
        for name, (path, columns) in ROWS.items()
    }
    before = deepcopy(rows)
    number_names(rows, present)
    former = apps.get_model("tournament", "FormerEntry")
    former.objects.bulk_create((former(event_id=pk, **row) for row in rows["FormerEntry"]), batch_size=500)
    for name, was in before.items():
        for old, new in zip(was, rows[name], strict=True):
            if changed := {column: value for column, value in new.items() if value != old[column]}:
                models[name].filter(pk=new["pk"]).update(**changed)


class Migration(migrations.Migration):
    """Rows alone: no table changes."""

    dependencies = [("tournament", "0027_former_entries")]

    operations = [migrations.RunPython(number_all, migrations.RunPython.noop)]
