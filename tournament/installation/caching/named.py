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

_MARK = re.compile(rf"\.[0-9a-f]{{{LETTERS}}}(?=\.[^./]+$)")


@dataclass(frozen=True, slots=True)
class Named:
    """A static file together with its name that contains a digest of its contents."""

    name: str
    path: Path


@cache
def named_files() -> Mapping[str, Named]:
    """Every file by its plain name, as this process found them when first asked."""
    found: dict[str, Named] = {}
    for finder in finders.get_finders():
        if not isinstance(finder, NamedFinder):
            for plain, storage in finder.list(None):
                if plain not in found:
                    path = Path(storage.path(plain))
                    found[plain] = Named(_marked(plain, path.read_bytes()), path)
    return found


@cache
def mark_of_all() -> str:
    """A digest of the names of all static files, which tells cached pages of two versions of the program apart."""
    names = "\n".join(sorted(file.name for file in named_files().values()))
    return hashlib.sha256(names.encode()).hexdigest()[:LETTERS]


def plain_name(name: str) -> str:
    """A file's name without the digest of its contents; a name without a digest as it is."""
    return _MARK.sub("", name)


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
        """Nothing can be set wrongly here."""
        return []

    def find(self, path: str, find_all: bool = False, **_options: Any) -> Any:
        """The path of the file behind a name with a digest, where its contents still match; nothing for every other name."""
        file = named_files().get(plain_name(path))
        found = str(file.path) if file and file.name == path != plain_name(path) else None
        return ([found] if found else []) if find_all else found or []

    def list(self, _ignored: Any) -> Iterator[tuple[str, Any]]:
        """Every name with a digest, and a storage that knows the path of its file."""
        for file in named_files().values():
            yield file.name, _Place(str(file.path))


@dataclass(frozen=True, slots=True)
class _Place:
    """The path of one file, in the form of a storage."""

    file: str

    def path(self, _name: str) -> str:
        """The file."""
        return self.file


def _marked(plain: str, content: bytes) -> str:
    stem, dot, ending = plain.rpartition(".")
    if not dot or "/" in ending:
        return plain
    return f"{stem}.{hashlib.sha256(content).hexdigest()[:LETTERS]}.{ending}"
