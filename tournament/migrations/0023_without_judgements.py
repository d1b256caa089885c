"""Decisions of finished games are no longer searched: what a search made of them goes; nothing in it was typed by anybody."""

from django.db import migrations


class Migration(migrations.Migration):
    """One table that nothing else speaks of."""

    dependencies = [("tournament", "0022_who_counts")]

    operations = [migrations.DeleteModel("KeptLook")]
