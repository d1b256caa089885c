"""What the first edition stored, moved into the rows of the second: people into entries, lists into members, results into reports, sentences into acts.

A change whose verb has no act, which only the pages under /admin/ could write, keeps its words.
"""

import re

from django.db import migrations

PLACE = re.compile(r"^Round (\d+)(?:, table (\d+))?", re.IGNORECASE)
LEADING_NUMBER = re.compile(r"^(\d+) ")
CHOSEN = "by the director's choice: "
LATE_ENTRY, CAME_BACK = "late entry, R53", "came back, R54"
FROM_LOG = "ruled from the log of the game (R11)"

ACTS = {
    "enter players": "entries.enter",
    "check in": "entries.check-in",
    "withdraw": "entries.withdraw",
    "disqualify": "entries.disqualify",
    "reinstate": "entries.reinstate",
    "edit entry": "entries.edit",
    "remove entry": "entries.remove",
    "keep apart": "entries.keep-apart",
    "let meet": "entries.let-meet",
    "undo": "entries.undo",
    "draw round": "rounds.draw",
    "discard draft": "rounds.discard-draft",
    "publish round": "rounds.publish",
    "withdraw round": "rounds.withdraw",
    "start clock": "rounds.start-clock",
    "close round": "rounds.close",
    "reopen round": "rounds.reopen",
    "swap seats": "seats.swap",
    "mark no-show": "seats.no-show",
    "join table": "seats.join",
    "set starting tiles": "seats.tiles",
    "set seating": "seats.order",
    "publish movement chart": "chart.publish",
    "withdraw movement chart": "chart.withdraw",
    "record result": "results.record",
    "correct result": "results.correct",
    "restore result": "results.restore",
    "rule equal shares": "results.rule-equal-shares",
    "cancel equal shares": "results.cancel-equal-shares",
    "open dispute": "disputes.open",
    "rule dispute": "disputes.rule",
    "withdraw dispute": "disputes.withdraw",
    "reopen dispute": "disputes.reopen",
    "attach log": "logs.attach",
    "publish log": "logs.publish",
    "withdraw log": "logs.withdraw",
    "cancel penalty": "penalties.cancel",
    "restore penalty": "penalties.restore",
    "create event": "event.create",
    "change settings": "event.settings",
    "publish final list": "event.publish-final",
    "withdraw final list": "event.withdraw-final",
    "rule tie": "event.rule-tie",
    "cancel tie ruling": "event.cancel-tie",
}
PARTICULARS = {
    "name": "name",
    "country": "country",
    "junior": "is_junior",
    "organiser's number": "contestant_id",
    "fixed table": "fixed_table",
    "note": "note",
}
RESULTS = ("results.record", "results.correct", "results.restore")
SHARES = ("results.rule-equal-shares", "results.cancel-equal-shares")
SEATED = re.compile(r"^table (\d+)(?:, seat (\d+))?$")


def move_in(apps, schema_editor):
    """Fill the new columns and rows of every event."""
    model = {name: apps.get_model("tournament", name) for name in ROWS}
    for entry in model["Entry"].objects.select_related("player"):
        entry.name, entry.country = entry.player.name, entry.player.country
        entry.is_junior, entry.contestant_id = entry.player.is_junior, entry.player.contestant_id
        entry.save()
    for event in model["Event"].objects.order_by("pk"):
        entries = {entry.number: entry for entry in model["Entry"].objects.filter(event=event)}
        _members(model, event, entries)
        for draw in model["Draw"].objects.filter(event=event, report={}):
            draw.report = {"by_lot": any("decided by draw" in line for line in draw.protocol)}
            draw.save()
        changes = list(model["Change"].objects.filter(event=event).order_by("version"))
        for change in changes:
            _type(change)
            change.save()
        _sit_outs(model, event, changes)
        _reports(model, event, entries, changes)
        event.public_version = event.version
        event.is_fine_timing_settled = model["Penalty"].objects.filter(event=event, kind="fine").exists()
        event.save()


ROWS = (
    "Event",
    "Entry",
    "KeepApart",
    "KeptApart",
    "MedalTie",
    "TiedEntry",
    "ChartSeat",
    "Change",
    "Draw",
    "SitOut",
    "Table",
    "Seat",
    "TableReport",
    "ReportedSeat",
    "Dispute",
    "Penalty",
)


def _members(model, event, entries):
    """Lists of numbers become rows that the database guards."""
    for rule in model["KeepApart"].objects.filter(event=event):
        for number in rule.numbers:
            if number in entries:
                model["KeptApart"].objects.create(rule=rule, entry=entries[number])
    for tie in model["MedalTie"].objects.filter(event=event):
        for ordinal, number in enumerate(tie.numbers, 1):
            model["TiedEntry"].objects.create(tie=tie, entry=entries[number], ordinal=ordinal)
    for planned in event.chart.get("rounds", []):
        for table, players in enumerate(planned["tables"], 1):
            for position, number in enumerate(players, 1):
                model["ChartSeat"].objects.create(
                    event=event,
                    round_number=planned["number"],
                    table_number=table,
                    position=position,
                    entry=entries[number],
                )


