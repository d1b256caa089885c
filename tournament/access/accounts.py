"""Accounts, as far as links make them: the first one of an installation, and a new password for one that forgot it."""

from __future__ import annotations

from axes.utils import reset as free_of_lock
from django.contrib.auth.models import User
from django.db import transaction

from tournament.access.links import LinkRefusedError, use_link
from tournament.models import LetIn


def has_accounts() -> bool:
    """Whether anybody could log in."""
    return User.objects.filter(is_active=True).exists()


def accounts_that_run() -> list[User]:
    """The accounts that may do everything on this installation, oldest first: whose password a link renews where none is named."""
    return list(User.objects.filter(is_active=True, is_superuser=True).order_by("pk"))


@transaction.atomic
def make_first_account(link: LetIn, username: str, password: str) -> User:
    """Make the account of the installation's director, who runs it; raises LinkRefusedError where there is an account already."""
    use_link(link)  # it locks, so that of two at once the second sees the first one's account
    if has_accounts():
        raise LinkRefusedError("The first account is made already: log in with it, or ask whoever made it for another.")
    return User.objects.create_superuser(username, password=password)


@transaction.atomic
def set_new_password(link: LetIn, password: str) -> User:
    """Give the link's account a new password, and let it log in again where wrong ones had locked it out."""
    use_link(link)
    account = link.account
    assert account is not None  # noqa: S101  make_link asks for one
    account.set_password(password)
    account.save(update_fields=["password"])
    free_of_lock(username=account.get_username())
    return account
