"""The JSON that a program sends: one object, whose members are read by their kind; anything else gets a sentence."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from typing import Any

from wording import gettext as _

Plain = dict[str, Any]
LARGEST = 2**31 - 1


class BodyError(Exception):
    """What was sent cannot be read; the message says what is wrong."""


class Body:
    """One JSON object; ``where`` names it in sentences, empty for the whole request."""

    def __init__(self, members: Plain, where: str = "") -> None:
        self._members, self._where = members, where

    def __contains__(self, name: str) -> bool:
        return name in self._members

    def only(self, known: Collection[str]) -> None:
        """Raise BodyError for a member that is none of these, such as a misspelled one."""
        for name in self._members:
            if name not in known:
                told = ", ".join(known)
                raise BodyError(
                    _("“{name}” is not a known member here; use one of: {known}.", name=name[:60], known=told)
                )

    def text(self, name: str) -> str:
        """Return a text, empty where it is missing or null."""
        value = self._members.get(name)
        if value is None:
            return ""
        if not isinstance(value, str) or not _is_storable(value):
            raise BodyError(_("{member} must be text.", member=self._called(name)))
        return value.replace("\x00", "")

    def number(self, name: str) -> int | None:
        """Return a whole number from 0 that a column holds, None where it is missing or null."""
        value = self._members.get(name)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= LARGEST:
            raise BodyError(_("{member} must be a whole number.", member=self._called(name)))
        return value

    def flag(self, name: str) -> bool:
        """Return true or false, false where it is missing or null."""
        value = self._members.get(name)
        if value is None:
            return False
        if not isinstance(value, bool):
            raise BodyError(_("{member} must be true or false.", member=self._called(name)))
        return value

    def objects(self, name: str, most: int) -> Sequence[Body]:
        """Return a list of objects, at least one and at most so many."""
        value = self._list(name, most)
        if not all(isinstance(each, dict) for each in value):
            raise BodyError(_("{member} must be a list of objects.", member=self._called(name)))
        return [Body(each, f"{self._called(name)}[{at}]") for at, each in enumerate(value)]

    def numbers(self, name: str, most: int) -> Sequence[int]:
        """Return a list of whole numbers, at least one and at most so many."""
        value = self._list(name, most)
        if not all(isinstance(each, int) and not isinstance(each, bool) and 0 <= each <= LARGEST for each in value):
            raise BodyError(_("{member} must be a list of whole numbers.", member=self._called(name)))
        return value

    def _list(self, name: str, most: int) -> list[Any]:
        """Return a list of this length at most; raises BodyError for anything else."""
        value = self._members.get(name)
        if not isinstance(value, list) or not 1 <= len(value) <= most:
            raise BodyError(_("{member} must be a list of 1 to {most} items.", member=self._called(name), most=most))
        return value

    def _called(self, name: str) -> str:
        """Return how sentences name a member."""
        return f"{self._where}.{name}" if self._where else name


def read_json(raw: bytes) -> Body:
    """Return the object that a request sent; raises BodyError where it sent none."""
    try:
        value = json.loads(raw, object_pairs_hook=_members)
    except (ValueError, RecursionError):
        raise BodyError(_("The request is not a JSON object. Send a single object.")) from None
    if not isinstance(value, dict):
        raise BodyError(_("The request is not a JSON object. Send a single object."))
    return Body(value)


def _members(pairs: list[tuple[str, Any]]) -> Plain:
    """Return the members of an object; raises BodyError where one is there twice, since nobody can say which was meant."""
    found: Plain = {}
    for name, value in pairs:
        if name in found:
            raise BodyError(_("The member “{name}” appears twice. Send it only once.", name=name[:60]))
        found[name] = value
    return found


def _is_storable(text: str) -> bool:
    """Return whether a text can be written as UTF-8: half a pair of surrogates cannot."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
