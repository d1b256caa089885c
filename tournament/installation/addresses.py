"""The addresses under which this machine is reached, read from its own network interfaces; nothing is sent to find them.

Standard library only.
"""

from __future__ import annotations

import fcntl
import ipaddress
import re
import socket
import struct
import sys
from pathlib import Path
from urllib.parse import urlsplit

EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104  what the user may ask for
LOOPBACK = ("127.0.0.1", "localhost", "::1")
NEWER_ADDRESSES = Path("/proc/net/if_inet6")
KERNEL = Path("/proc/sys/kernel/osrelease")
ASK_ADDRESS = 0x8915 if sys.platform == "linux" else 0xC0206921  # SIOCGIFADDR of Linux, and of the BSDs and macOS
ELSEWHERE = ("192.0.2.1", 9)  # an address of documentation: choosing the route to it sends nothing
VIRTUAL = ("docker", "br-", "veth", "virbr", "vboxnet", "vmnet", "tailscale", "tun", "wg", "zt")


def is_loopback(address: str) -> bool:
    """Whether a web address, or a bare host, means the very machine that opens it."""
    host = (urlsplit(address).hostname or "") if "://" in address else address.strip("[]")
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def is_on_local_network(address: str) -> bool:
    """Whether a web address is on a local network or on this machine, for which no TLS certificate is issued."""
    host = urlsplit(address).hostname or ""
    try:
        return ipaddress.ip_address(host).is_private
    except ValueError:
        return is_loopback(address) or "." not in host or host.endswith((".local", ".lan", ".home.arpa"))


def network_address() -> str:
    """The address by which phones on the local network reach this machine; empty where it is on no network.

    It is the address of the default route, else that of the first network card, because the network of a venue may have no default route.
    The address of a virtual card (of a tunnel or container) is returned only if there is no other: no phone reaches it.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as question:
        try:
            question.connect(ELSEWHERE)
            routed = str(question.getsockname()[0])
        except OSError:
            routed = ""
    cards = {address: card for card, address in interfaces()}
    if routed and not is_loopback(routed):
        cards = {routed: cards.get(routed, ""), **cards}  # the default route comes first
    return next(iter(sorted(cards, key=lambda address: cards[address].startswith(VIRTUAL))), "")


def interfaces() -> list[tuple[str, str]]:
    """The name and IPv4 address of every network card that has one, without loopback."""
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as question:
        for _number, name in socket.if_nameindex():
            request = struct.pack("256s", name.encode()[:15])
            try:
                answer = fcntl.ioctl(question.fileno(), ASK_ADDRESS, request)
            except OSError:
                continue  # a card without an address
            address = socket.inet_ntoa(answer[20:24])
            if not is_loopback(address):
                found.append((name, address))
    return found


def newer_addresses() -> list[str]:
    """The machine's own IPv6 addresses in brackets, as a browser writes them, without link-local ones."""
    try:
        lines = NEWER_ADDRESSES.read_text(encoding="ascii").splitlines()
    except OSError:
        return []  # no IPv6, or a system that does not list it
    found = [ipaddress.IPv6Address(int(line.split()[0], 16)) for line in lines]
    return [f"[{address}]" for address in found if not address.is_link_local and not address.is_loopback]


def own_names(*more: str) -> list[str]:
    """Every host name and address this machine answers to: loopback, each card, its own name, and ``more``."""
    name = socket.gethostname()
    called = [name, f"{name}.local"] if name else []
    cards = [address for _card, address in interfaces()]
    return list(dict.fromkeys([*LOOPBACK[:2], "[::1]", *cards, *newer_addresses(), *called, *filter(None, more)]))


def in_address(host: str) -> str:
    """Return a host in the form that a web address needs: an IPv6 address in brackets, any other as it is."""
    return f"[{host}]" if ":" in host and not host.startswith("[") else host


def is_inside_windows() -> bool:
    """Whether this is Linux inside Windows (WSL), which phones cannot reach unless Windows mirrors its network."""
    try:
        return "microsoft" in KERNEL.read_text(encoding="ascii").lower()
    except OSError:
        return False


def without_port(host: str) -> str:
    """The name or address in a header `Host`, in small letters and without the port; a literal of IPv6 keeps its brackets."""
    return re.sub(r":\d*$", "", host.lower())
