"""The diary (the log of changes) in words: the sentence and the differences of each change, made from its stored figures when read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from typing import Any, cast

from tournament.day.office.registering import amount_words
from tournament.draw.lines import named, said
from tournament.draw.seating import name_of_round
from tournament.record.acts import ACTS, Act, read_roles, roles_listed
from tournament.record.event import EventRecord, SeatRecord
from tournament.record.figures import ChangeFacts, ChangeRow, Figures, capitalized, figures_of
from tournament.record.names import has_words, name_in_parts
from tournament.record.settings import SETTINGS, Range
from tournament.record.vocabulary import PlayerId, format_sizes
from tournament.replays.workings import MEANINGS
from tournament.scores.amounts import seat_in_words
from tournament.tellings.labels import code_in_words, figure_of, title_of_figure
from tournament.tellings.words import dollars, strength_words
from wording import gettext as _
from wording import ngettext
from wording.directions import by_itself
from wording.figures import clock_time, in_a_row, listed
from wording.some import listed_some

NAME_PARTS = ("given_name", "family_name")
NAMES_READ_OUT = 5
SHORTEST_RUN = 3

LEADING = frozenset({"name", "kind", "status"})
"""Keys of figures that say what a thing is; they are listed before the others."""

NOT_SHOWN = frozenset({"id", "seconds", "report", "source", "chosen", "left", "merged", "ended", "pauses"})
"""Keys of figures that the differences leave out: keys of rows, what only an undo needs, and what the sentence already says."""
GROUPS_NOT_SHOWN = NOT_SHOWN | {"phone", "named", "answer", "sat", "own_code"}

NUMBERS: Mapping[str, Callable[[int], str]] = {
    **{name: each.kind.written for name, each in SETTINGS.items() if isinstance(each.kind, Range)},
    **dict.fromkeys(("fine_amount", "amount", "cash"), dollars),
    **dict.fromkeys(("fee", "junior_fee", "fee_due", "fee_paid"), amount_words),
}
"""How the numbers of some keys are written; the numbers of all other keys are plain counts."""

MOMENTS = frozenset({"starts_at", "here_from", "here_until"})
"""Keys of figures whose value is a moment, of which the time is shown."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One changed value in words; ``before`` is empty if it is new, ``after`` is empty if it was removed."""

    name: str
    before: str
    after: str

    @property
    def words(self) -> str:
        """Return "name: before → after", or "name: after" where there was nothing before."""
        after = self.after if self.after or not self.before else _("nothing")
        value = f"{self.before} → {after}" if self.before else after
        return _("{name}: {value}", name=by_itself(self.name), value=value) if self.name else value


def sentence_of(change: ChangeRow, record: EventRecord) -> str:
    """Return a change as one sentence: "Result for table 2 in round 1 entered"; "(undo)" is added if the change undoes another."""
    act = Act(change.act)
    if act is Act.MEND:
        return capitalized(change.words)
    facts = _facts_of(change, record)
    sentence = _with_phone(facts.in_words(ACTS[act].sentence) or _by_words(act, facts), change, record)
    return sentence if change.undoes is None else _("{sentence} (undo)", sentence=sentence)


def _by_words(act: Act, facts: ChangeFacts) -> str:
    """Return the sentence of a change for whose kind no sentence is declared: its words, with the people and tables."""
    about = ", ".join(filter(None, (facts.who, facts.place if facts.tables else "")))
    words = capitalized(_(ACTS[act].words))
    return _("{name}: {value}", name=words, value=about) if about else words


def _with_phone(sentence: str, change: ChangeRow, record: EventRecord) -> str:
    """Return the sentence of a change with the phone that made it; as it is if no phone did."""
    _before, after = figures_of(change)
    if "phone" not in after:
        return sentence
    player, table = after["phone"]["player"], after["phone"]["table"]
    if not player:
        return _("{sentence}, from the phone at table {table}", sentence=sentence, table=table)
    return _(
        "{sentence}, from {name}'s phone at table {table}",
        sentence=sentence,
        name=name_in(change, record, player),
        table=table,
    )


