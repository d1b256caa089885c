"""What the desk of an event offers only on request; an event of before keeps what it has used."""

from django.db import migrations, models

USED = (
    ("devices", "game", "table__round__event"),
    ("scribe", "scribing", "table__round__event"),
    ("clocks", "clockpress", "table__round__event"),
    ("chart", "chartseat", "event"),
)
"""The names of extras, in the order in which they are stored, each with a model whose rows show its use and their path to the event."""


def keep_what_was_used(apps, schema_editor):
    """Switch on for each event of which there are rows, or which plays every table on devices, what these rows belong to."""
    Event = apps.get_model("tournament", "event")
    used = {
        name: set(apps.get_model("tournament", model).objects.exclude(**{path: None}).values_list(path, flat=True))
        for name, model, path in USED
    }
    used["devices"] |= set(Event.objects.filter(on_devices=True).values_list("pk", flat=True))
    for key in set().union(*used.values()):
        Event.objects.filter(pk=key).update(extras=" ".join(name for name, events in used.items() if key in events))


class Migration(migrations.Migration):
    """A column with a default, and its value for events of before: no table is made anew, so every guard stays."""

    dependencies = [("tournament", "0006_results_held_back")]

    operations = [
        migrations.AddField(
            "event", "extras", models.CharField(blank=True, db_default="", default="", max_length=120)
        ),
        migrations.RunPython(keep_what_was_used, migrations.RunPython.noop),
    ]
