"""Static files for the server of a browser test, which asks Django's finders for every one and not WhiteNoise."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.contrib.staticfiles.finders import FileSystemFinder
from django.core.files.storage import storages


class GatheredFinder(FileSystemFinder):
    """Finds a gathered file by its name with the digest."""

    def find(self, path: str, find_all: bool = False, **_more: Any) -> Any:
        """The path of a gathered file; nothing where there is none."""
        store = storages["staticfiles"]
        found = [store.path(path)] if store.exists(path) else []
        return found if find_all or not found else found[0]

    def list(self, _ignored: Any) -> Iterator[Any]:
        """Nothing: what is gathered is not to be gathered again."""
        yield from ()
