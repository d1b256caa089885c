"""What an account of the desk chose for itself."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class AccountLanguage(models.Model):
    """The language in which an account reads the desk; without a row it is the installation's."""

    account = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="chosen_language", primary_key=True
    )
    language = models.CharField(max_length=10)

    def __str__(self) -> str:
        return f"{self.account_id}: {self.language}"
