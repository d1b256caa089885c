"""Makes an earlier draw the draft of its round again, with its seats as they were drawn, if it still fits the event."""

from __future__ import annotations

from collections.abc import Sequence

from tournament.day.hall import reseated
from tournament.day.steps import changed
from tournament.draw.inputs import changed_parts, fingerprint_of
from tournament.draw.lines import line
from tournament.draw.naming import name_after, name_of_round, title_of_round
from tournament.draw.pairings import DrawnRound
from tournament.draw.sitouts import SitOutError, check_sit_out
from tournament.models import Draw, Event, Round
from tournament.models.queries import draw_of, record_of
from tournament.record.acts import Act
from tournament.record.event import DrawRecord, EventRecord, SitOutRecord
from tournament.record.vocabulary import PlayerId, RoundKind, RoundState, SeatSource, SitOutKind
from tournament.services.changes import By, RefusedError, act_on, actor_of
from tournament.services.draws import seat_players
from wording import gettext as _
from wording import ngettext
from wording.figures import listed


def restore_draw(event: Event, by: By, key: int, replaces: int | None) -> Round:
    """Make an earlier draw, by its primary key, the draft of its round, and return that round.

    ``replaces`` is the key of the draw whose draft the page showed, None where it showed none: that draft is replaced, but its draw stays
    stored. The restored draw is stored once more as a new draw, whose protocol says from which one it was restored. Raises RefusedError
    where it no longer fits.
    """
    found = event.draws.filter(pk=key).first()
    if found is None:
        raise RefusedError(_("This draw no longer exists; reload the page."))
    old, number, name = draw_of(found), found.first_round, number_of(event, key)
    with act_on(event, by, Act.RESTORE_DRAW, round_number=number) as act:
        record = record_of(act.event)
        if wrong := reason_not_to_restore(record, old, name):
            raise RefusedError(wrong)
        draft = act.event.rounds.filter(number=number).first()
        if (draft.draw_id if draft else None) != replaces:
            raise RefusedError(
                _("{round} was drawn on another page; check the round first.", round=title_of_round(record, number))
            )
        if draft is not None:
            act.before = {"draw": {"number": number_of(act.event, draft.draw_id or 0)}}
            draft.delete()
        protocol = [*old.protocol, line("hall.restored", number=name)]
        again = Draw.objects.create(
            event=act.event,
            first_round=number,
            seed=old.seed,
            fingerprint=old.fingerprint,
            plan=found.plan,
            report=found.report,
            protocol=protocol,
            made_by=actor_of(by).user,
        )
        made = Round.objects.create(
            event=act.event,
            number=number,
            kind=kind_of(old).value,
            seat_source=_seat_source(old).value,
            draw=again,
            protocol=protocol,
        )
        planned = DrawnRound(old.plan[0].tables, old.plan[0].sit_outs)
        seat_players(act.event, made, planned.tables, _sit_outs(record, old))
        act.after = {"draw": {"number": number_of(act.event, again.pk), "restored_from": name}}
    return made


def number_of(event: Event, key: int) -> int:
    """Return the number of a draw, by its primary key, among the event's draws, counted from 1."""
    return event.draws.filter(pk__lte=key).count()


def kind_of(draw: DrawRecord) -> RoundKind:
    """Return whether a draw was random or cut from the standings; only a random one has a report on repeat meetings."""
    return RoundKind.RANDOM if "minimum" in draw.report else RoundKind.SWISS


def reason_not_to_restore(record: EventRecord, draw: DrawRecord, name: int) -> str:
    """Return why an old draw cannot become the draft, naming who has come or left since; empty where it can.

    ``name`` is the draw's number among the event's draws.
    """
    number = draw.first_round
    drawn = record.round(number) if record.has_round(number) else None
    if drawn is not None and drawn.state is not RoundState.DRAFT:
        title = title_of_round(record, number)
        if drawn.is_closed:
            return _("{round} is closed.", round=title)
        return _("{round} is published; unpublish it before you restore an old draw.", round=title)
    if drawn is not None and drawn.draw is not None and drawn.draw.key == draw.key and not reseated(drawn):
        return _("Draw {draw} is already the draft of {round}.", draw=name, round=name_of_round(record, number))
    if any(not row.is_closed for row in record.rounds if row.number < number):
        return _("The round before {round} is not closed yet.", round=name_after(record, number))
    if number != 1 + len(record.begun_rounds):
        return _(
            "{next} comes first; draw {draw} is of {round}.",
            next=title_of_round(record, 1 + len(record.begun_rounds)),
            draw=name,
            round=name_of_round(record, number),
        )
    planned = draw.plan[0]
    then = {player for players in (*planned.tables, planned.sit_outs) for player in players}
    if changed_players := came_and_left(record, then):
        return _(
            "Since draw {draw} was made: {changes} Draw {round} again.",
            draw=name,
            changes=changed_players,
            round=name_of_round(record, number),
        )
    try:
        for player in planned.sit_outs:
            check_sit_out(record, number, player)
    except SitOutError as wrong:
        return str(wrong)
    parts = changed_parts(draw.fingerprint, fingerprint_of(record, kind_of(draw), _sit_outs(record, draw)))
    if parts:
        return " ".join(
            (
                _("Something has changed since draw {draw} was made.", draw=name),
                changed(parts),
                _("Draw {round} again.", round=name_of_round(record, number)),
            )
        )
    return ""


def came_and_left(record: EventRecord, then: set[PlayerId]) -> str:
    """Return who has come and who has left since the players ``then`` were drawn, "Ada Demo has arrived. Ben Demo has left.".

    The text is empty where nobody has.
    """
    active = {entry.player for entry in record.active}
    here, gone = sorted(active - then), sorted(then - active)
    names = [
        record.name_of(player) if player in record.people else _("player {number}", number=player) for player in gone
    ]
    sentences = (
        ngettext("{names} has arrived.", "{names} have arrived.", len(here), names=listed(map(record.name_of, here)))
        if here
        else "",
        ngettext("{names} has left.", "{names} have left.", len(gone), names=listed(names)) if gone else "",
    )
    return " ".join(filter(None, sentences))


def _sit_outs(record: EventRecord, draw: DrawRecord) -> Sequence[SitOutRecord]:
    """Return the draw's sit-outs with kind and source; standard sit-outs where an older draw does not store their kind."""
    stored = {PlayerId(row["player"]): row for row in draw.report.get("sit_outs", ())}
    found = []
    for player in draw.plan[0].sit_outs:
        row = stored.get(player, {})
        reason = row.get("reason") or line("sit-out.as-drawn", name=record.name_of(player))
        kind = SitOutKind(row.get("kind", SitOutKind.STANDARD.value))
        found.append(SitOutRecord(player, kind, reason, chosen=row.get("chosen", "")))
    return found


def _seat_source(draw: DrawRecord) -> SeatSource:
    """Return how a draw decided the seats: only the report of a draw by the movement chart counts repeated seats."""
    return SeatSource.TILES if draw.report.get("seat_repeats") is None else SeatSource.CHART
