"""The addresses under which this machine is reached, read from its own network interfaces; nothing is sent to find them.

Whether a request comes from a browser on this very machine, before which somebody sits who has started `serve`.

Only the front server, which has the connection, can tell that it comes from this machine. It says so to the servers behind it by a secret
in a field of the request (the setting ``THIS_MACHINE``), which `serve` gives them all anew at each start. But whatever forwards others'
requests from this machine looks the same. So the browser must have shown what only `serve` tells: the secret in the address that it opens,
or the code of its window; a cookie remembers that until `serve` ends.
"""

from __future__ import annotations

import hmac
import ipaddress
import re
import socket
from collections.abc import Iterator, Mapping
from pathlib import Path
from urllib.parse import urlsplit

import psutil
from django.conf import settings
from django.http import HttpRequest, HttpResponse

from tournament.installation.device_mark import is_same

EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104  what the user may ask for
LOOPBACK = ("127.0.0.1", "localhost", "::1")
KERNEL = Path("/proc/sys/kernel/osrelease")
OF_CONTAINERS = (Path("/.dockerenv"), Path("/run/.containerenv"))
"""What Docker and Podman put into each container."""
ELSEWHERE = ("192.0.2.1", 9)  # an address of documentation: choosing the route to it sends nothing
VIRTUAL = ("docker", "br-", "veth", "virbr", "vboxnet", "vmnet", "tailscale", "tun", "utun", "wg", "zt")
VIRTUAL_OF_WINDOWS = ("hyper-v", "virtualbox", "vmware", "wsl", "tap-windows", "wireguard", "zerotier", "openvpn")
"""What the names of cards of virtual networks begin with, and what they have in them on Windows, where they are words."""


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
    The address of a virtual card (of a tunnel or container) is returned only if there is no other, because no phone reaches it; nor one
    that a card without a network gave itself.
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
    return next(iter(sorted(cards, key=lambda address: _reaches_no_phone(address, cards[address]))), "")


def _reaches_no_phone(address: str, card: str) -> bool:
    """Whether the address of a network card belongs to no network that phones are in."""
    named = card.lower()
    is_virtual = named.startswith(VIRTUAL) or any(word in named for word in VIRTUAL_OF_WINDOWS)
    return is_virtual or ipaddress.ip_address(address).is_link_local


def interfaces() -> list[tuple[str, str]]:
    """The name and each IPv4 address of every network card that has one, without loopback."""
    return [(name, str(address)) for name, address in _card_addresses() if address.version == 4]


def newer_addresses() -> list[str]:
    """The machine's own IPv6 addresses in brackets, as a browser writes them, without link-local ones."""
    found = [address for _card, address in _card_addresses() if address.version == 6]
    return [f"[{address}]" for address in found if not address.is_link_local]


def _card_addresses() -> Iterator[tuple[str, ipaddress.IPv4Address | ipaddress.IPv6Address]]:
    """The name of a network card and an address of it, for each but loopback; none where the system does not list them."""
    try:
        cards = psutil.net_if_addrs()
    except OSError:
        return
    for card, held in cards.items():
        for each in held:
            if each.family in (socket.AF_INET, socket.AF_INET6):  # and not the card's own number
                address = ipaddress.ip_address(each.address)
                if not address.is_loopback:
                    yield card, address


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


def is_in_container() -> bool:
    """Whether this runs in a container, whose own address no phone reaches."""
    return any(sign.exists() for sign in OF_CONTAINERS)


def without_port(host: str) -> str:
    """The name or address in a header `Host`, in small letters and without the port; a literal of IPv6 keeps its brackets."""
    return re.sub(r":\d*$", "", host.lower())


FIELD = "x-at-this-machine"
"""The field of a request by which the front says so; it is removed from what browsers send."""
COOKIE = "at_this_machine"
"""The cookie of a browser that has shown the secret or the code."""
PASSED_ON = (
    "x-forwarded-for",
    "x-forwarded-proto",
    "x-forwarded-host",
    "x-real-ip",
    "forwarded",
    "via",
    "cf-connecting-ip",
)
"""The fields by which proxies and tunnels say for whom they ask."""
BY_THE_FRONT = ["x-forwarded-for"]
"""Which of them the front itself writes."""


def comes_from_this_machine(request: HttpRequest) -> bool:
    """Whether the request comes from this machine, at an address of this machine, and nobody says that it is passed on.

    Never where the installation is not run by `serve` or `demo`. A page of another site that is led here by a false name of this machine is
    told by the name.
    """
    proof = settings.THIS_MACHINE
    if not proof or settings.BEHIND_PROXY or not is_loopback(without_port(request.get_host())):
        return False
    told = [name for name in PASSED_ON if name in request.headers]
    came_by = request.headers.get("X-Forwarded-For", "")  # the front's own line
    return told == BY_THE_FRONT and is_of_loopback(came_by) and is_same(request.headers.get(FIELD, ""), proof)


def is_at_the_machine(request: HttpRequest) -> bool:
    """Whether the request comes from this machine's own browser, which has shown the secret or the code of `serve`."""
    return comes_from_this_machine(request) and is_known(request.COOKIES, settings.THIS_MACHINE)


def asks_for_the_code(request: HttpRequest) -> bool:
    """Whether a page of `serve` may ask the browser for the code of its window: it seems to be on this machine, and is not known yet."""
    return bool(settings.SERVE_FOLDER) and comes_from_this_machine(request) and not is_at_the_machine(request)


def know_browser(answer: HttpResponse) -> None:
    """Let the browser that gets this answer be known as this machine's own until `serve` ends."""
    answer.set_cookie(COOKIE, _mark(settings.THIS_MACHINE), httponly=True, samesite="Strict")


def is_known(cookies: Mapping[str, str], proof: str) -> bool:
    """Whether cookies are of a browser that is known; ``proof`` is the secret of the setting ``THIS_MACHINE``."""
    return is_same(cookies.get(COOKIE, ""), _mark(proof))


def _mark(proof: str) -> str:
    """The value of the cookie; it does not tell the secret."""
    return hmac.new(proof.encode(), COOKIE.encode(), "sha256").hexdigest()


def is_of_loopback(peer: str) -> bool:
    """Whether the address of a connection's other end is this machine's own; false for anything that is not one address."""
    try:
        address = ipaddress.ip_address(peer)
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    return bool((mapped or address).is_loopback)
