"""The lines of a draw record as they are stored: a code with its values; the sentence is written when the line is read.

A stored line is a JSON object such as ``{"code":"cut.lot","total":85100,...}``, or a list of such objects, which is read as several
sentences. Codes and the names of values never change. A line of any other form, such as a sentence that an earlier version stored or a
reason that the director typed, is shown as it was said. Players are stored by number and have their names when the event is read (`named`).

Reasons that the program gives by itself, as lines that are stored: the sentences of their codes (`lines`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from tournament.draw.seating import span_in_words
from tournament.record.vocabulary import Reading, SeatsBy
from tournament.scores.tiebreaks import BY_STEPS, cut_rule_in_words, reason_by_steps
from wording import gettext as _
from wording import gettext_noop, ngettext, pgettext
from wording.figures import decimals, listed, whole


def _not_answered(_row: Mapping[str, Any]) -> str:
    return _("not answered in time")


REASONS: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    BY_STEPS: lambda row: reason_by_steps(row["steps"]),
    "sit-out.swapped": lambda row: _(
        "{name} sits out instead of {other}: swapped by the director.", name=row["name"], other=row["other"]
    ),
    "sit-out.no-show": lambda _row: _("did not turn up, R54"),
    "sit-out.as-drawn": lambda row: _("{name} sits out as drawn (R50).", name=row["name"]),
    "penalty.undone": lambda _row: _("undone in the change log"),
    "request.by-phone": lambda _row: _("requested from the player's own phone"),
    "call.closed": _not_answered,
    "call.coming": lambda _row: _("The director is on the way."),
    "request.published": _not_answered,
    "request.closed": _not_answered,
    "registration.by-page": lambda _row: _("registered on the event page"),
    "registration.by-link": lambda _row: _("changed using the registration's private link"),
    "registration.moved-up": lambda _row: _("moved up from the waiting list"),
    "result.as-of": lambda row: _("as of version {version}", version=row["version"]),
    "result.chosen": lambda _row: _("chosen in the results grid"),
    "result.looked-through": lambda _row: _("compared with the slips"),
    "practice.simulated": lambda _row: _("simulated by the “play” command"),
    "event.copied": lambda row: _("copied from {event}, {date}", event=row["event"], date=row["date"]),
}
"""How each code is written, from its values."""


FINAL = "final"  # the value of a round that is the final
LINE, LINES = '{"code":', '[{"code":'  # how a stored line and a stored list of lines begin

Values = Mapping[str, Any]


def line(code: str, **values: Any) -> str:
    """Return a line as it is stored; ``code`` is one of `SENTENCES`, the values are those that its sentence needs."""
    return _stored_line({"code": code, **values})


def joined_lines(*lines: str) -> str:
    """Return several stored lines as one."""
    return _stored_line([json.loads(each) for each in lines]) if lines[1:] else "".join(lines)


def said(stored: str) -> str:
    """Return the sentence of a stored line in the reader's language; any other text comes back as it is."""
    if not stored.startswith((LINE, LINES)):
        return stored
    try:
        found = json.loads(stored)
    except ValueError:
        return stored
    rows = found if isinstance(found, list) else [found]
    return " ".join(_sentence(row, stored) for row in rows)


def named(value: Any, names: Mapping[Any, str]) -> Any:
    """Return a stored line, or a value of JSON with lines in it, with the names of its players in place of their numbers."""

    def name(number: Any) -> Any:
        return names.get(number) or _("Player {number}", number=number) if isinstance(number, int) else number

    return exchanged(value, name)


def exchanged(value: Any, exchange: Callable[[Any], Any]) -> Any:
    """Return a value of JSON with every player of the lines in it exchanged; what is no line stays as it is."""
    if isinstance(value, dict):
        return {key: each if type(each) in _OF_NUMBERS else exchanged(each, exchange) for key, each in value.items()}
    if isinstance(value, list | tuple):
        if _OF_NUMBERS.issuperset(map(type, value)):
            return value
        return type(value)(exchanged(each, exchange) for each in value)
    if (
        not isinstance(value, str)
        or not value.startswith((LINE, LINES))
        or not any(map(value.__contains__, _OF_PLAYERS))
    ):
        return value
    try:
        found = json.loads(value)
    except ValueError:
        return value
    rows = [_exchanged(row, exchange) for row in (found if isinstance(found, list) else [found])]
    return _stored_line(rows if isinstance(found, list) else rows[0])


_OF_NUMBERS = frozenset({int, float, bool, type(None)})
_OF_PLAYERS = ("name", "other", "seats", "rolls")
"""How the names of the values of a line begin that are players."""


