"""The transport for the address of a seat: messages by POST, or a socket."""

from __future__ import annotations

from games.opponents.transport import PostTransport, SeatRefusedError, Transport


def transport_to(address: str, token: str, patience: float) -> Transport:
    """The transport of a seat at an address, http or ws; a socket waits so many seconds for news.

    Raises:
        SeatRefusedError: if it is no address or no token, or sockets are not installed.
    """
    if not (token.isascii() and token.isprintable()) or " " in token:
        raise SeatRefusedError("This is no token of a seat; copy it whole from what opened the game.")
    if not address.lower().startswith(("ws:", "wss:")):
        return PostTransport(address, token)
    try:
        from games.opponents.sockets import SocketTransport
    except ImportError:
        raise SeatRefusedError(
            "Sockets need the package websockets, which is not installed; use the address for POST, http://…."
        ) from None
    return SocketTransport(address, token, patience)
