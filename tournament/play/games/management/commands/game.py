"""`manage.py game`: open a game on devices, or print the log of one.

Opened is a game without event and log-in: the tokens it prints are its seats, by which programs play (docs/developing/playing.md).
"""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.management.base import CommandParser
from django.urls import reverse

from games.acquire.logs.json import document
from games.acquire.logs.writer import write_text
from games.acquire.play.devices.deeds import Holdings
from games.acquire.record import GameRecord
from tournament.access.commands import SentenceCommand, need_table, refuse, whole_number
from tournament.installation.addresses import in_address
from tournament.installation.folders import command_line
from tournament.play.games.models import Game
from tournament.play.games.services.acting import log_now
from tournament.play.games.services.opening import GameOrder, OpenedGame, open_game
from tournament.services.changes.refusals import RefusedError

MOST_PLAYERS = 10
LIVE = "/live/"
"""The path of the socket of programs."""


class Command(SentenceCommand):
    """``manage.py game [--edition mso] [--players 4] [--seed S] …`` opens one; ``manage.py game CODE --log [--json]`` prints its log."""

    help = "Open a game on devices that programs play by HTTP, or print the log of one at any time."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the arguments: the code of a game, or the terms of a new one."""
        parser.add_argument("code", nargs="?", help="the code of a game that was opened")
        parser.add_argument("--log", action="store_true", help="print the log of that game")
        parser.add_argument("--edition", default="mso", help="the edition of the rules (mso)")
        parser.add_argument("--players", type=whole_number, default=4, help="the number of players (4)")
        parser.add_argument("--minutes", type=whole_number, help="minutes for each player (no clock)")
        parser.add_argument(
            "--holdings", default="open", choices=list(Holdings), help="whether cash and shares are open (open)"
        )
        parser.add_argument("--seed", help="draw tiles in the order of a seed, for tests and series (at random)")
        parser.add_argument("--port", type=whole_number, help="the port on which this installation is served here")
        parser.add_argument("--json", action="store_true", help="print JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        """Open a game or print its log."""
        need_table(Game, "games")
        if options["log"] or options["code"]:
            self._print_log(options)
            return
        count, seed, base = options["players"], options["seed"], address_here(options["port"])
        if not 1 <= count <= MOST_PLAYERS:
            refuse(f"A game has 1 to {MOST_PLAYERS} players, not {count}.")
        if seed is not None and not (1 <= len(seed) <= 40 and seed.isprintable()):
            refuse("A seed has 1 to 40 letters or digits.")
        names = [f"Player {place}" for place in range(1, count + 1)]
        order = GameOrder(options["edition"], names, options["minutes"], options["holdings"], seed or "")
        try:
            opened = open_game(order)
        except RefusedError as refusal:
            refuse(str(refusal))
        self._print_opened(opened, options["json"], base, socket_here(options["port"]))

    def _print_log(self, options: dict[str, Any]) -> None:
        """Print the log of the game with the given code; refuse in a sentence where there is no such game."""
        if not options["code"]:
            refuse(f"Which game? Add its code: {command_line('game CODE --log')}.")
        if not options["log"]:
            refuse(
                f"To print the log of a game, enter: {command_line('game')} {options['code']} --log. Without a code, a new game is opened."
            )
        game = Game.objects.filter(code=options["code"]).first()
        if game is None:
            refuse(f"There is no game “{options['code']}”.")
        record: GameRecord = log_now(game)
        log = json.dumps(document(record), ensure_ascii=False) if options["json"] else write_text(record)
        self.stdout.write(log.rstrip("\n"))

    def _print_opened(self, opened: OpenedGame, as_json: bool, base: str, socket: str) -> None:
        """Print the addresses of an opened game and the tokens of its seats. ``base`` and ``socket`` are addresses of the server."""
        post = f"{base}{reverse('game_protocol')}"
        board = f"{base}{reverse('game_board', args=[opened.game.code])}"
        if as_json:
            payload = {
                "code": opened.game.code,
                "socket": socket,
                "post": post,
                "pages": {"board": board, "hands": {}},  # a seat with a token is taken by no page
                "tokens": opened.tokens,
            }
            self.stdout.write(json.dumps(payload))
            return
        self.stdout.write(
            f"Game {opened.game.code} is open; it begins when every token has said hello.\n"
            f"Socket {socket}\nPOST {post}\nBoard {board}"
        )
        for player, token in opened.tokens.items():
            self.stdout.write(f"{player} {token}")


def address_here(port: int | None) -> str:
    """Return the address of this installation: the configured one, or that of ``port`` on this machine."""
    if port is not None and not 1 <= port <= 65_535:
        refuse(f"There is no port {port}; use one from 1024 to 65535.")
    base = str(settings.OWN_ADDRESS)
    return base if port is None else f"{urlsplit(base).scheme}://127.0.0.1:{port}"


def socket_here(port: int | None) -> str:
    """Return the address at which programs open sockets: at the address of the pages, unless the settings name another port for sockets.

    ``port`` is the port of the pages on this machine, None for the configured address.
    """
    own = urlsplit(settings.OWN_ADDRESS)
    scheme = "wss" if own.scheme == "https" else "ws"
    host = f"127.0.0.1:{port}" if port is not None else own.netloc
    if settings.LIVE_PORT:
        host = f"{'127.0.0.1' if port is not None else in_address(str(own.hostname))}:{settings.LIVE_PORT}"
    return f"{scheme}://{host}{LIVE}"