def _exchanged(row: Values, exchange: Callable[[Any], Any]) -> dict[str, Any]:
    """Return the values of one line with its players exchanged."""
    places: Mapping[str, Callable[[Any], Any]] = {
        "name": exchange,
        "other": exchange,
        "names": lambda players: [exchange(player) for player in players],
        "seats": lambda seats: [[table, [exchange(player) for player in players]] for table, players in seats],
        "rolls": lambda rolls: [[exchange(player), roll] for player, roll in rolls],
    }
    return {key: places[key](value) if key in places else exchanged(value, exchange) for key, value in row.items()}


def _stored_line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _sentence(row: Values, stored: str) -> str:
    """Return the sentence of one line; the text as it is stored where its code is that of a later version."""
    make = SENTENCES.get(row["code"])
    return make(row) if make else stored


def round_in_words(number: int | str) -> str:
    """Return the name of a round within a sentence, from its stored value."""
    return _("the final") if number == FINAL else _("round {number}", number=number)


def _span(row: Values) -> str:
    return span_in_words(row["rounds"], has_ranked=row.get("ranked", False))


def _total(row: Values) -> str:
    return decimals(row["total"], 3)


def _nobody_scored(row: Values) -> str:
    return _(
        "there are no scores yet, so lots were drawn among {players} players with seed {seed} (R50).",
        players=whole(row["players"]),
        seed=row["seed"],
    )


def _lowest_sentence(row: Values) -> str:
    if not row["missed"]:
        return _("lowest total ({total}) of those who have not yet sat out (R50).", total=_total(row))
    return ngettext(
        "lowest total ({total}, round {rounds} not played) of those who have not yet sat out (R50).",
        "lowest total ({total}, rounds {rounds} not played) of those who have not yet sat out (R50).",
        len(row["missed"]),
        total=_total(row),
        rounds=listed(row["missed"]),
    )


def _sits_out(row: Values) -> str:
    return _(
        "{name} sits out {round}: {reason}",
        name=row["name"],
        round=round_in_words(row["round"]),
        reason=said(row["why"]),
    )


def _sits_out_by_choice(row: Values) -> str:
    return _(
        "The director chose {name} to sit out {round}: {reason}",
        name=row["name"],
        round=round_in_words(row["round"]),
        reason=row["reason"],
    )


def _places(row: Values) -> dict[str, object]:
    """Return the values that both sentences on a tie across a cut need."""
    seats = "; ".join(_("{names} at table {table}", names=listed(who), table=table) for table, who in row["seats"])
    return {"first": row["first"], "last": row["last"], "total": _total(row), "seats": seats}


def _by_lot(row: Values) -> str:
    return _(
        "Places {first} to {last} were level on {total} and decided by lot with seed {seed}: {seats}.",
        seed=row["seed"],
        **_places(row),
    )


def _by_dice(row: Values) -> str:
    rolls = ", ".join(f"{name} {roll}" for name, roll in row["rolls"])
    return _(
        "Places {first} to {last} were level on {total} and decided by dice ({rolls}): {seats}.",
        rolls=rolls,
        **_places(row),
    )


def _by_tie_break(row: Values) -> str:
    return _(
        "{name} and {other} are level on {total}; decided by {rule}: {name} plays at table {table}.",
        name=row["name"],
        other=row["other"],
        total=_total(row),
        rule=cut_rule_in_words(row["rule"]),
        table=row["table"],
    )


def _cut_sentence(row: Values) -> str:
    return _(
        "Seated from the standings after {round} at tables of {sizes} (R46).",
        round=pgettext("behind after, since, from or to", "the final")
        if row["round"] == FINAL
        else round_in_words(row["round"]),
        sizes=row["sizes"],
    )


def _levels_again(row: Values) -> str:
    if not row["value"]:
        return _("Nobody meets anybody again.")
    return _(
        "Meetings again, over all pairs: {value}; no draw can have fewer than {least}.",
        value=whole(row["value"]),
        least=whole(row["least"]),
    )


def _levels_places(row: Values) -> str:
    if not row["value"]:
        return _("Everybody has had each seat as often as any other, within one game.")
    return ngettext(
        "{n} player has had a seat more than one game too often or too seldom; at least {least} must.",
        "{n} players have had a seat more than one game too often or too seldom; at least {least} must.",
        row["value"],
        least=whole(row["least"]),
    )


