"""Where a flood goes, as the programs of a measurement tell it to each other."""

from __future__ import annotations

import json
import ssl
from dataclasses import asdict, dataclass
from functools import cache


@dataclass(frozen=True, slots=True)
class Target:
    """An installation with an event that is being played and a game on devices: where it answers, by which name, and what is there.

    ``trusted`` is the file of the certificate that is to be believed, empty where pages come without TLS; ``sockets`` is the port of the
    games' sockets, ``password`` that of the director, ``mark`` the cookie of a device of a former helper.
    """

    port: int
    sockets: int
    name: str
    trusted: str
    slug: str
    game: str
    password: str
    mark: str

    @property
    def origin(self) -> str:
        """The address of the installation as its pages have it."""
        return f"https://{self.name}" if self.trusted else f"http://{self.name}"

    def tls(self) -> ssl.SSLContext | None:
        """What makes its certificate good; None without TLS."""
        return ssl.create_default_context(cafile=self.trusted) if self.trusted else None

    def tls_of_strangers(self) -> ssl.SSLContext | None:
        """What believes any certificate, made once; None without TLS."""
        return _believing() if self.trusted else None

    def written(self) -> str:
        """The target as one word of a command line."""
        return json.dumps(asdict(self))


def target_of(word: str) -> Target:
    """The target that `Target.written` gave."""
    return Target(**json.loads(word))


def device(number: int) -> str:
    """The address of an attacking device on this machine; the first is the one from which the desk saves, as behind one router."""
    return f"127.0.0.{1 + number % DEVICES}"


DEVICES, PHONE = 8, "127.0.0.9"


@cache
def _believing() -> ssl.SSLContext:
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context
