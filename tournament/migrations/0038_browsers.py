"""The browser in which a phone of a table was let in; phones of before have none, and each counts as a browser of its own."""

from __future__ import annotations

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("tournament", "0033_insight")]

    operations: ClassVar = [
        migrations.AddField(
            model_name="device",
            name="browser",
            field=models.CharField(blank=True, db_default="", default="", max_length=64),
        ),
    ]
