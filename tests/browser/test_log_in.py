"""The way in, as a director's browser sees it."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_director_logs_in_and_out(live_server: LiveServer, page: Page) -> None:
    User.objects.create_user("director", password="a password of the tests")
    page.goto(f"{live_server.url}{reverse('login')}")
    page.get_by_label("Username").fill("director")
    page.get_by_label("Password").fill("a password of the tests")
    page.get_by_role("button", name="Log in").click()
    page.get_by_role("button", name="Log out").click()
    expect(page.get_by_role("link", name="Log in")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("button", name="Log in")).to_be_visible()
    expect(page.get_by_role("button", name="Log out")).to_have_count(0)
