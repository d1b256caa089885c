"""Accounts: the first one of an installation, further ones, those of helpers, a new password, and closing one.

Who may try the program by one press, without a password.
"""

from __future__ import annotations

import unicodedata
from itertools import count

from axes.utils import reset as free_of_lock
from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.http import HttpRequest

from tournament.access.links import LinkRefusedError, open_links, use_link, withdraw_links
from tournament.installation.addresses import comes_from_this_machine
from tournament.models import LetIn
from tournament.record.devices import Purpose
from tournament.record.names import name_key
from wording import gettext as _


def has_accounts() -> bool:
    """Return whether there is an account that could log in."""
    return User.objects.filter(is_active=True).exists()


def accounts_that_run() -> list[User]:
    """Return the accounts that run the installation (superusers), oldest first.

    The link for a new password is for the first of them unless another account is named.
    """
    return list(User.objects.filter(is_active=True, is_superuser=True).order_by("pk"))


@transaction.atomic
def make_first_account(link: LetIn, username: str, password: str) -> User:
    """Make the first account, a superuser, by its link; raises LinkRefusedError where there is an account already."""
    use_link(link)  # locks the link, so that of two requests at once the second sees the account of the first
    if has_accounts():
        raise LinkRefusedError(
            _("The first account already exists: log in with it, or ask its owner to create another.")
        )
    return User.objects.create_superuser(username, password=password)


class AccountError(Exception):
    """An account cannot be made or changed in this way; the message says why and what to do."""


@transaction.atomic
def make_further_account(link: LetIn, username: str, password: str) -> User:
    """Make an account by its link. The account may make and direct its own events, but does not run the installation."""
    use_link(link)
    return User.objects.create_user(username, password=password)


def make_helper_account(name: str) -> User:
    """Make an account without a password, which only a link lets in; raises AccountError where the name is taken or not allowed."""
    name = unicodedata.normalize("NFC", name)
    if not name or not name.isprintable():
        raise AccountError(_("Enter your name; it appears in the change log."))
    known = User.objects.values_list("username", flat=True)
    if name_key(name) in map(name_key, known):
        raise AccountError(_("Somebody here is already called “{name}”; add your surname or an initial.", name=name))
    account = User(username=name)
    account.set_unusable_password()
    account.save()
    return account


def make_token_account(name: str) -> User:
    """Make the account of a token, without a password and without a link; a name that is taken gets a number.

    Raises AccountError where the name is not allowed.
    """
    known = set(map(name_key, User.objects.values_list("username", flat=True)))
    called = _("{name} (token)", name=name)
    numbers = count(2)
    while name_key(called) in known:
        called = _("{name} (token)", name=f"{name} {next(numbers)}")
    return make_helper_account(called)


def _last_one(account: User) -> AccountError:
    """Return the error about the last account that runs the installation."""
    return AccountError(
        _(
            "{name} is the only administrator left; make somebody else an administrator first.",
            name=account.get_username(),
        )
    )


@transaction.atomic
def close_account(account: User) -> None:
    """Close an account: it is logged out everywhere at once, and its links no longer work; its changes keep its name.

    Raises AccountError for the last account that runs the installation.
    """
    runs = list(User.objects.select_for_update().filter(is_active=True, is_superuser=True))
    if [each.pk for each in runs] == [account.pk]:
        raise _last_one(account)
    account.is_active = False
    account.save(update_fields=["is_active"])
    withdraw_links(LetIn.objects.filter(account=account, withdrawn_at=None))


@transaction.atomic
def open_account(account: User) -> None:
    """Open a closed account again; it has no password until it sets a new one, so that no earlier session becomes valid again."""
    account.is_active = True
    account.set_unusable_password()
    account.save(update_fields=["is_active", "password"])
    withdraw_links(open_links(Purpose.NEW_PASSWORD, account))


@transaction.atomic
def let_run(account: User, *, runs: bool) -> None:
    """Set whether an account runs the installation; raises AccountError for the last one that does."""
    others = User.objects.select_for_update().filter(is_active=True, is_superuser=True).exclude(pk=account.pk)
    if not runs and not others.exists():
        raise _last_one(account)
    account.is_superuser = account.is_staff = runs
    account.save(update_fields=["is_superuser", "is_staff"])


@transaction.atomic
def set_new_password(link: LetIn, password: str) -> User:
    """Set a new password for the link's account, and end a lock that wrong passwords had caused."""
    use_link(link)
    account = link.account
    assert account is not None  # noqa: S101  make_link asks for one
    account.set_password(password)
    account.save(update_fields=["password"])
    free_of_lock(username=account.get_username())
    return account


DEMO_DIRECTOR = "director"
"""The user name of the demo's director (management/commands/demo.py)."""


def director_of_the_demo(request: HttpRequest) -> User | None:
    """Return the demo's director for a request from the machine on which the demo runs; None for every other request."""
    if settings.DEMO and comes_from_this_machine(request):
        return User.objects.filter(username=DEMO_DIRECTOR, is_active=True).first()
    return None
