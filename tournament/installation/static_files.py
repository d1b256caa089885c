"""Style sheets, scripts and pictures as they are served: named by what they hold, and compressed, in a folder that is made on first use.

WhiteNoise serves them and its storage names and compresses them; Django's `collectstatic` fills the folder. Nobody has to call that
command: whoever is about to serve calls `gather`. The folder's name is a digest of what it was filled from, so that versions lie beside
each other and a changed file makes a new folder. In debug nothing is gathered: the files are served from where they lie, by plain names.

Makes a page on a roomy piece of the call stack, so that no page's time depends on how deep its templates happen to be.

Python keeps the frames of calls in pieces of 16 kB. A call that does not fit into the last piece maps a new one, which is unmapped when it
returns; a template that calls in a loop from such a border does that thousands of times a page. A frame that says it needs half a
megabyte gets a piece of a megabyte, mapped once a page, with room for everything that is called from it. Only what is used of it
becomes memory. A poll, which calls little, does without.
"""

from __future__ import annotations

import errno
import hashlib
import os
import secrets
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import ParamSpec, TypeVar, cast

from django.conf import settings
from django.contrib.staticfiles.storage import ManifestFilesMixin
from django.core.files.storage import storages
from django.core.management import call_command
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from filelock import FileLock, Timeout
from platformdirs import user_cache_path
from whitenoise.middleware import WhiteNoiseMiddleware

from tournament.installation import local

Args = ParamSpec("Args")
Made = TypeVar("Made")

WORDS = 1 << 16
"""The size that the frame says it has, in words of 8 bytes: just over half of what is mapped for it."""


def in_roomy_frame(make: Callable[Args, Made], *args: Args.args, **named: Args.kwargs) -> Made:
    """Return what ``make`` returns for these arguments, called from a frame with room below it."""
    return make(*args, **named)


in_roomy_frame.__code__ = in_roomy_frame.__code__.replace(co_stacksize=WORDS)


PREFIX = "static-"
PACKAGES = ("django", "django-tables2", "django-htmx", "whitenoise")
"""The packages that bring static files of their own, or decide how files are named and compressed."""
COMPLETE = ".complete"
"""The file that stands in a folder once everything is gathered there."""

HOLD = ".held-"
"""What stands between a folder's name and a process in the name of the file by which that process holds the folder: it is locked."""

_held: list[FileLock] = []
"""The lock of this process in its folder, which keeps other processes from deleting it."""


def static_root(sources: Path, environ: Mapping[str, str]) -> str:
    """The folder into which the files of ``sources``, and those of the packages, are gathered; it need not be there yet."""
    digest = hashlib.sha256(" ".join(f"{name} {version(name)}" for name in PACKAGES).encode())
    for path in sorted(sources.rglob("*")):
        if path.is_file():
            digest.update(f"\n{path.relative_to(sources).as_posix()}\n".encode() + path.read_bytes())
    return str(cache_folder(environ) / f"{PREFIX}{digest.hexdigest()[:12]}")


def cache_folder(environ: Mapping[str, str]) -> Path:
    """The first folder for files that can be made again in which this user may write.

    That is the one that systemd names, `.local` of a checkout, the user's own for such files, or one for passing files.
    """
    return next(filter(_can_be_written, _cache_folders(environ)), _passing_folder())


def _cache_folders(environ: Mapping[str, str]) -> Iterator[Path]:
    """The folders for files that can be made again, in the order in which they are tried."""
    if named := environ.get("CACHE_DIRECTORY", ""):
        yield Path(named.partition(":")[0])
    yield local.FOLDER
    yield user_cache_path("top-table", appauthor=False)


def _passing_folder() -> Path:
    """A folder of this user's own among the system's passing files."""
    return Path(tempfile.gettempdir()) / f"top-table-{os.geteuid() if hasattr(os, 'geteuid') else 'own'}"


def _is_of_another_user(folder: Path) -> bool:
    """Whether a folder belongs to another user; where the system gives every user a folder for passing files, none does."""
    return hasattr(os, "geteuid") and folder.lstat().st_uid != os.geteuid()


def _can_be_written(folder: Path) -> bool:
    """Whether this user may write in a folder, or may make it."""
    return os.access(next(path for path in (folder, *folder.parents) if os.access(path, os.F_OK)), os.W_OK | os.X_OK)


def gather() -> None:
    """Gather the static files where that is not done, hold them while this process runs, and delete those that no process holds.

    Raises LocalFolderError where the folder cannot be written or belongs to another user.
    """
    if settings.DEBUG or _held:
        return
    root = Path(settings.STATIC_ROOT)
    try:
        root.mkdir(mode=0o700, parents=True, exist_ok=True)
        if root.parent == _passing_folder() and _is_of_another_user(root.parent):
            raise PermissionError(errno.EPERM, "it belongs to another user")
        with FileLock(root.parent / f"{PREFIX}lock"):
            if not (root / COMPLETE).exists():
                # Of one cut short nothing stays.
                call_command("collectstatic", interactive=False, verbosity=0, clear=True)
                if hasattr(os, "sync"):
                    os.sync()  # a power cut may not leave the mark without the files
                (root / COMPLETE).touch()
            _hold(root)
            for other in root.parent.glob(f"{PREFIX}*"):
                if other.is_dir() and not _release(other):
                    shutil.rmtree(other, ignore_errors=True)
    except OSError as error:
        raise local.LocalFolderError(
            f"Cannot collect style sheets and scripts in {root}: {error.strerror}; make {root.parent} writable for this user."
        ) from error


def _hold(root: Path) -> None:
    """Keep a folder from being deleted while this process runs."""
    hold = FileLock(f"{root}{HOLD}{os.getpid()}-{secrets.token_hex(4)}")
    hold.acquire()
    _held.append(hold)


def hold_again() -> None:
    """As a copy of a process that holds the folder: hold it too, for the first of both to end lets go for both."""
    if _held:
        _hold(Path(settings.STATIC_ROOT))


def _release(folder: Path) -> bool:
    """Whether any process, this one too, holds a folder; what ended processes left is removed."""
    is_held = False
    for path in folder.parent.glob(f"{folder.name}{HOLD}*"):
        try:
            with FileLock(path, timeout=0):
                pass
        except Timeout:
            is_held = True
        else:
            path.unlink(missing_ok=True)
    return is_held


def mark_of_all() -> str:
    """A digest of all style sheets and scripts, which tells cached pages of two versions of the program apart; empty in debug."""
    return str(cast("ManifestFilesMixin", storages["staticfiles"]).manifest_hash)


class StaticFilesMiddleware(WhiteNoiseMiddleware):
    """WhiteNoise's middleware, which looks through the folder when it is made: so the files are gathered before."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        gather()
        super().__init__(get_response)  # type: ignore[no-untyped-call]
