"""The option that writes the golden texts of the pages anew."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--write-pages`, for `pytest tests/tournament/pages --write-pages`; the difference is then reviewed and committed."""
    parser.addoption("--write-pages", action="store_true", help="write the golden texts of the pages anew")


@pytest.fixture
def writes_pages(request: pytest.FixtureRequest) -> bool:
    """Whether the golden texts are written anew; not asked for where this folder is not named on the command line."""
    return bool(request.config.getoption("--write-pages", default=False))
