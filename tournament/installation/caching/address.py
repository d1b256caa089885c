"""The address of a cache turned into Django's settings for it: in each process, or in Redis for several hosts."""

from __future__ import annotations

import hashlib
from importlib.util import find_spec
from typing import Any

from tournament.installation.environment import SettingError
from tournament.installation.folders import install_line

SCHEMES = ("redis", "rediss", "unix")
MOST_KEPT = 10_000
"""The largest number of pages in the cache of one process: more than an event of a thousand players has."""


def cache_settings(address: str, secret: str) -> dict[str, Any]:
    """Django's settings of the cache at that address; an empty address means a separate cache in the memory of each process.

    Raises SettingError for an address that is not one of Redis. Its message repeats only the scheme: the rest may contain a password.
    """
    if not address:
        return {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            "OPTIONS": {"MAX_ENTRIES": MOST_KEPT},
        }
    scheme, colon, _rest = address.partition("://")
    if not colon or scheme not in SCHEMES:
        raise SettingError(
            f"TOPTABLE_CACHE begins with {scheme!r}; use redis://host:6379/0, rediss:// with TLS, or unix:///path/of/the.sock."
        )
    if find_spec("redis") is None:
        raise SettingError(
            f"TOPTABLE_CACHE names Redis, whose packages are not installed; enter: {install_line('server')}"
        )
    return {
        "BACKEND": "tournament.installation.caching.shared.SharedCache",
        "LOCATION": address,
        "KEY_PREFIX": hashlib.sha256(secret.encode()).hexdigest()[:8],
        "OPTIONS": {
            "serializer": "tournament.installation.caching.shared.SealedSerializer",
            "socket_connect_timeout": 0.5,
            "socket_timeout": 1.0,
        },
    }


def is_well(cache: Any) -> bool:
    """Whether a cache answers now; a cache in the memory of this process always does."""
    check = getattr(cache, "is_well", None)
    return bool(check()) if check else True
