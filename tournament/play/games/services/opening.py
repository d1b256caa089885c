"""Open a game on devices, leave a casual game and take it up again, and remove games that nobody used for thirty days.

Ruling: a game that may not be ended can be left as it is. Nothing is recorded then and the clocks stand; whoever plays takes it up
again by one press, so nobody's game is taken away by somebody else.
"""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from games.acquire.editions import TimeoutPolicy
from games.acquire.errors import AcquireError
from games.acquire.play.devices.deciding import ARBITER, decide
from games.acquire.play.devices.deeds import Holdings, Terms, terms_document, terms_from
from games.acquire.play.devices.session import open_session
from games.acquire.record import Header, Player
from tournament.play.games.models import Game, GameAct, GameSeat
from tournament.play.games.services.acting import locked_game, moment_in, write, write_due
from tournament.play.games.services.sessions import chooser_of, session_of
from tournament.record.devices import LETTERS, hash_of, new_token
from tournament.record.vocabulary import CODE_LENGTH, GameState
from tournament.services.changes.refusals import RefusedError
from wording import gettext as _
from wording import ngettext

GONE_AFTER = timedelta(days=30)
MOST_AT_ONCE = 20
"""How many games one call removes at most, so that nobody who opens a game waits long for that."""
_MOST_READ = 200


@transaction.atomic
def remove_unused(now: datetime | None = None) -> list[str]:
    """Delete the oldest casual games that nobody has used for long, at most twenty; return their codes.

    A game is deleted thirty days after its end, its last act, or its opening if it never began.
    """
    before = (now or timezone.now()) - GONE_AFTER
    last = GameAct.objects.filter(game=OuterRef("pk"), number=OuterRef("last")).values("at_ms")
    old = (
        Game.objects.filter(table=None)
        .filter(
            Q(state=GameState.LOBBY.value, opened_at__lt=before)
            | Q(state=GameState.OVER.value, ended_at__lt=before)
            | Q(state__in=(GameState.PLAYING.value, GameState.LEFT.value), begun_at__lt=before)
        )
        .annotate(last_at=Subquery(last[:1]))
        .order_by("pk")
    )
    due = [game for game in old[:_MOST_READ] if _last_used(game, game.last_at or 0) < before][:MOST_AT_ONCE]
    Game.objects.filter(pk__in=[game.pk for game in due]).delete()
    return [game.code for game in due]


def _last_used(game: Game, last_at: int) -> datetime:
    """When a game was last used. ``last_at`` is the moment of its last act, in ms since it began."""
    if game.begun_at is None:
        return game.opened_at
    return game.ended_at or game.begun_at + timedelta(milliseconds=last_at)


@transaction.atomic
def leave_game(game: Game, *, now: datetime | None = None) -> Game:
    """Leave a casual game unfinished and paused, so that it can be resumed later; return its row. A second call changes nothing.

    Raises RefusedError for a game of an event, one that has not begun, and one that is over.
    """
    row = locked_game(game.pk)
    if row.table_id is not None:
        raise RefusedError(
            _("A game at an event cannot be left unfinished. The desk enters what happened at the table.")
        )
    if row.state == GameState.LOBBY.value:
        raise RefusedError(_("The game has not begun."))
    if row.state == GameState.PLAYING.value:
        at = moment_in(row, now)
        session = write_due(row, session_of(row), at)
        if session.is_over:
            raise RefusedError(_("The game is over."))
        if not session.paused:
            write(row, session, decide(session, ARBITER, {"act": "pause"}, at=at, choose=chooser_of(row.seed)))
        row.state = GameState.LEFT.value
        row.save(update_fields=["state"])
    elif row.state == GameState.OVER.value:
        raise RefusedError(_("The game is over."))
    return row


@transaction.atomic
def take_up(game: Game, *, now: datetime | None = None) -> Game:
    """Resume a game that was left unfinished, and return its row; any other game stays unchanged."""
    row = locked_game(game.pk)
    if row.state == GameState.LEFT.value:
        row.state = GameState.PLAYING.value
        row.save(update_fields=["state"])
        session, at = session_of(row), moment_in(row, now)
        if session.paused:
            write(row, session, decide(session, ARBITER, {"act": "resume"}, at=at, choose=chooser_of(row.seed)))
    return row


UNUSED_AFTER = timedelta(days=1)
"""After this time a game no longer counts towards the number of games that may be open at once."""


