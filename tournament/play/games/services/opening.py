"""Open a game on devices, where the installation allows it, and give each seat its token."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from games.acquire.editions import TimeoutPolicy
from games.acquire.errors import AcquireError
from games.acquire.play.devices import Holdings, Terms, open_session, terms_document, terms_from
from games.acquire.record import Header, Player
from tournament.play.games.casual.leaving import leave_game
from tournament.play.games.casual.tidying import remove_unused
from tournament.play.games.models import Game, GameSeat
from tournament.record.gaming import CODE_LENGTH, GameState
from tournament.record.letin import LETTERS, hash_of, new_token
from tournament.services.changes import RefusedError

UNUSED_AFTER = timedelta(days=1)
"""A game in which nobody did anything for so long does not count among those that are played at once."""


@dataclass(frozen=True, slots=True)
class GameOrder:
    """What a game is opened with: edition, names in the order of joining, minutes of each (R29), holdings, a seed for the draws.

    ``opens_hands`` lets whoever rules in it look into hands, each look in its log. ``opened_from`` is the mark of the address that asks,
    empty for a command.
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
    """A game that was opened, with the token of each seat by its ID; tokens are shown once and never stored."""

    game: Game
    tokens: dict[str, str]


@transaction.atomic
def open_game(order: GameOrder, by: User | None = None) -> OpenedGame:
    """Open a game, which begins when every seat has said hello; games that nobody used for long go then.

    Raises RefusedError where the installation opens none, has as many as it may, or the order fits no edition.
    """
    if not settings.GAMES:
        raise RefusedError("This installation opens no games on devices; TOPTABLE_GAMES=on lets it.")
    now = timezone.now()
    remove_unused(now)
    ran = Game.objects.filter(Q(begun_at__gt=now - UNUSED_AFTER) | Q(opened_at__gt=now - UNUSED_AFTER))
    ran = ran.filter(table=None)  # tables of events are as many as the event has
    ran = ran.filter(state__in=(GameState.LOBBY.value, GameState.PLAYING.value))
    if ran.count() >= settings.GAMES_AT_ONCE and not _made_room(ran, order.opened_from):
        raise RefusedError(
            f"{settings.GAMES_AT_ONCE} games are open at once already, as many as this installation allows "
            "(TOPTABLE_GAMES_AT_ONCE); end one of yours, or come again later."
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


def _made_room(open_games: QuerySet[Game], opened_from: str) -> bool:
    """Take a game from the address that has most, for one that would still have fewer; whether there was such an address.

    Ruling: so no few addresses hold every place. What goes is its oldest game that has not begun, else its oldest one is left as it is,
    which whoever plays takes up again.
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


def free_code() -> str:
    """A code that no game has; of 852,891,037,441 one drawn anew is free all but surely."""
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def _terms(order: GameOrder) -> Terms:
    """The terms that an order comes to; RefusedError where no game can be played so."""
    players = tuple(Player(f"P{place}", name) for place, name in enumerate(order.names, start=1))
    try:
        terms = Terms(
            Header(order.edition, players),
            order.minutes,
            Holdings(order.holdings),
            free_code(),
            lists_legal=True,
            opens_hands=order.opens_hands,
        )
        edition = open_session(terms_from(terms_document(terms))).state.edition
    except ValueError as refusal:
        is_ours = isinstance(refusal, AcquireError)
        words = str(refusal) if is_ours else f"Holdings are {' or '.join(Holdings)}, not {order.holdings}."
        raise RefusedError(words) from None
    if order.minutes is not None and edition.timeout_policy is TimeoutPolicy.NONE:
        raise RefusedError(f"The edition {order.edition} knows no time-outs, so it is played without minutes.")
    return terms
