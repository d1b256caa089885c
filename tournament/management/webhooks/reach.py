"""Which addresses a webhook may have, and which it may really reach, whatever its name resolves to."""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

from django.conf import settings

from tournament.management.webhooks.models import LONGEST_ADDRESS
from wording import gettext as _

THIS_NETWORK, RESERVED = ipaddress.ip_network("0.0.0.0/8"), ipaddress.ip_network("240.0.0.0/4")
NAT64 = ipaddress.ip_network("64:ff9b::/96")
LOCAL_NAMES = (".local", ".lan", ".internal", ".home.arpa", ".localhost")


class AddressError(ValueError):
    """An address to which nothing may be sent; the message says why and what to do."""


def checked_address(address: str) -> str:
    """Return an address without blanks around it; raises AddressError for one that no webhook may have."""
    address = address.strip()
    try:
        parts = urlsplit(address)
        host, _port = parts.hostname or "", parts.port
    except ValueError:
        host, parts = "", urlsplit("")
    if not host or parts.scheme not in ("http", "https") or not address.isascii() or not address.isprintable():
        raise AddressError(_("Enter a whole address, for example https://example.org/hook."))
    if " " in address or parts.username or parts.password or parts.fragment:
        raise AddressError(_("The address must not have blanks, a user name, a password or a “#”."))
    if len(address) > LONGEST_ADDRESS:
        raise AddressError(_("The address may have {most} characters.", most=LONGEST_ADDRESS))
    is_local = _is_local(host)
    if is_local and settings.WEBHOOKS == "public":
        raise AddressError(_("This server sends to public addresses only; {host} is a local one.", host=host))
    if parts.scheme == "http" and not is_local:
        raise AddressError(_("Use https: what is sent to {host} would be readable on its way.", host=host))
    return address


def _is_local(host: str) -> bool:
    """Return whether a host is on this machine or its network by its name alone."""
    try:
        return not ipaddress.ip_address(host).is_global
    except ValueError:
        name = host.lower().rstrip(".")
        return "." not in name or name.endswith(LOCAL_NAMES)


def may_reach(number: str, *, is_encrypted: bool) -> bool:
    """Return whether something may be sent to an IP address, encrypted or not.

    Unencrypted text never leaves the local network; a server reaches public addresses alone.
    """
    found = _innermost(number)
    if found.is_multicast or found.is_unspecified or found.is_link_local or found in THIS_NETWORK or found in RESERVED:
        return False
    if found.is_global:
        return is_encrypted
    return bool(settings.WEBHOOKS == "anywhere")


def _innermost(number: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
    """Return an IP address, and of an IPv6 address that stands for one of IPv4 that one."""
    found = ipaddress.ip_address(number.partition("%")[0])
    if isinstance(found, ipaddress.IPv4Address):
        return found
    if found in NAT64:
        return ipaddress.IPv4Address(int(found) & 0xFFFF_FFFF)
    return found.ipv4_mapped or found.sixtofour or found
