"""How long a test waits for what must come: far longer than it takes on a busy machine, for only a fault uses it up."""

from __future__ import annotations

PATIENCE = 300.0
"""Seconds. A wait ends as soon as what it waits for is there, so no green run is longer for it."""
MILLISECONDS = int(1000 * PATIENCE)
"""The same for Playwright."""
