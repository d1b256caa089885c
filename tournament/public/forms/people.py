"""A person's name and country as they are typed, at the desk and on the registration page: checked and tidied alike."""

from __future__ import annotations

import re

from django.core.exceptions import ValidationError

from tournament.day.lists.rosters import tidy_name
from tournament.day.office.contacts import NOT_IN_A_NAME, without_contacts
from tournament.day.office.countries import country_code
from wording import gettext as _

_COUNTRY = re.compile(r"[A-Za-z]{2,3}")


def checked_name(typed: str) -> str:
    """Return a name tidied as it is stored; ValidationError where it has a telephone number or an e-mail address in it."""
    if without_contacts(typed)[1]:
        raise ValidationError(_(NOT_IN_A_NAME))
    return tidy_name(typed)


def checked_country(typed: str) -> str:
    """Return the code of a country, however it was spelled; an unknown code of two or three letters is returned in capitals.

    ValidationError for anything else that is not empty.
    """
    country = typed.strip()
    code = country_code(country)
    if code is not None:
        return code
    if country and not _COUNTRY.fullmatch(country):
        raise ValidationError(
            _("“{country}” is not a country we recognise. Enter two or three letters, such as NL.", country=country)
        )
    return country.upper()
