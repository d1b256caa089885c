"""From which network a registration came, as a digest; and who enters players "at once" now lets the desk accept them."""

from typing import Any

from django.db import migrations, models

from tournament.migrations._columns import AddColumn


def let_the_desk_accept(apps: Any, _editor: Any) -> None:
    """Give events whose desk filled free places by hand the way in which the desk accepts each registration."""
    apps.get_model("tournament", "RegistrationDesk").objects.filter(acceptance="at once").update(acceptance="desk")


class Migration(migrations.Migration):
    """A column with a default, and one value less in another."""

    dependencies = [("tournament", "0019_wrong_passwords")]

    operations = [
        AddColumn("registration", "origin", models.CharField(blank=True, db_default="", default="", max_length=16)),
        migrations.AlterField(
            "registrationdesk",
            "acceptance",
            models.CharField(
                choices=[("desk", "desk"), ("moving up", "moving up")], default="desk", max_length=10
            ),
        ),
        migrations.RunPython(let_the_desk_accept, migrations.RunPython.noop),
    ]
