"""Static files for the server of a browser test, which asks Django's finders for every one and not WhiteNoise."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.contrib.staticfiles.finders import BaseStorageFinder
from django.contrib.staticfiles.storage import staticfiles_storage


class GatheredFinder(BaseStorageFinder):
    """Finds a gathered file by its name with the digest."""

    storage = staticfiles_storage

    def list(self, _ignored: Any) -> Iterator[Any]:
        """Nothing: what is gathered is not to be gathered again."""
        yield from ()