def _verdict(row: Values) -> str:
    repeats, ends = row["repeats"], row["ends"]
    if not row["rounds"]:
        count = _("Repeat meetings: {repeats}", repeats=whole(repeats))
    else:
        count = _(
            "Repeat meetings over {span}: {repeats}, {here} of them in round {round}",
            span=_span(row),
            repeats=whole(repeats),
            here=whole(row["here"]),
            round=row["round"],
        )
    if ends == "impossible":
        return _(
            "{count}; this is the best draw found, as none can satisfy the reading “{reading}” ({proof}).",
            count=count,
            reading=Reading(row["reading"]).words,
            proof=said(row["proof"]),
        )
    if ends == "zero":
        return f"{count}."
    if ends == "least":
        return _("{count}; no draw can have fewer ({proof}).", count=count, proof=said(row["proof"]))
    return _(
        "{count}; this is the best draw found. There may be one with fewer, but none can have fewer than {least}.",
        count=count,
        least=whole(row["least"]),
    )


def _opponents(row: Values) -> str:
    most, fewest, largest = row["meetings"], row["fewest"], row["largest"]
    return _(
        "Most meetings between any two players: {most}; different opponents per player: {opponents}.",
        most=most,
        opponents=fewest if fewest == largest else f"{fewest}–{largest}",
    )


def _met_again(row: Values) -> str:
    return ngettext(
        "{name} and {other} meet again after round {rounds}: {reason}.",
        "{name} and {other} meet again after rounds {rounds}: {reason}.",
        len(row["met"]),
        name=row["name"],
        other=row["other"],
        rounds=listed(row["met"]),
        reason=said(row["why"]),
    )


def _apart_sentence(row: Values) -> str:
    return _(
        "Round {round}: {names} should be kept apart but share table {table}.",
        round=row["round"],
        names=listed(row["names"]),
        table=row["table"],
    )


def _fixed_sentence(row: Values) -> str:
    return _("{name} is fixed at table {table}.", name=row["name"], table=row["table"])


def _edit_cost(row: Values) -> str:
    return " ".join((_repeats_of_edit(row["repeats"]), *map(said, row["broken"])))


def _repeats_of_edit(repeats: int) -> str:
    """Return the sentence on the repeat meetings that a change by hand adds or saves."""
    count = abs(repeats)
    if not repeats:
        return _("The change adds no repeat meetings.")
    if repeats > 0:
        return ngettext("The change adds {n} repeat meeting.", "The change adds {n} repeat meetings.", count)
    return ngettext("The change avoids {n} repeat meeting.", "The change avoids {n} repeat meetings.", count)


def _swap_sentence(row: Values) -> str:
    """Return the sentence on a swap; a table that is None is that of the player who sat out."""
    sits_out, at_table = _("sits out"), gettext_noop("table {table}")
    first, second = (
        f"{row[who]} ({sits_out if row[table] is None else _(at_table, table=row[table])})"
        for who, table in (("name", "table"), ("other", "to"))
    )
    sentence = _("The director swapped {first} and {second}.", first=first, second=second)
    return f"{sentence} {said(row['cost'])}"