def _type(change):
    """Give a change its act, its place and its figures under stable keys; what has none keeps its words."""
    verb = change.verb
    act = ACTS.get(verb)
    if verb.startswith("mark as "):
        act = "entries.mark"
    elif verb.startswith("give "):
        act = "penalties.give"
    if act is None or not isinstance(change.before, dict) or not isinstance(change.after, dict):
        change.act = "event.mend"
        change.words = f"{verb}: {change.subject}"[:250]
        change.before, change.after = {"fields": change.before}, {"fields": change.after}
        return
    change.act = act
    place = PLACE.match(change.subject)
    if place and not act.startswith("event."):
        change.round_number = int(place[1])
        change.table_number = int(place[2]) if place[2] else None
    leading = LEADING_NUMBER.match(change.subject)
    change.entries = [int(leading[1])] if leading and not act.startswith(("event.", "chart.")) else []
    if leading:
        tail = re.search(r", round (\d+)(?:, table (\d+))?$", change.subject)
        if tail:
            change.round_number = int(tail[1])
            change.table_number = int(tail[2]) if tail[2] else None
    change.before, change.after = (_figures(act, change, told) for told in (change.before, change.after))
    numbers = {int(number) for told in (change.before, change.after) for number in told.get("entries", {})}
    numbers |= {int(number) for number in change.after.get("names", {})}
    numbers |= {number for told in (change.before, change.after) for rule in told.get("apart", []) for number in rule["players"]}
    change.entries = sorted({*change.entries, *numbers})


def _figures(act, change, told):
    if act in ("event.create", "event.settings"):
        return {"settings": {("venue" if name == "place" else name): value for name, value in told.items()}} if told else {}
    if act == "entries.enter":
        return {"names": told} if told else {}
    if act in ("entries.check-in", "entries.mark", "entries.withdraw", "entries.disqualify", "entries.reinstate", "entries.undo"):
        statuses = {number: {"status": value} for number, value in told.items() if number.isdigit()}
        return {**({"entries": statuses} if statuses else {}), **({"gold": "room"} if "gold" in told else {})}
    if act in ("entries.edit", "entries.remove"):
        values = {PARTICULARS.get(name, name): value for name, value in told.items()}
        return {"entries": {str(number): values for number in change.entries}} if values else {}
    if act in ("entries.keep-apart", "entries.let-meet"):
        if "players" not in told:
            return {}
        groups = [[int(number) for number in group.split(",")] for group in told["players"].split(";")]
        return {"apart": [{"players": group, "is_hard": told.get("strength") == "never"} for group in groups]}
    if act in ("rounds.draw", "rounds.discard-draft"):
        return {"draw": told} if told else {}
    if act.startswith("rounds.") or act == "seats.order":
        names = {"started": "starts_at"}
        values = {names.get(name, name): value for name, value in told.items() if name != "movement chart"}
        return {**({"round": values} if values else {}), **({"chart": {"withdrawn": True}} if "movement chart" in told else {})}
    if act in ("seats.swap", "seats.tiles"):
        return _seats(act, told)
    if act in ("seats.no-show", "seats.join"):
        return _seat(change, told)
    if act.startswith("chart."):
        return {"chart": told} if told else {}
    if act in RESULTS:
        return {"tables": {str(change.table_number): _result(told)}} if told else {}
    if act in SHARES:
        return {"tables": {str(change.table_number): {"equal_shares": told.get("ruling", "")}}}
    if act.startswith("disputes."):
        return {"dispute": {("id" if name == "dispute" else name): value for name, value in told.items()}} if told else {}
    if act.startswith("logs."):
        return {"log": {("id" if name == "log" else name): value for name, value in told.items()}} if told else {}
    if act.startswith("penalties."):
        return {"penalty": told} if told else {}
    if act in ("event.rule-tie", "event.cancel-tie"):
        return {"tie": told} if told else {}
    return {"fields": told} if told else {}


def _seats(act, told):
    found = {}
    for who, value in told.items():
        number = LEADING_NUMBER.match(who)
        if act == "seats.tiles":
            found[number[1]] = {"tile": value}
        else:
            seated = SEATED.match(str(value))
            found[number[1]] = {"table": int(seated[1]) if seated else None}
    return {"entries": found} if found else {}


def _seat(change, told):
    values = {}
    for name, value in told.items():
        if name == "seat":
            seated = SEATED.match(value)
            values["table"] = int(seated[1])
            if seated[2]:
                values["position"] = int(seated[2])
        elif name == "score":
            values["scored_as"] = value
        else:
            values |= {"scored_as": name, "reason": value}
    return {"entries": {str(number): values for number in change.entries}} if values else {}


