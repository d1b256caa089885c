"""The second place of an installation: the folder on a stick that every snapshot is copied to.

`serve` keeps the choice in its own folder, so that it holds over restarts, and every process reads it there: a choice holds at once.
"""

from __future__ import annotations

import logging
from pathlib import Path
from threading import Thread

from django.conf import settings

from tournament.installation.copies.forgotten import ForgottenListError, carry_list
from tournament.installation.copies.places import EXAMPLE, PLACE_NAME
from tournament.installation.copies.snapshots import KEY, SnapshotError, carry, carry_key, kept, names_in, raise_above
from tournament.installation.local import LocalFolderError
from tournament.installation.serve_folder import change_state, one_at_a_time, read_state
from wording import gettext as _

log = logging.getLogger("tournament.installation.keeping")


class PlaceError(Exception):
    """A folder cannot be the second place; the message says why and what to do."""


def may_choose() -> bool:
    """Whether a page may choose the second place: `serve` runs this installation, and no environment variable has chosen."""
    return bool(settings.SERVE_FOLDER) and not settings.IS_SECOND_PLACE_FIXED


def second_place() -> Path | None:
    """The second place that is chosen now; None where there is none. The folder itself may be missing: the stick is not plugged in."""
    chosen = settings.SECOND_PLACE
    if may_choose():
        try:
            chosen = read_state(Path(settings.SERVE_FOLDER)).second_place
        except LocalFolderError as failure:
            log.warning("%s", failure)
    return Path(chosen) if chosen else None


def set_second_place(folder: Path, chosen: Path | None) -> None:
    """Keep the choice in the ``folder`` of `serve`; None ends the copying. Raises LocalFolderError."""
    change_state(folder, second_place=str(chosen or ""))


def made_in(typed: str) -> Path:
    """Make the folder for second copies in the folder that was typed or chosen, and return it.

    Raises PlaceError where the typed folder is missing, is no full path or cannot be written.
    """
    named = Path(typed).expanduser()
    if not named.is_dir():
        raise PlaceError(
            _(
                "{folder} is not there; plug in the stick and name its folder, such as {example}.",
                folder=named,
                example=EXAMPLE,
            )
        )
    named = named.resolve()
    made = named if named.name == PLACE_NAME else named / PLACE_NAME
    try:
        made.mkdir(exist_ok=True)
        trial = made / ".trial"
        trial.touch()
        trial.unlink(missing_ok=True)
    except OSError as error:
        raise PlaceError(
            _("{folder} cannot be written: {error}; name another folder.", folder=made, error=error.strerror)
        ) from None
    return made


def bring_up_to_date(place: Path, snapshots: Path) -> None:
    """Copy the newest snapshot and the key to the place now, and the others that it lacks in a thread; raises SnapshotError."""
    try:
        with one_at_a_time(snapshots):
            newest = raise_above(snapshots, names_in(place))
    except OSError as error:
        raise SnapshotError(f"The snapshots in {snapshots} cannot be read: {error}.") from error
    copy_to(place, snapshots, newest)
    Thread(target=copy_missing, args=(place, snapshots), name="second place").start()


def copy_missing(place: Path, snapshots: Path) -> None:
    """Copy every snapshot that the place lacks and would keep, the newest first; so one that was unplugged gets what it missed.

    A failure is logged and ends it.
    """
    try:
        names = names_in(snapshots)
        for name in sorted(names & kept(names | names_in(place)), reverse=True):
            copy_to(place, snapshots, name)
    except (SnapshotError, OSError) as failure:
        log.warning("%s", failure)


def copy_to(place: Path, snapshots: Path, name: str) -> None:
    """Copy the snapshot of that name, unless it is there, the key, and the list of the forgotten; raises SnapshotError."""
    with one_at_a_time(snapshots):  # two writers of one file on a stick would each spoil the other's
        if name and not (place / name).is_file() and (snapshots / name).is_file():
            carry(snapshots / name, place)
        carry_key(settings.SECRET_KEY, place / KEY)
        try:
            carry_list(place)
        except ForgottenListError as failure:
            raise SnapshotError(str(failure)) from failure
