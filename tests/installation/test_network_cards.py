"""The machine's own addresses, as the cards of Linux, macOS and Windows name them."""

from __future__ import annotations

import socket
from types import SimpleNamespace
from typing import Any

import psutil
import pytest

from tournament.installation import addresses


def card(name: str, *addresses: str) -> tuple[str, list[SimpleNamespace]]:
    """A network card with its own number and addresses, as the library lists it."""
    held = [(socket.AF_INET6 if ":" in each else socket.AF_INET, each) for each in addresses]
    return name, [
        SimpleNamespace(family=kind, address=each) for kind, each in [(psutil.AF_LINK, "02:fc:0:0:0:1"), *held]
    ]


def test_each_card_is_listed_with_its_addresses_without_loopback(monkeypatch: pytest.MonkeyPatch) -> None:
    listed = [
        card("Loopback Pseudo-Interface 1", "127.0.0.1", "::1"),
        card("Wi-Fi", "192.168.1.7", "fe80::1%eth0", "2001:db8::7"),
    ]
    monkeypatch.setattr(psutil, "net_if_addrs", lambda: dict(listed))
    assert addresses.interfaces() == [("Wi-Fi", "192.168.1.7")]
    assert addresses.newer_addresses() == ["[2001:db8::7]"]


@pytest.mark.parametrize(
    ("first", "address"),
    [
        ("docker0", "172.17.0.1"),
        ("vEthernet (Default Switch)", "172.30.0.1"),
        ("VirtualBox Host-Only Network", "192.168.56.1"),
        ("OpenVPN TAP-Windows6", "10.8.0.6"),
        ("utun3", "100.64.0.9"),
        ("Bluetooth Network Connection", "169.254.9.9"),
    ],
)
def test_phones_are_led_to_a_card_that_they_reach(monkeypatch: pytest.MonkeyPatch, first: str, address: str) -> None:
    monkeypatch.setattr(addresses, "ELSEWHERE", ("127.0.0.1", 9))  # no route leads out of the hall
    listed = [card(first, address), card("Wi-Fi", "192.168.1.7")]
    monkeypatch.setattr(psutil, "net_if_addrs", lambda: dict(listed))
    assert addresses.network_address() == "192.168.1.7"
    monkeypatch.setattr(psutil, "net_if_addrs", lambda: dict(listed[:1]))
    assert addresses.network_address() == address, "where there is no other"


def test_a_machine_on_no_network_has_no_address(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses() -> Any:
        raise OSError

    monkeypatch.setattr(addresses, "ELSEWHERE", ("127.0.0.1", 9))
    monkeypatch.setattr(psutil, "net_if_addrs", refuses)
    assert (addresses.network_address(), addresses.interfaces(), addresses.newer_addresses()) == ("", [], [])
