"""Why an act is not done: the refusals that services raise, each with a sentence that says why and what to do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tournament.models import Change
from wording import gettext as _


class RefusedError(Exception):
    """An act that cannot be done now; the message says why and what to do."""


class DoneError(RefusedError):
    """What an act asks for is so already, or there is nothing (any more) that it could change."""

    def __init__(self) -> None:
        super().__init__(_("This has already been done; reload the page."))


class GoneError(RefusedError):
    """An act on something that the event does not have, or no longer."""

    def __init__(self) -> None:
        super().__init__(_("This no longer exists; reload the page."))


class StaleError(RefusedError):
    """What the page showed, or what was reckoned with, has changed since."""

    def __init__(self) -> None:
        super().__init__(_("This has changed since you opened it. Check it, then try again."))


class UnchangedError(RefusedError):
    """A form was sent in which nothing was changed: nothing is stored, and nothing is wrong."""

    def __init__(self) -> None:
        super().__init__(_("Nothing was changed."))


class NotAllowedError(RefusedError):
    """An act that this user may not do on this event."""


class OwnTableError(NotAllowedError):
    """An act on a table at which the actor plays themselves; the message says whom to ask."""


class DoneBeforeError(Exception):
    """The form was sent before: what it asked for is done, and ``change`` is the answer of the first time."""

    def __init__(self, change: Change) -> None:
        super().__init__(_("This has already been done, as version {version}.", version=change.version))
        self.change = change


class MovedError(Exception):
    """Another change was stored after the event was compared with what the form's page had shown: compare again, nothing is stored."""


class ConflictError(RefusedError):
    """A form would change fields that somebody else changed meanwhile; nothing is stored.

    ``conflicts`` holds for each such field the stored value and the typed one. ``followed`` holds the stored values of fields that
    somebody else changed and the form did not: a page that shows the form again shows these.
    """

    def __init__(self, conflicts: Mapping[Any, tuple[Any, Any]], followed: Mapping[Any, Any]) -> None:
        super().__init__(
            _("Somebody else changed this while you were typing. Compare the two versions and save the right one.")
        )
        self.conflicts, self.followed = conflicts, followed
