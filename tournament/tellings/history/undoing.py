"""What of the history can be taken back: at once, by an act on its own page, or not, and then why in one sentence.

What a later act was built upon is not taken back before that act; two acts have to do with each other where they are about the same thing
(`things`), or where one rests on how a round stands. A change that was undone, and the change that undid it, stand in nobody's way.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournament.day.correcting import read_told, reason_not_sat
from tournament.record.acts import ACTS, Act, Part, Undo
from tournament.record.event import EventRecord, RoundRecord
from tournament.record.vocabulary import PlayerId, Status
from tournament.tellings.diary import Told, sentence_of, tables_of

Thing = tuple[str | int, ...]
"""What an act is about: ("entry", 3, "name"), ("table", 1, 2), ("setting", "venue")."""

WHY_NOT: Mapping[Act, str] = {
    Act.REMOVE_ENTRY: "A number that is gone is not given again; add the player once more.",
    Act.READ_LIST: "A list is many corrections in one; read the right list, or correct the entries.",
    Act.UNDO_STATUSES: "This took something back itself; do the act again.",
    Act.ANSWER_REQUEST: "The player was told; act on the entry's page, and tell the player.",
    Act.DISCARD_DRAFT: "The draw is kept with all draws of the event; draw the round again.",
    Act.RETIRE_TABLE: "Its players sit elsewhere now; move them, or unpublish the round and draw it again.",
    Act.PLAY_AT_THE_TABLE: "Choose “Play on devices” for the table again.",
    Act.ACCEPT_FOR_SEAT: "The result is handed in once all have agreed; correct it on the table’s page.",
    Act.WITHDRAW_INVITATION: "A link that was withdrawn stays so; invite the helper again.",
    Act.WITHDRAW_CHART: "Publish the chart again from the round's page.",
    Act.REPORT_RESULT: "What a table reported stays as it was said; a new report replaces it.",
    Act.ANSWER_REPORT: "What a player said to a report stays; they can answer again on the phone.",
    Act.NAME_PHONE: "Whose phone it is the table says; withdraw the phone if it is wrong.",
    Act.WITHDRAW_PHONE: "A phone that was withdrawn scans the code of its slip again.",
    Act.WITHDRAW_CODE: "A code that was withdrawn never holds again; print a new slip or place card.",
    Act.ATTACH_LOG: "A log that was read stays with its table.",
    Act.WRITE_LOG: "A log that was begun stays with its table; each entry can be undone on the scribe's board.",
    Act.CREATE_EVENT: "Delete the event on its overview instead.",
    Act.CANCEL_TIE: "Rule on the tie again with its reason on the page of the medals (R65).",
    Act.MEND: "Nobody may mend rows by hand any more.",
    Act.RESTORE_SNAPSHOT: "The state before it was kept: restore that snapshot.",
    Act.DELETE_EVENT: "What was deleted is in the copies of the database only.",
}
"""Why an act is not undone, and what to do instead."""

ROUND_STATES = frozenset(
    {Act.DRAW_ROUND, Act.DISCARD_DRAFT, Act.PUBLISH_ROUND, Act.WITHDRAW_ROUND, Act.CLOSE_ROUND, Act.REOPEN_ROUND}
)
"""Acts after which a round stands otherwise: nothing of before is undone behind them."""

FREE = frozenset(
    {
        Act.OPEN_DISPUTE,
        Act.RULE_DISPUTE,
        Act.WITHDRAW_DISPUTE,
        Act.REOPEN_DISPUTE,
        Act.PUBLISH_LOG,
        Act.WITHDRAW_LOG,
    }
)
"""Acts at a table that can be done however its round stands."""

UNDO_FIRST = "Undo first: "
CORRECTIONS = frozenset({Act.CORRECT_RESULT, Act.RESTORE_RESULT, Act.RULE_FROM_LOG})
"""Acts that write the amounts of a closed table anew and are put right on its page, not with one press."""

PAGES: Mapping[Part, str] = {
    Part.ENTRIES: "the page of the entry",
    Part.DRAWS: "the page of the round",
    Part.RESULTS: "the page of the table",
    Part.PENALTIES: "the page of the penalties",
    Part.SETTINGS: "the page of the settings",
    Part.HELPERS: "the page of the helpers",
}
"""Where what a part of the acts does is put right."""

SEATINGS = frozenset({Act.SWAP_SEATS, Act.MARK_NO_SHOW, Act.JOIN_TABLE})
RESEATINGS = frozenset({Act.MOVE_PLAYER, Act.RENUMBER_TABLE, Act.RETIRE_TABLE, Act.CORRECT_SEATS})
"""Acts after which a table of the round is another one, or has other players, than a seating before them knew."""


@dataclass(frozen=True, slots=True)
class Offer:
    """How a change is undone: with one press, on its own page, or not; ``why`` says what stands in the way, or that it was undone."""

    way: Undo
    why: str = ""


def offers(changes: Sequence[Told], record: EventRecord, *, is_put_away: bool = False) -> dict[int, Offer]:
    """What can be undone of every change, by version; ``changes`` are all of the event, newest first."""
    undone = {change.undoes: change for change in changes if change.undoes is not None}
    later: dict[Thing, Told] = {}  # the earliest of the later acts: it was done to what the act before it left
    found: dict[int, Offer] = {}
    for change in changes:
        if change.version in undone:
            found[change.version] = Offer(Undo.NONE, "Undone.")
            continue
        if change.undoes is not None:
            found[change.version] = Offer(Undo.NONE, "This is an undo; do the act again.")
            continue
        found[change.version] = _offer(change, later, record, found, is_put_away=is_put_away)
        later |= dict.fromkeys(things(change), change)
    return found


def _offer(
    change: Told, later: Mapping[Thing, Told], record: EventRecord, found: Mapping[int, Offer], *, is_put_away: bool
) -> Offer:
    act = Act(change.act)
    way = ACTS[act].undo
    if way is Undo.NONE:
        return Offer(way, WHY_NOT.get(act, "It cannot be undone."))
    if is_put_away and act is not Act.PUT_AWAY:
        return Offer(Undo.NONE, "The event is put away and is only read; take it out first.")
    built = [later[thing] for thing in rests_on(change) if thing in later]
    if built:
        first = min(built, key=lambda each: each.version)
        return Offer(Undo.NONE, _built_upon(change, first, found[first.version], record))
    whys = (_rounds_rest_on, _has_begun, _sat_otherwise, _is_withdrawn)
    if why := next(filter(None, (ask(act, change, record) for ask in whys)), ""):
        return Offer(Undo.NONE, why)
    if way is Undo.AT_ONCE and (why := _needs_a_page(act, change)):
        return Offer(Undo.BY_AN_ACT, why)
    return Offer(way)


def _built_upon(change: Told, first: Told, offer: Offer, record: EventRecord) -> str:
    """What to do where a later act was built upon a change: undo that first where one press does it, else put right what is wrong now."""
    said = sentence_of(first, record)
    if offer.way is Undo.AT_ONCE or offer.why.startswith(UNDO_FIRST):
        return f"{UNDO_FIRST}{said}."
    if change.act == Act.CORRECT_SEATS and first.act in CORRECTIONS and first.table_number:
        return f"Table {first.table_number} was corrected since; put right who sat there on the page of the table."
    return f"Done since: {said}. What is wrong now is put right on {PAGES[ACTS[Act(change.act)].part]}."


def _is_withdrawn(act: Act, change: Told, record: EventRecord) -> str:
    """Why a publication is not taken back: the final list went from the public pages with another act."""
    if act is not Act.PUBLISH_FINAL or record.is_final_published:
        return ""
    return "The final list is not public any more; it was withdrawn with a later act."


def _rounds_rest_on(act: Act, change: Told, record: EventRecord) -> str:
    """Why who is here cannot be put back any more: a round has begun with them, or without them; empty where it can."""
    if act is Act.MERGE_ENTRIES:
        begun = change.before.get("merged", {}).get("begun")
        if begun is None:
            return "It was done by an earlier version; add the other player again if they were two."
        return "Another round has begun since; the two stay one." if len(record.begun_rounds) != begun else ""
    if act not in (Act.CHECK_IN, Act.MARK, Act.WITHDRAW):
        return ""
    for number, was in change.before.get("entries", {}).items():
        player = PlayerId(int(number))
        if player not in record.people:
            continue
        if was.get("status") != Status.PRESENT.value and record.has_taken_part(player):
            return f"{record.name_of(player)} has taken part since; withdraw the player instead (R54)."
        if was.get("status") == Status.PRESENT.value and any(
            not _is_in(played, player) for played in record.begun_rounds
        ):
            return f"A round has begun without {record.name_of(player)}; reinstate the player on the entry's page."
    return ""


def _has_begun(act: Act, change: Told, record: EventRecord) -> str:
    """Why the game of a table stays open: something was played in it; empty where it can be closed."""
    number = change.round_number
    if act is not Act.PLAY_ON_DEVICES or number is None or not record.has_round(number):
        return ""
    tables = [table for table in record.round(number).tables if table.number == change.table_number]
    return (
        "The game has begun, and what was played is not taken back."
        if any(table.on_devices.has_begun for table in tables)
        else ""
    )


def _sat_otherwise(act: Act, change: Told, record: EventRecord) -> str:
    """Why nobody can be seated again as before a correction of who sat where; empty where everybody can."""
    number = change.round_number
    if act is not Act.CORRECT_SEATS or number is None or not record.has_round(number):
        return ""
    played = record.round(number)
    return reason_not_sat(record, played, read_told(change.before, played), is_undo=True)


def _is_in(played: RoundRecord, player: PlayerId) -> bool:
    return played.table_of(player) is not None or any(row.player == player for row in played.sit_outs)


def _needs_a_page(act: Act, change: Told) -> str:
    """What of an act could not be given back with one press, empty where all of it can."""
    if act is Act.RECORD_RESULT and "report" in change.after:
        return "A report of the table was made official; look at both on the table's page."
    if act is Act.SWAP_SEATS and any(row.get("table", 0) is None for row in change.after.get("entries", {}).values()):
        return "Somebody sits out since; swap them back on the round's page, where the reason is asked."
    if act is Act.PUBLISH_ROUND and change.after.get("chart"):
        return "The movement chart went with it; publish that again on the round's page."
    if act is Act.CHANGE_SETTINGS and "final" in change.before:
        return "The final list was unpublished with it; change the settings, then publish the list again."
    if act is Act.GIVE_PENALTY and "settings" in change.before:
        return "It settled when the fines of this event count (R55); cancel the fine on its page, the settlement stays."
    if act is Act.RULE_TIE and change.before.get("tie"):
        return "It replaced another ruling; rule on the tie again."
    return ""


def things(change: Told) -> Iterable[Thing]:
    """What a change was about."""
    act, number = Act(change.act), change.round_number
    row = ACTS[act]
    for figures in (change.before, change.after):
        for entry, values in figures.get("entries", {}).items():
            yield from (("entry", int(entry), name) for name in values)
        yield from (("entry", int(entry), "name") for entry in figures.get("names", {}))
        yield from (("setting", name) for name in figures.get("settings", {}))
        yield from (("field", name) for name in figures.get("fields", {}))
        yield from (("apart", *rule["players"]) for rule in figures.get("apart", []))
        yield from ((group, figures[group].get("id", 0)) for group in ("penalty", "dispute", "log") if group in figures)
        yield from ((group,) for group in ("tie", "chart") if group in figures)
        for table, told in figures.get("tables", {}).items():
            yield ("table", number or 0, int(table))
            yield from (("played", number or 0, int(player)) for player in told.get("seats", {}))
    yield from (("person", entry) for entry in change.entries)
    if number is None:
        yield from _of_the_event(act)
        return
    if act in ROUND_STATES:
        yield ("state", number)
    if row.part is Part.RESULTS:
        yield ("results", number)
    if act in SEATINGS:
        yield ("seats", number)
        yield from (("seated", number, table) for table in _tables_seated(change))
    yield from (("seated", number, table) for table in _tables_reseated(act, change))
    if act in SEATINGS or act is Act.SET_TILES:
        yield from (("seat", number, entry) for entry in change.entries)
    if act in (Act.START_CLOCK, Act.SET_SEATING):
        yield (act.value, number)


def _of_the_event(act: Act) -> Iterable[Thing]:
    if act in (Act.PUBLISH_FINAL, Act.WITHDRAW_FINAL):
        yield ("final",)
    if act in (Act.SHOW_EVENT, Act.HIDE_EVENT):
        yield ("shown",)
    if act in (Act.PUT_AWAY, Act.TAKE_OUT):
        yield ("away",)


def rests_on(change: Told) -> Iterable[Thing]:
    """What a later act must not have been about, so that this one can be undone."""
    act, number = Act(change.act), change.round_number
    loose = {"person", "results", "played"}
    yield from (thing for thing in things(change) if thing[0] not in loose)
    if act in (Act.ENTER_PLAYERS, Act.MERGE_ENTRIES):
        yield from (("person", entry) for entry in change.entries)
        return
    if number is None:
        return
    if ACTS[act].part is not Part.PENALTIES and act not in FREE:
        yield ("state", number)
    if act in (Act.PUBLISH_ROUND, Act.SET_SEATING):
        yield from (("results", number), (Act.START_CLOCK.value, number))
    if ACTS[act].part is Part.RESULTS:
        yield from (("seated", number, table) for table in tables_of(change))
        yield from (("seat", *thing[1:]) for thing in things(change) if thing[0] == "played")
    if act is Act.CLOSE_ROUND:
        yield from (("state", number + 1), ("final",))
    if act in SEATINGS:
        yield from (("played", number, entry) for entry in change.entries)
        yield from (("table", number, table) for table in _tables_seated(change))


def _tables_seated(change: Told) -> Iterable[int]:
    """The tables between which somebody moved."""
    for figures in (change.before, change.after):
        yield from (row["table"] for row in figures.get("entries", {}).values() if row.get("table"))


def _tables_reseated(act: Act, change: Told) -> Iterable[int]:
    """The tables between which somebody moved, those of a renumbering, the one that was retired; none for any other act."""
    if act not in RESEATINGS:
        return
    yield from _tables_seated(change)
    if change.table_number:
        yield change.table_number
    for figures in (change.before, change.after):
        if table := figures.get("round", {}).get("table"):
            yield int(table)
