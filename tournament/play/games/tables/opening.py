"""The game of a table: open it, follow changes of its seats, and close it as long as it has no act.

Games of an event that is restored from an archive: new codes, void tokens, and a check that their acts fit their rows.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Model
from django.utils import timezone

from games.acquire.editions import StartOrder
from games.acquire.editions.labels import LABEL_SETS
from games.acquire.play.devices.deeds import Holdings, Terms, terms_document
from games.acquire.record import Header, Player
from tournament.day.phones import reason_not_to_play
from tournament.draw.seating import minutes_per_player, title_of_round
from tournament.models import Entry, Event, Table
from tournament.models.queries import record_of
from tournament.models.round import round_at
from tournament.play.games.models import Game, GameSeat, no_token
from tournament.play.games.services.acting import locked_game
from tournament.play.games.services.opening import new_game_code
from tournament.play.games.services.seats import begin_when_all_are_here
from tournament.play.games.services.sessions import session_of
from tournament.record.acts import Act, Part, Publicity
from tournament.record.devices import LETTERS
from tournament.record.event import EventRecord, RoundRecord, TableRecord
from tournament.record.figures import ChangeRow
from tournament.record.public import with_shown_names
from tournament.record.vocabulary import CODE_LENGTH, GameState, RoundState, SeatSource
from tournament.services.changes import Doing, act, actor_of
from tournament.services.changes.refusals import RefusedError
from wording import gettext as _
from wording import gettext_noop

EDITION = "mso"
"""The edition that tables of an event play."""
SOURCE = "Played on devices"
"""The source that the log of such a game names; logs are in English in every language."""


def _why_not_undone(change: ChangeRow, record: EventRecord) -> str:
    """Why the opening of a game cannot be undone: a sentence once it has begun, else ""."""
    number = change.round_number or 0
    tables = record.round(number).tables if record.has_round(number) else ()
    if not any(table.number == change.table_number and table.on_devices.has_begun for table in tables):
        return ""
    return _("The game has begun, so its moves cannot be undone. Let it be played to the end.")


@act(
    Act.PLAY_AT_THE_TABLE,
    Part.DRAWS,
    Publicity.ALWAYS,
    sentence=gettext_noop("{place_titled} switched to board and tiles"),
    why_not=gettext_noop("Choose “Play on phones or tablets” for the table again."),
)
def play_at_the_table(doing: Doing, number: int, table: int) -> None:
    """Close the game of a table, which then plays with board and tiles; RefusedError once the game has an act.

    ``number`` is that of the round.
    """
    doing.about(number, table)
    game = Game.objects.select_for_update(of=("self",)).filter(table=_row(doing.event, number, table)).first()
    if game is None:
        raise RefusedError(_("Table {number} is not playing on phones or tablets.", number=table))
    if game.last:
        raise RefusedError(_("The game has begun, so its moves cannot be undone. Let it be played to the end."))
    game.delete()


@act(
    Act.PLAY_ON_DEVICES,
    Part.DRAWS,
    Publicity.ALWAYS,
    sentence=gettext_noop("{place_titled} opened on phones or tablets"),
    opposite=lambda event, by, change: play_at_the_table(event, by, change.round_number, change.table_number),
    not_undone=_why_not_undone,
)
def play_on_devices(doing: Doing, number: int, table: int) -> Game:
    """Open the game of one table of a round that is being played; ``number`` is that of the round. RefusedError where it cannot be."""
    doing.about(number, table)
    record, row = record_of(doing.event), _row(doing.event, number, table)
    round_ = record.round(number)
    if wrong := reason_not_to_play(record, round_, round_.table(table)):
        raise RefusedError(wrong)
    return _open(record, round_, table, row.pk, actor_of(doing.actor).user)


def follow_event(event: Event, round_number: int, act: Act, user: User | None, **_: object) -> None:
    """Adapt the games of a round to a change of the event; receives the signal `seats_changed` within the change's transaction.

    A published round of an event on devices gets a game for each table that may play one; a withdrawn round loses its games without
    acts; where only seats changed, games without acts are opened anew.
    """
    if act is Act.PUBLISH_ROUND:
        if event.on_devices:
            _open_round(event, round_number, user)
    elif act is Act.WITHDRAW_ROUND:
        Game.objects.filter(table__round__event=event, table__round__number=round_number, last=0).delete()
    else:
        _follow_seats(event, round_number)


def _open_round(event: Event, number: int, by: User | None) -> None:
    """Open a game for each table of a round that may play on devices."""
    record = record_of(event)
    round_ = record.round(number)
    keys = dict(Table.objects.filter(round__event=event, round__number=number).values_list("number", "pk"))
    for table in round_.tables:
        if not reason_not_to_play(record, round_, table):
            _open(record, round_, table.number, keys[table.number], by)


def _follow_seats(event: Event, number: int) -> None:
    """Open anew each game of a round that has no act and whose table now has other players or another order of seats.

    The new game has the same code, and the phone of a player who still sits there keeps holding the hand.
    """
    games = list(
        Game.objects.filter(table__round__event=event, table__round__number=number, last=0).select_related("table")
    )
    if not games:
        return
    record = record_of(event)
    round_ = record.round(number)
    for game in games:
        assert game.table is not None  # noqa: S101  it was found by it
        table = round_.table(game.table.number)
        if terms_document(terms_for(record, round_, table, game.code)) == game.terms:
            continue
        held = {seat.entry_id: seat for seat in locked_game(game.pk).seats.all()}
        game.delete()
        anew = _open(record, round_, table.number, game.table.pk, game.opened_by, game.code, game.opened_at)
        for seat in anew.seats.filter(entry__in=list(held)):
            was = held[seat.entry_id]
            seat.token_hash, seat.hello_at, seat.claimed_at = was.token_hash, was.hello_at, was.claimed_at
            seat.save(update_fields=["token_hash", "hello_at", "claimed_at"])
        begin_when_all_are_here(anew, timezone.now())


def terms_for(record: EventRecord, round_: RoundRecord, table: TableRecord, code: str) -> Terms:
    """Return the terms of a table's game; ``code`` is the code of the game.

    The players have their numbers alone and are in the order of seats, which is the order of play if the movement chart gives it (R6).
    Minutes follow R29.
    """
    seats = sorted(table.seats, key=lambda seat: seat.position)
    players = tuple(Player(f"P{seat.player}", f"P{seat.player}") for seat in seats)
    chains = table.chain_set or record.chain_set
    rules = {"start_order": StartOrder.GIVEN.value} if round_.seat_source is SeatSource.CHART else {}
    about = {"event": record.name, "round": round_.number, "table": table.number, "source": SOURCE}
    header = Header(EDITION, players, chains if chains in LABEL_SETS else None, rules, other=about)
    return Terms(header, minutes_per_player(table.size, record.format), Holdings.OPEN, code)


def _row(event: Event, number: int, table: int) -> Table:
    """The row of a table of a round that is being played; RefusedError where there is none."""
    found = round_at(event, number)
    row = found.tables.filter(number=table).first() if found else None
    if found is None or row is None:
        raise RefusedError(
            _(
                "{round} has no table {table}; reload the page.",
                round=title_of_round(record_of(event), number),
                table=table,
            )
        )
    if found.state != RoundState.PUBLISHED.value:
        raise RefusedError(_("{round} is not being played.", round=title_of_round(record_of(event), number)))
    return row


def _open(
    record: EventRecord,
    round_: RoundRecord,
    number: int,
    key: int,
    by: User | None,
    code: str = "",
    opened_at: datetime | None = None,
) -> Game:
    """Store the game of a table with a seat for each of its players, in the order of seats; no phone holds a seat yet.

    ``key`` is the primary key of the table with that number, ``by`` opened it; ``code`` is its code, empty for a new one. Players have the
    names that are shown publicly.
    """
    table, shown = round_.table(number), with_shown_names(record)
    terms = terms_for(record, round_, table, code or new_game_code())
    game = Game.objects.create(
        code=terms.code,
        terms=terms_document(terms),
        opened_at=opened_at or timezone.now(),
        opened_by=by,
        table_id=key,
    )
    entries = {entry.number: entry for entry in Entry.objects.filter(seats__table=key)}
    players = [seat.player for seat in sorted(table.seats, key=lambda seat: seat.position)]
    GameSeat.objects.bulk_create(
        GameSeat(game=game, place=place, name=shown.name_of(player), entry=entries[player], token_hash=no_token())
        for place, player in enumerate(players)
    )
    return game


_PHONE_COLUMNS = ("token_hash", "link_hash", "claimed_at", "seen_at", "lag")
"""The columns of a seat that belong to the phone that holds it."""


def prepare_restored(row: Model) -> None:
    """Give a restored game a new code, also in its terms, where its own is taken here or not valid; void the token of a restored seat."""
    if isinstance(row, GameSeat):
        row.token_hash = no_token()  # its player has to register a phone again
    elif isinstance(row, Game):
        code = row.code
        if len(code) != CODE_LENGTH or not set(code) <= set(LETTERS) or Game.objects.filter(code=code).exists():
            row.code = new_game_code()
            row.terms = {**row.terms, "code": row.code}


def check_games(event: Event) -> None:
    """Compute every game of an event from its acts; ValueError where the result does not fit the game's row."""
    for game in Game.objects.filter(table__round__event=event).prefetch_related("seats"):
        session = session_of(game)
        places = [seat.place for seat in sorted(game.seats.all(), key=lambda seat: seat.place)]
        is_over = game.state == GameState.OVER.value
        if session.number != game.last or session.is_over is not is_over or places != [*range(len(session.terms.ids))]:
            raise ValueError(_("game {code} does not match its moves", code=game.code))


@contextmanager
def phones_kept(event: Event) -> Iterator[None]:
    """Let the same phones hold the same seats after the body of the ``with`` as before, where game and seat still exist."""
    held: dict[tuple[str, int], dict[str, Any]] = {
        (code, place): dict(zip(_PHONE_COLUMNS, values, strict=True))
        for code, place, *values in _seats(event).values_list("game__code", "place", *_PHONE_COLUMNS)
    }
    yield
    for key, code, place in list(_seats(event).values_list("pk", "game__code", "place")):
        if (code, place) in held:
            GameSeat.objects.filter(pk=key).update(**held[code, place])


def _seats(event: Event) -> Any:
    """The seats of all games of an event."""
    return GameSeat.objects.filter(game__table__round__event=event)
