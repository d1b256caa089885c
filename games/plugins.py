"""What other packages add: the objects that they name as entry points, each checked before it is taken.

An installed package offers an object under a group and a name (`importlib.metadata.entry_points`), as docs/developing/extending.md says.
A plug-in that cannot be used is left out: `faults` tells which and why, and the program goes on without it. With ``TOPTABLE_PLUGINS=off``
in the environment nobody's plug-in is looked at.
"""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Final, TypeVar

from games.sentences import Sentence
from games.sentences import gettext_lazy as _

SHEETS: Final = "top_table.sheets"
EDITIONS: Final = "top_table.editions"
LIST_READERS: Final = "top_table.list_readers"
APPS: Final = "top_table.apps"
SLICES: Final = "top_table.slices"
GROUPS: Final = (SHEETS, EDITIONS, LIST_READERS, APPS, SLICES)
LONGEST_NAME: Final = 40
_NAME: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_OFF: Final = frozenset({"off", "no", "false", "0"})

Kind = TypeVar("Kind")
log = logging.getLogger("tournament.plugins")


class PluginError(ValueError):
    """An object of a plug-in that cannot be used; the message is the sentence that says why."""

    def __init__(self, reason: Sentence) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Plugin:
    """One offer of an installed package: its group and name, and the package with its version ("example 1.0")."""

    group: str
    name: str
    package: str


@dataclass(frozen=True, slots=True)
class Fault:
    """A plug-in that is left out, or a part of it that failed, and why."""

    plugin: Plugin
    reason: Sentence

    def __str__(self) -> str:
        words = _(
            "The plug-in “{name}” of {package} ({group}) is not used: {reason}",
            name=self.plugin.name,
            package=self.plugin.package,
            group=self.plugin.group,
            reason=self.reason,
        )
        return str(words)


_faults: dict[Plugin, Fault] = {}


def are_on() -> bool:
    """Whether plug-ins are looked at in this process: not with ``TOPTABLE_PLUGINS=off``."""
    return os.environ.get("TOPTABLE_PLUGINS", "").strip().lower() not in _OFF


@cache
def _offers(group: str) -> tuple[tuple[Plugin, EntryPoint], ...]:
    """Return what installed packages offer in a group, by name; read once a process."""
    found = {(_plugin_of(each), each) for each in entry_points(group=group)} if are_on() else ()
    return tuple(sorted(found, key=lambda offer: (offer[0].name, offer[0].package, offer[1].value)))


def _plugin_of(entry: EntryPoint) -> Plugin:
    return Plugin(entry.group, entry.name, f"{entry.dist.name} {entry.dist.version}" if entry.dist else "?")


def offers_in(group: str) -> tuple[Plugin, ...]:
    """Return every offer in a group, also those that cannot be used; nothing is imported."""
    return tuple(plugin for plugin, _entry in _offers(group))


def faults() -> tuple[Fault, ...]:
    """Return what could not be used so far in this process, by group and name."""
    return tuple(sorted(_faults.values(), key=lambda fault: (fault.plugin.group, fault.plugin.name)))


def leave_out(plugin: Plugin, reason: Sentence) -> None:
    """Note that a plug-in, or a part of it, is not used, and write it into the log; the first reason counts."""
    if plugin not in _faults:
        _faults[plugin] = Fault(plugin, reason)
        log.error("%s", _faults[plugin])


def failure_sentence(error: BaseException) -> Sentence:
    """Return the sentence about an error that the code of a plug-in raised."""
    return _("it raised {kind}: {message}", kind=type(error).__name__, message=str(error)[:300] or "-")


class Registry(Mapping[str, Kind]):
    """Objects by name: ours, in their order, and then those of the plug-ins of a group, which are loaded when one of theirs is wanted.

    Nothing is loaded while modules are imported and only ours are looked up, so that a plug-in's module may import ours. Each object of a
    plug-in must be of this ``kind`` and have a name of its own that is not ours and not in ``taken``. ``check`` returns the object to use,
    and raises PluginError for one that cannot be used.
    """

    def __init__(
        self,
        group: str,
        kind: type[Kind],
        ours: Mapping[str, Kind] | None = None,
        taken: Collection[str] = (),
        check: Callable[[Plugin, Kind], Kind] | None = None,
    ) -> None:
        self._group, self._kind, self._ours, self._taken = group, kind, dict(ours or {}), taken
        self._check = check or _as_it_is
        self._all: dict[str, Kind] | None = None
        _registries.append(self)

    def add(self, name: str, value: Kind) -> None:
        """Add one of ours after the others, before plug-ins are loaded."""
        self._ours[name] = value

    def __getitem__(self, name: str) -> Kind:
        return self._ours[name] if name in self._ours else self.whole()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.whole())

    def __len__(self) -> int:
        return len(self.whole())

    def whole(self) -> Mapping[str, Kind]:
        """Return all objects by name; at first use the plug-ins are loaded, and those that cannot be used are left out."""
        if self._all is None:
            self._all = dict(self._ours)  # what a plug-in sees that asks for them while it is loaded
            for plugin, entry in _offers(self._group):
                self._add(plugin, entry)
        return self._all

    def _add(self, plugin: Plugin, entry: EntryPoint) -> None:
        """Load one plug-in."""
        assert self._all is not None  # noqa: S101  `whole` begins it
        try:
            _check_name(plugin, (*self._all, *self._taken))
            value = entry.load()
            _check_kind(plugin, value, self._kind)
            self._all[plugin.name] = self._check(plugin, value)
        except PluginError as refusal:
            leave_out(plugin, refusal.reason)
        except (Exception, SystemExit) as error:  # noqa: BLE001  whatever somebody's module raises when it is imported
            leave_out(plugin, failure_sentence(error))


_registries: list[Registry[Any]] = []


def load_all() -> None:
    """Load the plug-ins of every registry that exists, so that `faults` is complete."""
    for registry in _registries:
        registry.whole()


def _as_it_is(_plugin: Plugin, value: Kind) -> Kind:
    return value


def _check_name(plugin: Plugin, taken: Collection[str]) -> None:
    """Refuse a name that is no name, or that something else has."""
    if not _NAME.fullmatch(plugin.name) or len(plugin.name) > LONGEST_NAME:
        raise PluginError(
            _(
                "its name can use only small letters, digits and single hyphens, must begin with a letter and "
                "be no longer than {most} characters.",
                most=LONGEST_NAME,
            )
        )
    if plugin.name in taken:
        raise PluginError(_("this name has already been taken; choose another."))


def _check_kind(plugin: Plugin, value: object, kind: type) -> None:
    """Refuse an object of another kind, and one that calls itself something else than its entry point does."""
    if not isinstance(value, kind):
        raise PluginError(
            _(
                "it must be of type {wanted}, not {kind}.",
                wanted=kind.__name__,
                kind=type(value).__name__,
            )
        )
    own = plugin.name if isinstance(value, type) else getattr(value, "name", plugin.name)
    if own != plugin.name:
        raise PluginError(
            _(
                "its entry point is called “{name}”, but its own name is “{own}”; use the same for both.",
                name=plugin.name,
                own=own,
            )
        )