def _facts_of(change: ChangeRow, record: EventRecord) -> ChangeFacts:
    """Return the people, tables and round of a change; the players of a ruling on a tie are in the order of the ruling."""
    before, after = told_figures(change, record)
    numbers = (after.get("tie") or before.get("tie") or {}).get("order") or change.entries
    more = len(numbers) - NAMES_READ_OUT
    names = [name_in(change, record, number) for number in numbers[:NAMES_READ_OUT]]
    called = "" if change.round_number is None else name_of_round(record, change.round_number)
    tables = tables_of(change)
    who = listed_some([*names, *[""] * max(0, more)], NAMES_READ_OUT)
    return ChangeFacts(
        who=who,
        whom=ngettext("{n} player ({names})", "{n} players ({names})", len(numbers), names=who) if more > 0 else who,
        round_called=called,
        tables=tables,
        place=_place(tables, called),
        before=before,
        after=after,
    )


def _place(tables: Sequence[int], called: str) -> str:
    """Return the tables of a change and its round in words; ``called`` is the name of the round, empty for none."""
    named = tables_in_runs(tables) if tables else _("a table")
    return _("{tables} in {round}", tables=named, round=called) if called else named


def tables_of(change: ChangeRow) -> tuple[int, ...]:
    """Return the numbers of the tables that a change was about, in order; empty if it was about none.

    They are the tables in the stored figures; where there are none, the table that is stored with the change itself.
    """
    tables = sorted(map(int, figures_of(change)[1].get("tables", {})))
    return tuple(tables) if tables else (change.table_number,) if change.table_number is not None else ()


def tables_in_runs(numbers: Sequence[int]) -> str:
    """Return table numbers in words, three or more in a row as a span: "tables 1–4 and 7"."""
    runs: list[list[int]] = []
    for number in sorted(set(numbers)):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    parts = [
        part for run in runs for part in ([f"{run[0]}–{run[-1]}"] if len(run) >= SHORTEST_RUN else list(map(str, run)))
    ]
    return ngettext("table {tables}", "tables {tables}", len(set(numbers)), tables=listed(parts))


def differences(change: ChangeRow, record: EventRecord) -> tuple[Difference, ...]:
    """Return everything that a change altered, in the order of the keys of its figures."""
    told = told_figures(change, record)
    before, after = (
        dict(_in_words(change, full if isinstance(stored, Mapping) else stored, record))
        for full, stored in zip(told, (change.before, change.after), strict=True)
    )
    names = [*before, *(name for name in after if name not in before)]
    rows = (Difference(name, before.get(name, ""), after.get(name, "")) for name in names)
    return tuple(row for row in rows if row.before != row.after)


def is_found(change: ChangeRow, record: EventRecord, words: Sequence[str], more: Sequence[str] = ()) -> bool:
    """Return whether every one of ``words`` occurs in the sentence or the differences of a change, or in the texts of ``more``."""
    if not words:
        return True
    texts = (sentence_of(change, record), *(row.words for row in differences(change, record)), *more)
    return has_words(" ".join(words), *texts)


def name_in(change: ChangeRow, record: EventRecord, number: int) -> str:
    """Return the name that player ``number`` had after the change, since player numbers are reused, in the form of the event.

    Of whoever the change removed it is the name before; of whoever is not known any more, the number in words.
    """
    if record.formerly.is_as_ever(number):
        return record.name_of(PlayerId(number))
    after = figures_of(change)[1]
    is_after = str(number) in after.get("names", {}) or "name" in after.get("entries", {}).get(str(number), {})
    parts = [
        record.formerly.value(number, column, change.version, is_after=is_after) or ""
        for column in ("name", *NAME_PARTS)
    ]
    present = record.people.get(PlayerId(number))
    if present is not None and parts[0] in (present.as_entered, ""):
        return present.name
    return name_in_parts(*parts).said(record.name_form) if parts[0] else _("player {number}", number=number)


