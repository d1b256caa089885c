"""The pages for mending, as a browser sees them under the project's content security policy."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_keeper_logs_in_to_the_pages_for_mending(live_server: LiveServer, page: Page) -> None:
    User.objects.create_superuser("keeper", password="a password of the tests")
    page.goto(f"{live_server.url}{reverse('admin:index')}")
    page.get_by_label("Username").fill("keeper")
    page.get_by_label("Password").fill("a password of the tests")
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("button", name="Log out")).to_be_visible()