SENTENCES: Mapping[str, Callable[[Values], str]] = {
    "arrival": lambda _row: _("The tables are filled in order of arrival, taken from the players' numbers."),
    "hand": lambda _row: _("The tables are filled from the players' numbers, for the director to change."),
    "plan": lambda row: ngettext(
        "Planned for {players} players: {n} round.",
        "Planned for {players} players: {n} rounds.",
        row["rounds"],
        players=whole(row["players"]),
    ),
    "levels.again": _levels_again,
    "levels.breaks": lambda row: _(
        "Levels between players at one table, over all pairs: {value}; no draw can have fewer than {least}.",
        value=whole(row["value"]),
        least=whole(row["least"]),
    ),
    "levels.places": _levels_places,
    "sit-out.levels": lambda _row: _("fewest byes so far, then the lowest total"),
    "sit-out": _sits_out,
    "sit-out.chosen": _sits_out_by_choice,
    "sit-out.no-scores": _nobody_scored,
    "sit-out.lowest": _lowest_sentence,
    "sit-out.equal": lambda row: _(
        "Level on that total: {names}; lots were drawn with seed {seed}.", names=listed(row["names"]), seed=row["seed"]
    ),
    "sit-out.next": lambda row: _("Next: {name}.", name=row["name"]),
    "sit-out.next-on": lambda row: _("Next: {name}.", name=f"{row['name']} ({_total(row)})"),
    "sit-out.late-entry": lambda _row: _("late entry, R53"),
    "sit-out.return": lambda _row: _("came back, R54"),
    "sit-out.absence": lambda _row: _("away as planned, R69"),
    "cut": _cut_sentence,
    "cut.top-table": lambda row: _("The director chose a top table of {size} (R42).", size=row["size"]),
    "cut.seats": lambda row: SeatsBy(row["by"]).words,
    "cut.lot": _by_lot,
    "cut.dice": _by_dice,
    "cut.tie-break": _by_tie_break,
    "cut.together": lambda row: _(
        "{names} should be kept apart, but their totals put them together at table {table}.",
        names=listed(row["names"]),
        table=row["table"],
    ),
    "report.verdict": _verdict,
    "report.opponents": _opponents,
    "report.reading": lambda row: _(
        "“Different opponents” in R44 is taken to mean: {reading}.", reading=Reading(row["reading"]).words
    ),
    "report.seed": lambda row: _(
        "Seed {seed}: with this seed, the same players, meetings and settings give the same draw; fingerprint {mark}.",
        seed=row["seed"],
        mark=row["mark"],
    ),
    "report.steps": lambda row: _(
        "The search was stopped after {steps} steps; the same number of steps with this seed gives the same draw.",
        steps=whole(row["steps"]),
    ),
    "table.locked": _fixed_sentence,
    "table.fixed": _fixed_sentence,
    "table.again": _met_again,
    "again.least": lambda row: _(
        "unavoidable; at least {least} repeats over {rounds} rounds", least=row["least"], rounds=row["rounds"]
    ),
    "again.found": lambda _row: _("this is the best draw found"),
    "again.best": lambda _row: _("this is the best draw found"),
    "broken.twice-out": lambda row: _(
        "Round {round}: {name} would sit out a second time; choose somebody who has not sat out yet.",
        round=row["round"],
        name=row["name"],
    ),
    "broken.sizes": lambda row: _(
        "Round {round}: tables of {sizes} do not match the arrangement {wanted}.",
        round=row["round"],
        sizes=row["sizes"],
        wanted=row["wanted"],
    ),
    "broken.table": lambda row: _(
        "Round {round}: {name} should be at table {wanted} but is at table {table}.",
        round=row["round"],
        name=row["name"],
        wanted=row["wanted"],
        table=row["table"],
    ),
    "broken.plays": lambda row: _(
        "Round {round}: {name} should be sitting out but is at table {table}.",
        round=row["round"],
        name=row["name"],
        table=row["table"],
    ),
    "broken.must": _apart_sentence,
    "broken.should": _apart_sentence,
    "proof.none-fewer": lambda _row: _("there cannot be fewer than none"),
    "proof.one-round": lambda _row: _("a single round cannot have repeats"),
    "proof.one-table": lambda _row: _("with only one table, everybody meets everybody else in every round"),
    "proof.impossible": lambda _row: _("every possible seating was checked"),
    "proof.enumerated": lambda _row: _("every possible seating was checked"),
    "proof.counting": lambda row: _(
        "with {meetings} meetings and only {pairs} pairs of players, the minimum is {least}",
        meetings=whole(row["meetings"]),
        pairs=whole(row["pairs"]),
        least=whole(row["least"]),
    ),
    "proof.overlap": lambda row: _(
        "however the tables of one round are spread over those of another, {overlaps} pairs stay together over "
        "all pairs of rounds; if no pair meets more than {cap} times, the minimum is {least}",
        overlaps=whole(row["overlaps"]),
        cap=row["cap"],
        least=whole(row["least"]),
    ),
    "edit.cost": _edit_cost,
    "edit.final": lambda _row: _("The final is seated in order of the standings (R46); a swap breaks that order."),
    "edit.ranked": lambda _row: _("The round is seated in order of the standings (R46); a swap breaks that order."),
    "hall.swapped": _swap_sentence,
    "hall.renumbered": lambda row: _(
        "The director renumbered table {table} as table {to}.", table=row["table"], to=row["to"]
    ),
    "hall.moved": lambda row: _(
        "The director moved {name} from table {table} to table {to}.",
        name=row["name"],
        table=row["table"],
        to=row["to"],
    ),
    "hall.restored": lambda row: _("Restored from draw {number}.", number=row["number"]),
    "hall.corrected-seats": lambda row: _("The director corrected who sat where: {who}.", who=listed(row["names"])),
    "hall.seats-undone": lambda row: _("The correction of who sat where was undone: {who}.", who=listed(row["names"])),
    **REASONS,
}
"""How each code is written, from its values."""
