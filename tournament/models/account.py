"""What an account of the desk chose for itself and what was tried on it, and what the installation says of itself on its front page."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from tournament.record.lengths import LONGEST_CONTACT, LONGEST_ORGANISER, LONGEST_WORDS


class AccountLanguage(models.Model):
    """The language in which an account reads the desk; without a row it is the installation's."""

    account = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="chosen_language", primary_key=True
    )
    language = models.CharField(max_length=10)

    def __str__(self) -> str:
        return f"{self.account_id}: {self.language}"


class WrongPasswords(models.Model):
    """The wrong passwords that were typed for an account since its owner last logged in, on devices that the account does not know."""

    account = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="wrong_passwords", primary_key=True
    )
    many = models.PositiveIntegerField(default=0)
    since = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.account_id}: {self.many}"


class FrontPage(models.Model):
    """Who runs the installation, a few words of theirs and how to reach them; one row at most, and each part may be empty."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    organiser = models.CharField(max_length=LONGEST_ORGANISER, blank=True)
    words = models.CharField(max_length=LONGEST_WORDS, blank=True)
    contact = models.CharField(max_length=LONGEST_CONTACT, blank=True)

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(id=1), name="one_front_page")]

    def __str__(self) -> str:
        return self.organiser
