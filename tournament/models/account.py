"""What an account of the desk chose for itself and what was tried on it, and what the installation says of itself on its front page.

Links that let somebody in, such as invitations; the secret itself is never stored.

Who helps at an event, in what roles, and as which player where they play themselves.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from tournament.models.choices import kept_name, who
from tournament.models.entry import Entry
from tournament.models.event import Event
from tournament.record.acts import ROLE_SETS, Role, read_roles
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


class LetIn(models.Model):
    """One link: the hash of its secret, its purpose (see `tournament.record.devices`), and whether it was used or withdrawn.

    ``account`` is the account whose password it sets; ``event`` and ``grants`` are what it opens; `PURPOSES` says which of them a purpose
    needs. ``made_by`` is None where it was made on the machine itself. A code is a second, shorter secret of the same link, which expires
    earlier.
    """

    token_hash = models.CharField(max_length=64, unique=True)
    code_hash = models.CharField(max_length=64, null=True, unique=True)  # noqa: DJ001  many have none, and each is unique
    code_expires_at = models.DateTimeField(null=True)
    purpose = models.CharField(max_length=40)
    account = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="let_ins")
    event = models.ForeignKey(Event, null=True, on_delete=models.CASCADE, related_name="let_ins")
    grants = models.JSONField(default=dict)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(expires_at__gt=models.F("made_at")), name="let_in_expires_after_it_is_made"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.purpose}, made {self.made_at:%Y-%m-%d %H:%M}"


class Helper(models.Model):
    """The roles of an account in an event, and the entry as which it plays, if any: it may not act on its own table.

    Whoever made the event directs it without a row; a row of theirs only says as which entry they play. A withdrawn row is not deleted;
    in a restored event it has a name and no account.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="helpers")
    account = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="helps")
    account_name = kept_name()
    roles = models.CharField(max_length=60)
    entry = models.ForeignKey(Entry, null=True, on_delete=models.SET_NULL, related_name="+")
    given_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    given_by_name = kept_name()
    given_at = models.DateTimeField(default=timezone.now, editable=False)
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "account"], condition=models.Q(withdrawn_at=None), name="one_helper_an_account"
            ),
            models.CheckConstraint(condition=models.Q(roles__in=ROLE_SETS), name="helper_has_known_roles"),
        ]

    def __str__(self) -> str:
        return f"{who(self, 'account')}: {self.roles.replace(' ', ', ')}"

    @property
    def role_set(self) -> frozenset[Role]:
        """Return the roles as values."""
        return read_roles(self.roles)
