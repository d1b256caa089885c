"""Changes of public figures: results, standings and medals that changed after they had been public, each in a fixed sentence.

1. The diary (the log of changes) is read once from its beginning, keeping track of what was public at each moment: the results of which
   rounds, and the medals.
2. A change of something that had been public gets a sentence; its undo is added to the same line.
3. The reason that the director gave is shown only if the director released it when making the change.

The kinds of changes of public figures, each with its fixed sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, tzinfo
from typing import Any, Protocol

from tournament.draw.lines import said
from tournament.draw.seating import is_the_final, name_of_round
from tournament.record.acts import ACTS, Act, Publicity
from tournament.record.event import EventRecord
from tournament.record.figures import ChangeRow, figures_of, merged_penalty
from tournament.record.public import is_held
from tournament.record.settings import SETTINGS, Bears
from tournament.record.vocabulary import PenaltyKind, PlayerId
from tournament.tellings.diary import tables_of
from wording import gettext as _
from wording import gettext_noop
from wording.figures import clock_time, long_date
from wording.worded import Worded


class PublicChangeKind(Worded):
    """What changed; the value is its stable name in JSON. In its sentence ``when`` is the time, ``where`` the table and the round."""

    CORRECTED = "result-corrected", gettext_noop("Changed {when}: the result of {where} was corrected.")
    RESTORED = "result-restored", gettext_noop("Changed {when}: the result of {where} was corrected.")
    RULED = "result-ruled", gettext_noop("Changed {when}: the result of {where} was ruled on by the director.")
    ENTERED = "result-entered-again", gettext_noop("Changed {when}: the result of {where} was corrected.")
    SEATED = "seats-corrected", gettext_noop("Changed {when}: who sat at {where} was corrected.")
    MERGED = "entries-merged", gettext_noop("Changed {when}: two entries for one player were merged.")
    WITHDRAWN = "player-withdrawn", gettext_noop("Changed {when}: a player was withdrawn before the end.")
    FINE_GIVEN = "fine-given", gettext_noop("Changed {when}: fines at {where}.")
    FINE_CANCELLED = "fine-cancelled", gettext_noop("Changed {when}: fines at {where}.")
    FINE_RESTORED = "fine-restored", gettext_noop("Changed {when}: fines at {where}.")
    DISQUALIFIED = "player-disqualified", gettext_noop("Changed {when}: a player was disqualified.")
    REINSTATED = "player-reinstated", gettext_noop("Changed {when}: a player was reinstated.")
    SETTINGS = "settings-changed", gettext_noop("Changed {when}: the scoring settings.")
    POINTS = "points-changed", gettext_noop("Changed {when}: the settings for Pentamind points.")
    TIE_RULED = "tie-ruled", gettext_noop("Changed {when}: the ruling on a tie for a medal.")
    TIE_CANCELLED = "tie-ruling-withdrawn", gettext_noop("Changed {when}: the ruling on a tie for a medal.")
    JUNIORS = "juniors-changed", gettext_noop("Changed {when}: the list of juniors was corrected.")
    REOPENED = "round-reopened", gettext_noop("Changed {when}: {where} was reopened.")
    PUT_BACK = "event-put-back", gettext_noop("Changed {when}: the event was put back to an earlier state.")


def where_in_words(record: EventRecord, number: int | None, table: int | None) -> str:
    """Return a table and its round, a table or a round in words: "table 1, round 4"; empty for neither."""
    if number is None:
        return _("table {table}", table=table) if table else ""
    called = name_of_round(record, number)
    if not table:
        return called
    if is_the_final(record, number):
        return _("{tables} in {round}", tables=_("table {table}", table=table), round=called)
    return _("table {table}, {round}", table=table, round=called)


def when_in_words(at: datetime, record: EventRecord, zone: tzinfo) -> str:
    """Return a time in words, with the day unless it is the day of the event."""
    local = at.astimezone(zone)
    if local.date() == record.date:
        return _("at {time}", time=clock_time(local))
    return _("on {date} at {time}", date=long_date(local.date()), time=clock_time(local))


OF_MEDALS_ALONE = frozenset(
    {
        PublicChangeKind.TIE_RULED,
        PublicChangeKind.TIE_CANCELLED,
        PublicChangeKind.JUNIORS,
        PublicChangeKind.POINTS,
        PublicChangeKind.WITHDRAWN,
    }
)
"""Kinds of changes that alter no total and no rank in the standings."""

OF_ALL_RESULTS = frozenset({PublicChangeKind.SETTINGS, PublicChangeKind.PUT_BACK, PublicChangeKind.MERGED})
"""Kinds of changes that may alter the scores of every round."""


class DatedChange(ChangeRow, Protocol):
    """A change in the diary (the log of changes) with the time at which it was made."""

    made_at: datetime


@dataclass(frozen=True, slots=True)
class PublicChange:
    """One change of something public; ``round`` and ``table`` are None if it does not concern one round or one table.

    ``players`` are the players of the change and ``words`` the director's reason, empty unless released. ``taken_back_at`` is the time of
    its undo, and ``words_back`` the director's released reason for that undo.
    """

    version: int
    kind: PublicChangeKind
    at: datetime
    round: int | None = None
    table: int | None = None
    players: tuple[PlayerId, ...] = ()
    words: str = ""
    taken_back_at: datetime | None = None
    words_back: str = ""

    def sentence(self, record: EventRecord, zone: tzinfo) -> str:
        """Return the fixed sentence: "Changed at 18:12: the result of table 1, round 4 was corrected."."""
        where, when = where_in_words(record, self.round, self.table), when_in_words(self.at, record, zone)
        said = [_(self.kind.said, when=when, where=where)]
        if self.taken_back_at:
            said.append(_("Taken back {when}.", when=when_in_words(self.taken_back_at, record, zone)))
        said += [_("The director: “{reason}”", reason=text) for text in (self.words, self.words_back) if text]
        return " ".join(said)


@dataclass
class _Public:
    """What is public at one moment of the diary while it is read from its beginning.

    ``is_shown`` says whether the event is public; the next four say which results are held back, as `is_held` reads them. ``closed`` are
    the rounds now closed, ``seen`` those whose results have been public at any time. ``medals_since`` is the version of the change that
    first published the medals, None before.
    """

    is_shown: bool
    rounds_planned: int
    holds_results: bool
    results_shown_through: int = 0
    is_final_published: bool = False
    closed: set[int] = field(default_factory=set)
    seen: set[int] = field(default_factory=set)
    medals_since: int | None = None

    def follow(self, change: ChangeRow) -> None:
        """Update what is public after the change that was read next."""
        act, number, (_before, after) = Act(change.act), change.round_number or 0, figures_of(change)
        match act:
            case Act.SHOW_EVENT | Act.HIDE_EVENT:
                self.is_shown = act is Act.SHOW_EVENT
            case Act.CLOSE_ROUND:
                self.closed.add(number)
            case Act.REOPEN_ROUND:
                self.closed.discard(number)
                self.is_final_published = False
                self.results_shown_through = min(self.results_shown_through, number - 1)
            case Act.SHOW_RESULTS | Act.HOLD_RESULTS:
                self.results_shown_through = after.get("round", {}).get("shown_through", 0)
            case Act.PUBLISH_FINAL | Act.WITHDRAW_FINAL:
                self.is_final_published = act is Act.PUBLISH_FINAL
            case Act.CHANGE_SETTINGS:
                self._follow_settings(after.get("settings", {}))
                self.is_final_published = self.is_final_published and "final" not in after
            case _:
                pass
        if self.is_shown:
            self.seen |= self._now_public
            if self.is_final_published and self.medals_since is None:
                self.medals_since = change.version

    @property
    def _now_public(self) -> set[int]:
        """The closed rounds whose results are not held back."""
        return {number for number in self.closed if not is_held(self, number)}

    def _follow_settings(self, settings: Mapping[str, Any]) -> None:
        """Update what new settings decide: the planned rounds, and whether results are held back from then on."""
        if "holds_results" in settings:
            self.results_shown_through = max(self._now_public, default=0)
            self.holds_results = settings["holds_results"]
        self.rounds_planned = settings.get("rounds_planned", self.rounds_planned)


@dataclass(frozen=True, slots=True)
class PublicChanges:
    """All changes of public figures in order; ``medals_since`` is the version of the change that first published the medals."""

    every: tuple[PublicChange, ...] = ()
    medals_since: int | None = None

    def of_medals(self) -> tuple[PublicChange, ...]:
        """Return the changes that may concern the published medal list."""
        since = self.medals_since
        return tuple(change for change in self.every if since is not None and change.version > since)

    def of_standings(self, *, with_medals: bool = False) -> tuple[PublicChange, ...]:
        """Return the changes that may concern totals and ranks; ``with_medals`` adds those that concern only medals and points."""
        return tuple(change for change in self.every if with_medals or change.kind not in OF_MEDALS_ALONE)

    def of_round(self, number: int, tables: Iterable[int] | None = None) -> tuple[PublicChange, ...]:
        """Return the changes that may concern the results of a round, or only of its tables ``tables``."""
        wanted = None if tables is None else {None, *tables}
        return tuple(
            change
            for change in self.every
            if change.kind in OF_ALL_RESULTS or (change.round == number and (wanted is None or change.table in wanted))
        )

    def of_player(self, record: EventRecord, player: PlayerId) -> tuple[PublicChange, ...]:
        """Return the changes that may concern a player's page: about the player, the player's tables, a whole round, or all results."""
        tables = {
            round_.number: table.number for round_ in record.rounds if (table := round_.table_of(player)) is not None
        }
        return tuple(
            change
            for change in self.every
            if change.kind in OF_ALL_RESULTS
            or player in change.players
            or (change.round is not None and change.table in (None, tables.get(change.round)))
        )


def public_changes(changes: Sequence[DatedChange], record: EventRecord, *, is_shown: bool) -> PublicChanges:
    """Return the changes of figures that had been public, in order.

    ``changes`` are those of the diary in order, at least all of the kinds in `acts_read`. ``record`` is the event as it is now,
    ``is_shown`` whether the public can see it now.
    """
    state = _public_before(changes, record, is_shown=is_shown)
    found: dict[int, tuple[PublicChange, ...]] = {}
    for change in changes:
        if change.undoes in found:
            found[change.undoes] = tuple(
                replace(each, taken_back_at=change.made_at, words_back=_released_reason(change))
                for each in found[change.undoes]
            )
        elif news := tuple(_news(change, state, record)):
            found[change.version] = news
        state.follow(change)
    return PublicChanges(tuple(each for news in found.values() for each in news), state.medals_since)


def acts_read(*, has_reopened: bool) -> frozenset[Act]:
    """Return the kinds of changes that `public_changes` has to read.

    Without a reopened round, ``has_reopened`` false, kinds of changes that are made only in open rounds are left out.
    """
    may_be_news = {
        act for act, row in ACTS.items() if row.public_news and (has_reopened or row.publicity is not Publicity.NEVER)
    }
    return FOLLOWED | may_be_news


def _public_before(changes: Sequence[DatedChange], record: EventRecord, *, is_shown: bool) -> _Public:
    """Return what was public before the first change, worked out backwards from the first change of each switch."""
    shown = next((change.act for change in changes if change.act in (Act.SHOW_EVENT, Act.HIDE_EVENT)), None)
    settings = [figures_of(change)[0].get("settings", {}) for change in changes]
    first = {
        name: row[name] for row in reversed(settings) for name in ("rounds_planned", "holds_results") if name in row
    }
    return _Public(
        is_shown if shown is None else shown == Act.HIDE_EVENT,
        first.get("rounds_planned", record.rounds_planned),
        first.get("holds_results", record.holds_results),
    )


def _news(change: DatedChange, state: _Public, record: EventRecord) -> Iterator[PublicChange]:
    """Yield the public changes that one change made; ``state`` is what was public before it."""
    public_news = ACTS[Act(change.act)].public_news
    if public_news is None or not state.seen:
        return
    for kind, number, table in public_news(change, record):
        if number is not None and number not in state.seen:
            continue
        if kind in OF_MEDALS_ALONE and state.medals_since is None:
            continue
        players = tuple(PlayerId(player) for player in change.entries)
        yield PublicChange(change.version, kind, change.made_at, number, table, players, _released_reason(change))


def _released_reason(change: DatedChange) -> str:
    """Return the reason of a change if it was released to public pages, else empty."""
    return said(change.reason) if figures_of(change)[1].get("released") else ""


NewsPlace = tuple[PublicChangeKind, int | None, int | None]
"""A kind of public change with the numbers of its round and table, None where it concerns no single one."""
News = Callable[[ChangeRow, EventRecord], Iterable[NewsPlace]]
"""A function that returns which public figures a change altered; each kind of change declares one in `record.acts`."""


def news_of_result(kind: PublicChangeKind) -> News:
    """Return a function that yields one public change of this kind for each table whose result a change altered."""

    def news(change: ChangeRow, _record: EventRecord) -> Iterator[NewsPlace]:
        before, after = (figures.get("tables", {}) for figures in figures_of(change))
        for table in tables_of(change):
            if not after or before.get(str(table)) != after.get(str(table)):
                yield kind, change.round_number, table

    return news


def news_of_fine(kind: PublicChangeKind) -> News:
    """Return a function that yields a public change of this kind for the table of a player whose fine a change altered.

    It yields nothing for a warning, since a warning alters no score.
    """

    def news(change: ChangeRow, record: EventRecord) -> Iterator[NewsPlace]:
        number = change.round_number
        if merged_penalty(*figures_of(change)).get("kind") != PenaltyKind.FINE.value or number is None:
            return
        round_ = record.round(number) if record.has_round(number) else None
        table = round_.table_of(PlayerId(change.entries[0])) if round_ and change.entries else None
        yield kind, number, table.number if table else None

    return news


def news_of_round(kind: PublicChangeKind) -> News:
    """Return a function that yields a public change of this kind for the whole round of a change."""
    return lambda change, _record: [(kind, change.round_number, None)]


def news_of_event(kind: PublicChangeKind) -> News:
    """Return a function that yields a public change of this kind for the whole event."""
    return lambda _change, _record: [(kind, None, None)]


def news_of_settings(change: ChangeRow, _record: EventRecord) -> Iterable[NewsPlace]:
    """Return the public changes made by new settings: those that alter scores or Pentamind points."""
    changed = {SETTINGS[name].bears_on for name in figures_of(change)[1].get("settings", {}) if name in SETTINGS}
    if Bears.SCORES in changed:
        return [(PublicChangeKind.SETTINGS, None, None)]
    return [(PublicChangeKind.POINTS, None, None)] if Bears.POINTS in changed else []


def news_of_juniors(change: ChangeRow, _record: EventRecord) -> Iterable[NewsPlace]:
    """Return the public change that a player is now a junior, or no longer one; empty if neither."""
    is_news = any("is_junior" in row for row in figures_of(change)[1].get("entries", {}).values())
    return [(PublicChangeKind.JUNIORS, None, None)] if is_news else []


FOLLOWED = frozenset(
    {
        *(Act.SHOW_EVENT, Act.HIDE_EVENT, Act.CLOSE_ROUND, Act.PUBLISH_FINAL, Act.WITHDRAW_FINAL),
        *(Act.SHOW_RESULTS, Act.HOLD_RESULTS),
    }
)
"""Kinds of changes that alter no figures but decide whether they are public; `_Public.follow` reads them."""
