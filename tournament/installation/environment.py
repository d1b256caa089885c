"""Readers of environment variables: each returns a checked value, or refuses with the variable, its value and what is allowed.

Every reader takes the environment as a mapping, so that a test needs no real one. An empty variable counts as unset. What our own processes
tell those that they start is nobody's setting: it is in one variable, `PASSED_ON`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

Environment = Mapping[str, str]

PASSED_ON = "TOPTABLE_PASSED_ON"
"""The variable in which one of our processes tells those that it starts what nobody sets by hand: texts by their names, as JSON."""
SWITCHES = {"1": True, "on": True, "true": True, "yes": True, "0": False, "off": False, "false": False, "no": False}


class SettingError(ValueError):
    """A setting is missing, or has a value that is not allowed; the message says which are."""


def variables_passed_on(environment: Environment) -> dict[str, str]:
    """What the process that started this one passes on; nothing where it was none of ours."""
    told: dict[str, str] = json.loads(environment.get(PASSED_ON) or "{}")
    return told


def joined_environment(*environments: Environment, **told: str) -> dict[str, str]:
    """One environment of several, a later one before an earlier, with all that they pass on and ``told`` beside it."""
    passed = {name: value for each in environments for name, value in variables_passed_on(each).items()}
    variables = {name: value for each in environments for name, value in each.items()}
    return {**variables, PASSED_ON: json.dumps({**passed, **told})}


def text(environment: Environment, name: str, default: str = "") -> str:
    """The variable's value without spaces around it, or the default where it is unset or empty."""
    return environment.get(name, "").strip() or default


def required_text(environment: Environment, name: str, example: str) -> str:
    """The value of a variable that must be set; raises SettingError with the example where it is not."""
    value = text(environment, name)
    if not value:
        raise SettingError(
            f"{name} is not set; set it to {example}, or set TOPTABLE_DEBUG=on for work on this machine only."
        )
    return value


def secret(environment: Environment, name: str, example: str, length: int = 32) -> str:
    """A required value of at least `length` characters; a refusal never repeats the value itself."""
    value = required_text(environment, name, example)
    if len(value) < length:
        raise SettingError(f"{name} has {len(value)} characters; use {example} of at least {length}.")
    return value


def switch(environment: Environment, name: str, default: str = "off") -> bool:
    """True for on, yes, true and 1, False for off, no, false and 0 in any case; raises SettingError for anything else."""
    value = text(environment, name, default)
    try:
        return SWITCHES[value.lower()]
    except KeyError:
        raise SettingError(f"{name} is {value!r}; use one of {', '.join(SWITCHES)}.") from None


def number(environment: Environment, name: str, default: int, allowed: range, also: str = "") -> int:
    """A whole number within the allowed range; raises SettingError for words, fractions and numbers outside it, naming what is ``also``."""
    value = text(environment, name, str(default))
    # isdecimal() alone lets other scripts' digits through; int() alone lets "1_000" and "+5" through.
    if not (value.isascii() and value.isdecimal()) or int(value) not in allowed:
        raise SettingError(f"{name} is {value!r}; use a whole number from {allowed.start} to {allowed.stop - 1}{also}.")
    return int(value)


def number_or_off(environment: Environment, name: str, default: int, allowed: range) -> int:
    """A whole number within the allowed range, 0 for "off"; raises SettingError for anything else."""
    is_off = text(environment, name).lower() == "off"
    return 0 if is_off else number(environment, name, default, allowed, ", or off")


def choice(environment: Environment, name: str, default: str, allowed: tuple[str, ...]) -> str:
    """One of the allowed words, exactly as written there; raises SettingError for any other."""
    value = text(environment, name, default)
    if value not in allowed:
        raise SettingError(f"{name} is {value!r}; use one of {', '.join(allowed)}.")
    return value


def names(environment: Environment, name: str, default: tuple[str, ...] = ()) -> list[str]:
    """The names between commas, in their order; raises SettingError for an empty name and for one with a space inside."""
    value = text(environment, name)
    if not value:
        return list(default)
    parts = [part.strip() for part in value.split(",")]
    if not all(parts) or any(len(part.split()) > 1 for part in parts):
        raise SettingError(
            f"{name} is {value!r}; use names separated by commas, without spaces, such as a.example,b.example."
        )
    return parts


def address(environment: Environment, name: str, default: str) -> str:
    """A web address of scheme, host and optional port, without a slash at its end; raises SettingError for any other value.

    An empty default makes the variable required.
    """
    value = text(environment, name, default) or required_text(
        environment, name, "the address that players open, such as https://acquire.example"
    )
    refusal = SettingError(
        f"{name} is {value!r}; use http or https, a host and, if needed, a port, such as https://acquire.example."
    )
    try:
        parts = urlsplit(value)
        port = parts.port
    except ValueError:
        raise refusal from None
    rest = (parts.path.rstrip("/"), parts.query, parts.fragment, parts.username, parts.password)
    if (
        parts.scheme not in ("http", "https")
        or not parts.hostname
        or any(rest)
        or port == 0
        or value.split() != [value]
    ):
        raise refusal
    return f"{parts.scheme}://{parts.netloc}"


def folder(environment: Environment, name: str, default: str = "") -> str:
    """The full path of a folder; an empty text for "off". Raises SettingError for a path that depends on the folder in which one stands."""
    value = text(environment, name, default)
    if value.lower() == "off":
        return ""
    if value and not Path(value).is_absolute():
        example = "E:\\Top Table" if sys.platform == "win32" else "/media/stick"
        raise SettingError(f"{name} is {value!r}; use the full path of a folder, such as {example}, or off.")
    return value


def moment(environment: Environment, name: str) -> datetime | None:
    """A moment in ISO 8601 with its zone, None where it is unset; raises SettingError for anything else."""
    value = text(environment, name)
    try:
        found = datetime.fromisoformat(value) if value else None
    except ValueError:
        found = datetime.min  # noqa: DTZ901  a moment without a zone, as refused below
    if found is not None and found.tzinfo is None:
        raise SettingError(f"{name} is {value!r}; use a time with its zone, such as 2026-08-20T14:15:00+01:00.")
    return found


def time_zone(environment: Environment, name: str, default: str) -> str:
    """The name of a time zone that this machine knows; raises SettingError for any other."""
    value = text(environment, name, default)
    try:
        ZoneInfo(value)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise SettingError(
            f"{name} is {value!r}, which this machine does not know; use a name such as Europe/London."
        ) from None
    return value
