"""Style sheets, scripts and pictures named by what they hold, `app.0123456789ab.css`, so that a browser may keep each for ever.

Django's own storage for that wants the files gathered into a second folder first (`collectstatic`), a step that whoever starts `serve` or
`demo` would have to know. Here the source folder stays the one place: the storage gives names, and the finder leads from them to the files;
whitenoise asks both, and answers such a name as one that never changes. In debug the plain names are used, for there files change.

The sheets of Django's pages under /admin/ name further files by their plain names; those, as every plain name, are asked about after
a minute.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import StaticFilesStorage

LETTERS = 12
"""Of the hash of a file, in hexadecimal."""

_DIGEST = re.compile(rf"\.[0-9a-f]{{{LETTERS}}}(?=\.[^./]+$)")


@dataclass(frozen=True, slots=True)
class Named:
    """A static file together with its name that contains a digest of its contents."""

    name: str
    path: Path


@cache
def named_files() -> Mapping[str, Named]:
    """Every static file by its name without a digest; read once in each process."""
    found: dict[str, Named] = {}
    for finder in finders.get_finders():
        if not isinstance(finder, NamedFinder):
            for plain, storage in finder.list(None):
                if plain not in found:
                    path = Path(storage.path(plain))
                    found[plain] = Named(_with_digest(plain, path.read_bytes()), path)
    return found


@cache
def mark_of_all() -> str:
    """A digest of the names of all static files, which tells cached pages of two versions of the program apart."""
    names = "\n".join(sorted(file.name for file in named_files().values()))
    return hashlib.sha256(names.encode()).hexdigest()[:LETTERS]


def plain_name(name: str) -> str:
    """A file's name without the digest of its contents; a name without a digest as it is."""
    return _DIGEST.sub("", name)


class NamedStorage(StaticFilesStorage):
    """Gives a page the address of a static file, with the digest of its contents in the name."""

    def url(self, name: str | None) -> str:
        """The address of a file by its plain name; raises ValueError for one that is not there."""
        if settings.DEBUG:
            return super().url(name)
        file = named_files().get(name or "")
        if file is None:
            raise ValueError(f"There is no style sheet, script or picture {name!r}; look at the folder `static`.")
        return super().url(file.name)


class NamedFinder(finders.BaseFinder):
    """Finds the file behind a name with a digest, for whatever serves static files."""

    def check(self, **_options: Any) -> Any:
        """No warnings for Django's system check: this finder has no settings."""
        return []

    def find(self, path: str, find_all: bool = False, **_options: Any) -> Any:
        """The path of the file behind a name with the digest of its present contents; an empty list for every other name.

        With ``find_all`` the path comes in a list, as Django's finders are to answer.
        """
        file = named_files().get(plain_name(path))
        found = str(file.path) if file and file.name == path != plain_name(path) else None
        return ([found] if found else []) if find_all else found or []

    def list(self, _ignored: Any) -> Iterator[tuple[str, Any]]:
        """Every file's name with a digest, each with a storage that knows the path of the file."""
        for file in named_files().values():
            yield file.name, _OneFileStorage(str(file.path))


@dataclass(frozen=True, slots=True)
class _OneFileStorage:
    """A minimal storage of one file, for callers that ask a storage for the path of a file."""

    file: str

    def path(self, _name: str) -> str:
        """The path of this file, whatever name is asked for."""
        return self.file


def _with_digest(plain: str, content: bytes) -> str:
    """A file's name with the digest of its contents before the ending; a name without an ending as it is."""
    stem, dot, ending = plain.rpartition(".")
    if not dot or "/" in ending:
        return plain
    return f"{stem}.{hashlib.sha256(content).hexdigest()[:LETTERS]}.{ending}"