def told_figures(change: ChangeRow, record: EventRecord) -> tuple[Figures, Figures]:
    """Return the figures before and after a change, with what they say of people."""
    before, after = (
        named(record.formerly.figures(figures, change.version, is_after=is_after), record.names)
        for figures, is_after in zip(figures_of(change), (False, True), strict=True)
    )
    return cast(Figures, before), cast(Figures, after)


def _in_words(change: ChangeRow, figures: Any, record: EventRecord) -> Iterator[tuple[str, str]]:
    """Yield every figure of one side of a change as a pair of its name and its value in words.

    ``figures`` are those before the change or those after it.
    """
    if not isinstance(figures, Mapping):
        yield "", _value("", figures)
        return
    for group, values in _in_order(figures):
        if group in GROUPS:
            yield from GROUPS[group](change, values, record)
        elif group in GROUPS_NOT_SHOWN:
            continue
        elif isinstance(values, Mapping):
            yield from (
                (title_of_figure(name), _value(name, value))
                for name, value in _in_order(values)
                if name not in NOT_SHOWN
            )
        else:
            yield title_of_figure(group), _value(group, values)


def _of_entries(change: ChangeRow, entries: Mapping[str, Any], record: EventRecord) -> Iterator[tuple[str, str]]:
    """Yield the changed values of each player; the status and the table have the player's name alone before them."""
    for number, row in _in_order(entries):
        name = name_in(change, record, int(number))
        for key, value in _in_order(row):
            if key == "status" or (key == "tile" and "table" not in row):
                yield name, _value(key, value)
            elif key == "table":
                yield name, _("sits out") if value is None else _("table {table}", table=value)
            elif key not in NOT_SHOWN:
                yield _figure_name(name, title_of_figure(key)), _value(key, value)


def _of_names(change: ChangeRow, names: Mapping[str, str], record: EventRecord) -> Iterator[tuple[str, str]]:
    """Yield the names of players by their numbers."""
    for number, _name in _in_order(names):
        yield _("No. {number}", number=number), name_in(change, record, int(number))


def _of_registrations(
    _change: ChangeRow, rows: Mapping[str, Mapping[str, Any]], _record: EventRecord
) -> Iterator[tuple[str, str]]:
    """Yield what was changed of each registration."""
    for number, row in _in_order(rows):
        whose = _("registration {number}", number=number)
        for key in _keys(row):
            value = row[key]
            said_value = listed(map(title_of_figure, value)) if isinstance(value, list) else _value(key, value)
            yield _figure_name(whose, title_of_figure(key)), said_value


def _of_aparts(change: ChangeRow, rules: Sequence[Mapping[str, Any]], record: EventRecord) -> Iterator[tuple[str, str]]:
    """Yield which players are kept apart, and how firmly."""
    for rule in rules:
        names = in_a_row(name_in(change, record, number) for number in rule["players"])
        yield names, strength_words(is_hard=rule["is_hard"])


def _of_plan(_change: ChangeRow, plan: Mapping[str, str], record: EventRecord) -> Iterator[tuple[str, str]]:
    """Yield the planned start and hall of each round."""
    for key in sorted(plan):
        yield planned_words(record, key), plan[key]


def planned_words(record: EventRecord, key: str) -> str:
    """Return in words what is planned of a round; ``key`` is the number of the round, a hyphen, and "start" or "hall"."""
    number, _dash, what = key.partition("-")
    round_ = name_of_round(record, int(number))
    if what == "hall":
        return _("{round}, planned hall", round=round_)
    return _("{round}, planned start", round=round_)


def _of_tie(change: ChangeRow, tie: Mapping[str, Any], record: EventRecord) -> Iterator[tuple[str, str]]:
    """Yield the order of a ruling on a tie, with the places that players share."""
    names = [name_in(change, record, number) for number in tie["order"]]
    places = tie.get("places") or range(1, len(names) + 1)
    shared = {place for place, after in pairwise(places) if place == after}
    yield (
        _("order"),
        in_a_row(
            _("{names} (shared)", names=name) if place in shared else name
            for name, place in zip(names, places, strict=False)
        ),
    )


