"""Whether an event is shown to players, is put away, and what its director lets everybody read; what was there before stays shown."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Three columns; the second step lets new events begin hidden."""

    dependencies = [("tournament", "0010_let_in")]

    operations = [
        migrations.AddField("event", "is_shown", models.BooleanField(default=True)),
        migrations.AlterField("event", "is_shown", models.BooleanField(default=False)),
        migrations.AddField("event", "is_put_away", models.BooleanField(default=False)),
        migrations.AddField("event", "notice", models.CharField(blank=True, default="", max_length=160), preserve_default=False),
    ]
