"""What the desk knows about a player beside the name: club, family or team, e-mail address, and the fee."""

from django.db import migrations, models

from tournament.migrations._columns import AddColumn


class Migration(migrations.Migration):
    """Columns with a default or without a value; the table of entries is not made anew, so every guard stays."""

    dependencies = [("tournament", "0008_paper")]

    operations = [
        *(
            AddColumn("entry", name, models.CharField(blank=True, db_default="", default="", max_length=longest))
            for name, longest in (("club", 80), ("team", 80), ("email", 254))
        ),
        AddColumn("entry", "fee_due", models.PositiveIntegerField(blank=True, null=True)),
        AddColumn("entry", "fee_paid", models.PositiveIntegerField(db_default=0, default=0)),
        AddColumn("event", "currency", models.CharField(blank=True, db_default="", default="", max_length=8)),
        AddColumn("event", "fee", models.PositiveIntegerField(blank=True, null=True)),
        AddColumn("event", "junior_fee", models.PositiveIntegerField(blank=True, null=True)),
    ]
