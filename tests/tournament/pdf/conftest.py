"""The flag that writes the golden texts anew."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--write-paper`, for `pytest tests/tournament/pdf --write-paper`; the difference is then reviewed and committed."""
    parser.addoption("--write-paper", action="store_true", help="write the golden texts of the printed sheets anew")


@pytest.fixture
def writes_paper(request: pytest.FixtureRequest) -> bool:
    """Whether the golden texts are to be written instead of compared."""
    return bool(request.config.getoption("--write-paper", default=False))
