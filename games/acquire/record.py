"""The record of a game: the contents of a text or JSON log, before it is replayed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import lru_cache

from games.acquire.actions import Action, ActKind
from games.acquire.editions import Edition
from games.acquire.editions.labels import LabelSet, label_set, other_sets
from games.acquire.editions.values import edition_named


@dataclass(frozen=True, slots=True)
class Player:
    """A player of the log: the ID by which the log names him, and his name."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class StartPosition:
    """A position in mid-game from which a log starts; players are 0-based seats.

    ``chains`` are pairs of chain and its tiles; ``cash`` pairs of player and dollars; ``shares`` triples of
    player, chain and number; ``hands`` pairs of player and tiles; ``to_play`` is a player or None.
    """

    chains: tuple[tuple[int, tuple[int, ...]], ...] = ()
    lone: tuple[int, ...] = ()
    dead: tuple[int, ...] = ()
    cash: tuple[tuple[int, int], ...] = ()
    shares: tuple[tuple[int, int, int], ...] = ()
    hands: tuple[tuple[int, tuple[int, ...]], ...] = ()
    to_play: int | None = None


class Spelling(Enum):
    """The form of the log from which a record was read."""

    TEXT = "text"
    JSON = "json"


@dataclass(frozen=True, slots=True)
class Header:
    """The header of a log.

    ``chains`` is the name of a label set, None for the edition's own; ``variant`` is the set whose names the events use, if it is
    another one. ``rules`` are the changed parameters of the edition as plain values; ``other`` are keys that are only stored (event,
    round, table, date, scribe, source and so on).
    """

    edition: str
    players: tuple[Player, ...]
    chains: str | None = None
    rules: Mapping[str, object] = field(default_factory=dict)
    position: StartPosition | None = None
    other: Mapping[str, object] = field(default_factory=dict)
    variant: str | None = None

    def labels(self) -> LabelSet:
        """Return the label set by which the log names its chains."""
        return label_set(self.variant or self.named_labels())

    def named_labels(self) -> str:
        """Return the name of the label set that the header names, else of the edition's own."""
        return self.chains or edition_named(self.edition).labels

    def other_readings(self) -> list[Header]:
        """List this header with each other label set as its variant, for a log that uses names of another set."""
        return [replace(self, variant=name) for name in other_sets(self.named_labels())]

    def rulebook(self) -> Edition:
        """Return the edition with the changed parameters of this header."""
        if not self.rules:
            return edition_named(self.edition)
        return _overridden(self.edition, tuple((k, _as_tuple(v)) for k, v in self.rules.items()))


@dataclass(frozen=True, slots=True)
class Unread:
    """A line or clause of a log that could not be read, and where it belongs among the events.

    ``before`` is the index of the event before which it comes, or the number of events for the end of the log; ``line`` and
    ``column`` count from 1. ``player`` is the seat of the player in turn or of the clause, ``act`` the act that its first word names;
    both are None if unknown, and an unknown act may be the beginning of a turn. A long ``text`` is cut. ``is_double`` says that the log
    can be read in two ways from there on, of which one was taken.
    """

    before: int
    line: int
    column: int
    text: str
    player: int | None = None
    act: ActKind | None = None
    is_double: bool = False


@dataclass(frozen=True, slots=True)
class Stamp:
    """The time of an event: ``at`` milliseconds after the game began, ``lag`` milliseconds credited for network delay."""

    at: int
    lag: int = 0


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One log: header, events in order, and for each event its line, if known.

    Lines and spelling do not count when records are compared. ``unread`` are the places between the events that could not be read, in
    order; only logs as people write them have any. ``stamps`` has the time of each event or None, and is empty if no event has one.
    """

    header: Header
    events: Sequence[Action]
    lines: Sequence[int | None] = field(default=(), compare=False)
    spelling: Spelling = field(default=Spelling.JSON, compare=False)
    unread: tuple[Unread, ...] = ()
    stamps: tuple[Stamp | None, ...] = ()

    def line_of(self, index: int) -> int | None:
        """Return the line of the event at an index, counted from 1, or None if it is unknown."""
        return self.lines[index] if index < len(self.lines) else None

    def stamp_of(self, index: int) -> Stamp | None:
        """Return the time of the event at an index, or None if it has none."""
        return self.stamps[index] if index < len(self.stamps) else None


def stamps_of_events(stamps: Sequence[Stamp | None]) -> tuple[Stamp | None, ...]:
    """Return the times of all events in the form of `GameRecord.stamps`: an empty tuple if no event has one."""
    return tuple(stamps) if any(stamp is not None for stamp in stamps) else ()


def deviations(edition: Edition) -> dict[str, object]:
    """Return the parameters in which an edition differs from the known edition of its name, for the rules of a log's header.

    The label set is left out, because the header names it separately.
    """
    own = edition_named(edition.name).parameters()
    return {key: value for key, value in edition.parameters().items() if key != "labels" and value != own[key]}


def _as_tuple(value: object) -> object:
    """Return a list as a tuple and any other value unchanged."""
    return tuple(value) if isinstance(value, list) else value


@lru_cache(maxsize=64)
def _overridden(name: str, rules: tuple[tuple[str, object], ...]) -> Edition:
    """Return an edition with changed parameters, from a cache."""
    return edition_named(name).with_rules(dict(rules))