def _of_helpers(_change: ChangeRow, helpers: Mapping[str, Any], _record: EventRecord) -> Iterator[tuple[str, str]]:
    """Yield the roles of each helper, and the number under which he or she plays."""
    for row in helpers.values():
        yield _figure_name(row["name"], title_of_figure("roles")), roles_listed(read_roles(row["roles"]))
        yield _figure_name(row["name"], title_of_figure("plays_as")), _value("plays_as", row["plays_as"])


def _of_invitation(change: ChangeRow, row: Mapping[str, Any], record: EventRecord) -> Iterator[tuple[str, str]]:
    """Yield the roles that an invitation gives."""
    yield from _of_helpers(change, {"": row}, record)


def _of_own_table(change: ChangeRow, number: int, record: EventRecord) -> Iterator[tuple[str, str]]:
    """Yield that a player decided about his or her own table, because nobody else may."""
    yield _("by a player at the table, because nobody else was allowed to"), name_in(change, record, number)


def _of_tables(change: ChangeRow, tables: Mapping[str, Any], record: EventRecord) -> Iterator[tuple[str, str]]:
    """Yield the results of tables: cash by player, then what concerns the whole table."""
    for number, result in _in_order(tables):
        prefix = _("table {table}", table=number) if len(tables) > 1 else ""
        rows = _in_order(result.get("seats", {}))
        seats = [SeatRecord(PlayerId(0), cash=row.get("cash"), second=row.get("second")) for _player, row in rows]
        for (player, row), seat in zip(rows, seats, strict=True):
            name = _figure_name(prefix, name_in(change, record, int(player)))
            yield name, seat_in_words(record.format.amount, seat, seats) or _value("cash", None)
            yield from (
                (_figure_name(name, title_of_figure(key)), _value(key, row[key]))
                for key in _keys(row)
                if key not in ("cash", "second")
            )
        yield from (
            (_figure_name(prefix, title_of_figure(key)), _value(key, value))
            for key, value in _in_order(result)
            if key != "seats"
        )


def _figure_name(whose: str, what: str) -> str:
    """Return the name of a figure with whose it is: "Ada, reason"; the figure alone if it is nobody's."""
    return figure_of(whose, what) if whose else what


GROUPS: Mapping[str, Callable[[ChangeRow, Any, EventRecord], Iterator[tuple[str, str]]]] = {
    "entries": _of_entries,
    "names": _of_names,
    "registrations": _of_registrations,
    "tables": _of_tables,
    "apart": _of_aparts,
    "plan": _of_plan,
    "tie": _of_tie,
    "helpers": _of_helpers,
    "invitation": _of_invitation,
    "own_table": _of_own_table,
}
"""How the groups of figures are written that are not simply names with values."""


def _in_order(figures: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """Return figures sorted by key, since a database may return keys in another order than they were written."""
    return sorted(figures.items(), key=lambda pair: _rank(pair[0]))


def _keys(figures: Mapping[str, Any]) -> list[str]:
    """Return the keys of figures, sorted as `_in_order` sorts them."""
    return [key for key, _value_of_it in _in_order(figures)]


def _rank(key: str) -> tuple[int, int, str]:
    """Return the sort key of a figure: numbers first, then what says what a thing is (`LEADING`), then all others by name."""
    return (0, int(key), "") if key.isdigit() else (1 + (key not in LEADING), 0, key)


def _value(name: str, value: Any) -> str:
    """Return the value of the figure ``name`` in words; empty for None."""
    if value is None or value == "":
        return ""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, int):
        return NUMBERS.get(name, str)(value)
    if isinstance(value, list):
        return format_sizes(value) if name == "sizes" else ", ".join(_value("", item) for item in value)
    if isinstance(value, Mapping) and name == "words":
        return in_a_row(
            _("{name}: {value}", name=word, value=_(MEANINGS.get(key, key))) for word, key in _in_order(value)
        )
    if isinstance(value, Mapping):
        return ", ".join(f"{title_of_figure(str(key))} {_value(str(key), item)}" for key, item in _in_order(value))
    if name in MOMENTS:
        return clock_time(datetime.fromisoformat(str(value)).astimezone())
    return code_in_words(name, said(str(value)))
