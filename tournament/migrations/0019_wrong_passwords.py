"""How many wrong passwords were typed for an account since its owner last logged in."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """A table of its own: none is made anew, so every guard stays."""

    dependencies = [migrations.swappable_dependency(settings.AUTH_USER_MODEL), ("tournament", "0018_without_webhooks")]

    operations = [
        migrations.CreateModel(
            "WrongPasswords",
            [
                (
                    "account",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="wrong_passwords",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("many", models.PositiveIntegerField(default=0)),
                ("since", models.DateTimeField(default=django.utils.timezone.now)),
            ],
        ),
    ]
