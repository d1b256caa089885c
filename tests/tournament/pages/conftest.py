"""Clients for page tests: one logged in as the director, one as another user who directs nothing."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.build import make_director


@pytest.fixture
def director_user(db: None) -> User:
    """The director whose events `make_event` makes."""
    return make_director()


@pytest.fixture
def director(director_user: User) -> Client:
    """A browser in which the director is logged in."""
    client = Client()
    client.force_login(director_user)
    return client


@pytest.fixture
def stranger(db: None) -> Client:
    """A browser in which somebody is logged in who directs no event of the test."""
    client = Client()
    client.force_login(make_director("stranger"))
    return client
