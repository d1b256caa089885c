"""Which way to a seat an address asks for: messages by POST, or a socket."""

from __future__ import annotations

from games.opponents.doors import Door, PostDoor, ShutError


def door_to(address: str, token: str, patience: float) -> Door:
    """The door of a seat at an address, http or ws; a socket waits so long (s) for news.

    Raises:
        ShutError: if it is no address or no token, or sockets are not installed.
    """
    if not (token.isascii() and token.isprintable()) or " " in token:
        raise ShutError("This is no token of a seat; copy it whole from what opened the game.")
    if not address.lower().startswith(("ws:", "wss:")):
        return PostDoor(address, token)
    try:
        from games.opponents.sockets import SocketDoor
    except ImportError:
        raise ShutError(
            "Sockets need the package websockets, which is not installed; use the address for POST, http://…."
        ) from None
    return SocketDoor(address, token, patience)