@dataclass(frozen=True, slots=True)
class GameOrder:
    """The order to open a game: edition, names in the order of joining, minutes of each player (R29; None for no clock), holdings.

    ``seed`` determines the order of the tiles; if it is empty they are drawn at random. ``opens_hands`` allows the arbiter to look into
    hands; each look is in the log. ``opened_from`` is a hash of the client's address, empty for a command.
    """

    edition: str
    names: Sequence[str]
    minutes: int | None = None
    holdings: str = Holdings.OPEN.value
    seed: str = ""
    opens_hands: bool = False
    opened_from: str = ""


@dataclass(frozen=True, slots=True)
class OpenedGame:
    """A game that was opened, with the token of each seat by the player's ID. Tokens are shown once and never stored."""

    game: Game
    tokens: dict[str, str]


@transaction.atomic
def open_game(order: GameOrder, by: User | None = None) -> OpenedGame:
    """Open a game, which begins when the players of all seats have come, and delete games that were unused for long.

    Raises RefusedError where the installation opens none, has as many as it may, or the order fits no edition.
    """
    if not settings.GAMES:
        raise RefusedError(
            _("Games cannot be opened here. Whoever runs this installation can allow it (TOPTABLE_GAMES=on).")
        )
    now = timezone.now()
    remove_unused(now)
    ran = Game.objects.filter(Q(begun_at__gt=now - UNUSED_AFTER) | Q(opened_at__gt=now - UNUSED_AFTER))
    ran = ran.filter(table=None)  # tables of events are as many as the event has
    ran = ran.filter(state__in=(GameState.LOBBY.value, GameState.PLAYING.value))
    if ran.count() >= settings.GAMES_AT_ONCE and not _make_room_for(ran, order.opened_from):
        raise RefusedError(
            ngettext(
                "{n} game is open, the most this installation allows (TOPTABLE_GAMES_AT_ONCE). End one of yours, or "
                "try again later.",
                "{n} games are open, the most this installation allows (TOPTABLE_GAMES_AT_ONCE). End one of yours, or "
                "try again later.",
                settings.GAMES_AT_ONCE,
            )
        )
    terms = _terms(order)
    game = Game.objects.create(
        code=terms.code,
        terms=terms_document(terms),
        seed=order.seed,
        opened_at=now,
        opened_by=by,
        opened_from=order.opened_from or None,
    )
    tokens = {player.id: new_token() for player in terms.header.players}
    GameSeat.objects.bulk_create(
        GameSeat(game=game, place=place, name=player.name, token_hash=hash_of(tokens[player.id]))
        for place, player in enumerate(terms.header.players)
    )
    return OpenedGame(game, tokens)


def _make_room_for(open_games: QuerySet[Game], opened_from: str) -> bool:
    """Close a game of the address that has most open games, if the address that asks would still have fewer; return whether one was closed.

    Ruling: so a few addresses cannot use up all games. The oldest game of that address that has not begun is deleted; if all have begun,
    the oldest is left unfinished, and its players may resume it.
    """
    having = Counter(open_games.exclude(opened_from=None).values_list("opened_from", flat=True))
    most = max(having, key=having.__getitem__, default="")
    if not opened_from or having[most] <= having[opened_from] + 1:
        return False
    game = min(open_games.filter(opened_from=most), key=lambda one: (one.state != GameState.LOBBY.value, one.pk))
    if game.state == GameState.LOBBY.value:
        game.delete()
    else:
        with suppress(RefusedError):  # it has just ended
            leave_game(game)
    return True


def new_game_code() -> str:
    """A random code for a new game; of 852,891,037,441 codes a collision is all but impossible."""
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def _terms(order: GameOrder) -> Terms:
    """Return the terms of an order; RefusedError where such a game cannot be played."""
    players = tuple(Player(f"P{place}", name) for place, name in enumerate(order.names, start=1))
    try:
        terms = Terms(
            Header(order.edition, players),
            order.minutes,
            Holdings(order.holdings),
            new_game_code(),
            lists_legal=True,
            opens_hands=order.opens_hands,
        )
        edition = open_session(terms_from(terms_document(terms))).state.edition
    except ValueError as refusal:
        is_ours = isinstance(refusal, AcquireError)
        words = str(refusal) if is_ours else _("Choose one of the options.")
        raise RefusedError(words) from None
    if order.minutes is not None and edition.timeout_policy is TimeoutPolicy.NONE:
        raise RefusedError(_("The edition {edition} has no time-outs. Leave the minutes empty.", edition=order.edition))
    return terms
