"""What a search made of decisions of finished games, and the messages of a series on its page, go; nothing in them was typed by people."""

from django.db import migrations


class Migration(migrations.Migration):
    """Two tables that nothing else speaks of."""

    dependencies = [("tournament", "0023_without_admin")]

    operations = [migrations.DeleteModel("KeptLook"), migrations.DeleteModel("SeriesMessage")]