def _result(told):
    seats = {}
    for name, value in told.items():
        for words, key in (("cash ", "cash"), ("out of time ", "timed_out"), ("reason ", "reason")):
            if name.startswith(words):
                number = name.removeprefix(words).split()[0]
                seats.setdefault(number, {})[key] = value
    return {"seats": seats, **({"ended_by": told["ended by"]} if told.get("ended by") else {})}


def _sit_outs(model, event, changes):
    """Say how each sit-out came about: the reasons of the first edition are its own words."""
    no_shows = {
        (number, change.round_number) for change in changes if change.act == "seats.no-show" for number in change.entries
    }
    for row in model["SitOut"].objects.filter(round__event=event).select_related("round", "entry"):
        if row.reason == LATE_ENTRY:
            row.source = "late-entry"
        elif row.reason == CAME_BACK:
            row.source = "return"
        elif row.kind == "missed" or (row.entry.number, row.round.number) in no_shows:
            row.source = "no-show"
        row.chosen = row.reason.partition(CHOSEN)[2]
        row.save()


def _reports(model, event, entries, changes):
    """Every version of a result becomes a report; what stood last is official."""
    for table in model["Table"].objects.filter(round__event=event).select_related("round").order_by("pk"):
        here = [
            change
            for change in changes
            if change.act in (*RESULTS, *SHARES)
            and (change.round_number, change.table_number) == (table.round.number, table.number)
        ]
        seats = list(model["Seat"].objects.filter(table=table).select_related("entry").order_by("position"))
        figures = {seat.entry.number: {"cash": None} for seat in seats}
        said, last = {"ended_by": "", "equal_shares": ""}, None
        for change in here:
            figures, said = _next(change, figures, said)
            last = _report(model, table, entries, figures, said, _of_change(model, table, change, figures))
        stored = {
            seat.entry.number: {"cash": seat.cash, "timed_out": seat.timed_out, "reason": seat.cash_reason} for seat in seats
        }
        words = {"ended_by": table.ended_by, "equal_shares": table.equal_shares_ruling}
        is_as_told = last is not None and words == said and _lines(figures) == _lines(stored)
        has_any = any(seat.cash is not None for seat in seats) or any(words.values())
        if not is_as_told and (has_any or last is not None):
            meta = {
                "source": "import",
                "reported_at": table.result_at or event.created_at,
                "official_at": table.result_at or event.created_at,
                "official_version": None,
                "why": "as the first edition had stored it",
            }
            taken = {change.version for change in here}
            meta["official_version"] = next(version for version in range(event.version, 0, -1) if version not in taken)
            last = _report(model, table, entries, stored, words, meta)
        if last is not None:
            table.official = last
            table.save()


def _next(change, figures, said):
    """The figures and words after a change, as the first edition wrote them."""
    told = change.after.get("tables", {}).get(str(change.table_number), {})
    if change.act in SHARES:
        ruling = told.get("equal_shares", "")
        if change.act == SHARES[0]:
            figures = {number: {**row, "cash": row.get("cash") or 0} for number, row in figures.items()}
        return figures, {**said, "equal_shares": ruling}
    now = {int(number): row for number, row in told.get("seats", {}).items()}
    is_same = {n: r.get("cash") for n, r in now.items()} == {n: r.get("cash") for n, r in figures.items()}
    return now, {"ended_by": told.get("ended_by", ""), "equal_shares": said["equal_shares"] if is_same else ""}


def _lines(figures):
    return {number: _line(row) for number, row in figures.items()}


def _line(row):
    return (row.get("cash"), bool(row.get("timed_out")), row.get("reason") or "")


def _of_change(model, table, change, figures):
    is_from_log = any(str(row.get("reason", "")).startswith(FROM_LOG) for row in figures.values())
    dispute = None
    if is_from_log and change.act in RESULTS:
        ruled = model["Dispute"].objects.filter(table=table, log__isnull=False, state="ruled")
        dispute = ruled.filter(ruling=change.reason).first() or ruled.order_by("pk").last()
    is_log = is_from_log and change.act in RESULTS and change.act != "results.restore"
    return {
        "source": "log" if is_log else "desk",
        "log_id": dispute.log_id if dispute and is_log else None,
        "reported_by_id": change.made_by_id,
        "reported_at": change.made_at,
        "official_by_id": change.made_by_id,
        "official_at": change.made_at,
        "official_version": change.version,
        "why": change.reason,
    }


def _report(model, table, entries, figures, said, meta):
    report = model["TableReport"].objects.create(table=table, **said, **meta)
    for number, row in figures.items():
        cash, timed_out, reason = _line(row)
        model["ReportedSeat"].objects.create(
            report=report, entry=entries[number], cash=cash, timed_out=timed_out, reason=reason
        )
    return report


class Migration(migrations.Migration):
    """The rows, before what they replace is cleared out."""

    dependencies = [("tournament", "0005_house")]

    operations = [migrations.RunPython(move_in, migrations.RunPython.noop)]
