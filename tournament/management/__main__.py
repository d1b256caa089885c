"""`python -m tournament.management`: the same as `top-table`."""

from __future__ import annotations

from tournament.management.cli import main

if __name__ == "__main__":
    main()
