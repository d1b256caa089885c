"""The server that the browser tests talk to."""

from __future__ import annotations

import pytest
from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_the_servers_threads_share_no_connection_to_the_database(live_server: LiveServer) -> None:
    assert live_server.thread.connections_override == {}
