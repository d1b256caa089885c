"""The machine's own addresses, as the cards of Linux, macOS and Windows name them."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import ifaddr
import pytest

from tournament.installation import addresses


def card(name: str, *ips: Any) -> SimpleNamespace:
    """A network card with addresses, as the library lists it."""
    return SimpleNamespace(nice_name=name, ips=[SimpleNamespace(ip=each) for each in ips])


def test_each_card_is_listed_with_its_addresses_without_loopback(monkeypatch: pytest.MonkeyPatch) -> None:
    listed = [
        card("Software Loopback Interface 1", "127.0.0.1", ("::1", 0, 0)),
        card("Intel(R) Wi-Fi 6 AX201", "192.168.1.7", ("fe80::1", 0, 4), ("2001:db8::7", 0, 0)),
    ]
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: listed)
    assert addresses.interfaces() == [("Intel(R) Wi-Fi 6 AX201", "192.168.1.7")]
    assert addresses.newer_addresses() == ["[2001:db8::7]"]


@pytest.mark.parametrize(
    ("first", "address"),
    [
        ("docker0", "172.17.0.1"),
        ("Hyper-V Virtual Ethernet Adapter", "172.30.0.1"),
        ("VirtualBox Host-Only Ethernet Adapter", "192.168.56.1"),
        ("utun3", "100.64.0.9"),
        ("Bluetooth Device (Personal Area Network)", "169.254.9.9"),
    ],
)
def test_phones_are_led_to_a_card_that_they_reach(monkeypatch: pytest.MonkeyPatch, first: str, address: str) -> None:
    monkeypatch.setattr(addresses, "ELSEWHERE", ("127.0.0.1", 9))  # no route leads out of the hall
    listed = [card(first, address), card("Wi-Fi", "192.168.1.7")]
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: listed)
    assert addresses.network_address() == "192.168.1.7"
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: listed[:1])
    assert addresses.network_address() == address, "where there is no other"


def test_a_machine_on_no_network_has_no_address(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses() -> Any:
        raise OSError

    monkeypatch.setattr(addresses, "ELSEWHERE", ("127.0.0.1", 9))
    monkeypatch.setattr(ifaddr, "get_adapters", refuses)
    assert (addresses.network_address(), addresses.interfaces(), addresses.newer_addresses()) == ("", [], [])
