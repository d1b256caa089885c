"""The option by which the numbers of calls are written anew."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--write-calls`, for `pytest tests/laboratory/speed --write-calls`; the difference is then reviewed and committed."""
    parser.addoption(
        "--write-calls", action="store_true", help="write the numbers of function calls of the desk's pages anew"
    )


@pytest.fixture
def writes_calls(request: pytest.FixtureRequest) -> bool:
    """Whether the numbers are written anew."""
    return bool(request.config.getoption("--write-calls", default=False))
